// Indices that Paddle reads otherwise: lists that torch takes for tuples, what sets a view (migration notes 33, 46 and 48).

import { Decision } from "../rewriting/decide.js";
import { TENSOR, UNKNOWN, isNumber, isTensor, optionsOf } from "../knowledge/kinds.js";
import { ELLIPSIS } from "../python/values.js";
import { isSurelyChanged, pathOf } from "../facts/result_facts.js";
import { VERDICTS } from "../site.js";
import { isPlace, walk } from "../text/syntax.js";
import { parenthesised } from "../model/template.js";
import { Decider } from "./uses.js";
import { ViewedChanges } from "./viewed_changes.js";
import { changesView } from "../facts/view_changes.js";
import { TURNED, isEllipsis, itemsOf, skips } from "../facts/views.js";

const words = (text) => new Set(text.split(" "));
// Members that give a view with the strides of the Tensor.
const SAME = words("view squeeze unsqueeze detach");
// Functions and members that give Tensors of their own, to which the text gives no other name.
const FRESH = words(
  "bmm cat clone cumsum empty full gather index_select matmul mm ones rand randn repeat repeat_interleave sort stack " +
    "topk where zeros",
);
const PARAMETER_LIST = "torch.nn.ParameterList";
// The operators that masks are joined by.
const OF_MASKS = words("BitAnd BitOr BitXor");
// The classes of values in a list that make torch take it for a tuple of indices.
const INDICES = words("list tuple slice ellipsis None numpy.ndarray");
const SETS = "它是不连续的视图，以 Tensor 或列表索引赋值时，Paddle 会写到别的位置，请先 `contiguous()`，或改用 `paddle.where`";

const MASK_AFTER_ELLIPSIS = "bool 的 Tensor 不止一维时，Paddle 不能把它与 `...` 写在同一个下标中，请把 `...` 换成几个 `:`";
const SETS_NUMBER =
  "以不在最前面的掩码赋一个数时，Paddle 可能写到别的元素，请先把下标存进变量，" +
  "再写成 `x[:, mask] = paddle.full_like(x[:, mask], 数)`";
// Functions and members that give another result, or change something, when they are called again.
const CHANGING = /rand|bernoulli|multinomial|dropout|sample|normal|_$/;
const SETS_VIEW =
  "需要梯度时，对 `x[0]`、`x.view(-1)` 这样的视图再取下标赋值，Paddle 在 CPU 上求得的梯度不对而不报错；" +
  "写成对原来的 Tensor 的一次下标，如 `x[0, 1] = 5`";
const EITHER =
  "下标有时是整数的列表，有时是几个下标的列表：PyTorch 把后者当作元组，Paddle 都当作一个下标，后者请写成 `x[tuple(index)]`";
const OVERLAPS =
  "等号两边是同一个 Tensor 重叠的两部分时，PyTorch 一边读一边写，读到的可能是刚写下的，Paddle 先取出右边再写；" +
  "两边要一致，都在右边加 `clone()`";

/** Decides the indices of one text. */
export class IndexUses extends Decider {
  constructor(uses, layers) {
    super(uses);
    const { variables } = this.inference.displays;
    Object.assign(this, { layers, variables, reaching: this.inference.reaching, strided: new Map(), copied: new Set() });
    this.viewed = new ViewedChanges(this.inference);
  }

