// Kinds of expressions, of the targets of assignments, and of annotations.

import { ARRAY, OPTIONS, PATH, SCALARS, builtin, mayHave } from "../knowledge/builtin_kinds.js";
import { Arguments, CallKinds, DICT, TENSOR_CLASSES } from "./call_kinds.js";
import {
  BOOL,
  COMPLEX,
  Either,
  FLOAT,
  INT,
  NONE,
  SHAPE,
  Name,
  ObjectOf,
  MODULE,
  SEQUENTIAL,
  STR,
  TENSOR_VALUE,
  UNKNOWN,
  Value,
  fits,
  isBatch,
  isExact,
  isNumber,
  isTensor,
  join,
  optionsOf,
  sequential,
} from "../knowledge/kinds.js";
import { literalOf, unparse } from "../model/literal.js";
import { TENSOR_CLASS, lastPart } from "../knowledge/names.js";
import { ELLIPSIS, classOf } from "../python/values.js";
import { children, isExpression, parseExpression } from "../text/syntax.js";

const FLOAT_ASKED = Either([INT, FLOAT]); // where a float is asked for, an int does
const COMPREHENSIONS = { ListComp: "list", SetComp: "set", GeneratorExp: "generator" };
const IDENTITY = new Set(["Is", "IsNot", "In", "NotIn"]);
const SAME = new Set(["Is", "Eq", "In"]);
const OTHER = new Set(["IsNot", "NotEq", "NotIn"]);
const DISPLAYS = new Set(["Tuple", "List", "Set"]);
/** What gets its items one by one, all of one kind. */
const FILLED = new Set(["list", "set", "dict", "torch.nn.ModuleList", DICT]);

/** Evaluates expressions over kinds, and remembers the kind of each. */
export class Expressions {
  constructor(definitions, home) {
    this.kinds = new Map();
    /** What the function yields that runs now. */
    this.yielded = [];
    this.home = home;
    this.definitions = definitions;
    this.names = definitions.names;
    this.calls = new CallKinds(definitions);
  }

  /** The kind of an expression. */
  kind(node, scope) {
    const found = this.evaluate(node, scope);
    this.kinds.set(node, found);
    return found;
  }

  /** What iteration over a value yields. */
  item(kind) {
    return this.calls.item(kind);
  }

  kindsOf(nodes, scope) {
    return nodes.map((node) => this.kind(node, scope));
  }

  /** Evaluates every expression below a node. */
  children(node, scope) {
    for (const child of children(node)) {
      if (isExpression(child)) {
        this.kind(child, scope);
      } else {
        this.children(child, scope);
      }
    }
  }

  evaluate(node, scope) {
    switch (node.type) {
      case "Constant":
        return node.value === null ? NONE : Value(classOf(node.value));
      case "Name":
        return this.named(node.id, scope);
      case "Attribute":
        return this.attribute(node, scope);
      case "Call":
        return this.call(node, scope);
      case "BinOp": {
        const left = this.kind(node.left, scope);
        return arithmetic(left, this.kind(node.right, scope), node.op);
      }
      case "UnaryOp": {
        const kind = this.kind(node.operand, scope);
        return node.op === "Not" ? BOOL : kind;
      }
      case "BoolOp":
        return this.boolean(node, scope.inner());
      case "Yield":
        this.yielded.push(node.value ? this.kind(node.value, scope) : NONE);
        return UNKNOWN;
      case "YieldFrom":
        this.yielded.push(this.item(this.kind(node.value, scope)));
        return UNKNOWN;
      case "Compare": {
        const kinds = this.kindsOf([node.left, ...node.comparators], scope);
        return node.ops.some((op) => IDENTITY.has(op)) ? BOOL : compared(kinds);
      }
      case "IfExp":
        this.kind(node.test, scope);
        return join([this.branch(node.test, node.body, scope, true), this.branch(node.test, node.orelse, scope, false)]);
      case "Subscript": {
        const kind = this.kind(node.value, scope);
        this.kind(node.slice, scope);
        return join(optionsOf(kind).map((option) => this.subscript(option, node.slice)));
      }
      case "Tuple": {
        const kinds = this.kindsOf(node.elts, scope);
        const isStarred = node.elts.some(({ type }) => type === "Starred");
        return isStarred ? Value("tuple", [join(kinds)], true) : Value("tuple", kinds);
      }
      case "List":
      case "Set": {
        const kinds = this.kindsOf(node.elts, scope);
        return Value(node.type.toLowerCase(), kinds.length ? [join(kinds)] : []);
      }
      case "Dict": {
        this.kindsOf(node.keys.filter(Boolean), scope);
        const kinds = this.kindsOf(node.values, scope);
        return Value("dict", kinds.length && !node.keys.includes(null) ? [join(kinds)] : []);
      }
      case "Starred":
        return this.item(this.kind(node.value, scope));
      case "ListComp":
      case "SetComp":
      case "GeneratorExp":
      case "DictComp":
        return this.comprehension(node, scope.inner());
      case "Lambda":
        this.parameters(node.args, scope);
        return this.definitions.function(node, scope, this.home);
      case "NamedExpr": {
        const kind = this.kind(node.value, scope);
        this.assign(node.target, kind, scope);
        if (scope.around) {
          this.assign(node.target, kind, scope.around);
        }
        return kind;
      }
      default:
        this.children(node, scope);
        return node.type === "JoinedStr" ? STR : node.type === "Slice" ? Value("slice") : UNKNOWN;
    }
  }

