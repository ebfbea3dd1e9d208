// Kinds of members and of what calls return: of torch's names, of builtins, and of the text's own functions.

import {
  ARRAY,
  ARRAYS,
  FIRST_ARGUMENT,
  ITERATORS,
  MATRICES,
  MATRIX,
  METHODS,
  NUMBERS,
  OF_SCALARS,
  OPTIONS,
  PARSER,
  FILE,
  FILES,
  PATH,
  PATHS,
  REARRANGED,
  SCALAR,
  SCALARS,
  SIZED_ARRAYS,
  UNIVERSAL,
  builtinCall,
  named,
} from "../knowledge/builtin_kinds.js";
import {
  EMPTY_SEQUENTIAL,
  INT,
  LOADER,
  MODULE,
  SEQUENTIAL,
  Member,
  NONE,
  SHAPE,
  Name,
  ObjectOf,
  STR,
  TENSOR,
  TENSOR_VALUE,
  UNKNOWN,
  Value,
  fits as fitsTuple,
  isNumber,
  isTensor,
  itemOf,
  join,
  optionsOf,
  parseKind,
  sequential,
} from "../knowledge/kinds.js";
import { ATTRIBUTE, GIVEN, TENSOR_CLASS, accepts } from "../knowledge/names.js";
import { isPositional } from "../model/signature.js";

// Classes whose objects are Tensors, beside those of one dtype.
export const TENSOR_CLASSES = new Set([TENSOR, "torch.autograd.Variable", "torch.autograd.variable.Variable"]);
// Attributes of torch's own layers that the inventory does not list, since they are set in `__init__`.
const LAYER_TENSORS = new Set(["weight", "bias", "running_mean", "running_var", "in_proj_weight", "in_proj_bias"]);
// Modules whose call is one of the Module in them, which they hold as `module`.
const WRAPPERS = new Set([
  "torch.nn.DataParallel",
  "torch.nn.parallel.DataParallel",
  "torch.nn.parallel.DistributedDataParallel",
  "torch.nn.parallel.data_parallel.DataParallel",
  "torch.nn.parallel.distributed.DistributedDataParallel",
  "torch.optim.swa_utils.AveragedModel",
]);
// Functions that return a Module with the same calls as the one that they are given.
const SAME_MODULE = new Set([
  "torch.compile",
  "torch.jit.optimize_for_inference",
  "torch.jit.script",
  "torch.jit.trace",
  "torch.nn.SyncBatchNorm.convert_sync_batchnorm",
  "torch.nn.utils.parametrizations.orthogonal",
  "torch.nn.utils.parametrizations.spectral_norm",
  "torch.nn.utils.parametrizations.weight_norm",
  "torch.nn.utils.parametrize.register_parametrization",
  "torch.nn.utils.remove_spectral_norm",
  "torch.nn.utils.remove_weight_norm",
  "torch.nn.utils.spectral_norm",
  "torch.nn.utils.weight_norm",
]);
export const DICT = "torch.nn.ModuleDict";
const TENSORS_TUPLE = Value("tuple", [TENSOR_VALUE], true);
/** The attribute by which an object holds what it is made of. */
const HELD_AS = new Map([...[...WRAPPERS].map((each) => [each, "module"]), [LOADER, "dataset"]]);
// What some functions return of which the inventory does not tell, or tells rare cases as well.
/** The Module whose `forward` a call of a value reaches: that in a wrapper, or the value itself. */
export const unwrapped = (kind) => (kind.tag === "Value" && WRAPPERS.has(kind.type) && kind.items.length ? unwrapped(kind.items[0]) : kind);
/** Whether a value is a Module with another in it whose calls are its own. */
const wraps = ({ type, items }) => WRAPPERS.has(type) || (type === MODULE && items.length > 0);
const RETURNED = new Map([
  ["torch.norm", TENSOR_VALUE],
  ["torch.tensordot", TENSOR_VALUE],
  ["torch.cdist", TENSOR_VALUE],
  ["torch.block_diag", TENSOR_VALUE],
  ["torch.chain_matmul", TENSOR_VALUE],
  ["torch.broadcast_tensors", TENSORS_TUPLE],
  ["torch.autograd.grad", TENSORS_TUPLE],
  ["torch.nn.Embedding.from_pretrained", Value("torch.nn.Embedding")],
  ["torch.nn.SyncBatchNorm.convert_sync_batchnorm", Value(MODULE)],
  ["torch.nn.utils.parametrizations.weight_norm", Value(MODULE)],
]);
const TENSOR_METHODS = new Set(["norm", "stft", "to_sparse_coo", "unique", "unique_consecutive"]);
/** Classes derived from it expand to an object of their own, of which the inventory does not tell. */
const DISTRIBUTION = "torch.distributions.Distribution";
const MAYBE_SEVERAL = join([TENSOR_VALUE, TENSORS_TUPLE]);
const UNIQUE = new Map([
  ["torch.unique", 2],
  ["torch.unique_consecutive", 1],
]);
/** The recurrent layers. */
export const RECURRENT = new Set(["torch.nn.LSTM", "torch.nn.GRU", "torch.nn.RNN"]);
const NUMBERED = new Set(["dim", "dim0", "dim1", "axis", "dims"]);
const TENSORS = new Set(["other", "tensor", "mask", "index", "tensors"]);
/** Members of an array that are numbers. */
const COUNTS = new Set(["itemsize", "nbytes", "ndim", "size"]);
// What every tuple has; the other members of one that torch returns are its fields, `values` and `indices`.
const OF_TUPLES = new Set(["count", "index"]);
// What a method returns that returns its own object, as the inventory writes it.
const SELF = Value("Self");

