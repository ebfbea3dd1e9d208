// What the text does with the result of a call or with an attribute that it reads, for `call: {result: …}`.

import { CLASSES, isSame } from "../inference/dtypes.js";
import { KEPT } from "../inference/view_members.js";
import { UNKNOWN, isTensor } from "../knowledge/kinds.js";
import { TENSOR_CLASS, lastPart } from "../knowledge/names.js";
import { FUNCTIONS, chosen, enclosing, ownNodes, walk } from "../text/syntax.js";
import { isUnrecorded } from "./view_changes.js";
import { viewed } from "./views.js";
import { NO, UNDECIDED, YES } from "../model/when.js";

const BUILTINS = "builtins.";
const FUNCTIONAL = "torch.nn.functional.";
const WANTS_TUPLE = new Set(["hash", "isinstance", "issubclass"]);
const SETS = new Set(["builtins.set", "builtins.frozenset"]);
/** The methods of containers whose first argument is hashed. */
const HASHING = new Map([
  ["set", new Set(["add", "discard", "remove"])],
  ["dict", new Set(["get", "pop", "setdefault"])],
]);
/** Functions to which a list and a tuple are the same. */
const READS_ITEMS = new Set([
  ...["all", "any", "enumerate", "len", "list", "reversed", "sorted", "sum", "tuple", "zip"].map((name) => BUILTINS + name),
  "torch.cat",
  "torch.stack",
]);
/** Builtins that compare several arguments with each other. */
const ORDERS = new Set(["max", "min"]);
const EQUAL = new Set(["Eq", "NotEq", "Is", "IsNot"]);
export const DATASET = "torch.utils.data.Dataset";
/** Parts of the names of datasets. */
const OF_DATA = /(set|sets|data|ds|train|val|valid|test)(_|\d|$)/;
export const OPTIMIZER = "torch.optim.Optimizer";
const SAVE = "torch.save";
/** What gives a dictionary of its own, of the same names. */
const COPIES = new Set(["builtins.dict", "copy.copy", "copy.deepcopy"]);
const CLIPS = new Set(["torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_value_"]);
/** Methods that make whole numbers of floats. */
const WHOLE = new Set(["bool", "byte", "char", "int", "long", "short"]);
/** Those that convert to the dtype that they are passed, or to that of the Tensor. */
const CASTS = new Set(["to", "type", "type_as"]);
const NO_FLOATS = new Set([CLASSES.BOOL, CLASSES.INT]);
/** What gives or sets the learning rate of each group, not a factor of all of them. */
const OF_GROUPS = new Set(
  ["param_groups", "add_param_group", "get_last_lr", "base_lrs", "OneCycleLR", "CyclicLR", "SWALR", "_LRScheduler"],
);
const BOUNDS = new Set(["eta_min", "min_lr"]);
/** Schedulers whose third or fourth argument is a bound. */
const BOUNDED = new Set(["CosineAnnealingLR", "CosineAnnealingWarmRestarts"]);
const DESCRIPTORS = new Set(["property", "staticmethod", "classmethod"]);
/** What a property decorates further methods with: `@width.setter`. */
const OF_PROPERTY = new Set(["getter", "setter", "deleter"]);

/** The answer for each word of a test: `node` is the call or the attribute, `parent` what takes its value. */
export const resultFacts = (node, parent, inference) => {
  const { used, unpacked, whole } = usedOf(node, parent);
  return {
    used,
    unpacked,
    indexed: isIndexed(node, parent) ? YES : NO,
    whole: isWhole(node, parent, whole, inference),
    next: isNext(parent),
    as_tuple: Math.max(Math.min(whole, isAsTuple(node, parent, inference)), isSlicedAsTuple(node, parent, inference)),
    beyond_optimizer: Math.min(used, isBeyondOptimizer(node, parent, inference)),
    beyond_saving: Math.min(used, isBeyondSaving(node, parent, inference)),
    by_groups: isByGroups(node, inference),
    beyond_cast: Math.min(used, isBeyondCast(node, parent, inference)),
    beyond_with: Math.min(used, isBeyondWith(node, parent)),
    refloated: isRefloated(node, inference),
    changed: Math.min(used, isChangedLater(node, parent, inference)),
    ...NOT_CALLED,
    decorator: isDecorator(node, parent),
    of_generator: decorates(node, parent, yields),
    of_descriptor: decoratesDescriptor(node, parent),
    of_recursive: decorates(node, parent, (body) => callsItself(body, inference)),
    beside_new: isBesideNew(node, inference),
    added: isAdded(node.type === "Call" ? pathOf(node.func, inference) : "", inference),
    changing_hook: isChangingHook(node, inference),
    set_false: isSetFalse(node, parent),
  };
};

