// What the text says of each argument of a call, for the conditions of the rows.

import { NUMBERS_OF_TORCH, SCALARS } from "../knowledge/builtin_kinds.js";
import { parts } from "../text/factors.js";
import { MODULE, NONE, NUMBERS, SHAPE, isNumber, isTensor, optionsOf } from "../knowledge/kinds.js";
import { NO_LITERAL, constantOf, defaultValue, unparse } from "../model/literal.js";
import { lastPart, ownerOf } from "../knowledge/names.js";
import { PythonSet, isReal } from "../python/values.js";
import { isKeptGradient } from "./kept_gradients.js";
import { resultFacts } from "./result_facts.js";
import { isUnrecorded } from "./view_changes.js";
import { isVariadic } from "../model/signature.js";
import { chosen, walk } from "../text/syntax.js";
import { isStrided, isView } from "./views.js";
import { CONTAINED, DEVICE, DTYPES, Fact, Facts, NO, OTHER, RECEIVER, UNDECIDED, UNKNOWN_VALUE, UNRECORDED, YES, kindOfFact } from "../model/when.js";
import { WrittenKeys } from "./written_keys.js";

const KINDS = {
  int: "number",
  float: "number",
  complex: "number",
  bool: "bool",
  str: "str",
  None: "none",
  list: "sequence",
  tuple: "sequence",
  range: "range",
  "torch.Size": "sequence",
  "torch.nn.utils.rnn.PackedSequence": "sequence",
  "torch.device": DEVICE,
  dict: "mapping",
  generator: "iterator",
  file: "file",
  "pathlib.Path": "path",
  "numpy.ndarray": "numpy",
  ...Object.fromEntries(DTYPES.map((dtype) => [`numpy.${dtype}`, "numpy"])),
};
// Numbers that modules have under these names.
const SPECIAL = { inf: Infinity, nan: NaN };
// Expressions of whose value a number may be known; what changes in place is none of them.
const WRITTEN = new Set(["Constant", "UnaryOp", "BinOp", "Call"]);
const SPECIAL_TEXTS = { inf: Infinity, "-inf": -Infinity, nan: NaN };
const FALSE = Fact({ passed: YES, literal: false });

const kindNamed = (type) => (Object.hasOwn(KINDS, type) ? KINDS[type] : undefined);

/** The facts of one call under one signature; `receiver` is the object of a method, bound to `self`. */
export const factsOf = (call, way, binding, receiver, inference, parent) => {
  const parameters = new Map();
  for (const parameter of binding.signature) {
    const given = binding.byParameter.get(parameter.name);
    if (given) {
      const fact = given.length > 1 ? ofArguments(given, inference) : ofArgument(given[0], inference);
      parameters.set(parameter.name, isFlag(parameter) ? ofFlag(fact) : fact);
    } else {
      parameters.set(parameter.name, omitted(parameter, inference.names, binding.isOpen));
    }
  }
  for (const parameter of way?.signatures.flat() ?? []) {
    if (!parameters.has(parameter.name)) {
      parameters.set(parameter.name, omitted(parameter, inference.names, binding.isOpen)); // what another overload takes is not passed to this one
    }
  }
  if (receiver) {
    parameters.set(RECEIVER, ofExpression(receiver, inference));
  }
  for (const { name } of binding.signature.filter(isVariadic)) {
    parameters.set(`*${name}`, parameters.get(name));
  }
  const { literals } = inference;
  const results = resultFacts(call, parent, inference);
  const made = inference.kind(call.func);
  const makesObject = made.tag === "Name" && inference.names.find(made.path)?.kind === "class";
  return Facts({ parameters, results, literals, defaultDtype: defaultDtype(inference), makesObject });
};

/** Whether the program changes the default dtype, which another text may do. */
const defaultDtype = (inference) => (inference.changesDefaultDtype ? YES : UNDECIDED);

/** The facts of a property that `node` reads, whose object is bound to `self`. */
export const factsOfProperty = (node, receiver, inference, parent) =>
  Facts({
    parameters: new Map([[RECEIVER, ofExpression(receiver, inference)]]),
    results: resultFacts(node, parent, inference),
    defaultDtype: defaultDtype(inference),
  });

