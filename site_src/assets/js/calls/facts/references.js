// Which torch name, if any, an expression of a text refers to by an import.

import { optionsOf } from "../knowledge/kinds.js";
import { lastPart } from "../knowledge/names.js";
import { walk } from "../text/syntax.js";
import { Names, boundNames, importedNames } from "../text/variables.js";

/** The torch names that expressions of one text stand for, each looked up once. */
export class References {
  constructor(parsed, inference, knowledge) {
    const { names } = knowledge;
    const { variables } = inference.displays;
    Object.assign(this, { inference, knowledge, names, variables, found: new Map(), bySeveral: new Map() });
    Object.assign(this, namesOfImports(parsed.nodes, names, variables));
  }

  /**
   * The dotted torch path that a name or attribute stands for; empty where it stands for none. What a variable holds is none,
   * unless it is a module: another value may be put there, by a caller for one.
   */
  path(node) {
    if (node.type !== "Name" && node.type !== "Attribute") {
      return "";
    }
    if (!this.found.has(node)) {
      this.found.set(node, this.referred(node));
    }
    return this.found.get(node);
  }

  referred(node) {
    let root = node;
    while (root.type === "Attribute") {
      root = root.value;
    }
    if (root.type !== "Name") {
      return "";
    }
    if (node.type === "Attribute" && this.knowledge.isValue(this.path(node.value))) {
      return ""; // a member of a value: of a version's text, for one
    }
    if (!this.isImport(root) && !optionsOf(this.inference.kind(root)).some((kind) => this.isModule(kind))) {
      const kind = this.inference.kind(node);
      const isGlobal = root === node && this.variables.scopeOf(root).type === "Module";
      if (isGlobal && this.imported.has(root.id) && kind.tag === "Name" && this.names.find(kind.path)) {
        this.bySeveral.set(node, [kind.path]); // what is imported, as far as the text was followed
      }
      return "";
    }
    if (node.type === "Attribute" && node.ctx !== "Load") {
      const path = this.path(node.value);
      return path ? `${path}.${node.attr}` : "";
    }
    const found = optionsOf(this.inference.kind(node)).filter(({ tag }) => tag === "Name");
    if (found.length > 1 && found.every(({ path }) => this.names.find(path))) {
      this.bySeveral.set(node, found.map(({ path }) => path).sort());
    }
    return found.length === 1 && this.names.belongs(found[0].path) ? found[0].path : "";
  }

  isModule(kind) {
    return kind.tag === "Name" && this.names.isModule(kind.path);
  }

  /** The module and the name of a function that is looked up in it by its name, where that is recorded; undefined for any other. */
  lookedUp(node) {
    const isItem = node?.type === "Subscript" && node.value.type === "Attribute" && node.value.attr === "__dict__";
    const found = isItem ? { module: node.value.value, name: node.slice } : this.namedIn(node);
    return found && Object.hasOwn(this.knowledge.lookups, this.path(found.module)) ? found : undefined;
  }

  /** The module of torch and the name of what `getattr` takes from it; undefined for all else. */
  namedIn(node) {
    const isAsked = node?.type === "Call" && node.func.type === "Name" && node.func.id === "getattr" && !node.keywords.length;
    const [module, name, ...others] = isAsked ? node.args : [];
    return name && !others.length && this.names.isModule(this.path(module)) ? { module, name } : undefined;
  }

  /** The dotted name that an attribute of an imported module is written as; empty for any other expression. */
  module(node) {
    if (node.type === "Attribute") {
      const parent = this.module(node.value);
      return parent && `${parent}.${node.attr}`;
    }
    return node.type === "Name" && this.isImport(node) ? node.id : "";
  }

  /** The torch names of which an expression may be any, by different imports; empty where it is one or none. */
  several(node) {
    this.path(node);
    return this.bySeveral.get(node) ?? [];
  }

  /** Whether nothing but imports binds a name in the text. */
  isImported(name) {
    return this.imported.has(name) && !this.others.hasAnywhere(name);
  }

  /** Whether nothing but imports binds what a name stands for: a method or a parameter of the same name is another thing. */
  isImport(node) {
    return this.imported.has(node.id) && !this.others.has(this.variables.scopeOf(node), node.id);
  }
}

/** Whether a text names torch, or a module that has a flavour for it. */
export const refersToTorch = (parsed, knowledge) =>
  namesTorch(parsed, knowledge.names) || Object.keys(knowledge.flavours).some((name) => parsed.source.includes(name));

/** Whether the text imports torch, or uses its name unbound as snippets do. */
const namesTorch = ({ source, nodes }, names) =>
  [...names.packages].some((name) => source.includes(name)) &&
  nodes.some((node) => {
    switch (node.type) {
      case "Name":
        return names.belongs(node.id);
      case "ImportFrom":
        return node.level === 0 && names.belongs(node.module);
      case "Import":
        return node.names.some(({ name }) => names.belongs(name));
      default:
        return false;
    }
  });

/** What the handlers of `try` bind in the place of names that its body imports. */
export const boundInstead = ({ body, handlers }) => {
  const imported = importedNames(body);
  const handled = handlers.flatMap((handler) => handler.body.flatMap((each) => [...walk(each)]));
  return handled.filter((each) => (each.type === "Name" ? [each.id] : boundNames(each)).some((name) => imported.has(name)));
};

/** The names that imports bind in the text, and those that something else binds, with the scopes in which it does. */
const namesOfImports = (nodes, names, variables) => {
  const imported = new Set();
  const byStar = new Set();
  const others = new Names();
  let onlyTorch = true;
  const instead = new Set();
  for (const node of nodes) {
    if (instead.has(node)) {
      continue;
    }
    if (node.type === "Try" || node.type === "TryStar") {
      boundInstead(node).forEach((each) => instead.add(each));
    } else if (node.type === "Name" && node.ctx === "Store") {
      others.add(variables.bindingScope(node), node.id);
    } else if (node.type === "ImportFrom" && node.names[0].name === "*") {
      names.children(node.module ?? "").forEach((path) => byStar.add(lastPart(path)));
      onlyTorch = onlyTorch && node.level === 0 && names.belongs(node.module ?? "");
    } else if (node.type === "Import" || node.type === "ImportFrom") {
      node.names.forEach(({ name, asname }) => imported.add(asname ?? name.split(".", 1)[0]));
    } else if (node.type === "arg") {
      others.add(variables.bindingScope(node), node.arg);
    } else if (["FunctionDef", "AsyncFunctionDef", "ClassDef"].includes(node.type)) {
      others.add(variables.bindingScope(node), node.name);
    }
  }
  return { imported: new Set([...imported, ...(onlyTorch ? byStar : [])]), others };
};
