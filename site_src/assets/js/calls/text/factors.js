// Numbers that are told by what they multiply: `x.add_(y, alpha=1 - beta)` tells that `beta` is one.

import { enclosing } from "./syntax.js";

const SUMS = new Set(["add", "add_", "sub", "sub_", "subtract", "subtract_"]);
const PRODUCTS = new Set(["addcdiv", "addcdiv_", "addcmul", "addcmul_"]);
// The keywords for a number, which torch takes no other Tensor for than one of no dimension, and the functions that have them.
const TAKE = new Map([["alpha", SUMS], ["value", PRODUCTS]]);
const SCOPES = new Set(["FunctionDef", "AsyncFunctionDef", "Module"]);
const OPERATORS = new Set(["Add", "Sub", "Mult", "Div", "Pow"]);

/** The expressions of one text that one of its functions passes as a factor, or as a part of one. */
export class Factors {
  constructor(parents) {
    Object.assign(this, { parents, written: new Map() });
    for (const [node] of parents) {
      if (node.type === "Call" && node.func.type === "Attribute") {
        const passed = node.keywords.filter(({ arg }) => TAKE.get(arg)?.has(node.func.attr));
        const scope = this.scope(node);
        const known = this.written.get(scope) ?? new Set();
        passed.flatMap(({ value }) => parts(value)).forEach((part) => known.add(written(part)));
        this.written.set(scope, known);
      }
    }
  }

  /** Whether the function around an expression passes it as a factor. */
  has(node) {
    const text = written(node);
    return text !== "" && (this.written.get(this.scope(node))?.has(text) ?? false);
  }

  scope(node) {
    return enclosing(node, this.parents, ({ type }) => SCOPES.has(type));
  }
}

/** What an expression is computed from, numbers that it writes left out; itself where it is no arithmetic. */
export const parts = (node) => {
  if (node.type === "UnaryOp" && node.op === "USub") {
    return parts(node.operand);
  }
  if (node.type === "BinOp" && OPERATORS.has(node.op)) {
    return [...parts(node.left), ...parts(node.right)];
  }
  return isNumber(node) ? [] : [node];
};

const isNumber = ({ type, value }) => type === "Constant" && (isInteger(value) || typeof value === "number" || value instanceof Number);

const isInteger = (value) => typeof value === "bigint" || typeof value === "boolean";

/** How a text writes a variable, an attribute or a fixed item; empty for what may be another value each time. */
const written = (node) => {
  switch (node.type) {
    case "Name":
      return node.id;
    case "Attribute":
      return written(node.value) && `${written(node.value)}.${node.attr}`;
    case "Subscript": {
      const { type, value } = node.slice;
      const isFixed = type === "Constant" && (typeof value === "string" || isInteger(value));
      return isFixed && written(node.value) ? `${written(node.value)}[${JSON.stringify(typeof value === "string" ? value : String(value)) + typeof value}]` : "";
    }
    default:
      return "";
  }
};
