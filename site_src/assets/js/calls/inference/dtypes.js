// The dtypes of Tensors where the text shows them, or at least their class: Paddle's operators take none of two classes.

import { ArrayDtypes, numberKind } from "./array_dtypes.js";
import { BOOL, COMPLEX, FLOAT, INT, UNKNOWN, isExact, isTensor, optionsOf } from "../knowledge/kinds.js";
import { lastPart } from "../knowledge/names.js";
import { isPlace, walk } from "../text/syntax.js";
import {
  ANY_FLOATS,
  BETWEEN,
  FILLED,
  GIVE_FLOATS,
  HELD,
  INTEGERS_GIVEN,
  KEEP_DTYPE,
  LAYERS,
  LIKE,
  MAGNITUDES,
  MASKS,
  OF_DATA,
  PRODUCTS,
  QUANTIFIERS,
  QUOTIENTS,
  SEVERAL,
  SUMS,
  TRUTHS,
  WITH_INDICES,
} from "./result_dtypes.js";
import { TensorFacts } from "./tensor_facts.js";
import { DTYPES, FLOATS as FLOAT_TYPES, FLOATS_OR_COMPLEX, INTEGERS as INTEGER_TYPES } from "../model/when.js";

/** The classes between which Paddle's operators do not convert, the lowest first; also the dtype of which no more is known. */
export const CLASSES = Object.freeze({ BOOL: "bool", INT: "int class", FLOAT: "float class" });
/** The dtype of floats that are not complex numbers, where no more is known. */
export const REAL = "real";
const REALS = new Set([...FLOAT_TYPES, REAL]);
// The classes of which torch makes real floats where it makes floats.
const WHOLE = new Set([CLASSES.BOOL, CLASSES.INT]);

const words = (text) => new Set(text.split(" "));
const SAME = words("T mT H mH data grad");
// Attributes that have the dtype of their Tensor, too, and are real of complex numbers.
const PARTS = words("real imag");
// Attributes of layers that are floats, of whatever dtype the layer is of, and the layers that have them.
const WEIGHTS = new Set(["weight", "bias"]);
const WEIGHTED = words(
  "BatchNorm1d BatchNorm2d BatchNorm3d Bilinear Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d " +
    "Embedding EmbeddingBag GroupNorm InstanceNorm1d InstanceNorm2d InstanceNorm3d LayerNorm Linear PReLU RMSNorm",
);
// Keywords of calls of which no dtype is told.
const UNTOLD = new Set([null, "out_int32", "weights"]);
const BUILTINS = "builtins.";
// Builtins of Python that leave a list as it is.
const READING = new Set(["enumerate", "len", "max", "min", "print", "sum", "zip"].map((name) => `${BUILTINS}${name}`));
// Builtins of Python that give what they are passed, or an item of it.
const PASSING = words("iter list max min next reversed sorted tuple");
const FIELDS = new Map([["values", 0], ["indices", 1]]);
const SYNONYMS = new Map(
  Object.entries({
    float: "float32",
    double: "float64",
    half: "float16",
    long: "int64",
    int: "int32",
    short: "int16",
    char: "int8",
    byte: "uint8",
  }),
);
// Methods that convert to the dtype that they are given, or to that of a Tensor.
const CASTING = words("to type type_as");
// Methods that convert to a dtype.
export const CASTS = new Map([...SYNONYMS, ["bfloat16", "bfloat16"], ["bool", "bool"]]);
// Types that make Tensors of a dtype.
export const LEGACY = new Map([
  ...[...SYNONYMS].map(([name, dtype]) => [`${name[0].toUpperCase()}${name.slice(1)}Tensor`, dtype]),
  ["BoolTensor", "bool"],
  ["BFloat16Tensor", "bfloat16"],
]);
// The dtypes that classes of Python stand for.
const OF_PYTHON = new Map(
  Object.entries({
    "builtins.bool": "bool",
    "builtins.int": "int64",
    "builtins.float": "float64",
    "builtins.complex": "complex128",
  }),
);
const NUMBERS = new Map([[INT, CLASSES.INT], [FLOAT, CLASSES.FLOAT], [BOOL, CLASSES.BOOL]]);
const ORDER = Object.values(CLASSES);

