// The expressions that a class of the text sets the attributes of its own objects to.

import { enclosing } from "./syntax.js";

const REGISTERING = new Set(["register_buffer", "register_parameter"]);
const SELF = new Set(["self", "ctx"]);
const isSelf = ({ type, id }) => type === "Name" && SELF.has(id);

/** What `self.name = …` and `self.register_buffer('name', …)` set, by the class that they stand in. */
export class AttributeValues {
  constructor(parents) {
    Object.assign(this, { parents, found: undefined });
  }

  /** The expressions that an attribute of a class's objects is set to, but `None`; none where it may be set otherwise. */
  values(owner, name) {
    const ofAny = this.set.get(undefined);
    if (ofAny?.has(name) || ofAny?.has("")) {
      return [];
    }
    const found = this.set.get(owner)?.get(name) ?? [];
    return found.includes(undefined) ? [] : found;
  }

  /** Whether the text gives any object, or may give it, an attribute of a name. */
  sets(name) {
    return [...this.set.values()].some((names) => names.has(name) || names.has(""));
  }

  /**
   * All that is set, by the class, or none where it is set on any object, and the name, which is empty for any; undefined is a
   * value that the text does not show.
   */
  get set() {
    if (this.found === undefined) {
      this.found = new Map();
      for (const node of this.parents.keys()) {
        for (const [holder, name, value] of this.settings(node)) {
          this.note(isSelf(holder) && name ? enclosing(node, this.parents, ({ type }) => type === "ClassDef") : undefined, name, value);
        }
      }
    }
    return this.found;
  }

  note(owner, name, value) {
    if (value?.type === "Constant" && value.value === null) {
      return;
    }
    const names = this.found.get(owner) ?? new Map();
    names.set(name, [...(names.get(name) ?? []), value]);
    this.found.set(owner, names);
  }

  /** The object, the name and the value of each attribute that a node sets. */
  settings(node) {
    if (node.type === "Attribute" && node.ctx !== "Load") {
      const { type, targets, op, value } = this.parents.get(node);
      if ((type === "Assign" && targets.includes(node)) || type === "AnnAssign") {
        return [[node.value, node.attr, value ?? undefined]];
      }
      return type === "AugAssign" && op !== "MatMult" ? [] : [[node.value, node.attr, undefined]]; // changes a Tensor in place
    }
    if (node.type !== "Call") {
      return [];
    }
    const { func, args } = node;
    const isText = ({ type, value }) => type === "Constant" && typeof value === "string";
    if (func.type === "Attribute" && REGISTERING.has(func.attr) && args.length && isText(args[0])) {
      return [[func.value, args[0].value, args[1]]];
    }
    if (func.type === "Attribute" && func.attr === "save_for_backward") {
      return [[func.value, "saved_tensors", node]];
    }
    if (func.type === "Name" && func.id === "setattr" && args.length === 3) {
      return [[args[0], isText(args[1]) ? args[1].value : "", args[2]]];
    }
    const { value: members } = func.type === "Attribute" && func.attr === "update" ? func : {};
    if (members?.type === "Attribute" && members.attr === "__dict__") {
      return [[members.value, "", undefined]];
    }
    if (members?.type === "Call" && members.func.type === "Name" && members.func.id === "vars" && members.args.length === 1) {
      return [[members.args[0], "", undefined]];
    }
    if (func.type === "Name" && func.id === "type" && args.length === 3) {
      const [, bases, { keys = [null] }] = args; // of a class derived from these
      return keys.map((key) => [bases, key?.type === "Constant" ? String(key.value) : "", undefined]);
    }
    return [];
  }
}
