"""Finds the calls of recorded APIs in a snippet, and what is true of each call with the inputs of one run."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from generator.calls.facts.argument_facts import facts_of, facts_of_property
from generator.calls.facts.bind import bind
from generator.calls.facts.result_facts import later_results
from generator.calls.inference.infer import Inference
from generator.calls.knowledge.kinds import Member, Name, Value, options_of
from generator.calls.knowledge.knowledge import Knowledge, Way
from generator.calls.knowledge.names import ATTRIBUTE
from generator.calls.rewriting.decide import bind_ways
from generator.catalog.catalog import Catalog
from generator.evidence.verify.convert_snippet import fact_of, kind_of, tensor_fact
from generator.evidence.verify.elements import numbers
from generator.evidence.verify.observation import Kind, Observation, Seen
from generator.libraries.registry import NAMES
from generator.model.fact import OTHER, UNKNOWN_VALUE, Answer, Fact, Facts
from generator.model.given import Given, ListGiven, NumpyGiven, PythonGiven, TensorGiven
from generator.model.signature import Signature
from generator.model.when import FORWARD, RECEIVER

ARGUMENT = "argument_"
"""How the variables begin that hold arguments which are no input."""
_Places = Mapping[str, tuple[str, ...]]
"""By parameter the variables or inputs that its arguments stand in: several for a variadic one."""


@dataclass(frozen=True, slots=True)
class Call:
    """One way in which a call can be meant: the record that answers it, the index and the way of it, and the facts.

    ``inputs`` are those of the snippet that stand as arguments, by the parameter; ``forward.x`` is one of a layer's.
    """

    record: str
    index: int
    way: Way
    facts: Facts
    inputs: Mapping[str, str] = field(default_factory=dict)


ForwardOf = Callable[[str], Signature | None]
"""The signature of a layer's ``forward``, by the layer's name."""


def forward_of(catalog: Catalog) -> ForwardOf:
    """Looks the signatures up in the inventory of the pinned version."""

    def signature_of(api: str) -> Signature | None:
        entry = catalog.entry(f"{api}.forward")
        return entry.signature if entry is not None else None

    return signature_of


def keep_arguments(code: str, inputs: Mapping[str, Given]) -> tuple[str, tuple[str, ...]]:
    """Returns the code with each argument that is neither input nor literal kept in a variable, and the variables."""
    tree = ast.parse(code)
    kept = {id(value): name for name, value in _arguments(tree) if not _is_plain(value, inputs)}
    changed = ast.fix_missing_locations(_Keeper(kept).visit(tree))
    return ast.unparse(changed), tuple(kept.values())


class _Keeper(ast.NodeTransformer):
    """Binds the arguments; functions, comprehensions and classes have variables of their own, and are left alone."""

    def __init__(self, kept: Mapping[int, str]) -> None:
        self._kept = kept

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, _OWN_VARIABLES):
            return node
        name = self._kept.get(id(node))
        changed = self.generic_visit(node)
        if name is None:
            return changed
        assert isinstance(changed, ast.expr)
        return ast.NamedExpr(ast.Name(name, ast.Store()), changed)


_OWN_VARIABLES = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)


def _arguments(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yields every argument and receiver of every call, with a name that depends on the tree's shape alone."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    for number, call in enumerate(calls):
        receiver = [call.func.value] if isinstance(call.func, ast.Attribute) else []
        values = (*receiver, *call.args, *(keyword.value for keyword in call.keywords))
        for index, value in enumerate(values):
            if not isinstance(value, ast.Starred):
                yield f"{ARGUMENT}{number}_{index}", value


def _is_plain(value: ast.expr, inputs: Mapping[str, Given]) -> bool:
    """Tells whether nothing has to be kept: an input, a constant, or a module's or class's name."""
    if isinstance(value, ast.Name):
        return value.id in inputs or value.id in NAMES["torch"] or value.id in {"np", "numpy"}
    if isinstance(value, ast.Attribute):
        return _is_plain(value.value, {})
    return isinstance(value, ast.Constant | ast.JoinedStr | ast.GeneratorExp | ast.Lambda)


class CallReader:
    """Reads the calls of snippets; caches what follows from their text alone for runs with the same kinds of inputs."""

    def __init__(self, knowledge: Knowledge, forward_of: ForwardOf) -> None:
        self._knowledge = knowledge
        self._forward_of = forward_of
        self._known: dict[tuple[str, tuple[tuple[str, str], ...]], _Read] = {}

    def read(self, code: str, inputs: Mapping[str, Given], seen: Observation, *, default_dtype: bool) -> list[Call]:
        """Returns every call of a recorded API, with its facts in the run that ``seen`` describes.

        ``code`` is that of the torch side before ``keep_arguments``, ``default_dtype`` whether it was changed.
        """
        written = {name: one.value for name, one in inputs.items() if isinstance(one, PythonGiven)}
        text = ast.unparse(_Writer(written).visit(ast.parse(code)))
        kinds = tuple((name, kind_of(one)) for name, one in inputs.items() if name not in written)
        key = text, kinds
        if key not in self._known:
            self._known[key] = _Read(text, dict(kinds), self._knowledge, self._forward_of)
        names = dict(seen.names)
        values: dict[str, Fact | None] = {
            name: fact_of(name, one)
            for name, one in inputs.items()
            if isinstance(one, TensorGiven | ListGiven | NumpyGiven)
        }
        values |= {name: _of_seen(one) for name, one in names.items() if name.startswith(ARGUMENT)}
        changed = Answer.YES if default_dtype else Answer.NO
        return [
            replace(
                call,
                facts=_with_data(call.facts, places, values, changed),
                inputs={
                    parameter: place for parameter, (place, *others) in places.items() if place in inputs and not others
                },
            )
            for call, places in self._known[key].calls
        ]


class _Writer(ast.NodeTransformer):
    """Writes Python values in the place of the inputs that they are."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self._values:
            value = self._values[node.id]
            is_special = isinstance(value, float) and not math.isfinite(value)
            return ast.parse(f"float('{value}')" if is_special else repr(value), mode="eval").body
        return node


