"""Reads ``calls.json``: the public names of torch and the answers of the catalogue, as ``compile`` writes them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any

from generator.calls.knowledge.kinds import TENSOR
from generator.calls.knowledge.names import ATTRIBUTE, PublicName, PublicNames
from generator.model.evidence import AttributeFact
from generator.model.given import DTYPES
from generator.model.parameter import Undecided
from generator.model.pattern import Pattern
from generator.model.relation import Relation, Rewrite
from generator.model.signature import Parameter, Signature
from generator.model.template import Convert, Template, read_convert
from generator.model.when import When
from generator.model.when_data import from_data

FORMAT = 3
"""The format of ``calls.json``; another one is refused."""
COMPOSED = "需要由几个 API 组合"
"""Why a call of an API without a counterpart is left to a person."""
_NAMED_DTYPES = frozenset({*DTYPES, "float8_e4m3fn", "float8_e5m2"})
"""The names of dtypes that Paddle has too: those of inputs, and the narrow floats, of which none are made."""
_OTHER = {
    str(AttributeFact.ABSENT): "Paddle 的对象没有这个名称的属性",
    str(AttributeFact.DIFFERS): "Paddle 的对象这个属性的值不同",
}
"""Why the reading of an attribute that was measured is left to a person."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of 参数映射, as far as calls need it.

    ``says`` is the difference in words. ``set`` is what Paddle's own parameter is set to, empty for its default.
    """

    torch: str
    paddle: str
    relation: Relation
    says: str = ""
    set: str = ""
    rewrite: Rewrite | None = None
    when: When | None = None
    convert: Convert | None = None
    undecided: Undecided | None = None
    effect: str = ""
    around: Pattern | None = None
    """The code that the template takes the place of, where it is more than the call."""

    @property
    def parameter(self) -> str:
        """The torch parameter without stars."""
        return self.torch.lstrip("*")

    @property
    def target(self) -> str:
        """The Paddle parameter without stars."""
        return self.paddle.lstrip("*")


@dataclass(frozen=True, slots=True)
class Way:
    """One way to call a torch API, and its counterpart."""

    paddle: str
    paddle_is_member: bool
    paddle_parameters: tuple[Parameter, ...]
    signatures: tuple[Signature, ...]
    rows: tuple[Row, ...]
    title: str = ""
    missing: bool = False
    keywords: Mapping[str, str] = field(default_factory=dict)
    """The parameters of other names by which torch takes them, too."""
    is_no_class: bool = False
    """Whether what is a class in torch is a function in Paddle, and so no type."""
    is_spread: bool = False
    """Whether Paddle's method too was seen to take the values of a variadic parameter one by one."""
    wrong_views: str = ""
    """What is said where a view is changed in place, if Paddle was seen to get the gradient of its Tensor wrong."""
    refused: tuple[tuple[tuple[str, ...], frozenset[str]], ...] = ()
    """Integers and bool that Paddle was seen to refuse on a CPU, beside the parameters: none for Tensors in a list."""
    first_order: tuple[str, ...] | None = None
    """The parameters by which Paddle was seen to have no second derivatives, none for all; None where it has them."""
    remarks: tuple[Row, ...] = ()
    """The remarks with a condition, or about what changes beside the result, as rows about no parameter."""
    arounds: tuple[Row, ...] = ()
    """The remarks about code around the use of an attribute."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the catalogue says of one torch API. ``unproven`` is why its evidence does not count, or empty."""

    record: str
    is_member: bool
    ways: tuple[Way, ...]
    reason: str = ""
    unproven: str = ""
    measured: bool = False
    """Whether the attributes of an object of this class are known, so that any other is the user's own."""
    assigned: frozenset[str] = frozenset()
    """The statements that may set a property as in torch: ``Assign``, ``AugAssign``."""
    forward: Mapping[str, str] = field(default_factory=dict)
    """Of a layer, the parameters of ``forward`` that may be passed by name, with their names in Paddle."""
    type: str = ""
    """The Paddle class where the API stands as a type, and the counterpart that is called is none; or empty."""
    raises: Sequence[str] = ()
    """The exceptions that torch and Paddle raise for the same data, where they differ."""
    by_hand: str = ""
    """Why no call of it can be converted: it is composed, or the code around it changes; or empty."""
    helper: str = ""
    """The code that defines its counterpart, which Paddle does not have; it goes into the text that uses it."""
    helped: frozenset[str] = frozenset()
    """The members that the class defined there gives its objects, as in torch."""
    reserved: frozenset[str] = frozenset()
    """The members of ``type`` that torch's class lacks; a class derived from the helper must not define them."""

    @property
    def made_dtype(self) -> str:
        """The dtype of the Tensors that a class of Tensors makes; empty for another."""
        rows = (row for way in self.ways for row in way.rows)
        return next((row.set for row in rows if row.paddle == "dtype" and row.set), "")


