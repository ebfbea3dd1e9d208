// Conditions of `calls.json`, and the answer that a call has for them: no, unknown or yes. Logic is Kleene's: and is the
// smallest answer, or the largest. An omitted argument has torch's default.

import { leaves } from "./literal.js";
import { Complex, Tuple, classOf, isNumber, isReal, repr } from "../python/values.js";

export const NO = 0;
export const UNDECIDED = 1;
export const YES = 2;
export const not = (answer) => YES - answer;
const yes = (holds) => (holds ? YES : NO);

/** The subject that is the call itself, and no argument. */
export const CALL = "call";
/** The subject that is the object of a method. */
export const RECEIVER = "self";
/** The prefix of a subject that is an argument of the later call of a layer. */
export const FORWARD = "forward.";
/** The kind of what conditions have no word for, such as a dtype. */
export const OTHER = "other";
/** The kind of a device, which conditions have no word for either: it is none of torch's named values. */
export const DEVICE = "device";
/** What `grad` says where no gradients are recorded: a condition on them, yes or no, does not hold. */
export const UNRECORDED = "unrecorded";
/** A literal that is not known; None is a literal. */
export const UNKNOWN_VALUE = Symbol("unknown");

export const FLOATS = new Set(["float16", "bfloat16", "float32", "float64"]);
const COMPLEX_TYPES = new Set(["complex64", "complex128"]);
export const INTEGERS = new Set(["int8", "int16", "int32", "int64", "uint8"]);
export const DTYPES = [...FLOATS, ...COMPLEX_TYPES, ...INTEGERS, "bool"];
export const FLOATS_OR_COMPLEX = new Set([...FLOATS, ...COMPLEX_TYPES]);
const CLASSES = { int: INTEGERS, float: FLOATS, complex: COMPLEX_TYPES, bool: new Set(["bool"]) };
const BOUNDS = new Set(["lt", "le", "gt", "ge"]);
const DATA_OPS = new Set(["dtype", "ndim", "empty", "has", "holds", "grad", "gradient", "same_dtype", "default_dtype", "device", "data"]);

/** A value known by its canonical dotted name, such as `torch.float32`. */
export class DottedName {
  constructor(dotted) {
    this.dotted = dotted;
  }
}

/** A value as Python writes it. */
export const valueText = (value) => (value instanceof DottedName ? value.dotted : repr(value));

const SPECIAL = { inf: Infinity, "-inf": -Infinity, nan: NaN };

/** What JSON cannot say: infinity, complex numbers, integers of many digits, and floats without a fraction. */
const numberOf = (text) => {
  if (text in SPECIAL) {
    return SPECIAL[text];
  }
  if (text.endsWith("j")) {
    return new Complex(Number(text.slice(0, -1)));
  }
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
};

const valueOf = (data) => {
  if (typeof data === "number") {
    return Number.isInteger(data) ? BigInt(data) : data;
  }
  if (Array.isArray(data)) {
    return data.map(valueOf);
  }
  if (data === null || typeof data !== "object") {
    return data;
  }
  if (data.tuple) {
    return Tuple.from(data.tuple.map(valueOf));
  }
  if (data.name) {
    return new DottedName(data.name);
  }
  return numberOf(data.number);
};

const tests = new Map();

/** One test of a subject; equal ones are the same object. `other` is the parameter that it compares with, or empty. */
const testOf = (item) => {
  const key = JSON.stringify(item);
  if (!tests.has(key)) {
    const [subject, op, data = ""] = item;
    const bound = op === "ndim" ? data[1] : data;
    const other = (op === "ndim" || BOUNDS.has(op)) && bound !== null && typeof bound === "object" ? (bound.parameter ?? "") : "";
    const isValue = op === "is" || BOUNDS.has(op);
    const value = isValue && !other ? valueOf(data) : op === "in" || op === "not_in" ? data.map(valueOf) : data;
    tests.set(key, { subject, op, value, other, isAboutData: subject.startsWith(FORWARD) || DATA_OPS.has(op) });
  }
  return tests.get(key);
};

