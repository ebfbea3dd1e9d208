// Variables, attributes and items that hold a number until Tensors are added: `total = 0` and `total += loss`.

import { isNumber, isTensor, optionsOf } from "../knowledge/kinds.js";
import { enclosing, isPlace, walk } from "../text/syntax.js";

/** The places of one text that hold a number or a Tensor, which depends on what runs. */
export class Accumulated {
  constructor(inference, text) {
    Object.assign(this, { inference, text });
  }

  /** The place on which it depends whether an expression is a number or a Tensor, the rest of which are numbers: `total / count`. */
  within(node) {
    if (node.type === "BinOp") {
      const others = [node.left, node.right].filter((each) => !isNumber(this.inference.kind(each)));
      return others.length === 1 ? this.within(others[0]) : undefined;
    }
    if (node.type === "UnaryOp") {
      return this.within(node.operand);
    }
    const options = isPlace(node) ? optionsOf(this.inference.kind(node)) : [];
    const isEither = options.some(isTensor) && options.some(isNumber);
    return isEither && options.every((each) => isTensor(each) || isNumber(each)) ? node : undefined;
  }

  /**
   * The numbers of dimensions of the Tensors that a place is set to or that are added to it; undefined stands for one that the text
   * does not show.
   */
  ndims(place) {
    const tensors = this.set(place).flatMap((value) => this.operands(value, this.text.of(place)));
    const given = tensors.flatMap((each) => {
      const passed = each.type === "Name" ? this.inference.passed(each) : [];
      return passed.length ? passed : [each];
    });
    return new Set(given.map((each) => this.inference.ndims.of(each)));
  }

  /** What a place is set to, or what is added to it. */
  set(place) {
    const name = this.text.of(place);
    return this.around(place).flatMap(({ type, targets, target, value }) => {
      const set = type === "Assign" ? targets : type === "AugAssign" ? [target] : [];
      return set.filter((each) => this.text.of(each) === name).map(() => value);
    });
  }

  /** The nodes that may set a place: of the class of an attribute's object, or of the function. */
  around(place) {
    const { variables } = this.inference.displays;
    if (place.type === "Name") {
      return variables.everywhere(place).map((each) => variables.parents.get(each));
    }
    const isClass = ({ type }) => type === "ClassDef";
    const around = place.type === "Attribute" ? enclosing(place, variables.parents, isClass) : undefined;
    return [...walk(around ?? this.inference.reaching.around(place).at(-1))];
  }

  /** The Tensors of which a value is made by operators, but for the place itself. */
  operands(value, name) {
    const inner = { BinOp: ["left", "right"], UnaryOp: ["operand"], IfExp: ["body", "orelse"] }[value.type];
    if (inner) {
      return inner.flatMap((part) => this.operands(value[part], name));
    }
    return this.text.of(value) !== name && !isNumber(this.inference.kind(value)) ? [value] : [];
  }
}
