"""Decides one call: which counterpart answers it, and what the rows make of each of its arguments."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace

from generator.calls.facts.argument_facts import facts_of, kind_name, omitted
from generator.calls.facts.bind import Argument, Binding, bind
from generator.calls.facts.result_facts import NOT_CALLED, later_results
from generator.calls.facts.view_changes import changes_view
from generator.calls.inference.infer import Inference
from generator.calls.knowledge.knowledge import COMPOSED, Answer, Row, Way
from generator.calls.knowledge.names import POSITIONAL, PublicNames
from generator.model.call_verdict import CallVerdict
from generator.model.fact import OTHER, Fact, Facts, deciding, evaluate, evaluate_assuming
from generator.model.fact import Answer as Truth
from generator.model.parameter import Effect, Undecided
from generator.model.relation import Relation, Rewrite
from generator.model.signature import ParameterKind, Signature
from generator.model.template import CALL, NOTHING, Convert, Template
from generator.model.when import FORWARD, RECEIVER, Test, When
from generator.model.when_words import ELSEWHERE, few_words, glued
from generator.model.when_words import assumptions as assumptions_of


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of the arguments of a call that is converted."""

    way: Way
    binding: Binding
    names: dict[str, str] = field(default_factory=dict)
    """The Paddle parameter of each torch parameter that is passed and kept."""
    templates: dict[str, tuple[tuple[str, Template], ...]] = field(default_factory=dict)
    """The Paddle arguments that are made instead of a torch parameter, which may be omitted."""
    dropped: frozenset[str] = frozenset()
    """The torch parameters that are left out, or stand in a template of the whole call."""
    ignored: frozenset[str] = frozenset()
    """Those among them that have no meaning in Paddle."""
    added: tuple[tuple[str, str], ...] = ()
    """The Paddle parameters that are set besides, with their source text."""
    wraps: tuple[Template, ...] = ()
    """The templates of the whole call, the innermost first."""
    then: tuple[Template, ...] = ()
    """The statements that follow the one that assigns the call's value."""

    def target(self, argument: Argument) -> str:
        """Returns the Paddle argument that one becomes; one that both sides take in ``**kwargs`` keeps its own name."""
        target = self.names[argument.parameter.name]
        kinds = {p.kind for p in self.way.paddle_parameters if p.name == target} | {argument.parameter.kind}
        return argument.key if argument.key and kinds == {ParameterKind.VAR_KEYWORD} else target

    @property
    def is_of_name(self) -> bool:
        """Whether the arguments stay as they are, and the name of what is called is all that changes."""
        if self.wraps or self.templates or self.added or self.then or self.dropped:
            return False
        theirs = [parameter.name for parameter in self.way.paddle_parameters]
        return all(
            (theirs[each.position : each.position + 1] if each.position is not None else [each.key])
            == [self.names.get(each.parameter.name)]
            for each in self.binding.arguments
        )

    @property
    def vanishing(self) -> frozenset[str]:
        """The torch parameters that are passed and of which nothing is written."""
        names = {name for template in (*self.wraps, *self.then) for name in template.names}
        if not self.wraps or "call" in self.wraps[0].names:
            names |= self.names.keys() - self.dropped - self.templates.keys()
            names |= {name for each in self.templates.values() for _, template in each for name in template.names}
        return frozenset(self.binding.by_parameter.keys() - names)

    @property
    def based(self) -> frozenset[str]:
        """The torch parameters in whose place stands what they are a view of."""
        made = {name for each in self.templates.values() for _, template in each for name in template.based}
        return frozenset(made.union(*(template.based for template in self.wraps)))


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict on one call before its text is known, with the change if it is converted.

    ``paddle`` is the name that takes the place of one that is not called.
    """

    verdict: CallVerdict
    reason: str = ""
    assumptions: Mapping[str, Truth] = field(default_factory=dict)
    """What is taken to hold, in words; and whether it holds, as far as the values of inputs are known."""
    change: Change | None = None
    warnings: Mapping[str, Effect] = field(default_factory=dict)
    """What changes beside the result, in words, and what it concerns."""
    paddle: str = ""
    wraps: tuple[Template, ...] = ()
    """The templates that make the value of a property, the innermost first."""


def decide(  # noqa: PLR0913  # a call and all that is known of it
    call: ast.Call,
    answer: Answer,
    inference: Inference,
    *,
    receiver: ast.expr | None,
    parent: ast.AST | None,
    seen: Callable[[Binding, Facts], Facts],
    excluded: frozenset[tuple[str, ...]] = frozenset(),
) -> Decision:
    """Decides a call of a recorded API. Verdict ``ARGUMENTS`` stands for every conversion: the text tells which.

    ``seen`` adds to the facts of the call what is known of the values of inputs. ``excluded`` are the parameters of
    to call it whose result could not be used as it is here.
    """
    if all(way.missing for way in answer.ways):
        return _without_way(answer)
    if answer.by_hand and not any(remark.convert for way in answer.ways for remark in way.remarks):
        return Decision(CallVerdict.REWRITE, answer.by_hand)
    if answer.unproven:
        return Decision(CallVerdict.UNVERIFIED, answer.unproven)
    bound = bind_ways(call, answer, inference)
    bound = [each for each in bound if parameters_of(each[1].signature) not in excluded] or bound
    if not bound:
        return Decision(CallVerdict.UNSURE, "实参与 PyTorch 的签名不符")
    decisions = [
        _decide_way(way, binding, facts, seen(binding, facts))
        for way, binding in bound
        for facts in [facts_of(call, way, binding, receiver, inference, parent)]
    ]
    if len({_outcome(decision) for decision in decisions}) > 1:
        return Decision(CallVerdict.UNSURE, "不能确定用的是哪一组参数")
    return _with_view(decisions[0], receiver, inference)


def _with_view(decision: Decision, receiver: ast.expr | None, inference: Inference) -> Decision:
    """Returns the decision, with what is measured of views where the call changes one in place."""
    change = decision.change
    if change is None or not change.way.wrong_views:
        return decision
    changed = receiver or next((a.value for a in change.binding.arguments), None)
    if changed is None or not changes_view(changed, inference):
        return decision
    return replace(decision, warnings={**decision.warnings, change.way.wrong_views: Effect.GRADIENT})


def decide_later(  # noqa: PLR0913, PLR0917  # a call, the layer that it is of, and where both stand
    call: ast.Call,
    answer: Answer,
    forward: Sequence[Signature],
    inference: Inference,
    made: ast.Call | None = None,
    parent: ast.AST | None = None,
) -> Decision | None:
    """Decides a call of a layer's object by what it is passed; None where no condition of its record holds or may hold.

    ``forward`` are the signatures of torch's own; ``made`` is the call that makes the object, ``parent`` what takes the
    result, where they are known. A result that the text does not show to be changed in place is taken not to be.
    """
    passed = _passed(call, forward, inference)
    if passed is None or answer.unproven:
        return None
    signatures = [each for way in answer.ways for each in way.signatures]
    before = Facts((_passed(made, signatures, inference) if made is not None else None) or {})
    later = {f"{FORWARD}{name}": fact for name, fact in passed.items()}
    facts = Facts({**before.arguments, **later}, later_results(call, parent, inference))
    rows = [row for way in answer.ways for row in (*way.rows, *way.remarks)]
    found = [
        (_assuming(row, facts, later=True)[0], row)
        for row in rows
        if row.when is not None and not row.effect and row.undecided is not Undecided.CONVERT
        if not _surely_applies(row, before)  # which is told where the object is made
    ]
    met = [row for applies, row in found if applies is Truth.YES]
    wraps = tuple(template for row in met if (template := _wrap_of(row)) is not None)
    if len(wraps) < len(met):
        told = (_reason(row, facts, _words(row)) for row in met if _wrap_of(row) is None)
        return Decision(CallVerdict.REWRITE, "；".join(told))
    unsure = next((row for applies, row in found if applies is Truth.UNKNOWN), None)
    if unsure is not None:
        return Decision(CallVerdict.UNSURE, _unsure(unsure, facts))
    return Decision(CallVerdict.ARGUMENTS, wraps=wraps) if wraps and not answer.by_hand else None


def wraps_given(call: ast.Call, answer: Answer, inference: Inference, parent: ast.AST | None) -> tuple[Template, ...]:
    """Returns what is made of what a layer gives to another's call: one of several layers, or the last in a sequence.

    The layer counts as made with torch's defaults, and nothing is known of what it is passed.
    """
    parameters = [each for way in answer.ways for signature in way.signatures for each in signature.parameters]
    usual = {each.name: omitted(each, inference.names, is_open=False) for each in parameters}
    facts = Facts(usual, later_results(call, parent, inference))
    rows = [row for way in answer.ways for row in (*way.rows, *way.remarks) if row.when is not None and not row.effect]
    met = (row for row in rows if _surely_applies(row, facts) and not _surely_applies(row, Facts(usual)))
    return () if answer.unproven or answer.by_hand else tuple(filter(None, map(_wrap_of, met)))


def _wrap_of(row: Row) -> Template | None:
    """Returns the template of a row that uses a call's value alone; None where it has no such template."""
    template = row.convert.call if row.convert is not None else None
    return template if template is not None and template.names == (CALL,) else None


