"""Tells what a dictionary that is passed by ``**`` holds, where the text shows it: each key, and what its values are.

A name is followed only where every place of its variable is understood: it is bound to a dictionary, keys are
added, or it is read. Keys are never taken away, so one that each binding has is surely there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from generator.calls.text.variables import Variables


@dataclass(frozen=True, slots=True)
class Entry:
    """What a dictionary has under one key: one of these values, and surely one only where ``is_sure``."""

    values: tuple[ast.expr, ...]
    is_sure: bool


Display = Mapping[str, Entry]


class Displays:
    """The dictionaries of one module."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._found: dict[ast.Name, Display | None] = {}

    @cached_property
    def variables(self) -> Variables:
        """The variables of the module."""
        return Variables(self._tree)

    def of(self, node: ast.expr) -> Display | None:
        """Returns the keys that a dictionary may have, in the order of the text; None where it may have others."""
        match node:
            case ast.Dict(keys=keys, values=values):
                return _in_turn([self._item(key, value) for key, value in zip(keys, values, strict=True)])
            case ast.Call(args=args, keywords=keywords) if self._is_call_of_dict(node):
                return self._made(args, keywords)
            case ast.Call(func=ast.Attribute(value=copied, attr="copy"), args=[], keywords=[]):
                return self.of(copied)
            case ast.IfExp(body=body, orelse=orelse):
                return _either([self.of(body), self.of(orelse)])
            case ast.BoolOp(values=values):
                return _either([self.of(value) for value in values])
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return _in_turn([self.of(left), self.of(right)])
            case ast.Name():
                return self._of_variable(node)
        return None

    def is_gathered(self, keyword: ast.keyword) -> bool:
        """Tells whether ``**`` passes on what callers passed a function by its own ``**`` parameter."""
        match keyword:
            case ast.keyword(arg=None, value=ast.Name() as passed):
                return self.variables.gathering(passed) is not None
        return False

    def _item(self, key: ast.expr | None, value: ast.expr) -> Display | None:
        match key:
            case None:
                return self.of(value)
            case ast.Constant(value=str(name)) if _is_fixed(value):
                return {name: Entry((value,), is_sure=True)}
        return None

    def _made(self, args: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> Display | None:
        """Returns what ``dict`` makes of its arguments, or ``update`` adds."""
        if len(args) > 1:
            return None
        named = [ast.Constant(each.arg) if each.arg is not None else None for each in keywords]
        items = [self._item(name, each.value) for name, each in zip(named, keywords, strict=True)]
        return _in_turn([*map(self.of, args), *items])

    # ---- variables ----

    def _of_variable(self, node: ast.Name) -> Display | None:
        function = self.variables.gathering(node)
        places = self.variables.places(node) if function is None else self.variables.everywhere(node)
        if not places:
            return None
        first = places[0]
        if first not in self._found:
            self._found[first] = None  # while it is asked for: a dictionary that is made of itself
            self._found[first] = self._gathered(places) if function is None else self._passed(places, function)
        return self._found[first]

    def _passed(self, places: Sequence[ast.Name], function: ast.FunctionDef) -> Display | None:
        """Returns what the calls of a function in the text pass by keywords that are not its parameters."""
        own = {each.arg for each in (*function.args.args, *function.args.kwonlyargs)}
        passed = [self._made([], call.keywords) for call in self.variables.calls(function)]
        if not passed or not all(map(self._is_read, places)):
            return None
        display = _either(passed)
        return display and {key: entry for key, entry in display.items() if key not in own}

    def _gathered(self, places: Sequence[ast.Name]) -> Display | None:
        """Returns what a variable holds, from all of its places."""
        bound: list[Display | None] = []
        added: list[Display | None] = []
        for place in places:
            match self.variables.parents[place]:
                case ast.Assign(targets=[target], value=value) if target is place:
                    bound.append(self.of(value))
                case ast.AnnAssign(target=target, value=value) if target is place:
                    bound += [self.of(value)] if value is not None else []
                case ast.AugAssign(target=target, op=ast.BitOr(), value=value) if target is place:
                    added.append(self.of(value))
                case _ if not isinstance(place.ctx, ast.Load):
                    return None
                case _ if not self._is_read(place):
                    added.append(self._added(place))
        maybe = [_unsure(display) for display in added]
        return _in_turn([_either(bound), *maybe]) if bound else None

    def _added(self, place: ast.Name) -> Display | None:
        """Returns what a statement adds to the dictionary of a variable; None where it does anything else with it."""
        parents = self.variables.parents
        parent = parents[place]
        match parent, parents[parent]:
            case ast.Subscript(value=held, slice=key, ctx=ast.Store()), ast.Assign(targets=[_], value=value):
                return self._item(key, value) if held is place else None
            case ast.Attribute(attr="update"), ast.Call(func=function, args=args, keywords=keywords) as call:
                is_alone = function is parent and isinstance(parents[call], ast.Expr)
                return self._made(args, keywords) if is_alone else None
        return None

    def _is_read(self, node: ast.expr) -> bool:
        """Tells whether a place only reads the dictionary, and hands it to nobody who might keep or change it."""
        parent = self.variables.parents[node]
        match parent:
            case ast.Expr() | ast.If() | ast.While() | ast.For() | ast.comprehension() | ast.FormattedValue():
                return True
            case ast.UnaryOp(op=ast.Not()) | ast.keyword(arg=None):
                return True
            case ast.Subscript(value=held, ctx=ast.Load()):
                return held is node
            case ast.Attribute(attr=name):
                call = self.variables.parents[parent]
                return isinstance(call, ast.Call) and call.func is parent and name in _READING
            case ast.Call(func=ast.Attribute(value=other, attr="update")) | ast.AugAssign(target=other, op=ast.BitOr()):
                return self._is_own(other)
            case ast.Call(func=ast.Name(id=name)):
                return name in _READERS and self.variables.is_builtin(name)
            case ast.Dict(keys=keys, values=values):
                return all(key is None for key, value in zip(keys, values, strict=True) if value is node)
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return self._is_own(right if left is node else left)
            case ast.Compare(left=left, ops=ops):
                return left is not node and all(isinstance(op, ast.In | ast.NotIn) for op in ops)
            case ast.IfExp(test=test):
                return test is node or self._is_read(parent)
            case ast.BoolOp():
                return self._is_read(parent)
        return False

    def _is_own(self, node: ast.expr) -> bool:
        """Tells whether an expression is a dictionary of Python's own class, which copies what it is given."""
        if not isinstance(node, ast.Name):
            return self._is_new(node)
        places = self.variables.places(node) or ()
        bound = [self.variables.parents[place] for place in places if not isinstance(place.ctx, ast.Load)]
        return bool(bound) and all(map(self._binds_own, bound))

    def _binds_own(self, statement: ast.AST) -> bool:
        match statement:
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                return self._is_new(value)
        return isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.BitOr)

    def _is_new(self, node: ast.expr) -> bool:
        """Tells whether an expression makes a dictionary."""
        match node:
            case ast.IfExp(body=first, orelse=second) | ast.BinOp(left=first, op=ast.BitOr(), right=second):
                return self._is_new(first) and self._is_new(second)
        return isinstance(node, ast.Dict) or self._is_call_of_dict(node)

    def _is_call_of_dict(self, node: ast.expr) -> bool:
        is_named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict"
        return is_named and self.variables.is_builtin("dict")


