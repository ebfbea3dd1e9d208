// The keys of the dictionaries in a list, such as the groups of an optimizer, where the text shows them all.

import { OPTIMIZER, pathOf } from "./result_facts.js";

const READING = new Set(["builtins.len", "builtins.print"]);
const FUNCTIONS = new Set(["FunctionDef", "AsyncFunctionDef"]);

/** Reads lists and dictionaries through the variables and functions of one text. */
export class WrittenKeys {
  constructor(inference) {
    this.inference = inference;
    this.variables = inference.displays.variables;
    this.open = new Set(); // the calls and variables that are being followed: a function may call itself, a list be added to itself
  }

  /** The keys of all dictionaries in a list, a set; null where it may hold others. */
  ofList(node) {
    switch (node.type) {
      case "List":
      case "Tuple":
        return together(node.elts.map((each) => this.ofItem(each)));
      case "ListComp":
        return this.ofItem(node.elt);
      case "Name":
        return this.open.has(node) ? null : this.followed(node, () => this.ofVariable(node, (each) => this.ofList(each)));
      case "Call":
        return this.open.has(node) ? null : this.followed(node, () => this.ofCall(node));
      default:
        return null;
    }
  }

  ofCall(node) {
    const returned = this.inference.returned(node);
    return returned.length ? together(returned.map((each) => this.ofList(each))) : null;
  }

  /** What is found while a node counts as being followed. */
  followed(node, find) {
    this.open.add(node);
    const found = find();
    this.open.delete(node);
    return found;
  }

  /** The keys of one dictionary. */
  ofItem(node) {
    if (node.type === "Dict") {
      return named(node.keys.map((key) => (key?.type === "Constant" ? key.value : null)));
    }
    if (node.type === "Call" && node.func.type === "Name" && node.func.id === "dict" && !node.args.length) {
      return this.variables.isBuiltin("dict") ? named(node.keywords.map(({ arg }) => arg)) : null;
    }
    return node.type === "Name" ? this.ofVariable(node, (each) => this.ofItem(each)) : null;
  }

  /** What is read of all that a variable is bound to, and of what is appended; null where it may change otherwise. */
  ofVariable(node, read) {
    const { parents } = this.variables;
    const values = this.inference.reaching.values(node);
    if (!values?.length || values.some(({ type }) => type === "Name")) {
      return null;
    }
    const found = values.map(read);
    for (const place of this.variables.everywhere(node)) {
      const parent = parents.get(place);
      if (parent.type === "AugAssign" && parent.target === place) {
        found.push(read(parent.value));
        continue;
      }
      const isOwn = parent.type === "Return" && FUNCTIONS.has(this.variables.scope(place).type); // each call has its own
      if (place.ctx === "Store" || isOwn) {
        continue;
      }
      if (parent.type === "Attribute" && parent.attr === "append") {
        const call = parents.get(parent);
        const isCall = call.type === "Call" && call.func === parent && call.args.length === 1;
        found.push(isCall ? this.ofItem(call.args[0]) : null);
      } else if (parent.type !== "List" && !this.onlyReads(parent)) {
        return null;
      }
    }
    return together(found);
  }

  /** Whether what a list is passed to leaves it as it is: an optimizer, or `len` or `print`. */
  onlyReads(place) {
    const call = place.type === "keyword" ? this.variables.parents.get(place) : place;
    const path = call.type === "Call" ? pathOf(call.func, this.inference) : "";
    return READING.has(path) || this.inference.names.isA(path, OPTIMIZER);
  }
}

const named = (names) => (names.every((name) => typeof name === "string") ? new Set(names) : null);

const together = (found) => (found.includes(null) ? null : new Set(found.flatMap((each) => [...each])));