def _passed(call: ast.Call, signatures: Iterable[Signature], inference: Inference) -> Mapping[str, Fact] | None:
    """Returns what is known of the arguments of a call, under the first signature that takes them."""
    binding = next(filter(None, (bind(call, each, inference.displays) for each in signatures)), None)
    return facts_of(call, None, binding, None, inference, None).arguments if binding is not None else None


def parameters_of(signature: Signature) -> tuple[str, ...]:
    """Returns the names of the parameters of one way to call an API."""
    return tuple(parameter.name for parameter in signature.parameters)


def decide_uncalled(
    answer: Answer,
    *,
    member: Facts | None = None,
    as_type: bool = False,
    as_decorator: Mapping[str, Truth] | None = None,
    results: Mapping[str, Truth] = NOT_CALLED,
) -> Decision:
    """Decides a recorded API that is not called: a property, or a function or class that is passed on or derived from.

    ``member`` is what is known of a member that is read: of its object and of its use. ``as_type`` says that only the
    class itself matters, as in an annotation; ``as_decorator`` that it is called with one argument by position, whose
    name does not matter, and what is done with the result. ``results`` is what is known of one that is not called.
    """
    if as_type and answer.type and not answer.unproven:
        return Decision(CallVerdict.RENAMED, paddle=answer.type)
    if all(way.missing for way in answer.ways):
        return _without_way(answer)
    if answer.unproven:
        return Decision(CallVerdict.UNVERIFIED, answer.unproven)
    is_member = member is not None
    facts = (
        member
        if member is not None
        else Facts(results=results)
        if as_decorator is None
        else _decorating(answer, as_decorator)
    )
    is_decorator = as_decorator is not None
    made = [
        row for way in answer.ways for row in way.remarks if is_member and row.convert and _surely_applies(row, facts)
    ]
    wraps = tuple(row.convert.call for row in made if row.convert is not None and row.convert.call is not None)
    is_made = bool(wraps) and CALL not in wraps[0].names
    if answer.by_hand and not wraps:
        return Decision(CallVerdict.UNSURE, answer.by_hand)
    way, *others = answer.ways
    if others or not (is_made or (way.paddle and way.paddle_is_member is is_member)):
        return Decision(CallVerdict.UNSURE, UNCALLED)
    if as_type:
        no_class = Decision(CallVerdict.REWRITE, NO_CLASS)
        return no_class if way.is_no_class else Decision(CallVerdict.RENAMED, paddle=way.paddle)
    assumptions: dict[str, Truth] = {}
    for row in (each for each in (*way.rows, *way.remarks) if not each.effect and each not in made):
        applies, assumed = _assuming(row, facts)
        is_left_out = row.when is None and facts.of(row.parameter).passed is Truth.NO
        if applies is Truth.NO or is_left_out:
            assumptions |= dict.fromkeys(assumptions_of(assumed), Truth.UNKNOWN)
        elif row.set or not (row.relation in _PLAIN or (is_decorator and row.relation is Relation.RENAMED)):
            if is_decorator and row.when is not None and row.says and applies is Truth.YES and not row.convert:
                return Decision(CallVerdict.REWRITE, _reason(row, facts, row.says))
            if not (is_member and row.says):
                return Decision(CallVerdict.UNSURE, UNCALLED)
            is_sure = row.when is not None and applies is Truth.YES
            return Decision(CallVerdict.REWRITE if is_sure else CallVerdict.UNSURE, f"返回值：{row.says}")
    places = [[p.name for p in signature.parameters if p.kind in POSITIONAL] for signature in way.signatures]
    theirs = [p.name for p in way.paddle_parameters]
    targets = {row.parameter: row.target for row in way.rows if row.torch and row.paddle} if is_decorator else {}
    places = [[targets.get(name, name) for name in names[: 1 if is_decorator else None]] for names in places]
    if any(theirs[: len(names)] != names for names in places):
        return Decision(CallVerdict.UNSURE, UNCALLED)
    warnings = _warnings(row for row in (*way.rows, *way.remarks) if row.when is None or _may_apply(row.when, facts))
    is_bare = is_decorator and not theirs  # torch's takes the function, Paddle's has to be called before
    verdict = CallVerdict.ARGUMENTS if wraps or is_bare else CallVerdict.RENAMED
    paddle = f"{way.paddle}()" if is_bare else way.paddle
    return Decision(verdict, "", assumptions, warnings=warnings, paddle=paddle, wraps=wraps)