/** The answers for a class that one of the text derives from. */
export const baseResults = (base, derived, inference) => ({
  ...NOT_CALLED,
  without_len: derived.body.some(({ type, name }) => type === "FunctionDef" && name === "__len__") ? NO : YES,
  added: isAdded(pathOf(base, inference), inference),
});

/** The answers for a layer whose object is not called where it is named or made. */
export const NOT_CALLED = { forward_changed: NO };

/** Whether the text surely changes an expression in place, there or by what holds it. */
export const isSurelyChanged = (node, inference) => {
  const parent = inference.displays.variables.parents.get(node);
  return Math.min(usedOf(node, parent).used, isChangedLater(node, parent, inference)) === YES;
};

/** The answers for what a layer's object gives; a result not seen to be changed in place is taken not to be. */
export const laterResults = (call, parent, inference) =>
  isChangedLater(call, parent, inference) === YES ? { forward_changed: YES } : NOT_CALLED;

/** Whether it stands in a class that makes its objects itself, by `__new__`. */
/** Whether an attribute is set to False; unknown where the value is no constant. */
const isSetFalse = ({ type, ctx }, parent) => {
  if (type !== "Attribute" || ctx !== "Store") {
    return NO;
  }
  const isPlain = parent?.type === "Assign" && parent.value.type === "Constant";
  return isPlain ? (parent.value.value ? NO : YES) : UNDECIDED;
};

const isBesideNew = (node, inference) => {
  const around = enclosing(node, inference.displays.variables.parents, ({ type }) => type === "ClassDef");
  return around?.body.some(({ type, name }) => type === "FunctionDef" && name === "__new__") ? YES : NO;
};

/**
 * Whether the text may add datasets of which it does not show that they are; unknown for other classes. Those of which it shows that are
 * joined by their class.
 */
const isAdded = (path, inference) => {
  if (!inference.names.isA(path, DATASET)) {
    return UNDECIDED;
  }
  const operands = ({ type, op, left, right, target, value }) =>
    op !== "Add" ? [] : type === "BinOp" ? [left, right] : type === "AugAssign" ? [target, value] : [];
  const found = [...inference.displays.variables.parents.keys()].map(operands);
  const mayBe = (each) => each.length > 0 && each.every((one) => inference.kind(one) === UNKNOWN) && each.some(isNamedData);
  return found.some(mayBe) ? UNDECIDED : NO;
};

/** Whether the last name of an expression is one of a dataset: `train_set`, `self.val_ds`. */
const isNamedData = ({ type, id, attr, func, value }) => {
  if (type === "Name" || type === "Attribute") {
    return OF_DATA.test((type === "Name" ? id : attr).toLowerCase());
  }
  return (type === "Call" && isNamedData(func)) || (type === "Subscript" && isNamedData(value));
};

/**
 * Whether a state may be used for more than to be saved or loaded, by itself or in a dictionary. A variable may hold it, or the parameter of
 * one of the text's own functions. The places that were `asked` for before do not count.
 */
const isBeyondSaving = (node, parent, inference, asked = []) => {
  const { parents } = inference.displays.variables;
  const around = parent?.type === "keyword" ? parents.get(parent) : parent;
  const isCopied = around?.type === "Call" && COPIES.has(pathOf(around.func, inference));
  if (isCopied || around?.type === "Dict" || around?.type === "IfExp") {
    return isBeyondSaving(around, parents.get(around), inference, asked);
  }
  if (around?.type === "Subscript" && around.ctx !== "Load") { // an entry of the dictionary is put there or taken away
    return parents.get(around).type === "AugAssign" ? YES : NO;
  }
  if (around?.type === "Call" && !inference.filled(around)[0]) {
    const isLoaded = around.func.type === "Attribute" && around.func.attr === "load_state_dict";
    const isShared = around.keywords.some(({ arg }) => arg === "assign");
    return (isLoaded && !isShared) || pathOf(around.func, inference) === SAVE ? NO : YES;
  }
  const put = around?.type === "Assign" && around.targets.length === 1 && around.targets[0].type === "Subscript" ? around.targets[0].value : undefined;
  const isOfOwn = put?.type === "Name" && isOwn(put, inference);
  const places = put ? (isOfOwn ? placesOf(put, inference) : undefined) : placesOfValue(node, around, inference);
  return askedAt(places, node, asked, isBeyondSaving, inference);
};

/** The places of the variable, or parameter of the text's own function, that a value is given to; undefined if it is to none. */
const placesOfValue = (node, around, inference) => {
  if (around?.type === "Call") {
    const [facts, filled] = inference.filled(around);
    if (!facts || !inference.displays.variables.parents.has(facts.node)) {
      return undefined;
    }
    const name = new Map(filled).get(node);
    const places = [...walk(facts.node)].filter(({ type, id }) => type === "Name" && id === name);
    return places.length ? places : undefined; // `*states` or `**states` may take it
  }
  const isBound = (around?.type === "Assign" && around.targets.length === 1) || around?.type === "AnnAssign";
  const held = isBound ? (around.target ?? around.targets[0]) : undefined;
  return held?.type === "Name" ? placesOf(held, inference) : undefined;
};

