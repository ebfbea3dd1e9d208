// Which expressions are views of a Tensor.

import { GIVING_VIEWS, KEPT, VIEWS } from "../inference/view_members.js";
import { isTensor, optionsOf } from "../knowledge/kinds.js";
import { ELLIPSIS } from "../python/values.js";

// Functions and members that give a Tensor of its own.
const OWN = new Set([
  ...["bmm", "cat", "clone", "empty", "empty_like", "full", "full_like", "matmul", "mm", "new_empty", "new_full"],
  ...["new_ones", "new_tensor", "new_zeros", "ones", "ones_like", "rand", "rand_like", "randn", "randn_like", "stack", "tensor"],
  ...["zeros", "zeros_like"],
]);
// Members of a Tensor that give a view with other strides.
export const TURNED = new Set("transpose permute t swapaxes swapdims movedim moveaxis expand expand_as unfold T mT".split(" "));
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

/**
 * Whether an expression is a view of a Tensor; null where the text shows neither that nor the contrary. Of a variable, only that
 * it is none is told, where all that may be bound to it is none.
 */
export const isView = (node, { reaching }) => {
  if (node.type !== "Name") {
    return isWrittenView(node);
  }
  const { values, isAll } = reaching.some(node);
  return isAll && values.length && values.every((each) => isWrittenView(each) === false) ? false : null;
};

const isWrittenView = (node) => {
  if (baseOf(node) || node.type === "Subscript") {
    return true;
  }
  if (node.type === "Attribute") {
    return VIEWS.has(node.attr);
  }
  if (node.type !== "Call" || node.func.type !== "Attribute") {
    return null;
  }
  const { attr, value } = node.func;
  const isOwn = OWN.has(attr) || (KEPT.has(attr) && isWrittenView(value) === false);
  return VIEWS.has(attr) || (isOwn ? false : null);
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

/** Whether an expression is written as a view whose elements do not lie one behind the other, or is bound to one. */
export const isStrided = (node, inference) => {
  const { type, value, attr, func } = node;
  if (type === "Name") {
    return inference.reaching.some(node).values.some((each) => each.type !== "Name" && isStrided(each, inference));
  }
  if (type === "Subscript") {
    return skips(itemsOf(node)) || (value.type === "Subscript" && isStrided(value, inference));
  }
  const name = type === "Call" && func.type === "Attribute" ? func.attr : type === "Attribute" ? attr : "";
  return TURNED.has(name) && isTensor(inference.kind(node));
};

/** The indices that stand in brackets. */
export const itemsOf = ({ slice }) => (slice.type === "Tuple" ? slice.elts : [slice]);

/** Whether an index is `...`. */
export const isEllipsis = ({ type, value }) => type === "Constant" && value === ELLIPSIS;

/** Whether a basic index leaves out elements between those that it takes: `[:, k]`, `[..., 1:3]`, `[::2]`. */
export const skips = (items) => {
  let isOpen = false;
  for (const item of items) {
    const { type, value, lower, upper, step } = item;
    if (type === "Constant" && value === null) {
      continue;
    }
    if (type === "Slice" && step) {
      return true;
    }
    const isWhole = type === "Slice" ? !lower && !upper : isEllipsis(item);
    if (!isWhole && isOpen) {
      return true;
    }
    isOpen ||= isWhole || type === "Slice";
  }
  return false;
};
