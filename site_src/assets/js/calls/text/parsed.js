// A source text, parsed once for all that looks at it: its syntax nodes, their parents and their offsets.

import { Text, bisectRight } from "./spans.js";
import { children, isStatement, parseSource, walk } from "./syntax.js";

const STATEMENT = /^\s*(?:(?:else|finally)\s*:\s*)?$/;
const CASE = /^\s*case\b[\s(]*$/;
const DECORATOR = /^\s*@[\s(]*$/;

/** A source text with its syntax tree. `nodes` has each node before those in it, `parents` the node around each of them. */
export class Parsed {
  constructor(source) {
    const { tree } = parseSource(source);
    this.source = source;
    this.tree = tree;
    this.text = new Text(source);
    this.nodes = [];
    this.parents = new Map();
    const waiting = [tree];
    while (waiting.length) {
      const node = waiting.pop();
      this.nodes.push(node);
      const below = children(node);
      below.forEach((child) => this.parents.set(child, node));
      waiting.push(...below);
    }
    /** The expressions in f-strings. */
    this.inStrings = new Set();
    for (const node of this.nodes) {
      if (node.type === "JoinedStr" && !this.inStrings.has(node)) {
        for (const inner of walk(node)) {
          this.inStrings.add(inner);
        }
      }
    }
  }

  /** The node that takes the value of an expression, which may be one branch of a larger one. */
  taking(node) {
    const parent = this.parents.get(node);
    if (parent?.type === "IfExp" && parent.test !== node) {
      return this.taking(parent);
    }
    return parent?.type === "BoolOp" && parent.values.at(-1) === node ? this.taking(parent) : parent;
  }

  /** The number of the physical line, from 1, on which the logical line of an offset begins. */
  logicalStart(offset) {
    this.logical ??= this.logicalLines();
    return this.logical.length ? this.logical[Math.max(bisectRight(this.logical, this.text.line(offset)) - 1, 0)] : 1;
  }

  /** The physical lines that begin with a statement, or with a clause of one. */
  logicalLines() {
    const found = new Set();
    for (const node of this.nodes) {
      for (const [{ start }, before] of clauses(node)) {
        const line = this.text.line(start);
        const isContinued = line > 1 && this.text.lines[line - 2].replace(/[\r\n]+$/, "").endsWith("\\");
        if (!isContinued && before.test(this.source.slice(this.text.lineStart(line), start))) {
          found.add(line);
        }
      }
    }
    return [...found].sort((a, b) => a - b);
  }
}

/** What of a node begins a logical line, and what may stand before it there. */
const clauses = (node) => {
  if (node.type === "match_case") {
    return [[node.pattern, CASE]];
  }
  if (node.type !== "ExceptHandler" && !isStatement(node)) {
    return [];
  }
  return [[node, STATEMENT], ...(node.decorator_list ?? []).map((decorator) => [decorator, DECORATOR])];
};