@dataclass(frozen=True, slots=True)
class KnownConstant:
    """What a constant becomes: the expression in its place, the template of an assignment to it, and why not.

    With an expression and a ``reason`` a person has to decide.
    """

    paddle: str
    assign: Template | None = None
    reason: str = ""


@dataclass(frozen=True)
class Knowledge:
    """All that is known for understanding calls, without the libraries."""

    names: PublicNames
    constants: Mapping[str, KnownConstant]
    """What each recorded constant becomes: ``torch.float32`` is ``paddle.float32``."""
    flavours: Mapping[str, str]
    """The modules that other packages have for torch, and their namesakes for Paddle: ``einops.layers.torch``."""
    lookups: Mapping[str, Sequence[str]]
    """The modules whose functions code looks up by name, with Paddle's, and the API that takes the name first."""
    signs: Mapping[str, Sequence[str]]
    """Conditions in words, each with the pieces of code of which a program has one wherever the condition may hold."""
    _torch_packages: Sequence[str]
    """Patterns of the names of other packages that are built on torch: ``torch*``, ``timm``."""
    _inner_layers: Mapping[str, Mapping[str, str]]
    _answers: Mapping[str, Any]
    _absent: frozenset[str] = frozenset()
    """The conditions in words that do not hold, since the program shows no sign of them."""

    @classmethod
    def parse(cls, text: str) -> Knowledge:
        """Reads ``calls.json``.

        Raises:
            ValueError: it is no JSON, or of another format.
        """
        return cls.of(json.loads(text))

    @classmethod
    def of(cls, data: Any) -> Knowledge:
        """Reads what ``compile_knowledge`` made.

        Raises:
            ValueError: it is of another format.
        """
        found = data.get("_meta", {}).get("format") if isinstance(data, dict) else None
        if found != FORMAT:
            raise ValueError(f"calls.json 的格式是 {found}，这个版本的 apimap 只读格式 {FORMAT}")
        answers = data["answers"] | dict(_attribute_answers(data["answers"]))
        names = {path: _name(path, *fields) for path, fields in data["names"].items()}
        names |= {entry.path: entry for entry in _attributes(data["answers"]) if entry.path not in names}
        attributes = [
            path
            for key, answer in data["answers"].items()
            if _is_unlisted(key, names)
            for path in (key, *answer.get("aliases", ()))
        ]
        names |= {path: PublicName(path, ATTRIBUTE) for path in attributes if _is_unlisted(path, names)}
        public = PublicNames(names, frozenset(data["packages"]), tuple(map(frozenset, data["other_members"])))
        constants = {path: _constant(*fields) for path, fields in data["constants"].items()}
        lookups, signs = data["lookups"], data.get("signs", {})
        packages, layers = data["torch_packages"], data["inner_layers"]
        return cls(public, constants, data["flavours"], lookups, signs, packages, layers, answers)

    def is_built_on_torch(self, path: str) -> bool:
        """Tells whether a module belongs to another package that is built on torch."""
        package = path.partition(".")[0]
        return not self.names.belongs(path) and any(fnmatchcase(package, each) for each in self._torch_packages)

    def without(self, absent: frozenset[str]) -> Knowledge:
        """Returns what is known of a program in which some conditions in words do not hold."""
        if not absent:
            return self
        if absent not in self._of_programs:
            self._of_programs[absent] = replace(self, _absent=absent)
        return self._of_programs[absent]

    @cached_property
    def _of_programs(self) -> dict[frozenset[str], Knowledge]:
        """What is known of the programs before; most show the same few signs."""
        return {}

    def inner_attribute(self, path: str, name: str) -> Template | None:
        """Returns what an attribute of a layer inside one of Paddle's own models becomes; None where it stays."""
        text = self._inner_layers.get(path.rpartition(".")[0], {}).get(name)
        return Template.parse(text) if text is not None else None

    def is_model(self, path: str) -> bool:
        """Tells whether a class is one of those models, whose layers are Paddle's own."""
        return path.rpartition(".")[0] in self._inner_layers

    def constant(self, path: str) -> KnownConstant | None:
        """Returns what a constant becomes, by its written or its canonical name; None where it is not recorded."""
        entry = self.names.find(path)
        return self.constants.get(entry.path if entry is not None else path) or self.constants.get(path)

    def is_value(self, path: str) -> bool:
        """Tells whether a name is a constant whose members are those of its value, such as ``torch.__version__``."""
        entry = self.names.find(path)
        return entry is not None and entry.kind == "constant" and self.constant(path) is not None

    def is_dtype(self, path: str) -> bool:
        """Tells whether a name is that of a dtype, as written or under its canonical name."""
        entry = self.names.find(path)
        return entry is not None and entry.kind == "constant" and entry.path.rpartition(".")[2] in _NAMED_DTYPES

    def answer(self, path: str) -> Answer | None:
        """Returns the answer for a torch name as written or under its canonical name; None where no record has one."""
        entry = self.names.find(path)
        for name in (path, entry.path if entry is not None else ""):
            key = self._keys.get(name)
            if key is not None:
                return self._parsed(key)
        return None

    @cached_property
    def pages(self) -> Mapping[str, str]:
        """The names of pages that are not called by their record, since only case tells it from another."""
        return {key: data["page"] for key, data in self._answers.items() if "page" in data}

    @cached_property
    def counterparts(self) -> frozenset[str]:
        """The packages that hold the counterparts and the functions that templates call: ``paddle`` and a few more."""
        ways = [way for data in self._answers.values() for way in data.get("ways", ())]
        rows = [row for way in ways for row in (*way["rows"], *way.get("remarks", ()))]
        templates = [row["convert"] for row in rows if "convert" in row]
        texts = [text for one in templates for text in ([one] if isinstance(one, str) else one.values())]
        names = (way["paddle"].partition(".")[0] for way in ways)
        helpers = {data["ways"][0]["paddle"] for data in self._answers.values() if "helper" in data}
        return frozenset({*names, *(name for text in texts for name in _packages(text))} - {""} - helpers)

    @cached_property
    def _keys(self) -> Mapping[str, str]:
        """The record of each name: its own before all others, then its aliases, and their canonical names."""
        found = {key: key for key in self._answers}
        for key, data in self._answers.items():
            for name in (key, *data.get("aliases", ())):
                entry = self.names.find(name)
                found.setdefault(name, key)
                if entry is not None:
                    found.setdefault(entry.path, key)
        return found

    def _parsed(self, key: str) -> Answer:
        if key not in self._cache:
            self._cache[key] = _answer(key, self._answers[key], self._absent)
        return self._cache[key]

    @cached_property
    def _cache(self) -> dict[str, Answer]:
        """Answers already read; a text asks for few of them, often."""
        return {}


