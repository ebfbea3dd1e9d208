// Kinds of Python's builtins, and of the members of its containers that code passes Tensors through.

import { BUILTIN_NAMES, MEMBERS } from "./builtin_members.js";
import { BOOL, FLOAT, INT, NONE, Name, STR, UNKNOWN, Value, join } from "./kinds.js";
import { DTYPES } from "../model/when.js";

/** A builtin by the name under which it is used unbound; undefined for other names. */
export const builtin = (name) => (BUILTIN_NAMES.has(name) ? Name(`builtins.${name}`) : undefined);

/** Functions of other packages whose result is of the kind of their first argument. */
export const FIRST_ARGUMENT = new Set(["copy.copy", "copy.deepcopy", "tqdm.tqdm", "tqdm.auto.tqdm", "tqdm.std.tqdm"]);
/** Functions whose result is an array of the kind of their first argument, or of what that holds. */
export const REARRANGED = new Set(["einops.rearrange", "einops.reduce", "einops.repeat", "einops.einsum"]);
export const ARRAY = Value("numpy.ndarray");
/** Functions of NumPy that always give an array. */
export const ARRAYS = new Set(
  (
    "array asarray ascontiguousarray arange linspace zeros ones empty full eye zeros_like ones_like empty_like full_like stack " +
    "vstack hstack concatenate tile expand_dims transpose reshape"
  )
    .split(" ")
    .map((name) => `numpy.${name}`),
);
/** Those that give one where `size` is passed, or more than so many arguments by position; or else a number. */
export const SIZED_ARRAYS = new Map([
  ["numpy.random.rand", 0],
  ["numpy.random.randn", 0],
  ["numpy.random.randint", 2],
  ["numpy.random.normal", 2],
  ["numpy.random.uniform", 2],
]);
export const MATRIX = Value("scipy.sparse.spmatrix");
/** Functions and classes of SciPy that give a sparse matrix. */
export const MATRICES = new Set(
  (
    "bsr_array bsr_matrix coo_array coo_matrix csc_array csc_matrix csr_array csr_matrix dia_array dia_matrix dok_array dok_matrix " +
    "lil_array lil_matrix block_diag diags eye hstack identity load_npz vstack"
  )
    .split(" ")
    .map((name) => `scipy.sparse.${name}`),
);
/** What functions of Python's modules give that give numbers. */
export const NUMBERS = new Map(
  [
    [FLOAT, "math", "acos acosh asin asinh atan atan2 atanh cbrt copysign cos cosh degrees dist erf erfc exp exp2"],
    [FLOAT, "math", "expm1 fabs fmod fsum gamma hypot ldexp lgamma log log10 log1p log2 pow radians remainder sin"],
    [FLOAT, "math", "sinh sqrt tan tanh"],
    [INT, "math", "ceil comb factorial floor gcd isqrt lcm perm trunc"],
    [BOOL, "math", "isclose isfinite isinf isnan"],
    [FLOAT, "random", "betavariate expovariate gauss normalvariate random triangular uniform"],
    [INT, "random", "getrandbits randint randrange"],
    [FLOAT, "time", "monotonic perf_counter process_time time"],
  ].flatMap(([kind, module, names]) => names.split(" ").map((name) => [`${module}.${name}`, kind])),
);
/** The classes of NumPy's numbers. */
export const SCALARS = new Set(DTYPES.map((dtype) => `numpy.${dtype}`));
export const SCALAR = Value("numpy.float64");
/** NumPy's functions of single elements that give truth values. */
export const TRUTHS = new Set(
  (
    "equal greater greater_equal isfinite isinf isnan isneginf isposinf less less_equal logical_and logical_not logical_or " +
    "logical_xor not_equal signbit"
  )
    .split(" ")
    .map((name) => `numpy.${name}`),
);
/** NumPy's functions, most of them of single elements, which refuse a Tensor of Paddle; of one of torch they give a Tensor. */
export const UNIVERSAL = new Set([
  ...TRUTHS,
  ...(
    "abs absolute add arccos arccosh arcsin arcsinh arctan arctan2 arctanh cbrt ceil conj conjugate copysign cos cosh " +
    "deg2rad degrees divide exp exp2 expm1 fabs fix float_power floor floor_divide fmax fmin fmod heaviside hypot log log10 " +
    "log1p log2 logaddexp logaddexp2 matmul maximum minimum mod multiply negative nextafter positive power ptp rad2deg " +
    "radians reciprocal remainder rint sign sin sinh spacing sqrt square subtract tan tanh true_divide trunc"
  )
    .split(" ")
    .map((name) => `numpy.${name}`),
]);
/** Functions of NumPy that give one of its numbers for a number, and an array for an array. */
export const OF_SCALARS = new Set("sqrt exp log log2 log10 sin cos tan power ceil floor".split(" ").map((name) => `numpy.${name}`));
const CONSTANTS = new Set(["math.e", "math.pi", "math.tau", "numpy.e", "numpy.pi"]);
/** Constants of torch that are floats. */
export const NUMBERS_OF_TORCH = new Set(["torch.e", "torch.inf", "torch.nan", "torch.pi"]);