export const isFlag = (parameter) => parameter.default === "True" || parameter.default === "False";

/** The fact of one argument; one that a dictionary has is any of its values, or else torch's default. */
const ofArgument = (argument, inference) => {
  if (argument.value.type === "Starred") {
    return ofArguments([argument], inference);
  }
  const facts = argument.values.map((value) => {
    const fact = ofExpression(value, inference);
    return argument.entry && value.type !== "Tuple" ? lasting(fact) : fact;
  });
  if (!argument.isSure) {
    facts.push(omitted(argument.parameter, inference.names, false));
  }
  if (facts.length === 1) {
    return { ...facts[0], variable: variableOf(argument.values[0]) };
  }
  const kinds = new Set(facts.map(kindOfFact));
  return Fact({ passed: argument.isSure ? YES : UNDECIDED, kind: kinds.size === 1 ? [...kinds][0] : null, options: facts });
};

/** The text of a variable or of an attribute of one; null for other expressions. */
const variableOf = (node) => (node.type === "Name" || node.type === "Attribute" ? unparse(node) || null : null);

/** What holds of a value for as long as a dictionary has it: others may be put into a list meanwhile. */
const lasting = (fact) => ({ ...fact, items: null, keys: null, length: null, options: fact.options.map(lasting) });

/** The fact of several arguments of a variadic parameter: the kind of the first, the items, dtypes and literal of all. */
const ofArguments = (given, inference) => {
  if (given.some(({ entry }) => entry)) {
    return Fact({ passed: given.some(({ isSure }) => isSure) ? YES : UNDECIDED });
  }
  const facts = given.map(({ value }) => ofExpression(value, inference));
  const literals = facts.map(({ literal }) => literal);
  const values = given.map(({ value }) => value);
  const items = values.map((value) => kindName(inference.kind(value), inference));
  const dtypes = values.length > 1 ? dtypesOf(values, inference) : facts[0].dtypes;
  return {
    ...facts[0],
    literal: literals.includes(UNKNOWN_VALUE) ? UNKNOWN_VALUE : literals,
    kind: kindOfFact(facts[0]),
    items,
    dtypes,
    options: facts[0].options.map((option) => ({ ...option, items, dtypes })),
  };
};

/** The fact of an argument that is not written; with `isOpen` it may be passed all the same. */
export const omitted = (parameter, names, isOpen) => {
  const passed = isOpen ? UNDECIDED : NO;
  if (isOpen || isVariadic(parameter)) {
    return Fact({ passed });
  }
  if (parameter.default === null) {
    return Fact({ passed, literal: null }); // of another overload
  }
  if (names.find(parameter.default)) {
    return Fact({ passed, name: parameter.default, kind: OTHER });
  }
  const value = defaultValue(parameter.default);
  return value === parameter.default ? Fact({ passed }) : Fact({ passed, literal: value });
};

// The numbers of names: of Pillow's filters, which torchvision takes, and of the largest index.
const NAMED = new Map([
  ...["NEAREST", "LANCZOS", "BILINEAR", "BICUBIC", "BOX", "HAMMING"].flatMap((name, number) => [
    [`PIL.Image.${name}`, number],
    [`PIL.Image.Resampling.${name}`, number],
  ]),
  ["sys.maxsize", 2n ** 63n - 1n],
]);

/** The number in `float('inf')`, in its three usual forms; undefined for other expressions. */
const specialNumber = ({ type, func, args, keywords }) => {
  const isCall = type === "Call" && func.type === "Name" && func.id === "float" && args.length === 1 && !keywords.length;
  const text = isCall && args[0].type === "Constant" ? args[0].value : undefined;
  return typeof text === "string" && Object.hasOwn(SPECIAL_TEXTS, text) ? SPECIAL_TEXTS[text] : undefined;
};

/** The constant, or what is computed of no other variable, that one was bound to; undefined where it may have another value. */
const writtenFor = (variable, { reaching }) => {
  const { values, isAll } = reaching.some(variable);
  if (!isAll || values.length !== 1 || !WRITTEN.has(values[0].type) || reaching.isUpdated(variable)) {
    return undefined;
  }
  const others = [...walk(values[0])].filter(({ type }) => type === "Name");
  return others.some((each) => reaching.some(each).values.length) ? undefined : values[0];
};

