// Conditions in Chinese, as far as decisions need them: what is assumed where a test is taken not to hold.

import { CALL, FORWARD, valueText, withValue } from "./when.js";

const isAscii = (character) => character <= "\x7f";

/** The parts after each other, with a space between code or Latin and Chinese. */
export const glued = (first, ...others) =>
  others.reduce((text, part) => {
    const isSpaced = part[0] !== "，" && (isAscii(text.at(-1)) || isAscii(part[0]));
    return text + (isSpaced ? " " : "") + part;
  }, first);

/** What is assumed where none of several tests holds, and of which: one sentence for neither fewer nor more dimensions. */
export const assumptions = (tests) => {
  const found = new Map();
  for (const test of tests) {
    const bounds = test.op === "ndim" && !test.other ? ["lt", "gt"].map((comparison) => withValue(test, [comparison, test.value[1]])) : [];
    if (bounds.length && bounds.every((bound) => tests.includes(bound))) {
      found.set(glued("假定", say(withValue(test, ["is", test.value[1]]), true)), bounds);
    } else {
      found.set(glued("假定", say(test, false)), [test]);
    }
  }
  return found;
};

const FEW = 2;

/** The first alternatives of a condition as they read before “时”, and how many more there are. */
export const fewWords = (when) => {
  const [first, ...others] = when.slice(0, FEW).map(joined);
  const said = first + others.map((other) => glued("，或", other)).join("");
  return when.length > FEW ? `${said}（另有 ${when.length - FEW} 种情形）` : said;
};

/** The tests of one clause; with a comma, where one of them has an “或” of its own. */
const joined = (clause) => {
  const [first, ...others] = clause.map((test) => say(test, true));
  const link = [first, ...others].some((said) => said.includes("或")) ? "，且" : "且";
  return others.reduce((text, said) => glued(text, link, said), first);
};

const listed = (items) => items.join("、");
const oneOf = (items) => (items.length === 1 ? items[0] : glued(listed(items.slice(0, -1)), "或", items.at(-1)));
const allOf = (items) => (items.length === 1 ? items[0] : glued(listed(items.slice(0, -1)), "与", items.at(-1)));
/** A value or a name as code: Python's own classes as they are written. */
const code = (text) => `\`${String(text).replace(/^builtins\./, "")}\``;

const say = (test, holds) => {
  const { subject, op, value } = test;
  if (subject === CALL) {
    return sayOfCall(test, holds);
  }
  const isLater = subject.startsWith(FORWARD);
  const name = code(isLater ? subject.slice(FORWARD.length) : subject);
  if (op === "passed" || op === "omitted") {
    const passed = (op === "passed") === holds ? "传入" : "未传入";
    return isLater ? `调用 \`forward\` 时${passed} ${name}` : `${passed} ${name}`;
  }
  const saying = op === "empty" && SEVERAL.has(subject) ? anyEmpty : SAYINGS[op];
  return glued(isLater ? `\`forward\` 的 ${name}` : name, saying(test.other && op !== "ndim" ? test.other : value, holds));
};

const RESULTS = {
  used: "用到返回值",
  unpacked: "解包返回值",
  indexed: "以下标取返回值的一项",
  whole: "把返回值作为整体使用",
  next: "把返回值传给 `next`",
  as_tuple: "把返回值用在只能是元组的地方",
  beyond_optimizer: "把返回值用于优化器之外",
  beyond_saving: "把返回值用于保存与装入之外",
  by_groups: "读写各组的学习率",
  beyond_cast: "把返回值用于转换 dtype 之外",
  beyond_with: "把返回值留到以后才用于 `with`",
  refloated: "把返回值又变为浮点数",
  changed: "原位改动返回值",
  forward_changed: "原位改动 `forward` 的返回值",
  decorator: "把返回值用作装饰器",
  of_generator: "用来装饰生成器",
  of_descriptor: "写在 `property`、`staticmethod` 或 `classmethod` 的上面",
  of_recursive: "用来装饰调用自己的函数",
  beside_new: "写在有 `__new__` 的类中",
  without_len: "派生没有定义 `__len__` 的类",
  added: "以 `+` 连接数据集",
  changing_hook: "在 `no_grad` 之外以 hook 原位修改梯度",
  set_false: "给它赋值 `False`",
};

const sayOfCall = ({ op, value }, holds) => {
  if (op === "same_dtype") {
    const [asked, ...rest] = value;
    const names = rest.map(code);
    const isSame = asked === holds;
    if (names.length === 1) {
      return `${names[0]} 中各 Tensor 的 dtype ${isSame ? "相同" : "不全相同"}`;
    }
    return `${allOf(names)} 的 dtype ${isSame ? "相同" : names.length === 2 ? "不同" : "不全相同"}`;
  }
  if (op === "result") {
    return `${holds ? "" : "不"}${RESULTS[value]}`;
  }
  if (op === "data") {
    return holds ? value : `没有这样的情形：${value}`;
  }
  if (op === "writes") {
    return `代码里${holds ? "" : "没有"}写有 ${code(value)}`;
  }
  if (op === "default_dtype") {
    return `${value === holds ? "改过" : "未改过"}默认的 dtype`;
  }
  return `${holds ? "在" : "不在"} ${oneOf(value.map((name) => name.toUpperCase().replaceAll("CUDA", "GPU")))} 上运行`;
};

