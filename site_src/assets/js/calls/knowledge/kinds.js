// Kinds of values that an expression may have, and the notation of types that the inventory uses. Each kind is made once, so
// that equal ones are the same object; `tag` is its class, `text` what Python's `repr` writes of it.

import { parseExpression } from "../text/syntax.js";

export const TENSOR = "torch.Tensor";
export const MODULE = "torch.nn.Module";
export const SEQUENTIAL = "torch.nn.Sequential";
export const LOADER = "torch.utils.data.DataLoader";
export const DTYPE = "torch.dtype";
export const NUMBERS = new Set(["int", "float", "complex"]);

const made = new Map();
const plainValues = new Map();
const NO_ITEMS = [];

const make = (tag, text, fields) => {
  const found = made.get(text);
  if (found) {
    return found;
  }
  const kind = Object.freeze({ tag, text, ...fields });
  made.set(text, kind);
  return kind;
};

const tupleText = (items) => `(${items.map(({ text }) => text).join(", ")}${items.length === 1 ? "," : ""})`;

/** A value of which nothing is known. */
export const UNKNOWN = make("Unknown", "Unknown()", {});

/** A module, function, class or constant outside of the source text, by its dotted path. */
export const Name = (path) => make("Name", `Name(path='${path}')`, { path });

/**
 * An object of a class. `items` are the kinds of its items: of `tuple` and `Sequential` one each, or, `repeated`, those that any
 * may have; of `list`, `set`, `iterator`, `generator` and `batch` one for all; of `dict` the value's.
 */
export const Value = (type, items = NO_ITEMS, repeated = false) => {
  const isPlain = !items.length && !repeated;
  const known = isPlain ? plainValues.get(type) : undefined;
  if (known) {
    return known;
  }
  const text = `Value(type='${type}', items=${tupleText(items)}, repeated=${repeated ? "True" : "False"})`;
  const value = make("Value", text, { type, items, repeated });
  if (isPlain) {
    plainValues.set(type, value);
  }
  return value;
};


/** A function or class of the text, by the position of its definition. */
export const Defined = (position) => make("Defined", `Defined(position=${position}, module='')`, { position });

/** An object of a class of the text, by the position of the class. */
export const ObjectOf = (position) => make("Object", `Object(position=${position}, module='')`, { position });

/** A member of a value, not called yet. */
export const Member = (receiver, name) => make("Member", `Member(receiver=${receiver.text}, name='${name}')`, { receiver, name });

/** One of several kinds. */
export const Either = (options) => {
  const sorted = [...options].sort(byText);
  return make("Either", `Either(options=frozenset({${sorted.map(({ text }) => text).join(", ")}}))`, { options: sorted });
};

export const byText = (a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);

export const TENSOR_VALUE = Value(TENSOR);
export const NONE = Value("None");
export const BOOL = Value("bool");
export const INT = Value("int");
export const FLOAT = Value("float");
export const COMPLEX = Value("complex");
export const STR = Value("str");
export const SHAPE = Value("torch.Size");
const MOST_OPTIONS = 4;

/** Whether it is a tuple of just so many items, each of which is known. */
export const fits = (kind, count) => isExact(kind) && kind.type === "tuple" && kind.items.length === count;

/** Whether each of a value's items has a kind of its own. */
export const isExact = ({ tag, type, repeated }) => tag === "Value" && (type === "tuple" || type === SEQUENTIAL) && !repeated;

/** The kind of a value that has one of `kinds`; unknown where one of them is, or where there are many. */
export const join = (kinds) => {
  const found = new Set(kinds);
  if (found.size === 1) {
    return [...found][0];
  }
  if (found.has(UNKNOWN) || !found.size) {
    return UNKNOWN;
  }
  const options = mergedContainers(new Set([...found].flatMap((kind) => (kind.tag === "Either" ? kind.options : [kind]))));
  if (options.size === 1) {
    return [...options][0];
  }
  return options.size <= MOST_OPTIONS ? Either(options) : UNKNOWN;
};

const CONTAINERS = new Set(["list", "set", "dict", "iterator", "generator", "batch", "torch.nn.ModuleList", LOADER]);

/** Joins what lists hold: an empty list that is filled later is a list of what it is filled with. */
const mergedContainers = (found) => {
  const networks = [...found].filter(isSequential);
  const others = networks.filter((network) => network !== EMPTY_SEQUENTIAL);
  const joined = networks.length > 1 ? [sequential(others.flatMap(({ items }) => (items.length ? items : [UNKNOWN])))] : networks;
  const options = [...[...found].filter((kind) => !networks.includes(kind)), ...joined];
  const merged = new Set();
  const byType = new Map();
  for (const kind of options) {
    if (kind.tag === "Value" && CONTAINERS.has(kind.type)) {
      byType.set(kind.type, [...(byType.get(kind.type) ?? []), ...kind.items]);
    } else {
      merged.add(kind);
    }
  }
  for (const [type, items] of byType) {
    merged.add(Value(type, items.length ? [join(items)] : []));
  }
  return merged;
};