/** Whether a function or method gives the dtype of its first Tensor, which one that works in place never changes. */
const keepsDtype = (name) => KEEP_DTYPE.has(name) || (name.endsWith("_") && !name.endsWith("__"));

/** How high a class stands; one that is not known, above all. */
export const rank = (found) => (found === undefined ? ORDER.length : ORDER.indexOf(found));

const classOf = (dtype) => {
  if (INTEGER_TYPES.has(dtype)) {
    return CLASSES.INT;
  }
  if (REALS.has(dtype)) {
    return CLASSES.FLOAT;
  }
  return ORDER.includes(dtype) ? dtype : undefined;
};

const highestOf = (classes) => [...classes].reduce((high, each) => (high === undefined || rank(each) > rank(high) ? each : high), undefined);

/** The dtype of the real numbers that are made of those of a dtype; they may be as they are. */
const real = (dtype) => (FLOATS_OR_COMPLEX.has(dtype) && !FLOAT_TYPES.has(dtype) ? REAL : dtype);

/** What torch makes of Python's numbers of a class: they are real. */
const least = (found) => (found === CLASSES.FLOAT ? REAL : found);

/** The dtype that all of these are, or their class; undefined where there are none, or one is not known. */
const common = (dtypes) => {
  const found = new Set(dtypes);
  if (found.size === 1) {
    return [...found][0];
  }
  if (found.size && [...found].every((each) => REALS.has(each))) {
    return REAL;
  }
  const classes = new Set([...found].map(classOf));
  return classes.size === 1 ? [...classes][0] : undefined;
};

const isWeighted = (layer) => layer.tag === "Value" && WEIGHTED.has(lastPart(layer.type));

/** Whether a layer gives floats, or one of those that a `Sequential` has. */
const givesFloats = (layer) =>
  layer.tag === "Value" && (LAYERS.has(lastPart(layer.type)) || (isExact(layer) && layer.items.some(givesFloats)));

const isTuple = ({ tag, type }) => tag === "Value" && type === "tuple";

/** Whether two places are one variable, or one attribute of it. */
export const isSame = (one, other) => {
  if (one?.type !== other?.type) {
    return false;
  }
  return one?.type === "Attribute" ? one.attr === other.attr && isSame(one.value, other.value) : one?.type === "Name" && one.id === other.id;
};

const namesDevice = (node) => [...walk(node)].some(({ attr, id }) => (attr ?? id ?? "").includes("device"));

/** The dtypes of the Tensors in one text: their names, or of which class they are. */
export class Dtypes extends TensorFacts {
  arrays = new ArrayDtypes(this.inference);
  items = new Map();
  open = new Set();

  /** The dtype of a Tensor; null also where no more than its class is known. */
  exact(node) {
    const found = this.of(node);
    return DTYPES.includes(found) ? found : null;
  }

  /** The dtypes one of which a Tensor of floats has; null for others, and where it is known which. */
  floats(node) {
    if (this.classOf(node) !== CLASSES.FLOAT || this.exact(node) !== null) {
      return null;
    }
    return this.of(node) === REAL ? FLOAT_TYPES : FLOATS_OR_COMPLEX;
  }

  /** The class of the dtype of a Tensor; undefined for anything else, and where the text does not show it. */
  classOf(node) {
    return classOf(this.of(node));
  }

  /** The variable or attribute whose dtype a Tensor has: whatever that is with `isExact`, or else if it is of floats or int64. */
  place(node, isExact = false) {
    switch (node.type) {
      case "Name":
      case "Attribute":
        return isPlace(node) && isTensor(this.inference.kind(node)) ? node : undefined;
      case "Subscript":
        return this.place(node.value, isExact);
      case "BinOp": {
        const others = [node.left, node.right].filter((each) => node.op !== "Div" && !isExact && !this.isWhole(each));
        const [place, ...rest] = others.map((each) => this.place(each));
        return rest.every((each) => isSame(place, each)) ? place : undefined;
      }
      case "Call": {
        const { name, first } = this.called(node);
        const isCast = [...node.args, ...node.keywords.map(({ value }) => value)].some((each) => this.named(each));
        const isKept = keepsDtype(name) || (SUMS.has(name) && !isExact);
        return first && !isCast && isKept ? this.place(first, isExact) : undefined;
      }
      default:
        return undefined;
    }
  }

