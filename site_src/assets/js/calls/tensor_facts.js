// What a text shows of its Tensors, worked out once for each expression.

import { isTensor } from "./kinds.js";

const DEEPEST = 30;

/** One property of the Tensors in one text, such as their dtypes; `shown(node)` of a subclass finds it. */
export class TensorFacts {
  constructor(inference) {
    Object.assign(this, { inference, found: new Map(), depth: 0 });
  }

  /** What a Tensor has; undefined for anything else, and where the text does not show it. */
  of(node) {
    if (!this.found.has(node)) {
      if (this.depth > DEEPEST) {
        return undefined;
      }
      this.found.set(node, undefined); // of a variable that depends on itself
      this.depth += 1;
      this.found.set(node, isTensor(this.inference.kind(node)) ? this.shown(node) : undefined);
      this.depth -= 1;
    }
    return this.found.get(node);
  }

  /** The dotted torch name that an expression stands for; empty where it stands for none. */
  path(node) {
    const kind = this.inference.kind(node);
    return kind.tag === "Name" && this.inference.names.belongs(kind.path) ? kind.path : "";
  }
}
