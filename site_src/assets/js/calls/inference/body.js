// Reads the body of a function or module once: the names it binds, and what the uses of a variable say of its kind.

import { DTYPE, LOADER, MODULE, SHAPE, TENSOR, isTensor, optionsOf } from "../knowledge/kinds.js";
import { OTHER_NAMES, READ_ONLY, TENSOR_CLASS } from "../knowledge/names.js";
import { children, walk } from "../text/syntax.js";

// Attributes of a Tensor that are Tensors.
const TENSOR_PARTS = new Set(["data", "T", "mT", "H", "mH", "grad", "real", "imag"]);
// Methods of Tensors and Modules that return another one of the same kind.
const CASTS = new Set(["float", "half", "double", "bfloat16", "cpu", "cuda", "to"]);
// Methods of a Tensor that give values and indices.
const PAIRS = new Set(["max", "min", "median", "mode", "sort", "topk", "kthvalue"]);
// Builtins that take no Tensor, or of which code that passes one expects a number.
const NUMBERS = new Set(["range", "int", "float", "str", "chr", "open"]);
// Methods of a Tensor that objects which hold Tensors, settings or connections often have as well.
const HOLDERS = new Set(
  (
    "backward clone coalesce contiguous detach detach_ equal indices inverse is_coalesced is_pinned is_shared log name new norm " +
    "pin_memory positive record_stream select share_memory_ solve storage unique where"
  ).split(" "),
);
// Methods of a Tensor whose `alpha` multiplies the other operand: of a number, code multiplies it itself.
const SCALING = new Set(["add", "add_", "sub", "sub_", "subtract", "subtract_"]);
const OPTIMIZER = "torch.optim.Optimizer";
// Members that only objects of one class of torch have, whatever text they are in: those of its conventions.
const METHODS = new Map([
  ...(
    "parameters named_parameters named_buffers named_modules named_children register_forward_hook " +
    "register_forward_pre_hook register_full_backward_hook register_full_backward_pre_hook"
  )
    .split(" ")
    .map((name) => [name, MODULE]),
  ...["add_param_group", "register_step_pre_hook", "register_step_post_hook"].map((name) => [name, OPTIMIZER]),
  ["get_last_lr", "torch.optim.lr_scheduler.LRScheduler"],
  ["setdefault", "dict"],
]);
const ATTRIBUTES = new Map([
  ["param_groups", OPTIMIZER],
  ["is_floating_point", DTYPE],
  ["is_complex", DTYPE],
]);
// Members of a dtype that others' objects may have as well, but no dtype of NumPy.
const OF_DTYPES = new Set(["is_signed", "to_complex", "to_real"]);
// Members of an optimizer that models and objects of others may have as well.
const OF_OPTIMIZERS = new Set(["state", "state_dict", "load_state_dict", "zero_grad"]);

// What one use says of the variable.
const ONLY_TENSOR = "only a Tensor is used so";
const WITH_TENSOR = "it is computed with a Tensor";
const MAYBE_TENSOR = "a Tensor may be used so";
const NO_TENSOR = "no Tensor is used so";

const FUNCTIONS = new Set(["FunctionDef", "AsyncFunctionDef", "ClassDef", "Lambda"]);

/** Every node of a body with its parent; keyword arguments count as children of their call. */
const pairs = function* (body) {
  const waiting = children(body).map((child) => [body, child]);
  while (waiting.length) {
    const [parent, node] = waiting.pop();
    yield [parent, node];
    if (!FUNCTIONS.has(node.type)) {
      const inner = node.type === "keyword" ? parent : node;
      waiting.push(...children(node).map((child) => [inner, child]));
    }
  }
};

const SIZE = /^(?:\w*_)?(?:shape|size)$/;

/** Whether an expression is written as the lengths of dimensions: a variable of such a name, `x.shape[1:]`, `x.size()`. */
const isSize = (node) => {
  switch (node.type) {
    case "Name":
      return SIZE.test(node.id);
    case "Attribute":
      return node.attr === "shape";
    case "Call":
      return node.func.type === "Attribute" && node.func.attr === "size" && !node.args.length && !node.keywords.length;
    case "Subscript":
      return node.slice.type === "Slice" && isSize(node.value);
    default:
      return false;
  }
};

const DTYPE_NAME = /^(?:\w*_)?dtype$/;

/** Whether an expression is written as a dtype: a variable or a member of such a name. */
const isDtype = (node) =>
  (node.type === "Name" && DTYPE_NAME.test(node.id)) || (node.type === "Attribute" && DTYPE_NAME.test(node.attr));