  /** Whether it is of integers or truth values, which leave floats beside them as they are. */
  isWhole(node) {
    return this.inference.kind(node) === INT || [CLASSES.INT, CLASSES.BOOL].includes(this.classOf(node));
  }

  shown(node) {
    switch (node.type) {
      case "Compare":
        return "bool";
      case "Subscript": {
        const isOne = typeof node.slice.value === "bigint" && isTuple(this.inference.kind(node.value));
        return isOne ? this.ofItem(node.value, Number(node.slice.value)) : this.ofItems(node.value);
      }
      case "UnaryOp":
        return this.of(node.operand);
      case "NamedExpr":
        return this.of(node.value);
      case "BinOp":
        return ["BitAnd", "BitOr", "BitXor"].includes(node.op) ? this.bitwise(node) : this.promoted([node.left, node.right], node.op === "Div");
      case "IfExp":
        return common([node.body, node.orelse].map((each) => this.of(each)));
      case "Name":
        return this.ofVariable(node);
      case "Attribute": {
        if (FIELDS.has(node.attr) && isTuple(this.inference.kind(node.value))) {
          return this.ofItem(node.value, FIELDS.get(node.attr));
        }
        if (SAME.has(node.attr) && isTensor(this.inference.kind(node.value))) {
          return this.of(node.value);
        }
        if (PARTS.has(node.attr) && isTensor(this.inference.kind(node.value))) {
          return real(this.of(node.value));
        }
        if (WEIGHTS.has(node.attr) && isWeighted(this.inference.kind(node.value))) {
          return CLASSES.FLOAT;
        }
        const found = this.ofValues(node, this.values(node));
        return FLOAT_TYPES.has(found) ? REAL : found; // `half` of a layer converts its floats
      }
      case "Call":
        return this.ofCall(node);
      default:
        return undefined;
    }
  }

  bitwise({ left, right }) {
    return common([left, right].map((each) => this.ofOperand(each)));
  }

  /** The dtype of what is certainly a Tensor: `x > 0` is one of truth values, whatever is known of `x`. */
  ofOperand(node) {
    return node.type === "Compare" ? "bool" : this.of(node);
  }

  /** What torch promotes operands to: the dtype of the highest class, which a number of Python does not widen. */
  promoted(operands, isDivided = false) {
    const kinds = operands.map((node) => [node, this.inference.kind(node)]);
    const tensors = kinds.filter(([, kind]) => isTensor(kind)).map(([node]) => this.ofOperand(node));
    const numbers = kinds.filter(([, kind]) => !isTensor(kind)).map(([, kind]) => NUMBERS.get(kind));
    const classes = [...tensors.map(classOf), ...numbers];
    if (classes.includes(undefined)) {
      return classes.includes(CLASSES.FLOAT) || (isDivided && tensors.length) ? CLASSES.FLOAT : undefined;
    }
    const highest = isDivided ? CLASSES.FLOAT : highestOf(classes);
    return common(tensors.filter((each) => classOf(each) === highest)) ?? least(highest);
  }

  /** What the assignments that may have bound a variable by then give it. */
  ofVariable(node) {
    const { reaching } = this.inference;
    const values = reaching.values(node);
    if (!values && this.inference.isGradient(node)) {
      return CLASSES.FLOAT;
    }
    const loops = values ? [] : this.looped(node);
    if (loops.length) {
      return common(loops.map((each) => this.ofItems(each)));
    }
    if (!values) {
      return common(reaching.unpacked(node).map(({ whole, index }) => this.ofItem(whole, index)));
    }
    return this.ofValues(node, values);
  }

  ofValues(node, values) {
    const again = new Map(values.map((each) => [each, this.again(each, node, values)]).filter(([, places]) => places.length));
    let found = common(values.filter((each) => !again.has(each)).map((each) => this.of(each)));
    while (found !== undefined && again.size) {
      const joined = common([found, ...[...again].map(([each, places]) => this.assuming(each, places, found))]);
      if (joined === found) {
        break;
      }
      found = joined; // float32, then one of the real floats, then one of all
    }
    return found;
  }

  /** The places in one of the `values` of a variable where it stands for one of them itself: `x = x * w`. */
  again(value, node, values) {
    const places = [...walk(value)].filter((each) => isSame(each, node)).map((each) => [each, this.values(each)]);
    return places.filter(([, held]) => held.length && held.every((each) => values.includes(each))).map(([each]) => each);
  }

