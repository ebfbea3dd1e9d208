// Which conditions in words a program gives no sign of, so that they need not be asked about.

import { isInt } from "../python/values.js";

/** The sign that is no text: an augmented assignment to what may be a Tensor. */
const UPDATED = "+=";
const DISPLAYS = new Set(["Constant", "List", "Tuple", "Dict", "Set", "JoinedStr", "ListComp", "DictComp"]);
/** Functions and methods that give numbers, which are added to the items of lists and dictionaries. */
const COUNTING = new Set(["float", "int", "item", "len", "round"]);
/** Members of a Tensor that give a view of it, or what shares its memory. */
const SHARING = new Set("data detach flatten permute reshape squeeze t transpose unsqueeze view view_as".split(" "));
/** Numbers in the groups of an optimizer. */
const OPTIONS = new Set(["lr", "initial_lr", "momentum", "weight_decay"]);

/** The conditions of which the text has no sign. */
export const absent = (signs, { source, nodes }) => {
  const updates = updatesTensors(nodes);
  const isShown = (code) => (code === UPDATED ? updates : source.includes(code));
  return new Set(Object.keys(signs).filter((said) => !signs[said].some(isShown)));
};

/** Whether an augmented assignment may change a Tensor: not what only ever held displays. */
const updatesTensors = (nodes) => {
  const holders = new Set(nodes.filter((node) => node.type === "Assign" && holds(node.value)).flatMap((node) => node.targets.map(nameOf)));
  if (nodes.some((node) => node.type === "AugAssign" && updatesItem(node, holders))) {
    return true;
  }
  const targets = new Set(nodes.filter(({ type }) => type === "AugAssign").map(({ target }) => target));
  const assigned = nodes.filter(({ type }) => type === "Assign");
  const displayed = new Set(assigned.flatMap((node) => node.targets.flatMap((target) => displayedIn(target, node.value))));
  const others = new Set(nodes.filter((node) => !targets.has(node) && !displayed.has(node)).map(nameOf));
  const counters = new Set([...displayed].map(nameOf).filter((name) => !others.has(name)));
  return [...targets].map(nameOf).some((name) => name && !counters.has(name));
};

/** Whether a list or dictionary is seen to hold Tensors that share their memory: `[p.data for p in ps]`. */
const holds = (value) => {
  const items = { List: value.elts, Tuple: value.elts, Dict: value.values, ListComp: [value.elt], DictComp: [value.value] }[value.type];
  return memberOf(value) === "state_dict" || (items ?? []).some((item) => SHARING.has(memberOf(item)));
};

/** The name of the member that an expression reads or calls; undefined for others. */
const memberOf = ({ type, attr, func }) => (type === "Call" && func.type === "Attribute" ? func.attr : type === "Attribute" ? attr : undefined);

/**
 * Whether it may change one of the Tensors in a list or dictionary: `params[i] -= lr * grads[i]`. A number may be added
 * to a count, an integer may multiply a size, and what changes an option of an optimizer is a number; a slice or several indices
 * are those of a Tensor, changed in place. `holders` are seen to hold Tensors.
 */
const updatesItem = ({ target, op, value }, holders) => {
  if (target.type !== "Subscript" || ["Slice", "Tuple"].includes(target.slice.type) || OPTIONS.has(target.slice.value)) {
    return false;
  }
  if (target.value.type === "Name" && holders.has(target.value.id)) {
    return true;
  }
  switch (value.type) {
    case "Call":
      return !COUNTING.has(value.func.id ?? value.func.attr);
    case "Constant":
      return !(["Add", "Sub"].includes(op) || (["Mult", "FloorDiv"].includes(op) && isInt(value.value)));
    default:
      return value.type !== "UnaryOp";
  }
};

/** What an assignment binds to displays: `n` and `found` in `n, found = 0, []`. */
const displayedIn = (target, value) => {
  if (target.type === "Tuple" && value.type === "Tuple" && target.elts.length === value.elts.length) {
    return target.elts.flatMap((each, at) => displayedIn(each, value.elts[at]));
  }
  return DISPLAYS.has(value.type) ? [target] : [];
};

/** The name that a node binds, an attribute's with a dot; empty where it binds none. */
const nameOf = ({ type, ctx, id, attr, arg }) => {
  if (type === "arg") {
    return arg;
  }
  return ctx !== "Store" ? "" : type === "Name" ? id : type === "Attribute" ? `.${attr}` : "";
};