/** What a name outside of the text stands for: itself, or a number. */
export const named = (path) => (CONSTANTS.has(path) ? FLOAT : Name(path));

/** What the functions begin with that give iterators of Python. */
export const ITERATORS = "itertools.";
/** What opens a file besides `open`. */
export const FILES = new Set([
  ...["NamedTemporaryFile", "TemporaryFile", "SpooledTemporaryFile"].map((name) => `tempfile.${name}`),
  ...["gzip.open", "bz2.open", "lzma.open", "io.open", "os.fdopen", "codecs.open"],
]);
export const FILE = Value("file");
/** What makes a path object. */
export const PATHS = new Set(["pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "pathlib.Path.home", "pathlib.Path.cwd"]);
export const PATH = Value("pathlib.Path");
export const PARSER = "argparse.ArgumentParser";
/** An object of options, whose attributes the parser's arguments tell. */
export const OPTIONS = "argparse.Namespace";

const CONSTANT = {
  len: INT,
  int: INT,
  float: FLOAT,
  bool: BOOL,
  str: STR,
  repr: STR,
  format: STR,
  input: STR,
  chr: STR,
  ord: INT,
  id: INT,
  hash: INT,
  isinstance: BOOL,
  issubclass: BOOL,
  hasattr: BOOL,
  callable: BOOL,
  any: BOOL,
  all: BOOL,
  range: Value("range", [INT]),
  slice: Value("slice"),
  open: Value("file"),
  type: Value("type"),
  bytes: Value("bytes"),
  print: NONE,
};

/** What a call of a builtin returns; `item` tells what iteration over a kind yields. */
export const builtinCall = (name, positional, item) => {
  if (Object.hasOwn(CONSTANT, name)) {
    return CONSTANT[name];
  }
  const items = positional.map(item);
  const [first = UNKNOWN] = items;
  switch (name) {
    case "list":
    case "sorted":
      return Value("list", items.slice(0, 1));
    case "set":
    case "frozenset":
      return Value("set", items.slice(0, 1));
    case "tuple":
      return items.length ? Value("tuple", [first], true) : Value("tuple");
    case "dict":
      return Value("dict");
    case "iter":
    case "reversed":
      return Value("generator", items.slice(0, 1));
    case "next":
    case "sum":
      return first;
    case "enumerate":
      return items.length ? Value("generator", [Value("tuple", [INT, first])]) : UNKNOWN;
    case "zip":
      return Value("generator", [Value("tuple", items)]);
    case "filter":
      return items.length > 1 ? Value("generator", [items[1]]) : UNKNOWN;
    case "min":
    case "max":
      return positional.length > 1 ? join(positional) : first;
    case "abs":
    case "round":
      return positional[0] ?? UNKNOWN;
    case "pow":
      return join(positional.slice(0, 2));
    default:
      return UNKNOWN;
  }
};

/** Whether a value can have a member: what a builtin type or None lacks, a value of that type is not asked for. */
export const mayHave = (kind, member) => {
  if (kind === NONE) {
    return false;
  }
  const members = kind.tag === "Value" && Object.hasOwn(MEMBERS, kind.type) ? MEMBERS[kind.type] : undefined;
  return members === undefined || members.has(member) || member.startsWith("__");
};

const held = ({ items }) => join(items);
const itself = (receiver) => receiver;
const always = (kind) => () => kind;
const each = (names, result) => Object.fromEntries(names.split(" ").map((name) => [name, result]));

/** What the methods of builtin containers return. */
export const METHODS = {
  list: { pop: held, copy: itself, index: always(INT), count: always(INT) },
  set: { pop: held, copy: itself },
  dict: {
    values: (receiver) => Value("generator", [held(receiver)]),
    items: (receiver) => Value("generator", [Value("tuple", [UNKNOWN, held(receiver)])]),
    keys: always(Value("generator")),
    copy: itself,
  },
  [PARSER]: {
    parse_args: always(Value(OPTIONS)),
    add_argument_group: itself,
    add_mutually_exclusive_group: itself,
    parse_known_args: always(Value("tuple", [Value(OPTIONS), Value("list", [STR])])),
  },
  "numpy.ndarray": each("astype copy flatten ravel repeat reshape squeeze swapaxes transpose", itself),
  "scipy.sparse.spmatrix": each(
    "astype copy dot maximum minimum multiply power tobsr tocoo tocsc tocsr todia todok tolil transpose",
    itself,
  ),
  "pathlib.Path": {
    ...each("joinpath resolve absolute expanduser with_name with_stem with_suffix", itself),
    ...each("as_posix as_uri read_text", always(STR)),
    ...each("exists is_file is_dir", always(BOOL)),
  },
  str: {
    ...each("format join lower upper strip lstrip rstrip replace title capitalize", always(STR)),
    ...each("split splitlines", always(Value("list", [STR]))),
    encode: always(Value("bytes")),
  },
};

/** Attributes of a Tensor that objects of any kind may have, and members of builtin types: a name among them says nothing about its receiver. */
export const OTHER_MEMBERS = new Set([
  "name",
  "layout",
  ...["str", "bytes", "list", "dict", "set", "tuple", "int", "float", "complex", "range"].flatMap((type) => [...MEMBERS[type]]),
]);
