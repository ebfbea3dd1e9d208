"""Derives the record of a form: what a record says of one name, said of another name of the same piece of knowledge.

From the record come rows, remarks, examples and checks; from the inventory the signature; from the form what differs.
The receiver of a method has no row: what its row says becomes a remark. Rows that the form's signature lacks fall away,
as do snippets that pass such an argument, or have no Tensor for a receiver. The category is derived.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.model.derive import derive_category
from generator.model.finding import Loc
from generator.model.form_code import (
    Renaming,
    UnfitError,
    assigned,
    call_in_place,
    calls_method,
    looks_at_view,
    watched,
    with_copy,
)
from generator.model.given import TensorGiven
from generator.model.given_notation import parse_given
from generator.model.inventory import ApiEntry, ApiKind
from generator.model.parameter import ParameterRow
from generator.model.record import Check, Example, Form, Record, RecordSnippet, Snippet, expectation_of
from generator.model.record import Mapping as Counterpart
from generator.model.relation import SET_DEFAULT, Relation
from generator.model.remark import Remark
from generator.model.signature import Signature
from generator.model.snippet_syntax import NO_CODE
from generator.model.template import CALL, Convert, Template
from generator.model.usual_call import choose_usual
from generator.model.when import FORWARD, RECEIVER, When
from generator.model.when import Test as WhenTest

_MEMBERS = frozenset({ApiKind.METHOD, ApiKind.PROPERTY})
_BRACES = re.compile(r"\{\{|\}\}|\{(\w+)\}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Entries:
    """What the inventories have of a record's two names and of a form's."""

    torch: ApiEntry | None
    paddle: ApiEntry | None
    form_torch: ApiEntry | None
    form_paddle: ApiEntry | None


@dataclass(frozen=True, slots=True)
class Derived:
    """The record of a form. ``origins`` has for each of its snippets where it stands, or what it was made from."""

    record: Record
    origins: Mapping[Loc, Loc]


def form_record(record: Record, index: int, entries: Entries) -> Derived:
    """Derives the record of the form at ``index``. Names that no inventory has are taken to be called alike."""
    form = record.forms[index]
    change = _Change(record, index, entries)
    mapping, sources = change.mapping()
    made = Record.model_construct(
        **{name: getattr(mapping, name) for name in Counterpart.model_fields},
        torch=form.torch,
        category=record.category,
        context=record.context,
        reason=record.reason,
        raises=record.raises,
        overloads=form.overloads,
        aliases=form.aliases,
        related=tuple(dict.fromkeys((record.torch, *_siblings(record, form), *form.related))),
        forms=(),
    )
    derived = made.model_copy(update={"category": derive_category(made).category})
    own = ("forms", index)
    origins = {loc: sources.get(loc, (*own, *loc)) for loc, _ in derived.snippets()}
    return Derived(derived, origins)


def _siblings(record: Record, form: Form) -> Iterator[str]:
    return (other.torch for other in record.forms if other.torch != form.torch)


class _Change:
    """What changes from a record to one of its forms."""

    def __init__(self, record: Record, index: int, entries: Entries) -> None:
        form = record.forms[index]
        self._record, self._index, self._form = record, index, form
        self._torch = _parameters(entries.form_torch)
        self._paddle = _parameters(entries.form_paddle)
        self._receiver = _receiver(entries.torch, entries.form_torch)
        self._sides = {
            "torch": _renaming(record.torch, form.torch, entries.torch, entries.form_torch),
            "paddle": _renaming(record.paddle or "", form.paddle or "", entries.paddle, entries.form_paddle),
        }

    def mapping(self) -> tuple[Counterpart, dict[Loc, Loc]]:
        """Returns the form's mapping, and the place of the record's snippet that each of its snippets was made from."""
        form = self._form
        if form.overloads:
            return Counterpart(remarks=form.remarks or ()), {}
        remarks = form.remarks
        if remarks is None:
            remarks = (*self._from_receiver(), *self._remarks())
        examples = list(self._examples()) if form.examples is None else [((), one) for one in form.examples]
        checks = list(self._checks()) if form.checks is None else [((), one) for one in form.checks]
        made = Counterpart(
            paddle=form.paddle,
            parameters=tuple(self._rows()),
            remarks=remarks,
            examples=tuple(one for _, one in examples),
            checks=tuple(one for _, one in checks),
        )
        made = self._marked_once(made)
        found: dict[str, Sequence[tuple[Loc, Snippet]]] = {"examples": examples, "checks": checks}
        places: dict[Loc, Loc] = {
            (kind, at): place for kind, some in found.items() for at, (place, _) in enumerate(some) if place
        }
        if form.in_place and (watch := next(self._watches(made), None)) is not None:
            at, check = watch
            places["checks", len(made.checks)] = places.get(at, ("forms", self._index, *at))
            made = made.model_copy(update={"checks": (*made.checks, check)})
        return made, places

    def _watches(self, made: Counterpart) -> Iterator[tuple[Loc, Check]]:
        """Checks of all that a change in place changes, the usual call first, and the place of what each was made from.

        There is none where the form's code looks at a view itself.
        """
        snippets = sorted(made.own_snippets(), key=lambda one: not one[1].usual)
        for at, snippet in () if any(looks_at_view(one.torch) for _, one in snippets) else snippets:
            call = call_in_place(snippet.torch, self._form.torch, snippet.given)
            if call is not None and not (snippet.skip or snippet.compare):
                torch, paddle = (watched(code, call) for code in (snippet.torch, snippet.paddle))
                if torch and paddle:
                    yield at, self._check(snippet, {"torch": torch, "paddle": paddle, "usual": False})

    def _marked_once(self, made: Counterpart) -> Counterpart:
        """Returns the mapping with one usual call: what is marked may have fallen away."""
        form, found = self._form, dict(made.own_snippets())
        if form.examples is not None and form.checks is not None:
            return made
        marked = [place for place, snippet in found.items() if snippet.usual]
        own = {"examples": form.examples, "checks": form.checks}
        usual = next((place for place in marked if own[str(place[0])] is not None), None)
        usual = usual or (marked[-1] if marked else choose_usual(form.torch, made))
        return made.model_copy(
            update={
                kind: tuple(
                    one if one.usual == (usual == (kind, at)) else one.model_copy(update={"usual": not one.usual})
                    for at, one in enumerate(some)
                )
                for kind, some in (("examples", made.examples), ("checks", made.checks))
            }
        )

    # ---- rows and remarks ----

    def _rows(self) -> Iterator[ParameterRow]:
        own = {_name(row): row for row in self._form.parameters}
        for row in self._record.parameters:
            if (name := _name(row)) in own:
                yield own.pop(name)
            elif row.label not in self._form.drop and (changed := self._row(row)) is not None:
                yield own.pop(_name(changed), changed)
        yield from own.values()

    def _row(self, row: ParameterRow) -> ParameterRow | None:
        if row.torch is not None and row.torch.lstrip("*") == self._receiver:
            return None
        if row.torch is not None and _lacks(self._torch, row.torch):
            stays = row.paddle is not None and self._paddle is not None and not _lacks(self._paddle, row.paddle)
            return ParameterRow(paddle=row.paddle, note=row.note, set=SET_DEFAULT) if stays else None
        if row.torch is None and row.paddle is not None and _lacks(self._paddle, row.paddle):
            return None
        when = self._when(row.when)
        if row.when is not None and when is None:
            if row.relation is Relation.RETURNS:
                return None
            return ParameterRow(torch=row.torch, paddle=row.paddle, note=self._text(row.note))
        said: dict[str, object] = {"note": self._text(row.note), "when": when, "convert": self._convert(row.convert)}
        if row.returns is not None:
            said["returns"] = self._text(row.returns)
        if row.differs is not None:
            words = self._text(row.differs.words)
            said["differs"] = row.differs.model_copy(update={row.differs.kind.value: words})
        return row.model_copy(update=said)

    def _from_receiver(self) -> Iterator[Remark]:
        """Yields what the receiver's row says, as a remark: a method has no row for its object."""
        for row in self._record.parameters:
            if not self._receiver or row.torch != self._receiver or row.differs is None or row.label in self._form.drop:
                continue
            when = self._when(row.when)
            if row.when is None or when is not None:
                convert = self._convert(row.convert) if row.convert is not None and row.convert.call else None
                yield Remark(f"{self._text(row.differs.words)}。", when, convert, row.undecided, row.effect)

    def _remarks(self) -> Iterator[Remark]:
        for index, remark in enumerate(self._record.remarks):
            if f"remarks.{index}" not in self._form.drop and (changed := self._remark(remark)) is not None:
                yield changed

    def _remark(self, remark: Remark) -> Remark | None:
        when = self._when(remark.when)
        if remark.when is not None and when is None:
            return None
        convert = self._convert(remark.convert) if remark.around is None else None  # the code names the record's API
        return Remark(self._text(remark), when, convert, remark.undecided, remark.effect, former=remark.former)

    def _text(self, text: str) -> str:
        return text.replace(f"`{self._receiver}`", f"`{RECEIVER}`") if self._receiver else str(text)

    def _when(self, when: When | None) -> When | None:
        """Returns the condition of the form; None where no call of it meets it."""
        if when is None:
            return None
        clauses = [found for clause in when.clauses if (found := self._clause(clause)) is not None]
        return When(tuple(clauses)) if clauses else None

    def _clause(self, clause: tuple[WhenTest, ...]) -> tuple[WhenTest, ...] | None:
        found = []
        for test in clause:
            if test.subject == self._receiver and test.op == "kind":
                if "tensor" not in test.value:
                    return None
            elif any(not each.startswith(FORWARD) and _lacks(self._torch, each) for each in self._spoken_of(test)):
                if not _holds_unpassed(test):
                    return None
            else:
                found.append(self._test(test))
        return tuple(found) or None

    def _spoken_of(self, test: WhenTest) -> Iterator[str]:
        return (subject for subject in test.subjects if subject not in {self._receiver, RECEIVER})

    def _test(self, test: WhenTest) -> WhenTest:
        def named(text: str) -> str:
            return RECEIVER if text == self._receiver else text

        value = test.value
        if isinstance(value, tuple):
            value = tuple(map(named, value)) if test.op == "same_dtype" or test.other else value
        elif test.other or test.op == "data":
            value = named(value) if test.other else self._text(value)
        return replace(test, subject=named(test.subject), value=value)

    def _convert(self, convert: Convert | None) -> Convert | None:
        if convert is None:
            return None
        then = self._template(convert.then) if convert.then is not None else None
        arguments = tuple((name, self._template(one)) for name, one in convert.arguments)
        return Convert(self._call(convert.call), arguments, then, self._call(convert.undecided))

    def _call(self, template: Template | None) -> Template | None:
        """Returns what takes the place of a call, written back to the object of a form in place."""
        call = self._template(template) if template is not None else None
        if call is not None and self._form.in_place and CALL not in call.names:
            return Template.parse(f"paddle.assign({call.text}, output={{{RECEIVER}}})")
        return call

    def _template(self, template: Template) -> Template:
        def named(match: re.Match[str]) -> str:
            return f"{{{RECEIVER}}}" if match[1] and match[1] == self._receiver else match[0]

        return Template.parse(_BRACES.sub(named, template.text))

    # ---- code ----

    def _examples(self) -> Iterator[tuple[Loc, Example]]:
        for index, example in enumerate(self._record.examples):
            parameters = tuple(name for name in example.parameter if name not in self._gone)
            code = self._code(example, ("examples", index))
            if code is not None and (parameters or not example.parameter):
                yield ("examples", index), example.model_copy(update={**code, "parameter": parameters})

    def _checks(self) -> Iterator[tuple[Loc, Check]]:
        """Yields the record's examples without a row of their own, and its checks."""
        for at, snippet in self._record.snippets():
            shown = isinstance(snippet, Example) and not (snippet.parameter and set(snippet.parameter) <= self._gone)
            if not shown and (code := self._code(snippet, at)) is not None:
                yield at, self._check(snippet, code)

    @staticmethod
    def _check(snippet: Snippet, update: Mapping[str, object]) -> Check:
        same = {field: getattr(snippet, field) for field in RecordSnippet.model_fields}
        return Check(**same | {"expect": expectation_of(snippet)} | dict(update))

    @property
    def _gone(self) -> set[str]:
        """The labels of the record's rows that the form does not have."""
        kept = {row.label for row in self._rows()}
        return {row.label for row in self._record.parameters if row.label not in kept}

    def _code(self, snippet: Snippet, at: Loc) -> dict[str, str] | None:
        """Returns both sides with the form's calls; None where the form cannot be called this way."""
        if ".".join(map(str, at)) in self._form.drop:
            return None
        try:
            if not self._sides["torch"].calls(snippet.torch):
                return None
            code = {side: renaming.apply(getattr(snippet, side)) for side, renaming in self._sides.items()}
            return self._in_place(code, snippet) if self._form.in_place else code
        except (UnfitError, *NO_CODE):
            return None

    def _in_place(self, code: dict[str, str], snippet: Snippet) -> dict[str, str]:
        """Returns both sides of a form in place, whose call changes what it is given."""
        call = call_in_place(code["torch"], self._form.torch, snippet.given)
        if call is None:
            return code
        if not calls_method(code["paddle"], self._sides["paddle"].new.rpartition(".")[2]):
            code["paddle"] = assigned(code["paddle"], call.changed)
        is_leaf = _is_leaf(snippet, call.changed)
        return {side: with_copy(text, call.changed) for side, text in code.items()} if is_leaf else code


