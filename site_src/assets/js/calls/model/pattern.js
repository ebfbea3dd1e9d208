// Patterns of torch code around the use of an attribute, with placeholders: `{self}.param_groups[0]['lr']`.

import { children, isExpression, parseSource, walk } from "../text/syntax.js";
import { splitPlaceholders } from "./template.js";

const MARK = "__placeholder_";
/** The placeholder for the object of an attribute. */
export const RECEIVER = "self";
const NOT_COMPARED = new Set(["start", "end", "ctx"]);

/** The placeholder that a node of a pattern stands for; empty for any other node. */
const placeholder = (node) => (node?.type === "Name" && node.id.startsWith(MARK) ? node.id.slice(MARK.length) : "");

const isUse = (node) => node.type === "Attribute" && placeholder(node.value) === RECEIVER;

const depthOf = (node, isIt) => {
  if (isIt(node)) {
    return 0;
  }
  for (const child of children(node)) {
    const depth = depthOf(child, isIt);
    if (depth !== undefined) {
      return depth + 1;
    }
  }
  return undefined;
};

/** Whether a node is what a pattern says, placeholders aside, which go into `found`. */
const fits = (pattern, node, found) => {
  const name = placeholder(pattern);
  if (name && node?.type && isExpression(node)) {
    const known = found.get(name) ?? node;
    found.set(name, known);
    return (pattern.ctx === "Load" || node.type === "Name") && (known === node || fits(known, node, new Map()));
  }
  if (typeof pattern !== "object" || pattern === null || typeof node !== "object" || node === null) {
    return pattern === node;
  }
  const keys = (one) => Object.keys(one).filter((key) => !NOT_COMPARED.has(key));
  return pattern.constructor === node.constructor && keys(pattern).length === keys(node).length && keys(pattern).every((key) => fits(pattern[key], node[key], found));
};

/** An expression or one statement of torch code around `{self}.attribute`; other placeholders stand for expressions. */
export class Pattern {
  constructor(text) {
    const { parts, names } = splitPlaceholders(text);
    const [statement] = parseSource(parts.map((part, index) => part + (index < names.length ? MARK + names[index] : "")).join("")).tree.body;
    this.root = statement.type === "Expr" ? statement.value : statement;
    /** How many nodes are around the attribute. */
    this.depth = depthOf(this.root, isUse);
    /** The placeholders that the code binds. */
    this.bound = new Set([...walk(this.root)].filter(({ ctx }) => ctx === "Store").map(placeholder).filter(Boolean));
  }

  /** What the placeholders stand for where a node is such code; undefined where it is not, or is assigned to as a whole. */
  match(node) {
    const found = new Map();
    return (node.ctx ?? "Load") === "Load" && fits(this.root, node, found) ? found : undefined;
  }
}