  /** Decides one index; most are the same in Paddle, and no use. */
  decide(node) {
    if (this.uses.isMixed) {
      return;
    }
    if (this.layers.decide(node)) {
      return;
    }
    const { slice } = node;
    if (slice.type === "Slice" && node.ctx === "Load" && this.isA(node.value, PARAMETER_LIST)) {
      const { edits } = this.uses;
      const part = `list(${edits.text(node.value.start, node.value.end)})${edits.text(node.value.end, node.end)}`;
      const answer = this.knowledge.answer(PARAMETER_LIST);
      this.uses.write(node, `paddle.nn.ParameterList(${part})`, PARAMETER_LIST, VERDICTS.ARGUMENTS, { answer });
      return;
    }
    const kind = this.inference.kind(node.value);
    const isTuple = slice.type === "List" && this.isTuple(slice) && isTensor(kind);
    const items = isTuple ? slice.elts : itemsOf(node);
    if (isTensor(kind) || kind === UNKNOWN) {
      this.writeMasks(node, items);
    }
    if (isTuple) {
      this.writeTuple(node, slice);
    }
    const spread = this.spread(slice);
    if (spread.length && isTensor(kind) && isType(this.inference.kind(slice), "list")) {
      const areTuples = this.areTuples(slice, new Set());
      if (areTuples.size > 1) {
        this.uses.add(node, apiOf(node), VERDICTS.REWRITE, EITHER);
        return;
      }
      if (!areTuples.has(false)) {
        const written = `tuple(${this.uses.edits.text(slice.start, slice.end)})`;
        this.uses.write(node, written, apiOf(node), VERDICTS.ARGUMENTS, { span: slice });
      }
    }
    const mask = items.some(isEllipsis) && items.find((item) => this.isWideMask(item));
    if (mask) {
      const reason = this.refused(node, items);
      if (reason) {
        this.uses.add(node, apiOf(node), VERDICTS.REWRITE, reason);
        return;
      }
      this.writeSlices(node, items[0], mask);
    }
    let advanced = spread.length ? [false, spread.some(isAdvanced)] : items.map((item) => this.isAdvanced(item));
    if (!advanced.includes(true) && node.ctx === "Load" && !isSurelyChanged(node, this.inference)) {
      advanced = items.map((item) => this.isUnknown(item));
    }
    if (!advanced.includes(true) || !this.isStrided(node.value)) {
      if (node.ctx === "Store" && changesView(node.value, this.inference)) {
        this.remind(node, [SETS_VIEW]);
      }
      if (node.ctx === "Store") {
        this.remind(node, this.viewed.byIndex(node));
      }
      if (node.ctx === "Store" && this.mayOverlap(node, items)) {
        this.remind(node, [OVERLAPS]);
      }
      return;
    }
    if (node.ctx !== "Load") {
      const isMask = items.length === 1 && this.inference.dtypes.of(items[0]) === "bool";
      if (isMask && this.isSetToNumber(node)) {
        return;
      }
      const values = this.unnamed(node.value);
      if (values.length) {
        this.copy(node, values);
      } else {
        this.uses.add(node, `${TENSOR}.__setitem__`, VERDICTS.REWRITE, SETS);
      }
    } else if (advanced.lastIndexOf(true) > 0) {
      const { end } = node.value;
      this.uses.write(node, ".contiguous()", `${TENSOR}.__getitem__`, VERDICTS.ARGUMENTS, { span: { start: end, end } });
    }
  }

  /** Decides the number that an index sets: behind another index, Paddle's mask needs a Tensor, of one element for each, or it sets others or refuses. */
  decideAssigned({ targets, value }) {
    for (const target of targets) {
      if (this.uses.isMixed || target.type !== "Subscript" || !this.masksLater(target) || !this.isSetToNumber(target)) {
        continue;
      }
      if (targets.length > 1 || !isPlace(target.value) || !this.isLasting(target.slice)) {
        this.uses.add(target, apiOf(target), VERDICTS.REWRITE, SETS_NUMBER);
        continue;
      }
      const [number, chosen] = [value, target].map(({ start, end }) => this.uses.edits.text(start, end));
      const span = { start: value.start, end: value.end };
      this.uses.write(target, `paddle.full_like(${chosen}, ${number})`, apiOf(target), VERDICTS.ARGUMENTS, { span });
    }
  }

  /** Whether an index is the same when it is written twice: it calls only what computes something of Tensors or arrays. */
  isLasting(index) {
    return [...walk(index)].every(({ type, func }) => type !== "NamedExpr" && (type !== "Call" || this.computes(func)));
  }

  computes(func) {
    if (func.type !== "Attribute" || CHANGING.test(func.attr)) {
      return false;
    }
    return pathOf(func, this.inference) !== "" || isArray(this.inference.kind(func.value));
  }

  /** Whether a mask may stand behind another index than whole numbers, in an index of a Tensor. */
  masksLater(node) {
    const kind = this.inference.kind(node.value);
    const items = itemsOf(node);
    const first = items.findIndex((item) => !isType(this.inference.kind(item), "int"));
    const later = first < 0 ? [] : items.slice(first + 1);
    if (isTensor(kind) && !(later.length && this.isOfIntegers(items[first]))) {
      return later.some((item) => this.mayMask(item));
    }
    return (kind === UNKNOWN || isTensor(kind)) && later.some((item) => this.isMask(item));
  }

  /** Whether an index is several integers, beside which another that may be a mask is one as well. */
  isOfIntegers(item) {
    const kind = this.inference.kind(item);
    return isType(kind, "range") || (isTensor(kind) && this.inference.dtypes.of(item) === "int64");
  }

  isMask(item) {
    return isTensor(this.inference.kind(item)) && this.inference.dtypes.of(item) === "bool";
  }

  /** Writes Tensors of uint8 as booleans: torch takes them for masks, as before it had booleans, which Paddle refuses. */
  writeMasks(node, items) {
    for (const item of items) {
      if (isTensor(this.inference.kind(item)) && this.inference.dtypes.of(item) === "uint8") {
        const { start, end } = item;
        const written = `${parenthesised(this.uses.edits.text(start, end))}.astype('bool')`;
        this.uses.write(node, written, apiOf(node), VERDICTS.ARGUMENTS, { span: { start, end } });
      }
    }
  }