const placesOf = (variable, { displays: { variables } }) =>
  isDeclared(variable, variables.parents.keys()) ? undefined : variables.everywhere(variable);

/** Asks the same of each place where a name is read, once; there are none where nothing names the value. */
const askedAt = (places, node, asked, ask, inference) => {
  if (!places) {
    return YES;
  }
  const { parents } = inference.displays.variables;
  const read = places.filter((each) => each.ctx === "Load" && each !== node && !asked.includes(each));
  const answers = read.map((each) => ask(each, parents.get(each), inference, [...asked, node, ...read]));
  return Math.max(NO, ...answers);
};

/**
 * Whether the function that `register_hook` is passed changes its gradient where gradients are recorded; unknown for a function that is
 * not of the text. After `g *= 2`, only one that gives nothing back changes it.
 */
const isChangingHook = (node, inference) => {
  const isOne = node.type === "Call" && node.func.type === "Attribute" && node.func.attr === "register_hook";
  const passed = isOne ? [...node.args, ...node.keywords.map(({ value }) => value)] : [];
  if (passed.length !== 1 || node.keywords.some(({ arg }) => !arg)) {
    return UNDECIDED;
  }
  const gradient = { type: "Name", id: "", ctx: "Load" };
  const [facts, filled] = inference.filled({ type: "Call", func: passed[0], args: [gradient], keywords: [] });
  const { variables } = inference.displays;
  if (!facts || !variables.parents.has(facts.node)) {
    return UNDECIDED;
  }
  const name = new Map(filled).get(gradient);
  const nodes = [...ownNodes(facts.node)];
  const gives = nodes.some(({ type, value }) => type === "Return" && value);
  const found = nodes
    .filter((each) => each.type === "Name" && each.id === name && inference.reaching.isUnbound(each) && !isUnrecorded(each, inference))
    .filter((each) => !(gives && variables.parents.get(each).type === "AugAssign"))
    .map((each) => isChangedLater(each, variables.parents.get(each), inference));
  return Math.max(NO, ...found);
};

/** Whether a variable holds a dictionary that was made for it, which has no other name. */
const isOwn = (variable, inference) => {
  const values = inference.reaching.values(variable) ?? [];
  return values.length > 0 && values.every((each) => each.type === "Dict" || (each.type === "Call" && COPIES.has(pathOf(each.func, inference))));
};

/** Whether a variable may be one of another scope, by `global` or `nonlocal`. */
const isDeclared = ({ id }, nodes) => [...nodes].some(({ type, names }) => (type === "Global" || type === "Nonlocal") && names.includes(id));

/** Whether the text of an optimizer reads or sets the learning rate of each group, other than by a common factor. */
const isByGroups = (node, inference) => {
  const path = node.type === "Call" ? pathOf(node.func, inference) : "";
  const isOptimizer = path && inference.names.isA(path, OPTIMIZER);
  return isOptimizer && [...inference.displays.variables.parents.keys()].some(setsGroups) ? YES : NO;
};

const setsGroups = ({ type, id, attr, func, args, keywords }) => {
  if (type !== "Call") {
    return (type === "Attribute" && OF_GROUPS.has(attr)) || (type === "Name" && OF_GROUPS.has(id));
  }
  const name = { Attribute: func.attr, Name: func.id }[func.type];
  return name !== undefined && ((BOUNDED.has(name) && args.length > 2) || keywords.some(({ arg }) => BOUNDS.has(arg)));
};

/** Whether it may be used for more than to say which dtype `type` makes a Tensor of; a variable or parameter may hold it. */
const isBeyondCast = (node, parent, inference, asked = []) => {
  if (parent?.type === "Compare" && parent.ops.length === 1 && ["Eq", "NotEq"].includes(parent.ops[0])) {
    const sides = [parent.left, parent.comparators[0]].filter((each) => !namedTypes(each, inference.names).size);
    return sides.length && sides.every((each) => isType(each, inference)) ? NO : YES;
  }
  if (parent?.type === "Compare" && parent.ops.length === 1 && ["In", "NotIn"].includes(parent.ops[0])) {
    return namedTypes(parent.comparators[0], inference.names).size && isType(parent.left, inference) ? NO : YES;
  }
  const { parents } = inference.displays.variables;
  if (parent?.type === "Call" && parent.func.type === "Attribute" && parent.func.attr === "type" && parent.args.length === 1 && !parent.keywords.length) {
    return parent.args[0] === node && isTensor(inference.kind(parent.func.value)) ? NO : YES;
  }
  const places = placesOfValue(node, parent?.type === "keyword" ? parents.get(parent) : parent, inference);
  return askedAt(places, node, asked, isBeyondCast, inference);
};