/** The texts that one may be bound to, `mode = 'a' if test else 'b'`; none where it may be another value. */
const wordsFor = (variable, { reaching }) => {
  const { values, isAll } = reaching.some(variable);
  const parts = values.flatMap((value) => [...chosen(value)]).filter(({ type }) => type !== "IfExp");
  const found = parts.map((part) => (part.type === "Constant" ? part.value : undefined));
  const isKnown = isAll && !reaching.isUpdated(variable) && found.every((word) => typeof word === "string");
  return isKnown ? [...new Set(found)] : [];
};

const ofExpression = (node, inference) => {
  const special = specialNumber(node);
  if (special !== undefined) {
    return Fact({ passed: YES, literal: special });
  }
  const literal = constantOf(inference.constant(node) ?? node);
  if (literal !== NO_LITERAL && !(literal instanceof Map || literal instanceof PythonSet)) {
    return Fact({ passed: YES, literal });
  }
  if (node.type === "IfExp") {
    return oneOf([ofExpression(node.body, inference), ofExpression(node.orelse, inference)]);
  }
  if (node.type === "BoolOp" && node.op === "Or") {
    const facts = node.values.map((value) => ofExpression(value, inference));
    return oneOf([...facts.slice(0, -1).map((fact) => ({ ...fact, orNone: false })), facts.at(-1)]);
  }
  if (node.type === "Lambda") {
    return Fact({ passed: YES, kind: "callable" });
  }
  const written = node.type === "Name" ? writtenFor(node, inference) : undefined;
  if (written) {
    const fact = ofExpression(written, inference);
    if (written.type === "Constant" || isReal(fact.literal)) {
      return fact;
    }
  }
  const words = node.type === "Name" ? wordsFor(node, inference) : [];
  if (words.length) {
    return oneOf(words.map((literal) => Fact({ passed: YES, literal })));
  }
  if (node.type === "UnaryOp" && node.op === "USub") {
    const { literal: number } = ofExpression(node.operand, inference);
    if (isReal(number)) {
      return Fact({ passed: YES, literal: -number });
    }
  }
  const kind = inference.kind(node);
  if (kind.tag === "Name") {
    const name = lastPart(kind.path);
    const owner = ownerOf(kind.path);
    if (Object.hasOwn(SPECIAL, name) && (owner === "math" || owner === "numpy" || inference.names.packages.has(owner))) {
      return Fact({ passed: YES, literal: SPECIAL[name] });
    }
    if (NAMED.has(kind.path)) {
      return Fact({ passed: YES, literal: NAMED.get(kind.path) });
    }
    return ofName(kind.path, inference.names);
  }
  const items = itemsOf(node, kind, inference);
  const [holds, holdsNoOther] = inference.held(node);
  const fact = Fact({
    passed: YES,
    kind: kindName(kind, inference) ?? (isFactor(node, inference) ? "number" : null),
    items,
    keys: new WrittenKeys(inference).ofList(node),
    length: inference.ndims.length(node) ?? null,
    number: kind.tag === "Value" && (NUMBERS.has(kind.type) || SCALARS.has(kind.type)) ? kind.type : null,
    dtype: inference.dtypes.exact(node),
    floats: inference.dtypes.floats(node),
    ndim: inference.ndims.of(node) ?? null,
    empty: inference.empties.of(node) ?? null,
    grad: needsGradient(node, inference) ?? null,
    orNone: mayBeNone(kind),
    computed: isComputed(node),
    holds,
    holdsNoOther,
    has: new Set([...contentsOf(node), ...inference.masks.anyOf([node])]),
    view: isView(node, inference),
    strided: isStrided(node, inference),
    gradient: isKeptGradient(node, inference) ?? null,
    isShape: kind === SHAPE,
  });
  if (fact.kind === null && inference.ndims.isFound(node)) {
    fact.kind = "tensor";
  }
  if (fact.kind === null || fact.kind === OTHER || fact.kind === "callable") {
    const options = ofKinds(kind, fact, inference);
    const isOne = options.length === 1;
    return { ...(isOne ? options[0] : fact), options: fact.kind === null || !isOne ? options : [] };
  }
  if (isDisplay(node) && items.includes("tensor")) {
    return joined(node.elts, fact, inference);
  }
  return fact.kind === "tensor" ? { ...fact, options: bound(node, fact, inference) } : fact;
};