class _Read:
    """What the text of a snippet says of its calls: each with the variable or input that every argument stands in."""

    def __init__(self, text: str, kinds: Mapping[str, str], knowledge: Knowledge, forward_of: ForwardOf) -> None:
        tree = ast.parse("".join(f"import {name}\n" for name in sorted(NAMES["torch"]) if name in text) + text)
        self._tree = tree
        self._kinds = kinds
        self._knowledge = knowledge
        self._forward_of = forward_of
        self._inference = Inference(tree, knowledge.names, dict(kinds))
        self._parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        names = {id(value): name for name, value in _arguments(tree)}
        self._places = {
            key: node.id if isinstance(node, ast.Name) and node.id in kinds else names[key]
            for key, node in ((id(value), value) for _, value in _arguments(tree))
        }
        self.calls = list(self._read())

    def _read(self) -> Iterator[tuple[Call, _Places]]:
        nodes = [node for node in ast.walk(self._tree) if isinstance(node, ast.Call)]
        later = {api: found for node in nodes for api, found in self._forward(node)}
        for node in nodes:
            path, receiver = self._path(node.func)
            answer = self._knowledge.answer(path) if path else None
            for way, binding in bind_ways(node, answer, self._inference) if answer is not None else ():
                assert answer is not None
                facts = facts_of(node, way, binding, receiver, self._inference, self._parents.get(node))
                facts = self._with_classes(facts, receiver)
                places = {
                    name: tuple(self._places[id(one.value)] for one in given)
                    for name, given in binding.by_parameter.items()
                    if all(one.entry is None and id(one.value) in self._places for one in given)
                }
                if receiver is not None and id(receiver) in self._places:
                    places[RECEIVER] = (self._places[id(receiver)],)
                added, more = later.get(path, (Facts(), {}))
                whole = replace(
                    facts,
                    arguments={**facts.arguments, **added.arguments},
                    results={**facts.results, **added.results},
                )
                yield Call(answer.record, answer.ways.index(way), way, whole), {**places, **more}
        yield from self._properties({id(node.func) for node in nodes})

    def _properties(self, called: AbstractSet[int]) -> Iterator[tuple[Call, _Places]]:
        """Yields the properties of an object that are read: ``x.mT``; they have no argument but the object itself."""
        for node in ast.walk(self._tree):
            if not isinstance(node, ast.Attribute) or id(node) in called:
                continue
            for owner in options_of(self._inference.kind(node.value)):
                entry = self._knowledge.names.member(owner.type, node.attr) if isinstance(owner, Value) else None
                if entry is None or entry.kind not in {"property", ATTRIBUTE}:
                    continue
                answer = self._knowledge.answer(entry.path)
                if answer is None:
                    continue
                receiver = node.value
                name = receiver.id if isinstance(receiver, ast.Name) else ""
                places = {RECEIVER: (name,)} if name in self._kinds else {}
                facts = facts_of_property(node, receiver, self._inference, self._parents.get(node))
                facts = self._with_classes(facts, receiver)
                for index, way in enumerate(answer.ways):
                    yield Call(answer.record, index, way, facts), places

    def _with_classes(self, facts: Facts, receiver: ast.expr | None) -> Facts:
        """Returns the facts, with the classes of what the calls of the snippet, which are all, pass for the object."""
        passed = self._inference.passed(receiver) if isinstance(receiver, ast.Name) else ()
        classes = frozenset[str]().union(*(self._inference.classes(self._inference.kind(each))[0] for each in passed))
        if not classes:
            return facts
        known = replace(facts.of(RECEIVER), classes=classes, derived=frozenset())
        return replace(facts, arguments={**facts.arguments, RECEIVER: known})

    def _path(self, function: ast.expr) -> tuple[str, ast.expr | None]:
        """Returns the torch name that is called, and the object whose method it is."""
        for kind in options_of(self._inference.kind(function)):
            if isinstance(kind, Name) and self._knowledge.names.belongs(kind.path):
                return kind.path, None
            if isinstance(kind, Member) and isinstance(function, ast.Attribute):
                for owner in options_of(kind.receiver):
                    if isinstance(owner, Value) and self._knowledge.names.belongs(owner.type):
                        entry = self._knowledge.names.member(owner.type, kind.name)
                        # An alias with a record of its own is answered by that one.
                        written = f"{owner.type}.{kind.name}"
                        own = self._knowledge.answer(written)
                        has_own = own is not None and own.record == written
                        return written if has_own else entry.path if entry is not None else "", function.value
        return "", None

    def _forward(self, node: ast.Call) -> Iterator[tuple[str, tuple[Facts, _Places]]]:
        """Yields a call of a layer's object: the layer's name, and the facts and places of what it is given."""
        for kind in options_of(self._inference.kind(node.func)):
            if isinstance(kind, Value) and (signature := self._forward_of(kind.type)) is not None:
                binding = bind(node, signature)
                if binding is None:
                    continue
                places = {
                    FORWARD + name: (self._places[id(given[0].value)],)
                    for name, given in binding.by_parameter.items()
                    if len(given) == 1 and id(given[0].value) in self._places
                }
                facts = {
                    FORWARD + p.name: Fact(passed=Answer.YES if p.name in binding.by_parameter else Answer.NO)
                    for p in signature.parameters
                }
                parent = self._parents[node]
                yield kind.type, (Facts(facts, later_results(node, parent, self._inference)), places)