  /** What an expression has where the `places` of a variable in it have a dtype. */
  assuming(value, places, dtype) {
    const before = { found: this.found, items: this.items };
    Object.assign(this, { found: new Map([...this.found, ...places.map((each) => [each, dtype])]), items: new Map(this.items) });
    const found = this.shown(value);
    Object.assign(this, before);
    return found;
  }

  /** The dtype of the items of a Tensor, or of several Tensors. */
  ofItems(node) {
    if (isTensor(this.inference.kind(node))) {
      return this.of(node);
    }
    if (!this.items.has(node)) {
      this.items.set(node, undefined); // of a variable that depends on itself
      this.items.set(node, this.ofSeveral(node));
    }
    return this.items.get(node);
  }

  /** The dtype of one item of a Tensor or of several, where it is known which one. */
  ofItem(node, index) {
    if (index === undefined || !optionsOf(this.inference.kind(node)).some(isTuple)) { // what is unpacked is a tuple if it may be one
      return this.ofItems(node);
    }
    if (this.open.has(node)) {
      return undefined; // a function that returns what it returns itself
    }
    this.open.add(node);
    const found = this.ofOne(node, index);
    this.open.delete(node);
    return found;
  }

  ofOne(node, index) {
    if (node.type === "Tuple" && node.elts.every(({ type }) => type !== "Starred")) {
      return index < node.elts.length ? this.of(node.elts[index]) : undefined;
    }
    if (node.type === "Name" || node.type === "Attribute") {
      return common(this.values(node).map((each) => this.ofItem(each, index)));
    }
    if (node.type === "Call" && node.func.type === "Attribute" && node.func.attr === "save_for_backward") {
      const isOpen = node.args.some(({ type }) => type === "Starred");
      return index < node.args.length && !isOpen ? this.ofOperand(node.args[index]) : undefined;
    }
    if (node.type === "Call") {
      const returned = this.inference.returned(node);
      if (returned.length) {
        return common(returned.map((each) => this.ofItem(each, index)));
      }
      const { name, first } = this.called(node);
      if (WITH_INDICES.has(name)) {
        return index ? "int64" : first && this.ofItems(first);
      }
    }
    return this.ofItems(node);
  }

  ofSeveral(node) {
    if (node.type === "Tuple" || node.type === "List") {
      return common(node.elts.map((each) => (each.type === "Starred" ? this.ofItems(each.value) : this.of(each))));
    }
    if (node.type === "ListComp" || node.type === "GeneratorExp") {
      return this.of(node.elt);
    }
    if (node.type === "Name") {
      const values = this.inference.reaching.values(node) ?? [];
      // Others may be appended to a list.
      const appended = values.some(({ type }) => type === "List") ? this.appended(node) : [];
      const lists = values.filter(({ type, elts }) => type !== "List" || elts.length);
      return appended && common([...lists.map((each) => this.ofItems(each)), ...appended.map((each) => this.ofOperand(each))]);
    }
    return node.type === "Call" && !WITH_INDICES.has(this.called(node).name) ? this.ofCall(node) : undefined;
  }

  /** What the text appends to the list of a variable; undefined where it may change otherwise. */
  appended(node) {
    const { parents } = this.inference.displays.variables;
    const found = [];
    for (const place of this.inference.displays.variables.everywhere(node)) {
      const parent = parents.get(place);
      const around = parents.get(parent);
      if (parent.type === "Attribute" && parent.attr === "append") {
        if (around.type !== "Call" || around.func !== parent || around.args.length !== 1) {
          return undefined;
        }
        found.push(around.args[0]);
        continue;
      }
      const isBound = ["Assign", "AnnAssign", "Tuple"].includes(parent.type) && place.ctx === "Store";
      const isLooped = ["For", "comprehension"].includes(parent.type) && parent.iter === place;
      const isItem = parent.type === "Subscript" && parent.value === place && parent.ctx === "Load";
      const isRead = parent.type === "Call" && parent.func !== place && this.reads(parent.func);
      if (!isBound && !isLooped && !isItem && !isRead) {
        return undefined;
      }
    }
    return found;
  }

