// Variables that stand for one of torch's classes of Tensors of a dtype, as `Tensor = torch.FloatTensor` makes one.

import { TENSOR } from "../knowledge/kinds.js";
import { TENSOR_CLASS } from "../knowledge/names.js";

// The method of a Tensor that takes such a class for the dtype that it names.
const CAST = "type";
const FLOAT = "torch.FloatTensor";

/**
 * The variables of one text that are such a class; `reference` tells which torch name an expression stands for. A class of
 * `torch.cuda` counts as the one without: Paddle makes a Tensor on the device of the program.
 */
export class TensorClasses {
  constructor(variables, reference) {
    Object.assign(this, { variables, reference });
  }

  /** The class that a variable is wherever the text binds it; empty where a use does neither call it nor cast to it. */
  of(node) {
    const places = (node.type === "Name" && this.variables.places(node)) || [];
    const found = new Set(
      places.flatMap((place) => (place.ctx !== "Load" ? this.bound(place) : this.isUsed(place) ? [] : [""])),
    );
    if (found.has(FLOAT)) {
      found.delete(TENSOR); // one branch names the dtype that the other has by default
    }
    return found.size === 1 && !found.has(TENSOR) ? [...found][0] : "";
  }

  /** The class that a variable is which is bound to an expression, maybe by one branch of `if` and `else`. */
  boundBy(node) {
    let [inner, parent] = [node, this.variables.parents.get(node)];
    while (parent.type === "IfExp" && parent.test !== inner) {
      [inner, parent] = [parent, this.variables.parents.get(parent)];
    }
    return parent.type === "Assign" && parent.targets.length === 1 ? this.of(parent.targets[0]) : "";
  }

  isUsed(place) {
    const parent = this.variables.parents.get(place);
    if (parent.type !== "Call" || parent.func === place) {
      return parent.type === "Call";
    }
    const isCast = parent.func.type === "Attribute" && parent.func.attr === CAST;
    return isCast && parent.args.length === 1 && parent.args[0] === place;
  }

  bound(place) {
    const parent = this.variables.parents.get(place);
    const isAlone = parent.type === "Assign" && parent.targets.length === 1 && parent.targets[0] === place;
    return isAlone ? this.named(parent.value) : [""];
  }

  named(node) {
    if (node.type === "IfExp") {
      return [...this.named(node.body), ...this.named(node.orelse)];
    }
    const path = this.reference(node);
    const found = TENSOR_CLASS.exec(path);
    return [found ? `torch.${found[2]}` : path === TENSOR ? TENSOR : ""];
  }
}