/** Names of optimizers, but for what one is made with: `optimizer_g`, not `optim_args`. */
const OPTIMIZER_NAME = /^(?:\w*_)?optim(?:izer)?(?:_(?!(?:\w+_)?(?:args|cfg|config|kwargs|name|opts|options|params|type)$)\w+)?$/i;
const LOADER_NAME = /loader$/i;

/** Whether an expression is written as what yields batches: `train_loader`. */
const isLoader = (node) =>
  (node.type === "Name" && LOADER_NAME.test(node.id)) || (node.type === "Attribute" && LOADER_NAME.test(node.attr));

/** Whether an expression is written as an optimizer. */
const isOptimizer = ({ type, id, attr }) => /^(?:Name|Attribute)$/.test(type) && OPTIMIZER_NAME.test(id ?? attr);

// Names of functions that make a Tensor or an array of what may be none.
const MAKERS = /^(?:\w*Tensor|tensor|as_tensor|from_numpy|asarray|array)$/;

/** Whether an expression makes a Tensor or an array of what a variable holds. */
const isMadeOf = (value, name) =>
  [...walk(value)].some(({ type, func, args }) => {
    const [argument] = type === "Call" ? args : [];
    return argument?.type === "Name" && argument.id === name && MAKERS.test(func.attr ?? func.id ?? "");
  });

const isMethodCall = ({ type, func }) => type === "Call" && func.type === "Attribute";

/** What one function, class or module body does with its variables, without what nested functions do. */
export class Body {
  constructor(node) {
    this.uses = new Map();
    this.calls = new Map();
    this.following = new Map();
    this.ofItem = new Map();
    /** The methods of whose result the second part alone is used: `x.max` of `x.max(1)[1]`, `_, i = x.max(1)`. */
    this.second = new Set();
    /** The members of which a member is read or called: `x.relu` of `x.relu.weight`. */
    this.inner = new Set();
    this.passed = new Map();
    /** Where a name is first bound to the Tensor that is made of what it was. */
    this.made = new Map();
    this.yields = false;
    const bound = new Set();
    const outside = new Set();
    for (const [parent, child] of pairs(node)) {
      this.note(parent, child, bound, outside);
    }
    /** The names that it binds anywhere. */
    this.bound = new Set([...bound].filter((name) => !outside.has(name)));
  }

  note(parent, child, bound, outside) {
    switch (child.type) {
      case "Name":
        if (child.ctx !== "Load") {
          bound.add(child.id);
        } else if (this.uses.has(child.id)) {
          this.uses.get(child.id).push([parent, child]);
        } else {
          this.uses.set(child.id, [[parent, child]]);
        }
        break;
      case "Attribute":
        if (isMethodCall(child.value)) {
          this.following.set(child.value.func, child.attr);
        } else if (child.value.type === "Subscript" && isMethodCall(child.value.value)) {
          this.ofItem.set(child.value.value.func, child.attr);
        } else if (child.value.type === "Attribute") {
          this.inner.add(child.value);
        }
        break;
      case "Call":
        this.calls.set(child.func, child);
        for (const each of child.args) {
          if (each.type === "Attribute") {
            this.passed.set(each, child);
          }
        }
        break;
      case "Subscript":
        if (isMethodCall(child.value) && child.slice.type === "Constant" && child.slice.value === 1n) {
          this.second.add(child.value.func);
        }
        break;
      case "Assign": {
        const [{ type, id, elts }] = child.targets;
        const isSecond = child.targets.length === 1 && type === "Tuple" && elts.length === 2 && elts[0].id === "_";
        if (isSecond && isMethodCall(child.value)) {
          this.second.add(child.value.func);
        }
        if (child.targets.length === 1 && type === "Name" && isMadeOf(child.value, id)) {
          this.made.set(id, Math.min(this.made.get(id) ?? Infinity, child.start));
        }
        break;
      }
      case "FunctionDef":
      case "AsyncFunctionDef":
      case "ClassDef":
        bound.add(child.name);
        break;
      case "Import":
      case "ImportFrom":
        for (const { name, asname } of child.names) {
          bound.add(asname ?? name.split(".", 1)[0]);
        }
        break;
      case "Global":
      case "Nonlocal":
        child.names.forEach((name) => outside.add(name));
        break;
      case "Yield":
      case "YieldFrom":
        this.yields = true;
        break;
      default:
    }
  }

