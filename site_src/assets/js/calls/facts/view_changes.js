// Views that are changed in place: whether the gradient of the Tensor that one belongs to may be asked for.

import { isTensor } from "../knowledge/kinds.js";
import { baseOf, viewed } from "./views.js";

const UNRECORDED = new Set(["torch.no_grad", "torch.inference_mode", "torch.autograd.no_grad"]);
const RECORDED = new Set(["torch.enable_grad", "torch.autograd.enable_grad", "torch.set_grad_enabled"]);

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

/** Whether a Tensor is, or is a view of, `x.data` or `x.detach()`; of a variable, whether all that it was bound to is. */
const isDetached = (node, inference) => {
  if (baseOf(node)) {
    return true;
  }
  const bases = values(node, inference).map((each) => (baseOf(each) ? each : viewed(each, inference)));
  const isWithout = (base) => base && !(node.type === "Name" && base.type === "Name") && isDetached(base, inference);
  return bases.length > 0 && bases.every(isWithout);
};

/** Whether the text shows that no gradients are recorded where an expression stands: the innermost context tells. */
export const isUnrecorded = (node, inference) => {
  if (!inference.displays.variables.parents.has(node)) {
    return false; // an argument that a conversion made
  }
  const around = inference.reaching.around(node);
  const contexts = around
    .filter(({ type }) => type === "With")
    .flatMap(({ items }) => items.map((item) => item.context_expr).toReversed());
  for (const context of [...contexts, ...(around.at(-1).decorator_list ?? []).toReversed()]) {
    const { tag, path } = inference.kind(context.type === "Call" ? context.func : context);
    if (tag === "Name" && (UNRECORDED.has(path) || RECORDED.has(path))) {
      const isPlain = context.type !== "Call" || !(context.args.length || context.keywords.length);
      return UNRECORDED.has(path) && isPlain; // inference_mode(False) records them
    }
  }
  return false;
};