/** A condition: clauses, one of which holds, each of which is tests that all hold. */
export const whenOf = (data) => data.map((clause) => clause.map(testOf));

/** A test with another value. */
export const withValue = ({ subject, op }, value) => testOf([subject, op, value]);

/** The part of a condition whose clauses have one of these tests. */
export const withAny = (when, asked) => when.filter((clause) => clause.some((test) => asked.includes(test)));

/** The tests of the class of an argument: what they assume may be harmful on any data. */
export const CLASS_OPS = new Set(["holds", "class"]);

const isAbsent = ({ op, value }, absent) =>
  CLASS_OPS.has(op) ? value.every((path) => absent.has(path)) : absent.has(op === "data" ? value : op);

/** A test of classes without those that are absent from a program. */
const narrowed = (test, absent) =>
  CLASS_OPS.has(test.op) ? withValue(test, test.value.filter((path) => !absent.has(path))) : test;

/** What is left of a condition where some of its `call: {data: …}`, `gradient` or classes do not hold; it may never hold. */
export const without = (when, absent) =>
  when.filter((clause) => !clause.some((test) => isAbsent(test, absent))).map((clause) => clause.map((test) => narrowed(test, absent)));

// ---- facts ----

const NO_FACT = Object.freeze({
  passed: UNDECIDED,
  literal: UNKNOWN_VALUE,
  name: null,
  kind: null,
  items: null,
  keys: null,
  length: null,
  number: null,
  dtype: null,
  floats: null,
  ndim: null,
  empty: null,
  grad: null,
  dtypes: null,
  holds: new Set(),
  holdsNoOther: false,
  classes: new Set(),
  derived: new Set(),
  has: new Set(),
  view: null,
  strided: false,
  gradient: null,
  options: [],
  orNone: false,
  computed: false,
  isShape: false,
  variable: null,
});

/**
 * What is known of one argument; null is unknown throughout. An omitted one has the literal or the name of torch's default.
 * `items` has the kinds of a sequence's items or a mapping's values, `keys` the keys of the mappings among the items, `options` are the facts of the expressions one of
 * which it is.
 */
export const Fact = (fields) => ({ ...NO_FACT, ...fields });

const NONE_FACT = Fact({ passed: YES, literal: null });

/**
 * What is known of a call: its arguments, by torch parameter, what is done with its result, the negative integers in its text, and
 * whether that changes the default dtype.
 */
export const Facts = ({ parameters = new Map(), results = {}, literals = null, defaultDtype = UNDECIDED, makesObject = false } = {}) => ({
  parameters,
  results,
  literals,
  defaultDtype,
  passOnNoGradient: () => {
    const passed = [...parameters].filter(([name, { passed }]) => !name.startsWith(FORWARD) && passed !== NO);
    const needs = new Set(passed.filter(([, fact]) => mayNeedGradient(fact)).map(([, { grad }]) => grad));
    return !makesObject && (needs.has(UNRECORDED) || (needs.size === 1 && needs.has(false)));
  },
});

const factOf = (facts, parameter) => facts.parameters.get(parameter) ?? NO_FACT;

/** The answer for a call; with UNDECIDED also the tests that leave it open, each once. */
export const evaluate = (when, facts) => {
  const answers = when.map((clause) => answersTo(clause, facts));
  const answer = Math.max(NO, ...answers.map((clause) => Math.min(...clause)));
  if (answer !== UNDECIDED) {
    return { answer, left: [] };
  }
  const left = when.flatMap((clause, index) =>
    Math.min(...answers[index]) === UNDECIDED ? clause.filter((_, at) => answers[index][at] === UNDECIDED) : [],
  );
  return { answer, left: [...new Set(left)] };
};

/**
 * The answer with one test of each open clause taken not to hold, which is enough, and those tests. Only data may decide such
 * a test, or with `shape` the call's text where there is no other, and no option of the argument may meet it. UNDECIDED where a clause has none.
 */