  attribute(node, scope) {
    let held = this.kind(node.value, scope);
    if (held.tag === "Either") {
      held = join(held.options.filter((option) => this.mayHave(option, node.attr)));
      this.kinds.set(node.value, held);
    }
    if (held === UNKNOWN && scope.uses?.ofExpression(node, this)) {
      held = TENSOR_VALUE;
      this.kinds.set(node.value, held);
    }
    const told = held === UNKNOWN && scope.uses?.toldClass(node);
    if (told) {
      held = Value(told);
      this.kinds.set(node.value, held);
    }
    return this.calls.attribute(held, node.attr);
  }

  boolean({ op, values }, inner) {
    const kinds = [];
    for (const value of values) {
      kinds.push(this.kind(value, inner));
      this.narrow(value, inner, op === "And");
    }
    return join(kinds);
  }

  /** Whether a value can have a member; a sequence that a recurrent layer packs has few. */
  mayHave(kind, member) {
    if (kind.tag === "Value" && kind.type === "torch.nn.utils.rnn.PackedSequence") {
      return this.names.member(kind.type, member) !== undefined;
    }
    return mayHave(kind, member);
  }

  named(name, scope) {
    // The snippets of records, and cells of notebooks, leave imports out.
    return scope.find(name) ?? (this.names.packages.has(name) ? Name(name) : (builtin(name) ?? UNKNOWN));
  }

  call(node, scope) {
    const callee = this.kind(node.func, scope);
    const positional = this.kindsOf(node.args, scope);
    const keywords = new Map(node.keywords.map(({ arg, value }) => [arg, this.kind(value, scope)]));
    if (callee === Name("builtins.super") && scope.owner) {
      return this.parent(scope.owner);
    }
    const starred = node.args.findIndex(({ type }) => type === "Starred");
    const isOpen = keywords.has(null) || starred >= 0;
    return this.calls.called(callee, Arguments(starred >= 0 ? positional.slice(0, starred) : positional, keywords, isOpen, positional));
  }

  /** What `super()` stands for in the methods of an object's class: an object of the first class it derives from. */
  parent(made) {
    const first = this.definitions.classOf(made)?.parents[0] ?? UNKNOWN;
    if (first.tag === "Defined" && this.definitions.classOf(first)) {
      return ObjectOf(first.position);
    }
    return Value([...this.definitions.ancestors(made)].find((path) => this.names.find(path)) ?? "object");
  }

  /** The class that a base names, without its parameters. */
  base(node, scope) {
    const found = this.kind(node, scope);
    return node.type === "Subscript" ? this.kinds.get(node.value) : found;
  }

  /** The kinds of the names that a class body declares with an annotation. */
  declared(node, scope) {
    return [...declaredNames(node)].map(([name, annotation]) => [name, this.annotation(annotation, scope)]);
  }

  comprehension(node, scope) {
    for (const { target, iter, ifs } of node.generators) {
      this.assign(target, this.item(this.kind(iter, scope)), scope);
      for (const test of ifs) {
        this.kind(test, scope);
        this.narrow(test, scope, true);
      }
    }
    if (node.type === "DictComp") {
      this.kind(node.key, scope);
      return Value("dict", [this.kind(node.value, scope)]);
    }
    return Value(COMPREHENSIONS[node.type], [this.kind(node.elt, scope)]);
  }

  subscript(kind, index) {
    if (kind.tag !== "Value") {
      return UNKNOWN;
    }
    const { type, items } = kind;
    if (index.type === "Slice") {
      return isExact(kind) && items.length ? Value(type, [join(items)], true) : kind;
    }
    if (isExact(kind) && (index.type === "Constant" || index.type === "UnaryOp")) {
      const number = literalOf(index);
      return typeof number === "bigint" ? (items.at(Number(number)) ?? UNKNOWN) : UNKNOWN;
    }
    if (type === DICT) {
      return items.length ? join(items) : Value(MODULE);
    }
    return type === "dict" ? join(items) : this.item(kind);
  }

