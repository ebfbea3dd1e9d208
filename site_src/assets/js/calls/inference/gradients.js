// Which Tensors of one text need a gradient, where that is written in plain sight.

import { DTYPE, PARAMETERS, SHAPE, STR, isBatch, isNumber, isTensor } from "../knowledge/kinds.js";
import { INTEGERS } from "../model/when.js";
import { TensorFacts } from "./tensor_facts.js";
import { GIVING_VIEWS, KEPT } from "./view_members.js";

/** Functions of torch whose result needs no gradient unless `requires_grad` says so. */
const MADE = new Set(
  (
    "tensor zeros ones empty full rand randn randint randperm arange linspace logspace eye zeros_like ones_like empty_like " +
    "full_like rand_like randn_like randint_like from_numpy"
  ).split(" "),
);
/** Methods whose result needs none where their Tensor does not. */
const SAME = new Set([...GIVING_VIEWS, ...KEPT, "clone"]);

/** Builtins that read their arguments alone. */
const READING = new Set("abs bool float int isinstance len max min print round sum type".split(" ").map((name) => `builtins.${name}`));
/** Methods whose result has no gradient. */
const TO_PYTHON = new Set(["numpy", "tolist", "item"]);
/** Builtins of the same kind. */
const TO_NUMBERS = new Set(["builtins.bool", "builtins.float", "builtins.int"]);
/** What neither keeps an expression in it nor changes it. */
const ALONE = new Set("Assert BinOp Compare Expr FormattedValue If Return Slice UnaryOp While".split(" "));

/**
 * Whether the Tensors in one text need a gradient. Only Tensors are said to that are made so: what is computed of them may be
 * computed where gradients are off. Those of a loader are said to need none, and what is computed of Tensors that need none.
 */
export class Gradients extends TensorFacts {
  constructor(inference, dtypes) {
    super(inference);
    this.dtypes = dtypes;
  }

  /** Whether any of several Tensors needs a gradient; undefined where the text does not show it. */
  anyOf(nodes) {
    const found = new Set(nodes.map((each) => this.of(each)));
    return found.has(true) ? true : found.has(undefined) || !found.size ? undefined : false;
  }

  /** Whether what is computed of an expression on the spot becomes an array, a list or a number at last. */
  isReadAlone(node) {
    const { parents } = this.inference.displays.variables;
    const parent = parents.get(node);
    switch (parent?.type) {
      case "Attribute": {
        const call = parents.get(parent);
        if (call?.type === "Call" && call.func === parent) {
          const isComputed = isTensor(this.inference.kind(call)) && !parent.attr.endsWith("_");
          return TO_PYTHON.has(parent.attr) || (isComputed && this.isReadAlone(call));
        }
        return GIVING_VIEWS.has(parent.attr) && this.isReadAlone(parent);
      }
      case "BinOp":
      case "UnaryOp":
      case "Compare":
        return this.isReadAlone(parent);
      case "Subscript":
        return parent.value === node && this.isReadAlone(parent);
      case "Call": {
        const kind = this.inference.kind(parent.func);
        const isLast = kind.tag === "Name" && TO_NUMBERS.has(kind.path);
        // What differentiates gives no Tensor but several.
        const isComputed = this.isFunction(parent.func) && isTensor(this.inference.kind(parent));
        return parent.func !== node && (isLast || (isComputed && this.isReadAlone(parent)));
      }
      default:
        return false;
    }
  }

  has(node) {
    return super.has(node) || isBatch(this.inference.kind(node));
  }

  shown(node) {
    const dtype = this.dtypes.exact(node);
    return INTEGERS.has(dtype) || dtype === "bool" ? false : this.needs(node);
  }

  needs(node) {
    switch (node.type) {
      case "Name": {
        const isKept = this.inference.reaching.changes(node).every((each) => this.needsNone(each));
        if (isKept && this.isLoaded(node)) {
          return false;
        }
        const needs = isKept ? this.ofEach(this.values(node)) : undefined;
        return needs === false && this.isChangedByOthers(node) ? undefined : needs;
      }
      case "Subscript":
        return isBatch(this.inference.kind(node.value)) || this.of(node.value) === false ? false : undefined;
      case "UnaryOp":
        return this.of(node.operand);
      case "Attribute": {
        if (node.attr === "data" && isTensor(this.inference.kind(node.value))) {
          return false;
        }
        const needs = this.ofEach(this.values(node));
        const isChanged = needs === false && (this.isAttributeChanged(node.attr) || this.isBoundBeside(node, node.attr));
        return isChanged ? undefined : needs;
      }
      case "BinOp": {
        const tensors = [node.left, node.right].filter((each) => !isNumber(this.inference.kind(each)));
        return tensors.every((each) => this.of(each) === false) ? false : undefined;
      }
      case "Call":
        return this.ofCall(node);
      default:
        return undefined;
    }
  }