/** The kinds of the arguments of one call, up to `*args`; `isOpen` where that or `**kwargs` carries others. */
export const Arguments = (positional, keywords = new Map(), isOpen = false, every = []) => ({ positional, keywords, isOpen, every });

const [DICTIONARIES, FILLING] = [new Set(["builtins.dict", "collections.OrderedDict"]), "collections.defaultdict"];
const isPair = (kind) => kind.tag === "Value" && fitsTuple(kind, 2);

/** What members are, and what calls return. */
export class CallKinds {
  constructor(definitions) {
    this.definitions = definitions;
    this.names = definitions.names;
    this.item = this.item.bind(this);
  }

  /** What iteration over a value yields; a `DataLoader` yields batches, whose parts are Tensors. */
  item(kind) {
    if (kind.tag === "Either") {
      return join(optionsOf(kind).map(this.item));
    }
    if (kind.tag === "Value" && kind.type === LOADER) {
      return Value("batch", [TENSOR_VALUE]);
    }
    if (kind.tag === "Value" && !kind.items.length && this.names.belongs(kind.type) && !isTensor(kind)) {
      const entry = this.names.member(kind.type, "__iter__");
      if (entry) {
        return itemOf(entry.returned);
      }
    }
    return kind.tag === "Value" && wraps(kind) ? UNKNOWN : itemOf(kind);
  }

  // ---- members ----

  /** The kind of a member of a value. */
  attribute(receiver, name) {
    switch (receiver.tag) {
      case "Either":
        return join(optionsOf(receiver).map((option) => this.attribute(option, name)));
      case "Name":
        return named(`${receiver.path}.${name}`);
      case "Object": {
        const own = this.definitions.member(receiver, name);
        return own ? this.bound(receiver, own, name) : this.ofObject(receiver, name);
      }
      case "Defined":
        return this.definitions.classOf(receiver) ? this.ofClass(receiver, name) : UNKNOWN;
      case "Value":
        if (receiver.type === OPTIONS) {
          return this.definitions.option(name);
        }
        if (receiver === ARRAY && COUNTS.has(name)) {
          return INT;
        }
        return name === "T" && (receiver === ARRAY || receiver === MATRIX) ? receiver : this.ofValue(receiver, name);
      default:
        return UNKNOWN;
    }
  }

