"""The options of a command line: what ``parser.add_argument`` says of the attributes of ``parser.parse_args()``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from generator.calls.knowledge.kinds import BOOL, FLOAT, INT, NONE, STR, UNKNOWN, Kind, Name, Value, join

_TYPES: Mapping[Kind, Kind] = {
    Name("builtins.int"): INT,
    Name("builtins.float"): FLOAT,
    Name("builtins.str"): STR,
    Name("builtins.bool"): BOOL,
}
_FLAGS = frozenset({"store_true", "store_false"})


def read_option(call: ast.Call, kind: Callable[[ast.expr], Kind]) -> tuple[str, Kind]:
    """Returns the name and kind of the attribute that a call of ``add_argument`` adds to the options.

    ``kind`` returns the kind of an argument.
    """
    passed = {keyword.arg: keyword.value for keyword in call.keywords}
    name = _name(call, passed)
    match passed.get("action"):
        case None:
            return name, UNKNOWN if None in passed else _stored(name, call, passed, kind)
        case ast.Constant(value=str(action)) if action in _FLAGS and "default" not in passed:
            return name, BOOL
    return name, UNKNOWN


def _name(call: ast.Call, passed: Mapping[str | None, ast.expr]) -> str:
    match passed.get("dest"):
        case ast.Constant(value=str(name)):
            return name
    written = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    long = [each for each in written if each.startswith("--")] or written
    return long[0].lstrip("-").replace("-", "_") if long and "dest" not in passed else ""


def _stored(name: str, call: ast.Call, passed: Mapping[str | None, ast.expr], kind: Callable[[ast.expr], Kind]) -> Kind:
    """Returns the kind of what is stored from the command line or by default; a default string is parsed as well."""
    found = _TYPES.get(kind(passed["type"]), UNKNOWN) if "type" in passed else STR
    default = kind(passed["default"]) if "default" in passed else NONE
    if default == STR:
        default = found
    match passed.get("nargs"):
        case None | ast.Constant(value="?"):
            pass
        case _:
            found = Value("list", (found,))
    first = call.args[0] if call.args else None
    is_positional = isinstance(first, ast.Constant) and first.value == name
    match passed.get("required"):
        case ast.Constant(value=True):
            return found
    return found if is_positional and "nargs" not in passed else join((found, default))
