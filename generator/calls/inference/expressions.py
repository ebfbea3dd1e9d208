"""Kinds of expressions, of the targets of assignments, and of annotations."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from generator.calls.inference.call_kinds import DICT, PACKED, TENSOR_CLASSES, Arguments, CallKinds
from generator.calls.inference.scopes import Definitions, Evaluator, FunctionFacts, Scope
from generator.calls.knowledge.builtin_kinds import ARRAY, BUILTINS, OPTIONS, PATH, SCALARS, may_have
from generator.calls.knowledge.kinds import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    MODULE,
    NONE,
    SEQUENTIAL,
    SHAPE,
    STR,
    TENSOR_VALUE,
    UNKNOWN,
    Defined,
    Either,
    Kind,
    Name,
    Object,
    OwnModule,
    Value,
    is_batch,
    is_number,
    is_tensor,
    join,
    options_of,
    sequential,
)
from generator.calls.knowledge.names import TENSOR_CLASS
from generator.model.literal import default_value

_TYPING = {"Tensor": TENSOR_VALUE}
"""Classes that are known by their last name, wherever they are imported from."""
_FILLED = frozenset({"list", "set", "dict", "torch.nn.ModuleList", DICT})
"""What gets its items one by one, all of one kind."""


class Expressions:
    """Evaluates expressions over kinds, and remembers the kind of each."""

    def __init__(self, definitions: Definitions, home: Evaluator) -> None:
        self.kinds: dict[ast.AST, Kind] = {}
        self.yielded: list[Kind] = []
        """What the function yields that runs now."""
        self._home = home
        self._definitions = definitions
        self.names = definitions.names
        self._calls = CallKinds(definitions)

    def kind(self, node: ast.expr, scope: Scope) -> Kind:
        """Returns the kind of an expression."""
        found = self.kinds[node] = self._evaluate(node, scope)
        return found

    def item(self, kind: Kind) -> Kind:
        """Returns what iteration over a value yields."""
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
            case ast.Attribute():
                return self._attribute(node, scope)
            case ast.Call():
                return self._call(node, scope)
            case ast.BinOp(left=left, op=op, right=right):
                return arithmetic(self.kind(left, scope), self.kind(right, scope), op)
            case ast.UnaryOp(op=op, operand=operand):
                kind = self.kind(operand, scope)
                return BOOL if isinstance(op, ast.Not) else kind
            case ast.BoolOp(op=op, values=values):
                inner = scope.inner()
                kinds = []
                for value in values:
                    kinds.append(self.kind(value, inner))
                    self.narrow(value, inner, holds=isinstance(op, ast.And))
                return join(kinds)
            case ast.Yield(value=value):
                self.yielded.append(NONE if value is None else self.kind(value, scope))
                return UNKNOWN
            case ast.YieldFrom(value=value):
                self.yielded.append(self.item(self.kind(value, scope)))
                return UNKNOWN
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                kinds = self._kinds((left, *comparators), scope)
                return BOOL if any(isinstance(op, _IDENTITY) for op in ops) else _compared(kinds)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.kind(test, scope)
                return join((self._if(test, body, scope, holds=True), self._if(test, orelse, scope, holds=False)))
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
                return self._definitions.function(node, scope, self._home)
            case ast.NamedExpr(target=target, value=value):
                kind = self.kind(value, scope)
                self.assign(target, kind, scope)
                if scope.around is not None:
                    self.assign(target, kind, scope.around)
                return kind
            case ast.JoinedStr():
                self.children(node, scope)
                return STR
            case _:
                self.children(node, scope)
                return Value("slice") if isinstance(node, ast.Slice) else UNKNOWN

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Kind:
        """Returns the kind of a member, which may tell what it belongs to."""
        receiver, held = node.value, self.kind(node.value, scope)
        if isinstance(held, Either):
            held = self.kinds[receiver] = join(option for option in held.options if self._may_have(option, node.attr))
        if held == UNKNOWN and scope.uses is not None:
            if scope.uses.of_expression(node, self):
                held = self.kinds[receiver] = TENSOR_VALUE
            elif told := scope.uses.told_class(node):
                held = self.kinds[receiver] = Value(told)
        return self._calls.attribute(held, node.attr)

    def _may_have(self, kind: Kind, member: str) -> bool:
        """Tells whether a value can have a member; a sequence that a recurrent layer packs has few."""
        if kind == PACKED:
            return self.names.member(kind.type, member) is not None
        return may_have(kind, member)

    def _name(self, name: str, scope: Scope) -> Kind:
        found = scope.find(name)
        if found is not None:
            return found
        # The snippets of records, and cells of notebooks, leave imports out.
        return Name(name) if name in self.names.packages else BUILTINS.get(name, UNKNOWN)

    def _call(self, node: ast.Call, scope: Scope) -> Kind:
        function = self.kind(node.func, scope)
        positional = self._kinds(node.args, scope)
        keywords = {keyword.arg: self.kind(keyword.value, scope) for keyword in node.keywords}
        if function == Name("builtins.super") and scope.owner is not None:
            return self._parent(scope.owner)
        starred = next((index for index, each in enumerate(node.args) if isinstance(each, ast.Starred)), None)
        is_open = None in keywords or starred is not None
        return self._calls.called(function, Arguments(positional[:starred], keywords, is_open, positional))

    def _parent(self, made: Object) -> Kind:
        """Returns what ``super()`` stands for in an object's methods: an object of the first class it derives from."""
        facts = self._definitions.class_of(made)
        first = next(iter(facts.parents), UNKNOWN) if facts is not None else UNKNOWN
        if isinstance(first, Defined) and self._definitions.class_of(first) is not None:
            return Object(first.position, first.module)
        bases = (path for path in self._definitions.ancestors(made) if self.names.find(path) is not None)
        return Value(next(bases, "object"))

    def base(self, node: ast.expr, scope: Scope) -> Kind:
        """Returns the class that a base names, without its parameters."""
        found = self.kind(node, scope)
        return self.kinds[node.value] if isinstance(node, ast.Subscript) else found

    def declared(self, node: ast.ClassDef, scope: Scope) -> dict[str, Kind]:
        """Returns the kinds of the names that a class body declares with an annotation."""
        return {name: self.annotation(annotation, scope) for name, annotation in declared_names(node).items()}

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, scope: Scope) -> Kind:
        for generator in node.generators:
            self.assign(generator.target, self.item(self.kind(generator.iter, scope)), scope)
            for test in generator.ifs:
                self.kind(test, scope)
                self.narrow(test, scope, holds=True)
        if isinstance(node, ast.DictComp):
            self.kind(node.key, scope)
            return Value("dict", (self.kind(node.value, scope),))
        name = {ast.ListComp: "list", ast.SetComp: "set"}.get(type(node), "generator")
        return Value(name, (self.kind(node.elt, scope),))

    def _subscript(self, kind: Kind, index: ast.expr) -> Kind:
        if not isinstance(kind, Value):
            return UNKNOWN
        if isinstance(index, ast.Slice):
            return Value(kind.type, (join(kind.items),), repeated=True) if kind.is_exact and kind.items else kind
        if kind.is_exact and isinstance(index, ast.Constant | ast.UnaryOp):
            number = default_value(ast.unparse(index))
            return (
                kind.items[number]
                if isinstance(number, int) and -len(kind.items) <= number < len(kind.items)
                else UNKNOWN
            )
        if kind.type == DICT:
            return join(kind.items or (Value(MODULE),))
        if kind.type == "dict":
            return join(kind.items)
        return self.item(kind)

    def _if(self, test: ast.expr, node: ast.expr, scope: Scope, *, holds: bool) -> Kind:
        """Returns the kind of an expression that is evaluated only if a condition holds, or does not."""
        inner = scope.inner()
        self.narrow(test, inner, holds=holds)
        return self.kind(node, inner)

    def narrow(self, test: ast.expr, scope: Scope, *, holds: bool) -> None:
        """Learns from a condition that holds, or does not."""
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.narrow(operand, scope, holds=not holds)
            case ast.BoolOp(op=op, values=values) if isinstance(op, ast.And) == holds:
                for value in values:
                    self.narrow(value, scope, holds=holds)
            case ast.BoolOp(values=values):
                self._narrow_by_any(values, scope, holds=holds)
            case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), wanted]) if holds:
                parts = wanted.elts if isinstance(wanted, ast.Tuple) else [wanted]
                scope.names[name] = join(self.annotation(part, scope) for part in parts)
            case ast.Call(func=function, args=[ast.Name(id=name)]) if holds:
                if self.kinds.get(function) == Name("torch.is_tensor"):
                    scope.names[name] = TENSOR_VALUE
            case ast.Compare(
                left=ast.Name(id=name) as left,
                ops=[ast.Is() | ast.IsNot() as op],
                comparators=[ast.Constant(value=None)],
            ):
                known = self.kind(left, scope)
                if isinstance(known, Either) and NONE in known.options:
                    scope.names[name] = join(options_of(known)) if isinstance(op, ast.IsNot) == holds else NONE
            case ast.Compare(left=asked, ops=[op], comparators=[wanted]) if name := type_of(asked, scope):
                self._narrow_by_type(name, wanted, scope, applies=isinstance(op, _SAME if holds else _OTHER))
            case ast.Name(id=name) if holds and isinstance(known := self.kind(test, scope), Either):
                scope.names[name] = join(options_of(known))

    def _narrow_by_any(self, values: Iterable[ast.expr], scope: Scope, *, holds: bool) -> None:
        """Learns from conditions of which at least one holds, or does not: a variable is what one of them says."""
        learnt: list[dict[str, Kind]] = []
        for value in values:
            inner = scope.inner()
            self.narrow(value, inner, holds=holds)
            learnt.append(inner.names)
        for name in learnt[0]:
            if all(name in names for names in learnt):
                scope.names[name] = join(names[name] for names in learnt)

    def _narrow_by_type(self, name: str, wanted: ast.expr, scope: Scope, *, applies: bool) -> None:
        """Learns from a comparison of the class of a variable."""
        parts = wanted.elts if isinstance(wanted, ast.Tuple | ast.List | ast.Set) else [wanted]
        found = join(self.annotation(part, scope) for part in parts)
        if applies and found != UNKNOWN:
            scope.names[name] = found

    # ---- targets ----

    def assign(self, target: ast.expr, kind: Kind, scope: Scope) -> None:
        """Binds a target of an assignment, a loop or ``with``."""
        self.kinds[target] = kind
        match target:
            case ast.Name(id=name):
                scope.types = {held: of for held, of in scope.types.items() if name not in {held, of}}
                scope.names[name] = self._by_use(name, scope, kind) if kind == UNKNOWN or is_batch(kind) else kind
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                for each, part in zip(targets, self._unpacked(kind, targets), strict=True):
                    self.assign(each, part, scope)
            case ast.Starred(value=inner):
                self.assign(inner, kind, scope)
            case ast.Attribute(value=receiver, attr=attribute):
                held = self.kind(receiver, scope)
                if isinstance(held, Object):
                    self._definitions.learn_attribute(held, attribute, kind)
                elif held == Value(OPTIONS):
                    self._definitions.learn_option(attribute, kind)
                elif isinstance(held, OwnModule) or self._definitions.class_of(held) is not None:
                    self._definitions.learn_replaced(held, attribute)
            case ast.Subscript(value=container):
                self.children(target, scope)
                self.fill(container, kind, scope)
            case _:
                self.children(target, scope)

    def kind_of(self, node: ast.AST) -> Kind:
        """Returns the kind of an expression that was evaluated."""
        return self.kinds.get(node, UNKNOWN)

    def wants_tensor(self, call: ast.Call, argument: ast.AST) -> bool:
        """Tells whether the function that is called, one of the project's own, takes a Tensor for an argument."""
        function, filled = self.filled(call)
        parameter = filled.get(argument) if isinstance(argument, ast.expr) else None
        return function is not None and parameter is not None and function.home.wants_tensor(function, parameter)

    def filled(self, call: ast.Call) -> tuple[FunctionFacts | None, dict[ast.expr, str]]:
        """Returns the project's own function that a call runs, if any, and the parameters that its arguments fill."""
        function, skip = self._calls.function_called(self.kind_of(call.func))
        if function is None or any(isinstance(each, ast.Starred) for each in call.args):
            return None, {}
        places = (*function.node.args.posonlyargs, *function.node.args.args)[skip:]
        names: dict[ast.expr, str] = {each: place.arg for each, place in zip(call.args, places, strict=False)}
        return function, names | {keyword.value: keyword.arg for keyword in call.keywords if keyword.arg is not None}

    def _by_use(self, name: str, scope: Scope, known: Kind) -> Kind:
        """Returns the kind of a variable with an unknown value or a batch of any form, as far as its uses tell."""
        uses = scope.uses
        looks = uses is not None and uses.looks_like_tensor(name, self)
        return TENSOR_VALUE if looks else known

    def _unpacked(self, kind: Kind, targets: Sequence[ast.expr]) -> Iterator[Kind]:
        starred = next((index for index, each in enumerate(targets) if isinstance(each, ast.Starred)), None)
        if isinstance(kind, Object) and starred is None:
            fields = self._definitions.fields(kind)
            if len(fields) == len(targets):
                yield from fields.values()
                return
        if isinstance(kind, Value) and starred is None and kind.fits(len(targets)):
            yield from kind.items
            return
        if isinstance(kind, Either):
            ways = [list(self._unpacked(option, targets)) for option in options_of(kind)]
            yield from (join(parts) for parts in zip(*ways, strict=True))
            return
        item = self.item(kind)
        for index in range(len(targets)):
            yield Value("list", (item,)) if index == starred else item

    def fill(self, container: ast.expr, item: Kind, scope: Scope) -> None:
        """Notes that a list, set, dict or list of Modules gets an item."""
        kind = self.kind(container, scope)
        if isinstance(kind, Value) and (
            kind.type in _FILLED or (kind.type == SEQUENTIAL and (kind.items or kind.repeated))
        ):
            every = (*kind.items, item)
            filled = sequential(every) if kind.type == SEQUENTIAL else Value(kind.type, (join(every),))
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
        """Returns the kind that an annotation or the second argument of ``isinstance`` names."""
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
        return self._instance(self.kind(node, scope))

    def _instance(self, kind: Kind) -> Kind:
        """Returns what an object of a class is, or of one of the classes in a tuple."""
        match kind:
            case Defined() if self._definitions.class_of(kind) is not None:
                return Object(kind.position, kind.module)
            case Name(path=path):
                return self._class(path)
            case Value(type="tuple", items=items):
                return join(map(self._instance, items))
        return UNKNOWN

    def _class(self, path: str) -> Kind:
        if path == "builtins.float":
            return Either(frozenset({INT, FLOAT}))  # where a float is asked for, an int does
        if path.startswith("builtins."):
            return Value(path.removeprefix("builtins."))
        entry = self.names.find(path)
        if entry is not None and entry.kind == "class":
            is_of_tensors = entry.path in TENSOR_CLASSES or TENSOR_CLASS.fullmatch(entry.path)
            return TENSOR_VALUE if is_of_tensors else Value(entry.path)
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
            case "generator":
                return Value("generator", tuple(kinds[:1]))
            case "sequence" | "iterable" | "iterator" | "collection":
                return Value("iterator", tuple(kinds[-1:]))
            case "dict" | "mapping":
                return Value("dict", tuple(kinds[-1:]))
            case _:
                return UNKNOWN