def _packages(template: str) -> Iterator[str]:
    """Returns the names that a template reads members of, but for its own variables, which it also has alone."""
    return (name for name in _PACKAGE.findall(template) if not re.search(rf"(?<![\w.]){name}(?![\w.])", template))


_PACKAGE = re.compile(r"(?<![\w.{}'\"])([A-Za-z_]\w*)\.")
"""A name at the start of a dotted one in a template."""
_KINDS = {"f": "function", "c": "class", "m": "method", "p": "property", "M": "module", "v": "constant"}
LETTERS = {kind: letter for letter, kind in _KINDS.items()}


def _name(path: str, letter: str, alias_of: str = "", *fields: Any) -> PublicName:
    missing: tuple[Any, ...] = ((), (), 0, ())
    returns, bases, tensors_first, signatures = (*fields, *missing[len(fields) :])
    kind, parsed = _KINDS[letter], tuple(map(_signature, signatures))
    return PublicName(path, kind, alias_of, tuple(returns), tuple(bases), tensors_first, parsed)


def _is_unlisted(path: str, names: Mapping[str, PublicName]) -> bool:
    """Tells whether a record is of an attribute that ``__init__`` sets, absent from inventories and not measured."""
    owner = names.get(path.rpartition(".")[0])
    return path not in names and owner is not None and owner.kind == "class"


