"""What the text does with the result of a call or with an attribute that it reads, for ``call: {result: …}``."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from generator.calls.facts.view_changes import is_unrecorded
from generator.calls.facts.views import viewed
from generator.calls.inference.dtypes import DtypeClass
from generator.calls.inference.infer import Inference
from generator.calls.inference.view_members import KEPT
from generator.calls.knowledge.kinds import UNKNOWN, Name, Value, is_tensor
from generator.calls.knowledge.names import TENSOR_CLASS, PublicNames
from generator.calls.text.syntax import Function, chosen, enclosing, is_same, own_nodes
from generator.model.fact import Answer

_BUILTINS = "builtins."
_WANTS_TUPLE = frozenset({"hash", "isinstance", "issubclass"})
_SETS = frozenset({"builtins.set", "builtins.frozenset"})
_HASHING: Mapping[str, frozenset[str]] = {
    "set": frozenset({"add", "discard", "remove"}),
    "dict": frozenset({"get", "pop", "setdefault"}),
}
"""The methods of containers whose first argument is hashed."""
_READS_ITEMS = frozenset(
    f"{_BUILTINS}{name}"
    for name in ("all", "any", "enumerate", "len", "list", "reversed", "sorted", "sum", "tuple", "zip")
) | {"torch.cat", "torch.stack"}
"""Functions to which a list and a tuple are the same."""
_ORDERS = frozenset({"max", "min"})
"""Builtins that compare several arguments with each other."""
OPTIMIZER = "torch.optim.Optimizer"
DATASET = "torch.utils.data.Dataset"
_OF_DATA = re.compile(r"(set|sets|data|ds|train|val|valid|test)(_|\d|$)")
"""Parts of the names of datasets."""
_SAVING = frozenset({"torch.save"})
_COPIES = frozenset({"builtins.dict", "copy.copy", "copy.deepcopy"})
"""What gives a dictionary of its own, of the same names."""
_CLIPS = frozenset({"torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_value_"})
_WHOLE = frozenset({"bool", "byte", "char", "int", "long", "short"})
"""Methods that make whole numbers of floats."""
_CASTS = frozenset({"to", "type", "type_as"})
"""Those that convert to the dtype that they are passed, or to that of the Tensor."""
_FUNCTIONAL = "torch.nn.functional."
_NO_FLOATS = frozenset({DtypeClass.BOOL, DtypeClass.INT})
_OF_GROUPS = frozenset(
    {"param_groups", "add_param_group", "get_last_lr", "base_lrs", "OneCycleLR", "CyclicLR", "SWALR", "_LRScheduler"}
)
"""What gives or sets the learning rate of each group, not a factor of all of them."""
_BOUNDS = frozenset({"eta_min", "min_lr"})
_BOUNDED = frozenset({"CosineAnnealingLR", "CosineAnnealingWarmRestarts"})
"""Schedulers whose third or fourth argument is a bound."""
_DESCRIPTORS = frozenset({"property", "staticmethod", "classmethod"})
_OF_PROPERTY = frozenset({"getter", "setter", "deleter"})
"""What a property decorates further methods with: ``@width.setter``."""

NOT_CALLED: Mapping[str, Answer] = {"forward_changed": Answer.NO}
"""The answers for a layer whose object is not called where it is named or made."""


def result_facts(node: ast.expr, parent: ast.AST | None, inference: Inference) -> Mapping[str, Answer]:
    """Returns the answer for each of ``RESULTS``: ``node`` is the call or attribute, ``parent`` what uses it."""
    used, unpacked, whole = _used(node, parent)
    return {
        "used": used,
        "unpacked": unpacked,
        "indexed": Answer.YES if _is_indexed(node, parent) else Answer.NO,
        "whole": _is_whole(node, parent, whole, inference),
        "next": _is_next(parent),
        "as_tuple": max(
            min(whole, _is_as_tuple(node, parent, inference)), _is_sliced_as_tuple(node, parent, inference)
        ),
        "beyond_optimizer": min(used, _is_beyond_optimizer(node, parent, inference)),
        "beyond_saving": min(used, _is_beyond_saving(node, parent, inference)),
        "by_groups": _is_by_groups(node, inference),
        "beyond_cast": min(used, _is_beyond_cast(node, parent, inference)),
        "beyond_with": min(used, _is_beyond_with(node, parent)),
        "refloated": _is_refloated(node, inference),
        "changed": min(used, _is_changed_later(node, parent, inference)),
        **NOT_CALLED,
        "decorator": _is_decorator(node, parent),
        "of_generator": _decorates(node, parent, _yields),
        "of_descriptor": _decorates_descriptor(node, parent),
        "of_recursive": _decorates(node, parent, partial(_calls_itself, inference=inference)),
        "beside_new": _is_beside_new(node, inference),
        "added": _is_added(path_of(node.func, inference) if isinstance(node, ast.Call) else "", inference),
        "changing_hook": _is_changing_hook(node, inference),
        "set_false": _is_set_false(node, parent),
    }


def base_results(base: ast.expr, derived: ast.ClassDef, inference: Inference) -> Mapping[str, Answer]:
    """Returns the answers for a class that one of the text derives from."""
    has_length = any(isinstance(each, ast.FunctionDef) and each.name == "__len__" for each in derived.body)
    return {
        **NOT_CALLED,
        "without_len": Answer.NO if has_length else Answer.YES,
        "added": _is_added(path_of(base, inference), inference),
    }


def is_changed_later(node: ast.expr, inference: Inference) -> bool:
    """Tells whether the text surely changes an expression in place, there or by what holds it."""
    parent = inference.displays.variables.parents[node]
    return min(_used(node, parent)[0], _is_changed_later(node, parent, inference)) is Answer.YES


def later_results(call: ast.Call, parent: ast.AST | None, inference: Inference) -> Mapping[str, Answer]:
    """Returns the answers for what a layer's object gives, which counts as changed in place only where that is seen."""
    is_changed = _is_changed_later(call, parent, inference) is Answer.YES
    return {"forward_changed": Answer.YES} if is_changed else NOT_CALLED