/** Whether a Tensor, or any in a list, needs a gradient, or that the text shows that none are recorded. */
const needsGradient = (node, inference) => {
  const needs = inference.gradients.anyOf(isDisplay(node) ? node.elts : [node]);
  return needs !== false && (isUnrecorded(node, inference) || inference.gradients.isReadAlone(node)) ? UNRECORDED : needs;
};

const isDisplay = ({ type }) => type === "List" || type === "Tuple";

/** What the items of a list or tuple show to be in it: a 1 in `(1, n)`, a negative one in `(n, -n)`. */
const contentsOf = (node) => {
  const items = isDisplay(node) ? node.elts : [];
  const numbers = items.flatMap(({ type, value }) => (type === "Constant" && isReal(value) ? [value] : []));
  const found = Object.keys(CONTAINED).filter((name) => numbers.some(CONTAINED[name]));
  return new Set(items.some(({ type, op }) => type === "UnaryOp" && op === "USub") ? [...found, "negative"] : found);
};

/** The facts of a value for each of the kinds that the text gives it; none where one of them is unknown. */
const ofKinds = (kind, fact, inference) => {
  const found = new Map();
  for (const option of optionsOf(kind)) {
    const [classes, derived] = inference.classes(option).map((paths) => [...new Set(paths)].sort());
    const name = kindName(option, inference);
    found.set(JSON.stringify([name, classes, derived]), { kind: name, classes: new Set(classes), derived: new Set(derived) });
  }
  const options = [...found.values()];
  return options.some((each) => each.kind === null) ? [] : options.map((each) => ({ ...fact, ...each }));
};

/** Whether an operator gives a value that is never None. */
const isComputed = ({ type, op }) => type === "BinOp" && ["Sub", "Div", "FloorDiv", "Pow"].includes(op);

/** Whether an expression is computed from numbers, of which some are told by what they multiply. */
const isFactor = (node, inference) => {
  const found = parts(node);
  return found.length > 0 && found.every((each) => inference.factors.has(each) || isNumber(inference.kind(each)));
};

/**
 * The facts of a Tensor for each of the assignments that may have bound its variable, where they are not the same, and for each
 * number of dimensions that it may have by its content. A parameter may be what the calls in the text pass for it, or what others do.
 */
const bound = (node, fact, inference) => {
  const passed = node.type === "Name" ? inference.passed(node) : [];
  const some = node.type === "Name" ? inference.reaching.some(node) : { values: [node], isAll: true };
  const { values, isAll } = passed.length ? { values: passed, isAll: false } : some;
  const facts = values.flatMap((each) =>
    inference.ndims.ways(each).map((ndim) => ({
      ...fact,
      dtype: inference.dtypes.exact(each),
      floats: inference.dtypes.floats(each),
      ndim: ndim ?? null,
    })),
  );
  if (!isAll) {
    facts.push({ ...fact, dtype: null, floats: null, ndim: null });
  }
  const isOther = (each) => ["dtype", "floats", "ndim"].some((name) => each[name] !== facts[0][name]);
  return facts.some(isOther) ? facts : [];
};

/** The fact of a sequence of Tensors, with one for each of the assignments that may have bound one of them. */
const joined = (items, fact, inference) => {
  const found = { Name: (node) => inference.reaching.some(node).values, Attribute: (node) => inference.setTo(node) };
  const parts = (node) => [...(found[node.type]?.(node) ?? []), node].flatMap(chosen).filter((each) => each !== node);
  const ways = items.flatMap((each, place) => parts(each).map((part) => items.with(place, part)));
  const facts = [items, ...passed(items, inference), ...ways].map((way) => ({
    ...fact,
    dtypes: dtypesOf(way, inference),
    empty: way.some((each) => inference.empties.of(each)) || null,
  }));
  const told = new Map(facts.map((each) => [JSON.stringify([each.dtypes?.toSorted(), each.empty]), each]));
  return told.size > 1 ? { ...fact, options: [...told.values()] } : facts[0];
};