def _name(row: ParameterRow) -> tuple[str, str]:
    """Returns what a row is about: a torch parameter, else Paddle's own; a row about the result is like no other."""
    return (row.torch.lstrip("*"), "") if row.torch else ("", (row.paddle or "").lstrip("*") or f"返回值 {row.returns}")


def _is_leaf(snippet: Snippet, name: str) -> bool:
    """Tells whether an input is a Tensor that requires a gradient."""
    given = parse_given(snippet.given[name])
    return isinstance(given, TensorGiven) and given.grad


def _parameters(entry: ApiEntry | None) -> set[str] | None:
    """Returns the parameters of all signatures; None where no signature is known."""
    if entry is None or not entry.signatures:
        return None
    return {parameter.name for signature in entry.signatures for parameter in signature.parameters}


def _lacks(parameters: set[str] | None, name: str) -> bool:
    """Tells whether a known signature has no parameter of this name."""
    return parameters is not None and name.lstrip("*") not in parameters


def _holds_unpassed(test: WhenTest) -> bool:
    """Tells whether a test of an argument holds where the argument cannot be passed, as it does where that is None."""
    if test.op in {"is", "in", "kind"}:
        return "none" in {value.casefold() for value in ((test.value,) if isinstance(test.value, str) else test.value)}
    return test.op == "omitted" or (test.op == "passed" and test.value == "no")


def _receiver(old: ApiEntry | None, new: ApiEntry | None) -> str:
    """Returns the parameter of a function that is the receiver of a method; empty where both are called alike."""
    if old is None or new is None or new.kind not in _MEMBERS or old.kind in _MEMBERS:
        return ""
    return _first(old.signature)


def _first(signature: Signature | None) -> str:
    return signature.parameters[0].name if signature is not None and signature.parameters else ""


def _renaming(old: str, new: str, entry: ApiEntry | None, form: ApiEntry | None) -> Renaming:
    is_member = entry is not None and entry.kind in _MEMBERS
    return Renaming(old, new, _receiver(entry, form), _parameters(form), is_member)
