"""Reads the body of a function or module once: the names it binds, and what the uses of a variable say of its kind."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from enum import Enum
from typing import Protocol

from generator.calls.knowledge.kinds import (
    DTYPE,
    LOADER,
    MODULE,
    SHAPE,
    TENSOR,
    Kind,
    Member,
    Name,
    Value,
    is_tensor,
    options_of,
)
from generator.calls.knowledge.names import OTHER_NAMES, READ_ONLY, TENSOR_CLASS, PublicNames
from generator.calls.text.syntax import children

_TENSOR_PARTS = frozenset({"data", "T", "mT", "H", "mH", "grad", "real", "imag"})
"""Attributes of a Tensor that are Tensors."""
_CASTS = frozenset({"float", "half", "double", "bfloat16", "cpu", "cuda", "to"})
"""Methods of Tensors and Modules that return another one of the same kind."""
_PAIRS = frozenset({"max", "min", "median", "mode", "sort", "topk", "kthvalue"})
"""Methods of a Tensor that give values and indices."""
_NUMBERS = frozenset({"range", "int", "float", "str", "chr", "open"})
"""Builtins that take no Tensor, or of which code that passes one expects a number."""


_HOLDERS = frozenset(
    """backward clone coalesce contiguous detach detach_ equal indices inverse is_coalesced is_pinned is_shared log name
    new norm pin_memory positive record_stream select share_memory_ solve storage unique where""".split()
)
"""Methods of a Tensor that objects which hold Tensors, settings or connections often have as well."""

_SCALING = frozenset({"add", "add_", "sub", "sub_", "subtract", "subtract_"})
"""Methods of a Tensor whose ``alpha`` multiplies the other operand: of a number, code multiplies it itself."""
_OPTIMIZER, _SCHEDULER = "torch.optim.Optimizer", "torch.optim.lr_scheduler.LRScheduler"
_METHODS = {
    **dict.fromkeys(
        """parameters named_parameters named_buffers named_modules named_children register_forward_hook
        register_forward_pre_hook register_full_backward_hook register_full_backward_pre_hook""".split(),
        MODULE,
    ),
    **dict.fromkeys("add_param_group register_step_pre_hook register_step_post_hook".split(), _OPTIMIZER),
    "get_last_lr": _SCHEDULER,
    "setdefault": "dict",
}
_ATTRIBUTES = {"param_groups": _OPTIMIZER, "is_floating_point": DTYPE, "is_complex": DTYPE}
"""Members that only objects of one class have, mostly of torch, whatever text they are in: those of its conventions."""
_OF_DTYPES = frozenset({"is_signed", "to_complex", "to_real"})
"""Members of a dtype that others' objects may have as well, but no dtype of NumPy."""
_OF_OPTIMIZERS = frozenset({"state", "state_dict", "load_state_dict", "zero_grad"})
"""Members of an optimizer that models and objects of others may have as well."""


class Known(Protocol):
    """What is known of the expressions of a text by now."""

    names: PublicNames

    def kind_of(self, node: ast.AST) -> Kind:
        """Returns the kind of an expression."""

    def wants_tensor(self, call: ast.Call, argument: ast.AST) -> bool:
        """Tells whether the function that is called, one of the project's own, takes a Tensor for an argument."""


class Use(Enum):
    """What one use says of the variable."""

    ONLY_TENSOR = "only a Tensor is used so"
    WITH_TENSOR = "it is computed with a Tensor"
    MAYBE_TENSOR = "a Tensor may be used so"
    NO_TENSOR = "no Tensor is used so"


class Body:
    """What one function, class or module body does with its variables, without what nested functions do.

    ``bound`` are the names that it binds anywhere; ``yields`` says whether it is that of a generator.
    """

    def __init__(self, node: ast.AST) -> None:
        self._uses: defaultdict[str, list[tuple[ast.AST, ast.Name]]] = defaultdict(list)
        self._calls: dict[int, ast.Call] = {}
        self._following: dict[int, str] = {}
        self._of_item: dict[int, str] = {}
        self._second: set[int] = set()
        """The methods of whose result the second part alone is used: ``x.max(1)[1]``, ``_, i = x.max(1)``."""
        self._inner: set[int] = set()
        """The members of which a member is read or called: ``x.relu`` of ``x.relu.weight``."""
        self._passed: dict[int, tuple[ast.Call, ast.Attribute]] = {}
        self._made: dict[str, tuple[int, int]] = {}
        """Where a name is first bound to the Tensor that is made of what it was."""
        bound: set[str] = set()
        outside: set[str] = set()
        self.yields = False
        for parent, child in _pairs(node):
            match child:
                case ast.Name(id=name, ctx=ast.Load()):
                    self._uses[name].append((parent, child))
                case ast.Name(id=name):
                    bound.add(name)
                case ast.Attribute(value=ast.Call(func=ast.Attribute() as inner), attr=following):
                    self._following[id(inner)] = following
                case ast.Attribute(value=ast.Subscript(value=ast.Call(func=ast.Attribute() as inner)), attr=following):
                    self._of_item[id(inner)] = following
                case (
                    ast.Subscript(value=ast.Call(func=ast.Attribute() as inner), slice=ast.Constant(value=1))
                    | ast.Assign(
                        targets=[ast.Tuple(elts=[ast.Name(id="_"), _])], value=ast.Call(func=ast.Attribute() as inner)
                    )
                ):
                    self._second.add(id(inner))
                case ast.Attribute(value=ast.Attribute() as inner):
                    self._inner.add(id(inner))
                case ast.Call(func=function):
                    self._calls[id(function)] = child
                    for each in child.args:
                        if isinstance(each, ast.Attribute):
                            self._passed[id(each)] = child, each
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_made_of(value, name):
                    place = child.lineno, child.col_offset
                    self._made[name] = min(self._made.get(name, place), place)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    bound.add(name)
                case ast.Import(names=names) | ast.ImportFrom(names=names):
                    bound |= {alias.asname or alias.name.partition(".")[0] for alias in names}
                case ast.Global(names=declared) | ast.Nonlocal(names=declared):
                    outside |= set(declared)
                case ast.Yield() | ast.YieldFrom():
                    self.yields = True
        self.bound = frozenset(bound - outside)

    def looks_like_tensor(self, name: str, known: Known, *, expected: bool = False) -> bool:
        """Tells whether some use fits only a Tensor, and none fits none.

        ``expected`` says that a Tensor is usual there, as in a Module's ``forward``: then a use that fits is enough.
        Uses do not count from where a Tensor is made of the variable (``x = torch.tensor(x)``): it was none before.
        """
        made = self._made.get(name)
        found = [pair for pair in self._uses[name] if made is None or (pair[1].lineno, pair[1].col_offset) < made]
        uses = [self._use(parent, child, known) for parent, child in found]
        if Use.NO_TENSOR in uses:
            return False
        members = {parent.attr for parent, _ in found if isinstance(parent, ast.Attribute)}
        if Use.ONLY_TENSOR in uses or (members - {"numel"} and known.names.only_tensors_have(members)):
            return True
        return bool(Use.WITH_TENSOR in uses and members) or (expected and bool(uses))

    def _use(self, parent: ast.AST, child: ast.AST, known: Known) -> Use:  # a case each
        match parent:
            case ast.Attribute(attr=member):
                return self._of_member(parent, member, known)
            case ast.Subscript(value=value, slice=index) if value is child:
                text = isinstance(index, ast.Constant) and isinstance(index.value, str)
                return Use.NO_TENSOR if text else Use.MAYBE_TENSOR
            case ast.Call(func=function) if function is child:
                return Use.NO_TENSOR
            case ast.Call():
                return _in_call(parent, child, known)
            case ast.BinOp(left=left, right=right):
                other = right if left is child else left
                return Use.WITH_TENSOR if is_tensor(known.kind_of(other)) else Use.MAYBE_TENSOR
            case ast.Starred() | ast.For() | ast.AsyncFor() | ast.withitem():
                return Use.NO_TENSOR if getattr(parent, "iter", child) is child else Use.MAYBE_TENSOR
            case ast.Assign(targets=[ast.Tuple() | ast.List()]):
                return Use.NO_TENSOR
            case _:
                return Use.MAYBE_TENSOR

    def of_expression(self, attribute: ast.Attribute, known: Known) -> bool:
        """Tells whether a member makes an expression that is no variable a Tensor."""
        if isinstance(attribute.value, ast.Name) or not self._tells_of_attribute(attribute):
            return False
        if self._of_member(attribute, attribute.attr, known) is Use.ONLY_TENSOR:
            return True
        match attribute.value:  # x.float().sum: a Module has the first member as well, and not the second
            case ast.Call(func=ast.Attribute(attr=first)) if first in _CASTS:
                return known.names.only_tensors_have((first, attribute.attr))
        following = self._following.get(id(attribute))  # of x.cpu().numpy, x itself
        if attribute.attr in _CASTS and following is not None:
            return known.names.only_tensors_have((attribute.attr, following))
        return False

    def told_class(self, attribute: ast.Attribute) -> str:
        """Returns the class of torch that a member alone identifies; empty for a member that others have as well."""
        if attribute.attr == "numel" and _is_size(attribute.value):
            return SHAPE.type
        if attribute.attr in _OF_DTYPES and _is_named(attribute.value, _DTYPE):
            return DTYPE
        if attribute.attr == "sampler" and _is_named(attribute.value, _LOADERS):
            return LOADER
        if attribute.attr in _OF_OPTIMIZERS and _is_named(attribute.value, _OPTIMIZERS):
            return _OPTIMIZER
        return (_METHODS if id(attribute) in self._calls else _ATTRIBUTES).get(attribute.attr, "")

    def _tells_of_attribute(self, attribute: ast.Attribute) -> bool:
        """Tells whether a member may tell of what it belongs to: of an object's attribute, few do."""
        if not isinstance(attribute.value, ast.Attribute) or id(attribute) in self._passed:
            return True
        return id(attribute) in self._calls and attribute.attr not in _HOLDERS

    def _of_member(self, attribute: ast.AST, member: str, known: Known) -> Use:
        """Returns what a member says: one that only Tensors have, used as they allow it, makes a Tensor."""
        entry = known.names.member(TENSOR, member)
        call = self._calls.get(id(attribute))
        if entry is None or _sets_what_no_tensor_lets(attribute, member):
            return Use.NO_TENSOR
        passed = self._passed.get(id(attribute))
        if passed is not None and member in _TENSOR_PARTS:
            return _in_call(*passed, known)
        if call is None and entry.kind != "property" and id(attribute) in self._inner:
            return Use.NO_TENSOR  # nobody reads a member of a method
        if call is None:
            only = member in known.names.tensor_only and entry.kind == "property"
            return Use.ONLY_TENSOR if only else Use.MAYBE_TENSOR
        starred = any(isinstance(argument, ast.Starred) for argument in call.args)
        is_only = member in known.names.tensor_only or _is_for_tensors(member, call)
        others = OTHER_NAMES if is_only else {}  # an array's methods take the others' names as well
        keywords = [others.get(keyword.arg or "", keyword.arg) for keyword in call.keywords]
        if entry.kind == "property" or not (starred or entry.accepts(len(call.args), keywords)):
            return Use.NO_TENSOR
        if member == "type" and call.args and _is_tensor_class(known.kind_of(call.args[0])):
            return Use.ONLY_TENSOR
        if member in _PAIRS and self._of_item.get(id(attribute)) in known.names.tensor_only:
            return Use.ONLY_TENSOR
        if id(attribute) in self._second and _is_pair(member, call):
            return Use.ONLY_TENSOR
        if member == "numel" and isinstance(attribute, ast.Attribute) and _is_size(attribute.value):
            return Use.MAYBE_TENSOR
        if member == "backward" and call.args:  # engines have it as well, and take the loss
            return Use.MAYBE_TENSOR
        return Use.ONLY_TENSOR if is_only else Use.MAYBE_TENSOR


_SIZE = re.compile(r"(?:\w*_)?(?:shape|size)")
_DTYPE = re.compile(r"(?:\w*_)?dtype")
_OPTIMIZERS = re.compile(
    r"(?:\w*_)?optim(?:izer)?(?:_(?!(?:\w+_)?(?:args|cfg|config|kwargs|name|opts|options|params|type)$)\w+)?",
    re.IGNORECASE,
)
"""Names of optimizers, but for what one is made with: ``optimizer_g``, not ``optim_args``."""
_LOADERS = re.compile(r"\w*loader", re.IGNORECASE)
_MAKERS = re.compile(r"(?:\w*Tensor|tensor|as_tensor|from_numpy|asarray|array)")
"""Names of functions that make a Tensor or an array of what may be none."""


def _is_made_of(value: ast.expr, name: str) -> bool:
    """Tells whether an expression makes a Tensor or an array of what a variable holds."""
    for node in ast.walk(value):
        match node:
            case ast.Call(
                func=ast.Attribute(attr=function) | ast.Name(id=function), args=[ast.Name(id=argument), *_]
            ) if argument == name and _MAKERS.fullmatch(function):
                return True
    return False


def _sets_what_no_tensor_lets(attribute: ast.AST, member: str) -> bool:
    return member in READ_ONLY and isinstance(attribute, ast.Attribute) and not isinstance(attribute.ctx, ast.Load)