  /** Whether a function leaves the lists that it is passed as they are. */
  reads(func) {
    const kind = this.inference.kind(func);
    return Boolean(this.path(func)) || (kind.tag === "Name" && READING.has(kind.path));
  }

  ofCall(node) {
    const returned = this.inference.returned(node);
    if (returned.length) {
      return common(returned.map((each) => this.of(each)));
    }
    const { func, args, keywords } = node;
    const kind = this.inference.kind(func);
    if (kind.tag === "Name" && kind.path.startsWith(BUILTINS)) {
      return this.ofBuiltin(kind.path.slice(BUILTINS.length), args);
    }
    const { name, first } = this.called(node);
    if (first && func.value === first) {
      if (!isTensor(this.inference.kind(first))) {
        return MASKS.has(name) ? this.made(name, args, undefined) : undefined;
      }
      if (CASTS.has(name)) {
        return CASTS.get(name);
      }
      if (CASTING.has(name)) {
        return this.cast(node);
      }
    }
    const others = args.filter((each) => each !== first);
    const isWeighted = name === "bincount" && others.some((each) => isTensor(this.inference.kind(each)));
    if (!name || isWeighted || keywords.some(({ arg }) => UNTOLD.has(arg))) {
      return undefined;
    }
    const given = keywords.find(({ arg }) => arg === "out") ?? keywords.find(({ arg }) => arg === "dtype");
    if (given) {
      return this.given(given.value);
    }
    const dtype = others.map((each) => this.named(each)).find(Boolean);
    if (dtype) {
      return dtype;
    }
    const operands = [...(first ? [first] : []), ...others, ...keywords.map(({ value }) => value)];
    const isRounded = keywords.some(({ arg }) => arg === "rounding_mode");
    const promoted = isTensor(this.inference.kind(node)) ? this.ofOperands(name, operands, isRounded) : undefined;
    const found = promoted ?? this.ofFirst(node, name, first);
    return MAGNITUDES.has(name) ? real(found) : found;
  }

  /** What a function of several Tensors promotes these to; undefined for other functions. */
  ofOperands(name, operands, isRounded) {
    if (name === "where" && operands.length === 1) {
      return undefined;
    }
    if (BETWEEN.has(name)) {
      return this.promoted(operands);
    }
    const tensors = operands.filter((each) => each.type === "Compare" || this.mayBeTensor(each));
    if (QUOTIENTS.has(name) && !isRounded) {
      return this.promoted(tensors, true) ?? CLASSES.FLOAT;
    }
    const found = PRODUCTS.has(name) ? this.promoted(tensors) : undefined;
    return classOf(found) === CLASSES.FLOAT ? found : undefined;
  }

  mayBeTensor(node) {
    const kind = this.inference.kind(node);
    return isTensor(kind) || kind === UNKNOWN;
  }

  ofFirst(node, name, first) {
    const given = first && (first.type === "Compare" ? "bool" : this.ofItems(first));
    if (givesFloats(this.inference.kind(node.func))) {
      return REALS.has(given) ? given : CLASSES.FLOAT;
    }
    return LEGACY.get(name) ?? this.made(name, node.args, given);
  }

  /** What a builtin of Python gives that is passed a Tensor, or several of them. */
  ofBuiltin(name, args) {
    if (name === "abs" && args.length === 1) {
      return real(this.ofOperand(args[0]));
    }
    if (name === "sum" && args.length === 1) {
      const found = this.ofItems(args[0]);
      return found === "bool" ? "int64" : found;
    }
    if (!PASSING.has(name) || !args.length) {
      return undefined;
    }
    return args.length === 1 ? this.ofItems(args[0]) : common(args.map((each) => this.ofOperand(each)));
  }