  /** A member that the text's class inherits from one outside of the text. */
  ofObject(receiver, name) {
    for (const base of this.definitions.ancestors(receiver)) {
      if (this.names.member(base, name)) {
        const found = this.ofValue(Value(base), name);
        return found.tag === "Member" ? Member(receiver, name) : found;
      }
    }
    return UNKNOWN;
  }

  /** A member of a class itself; a method of the class is bound to it. */
  ofClass(receiver, name) {
    const found = this.definitions.member(receiver, name) ?? UNKNOWN;
    const isBound = this.definitions.functionOf(found)?.isDecorated("classmethod");
    return isBound ? Member(ObjectOf(receiver.position), name) : found;
  }

  /** The value of a member of the text's own: a property's result, else the member itself. */
  bound(receiver, member, name) {
    const facts = this.definitions.functionOf(member);
    if (!facts) {
      return member;
    }
    return facts.isDecorated("property", "cached_property") ? facts.home.result(facts, new Map()) : Member(receiver, name);
  }

  ofValue(receiver, name) {
    if (receiver.items.length && HELD_AS.get(receiver.type) === name) {
      return receiver.items[0];
    }
    const named = this.names.member(receiver.type, name);
    const entry = named?.kind === ATTRIBUTE && !named.returns.length ? undefined : named;
    if (entry?.kind === "property" || entry?.kind === ATTRIBUTE) {
      return entry.returned === SELF ? receiver : entry.returned;
    }
    if (!entry && LAYER_TENSORS.has(name) && this.names.isA(receiver.type, MODULE)) {
      return TENSOR_VALUE;
    }
    if (!entry && receiver.items.length && receiver.type === DICT) {
      return receiver.items[0];
    }
    if (!entry && receiver.type === SEQUENTIAL && receiver.repeated && !receiver.items.includes(Value(MODULE))) {
      return join(receiver.items); // a layer by its name in the sequence
    }
    if (!entry && this.names.belongs(receiver.type) && !isTensor(receiver)) {
      return UNKNOWN; // a layer by the name that the network has for it, say
    }
    const areTensors = receiver.type === "tuple" && receiver.items.length && !OF_TUPLES.has(name) && receiver.items.every(isTensor);
    return areTensors ? TENSOR_VALUE : Member(receiver, name);
  }

  // ---- calls ----

  /** What a call returns, whichever of its kinds the function has. */
  called(callee, given) {
    return join(optionsOf(callee).map((option) => this.calledOne(option, given)));
  }

  calledOne(callee, given) {
    switch (callee.tag) {
      case "Member":
        return this.calledMemberOf(callee, given);
      case "Name":
        return this.calledName(callee.path, given);
      case "Defined":
        return this.calledDefined(callee, given);
      case "Object":
        return this.calledMethod(callee, this.definitions.isModule(callee) ? "forward" : "__call__", given);
      case "Value":
        return this.calledValue(callee, given);
      default:
        return UNKNOWN;
    }
  }

  calledMemberOf({ receiver, name }, given) {
    if (receiver.tag === "Object") {
      return this.calledMethod(receiver, name, given);
    }
    return receiver.tag === "Value" ? this.calledMember(receiver, name, given, receiver) : UNKNOWN;
  }

  calledValue(callee, given) {
    const { type, items } = callee;
    if (type === "functools.partial" && items.length === 1) {
      return this.called(items[0], Arguments([], given.keywords, true));
    }
    if (!this.names.belongs(type)) {
      return UNKNOWN;
    }
    if (type === SEQUENTIAL) {
      return TENSOR_VALUE;
    }
    return wraps(callee) ? this.called(join(items), given) : this.calledMember(callee, "forward", given, callee);
  }

  /** The text's own function that a call of a kind runs, and how many parameters that fills by itself. */
  functionCalled(kind) {
    const { definitions } = this;
    if (kind.tag === "Defined") {
      return definitions.classOf(kind) ? [definitions.functionOf(definitions.member(kind, "__init__")), 1] : [definitions.functionOf(kind), 0];
    }
    if (kind.tag === "Object") {
      return this.functionCalled(Member(kind, definitions.isModule(kind) ? "forward" : "__call__"));
    }
    if (kind.tag === "Member" && kind.receiver.tag === "Object") {
      const facts = definitions.functionOf(definitions.member(kind.receiver, kind.name));
      return [facts, facts?.owner && !facts.isStatic ? 1 : 0];
    }
    return [undefined, 0];
  }