  /** The kind of an expression that is evaluated only if a condition holds, or does not. */
  branch(test, node, scope, holds) {
    const inner = scope.inner();
    this.narrow(test, inner, holds);
    return this.kind(node, inner);
  }

  /** Learns from a condition that holds, or does not. */
  narrow(test, scope, holds) {
    if (test.type === "UnaryOp" && test.op === "Not") {
      this.narrow(test.operand, scope, !holds);
    } else if (test.type === "BoolOp" && (test.op === "And") === holds) {
      test.values.forEach((value) => this.narrow(value, scope, holds));
    } else if (test.type === "BoolOp") {
      this.narrowByAny(test.values, scope, holds);
    } else if (test.type === "Call" && holds) {
      this.narrowByCall(test, scope);
    } else if (test.type === "Compare") {
      this.narrowByNone(test, scope, holds);
      this.narrowByType(test, scope, holds);
    } else if (test.type === "Name" && holds) {
      const known = this.kind(test, scope);
      if (known.tag === "Either") {
        scope.names.set(test.id, join(optionsOf(known)));
      }
    }
  }

  /** Learns from conditions of which at least one holds, or does not: a variable is what one of them says. */
  narrowByAny(values, scope, holds) {
    const learnt = values.map((value) => {
      const inner = scope.inner();
      this.narrow(value, inner, holds);
      return inner.names;
    });
    for (const name of learnt[0].keys()) {
      if (learnt.every((names) => names.has(name))) {
        scope.names.set(name, join(learnt.map((names) => names.get(name))));
      }
    }
  }

  narrowByCall({ func, args }, scope) {
    const [subject, wanted] = args;
    if (subject?.type !== "Name") {
      return;
    }
    if (func.type === "Name" && func.id === "isinstance" && args.length === 2) {
      const parts = wanted.type === "Tuple" ? wanted.elts : [wanted];
      scope.names.set(subject.id, join(parts.map((part) => this.annotation(part, scope))));
    } else if (args.length === 1 && this.kinds.get(func) === Name("torch.is_tensor")) {
      scope.names.set(subject.id, TENSOR_VALUE);
    }
  }

  narrowByNone({ left, ops, comparators }, scope, holds) {
    const [op, ...others] = ops;
    const isAboutNone = comparators[0].type === "Constant" && comparators[0].value === null;
    if (left.type !== "Name" || others.length || !isAboutNone || (op !== "Is" && op !== "IsNot")) {
      return;
    }
    const known = this.kind(left, scope);
    if (known.tag === "Either" && known.options.includes(NONE)) {
      scope.names.set(left.id, (op === "IsNot") === holds ? join(optionsOf(known)) : NONE);
    }
  }

  narrowByType({ left, ops, comparators: [wanted] }, scope, holds) {
    const name = typeOf(left, scope);
    const isAboutNone = wanted.type === "Constant" && wanted.value === null;
    if (!name || ops.length > 1 || (ops[0].startsWith("Is") && isAboutNone)) {
      return;
    }
    const parts = DISPLAYS.has(wanted.type) ? wanted.elts : [wanted];
    const found = join(parts.map((part) => this.annotation(part, scope)));
    if ((holds ? SAME : OTHER).has(ops[0]) && found !== UNKNOWN) {
      scope.names.set(name, found);
    }
  }

  // ---- targets ----

  /** Binds a target of an assignment, a loop or `with`. */
  assign(target, kind, scope) {
    this.kinds.set(target, kind);
    switch (target.type) {
      case "Name":
        scope.types = new Map([...scope.types].filter((pair) => !pair.includes(target.id)));
        scope.names.set(target.id, kind === UNKNOWN || isBatch(kind) ? this.byUse(target.id, scope, kind) : kind);
        break;
      case "Tuple":
      case "List": {
        const parts = this.unpacked(kind, target.elts);
        target.elts.forEach((each, index) => this.assign(each, parts[index], scope));
        break;
      }
      case "Starred":
        this.assign(target.value, kind, scope);
        break;
      case "Attribute": {
        const held = this.kind(target.value, scope);
        if (held.tag === "Object") {
          this.definitions.learnAttribute(held, target.attr, kind);
        } else if (held === Value(OPTIONS)) {
          this.definitions.learnOption(target.attr, kind);
        } else if (this.definitions.classOf(held)) {
          this.definitions.learnReplaced(held, target.attr);
        }
        break;
      }
      case "Subscript":
        this.children(target, scope);
        this.fill(target.value, kind, scope);
        break;
      default:
        this.children(target, scope);
    }
  }

