// What binds each name of a class body, as far as one statement alone decides that.

import { children } from "./syntax.js";

// Decorators of definitions that add to one of the same name.
const PARTS = new Set(["overload", "setter", "getter", "deleter"]);
const DEFINITIONS = new Set(["FunctionDef", "AsyncFunctionDef", "ClassDef"]);

/** The expression that gives a name its value, where just one statement binds it and that always runs; else undefined. */
export const certainValue = (body, name) => {
  const bindings = body.flatMap(bindingsOf);
  const star = bindings.findLastIndex(([bound]) => bound === "*");
  const [first, ...others] = bindings.slice(star + 1).filter(([bound]) => bound === name);
  const isBoundBefore = star >= 0 && bindings.slice(0, star).some(([bound]) => bound === name);
  return others.length || isBoundBefore ? undefined : first?.[1];
};

/** The names that a statement binds, each with its value where that is certain. */
const bindingsOf = (node) => {
  switch (node.type) {
    case "FunctionDef":
    case "AsyncFunctionDef":
      return node.decorator_list.some((each) => PARTS.has(nameOf(each))) ? [] : [[node.name]];
    case "ClassDef":
      return [[node.name]];
    case "Assign":
      return node.targets.flatMap((target) => targetOf(target, node.value));
    case "AnnAssign":
      return node.value ? targetOf(node.target, node.value) : [];
    case "Expr":
      return setAttribute(node.value) ?? anyNames(node);
    default:
      return anyNames(node);
  }
};

const targetOf = (target, value) => {
  if (target.type === "Name") {
    return [[target.id, value]];
  }
  return target.type === "Attribute" && target.value.type === "Name" ? [] : anyNames(target);
};

const setAttribute = ({ type, func, args }) => {
  const isSetting = type === "Call" && func.type === "Name" && func.id === "setattr" && args.length === 3 && args[0].type === "Name";
  return isSetting ? (args[1].type === "Constant" ? [] : [[args[0].id]]) : undefined;
};

const nameOf = (node) => (node.type === "Call" ? nameOf(node.func) : (node.attr ?? node.id));

/** Every name that a node binds somewhere, without what functions in it do. */
const anyNames = (node) => {
  if (DEFINITIONS.has(node.type)) {
    return [[node.name]];
  }
  if (node.type === "Import" || node.type === "ImportFrom") {
    return node.names.map(({ name, asname }) => [asname ?? (node.type === "Import" ? name.split(".", 1)[0] : name)]);
  }
  const own = node.type === "Name" && node.ctx !== "Load" ? [[node.id]] : [];
  return [...own, ...children(node).flatMap(anyNames)];
};
