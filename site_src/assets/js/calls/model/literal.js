// Python literals in syntax trees, and source text of small expressions in Python's own writing.

import { Complex, ELLIPSIS, PythonSet, Tuple, isNumber, isReal, repr } from "../python/values.js";
import { parseExpression } from "../text/syntax.js";

/** What `literalOf` gives for an expression that is no literal; None is a literal. */
export const NO_LITERAL = Symbol("no literal");

const all = (nodes) => {
  const found = nodes.map((node) => (node ? literalOf(node) : NO_LITERAL));
  return found.includes(NO_LITERAL) ? NO_LITERAL : found;
};

/** The value of a literal, as `ast.literal_eval` gives it. */
export const literalOf = (node) => {
  switch (node.type) {
    case "Constant":
      return node.value;
    case "Tuple": {
      const items = all(node.elts);
      return items === NO_LITERAL ? NO_LITERAL : Tuple.from(items);
    }
    case "List":
      return all(node.elts);
    case "Set": {
      const items = all(node.elts);
      return items === NO_LITERAL ? NO_LITERAL : new PythonSet(items);
    }
    case "Dict": {
      const parts = [all(node.keys), all(node.values)];
      return parts.includes(NO_LITERAL) ? NO_LITERAL : new Map(parts[0].map((key, index) => [key, parts[1][index]]));
    }
    case "UnaryOp":
      return signed(node);
    case "BinOp":
      return complexOf(node);
    default:
      return NO_LITERAL;
  }
};

const negative = (value) => (value instanceof Complex ? new Complex(-value.imaginary, -value.real) : -value);

const signed = ({ op, operand }) => {
  const value = operand.type === "Constant" ? operand.value : NO_LITERAL;
  if (!isNumber(value) || (op !== "USub" && op !== "UAdd")) {
    return NO_LITERAL;
  }
  return op === "USub" ? negative(value) : value;
};

/** `1 + 2j`, the only operation that literals have. */
const complexOf = ({ left, op, right }) => {
  const real = literalOf(left);
  const imaginary = right.type === "Constant" ? right.value : NO_LITERAL;
  if (!isReal(real) || !(imaginary instanceof Complex) || (op !== "Add" && op !== "Sub")) {
    return NO_LITERAL;
  }
  return new Complex(op === "Add" ? imaginary.imaginary : -imaginary.imaginary, Number(real));
};

// Bounds a base and an exponent of integers, and a number of bits.
const LARGEST = 128n;

const ARITHMETIC = {
  Add: (a, b) => a + b,
  Sub: (a, b) => a - b,
  Mult: (a, b) => a * b,
  Div: (a, b) => (Number(b) === 0 ? NO_LITERAL : Number(a) / Number(b)),
  Pow: (base, exponent) => {
    const isSmall = exponent >= 0n && exponent <= LARGEST && base >= -LARGEST && base <= LARGEST;
    return typeof base === "bigint" && typeof exponent === "bigint" && isSmall ? base ** exponent : NO_LITERAL;
  },
  LShift: (number, places) => {
    const isSmall = places >= 0n && places <= LARGEST;
    return typeof number === "bigint" && typeof places === "bigint" && isSmall ? number << places : NO_LITERAL;
  },
};

/** The value of a literal, or of sums, products and powers of numbers, and of one made an integer: `int(1e6)`. */
export const constantOf = (node) => {
  if (node.type === "UnaryOp" && node.op === "USub") {
    const value = constantOf(node.operand);
    if (isNumber(value)) {
      return negative(value);
    }
  }
  if (node.type === "BinOp" && Object.hasOwn(ARITHMETIC, node.op)) {
    const [left, right] = [constantOf(node.left), constantOf(node.right)].map((value) => (typeof value === "boolean" ? BigInt(value) : value));
    if (isReal(left) && isReal(right)) {
      const isExact = typeof left === "bigint" && typeof right === "bigint";
      return isExact ? ARITHMETIC[node.op](left, right) : ARITHMETIC[node.op](Number(left), Number(right));
    }
  }
  if (node.type === "Call" && node.func.id === "int" && node.args.length === 1 && !node.keywords.length) {
    const value = constantOf(node.args[0]);
    if (typeof value === "bigint" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) {
      return BigInt(typeof value === "number" ? Math.trunc(value) : value);
    }
  }
  return literalOf(node);
};

const defaults = new Map();

/** The value of a parameter's default, of which sums, products and powers are computed, and a tuple counts as a list; else the text. */
export const defaultValue = (source) => {
  if (!defaults.has(source)) {
    const node = parseExpression(source.trim());
    const value = node ? constantOf(node) : NO_LITERAL;
    defaults.set(source, value === NO_LITERAL ? source : value instanceof Tuple ? [...value] : value);
  }
  return defaults.get(source);
};

/** The items of nested lists that are no lists themselves, in order. */
export const leaves = (data) => (Array.isArray(data) ? data.flatMap(leaves) : [data]);

/** The source text of a name, a constant or what is made of them, in Python's own writing; empty for other expressions. */
export const unparse = (node) => {
  switch (node.type) {
    case "Name":
      return node.id;
    case "Attribute":
      return unparse(node.value) && `${unparse(node.value)}.${node.attr}`;
    case "Constant":
      return node.value === ELLIPSIS ? "..." : repr(node.value);
    case "UnaryOp":
      return unparse(node.operand) && `${{ USub: "-", UAdd: "+", Invert: "~", Not: "not " }[node.op]}${unparse(node.operand)}`;
    default:
      return "";
  }
};