  /** The kind of an expression that was evaluated. */
  kindOf(node) {
    return this.kinds.get(node) ?? UNKNOWN;
  }

  /** Whether the function that is called, one of the text's own, takes a Tensor for an argument. */
  wantsTensor(call, argument) {
    const [facts, filled] = this.filled(call);
    return filled.has(argument) && facts.home.wantsTensor(facts, filled.get(argument));
  }

  /** The text's own function that a call runs, if it does, and the parameters that its arguments fill. */
  filled(call) {
    const [facts, skip] = this.calls.functionCalled(this.kindOf(call.func));
    if (!facts || call.args.some(({ type }) => type === "Starred")) {
      return [undefined, new Map()];
    }
    const { posonlyargs, args } = facts.node.args;
    const places = [...posonlyargs, ...args].slice(skip);
    const positional = call.args.slice(0, places.length).map((each, index) => [each, places[index].arg]);
    const keywords = call.keywords.filter(({ arg }) => arg !== null).map(({ arg, value }) => [value, arg]);
    return [facts, new Map([...positional, ...keywords])];
  }

  /** The kind of a variable with an unknown value or a batch of any form, as far as its uses tell. */
  byUse(name, scope, known) {
    return scope.uses?.looksLikeTensor(name, this) ? TENSOR_VALUE : known;
  }

  unpacked(kind, targets) {
    const starred = targets.findIndex(({ type }) => type === "Starred");
    if (kind.tag === "Object" && starred < 0) {
      const fields = this.definitions.fields(kind);
      if (fields.length === targets.length) {
        return fields;
      }
    }
    if (starred < 0 && fits(kind, targets.length)) {
      return kind.items;
    }
    if (kind.tag === "Either") {
      const ways = optionsOf(kind).map((option) => this.unpacked(option, targets));
      return targets.map((_, index) => join(ways.map((parts) => parts[index])));
    }
    const item = this.item(kind);
    return targets.map((_, index) => (index === starred ? Value("list", [item]) : item));
  }

  /** Notes that a list, set, dict or list of Modules gets an item. */
  fill(container, item, scope) {
    const kind = this.kind(container, scope);
    if (kind.tag === "Value" && (FILLED.has(kind.type) || (kind.type === SEQUENTIAL && (kind.items.length || kind.repeated)))) {
      const every = [...kind.items, item];
      const filled = kind.type === SEQUENTIAL ? sequential(every) : Value(kind.type, [join(every)]);
      if (container.type === "Name" || container.type === "Attribute") {
        this.assign(container, filled, scope);
      }
    }
  }

  /** Evaluates the defaults and annotations of a function's parameters. */
  parameters({ posonlyargs, args, vararg, kwonlyargs, kw_defaults: kwDefaults, kwarg, defaults }, scope) {
    this.kindsOf([...defaults, ...kwDefaults].filter(Boolean), scope);
    for (const parameter of [...posonlyargs, ...args, ...kwonlyargs, vararg, kwarg]) {
      if (parameter?.annotation) {
        this.annotation(parameter.annotation, scope);
      }
    }
  }

  // ---- annotations ----

  /** The kind that an annotation or the second argument of `isinstance` names. */
  annotation(node, scope) {
    if (node.type === "Constant" && node.value === null) {
      return NONE;
    }
    if (node.type === "Constant" && typeof node.value === "string") {
      const inner = parseExpression(node.value);
      return inner ? this.annotation(inner, scope) : UNKNOWN;
    }
    if (node.type === "BinOp" && node.op === "BitOr") {
      return join([this.annotation(node.left, scope), this.annotation(node.right, scope)]);
    }
    if (node.type === "Subscript") {
      this.kind(node.value, scope);
      return this.generic(node.value, node.slice, scope);
    }
    return this.instance(this.kind(node, scope));
  }

  /** What an object of a class is, or of one of the classes in a tuple. */
  instance(kind) {
    if (kind.tag === "Defined" && this.definitions.classOf(kind)) {
      return ObjectOf(kind.position);
    }
    if (kind.tag === "Value" && kind.type === "tuple") {
      return join(kind.items.map((each) => this.instance(each)));
    }
    return kind.tag === "Name" ? this.class(kind.path) : UNKNOWN;
  }