export const evaluateAssuming = (when, facts, { shape = false } = {}) => {
  const { answer, left } = evaluate(when, facts);
  if (answer !== UNDECIDED) {
    return { answer, assumed: [] };
  }
  const opened = when.filter((clause) => Math.min(...answersTo(clause, facts)) === UNDECIDED);
  const shared = new Map();
  for (const test of opened.flatMap((clause) => [...new Set(clause)])) {
    shared.set(test, (shared.get(test) ?? 0) + 1);
  }
  const assumed = [];
  let decided = NO;
  for (const clause of opened) {
    const every = clause.filter((test) => left.includes(test));
    if (assumed.some((test) => every.includes(test))) {
      continue;
    }
    const unknown = every.filter((test) => !mayBeSeen(test, facts));
    const ofData = unknown.filter(({ isAboutData }) => isAboutData);
    const free = ofData.length || !shape ? ofData : unknown;
    if (free.length) {
      assumed.push(free.reduce((best, test) => (shared.get(test) > shared.get(best) ? test : best)));
    } else {
      decided = UNDECIDED;
    }
  }
  return { answer: decided, assumed };
};

/**
 * The part of a condition on which its answer for a call rests: the clauses that hold, or else of each open clause the open tests,
 * the fewest first, none that another one implies, and none that only data decides where the call's text leaves another one open.
 */
export const deciding = (when, facts) => {
  const answers = when.map((clause) => answersTo(clause, facts));
  const those = (asked) => when.filter((_, index) => Math.min(...answers[index]) === asked);
  if (those(YES).length) {
    return those(YES);
  }
  const opened = those(UNDECIDED).map((clause) => {
    const found = answers[when.indexOf(clause)];
    return clause.filter((_, at) => found[at] === UNDECIDED);
  });
  const byText = opened.filter((clause) => clause.every(({ isAboutData }) => !isAboutData));
  const left = [];
  for (const clause of (byText.length ? byText : opened).toSorted((one, other) => one.length - other.length)) {
    if (!left.some((one) => one.every((test) => clause.includes(test)))) {
      left.push(clause);
    }
  }
  return left.length ? left : when;
};

/** Whether a test holds for one of the expressions that an argument may be, so that the text itself denies the assumption. */
const mayBeSeen = (test, facts) => {
  const named = test.other ? [test.subject, test.other] : [test.subject];
  const subjects = test.op === "same_dtype" ? test.value.slice(1) : test.subject === CALL ? [] : named;
  const options = (subject) => (factOf(facts, subject).options.length ? factOf(facts, subject).options : [factOf(facts, subject)]);
  const isOpen = subjects.some((subject) => options(subject).length > 1);
  const further = (ways, subject) => ways.flatMap((way) => options(subject).map((option) => [...way, [subject, option]]));
  const holds = (way) => answerTo(test, Facts({ parameters: new Map(way) })) === YES;
  return isOpen && subjects.reduce(further, [[]]).some(holds);
};

/** The answer to each test of a clause: no to all about an argument of which no option meets them together. */
const answersTo = (clause, facts) => {
  const isMet = (subject) => {
    const asked = clause.filter((test) => test.subject === subject && !test.other);
    const { options, orNone } = factOf(facts, subject);
    const isJoint = subject !== CALL && asked.length > 1 && options.length > 0 && !orNone;
    return !isJoint || options.some((option) => asked.every((test) => ofArgument(test, option) !== NO));
  };
  return clause.map((test) => (test.other || isMet(test.subject) ? answerTo(test, facts) : NO));
};

const answerTo = (test, facts) => {
  if (test.subject === CALL) {
    return ofCall(test, facts);
  }
  if (test.other) {
    return compareTwo(test, factOf(facts, test.subject), factOf(facts, test.other));
  }
  return ofArgument(test, factOf(facts, test.subject));
};

const ofCall = ({ op, value }, facts) => {
  if (op === "same_dtype") {
    const [asked, ...names] = value;
    const same = sameDtype(names.map((name) => factOf(facts, name)));
    return asked ? same : not(same);
  }
  if (op === "writes") {
    return facts.literals ? (facts.literals.has(value) ? YES : NO) : UNDECIDED;
  }
  if (op === "default_dtype") {
    return value ? facts.defaultDtype : not(facts.defaultDtype);
  }
  return op === "result" ? (facts.results[value] ?? UNDECIDED) : UNDECIDED;
};

