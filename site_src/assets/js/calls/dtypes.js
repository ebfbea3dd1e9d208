// The class of dtype that a Tensor has, where the text shows it: Paddle's operators take no Tensors of two classes.

import { BOOL, FLOAT, INT, isTensor } from "./kinds.js";
import { lastPart } from "./names.js";

/** The classes between which Paddle's operators do not convert, the lowest first. */
export const CLASSES = Object.freeze({ BOOL: "bool", INT: "int", FLOAT: "float" });

const NAMES = /^(?:torch\.)?(?:(bool)|(u?int\d*|long|short)|(float\d*|bfloat16|half|double))$/;
const words = (text) => new Set(text.split(" "));
// Functions and methods that give truth values, whatever they are given.
const TRUTHS = words("eq ne gt ge lt le isnan isinf isfinite logical_and logical_or logical_xor logical_not isin");
// Those that give truth values, but of uint8 uint8.
const QUANTIFIERS = words("any all");
const INTEGERS = words("argmax argmin argsort count_nonzero randint randperm one_hot bincount searchsorted");
// Those that give floats, whatever real numbers they are given.
const FLOATS = words(
  "sqrt rsqrt exp log log2 log10 log1p sin cos tan sigmoid tanh softmax log_softmax mean std erf reciprocal rand randn " +
    "linspace normal softplus gelu",
);
// Those that give floats unless a dtype is passed.
const FILLED = words("zeros ones empty eye");
const LIKE = words("zeros_like ones_like rand_like randn_like empty_like new_zeros new_ones");
// Those whose result has the dtype of their first Tensor.
const KEPT = words(
  "abs clone contiguous cpu cuda detach expand expand_as flatten flip gather index_select masked_fill narrow neg permute " +
    "repeat repeat_interleave reshape roll select squeeze t tile transpose tril triu unsqueeze view view_as",
);
// Methods that convert to a dtype.
const CASTS = new Map([
  ...["float", "double", "half", "bfloat16"].map((name) => [name, CLASSES.FLOAT]),
  ...["long", "int", "short", "char", "byte"].map((name) => [name, CLASSES.INT]),
  ["bool", CLASSES.BOOL],
]);
const NUMBERS = new Map([[INT, CLASSES.INT], [FLOAT, CLASSES.FLOAT], [BOOL, CLASSES.BOOL]]);
const ORDER = Object.values(CLASSES);
const DEEPEST = 30;

/** How high a class stands; one that is not known, above all. */
export const rank = (found) => (found === undefined ? ORDER.length : ORDER.indexOf(found));

/** The classes of the dtypes of the Tensors in one text. */
export class Dtypes {
  constructor(inference, references, text) {
    Object.assign(this, { inference, references, text, variables: inference.displays.variables, found: new Map(), depth: 0 });
  }

  /** The class of the dtype of a Tensor; undefined for anything else, and where the text does not show it. */
  of(node) {
    if (!this.found.has(node)) {
      if (this.depth > DEEPEST) {
        return undefined;
      }
      this.found.set(node, undefined); // of a variable that depends on itself
      this.depth += 1;
      this.found.set(node, isTensor(this.inference.kind(node)) ? this.shown(node) : undefined);
      this.depth -= 1;
    }
    return this.found.get(node);
  }

  shown(node) {
    switch (node.type) {
      case "Compare":
        return CLASSES.BOOL;
      case "UnaryOp":
        return this.of(node.operand);
      case "Subscript":
      case "NamedExpr":
        return this.of(node.value);
      case "BinOp":
        return ["BitAnd", "BitOr", "BitXor"].includes(node.op) ? this.bitwise(node) : this.arithmetic(node);
      case "IfExp":
        return this.same([node.body, node.orelse]);
      case "Name":
        return this.ofVariable(node);
      case "Call":
        return this.ofCall(node);
      default:
        return undefined;
    }
  }

  same(nodes) {
    const found = new Set(nodes.map((node) => this.of(node)));
    return found.size === 1 ? [...found][0] : undefined;
  }

  bitwise({ left, right }) {
    const found = new Set([left, right].map((each) => (each.type === "Compare" ? CLASSES.BOOL : this.of(each))));
    return found.size === 1 ? [...found][0] : undefined;
  }

  arithmetic({ left, op, right }) {
    const found = [this.operand(left), this.operand(right)];
    if (found.includes(CLASSES.FLOAT)) {
      return CLASSES.FLOAT;
    }
    if (found.includes(undefined)) {
      return undefined;
    }
    return op === "Div" ? CLASSES.FLOAT : ORDER[Math.max(...found.map(rank))];
  }

  operand(node) {
    const kind = this.inference.kind(node);
    return isTensor(kind) ? this.of(node) : NUMBERS.get(kind);
  }

  /** What every statement that binds a variable gives it; a parameter counts from where its function binds it anew. */
  ofVariable(node) {
    const places = this.variables.places(node) ?? this.variables.rebound(node);
    const bound = places.filter(({ ctx }) => ctx !== "Load").map((place) => [place, this.variables.parents.get(place)]);
    const isPlain = ([place, { type, targets }]) => type === "Assign" && targets.length === 1 && targets[0] === place;
    return bound.length && bound.every(isPlain) ? this.same(bound.map(([, { value }]) => value)) : undefined;
  }

  ofCall(node) {
    const { func, args, keywords } = node;
    const path = this.references.path(func);
    let name = lastPart(path);
    let [first] = args;
    if (!path && func.type === "Attribute" && isTensor(this.inference.kind(func.value))) {
      name = func.attr;
      if (CASTS.has(name)) {
        return CASTS.get(name);
      }
      if (name === "to" || name === "type") {
        return this.cast(node);
      }
      first = func.value;
    }
    if (!name || keywords.some(({ arg }) => arg === null)) {
      return undefined;
    }
    const dtype = keywords.find(({ arg }) => arg === "dtype");
    if (dtype) {
      return this.named(dtype.value);
    }
    if (TRUTHS.has(name) || (QUANTIFIERS.has(name) && first && this.of(first) !== CLASSES.INT)) {
      return CLASSES.BOOL;
    }
    if (INTEGERS.has(name)) {
      return CLASSES.INT;
    }
    if (FLOATS.has(name) || FILLED.has(name)) {
      return CLASSES.FLOAT;
    }
    if (name === "clamp" && first && this.of(first) === CLASSES.FLOAT) { // its bounds may be of more
      return CLASSES.FLOAT;
    }
    if ((KEPT.has(name) && !args.some((each) => this.named(each))) || LIKE.has(name)) {
      return first && this.of(first);
    }
    if (name === "arange" && args.length) {
      // A bound of which nothing is known counts as an integer: to convert a float like another one changes nothing.
      return args.some((each) => NUMBERS.get(this.inference.kind(each)) === CLASSES.FLOAT) ? CLASSES.FLOAT : CLASSES.INT;
    }
    return undefined;
  }

  /** What `to` or `type` of a Tensor gives. */
  cast({ func, args, keywords }) {
    const named = [...args, ...keywords.map(({ value }) => value)].map((each) => this.named(each)).find(Boolean);
    if (named || func.attr === "type") {
      return named;
    }
    const mayName = args.some((each) => each.type !== "Constant" && !this.text.of(each).includes("device"));
    return mayName || keywords.some(({ arg }) => arg === "dtype") ? undefined : this.of(func.value);
  }

  /** The class of a dtype that is written as one. */
  named(node) {
    const found = NAMES.exec(this.references.path(node));
    return found ? ORDER[found.slice(1).findIndex((group) => group !== undefined)] : undefined;
  }
}
