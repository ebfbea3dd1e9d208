// The numbers with which a text leaves values out: `-inf` or large negative ones that it writes into a Tensor.

import { lastPart } from "../knowledge/names.js";
import { LOWEST } from "../model/when.js";
import { isInt } from "../python/values.js";
import { TensorFacts } from "./tensor_facts.js";
import { GIVING_VIEWS, KEPT } from "./view_members.js";

const words = (text) => text.split(" ");
const FINITE = new Set(["lowest"]);
const INFINITE = new Set(["lowest", "minus_inf"]);
const NONE = new Set();
/** Functions and methods whose result has what any of their arguments has. */
const FILLED = new Set(
  words(
    "add add_ as_tensor cat concat concatenate fill fill_ full full_like index_fill index_fill_ masked_fill masked_fill_ mul mul_ " +
      "multiply new_full new_tensor scatter scatter_ stack tensor where",
  ),
);
/** Those whose result has what their Tensor has. */
const SAME = new Set([
  ...GIVING_VIEWS,
  ...KEPT,
  ...words("clone detach div div_ divide expand flip log_softmax repeat repeat_interleave requires_grad_ roll sub sub_ subtract tile"),
  ...words("tril tril_ triu triu_ true_divide"),
]);
/** What writes numbers into a Tensor: see `changes` of `reaching.js`. */
const CHANGING = new Set(["", "+=", "add", "fill", "index_fill", "masked_fill", "scatter"]);
const CAUSAL = "generate_square_subsequent_mask";
/** More than the exponents of numbers that mask: `-2**32 + 1`. */
const MOST_POWER = 64;
const INFINITIES = new Set(["inf", "Inf", "infty"]);

/** The text that `float` is given; undefined where an expression is nothing of the sort. */
const floatText = ({ type, func, args }) => {
  const isFloat = type === "Call" && func.type === "Name" && func.id === "float" && args.length === 1;
  return isFloat && args[0].type === "Constant" && typeof args[0].value === "string" ? args[0].value.trim().toLowerCase() : undefined;
};

const union = (sets) => new Set(sets.flatMap((each) => [...(each ?? NONE)]));

/**
 * Which of the contents `lowest` and `minus_inf` the Tensors and numbers in one text may have: those that a mask, an assignment or
 * an addition puts there that may have run.
 */
export class Masks extends TensorFacts {
  /** What one of several expressions may have. */
  anyOf(nodes) {
    return union(nodes.map((each) => this.of(each)));
  }

  has() {
    return true; // a number, too, and what is no Tensor for all that is known
  }

  shown(node) {
    const { type, op, left, right } = node;
    switch (type) {
      case "Name":
        return this.orConstant(this.anyOf(this.held(node)), node);
      case "Attribute":
        return this.ofAttribute(node);
      case "UnaryOp":
        return op === "USub" ? this.large(node.operand) : NONE;
      case "BinOp": {
        if (op === "Add" || op === "Mult") {
          return this.anyOf([left, right]);
        }
        const found = op === "Sub" || op === "Div" ? this.anyOf([left]) : NONE;
        return op === "Sub" && !found.size ? this.large(right) : found;
      }
      case "Subscript":
        return this.anyOf([node.value]);
      case "List":
      case "Tuple":
        return this.anyOf(node.elts);
      case "IfExp":
        return this.anyOf([node.body, node.orelse]);
      case "Call":
        return this.ofCall(node);
      default:
        return NONE;
    }
  }

  /** What may be bound to a variable, or written into what it holds before it is read there. */
  held(node) {
    const { reaching } = this.inference;
    const changes = reaching.earlierChanges(node).filter(({ by }) => CHANGING.has(by));
    const given = [...this.inference.passed(node), this.inference.default(node)].filter(Boolean);
    const items = reaching.items(node).flatMap(({ whole, index }) => this.item(whole, index));
    return [...reaching.some(node).values, ...items, ...given, ...changes.flatMap(({ operands }) => operands ?? [])];
  }

  /** What an unpacked item may be; the whole where it is not written which. */
  item(whole, index) {
    const returned = whole.type === "Call" ? this.inference.returned(whole) : [];
    return (returned.length ? returned : [whole]).flatMap((each) => {
      if (each.type !== "Tuple" || index === undefined || index >= each.elts.length) {
        return [each];
      }
      return each.elts.some(({ type }) => type === "Starred") ? each.elts : [each.elts[index]];
    });
  }

  ofAttribute(node) {
    if (GIVING_VIEWS.has(node.attr) || node.attr === "data") {
      return this.anyOf([node.value]);
    }
    if (node.attr === "min" && this.isFinfo(node.value)) {
      return FINITE;
    }
    const constant = this.inference.constant(node);
    return this.orConstant(this.anyOf(constant ? [constant] : this.inference.setTo(node)), node);
  }

  /** What was found, or else what a number has that a module names, such as `numpy.NINF`. */
  orConstant(found, node) {
    if (found.size) {
      return found;
    }
    const kind = this.inference.kind(node);
    return kind.tag === "Name" && kind.path === "numpy.NINF" ? INFINITE : NONE;
  }

  ofCall(node) {
    const text = floatText(node);
    if (text !== undefined) {
      return text === "-inf" || text === "-infinity" ? INFINITE : NONE;
    }
    const { name, first } = this.called(node);
    if (name === CAUSAL) {
      return INFINITE;
    }
    const given = first ? [first] : [];
    if (FILLED.has(name)) {
      return this.anyOf([...given, ...node.args, ...node.keywords.map(({ value }) => value)]);
    }
    return this.anyOf(SAME.has(name) ? given : this.inference.returned(node));
  }

  /** What the negative of an expression has: of a large number, or of a mask times one. */
  large(node) {
    const text = floatText(node);
    if (text !== undefined) {
      return ["inf", "+inf", "infinity"].includes(text) ? INFINITE : NONE;
    }
    switch (node.type) {
      case "Constant": {
        const isNumber = typeof node.value === "number" || typeof node.value === "bigint";
        const number = isNumber ? Number(node.value) : 0;
        return number === Infinity ? INFINITE : -number <= LOWEST ? FINITE : NONE;
      }
      case "BinOp": {
        if (node.op === "Pow" && isInt(node.left.value) && isInt(node.right.value)) {
          return -(Number(node.left.value) ** Math.min(Number(node.right.value), MOST_POWER)) <= LOWEST ? FINITE : NONE;
        }
        const found = node.op === "Mult" ? this.large(node.left) : NONE;
        return node.op === "Mult" && !found.size ? this.large(node.right) : found;
      }
      case "Attribute":
        return node.attr === "max" && this.isFinfo(node.value) ? FINITE : this.largeOf(node);
      case "Name":
        return this.largeOf(node);
      default:
        return NONE;
    }
  }

  largeOf(node) {
    const kind = this.inference.kind(node);
    if (kind.tag === "Name" && INFINITIES.has(lastPart(kind.path))) {
      return INFINITE;
    }
    const values = node.type === "Name" ? this.inference.reaching.some(node).values : this.inference.setTo(node);
    return union(values.filter(({ type }) => type === "Constant" || type === "Call").map((each) => this.large(each)));
  }

  /** Whether an expression gives the limits of a dtype, `torch.finfo(x.dtype)`, or is a variable of them. */
  isFinfo(node) {
    const made = node.type === "Name" ? this.inference.reaching.some(node).values : [node];
    return made.some((each) => each.type === "Call" && this.isNamed(each.func, "finfo"));
  }

  isNamed(node, name) {
    const kind = this.inference.kind(node);
    return kind.tag === "Name" && lastPart(kind.path) === name;
  }
}