const NO_TENSOR = new Set(["number", "bool", "str", "none", "mapping", "callable", "iterator", "file", "path", "range", DEVICE, OTHER]);

const HOLDING = new Set(["mapping", "callable", "iterator", OTHER]);

const mayNeedGradient = (fact) => {
  const kind = kindOfFact(fact);
  return fact.literal === UNKNOWN_VALUE && fact.name === null && (!NO_TENSOR.has(kind) || HOLDING.has(kind));
};

const sameDtype = (given) => {
  if (given.length === 1 && given[0].options.length) {
    const answers = new Set(given[0].options.map((option) => sameDtype([option])));
    return answers.size === 1 ? [...answers][0] : UNDECIDED;
  }
  if (given.length === 1 && given[0].dtypes) {
    return yes(given[0].dtypes.length <= 1);
  }
  if (given.length === 1 && ([null, "sequence"].includes(kindOfFact(given[0])) || given[0].items !== null)) {
    return UNDECIDED; // the Tensors in it
  }
  const dtypes = given.filter((fact) => fact.dtype !== null || !NO_TENSOR.has(kindOfFact(fact))).map(({ dtype }) => dtype);
  const known = new Set(dtypes.filter((dtype) => dtype !== null));
  if (known.size > 1 || given.some(({ floats }) => floats && [...known].some((dtype) => !floats.has(dtype)))) {
    return NO;
  }
  return dtypes.includes(null) && dtypes.length > 1 ? UNDECIDED : YES;
};

const ofArgument = (test, fact) => {
  const { op, value } = test;
  if (op === "passed" || op === "omitted") {
    return op === "passed" ? fact.passed : not(fact.passed);
  }
  if (fact.options.length) {
    const asksNone = ["is", "in", "not_in"].includes(op) || (op === "kind" && value.includes("none"));
    const options = fact.orNone && asksNone ? [...fact.options, NONE_FACT] : fact.options;
    const answers = new Set(options.map((option) => ofArgument(test, option)));
    return answers.size === 1 ? [...answers][0] : UNDECIDED;
  }
  switch (op) {
    case "is":
      return isValue(value, fact);
    case "in":
    case "not_in": {
      const found = Math.max(...value.map((item) => isValue(item, fact)));
      return op === "not_in" ? not(found) : found;
    }
    case "kind":
      return isKind(value, fact);
    case "items":
      return hasItem(value, fact);
    case "other_keys":
      return hasOtherKeys(value, fact);
    case "dtype":
      return ofDtype(value, fact);
    case "ndim":
      return ofDimensions(value, fact);
    case "length":
      return ofLength(value, fact);
    case "holds":
      return value.some((path) => fact.holds.has(path)) ? YES : fact.holdsNoOther ? NO : UNDECIDED;
    case "class":
      return ofClass(value, fact);
    case "has":
      return Math.max(...value.map((item) => contains(item, fact)));
    case "grad":
    case "empty":
    case "view":
    case "gradient":
      if (fact[op] === null) {
        return NO_TENSOR.has(kindOfFact(fact)) ? NO : UNDECIDED;
      }
      return fact[op] === value ? YES : NO;
    default:
      return compare(op, value, fact);
  }
};

const ofClass = (asked, fact) => {
  if (fact.classes.size) {
    return asked.some((path) => fact.classes.has(path)) ? YES : asked.some((path) => fact.derived.has(path)) ? UNDECIDED : NO;
  }
  return [null, "callable", OTHER].includes(kindOfFact(fact)) ? UNDECIDED : NO;
};

/** The kind of an argument, also where it follows from a literal; null if unknown. */
export const kindOfFact = (fact) => (fact.kind !== null || fact.literal === UNKNOWN_VALUE ? fact.kind : kindOf(fact.literal));

