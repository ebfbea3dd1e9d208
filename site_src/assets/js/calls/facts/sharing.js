// Augmented assignments that change a Tensor which others see: torch changes it in place, Paddle makes another one.

import { isSame } from "../inference/dtypes.js";
import { COPIED, GIVING_VIEWS, KEPT } from "../inference/view_members.js";
import { Value, isBatch, isTensor } from "../knowledge/kinds.js";
import { lastPart, ownerOf } from "../knowledge/names.js";
import { LOOPS } from "../text/reaching.js";
import { isExpression, walk } from "../text/syntax.js";
import { sameAttributes } from "./result_facts.js";
import { isGradient, isUnrecorded } from "./view_changes.js";
import { baseOf, isBasic } from "./views.js";

/** Members of a Tensor that give a view of it in Paddle as well, or itself where there is nothing to do; many are functions too. */
const VIEWS = new Set([...KEPT, ...[...GIVING_VIEWS].filter((each) => !COPIED.has(each)), "data", "detach"]);
const DISPLAYS = new Set(["List", "Tuple", "Dict"]);
/** Functions of the library that give a view of their first argument in Paddle as well: a Tensor, or a buffer. */
const GIVING = new Set([...VIEWS, "view_as_real", "view_as_complex", "frombuffer", "from_dlpack"]);
/** Functions and methods that give views of a Tensor's parts in Paddle as well, where the indices are given. */
const CUTTING = new Set(["dsplit", "hsplit", "tensor_split", "vsplit"]);
/** Layers that give a view of what they are called with in Paddle as well, or that itself. */
const LAYERS = new Set(["torch.nn.Flatten", "torch.nn.Unflatten", "torch.nn.Identity"]);
/** Whether a function of the library, or a layer, gives a view of its first argument. */
const givesView = ({ tag, path, type }) =>
  tag === "Name" ? path.startsWith("torch.") && GIVING.has(path.slice("torch.".length)) : tag === "Value" && LAYERS.has(type);
const FUNCTIONS = new Set(["FunctionDef", "AsyncFunctionDef"]);
const KEEPING = new Set(["append", "appendleft", "add", "insert"]);
const PROPERTIES = new Set(["data", "T", "mT"]);
const SEQUENCES = new Set(["List", "Tuple"]);

/** Which variables of one text are names of Tensors that are read by another name, or through a container, later. */
export class Sharing {
  constructor(inference) {
    const { variables } = inference.displays;
    Object.assign(this, { inference, variables, parents: variables.parents, reaching: inference.reaching });
    /** The arguments and variables of which it is asked who sees them, while functions call each other or loops go on. */
    this.asked = new Set();
  }

  /** Whether the target goes through the values of a `state_dict`, which are Tensors that `.data` sets. */
  isState(node) {
    const { target } = node;
    return target.type === "Name" && this.bindings(target, node).some((each) => this.goesThroughState(each));
  }

  /** Whether others see the Tensor that a variable or an attribute is a name of when it is changed. */
  isSeen(node) {
    const { target } = node;
    if (target.type === "Attribute" && !baseOf(target)) {
      const reads = sameAttributes(target, this.inference); // of which one may be a number, to which Tensors are added
      const given = this.inference.setTo(target).filter(({ type }) => type === "Name");
      const passed = given.flatMap((read) => this.passedFor(read, this.reaching.statement(read)));
      const isKept = reads.some((each) => isTensor(this.inference.kind(each)) && this.isKeptBeside(each, node));
      return isKept || passed.some((each) => this.isPassedShared(each));
    }
    if (target.type === "Subscript" && !isTensor(this.inference.kind(target.value))) {
      return this.itemsOf(target.value).some((each) => this.isShared(each, node));
    }
    return target.type === "Name" && (this.isHeld(target, node) || this.isForCaller(target, node));
  }

  /** The items that the displays write which the text assigns to a variable or an attribute. */
  itemsOf(container) {
    return this.setTo(container).flatMap(({ type, elts, values, elt, value, func, keywords }) => {
      const isNamed = type === "Call" && func.type === "Name" && func.id === "dict" && this.variables.isBuiltin("dict");
      const written = isNamed ? keywords.map((keyword) => keyword.value) : [];
      return { List: elts, Dict: values, ListComp: [elt], DictComp: [value] }[type] ?? written;
    });
  }

