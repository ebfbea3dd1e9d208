// The keys of the dictionaries in a list, such as the groups of an optimizer, where the text shows them all.

import { OPTIMIZER, pathOf } from "./result_facts.js";

const READING = new Set(["builtins.len", "builtins.print"]);

/** The keys of all dictionaries in a list, a set; null where it may hold others. */
export const keysIn = (node, inference) => {
  switch (node.type) {
    case "List":
    case "Tuple":
      return together(node.elts.map((each) => keysOf(each, inference)));
    case "ListComp":
      return keysOf(node.elt, inference);
    case "Name":
      return ofVariable(node, inference, keysIn);
    default:
      return null;
  }
};

const named = (names) => (names.every((name) => typeof name === "string") ? new Set(names) : null);

/** The keys of one dictionary. */
const keysOf = (node, inference) => {
  if (node.type === "Dict") {
    return named(node.keys.map((key) => (key?.type === "Constant" ? key.value : null)));
  }
  if (node.type === "Call" && node.func.type === "Name" && node.func.id === "dict" && !node.args.length) {
    return inference.displays.variables.isBuiltin("dict") ? named(node.keywords.map(({ arg }) => arg)) : null;
  }
  return node.type === "Name" ? ofVariable(node, inference, keysOf) : null;
};

/** What is read of all that a variable is bound to, and of what is appended; null where it may change otherwise. */
const ofVariable = (node, inference, read) => {
  const { variables } = inference.displays;
  const values = inference.reaching.values(node);
  if (!values?.length || values.some(({ type }) => type === "Name")) {
    return null;
  }
  const found = values.map((each) => read(each, inference));
  for (const place of variables.everywhere(node)) {
    const parent = variables.parents.get(place);
    if (parent.type === "AugAssign" && parent.target === place) {
      found.push(read(parent.value, inference));
      continue;
    }
    if (place.ctx === "Store") {
      continue;
    }
    if (parent.type === "Attribute" && parent.attr === "append") {
      const call = variables.parents.get(parent);
      const isCall = call.type === "Call" && call.func === parent && call.args.length === 1;
      found.push(isCall ? keysOf(call.args[0], inference) : null);
    } else if (parent.type !== "List" && !onlyReads(parent, inference)) {
      return null;
    }
  }
  return together(found);
};

/** Whether what a list is passed to leaves it as it is: an optimizer, or `len` or `print`. */
const onlyReads = (place, inference) => {
  const call = place.type === "keyword" ? inference.displays.variables.parents.get(place) : place;
  const path = call.type === "Call" ? pathOf(call.func, inference) : "";
  return READING.has(path) || inference.names.isA(path, OPTIMIZER);
};

const together = (found) => (found.includes(null) ? null : new Set(found.flatMap((each) => [...each])));