const kindOf = (value) => {
  if (value === null) {
    return "none";
  }
  if (typeof value === "boolean") {
    return "bool";
  }
  if (typeof value === "string") {
    return "str";
  }
  return Array.isArray(value) ? "sequence" : "number";
};

const isKind = (asked, fact) => {
  const kind = kindOfFact(fact);
  if (kind === null) {
    return UNDECIDED;
  }
  if (kind === "numpy" && fact.number !== null && !asked.includes(kind) && asked.includes("number")) {
    return UNDECIDED; // a number of NumPy may do as one of Python
  }
  const holds = asked.includes(kind) || (fact.isShape && asked.includes("shape"));
  return fact.orNone && asked.includes("none") && !holds ? UNDECIDED : yes(holds);
};

/** Whether a name's kind is known: a dtype and the like, or one of Python's own classes. */
const isKnown = (dotted) => dotted.startsWith("torch.") || dotted.startsWith("builtins.");

const isValue = (asked, fact) => {
  if (asked === null && fact.orNone) {
    return UNDECIDED;
  }
  if (fact.literal !== UNKNOWN_VALUE) {
    return yes(sameValue(asked, fact.literal));
  }
  if (asked instanceof DottedName) {
    if (fact.name !== null) {
      return yes(asked.dotted === fact.name);
    }
    const named = asked.dotted.startsWith("builtins.") ? [null, "callable"] : [null, OTHER, "callable"];
    return isKnown(asked.dotted) && !named.includes(fact.kind) ? NO : UNDECIDED;
  }
  if (asked === null && fact.computed) {
    return NO;
  }
  const isOtherKind = fact.kind !== null && fact.kind !== kindOf(asked);
  // A name of another library may stand for a literal; torch's names of numbers are given as literals.
  const isNamed = fact.name !== null && isKnown(fact.name);
  return isOtherKind || isNamed ? NO : UNDECIDED;
};

/** Whether two values are equal: numbers by value, a bool only to a bool, a tuple to a list, nan to nan. */
const sameValue = (left, right) => {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameValue(item, right[index]));
  }
  if (isReal(left) && isReal(right)) {
    // eslint-disable-next-line eqeqeq -- an int and a float of one value are equal
    return left == right || (Number.isNaN(left) && Number.isNaN(right));
  }
  if (left instanceof Complex && right instanceof Complex) {
    return left.real === right.real && left.imaginary === right.imaginary;
  }
  return left === right;
};

const COMPARE = {
  // eslint-disable-next-line eqeqeq -- as above
  is: (a, b) => a == b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};

/** A literal as a number, a bool among them; undefined for others. */
const asNumber = (value) => (typeof value === "boolean" ? Number(value) : isReal(value) ? value : undefined);

const compare = (op, limit, fact) => {
  const kind = kindOfFact(fact);
  if (kind !== null && kind !== "number" && !mayBeNumber(fact)) {
    return NO;
  }
  if (fact.literal === UNKNOWN_VALUE) {
    return UNDECIDED;
  }
  const number = asNumber(fact.literal);
  return yes(number !== undefined && COMPARE[op](number, limit));
};

/** Whether what is no number of Python may be one all the same: of NumPy, or a Tensor without dimensions. */
const mayBeNumber = (fact) => kindOfFact(fact) === "numpy" || fact.ndim === 0;

const compareTwo = ({ op, value }, left, right) => {
  if (op === "ndim") {
    // Whatever is done to a Tensor without dimensions beside more of them is right beside none as well.
    const isFewer = value[0] === "lt" && left.ndim === 0;
    return right.ndim !== null ? ofDimensions([value[0], right.ndim], left) : isFewer ? YES : UNDECIDED;
  }
  if (![left, right].every((fact) => [null, "number"].includes(kindOfFact(fact)))) {
    return NO;
  }
  if (left.variable !== null && left.variable === right.variable) {
    return yes(COMPARE[op](0, 0));
  }
  const known = [left, right].map(({ literal }) => asNumber(literal)).filter((number) => number !== undefined);
  return known.length === 2 ? yes(COMPARE[op](...known)) : UNDECIDED;
};