def _decorating(answer: Answer, results: Mapping[str, Truth]) -> Facts:
    """Returns the facts of a call with a function alone, by position."""
    first, *others = [
        p.name for way in answer.ways for p in (way.signatures[0].parameters if way.signatures else ())
    ] or [""]
    omitted = {name: Fact(passed=Truth.NO) for name in others}
    return Facts({first: Fact(passed=Truth.YES, kind="callable"), **omitted}, results)


def decide_decorating(
    node: ast.expr, function: ast.FunctionDef | ast.AsyncFunctionDef, answer: Answer, inference: Inference
) -> Decision | None:
    """Decides a bare decorator as a call with the function alone; None where more than its name would change."""
    call = ast.Call(node, [_FUNCTION], [])
    decorated = copy(function)
    decorated.decorator_list = [call if each is node else each for each in function.decorator_list]
    decision = decide(call, answer, inference, receiver=None, parent=decorated, seen=lambda _, facts: facts)
    change = decision.change
    if decision.verdict is CallVerdict.REWRITE:
        return decision
    if change is None or change.then or change.added:
        return None
    first = change.binding.arguments[0].parameter.name
    called = f"({{{first}}})"
    if len(change.wraps) == 1 and change.wraps[0].text.endswith(f"(){called}"):
        paddle = change.wraps[0].text.removesuffix(called)
    elif change.wraps or change.templates or change.names.get(first) != change.way.paddle_parameters[0].name:
        return None
    else:
        paddle = change.way.paddle
    verdict = CallVerdict.ARGUMENTS if change.wraps else CallVerdict.RENAMED
    return Decision(verdict, "", decision.assumptions, warnings=decision.warnings, paddle=paddle)


_FUNCTION = ast.Lambda(ast.arguments([], [], None, [], [], None, []), ast.Constant(None))
"""Stands for the function that is decorated."""


def decide_passed_on(
    answer: Answer,
    names: PublicNames,
    passes_only: Callable[[int], bool],
    results: Mapping[str, Truth] = NOT_CALLED,
) -> Decision:
    """Decides a function or class that is passed on, assuming calls with only what it needs, by position.

    Not where an argument beyond that would be taken for another one, or mean something else, without an error, unless
    the text calls it, and ``passes_only`` so many arguments.
    """
    strict = decide_uncalled(answer, results=results)
    if strict.reason != UNCALLED or len(answer.ways) > 1:
        return strict
    (way,) = answer.ways
    assumptions: dict[str, Truth] = {}
    for signature in way.signatures:
        required = {row.parameter for row in way.rows if _is_required(row)}
        optional = {
            p.name: omitted(p, names, is_open=False)
            for p in signature.parameters
            if p.default is not None and p.name not in required
        }
        by_position = [p for p in signature.parameters if p.kind in {*POSITIONAL, ParameterKind.VAR_POSITIONAL}]
        needed = [f"`{p.name}`" for p in by_position if p.name not in optional]
        for row in (each for each in (*way.rows, *way.remarks) if not (each.effect or _is_required(each))):
            applies, assumed = (
                _assuming(row, Facts(optional, results)) if row.when is not None else (_differs(row, optional), ())
            )
            if applies is not Truth.NO or row.set:
                return strict
            if row.parameter in optional and _is_silent(row, signature) and not passes_only(len(needed)):
                return strict
            assumptions |= dict.fromkeys(assumptions_of(assumed), Truth.UNKNOWN)
        in_place = _in_place(way, signature)
        if not all(in_place) and not (all(in_place[: len(needed)]) and passes_only(len(needed))):
            return strict
        passed = glued("假定以后只按位置传入", "、".join(needed)) if needed else "假定以后不传入实参"
        assumptions[passed] = Truth.UNKNOWN
    warnings = _warnings((*way.rows, *way.remarks))
    return Decision(CallVerdict.RENAMED, "", assumptions, warnings=warnings, paddle=way.paddle)