  /**
   * Whether some use fits only a Tensor, and none fits none. `expected` says that a Tensor is usual there, as in a Module's
   * `forward`: then a use that fits is enough. Uses do not count from where a Tensor is made of the variable
   * (`x = torch.tensor(x)`): it was something else before.
   */
  looksLikeTensor(name, known, { expected = false } = {}) {
    const made = this.made.get(name) ?? Infinity;
    const found = (this.uses.get(name) ?? []).filter(([, { start }]) => start < made);
    const uses = found.map(([parent, child]) => this.use(parent, child, known));
    if (uses.includes(NO_TENSOR)) {
      return false;
    }
    const members = found.filter(([parent]) => parent.type === "Attribute").map(([parent]) => parent.attr);
    const isTelling = members.some((member) => member !== "numel");
    if (uses.includes(ONLY_TENSOR) || (isTelling && known.names.onlyTensorsHave(members))) {
      return true;
    }
    return (uses.includes(WITH_TENSOR) && members.length > 0) || (expected && uses.length > 0);
  }

  use(parent, child, known) {
    switch (parent.type) {
      case "Attribute":
        return this.ofMember(parent, parent.attr, known);
      case "Subscript": {
        const { value, slice } = parent;
        const isText = value === child && slice.type === "Constant" && typeof slice.value === "string";
        return isText ? NO_TENSOR : MAYBE_TENSOR;
      }
      case "Call":
        return parent.func === child ? NO_TENSOR : inCall(parent, child, known);
      case "BinOp": {
        const other = parent.left === child ? parent.right : parent.left;
        return isTensor(known.kindOf(other)) ? WITH_TENSOR : MAYBE_TENSOR;
      }
      case "Starred":
      case "withitem":
        return NO_TENSOR;
      case "For":
      case "AsyncFor":
        return parent.iter === child ? NO_TENSOR : MAYBE_TENSOR;
      case "Assign": {
        const [target, ...others] = parent.targets;
        return !others.length && (target.type === "Tuple" || target.type === "List") ? NO_TENSOR : MAYBE_TENSOR;
      }
      default:
        return MAYBE_TENSOR;
    }
  }

  /** Whether a member makes an expression that is no variable a Tensor. */
  ofExpression(attribute, known) {
    if (attribute.value.type === "Name" || !this.tellsOfAttribute(attribute)) {
      return false;
    }
    if (this.ofMember(attribute, attribute.attr, known) === ONLY_TENSOR) {
      return true;
    }
    // x.float().sum: a Module has the first member as well, and not the second
    const inner = attribute.value.type === "Call" ? attribute.value.func : undefined;
    if (inner?.type === "Attribute" && CASTS.has(inner.attr)) {
      return known.names.onlyTensorsHave([inner.attr, attribute.attr]);
    }
    const following = this.following.get(attribute); // of x.cpu().numpy, x itself
    return CASTS.has(attribute.attr) && following !== undefined && known.names.onlyTensorsHave([attribute.attr, following]);
  }

  /** The class of torch that a member tells of, whatever it belongs to; nothing for a member that others have as well. */
  toldClass(attribute) {
    if (attribute.attr === "numel" && isSize(attribute.value)) {
      return SHAPE.type;
    }
    if (OF_DTYPES.has(attribute.attr) && isDtype(attribute.value)) {
      return DTYPE;
    }
    if (attribute.attr === "sampler" && isLoader(attribute.value)) {
      return LOADER;
    }
    if (OF_OPTIMIZERS.has(attribute.attr) && isOptimizer(attribute.value)) {
      return OPTIMIZER;
    }
    return (this.calls.has(attribute) ? METHODS : ATTRIBUTES).get(attribute.attr);
  }

  /** Whether a member may tell of what it belongs to: of an object's attribute, few do. */
  tellsOfAttribute(attribute) {
    if (attribute.value.type !== "Attribute" || this.passed.has(attribute)) {
      return true;
    }
    return this.calls.has(attribute) && !HOLDERS.has(attribute.attr);
  }

  /** What a member says: one that only Tensors have, used as they allow it, makes a Tensor. */
  ofMember(attribute, member, known) {
    const entry = known.names.member(TENSOR, member);
    if (!entry || (READ_ONLY.has(member) && attribute.ctx !== "Load")) {
      return NO_TENSOR;
    }
    const taker = this.passed.get(attribute);
    if (taker && TENSOR_PARTS.has(member)) {
      return inCall(taker, attribute, known);
    }
    const call = this.calls.get(attribute);
    const isTensorOnly = known.names.tensorOnly.has(member);
    if (!call && entry.kind !== "property" && this.inner.has(attribute)) {
      return NO_TENSOR; // nobody reads a member of a method
    }
    if (!call) {
      return isTensorOnly && entry.kind === "property" ? ONLY_TENSOR : MAYBE_TENSOR;
    }
    const isStarred = call.args.some(({ type }) => type === "Starred");
    const isOnly = isTensorOnly || isForTensors(member, call);
    const others = isOnly ? OTHER_NAMES : {}; // an array's methods take the others' names as well
    const keywords = call.keywords.map(({ arg }) => others[arg] ?? arg);
    if (entry.kind === "property" || !(isStarred || entry.accepts(call.args.length, keywords))) {
      return NO_TENSOR;
    }
    if (member === "type" && call.args.length && isTensorClass(known.kindOf(call.args[0]))) {
      return ONLY_TENSOR;
    }
    if (PAIRS.has(member) && known.names.tensorOnly.has(this.ofItem.get(attribute))) {
      return ONLY_TENSOR;
    }
    if (this.second.has(attribute) && isPair(member, call)) {
      return ONLY_TENSOR;
    }
    if (member === "numel" && isSize(attribute.value)) {
      return MAYBE_TENSOR;
    }
    if (member === "backward" && call.args.length) {
      return MAYBE_TENSOR; // engines have it as well, and take the loss
    }
    return isOnly ? ONLY_TENSOR : MAYBE_TENSOR;
  }
}