  calledOwn(facts, given, skip) {
    return facts.home.result(facts, facts.passed(given.positional, given.keywords, skip));
  }

  /** What a call of the text's own function returns, or an object of its class. */
  calledDefined(callee, given) {
    const facts = this.definitions.functionOf(callee);
    if (facts) {
      return this.calledOwn(facts, given, 0);
    }
    if (!this.definitions.classOf(callee)) {
      return UNKNOWN;
    }
    const initial = this.definitions.functionOf(this.definitions.member(callee, "__init__"));
    if (initial) {
      this.calledOwn(initial, given, 1);
    }
    return ObjectOf(callee.position);
  }

  calledMethod(receiver, name, given) {
    const own = this.definitions.member(receiver, name);
    const facts = this.definitions.functionOf(own);
    if (facts) {
      return this.calledOwn(facts, given, facts.owner && !facts.isStatic ? 1 : 0);
    }
    if (own) {
      return this.called(own, given);
    }
    for (const base of this.definitions.ancestors(receiver)) {
      if (this.names.member(base, name)) {
        return this.calledMember(Value(base), name, given, receiver);
      }
    }
    return UNKNOWN;
  }

  /** Whether a value is a Module, or of a class of the text, which may be one. */
  isModule(kind) {
    const options = optionsOf(kind);
    return options.length > 0 && options.every((each) => each.tag === "Object" || (each.tag === "Value" && this.names.isA(each.type, MODULE)));
  }

  calledName(path, given) {
    const { positional, keywords } = given;
    const first = positional[0] ?? UNKNOWN;
    if (FIRST_ARGUMENT.has(path)) {
      return first;
    }
    if (path.startsWith(ITERATORS)) {
      return Value("generator");
    }
    if (PATHS.has(path)) {
      return PATH;
    }
    if (FILES.has(path)) {
      return FILE;
    }
    if (NUMBERS.has(path)) {
      return NUMBERS.get(path);
    }
    if (SCALARS.has(path)) {
      return Value(path);
    }
    if (UNIVERSAL.has(path) && positional.some(isTensor)) {
      return TENSOR_VALUE;
    }
    if (UNIVERSAL.has(path) && positional.includes(ARRAY)) {
      return ARRAY;
    }
    if (OF_SCALARS.has(path) && isNumber(first)) {
      return SCALAR;
    }
    if (path === PARSER) {
      return Value(path);
    }
    if (ARRAYS.has(path) || (SIZED_ARRAYS.has(path) && (positional.length > SIZED_ARRAYS.get(path) || keywords.has("size")))) {
      return ARRAY;
    }
    if (MATRICES.has(path)) {
      return MATRIX;
    }
    if (REARRANGED.has(path)) {
      return isTensor(first) ? first : this.item(first);
    }
    if (path === "einops.pack" && isTensor(this.item(first))) {
      return Value("tuple", [TENSOR_VALUE, Value("list")]);
    }
    if (path === "einops.unpack" && isTensor(first)) {
      return Value("list", [TENSOR_VALUE]);
    }
    if (path === "functools.partial") {
      return Value(path, [first]);
    }
    if ((path === "builtins.map" || path === "builtins.filter") && positional.length) {
      return this.applied(path, positional);
    }
    if (DICTIONARIES.has(path)) {
      return this.dictionary(first, given);
    }
    if (path === FILLING) {
      const made = this.called(first, Arguments([]));
      return Value("dict", made === UNKNOWN ? [] : [made]);
    }
    if (path.startsWith("builtins.")) {
      return builtinCall(path.slice("builtins.".length), positional, this.item);
    }
    const entry = this.names.belongs(path) ? this.names.find(path) : undefined;
    if (!entry) {
      return UNKNOWN;
    }
    if (SAME_MODULE.has(entry.path) && this.isModule(first)) {
      // One of torch's layers may have got attributes of its own, such as `weight_g`.
      return join(optionsOf(first).map((each) => (each.tag === "Value" ? Value(MODULE, [each]) : each)));
    }
    if (RETURNED.has(entry.path)) {
      return RETURNED.get(entry.path);
    }
    if (UNIQUE.has(entry.path)) {
      return unique(given, UNIQUE.get(entry.path));
    }
    if (TENSOR_CLASSES.has(entry.path) || TENSOR_CLASS.test(entry.path)) {
      return TENSOR_VALUE;
    }
    if (entry.kind !== "class") {
      return returnedBy(entry, given);
    }
    if (entry.path === LOADER || entry.bases.includes(LOADER)) {
      return Value(LOADER, [positional.length ? first : (keywords.get("dataset") ?? UNKNOWN)]);
    }
    if (entry.path === SEQUENTIAL && !positional.length && !given.isOpen) {
      return EMPTY_SEQUENTIAL;
    }
    if (entry.path === SEQUENTIAL) {
      const isEach = !given.isOpen && (positional.length > 1 || this.isModule(first));
      const isNamed = first.tag === "Value" && first.type === "dict";
      return isEach ? Value(SEQUENTIAL, positional) : sequential(isNamed ? first.items : given.every);
    }
    if (entry.path === "torch.nn.ModuleList" && positional.length) {
      return Value(entry.path, [this.item(first)]);
    }
    if (entry.path === DICT && first.tag === "Value" && first.type === "dict") {
      return Value(entry.path, first.items);
    }
    if (WRAPPERS.has(entry.path)) {
      return Value(entry.path, [positional.length ? first : (keywords.get("module") ?? UNKNOWN)]);
    }
    return Value(entry.path);
  }

