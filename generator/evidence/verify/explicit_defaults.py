"""Writes out what a call leaves out: its defaults, which change nothing in torch, and other values.

Whatever is written, torch's result and that of the converted code have to be the same.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.evidence.verify.compare import Aspect, Difference, Terms, compare
from generator.evidence.verify.convert_snippet import Attempt
from generator.evidence.verify.observation import Observation
from generator.evidence.verify.retries import PatientWorker
from generator.evidence.verify.trial import OTHER_SEED, Setting, Trial, agrees
from generator.evidence.verify.worker import Failed, Step, StepResult
from generator.libraries.registry import NAMES
from generator.model.fact import Answer
from generator.model.record import Record
from generator.model.relation import Rewrite
from generator.model.signature import ParameterKind, Signature

_BY_POSITION = frozenset({ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL})
_BY_KEYWORD = frozenset({ParameterKind.POSITIONAL, ParameterKind.KEYWORD})
_FLAG = "True"
"""What a parameter whose default is None takes if it is a flag; then numbers in its place are no more than that."""
_OTHERS: Mapping[type, tuple[str, ...]] = {
    bool: ("True", "False"),
    int: ("0", "1", "2", "3", "-1"),
    float: ("0.0", "0.3", "1.5"),
    type(None): (_FLAG, "0", "1", "-1"),
}


@dataclass(frozen=True, slots=True)
class WrittenOut:
    """The usual call of a record, whose conversion passes, with what it leaves out written into it."""

    record: Record
    trial: Trial
    worker: PatientWorker
    setting: Setting

    def wrong_values(self, signature: Signature) -> Iterator[str]:
        """Yields each parameter with a value for which the conversion is wrong, and how; defaults come first.

        Without those that the rows say may be dropped, and those that take a result.
        """
        defaults = left_out(self.trial.snippet.torch, self.record.torch, signature)
        yield from self._wrong_defaults(defaults)
        rows = (row for _, mapping in self.record.mappings() for row in mapping.parameters)
        untried = {"out", *(row.torch for row in rows if row.rewrite is Rewrite.DROP)}
        others = {name: default for name, default in defaults.items() if name not in untried}
        yield from self._wrong_others(others)

    def _wrong_defaults(self, defaults: Mapping[str, str]) -> Iterator[str]:
        """Yields the defaults that change the result of the converted code, unless they change torch's own result."""
        for _, torch, wrong in self._with([defaults]):
            if agrees(self.trial, torch) and not wrong:
                return
        for values, torch, wrong in self._with([{name: default} for name, default in defaults.items()]):
            if agrees(self.trial, torch) and wrong:
                yield f"{_said(values)}（PyTorch 的默认值）时，按记录转换得到的代码不对：{wrong}"

    def _wrong_others(self, defaults: Mapping[str, str]) -> Iterator[str]:
        """Yields for each parameter the first of the other values for which the converted code is wrong."""
        written = [{name: value} for name, default in defaults.items() for value in other_values(default)]
        done: set[str] = set()
        for values, _, wrong in self._with(written, surely=True):
            ((name, value),) = values.items()
            if wrong and name not in done:
                yield f"{_said(values)} 时，按记录转换得到的代码不对：{wrong}"
            done |= {name} if wrong or (value == _FLAG and defaults[name] == "None") else set()

    def _with(
        self, written: Sequence[Mapping[str, str]], *, surely: bool = False
    ) -> Iterator[tuple[Mapping[str, str], Observation, str]]:
        """Yields the keywords that torch and the conversion accept, torch's result, and what is wrong with Paddle's.

        Nothing is said where conversion leaves the call to a person, makes further assumptions, or the rows warn of
        another effect. With ``surely``, only calls whose assumptions are all known to hold are run.
        """
        given, only = self.trial.snippet.given, self.trial.snippet.compare
        asked = [(values, code, attempt) for values in written if values for code, attempt in self._attempts(values)]
        if surely:
            asked = [one for one in asked if all(holds is Answer.YES for holds in one[2].assumptions.values())]
        steps = [
            Step(library, code, given, only)
            for _, torch, attempt in asked
            for library, code in (("torch", torch), ("paddle", attempt.code))
        ]
        found = iter(self.worker.run(steps) if steps else ())
        for (values, code, _), torch, paddle in zip(asked, found, found, strict=True):
            if isinstance(torch, Observation):
                yield values, torch, self._wrong(code, torch, paddle)

    def _attempts(self, values: Mapping[str, str]) -> Iterator[tuple[str, Attempt]]:
        """Yields the torch code with these keywords and its conversion, where that makes no further assumptions."""
        code = with_values(self.trial.snippet.torch, self.record.torch, values)
        convert, base = self.setting.convert, self.trial.attempt
        attempt = convert(self.trial.snippet.model_copy(update={"torch": code})) if convert is not None else None
        if attempt is None or base is None or attempt.left is not None:
            return
        if attempt.assumptions.keys() <= base.assumptions.keys() and attempt.warnings.keys() <= base.warnings.keys():
            yield code, attempt

    def _wrong(self, code: str, torch: Observation, paddle: StepResult) -> str:
        """Returns what is wrong with what the converted code gives; empty where nothing is."""
        if isinstance(paddle, Failed):
            return paddle.message
        terms = Terms(self.trial.snippet.tolerance, self.trial.snippet.random)
        found = self._differences(torch, paddle, terms)
        if found and not terms.random:  # another value may make the result random: what it is depends on the seed then
            given, only = self.trial.snippet.given, self.trial.snippet.compare
            (seeded,) = self.worker.run([Step("torch", f"{OTHER_SEED}{code}", given, only)])
            if isinstance(seeded, Observation) and self._differences(torch, seeded, terms):
                found = self._differences(torch, paddle, replace(terms, random=True))
        return "".join(one.message for one in found[:1])

    def _differences(self, torch: Observation, other: Observation, terms: Terms) -> list[Difference]:
        """Returns where two results differ; the range of a few random numbers says nothing."""
        found = compare(torch, other, terms, self.trial.snippet.compare).differences
        return [one for one in found if one.aspect is not Aspect.RANGE]


