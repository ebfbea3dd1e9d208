"""Kinds of Python's builtins, and of the members of its containers that code passes Tensors through."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping

from generator.calls.knowledge.kinds import BOOL, FLOAT, INT, STR, UNKNOWN, Kind, Name, Value, is_tensor, join
from generator.model.given import DTYPES

BUILTINS: Mapping[str, Kind] = {name: Name(f"builtins.{name}") for name in dir(builtins)}
"""Every builtin by the name under which it is used unbound."""

FIRST_ARGUMENT = frozenset({"copy.copy", "copy.deepcopy", "tqdm.tqdm", "tqdm.auto.tqdm", "tqdm.std.tqdm"})
"""Functions of other packages whose result is of the kind of their first argument."""
REARRANGED = frozenset({"einops.rearrange", "einops.reduce", "einops.repeat", "einops.einsum"})
"""Functions whose result is an array of the kind of their first argument, or of what that holds."""

ARRAY = Value("numpy.ndarray")
ARRAYS = frozenset(
    f"numpy.{name}"
    for name in """array asarray ascontiguousarray arange linspace zeros ones empty full eye zeros_like ones_like
    empty_like full_like stack vstack hstack concatenate tile expand_dims transpose reshape""".split()
)
"""Functions of NumPy that always give an array."""
SIZED_ARRAYS: Mapping[str, int] = {
    "numpy.random.rand": 0,
    "numpy.random.randn": 0,
    "numpy.random.randint": 2,
    "numpy.random.normal": 2,
    "numpy.random.uniform": 2,
}
"""Those that give one where ``size`` is passed, or more than so many arguments by position; or else a number."""
MATRIX = Value("scipy.sparse.spmatrix")
MATRICES = frozenset(
    f"scipy.sparse.{name}"
    for name in """bsr_array bsr_matrix coo_array coo_matrix csc_array csc_matrix csr_array csr_matrix dia_array dia_matrix
    dok_array dok_matrix lil_array lil_matrix block_diag diags eye hstack identity load_npz vstack""".split()
)
"""Functions and classes of SciPy that give a sparse matrix."""

NUMBERS: Mapping[str, Kind] = {
    f"{module}.{name}": kind
    for kind, module, names in (
        (FLOAT, "math", "acos acosh asin asinh atan atan2 atanh cbrt copysign cos cosh degrees dist erf erfc exp exp2"),
        (FLOAT, "math", "expm1 fabs fmod fsum gamma hypot ldexp lgamma log log10 log1p log2 pow radians remainder sin"),
        (FLOAT, "math", "sinh sqrt tan tanh"),
        (INT, "math", "ceil comb factorial floor gcd isqrt lcm perm trunc"),
        (BOOL, "math", "isclose isfinite isinf isnan"),
        (FLOAT, "random", "betavariate expovariate gauss normalvariate random triangular uniform"),
        (INT, "random", "getrandbits randint randrange"),
        (FLOAT, "time", "monotonic perf_counter process_time time"),
    )
    for name in names.split()
}
"""What functions of Python's modules give that give numbers."""
SCALARS = frozenset(f"numpy.{dtype}" for dtype in DTYPES)
"""The classes of NumPy's numbers."""
SCALAR = Value("numpy.float64")
OF_SCALARS = frozenset(f"numpy.{name}" for name in "sqrt exp log log2 log10 sin cos tan power ceil floor".split())
"""Functions of NumPy that give one of its numbers for a number, and an array for an array."""
TRUTHS = frozenset(
    f"numpy.{name}"
    for name in """equal greater greater_equal isfinite isinf isnan isneginf isposinf less less_equal logical_and
    logical_not logical_or logical_xor not_equal signbit""".split()
)
"""NumPy's functions of single elements that give truth values."""
UNIVERSAL = TRUTHS | frozenset(
    f"numpy.{name}"
    for name in """abs absolute add arccos arccosh arcsin arcsinh arctan arctan2 arctanh cbrt ceil conj conjugate copysign
    cos cosh deg2rad degrees divide exp exp2 expm1 fabs fix float_power floor floor_divide fmax fmin fmod heaviside hypot
    log log10 log1p log2 logaddexp logaddexp2 matmul maximum minimum mod multiply negative nextafter positive power ptp
    rad2deg radians reciprocal remainder rint sign sin sinh spacing sqrt square subtract tan tanh true_divide
    trunc""".split()
)
"""NumPy's functions, most of single elements, which refuse a Tensor of Paddle; of one of torch they give a Tensor."""
_CONSTANTS = frozenset({"math.e", "math.pi", "math.tau", "numpy.e", "numpy.pi"})
NUMBERS_OF_TORCH = frozenset({"torch.e", "torch.inf", "torch.nan", "torch.pi"})
"""Constants of torch that are floats."""