def _attributes(answers: Mapping[str, Any]) -> Iterator[PublicName]:
    """Yields the names of what the objects of recorded classes have."""
    for key, data in answers.items():
        for name, fact in data.get("attributes", {}).items():
            returns = (TENSOR,) if fact == AttributeFact.TENSOR else ()
            for owner in (key, *data.get("aliases", ())):
                yield PublicName(f"{owner}.{name}", ATTRIBUTE, returns=returns)


def _attribute_answers(answers: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yields answers for those that were compared with Paddle's, where one class is the counterpart."""
    for key, data in answers.items():
        counterparts = {way["paddle"] for way in data.get("ways", ()) if way.get("paddle")}
        for name, fact in data.get("attributes", {}).items() if len(counterparts) == 1 else ():
            answer: dict[str, Any] = {}
            if AttributeFact(fact).is_same:
                (paddle,) = counterparts
                answer = {"member": True, "ways": [_same_attribute(f"{paddle}.{name}")], "record": key}
            elif fact in _OTHER:
                answer = {"member": True, "by_hand": _OTHER[fact], "record": key}
            yield from ((f"{owner}.{name}", answer) for owner in (key, *data.get("aliases", ())) if answer)


def _same_attribute(paddle: str) -> dict[str, Any]:
    return {"paddle": paddle, "member": True, "parameters": "()", "signatures": [], "rows": []}


def _constant(paddle: str, assign: str = "", reason: str = "") -> KnownConstant:
    return KnownConstant(paddle, Template.parse(assign) if assign else None, reason)


def _answer(key: str, data: Any, absent: frozenset[str]) -> Answer:
    return Answer(
        record=data.get("record", key),
        is_member=data.get("member", False),
        ways=tuple(_way(way, absent) for way in data.get("ways", ())),
        reason=data.get("reason", ""),
        unproven=data.get("unproven", ""),
        measured=data.get("measured", False),
        assigned=frozenset(data.get("assigned", ())),
        forward=data.get("forward", {}),
        type=data.get("type", ""),
        raises=tuple(data.get("raises", ())),
        by_hand=data.get("by_hand", ""),
        helper=data.get("helper", ""),
        helped=frozenset(data.get("helped", ())),
        reserved=frozenset(data.get("reserved", ())),
    )


def _way(data: Any, absent: frozenset[str]) -> Way:
    remarks = tuple(_row({"relation": Relation.RETURNS, **remark}, absent) for remark in data.get("remarks", ()))
    return Way(
        paddle=data["paddle"],
        paddle_is_member=data.get("member", False),
        paddle_parameters=_signature(data["parameters"]).parameters,
        signatures=tuple(map(_signature, data["signatures"])),
        rows=tuple(_row(row, absent) for row in data["rows"]),
        title=data.get("title", ""),
        missing=data.get("missing", False),
        keywords=data.get("keywords", {}),
        is_no_class=data.get("no_class", False),
        is_spread=data.get("spread", False),
        wrong_views=data.get("wrong_views", ""),
        refused=tuple((tuple(names), frozenset(dtypes)) for names, dtypes in data.get("refused", ())),
        first_order=tuple(data["first_order"]) if "first_order" in data else None,
        remarks=tuple(remark for remark in remarks if remark.around is None),
        arounds=tuple(remark for remark in remarks if remark.around is not None),
    )


def _signature(text: str) -> Signature:
    return Signature.parse(text)


def _row(data: Any, absent: frozenset[str]) -> Row:
    rewrite, when, convert = data.get("rewrite"), data.get("when"), data.get("convert")
    undecided = data.get("undecided")
    return Row(
        torch=data.get("torch", ""),
        paddle=data.get("paddle", ""),
        relation=Relation(data["relation"]),
        says=data.get("says", ""),
        set=data.get("set", ""),
        rewrite=Rewrite(rewrite) if rewrite else None,
        when=from_data(when).without(absent) if when is not None else None,
        convert=read_convert(convert) if convert is not None else None,
        undecided=Undecided(undecided) if undecided else None,
        effect=data.get("effect", ""),
        around=Pattern.parse(data["around"]) if "around" in data else None,
    )
