"""Augmented assignments that change a shared Tensor: torch changes it in place, Paddle makes another one."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from generator.calls.facts.result_facts import same_attributes
from generator.calls.facts.view_changes import is_gradient, is_unrecorded
from generator.calls.facts.views import base_of, is_basic
from generator.calls.inference.infer import Inference
from generator.calls.inference.scopes import Function
from generator.calls.inference.view_members import COPIED, GIVING_VIEWS, KEPT
from generator.calls.knowledge.kinds import Kind, Name, Value, is_batch, is_tensor
from generator.calls.text.reaching import LOOPS, end, start
from generator.calls.text.syntax import is_same

_VIEWS = KEPT | (GIVING_VIEWS - COPIED) | {"data", "detach"}
"""Members of a Tensor that return a view in Paddle as well, or the Tensor itself if there is nothing to do.

Many of them are also functions.
"""
_GIVING = _VIEWS | {"view_as_real", "view_as_complex", "frombuffer", "from_dlpack"}
"""Functions of the library that give a view of their first argument in Paddle as well: a Tensor, or a buffer."""
_CUTTING = frozenset({"dsplit", "hsplit", "tensor_split", "vsplit"})
"""Functions and methods that give views of a Tensor's parts in Paddle as well, where the indices are given."""
_LAYERS = frozenset({"torch.nn.Flatten", "torch.nn.Unflatten", "torch.nn.Identity"})
"""Layers that give a view of what they are called with in Paddle as well, or that itself."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_KEEPING = frozenset({"append", "appendleft", "add", "insert"})
_PROPERTIES = frozenset({"data", "T", "mT"})


class Sharing:
    """Which variables of one text are names of Tensors that are read by another name, or through a container, later."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference
        self._variables = inference.displays.variables
        self._parents = self._variables.parents
        self._reaching = inference.reaching
        self._asked: set[ast.Name] = set()
        """The arguments and variables being examined, which ends recursion through function calls and loops."""

    def is_state(self, node: ast.AugAssign) -> bool:
        """Tells whether the target iterates over the values of a ``state_dict``, Tensors that are set by ``.data``."""
        target = node.target
        return isinstance(target, ast.Name) and any(map(self._goes_through_state, self._bindings(target, node)))

    def is_seen(self, node: ast.AugAssign) -> bool:
        """Tells whether others see the Tensor that a variable or an attribute is a name of when it is changed."""
        target = node.target
        if isinstance(target, ast.Attribute) and base_of(target) is None:
            reads = same_attributes(target, self._inference)  # of which one may be a number, to which Tensors are added
            is_kept = any(is_tensor(self._inference.kind(each)) and self._is_kept_beside(each, node) for each in reads)
            given = (each for each in self._inference.set_to(target) if isinstance(each, ast.Name))
            passed = (each for read in given for each in self._passed_for(read, self._reaching.statement(read)))
            return is_kept or any(map(self._is_passed_shared, passed))
        if isinstance(target, ast.Subscript) and not is_tensor(self._inference.kind(target.value)):
            return any(self._is_shared(each, node) for each in self.items_of(target.value))
        return isinstance(target, ast.Name) and (self._is_held(target, node) or self._is_for_caller(target, node))

    def items_of(self, container: ast.expr) -> Iterator[ast.expr]:
        """Yields the items that the displays write which the text assigns to a variable or an attribute."""
        is_builtin = self._inference.displays.variables.is_builtin
        for value in self._set_to(container):
            match value:
                case ast.List(elts=items) | ast.Dict(values=items):
                    yield from items
                case ast.ListComp(elt=item) | ast.DictComp(value=item):
                    yield item
                case ast.Call(func=ast.Name(id="dict"), keywords=keywords) if is_builtin("dict"):
                    yield from (keyword.value for keyword in keywords)

    def items_at(self, node: ast.AST) -> Sequence[ast.expr]:
        """Returns what the text puts under the key of a dictionary that an expression reads or sets, anywhere."""
        match node:
            case ast.Subscript(slice=ast.Constant(value=str(key))):
                return self._under_key.get(key, ())
        return ()

    @cached_property
    def _under_key(self) -> Mapping[str, Sequence[ast.expr]]:
        found: defaultdict[str, list[ast.expr]] = defaultdict(list)
        for node in self._parents:
            for key, value in _entries(node):
                values = self._reaching.some(value)[0] if isinstance(value, ast.Name) else ()
                found[key] += values or (value,)  # which the variable has before ``+=``
        return found

    def _set_to(self, place: ast.expr) -> Sequence[ast.expr]:
        values = self._reaching.some(place)[0] if isinstance(place, ast.Name) else ()
        return self._inference.set_to(place) if isinstance(place, ast.Attribute) else values

    def is_viewed(self, target: ast.expr, node: ast.stmt | ast.expr) -> bool:
        """Tells whether a view, which may have a gradient, is read after ``node`` changed what it is a view of.

        That is a variable, or an attribute. The variable may be another name of one, or a parameter that has it.
        """
        kept: Sequence[ast.expr]
        match target:
            case ast.Name() if target in self._asked:
                return False
            case ast.Name():
                statement = self._reaching.statement(node)
                others = [each for each in self._reaching.some(target)[0] if isinstance(each, ast.Name)]
                reads = [each for name in (target, *others) for each in self._reads(name, statement)]
                kept = [each for each in reads if self._is_kept(each, node)]
                passed = [each for each in self._passed_for(target, statement) if isinstance(each, ast.Name)]
                self._asked.add(target)
                is_of_caller = any(self.is_viewed(each, self._reaching.statement(each)) for each in passed)
                self._asked.discard(target)
                if is_of_caller:
                    return not is_unrecorded(target, self._inference)
            case ast.Attribute() if base_of(target) is None:
                kept = [each for each in same_attributes(target, self._inference) if self._is_kept_beside(each, node)]
            case _:
                return False
        return any(map(self._is_recorded_view, kept)) and not is_unrecorded(target, self._inference)

    def _is_recorded_view(self, read: ast.expr) -> bool:
        """Tells whether what reads a Tensor gives a view of it, by nothing that ends the record of gradients."""
        whole = self._widest_view(read)
        return whole is not read and not any(isinstance(n, ast.expr) and base_of(n) for n in ast.walk(whole))

    def _is_kept_beside(self, read: ast.Attribute, node: ast.stmt | ast.expr) -> bool:
        """Tells whether a statement keeps an attribute, or a view of it, in another one or in a variable."""
        whole = self._widest_view(read)
        is_before = start(read) < start(node) and self._reaching.around(read)[-1] is self._reaching.around(node)[-1]
        match self._parents[whole]:
            case ast.Assign(targets=targets, value=value) if value is whole:
                return any(
                    not is_same(each, read)  # whoever has the object may read it
                    if isinstance(each, ast.Attribute)
                    else isinstance(each, ast.Name) and is_before and self._is_read_after(each, node)
                    for each in targets
                )
        return False

    def _is_held(self, variable: ast.Name, node: ast.stmt) -> bool:
        """Tells whether something else holds the Tensor of a variable when a statement runs, or the caller does."""
        return (
            any(self._is_bound_to_shared(each, node) for each in self._bindings(variable, node))
            or any(self._is_kept(each, node) for each in self._reads(variable, node))
            or any(self._is_passed_shared(each) for each in self._passed_for(variable, node))
        )

    # ---- where a variable is bound ----

    def _bindings(self, target: ast.Name, node: ast.stmt) -> list[ast.Name]:
        """Returns the places that may have bound a variable when a statement runs, but by changing it."""
        return [each for each in self._before(target, node) if isinstance(each.ctx, ast.Store)]

    def _reads(self, target: ast.Name, node: ast.stmt) -> list[ast.Name]:
        """Returns the places that may have read it since it was bound."""
        return [each for each in self._before(target, node) if isinstance(each.ctx, ast.Load)]

    def _before(self, target: ast.Name, node: ast.stmt) -> Iterator[ast.Name]:
        places = self._reaching.before(target, node)
        return (each for each in places if not isinstance(self._parents[each], ast.AugAssign))

    def _is_read_after(self, read: ast.Name, node: ast.stmt | ast.expr) -> bool:
        """Tells whether a variable is read after a node, or by a loop that repeats both without rebinding it.

        Where ``read`` binds it, only what may still have that value counts.
        """
        places = self._variables.everywhere(read)
        loops = [each for each in self._reaching.around(node) if isinstance(each, LOOPS)]
        again = [
            (start(each), end(each))
            for each in loops
            if not any(isinstance(p.ctx, ast.Store) and start(each) <= start(p) < end(each) for p in places)
        ]
        return any(
            isinstance(p.ctx, ast.Load)
            and (start(p) > end(node) or any(a <= start(p) < b for a, b in again))
            and (isinstance(read.ctx, ast.Load) or read in self._reaching.before(p, self._reaching.statement(p)))
            for p in places
        )

    # ---- what it is bound to ----

    def _is_bound_to_shared(self, place: ast.Name, node: ast.stmt) -> bool:
        match self._reaching.statement(place):
            case ast.For() as loop:
                held = [
                    self._inference.kind(each) for each in self._reaching.around(place) if isinstance(each, ast.expr)
                ]
                return is_tensor(held[0]) and not any(map(is_batch, (*held, self._inference.kind(loop.iter))))
            case ast.Assign(targets=targets, value=value):
                bound = [item for target, item in _pairs(targets, value) if target is place]
                if not is_batch(self._inference.kind(value)):
                    bound += [self._of_parts(value) for each in targets if place in _items(each)]
                return bool(bound) and (len(targets) > 1 or self._is_shared(bound[0], node))
            case ast.AnnAssign(value=ast.expr() as value):
                return self._is_shared(value, node)
        return False

    def _is_shared(self, value: ast.expr, node: ast.stmt) -> bool:
        """Tells whether an expression gives a Tensor, or a view of one, that something else holds and is read later."""
        kind = self._inference.kind
        if (whole := self._of_parts(value)) is not value:
            return self._is_shared(whole, node)
        match value:
            case ast.Name():
                is_kept = not self._is_rebound(value) or self._may_be_of_caller(value)
                return (is_kept and self._is_read_after(value, node)) or self._was_shared(value, node)
            case ast.IfExp(body=body, orelse=orelse):
                return self._is_shared(body, node) or self._is_shared(orelse, node)
            case ast.Call(func=ast.Attribute(value=inner, attr="get" | "setdefault")) if _is_dict(kind(inner)):
                return True
            case ast.Call(func=ast.Attribute(value=inner, attr=name)) if is_tensor(kind(inner)):
                return name in _VIEWS and self._is_shared(inner, node)
            case ast.Call(func=function, args=[inner, *_]):
                return self._gives_view(kind(function)) and self._is_shared(inner, node)
            case ast.Attribute(value=inner, attr=name):
                is_held = not is_tensor(kind(inner)) or is_gradient(value)
                return is_held or (name in _VIEWS and self._is_shared(inner, node))
            case ast.Subscript(value=inner, slice=index):
                held = kind(inner)
                if is_tensor(held):
                    return is_basic(index, self._inference) and self._is_shared(inner, node)
                return not is_batch(held) and (_is_dict(held) or self._is_shared(inner, node))
        return False

    def _of_parts(self, value: ast.expr) -> ast.expr:
        """Returns the Tensor whose rows or parts an expression gives: ``x.unbind()``, or else the expression itself."""
        kind = self._inference.kind
        function = kind(value.func) if isinstance(value, ast.Call) else None
        match value:
            case ast.Call(args=[whole, *given]) if isinstance(function, Name):
                package, _, name = function.path.rpartition(".")
                is_known = package in self._inference.names.packages
            case ast.Call(func=ast.Attribute(value=whole, attr=name), args=given):
                is_known = is_tensor(kind(whole))
            case _:
                return value
        is_cut = name in _CUTTING and any(
            isinstance(each, ast.List | ast.Tuple) or kind(each) in {Value("list"), Value("tuple")}
            for each in (*given, *(keyword.value for keyword in value.keywords))
        )
        return whole if is_known and (name == "unbind" or is_cut) else value

    def _is_rebound(self, read: ast.Name) -> bool:
        """Tells whether the statement that reads a variable binds it anew: ``x = x.view(-1)``."""
        match self._reaching.statement(read):
            case ast.Assign(targets=targets, value=value):
                bound = (each for each, _ in _pairs(targets, value))
                return any(isinstance(each, ast.Name) and each.id == read.id for each in bound)
        return False

    def _was_shared(self, read: ast.Name, node: ast.stmt) -> bool:
        """Tells whether something else holds the Tensor of a variable where it is read, or the caller does.

        An example is ``x = y[0]`` before ``x = x.view(-1)``.
        """
        if read in self._asked:
            return False
        self._asked.add(read)
        statement = self._reaching.statement(read)
        is_shared = (
            any(self._is_bound_to_shared(each, node) for each in self._bindings(read, statement))
            or any(self._is_kept(each, node) for each in self._reads(read, statement))
            or any(self._is_passed_shared(each) for each in self._passed_for(read, statement))
        )
        self._asked.discard(read)
        return is_shared

    def _goes_through_state(self, place: ast.Name) -> bool:
        """Tells whether a loop binds a variable to the values of a ``state_dict``."""
        loop = self._reaching.statement(place)
        match loop:
            case ast.For(iter=ast.Call(func=ast.Attribute(value=held, attr="values"))) if loop.target is place:
                return self._is_state_dict(held)
            case ast.For(
                target=ast.Tuple(elts=[_, second]), iter=ast.Call(func=ast.Attribute(value=held, attr="items"))
            ):
                return second is place and self._is_state_dict(held)
        return False

    def _is_state_dict(self, node: ast.expr) -> bool:
        match node:
            case ast.Call(func=ast.Attribute(attr="state_dict")):
                return True
            case ast.Name():
                bound = [p for p in self._variables.places(node) or () if isinstance(p.ctx, ast.Store)]
                statements = [self._parents[place] for place in bound]
                values = [each.value for each in statements if isinstance(each, ast.Assign) and len(each.targets) == 1]
                calls = [each for each in values if not isinstance(each, ast.Name) and self._is_state_dict(each)]
                return bool(calls) and len(calls) == len(statements)
        return False

    def _is_kept(self, read: ast.Name, node: ast.stmt | ast.expr) -> bool:
        """Tells whether what reads a variable gives its Tensor, or a view of that, a name or a place in a container."""
        whole = self._widest_view(read)
        match self._parents[whole]:
            case ast.Assign(targets=targets, value=value) if value is whole:
                return any(
                    each.id != read.id and self._is_read_after(each, node)
                    if isinstance(each, ast.Name)
                    else not (isinstance(each, ast.Subscript) and is_tensor(self._inference.kind(each.value)))
                    for each in targets  # but for a part of a Tensor, which takes a copy
                )
            case ast.List() | ast.Tuple() | ast.Dict() as display:
                match self._parents[display]:
                    case ast.Assign(targets=[ast.Name() as held]):
                        return self._is_read_after(held, node)
                    case ast.Assign(targets=targets, value=value):
                        bound = [each for each, item in _pairs(targets, value) if item is whole]
                        kept = [each for each in bound if isinstance(each, ast.Name) and not self._is_rebound(read)]
                        return any(self._is_read_after(each, node) for each in kept)
            case ast.Call(func=ast.Attribute(attr=name), args=args):
                return name in _KEEPING and whole in args
        return False

    def _widest_view(self, node: ast.expr) -> ast.expr:
        """Returns the largest expression around another that gives the same Tensor or a view of it."""
        kind = self._inference.kind
        parent = self._parents[node]
        match parent:
            case ast.Attribute(attr=name) if name in _VIEWS and is_tensor(kind(node)):
                method = self._parents[parent]
                if isinstance(method, ast.Call) and method.func is parent:
                    return self._widest_view(method)
                return self._widest_view(parent) if name in _PROPERTIES else node
            case ast.Call(func=function, args=[inner, *_]) if inner is node:
                return self._widest_view(parent) if self._gives_view(kind(function)) else node
            case ast.Subscript(value=inner, slice=index) if inner is node and is_tensor(kind(node)):
                return self._widest_view(parent) if is_basic(index, self._inference) else node
        return node

    def _gives_view(self, function: Kind) -> bool:
        """Tells whether a function of the library, or a layer, gives a view of its first argument."""
        match function:
            case Name(path=path):
                package, _, name = path.rpartition(".")
                return package in self._inference.names.packages and name in _GIVING
            case Value(type=name):
                return name in _LAYERS
        return False

    def _is_for_caller(self, target: ast.Name, node: ast.AugAssign) -> bool:
        """Tells whether a variable never read again is a parameter, or a view of one: the caller sees what ``+=`` does.

        In a loop, only a view that each round makes anew is one.
        """
        made = [self._reaching.statement(each) for each in self._bindings(target, node)]
        base: ast.expr | None = target
        match made:
            case [ast.Assign(targets=[ast.Name()], value=value)]:
                base = self._viewed(value)
        statement = made[0] if made else node
        is_parameter = isinstance(base, ast.Name) and self._function_of(base, statement) is not None
        around = self._reaching.around(statement) if made else ()
        is_run_again = any(isinstance(each, LOOPS) and each not in around for each in self._reaching.around(node))
        return is_parameter and not is_run_again and not self._is_read_after(target, node)

    def _viewed(self, value: ast.expr) -> ast.expr | None:
        """Returns what an expression gives a view of, or a copy by a mask or by indices."""
        kind = self._inference.kind
        match value:
            case ast.Subscript(value=inner) if is_tensor(kind(inner)):
                return self._viewed(inner)
            case ast.Attribute(value=inner, attr=name) if name in _PROPERTIES:
                return self._viewed(inner)
            case ast.Call(func=ast.Attribute(value=inner, attr=name)) if name in _VIEWS and is_tensor(kind(inner)):
                return self._viewed(inner)
            case ast.Call(func=function, args=[inner, *_]):
                return self._viewed(inner) if self._gives_view(kind(function)) else None
        return value

    def _function_of(self, variable: ast.Name, node: ast.stmt) -> Function | None:
        """Returns the function whose parameter a variable is, where nothing binds that anew before a statement."""
        scope = self._reaching.around(node)[-1]
        if not isinstance(scope, _FUNCTIONS) or self._bindings(variable, node):
            return None
        arguments = scope.args
        parameters = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        return scope if variable.id in parameters else None

    def _passed_for(self, variable: ast.Name, node: ast.stmt) -> Sequence[ast.expr]:
        """Returns what the calls in the text pass for the parameter that a variable is."""
        function = self._function_of(variable, node)
        return self._inference.arguments.get((function, variable.id), ()) if function is not None else ()

    def _may_be_of_caller(self, read: ast.Name) -> bool:
        """Tells whether a variable is a parameter whose Tensor a caller may use again, one in the text or another."""
        statement = self._reaching.statement(read)
        if self._function_of(read, statement) is None or read in self._asked:
            return read in self._asked
        passed = self._passed_for(read, statement)
        self._asked.add(read)
        is_used = not passed or any(map(self._is_passed_shared, passed))
        self._asked.discard(read)
        return is_used

    def _is_passed_shared(self, argument: ast.expr) -> bool:
        """Tells whether something else than the function that it is passed to sees an argument change."""
        statement = self._reaching.statement(argument)
        if not isinstance(argument, ast.Name):
            return self._is_shared(argument, statement)
        if argument in self._asked:
            return False
        self._asked.add(argument)
        places = self._variables.everywhere(argument)
        beside = [p for p in places if self._reaching.statement(p) is statement]
        is_bound = isinstance(statement, ast.Return) or any(isinstance(p.ctx, ast.Store) for p in beside)
        # What the statement reads before the call may be the Tensor itself, or a view of it: ``h = h + step(h)``.
        is_over = is_bound and not any(isinstance(p.ctx, ast.Load) and p is not argument for p in beside)
        is_read = not is_over and (is_bound or self._is_read_after(argument, statement))
        is_seen = is_read or self._is_held(argument, statement)
        self._asked.discard(argument)
        return is_seen


def _entries(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yields the keys that a display or an assignment writes, with their values."""
    items: Iterable[tuple[ast.expr | None, ast.expr]] = ()
    match node:
        case ast.Dict(keys=keys, values=values):
            items = zip(keys, values, strict=True)
        case ast.Assign(targets=targets, value=value):
            items = [(each.slice, value) for each in targets if isinstance(each, ast.Subscript)]
    for key, value in items:
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield key.value, value


def _is_dict(kind: Kind) -> bool:
    return isinstance(kind, Value) and kind.type == "dict"


def _pairs(targets: Sequence[ast.expr], value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yields each target of an assignment with what is bound to it, also item by item: ``a, b = x, x[0]``."""
    for target in targets:
        yield target, value
        if isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List):
            items = (*target.elts, *value.elts)
            if len(target.elts) == len(value.elts) and not any(isinstance(each, ast.Starred) for each in items):
                for each, item in zip(target.elts, value.elts, strict=True):
                    yield from _pairs([each], item)


def _items(target: ast.expr) -> Sequence[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple | ast.List) else ()