_READING = frozenset({"copy", "get", "items", "keys", "values"})
"""Methods of a dictionary that change nothing, and give nothing by which it could be changed."""
_READERS = frozenset({"print", "len", "str", "repr", "bool", "list", "tuple", "set", "sorted", "dict"})


def _is_fixed(value: ast.expr) -> bool:
    """Tells whether a value's text stays true while a dictionary holds it; a list's items may be set through that."""
    match value:
        case ast.Tuple(elts=parts) | ast.BoolOp(values=parts):
            return all(map(_is_fixed, parts))
        case ast.IfExp(body=body, orelse=orelse):
            return _is_fixed(body) and _is_fixed(orelse)
    return not isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp)


def _in_turn(displays: Iterable[Display | None]) -> Display | None:
    """Returns what is there after each has been put over those before."""
    found: dict[str, Entry] = {}
    for display in displays:
        if display is None:
            return None
        for key, entry in display.items():
            below = found.get(key)
            if below is not None and not entry.is_sure:
                found[key] = Entry(_each(below.values + entry.values), below.is_sure)
            else:
                found[key] = entry
    return found


def _either(displays: Sequence[Display | None]) -> Display | None:
    """Returns what is there where one of them is."""
    known = [display for display in displays if display is not None]
    if len(known) < len(displays):
        return None
    found: dict[str, Entry] = {}
    for key in dict.fromkeys(key for display in known for key in display):
        entries = [display[key] for display in known if key in display]
        is_sure = len(entries) == len(known) and all(entry.is_sure for entry in entries)
        found[key] = Entry(_each([value for entry in entries for value in entry.values]), is_sure)
    return found


def _unsure(display: Display | None) -> Display | None:
    if display is None:
        return None
    return {key: replace(entry, is_sure=False) for key, entry in display.items()}


def _each(values: Iterable[ast.expr]) -> tuple[ast.expr, ...]:
    return tuple(dict.fromkeys(values))