def _with_data(facts: Facts, places: _Places, values: Mapping[str, Fact | None], default_dtype: Answer) -> Facts:
    """Returns the facts of the text, completed by those of the values that the arguments had."""
    arguments = dict(facts.arguments)
    for parameter, (place, *others) in places.items():
        written, value = facts.of(parameter), values.get(place)
        if others:
            arguments[parameter] = replace(written, dtypes=_dtypes([value, *map(values.get, others)]), options=())
        elif value is not None:
            # How an argument is written, and of which class it is, is seen in the text alone.
            arguments[parameter] = replace(
                value,
                view=written.view,
                gradient=written.gradient,
                is_shape=written.is_shape,
                holds=written.holds,
                classes=written.classes,
                derived=written.derived,
            )
    starred = {f"*{name}": arguments[name] for name in arguments if f"*{name}" in facts.arguments}
    return replace(facts, arguments={**arguments, **starred}, default_dtype=default_dtype, device="cpu")


def _of_seen(seen: Seen) -> Fact | None:
    """Returns the fact of a value that a run showed; None where it says nothing that conditions ask for."""
    fact = None
    if seen.kind is Kind.TENSOR:
        fact = tensor_fact(seen.type, numbers(seen), grad=bool(seen.grad))
    elif seen.kind is Kind.ARRAY:
        fact = replace(tensor_fact(seen.type, numbers(seen), grad=False), kind="numpy")
    elif seen.kind is Kind.SCALAR and seen.type in {"int", "float", "bool", "str", "NoneType"}:
        literal = float(seen.text) if seen.type == "float" else ast.literal_eval(seen.text)
        fact = Fact(passed=Answer.YES, literal=literal)
    elif seen.kind is Kind.SEQUENCE and seen.type in {"list", "tuple"}:
        items = tuple(_kind(item) for _, item in seen.items)
        facts = [_of_seen(item) for _, item in seen.items]
        literals = [fact.literal for fact in facts if fact is not None and fact.literal is not UNKNOWN_VALUE]
        is_literal = len(literals) == len(items)
        mappings = [item for _, item in seen.items if item.kind is Kind.MAPPING]
        keys = frozenset(str(*ast.literal_eval(place)) for item in mappings for place, _ in item.items)
        fact = Fact(
            passed=Answer.YES,
            literal=(tuple(literals) if seen.type == "tuple" else literals) if is_literal else UNKNOWN_VALUE,
            kind="sequence",
            items=items,
            keys=keys,
            dtypes=_dtypes(facts),
            empty=any(fact is not None and fact.empty for fact in facts),
            length=len(items),
        )
    elif seen.kind is Kind.MAPPING:
        fact = Fact(passed=Answer.YES, kind="mapping", items=tuple(_kind(item) for _, item in seen.items))
    elif seen.kind is Kind.DTYPE:
        fact = Fact(passed=Answer.YES, name=f"torch.{seen.text}", kind=OTHER)
    return fact


def _dtypes(items: Sequence[Fact | None]) -> frozenset[str] | None:
    """Returns the dtypes of the Tensors in a sequence; None where some of them are in nested containers."""
    if any(fact is not None and fact.kind in {"mapping", "sequence"} for fact in items):
        return None
    return frozenset(fact.dtype for fact in items if fact is not None and fact.dtype is not None)


def _kind(seen: Seen) -> str | None:
    fact = _of_seen(seen)
    if fact is None:
        return None
    if fact.kind is not None:
        return fact.kind
    return {"int": "number", "float": "number", "bool": "bool", "str": "str"}.get(seen.type, "none")