/** The texts that name classes of Tensors on the CPU, one or all of a display; nothing for any other. */
export const namedTypes = (node, names) => {
  const parts = ["Tuple", "List", "Set"].includes(node.type) ? node.elts : [node];
  const isNamed = ({ type, value }) => type === "Constant" && typeof value === "string" && TENSOR_CLASS.exec(value)?.[1] === undefined && TENSOR_CLASS.test(value) && names.find(value);
  return new Map(parts.every(isNamed) ? parts.map((part) => [part, part.value]) : []);
};

/** Whether it is the type of a Tensor: `x.type()`. */
const isType = ({ type, func, args, keywords }, inference) =>
  type === "Call" && func.type === "Attribute" && func.attr === "type" && !args.length && !keywords.length && isTensor(inference.kind(func.value));

/** Whether floats made whole become floats again: `x.long().float()`, `x - x.long()`, or so where a variable keeps them. */
const isRefloated = (node, inference) => {
  if (node.type !== "Call" || node.func.type !== "Attribute" || !(WHOLE.has(node.func.attr) || CASTS.has(node.func.attr))) {
    return NO;
  }
  const receiver = node.func.value;
  const isFloat = !NO_FLOATS.has(inference.dtypes.classOf(receiver));
  const isMadeWhole = WHOLE.has(node.func.attr) || NO_FLOATS.has(inference.dtypes.classOf(node));
  return isFloat && isMadeWhole && !isDetached(receiver) && becomesFloat(node, receiver, inference, new Set()) ? YES : NO;
};

const isDetached = ({ type, attr, func }) =>
  (type === "Call" && func.type === "Attribute" && func.attr === "detach") || (type === "Attribute" && attr === "data");

/** Whether whole numbers become floats, there and then or after other steps that keep their dtype. */
const becomesFloat = (node, receiver, inference, asked) => {
  if (asked.has(node)) {
    return false;
  }
  asked.add(node);
  const { parents } = inference.displays.variables;
  const parent = parents.get(node);
  if (parent?.type === "Assign") {
    return places(node, parent, inference).some(({ place }) => becomesFloat(place, receiver, inference, asked));
  }
  const made = parent?.type === "Attribute" ? parents.get(parent) : parent;
  let likes = [];
  if (parent?.type === "BinOp") {
    likes = [parent.left, parent.right].filter((each) => each !== node && mayBeFloats(each, receiver, inference));
  } else if (parent?.type === "Attribute") {
    if (made.type !== "Call" || made.func !== parent) {
      return false;
    }
    if (CASTS.has(parent.attr) && made.args.length === 1) {
      const [passed] = made.args;
      const like = passed.type === "Attribute" && passed.attr === "dtype" ? passed.value : passed;
      likes = mayBeFloats(like, receiver, inference) ? [like] : []; // `x.bool().to(x)`
    }
  } else if (parent?.type !== "Call" || parent.args[0] !== node || inference.dtypes.classOf(parent) !== CLASSES.INT) {
    return false;
  }
  const found = inference.dtypes.classOf(made);
  return found === CLASSES.FLOAT || likes.length > 0 || (found === CLASSES.INT && becomesFloat(made, receiver, inference, asked));
};

const mayBeFloats = (node, receiver, inference) => {
  const isOpen = isTensor(inference.kind(node)) && !NO_FLOATS.has(inference.dtypes.classOf(node));
  return isOpen || isSame(receiver, node);
};

/** Whether it decorates a function or class: unknown where it is kept under a name, or handed on. */
const isDecorator = (node, parent) => {
  if (parent?.decorator_list) {
    return parent.decorator_list.includes(node) ? YES : NO;
  }
  return !parent || ["Assign", "AnnAssign", "Return", "Call"].includes(parent.type) ? UNDECIDED : NO;
};

/** Whether it decorates a function of a kind. */
const decorates = (node, parent, test) => {
  if (!parent?.decorator_list) {
    return isDecorator(node, parent);
  }
  return FUNCTIONS.has(parent.type) && parent.decorator_list.includes(node) ? test(parent) : NO;
};

/** Whether it decorates what `property`, `staticmethod` or `classmethod` makes: it stands above them. */
const decoratesDescriptor = (node, parent) => {
  if (!parent?.decorator_list) {
    return node.type === "Call" ? NO : isDecorator(node, parent);
  }
  const place = parent.decorator_list.indexOf(node);
  const below = place < 0 ? [] : parent.decorator_list.slice(place + 1);
  return below.some(isDescriptor) ? YES : NO;
};