  /** Whether a variable is bound to a part of a batch that a loader has just made, or is made of one. */
  isLoaded(variable) {
    const { reaching, displays } = this.inference;
    const { parents } = displays.variables;
    if (reaching.isUnbound(variable)) {
      return false;
    }
    const isOfBatch = (each) => isBatch(this.inference.kind(each));
    const places = reaching.before(variable, reaching.statement(variable));
    const stored = places.filter(({ ctx }) => ctx === "Store");
    const values = this.values(variable);
    const isPart = values.length
      ? values.every((each) => this.isOfBatch(each, variable.id))
      : stored.every((each) => isOfBatch(each) || isOfBatch(parents.get(each)));
    const read = places.filter((each) => !stored.includes(each));
    return stored.length > 0 && isPart && !read.some((each) => this.changes(each, new Set([variable.id])));
  }

  /** Whether a value is a part of a batch, or is made of a variable of a name that holds one. */
  isOfBatch(value, name) {
    let base = value;
    while (["Attribute", "Subscript", "Call"].includes(base.type)) {
      base = base.type === "Call" ? base.func : base.value;
    }
    const isOne = base.type === "Name" && (base.id === name || isBatch(this.inference.kind(base)));
    return isOne && this.of(value) === false;
  }

  /** Whether a Tensor that is changed so needs no gradient for that. */
  needsNone({ by, operands }) {
    return by !== "requires_grad" && operands !== undefined && operands.every((each) => this.isFree(each));
  }

  /** Whether an operand brings no gradient with it. */
  isFree(operand) {
    if (operand.type === "List" || operand.type === "Tuple") {
      return operand.elts.every((each) => this.isFree(each));
    }
    const kind = this.inference.kind(operand);
    const isNamed = kind.tag === "Name" && this.inference.names.belongs(kind.path);
    const isPlain = operand.type === "Constant" || isNamed || isNumber(kind);
    return isPlain || kind === SHAPE || kind === STR || (kind.tag === "Value" && kind.type === DTYPE) || this.of(operand) === false;
  }

  /** What all of some expressions have. */
  ofEach(nodes) {
    const found = new Set(nodes.map((each) => this.of(each)));
    return found.size === 1 ? [...found][0] : undefined;
  }

  /** Whether the Tensor of a variable may be changed otherwise than by its name: by what holds it, by a view. */
  isChangedByOthers(variable) {
    const isChanged = this.reads(variable).some((each) => this.changes(each, new Set([variable.id])));
    return isChanged || this.isBoundBeside(variable, variable.id);
  }

  /** Whether what is assigned is so to another place too, which may change it: `x = y = zeros(3)`. */
  isBoundBeside(node, name) {
    const around = this.values(node).map((each) => this.inference.displays.variables.parents.get(each));
    const targets = around.filter(({ type }) => type === "Assign").flatMap((each) => each.targets);
    return targets.some((each) => this.isOtherChanged(each, name));
  }

  isOtherChanged(target, name) {
    switch (target.type) {
      case "Name":
        return target.id !== name && this.isChanged(target, new Set());
      case "Attribute":
        return target.attr !== name && this.isAttributeChanged(target.attr);
      default:
        return target.type === "Subscript";
    }
  }

  /** Where a variable is read, and the result of a method in place for where it changes the variable. */
  reads(variable) {
    const { parents } = this.inference.displays.variables;
    return this.inference.displays.variables.everywhere(variable).flatMap((place) => {
      const parent = parents.get(place);
      if (parent.type === "Subscript" && parent.value === place && parent.ctx === "Store") {
        return [];
      }
      if (parent.type === "Attribute" && parent.attr.endsWith("_") && !parent.attr.endsWith("__")) {
        const around = parents.get(parent);
        return [around.type === "Call" ? around : place];
      }
      return place.ctx === "Load" ? [place] : [];
    });
  }

  /** Whether another variable may change the Tensor, by its name or by what holds it or a view of it. */
  isChanged(variable, asked) {
    if (asked.has(variable.id)) {
      return false;
    }
    const within = new Set([...asked, variable.id]);
    return this.inference.reaching.changes(variable).length > 0 || this.reads(variable).some((each) => this.changes(each, within));
  }

