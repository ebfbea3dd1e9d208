// The Tensors without elements that a text shows, to which others are joined.

import { CASTS, LEGACY } from "./dtypes.js";
import { TensorFacts } from "./tensor_facts.js";

const words = (text) => text.split(" ");
// Functions and methods that are given the shape.
const SHAPED = new Set(words("zeros ones empty rand randn new_zeros new_ones new_empty"));
const OF_DATA = new Set(words("tensor as_tensor asarray new_tensor"));
// Types that are given sizes or data, or nothing.
const TYPES = new Set(["Tensor", ...LEGACY.keys()]);
// Methods whose result has the shape of their Tensor.
const KEPT = new Set([...words("to type cuda cpu detach clone contiguous requires_grad_ pin_memory"), ...CASTS.keys()]);

/** Whether the Tensors in one text have the shape `(0,)`, which torch joins to those of any shape. */
export class Empties extends TensorFacts {
  shown(node) {
    if (node.type === "Name" || node.type === "Attribute") {
      const values = this.values(node);
      return (values.length > 0 && values.every((each) => this.of(each))) || undefined;
    }
    return (node.type === "Call" && this.isMade(node)) || undefined;
  }

  isMade(node) {
    const { name, first } = this.called(node);
    if (KEPT.has(name) && first && !node.args.includes(first)) {
      return this.of(first);
    }
    if (node.args.length !== 1) {
      return !node.args.length && !node.keywords.length && TYPES.has(name);
    }
    const [only] = node.args;
    const isZero = ({ type, value }) => type === "Constant" && value === 0n;
    if (only.type !== "List" && only.type !== "Tuple") {
      return isZero(only) && (SHAPED.has(name) || TYPES.has(name));
    }
    if (!only.elts.length) {
      return OF_DATA.has(name) || TYPES.has(name);
    }
    return only.elts.length === 1 && isZero(only.elts[0]) && SHAPED.has(name);
  }
}