const isDescriptor = ({ type, id, attr }) =>
  (type === "Name" && DESCRIPTORS.has(id)) || (type === "Attribute" && OF_PROPERTY.has(attr));

const yields = (body) =>
  [...ownNodes(body)].some(({ type }) => type === "Yield" || type === "YieldFrom") ? YES : NO;

/** Whether a function calls itself, through others of the text too; see `isOwnName` for what is unknown. */
const callsItself = ({ body }, inference) => {
  const definition = inference.displays.variables.parents.get(body[0]); // of one whose decorators were changed
  const seen = [definition];
  let found = NO;
  for (const each of seen) {
    for (const call of [...ownNodes(each)].filter(({ type }) => type === "Call")) {
      const [called] = inference.filled(call);
      if (called?.node === definition) {
        return YES;
      }
      if (called && !seen.includes(called.node)) {
        seen.push(called.node);
      }
      if (each === definition) {
        found = Math.max(found, ...[call.func, ...call.args].map((node) => isOwnName(node, definition, inference)));
      }
    }
  }
  return found;
};

/** Whether what a function calls or passes on is its own name, or a method the same one of its object: unknown of another object. */
const isOwnName = (called, definition, inference) => {
  const { name, args } = definition;
  const { variables } = inference.displays;
  if (called.type === "Name" && called.id === name) {
    return variables.scopeOf(called) === variables.bindingScope(definition) ? YES : NO;
  }
  if (called.type !== "Attribute" || called.attr !== name) {
    return NO;
  }
  const receiver = called.value;
  const [first] = [...args.posonlyargs, ...args.args];
  if (first && receiver.type === "Name" && receiver.id === first.arg) {
    return YES;
  }
  const isMethod = variables.parents.get(definition)?.type === "ClassDef";
  const isSuper = receiver.type === "Call" && pathOf(receiver.func, inference) === "builtins.super";
  return isMethod && !isSuper && inference.kind(receiver) === UNKNOWN ? UNDECIDED : NO;
};

/** Whether a context may be entered more than once: it is neither entered there and then nor a decorator. */
const isBeyondWith = (node, parent) => {
  const isEntered = parent?.type === "withitem" || (parent?.type === "Call" && parent.func.attr === "enter_context");
  return isEntered || isDecorator(node, parent) === YES ? NO : YES;
};

/** Whether it is changed in place, there or as the item of what it is put into, where the text shows that. */
const isChangedLater = (node, parent, inference) => {
  const { type, func } = parent ?? {};
  const isItem =
    (["ListComp", "GeneratorExp"].includes(type) && parent.elt === node) ||
    (type === "DictComp" && parent.value === node) ||
    (["List", "Tuple"].includes(type) && parent.elts.includes(node)) ||
    (type === "Dict" && parent.values.includes(node));
  if (isItem) {
    const isDisplay = type === "List" || type === "Tuple";
    return Math.max(isItemChanged(parent, inference), isDisplay ? isChanged(node, parent, inference) : NO);
  }
  const isAppended = type === "Call" && func.type === "Attribute" && func.attr === "append";
  const isSet = type === "Assign" && parent.targets.length === 1 && parent.targets[0].type === "Subscript";
  const held = (isAppended && func.value) || (isSet && parent.targets[0].value);
  if (held?.type === "Name") {
    return Math.max(...inference.displays.variables.everywhere(held).map((each) => isItemChanged(each, inference)));
  }
  return isChanged(node, parent, inference);
};

/**
 * Whether it is changed in place there and then, or by a view of it; expressions `asked` for before do not count; unknown
 * where it is kept, handed on or read in part.
 */
const isChanged = (node, parent, inference, asked = []) => {
  const view = viewOf(node, parent, inference);
  const around = inference.displays.variables.parents.get(view);
  if (view && !asked.includes(view) && isChanged(view, around, inference, [...asked, view]) === YES) {
    return YES;
  }
  const others = otherPlaces(node, parent, inference).filter(({ place }) => !asked.includes(place));
  if (isOneChanged(others, inference, [...asked, ...others.map(({ place }) => place)]) === YES) {
    return YES;
  }
  if (parent?.type === "Assign") {
    return isOneChanged(places(node, parent, inference), inference, asked);
  }
  const taking = inference.displays.variables.parents.get(parent);
  if ((parent?.type === "List" || parent?.type === "Tuple") && !asked.includes(parent)) {
    return taking?.type === "Assign" ? isOneChanged(places(node, taking, inference), inference, [...asked, parent]) : UNDECIDED;
  }
  if (parent?.type === "IfExp" && parent.test !== node && !asked.includes(parent)) {
    return isChanged(parent, taking, inference, [...asked, parent]);
  }
  if (parent?.type === "Call" && parent.args[0] === node) {
    return firstChanged(parent, inference);
  }
  switch (parent?.type) {
    case "Attribute":
      return parent.attr.endsWith("_") && !parent.attr.endsWith("__") ? YES : NO;
    case "AugAssign":
      return parent.target === node && node.type !== "Attribute" ? YES : UNDECIDED;
    case "Subscript":
      return parent.ctx === "Store" ? YES : UNDECIDED;
    case "BinOp":
    case "UnaryOp":
    case "Compare":
    case "FormattedValue":
      return NO;
    default:
      return UNDECIDED;
  }
};