/** A `Sequential` of which any layer may have any of these kinds, a Module at least; those inside of it are taken for one. */
export const sequential = (layers) => {
  const found = new Set(layers.flatMap(optionsOf).map((option) => (option === UNKNOWN ? Value(MODULE) : option)));
  const nested = [...found].filter(isSequential);
  return nested.length ? repeated([...[...found].filter((each) => !isSequential(each)), repeated(nested.flatMap(leaves))]) : repeated([...found]);
};

/** One that is made without layers, to be filled; of one without items that is not `repeated`, nothing is known. */
export const EMPTY_SEQUENTIAL = Value(SEQUENTIAL, [], true);

const isSequential = ({ tag, type }) => tag === "Value" && type === SEQUENTIAL;

const repeated = (layers) => Value(SEQUENTIAL, [...new Set(layers)].sort(byText), layers.length > 0);

/** The layers in a `Sequential` and in those inside of it. */
const leaves = (kind) =>
  optionsOf(kind).flatMap((option) => (isSequential(option) ? (option.items.length ? option.items : [Value(MODULE)]).flatMap(leaves) : [option]));

/** The kinds that a value may have, without None, whose members nobody uses. */
export const optionsOf = (kind) => (kind.tag === "Either" ? kind.options.filter((option) => option !== NONE) : kind === NONE ? [] : [kind]);

export const PARAMETERS = new Set(["torch.nn.parameter.Parameter", "torch.nn.Parameter"]);
const TENSORS = new Set([TENSOR, ...PARAMETERS, "torch.nn.parameter.Buffer"]);

/** Whether a value is a Tensor, where it is not None. */
export const isTensor = (kind) => {
  if (kind.tag === "Value") {
    return TENSORS.has(kind.type);
  }
  const found = optionsOf(kind);
  return found.length > 0 && found.every((each) => each.tag === "Value" && TENSORS.has(each.type));
};

/** Whether a value is what a `DataLoader` yields: a Tensor, or a collection of some. */
export const isBatch = (kind) => kind.tag === "Value" && kind.type === "batch";

/** Whether a value is a Python number or bool. */
export const isNumber = (kind) => {
  const found = optionsOf(kind);
  return found.length > 0 && found.every((each) => each.tag === "Value" && (NUMBERS.has(each.type) || each.type === "bool"));
};

/** A kind without what is defined inside of a function, which is gone when that ends. */
export const lasting = (kind) => {
  switch (kind.tag) {
    case "Defined":
    case "Object":
      return kind.position < 0 ? UNKNOWN : kind;
    case "Value":
      return kind.items.length ? Value(kind.type, kind.items.map(lasting), kind.repeated) : kind;
    case "Member": {
      const kept = lasting(kind.receiver);
      return kept === UNKNOWN && kind.receiver !== UNKNOWN ? UNKNOWN : Member(kept, kind.name);
    }
    case "Either":
      return join(kind.options.map(lasting));
    default:
      return kind;
  }
};

/** The kind of what iteration over a value yields. */
export const itemOf = (kind) => {
  if (kind.tag === "Either") {
    return join(optionsOf(kind).map(itemOf));
  }
  if (kind.tag !== "Value") {
    return UNKNOWN;
  }
  if (TENSORS.has(kind.type)) {
    return TENSOR_VALUE;
  }
  if (kind === SHAPE) {
    return INT;
  }
  if (kind.type === "str") {
    return STR;
  }
  return kind.type === "dict" || !kind.items.length ? UNKNOWN : join(kind.items);
};

const parsedKinds = new Map();

/** Reads the inventory's notation: `torch.Tensor`, `tuple[torch.Tensor, ...]`, `int | None`; empty is unknown. */
export const parseKind = (text) => {
  if (!parsedKinds.has(text)) {
    const node = text ? parseExpression(text) : undefined;
    parsedKinds.set(text, node ? read(node) : UNKNOWN);
  }
  return parsedKinds.get(text);
};

const dotted = (node) => (node.type === "Attribute" ? `${dotted(node.value)}.${node.attr}` : node.type === "Constant" ? "None" : node.id);

const read = (node) => {
  if (node.type === "BinOp") {
    return join([read(node.left), read(node.right)]);
  }
  if (node.type === "Subscript") {
    const outer = dotted(node.value);
    const inner = node.slice.type === "Tuple" ? node.slice.elts : [node.slice];
    if (outer === "tuple") {
      const isRepeated = inner.at(-1).type === "Constant";
      return Value("tuple", inner.filter(({ type }) => type !== "Constant").map(read), isRepeated);
    }
    return Value(outer, [read(inner.at(-1))]);
  }
  const name = dotted(node);
  return name === "number" ? Either([INT, FLOAT]) : Value(name);
};