def _used(node: ast.expr, parent: ast.AST | None) -> tuple[Answer, Answer, Answer]:
    """Tells whether the result is used, whether it is unpacked, and whether it is used as a whole."""
    if isinstance(parent, ast.Expr):
        return Answer.NO, Answer.NO, Answer.NO
    targets = parent.targets if isinstance(parent, ast.Assign) else [getattr(parent, "target", None)]
    if any(isinstance(target, ast.Tuple | ast.List) for target in targets):
        return Answer.YES, Answer.YES, Answer.NO
    return Answer.YES, Answer.NO, Answer.NO if _is_indexed(node, parent) else Answer.YES


def _is_indexed(node: ast.expr, parent: ast.AST | None) -> bool:
    """Tells whether an item or a slice of the result is asked for there and then."""
    return isinstance(parent, ast.Subscript) and parent.value is node


def _is_whole(node: ast.expr, parent: ast.AST | None, whole: Answer, inference: Inference) -> Answer:
    """Tells whether it is used where a list may not do for a tuple: a slice of it counts, reading items does not."""
    match parent:
        case ast.Subscript(value=value, slice=ast.Slice()) if value is node:
            around = inference.displays.variables.parents[parent]
            return _is_whole(parent, around, _used(parent, around)[2], inference)
        case ast.For(iter=items) | ast.AsyncFor(iter=items) | ast.comprehension(iter=items) if items is node:
            return Answer.NO
        case ast.Starred():
            return Answer.NO
        case ast.Call(func=func, args=args) if node in args and path_of(func, inference) in _READS_ITEMS:
            return Answer.NO
    return whole


def _is_in(node: ast.expr, whole: ast.AST) -> bool:
    return any(each is node for each in ast.walk(whole))


def _is_next(parent: ast.AST | None) -> Answer:
    """Tells whether the result is passed to ``next``: unknown where it is bound to a name, or passed on."""
    if isinstance(parent, ast.Call):
        return Answer.YES if isinstance(parent.func, ast.Name) and parent.func.id == "next" else Answer.NO
    return (
        Answer.UNKNOWN if parent is None or isinstance(parent, ast.Assign | ast.AnnAssign | ast.Return) else Answer.NO
    )


def _is_sliced_as_tuple(node: ast.expr, parent: ast.AST | None, inference: Inference) -> Answer:
    """Tells whether a slice of it stands where a tuple will do and a list will not: ``seen[x.shape[1:]]``."""
    match parent:
        case ast.Subscript(value=value, slice=ast.Slice()) if value is node:
            facts = result_facts(parent, inference.displays.variables.parents[parent], inference)
            return Answer.YES if facts["as_tuple"] is Answer.YES else Answer.NO
    return Answer.NO