  /** What a function or method gives that is passed no dtype by name, and whose first Tensor has the `given` one. */
  made(name, args, given) {
    if (TRUTHS.has(name) || (QUANTIFIERS.has(name) && classOf(given) !== CLASSES.INT)) {
      return "bool";
    }
    if (INTEGERS_GIVEN.has(name) || (name === "where" && args.length === 1)) {
      return "int64";
    }
    if (FILLED.has(name)) {
      return name === "normal" && FLOAT_TYPES.has(given) ? given : REAL;
    }
    if (GIVE_FLOATS.has(name)) {
      const made = WHOLE.has(classOf(given)) ? REAL : CLASSES.FLOAT;
      return REALS.has(given) ? given : made;
    }
    if (SUMS.has(name)) {
      return WHOLE.has(classOf(given)) ? "int64" : given;
    }
    if (ANY_FLOATS.has(name)) {
      return CLASSES.FLOAT;
    }
    if (keepsDtype(name) || LIKE.has(name) || SEVERAL.has(name) || HELD.has(name)) {
      return given;
    }
    if (name === "new_tensor" && ["List", "Tuple", "Constant"].includes(args[0]?.type)) {
      return given;
    }
    if (name === "arange" && args.length) {
      return this.ofBounds(args);
    }
    if (name === "full" && args.length > 1) {
      return this.ofNumbers(args.slice(1, 2));
    }
    const kinds = args.map((each) => this.inference.kind(each));
    if (name === "Tensor" && kinds.every((kind) => kind.tag === "Value" && !isTensor(kind))) {
      return REAL;
    }
    if (!OF_DATA.has(name) || !args.length) {
      return undefined;
    }
    return isTensor(this.inference.kind(args[0])) ? given : (this.ofNumbers(args.slice(0, 1)) ?? this.arrays.of(args[0]));
  }

  ofBounds(bounds) {
    // A bound of which nothing is known counts as an integer, as it does where the call itself is decided.
    const isQuotient = ({ type, op }) => type === "BinOp" && op === "Div";
    const isFloat = bounds.some((each) => this.inference.kind(each) === FLOAT || isQuotient(each));
    return this.ofNumbers(bounds) ?? (isFloat ? REAL : "int64");
  }

  /** The dtype of a Tensor that is made of numbers of Python. */
  ofNumbers(numbers) {
    const kind = numberKind(numbers, (node) => this.inference.kind(node));
    if (kind === COMPLEX) {
      return this.inference.changesDefaultDtype ? undefined : "complex64";
    }
    return kind === INT ? "int64" : least(NUMBERS.get(kind));
  }

  /** What `to` or `type` of a Tensor gives. */
  cast({ func, args, keywords }) {
    const named = [...args, ...keywords.map(({ value }) => value)].map((each) => this.given(each)).find(Boolean);
    if (named || func.attr !== "to") {
      return named;
    }
    const mayName = args.some((each) => each.type !== "Constant" && !namesDevice(each));
    return mayName || keywords.some(({ arg }) => arg === "dtype") ? undefined : this.of(func.value);
  }

  /** The dtype that an argument names, or that a Tensor has which is given instead. */
  given(node) {
    const like = node.type === "Attribute" && node.attr === "dtype" ? node.value : node;
    return isTensor(this.inference.kind(like)) ? this.of(like) : this.named(node);
  }

  /** The dtype that is written as one, as the type of the Tensors that have it, or as a class of Python. */
  named(node) {
    const kind = this.inference.kind(node);
    if (kind.tag === "Name" && OF_PYTHON.has(kind.path)) {
      return OF_PYTHON.get(kind.path);
    }
    const isText = node.type === "Constant" && typeof node.value === "string";
    const written = lastPart(isText ? node.value : this.path(node));
    const name = LEGACY.get(written) ?? SYNONYMS.get(written) ?? written;
    return DTYPES.includes(name) ? name : undefined;
  }
}

/** The same, with what the calls in the text pass for the parameters of its functions, which others may call, too. */
export class LikelyDtypes extends Dtypes {
  shown(node) {
    const found = super.shown(node);
    const isEntry = node.type === "Subscript" && node.value.type === "Name" && typeof node.slice.value === "string";
    if (found !== undefined || !(isEntry || node.type === "Name")) {
      return found;
    }
    const given = isEntry ? this.under(node.slice.value, this.values(node.value)) : this.inference.passed(node);
    return common(given.map((each) => this.of(each)).filter((each) => each !== undefined));
  }

  /** What displays of dictionaries have under a key; a variable may hold one that is passed. */
  under(key, values) {
    const held = values.flatMap((each) => (each.type === "Name" ? this.values(each) : [each]));
    return held.filter(({ type }) => type === "Dict").flatMap(({ keys, values: items }) => items.filter((_, index) => keys[index]?.value === key));
  }

  values(node) {
    const values = super.values(node);
    return values.length || node.type !== "Name" ? values : this.inference.passed(node);
  }
}