const KINDS = {
  number: "数",
  bool: "布尔值",
  str: "字符串",
  none: "`None`",
  tensor: "Tensor",
  sequence: "列表或元组",
  mapping: "字典",
  callable: "可调用对象",
  iterator: "迭代器",
  file: "打开的文件",
  path: "`pathlib` 的路径",
  range: "`range`",
  shape: "形状",
  numpy: "NumPy 的数组或数",
};
/** Words of assumptions about classes, which no others have. */
const OBJECT = "的对象";
const HOLDS_NONE = "不是也不含";

const PARAMETER = "`torch.nn.Parameter`";

/**
 * Whether an assumption is about the class of an argument: it may be harmful, whatever the data is. That a Tensor is no
 * parameter is not told: few are, where that is asked.
 */
export const isOfClass = (said) => said.endsWith(` ${OBJECT}`) || (said.includes(HOLDS_NONE) && !said.endsWith(PARAMETER));

const DTYPE_CLASSES = { int: "整数类型", float: "浮点类型", complex: "复数类型", bool: "`bool`" };
/** Parameters for a sequence of Tensors: what is empty is any of these, not the sequence. */
const SEVERAL = new Set(["tensors"]);
const anyEmpty = (value, holds) => (value === holds ? "中有空的 Tensor" : "中没有空的 Tensor");
const CONTENTS = {
  nan: "`nan`",
  inf: "无穷",
  minus_inf: "`-inf`",
  lowest: "绝对值很大的负数（如 `-1e9`、`-inf`）",
  fraction: "非整数",
  zero: "零",
  one: "1",
  negative: "负数",
};
// How a comparison reads where it holds, and where it does not.
const BOUNDS = { lt: ["小于", "不小于"], le: ["不大于", "大于"], gt: ["大于", "不大于"], ge: ["不小于", "小于"] };

const sayIn = (value, holds) => (holds ? `为 ${oneOf(value.map((item) => code(valueText(item))))}` : sayNotIn(value, true));
const sayNotIn = (value, holds) => {
  const values = value.map((item) => code(valueText(item)));
  return holds ? (values.length === 1 ? `不为 ${values[0]}` : `不是 ${listed(values)} 之一`) : sayIn(value, true);
};
const bound = (op) => (value, holds) => `${BOUNDS[op][holds ? 0 : 1]} \`${typeof value === "string" ? value : valueText(value)}\``;
const counted = (exact, ranged) => ([comparison, number], holds) =>
  comparison === "is" ? exact(number, holds) : `${ranged}${BOUNDS[comparison][holds ? 0 : 1]} ${limit(number)}`;
/** A bound: a number, or that of another parameter. */
const limit = (number) => (number.parameter ? `${code(number.parameter)} 的` : number);

const SAYINGS = {
  is: (value, holds) => `${holds ? "为" : "不为"} ${code(valueText(value))}`,
  in: sayIn,
  not_in: sayNotIn,
  lt: bound("lt"),
  le: bound("le"),
  gt: bound("gt"),
  ge: bound("ge"),
  kind: (value, holds) => glued(holds ? "是" : "不是", oneOf(value.map((item) => KINDS[item]))),
  items: (value, holds) => glued(holds ? "中有" : "中没有", oneOf(value.map((item) => KINDS[item]))),
  other_keys: (value, holds) => glued(holds ? "的字典有" : "的字典没有", allOf(value.map(code)), "之外的键"),
  dtype: (value, holds) => glued("的 dtype", holds ? "为" : "不为", oneOf(value.map((item) => DTYPE_CLASSES[item] ?? code(item)))),
  ndim: counted((number, holds) => `${holds ? "为" : "不为"} ${number} 维`, "的维数"),
  length: counted((number, holds) => (holds ? `有 ${number} 项` : `不是 ${number} 项`), "的项数"),
  empty: (value, holds) => (value === holds ? "为空" : "不为空"),
  holds: (value, holds) => glued(holds ? "是或含有" : HOLDS_NONE, oneOf(value.map(code))),
  class: (value, holds) => glued(holds ? "是" : "不是", oneOf(value.map((path) => code(path.slice(path.lastIndexOf(".") + 1)))), OBJECT),
  has: (value, holds) => glued(holds ? "含有" : "不含", oneOf(value.map((item) => CONTENTS[item]))),
  view: (value, holds) => (value === holds ? "是另一个 Tensor 的视图" : "不是另一个 Tensor 的视图"),
  gradient: (value, holds) => `${value === holds ? "是" : "不是"} \`no_grad\` 之外的 \`x.grad\``,
  // No gradient is computed either of what needs one, where a backward pass is asked for those of others.
  grad: (value, holds) => (value ? (holds ? "需要梯度" : "不需要梯度") : holds ? "不求梯度" : "求梯度"),
};
