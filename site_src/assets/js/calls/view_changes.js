// Views that are changed in place: whether the gradient of the Tensor that one belongs to may be asked for.

import { VIEWS, baseOf } from "./argument_facts.js";
import { isTensor } from "./kinds.js";

const UNRECORDED = new Set(["torch.no_grad", "torch.inference_mode", "torch.autograd.no_grad"]);
// Members of a Tensor, many of them functions too, whose result is a view, or is one where its layout allows that.
const GIVING = new Set([...VIEWS, "as_strided", "flatten", "ravel", "reshape"]);
const BASIC = new Set(["Slice", "Constant", "UnaryOp", "BinOp"]);
const BASIC_KINDS = new Set(["int", "slice", "ellipsis", "None"]);

/**
 * Whether what a call changes is shown to be a view of a Tensor whose gradient the text does not show to be none. Of a
 * variable, one of the assignments that may have bound it is enough.
 */
export const changesView = (node, inference) => {
  const bases = values(node, inference).map((value) => viewed(value, inference)).filter(Boolean);
  const isView = bases.some((base) => isTensor(inference.kind(base)) && !isDetached(base, inference));
  return isView && !isUnrecorded(node, inference);
};

/** Whether an expression is the gradient of a Tensor, its `data` or `detach()`, or a view; a variable, whether it may be one. */
export const isShared = (node, inference) => {
  const found = values(node, inference);
  const bases = found.flatMap((value) => [viewed(value, inference), baseOf(value)]).filter(Boolean);
  return found.some(isGradient) || bases.some((base) => isTensor(inference.kind(base)));
};

/** Whether an expression is the gradient of what should be a Tensor. */
export const isGradient = ({ type, attr }) => type === "Attribute" && attr === "grad";

/** An expression; or what was assigned to a variable, but for other variables. */
const values = (node, inference) =>
  node.type === "Name" ? inference.reaching.some(node).values.filter(({ type }) => type !== "Name") : [node];

/** The Tensor that an expression is a view of by the text; undefined where it is none, or indexed by what may make a copy. */
const viewed = (node, inference) => {
  if (node.type === "Subscript") {
    const items = node.slice.type === "Tuple" ? node.slice.elts : [node.slice];
    return items.every((each) => isBasic(each, inference)) ? node.value : undefined;
  }
  const member = node.type === "Call" ? node.func : node;
  const func = node.type === "Call" && node.args.length ? inference.kind(member) : undefined;
  if (func?.tag === "Name") {
    return func.path.startsWith("torch.") && GIVING.has(func.path.slice("torch.".length)) ? node.args[0] : undefined;
  }
  return member.type === "Attribute" && GIVING.has(member.attr) ? member.value : undefined;
};

/** Whether an index surely gives a view: no list, Tensor or array, nor what may be one. */
const isBasic = (index, inference) => {
  const kind = inference.kind(index);
  return !isTensor(kind) && (BASIC.has(index.type) || (kind.tag === "Value" && BASIC_KINDS.has(kind.type)));
};

/** Whether a Tensor is, or is a view of, `x.data` or `x.detach()`; of a variable, whether all that it was bound to is. */
const isDetached = (node, inference) => {
  if (baseOf(node)) {
    return true;
  }
  const bases = values(node, inference).map((each) => (baseOf(each) ? each : viewed(each, inference)));
  const isWithout = (base) => base && !(node.type === "Name" && base.type === "Name") && isDetached(base, inference);
  return bases.length > 0 && bases.every(isWithout);
};

/** Whether the text shows that no gradients are recorded where an expression stands. */
const isUnrecorded = (node, inference) => {
  const around = inference.reaching.around(node);
  const contexts = around.filter(({ type }) => type === "With").flatMap(({ items }) => items.map((item) => item.context_expr));
  const kinds = [...contexts, ...(around.at(-1).decorator_list ?? [])].map((each) =>
    inference.kind(each.type === "Call" ? each.func : each),
  );
  return kinds.some(({ tag, path }) => tag === "Name" && UNRECORDED.has(path));
};
