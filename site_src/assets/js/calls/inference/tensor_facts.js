// What a text shows of its Tensors, worked out once for each expression.

import { REARRANGED } from "../knowledge/builtin_kinds.js";
import { isTensor } from "../knowledge/kinds.js";
import { lastPart } from "../knowledge/names.js";

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
      this.found.set(node, this.has(node) ? this.shown(node) : undefined);
      this.depth -= 1;
    }
    return this.found.get(node);
  }

  /** Whether an expression is one that has the property. */
  has(node) {
    return isTensor(this.inference.kind(node));
  }

  /** The expressions one of which a variable or an attribute has; none where it may have another. */
  values(node) {
    return node.type === "Name" ? (this.inference.reaching.values(node) ?? []) : this.inference.setTo(node);
  }

  /** What loops go through that bind a variable to each row; none where it may be bound otherwise. */
  looped(node) {
    const { reaching, displays } = this.inference;
    if (reaching.isUnbound(node)) {
      return [];
    }
    const stored = reaching.before(node, reaching.statement(node)).filter(({ ctx }) => ctx === "Store");
    const bound = stored.map((each) => displays.variables.parents.get(each));
    const loops = bound.filter(({ type }) => type === "For");
    return bound.every(({ type }) => type === "For" || type === "AugAssign") ? loops.map(({ iter }) => iter) : [];
  }

  /** The name of the torch function, layer or method that is called, and the Tensor that it is given first or is of. */
  called({ func, args }) {
    const kind = this.inference.kind(func);
    const isLayer = kind.tag === "Value" && this.inference.names.belongs(kind.type);
    const path = isLayer ? kind.type : this.path(func);
    const isMethod = !path && func.type === "Attribute";
    return isMethod ? { name: func.attr, first: func.value } : { name: lastPart(path), first: args[0] };
  }

  /** The dotted name of torch or `einops` that an expression stands for; empty where it stands for none. */
  path(node) {
    const kind = this.inference.kind(node);
    const isKnown = kind.tag === "Name" && (this.inference.names.belongs(kind.path) || REARRANGED.has(kind.path));
    return isKnown ? kind.path : "";
  }
}