  /** Whether an index may be a mask: one whose dtype the text does not show, too, for which a Tensor is as right. */
  mayMask(item) {
    if (item.type === "List") {
      return item.elts.some(({ type, value }) => type === "Constant" && typeof value === "boolean");
    }
    return isArray(this.inference.kind(item)) && (this.inference.dtypes.of(item) ?? "bool") === "bool";
  }

  /** Whether an expression is an object of a class of torch, or of one that derives from it. */
  isA(node, path) {
    const kind = this.inference.kind(node);
    return kind.tag === "Value" && this.names.isA(kind.type, path);
  }

  remind(node, warnings) {
    if (warnings.length) {
      const reminded = Decision(VERDICTS.VERBATIM, "", { warnings });
      this.uses.add(node, `${TENSOR}.__setitem__`, VERDICTS.VERBATIM, "", { decision: reminded });
    }
  }

  /** Whether what is set is another part of the Tensor that it is set to, and the text does not show the two apart. */
  mayOverlap(node, items) {
    const { text } = this.uses;
    const parent = this.uses.parent(node);
    const source = parent.type === "Assign" && parent.targets.length === 1 && parent.targets[0] === node ? parent.value : undefined;
    if (source?.type !== "Subscript" || text.of(source.value) !== text.of(node.value)) {
      return false;
    }
    const others = itemsOf(source);
    const differing = items.map((item, place) => [item, others[place]]).filter(([one, other]) => other && text.of(one) !== text.of(other));
    const isShifted = differing.length > 0 && items.length === others.length && !differing.some(areApart);
    return isShifted && isTensor(this.inference.kind(node.value));
  }

  /** Whether torch takes a list for a tuple of indices: one of Tensors, sequences, slices or None among others. */
  isTuple({ elts }) {
    return elts.some((each) => isIndex(this.inference.kind(each)));
  }

  /** The kinds of the indices in a tuple that a variable or a call gives, or in a list that torch takes for one. */
  spread(index) {
    const { tag, type, items } = this.inference.kind(index);
    const isDisplay = index.type === "Tuple" || index.type === "List";
    const isOne = !isDisplay && tag === "Value" && (type === "tuple" || (type === "list" && items.some(isIndex)));
    return isOne ? items : [];
  }

  /** Tells of each list that an index may be whether torch takes it for a tuple of indices. */
  areTuples(index, asked) {
    const given = asked.has(index) ? [] : this.given(index);
    if (given.length) {
      return new Set(given.flatMap((each) => [...this.areTuples(each, new Set([...asked, index]))]));
    }
    const { tag, type, items } = this.inference.kind(index);
    if (tag !== "Value") {
      return new Set([false]);
    }
    return new Set(items.length ? [type === "tuple" || items.some(isIndex)] : []);
  }

  /** Whether the items of a list may be others than those that it is bound with: `where[1] = slice(2)`. */
  isFilled(variable) {
    const around = this.variables.everywhere(variable).map((each) => this.variables.parents.get(each));
    return around.some(({ type, ctx }) => type === "Attribute" || type === "AugAssign" || (type === "Subscript" && ctx === "Store"));
  }

  /** The expressions one of which an index is, where it is a name, or a function of the text gives it. */
  given(index) {
    if (index.type === "Name" && !this.isFilled(index)) {
      const passed = this.inference.passed(index);
      return passed.length ? passed : (this.reaching.values(index) ?? []);
    }
    if (index.type === "Attribute") {
      return this.inference.setTo(index);
    }
    return index.type === "Call" ? this.inference.returned(index) : [];
  }

  /** Writes `x[[i, j]]` as `x[i, j]`: in Paddle, the list stands for one index. */
  writeTuple(node, { start, end, elts }) {
    const inner = this.uses.edits.text(start + 1, end - 1);
    const comma = elts.length === 1 && !inner.trimEnd().endsWith(",") ? "," : "";
    this.uses.write(node, inner + comma, apiOf(node), VERDICTS.ARGUMENTS, { span: { start, end } });
  }

  /** Whether an index is a Tensor of booleans of several dimensions, which Paddle takes for one dimension beside an ellipsis. */
  isWideMask(item) {
    return this.isMask(item) && (this.inference.ndims.of(item) ?? 0) > 1;
  }

  /** Why an ellipsis beside such a mask is left to a person: it is not all that stands before it, or what is set is a view. */
  refused(node, items) {
    if (items.length !== 2 || !isEllipsis(items[0]) || !isPlace(node.value)) {
      return MASK_AFTER_ELLIPSIS;
    }
    return node.ctx !== "Load" && this.isStrided(node.value) ? SETS : "";
  }