def decide_by_calls(
    calls: Sequence[tuple[ast.Call, ast.AST | None]], answer: Answer, inference: Inference
) -> Decision | None:
    """Decides a function that is passed on by its calls, each with its parent; None where more than a name changes."""
    assumptions = {_BY_CALLS: Truth.UNKNOWN}
    warnings: dict[str, Effect] = {}
    paddle = ""
    for call, parent in calls:
        decision = decide(call, answer, inference, receiver=None, parent=parent, seen=lambda _, facts: facts)
        if decision.change is None or not decision.change.is_of_name:
            return None
        paddle = decision.change.way.paddle
        assumptions |= decision.assumptions
        warnings |= decision.warnings
    return Decision(CallVerdict.RENAMED, "", assumptions, warnings=warnings, paddle=paddle) if paddle else None


def _is_required(row: Row) -> bool:
    """Tells whether Paddle raises an error for a call that omits the parameter of a row, as its record tells."""
    return (
        row.undecided is Undecided.ASSUME
        and row.when is not None
        and all((test.subject, test.op) == (row.parameter, "omitted") for test in row.when.tests)
    )


def _differs(row: Row, optional: Mapping[str, Fact]) -> Truth:
    """Tells whether a row without a condition makes a difference to a call that passes nothing ``optional``."""
    if row.parameter in optional or row.relation in {*_PLAIN, Relation.RENAMED}:
        return Truth.NO
    return Truth.YES


def _is_silent(row: Row, signature: Signature) -> bool:
    """Tells whether an argument, by position or by its name, may mean something else in Paddle without an error."""
    kinds = {p.name: p.kind for p in signature.parameters}
    loud = row.undecided is Undecided.ASSUME or kinds[row.parameter] is ParameterKind.KEYWORD
    return row.relation is Relation.DIFFERS and not loud


def _in_place(way: Way, signature: Signature) -> list[bool]:
    """Tells for each positional parameter whether Paddle has it in the same place, or torch alone and optionally."""
    rows = {row.parameter: row for row in way.rows if row.torch}
    theirs = [p.name for p in way.paddle_parameters]
    positional = [p for p in signature.parameters if p.kind in POSITIONAL]
    return [
        p.name in rows
        and (
            (rows[p.name].relation is Relation.TORCH_ONLY and p.default is not None)
            or theirs[index : index + 1] == [rows[p.name].target]
        )
        for index, p in enumerate(positional)
    ]


def decide_around(answer: Answer, facts: Facts) -> Decision:
    """Decides code around the use of a recorded attribute, for which the record has a template."""
    if answer.unproven:
        return Decision(CallVerdict.UNVERIFIED, answer.unproven)
    assumptions: dict[str, Truth] = {}
    remarks = [remark for way in answer.ways for remark in way.remarks]
    for remark in (each for each in remarks if each.when is not None and not each.effect):
        applies, assumed = _assuming(remark, facts)
        if applies is not Truth.NO:
            return Decision(CallVerdict.UNSURE, _unsure(remark, facts))
        assumptions |= dict.fromkeys(assumptions_of(assumed), Truth.UNKNOWN)
    told = (each for each in remarks if each.when is None or _may_apply(each.when, facts))
    return Decision(CallVerdict.ARGUMENTS, "", assumptions, warnings=_warnings(told))


def _warnings(rows: Iterable[Row]) -> dict[str, Effect]:
    return {row.says: Effect(row.effect) for row in rows if row.effect and row.says}


def _without_way(answer: Answer) -> Decision:
    if answer.by_hand:
        return Decision(CallVerdict.REWRITE, answer.by_hand)
    return Decision(CallVerdict.MISSING, answer.reason or "Paddle 没有对应的 API")


NO_CLASS = "在 Paddle 中是函数，不是类，不能用作类型"
_OUT = "out"
_CONTIGUOUS = f"假定 `{_OUT}` 是连续的视图"
"""Into another one most functions of Paddle write past its elements (migration note 27)."""
_ASSIGNED = Convert(Template.parse(f"paddle.assign({{call}}, output={{{_OUT}}})"))
"""How a result is put into such a one."""
_BY_CALLS = "假定只在这段文字里调用"
UNCALLED = "作为值传递，看不出以后怎样调用"
"""The reason of a function or class that is passed on, of which the arguments to come matter."""
_PLAIN = frozenset({Relation.SAME, Relation.PADDLE_ONLY})


def _plausible(bound: list[tuple[Way, Binding]], inference: Inference) -> list[tuple[Way, Binding]]:
    """Returns the overloads whose parameters fit the names of arguments: ``dim`` a number, ``other`` a Tensor."""
    best = max(_matches(binding, inference) for _, binding in bound)
    return [(way, binding) for way, binding in bound if _matches(binding, inference) == best]