  class(path) {
    if (path === "builtins.float") {
      return FLOAT_ASKED;
    }
    if (path.startsWith("builtins.")) {
      return Value(path.slice("builtins.".length));
    }
    const entry = this.names.find(path);
    if (entry?.kind === "class") {
      return TENSOR_CLASSES.has(entry.path) || TENSOR_CLASS.test(entry.path) ? TENSOR_VALUE : Value(entry.path);
    }
    return lastPart(path) === "Tensor" ? TENSOR_VALUE : UNKNOWN; // wherever it is imported from
  }

  generic(outer, inner, scope) {
    const parts = inner.type === "Tuple" ? inner.elts : [inner];
    const kinds = parts.filter((part) => !isEllipsis(part)).map((part) => this.annotation(part, scope));
    switch (lastPart(unparse(outer)).toLowerCase()) {
      case "optional":
        return join([...kinds, NONE]);
      case "union":
        return join(kinds);
      case "tuple":
        return Value("tuple", kinds, parts.some(isEllipsis));
      case "list":
        return Value("list", kinds.slice(-1));
      case "generator":
        return Value("generator", kinds.slice(0, 1));
      case "sequence":
      case "iterable":
      case "iterator":
      case "collection":
        return Value("iterator", kinds.slice(-1));
      case "dict":
      case "mapping":
        return Value("dict", kinds.slice(-1));
      default:
        return UNKNOWN;
    }
  }
}
const isEllipsis = (node) => node.type === "Constant" && node.value === ELLIPSIS;

const compared = (kinds) => {
  if (kinds.some(isTensor)) {
    return TENSOR_VALUE;
  }
  if (kinds.includes(ARRAY)) {
    return ARRAY;
  }
  return kinds.every(({ tag }) => tag === "Value") ? BOOL : UNKNOWN;
};

const PARAMETER_LIST = Value("torch.nn.ParameterList");
/** Containers of layers of which `+` gives another one, and which `+=` extends. */
const EXTENDED = new Set([SEQUENTIAL, "torch.nn.ModuleList"]);

/** The kind of `left op right`. */
export const arithmetic = (left, right, op) => {
  if (isTensor(left) || isTensor(right)) {
    return TENSOR_VALUE;
  }
  if (isNumber(left) && isNumber(right)) {
    if (left === COMPLEX || right === COMPLEX) {
      return COMPLEX;
    }
    return op === "Div" || left === FLOAT || right === FLOAT ? FLOAT : INT;
  }
  if (left === STR && right !== PATH) {
    return STR;
  }
  if ((left === PATH || right === PATH) && op === "Div") {
    return PATH;
  }
  if ((left === ARRAY || right === ARRAY) && joinsArray(left) && joinsArray(right) && op !== "MatMult") {
    return ARRAY;
  }
  if (left === SHAPE || (right === SHAPE && (isNumber(left) || left.type === "tuple"))) {
    return SHAPE;
  }
  if (left === PARAMETER_LIST && op === "Add") {
    return left;
  }
  if (left.tag === "Value" && EXTENDED.has(left.type) && op === "Add" && right.tag === "Value") {
    const every = [...left.items, ...right.items];
    return Value(left.type, every.length ? [join(every)] : [], left.type === SEQUENTIAL);
  }
  if (left.tag === "Value" && (left.type === "list" || left.type === "tuple")) {
    if (op === "Mult") {
      return left.items.length ? Value(left.type, [join(left.items)], true) : left;
    }
    if (right.tag === "Value" && right.type === left.type) {
      return Value(left.type, [join([...left.items, ...right.items])], left.type === "tuple");
    }
  }
  return UNKNOWN;
};

/** Whether NumPy computes with a value and an array: itself one, a number, or a sequence. */
const joinsArray = (kind) =>
  isNumber(kind) ||
  (kind.tag === "Value" && (kind === ARRAY || SCALARS.has(kind.type) || kind.type === "list" || kind.type === "tuple"));

/** The names that a class body declares, in their order, with their annotations. */
export const declaredNames = ({ body }) =>
  new Map(body.filter(({ type, target }) => type === "AnnAssign" && target.type === "Name").map(({ target, annotation }) => [target.id, annotation]));

/** The variable whose class an expression is: `type(x)`, `x.__class__`, or what holds one; empty for any other. */
export const typeOf = (node, scope) => {
  const isCall = node.type === "Call" && node.func.type === "Name" && node.func.id === "type" && node.args.length === 1;
  if (isCall && node.args[0].type === "Name" && !node.keywords.length) {
    return node.args[0].id;
  }
  if (node.type === "Attribute" && node.attr === "__class__" && node.value.type === "Name") {
    return node.value.id;
  }
  return (node.type === "Name" && (scope.around ?? scope).types.get(node.id)) || "";
};
