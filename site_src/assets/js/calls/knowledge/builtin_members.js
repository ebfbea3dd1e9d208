// Python's builtins, and the members of its types; tests compare them with Python itself.

const words = (text) => new Set(text.split(" "));

/** The names of all builtins. */
export const BUILTIN_NAMES = words(
  "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError " +
    "BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError " +
    "ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception " +
    "ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError " +
    "ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError " +
    "KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError None NotADirectoryError NotImplemented " +
    "NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError " +
    "RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration " +
    "SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError " +
    "UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError " +
    "Warning ZeroDivisionError abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr " +
    "classmethod compile complex copyright credits delattr dict dir divmod enumerate eval exec exit filter float " +
    "format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len license list " +
    "locals map max memoryview min next object oct open ord pow print property quit range repr reversed round set " +
    "setattr slice sorted staticmethod str sum super tuple type vars zip",
);

/** The members of builtin types without those with two underscores, which all objects have. */
export const MEMBERS = {
  str: words(
    "capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha " +
      "isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust " +
      "lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit " +
      "rstrip split splitlines startswith strip swapcase title translate upper zfill",
  ),
  bytes: words(
    "capitalize center count decode endswith expandtabs find fromhex hex index isalnum isalpha isascii isdigit " +
      "islower isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix " +
      "replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title " +
      "translate upper zfill",
  ),
  list: words(
    "append clear copy count extend index insert pop remove reverse sort",
  ),
  dict: words(
    "clear copy fromkeys get items keys pop popitem setdefault update values",
  ),
  set: words(
    "add clear copy difference difference_update discard intersection intersection_update isdisjoint issubset " +
      "issuperset pop remove symmetric_difference symmetric_difference_update union update",
  ),
  frozenset: words(
    "copy difference intersection isdisjoint issubset issuperset symmetric_difference union",
  ),
  tuple: words(
    "count index",
  ),
  int: words(
    "as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real to_bytes",
  ),
  float: words(
    "as_integer_ratio conjugate fromhex hex imag is_integer real",
  ),
  complex: words(
    "conjugate imag real",
  ),
  bool: words(
    "as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real to_bytes",
  ),
  range: words(
    "count index start step stop",
  ),
  slice: words(
    "indices start step stop",
  ),
  type: words(
    "mro",
  ),
  object: new Set(),
  Exception: words("add_note args with_traceback"),
};