def _is_as_tuple(node: ast.expr, parent: ast.AST | None, inference: Inference) -> Answer:
    """Tells whether a tuple is accepted and a list is not; unknown where the result is stored or passed on."""
    match parent:
        case ast.Dict(keys=keys):
            return Answer.YES if any(key is not None and _is_in(node, key) for key in keys) else Answer.UNKNOWN
        case ast.Set() | ast.SetComp() | ast.Subscript():  # used as a whole, it is no object that is indexed
            return Answer.YES
        case ast.Tuple():  # which is hashed with what it holds, not formatted
            around = inference.displays.variables.parents[parent]
            is_hashed = not isinstance(around, ast.BinOp) and _is_as_tuple(parent, around, inference) is Answer.YES
            return Answer.YES if is_hashed else Answer.UNKNOWN
        case ast.DictComp(key=key):
            return Answer.YES if _is_in(node, key) else Answer.UNKNOWN
        case ast.ListComp(elt=item) | ast.GeneratorExp(elt=item) if item is node:
            around = inference.displays.variables.parents[parent]
            is_set = isinstance(around, ast.Call) and path_of(around.func, inference) in _SETS
            return Answer.YES if is_set else Answer.UNKNOWN
        case ast.Assign() if kept := _places(node, parent, inference):
            asked = (min(_used(*each)[2], _is_as_tuple(*each, inference)) for each in kept)
            has_member = any(isinstance(around, ast.Attribute) for _, around in kept)
            return Answer.YES if Answer.YES in asked and not has_member else Answer.UNKNOWN
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()], comparators=[holder]) if left is node:
            return Answer.YES if _hashing(holder, inference) else Answer.UNKNOWN
        case ast.Compare(ops=ops):
            if any(isinstance(op, ast.In | ast.NotIn) for op in ops):
                return Answer.UNKNOWN
            return Answer.NO if all(isinstance(op, _EQUAL) for op in ops) else Answer.YES
        case ast.BinOp(op=ast.Mod(), right=right):
            return Answer.YES if _is_in(node, right) else Answer.NO
        case ast.BinOp() | ast.Attribute() | ast.Starred() | ast.FormattedValue() | ast.For() | ast.comprehension():
            return Answer.NO
        case ast.Call(func=ast.Attribute(value=ast.Constant())):  # '{}'.format(x.shape)
            return Answer.NO
        case ast.Call(func=ast.Attribute(value=receiver, attr=name), args=[first, *_]) if (
            first is node and name in _hashing(receiver, inference)
        ):
            return Answer.YES
        case ast.Call(func=func, args=args) if not _is_in(node, func):
            path = path_of(func, inference)
            builtin = path.removeprefix(_BUILTINS) if path.startswith(_BUILTINS) else ""
            is_of_torch = builtin == "isinstance" and inference.names.belongs(path_of(args[-1], inference))
            if (builtin in _WANTS_TUPLE and not is_of_torch) or (builtin in _ORDERS and len(args) > 1):
                return Answer.YES
            return Answer.NO if path else Answer.UNKNOWN
    return Answer.UNKNOWN


def _hashing(node: ast.expr, inference: Inference) -> frozenset[str]:
    """Returns the methods of a container that hash their first argument; empty for one that does not hash."""
    kind = inference.kind(node)
    return _HASHING.get(kind.type, frozenset()) if isinstance(kind, Value) else frozenset()


_EQUAL = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)


def _is_beyond_optimizer(node: ast.expr, parent: ast.AST | None, inference: Inference) -> Answer:
    """Tells whether parameters may be used beyond updating them, clipping their gradients or taking the first."""
    match parent:
        case ast.Dict(keys=keys, values=values):  # a group of parameters
            names = [
                key.value
                for key, value in zip(keys, values, strict=True)
                if isinstance(key, ast.Constant) and _is_in(node, value)
            ]
            return Answer.NO if names == ["params"] else Answer.YES
        case ast.Call() if _is_next(parent) is Answer.YES:
            return Answer.NO
        case ast.Call(func=func) if path := path_of(func, inference):
            entry = inference.names.find(path)
            is_clip = entry is not None and entry.path in _CLIPS
            return Answer.NO if is_clip or inference.names.is_a(path, OPTIMIZER) else Answer.YES
    return Answer.YES


def _is_beyond_saving(
    node: ast.expr, parent: ast.AST | None, inference: Inference, asked: frozenset[ast.expr] = frozenset()
) -> Answer:
    """Tells whether a state may be used for more than to be saved or loaded, by itself or in a dictionary.

    A variable may hold it, or the parameter of one of the text's own functions. The places that were ``asked`` for
    before do not count.
    """
    parents = inference.displays.variables.parents
    around = parents[parent] if isinstance(parent, ast.keyword) else parent
    match around:
        case ast.Dict() | ast.IfExp():
            return _is_beyond_saving(around, parents[around], inference, asked)
        case ast.Call(func=func) if path_of(func, inference) in _COPIES:
            return _is_beyond_saving(around, parents[around], inference, asked)
        case ast.Subscript(ctx=ast.Store() | ast.Del()):  # an entry of the dictionary is put there or taken away
            return Answer.YES if isinstance(parents[around], ast.AugAssign) else Answer.NO
        case ast.Call(func=func, keywords=keywords) if inference.filled(around)[0] is None:
            is_shared = any(each.arg == "assign" for each in keywords)
            is_loaded = isinstance(func, ast.Attribute) and func.attr == "load_state_dict" and not is_shared
            return Answer.NO if is_loaded or path_of(func, inference) in _SAVING else Answer.YES
        case ast.Assign(targets=[ast.Subscript(value=ast.Name() as held)]):
            places = _places_of(held, inference) if _is_own(held, inference) else None
        case _:
            places = _places_of_value(node, around, inference)
    return _asked_at(places, node, asked, partial(_is_beyond_saving, inference=inference), parents)


def _places_of_value(node: ast.expr, around: ast.AST | None, inference: Inference) -> Sequence[ast.Name] | None:
    """Returns the places of the variable, or parameter of the text's own function, that a value is given to, if any.

    ``around`` is what it stands in, that is no keyword.
    """
    match around:
        case ast.Assign(targets=[ast.Name() as held]) | ast.AnnAssign(target=ast.Name() as held):
            return _places_of(held, inference)
        case ast.Call():
            function, filled = inference.filled(around)
            if function is None or function.node not in inference.displays.variables.parents:
                return None
            inner = (each for each in ast.walk(function.node) if isinstance(each, ast.Name))
            return [each for each in inner if each.id == filled.get(node)] or None  # ``*states`` may take it
    return None