/** The view of a Tensor, or the Tensor itself, that code around it makes: `x.view(-1)`, `x.float()`. */
const viewOf = (node, parent, inference) => {
  if (!["Attribute", "Call", "Subscript"].includes(parent?.type)) {
    return undefined;
  }
  if (parent.type === "Subscript" && parent.slice.type !== "Tuple" && !isTensor(inference.kind(node))) {
    return undefined; // an item of a tuple
  }
  const around = inference.displays.variables.parents.get(parent);
  const view = parent.type === "Attribute" && around.type === "Call" ? around : parent;
  const isKept = KEPT.has(parent.attr) && view.func === parent;
  return isKept || viewed(view, inference) === node ? view : undefined;
};

/** Whether a function of torch surely changes its first argument: `torch.clamp_`, or with `inplace`. */
export const changesFirst = (call, inference) => firstChanged(call, inference) === YES;

const firstChanged = (call, inference) => {
  const path = pathOf(call.func, inference);
  return path.endsWith("_") ? YES : path.startsWith(FUNCTIONAL) ? isInPlace(call) : UNDECIDED;
};

/** Whether a call of a function with `inplace` changes its first argument; unknown where a place may stand for it. */
const isInPlace = ({ args, keywords }) => {
  const written = keywords.find(({ arg }) => arg === "inplace" || !arg);
  if (!written) {
    const mayBe = (node) => isConstant(node, true) || node.type === "Name" || node.type === "Attribute";
    return args.slice(1).some(mayBe) ? UNDECIDED : NO;
  }
  return isConstant(written.value, true) ? YES : isConstant(written.value, false) ? NO : UNDECIDED;
};

const isConstant = (node, value) => node.type === "Constant" && node.value === value;

/** Whether a value is changed in one of the places of its variable; unknown where it may be None there. */
const isOneChanged = (kept, inference, asked = []) => {
  const mayBeNone = kept.some(({ around }) => asksForNone(around));
  const changes = ({ place, around }) => isChanged(place, around, inference, asked) === YES;
  return !mayBeNone && kept.some(changes) ? YES : UNDECIDED;
};

/**
 * Whether an item of a list or dictionary is changed in place, by a loop or by its index, there and then, by the variable that it is kept
 * in or by a function of the text that it is passed to. The expressions that were `asked` for before do not count.
 */
const isItemChanged = (held, inference, before = []) => {
  const { displays: { variables }, reaching } = inference;
  const found = otherPlaces(held, variables.parents.get(held), inference).map(({ place }) => place);
  const others = found.filter((place) => !before.includes(place));
  const asked = [...before, ...others];
  if (others.some((each) => isItemChanged(each, inference, asked) === YES)) {
    return YES;
  }
  const target = looped(held, variables.parents);
  if (target?.type === "Name") {
    const inside = variables.everywhere(target).filter((each) => reaching.around(each).includes(reaching.statement(target)));
    return isOneChanged(inside.map((place) => ({ place, around: variables.parents.get(place) })), inference);
  }
  const parent = variables.parents.get(held);
  if (parent.type === "Assign") {
    return Math.max(UNDECIDED, ...places(held, parent, inference).map(({ place }) => isItemChanged(place, inference, asked)));
  }
  if (parent.type === "Attribute" && parent.attr === "values") {
    const call = variables.parents.get(parent);
    return call.type === "Call" ? isItemChanged(call, inference, asked) : UNDECIDED;
  }
  if (parent.type === "Call" && parent.func.type === "Name" && ["list", "tuple"].includes(parent.func.id)) {
    return isItemChanged(parent, inference, asked);
  }
  if (parent.type === "Call" && parent.args[0] === held) {
    return /^_foreach_.*_$/.test(lastPart(pathOf(parent.func, inference))) ? YES : UNDECIDED;
  }
  return parent.type === "Subscript" && parent.value === held ? isChanged(parent, variables.parents.get(parent), inference) : UNDECIDED;
};

/** What a loop binds to each item of a list or dictionary, which it may go through beside others or numbers. */
const looped = (held, parents) => {
  const around = parents.get(held);
  if (around.type === "For") {
    return around.iter === held ? around.target : undefined;
  }
  let [call, place] = [around, -1];
  if (around.type === "Attribute" && around.attr === "items") {
    [call, place] = [parents.get(around), 1];
  } else if (around.type === "Call" && around.func.type === "Name") {
    place = { enumerate: around.args[0] === held ? 1 : -1, zip: around.args.indexOf(held) }[around.func.id] ?? -1;
  }
  const target = call.type === "Call" && place >= 0 ? looped(call, parents) : undefined;
  return target?.type === "Tuple" ? target.elts[place] : undefined;
};