_SAME = (ast.Is, ast.Eq, ast.In)
_OTHER = (ast.IsNot, ast.NotEq, ast.NotIn)
_IDENTITY = (ast.Is, ast.IsNot, ast.In, ast.NotIn)


def _compared(kinds: Sequence[Kind]) -> Kind:
    if any(map(is_tensor, kinds)):
        return TENSOR_VALUE
    if ARRAY in kinds:
        return ARRAY
    return BOOL if all(isinstance(kind, Value) for kind in kinds) else UNKNOWN


def type_of(node: ast.expr, scope: Scope) -> str:
    """Returns the variable whose class an expression is, as ``type(x)``, ``x.__class__`` or what holds one; else ""."""
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=name)], keywords=[]):
            return name
        case ast.Attribute(value=ast.Name(id=name), attr="__class__"):
            return name
        case ast.Name(id=name):
            return (scope.around or scope).types.get(name, "")
    return ""


_PARAMETER_LIST = "torch.nn.ParameterList"
_EXTENDED = frozenset({SEQUENTIAL, "torch.nn.ModuleList"})
"""Containers of layers of which ``+`` gives another one, and which ``+=`` extends."""


def arithmetic(left: Kind, right: Kind, op: ast.operator) -> Kind:
    """Returns the kind of ``left op right``."""
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
    if ARRAY in {left, right} and _joins_array(left) and _joins_array(right) and not isinstance(op, ast.MatMult):
        return ARRAY
    if left == SHAPE or (right == SHAPE and (is_number(left) or _is_tuple(left))):
        return SHAPE
    if left == Value(_PARAMETER_LIST) and isinstance(op, ast.Add):
        return left
    if isinstance(left, Value) and left.type in _EXTENDED and isinstance(op, ast.Add) and isinstance(right, Value):
        every = (*left.items, *right.items)
        return Value(left.type, (join(every),) if every else (), repeated=left.type == SEQUENTIAL)
    if isinstance(left, Value) and left.type in {"list", "tuple"}:
        if isinstance(op, ast.Mult):
            return Value(left.type, (join(left.items),), repeated=True) if left.items else left
        if isinstance(right, Value) and right.type == left.type:
            return Value(left.type, (join((*left.items, *right.items)),), repeated=left.type == "tuple")
    return UNKNOWN


def _is_tuple(kind: Kind) -> bool:
    return isinstance(kind, Value) and kind.type == "tuple"


def _joins_array(kind: Kind) -> bool:
    """Tells whether NumPy computes with a value and an array: itself one, a number, or a sequence."""
    is_known = isinstance(kind, Value) and (kind == ARRAY or kind.type in SCALARS or kind.type in {"list", "tuple"})
    return is_known or is_number(kind)


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def declared_names(node: ast.ClassDef) -> dict[str, ast.expr]:
    """Returns the names that a class body declares, in their order, with their annotations."""
    return {
        each.target.id: each.annotation
        for each in node.body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    }