def _is_size(node: ast.expr) -> bool:
    """Tells whether an expression gives lengths of dimensions, by its name or as ``x.shape[1:]``, ``x.size()``."""
    match node:
        case ast.Name(id=name):
            return _SIZE.fullmatch(name) is not None
        case ast.Attribute(attr="shape") | ast.Call(func=ast.Attribute(attr="size"), args=[], keywords=[]):
            return True
        case ast.Subscript(value=value, slice=ast.Slice()):
            return _is_size(value)
    return False


def _is_named(node: ast.expr, names: re.Pattern[str]) -> bool:
    """Tells whether an expression is a variable, or a member, of such a name: ``train_loader``, ``self.optimizer``."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return names.fullmatch(name) is not None
    return False


def _is_tensor_class(kind: Kind) -> bool:
    paths = {each.path if isinstance(each, Name) else "" for each in options_of(kind)} - {TENSOR}
    return bool(paths) and all(map(TENSOR_CLASS.fullmatch, paths))


def _is_for_tensors(member: str, call: ast.Call) -> bool:
    """Tells whether a member that other objects have as well is called as only that of a Tensor can be.

    Of an array, ``size`` is no method, ``dim`` and ``descending`` no keywords; ``view`` takes a dtype,
    ``flatten`` an order, ``repeat`` at most two arguments, and ``transpose`` all axes. ``cuda`` of a Module takes a
    device alone.
    """
    numbers = [_number(argument) for argument in call.args]
    keywords = {keyword.arg for keyword in call.keywords}
    match member, numbers:
        case "size", _:
            return True
        case (("view" | "flatten"), [int(), *_]) | ("view", [_, int()] | [_, _, _, *_]):
            return True
        case ("repeat", [_, _, _, *_]) | ("cuda", [_, _, *_]):
            return True
        case "cuda", _:
            return "non_blocking" in keywords
        case "transpose", [int(first), int(second)]:
            return {first, second} not in ({0, 1}, {-1, -2}, {0, -1}, {1, -2})
    return not keywords.isdisjoint({"dim", "keepdim", "start_dim", "end_dim", "descending"})


def _is_pair(member: str, call: ast.Call) -> bool:
    """Tells whether a method gives values and their indices.

    An array's ``max(1)`` gives one value a row, of which nobody takes the second; of a column's, ``points.max(0)[1]``,
    some do.
    """
    dim = _number(call.args[0]) if len(call.args) == 1 and not call.keywords else None
    return member in _PAIRS and dim not in {None, 0}


def _number(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
    return None


def _in_call(node: ast.Call, child: ast.AST, known: Known) -> Use:
    if isinstance(node.func, ast.Attribute) and node.func.attr == "save_for_backward":
        return Use.ONLY_TENSOR
    index = next((index for index, argument in enumerate(node.args) if argument is child), None)
    for callee in options_of(known.kind_of(node.func)):
        match callee:
            case Name(path=path) if known.names.belongs(path):
                entry = known.names.find(path)
                if entry is not None and index is not None and index < entry.tensors_first:
                    return Use.ONLY_TENSOR
            case Name(path=path) if path.removeprefix("builtins.") in _NUMBERS:
                return Use.NO_TENSOR
            case Member(receiver=receiver, name=name) if is_tensor(receiver) and index is not None:
                entry = known.names.member(TENSOR, name)
                is_scaled = name in _SCALING and any(keyword.arg == "alpha" for keyword in node.keywords)
                if is_scaled or (entry is not None and entry.wants_tensor(index)):
                    return Use.ONLY_TENSOR
            case Value(type=name) if known.names.is_a(name, MODULE):
                return Use.ONLY_TENSOR
    return Use.ONLY_TENSOR if known.wants_tensor(node, child) else Use.MAYBE_TENSOR


def _pairs(body: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yields every node of a body with its parent; keyword arguments count as children of their call."""
    waiting: list[tuple[ast.AST, ast.AST]] = [(body, child) for child in children(body)]
    while waiting:
        parent, node = waiting.pop()
        yield parent, node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        inner = parent if isinstance(node, ast.keyword) else node
        waiting += [(inner, child) for child in children(node)]