  /** A dictionary that is made of pairs or of another one, and of keywords. */
  dictionary(first, { positional, keywords, isOpen }) {
    const values = [...keywords.values()];
    if (positional.length && first.tag === "Value" && first.type === "dict") {
      values.push(...(first.items.length ? first.items : [UNKNOWN]));
    } else if (positional.length) {
      const pairs = optionsOf(this.item(first));
      values.push(...(pairs.length ? pairs : [UNKNOWN]).map((each) => (isPair(each) ? each.items[1] : UNKNOWN)));
    }
    const isKnown = !isOpen && values.length > 0 && !values.includes(UNKNOWN);
    return Value("dict", isKnown ? [join(values)] : []);
  }

  /** What `map` or `filter` yields: the function is called with each item. */
  applied(path, [callee, ...sources]) {
    const items = sources.map(this.item);
    const found = this.called(callee, Arguments(items));
    return Value("generator", [path === "builtins.map" ? found : (items[0] ?? UNKNOWN)]);
  }

  /** What a method of a torch class or a builtin container returns; `itself` is the object it is called on. */
  calledMember(receiver, name, given, itself) {
    const { positional, keywords } = given;
    if (isTensor(receiver)) {
      if (name === "size") {
        return positional.length || keywords.has("dim") ? INT : SHAPE;
      }
      if (name === "type") {
        return positional.length || keywords.size ? TENSOR_VALUE : STR;
      }
      if (TENSOR_METHODS.has(name)) {
        return name.startsWith("unique") ? unique(given, 1) : TENSOR_VALUE;
      }
    }
    const entry = this.names.member(receiver.type, name);
    if (entry?.path === FORWARD) {
      return UNKNOWN; // which a class of its own defines, known to be a Module alone
    }
    if (name === "expand" && this.names.isA(receiver.type, DISTRIBUTION)) {
      return itself;
    }
    const isModule = this.names.isA(receiver.type, MODULE);
    if (name === "state_dict" && isModule) {
      return Value("dict", [TENSOR_VALUE]);
    }
    if (name === "named_modules" && isModule) {
      return Value("iterator", [Value("tuple", [STR, Value(MODULE)])]); // which torch declares no result of
    }
    if ((name === "values" || name === "items") && receiver.type === DICT) {
      return METHODS.dict[name](Value("dict", receiver.items.length ? receiver.items : [Value(MODULE)])); // nor of these
    }
    if (name === "apply" && positional.length && isModule) {
      this.called(positional[0], Arguments([Value(MODULE)]));
    }
    if (HOOKS.has(name) && positional.length && isModule) {
      this.called(positional[0], Arguments([itself]));
    }
    if (name === "register_hook" && isTensor(receiver)) {
      [...positional, ...keywords.values()].forEach((hook) => this.called(hook, Arguments([TENSOR_VALUE])));
    }
    if (entry) {
      const returned = returnedBy(entry, given);
      const found = name === "forward" && RECURRENT.has(receiver.type) ? ofRecurrent(returned, positional[0] ?? keywords.get("input") ?? UNKNOWN) : returned;
      return found === NONE ? NONE : join(optionsOf(found).map((option) => (option === SELF ? itself : option)));
    }
    const isHeld = name === "setdefault" || (["get", "pop"].includes(name) && receiver.items.length);
    if (receiver.type === "dict" && isHeld) { // or the default that is passed
      return given.isOpen ? UNKNOWN : join([...receiver.items, ...positional.slice(1)]);
    }
    const known = Object.hasOwn(METHODS, receiver.type) && Object.hasOwn(METHODS[receiver.type], name) ? METHODS[receiver.type][name] : undefined;
    return known ? known(receiver) : UNKNOWN;
  }
}

