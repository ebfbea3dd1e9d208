// The calls in one text of a class or function that it passes on, by the names that this goes through: a name is that of a
// variable, parameter or keyword, or `.name` of the attribute of any object; `name()` is what a call of a function gives.

import { enclosing, isExpression, walk } from "./syntax.js";

const DISPLAYS = new Set(["IfExp", "BoolOp", "Dict", "List", "Tuple"]);
/** The methods of a dictionary that give what it holds. */
const READING = new Set(["get", "items", "pop", "values"]);

/** What the variables, parameters and attributes of one text are called with, whatever object or function they are of. */
export class LaterCalls {
  constructor({ nodes, parents }, inference) {
    Object.assign(this, { nodes, parents, filled: (call) => inference.filled(call)[1] });
  }

  /** The calls in the text of what an expression is given the name of. */
  of(node) {
    const names = this.names(node);
    return names.size ? this.nodes.filter(({ type, func }) => type === "Call" && names.has(nameOf(func))) : [];
  }

  /** Whether the text calls what an expression is given the name of, with just so many arguments by position each time. */
  passOnly(node, count) {
    const calls = this.of(node);
    const isPlain = ({ args, keywords }) => args.length === count && !keywords.length && !args.some(({ type }) => type === "Starred");
    return calls.length > 0 && calls.every(isPlain);
  }

  /** Whether all that the text does with the argument of a call is `isinstance`, or to pass it on so. */
  onlyAsked(argument) {
    const names = this.names(argument);
    const read = this.nodes.filter((each) => ["Name", "Attribute"].includes(each.type) && names.has(nameOf(each)));
    const asked = read.filter((each) => this.isAsked(each));
    const passed = read.filter((each) => each.ctx === "Load" && this.isPassed(each));
    return asked.length > 0 && asked.length + passed.length === read.length;
  }

  isAsked(node) {
    const parent = this.parents.get(node);
    const isAsking = parent?.type === "Call" && parent.func.type === "Name" && ["isinstance", "issubclass"].includes(parent.func.id);
    return isAsking && parent.args.length === 2 && parent.args[1] === node;
  }

  isPassed(node) {
    const parent = this.parents.get(node);
    return parent?.type === "Call" && this.filled(parent).get(node) !== undefined;
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
    while (DISPLAYS.has(parent?.type)) {
      child = parent;
      parent = this.parents.get(child);
    }
    switch (parent?.type) {
      case "Assign":
      case "AnnAssign": {
        const named = parent.value === child ? (parent.targets ?? [parent.target]).map(nameOf).filter(Boolean) : [];
        const isOfClass = this.parents.get(parent).type === "ClassDef"; // `self.name` is another name of it
        return isOfClass ? named.flatMap((name) => [name, `.${name}`]) : named;
      }
      case "For":
      case "comprehension":
        return parent.iter === child ? [...walk(parent.target)].filter(({ type }) => type === "Name").map(nameOf) : [];
      case "Return": {
        const around = enclosing(parent, this.parents, ({ type }) => type === "FunctionDef");
        const isProperty = around?.decorator_list.some((each) => nameOf(each) === "property");
        return around ? [`${around.name}()`, `.${around.name}()`, ...(isProperty ? [`.${around.name}`] : [])] : [];
      }
      case "Call": {
        const parameter = this.filled(parent).get(child);
        return parameter ? [parameter] : [];
      }
      case "keyword": {
        const call = this.parents.get(parent);
        const isDisplay = parent.arg && call.type === "Call" && call.func.type === "Name" && call.func.id === "dict";
        return parent.arg ? [parent.arg, ...(isDisplay ? this.given(call) : [])] : [];
      }
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
    case "Call": {
      const isReading = node.func.type === "Attribute" && READING.has(node.func.attr);
      const name = nameOf(isReading ? node.func.value : node.func);
      return isReading || !name ? name : `${name}()`;
    }
    default:
      return undefined;
  }
};
