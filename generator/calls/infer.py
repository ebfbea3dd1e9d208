"""Infers what the expressions of a source text are, by interpreting it over kinds instead of values.

Statements run in order; branches are joined, loops run twice. Functions run once their module has, with what is known
of their parameters: annotations, defaults, the arguments of the calls in the same text, and how the body uses them.
Passes are repeated until nothing new is learnt about parameters, results and attributes.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace

from generator.calls.body import Body
from generator.calls.expressions import Expressions, arithmetic
from generator.calls.kinds import (
    NONE,
    TENSOR_VALUE,
    UNKNOWN,
    Kind,
    Name,
    Object,
    Value,
    join,
    parse_kind,
)
from generator.calls.names import PublicNames
from generator.calls.scopes import Definitions, FunctionFacts, Scope

_PASSES = 5


class Inference:
    """The kinds of all expressions of one module.

    ``known`` gives the kinds of names that the text uses without binding them, in the inventory's notation.
    """

    def __init__(self, tree: ast.Module, names: PublicNames, known: Mapping[str, str] | None = None) -> None:
        self.names = names
        self._tree = tree
        self._globals = {name: parse_kind(text) for name, text in (known or {}).items()}
        self._definitions = Definitions(names)
        self._expressions = Expressions(self._definitions)
        self._results: list[list[Kind]] = []
        self._bodies: dict[ast.AST, Body] = {}
        for _ in range(_PASSES):
            self._definitions.has_changed = False
            self._run()
            if not self._definitions.has_changed:
                break

    def kind(self, node: ast.AST) -> Kind:
        """The kind of an expression; unknown where nothing was learnt."""
        return self._expressions.kinds.get(node, UNKNOWN)

    def torch_bases(self, kind: Kind) -> tuple[str, ...]:
        """The torch classes that an object of the text's own class derives from."""
        if not isinstance(kind, Object):
            return ()
        return tuple(path for path in self._definitions.ancestors(kind.position) if self.names.belongs(path))

    def defines(self, kind: Kind, member: str) -> bool:
        """Whether the text itself defines a member of its own class, or sets it as an attribute."""
        return isinstance(kind, Object) and self._definitions.member(kind.position, member) is not None

    def _run(self) -> None:
        """Runs the module, then every function that is defined by then, and those that these define."""
        self._block(self._tree.body, Scope(dict(self._globals), uses=self._body(self._tree)))
        done: set[int] = set()
        while waiting := self._definitions.functions.keys() - done:
            for position in sorted(waiting):
                done.add(position)
                self._function(self._definitions.functions[position])

    # ---- functions ----

    def _function(self, facts: FunctionFacts) -> None:
        node = facts.node
        body = self._body(node)
        scope = Scope(self._parameters(facts, body), facts.scope, body.bound, facts.owner, body)
        if isinstance(node, ast.Lambda):
            self._definitions.learn_result(facts, self._expressions.kind(node.body, scope))
            return
        self._results.append([])
        self._block(node.body, scope)
        results = self._results.pop()
        self._definitions.learn_result(facts, UNKNOWN if body.yields else join(results) if results else NONE)

    def _body(self, node: ast.AST) -> Body:
        if node not in self._bodies:
            self._bodies[node] = Body(node)
        return self._bodies[node]

    def _parameters(self, facts: FunctionFacts, body: Body) -> dict[str, Kind]:
        arguments = facts.node.args
        every = [*arguments.posonlyargs, *arguments.args]
        defaults: dict[str, ast.expr | None] = {
            argument.arg: default
            for argument, default in zip(reversed(every), reversed(arguments.defaults), strict=False)
        }
        defaults |= {a.arg: default for a, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)}
        found: dict[str, Kind] = {}
        for index, argument in enumerate([*every, *arguments.kwonlyargs]):
            if index == 0 and facts.owner is not None and not facts.is_static:
                found[argument.arg] = UNKNOWN if facts.is_decorated("classmethod") else Object(facts.owner)
            else:
                found[argument.arg] = self._parameter(facts, argument, defaults.get(argument.arg), body)
        if arguments.vararg is not None:
            found[arguments.vararg.arg] = Value("tuple", (UNKNOWN,), repeated=True)
        if arguments.kwarg is not None:
            found[arguments.kwarg.arg] = Value("dict")
        return found

    def _parameter(self, facts: FunctionFacts, argument: ast.arg, default: ast.expr | None, body: Body) -> Kind:
        annotation = argument.annotation
        annotated = self._expressions.annotation(annotation, facts.scope) if annotation is not None else UNKNOWN
        if annotated != UNKNOWN:
            return annotated
        initial = self._expressions.kind(default, facts.scope) if default is not None else NONE
        passed = facts.arguments.get(argument.arg, UNKNOWN)
        if passed not in {UNKNOWN, NONE}:
            return passed if initial == NONE else join((passed, initial))
        if initial != NONE:
            return initial
        is_forward = facts.name == "forward" and facts.owner is not None and self._definitions.is_module(facts.owner)
        if body.looks_like_tensor(argument.arg, self.names, self.kind, expected=is_forward):
            return TENSOR_VALUE
        return UNKNOWN

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
            case ast.Raise() | ast.Continue() | ast.Break():
                self._expressions.children(node, scope)
                return True
            case ast.If(test=test, body=body, orelse=orelse):
                return self._if(test, body, orelse, scope)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                for item in items:
                    kind = self._expressions.kind(item.context_expr, scope)
                    if item.optional_vars is not None:
                        self._expressions.assign(item.optional_vars, kind, scope)
                return self._block(body, scope)
            case ast.Try() | ast.TryStar():
                self._try(node, scope)
            case ast.For() | ast.AsyncFor() | ast.While():
                self._loop(node, scope)
            case ast.Match(subject=subject, cases=cases):
                self._expressions.kind(subject, scope)
                for case in cases:
                    self._expressions.children(case.pattern, scope)
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
                for target in targets:
                    assign(target, kind, scope)
            case ast.AnnAssign(target=target, annotation=annotation, value=value):
                kind = self._expressions.annotation(annotation, scope)
                found = evaluate(value, scope) if value is not None else UNKNOWN
                if value is not None or isinstance(target, ast.Attribute):
                    assign(target, found if kind == UNKNOWN else kind, scope)
            case ast.AugAssign(target=target, op=op, value=value):
                kind = arithmetic(evaluate(target, scope), evaluate(value, scope), op)
                assign(target, kind, scope)
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
        if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)):
            return
        owned = value.func.value
        holder = self.kind(owned)
        match value.func.attr, value.args:
            case (("register_buffer" | "register_parameter"), [ast.Constant(value=str(name)), *_]):
                if isinstance(holder, Object):
                    self._definitions.learn_attribute(holder.position, name, TENSOR_VALUE)
            case (("append" | "add" | "appendleft"), [item]):
                self._expressions.fill(owned, self.kind(item), scope)
            case "extend", [items]:
                self._expressions.fill(owned, self._expressions.item(self.kind(items)), scope)
            case "insert", [_, item]:
                self._expressions.fill(owned, self.kind(item), scope)

    def _definition(self, node: ast.stmt, scope: Scope) -> None:
        match node:
            case ast.Import(names=names):
                for alias in names:
                    top = alias.name.partition(".")[0]
                    scope.names[alias.asname or top] = Name(alias.name if alias.asname else top)
            case ast.ImportFrom(module=module, names=names, level=level):
                path = "." * level + (module or "")
                for alias in names:
                    if alias.name != "*":
                        scope.names[alias.asname or alias.name] = Name(f"{path}.{alias.name}")
                    elif self.names.belongs(path):
                        scope.names |= {p.rpartition(".")[2]: Name(p) for p in self.names.children(path)}
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                for decorator in node.decorator_list:
                    self._expressions.kind(decorator, scope)
                self._expressions.parameters(node.args, scope)
                if node.returns is not None:
                    self._expressions.annotation(node.returns, scope)
                scope.names[node.name] = self._definitions.function(node, scope)
            case ast.ClassDef():
                self._class(node, scope)

    def _class(self, node: ast.ClassDef, scope: Scope) -> None:
        for expression in (*node.decorator_list, *(keyword.value for keyword in node.keywords)):
            self._expressions.kind(expression, scope)
        defined = scope.names[node.name] = self._definitions.define_class(node)
        facts = self._definitions.classes[defined.position]
        facts.bases = tuple(self._expressions.kind(base, scope) for base in node.bases)
        body = scope.inner()
        self._block(node.body, body)
        facts.members = body.names
        for kind in body.names.values():
            function = self._definitions.function_of(kind)
            if function is not None:
                function.owner, function.scope = defined.position, scope

    # ---- branches ----

    def _if(self, test: ast.expr, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt], scope: Scope) -> bool:
        self._expressions.kind(test, scope)
        before = dict(scope.names)
        self._narrow(test, scope, holds=True)
        ends = self._block(body, scope)
        after, scope.names = scope.names, before
        self._narrow(test, scope, holds=False)
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
        ended = self._block(node.body, scope) or self._block(node.orelse, scope)
        ends = [] if ended else [dict(scope.names)]
        for handler in node.handlers:
            # The body may have stopped anywhere.
            scope.names = {**dict.fromkeys(scope.names, UNKNOWN), **before}
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
        self._block(node.finalbody, scope)

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, scope: Scope) -> None:
        source = self._expressions.kind(node.test if isinstance(node, ast.While) else node.iter, scope)
        item = self._expressions.item(source)
        before = dict(scope.names)
        for _ in range(2):
            if isinstance(node, ast.While):
                self._narrow(node.test, scope, holds=True)
            else:
                self._expressions.assign(node.target, item, scope)
            self._block(node.body, scope)
            scope.merge(before)
        self._block(node.orelse, scope)

    def _narrow(self, test: ast.expr, scope: Scope, *, holds: bool) -> None:
        """Learns from a condition that holds, or does not."""
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._narrow(operand, scope, holds=not holds)
            case ast.BoolOp(op=op, values=values) if isinstance(op, ast.And) == holds:
                for value in values:
                    self._narrow(value, scope, holds=holds)
            case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), wanted]) if holds:
                parts = wanted.elts if isinstance(wanted, ast.Tuple) else [wanted]
                scope.names[name] = join(self._expressions.annotation(part, scope) for part in parts)
            case ast.Call(func=function, args=[ast.Name(id=name)]) if holds:
                if self.kind(function) == Name("torch.is_tensor"):
                    scope.names[name] = TENSOR_VALUE
