"""Infers what the expressions of a source text are, by interpreting it over kinds instead of values.

Statements run in order; branches are joined, loops run twice. Functions run once their module has, with what is known
of their parameters: annotations, defaults, the arguments of the calls in the same text, and how the body uses them.
Passes are repeated until nothing new is learnt about parameters, results and attributes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from generator.calls.builtin_kinds import BUILTINS, FIRST_ARGUMENT, METHODS, builtin_call
from generator.calls.kinds import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    STR,
    TENSOR,
    TENSOR_VALUE,
    UNKNOWN,
    Defined,
    Either,
    Kind,
    Member,
    Name,
    Object,
    Value,
    is_number,
    is_tensor,
    item_of,
    join,
    options_of,
    parse_kind,
)
from generator.calls.names import PublicNames
from generator.calls.parameter_use import looks_like_tensor

MODULE = "torch.nn.Module"
LOADER = "torch.utils.data.DataLoader"
_PASSES = 4
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(slots=True)
class Scope:
    """The names of a module, function or class body; ``local`` are those that it binds anywhere."""

    names: dict[str, Kind]
    parent: Scope | None = None
    local: frozenset[str] = frozenset()

    def find(self, name: str) -> Kind | None:
        """The kind of a name; unknown where it is bound later, None where nobody binds it."""
        if name in self.names:
            return self.names[name]
        if name in self.local:
            return UNKNOWN
        return self.parent.find(name) if self.parent is not None else None


@dataclass(slots=True)
class FunctionFacts:
    """What is learnt about one function: the arguments of its calls, and its result."""

    node: Function
    scope: Scope
    owner: int | None
    """The class that it is a method of, by position."""
    arguments: dict[str, Kind] = field(default_factory=dict)
    result: Kind = UNKNOWN


@dataclass(slots=True)
class ClassFacts:
    """What is learnt about one class: its bases, its methods by name, the attributes of its objects."""

    node: ast.ClassDef
    bases: tuple[Kind, ...] = ()
    members: dict[str, Kind] = field(default_factory=dict)
    attributes: dict[str, Kind] = field(default_factory=dict)


class Inference:
    """The kinds of all expressions of one module.

    ``known`` gives the kinds of names that the text uses without binding them, in the inventory's notation.
    """

    def __init__(self, tree: ast.Module, names: PublicNames, known: dict[str, str] | None = None) -> None:
        self.names = names
        self._tree = tree
        self.kinds: dict[ast.AST, Kind] = {}
        self._functions: dict[int, FunctionFacts] = {}
        self._classes: dict[int, ClassFacts] = {}
        self._positions: dict[ast.AST, int] = {}
        self._nodes: list[ast.AST] = []
        self._parents: dict[ast.AST, ast.AST] = {}
        self._globals = {name: parse_kind(text) for name, text in (known or {}).items()}
        self._results: list[list[Kind]] = []
        self._changed = False
        self._run()

    def kind(self, node: ast.AST) -> Kind:
        """The kind of an expression; unknown where nothing was learnt."""
        return self.kinds.get(node, UNKNOWN)

    def torch_bases(self, kind: Kind) -> tuple[str, ...]:
        """The torch classes that an object of the text's own class derives from."""
        if not isinstance(kind, Object):
            return ()
        return tuple(path for path in self._ancestors(kind.position) if self.names.belongs(path))

    def defines(self, kind: Kind, member: str) -> bool:
        """Whether the text itself defines a member of its own class, or sets it as an attribute."""
        return isinstance(kind, Object) and self._own_member(kind.position, member) is not None

    # ---- passes ----

    def _run(self) -> None:
        for _ in range(_PASSES):
            self._changed = False
            self.kinds = {}
            module = Scope(dict(self._globals))
            self._block(self._tree.body, module, None)
            done: set[int] = set()
            while waiting := [p for p in self._functions if p not in done]:
                for position in waiting:
                    done.add(position)
                    self._function(self._functions[position])
            if not self._changed:
                break

    def _position(self, node: ast.AST) -> int:
        if node not in self._positions:
            self._positions[node] = len(self._nodes)
            self._nodes.append(node)
        return self._positions[node]

    def _function(self, facts: FunctionFacts) -> None:
        node = facts.node
        scope = Scope(self._parameters(facts), facts.scope, frozenset(bound_names(node)))
        if isinstance(node, ast.Lambda):
            result = self._expression(node.body, scope, facts.owner)
        else:
            results: list[Kind] = []
            self._results.append(results)
            self._block(node.body, scope, facts.owner)
            self._results.pop()
            generator = any(isinstance(n, ast.Yield | ast.YieldFrom) for n in ast.walk(node))
            result = UNKNOWN if generator else join(results) if results else NONE
        if result != facts.result:
            facts.result, self._changed = result, True

    def _parameters(self, facts: FunctionFacts) -> dict[str, Kind]:
        arguments = facts.node.args
        every = [*arguments.posonlyargs, *arguments.args]
        defaults: dict[str, ast.expr | None] = dict(
            zip((a.arg for a in every[len(every) - len(arguments.defaults) :]), arguments.defaults, strict=True)
        )
        defaults |= {a.arg: d for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)}
        found: dict[str, Kind] = {}
        for index, argument in enumerate([*every, *arguments.kwonlyargs]):
            if index == 0 and facts.owner is not None and not _is_static(facts.node):
                found[argument.arg] = Defined(facts.owner) if _is_class_method(facts.node) else Object(facts.owner)
            else:
                found[argument.arg] = self._parameter(facts, argument, defaults.get(argument.arg))
        if arguments.vararg is not None:
            found[arguments.vararg.arg] = Value("tuple", (UNKNOWN,), repeated=True)
        if arguments.kwarg is not None:
            found[arguments.kwarg.arg] = Value("dict")
        return found

    def _parameter(self, facts: FunctionFacts, argument: ast.arg, default: ast.expr | None) -> Kind:
        if argument.annotation is not None:
            annotated = self._annotation(argument.annotation, facts.scope)
            if annotated != UNKNOWN:
                return annotated
        passed = facts.arguments.get(argument.arg, UNKNOWN)
        if default is not None and passed != UNKNOWN:
            passed = join((passed, self._expression(default, facts.scope, None)))
        if passed != UNKNOWN and not (isinstance(passed, Value) and passed == NONE):
            return passed
        if default is not None and not (isinstance(default, ast.Constant) and default.value is None):
            return self._expression(default, facts.scope, None)
        is_forward = facts.owner is not None and self._is_module(facts.owner) and _name_of(facts.node) == "forward"
        if looks_like_tensor(facts.node, argument.arg, self, expected=is_forward):
            return TENSOR_VALUE
        return UNKNOWN

    # ---- statements ----

    def _block(self, body: Sequence[ast.stmt], scope: Scope, owner: int | None) -> bool:
        """Runs statements; returns whether they end the block early (return, raise, continue, break)."""
        return any([self._statement(statement, scope, owner) for statement in body])

    def _statement(self, node: ast.stmt, scope: Scope, owner: int | None) -> bool:
        match node:
            case ast.Assign(targets=targets, value=value):
                kind = self._expression(value, scope, owner)
                for target in targets:
                    self._assign(target, kind, scope, owner, value)
            case ast.AnnAssign(target=target, annotation=annotation, value=value):
                kind = self._annotation(annotation, scope)
                if value is not None:
                    found = self._expression(value, scope, owner)
                    kind = found if kind == UNKNOWN else kind
                if value is not None or isinstance(target, ast.Attribute):
                    self._assign(target, kind, scope, owner, None)
            case ast.AugAssign(target=target, op=op, value=value):
                left = self._expression(target, scope, owner)
                kind = self._arithmetic(left, self._expression(value, scope, owner), op)
                self._assign(target, kind, scope, owner, None)
            case ast.Return(value=value):
                kind = NONE if value is None else self._expression(value, scope, owner)
                if self._results:
                    self._results[-1].append(kind)
                return True
            case ast.Raise() | ast.Continue() | ast.Break():
                self._children(node, scope, owner)
                return True
            case ast.Expr(value=value):
                self._expression(value, scope, owner)
                self._mutation(value, scope, owner)
            case ast.If(test=test, body=body, orelse=orelse):
                return self._if(test, body, orelse, scope, owner)
            case ast.For() | ast.AsyncFor():
                self._loop(node, scope, owner)
            case ast.While(test=test, body=body, orelse=orelse):
                self._expression(test, scope, owner)
                before = dict(scope.names)
                for _ in range(2):
                    self._narrow(test, scope, owner, holds=True)
                    self._block(body, scope, owner)
                    _join_into(scope, before)
                self._block(orelse, scope, owner)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                for item in items:
                    kind = self._expression(item.context_expr, scope, owner)
                    if item.optional_vars is not None:
                        self._assign(item.optional_vars, _entered(kind), scope, owner, None)
                return self._block(body, scope, owner)
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final) | ast.TryStar(
                body=body, handlers=handlers, orelse=orelse, finalbody=final
            ):
                self._try(body, handlers, orelse, final, scope, owner)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._define_function(node, scope, owner)
            case ast.ClassDef():
                self._define_class(node, scope)
            case ast.Import(names=names):
                for name in names:
                    bound = name.asname or name.name.partition(".")[0]
                    scope.names[bound] = Name(name.name if name.asname else bound)
            case ast.ImportFrom(module=module, names=names, level=level):
                self._import_from("." * level + (module or ""), names, scope)
            case ast.Delete(targets=targets):
                for target in targets:
                    if isinstance(target, ast.Name):
                        scope.names.pop(target.id, None)
                    else:
                        self._children(target, scope, owner)
            case ast.Match(subject=subject, cases=cases):
                self._expression(subject, scope, owner)
                self._branches([case.body for case in cases], scope, owner, keep=True)
            case _:
                self._children(node, scope, owner)
        return False

    def _import_from(self, module: str, names: Sequence[ast.alias], scope: Scope) -> None:
        for name in names:
            if name.name != "*":
                scope.names[name.asname or name.name] = Name(f"{module}.{name.name}")
            elif self.names.belongs(module):
                for path in self.names.children(module):
                    scope.names[path.rpartition(".")[2]] = Name(path)

    def _if(
        self, test: ast.expr, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt], scope: Scope, owner: int | None
    ) -> bool:
        self._expression(test, scope, owner)
        before = dict(scope.names)
        self._narrow(test, scope, owner, holds=True)
        ended = self._block(body, scope, owner)
        after_body, scope.names = scope.names, dict(before)
        self._narrow(test, scope, owner, holds=False)
        else_ended = self._block(orelse, scope, owner)
        if else_ended and not ended:
            scope.names = after_body
        elif not ended:
            _join_into(scope, after_body)
        return ended and else_ended

    def _branches(
        self, bodies: Sequence[Sequence[ast.stmt]], scope: Scope, owner: int | None, *, keep: bool
    ) -> None:
        before = dict(scope.names)
        ends: list[dict[str, Kind]] = [before] if keep else []
        for body in bodies:
            scope.names = dict(before)
            if not self._block(body, scope, owner):
                ends.append(scope.names)
        scope.names = ends[0] if ends else before
        for names in ends[1:]:
            _join_into(scope, names)

    def _try(
        self,
        body: Sequence[ast.stmt],
        handlers: Sequence[ast.ExceptHandler],
        orelse: Sequence[ast.stmt],
        final: Sequence[ast.stmt],
        scope: Scope,
        owner: int | None,
    ) -> None:
        before = dict(scope.names)
        ended = self._block(body, scope, owner) or self._block(orelse, scope, owner)
        ends = [] if ended else [scope.names]
        for handler in handlers:
            scope.names = before | {name: UNKNOWN for name in scope.names.keys() - before.keys()}
            if handler.type is not None:
                self._expression(handler.type, scope, owner)
            if handler.name is not None:
                scope.names[handler.name] = Value("Exception")
            if not self._block(handler.body, scope, owner):
                ends.append(scope.names)
        scope.names = ends[0] if ends else scope.names
        for names in ends[1:]:
            _join_into(scope, names)
        self._block(final, scope, owner)

    def _loop(self, node: ast.For | ast.AsyncFor, scope: Scope, owner: int | None) -> None:
        item = self._item(self._expression(node.iter, scope, owner))
        before = dict(scope.names)
        for _ in range(2):
            self._assign(node.target, item, scope, owner, None)
            self._block(node.body, scope, owner)
            _join_into(scope, before)
        self._block(node.orelse, scope, owner)

    def _assign(self, target: ast.expr, kind: Kind, scope: Scope, owner: int | None, value: ast.expr | None) -> None:
        self.kinds[target] = kind
        match target:
            case ast.Name(id=name):
                scope.names[name] = kind
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                for each, part in zip(targets, self._unpacked(kind, targets), strict=True):
                    self._assign(each, part, scope, owner, None)
            case ast.Starred(value=inner):
                self._assign(inner, kind, scope, owner, None)
            case ast.Attribute(value=receiver, attr=attribute):
                held = self._expression(receiver, scope, owner)
                if isinstance(held, Object):
                    self._learn_attribute(held.position, attribute, kind)
            case ast.Subscript(value=container):
                self._children(target, scope, owner)
                self._fill(container, kind, scope, owner)
            case _:
                self._children(target, scope, owner)

    def _unpacked(self, kind: Kind, targets: Sequence[ast.expr]) -> Iterator[Kind]:
        starred = next((i for i, t in enumerate(targets) if isinstance(t, ast.Starred)), None)
        exact = isinstance(kind, Value) and kind.type == "tuple" and not kind.repeated
        if exact and isinstance(kind, Value) and starred is None and len(kind.items) == len(targets):
            yield from kind.items
            return
        item = self._item(kind)
        for index in range(len(targets)):
            yield Value("list", (item,)) if index == starred else item

    def _learn_attribute(self, position: int, name: str, kind: Kind) -> None:
        attributes = self._classes[position].attributes
        known = attributes.get(name)
        joined = kind if known is None or known == NONE else known if kind == NONE else join((known, kind))
        if joined != known:
            attributes[name], self._changed = joined, True

    def _mutation(self, value: ast.expr, scope: Scope, owner: int | None) -> None:
        """Learns what a list or set holds from ``append`` and the like."""
        match value:
            case ast.Call(func=ast.Attribute(value=container, attr="append" | "add" | "appendleft"), args=[item]):
                self._fill(container, self.kind(item), scope, owner)
            case ast.Call(func=ast.Attribute(value=container, attr="extend"), args=[items]):
                self._fill(container, self._item(self.kind(items)), scope, owner)
            case ast.Call(func=ast.Attribute(value=container, attr="insert"), args=[_, item]):
                self._fill(container, self.kind(item), scope, owner)

    def _fill(self, container: ast.expr, item: Kind, scope: Scope, owner: int | None) -> None:
        kind = self._expression(container, scope, owner)
        if isinstance(kind, Value) and kind.type in {"list", "set", "dict"}:
            filled = Value(kind.type, (join((*kind.items, item)),))
            if isinstance(container, ast.Name):
                scope.names[container.id] = filled
            elif isinstance(container, ast.Attribute):
                self._assign(container, filled, scope, owner, None)

    def _define_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope, owner: int | None) -> None:
        for decorator in node.decorator_list:
            self._expression(decorator, scope, owner)
        self._defaults(node.args, scope, owner)
        if node.returns is not None:
            self._annotation(node.returns, scope)
        position = self._position(node)
        self._functions.setdefault(position, FunctionFacts(node, scope, None)).scope = scope
        scope.names[node.name] = Defined(position)

    def _defaults(self, arguments: ast.arguments, scope: Scope, owner: int | None) -> None:
        for default in (*arguments.defaults, *arguments.kw_defaults):
            if default is not None:
                self._expression(default, scope, owner)
        every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
        for argument in every:
            if argument is not None and argument.annotation is not None:
                self._annotation(argument.annotation, scope)

    def _define_class(self, node: ast.ClassDef, scope: Scope) -> None:
        position = self._position(node)
        facts = self._classes.setdefault(position, ClassFacts(node))
        for decorator in node.decorator_list:
            self._expression(decorator, scope, None)
        facts.bases = tuple(self._expression(base, scope, None) for base in node.bases)
        for keyword in node.keywords:
            self._expression(keyword.value, scope, None)
        body = Scope({}, scope)
        scope.names[node.name] = Defined(position)
        self._block(node.body, body, None)
        facts.members = body.names
        for kind in body.names.values():
            if isinstance(kind, Defined) and kind.position in self._functions:
                function = self._functions[kind.position]
                function.owner, function.scope = position, scope

    # ---- conditions ----

    def _narrow(self, test: ast.expr, scope: Scope, owner: int | None, *, holds: bool) -> None:
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._narrow(operand, scope, owner, holds=not holds)
            case ast.BoolOp(op=ast.And(), values=values) if holds:
                for value in values:
                    self._narrow(value, scope, owner, holds=True)
            case ast.BoolOp(op=ast.Or(), values=values) if not holds:
                for value in values:
                    self._narrow(value, scope, owner, holds=False)
            case ast.Call(func=function, args=[ast.Name(id=name), wanted]) if holds:
                if isinstance(function, ast.Name) and function.id == "isinstance":
                    kind = self._instance(wanted, scope)
                    scope.names[name] = kind
            case ast.Call(func=function, args=[ast.Name(id=name)]) if holds:
                if self.kind(function) == Name("torch.is_tensor"):
                    scope.names[name] = TENSOR_VALUE

    def _instance(self, wanted: ast.expr, scope: Scope) -> Kind:
        if isinstance(wanted, ast.Tuple):
            return join(self._instance(each, scope) for each in wanted.elts)
        return self._annotation(wanted, scope)

    # ---- expressions ----

    def _children(self, node: ast.AST, scope: Scope, owner: int | None) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self._expression(child, scope, owner)
            elif isinstance(child, ast.stmt):
                self._statement(child, scope, owner)
            else:
                self._children(child, scope, owner)

    def _expression(self, node: ast.expr, scope: Scope, owner: int | None) -> Kind:
        kind = self.kinds[node] = self._evaluate(node, scope, owner)
        return kind

    def _evaluate(self, node: ast.expr, scope: Scope, owner: int | None) -> Kind:  # noqa: C901, PLR0911, PLR0912  # one case for each kind of expression
        match node:
            case ast.Constant(value=value):
                return NONE if value is None else Value(type(value).__name__)
            case ast.Name(id=name):
                found = scope.find(name)
                return found if found is not None else BUILTINS.get(name, UNKNOWN)
            case ast.Attribute(value=receiver, attr=attribute):
                return self._attribute(self._expression(receiver, scope, owner), attribute)
            case ast.Call():
                return self._call(node, scope, owner)
            case ast.BinOp(left=left, op=op, right=right):
                return self._arithmetic(
                    self._expression(left, scope, owner), self._expression(right, scope, owner), op
                )
            case ast.UnaryOp(op=op, operand=operand):
                kind = self._expression(operand, scope, owner)
                return BOOL if isinstance(op, ast.Not) else kind
            case ast.BoolOp(values=values):
                return join(self._expression(value, scope, owner) for value in values)
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                kinds = [self._expression(each, scope, owner) for each in (left, *comparators)]
                if any(isinstance(op, ast.Is | ast.IsNot | ast.In | ast.NotIn) for op in ops):
                    return BOOL
                return _compared(kinds)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self._expression(test, scope, owner)
                return join((self._expression(body, scope, owner), self._expression(orelse, scope, owner)))
            case ast.Subscript(value=value, slice=index):
                return self._subscript(self._expression(value, scope, owner), index, scope, owner)
            case ast.Tuple(elts=elements):
                kinds = [self._expression(each, scope, owner) for each in elements]
                starred = any(isinstance(each, ast.Starred) for each in elements)
                return Value("tuple", (join(kinds),), repeated=True) if starred else Value("tuple", tuple(kinds))
            case ast.List(elts=elements) | ast.Set(elts=elements):
                kinds = [self._expression(each, scope, owner) for each in elements]
                name = "list" if isinstance(node, ast.List) else "set"
                return Value(name, (join(kinds),) if kinds else ())
            case ast.Dict(keys=keys, values=values):
                for key in keys:
                    if key is not None:
                        self._expression(key, scope, owner)
                kinds = [self._expression(value, scope, owner) for value in values]
                return Value("dict", (join(kinds),) if kinds and None not in keys else ())
            case ast.Starred(value=value):
                return self._item(self._expression(value, scope, owner))
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                return self._comprehension(node, scope, owner)
            case ast.Lambda():
                position = self._position(node)
                self._defaults(node.args, scope, owner)
                self._functions.setdefault(position, FunctionFacts(node, scope, None)).scope = scope
                return Defined(position)
            case ast.NamedExpr(target=target, value=value):
                kind = self._expression(value, scope, owner)
                self._assign(target, kind, scope, owner, value)
                return kind
            case ast.JoinedStr():
                self._children(node, scope, owner)
                return STR
            case ast.Slice():
                self._children(node, scope, owner)
                return Value("slice")
            case _:
                self._children(node, scope, owner)
                return UNKNOWN

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, scope: Scope, owner: int | None
    ) -> Kind:
        inner = Scope({}, scope)
        for generator in node.generators:
            self._assign(generator.target, self._item(self._expression(generator.iter, inner, owner)), inner, owner, None)
            for condition in generator.ifs:
                self._expression(condition, inner, owner)
        if isinstance(node, ast.DictComp):
            self._expression(node.key, inner, owner)
            return Value("dict", (self._expression(node.value, inner, owner),))
        kind = self._expression(node.elt, inner, owner)
        name = {ast.ListComp: "list", ast.SetComp: "set"}.get(type(node), "iterator")
        return Value(name, (kind,))

    def _attribute(self, receiver: Kind, name: str) -> Kind:
        if isinstance(receiver, Either):
            return join(self._attribute(option, name) for option in options_of(receiver))
        if isinstance(receiver, Name):
            return Name(f"{receiver.path}.{name}")
        if isinstance(receiver, Object):
            own = self._own_member(receiver.position, name)
            if own is not None:
                return self._bound(receiver, own)
            for base in self._ancestors(receiver.position):
                if self.names.member(base, name) is not None:
                    return self._member_kind(Value(base), name)
            return UNKNOWN
        if isinstance(receiver, Defined) and receiver.position in self._classes:
            return self._own_member(receiver.position, name) or UNKNOWN
        if isinstance(receiver, Value):
            return self._member_kind(receiver, name)
        return UNKNOWN

    def _bound(self, receiver: Object, member: Kind) -> Kind:
        """The value of a member: a property's result, else the member itself."""
        if isinstance(member, Defined) and member.position in self._functions:
            function = self._functions[member.position]
            if _decorated(function.node, {"property", "cached_property"}):
                return function.result
            return Member(receiver, _name_of(function.node))
        return member

    def _member_kind(self, receiver: Value, name: str) -> Kind:
        entry = self.names.member(receiver.type, name)
        if entry is not None and entry.kind == "property":
            return entry.returned
        return Member(receiver, name)

    def _call(self, node: ast.Call, scope: Scope, owner: int | None) -> Kind:
        function = self._expression(node.func, scope, owner)
        positional = [self._expression(argument, scope, owner) for argument in node.args]
        keywords = {k.arg: self._expression(k.value, scope, owner) for k in node.keywords}
        if isinstance(node.func, ast.Name) and node.func.id == "super" and owner is not None and not node.args:
            return self._super(owner)
        starred = any(isinstance(a, ast.Starred) for a in node.args) or None in keywords
        return join(
            self._called(option, positional, keywords, node, starred=starred) for option in options_of(function)
        )

    def _super(self, owner: int) -> Kind:
        paths = [path for path in self._ancestors(owner) if self.names.find(path) is not None]
        return Value(paths[0]) if paths else UNKNOWN

    def _called(
        self,
        function: Kind,
        positional: list[Kind],
        keywords: dict[str | None, Kind],
        node: ast.Call,
        *,
        starred: bool,
    ) -> Kind:
        match function:
            case Name(path=path):
                return self._called_name(path, positional, keywords)
            case Defined(position=position) if position in self._functions:
                if not starred:
                    self._learn_arguments(self._functions[position], positional, keywords, skip=0)
                return self._functions[position].result
            case Defined(position=position):
                initial = self._own_member(position, "__init__")
                if isinstance(initial, Defined) and initial.position in self._functions and not starred:
                    self._learn_arguments(self._functions[initial.position], positional, keywords, skip=1)
                return Object(position)
            case Object(position=position):
                name = "forward" if self._is_module(position) else "__call__"
                return self._called(Member(function, name), positional, keywords, node, starred=starred)
            case Member(receiver=Object(position=position) as receiver, name=name):
                own = self._own_member(position, name)
                if isinstance(own, Defined) and own.position in self._functions:
                    callee = self._functions[own.position]
                    if not starred:
                        self._learn_arguments(callee, positional, keywords, skip=0 if _is_static(callee.node) else 1)
                    return callee.result
                for base in self._ancestors(receiver.position):
                    if self.names.member(base, name) is not None:
                        return self._called_member(Value(base), name, positional, keywords, receiver)
                return UNKNOWN
            case Member(receiver=Value() as receiver, name=name):
                return self._called_member(receiver, name, positional, keywords, receiver)
            case Value(type=name) if self.names.belongs(name):
                if name in {"torch.nn.Sequential", "torch.nn.modules.container.Sequential"}:
                    return TENSOR_VALUE if positional and is_tensor(positional[0]) else UNKNOWN
                return self._called_member(function, "forward", positional, keywords, function)
            case _:
                return UNKNOWN

    def _called_name(self, path: str, positional: list[Kind], keywords: dict[str | None, Kind]) -> Kind:
        if path in FIRST_ARGUMENT:
            return positional[0] if positional else UNKNOWN
        if path.startswith("builtins."):
            return builtin_call(path.removeprefix("builtins."), positional, self._item)
        if not self.names.belongs(path):
            return UNKNOWN
        entry = self.names.find(path)
        if entry is None:
            return UNKNOWN
        if entry.kind == "class":
            if entry.path == LOADER or LOADER in entry.bases:
                return Value(LOADER)
            if entry.path == "torch.nn.ModuleList" and positional:
                return Value(entry.path, (self._item(positional[0]),))
            return Value(entry.path)
        first = entry.path.rpartition(".")[0]
        if entry.kind == "method" and self.names.find(first) is not None:  # torch.Tensor.abs(x)
            return entry.returned
        return self._chosen(entry.returns, positional, keywords)

    def _chosen(self, returns: Sequence[str], positional: list[Kind], keywords: dict[str | None, Kind]) -> Kind:
        return join(map(parse_kind, returns))

    def _called_member(
        self,
        receiver: Value,
        name: str,
        positional: list[Kind],
        keywords: dict[str | None, Kind],
        returned_self: Kind,
    ) -> Kind:
        if is_tensor(receiver) and name == "size":
            return INT if positional or "dim" in keywords else Value("torch.Size")
        if self.names.is_a(receiver.type, MODULE) and name in {"to", "cuda", "cpu", "eval", "train", "half", "float", "double", "requires_grad_", "apply", "bfloat16"}:
            return returned_self
        entry = self.names.member(receiver.type, name)
        if entry is not None:
            return self._chosen(entry.returns, positional, keywords)
        known = METHODS.get(receiver.type, {}).get(name)
        return known(receiver) if known is not None else UNKNOWN

    def _learn_arguments(
        self, facts: FunctionFacts, positional: list[Kind], keywords: dict[str | None, Kind], skip: int
    ) -> None:
        arguments = facts.node.args
        order = [a.arg for a in (*arguments.posonlyargs, *arguments.args)][skip:]
        accepted = {*order, *(a.arg for a in arguments.kwonlyargs)}
        passed = [*zip(order, positional, strict=False), *((k, v) for k, v in keywords.items() if k in accepted)]
        for name, kind in passed:
            known = facts.arguments.get(name or "")
            joined = kind if known is None else join((known, kind))
            if known == NONE or kind == NONE:
                joined = kind if known == NONE else known or kind
            if joined != known:
                facts.arguments[name or ""], self._changed = joined, True

    def _subscript(self, kind: Kind, index: ast.expr, scope: Scope, owner: int | None) -> Kind:
        self._expression(index, scope, owner)
        if isinstance(kind, Either):
            return join(self._subscript(option, index, scope, owner) for option in options_of(kind))
        if isinstance(kind, Object) or not isinstance(kind, Value):
            return UNKNOWN
        if isinstance(index, ast.Slice):
            if kind.type == "tuple" and not kind.repeated:
                return Value("tuple", (join(kind.items),), repeated=True) if kind.items else kind
            return kind
        if kind.type == "tuple" and not kind.repeated:
            number = _integer(index)
            if number is not None and -len(kind.items) <= number < len(kind.items):
                return kind.items[number]
            return join(kind.items) if kind.items else UNKNOWN
        if kind.type == "dict":
            return join(kind.items) if kind.items else UNKNOWN
        return self._item(kind)

    def _item(self, kind: Kind) -> Kind:
        """What iteration over a value yields; a ``DataLoader`` yields batches, whose parts are Tensors."""
        if isinstance(kind, Value):
            if kind.type == LOADER:
                return Value("batch", (TENSOR_VALUE,))
            entry = self.names.member(kind.type, "__iter__") if self.names.belongs(kind.type) else None
            if entry is not None and not kind.items and not is_tensor(kind):
                return item_of(entry.returned)
        if isinstance(kind, Either):
            return join(self._item(option) for option in options_of(kind))
        return item_of(kind)

    def _arithmetic(self, left: Kind, right: Kind, op: ast.operator) -> Kind:
        if is_tensor(left) or is_tensor(right):
            return TENSOR_VALUE
        if is_number(left) and is_number(right):
            return FLOAT if isinstance(op, ast.Div) or FLOAT in {left, right} else INT
        if left == STR or (isinstance(left, Value) and left.type in {"list", "tuple"} and isinstance(op, ast.Mult)):
            return left if not isinstance(left, Value) or left.type != "tuple" else Value("tuple", (join(left.items),), repeated=True) if left.items else left
        if isinstance(left, Value) and isinstance(right, Value) and left.type == right.type == "list":
            return join((left, right))
        return UNKNOWN

    # ---- classes ----

    def _ancestors(self, position: int, seen: frozenset[int] = frozenset()) -> Iterator[str]:
        """The dotted paths of the classes outside of the text that a class of the text derives from."""
        for base in self._classes[position].bases:
            if isinstance(base, Name):
                entry = self.names.find(base.path)
                yield entry.path if entry is not None else base.path
            elif isinstance(base, Defined) and base.position in self._classes and base.position not in seen:
                yield from self._ancestors(base.position, seen | {position})

    def _is_module(self, position: int) -> bool:
        return any(self.names.is_a(path, MODULE) for path in self._ancestors(position))

    def _own_member(self, position: int, name: str, seen: frozenset[int] = frozenset()) -> Kind | None:
        facts = self._classes[position]
        if name in facts.attributes:
            return facts.attributes[name]
        if name in facts.members:
            return facts.members[name]
        for base in facts.bases:
            if isinstance(base, Defined) and base.position in self._classes and base.position not in seen:
                found = self._own_member(base.position, name, seen | {position})
                if found is not None:
                    return found
        return None

    # ---- annotations ----

    def _annotation(self, node: ast.expr, scope: Scope) -> Kind:
        """The kind that an annotation or the second argument of ``isinstance`` names."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                node = ast.parse(node.value, mode="eval").body
            except SyntaxError:
                return UNKNOWN
            return self._annotation(node, scope)
        match node:
            case ast.Constant(value=None):
                return NONE
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return join((self._annotation(left, scope), self._annotation(right, scope)))
            case ast.Subscript(value=outer, slice=inner):
                self._expression(outer, scope, None)
                return self._generic(outer, inner, scope)
        kind = self._expression(node, scope, None)
        if isinstance(kind, Defined) and kind.position in self._classes:
            return Object(kind.position)
        if not isinstance(kind, Name):
            return UNKNOWN
        if kind.path.startswith("builtins."):
            return Value(kind.path.removeprefix("builtins."))
        entry = self.names.find(kind.path)
        if entry is not None and entry.kind == "class":
            return Value(entry.path)
        return _TYPING.get(kind.path.rpartition(".")[2], UNKNOWN)

    def _generic(self, outer: ast.expr, inner: ast.expr, scope: Scope) -> Kind:
        name = ast.unparse(outer).rpartition(".")[2].lower()
        parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        kinds = [self._annotation(part, scope) for part in parts if not _is_ellipsis(part)]
        if name == "optional":
            return join((*kinds, NONE))
        if name == "union":
            return join(kinds)
        if name == "tuple":
            return Value("tuple", tuple(kinds), repeated=any(map(_is_ellipsis, parts)))
        if name in {"list", "sequence", "iterable", "iterator", "collection"}:
            return Value("list" if name == "list" else "iterator", tuple(kinds[-1:]))
        if name in {"dict", "mapping"}:
            return Value("dict", tuple(kinds[-1:]))
        return UNKNOWN


_TYPING = {"Tensor": TENSOR_VALUE}


def bound_names(node: Function) -> Iterator[str]:
    """The names that a function binds anywhere in its own body."""
    waiting: list[ast.AST] = list(node.body) if not isinstance(node, ast.Lambda) else [node.body]
    declared: set[str] = set()
    found: list[str] = []
    while waiting:
        each = waiting.pop()
        match each:
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                declared |= set(names)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.append(name)
                continue
            case ast.Name(id=name, ctx=ast.Store()):
                found.append(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                found += [a.asname or a.name.partition(".")[0] for a in names]
            case ast.Lambda():
                continue
        waiting += ast.iter_child_nodes(each)
    return (name for name in found if name not in declared)


def _join_into(scope: Scope, other: dict[str, Kind]) -> None:
    for name in scope.names.keys() | other.keys():
        mine, theirs = scope.names.get(name), other.get(name)
        if mine is None or theirs is None:
            scope.names[name] = mine or theirs or UNKNOWN
        elif mine != theirs:
            scope.names[name] = join((mine, theirs))


def _compared(kinds: Iterable[Kind]) -> Kind:
    found = list(kinds)
    if any(map(is_tensor, found)):
        return TENSOR_VALUE
    return BOOL if all(isinstance(kind, Value) for kind in found) else UNKNOWN


def _entered(kind: Kind) -> Kind:
    return kind if isinstance(kind, Object) else UNKNOWN


def _integer(node: ast.expr) -> int | None:
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def _name_of(node: Function) -> str:
    return "" if isinstance(node, ast.Lambda) else node.name


def _decorated(node: Function, names: set[str]) -> bool:
    if isinstance(node, ast.Lambda):
        return False
    return any(ast.unparse(decorator).rpartition(".")[2] in names for decorator in node.decorator_list)


def _is_static(node: Function) -> bool:
    return _decorated(node, {"staticmethod"})


def _is_class_method(node: Function) -> bool:
    return _decorated(node, {"classmethod"})