/** The items with what each call in the text passes for those that are parameters. */
const passed = (items, inference) => {
  const { parents } = inference.displays.variables;
  const calls = new Map();
  for (const [place, each] of items.entries()) {
    for (const argument of each.type === "Name" ? inference.passed(each) : []) {
      const around = parents.get(argument);
      const call = around.type === "keyword" ? parents.get(around) : around;
      calls.set(call, (calls.get(call) ?? items).with(place, argument));
    }
  }
  return [...calls.values()];
};

/** The dtypes, or else their classes, that some Tensors have; null where they may be one or several. */
const dtypesOf = (tensors, { dtypes }) => {
  const exact = new Set(tensors.map((each) => dtypes.exact(each)));
  const classes = new Set(tensors.map((each) => dtypes.classOf(each)));
  const several = [exact, classes].map((found) => [...found].filter(Boolean)).find((known) => known.length > 1);
  return several ?? (exact.has(null) ? null : [...exact]);
};

/** The fact of an expression that has the value of one of several. */
const oneOf = (facts) => {
  const given = facts.filter(({ literal }) => literal !== null);
  if (!given.length) {
    return facts[0];
  }
  const kinds = new Set(given.map(kindOfFact));
  return Fact({
    passed: YES,
    kind: kinds.size === 1 ? [...kinds][0] : null,
    options: given,
    orNone: given.length < facts.length || given.some(({ orNone }) => orNone),
  });
};

/**
 * The fact of a parameter that is a bool: torch takes 0, 1 and None for one where it takes them at all. A Tensor passed for one is
 * there or not: what is `layer.bias` may be None.
 */
const ofFlag = (fact) => {
  if (fact.kind === "tensor") {
    return Fact({ passed: fact.passed });
  }
  if (fact.options.length) {
    const options = fact.options.map(ofFlag);
    return { ...fact, options: fact.orNone ? [...options, FALSE] : options, orNone: false };
  }
  const { literal } = fact;
  const isFlagged = literal === null || literal === true || literal === false || literal === 0n || literal === 1n;
  return isFlagged ? { ...fact, literal: Boolean(literal) } : fact;
};

const mayBeNone = (kind) => kind.tag === "Either" && kind.options.includes(NONE);

const ofName = (path, names) => {
  if (path.startsWith("builtins.")) {
    return Fact({ passed: YES, name: path, kind: "callable" });
  }
  const entry = names.find(path);
  if (!entry) {
    return Fact({ passed: YES });
  }
  const isCallable = ["function", "class", "method"].includes(entry.kind);
  return Fact({ passed: YES, name: entry.path, kind: NUMBERS_OF_TORCH.has(entry.path) ? "number" : isCallable ? "callable" : OTHER });
};

const HOLDING = new Set(["sequence", "mapping", "iterator"]);

const itemsOf = (node, kind, inference) => {
  if (isDisplay(node)) {
    return node.elts.map((each) => kindName(inference.kind(each), inference));
  }
  if (node.type === "Dict") {
    return node.values.map((each) => kindName(inference.kind(each), inference));
  }
  if (kind.tag === "Value" && kind.items.length && (HOLDING.has(kindNamed(kind.type)) || kind.type === "iterator")) {
    return kind.items.map((item) => kindName(item, inference));
  }
  return null;
};

/** The kind as conditions name it; null where it is unknown or one of several. */
export const kindName = (kind, inference) => {
  const found = kind === NONE ? new Set(["none"]) : new Set(optionsOf(kind).map((option) => single(option, inference)));
  return found.size === 1 ? [...found][0] : null;
};

const single = (kind, inference) => {
  if (isTensor(kind)) {
    return "tensor";
  }
  if (kind.tag === "Defined" || kind.tag === "Member") {
    return "callable";
  }
  if (kind.tag === "Object") {
    return inference.isModule(kind) ? "callable" : OTHER;
  }
  if (kind.tag === "Name") {
    return ofName(kind.path, inference.names).kind;
  }
  if (kind.tag !== "Value") {
    return null;
  }
  return inference.names.isA(kind.type, MODULE) ? "callable" : (kindNamed(kind.type) ?? OTHER);
};
