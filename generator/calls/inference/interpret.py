"""Interprets the statements of one module over kinds instead of values.

Statements run in order; branches are joined, loops run twice.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from generator.calls.inference.body import Body
from generator.calls.inference.expressions import Expressions, arithmetic, declared_names, type_of
from generator.calls.inference.options import read_option
from generator.calls.inference.scopes import Definitions, Evaluator, FunctionFacts, Scope
from generator.calls.knowledge.builtin_kinds import OPTIONS, PARSER, named
from generator.calls.knowledge.kinds import (
    NONE,
    SEQUENTIAL,
    TENSOR_VALUE,
    UNKNOWN,
    Defined,
    Kind,
    Name,
    Object,
    Value,
    is_tensor,
    join,
    lasting,
    sequential,
)
from generator.calls.text.syntax import defaults_of
from generator.calls.text.variables import imported_names


class Interpreter:
    """Runs the statements and functions of one module, and remembers the kind of each expression."""

    def __init__(self, definitions: Definitions, home: Evaluator) -> None:
        self.names = definitions.names
        self._home = home
        self._definitions = definitions
        self._expressions = Expressions(definitions, home)
        self._results: list[list[Kind]] = []
        self._bodies: dict[ast.AST, Body] = {}

    def kind(self, node: ast.AST) -> Kind:
        """Returns the kind of an expression that was evaluated; unknown where nothing was learnt."""
        return self._expressions.kinds.get(node, UNKNOWN)

    def filled(self, call: ast.Call) -> tuple[FunctionFacts | None, dict[ast.expr, str]]:
        """Returns the project's own function that a call runs, if any, and the parameters that its arguments fill."""
        return self._expressions.filled(call)

    def evaluate(self, node: ast.expr, scope: Scope) -> Kind:
        """Returns the kind of an expression in a scope."""
        return self._expressions.kind(node, scope)

    def annotation(self, node: ast.expr, scope: Scope) -> Kind:
        """Returns the kind that an annotation names."""
        return self._expressions.annotation(node, scope)

    def base(self, node: ast.expr, scope: Scope) -> Kind:
        """Returns the class that a base names."""
        return self._expressions.base(node, scope)

    def module(self, tree: ast.Module, names: Mapping[str, Kind]) -> None:
        """Runs the statements of a module, which has these names from the start."""
        self._block(tree.body, Scope(dict(names), uses=self._body(tree)))

    # ---- functions ----

    def function(self, facts: FunctionFacts, given: Mapping[str, Kind]) -> Kind:
        """Runs a function with arguments, by their parameters' names; returns what it returns."""
        return self._called(facts, self._parameters(facts, given))

    def alone(
        self, facts: FunctionFacts, given: Mapping[str, Kind]
    ) -> tuple[Kind, Mapping[Object, Mapping[str, Kind]]]:
        """Runs a function by itself, learning nothing for good; returns its result, and the attributes that it set.

        What its own inner functions and classes are is gone with it, and unknown in what it returns.
        """
        with self._apart() as attributes:
            parameters = self._parameters(facts, given)
            result = self._called(facts, parameters)
            known = self._parameters(facts, given)  # the uses of a parameter tell more, now that those are evaluated
            if known != parameters:
                result = self._called(facts, known)
        kept = {
            made: {name: lasting(kind) for name, kind in found.items()}
            for made, found in attributes.items()
            if made.position >= 0
        }
        return lasting(result), kept

    def constant(self, node: ast.expr, scope: Scope) -> Kind:
        """Returns the kind of an expression that is evaluated by itself, learning nothing for good."""
        with self._apart():
            return lasting(self._expressions.kind(node, scope))

    @contextmanager
    def _apart(self) -> Iterator[Mapping[Object, Mapping[str, Kind]]]:
        """Context manager that keeps what is learnt apart, and gives the attributes that are set meanwhile."""
        definitions, expressions = self._definitions, self._expressions
        before = expressions.kinds, self._results, definitions.passing, definitions.positions, definitions.is_frozen
        expressions.kinds, self._results, definitions.passing, definitions.positions = {}, [], {}, {}
        definitions.is_frozen = True
        try:
            yield definitions.passing
        finally:
            for position in definitions.positions.values():
                definitions.functions.pop(position, None)
                definitions.classes.pop(position, None)
            expressions.kinds, self._results, definitions.passing, definitions.positions, definitions.is_frozen = before

    def declared_result(self, facts: FunctionFacts) -> Kind:
        """Returns what the annotation of a function says that it returns."""
        node = facts.node
        if not isinstance(node, ast.FunctionDef) or node.returns is None or facts.is_decorated("contextmanager"):
            return UNKNOWN
        return self._expressions.annotation(node.returns, facts.scope)

    def _called(self, facts: FunctionFacts, parameters: dict[str, Kind]) -> Kind:
        node = facts.node
        body = self._body(node)
        scope = Scope(parameters, facts.scope, body.bound, facts.owner, body)
        if isinstance(node, ast.Lambda):
            return self._expressions.kind(node.body, scope)
        outer, self._expressions.yielded = self._expressions.yielded, []
        self._results.append([])
        self._block(node.body, scope)
        results, yielded = self._results.pop(), self._expressions.yielded
        self._expressions.yielded = outer
        if isinstance(node, ast.AsyncFunctionDef):
            return UNKNOWN
        if body.yields:
            name = "context" if facts.is_decorated("contextmanager") else "generator"
            return Value(name, (join(yielded),))
        return join(results) if results else NONE

    def _body(self, node: ast.AST) -> Body:
        if node not in self._bodies:
            self._bodies[node] = Body(node)
        return self._bodies[node]

    def _parameters(self, facts: FunctionFacts, given: Mapping[str, Kind]) -> dict[str, Kind]:
        arguments = facts.node.args
        body = self._body(facts.node)
        every = [*arguments.posonlyargs, *arguments.args]
        defaults = defaults_of(arguments)
        found: dict[str, Kind] = {}
        for index, argument in enumerate([*every, *arguments.kwonlyargs]):
            if index == 0 and facts.owner is not None and not facts.is_static:
                made = facts.owner
                is_class = facts.is_decorated("classmethod") or facts.name in _OF_CLASS
                found[argument.arg] = Defined(made.position, made.module) if is_class else made
            elif index == 0 and self._definitions.takes_context(facts) and facts.owner is not None:
                found[argument.arg] = (
                    facts.owner
                )  # as in torch, where a context is an object of a class derived from it
            else:
                passed = given.get(argument.arg, UNKNOWN)
                found[argument.arg] = self._parameter(facts, argument, defaults.get(argument.arg), passed, body)
        if arguments.vararg is not None:
            found[arguments.vararg.arg] = Value("tuple", (UNKNOWN,), repeated=True)
        if arguments.kwarg is not None:
            found[arguments.kwarg.arg] = Value("dict")
        return found

    def _parameter(
        self, facts: FunctionFacts, argument: ast.arg, default: ast.expr | None, passed: Kind, body: Body
    ) -> Kind:
        annotation = argument.annotation
        annotated = self._expressions.annotation(annotation, facts.scope) if annotation is not None else UNKNOWN
        if annotated != UNKNOWN:
            self._wants(facts, argument, annotated)
            return annotated
        if passed == NONE and self._definitions.is_frozen:
            return NONE  # in this very call
        initial = self._expressions.kind(default, facts.scope) if default is not None else NONE
        if passed not in {UNKNOWN, NONE}:
            return passed if default is None else join((passed, initial))
        if initial != NONE:
            return initial
        is_forward = facts.name == "forward" and facts.owner is not None and self._definitions.is_module(facts.owner)
        looks = body.looks_like_tensor(argument.arg, self._expressions)
        looks = looks or self._definitions.is_backward(facts)
        if looks:
            self._wants(facts, argument, TENSOR_VALUE)
        expected = looks or (is_forward and body.looks_like_tensor(argument.arg, self._expressions, expected=True))
        return TENSOR_VALUE if expected else UNKNOWN

    def _wants(self, facts: FunctionFacts, argument: ast.arg, kind: Kind) -> None:
        """Notes that a function takes a Tensor for a parameter, as its annotation or its body says."""
        if is_tensor(kind) and argument.arg not in facts.wants_tensors and not self._definitions.is_frozen:
            facts.wants_tensors.add(argument.arg)
            self._definitions.has_changed = True

    # ---- statements ----

    def _block(self, body: Sequence[ast.stmt], scope: Scope) -> bool:
        """Runs statements; returns whether the code after them is never reached."""
        ends = [self._statement(statement, scope) for statement in body]
        return any(ends)

    def _statement(self, node: ast.stmt, scope: Scope) -> bool:
        """Runs one statement; returns whether the code after it is never reached."""
        match node:
            case ast.Return(value=value):
                result = NONE if value is None else self._expressions.kind(value, scope)
                if self._results:
                    self._results[-1].append(result)
                return True
            case ast.Assert(test=test):
                self._expressions.children(node, scope)
                self._expressions.narrow(test, scope, holds=True)
            case ast.Raise() | ast.Continue() | ast.Break():
                self._expressions.children(node, scope)
                return True
            case ast.If(test=test, body=body, orelse=orelse):
                return self._if(test, body, orelse, scope)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                for item in items:
                    kind = self._expressions.kind(item.context_expr, scope)
                    if item.optional_vars is not None:
                        inner = self._expressions.item(kind) if _is_context(kind) else kind
                        self._expressions.assign(item.optional_vars, inner, scope)
                return self._block(body, scope)
            case ast.Try() | ast.TryStar():
                self._try(node, scope)
            case ast.For() | ast.AsyncFor() | ast.While():
                self._loop(node, scope)
            case ast.Match(subject=subject, cases=cases):
                self._expressions.kind(subject, scope)
                for case in cases:
                    self._expressions.children(case.pattern, scope)
                    if case.guard is not None:
                        self._expressions.kind(case.guard, scope)
                self._branches([case.body for case in cases], scope)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Import() | ast.ImportFrom():
                self._definition(node, scope)
            case _:
                self._simple(node, scope)
        return False

    def _simple(self, node: ast.stmt, scope: Scope) -> None:
        """Runs a statement without other statements inside."""
        evaluate, assign = self._expressions.kind, self._expressions.assign
        match node:
            case ast.Assign(targets=targets, value=value):
                kind = evaluate(value, scope)
                of = type_of(value, scope)
                for target in targets:
                    assign(target, kind, scope)
                    if of and isinstance(target, ast.Name):
                        scope.types[target.id] = of
            case ast.AnnAssign(target=target, annotation=annotation, value=value):
                kind = self._expressions.annotation(annotation, scope)
                found = evaluate(value, scope) if value is not None else UNKNOWN
                if value is not None or isinstance(target, ast.Attribute):
                    assign(target, found if kind == UNKNOWN else kind, scope)
                if isinstance(target, ast.Attribute) and isinstance(made := self.kind(target.value), Object):
                    self._definitions.learn_declared(made, target.attr, kind)
            case ast.AugAssign(target=target, op=op, value=value):
                held = self._expressions.kinds[node] = evaluate(target, scope)
                assign(target, arithmetic(held, evaluate(value, scope), op), scope)
            case ast.Expr(value=value):
                evaluate(value, scope)
                self._mutation(value, scope)
            case ast.Delete(targets=targets):
                for target in targets:
                    evaluate(target, scope)
                    if isinstance(target, ast.Name):
                        scope.names.pop(target.id, None)
            case _:
                self._expressions.children(node, scope)

    def _mutation(self, value: ast.expr, scope: Scope) -> None:
        """Learns what a call for its effect says: what a list gets, what a Module registers."""
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            self._registration(value, scope)
            if value.func.id == "setattr" and value.args and self.kind(value.args[0]) == Value(OPTIONS):
                self._definitions.learn_option("", UNKNOWN)
        if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)):
            return
        owned = value.func.value
        holder = self.kind(owned)
        match value.func.attr, value.args:
            case (("register_buffer" | "register_parameter"), [ast.Constant(value=str(name)), *_]):
                if isinstance(holder, Object):
                    self._definitions.learn_attribute(holder, name, TENSOR_VALUE)
            case "save_for_backward", tensors if isinstance(holder, Object):
                is_open = any(isinstance(each, ast.Starred) for each in tensors)
                saved = Value("tuple", (TENSOR_VALUE,) * len(tensors), repeated=is_open)
                self._expressions.kinds[value] = saved
                self._definitions.learn_attribute(holder, "saved_tensors", saved)
            case (("add_module" | "register_module"), [_, module]) if isinstance(holder, Value):
                if holder.type == SEQUENTIAL:
                    self._expressions.fill(owned, self.kind(module), scope)
            case (("add_module" | "register_module"), [ast.Constant(value=str(name)), module]):
                if isinstance(holder, Object):
                    self._definitions.learn_attribute(holder, name, self.kind(module))
            case "__init__", layers if scope.owner is not None and holder == Value(SEQUENTIAL):
                self._definitions.learn_attribute(scope.owner, "", sequential(map(self.kind, layers)))
            case (("append" | "add" | "appendleft"), [item]):
                self._expressions.fill(owned, self.kind(item), scope)
            case "extend", [items]:
                self._expressions.fill(owned, self._expressions.item(self.kind(items)), scope)
            case "insert", [_, item]:
                self._expressions.fill(owned, self.kind(item), scope)
            case "add_argument", _ if holder == Value(PARSER):
                self._definitions.learn_option(*read_option(value, self.kind))
            case "set_defaults", _ if holder == Value(PARSER):
                for keyword in value.keywords:
                    self._definitions.learn_option(keyword.arg or "", self.kind(keyword.value))
            case "update", _ if self._is_dict_of_options(owned):
                self._definitions.learn_option("", UNKNOWN)

    def _is_dict_of_options(self, node: ast.expr) -> bool:
        match node:
            case ast.Call(func=ast.Name(id="vars"), args=[options]) | ast.Attribute(value=options, attr="__dict__"):
                return self.kind(options) == Value(OPTIONS)
        return False

    def _registration(self, node: ast.Call, scope: Scope) -> None:
        """Learns a buffer that is registered by ``register = lambda name, value: self.register_buffer(name, …)``."""
        facts = self._definitions.function_of(self.kind(node.func))
        if facts is None or not isinstance(facts.node, ast.Lambda) or not is_registering(facts.node):
            return
        holder = scope.find("self")
        match node.args:
            case [ast.Constant(value=str(name)), *_] if isinstance(holder, Object):
                self._definitions.learn_attribute(holder, name, TENSOR_VALUE)

    def _definition(self, node: ast.stmt, scope: Scope) -> None:
        match node:
            case ast.Import(names=names):
                for alias in names:
                    path = alias.name if alias.asname else alias.name.partition(".")[0]
                    scope.names[alias.asname or path] = self._definitions.imported(path) or Name(path)
            case ast.ImportFrom(module=module, names=names, level=level):
                self._import_from("." * level + (module or ""), names, scope)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                for decorator in node.decorator_list:
                    self._expressions.kind(decorator, scope)
                self._expressions.parameters(node.args, scope)
                if node.returns is not None:
                    self._expressions.annotation(node.returns, scope)
                scope.names[node.name] = self._definitions.function(node, scope, self._home)
            case ast.ClassDef():
                self._class(node, scope)

    def _import_from(self, path: str, names: Sequence[ast.alias], scope: Scope) -> None:
        module = self._definitions.imported(path)
        for alias in names:
            if alias.name != "*":
                found = self._definitions.module_member(module, alias.name) if module is not None else None
                scope.names[alias.asname or alias.name] = found or named(f"{path}.{alias.name}")
            elif self.names.belongs(path):
                scope.names |= {p.rpartition(".")[2]: Name(p) for p in self.names.children(path)}
            else:
                starred, are_all = self._definitions.starred(module)
                if not are_all:  # any name may be bound again
                    scope.names |= {
                        name: UNKNOWN for name, kind in scope.names.items() if self._definitions.is_elsewhere(kind)
                    }
                scope.names |= starred

    def _class(self, node: ast.ClassDef, scope: Scope) -> None:
        for expression in (*node.decorator_list, *(keyword.value for keyword in node.keywords)):
            self._expressions.kind(expression, scope)
        defined = scope.names[node.name] = self._definitions.define_class(node)
        facts = self._definitions.classes[defined.position]
        facts.bases = tuple(self._expressions.base(base, scope) for base in node.bases)
        body = Scope(parent=scope, owner=scope.owner, uses=scope.uses)
        self._block(node.body, body)
        facts.members = body.names
        facts.declared |= self._expressions.declared(node, scope)
        facts.fields = record_fields(node)
        for kind in body.names.values():
            function = self._definitions.function_of(kind)
            if function is not None and isinstance(kind, Defined) and kind.module == defined.module:
                function.owner, function.scope = Object(defined.position, defined.module), scope

    # ---- branches ----

    def _if(self, test: ast.expr, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt], scope: Scope) -> bool:
        self._expressions.kind(test, scope)
        before = dict(scope.names)
        self._expressions.narrow(test, scope, holds=True)
        ends = self._block(body, scope)
        after, scope.names = scope.names, before
        self._expressions.narrow(test, scope, holds=False)
        else_ends = self._block(orelse, scope)
        if else_ends and not ends:
            scope.names = after
        elif not ends:
            scope.merge(after)
        return ends and else_ends

    def _branches(self, bodies: Sequence[Sequence[ast.stmt]], scope: Scope) -> None:
        """Runs bodies of which one runs, or none."""
        before = dict(scope.names)
        for body in bodies:
            branch = replace(scope, names=dict(before))
            if not self._block(body, branch):
                scope.merge(branch.names)

    def _try(self, node: ast.Try | ast.TryStar, scope: Scope) -> None:
        before = dict(scope.names)
        imported = imported_names(node.body)
        ended = self._block(node.body, scope)
        tried = {name: kind for name in imported if self._is_of_torch(kind := scope.names.get(name, UNKNOWN))}
        ended = ended or self._block(node.orelse, scope)
        ends = [] if ended else [dict(scope.names)]
        for handler in node.handlers:
            # The body may have stopped anywhere.
            # What it imports is only used where that worked.
            scope.names = {**dict.fromkeys(scope.names.keys() - imported, UNKNOWN), **before}
            if handler.type is not None:
                self._expressions.kind(handler.type, scope)
            if handler.name is not None:
                scope.names[handler.name] = Value("Exception")
            if not self._block(handler.body, scope):
                ends.append(scope.names)
        if ends:
            scope.names = ends[0]
        for names in ends[1:]:
            scope.merge(names)
        for name, kind in tried.items():  # the version in use has one of them, the first of those that are known
            known = (each for each in (kind, *(names.get(name, UNKNOWN) for names in ends)) if self._is_known(each))
            scope.names[name] = next(known, scope.names.get(name, UNKNOWN))
        self._block(node.finalbody, scope)

    def _is_of_torch(self, kind: Kind) -> bool:
        return isinstance(kind, Name) and self.names.belongs(kind.path)

    def _is_known(self, kind: Kind) -> bool:
        """Tells whether a value is a name that torch is known to have."""
        return isinstance(kind, Name) and (self.names.find(kind.path) is not None or self.names.is_module(kind.path))

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, scope: Scope) -> None:
        source = self._expressions.kind(node.test if isinstance(node, ast.While) else node.iter, scope)
        item = self._expressions.item(source)
        before = dict(scope.names)
        for _ in range(2):
            if isinstance(node, ast.While):
                self._expressions.narrow(node.test, scope, holds=True)
            else:
                self._expressions.assign(node.target, item, scope)
            self._block(node.body, scope)
            scope.merge(before)
        self._block(node.orelse, scope)


def _is_context(kind: Kind) -> bool:
    return isinstance(kind, Value) and kind.type == "context"


def is_registering(node: ast.AST) -> bool:
    """Tells whether a function only registers its first argument as the name of a buffer of ``self``."""
    match node:
        case ast.Lambda(
            args=ast.arguments(args=[ast.arg(arg=first), *_]),
            body=ast.Call(
                func=ast.Attribute(value=ast.Name(id="self"), attr="register_buffer"), args=[ast.Name(id=name), *_]
            ),
        ):
            return name == first
    return False


_OF_CLASS = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})
"""Methods that take their class without a decorator that says so."""
_RECORDS = frozenset({"NamedTuple", "dataclass"})


def record_fields(node: ast.ClassDef) -> tuple[str, ...]:
    """Returns the fields of a dataclass or named tuple in their order; empty for another class."""
    named = [*node.bases, *(each.func if isinstance(each, ast.Call) else each for each in node.decorator_list)]
    if not any(ast.unparse(each).rpartition(".")[2] in _RECORDS for each in named):
        return ()
    return tuple(declared_names(node))
