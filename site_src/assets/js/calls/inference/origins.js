// Where the Tensors of one text come from, as far as that tells of their dtypes.

import { CASTS } from "./dtypes.js";
import { GIVE_FLOATS, KEEP_DTYPE } from "./result_dtypes.js";
import { TensorFacts } from "./tensor_facts.js";

// Functions that make a Tensor of numbers.
const COUNTED = new Set(["arange", "linspace", "logspace", "tensor"]);
const GRID = "meshgrid";

/**
 * What a Tensor is made from: numbers that the text writes or counts, and no Tensor that a caller passes
 * (`torch.exp(torch.arange(n) * scale)`), or one that the caller of the function passes, with the same dtype.
 */
export const ORIGINS = Object.freeze({ NUMBERS: "numbers", CALLER: "caller" });

/** Where the Tensors in one text come from. */
export class Origins extends TensorFacts {
  shown(node) {
    switch (node.type) {
      case "UnaryOp":
        return this.of(node.operand);
      case "Subscript":
        return this.of(node.value);
      case "BinOp": {
        const found = [this.of(node.left), this.of(node.right)];
        return found.includes(ORIGINS.NUMBERS) && !found.includes(ORIGINS.CALLER) ? ORIGINS.NUMBERS : undefined;
      }
      case "Name":
        return this.ofVariable(node);
      case "Call":
        return this.ofCall(node);
      default:
        return undefined;
    }
  }

  ofVariable(node) {
    if (this.inference.reaching.isPassed(node)) {
      return ORIGINS.CALLER;
    }
    const wholes = this.inference.reaching.unpacked(node).map(({ whole }) => this.ofGrid(whole));
    const found = new Set([...this.values(node).map((each) => this.of(each)), ...wholes]);
    return found.size === 1 ? [...found][0] : undefined;
  }

  /** Where the Tensors come from that `meshgrid` gives. */
  ofGrid(node) {
    const isGrid = node.type === "Call" && this.called(node).name === GRID && node.args.length > 0;
    return isGrid && node.args.every((each) => this.of(each) === ORIGINS.NUMBERS) ? ORIGINS.NUMBERS : undefined;
  }

  ofCall(node) {
    const { name, first } = this.called(node);
    if (COUNTED.has(name) && this.path(node.func)) {
      return ORIGINS.NUMBERS;
    }
    const isKept = KEEP_DTYPE.has(name) || GIVE_FLOATS.has(name) || CASTS.has(name);
    const found = first && isKept ? this.of(first) : undefined;
    return found === ORIGINS.NUMBERS || KEEP_DTYPE.has(name) ? found : undefined;
  }
}