const hasItem = (asked, fact) => {
  const kind = kindOfFact(fact);
  // Several arguments of a variadic parameter have the kind of the first, and items.
  if (fact.items === null && kind !== null && kind !== "sequence" && kind !== "mapping") {
    return NO;
  }
  const kinds = fact.items ?? (Array.isArray(fact.literal) ? fact.literal.map(kindOf) : null);
  return kinds === null ? UNDECIDED : Math.max(NO, ...kinds.map((one) => (one === null ? UNDECIDED : yes(asked.includes(one)))));
};

const hasOtherKeys = (asked, fact) => {
  if (hasItem(["mapping"], fact) === NO) {
    return NO;
  }
  return fact.keys === null ? UNDECIDED : yes([...fact.keys].some((key) => !asked.includes(key)));
};

const ofDtype = (asked, fact) => {
  if (fact.dtype !== null) {
    return yes(asked.some((one) => one === fact.dtype || (Object.hasOwn(CLASSES, one) && CLASSES[one].has(fact.dtype))));
  }
  if (fact.floats) {
    const named = asked.flatMap((one) => (Object.hasOwn(CLASSES, one) ? [...CLASSES[one]] : [one]));
    if ([...fact.floats].every((one) => named.includes(one))) {
      return YES;
    }
    return named.some((dtype) => fact.floats.has(dtype)) ? UNDECIDED : NO;
  }
  const kind = kindOfFact(fact);
  if (kind === "bool") {
    return yes(asked.includes("bool"));
  }
  if (kind === "number") {
    // A Python number has a class, and no exact dtype.
    const known = isNumber(fact.literal) ? classOf(fact.literal) : fact.number;
    return known && asked.every((one) => Object.hasOwn(CLASSES, one)) ? yes(asked.includes(known)) : UNDECIDED;
  }
  if (Array.isArray(fact.literal)) {
    return yes(leaves(fact.literal).some((item) => asked.includes(classOf(item))));
  }
  return NO_TENSOR.has(kind) ? NO : UNDECIDED;
};

const ofDimensions = ([comparison, number], fact) => {
  if (fact.ndim !== null) {
    return yes(COMPARE[comparison](fact.ndim, number));
  }
  const kind = kindOfFact(fact);
  if (comparison === "ge" && number === 0 && kind === "tensor") {
    return YES;
  }
  return NO_TENSOR.has(kind) || (comparison === "lt" && number === 0) ? NO : UNDECIDED;
};

const ofLength = ([comparison, number], fact) => {
  const kind = kindOfFact(fact);
  if (kind !== null && kind !== "sequence") {
    return NO;
  }
  const length = Array.isArray(fact.literal) ? fact.literal.length : fact.length;
  return length === null ? UNDECIDED : yes(COMPARE[comparison](length, number));
};

/** What no integer is. */
const OF_FLOATS = new Set(["nan", "inf", "minus_inf", "fraction"]);
/** A number that is no greater stands for what is masked: the `-10000.0` of BERT, `-1e9`, `-inf`. */
export const LOWEST = -1e3;
/** The numbers for which each of the contents stands that conditions ask for. */
export const CONTAINED = {
  nan: (number) => Number.isNaN(number),
  inf: (number) => number === Infinity || number === -Infinity,
  minus_inf: (number) => number === -Infinity,
  lowest: (number) => number <= LOWEST,
  fraction: (number) => Number.isFinite(number) && number % 1 !== 0,
  zero: (number) => Number(number) === 0,
  one: (number) => Number(number) === 1,
  negative: (number) => number < 0,
};

const contains = (asked, fact) => {
  if (fact.has.has(asked)) {
    return YES;
  }
  if (fact.literal !== UNKNOWN_VALUE) {
    return yes(leaves(fact.literal).some((item) => isReal(item) && CONTAINED[asked](item)));
  }
  const kind = kindOfFact(fact);
  const isFloat = OF_FLOATS.has(asked) ? ofDtype(["float", "complex"], fact) : UNDECIDED;
  return isFloat === NO || (kind !== "number" && NO_TENSOR.has(kind)) ? NO : UNDECIDED;
};
