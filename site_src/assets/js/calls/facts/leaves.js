// Parameters and other leaves that gradients are computed for, as far as the text shows which Tensors are some.

import { PARAMETERS } from "../knowledge/kinds.js";
import { pathOf } from "./result_facts.js";
import { isUnrecorded } from "./view_changes.js";

const isTrue = ({ type, value }) => type === "Constant" && value === true;

/** Whether an expression makes a parameter, or a Tensor that gradients are asked of. */
export const isLeaf = ({ type, func, args, keywords }, inference) => {
  if (type !== "Call") {
    return false;
  }
  if (func.type === "Attribute" && func.attr === "requires_grad_" && !args.length && !keywords.length) {
    return true;
  }
  const asks = keywords.some(({ arg, value }) => arg === "requires_grad" && isTrue(value));
  return asks || PARAMETERS.has(pathOf(func, inference));
};

/**
 * Whether a Tensor is shown to require gradients where it stands, and gradients to be recorded there. A variable does where
 * everything that it may be bound to does, and so does an attribute of the text's own class.
 */
export const hasGradient = (node, inference) => {
  const isNamed = node.type === "Name" || node.type === "Attribute";
  const values = isNamed ? inference.dtypes.values(node) : [node];
  const isAsked = (value) => isLeaf(value, inference) && !isFrozen(value);
  return values.length > 0 && values.every(isAsked) && !isUnrecorded(node, inference);
};

/** Whether a parameter is made that may not require gradients: it is told whether it does. */
const isFrozen = ({ args, keywords }) => {
  const told = keywords.filter(({ arg }) => arg === "requires_grad" || arg === null).map(({ value }) => value);
  return told.length ? !told.every(isTrue) : args.length > 1;
};
