"""Kinds of expressions, of the targets of assignments, and of annotations."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from generator.calls.builtin_kinds import BUILTINS, PATH, may_have
from generator.calls.call_kinds import Arguments, CallKinds
from generator.calls.kinds import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    NONE,
    STR,
    TENSOR_VALUE,
    UNKNOWN,
    Defined,
    Either,
    Kind,
    Name,
    Object,
    Value,
    is_number,
    is_tensor,
    join,
    options_of,
)
from generator.calls.scopes import Definitions, Scope
from generator.model.literal import default_value

_TYPING = {"Tensor": TENSOR_VALUE}
"""Classes that are known by their last name, wherever they are imported from."""


class Expressions:
    """Evaluates expressions over kinds, and remembers the kind of each."""

    def __init__(self, definitions: Definitions) -> None:
        self.kinds: dict[ast.AST, Kind] = {}
        self._definitions = definitions
        self._names = definitions.names
        self._calls = CallKinds(definitions)

    def kind(self, node: ast.expr, scope: Scope) -> Kind:
        """The kind of an expression."""
        found = self.kinds[node] = self._evaluate(node, scope)
        return found

    def item(self, kind: Kind) -> Kind:
        """What iteration over a value yields."""
        return self._calls.item(kind)

    def _kinds(self, nodes: Iterable[ast.expr], scope: Scope) -> list[Kind]:
        return [self.kind(node, scope) for node in nodes]

    def children(self, node: ast.AST, scope: Scope) -> None:
        """Evaluates every expression below a node."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.kind(child, scope)
            else:
                self.children(child, scope)

    def _evaluate(self, node: ast.expr, scope: Scope) -> Kind:
        match node:
            case ast.Constant(value=value):
                return NONE if value is None else Value(type(value).__name__)
            case ast.Name(id=name):
                return self._name(name, scope)
            case ast.Attribute(value=receiver, attr=attribute):
                held = self.kind(receiver, scope)
                if isinstance(held, Either):
                    held = self.kinds[receiver] = join(option for option in held.options if may_have(option, attribute))
                if (
                    held == UNKNOWN
                    and scope.uses is not None
                    and scope.uses.of_expression(node, self._names, self._known)
                ):
                    held = self.kinds[receiver] = TENSOR_VALUE
                return self._calls.attribute(held, attribute)
            case ast.Call():
                return self._call(node, scope)
            case ast.BinOp(left=left, op=op, right=right):
                return arithmetic(self.kind(left, scope), self.kind(right, scope), op)
            case ast.UnaryOp(op=op, operand=operand):
                kind = self.kind(operand, scope)
                return BOOL if isinstance(op, ast.Not) else kind
            case ast.BoolOp(values=values):
                return join(self._kinds(values, scope))
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                kinds = self._kinds((left, *comparators), scope)
                return BOOL if any(isinstance(op, _IDENTITY) for op in ops) else _compared(kinds)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.kind(test, scope)
                return join(self._kinds((body, orelse), scope))
            case ast.Subscript(value=value, slice=index):
                kind = self.kind(value, scope)
                self.kind(index, scope)
                return join(self._subscript(option, index) for option in options_of(kind))
            case ast.Tuple(elts=elements):
                kinds = self._kinds(elements, scope)
                starred = any(isinstance(each, ast.Starred) for each in elements)
                return Value("tuple", (join(kinds),), repeated=True) if starred else Value("tuple", tuple(kinds))
            case ast.List(elts=elements) | ast.Set(elts=elements):
                name = "list" if isinstance(node, ast.List) else "set"
                return Value(name, (join(self._kinds(elements, scope)),) if elements else ())
            case ast.Dict(keys=keys, values=values):
                self._kinds((key for key in keys if key is not None), scope)
                kinds = self._kinds(values, scope)
                return Value("dict", (join(kinds),) if kinds and None not in keys else ())
            case ast.Starred(value=value):
                return self.item(self.kind(value, scope))
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                return self._comprehension(node, scope.inner())
            case ast.Lambda():
                self.parameters(node.args, scope)
                return self._definitions.function(node, scope)
            case ast.NamedExpr(target=target, value=value):
                kind = self.kind(value, scope)
                self.assign(target, kind, scope)
                return kind
            case ast.JoinedStr():
                self.children(node, scope)
                return STR
            case _:
                self.children(node, scope)
                return Value("slice") if isinstance(node, ast.Slice) else UNKNOWN

    def _name(self, name: str, scope: Scope) -> Kind:
        found = scope.find(name)
        if found is not None:
            return found
        # The snippets of records, and cells of notebooks, leave imports out.
        return Name(name) if name in self._names.packages else BUILTINS.get(name, UNKNOWN)

    def _call(self, node: ast.Call, scope: Scope) -> Kind:
        function = self.kind(node.func, scope)
        positional = self._kinds(node.args, scope)
        keywords = {keyword.arg: self.kind(keyword.value, scope) for keyword in node.keywords}
        if function == Name("builtins.super") and scope.owner is not None and not node.args:
            bases = (path for path in self._definitions.ancestors(scope.owner) if self._names.find(path) is not None)
            return Value(next(bases, "object"))
        starred = next((index for index, each in enumerate(node.args) if isinstance(each, ast.Starred)), None)
        is_open = None in keywords or starred is not None
        return self._calls.called(function, Arguments(positional[:starred], keywords, is_open))

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, scope: Scope) -> Kind:
        for generator in node.generators:
            self.assign(generator.target, self.item(self.kind(generator.iter, scope)), scope)
            self._kinds(generator.ifs, scope)
        if isinstance(node, ast.DictComp):
            self.kind(node.key, scope)
            return Value("dict", (self.kind(node.value, scope),))
        name = {ast.ListComp: "list", ast.SetComp: "set"}.get(type(node), "generator")
        return Value(name, (self.kind(node.elt, scope),))

    def _subscript(self, kind: Kind, index: ast.expr) -> Kind:
        if not isinstance(kind, Value):
            return UNKNOWN
        exact = kind.type == "tuple" and not kind.repeated
        if isinstance(index, ast.Slice):
            return Value("tuple", (join(kind.items),), repeated=True) if exact and kind.items else kind
        if exact and isinstance(index, ast.Constant | ast.UnaryOp):
            number = default_value(ast.unparse(index))
            return (
                kind.items[number]
                if isinstance(number, int) and -len(kind.items) <= number < len(kind.items)
                else UNKNOWN
            )
        if kind.type == "dict":
            return join(kind.items)
        return self.item(kind)

    # ---- targets ----

    def assign(self, target: ast.expr, kind: Kind, scope: Scope) -> None:
        """Binds a target of an assignment, a loop or ``with``."""
        self.kinds[target] = kind
        match target:
            case ast.Name(id=name):
                scope.names[name] = self._by_use(name, scope) if kind == UNKNOWN else kind
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                for each, part in zip(targets, self._unpacked(kind, targets), strict=True):
                    self.assign(each, part, scope)
            case ast.Starred(value=inner):
                self.assign(inner, kind, scope)
            case ast.Attribute(value=receiver, attr=attribute):
                held = self.kind(receiver, scope)
                if isinstance(held, Object):
                    self._definitions.learn_attribute(held.position, attribute, kind)
            case ast.Subscript(value=container):
                self.children(target, scope)
                self.fill(container, kind, scope)
            case _:
                self.children(target, scope)

    def _known(self, node: ast.AST) -> Kind:
        return self.kinds.get(node, UNKNOWN)

    def _by_use(self, name: str, scope: Scope) -> Kind:
        """The kind of a variable with an unknown value, as far as its uses tell."""
        uses = scope.uses
        looks = uses is not None and uses.looks_like_tensor(name, self._names, self._known)
        return TENSOR_VALUE if looks else UNKNOWN

    def _unpacked(self, kind: Kind, targets: Sequence[ast.expr]) -> Iterator[Kind]:
        starred = next((index for index, each in enumerate(targets) if isinstance(each, ast.Starred)), None)
        if isinstance(kind, Value) and starred is None and kind.fits(len(targets)):
            yield from kind.items
            return
        item = self.item(kind)
        for index in range(len(targets)):
            yield Value("list", (item,)) if index == starred else item

    def fill(self, container: ast.expr, item: Kind, scope: Scope) -> None:
        """Notes that a list, set or dict gets an item."""
        kind = self.kind(container, scope)
        if isinstance(kind, Value) and kind.type in {"list", "set", "dict"}:
            filled = Value(kind.type, (join((*kind.items, item)),))
            if isinstance(container, ast.Name | ast.Attribute):
                self.assign(container, filled, scope)

    def parameters(self, arguments: ast.arguments, scope: Scope) -> None:
        """Evaluates the defaults and annotations of a function's parameters."""
        self._kinds((default for default in (*arguments.defaults, *arguments.kw_defaults) if default), scope)
        every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
        for argument in every:
            if argument is not None and argument.annotation is not None:
                self.annotation(argument.annotation, scope)

    # ---- annotations ----

    def annotation(self, node: ast.expr, scope: Scope) -> Kind:
        """The kind that an annotation or the second argument of ``isinstance`` names."""
        match node:
            case ast.Constant(value=None):
                return NONE
            case ast.Constant(value=str(text)):
                try:
                    return self.annotation(ast.parse(text, mode="eval").body, scope)
                except (SyntaxError, ValueError):
                    return UNKNOWN
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return join((self.annotation(left, scope), self.annotation(right, scope)))
            case ast.Subscript(value=outer, slice=inner):
                self.kind(outer, scope)
                return self._generic(outer, inner, scope)
        kind = self.kind(node, scope)
        if isinstance(kind, Defined) and kind.position in self._definitions.classes:
            return Object(kind.position)
        return self._class(kind.path) if isinstance(kind, Name) else UNKNOWN

    def _class(self, path: str) -> Kind:
        if path.startswith("builtins."):
            return Value(path.removeprefix("builtins."))
        entry = self._names.find(path)
        if entry is not None and entry.kind == "class":
            return Value(entry.path)
        return _TYPING.get(path.rpartition(".")[2], UNKNOWN)

    def _generic(self, outer: ast.expr, inner: ast.expr, scope: Scope) -> Kind:
        parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        kinds = [self.annotation(part, scope) for part in parts if not _is_ellipsis(part)]
        match ast.unparse(outer).rpartition(".")[2].lower():
            case "optional":
                return join((*kinds, NONE))
            case "union":
                return join(kinds)
            case "tuple":
                return Value("tuple", tuple(kinds), repeated=any(map(_is_ellipsis, parts)))
            case "list":
                return Value("list", tuple(kinds[-1:]))
            case "sequence" | "iterable" | "iterator" | "collection":
                return Value("iterator", tuple(kinds[-1:]))
            case "dict" | "mapping":
                return Value("dict", tuple(kinds[-1:]))
            case _:
                return UNKNOWN


_IDENTITY = (ast.Is, ast.IsNot, ast.In, ast.NotIn)


def _compared(kinds: Sequence[Kind]) -> Kind:
    if any(map(is_tensor, kinds)):
        return TENSOR_VALUE
    return BOOL if all(isinstance(kind, Value) for kind in kinds) else UNKNOWN


def arithmetic(left: Kind, right: Kind, op: ast.operator) -> Kind:
    """The kind of ``left op right``."""
    if is_tensor(left) or is_tensor(right):
        return TENSOR_VALUE
    if is_number(left) and is_number(right):
        if COMPLEX in {left, right}:
            return COMPLEX
        return FLOAT if isinstance(op, ast.Div) or FLOAT in {left, right} else INT
    if left == STR and right != PATH:
        return STR
    if PATH in {left, right} and isinstance(op, ast.Div):
        return PATH
    if isinstance(left, Value) and left.type in {"list", "tuple"}:
        if isinstance(op, ast.Mult):
            return Value(left.type, (join(left.items),), repeated=True) if left.items else left
        if isinstance(right, Value) and right.type == left.type:
            return Value(left.type, (join((*left.items, *right.items)),), repeated=left.type == "tuple")
    return UNKNOWN


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis
