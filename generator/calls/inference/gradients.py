"""Which Tensors of one text need a gradient, where that is written in plain sight."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from generator.calls.inference.dtypes import Dtypes
from generator.calls.inference.tensor_facts import Kinds, TensorFacts
from generator.calls.inference.view_members import GIVING_VIEWS, KEPT
from generator.calls.knowledge.kinds import (
    DTYPE,
    PARAMETERS,
    SHAPE,
    STR,
    Member,
    Name,
    Value,
    is_batch,
    is_number,
    is_tensor,
)
from generator.calls.text.reaching import Change
from generator.model.given import INTEGERS

_MADE = frozenset(
    """tensor zeros ones empty full rand randn randint randperm arange linspace logspace eye zeros_like ones_like empty_like
    full_like rand_like randn_like randint_like from_numpy""".split()
)
"""Functions of torch whose result needs no gradient unless ``requires_grad`` says so."""
_SAME = GIVING_VIEWS | KEPT | {"clone"}
"""Methods whose result needs none where their Tensor does not."""
_READING = frozenset(
    f"builtins.{name}" for name in "abs bool float int isinstance len max min print round sum type".split()
)
"""Builtins that read their arguments alone."""
_TO_PYTHON = frozenset({"numpy", "tolist", "item"})
"""Methods whose result has no gradient."""
_TO_NUMBERS = frozenset({"builtins.bool", "builtins.float", "builtins.int"})
"""Builtins of the same kind."""
_ALONE = (
    ast.Assert,
    ast.BinOp,
    ast.Compare,
    ast.Expr,
    ast.FormattedValue,
    ast.If,
    ast.Return,
    ast.Slice,
    ast.UnaryOp,
    ast.While,
)
"""What neither keeps an expression in it nor changes it."""


class Gradients(TensorFacts[bool]):
    """Whether the Tensors in one text need a gradient.

    Only Tensors are said to that are made so: what is computed of them may be computed where gradients are off. Those
    of a loader are said to need none, and what is computed of Tensors that need none.
    """

    def __init__(self, kinds: Kinds, dtypes: Dtypes) -> None:
        super().__init__(kinds)
        self._dtypes = dtypes

    def any_of(self, nodes: Sequence[ast.expr]) -> bool | None:
        """Tells whether any of several Tensors needs a gradient."""
        found = {self.of(each) for each in nodes}
        return True if True in found else None if None in found or not found else False

    def is_read_alone(self, node: ast.expr) -> bool:
        """Tells whether what is computed of an expression on the spot becomes an array, a list or a number at last."""
        parents = self._kinds.displays.variables.parents
        parent = parents.get(node)
        match parent:
            case ast.Attribute(attr=name) if isinstance(call := parents.get(parent), ast.Call) and call.func is parent:
                is_computed = is_tensor(self._kinds.kind(call)) and not name.endswith("_")
                return name in _TO_PYTHON or (is_computed and self.is_read_alone(call))
            case ast.Attribute(attr=name):
                return name in GIVING_VIEWS and self.is_read_alone(parent)
            case ast.BinOp() | ast.UnaryOp() | ast.Compare():
                return self.is_read_alone(parent)
            case ast.Subscript(value=value):
                return value is node and self.is_read_alone(parent)
            case ast.Call(func=function) if function is not node:
                kind = self._kinds.kind(function)
                is_last = isinstance(kind, Name) and kind.path in _TO_NUMBERS
                # What differentiates gives no Tensor but several.
                is_computed = self._is_function(function) and is_tensor(self._kinds.kind(parent))
                return is_last or (is_computed and self.is_read_alone(parent))
        return False

    def _has(self, node: ast.expr) -> bool:
        return super()._has(node) or is_batch(self._kinds.kind(node))

    def _of(self, node: ast.expr) -> bool | None:
        dtype = self._dtypes.exact(node)
        return False if dtype in INTEGERS or dtype == "bool" else self._shown(node)

    def _shown(self, node: ast.expr) -> bool | None:
        match node:
            case ast.Name():
                is_kept = all(map(self._needs_none, self._kinds.reaching.changes(node)))
                if is_kept and self._is_loaded(node):
                    return False
                needs = self._of_each(self.values(node)) if is_kept else None
                return None if needs is False and self._is_changed_by_others(node) else needs
            case ast.Subscript(value=value):
                return False if is_batch(self._kinds.kind(value)) or self.of(value) is False else None
            case ast.UnaryOp(operand=operand):
                return self.of(operand)
            case ast.Attribute(value=value, attr="data") if is_tensor(self._kinds.kind(value)):
                return False
            case ast.Attribute(attr=name):
                needs = self._of_each(self.values(node))
                is_changed = needs is False and (self._is_attribute_changed(name) or self._is_bound_beside(node, name))
                return None if is_changed else needs
            case ast.BinOp(left=left, right=right):
                tensors = [each for each in (left, right) if not is_number(self._kinds.kind(each))]
                return False if all(self.of(each) is False for each in tensors) else None
            case ast.Call():
                return self._of_call(node)
        return None

    def _is_loaded(self, variable: ast.Name) -> bool:
        """Tells whether a variable is bound to a part of a batch that a loader has just made, or is made of one."""
        reaching, parents = self._kinds.reaching, self._kinds.displays.variables.parents
        if reaching.is_unbound(variable):
            return False
        places = reaching.before(variable, reaching.statement(variable))
        stored = [each for each in places if isinstance(each.ctx, ast.Store)]
        values = self.values(variable)
        is_part = (
            all(self._is_of_batch(each, variable.id) for each in values)
            if values
            else all(is_batch(self._kinds.kind(each)) or is_batch(self._kinds.kind(parents[each])) for each in stored)
        )
        read = (each for each in places if each not in stored)
        return bool(stored) and is_part and not any(self._changes(each, frozenset({variable.id})) for each in read)

    def _is_of_batch(self, value: ast.expr, name: str) -> bool:
        """Tells whether a value is a part of a batch, or is made of a variable of a name that holds one."""
        base = value
        while isinstance(base, ast.Attribute | ast.Subscript | ast.Call):
            base = base.func if isinstance(base, ast.Call) else base.value
        is_one = isinstance(base, ast.Name) and (base.id == name or is_batch(self._kinds.kind(base)))
        return is_one and self.of(value) is False

    def _needs_none(self, change: Change) -> bool:
        """Tells whether a Tensor that is changed so needs no gradient for that."""
        return change.by != "requires_grad" and change.operands is not None and all(map(self._is_free, change.operands))

    def _is_free(self, operand: ast.expr) -> bool:
        """Tells whether an operand brings no gradient with it."""
        if isinstance(operand, ast.List | ast.Tuple):
            return all(map(self._is_free, operand.elts))
        kind = self._kinds.kind(operand)
        is_named = isinstance(kind, Name) and self._kinds.names.belongs(kind.path)
        is_plain = isinstance(operand, ast.Constant) or is_named or is_number(kind)
        return is_plain or kind in {SHAPE, STR, Value(DTYPE)} or self.of(operand) is False

    def _of_each(self, nodes: Sequence[ast.expr]) -> bool | None:
        """Returns what all of some expressions have."""
        found = {self.of(each) for each in nodes}
        return found.pop() if len(found) == 1 else None

    def _is_changed_by_others(self, variable: ast.Name) -> bool:
        """Tells whether the Tensor of a variable may be changed by what holds it or a view of it, not by its name."""
        if any(self._changes(each, frozenset({variable.id})) for each in self._reads(variable)):
            return True
        return self._is_bound_beside(variable, variable.id)

    def _is_bound_beside(self, node: ast.Name | ast.Attribute, name: str) -> bool:
        """Tells whether what is assigned is so to another place too, which may change it: ``x = y = zeros(3)``."""
        parents = self._kinds.displays.variables.parents
        around = [parents[each] for each in self.values(node)]
        targets = [target for each in around if isinstance(each, ast.Assign) for target in each.targets]
        return any(self._is_other_changed(each, name) for each in targets)

    def _is_other_changed(self, target: ast.expr, name: str) -> bool:
        match target:
            case ast.Name(id=other):
                return other != name and self._is_changed(target, frozenset())
            case ast.Attribute(attr=other):
                return other != name and self._is_attribute_changed(other)
        return isinstance(target, ast.Subscript)

    def _reads(self, variable: ast.Name) -> Iterator[ast.expr]:
        """Yields where a variable is read, and the result of a method in place for where it changes the variable."""
        parents = self._kinds.displays.variables.parents
        for place in self._kinds.displays.variables.everywhere(variable):
            match parent := parents[place]:
                case ast.Subscript(value=value, ctx=ast.Store()) if value is place:
                    continue
                case ast.Attribute(attr=name) if name.endswith("_") and not name.endswith("__"):
                    around = parents[parent]
                    yield around if isinstance(around, ast.Call) else place
                case _ if isinstance(place.ctx, ast.Load):
                    yield place

    def _is_changed(self, variable: ast.Name, asked: frozenset[str]) -> bool:
        """Tells whether another variable may change the Tensor, by its name or by what holds it or a view of it."""
        if variable.id in asked:
            return False
        reads = self._reads(variable)
        return bool(self._kinds.reaching.changes(variable)) or any(
            self._changes(each, asked | {variable.id}) for each in reads
        )

    @cached_property
    def _attributes(self) -> Mapping[str, Sequence[ast.Attribute]]:
        """The places of attributes, by their names."""
        found: defaultdict[str, list[ast.Attribute]] = defaultdict(list)
        for node in self._kinds.displays.variables.parents:
            if isinstance(node, ast.Attribute):
                found[node.attr].append(node)
        return found

    def _is_attribute_changed(self, name: str) -> bool:
        """Tells whether the Tensor that any object has as an attribute may be changed, as that of a variable may."""
        parents = self._kinds.displays.variables.parents
        return any(
            self._changes(each, frozenset())
            if isinstance(each.ctx, ast.Load)
            else isinstance(parents[each], ast.AugAssign)
            for each in self._attributes[name]
        )

    def _changes(self, node: ast.AST, asked: frozenset[str]) -> bool:
        """Tells whether the code around an expression may change it, or a result of it, which may be a view."""
        parent = self._kinds.displays.variables.parents[node]
        match parent:
            case ast.Attribute(attr=name, ctx=context):
                is_in_place = name.endswith("_") and not name.endswith("__")
                return is_in_place or not isinstance(context, ast.Load) or self._is_result_changed(parent, asked)
            case ast.Subscript(value=value, ctx=context):
                is_set = not isinstance(context, ast.Load)
                return value is node and (is_set or self._is_result_changed(parent, asked))
            case ast.Call(func=function):
                is_read = function is node or self._only_reads(function)
                return not is_read or self._is_result_changed(parent, asked)
            case ast.keyword(arg=name):
                return name == "out" or self._changes(parent, asked)
            case ast.List() | ast.Tuple() | ast.Starred():
                return self._changes(parent, asked)
            case ast.Assign(targets=[ast.Name() as held]) | ast.For(target=ast.Name() as held):
                return self._is_changed(held, asked)
            case ast.Assign(targets=[ast.Tuple(elts=targets)]):
                return not all(isinstance(each, ast.Name) and not self._is_changed(each, asked) for each in targets)
            case ast.Assign(targets=[ast.Subscript(value=filled)]):
                return not is_tensor(self._kinds.kind(filled))
            case ast.AugAssign(target=target):
                return target is node
            case ast.IfExp() | ast.BoolOp():
                return self._is_result_changed(parent, asked)
        return not isinstance(parent, _ALONE)

    def _is_result_changed(self, node: ast.expr, asked: frozenset[str]) -> bool:
        kind = self._kinds.kind(node)
        return not (is_number(kind) or kind in {SHAPE, STR}) and self._changes(node, asked)

    def _only_reads(self, function: ast.expr) -> bool:
        """Tells whether a function, a layer of torch or a method of a Tensor changes none of its arguments."""
        match self._kinds.kind(function):
            case Name(path=path):
                return not path.endswith("_") and (
                    path in _READING or path.startswith("numpy.") or bool(self._path(function))
                )
            case Member(receiver=receiver):
                return is_tensor(receiver)
            case Value(type=name):
                return self._kinds.names.belongs(name)
        return False

    def _of_call(self, node: ast.Call) -> bool | None:
        name, first = self._called(node)
        path = self._path(node.func)
        asked = next((each.value for each in node.keywords if each.arg == "requires_grad"), None)
        if path in PARAMETERS or (name == "requires_grad_" and not path):
            asked = asked or (node.args[-1] if len(node.args) > (path in PARAMETERS) else ast.Constant(value=True))
        if asked is not None:
            return asked.value if isinstance(asked, ast.Constant) and isinstance(asked.value, bool) else None
        if any(each.arg is None for each in node.keywords):
            return None
        operands = [*node.args, *(each.value for each in node.keywords)]
        if path:
            is_computed = self._is_function(node.func) and any(map(self._has_any, operands))
            return False if name in _MADE or (is_computed and all(map(self._is_free, operands))) else None
        is_kept = first is not None and self.of(first) is False
        is_method = isinstance(node.func, ast.Attribute) and node.func.value is first
        is_computed = is_method and (name in _SAME or all(map(self._is_free, operands)))
        return False if name == "detach" or (is_kept and is_computed) else None

    def _has_any(self, operand: ast.expr) -> bool:
        """Tells whether an operand is a Tensor, or a list with one."""
        items = operand.elts if isinstance(operand, ast.List | ast.Tuple) else [operand]
        return any(is_tensor(self._kinds.kind(each)) for each in items)

    def _is_function(self, node: ast.expr) -> bool:
        """Tells whether an expression is a function of torch, which has no parameters of its own."""
        entry = self._kinds.names.find(self._path(node))
        return entry is not None and entry.kind == "function"