def _said(values: Mapping[str, str]) -> str:
    return "写出 " + "、".join(f"`{name}={value}`" for name, value in values.items())


def left_out(code: str, api: str, signature: Signature) -> dict[str, str]:
    """Returns the parameters that the first call of an API in a snippet omits, with the defaults of the signature.

    Without those whose default no code can write (``<unrepresentable>``, a name of the library's own module), and empty
    where the call passes ``*args`` or ``**kwargs``.
    """
    call = _call(ast.parse(code), api)
    if call is None or any(isinstance(each, ast.Starred) for each in call.args) or None in _keywords(call):
        return {}
    found, positions = {}, len(call.args)
    for parameter in signature.parameters:
        by_position = parameter.kind in _BY_POSITION
        positions -= by_position
        passed = (by_position and positions >= 0) or parameter.name in _keywords(call)
        if (
            parameter.kind in _BY_KEYWORD
            and not passed
            and parameter.default is not None
            and _can_write(parameter.default)
        ):
            found[parameter.name] = parameter.default
    return found


def other_values(default: str) -> tuple[str, ...]:
    """Returns values to try instead of a default: the opposite flag, small numbers, what None may stand for."""
    try:
        value = ast.literal_eval(default)
    except ValueError:
        return ()
    found = next((others for kind, others in _OTHERS.items() if type(value) is kind), ())
    return tuple(other for other in found if ast.literal_eval(other) != value)


def with_values(code: str, api: str, values: Mapping[str, str]) -> str:
    """Returns the snippet with these keywords added to the first call of the API."""
    tree = ast.parse(code)
    call = _call(tree, api)
    if call is not None:
        call.keywords += [ast.keyword(name, _expression(value)) for name, value in values.items()]
    return ast.unparse(tree)


def _call(tree: ast.AST, api: str) -> ast.Call | None:
    name = api.rpartition(".")[2]
    return next((call for call in _calls(tree) if getattr(call.func, "attr", None) == name), None)


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _keywords(call: ast.Call) -> set[str | None]:
    return {keyword.arg for keyword in call.keywords}


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _can_write(default: str) -> bool:
    try:
        expression = _expression(default)
    except SyntaxError:
        return False
    names = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
    return names <= set(NAMES["torch"]) and not any(_calls(expression))