  /** Whether the Tensor that any object has as an attribute may be changed, as that of a variable may. */
  isAttributeChanged(name) {
    const { parents } = this.inference.displays.variables;
    this.attributes ??= [...parents.keys()].filter(({ type }) => type === "Attribute");
    const places = this.attributes.filter(({ attr }) => attr === name);
    return places.some((each) => (each.ctx === "Load" ? this.changes(each, new Set()) : parents.get(each).type === "AugAssign"));
  }

  /** Whether the code around an expression may change it, or a result of it, which may be a view. */
  changes(node, asked) {
    const parent = this.inference.displays.variables.parents.get(node);
    const { type, attr, ctx, value, func, arg, target, targets } = parent;
    switch (type) {
      case "Attribute":
        return (attr.endsWith("_") && !attr.endsWith("__")) || ctx !== "Load" || this.isResultChanged(parent, asked);
      case "Subscript":
        return value === node && (ctx !== "Load" || this.isResultChanged(parent, asked));
      case "Call":
        return !(func === node || this.onlyReads(func)) || this.isResultChanged(parent, asked);
      case "keyword":
        return arg === "out" || this.changes(parent, asked);
      case "List":
      case "Tuple":
      case "Starred":
        return this.changes(parent, asked);
      case "For":
        return target.type !== "Name" || this.isChanged(target, asked);
      case "Assign": {
        const [held, ...others] = targets;
        if (!others.length && held.type === "Tuple") {
          return !held.elts.every((each) => each.type === "Name" && !this.isChanged(each, asked));
        }
        if (others.length || !["Name", "Subscript"].includes(held.type)) {
          return true;
        }
        return held.type === "Name" ? this.isChanged(held, asked) : !isTensor(this.inference.kind(held.value));
      }
      case "AugAssign":
        return target === node;
      case "IfExp":
      case "BoolOp":
        return this.isResultChanged(parent, asked);
      default:
        return !ALONE.has(type);
    }
  }

  isResultChanged(node, asked) {
    const kind = this.inference.kind(node);
    return !(isNumber(kind) || kind === SHAPE || kind === STR) && this.changes(node, asked);
  }

  /** Whether a function, a layer of torch or a method of a Tensor changes none of its arguments. */
  onlyReads(func) {
    const { tag, path, receiver, type } = this.inference.kind(func);
    switch (tag) {
      case "Name":
        return !path.endsWith("_") && (READING.has(path) || path.startsWith("numpy.") || this.path(func) !== "");
      case "Member":
        return isTensor(receiver);
      case "Value":
        return this.inference.names.belongs(type);
      default:
        return false;
    }
  }

  ofCall(node) {
    const { name, first } = this.called(node);
    const path = this.path(node.func);
    const isParameter = PARAMETERS.has(path);
    let asked = node.keywords.find(({ arg }) => arg === "requires_grad")?.value;
    if (isParameter || (name === "requires_grad_" && !path)) {
      asked ??= node.args.length > (isParameter ? 1 : 0) ? node.args.at(-1) : { type: "Constant", value: true };
    }
    if (asked) {
      return asked.type === "Constant" && typeof asked.value === "boolean" ? asked.value : undefined;
    }
    if (node.keywords.some(({ arg }) => arg === null || arg === undefined)) {
      return undefined;
    }
    const operands = [...node.args, ...node.keywords.map(({ value }) => value)];
    const areFree = () => operands.every((each) => this.isFree(each));
    if (path) {
      const isComputed = this.isFunction(node.func) && operands.some((each) => this.hasAny(each));
      return MADE.has(name) || (isComputed && areFree()) ? false : undefined;
    }
    const isKept = first && this.of(first) === false;
    const isMethod = node.func.type === "Attribute" && node.func.value === first;
    const isComputed = isMethod && (SAME.has(name) || areFree());
    return name === "detach" || (isKept && isComputed) ? false : undefined;
  }

  /** Whether an operand is a Tensor, or a list with one. */
  hasAny(operand) {
    const items = operand.type === "List" || operand.type === "Tuple" ? operand.elts : [operand];
    return items.some((each) => isTensor(this.inference.kind(each)));
  }

  /** Whether an expression is a function of torch, which has no parameters of its own. */
  isFunction(node) {
    return this.inference.names.find(this.path(node))?.kind === "function";
  }
}