def _matches(binding: Binding, inference: Inference) -> int:
    """Says how many arguments are of the kind that their parameter's name says; a Tensor where ``other`` stands."""
    count = 0
    for argument in binding.arguments:
        kinds = {_kind(value, inference) for value in argument.values}
        is_other = argument.parameter.name == "other"
        count += kinds <= ({"tensor"} if is_other else _FITTING.get(argument.parameter.name, frozenset()))
    return count


def _outcome(decision: Decision) -> object:
    """Returns what a decision comes to; two overloads that make the same call need not be told apart."""
    change = decision.change
    if change is None:
        return decision.verdict, decision.reason
    kept = tuple(
        (argument.position, change.names.get(argument.parameter.name)) for argument in change.binding.arguments
    )
    return change.way.paddle, kept, change.added, change.wraps, tuple(change.templates.items()), change.then


def bind_ways(call: ast.Call, answer: Answer, inference: Inference) -> list[tuple[Way, Binding]]:
    """Returns the ways to call the API that a call may mean, one binding for each: those whose kinds fit best."""
    found: list[tuple[Way, Binding]] = []
    for way in answer.ways:
        every = [
            binding
            for signature in way.signatures
            if (binding := bind(call, signature, inference.displays, way.keywords))
        ]
        bindings = [binding for binding in every if not binding.open] or every  # a star fits `*size` exactly
        if bindings:
            found.append((way, next((binding for binding in bindings if _fits(binding, inference)), bindings[0])))
    found = [(way, binding) for way, binding in found if not binding.open] or found
    fitting = [(way, binding) for way, binding in found if _fits(binding, inference)] or found
    return _plausible(fitting, inference) if len(fitting) > 1 else fitting


_DIMENSIONS = frozenset("dim dim0 dim1 dims axis diagonal split_size chunks repeats sections n k".split())
"""Names of parameters that take numbers, or lists of them, and neither a bool nor a Tensor."""
_FLAGS = frozenset("keepdim largest sorted stable descending unbiased requires_grad pin_memory inplace".split())
_TENSORS = frozenset("tensor mat1 mat2 mask indices weight condition".split())
_SIZES = frozenset("size shape".split())
_FITTING = {
    **dict.fromkeys(_DIMENSIONS, frozenset({"number", "sequence", "none", "str"})),
    **dict.fromkeys(_FLAGS, frozenset({"bool"})),
    **dict.fromkeys(_TENSORS, frozenset({"tensor"})),
    **dict.fromkeys(_SIZES, frozenset({"number", "sequence", "tensor"})),
    "dtype": frozenset({OTHER, "none"}),
    "other": frozenset({"tensor", "number", "bool"}),
}
"""The kinds of argument that the name of a parameter lets expect, where overloads have to be told apart."""


def _kind(value: ast.expr, inference: Inference) -> str | None:
    """Returns the kind of an argument; where torch takes a Tensor, ``boxes[:, :2]`` is one."""
    kind = kind_name(inference.kind(value), inference)
    return "tensor" if kind is None and _is_cut(value, inference) else kind


def _is_cut(node: ast.expr, inference: Inference, within: frozenset[ast.expr] = frozenset()) -> bool:
    """Tells whether it is sliced in several dimensions, or computed from what is; ``within`` has the places to look."""
    match node:
        case ast.Subscript(slice=ast.Tuple(elts=indices)):
            return any(isinstance(index, ast.Slice) for index in indices)
        case ast.BinOp(left=left, right=right):
            return _is_cut(left, inference, within) or _is_cut(right, inference, within)
        case ast.Name():
            values = inference.reaching.values(node) or ()
            return node in within or (
                bool(values) and all(_is_cut(each, inference, within | {node}) for each in values)
            )
    return False


def _fits(binding: Binding, inference: Inference) -> bool:
    """Tells whether no argument is plainly of another kind than its parameter's name says."""
    for argument in binding.arguments:
        kinds = {_kind(value, inference) for value in argument.values}
        expected = _FITTING.get(argument.parameter.name)
        if expected is not None and not kinds - {None} <= expected:
            return False
    return True