  /** Writes `x[..., mask]` with as many slices in the place of the ellipsis as it stands for. */
  writeSlices(node, ellipsis, mask) {
    const [tensor, index] = [node.value, mask].map(({ start, end }) => this.uses.edits.text(start, end));
    const written = `(slice(None),) * (${tensor}.ndim - ${this.inference.ndims.of(mask)}) + (${index},)`;
    this.uses.write(node, written, apiOf(node), VERDICTS.ARGUMENTS, { span: { start: ellipsis.start, end: mask.end } });
  }

  /** Whether the elements that an index chooses are set to one number. */
  isSetToNumber(node) {
    const parent = this.uses.parent(node);
    return parent.type === "Assign" && isNumber(this.inference.kind(parent.value));
  }

  isAdvanced(item) {
    return item.type === "List" || isAdvanced(this.inference.kind(item));
  }

  /** Whether an index may be a mask or several integers as well as a number; sums are taken for numbers. */
  isUnknown(item) {
    const isSum = item.type === "BinOp" && !OF_MASKS.has(item.op);
    return !isSum && item.type !== "Slice" && this.inference.kind(item) === UNKNOWN;
  }

  /** Whether an expression is a view whose elements do not lie one behind the other, or may not. */
  isStrided(node) {
    if (!this.strided.has(node)) {
      this.strided.set(node, false); // of a variable that is bound to a view of itself, its other values tell
      this.strided.set(node, isTensor(this.inference.kind(node)) && this.isView(node));
    }
    return this.strided.get(node);
  }

  isView(node) {
    const member = node.type === "Call" && node.func.type === "Attribute" ? node.func : node;
    if (node.type === "Name") {
      return this.isStridedVariable(node);
    }
    if (node.type === "Subscript") {
      const items = itemsOf(node);
      return !items.some((item) => this.isAdvanced(item)) && (skips(items) || this.isStrided(node.value));
    }
    if (member.type === "Attribute" && TURNED.has(member.attr)) {
      return true;
    }
    return member !== node && SAME.has(member.attr) && this.isStrided(member.value);
  }

  /** Whether all statements that bind a variable bind it to such a view, made of something else or of itself. */
  isStridedVariable(node) {
    const values = this.bound(node);
    return values.length > 0 && values.every((value) => this.isStrided(value));
  }

  /** What the statements that may have bound a variable bind it to; none where one is another name, or no assignment. */
  bound(node) {
    const found = this.reaching.before(node, this.reaching.statement(node));
    const statements = found.filter(({ ctx }) => ctx !== "Load").map((place) => this.variables.parents.get(place));
    const isPlain = ({ type, targets, value }) => type === "Assign" && targets.length === 1 && value.type !== "Name";
    return statements.every(isPlain) ? statements.map(({ value }) => value) : [];
  }

  /** The views that a variable is bound to, where the Tensors that they are of have no name that shows what is set. */
  unnamed(node) {
    const values = node.type === "Name" ? this.bound(node) : [];
    return values.every(isFresh) ? values : [];
  }

  /** Makes a variable hold Tensors of their own where it is bound, in which Paddle sets the right places. */
  copy(node, values) {
    for (const value of values.filter((each) => !this.copied.has(each))) {
      this.copied.add(value);
      const { end } = value;
      this.uses.write(node, ".contiguous()", `${TENSOR}.__setitem__`, VERDICTS.ARGUMENTS, { span: { start: end, end } });
    }
  }
}

/** Whether an expression gives a new Tensor, or a view of one: `x.sort(-1)[0][:, :n]`. */
const isFresh = ({ type, value, func }) => {
  if (type === "Subscript" || type === "Attribute") {
    return isFresh(value);
  }
  if (type !== "Call" || func.type !== "Attribute") {
    return false;
  }
  return FRESH.has(func.attr) || ((TURNED.has(func.attr) || SAME.has(func.attr)) && isFresh(func.value));
};

const isType = ({ tag, type }, name) => tag === "Value" && type === name;

const isArray = (kind) => isType(kind, "numpy.ndarray") || isTensor(kind);

/** Whether an index chooses elements one by one. */
const isAdvanced = (kind) => optionsOf(kind).some((each) => isArray(each) || isType(each, "list"));

/** Whether a value in a list makes torch take that for a tuple of indices. */
const isIndex = (kind) => [kind, ...optionsOf(kind)].some((each) => isTensor(each) || (each.tag === "Value" && INDICES.has(each.type)));

const apiOf = ({ ctx }) => `${TENSOR}.${ctx === "Load" ? "__getitem__" : "__setitem__"}`;

const endsBefore = ({ upper }, { lower }) =>
  typeof upper?.value === "bigint" && typeof lower?.value === "bigint" && upper.value <= lower.value;

/** Whether two indices of a dimension take no element both, or one alone; slices with a step count as such. */
const areApart = ([one, other]) =>
  one.type !== "Slice" || other.type !== "Slice" || one.step || other.step || endsBefore(one, other) || endsBefore(other, one);