/** Whether code around a variable may ask whether that is None. */
const asksForNone = ({ type, ops }) =>
  type === "BoolOp" || type === "If" || (type === "Compare" && ops.length === 1 && ["Is", "IsNot"].includes(ops[0]));

/** The places of the variables that a value is kept in, where it is theirs, with what is around each; not further assignments. */
const places = (node, parent, inference) => {
  const { variables } = inference.displays;
  return parent.targets
    .flatMap((each) => (each.type === "Tuple" || each.type === "List" ? each.elts : [each]))
    .filter(({ type }) => type === "Name")
    .flatMap((each) => variables.everywhere(each))
    .filter((place) => inference.reaching.some(place).values.some((value) => chosen(value).includes(node)))
    .map((place) => ({ place, around: variables.parents.get(place) }))
    .filter(({ around }) => around.type !== "Assign");
};

/**
 * The places that have a value by another name: an attribute, a further variable, what `:=` binds, or a parameter of the text's own
 * function.
 */
const otherPlaces = (node, parent, inference) => {
  const { variables } = inference.displays;
  const { reaching } = inference;
  const call = parent?.type === "keyword" ? variables.parents.get(parent) : parent;
  let found = [];
  if (parent?.type === "Assign" && parent.value === node) {
    const isFurther = (place, around) => around.type === "Assign" && around.value === place;
    const attributes = parent.targets.filter(({ type }) => type === "Attribute").flatMap((each) => sameAttributes(each, inference));
    const names = parent.targets.filter(({ type }) => type === "Name").flatMap((each) => variables.everywhere(each));
    const has = (place) => isFurther(place, variables.parents.get(place)) && reaching.some(place).values.includes(node);
    found = [...attributes, ...names.filter(has)];
  } else if (parent?.type === "NamedExpr") {
    found = variables.everywhere(parent.target).filter(({ ctx }) => ctx === "Load");
  } else if (call?.type === "Call" && (call.args.includes(node) || call.keywords.includes(parent))) {
    const [facts, filled] = inference.filled(call);
    const name = facts && variables.parents.has(facts.node) ? new Map(filled).get(node) : undefined;
    const isOne = (each) => each.type === "Name" && each.id === name && reaching.isUnbound(each);
    found = name === undefined ? [] : [...ownNodes(facts.node)].filter(isOne);
  }
  return found.map((place) => ({ place, around: variables.parents.get(place) }));
};

/** The other places that read an attribute of the same object in a function, or in the methods of a class. */
export const sameAttributes = (attribute, inference) => {
  const { parents } = inference.displays.variables;
  const around = enclosing(attribute, parents, ({ type }) => type === "ClassDef") ?? inference.reaching.around(attribute).at(-1);
  const isOther = (each) => each.type === "Attribute" && each.attr === attribute.attr && each.ctx === "Load" && each !== attribute;
  return [...walk(around)].filter((each) => isOther(each) && isSame(each.value, attribute.value));
};

const isIn = ({ start, end }, whole) => whole.start <= start && end <= whole.end;

/** Whether the result is used, whether it is unpacked, and whether it is used as a whole. */
const usedOf = (node, parent) => {
  if (parent?.type === "Expr") {
    return { used: NO, unpacked: NO, whole: NO };
  }
  const targets = parent?.type === "Assign" ? parent.targets : [parent?.target];
  if (targets.some((target) => target?.type === "Tuple" || target?.type === "List")) {
    return { used: YES, unpacked: YES, whole: NO };
  }
  return { used: YES, unpacked: NO, whole: isIndexed(node, parent) ? NO : YES };
};

/** Whether an item or a slice of the result is asked for there and then. */
const isIndexed = (node, parent) => parent?.type === "Subscript" && parent.value === node;

/** Whether it is used where a list and a tuple may differ: a slice of it counts, reading its items does not. */
const isWhole = (node, parent, whole, inference) => {
  switch (parent?.type) {
    case "Subscript": {
      if (parent.value !== node || parent.slice.type !== "Slice") {
        return whole;
      }
      const around = inference.displays.variables.parents.get(parent);
      return isWhole(parent, around, usedOf(parent, around).whole, inference);
    }
    case "For":
    case "AsyncFor":
    case "comprehension":
      return parent.iter === node ? NO : whole;
    case "Starred":
      return NO;
    case "Call":
      return parent.args.includes(node) && READS_ITEMS.has(pathOf(parent.func, inference)) ? NO : whole;
  }
  return whole;
};