def _decide_way(way: Way, binding: Binding, facts: Facts, seen: Facts) -> Decision:
    if way.missing:
        return Decision(
            CallVerdict.MISSING, f"Paddle 没有这种用法：{way.title}" if way.title else "Paddle 没有这种用法"
        )
    if binding.open:
        return _decide_open(way, binding, facts)
    change = Change(way, binding)
    assumptions: dict[str, Truth] = {}
    if binding.gathered:
        said = f"假定 `**{binding.gathered}` 中只有这段文字里的调用传入的实参"
        assumptions[said] = Truth.UNKNOWN
    left: dict[str, Decision] = {}
    for row in (*way.rows, *way.remarks):
        given = binding.by_parameter.get(row.parameter, ())
        passed = bool(given)
        applies, assumed = _applies(row, facts, passed=passed and not all(map(_is_default, given)))
        is_into = bool(row.torch == _OUT and row.paddle and passed and applies is Truth.NO and facts.of(_OUT).strided)
        if assumed and row.when is not None and not is_into:
            for said, tests in assumptions_of(assumed).items():
                holds = ~evaluate(row.when.with_any(tests), seen)[0]
                assumptions[said] = min(holds, assumptions.get(said, Truth.YES))
        convert = _into(row) if is_into else row.convert
        if applies is Truth.UNKNOWN:
            convert = convert.either_way if convert is not None else None
            if convert is None:
                return Decision(CallVerdict.UNSURE, _unsure(row, facts))
        is_changed = is_into or applies is not Truth.NO
        if is_changed and _is_replaced(row, way, facts):
            continue
        used = replace(row, convert=convert)
        outcome = _changed(change, used, facts, passed=passed) if is_changed else _plain(change, row, passed=passed)
        if not isinstance(outcome, Decision):
            change = outcome
            is_copied = passed and row.paddle and not (used.convert and is_changed)
            if is_copied and row.torch == _OUT and facts.of(_OUT).view:
                assumptions.setdefault(_CONTIGUOUS, Truth.UNKNOWN)
        elif row.torch and not row.paddle:  # unless the template of another row takes it
            left.setdefault(row.parameter, outcome)
        else:
            return next(iter(left.values()), outcome)
    for name, decision in left.items():
        if not _is_settled(change, name):
            return decision
    if not way.paddle and not change.wraps:
        return Decision(CallVerdict.REWRITE, COMPOSED)
    lost = _lost(change)
    if lost:
        return Decision(CallVerdict.REWRITE, f"`{lost}` 与另一处转写不能同时写出")
    unsettled = (a for a in binding.arguments if not _is_settled(change, a.parameter.name))
    unmatched = [argument.parameter.name for argument in unsettled if not _is_default(argument)]
    if unmatched:
        return Decision(CallVerdict.UNSURE, f"参数 `{unmatched[0]}` 没有记录")
    concerning = (row for row in (*way.rows, *way.remarks) if row.effect and _concerns(row, facts, binding))
    is_detached = any(map(_detaches, change.wraps))
    concerning = (row for row in concerning if not (is_detached and row.effect == Effect.GRADIENT))
    warnings = _warnings(row for row in concerning if not _is_mended(row, way, facts))
    if refused := _refused(change, facts):
        assumptions.pop(ELSEWHERE, None)  # which this says as well
        assumptions[refused] = Truth.NO
    return Decision(CallVerdict.ARGUMENTS, "", assumptions, change, warnings)


def _into(row: Row) -> Convert:
    """Returns how a call's result is put into a view whose elements Paddle's function would not find."""
    own = row.convert.call if row.convert is not None else None
    return row.convert if row.convert is not None and own is not None and CALL in own.names else _ASSIGNED


def _is_replaced(row: Row, way: Way, facts: Facts) -> bool:
    """Tells whether a remark's template stands in for another one's: its condition holds, which is that one's and more.

    Both make the whole call anew.
    """
    if row.when is None or not _is_anew(row):
        return False
    return any(
        other.when is not None and other.when.narrows(row.when) and evaluate(other.when, facts)[0] is Truth.YES
        for other in way.remarks
        if _is_anew(other)
    )


def _detaches(template: Template) -> bool:
    """Tells whether a template takes the object of a method without its gradient: ``{self}.detach().bool()``."""
    taken = template.text.count(f"{{{RECEIVER}}}")
    return taken > 0 and taken == template.text.count(f"{{{RECEIVER}}}.detach()") and CALL not in template.names


def _is_mended(row: Row, way: Way, facts: Facts) -> bool:
    """Tells whether a remark's template writes the argument of which a row warns, under the condition of that row."""
    if row.when is None or row.convert is not None or not row.torch:
        return False
    same = (other.convert for other in way.remarks if other.when == row.when and other.convert is not None)
    is_written = any(row.target in dict(convert.arguments) for convert in same)
    return is_written and evaluate(row.when, facts)[0] is Truth.YES


def _is_anew(row: Row) -> bool:
    """Tells whether a remark has a template of the whole call that leaves the call out."""
    template = row.convert.call if row.convert is not None else None
    return not row.torch and not row.paddle and template is not None and CALL not in template.names


def refused_later(call: ast.Call, answer: Answer, forward: Sequence[Signature], inference: Inference) -> str:
    """Returns what is assumed of a call of a layer's object that the text shows to be passed a dtype Paddle refuses."""
    passed = _passed(call, forward, inference) or {}
    facts = Facts({f"{FORWARD}{name}": fact for name, fact in passed.items()})
    found = (_refused_by(way, facts, _cast(way)) for way in answer.ways if not answer.by_hand and not answer.unproven)
    return next(filter(None, found), "")


def _cast(way: Way) -> frozenset[str]:
    """Returns the parameters whose dtype a template is written for: what it writes converts them."""
    rows = (row for row in (*way.rows, *way.remarks) if row.when is not None and row.convert is not None)
    return frozenset(test.subject for row in rows if row.when for test in row.when.tests if test.op == "dtype")


def _refused(change: Change, facts: Facts) -> str:
    """Returns what is assumed where the text shows a dtype that Paddle was measured to refuse on a CPU; else empty."""
    is_cast = any(target == "dtype" for each in change.templates.values() for target, _ in each)
    is_cast = is_cast or "dtype" in change.binding.by_parameter
    if is_cast or (change.wraps and CALL not in change.wraps[0].names):
        return ""
    return _refused_by(change.way, facts, change.templates)


def _refused_by(way: Way, facts: Facts, made: Container[str]) -> str:
    """Returns what is assumed where an argument, none of those ``made`` anew, is of a dtype that Paddle refuses."""
    for parameters, refused in way.refused:
        tensors = [name for name, fact in facts.arguments.items() if _dtypes_of(fact)]
        names = [name for name in parameters or tensors if facts.of(name).passed is not Truth.NO]
        found = {dtype for name in names for dtype in _dtypes_of(facts.of(name)) or (None,)}
        is_written = not any(name in made for name in names)
        if is_written and len(found) == 1 and (dtype := found.pop()) in refused:
            named = (name.removeprefix(FORWARD) for name in parameters if name != RECEIVER)
            said = "、".join(f"`{name}`" for name in named) or "Tensor"
            return f"{ELSEWHERE}：Paddle 在 CPU 上不接受 `{dtype}` 的 {said}"
    return ""