  /** What the text puts under the key of a dictionary that an expression reads or sets, anywhere; null where it puts nothing. */
  itemsAt({ type, slice }) {
    this.underKey ??= this.findUnderKey();
    return (type === "Subscript" && this.underKey.get(keyOf(slice))) || null;
  }

  findUnderKey() {
    const found = new Map();
    for (const node of this.parents.keys()) {
      for (const [key, value] of entries(node)) {
        const values = value.type === "Name" ? this.reaching.some(value).values : [];
        found.set(key, [...(found.get(key) ?? []), ...(values.length ? values : [value])]); // which the variable has before `+=`
      }
    }
    return found;
  }

  setTo(place) {
    const values = place.type === "Name" ? this.reaching.some(place).values : [];
    return place.type === "Attribute" ? this.inference.setTo(place) : values;
  }

  /**
   * Whether a view of a variable or an attribute, which may have a gradient, is read after `node` changed that. The variable may be
   * another name of one, or a parameter that has it.
   */
  isViewed(target, node) {
    let kept = [];
    if (target.type === "Name" && this.asked.has(target)) {
      return false;
    }
    if (target.type === "Name") {
      const statement = this.reaching.statement(node);
      const names = [target, ...this.reaching.some(target).values.filter(({ type }) => type === "Name")];
      kept = names.flatMap((name) => this.reads(name, statement)).filter((each) => this.isKept(each, node));
      this.asked.add(target);
      const passed = this.passedFor(target, statement).filter(({ type }) => type === "Name");
      const isOfCaller = passed.some((each) => this.isViewed(each, this.reaching.statement(each)));
      this.asked.delete(target);
      if (isOfCaller) {
        return !isUnrecorded(target, this.inference);
      }
    } else if (target.type === "Attribute" && !baseOf(target)) {
      kept = sameAttributes(target, this.inference).filter((each) => this.isKeptBeside(each, node));
    }
    return kept.some((each) => this.isRecordedView(each)) && !isUnrecorded(target, this.inference);
  }

  /** Whether what reads a Tensor gives a view of it, by nothing that ends the record of gradients. */
  isRecordedView(read) {
    const whole = this.widestView(read);
    return whole !== read && ![...walk(whole)].some((inner) => isExpression(inner) && baseOf(inner));
  }

  /** Whether a statement keeps an attribute, or a view of it, in another one, which may be read anywhere, or in a variable. */
  isKeptBeside(read, node) {
    const whole = this.widestView(read);
    const isBefore = read.start < node.start && this.reaching.around(read).at(-1) === this.reaching.around(node).at(-1);
    const { type, targets, value } = this.parents.get(whole);
    const isRead = (each) =>
      each.type === "Attribute" ? !isSame(each, read) : each.type === "Name" && isBefore && this.isReadAfter(each, node);
    return type === "Assign" && value === whole && targets.some(isRead);
  }

  /** Whether something else holds the Tensor of a variable when a statement runs, or the caller does. */
  isHeld(variable, node) {
    return (
      this.bindings(variable, node).some((each) => this.isBoundToShared(each, node)) ||
      this.reads(variable, node).some((each) => this.isKept(each, node)) ||
      this.passedFor(variable, node).some((each) => this.isPassedShared(each))
    );
  }

  // ---- where a variable is bound ----

  /** The places that may have bound a variable when a statement runs, but by changing it. */
  bindings(target, node) {
    return this.before(target, node).filter(({ ctx }) => ctx === "Store");
  }

  /** The places that may have read it since it was bound. */
  reads(target, node) {
    return this.before(target, node).filter(({ ctx }) => ctx === "Load");
  }

  before(target, node) {
    return this.reaching.before(target, node).filter((each) => this.parents.get(each).type !== "AugAssign");
  }

  /** Whether a variable is read after a node, or by a loop that runs both again without binding it anew: where `read` binds it, with that value. */
  isReadAfter(read, node) {
    const places = this.variables.everywhere(read);
    const isIn = (place, loop) => loop.start <= place.start && place.start < loop.end;
    const again = this.reaching.around(node).filter(
      (loop) => LOOPS.has(loop.type) && !places.some((place) => place.ctx === "Store" && isIn(place, loop)),
    );
    const isLater = (place) => place.start > node.end || again.some((loop) => isIn(place, loop));
    const hasIt = (place) => read.ctx === "Load" || this.reaching.before(place, this.reaching.statement(place)).includes(read);
    return places.some((place) => place.ctx === "Load" && isLater(place) && hasIt(place));
  }

