"""SIG: signatures that a record overrides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.compared_signatures import SIDE_NAMES, known_signature
from generator.lint.rules.samples import ADD
from generator.lint.rules.sig_defaults import same_default
from generator.lint.rules.subject import Subject
from generator.model.finding import Loc, Problem, Put, Remove, Severity
from generator.model.inventory import ApiEntry
from generator.model.record import Mapping as RecordMapping
from generator.model.signature import Parameter, ParameterKind, Signature, annotated_parameters

_SIGNED = ADD.replace("category", "signatures: {torch: 'torch.add(input, other, *, alpha=1, out=None)'}\ncategory")
_GAIN = """\
torch: torchaudio.gain
paddle: paddle.audio.gain
category: 仅参数名不一致
signatures:
  torch: torchaudio.gain(waveform)
  paddle: paddle.audio.gain(x)
parameters:
  - {torch: waveform, paddle: x, note: 表示输入的 Tensor。}
"""


class OverrideSuperfluous(RecordRule):
    """A signature override that is the inventory's signature, or no signature at all."""

    code = "SIG005"
    title = "多余或写错的 signatures"
    severity = Severity.WARNING
    spec = ("R18", "R19")
    why = "签名来自清单；与清单相同的覆盖，在库的新版本里会悄悄过时。"
    bad = (
        Bad(_SIGNED, at="torch: 'torch.add", mended=ADD),
        Bad(_SIGNED.replace("out=None)", "out=None"), at="'torch.add"),
    )
    good = (ADD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares each override with the overload that would be shown without it."""
        for place, text, api, mapping in overrides(subject):
            try:
                override = Signature.parse(text)
            except ValueError:
                if subject.is_yaml or text != api:  # a document writes an attribute by its name alone
                    yield Problem(place, f"签名没有成对的圆括号：{text}", "写成 api(参数, …) 的形式。")
                continue
            if not subject.is_yaml:
                continue
            shown = _shown_without(subject, api, mapping, str(place[-1]))
            if shown is not None and shown.parameters == override.parameters:
                assert mapping.signatures is not None
                both = mapping.signatures.torch and mapping.signatures.paddle
                whole = place if both else place[:-1]
                yield Problem(place, f"与清单中的签名相同：{text}", "删去它。", (Remove(whole),), at_key=True)


def overrides(subject: Subject) -> Iterator[tuple[Loc, str, str, RecordMapping]]:
    """Yields each signature that a record overrides: place, text, API and mapping."""
    for loc, mapping in subject.mappings:
        if mapping.signatures is None:
            continue
        for side, api in (("torch", subject.record.torch), ("paddle", mapping.paddle)):
            text = getattr(mapping.signatures, side)
            if text is not None and api is not None:
                yield (*loc, "signatures", side), text, api, mapping


def _shown_without(subject: Subject, api: str, mapping: RecordMapping, side: str) -> Signature | None:
    return known_signature(subject.libraries, api, mapping.model_copy(update={"signatures": None}), side)


class OverrideDrifted(RecordRule):
    """A signature override that matches no signature of the pinned library."""

    code = "SIG006"
    title = "signatures 与库的签名不符"
    spec = ("R18", "R19")
    why = "覆盖的签名由人手写，库改了它不会跟着改；读者照着写会出错。"
    bad = (
        Bad(_SIGNED.replace("alpha=1", "alpha=2"), at="'torch.add"),
        Bad(_SIGNED.replace("alpha=1", "alfa=1"), at="'torch.add"),
        Bad(_SIGNED.replace(", out=None", ""), at="'torch.add"),
    )
    good = (ADD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for an overload with the same parameters and defaults; an open signature fits every override."""
        for place, text, api, mapping in overrides(subject):
            entry = subject.libraries.entry(api)
            if mapping.paddle is None or entry is None or not entry.signatures or _is_open(entry):
                continue
            try:
                override = Signature.parse(text)
            except ValueError:
                continue
            if not any(_fits(override, signature, entry.source) for signature in entry.signatures):
                known = "；".join(f"{api}{signature}" for signature in entry.signatures[:4])
                yield Problem(
                    place,
                    f"{SIDE_NAMES[str(place[-1])]} 没有这样的签名：{text}",
                    f"清单中的签名：{known}。改正它，或删去 signatures。",
                )


def _is_open(entry: ApiEntry) -> bool:
    open_kinds = {ParameterKind.VAR_KEYWORD, ParameterKind.VAR_POSITIONAL}
    return any(parameter.kind in open_kinds for signature in entry.signatures for parameter in signature.parameters)


def _fits(override: Signature, real: Signature, source: str) -> bool:
    theirs = {parameter.name: parameter for parameter in real.parameters}
    ours = {parameter.name: parameter for parameter in override.parameters}
    missing = theirs.keys() - ours.keys() - {"name"}
    if ours.keys() - theirs.keys() - {"name"} or (missing and not _are_undocumented(missing, theirs, source)):
        return False
    return all(
        parameter.default is None or (other := theirs[name].default) is None or same_default(parameter.default, other)
        for name, parameter in ours.items()
        if name in theirs
    )


def _are_undocumented(names: AbstractSet[str], parameters: Mapping[str, Parameter], source: str) -> bool:
    """Tells whether the parameters may be left out: torch's stubs list keywords that its documentation does not."""
    return source == "stub" and all(
        parameters[name].kind is ParameterKind.KEYWORD and parameters[name].default is not None for name in names
    )


class OverrideAnnotated(RecordRule):
    """A signature override that gives types to parameters."""

    code = "SIG008"
    title = "`signatures` 里写了类型，页面上不显示"
    spec = ("R18",)
    why = "签名只写参数名与默认值；类型不会显示在页面上，写的人却以为读者看得到。"
    bad = (
        Bad(
            _GAIN.replace("torchaudio.gain(waveform)", "'torchaudio.gain(waveform: Tensor)'"),
            at="'torchaudio.gain(waveform: ",
            mended=_GAIN.replace("torchaudio.gain(waveform)", "'torchaudio.gain(waveform)'"),
        ),
    )
    good = (_GAIN,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Checks what a record writes; a document's signatures are defects of their own (DOC019)."""
        for place, text, _, _ in overrides(subject) if subject.is_yaml else ():
            if annotated := annotated_parameters(text):
                plain = f"{text[: text.find('(')]}{Signature.parse(text)}" if ")" in text else text
                yield Problem(
                    place,
                    f"签名给 {'、'.join(annotated)} 写了类型",
                    "删去类型；两边的类型不同时，在参数行里写 `differs: {type: …}`。",
                    (Put(place, plain),) if plain != text else (),
                )
