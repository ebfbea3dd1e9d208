"""Which places of a variable may have run between the statement that binds it for certain and another statement."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.calls.text.syntax import enclosing
from generator.calls.text.variables import Variables

LOOPS = (ast.For, ast.AsyncFor, ast.While)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.Module)
UPDATE = "+="

Place = tuple[int, int]
Item = tuple[ast.expr, int | None]
"""One item of what an expression gives, and which one that is, where it is known."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change in place of what a variable holds: of its items, its state, or all of it."""

    by: str
    """The attribute that is set, the method without its underscore, or ``+=``; empty where an item is set."""
    operands: Sequence[ast.expr] | None
    """What it is made with; None where the text does not write that there."""


@dataclass(frozen=True)
class _Bound:
    """What a variable may have where it stands: values, items of what is unpacked, or anything."""

    values: Sequence[ast.expr] = ()
    unpacked: Sequence[Item] = ()
    is_open: bool = False


def changed_member(node: ast.Attribute) -> str | None:
    """Returns the member of a value that is set, or called with ``_`` to change it in place; None where neither is."""
    is_in_place = node.attr.endswith("_") and not node.attr.endswith("__")
    return node.attr if isinstance(node.ctx, ast.Store) else node.attr[:-1] if is_in_place else None


class Reaching:
    """The statements of one text in the order in which they may run."""

    def __init__(self, variables: Variables) -> None:
        self._variables = variables
        self._parents = variables.parents
        self._values: dict[ast.Name, _Bound] = {}
        self._statements: dict[ast.AST, ast.stmt] = {}
        self._before: dict[tuple[ast.Name, ast.stmt], Sequence[ast.Name]] = {}

    def around(self, node: ast.AST) -> list[ast.AST]:
        """Returns a node and those around it, up to the function, which is the last."""
        found = [node]
        while not isinstance(found[-1], _SCOPES):
            found.append(self._parents[found[-1]])
        return found

    def statement(self, node: ast.AST) -> ast.stmt:
        """Returns the statement that a node stands in."""
        if node not in self._statements:
            found = enclosing(node, self._parents, ast.stmt)
            assert found is not None
            self._statements[node] = found
        return self._statements[node]

    def before(self, variable: ast.Name, node: ast.stmt) -> Sequence[ast.Name]:
        """Returns the places of a variable between its last certain binding and a statement.

        Where both are in loops, the places up to the end of these; where another function binds the variable, all its
        places.
        """
        places = self._variables.everywhere(variable)
        asked = places[0], node
        if asked not in self._before:
            self._before[asked] = self._among(places, node)
        return self._before[asked]

    def _among(self, places: Sequence[ast.Name], node: ast.stmt) -> Sequence[ast.Name]:
        around = self.around(node)
        if self._is_bound_elsewhere(places, around[-1]):
            return places
        since = self._since(places, node) or (0, 0)
        ends = [end(each) for each in around if isinstance(each, LOOPS) and start(each) > since]
        until = max(ends, default=start(node))
        return [each for each in places if since <= start(self.statement(each)) < until]

    def is_beside(self, one: ast.Name, other: ast.Name) -> bool:
        """Tells whether no statement binds a variable for certain between two of its places."""
        pairs = ((one, other), (other, one))
        return any(first in self.before(second, self.statement(second)) for first, second in pairs)

    def values(self, variable: ast.Name) -> Sequence[ast.expr] | None:
        """Returns the expressions assigned to a variable that it may hold; None where it may hold another value.

        ``x += y`` counts for no other one: it changes a Tensor in place.
        """
        values, is_all = self.some(variable)
        return values if is_all and values else None

    def some(self, variable: ast.Name) -> tuple[Sequence[ast.expr], bool]:
        """Returns expressions that a variable may have where it stands, and whether it can have no other."""
        found = self._bound(variable)
        return found.values, not found.is_open and not found.unpacked

    def unpacked(self, variable: ast.Name) -> Sequence[Item]:
        """Returns the unpacked items that a variable may be; empty where it may be anything else."""
        found = self._bound(variable)
        return () if found.is_open or found.values else found.unpacked

    def items(self, variable: ast.Name) -> Sequence[Item]:
        """Returns the unpacked items that a variable may be, besides what else it may be."""
        return self._bound(variable).unpacked

    def is_passed(self, variable: ast.Name) -> bool:
        """Tells whether a variable is a parameter that nothing but the caller binds."""
        places = self._variables.everywhere(variable) if variable in self._parents else []
        return self._variables.rebinds(variable) and all(isinstance(each.ctx, ast.Load) for each in places)

    def is_unbound(self, variable: ast.Name) -> bool:
        """Tells whether nothing in its function may have bound a variable before: a parameter, or of another scope."""
        if variable not in self._parents or self._is_of_comprehension(variable):
            return False
        return all(isinstance(each.ctx, ast.Load) for each in self.before(variable, self.statement(variable)))

    def is_updated(self, variable: ast.Name) -> bool:
        """Tells whether ``x += y`` changes a variable anywhere, or binds it to something else."""
        return any(each.by == UPDATE for each in self.changes(variable))

    def changes(self, variable: ast.Name) -> list[Change]:
        """Returns how the text changes what a variable holds in place, anywhere."""
        return list(self._changes(self._variables.everywhere(variable)))

    def earlier_changes(self, variable: ast.Name) -> list[Change]:
        """Returns how the text may have changed what a variable holds in place since it was bound."""
        if variable not in self._parents or self._is_of_comprehension(variable):
            return []
        return list(self._changes(self.before(variable, self.statement(variable))))

    def _changes(self, places: Iterable[ast.Name]) -> Iterator[Change]:
        for place in places:
            around = self._parents[place]
            match around:
                case ast.AugAssign(target=target, value=value) if target is place:
                    yield Change(UPDATE, [value])
                case ast.Subscript(value=held, ctx=ast.Store()) if held is place:
                    yield Change("", self._set_by(around))
                case ast.Attribute() if (member := changed_member(around)) is not None:
                    yield Change(member, self._called_with(around))

    def _set_by(self, item: ast.Subscript) -> Sequence[ast.expr] | None:
        match self._parents[item]:
            case ast.Assign(value=value) | ast.AugAssign(value=value):
                return [value]
        return None

    def _called_with(self, method: ast.Attribute) -> Sequence[ast.expr] | None:
        match self._parents[method]:
            case ast.Call(func=func, args=args, keywords=keywords) if func is method:
                return [*args, *(each.value for each in keywords)]
        return None

    def _bound(self, variable: ast.Name) -> _Bound:
        # An argument that ``functools.partial`` leaves to the call is no node of the text.
        if variable not in self._parents:
            return _Bound(is_open=True)
        if variable not in self._values:
            self._values[variable] = self._assigned(variable)
        return self._values[variable]

    def _assigned(self, variable: ast.Name) -> _Bound:
        if self._is_of_comprehension(variable):
            return _Bound(is_open=True)
        node = self.statement(variable)
        is_later = self.around(variable)[-1] is not self.around(node)[-1]  # in a lambda, which runs another time
        places = self._variables.everywhere(variable)
        is_rebound = not is_later and self._variables.rebinds(variable) and self._since(places, node) is not None
        is_open = self._variables.places(variable) is None and not is_rebound
        values: list[ast.expr] = []
        unpacked: list[Item] = []
        for place in places if is_later else self.before(variable, node):
            match self._parents[place]:
                case _ if isinstance(place.ctx, ast.Load):
                    continue
                case ast.Assign(targets=targets, value=value) if place in targets:
                    values.append(value)
                case ast.AnnAssign(value=ast.expr() as value):
                    values.append(value)
                case ast.AugAssign(op=op) if not isinstance(op, ast.MatMult):
                    continue
                case ast.Tuple() | ast.List() as display if (whole := self._unpacked(display)) is not None:
                    if (item := _item(whole, display, place)) is not None:
                        values.append(item)
                    else:
                        unpacked.append((whole, _position(display, place)))
                case _:
                    is_open = True
        return _Bound(tuple(values), tuple(unpacked), is_open=is_open)

    def _is_of_comprehension(self, variable: ast.Name) -> bool:
        """Tells whether a comprehension around a variable binds one of its name."""
        return any(
            isinstance(target, ast.Name) and target.id == variable.id
            for each in self.around(variable)
            if isinstance(each, _COMPREHENSIONS)
            for generator in each.generators
            for target in ast.walk(generator.target)
        )

    def _unpacked(self, display: ast.Tuple | ast.List) -> ast.expr | None:
        """Returns the expression that is unpacked into a display of targets, if that is one of an assignment."""
        match self._parents[display]:
            case ast.Assign(targets=targets, value=value) if display in targets:
                return value
        return None

    def _is_bound_elsewhere(self, places: Sequence[ast.Name], scope: ast.AST) -> bool:
        """Tells whether another function than the ``scope`` binds a variable."""
        return any(isinstance(p.ctx, ast.Store) and self.around(p)[-1] is not scope for p in places)

    def _since(self, places: Sequence[ast.Name], node: ast.stmt) -> Place | None:
        """Returns where a variable was last bound for certain before a statement; None where it may not have been."""
        around = self.around(node)
        if self._is_bound_elsewhere(places, around[-1]):
            return None
        bound = [self.statement(each) for each in places if isinstance(each.ctx, ast.Store)]
        certain = [start(each) for each in bound if self._is_certain(each, around)]
        return max((each for each in certain if each < start(node)), default=None)

    def _is_certain(self, statement: ast.stmt, around: Sequence[ast.AST]) -> bool:
        """Tells whether a statement that binds a variable certainly ran before another one.

        ``around`` holds the other statement and those that enclose it.
        """
        if statement in around:  # the head of a loop, or of ``with``
            return True
        parent = self._parents[statement]
        blocks = (getattr(parent, name, None) for name in ("body", "orelse", "finalbody"))
        block = next((each for each in blocks if isinstance(each, list) and statement in each), [])
        is_simple = isinstance(statement, ast.Assign | ast.AnnAssign)
        return is_simple and any(each in block for each in around)


def _item(value: ast.expr, targets: ast.Tuple | ast.List, target: ast.Name) -> ast.expr | None:
    """Returns the item that a target is bound to, where both sides are displays without ``*``."""
    if not isinstance(value, ast.Tuple | ast.List) or len(value.elts) != len(targets.elts):
        return None
    is_plain = not any(isinstance(each, ast.Starred) for each in (*value.elts, *targets.elts))
    return value.elts[targets.elts.index(target)] if is_plain else None


def _position(targets: ast.Tuple | ast.List, target: ast.Name) -> int | None:
    """Returns which item a target is bound to; None where ``*`` takes any number of them."""
    is_plain = not any(isinstance(each, ast.Starred) for each in targets.elts)
    return targets.elts.index(target) if is_plain else None


def start(node: ast.expr | ast.stmt) -> Place:
    """Returns where a node begins."""
    return node.lineno, node.col_offset


def end(node: ast.expr | ast.stmt) -> Place:
    """Returns where a node ends."""
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