def _dtypes_of(fact: Fact) -> frozenset[str]:
    """Returns the dtype of a Tensor, or those of the Tensors in a list, as far as they are known."""
    return fact.dtypes or (frozenset({fact.dtype}) if fact.dtype else frozenset())


def _decide_open(way: Way, binding: Binding, facts: Facts) -> Decision:
    """Returns a call with ``*args`` or ``**kwargs`` is converted only where it makes no difference what they carry."""
    remarks = [_applies(remark, facts, passed=False) for remark in way.remarks]
    differing = [row for row in way.rows if not row.effect and not _is_plain(row)]
    left = [_applies(_assumed_away(row), facts, passed=True) for row in differing]
    same = all(applies is Truth.NO for applies, _ in (*remarks, *left)) and all(
        row.torch and row.paddle and row.when is not None and not row.set for row in differing
    )
    ours = [p.name for p in binding.signature.parameters]
    theirs = [p.name for p in way.paddle_parameters]
    if same and theirs[: len(ours)] == ours:
        names = {row.parameter: row.target for row in way.rows if row.torch}
        said = (said for _, tests in (*remarks, *left) for said in assumptions_of(tests))
        warnings = _warnings(row for row in (*way.rows, *way.remarks) if row.effect and _concerns(row, facts, binding))
        assumptions = dict.fromkeys(said, Truth.UNKNOWN)
        pairs = zip(binding.signature.parameters, way.paddle_parameters, strict=False)
        later = (one.name for one, other in pairs if one.kind in POSITIONAL and other.kind is ParameterKind.KEYWORD)
        if (name := next(later, "")) and name not in binding.by_parameter:
            assumptions[f"假定 `{name}` 与它之后的参数只以关键字传入"] = Truth.UNKNOWN
        return Decision(CallVerdict.ARGUMENTS, "", assumptions, Change(way, binding, names), warnings)
    return Decision(CallVerdict.UNSURE, "`*args` 或 `**kwargs` 传入了什么，代码里看不出")


def _assumed_away(row: Row) -> Row:
    """Returns a row that is about some values of a parameter of the same name as one that assumes them not passed."""
    tests = row.when.tests if row.when is not None else ()
    is_of_values = row.torch == row.paddle and all(test.op in {"is", "in"} for test in tests)
    is_assumed = is_of_values and row.undecided is Undecided.CONVERT
    return replace(row, undecided=Undecided.ASSUME) if is_assumed else row


def _is_plain(row: Row) -> bool:
    """Tells whether a row passes a parameter on under its name, or another one, and says no more."""
    return row.relation in _PLAIN and row.when is None and not row.set


def _applies(row: Row, facts: Facts, *, passed: bool) -> tuple[Truth, tuple[Test, ...]]:
    """Tells whether a row's difference applies to the call, and the tests that were assumed not to hold for that."""
    if row.when is None:
        if row.effect:
            return Truth.NO, ()
        if row.relation is Relation.RETURNS or (row.relation is Relation.DIFFERS and passed):
            return Truth.UNKNOWN if row.convert is None else Truth.YES, ()
        always = row.relation is Relation.PADDLE_ONLY and row.convert is not None
        return Truth.YES if always or (passed and row.relation is Relation.TORCH_ONLY) else Truth.NO, ()
    if row.effect:
        return Truth.NO, ()
    answer, assumed = _assuming(row, facts)
    if row.undecided is Undecided.CONVERT and (assumed or answer is Truth.UNKNOWN):
        return Truth.YES, ()
    return answer, assumed if answer is Truth.NO else ()


def _assuming(row: Row, facts: Facts, *, later: bool = False) -> tuple[Truth, tuple[Test, ...]]:
    """Returns the answer for a row with the tests that are assumed not to hold: none where it says to stop.

    ``later`` says that the call is one of a layer's object: there it stops for what the object is passed, and not where
    the object is made.
    """
    if row.when is None:
        return Truth.UNKNOWN, ()
    answer, assumed = evaluate_assuming(row.when, facts, shape=later or row.undecided is Undecided.ASSUME)
    is_open = later or not all(test.subject.startswith(FORWARD) for test in assumed)
    return (Truth.UNKNOWN, ()) if assumed and is_open and row.undecided is Undecided.STOP else (answer, assumed)


def _may_apply(when: When, facts: Facts) -> bool:
    return evaluate(when, facts)[0] is not Truth.NO


def _surely_applies(row: Row, facts: Facts) -> bool:
    """Tells whether a row applies, or its template is right either way where the text leaves that open."""
    least = Truth.UNKNOWN if row.undecided is Undecided.CONVERT else Truth.YES
    return row.when is None or evaluate(row.when, facts)[0] >= least


def _concerns(row: Row, facts: Facts, binding: Binding) -> bool:
    """Tells whether what a row warns of may concern a call."""
    if row.effect == Effect.GRADIENT and facts.pass_on_no_gradient:
        return False
    if row.when is not None:
        return _may_apply(row.when, facts)
    return not (row.torch and row.paddle) or row.parameter in binding.by_parameter


def _reason(row: Row, facts: Facts, words: str) -> str:
    """Says what applies, and before it when, as far as that concerns a call, unless the words begin with it."""
    if row.when is None or words.partition("，")[0].endswith("时"):
        return words
    return f"{glued(few_words(deciding(row.when, facts)), '时')}，{words}"


