// Which Tensors of one text need a gradient, where that is written in plain sight.

import { PARAMETERS, isNumber } from "../knowledge/kinds.js";
import { TensorFacts } from "./tensor_facts.js";

/** Functions of torch whose result needs no gradient unless `requires_grad` says so. */
const MADE = new Set(
  (
    "tensor zeros ones empty full rand randn randint randperm arange linspace logspace eye zeros_like ones_like empty_like " +
    "full_like rand_like randn_like randint_like from_numpy"
  ).split(" "),
);
/** Methods whose result needs none where their Tensor does not. */
const SAME = new Set("clone contiguous reshape view squeeze unsqueeze flatten transpose permute t".split(" "));

/**
 * Whether the Tensors in one text need a gradient. Only Tensors are said to that are made so: what is computed of them may be
 * computed where gradients are off.
 */
export class Gradients extends TensorFacts {
  /** Whether any of several Tensors needs a gradient; undefined where the text does not show it. */
  anyOf(nodes) {
    const found = new Set(nodes.map((each) => this.of(each)));
    return found.has(true) ? true : found.has(undefined) || !found.size ? undefined : false;
  }

  shown(node) {
    switch (node.type) {
      case "Name":
        return this.inference.reaching.changes(node).every((each) => this.needsNone(each)) ? this.ofEach(this.values(node)) : undefined;
      case "Attribute":
        return node.attr === "data" ? false : this.ofEach(this.values(node));
      case "BinOp": {
        const tensors = [node.left, node.right].filter((each) => !isNumber(this.inference.kind(each)));
        return tensors.every((each) => this.of(each) === false) ? false : undefined;
      }
      case "Call":
        return this.ofCall(node);
      default:
        return undefined;
    }
  }

  /** Whether a Tensor that is changed with such operands needs no gradient for that. */
  needsNone(operands) {
    const isNone = (each) => each.type === "Constant" || isNumber(this.inference.kind(each)) || this.of(each) === false;
    return operands !== undefined && operands.every(isNone);
  }

  /** What all of some expressions have. */
  ofEach(nodes) {
    const found = new Set(nodes.map((each) => this.of(each)));
    return found.size === 1 ? [...found][0] : undefined;
  }

  ofCall(node) {
    const { name, first } = this.called(node);
    const path = this.path(node.func);
    const isParameter = PARAMETERS.has(path);
    let asked = node.keywords.find(({ arg }) => arg === "requires_grad")?.value;
    if (isParameter || (name === "requires_grad_" && !path)) {
      asked ??= node.args.length > (isParameter ? 1 : 0) ? node.args.at(-1) : { type: "Constant", value: true };
    }
    if (asked) {
      return asked.type === "Constant" && typeof asked.value === "boolean" ? asked.value : undefined;
    }
    if (node.keywords.some(({ arg }) => arg === null || arg === undefined)) {
      return undefined;
    }
    if (path) {
      return MADE.has(name) ? false : undefined;
    }
    return name === "detach" || (SAME.has(name) && first && this.of(first) === false) ? false : undefined;
  }
}