def named(path: str) -> Kind:
    """Returns what a name outside of the text stands for: itself, or a number."""
    return FLOAT if path in _CONSTANTS else Name(path)


ITERATORS = "itertools."
"""What the functions begin with that give iterators of Python."""

FILES = frozenset(f"tempfile.{name}" for name in ("NamedTemporaryFile", "TemporaryFile", "SpooledTemporaryFile")) | {
    "gzip.open",
    "bz2.open",
    "lzma.open",
    "io.open",
    "os.fdopen",
    "codecs.open",
}
"""What opens a file besides ``open``."""
FILE = Value("file")
PATHS = frozenset({"pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "pathlib.Path.home", "pathlib.Path.cwd"})
"""What makes a path object."""
PATH = Value("pathlib.Path")
PARSER = "argparse.ArgumentParser"
OPTIONS = "argparse.Namespace"
"""An object of options, whose attributes the parser's arguments tell."""

_CONSTANT: Mapping[str, Kind] = {
    "len": INT,
    "int": INT,
    "float": FLOAT,
    "bool": BOOL,
    "str": STR,
    "repr": STR,
    "format": STR,
    "input": STR,
    "chr": STR,
    "ord": INT,
    "id": INT,
    "hash": INT,
    "isinstance": BOOL,
    "issubclass": BOOL,
    "hasattr": BOOL,
    "callable": BOOL,
    "any": BOOL,
    "all": BOOL,
    "range": Value("range", (INT,)),
    "slice": Value("slice"),
    "open": Value("file"),
    "type": Value("type"),
    "bytes": Value("bytes"),
    "print": Value("None"),
}


def builtin_call(name: str, positional: list[Kind], item: Callable[[Kind], Kind]) -> Kind:
    """Returns what a call of a builtin returns; ``item`` tells what iteration over a kind yields."""
    if name in _CONSTANT:
        return _CONSTANT[name]
    items = [item(kind) for kind in positional]
    match name:
        case "list" | "sorted":
            return Value("list", (items[0],) if items else ())
        case "set" | "frozenset":
            return Value("set", (items[0],) if items else ())
        case "tuple":
            return Value("tuple", (items[0],), repeated=True) if items else Value("tuple")
        case "dict":
            return Value("dict")
        case "iter" | "reversed":
            return Value("generator", tuple(items[:1]))
        case "next":
            return items[0] if items else UNKNOWN
        case "enumerate":
            return Value("generator", (Value("tuple", (INT, items[0])),)) if items else UNKNOWN
        case "zip":
            return Value("generator", (Value("tuple", tuple(items)),))
        case "filter":
            return Value("generator", (items[1],)) if len(items) > 1 else UNKNOWN
        case "min" | "max":
            return join(positional) if len(positional) > 1 else items[0] if items else UNKNOWN
        case "sum":
            return items[0] if items else UNKNOWN
        case "abs" | "round":
            return (
                positional[0] if positional and is_tensor(positional[0]) else positional[0] if positional else UNKNOWN
            )
        case "pow":
            return join(positional[:2])
        case _:
            return UNKNOWN


def may_have(kind: Kind, member: str) -> bool:
    """Tells whether a value can have a member, which its builtin type or None may lack."""
    if kind == Value("None"):
        return False
    builtin = getattr(builtins, kind.type, None) if isinstance(kind, Value) else None
    return not isinstance(builtin, type) or hasattr(builtin, member)


def _held(receiver: Value) -> Kind:
    return join(receiver.items)


_TEXT = {
    name: (lambda _: STR)
    for name in ("format", "join", "lower", "upper", "strip", "lstrip", "rstrip", "replace", "title", "capitalize")
}

METHODS: Mapping[str, Mapping[str, Callable[[Value], Kind]]] = {
    "list": {"pop": _held, "copy": lambda receiver: receiver, "index": lambda _: INT, "count": lambda _: INT},
    "set": {"pop": _held, "copy": lambda receiver: receiver},
    "dict": {
        "values": lambda receiver: Value("generator", (_held(receiver),)),
        "items": lambda receiver: Value("generator", (Value("tuple", (UNKNOWN, _held(receiver))),)),
        "keys": lambda _: Value("generator"),
        "copy": lambda receiver: receiver,
    },
    ARRAY.type: dict.fromkeys(
        ("astype", "copy", "flatten", "ravel", "repeat", "reshape", "squeeze", "swapaxes", "transpose"),
        lambda array: array,
    ),
    MATRIX.type: dict.fromkeys(
        """astype copy dot maximum minimum multiply power tobsr tocoo tocsc tocsr todia todok tolil transpose""".split(),
        lambda matrix: matrix,
    ),
    "pathlib.Path": {
        **dict.fromkeys(
            ("joinpath", "resolve", "absolute", "expanduser", "with_name", "with_stem", "with_suffix"),
            lambda path: path,
        ),
        **dict.fromkeys(("as_posix", "as_uri", "read_text"), lambda _: STR),
        **dict.fromkeys(("exists", "is_file", "is_dir"), lambda _: BOOL),
    },
    PARSER: {
        "parse_args": lambda _: Value(OPTIONS),
        "add_argument_group": lambda parser: parser,
        "add_mutually_exclusive_group": lambda parser: parser,
        "parse_known_args": lambda _: Value("tuple", (Value(OPTIONS), Value("list", (STR,)))),
    },
    "str": {
        **_TEXT,
        **dict.fromkeys(("split", "splitlines"), lambda _: Value("list", (STR,))),
        "encode": lambda _: Value("bytes"),
    },
}
"""What the methods of builtin containers return."""

OF_ALL_OBJECTS = frozenset("__dir__ __format__ __hash__ __reduce__ __reduce_ex__ __repr__ __sizeof__ __str__".split())
"""Members that every object has, which neither tell of a class nor differ."""
COMMON = frozenset({"name", "layout"})
"""Attributes of a Tensor that objects of any kind may have."""
OTHER_MEMBERS: frozenset[str] = COMMON | frozenset(
    member
    for kind in (str, bytes, list, dict, set, tuple, int, float, complex, range)
    for member in dir(kind)
    if not member.startswith("__")
)
"""Those, and the members of builtin types: a name among them says nothing about its receiver."""

ARRAY_MEMBERS = frozenset(
    """T all any argmax argmin argpartition argsort astype base byteswap choose clip compress conj conjugate copy ctypes
    cumprod cumsum data diagonal dot dtype dump dumps fill flags flat flatten getfield imag item itemset itemsize
    max mean min nbytes ndim newbyteorder nonzero partition prod ptp put ravel real repeat reshape resize round
    searchsorted setfield setflags shape size sort squeeze std strides sum swapaxes take to_device tobytes tofile tolist
    tostring trace transpose var view mT""".split()
)
"""Members of ``numpy.ndarray``, NumPy 1 and 2, but for ``device``: code that asks for it has no array of NumPy."""
MATRIX_MEMBERS = frozenset(
    """T astype conj conjugate copy count_nonzero data diagonal dot dtype indices max maximum mean min minimum multiply ndim
    nonzero power reshape resize shape size sum trace transpose""".split()
)
"""Members of the matrices of ``scipy.sparse``, but for what NumPy's functions do to them (``sqrt``, ``floor``)."""