def _unsure(row: Row, facts: Facts) -> str:
    if row.when is not None:
        unsure = glued("不能确定是否", few_words(deciding(row.when, facts)))
        return f"{unsure}：{row.says}" if row.says else unsure
    name = f"`{row.parameter}`：" if row.torch else "返回值："
    return f"{name}{row.says}"


def _plain(change: Change, row: Row, *, passed: bool) -> Change:
    """Returns the row without its difference: the argument under Paddle's name, or one that Paddle needs besides."""
    if row.torch and row.paddle and passed:
        names = {**change.names, row.parameter: row.target}
        as_flag = Template.parse(f"bool({{{row.parameter}}})")
        templates = {row.parameter: ((row.target, as_flag),)} if _is_other_flag(change.binding, row.parameter) else {}
        return replace(change, names=names, templates={**change.templates, **templates})
    if row.torch and passed:  # the condition says that leaving it out changes nothing
        return _without(change, row.parameter)
    if row.set and row.paddle and not passed and row.when is None:
        return replace(change, added=(*change.added, (row.target, row.set)))
    return change


def _is_other_flag(binding: Binding, parameter: str) -> bool:
    """Tells whether 0, 1 or None is passed where torch takes a bool, and Paddle's own default may be None."""
    return any(
        argument.parameter.default in {"True", "False"}
        and isinstance(value, ast.Constant)
        and not isinstance(value.value, bool)
        and value.value in {None, 0, 1}
        for argument in binding.by_parameter.get(parameter, ())
        for value in argument.values
    )


def _without(change: Change, parameter: str) -> Change:
    return replace(change, dropped=change.dropped | {parameter}, ignored=change.ignored | {parameter})


_FLAG = frozenset({"True", "False"})
"""What a call of a question amounts to that has one answer in Paddle, whatever it is asked of."""


def _changed(change: Change, row: Row, facts: Facts, *, passed: bool) -> Change | Decision:
    if row.convert is not None and row.convert.call is not None:
        is_same = row.convert.call.text == NOTHING or (row.when is None and row.convert.call.text in _FLAG)
        without = change.binding.by_parameter.keys() if is_same else ()
        return replace(
            change,
            dropped=change.dropped | ({row.parameter} if row.torch and passed else frozenset()),
            ignored=change.ignored | {row.parameter, *_told(row), *without},
            wraps=(*change.wraps, row.convert.call),
        )
    if row.convert is not None:
        if row.torch or row.paddle:
            made = {row.parameter or f"={row.target}": row.convert.arguments}
        else:  # a remark: in place of what goes to the same argument
            sources = {target: name for name, target in change.names.items()}
            made = {sources.get(target, f"={target}"): ((target, each),) for target, each in row.convert.arguments}
            if change.wraps and CALL not in change.wraps[0].names:
                return _inserting(change, made)
        if row.convert.then is not None:
            change = replace(change, then=(*change.then, row.convert.then))
        if not row.convert.arguments:
            return _without(change, row.parameter)
        return replace(change, templates={**change.templates, **made})
    if row.rewrite is Rewrite.DROP:
        return _without(change, row.parameter)
    words = _words(row)
    reason = f"`{row.parameter}`：{words}" if row.torch and row.when is None else _reason(row, facts, words)
    return Decision(CallVerdict.MISSING if row.rewrite is Rewrite.UNSUPPORTED else CallVerdict.REWRITE, reason)


def _words(row: Row) -> str:
    """Returns what a row says; that Paddle has no such parameter, where it says nothing."""
    return row.says or f"Paddle 没有 `{row.parameter}`"


def _inserting(change: Change, made: Mapping[str, tuple[tuple[str, Template], ...]]) -> Change | Decision:
    """Returns the change with arguments that are made another way in the template that leaves the call out."""
    whole, *others = change.wraps
    for name, ((target, template),) in made.items():
        if name not in whole.names:
            return Decision(CallVerdict.REWRITE, f"`{target}` 与另一处转写不能同时写出")
        whole = whole.inserting(name, template)
    return replace(change, wraps=(whole, *others))


def _told(row: Row) -> frozenset[str]:
    """Returns the parameters whose values, or whose passing, the condition of a row about the whole call implies."""
    if row.torch or row.when is None:
        return frozenset()
    return frozenset(test.subject for test in row.when.tests if test.op in {"is", "in", "passed"})


def _lost(change: Change) -> str:
    """Returns an argument, passed or Paddle's own, that a template of the whole call would drop with the call."""
    for index, template in enumerate(change.wraps):
        if CALL not in template.names:
            used = {name for each in change.wraps[index:] for name in each.names}
            passed = {a.parameter.name for a in change.binding.arguments if not _is_default(a)}
            lost = [name for name in change.binding.by_parameter if name in passed - used - change.ignored]
            lost += [name[1:] for name in change.templates if name.startswith("=")]
            if index or lost:  # a later template without the call loses what an earlier one has made of it
                return (lost or [*change.wraps[0].names])[0]
    return ""


def _is_default(argument: Argument) -> bool:
    """Tells whether torch's own default is passed: as good as nothing."""
    default = argument.parameter.default
    return all(isinstance(value, ast.Constant) and ast.unparse(value) == default for value in argument.values)


def _is_settled(change: Change, name: str) -> bool:
    used = {n for template in change.wraps for n in template.names}
    made = {n for each in change.templates.values() for _, t in each for n in t.names}
    return name in change.names or name in change.templates or name in change.dropped | change.ignored | used | made