/** Whether the result is passed to `next`: unknown where it is kept under a name, or handed on. */
const isNext = (parent) => {
  if (parent?.type === "Call") {
    return parent.func.type === "Name" && parent.func.id === "next" ? YES : NO;
  }
  return !parent || ["Assign", "AnnAssign", "Return"].includes(parent.type) ? UNDECIDED : NO;
};

/** Whether a slice of it stands where a tuple will do and a list will not: `seen[x.shape[1:]]`. */
const isSlicedAsTuple = (node, parent, inference) => {
  if (parent?.type !== "Subscript" || parent.value !== node || parent.slice.type !== "Slice") {
    return NO;
  }
  const { as_tuple } = resultFacts(parent, inference.displays.variables.parents.get(parent), inference);
  return as_tuple === YES ? YES : NO;
};

/** Whether it stands where a tuple will do and a list will not; unknown where it is kept or handed on. */
const isAsTuple = (node, parent, inference) => {
  switch (parent?.type) {
    case "Dict":
      return parent.keys.some((key) => key && isIn(node, key)) ? YES : UNDECIDED;
    case "Set":
    case "SetComp":
    case "Subscript": // used as a whole, it is no object that is indexed
      return YES;
    case "Compare":
      if (parent.ops.some((op) => op === "In" || op === "NotIn")) {
        return parent.ops.length === 1 && parent.left === node && hashing(parent.comparators[0], inference) ? YES : UNDECIDED;
      }
      return parent.ops.every((op) => EQUAL.has(op)) ? NO : YES;
    case "BinOp":
      return parent.op === "Mod" && isIn(node, parent.right) ? YES : NO;
    case "Attribute":
    case "Starred":
    case "FormattedValue":
    case "For":
    case "comprehension":
      return NO;
    case "Tuple": { // which is hashed with what it holds, not formatted
      const around = inference.displays.variables.parents.get(parent);
      return around.type !== "BinOp" && isAsTuple(parent, around, inference) === YES ? YES : UNDECIDED;
    }
    case "DictComp":
      return isIn(node, parent.key) ? YES : UNDECIDED;
    case "ListComp":
    case "GeneratorExp": {
      const around = inference.displays.variables.parents.get(parent);
      return parent.elt === node && around.type === "Call" && SETS.has(pathOf(around.func, inference)) ? YES : UNDECIDED;
    }
    case "Assign": {
      const kept = places(node, parent, inference);
      const isAsked = ({ place, around }) => Math.min(usedOf(place, around).whole, isAsTuple(place, around, inference)) === YES;
      return kept.some(isAsked) && !kept.some(({ around }) => around.type === "Attribute") ? YES : UNDECIDED;
    }
    case "Call":
      return isIn(node, parent.func) ? UNDECIDED : ofPassed(node, parent, inference);
    default:
      return UNDECIDED;
  }
};

/** The methods of a container that hash their first argument; none of one that does not hash what it holds. */
const hashing = (node, inference) => {
  const kind = inference.kind(node);
  return kind.tag === "Value" ? HASHING.get(kind.type) : undefined;
};

const ofPassed = (node, { func, args }, inference) => {
  if (func.type === "Attribute" && func.value.type === "Constant") {
    return NO; // '{}'.format(x.shape)
  }
  if (func.type === "Attribute" && args[0] === node && hashing(func.value, inference)?.has(func.attr)) {
    return YES;
  }
  const path = pathOf(func, inference);
  const builtin = path.startsWith(BUILTINS) ? path.slice(BUILTINS.length) : "";
  const isOfTorch = builtin === "isinstance" && inference.names.belongs(pathOf(args.at(-1), inference));
  if ((WANTS_TUPLE.has(builtin) && !isOfTorch) || (ORDERS.has(builtin) && args.length > 1)) {
    return YES;
  }
  return path ? NO : UNDECIDED;
};

/** Whether parameters may be used for more than to be updated, to have their gradients clipped, or for the first. */
const isBeyondOptimizer = (node, parent, inference) => {
  if (parent?.type === "Dict") {
    const names = parent.keys.filter((key, index) => key?.type === "Constant" && isIn(node, parent.values[index]));
    return names.length === 1 && names[0].value === "params" ? NO : YES; // a group of parameters
  }
  if (parent?.type === "Call" && isNext(parent) === YES) {
    return NO;
  }
  const path = parent?.type === "Call" ? pathOf(parent.func, inference) : "";
  if (!path) {
    return YES;
  }
  return CLIPS.has(inference.names.find(path)?.path) || inference.names.isA(path, OPTIMIZER) ? NO : YES;
};

/** The dotted path of a function of a library; empty for one of the text's own. */
export const pathOf = (func, inference) => {
  const kind = inference.kind(func);
  return kind.tag === "Name" ? kind.path : "";
};
