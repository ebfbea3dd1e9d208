// The dtypes of the arrays of NumPy of which Tensors are made, and of the numbers in lists.

import { ARRAY, SIZED_ARRAYS } from "../knowledge/builtin_kinds.js";
import { BOOL, COMPLEX, FLOAT, INT, isNumber, join } from "../knowledge/kinds.js";
import { lastPart } from "../knowledge/names.js";
import { TensorFacts } from "./tensor_facts.js";
import { DTYPES, FLOATS as FLOAT_TYPES, INTEGERS as INTEGER_TYPES } from "../model/when.js";

// The kinds of numbers, the lowest first.
const NUMBERS = [BOOL, INT, FLOAT, COMPLEX];
// What NumPy makes of numbers of Python.
const OF_NUMBERS = new Map([[BOOL, "bool"], [INT, "int64"], [FLOAT, "float64"], [COMPLEX, "complex128"]]);
const SYNONYMS = new Map([
  ["bool_", "bool"],
  ["int", "int64"],
  ["int_", "int64"],
  ["float", "float64"],
  ["single", "float32"],
  ["double", "float64"],
]);
// Functions of NumPy that give float64, unless a dtype is passed, which may be the second argument.
const FILLED = new Set(["numpy.zeros", "numpy.ones", "numpy.empty"]);
const FLOATS = new Set([...FILLED, "numpy.eye", "numpy.linspace"]);
// Those that give int64, or several arrays of int64; `where` of a condition alone does so, too.
const INTEGERS = new Set("argmax argmin argsort argwhere flatnonzero nonzero".split(" ").map((name) => `numpy.${name}`));
const OF_ITEMS = new Set(["numpy.array", "numpy.asarray"]);
// Those that give the dtype of what they are given, of arrays or of numbers.
const OF_ARGUMENTS = new Set([...OF_ITEMS, "numpy.arange", "numpy.random.permutation"]);
// Functions and methods that give the dtype of the arrays that they are given.
const KEEPING = new Set(
  ("ascontiguousarray concatenate copy empty_like expand_dims flatten flip hstack ones_like ravel repeat reshape squeeze " +
    "stack swapaxes tile transpose vstack zeros_like").split(" "),
);
const LISTS = new Set(["list", "tuple", "range", "generator", "iterator"]);

/** The items of a list of lists, or the expression itself. */
const leaves = (node) => (node.type === "List" || node.type === "Tuple" ? node.elts.flatMap(leaves) : [node]);

/** The kind of what is in lists of lists, or of a value that is none. */
const innermost = (kind) =>
  kind.tag === "Value" && LISTS.has(kind.type) && kind.items.length ? innermost(join(kind.items)) : kind;

/** The kind of the highest of some numbers, or of those in lists of them, FLOAT of none; undefined where not all are known. */
export const numberKind = (nodes, kindOf) => {
  const found = nodes.flatMap(leaves).map((leaf) => NUMBERS.indexOf(innermost(kindOf(leaf))));
  return found.length ? NUMBERS[Math.min(...found) < 0 ? -1 : Math.max(...found)] : FLOAT;
};

/** The dtype that all of these are; undefined where they are several, or there are none. */
const single = (dtypes) => (new Set(dtypes).size === 1 ? dtypes[0] : undefined);

/** The dtypes of what is an array of NumPy, since a Tensor is made of it or it is used for another. */
export class ArrayDtypes extends TensorFacts {
  has() {
    return true; // what is asked for has one
  }

  shown(node) {
    switch (node.type) {
      case "Compare":
        return "bool";
      case "Name":
        return this.ofPlace(node);
      case "Attribute":
        if (node.value.type === "Name" && node.value.id === "self") {
          return this.ofPlace(node);
        }
        return node.attr === "T" ? this.of(node.value) : undefined;
      case "Subscript":
        return this.of(node.value);
      case "BinOp":
        return this.computed(node);
      case "List":
      case "Tuple":
        return single(node.elts.map((each) => this.of(each)));
      case "Call":
        return this.ofCall(node);
      default:
        return undefined;
    }
  }

  ofPlace(node) {
    const values = this.values(node);
    // Others may be appended to a list.
    return values.some(({ type }) => type === "List" || type === "ListComp") ? undefined : single(values.map((each) => this.of(each)));
  }

  ofCall(node) {
    const returned = this.inference.returned(node);
    if (returned.length) {
      return single(returned.map((each) => this.of(each)));
    }
    const { func, args, keywords } = node;
    const path = this.path(func);
    if (keywords.some(({ arg }) => arg === null)) {
      return undefined;
    }
    const dtype = keywords.find(({ arg }) => arg === "dtype");
    if (dtype) {
      return this.named(dtype.value);
    }
    if (!path && func.type === "Attribute") {
      if (func.attr === "astype" && args.length) {
        return this.named(args[0]);
      }
      return KEEPING.has(func.attr) ? this.of(func.value) : undefined;
    }
    if ((OF_ITEMS.has(path) || FILLED.has(path)) && args.length > 1) {
      return this.named(args[1]);
    }
    if (OF_ARGUMENTS.has(path) && args.length) {
      return this.ofNumbers(args) ?? this.of(args[0]);
    }
    if (path.startsWith("numpy.") && args.length === 1 && this.named(func)) {
      return this.named(func); // `np.float32([1, 2])`
    }
    if (INTEGERS.has(path) || (path === "numpy.where" && args.length === 1)) {
      return "int64";
    }
    if (SIZED_ARRAYS.has(path) && this.inference.kind(node) === ARRAY) {
      return path === "numpy.random.randint" ? "int64" : "float64";
    }
    if (FLOATS.has(path)) {
      return "float64";
    }
    return KEEPING.has(path.replace(/^numpy\./, "")) && args.length ? this.of(args[0]) : undefined;
  }

  /** The dotted name of any package that an expression stands for; empty where it stands for none. */
  path(node) {
    const kind = this.inference.kind(node);
    return kind.tag === "Name" ? kind.path : "";
  }

  ofNumbers(nodes) {
    return OF_NUMBERS.get(numberKind(nodes, (node) => this.inference.kind(node)));
  }

  /** The dtype of what is computed of an array and a number, which does not widen it, or of arrays of one dtype. */
  computed({ left, op, right }) {
    const kinds = [left, right].map((each) => this.inference.kind(each));
    const found = single([left, right].filter((_, index) => !isNumber(kinds[index])).map((each) => this.of(each)));
    if (INTEGER_TYPES.has(found) && (op === "Div" || kinds.includes(FLOAT))) {
      return "float64";
    }
    return FLOAT_TYPES.has(found) || (INTEGER_TYPES.has(found) && op !== "Div") ? found : undefined;
  }

  /** The dtype that is written as a text, as one of NumPy, or as a type of Python. */
  named(node) {
    const isText = node.type === "Constant" && typeof node.value === "string";
    const written = lastPart(isText ? node.value : this.path(node));
    const name = SYNONYMS.get(written) ?? written;
    return DTYPES.includes(name) ? name : undefined;
  }
}
