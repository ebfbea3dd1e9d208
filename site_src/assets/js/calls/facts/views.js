// Which expressions are views of a Tensor.

import { GIVING_VIEWS } from "../inference/view_members.js";
import { isTensor, optionsOf } from "../knowledge/kinds.js";

const BASIC = new Set(["Slice", "Constant", "UnaryOp", "BinOp"]);
// The kinds of an index that gives a view; `x.item()` may be a float, but no index is one.
const BASIC_KINDS = new Set(["int", "float", "slice", "ellipsis", "None"]);

/** The Tensor whose `data` or `detach()` an expression is; undefined for all else. */
export const baseOf = ({ type, value, attr, func, args, keywords }) => {
  if (type === "Attribute" && attr === "data") {
    return value;
  }
  const isDetached = type === "Call" && func.type === "Attribute" && func.attr === "detach";
  return isDetached && !args.length && !keywords.length ? func.value : undefined;
};

/** The Tensor that an expression is a view of by the text; undefined where it is none, or indexed by what may make a copy. */
export const viewed = (node, inference) => {
  if (node.type === "Subscript") {
    return isBasic(node.slice, inference) ? node.value : undefined;
  }
  const member = node.type === "Call" ? node.func : node;
  const func = node.type === "Call" && node.args.length ? inference.kind(member) : undefined;
  if (func?.tag === "Name") {
    return func.path.startsWith("torch.") && GIVING_VIEWS.has(func.path.slice("torch.".length)) ? node.args[0] : undefined;
  }
  return member.type === "Attribute" && GIVING_VIEWS.has(member.attr) ? member.value : undefined;
};

/** Whether an index surely gives a view: no list, Tensor or array in it, nor what may be one. */
export const isBasic = (index, inference) =>
  (index.type === "Tuple" ? index.elts : [index]).every((each) => isBasicItem(each, inference));

const isBasicItem = (index, inference) => {
  const kind = inference.kind(index);
  const isOfKind = (kind.tag === "Either" ? optionsOf(kind) : [kind]).every(({ tag, type }) => tag === "Value" && BASIC_KINDS.has(type));
  return !isTensor(kind) && (BASIC.has(index.type) || isOfKind);
};