const isTensorClass = (kind) => {
  const paths = optionsOf(kind)
    .map(({ tag, path }) => (tag === "Name" ? path : ""))
    .filter((path) => path !== TENSOR);
  return paths.length > 0 && paths.every((path) => TENSOR_CLASS.test(path));
};

const DIMENSIONS = ["dim", "keepdim", "start_dim", "end_dim", "descending"];
const OF_ARRAYS = ["0,1", "1,0", "-1,-2", "-2,-1", "0,-1", "-1,0", "1,-2", "-2,1"];

/**
 * Whether a member that other objects have as well is called as only that of a Tensor can be. Of an array, `size` is no
 * method, `dim` no keyword, `view` takes a dtype, `flatten` an order, `repeat` at most two arguments, `transpose` all axes; `cuda`
 * of a Module takes a device alone.
 */
const isForTensors = (member, call) => {
  const numbers = call.args.map(numberOf);
  const isCalledSo = {
    size: () => true,
    view: () => numbers.length > 2 || numbers.slice(0, 2).some((number) => number !== null),
    flatten: () => numbers.length > 0 && numbers[0] !== null,
    repeat: () => numbers.length > 2,
    cuda: () => numbers.length > 1 || call.keywords.some(({ arg }) => arg === "non_blocking"),
    transpose: () => numbers.length === 2 && !numbers.includes(null) && !OF_ARRAYS.includes(numbers.join(",")),
  };
  const found = Object.hasOwn(isCalledSo, member) && isCalledSo[member]();
  // Where one of these is called as they allow, its keywords say no more.
  const isSettled = found || (member === "transpose" && numbers.length === 2 && !numbers.includes(null));
  return isSettled ? found : call.keywords.some(({ arg }) => DIMENSIONS.includes(arg));
};

/**
 * Whether a method gives values and their indices. An array's `max(1)` gives one value a row, of which nobody takes the
 * second; of a column's, `points.max(0)[1]`, some do.
 */
const isPair = (member, call) => {
  const dim = call.args.length === 1 && !call.keywords.length ? numberOf(call.args[0]) : null;
  return PAIRS.has(member) && dim !== null && dim !== 0;
};

const numberOf = (node) => {
  const isNegative = node.type === "UnaryOp" && node.op === "USub" && node.operand.type === "Constant";
  const { type, value } = isNegative ? node.operand : node;
  if (type !== "Constant" || (typeof value !== "bigint" && typeof value !== "boolean")) {
    return null;
  }
  return isNegative ? -Number(value) : Number(value);
};

const inCall = (node, child, known) => {
  if (node.func.type === "Attribute" && node.func.attr === "save_for_backward") {
    return ONLY_TENSOR;
  }
  const index = node.args.indexOf(child);
  for (const callee of optionsOf(known.kindOf(node.func))) {
    if (callee.tag === "Name" && known.names.belongs(callee.path)) {
      const entry = known.names.find(callee.path);
      if (entry && index >= 0 && index < entry.tensorsFirst) {
        return ONLY_TENSOR;
      }
    } else if (callee.tag === "Name" && NUMBERS.has(callee.path.replace(/^builtins\./, ""))) {
      return NO_TENSOR;
    } else if (callee.tag === "Member" && isTensor(callee.receiver) && index >= 0) {
      const isScaled = SCALING.has(callee.name) && node.keywords.some(({ arg }) => arg === "alpha");
      if (isScaled || known.names.member(TENSOR, callee.name)?.wantsTensor(index)) {
        return ONLY_TENSOR;
      }
    } else if (callee.tag === "Value" && known.names.isA(callee.type, MODULE)) {
      return ONLY_TENSOR;
    }
  }
  return known.wantsTensor(node, child) ? ONLY_TENSOR : MAYBE_TENSOR;
};