/** What `unique` returns: a tuple where the inverse or counts are asked for. */
const unique = ({ positional, keywords, isOpen }, most) => {
  const isPlain = positional.length <= most && [...keywords.keys()].every((name) => ["input", "sorted", "dim"].includes(name));
  return isPlain && !isOpen ? TENSOR_VALUE : MAYBE_SEVERAL;
};

/** What a recurrent layer takes beside a Tensor. */
export const PACKED = Value("torch.nn.utils.rnn.PackedSequence");
const FORWARD = `${MODULE}.forward`;
/** Methods of a Module whose function is called with the Module itself. */
const HOOKS = new Set([
  "register_forward_hook",
  "register_forward_pre_hook",
  "register_full_backward_hook",
  "register_full_backward_pre_hook",
]);

/** What a recurrent layer returns: packed if what it is given is. */
const ofRecurrent = (returned, first) => {
  const wanted = first === PACKED ? PACKED : isTensor(first) ? TENSOR_VALUE : undefined;
  const fitting = optionsOf(returned).filter((option) => !wanted || (option.tag === "Value" && option.items[0] === wanted));
  return fitting.length ? join(fitting) : returned;
};

/** What a call returns, by those ways to call the API that accept the arguments. */
const returnedBy = (entry, given) => {
  const [declared = ""] = entry.returns;
  if (declared.startsWith(GIVEN)) {
    return given.positional[0] ?? given.keywords.get(declared.slice(GIVEN.length)) ?? UNKNOWN;
  }
  if (entry.returns.length <= 1 || given.isOpen) {
    return entry.returned;
  }
  const fitting = entry.signatures
    .map((signature, index) => [signature, entry.returns[index]])
    .filter(([signature]) => accepts(signature, given.positional.length, given.keywords.keys()) && fits(signature, given))
    .map(([, returned]) => parseKind(returned));
  return fitting.length ? join(fitting) : entry.returned;
};

/** Whether no argument is plainly of another kind than its parameter's name says. */
const fits = (signature, { positional, keywords }) => {
  const places = signature.filter(isPositional).map(({ name }) => name);
  const given = new Map(positional.slice(0, places.length).map((kind, index) => [places[index], kind]));
  keywords.forEach((kind, name) => given.set(name, kind));
  return ![...given].some(([name, kind]) => (NUMBERED.has(name) && isTensor(kind)) || (TENSORS.has(name) && isNumber(kind)));
};