def _places_of(variable: ast.Name, inference: Inference) -> Sequence[ast.Name] | None:
    variables = inference.displays.variables
    return None if _is_declared(variable, variables.parents) else variables.everywhere(variable)


def _asked_at(
    places: Sequence[ast.Name] | None,
    node: ast.expr,
    asked: frozenset[ast.expr],
    ask: Callable[..., Answer],
    parents: Mapping[ast.AST, ast.AST],
) -> Answer:
    """Asks the same of each place where a name is read, once; there are none where nothing names the value."""
    if places is None:
        return Answer.YES
    asked |= {node}
    read = [each for each in places if isinstance(each.ctx, ast.Load) and each not in asked]
    return max((ask(each, parents[each], asked=asked | {*read}) for each in read), default=Answer.NO)


def _is_own(variable: ast.Name, inference: Inference) -> bool:
    """Tells whether a variable holds a dictionary that was made for it, which has no other name."""
    values = inference.reaching.values(variable) or ()
    made = (
        isinstance(each, ast.Dict) or (isinstance(each, ast.Call) and path_of(each.func, inference) in _COPIES)
        for each in values
    )
    return bool(values) and all(made)


def _is_declared(variable: ast.Name, nodes: Iterable[ast.AST]) -> bool:
    """Tells whether a variable may be one of another scope, by ``global`` or ``nonlocal``."""
    return any(isinstance(each, ast.Global | ast.Nonlocal) and variable.id in each.names for each in nodes)


def _is_by_groups(node: ast.expr, inference: Inference) -> Answer:
    """Tells whether the learning rate of each group of an optimizer is read or set, other than by a common factor."""
    path = path_of(node.func, inference) if isinstance(node, ast.Call) else ""
    if not path or not inference.names.is_a(path, OPTIMIZER):
        return Answer.NO
    return Answer.YES if any(map(_sets_groups, inference.displays.variables.parents)) else Answer.NO


def _sets_groups(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name in _OF_GROUPS
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=arguments, keywords=keywords):
            is_bounded = name in _BOUNDED and len(arguments) > 2  # noqa: PLR2004  (the optimizer and a number of steps)
            return is_bounded or not _BOUNDS.isdisjoint(each.arg for each in keywords)
    return False


def _is_beyond_cast(
    node: ast.expr, parent: ast.AST | None, inference: Inference, asked: frozenset[ast.expr] = frozenset()
) -> Answer:
    """Tells whether a Tensor's type may be used other than as argument of ``type`` or compared with another's.

    A variable may hold it, or the parameter of one of the text's own functions, that nothing else is done with.
    """
    parents = inference.displays.variables.parents
    match parent:
        case ast.Call(func=ast.Attribute(value=receiver, attr="type"), args=[argument], keywords=[]):
            return Answer.NO if argument is node and is_tensor(inference.kind(receiver)) else Answer.YES
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
            sides = [each for each in (left, right) if not named_types(each, inference.names)]
            return max((_is_no_type(each, inference) for each in sides), default=Answer.YES)
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()], comparators=[right]):
            return _is_no_type(left, inference) if named_types(right, inference.names) else Answer.YES
    places = _places_of_value(node, parents[parent] if isinstance(parent, ast.keyword) else parent, inference)
    return _asked_at(places, node, asked, partial(_is_beyond_cast, inference=inference), parents)


def named_types(node: ast.expr, names: PublicNames) -> dict[ast.expr, str]:
    """Returns the texts that name classes of Tensors on the CPU, one or all of a display; nothing for any other."""
    parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    found: dict[ast.expr, str] = {}
    for part in parts:
        match part:
            case ast.Constant(value=str(path)) if (named := TENSOR_CLASS.fullmatch(path)) and not named[1]:
                found |= {part: path} if names.find(path) is not None else {}
    return found if len(found) == len(parts) else {}


def _is_no_type(node: ast.expr, inference: Inference) -> Answer:
    """Tells whether it is anything but the type of a Tensor: ``x.type()``."""
    match node:
        case ast.Call(func=ast.Attribute(value=receiver, attr="type"), args=[], keywords=[]):
            return Answer.NO if is_tensor(inference.kind(receiver)) else Answer.YES
    return Answer.YES


def _is_refloated(node: ast.expr, inference: Inference) -> Answer:
    """Tells whether floats made whole become floats again: ``x.long().float()``, ``x - x.long()``.

    A variable may hold them in between.
    """
    match node:
        case ast.Call(func=ast.Attribute(value=receiver, attr=name)) if name in _WHOLE | _CASTS:
            is_float = inference.dtypes.class_of(receiver) not in _NO_FLOATS
            is_made_whole = name in _WHOLE or inference.dtypes.class_of(node) in _NO_FLOATS
            is_wanted = is_float and is_made_whole and not _is_detached(receiver)
            return Answer.YES if is_wanted and _becomes_float(node, receiver, inference, set()) else Answer.NO
    return Answer.NO


