// Where the value of an expression can be given a name: on a line above its statement, which evaluates nothing before it.

import { isStatement } from "./syntax.js";

const DISPLAYS = new Set(["List", "Tuple", "Dict"]);

/** The lines that a conversion may put above the statements of one text. */
export class LinesAbove {
  constructor(parsed) {
    Object.assign(this, { parsed, named: new Map() });
  }

  /**
   * The line for an expression that calls a class or function, and the variable that it binds; undefined where its value would
   * be made at another time.
   */
  place(node, called) {
    let child = node;
    while (!isStatement(child)) {
      const parent = this.parsed.parents.get(child);
      const before = evaluatedBefore(child, parent);
      if (!before?.every((each) => this.isPlain(each))) {
        return undefined;
      }
      child = parent;
    }
    const { text } = this.parsed;
    const at = text.lineStart(text.line(child.start));
    const indentation = text.source.slice(at, child.start);
    const isContinued = this.parsed.logicalStart(child.start) !== text.line(child.start); // by a backslash
    const isMember = this.parsed.parents.get(child).type === "ClassDef"; // a variable there is one, too
    if (indentation.trim() || isContinued || isMember || this.parsed.inStrings.has(node)) {
      return undefined;
    }
    this.named.set(node, this.fresh(called.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_").toLowerCase()));
    return { name: this.named.get(node), at, indentation };
  }

  /** Whether it makes no difference when an expression is evaluated. */
  isPlain(node) {
    if (node.type === "Attribute" || node.type === "keyword") {
      return this.isPlain(node.value);
    }
    if (DISPLAYS.has(node.type)) {
      return partsOf(node).every((each) => this.isPlain(each));
    }
    return ["Name", "Constant", "Lambda"].includes(node.type) || this.named.has(node);
  }

  /** A name that the text does not use: the one given, or with a number. */
  fresh(name) {
    const words = this.parsed.nodes.flatMap((node) => [node.id, node.arg, node.name, node.asname, node.attr]);
    const used = new Set([...words, ...this.named.values()]);
    let number = 1;
    let found = name;
    while (used.has(found)) {
      number += 1;
      found = `${name}_${number}`;
    }
    return found;
  }
}

/** The items of a list, tuple or dictionary that is written out. */
const partsOf = ({ elts, keys, values }) => elts ?? keys.flatMap((key, index) => (key ? [key, values[index]] : [values[index]]));

/** What a node evaluates before a child of its own; undefined where it may evaluate the child never, or more than once. */
const evaluatedBefore = (child, parent) => {
  if (["keyword", "Attribute", "Return", "Expr", "Assign", "AnnAssign"].includes(parent.type)) {
    return [];
  }
  if (parent.type !== "Call" && !DISPLAYS.has(parent.type)) {
    return undefined;
  }
  const every = parent.type === "Call" ? [parent.func, ...parent.args, ...parent.keywords] : partsOf(parent);
  return every.slice(0, every.indexOf(child));
};
