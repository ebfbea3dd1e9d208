// Which Tensors are gradients as Paddle keeps them, which it refuses to change where gradients are recorded.

import { isTensor } from "../knowledge/kinds.js";
import { isSurelyChanged } from "./result_facts.js";
import { isGradient, isUnrecorded } from "./view_changes.js";
import { KEPT } from "../inference/view_members.js";
import { baseOf } from "./views.js";

/** What computes a Tensor of its own. */
const NEW = new Set(["BinOp", "Compare", "UnaryOp"]);

/**
 * Whether a Tensor, or one in a list, is another's gradient, outside of `no_grad`; undefined where that is not shown. A gradient that is
 * surely changed in place is none: it is written `x.grad.detach()`.
 */
export const isKeptGradient = (node, inference) => {
  if (!inference.displays.variables.parents.has(node)) {
    return undefined; // an argument that a conversion made
  }
  return isUnrecorded(node, inference) ? false : isKept(node, inference, []);
};

const isKept = (node, inference, before) => {
  if (before.includes(node)) {
    return undefined;
  }
  const asked = [...before, node];
  const isOfTensor = ({ value }) => isTensor(inference.kind(value));
  switch (node.type) {
    case "Attribute":
      if (isGradient(node)) {
        return !isSurelyChanged(node, inference);
      }
      return baseOf(node) || isOfTorch(inference.kind(node.value), inference) ? false : isOne(inference.setTo(node), inference, asked);
    case "Name":
      return isOne(inference.reaching.values(node) ?? [], inference, asked);
    case "List":
    case "Tuple": {
      const found = node.elts.map((each) => isKept(each, inference, asked));
      return found.includes(true) || (found.includes(undefined) || !found.length ? undefined : false);
    }
    case "ListComp":
    case "GeneratorExp":
      return isKept(node.elt, inference, asked);
    case "IfExp":
      return isOne([node.body, node.orelse], inference, asked);
    case "Call":
      if (node.func.type === "Attribute" && isOfTensor(node.func)) {
        return KEPT.has(node.func.attr) || node.func.attr.endsWith("_") ? isKept(node.func.value, inference, asked) : false;
      }
      return isTensor(inference.kind(node)) && isOfTorch(inference.kind(node.func), inference)
        ? false
        : isOne(inference.returned(node), inference, asked);
    case "Subscript":
      return isOfTensor(node) ? false : undefined;
    default:
      return NEW.has(node.type) && isTensor(inference.kind(node)) ? false : undefined;
  }
};

/** The answer that holds for each of the values; undefined where they differ or there are none. */
const isOne = (values, inference, asked) => {
  const found = new Set(values.map((each) => isKept(each, inference, asked)));
  return found.size === 1 ? [...found][0] : undefined;
};

/** Whether it is a function of torch, or an object of a class of it. */
const isOfTorch = ({ tag, path, type }, { names }) => ["Name", "Value"].includes(tag) && names.belongs(tag === "Name" ? path : type);