def _is_detached(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="detach")) | ast.Attribute(attr="data"):
            return True
    return False


def _becomes_float(node: ast.expr, receiver: ast.expr, inference: Inference, asked: set[ast.expr]) -> bool:
    """Tells whether whole numbers become floats, there and then or after other steps that keep their dtype."""
    if node in asked:
        return False
    asked.add(node)
    parent = inference.displays.variables.parents.get(node)
    match parent:
        case ast.Assign():
            kept = _places(node, parent, inference)
            return any(_becomes_float(place, receiver, inference, asked) for place, _ in kept)
        case ast.BinOp(left=left, right=right):
            made: ast.AST = parent
            likes = [each for each in (left, right) if each is not node and _may_be_floats(each, receiver, inference)]
        case ast.Attribute():
            made = inference.displays.variables.parents[parent]
            match made:
                case ast.Call(func=func, args=[ast.Attribute(value=like, attr="dtype") | like]) if (
                    func is parent and parent.attr in _CASTS
                ):
                    likes = [like] if _may_be_floats(like, receiver, inference) else []  # ``x.bool().to(x)``
                case ast.Call(func=func) if func is parent:
                    likes = []
                case _:
                    return False
        case ast.Call(args=[first, *_]) if first is node and inference.dtypes.class_of(parent) is DtypeClass.INT:
            made, likes = parent, []
        case _:
            return False
    assert isinstance(made, ast.expr)
    found = inference.dtypes.class_of(made)
    is_float = bool(likes) or found is DtypeClass.FLOAT
    return is_float or (found is DtypeClass.INT and _becomes_float(made, receiver, inference, asked))


def _may_be_floats(node: ast.expr, receiver: ast.expr, inference: Inference) -> bool:
    is_open = is_tensor(inference.kind(node)) and inference.dtypes.class_of(node) not in _NO_FLOATS
    return is_open or is_same(receiver, node)


def _is_beyond_with(node: ast.expr, parent: ast.AST | None) -> Answer:
    """Tells whether a context may be entered more than once: it is neither entered there and then nor a decorator."""
    match parent:
        case ast.withitem() | ast.Call(func=ast.Attribute(attr="enter_context")):
            return Answer.NO
    return Answer.NO if _is_decorator(node, parent) is Answer.YES else Answer.YES


def _is_decorator(node: ast.expr, parent: ast.AST | None) -> Answer:
    """Tells whether it decorates a function or class: unknown where it is bound to a name, or passed on."""
    match parent:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return Answer.YES if node in parent.decorator_list else Answer.NO
        case None | ast.Assign() | ast.AnnAssign() | ast.Return() | ast.Call():
            return Answer.UNKNOWN
    return Answer.NO


def _decorates(node: ast.expr, parent: ast.AST | None, test: Callable[[Function], Answer]) -> Answer:
    """Tells whether it decorates a function of a kind."""
    if not isinstance(parent, Function | ast.ClassDef):
        return _is_decorator(node, parent)
    return test(parent) if isinstance(parent, Function) and node in parent.decorator_list else Answer.NO


def _decorates_descriptor(node: ast.expr, parent: ast.AST | None) -> Answer:
    """Tells whether it decorates what ``property``, ``staticmethod`` or ``classmethod`` makes: stands above them."""
    if not isinstance(parent, Function | ast.ClassDef):
        return Answer.NO if isinstance(node, ast.Call) else _is_decorator(node, parent)
    decorators = parent.decorator_list
    below = decorators[decorators.index(node) + 1 :] if node in decorators else []
    return Answer.YES if any(map(_is_descriptor, below)) else Answer.NO


def _is_descriptor(node: ast.expr) -> bool:
    match node:
        case ast.Name(id=name):
            return name in _DESCRIPTORS
        case ast.Attribute(attr=name):
            return name in _OF_PROPERTY
    return False


def _is_set_false(node: ast.expr, parent: ast.AST | None) -> Answer:
    """Tells whether an attribute is set to False; unknown where the value is no constant."""
    match node, parent:
        case ast.Attribute(ctx=ast.Store()), ast.Assign(value=ast.Constant(value=value)):
            return Answer.NO if value else Answer.YES
        case ast.Attribute(ctx=ast.Store()), _:
            return Answer.UNKNOWN
    return Answer.NO


def _is_beside_new(node: ast.expr, inference: Inference) -> Answer:
    """Tells whether it stands in a class that makes its objects itself, by ``__new__``."""
    around = enclosing(node, inference.displays.variables.parents, ast.ClassDef)
    members = around.body if around is not None else ()
    is_one = any(isinstance(each, ast.FunctionDef) and each.name == "__new__" for each in members)
    return Answer.YES if is_one else Answer.NO


def _is_added(path: str, inference: Inference) -> Answer:
    """Tells whether the text may add datasets of which it does not show that they are; unknown for other classes.

    Those of which it shows that are joined by their class.
    """
    if not inference.names.is_a(path, DATASET):
        return Answer.UNKNOWN
    for node in inference.displays.variables.parents:
        match node:
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                operands = [left, right]
            case ast.AugAssign(target=target, op=ast.Add(), value=value):
                operands = [target, value]
            case _:
                continue
        if all(inference.kind(each) == UNKNOWN for each in operands) and any(map(_is_named_data, operands)):
            return Answer.UNKNOWN
    return Answer.NO