  // ---- what it is bound to ----

  isBoundToShared(place, node) {
    const statement = this.reaching.statement(place);
    switch (statement.type) {
      case "For": {
        const kinds = this.reaching.around(place)
          .filter(isExpression)
          .map((each) => this.inference.kind(each));
        return isTensor(kinds[0]) && ![...kinds, this.inference.kind(statement.iter)].some(isBatch);
      }
      case "Assign": {
        const { targets, value } = statement;
        const bound = pairs(targets, value).find(([target]) => target === place)?.[1];
        const isRow = targets.some(({ elts }) => elts?.includes(place)) && !isBatch(this.inference.kind(value));
        const source = bound ?? (isRow ? this.ofParts(value) : undefined);
        return Boolean(source) && (targets.length > 1 || this.isShared(source, node));
      }
      case "AnnAssign":
        return Boolean(statement.value) && this.isShared(statement.value, node);
      default:
        return false;
    }
  }

  /** The Tensor whose rows or parts an expression gives: `x.unbind()`; or else the expression itself. */
  ofParts(value) {
    const { type, func, args, keywords } = value;
    if (type !== "Call") {
      return value;
    }
    const { inference } = this;
    const kind = inference.kind(func);
    const isFunction = kind.tag === "Name" && args.length > 0;
    if (!isFunction && func.type !== "Attribute") {
      return value;
    }
    const whole = isFunction ? args[0] : func.value;
    const name = isFunction ? lastPart(kind.path) : func.attr;
    const isKnown = isFunction ? inference.names.packages.has(ownerOf(kind.path)) : isTensor(inference.kind(whole));
    const given = [...args.slice(isFunction ? 1 : 0), ...keywords.map((keyword) => keyword.value)];
    const isSequence = (each) => ["List", "Tuple"].includes(each.type) || [Value("list"), Value("tuple")].includes(inference.kind(each));
    return isKnown && (name === "unbind" || (CUTTING.has(name) && given.some(isSequence))) ? whole : value;
  }

  /** Whether the statement that reads a variable binds it anew: `x = x.view(-1)`. */
  isRebound(read) {
    const { type, targets, value } = this.reaching.statement(read);
    return type === "Assign" && pairs(targets, value).some(([each]) => each.type === "Name" && each.id === read.id);
  }

  /** Whether something else held the Tensor of a variable where that is read, or the caller did: `x = y[0]` before `x = x.view(-1)`. */
  wasShared(read, node) {
    if (this.asked.has(read)) {
      return false;
    }
    this.asked.add(read);
    const statement = this.reaching.statement(read);
    const isShared =
      this.bindings(read, statement).some((each) => this.isBoundToShared(each, node)) ||
      this.reads(read, statement).some((each) => this.isKept(each, node)) ||
      this.passedFor(read, statement).some((each) => this.isPassedShared(each));
    this.asked.delete(read);
    return isShared;
  }

  /** Whether an expression gives a Tensor that something else holds, or a view of one, and the text reads it later. */
  isShared(value, node) {
    const kind = (each) => this.inference.kind(each);
    const whole = this.ofParts(value);
    if (whole !== value) {
      return this.isShared(whole, node);
    }
    if (value.type === "Name") {
      const isKept = !this.isRebound(value) || this.mayBeOfCaller(value);
      return (isKept && this.isReadAfter(value, node)) || this.wasShared(value, node);
    }
    if (value.type === "IfExp") {
      return this.isShared(value.body, node) || this.isShared(value.orelse, node);
    }
    if (value.type === "Call" && value.func.type === "Attribute" && kind(value.func.value).type === "dict") {
      return ["get", "setdefault"].includes(value.func.attr);
    }
    if (value.type === "Call" && value.func.type === "Attribute" && isTensor(kind(value.func.value))) {
      return VIEWS.has(value.func.attr) && this.isShared(value.func.value, node);
    }
    const func = value.type === "Call" && value.args.length ? kind(value.func) : undefined;
    if (func) {
      return givesView(func) && this.isShared(value.args[0], node);
    }
    if (value.type === "Attribute") {
      const isHeld = !isTensor(kind(value.value)) || isGradient(value);
      return isHeld || (VIEWS.has(value.attr) && this.isShared(value.value, node));
    }
    if (value.type === "Subscript") {
      const held = kind(value.value);
      if (isTensor(held)) {
        return isBasic(value.slice, this.inference) && this.isShared(value.value, node);
      }
      return !isBatch(held) && (held.type === "dict" || this.isShared(value.value, node));
    }
    return false;
  }

