// Computes what a filled template leaves constant: `not True`, `a if False else b`, `'a' == 'b'`, `(1, 2)[0]`, `float(1)`, `3 * 1.0`.

import { isFloat, isInt, isReal, repr } from "../python/values.js";
import { Edits } from "./spans.js";
import { children, isExpression, parseExpression, walk } from "./syntax.js";
import { parenthesised } from "../model/template.js";

const NUMBER = /^\d[\d_.]*(e[+-]?\d+)?$/i;
const ONE_OF_A_KIND = new Set(["None", "True", "False"]);
const WITH_EFFECT = new Set(["Call", "Await", "Yield", "YieldFrom", "NamedExpr", "Starred"]);

/** The expression with its constant parts computed; the text of all else stays. */
export const fold = (source) => {
  const tree = parseExpression(source);
  if (!tree) {
    return source;
  }
  const edits = new Edits(source);
  const visit = (node, parent) => {
    children(node).forEach((child) => visit(child, node));
    const found = isExpression(node) ? folded(node, (part) => edits.text(part.start, part.end)) : undefined;
    if (found !== undefined) {
      const isBare = node === tree || (NUMBER.test(found) && parent.type !== "Attribute");
      edits.replace(node.start, node.end, isBare ? found : parenthesised(found));
    }
  };
  visit(tree, tree);
  return edits.text(0, source.length);
};

const isNamed = ({ func }, ...names) => func.type === "Name" && names.includes(func.id);

const folded = (node, written) => {
  switch (node.type) {
    case "UnaryOp":
      return node.op === "Not" ? { True: "False", False: "True" }[written(node.operand)] : undefined;
    case "IfExp": {
      const known = written(node.test);
      return known === "True" ? written(node.body) : known === "False" ? written(node.orelse) : undefined;
    }
    case "Subscript": {
      const { value, slice } = node;
      const index = slice.type === "Constant" && isInt(slice.value) ? Number(slice.value) : -1;
      const isExact = ["Tuple", "List"].includes(value.type) && index >= 0 && index < value.elts.length;
      const isOnly = isExact && value.elts.length === 1 && value.elts[0].type !== "Starred"; // nothing is left out
      return isOnly || (isExact && value.elts.every(isWithoutEffect)) ? written(value.elts[index]) : undefined;
    }
    case "Call":
      return foldedCall(node, written);
    case "BinOp":
      return foldedProduct(node, written);
    case "Compare": {
      const [op] = node.ops;
      const texts = [node.left, node.comparators[0]].map(({ value }) => value);
      if (node.ops.length === 1 && op === "Eq" && texts.every((text) => typeof text === "string")) {
        return repr(texts[0] === texts[1]);
      }
      const words = [node.left, node.comparators[0]].map(written);
      const isDecided = node.ops.length === 1 && (op === "Is" || op === "IsNot") && words.every((word) => ONE_OF_A_KIND.has(word));
      return isDecided ? repr((words[0] === words[1]) === (op === "Is")) : undefined;
    }
    default:
      return undefined;
  }
};

const foldedCall = (node, written) => {
  const [argument, ...others] = node.args;
  if (argument?.type !== "Constant" || others.length || node.keywords.length) {
    return undefined;
  }
  const { value } = argument;
  if (isNamed(node, "bool")) {
    return repr(Boolean(value));
  }
  if (!isReal(value)) {
    return undefined;
  }
  if (isNamed(node, "float")) {
    return repr(Number(value));
  }
  if (isNamed(node, "int")) {
    return isFloat(value) && !Number.isFinite(value) ? undefined : repr(isInt(value) ? value : BigInt(Math.trunc(value)));
  }
  return isNamed(node, "abs") ? written(argument) : undefined;
};

const foldedProduct = ({ left, op, right }, written) => {
  const isByOne = op === "Mult" && right.type === "Constant" && isFloat(right.value) && Number(right.value) === 1;
  if (!isByOne || left.type !== "Constant" || !isReal(left.value)) {
    return undefined;
  }
  return isFloat(left.value) ? written(left) : repr(Number(left.value));
};

const isWithoutEffect = (item) => ![...walk(item)].some(({ type }) => WITH_EFFECT.has(type));
