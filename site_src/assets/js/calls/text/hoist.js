// Where the value of an expression can be given a name: on a line above its statement, which evaluates nothing before it.

import { BUILTIN_NAMES } from "../knowledge/builtin_members.js";
import { children, isStatement, walk } from "./syntax.js";

const DISPLAYS = new Set(["List", "Tuple", "Dict"]);
const ACTS = new Set(["Call", "Await", "Yield", "YieldFrom", "NamedExpr"]);
const FIXED = ["Name", "Constant", "List", "Tuple", "Dict", "keyword"];
const READ = ["Attribute"];
const COMPUTED = ["BinOp", "UnaryOp", "Compare", "Subscript", "Slice"];
const IN_PLACE = new Set(["out", "inplace"]);
const FILLED = new Set("arange empty full full_like ones ones_like tensor zeros zeros_like".split(" "));
const RANDOM = new Set(["bernoulli", "multinomial"]);
/** Methods that change a Tensor though no `_` says so. */
const RECORDING = new Set(["backward", "register_hook", "register_post_accumulate_grad_hook", "retain_grad"]);

/**
 * The lines that a conversion may put above the statements of one text; `path` gives the torch name of what is called, `isLeft`
 * says whether something of torch's own in an expression stays: its comment would not be found above another line.
 */
export class LinesAbove {
  constructor(parsed, path, isLeft) {
    Object.assign(this, { parsed, path, isLeft, named: new Map() });
  }

  /**
   * The line for an expression, and the variable that it binds, named for what it calls or is; undefined where its value would be
   * made at another time.
   */
  place(node, called) {
    if (this.isLeft(node)) {
      return undefined;
    }
    let child = node;
    const kinds = this.unchangedBy(node);
    const bound = new Set([...walk(node)].filter(({ type }) => type === "NamedExpr").map(({ target }) => target.id));
    while (!isStatement(child)) {
      const parent = this.parsed.parents.get(child);
      const before = evaluatedBefore(child, parent);
      if (!before?.every((each) => this.isPlain(each, kinds))) {
        return undefined;
      }
      if (before.some((part) => [...walk(part)].some(({ id }) => bound.has(id)))) {
        return undefined;
      }
      child = parent;
    }
    const { text } = this.parsed;
    const at = text.lineStart(text.line(child.start));
    const indentation = text.source.slice(at, child.start);
    const isContinued = this.parsed.logicalStart(child.start) !== text.line(child.start); // by a backslash
    const isMember = this.parsed.parents.get(child).type === "ClassDef"; // a variable there is one, too
    const isClause = text.source.startsWith("elif", child.start);
    if (indentation.trim() || isContinued || isMember || isClause || this.parsed.inStrings.has(node)) {
      return undefined;
    }
    this.named.set(node, this.fresh(called.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_").toLowerCase()));
    return { name: this.named.get(node), at, indentation };
  }

  /** What makes no difference when it is evaluated, before or after an expression: less, the more that one may do. */
  unchangedBy(node) {
    const calls = [...walk(node)].filter(({ type }) => ACTS.has(type));
    if (calls.every((each) => this.isSettled(each))) {
      return new Set([...FIXED, ...READ, ...COMPUTED]);
    }
    return new Set(calls.every((each) => this.isOfTorch(each)) ? [...FIXED, ...READ] : FIXED);
  }

  /** Whether a node calls a function, class or Tensor's method of torch that changes none of its arguments, or `len`. */
  isOfTorch({ type, func, keywords }) {
    if (type === "Call" && func.type === "Name" && func.id === "len") {
      return true;
    }
    const path = type === "Call" ? this.path(func) : "";
    return Boolean(path) && !path.endsWith("_") && !RECORDING.has(path.slice(path.lastIndexOf(".") + 1)) && !keywords.some(({ arg }) => IN_PLACE.has(arg));
  }

  /** Whether a call gives the same whatever calls of torch run before it: a Tensor's method, `zeros`. */
  isSettled(node) {
    if (!this.isOfTorch(node)) {
      return false;
    }
    const parts = this.path(node.func).split(".");
    const name = parts.at(-1);
    return /^[A-Z]/.test(parts.at(-2) ?? "") ? !RANDOM.has(name) : FILLED.has(name) || !name;
  }

  /** Whether it makes no difference when an expression is evaluated, which is of some kinds and made of them. */
  isPlain(node, kinds) {
    if (node.type === "Lambda" || this.named.has(node) || isNegative(node)) {
      return true;
    }
    if (this.isName(node)) {
      const receiver = receiverOf(node);
      return receiver.type === "Name" || this.isPlain(receiver, kinds);
    }
    const isMade = kinds.has("BinOp") && this.isOfTorch(node);
    return (isMade || kinds.has(node.type)) && children(node).every((each) => this.isPlain(each, kinds));
  }

  /** Whether an expression names what is called: a function of torch, or a member of a variable. */
  isName(node) {
    const parent = this.parsed.parents.get(node);
    const isCalled = parent.type === "Call" && parent.func === node;
    return isCalled && (Boolean(this.path(node)) || (node.type === "Attribute" && node.value.type === "Name"));
  }

  /** A name that neither the text nor Python uses: the one given, or with a number. */
  fresh(name) {
    const words = this.parsed.nodes.flatMap(wordsOf);
    const used = new Set([...words, ...this.named.values(), ...BUILTIN_NAMES]);
    let number = 1;
    let found = name;
    while (used.has(found)) {
      number += 1;
      found = `${name}_${number}`;
    }
    return found;
  }
}

/** What the members of a dotted name are read of: `torch` for `torch.nn.functional.relu`. */
const receiverOf = (node) => (node.type === "Attribute" ? receiverOf(node.value) : node);

/** Whether a node is a number with a sign: `-1`. */
const isNegative = ({ type, operand }) => type === "UnaryOp" && operand.type === "Constant";

/** The names that a node reads or binds; neither members nor keywords. */
const wordsOf = ({ type, id, arg, name, asname }) => (type === "keyword" ? [] : [id, arg, name, asname]);

/** The items of a list, tuple or dictionary that is written out. */
const partsOf = ({ elts, keys, values }) => elts ?? keys.flatMap((key, index) => (key ? [key, values[index]] : [values[index]]));

const FIRST = new Set(["keyword", "Attribute", "Starred", "UnaryOp", "Return", "Expr"]);
const VALUES = new Map([["Assign", "value"], ["AnnAssign", "value"], ["For", "iter"], ["If", "test"], ["Assert", "test"]]);
const PARTS = new Map([
  ["AugAssign", ({ target, value }) => [target, value]],
  ["BinOp", ({ left, right }) => [left, right]],
  ["Compare", ({ left, comparators }) => [left, ...comparators.slice(0, 1)]],
  ["Subscript", ({ value, slice }) => [value, slice]],
  ["Call", ({ func, args, keywords }) => [func, ...args, ...keywords]],
]);

/** What a node evaluates before a child of its own; undefined where it may evaluate the child never, or more than once. */
const evaluatedBefore = (child, parent) => {
  if (FIRST.has(parent.type)) {
    return [];
  }
  if (VALUES.has(parent.type)) {
    return parent[VALUES.get(parent.type)] === child ? [] : undefined;
  }
  const every = (DISPLAYS.has(parent.type) ? partsOf : PARTS.get(parent.type))?.(parent) ?? [];
  const index = every.indexOf(child);
  return index < 0 ? undefined : every.slice(0, index);
};