  /** Whether a loop binds a variable to the values of a `state_dict`. */
  goesThroughState(place) {
    const { type, target, iter } = this.reaching.statement(place);
    if (type !== "For" || iter.type !== "Call" || iter.func.type !== "Attribute") {
      return false;
    }
    const { attr, value } = iter.func;
    const isPair = attr === "items" && target.type === "Tuple" && target.elts.length === 2 && target.elts[1] === place;
    return (isPair || (attr === "values" && target === place)) && this.isStateDict(value);
  }

  isStateDict(node) {
    if (node.type === "Call") {
      return node.func.type === "Attribute" && node.func.attr === "state_dict";
    }
    if (node.type !== "Name") {
      return false;
    }
    const bound = (this.variables.places(node) ?? []).filter(({ ctx }) => ctx === "Store").map((each) => this.parents.get(each));
    const isOne = ({ type, targets, value }) => type === "Assign" && targets.length === 1 && value.type === "Call" && this.isStateDict(value);
    return bound.length > 0 && bound.every(isOne);
  }

  /** Whether what reads a variable gives its Tensor, or a view of that, a name or a place in a container. */
  isKept(read, node) {
    const whole = this.widestView(read);
    const parent = this.parents.get(whole);
    if (parent.type === "Assign" && parent.value === whole) {
      const isPart = ({ type, value }) => type === "Subscript" && isTensor(this.inference.kind(value)); // which takes a copy
      const isOther = (each) => each.id !== read.id && this.isReadAfter(each, node);
      return parent.targets.some((each) => (each.type === "Name" ? isOther(each) : !isPart(each)));
    }
    if (DISPLAYS.has(parent.type)) {
      const { type, targets, value } = this.parents.get(parent);
      if (type !== "Assign") {
        return false;
      }
      if (targets.length === 1 && targets[0].type === "Name") {
        return this.isReadAfter(targets[0], node);
      }
      const bound = pairs(targets, value).filter(([, item]) => item === whole);
      return !this.isRebound(read) && bound.some(([each]) => each.type === "Name" && this.isReadAfter(each, node));
    }
    return parent.type === "Call" && parent.func.type === "Attribute" && KEEPING.has(parent.func.attr) && parent.args.includes(whole);
  }

  /** The largest expression around another that gives the same Tensor or a view of it. */
  widestView(node) {
    const kind = (each) => this.inference.kind(each);
    const parent = this.parents.get(node);
    if (parent.type === "Attribute" && VIEWS.has(parent.attr) && isTensor(kind(node))) {
      const method = this.parents.get(parent);
      if (method.type === "Call" && method.func === parent) {
        return this.widestView(method);
      }
      return PROPERTIES.has(parent.attr) ? this.widestView(parent) : node;
    }
    const func = parent.type === "Call" && parent.args[0] === node ? kind(parent.func) : undefined;
    if (func) {
      return givesView(func) ? this.widestView(parent) : node;
    }
    if (parent.type === "Subscript" && parent.value === node && isTensor(kind(node))) {
      return isBasic(parent.slice, this.inference) ? this.widestView(parent) : node;
    }
    return node;
  }

  /**
   * Whether a variable never read again is a parameter, or a view of one: the caller sees what `+=` does. In a loop, only a view
   * that each round makes anew is one.
   */
  isForCaller(target, node) {
    const made = this.bindings(target, node).map((each) => this.reaching.statement(each));
    const [{ type, targets, value } = {}] = made;
    const isView = made.length === 1 && type === "Assign" && targets.length === 1 && targets[0].type === "Name";
    const base = isView ? this.viewed(value) : target;
    const statement = made[0] ?? node;
    const around = made.length ? this.reaching.around(statement) : [];
    const isRunAgain = this.reaching.around(node).some((each) => LOOPS.has(each.type) && !around.includes(each));
    const isParameter = base?.type === "Name" && Boolean(this.functionOf(base, statement));
    return isParameter && !isRunAgain && !this.isReadAfter(target, node);
  }