def _is_named_data(node: ast.expr) -> bool:
    """Tells whether the last name of an expression is one of a dataset: ``train_set``, ``self.val_ds``."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return _OF_DATA.search(name.lower()) is not None
        case ast.Call(func=called) | ast.Subscript(value=called):
            return _is_named_data(called)
    return False


def _is_changing_hook(node: ast.expr, inference: Inference) -> Answer:
    """Tells whether the function that ``register_hook`` is passed changes its gradient where gradients are recorded.

    Unknown for a function that is not of the text. After ``g *= 2``, only one that gives nothing back changes it.
    """
    match node:
        case ast.Call(func=ast.Attribute(attr="register_hook"), args=[hook], keywords=[]):
            pass
        case ast.Call(func=ast.Attribute(attr="register_hook"), args=[], keywords=[ast.keyword(arg=str(), value=hook)]):
            pass
        case _:
            return Answer.UNKNOWN
    gradient = ast.Name("", ast.Load())
    function, filled = inference.filled(ast.Call(hook, [gradient], []))
    variables = inference.displays.variables
    if function is None or function.node not in variables.parents:
        return Answer.UNKNOWN
    named = [
        each for each in own_nodes(function.node) if isinstance(each, ast.Name) and each.id == filled.get(gradient)
    ]
    gives = any(isinstance(each, ast.Return) and each.value is not None for each in own_nodes(function.node))
    places = [
        (each, around)
        for each in named
        if inference.reaching.is_unbound(each) and not is_unrecorded(each, inference)
        for around in [variables.parents[each]]
        if not (gives and isinstance(around, ast.AugAssign))
    ]
    return max((_is_changed_later(*each, inference) for each in places), default=Answer.NO)


def _yields(function: Function) -> Answer:
    is_one = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(function))
    return Answer.YES if is_one else Answer.NO


def _calls_itself(function: Function, inference: Inference) -> Answer:
    """Tells whether a function calls itself, also through others of the text; unknown where ``_is_own_name`` is."""
    original = inference.displays.variables.parents[function.body[0]]  # of one whose decorators were changed
    function = original if isinstance(original, Function) else function
    found = Answer.NO
    seen: list[Function | ast.Lambda] = [function]
    for each in seen:
        for call in (node for node in own_nodes(each) if isinstance(node, ast.Call)):
            called, _ = inference.filled(call)
            if called is not None and called.node is function:
                return Answer.YES
            if called is not None and called.node not in seen:
                seen.append(called.node)
            if each is function:
                found = max(found, *(_is_own_name(node, function, inference) for node in (call.func, *call.args)))
    return found


def _is_own_name(called: ast.expr, function: Function, inference: Inference) -> Answer:
    """Tells whether what a function calls or passes on is itself, by name or as the same method of its object.

    Unknown for the method of another object.
    """
    variables = inference.displays.variables
    match called:
        case ast.Name(id=name) if name == function.name:
            return Answer.YES if variables.scope(called) is variables.binding_scope(function) else Answer.NO
        case ast.Attribute(value=receiver, attr=name) if name == function.name:
            arguments = [*function.args.posonlyargs, *function.args.args]
            if arguments and isinstance(receiver, ast.Name) and receiver.id == arguments[0].arg:
                return Answer.YES
            is_method = isinstance(variables.parents.get(function), ast.ClassDef)
            is_super = isinstance(receiver, ast.Call) and path_of(receiver.func, inference) == "builtins.super"
            return Answer.UNKNOWN if is_method and not is_super and inference.kind(receiver) == UNKNOWN else Answer.NO
    return Answer.NO


def _is_changed_later(node: ast.expr, parent: ast.AST | None, inference: Inference) -> Answer:
    """Tells whether it is changed in place, there or as the item of what it is put into, where the text shows that."""
    match parent:
        case ast.ListComp(elt=item) | ast.GeneratorExp(elt=item) | ast.DictComp(value=item) if item is node:
            return _is_item_changed(parent, inference)
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Dict(values=items) if node in items:
            return max(_is_item_changed(parent, inference), _is_changed(node, parent, inference))
        case (
            ast.Call(func=ast.Attribute(value=ast.Name() as held, attr="append"))
            | ast.Assign(targets=[ast.Subscript(value=ast.Name() as held)])
        ):
            return max(_is_item_changed(each, inference) for each in inference.displays.variables.everywhere(held))
    return _is_changed(node, parent, inference)


def _is_changed(
    node: ast.expr, parent: ast.AST | None, inference: Inference, asked: frozenset[ast.expr] = frozenset()
) -> Answer:
    """Tells whether a value is changed in place, directly, by the variable that holds it or by a view of it.

    Unknown where it is stored elsewhere, passed on or read in part. The expressions that were ``asked`` for before do
    not count.
    """
    view = _view_of(node, parent, inference)
    if view is not None and view not in asked:
        around = inference.displays.variables.parents[view]
        if _is_changed(view, around, inference, asked | {view}) is Answer.YES:
            return Answer.YES
    others = [each for each in _other_places(node, parent, inference) if each[0] not in asked]
    if _is_one_changed(others, inference, asked | {place for place, _ in others}) is Answer.YES:
        return Answer.YES
    match parent:
        case ast.Assign():
            return _is_one_changed(_places(node, parent, inference), inference, asked)
        case ast.List() | ast.Tuple() if parent not in asked:
            around = inference.displays.variables.parents[parent]
            kept = _places(node, around, inference) if isinstance(around, ast.Assign) else ()
            return _is_one_changed(kept, inference, asked | {parent})
        case ast.IfExp(test=test) if node is not test and parent not in asked:
            around = inference.displays.variables.parents[parent]
            return _is_changed(parent, around, inference, asked | {parent})
        case ast.AugAssign(target=ast.Name() | ast.Subscript() as target) if target is node:
            return Answer.YES
        case ast.Attribute(attr=name):
            return Answer.YES if name.endswith("_") and not name.endswith("__") else Answer.NO
        case ast.Call(args=[first, *_]) if first is node:
            return _changes_first(parent, inference)
        case ast.Subscript(ctx=ast.Store()):
            return Answer.YES
        case ast.BinOp() | ast.UnaryOp() | ast.Compare() | ast.FormattedValue():
            return Answer.NO
    return Answer.UNKNOWN


def _view_of(node: ast.expr, parent: ast.AST | None, inference: Inference) -> ast.expr | None:
    """Returns the view of a Tensor, or the Tensor itself, that code around it makes: ``x.view(-1)``, ``x.float()``."""
    match parent:
        case ast.Attribute(attr=name) if isinstance(call := inference.displays.variables.parents[parent], ast.Call):
            is_kept = name in KEPT and call.func is parent
            return call if is_kept or viewed(call, inference) is node else None
        case ast.Subscript(slice=index) if not (is_tensor(inference.kind(node)) or isinstance(index, ast.Tuple)):
            return None  # an item of a tuple
        case ast.Attribute() | ast.Call() | ast.Subscript():
            return parent if viewed(parent, inference) is node else None
    return None


def changes_first(call: ast.Call, inference: Inference) -> bool:
    """Tells whether a function of torch surely changes its first argument: ``torch.clamp_``, or with ``inplace``."""
    return _changes_first(call, inference) is Answer.YES


def _changes_first(call: ast.Call, inference: Inference) -> Answer:
    path = path_of(call.func, inference)
    if path.endswith("_"):
        return Answer.YES
    return _is_in_place(call) if path.startswith(_FUNCTIONAL) else Answer.UNKNOWN


def _is_in_place(call: ast.Call) -> Answer:
    """Tells whether ``inplace`` makes a call change its first argument; unknown where a variable may pass it."""
    written = [keyword.value for keyword in call.keywords if keyword.arg in {"inplace", None}]
    if not written:
        may_be = (_constant(each) is True or isinstance(each, ast.Name | ast.Attribute) for each in call.args[1:])
        return Answer.UNKNOWN if any(may_be) else Answer.NO
    known = _constant(written[0])
    return Answer.UNKNOWN if known is None else Answer.YES if known else Answer.NO


def _constant(node: ast.expr) -> bool | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, bool) else None


def _is_one_changed(
    kept: Sequence[tuple[ast.expr, ast.AST]], inference: Inference, asked: frozenset[ast.expr] = frozenset()
) -> Answer:
    """Tells whether a value is changed in one of the places of its variable; unknown where it may be None there."""
    may_be_none = any(_asks_for_none(around) for _, around in kept)
    is_changed = any(_is_changed(*each, inference, asked) is Answer.YES for each in kept)
    return Answer.YES if is_changed and not may_be_none else Answer.UNKNOWN


def _is_item_changed(held: ast.expr, inference: Inference, asked: frozenset[ast.expr] = frozenset()) -> Answer:
    """Tells whether an item of a list or dictionary is changed in place, by a loop or by its index.

    It may be changed directly, by the variable that holds it, or by a function of the text that it is passed to. The
    expressions that were ``asked`` for before do not count.
    """
    variables, reaching = inference.displays.variables, inference.reaching
    others = [each for each, _ in _other_places(held, variables.parents[held], inference) if each not in asked]
    asked |= {*others}
    if any(_is_item_changed(each, inference, asked) is Answer.YES for each in others):
        return Answer.YES
    if isinstance(target := _looped(held, variables.parents), ast.Name):
        inside = [each for each in variables.everywhere(target) if reaching.statement(target) in reaching.around(each)]
        return _is_one_changed([(each, variables.parents[each]) for each in inside], inference)
    match variables.parents[held]:
        case ast.Assign() as parent:
            kept = _places(held, parent, inference)
            return max((_is_item_changed(place, inference, asked) for place, _ in kept), default=Answer.UNKNOWN)
        case ast.Attribute(attr="values") as method:
            call = variables.parents[method]
            return _is_item_changed(call, inference, asked) if isinstance(call, ast.Call) else Answer.UNKNOWN
        case ast.Call(func=ast.Name(id="list" | "tuple")) as copy:
            return _is_item_changed(copy, inference, asked)
        case ast.Call(func=function, args=[first, *_]) if first is held:
            name = path_of(function, inference).rpartition(".")[2]
            return Answer.YES if name.startswith("_foreach_") and name.endswith("_") else Answer.UNKNOWN
        case ast.Subscript(value=source) as item if source is held:
            return _is_changed(item, variables.parents[item], inference)
    return Answer.UNKNOWN


def _looped(held: ast.expr, parents: Mapping[ast.AST, ast.AST]) -> ast.expr | None:
    """Returns the target of a loop over the items of a list or dictionary; None if there is none.

    It may be a loop over ``enumerate``, ``zip`` or ``items`` of it.
    """
    match parents[held]:
        case ast.For(target=bound, iter=source) if source is held:
            return bound
        case ast.Attribute(attr="items") as method if isinstance(call := parents[method], ast.Call):
            around, place = call, 1
        case ast.Call(func=ast.Name(id="enumerate"), args=[source, *_]) as around if source is held:
            place = 1
        case ast.Call(func=ast.Name(id="zip"), args=args) as around if held in args:
            place = args.index(held)
        case _:
            return None
    target = _looped(around, parents)
    return target.elts[place] if isinstance(target, ast.Tuple) and place < len(target.elts) else None


def _asks_for_none(node: ast.AST) -> bool:
    """Tells whether code around a variable may test it for None."""
    match node:
        case ast.BoolOp() | ast.If() | ast.Compare(ops=[ast.Is() | ast.IsNot()]):
            return True
    return False


def _places(node: ast.expr, parent: ast.Assign, inference: Inference) -> list[tuple[ast.Name, ast.AST]]:
    """Returns the places where variables hold a value, each with its parent node; not those of further assignments."""
    variables, reaching = inference.displays.variables, inference.reaching
    bound = [item for each in parent.targets for item in _items(each) if isinstance(item, ast.Name)]
    kept = [place for each in bound for place in variables.everywhere(each)]
    held = [each for each in kept if any(node in chosen(value) for value in reaching.some(each)[0])]
    found = [(each, variables.parents[each]) for each in held]
    return [(each, around) for each, around in found if not isinstance(around, ast.Assign)]


def _other_places(node: ast.expr, parent: ast.AST | None, inference: Inference) -> Iterator[tuple[ast.expr, ast.AST]]:
    """Yields the places that have a value by another name, each with its parent node.

    It is an attribute, a further variable, what ``:=`` binds, or a parameter of the text's own function.
    """
    variables, reaching = inference.displays.variables, inference.reaching
    found: Iterable[ast.expr] = ()
    match variables.parents[parent] if isinstance(parent, ast.keyword) else parent:
        case ast.Assign(targets=targets, value=value) if value is node:
            attributes = [each for each in targets if isinstance(each, ast.Attribute)]
            found = [place for each in attributes for place in same_attributes(each, inference)]
            names = [place for each in targets if isinstance(each, ast.Name) for place in variables.everywhere(each)]
            found += [each for each in names if _is_further(each, inference) and node in reaching.some(each)[0]]
        case ast.NamedExpr(target=target):
            found = [each for each in variables.everywhere(target) if isinstance(each.ctx, ast.Load)]
        case ast.Call(args=args, keywords=keywords) as call if node in args or parent in keywords:
            function, filled = inference.filled(call)
            if function is not None and function.node in variables.parents:
                inner = (each for each in own_nodes(function.node) if isinstance(each, ast.Name))
                found = [each for each in inner if each.id == filled.get(node) and reaching.is_unbound(each)]
    yield from ((each, variables.parents[each]) for each in found)


def _is_further(place: ast.Name, inference: Inference) -> bool:
    """Tells whether an assignment gives what a variable holds another name."""
    around = inference.displays.variables.parents[place]
    return isinstance(around, ast.Assign) and around.value is place


def same_attributes(attribute: ast.Attribute, inference: Inference) -> list[ast.Attribute]:
    """Returns the other places that read the attribute of an object in a function, or in the methods of a class."""
    parents = inference.displays.variables.parents
    around = enclosing(attribute, parents, ast.ClassDef) or inference.reaching.around(attribute)[-1]
    return [
        each
        for each in ast.walk(around)
        if isinstance(each, ast.Attribute) and each.attr == attribute.attr and isinstance(each.ctx, ast.Load)
        if each is not attribute and is_same(each.value, attribute.value)
    ]


def _items(target: ast.expr) -> Sequence[ast.expr]:
    """Returns what an assignment binds at once: the items of ``a, b``, or the target itself."""
    return target.elts if isinstance(target, ast.Tuple | ast.List) else [target]


def path_of(func: ast.expr, inference: Inference) -> str:
    """Returns the dotted path of a function of a library; empty for one of the text's own."""
    kind = inference.kind(func)
    return kind.path if isinstance(kind, Name) else ""
