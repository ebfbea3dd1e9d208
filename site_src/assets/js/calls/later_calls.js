// The calls in one text of a class or function that it passes on, by the names that this goes through: a name is that of a
// variable, parameter or keyword, or `.name` of the attribute of any object.

import { isExpression } from "./syntax.js";

const AROUND = new Set(["IfExp", "BoolOp", "Dict"]);

/** What the variables, parameters and attributes of one text are called with, whatever object or function they are of. */
export class LaterCalls {
  constructor({ nodes, parents }) {
    Object.assign(this, { nodes, parents });
  }

  /** The calls in the text of what an expression is given the name of. */
  of(node) {
    const names = this.names(node);
    return this.nodes.filter(({ type, func }) => type === "Call" && names.has(nameOf(func)));
  }

  /** Whether the text calls what an expression is given the name of, with just so many arguments by position each time. */
  passOnly(node, count) {
    const calls = this.of(node);
    const isPlain = ({ args, keywords }) => args.length === count && !keywords.length && !args.some(({ type }) => type === "Starred");
    return calls.length > 0 && calls.every(isPlain);
  }

  /** The names that an expression is given, and those that they are given to in turn. */
  names(node) {
    const found = new Set(this.given(node));
    for (;;) {
      const held = this.nodes.filter((each) => isExpression(each) && found.has(nameOf(each)));
      const more = held.flatMap((each) => this.given(each)).filter((name) => !found.has(name));
      if (!more.length) {
        return found;
      }
      more.forEach((name) => found.add(name));
    }
  }

  /** The names that an expression is bound to where it stands. */
  given(node) {
    let child = node;
    let parent = this.parents.get(child);
    while (AROUND.has(parent?.type)) {
      child = parent;
      parent = this.parents.get(child);
    }
    switch (parent?.type) {
      case "Assign":
        return parent.value === child ? parent.targets.map(nameOf).filter(Boolean) : [];
      case "AnnAssign":
        return parent.value === child ? [nameOf(parent.target)].filter(Boolean) : [];
      case "keyword":
        return parent.arg ? [parent.arg] : [];
      case "arguments": {
        const { posonlyargs, args, defaults, kwonlyargs, kw_defaults: keywordDefaults } = parent;
        const every = [...posonlyargs, ...args].slice(-defaults.length);
        const found = [...(defaults.length ? every : []), ...kwonlyargs];
        return found.filter((_, index) => [...defaults, ...keywordDefaults][index] === child).map(({ arg }) => arg);
      }
      default:
        return [];
    }
  }
}

/** How an expression names what it holds; an item goes by the name of its container. */
const nameOf = (node) => {
  switch (node.type) {
    case "Name":
      return node.id;
    case "Attribute":
      return `.${node.attr}`;
    case "Subscript":
      return nameOf(node.value);
    default:
      return undefined;
  }
};