  /** What an expression gives a view of, or a copy by a mask or by indices. */
  viewed(node) {
    const { type, value, attr, func, args } = node;
    const isOfTensor = (each) => isTensor(this.inference.kind(each));
    if (type === "Subscript" ? isOfTensor(value) : type === "Attribute" && PROPERTIES.has(attr)) {
      return this.viewed(value);
    }
    if (type !== "Call") {
      return node;
    }
    if (func.type === "Attribute" && VIEWS.has(func.attr) && isOfTensor(func.value)) {
      return this.viewed(func.value);
    }
    return args.length && givesView(this.inference.kind(func)) ? this.viewed(args[0]) : null;
  }

  /** The function whose parameter a variable is, where nothing binds that anew before a statement. */
  functionOf(variable, node) {
    const scope = this.reaching.around(node).at(-1);
    if (!FUNCTIONS.has(scope.type) || this.bindings(variable, node).length) {
      return undefined;
    }
    const { posonlyargs, args, kwonlyargs } = scope.args;
    return [...posonlyargs, ...args, ...kwonlyargs].some(({ arg }) => arg === variable.id) ? scope : undefined;
  }

  /** What the calls in the text pass for the parameter that a variable is. */
  passedFor(variable, node) {
    return this.inference.arguments.get(this.functionOf(variable, node))?.get(variable.id) ?? [];
  }

  /** Whether a variable is a parameter whose Tensor a caller may use again, one in the text or another. */
  mayBeOfCaller(read) {
    const statement = this.reaching.statement(read);
    if (!this.functionOf(read, statement) || this.asked.has(read)) {
      return this.asked.has(read);
    }
    const passed = this.passedFor(read, statement);
    this.asked.add(read);
    const isUsed = !passed.length || passed.some((each) => this.isPassedShared(each));
    this.asked.delete(read);
    return isUsed;
  }

  /** Whether something else than the function that it is passed to sees an argument change. */
  isPassedShared(argument) {
    const statement = this.reaching.statement(argument);
    if (argument.type !== "Name") {
      return this.isShared(argument, statement);
    }
    if (this.asked.has(argument)) {
      return false;
    }
    this.asked.add(argument);
    const places = this.variables.everywhere(argument);
    const beside = places.filter((each) => this.reaching.statement(each) === statement);
    const isBound = statement.type === "Return" || beside.some(({ ctx }) => ctx === "Store");
    // What the statement reads before the call may be the Tensor itself, or a view of it: `h = h + step(h)`.
    const isOver = isBound && !beside.some((each) => each.ctx === "Load" && each !== argument);
    const isRead = !isOver && (isBound || this.isReadAfter(argument, statement));
    const isSeen = isRead || this.isHeld(argument, statement);
    this.asked.delete(argument);
    return isSeen;
  }
}

/** Each target of an assignment with what is bound to it, also item by item: `a, b = x, x[0]`. */
const pairs = (targets, value) => targets.flatMap((target) => [[target, value], ...itemPairs(target, value)]);

const itemPairs = (target, value) => {
  const areItems = SEQUENCES.has(target.type) && SEQUENCES.has(value.type) && target.elts.length === value.elts.length;
  const isPlain = areItems && ![...target.elts, ...value.elts].some(({ type }) => type === "Starred");
  return isPlain ? target.elts.flatMap((each, place) => pairs([each], value.elts[place])) : [];
};

const keyOf = (node) => (node?.type === "Constant" && typeof node.value === "string" ? node.value : undefined);

/** The keys that a display or an assignment writes, with their values. */
const entries = ({ type, keys, values, targets, value }) => {
  const written = type === "Dict" ? keys.map((key, index) => [keyOf(key), values[index]]) : [];
  const set = type === "Assign" ? targets.filter((each) => each.type === "Subscript").map(({ slice }) => [keyOf(slice), value]) : [];
  return [...written, ...set].filter(([key]) => key !== undefined);
};
