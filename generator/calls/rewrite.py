"""Writes the Paddle call in the place of a torch call, each argument by itself, so that comments and layout stay."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from generator.calls.bind import Argument
from generator.calls.decide import Change
from generator.calls.fold import fold
from generator.calls.site import Edit
from generator.calls.spans import Edits, Text
from generator.model.call_verdict import CallVerdict
from generator.model.signature import ParameterKind
from generator.model.template import parenthesised
from generator.model.when import RECEIVER


class NotWritableError(Exception):
    """The change is decided, but cannot be written in the place of this call; the message is a reason in Chinese."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """An argument that stays, with its new text where it has one, and the Paddle parameter that it is for."""

    argument: Argument
    target: str
    text: str | None = None
    last: Argument | None = None
    """The last of several arguments of a variadic parameter, which become one list."""


def write_call(  # noqa: PLR0913, PLR0917  # a call, its place, and where it is written
    call: ast.Call, parent: ast.AST | None, change: Change, receiver: ast.expr | None, text: Text, edits: Edits
) -> CallVerdict:
    """Rewrites a call in ``edits``; returns what that amounts to.

    Raises:
        NotWritableError: an argument would have to move where Python does not allow it.
    """
    start, end = text.start(call), text.end(call)
    inner = edits.text(start, end)
    sources = _sources(change, receiver, text, edits)
    kept, dropped, added = _arguments(change, sources)
    changes = [*_callee(call, change, receiver, text, sources)]
    becomes_argument = receiver is not None and not change.way.paddle_is_member
    if receiver is None and change.way.paddle_is_member:
        kept = kept[1:]
    _check_names([each.target for each in kept] + [name for name, _ in added], change)
    written = _positions(kept, change, place=1 if becomes_argument else 0)
    edited = _argument_edits(call, written, dropped, added, text, edits)
    edits.rewrite(start, end, [*changes, *edited])
    for template in change.wraps:
        filled = fold(template.fill({**sources, "call": edits.text(start, end)}))
        edits.replace(start, end, filled if _stands_alone(call, parent) else parenthesised(filled))
    if edits.text(start, end) == inner:
        return CallVerdict.VERBATIM
    only_name = not edited and not change.wraps
    return CallVerdict.RENAMED if only_name else CallVerdict.ARGUMENTS


def _stands_alone(call: ast.Call, parent: ast.AST | None) -> bool:
    """Whether any expression can stand in the place of the call without parentheses."""
    if isinstance(parent, ast.Call):
        return call is not parent.func
    if isinstance(parent, ast.Subscript):
        return call is not parent.value
    return parent is None or isinstance(parent, ast.stmt | ast.keyword | ast.List | ast.Tuple | ast.Set | ast.Dict)


def _sources(change: Change, receiver: ast.expr | None, text: Text, edits: Edits) -> dict[str, str]:
    """The source text of each torch parameter for the templates: as passed, or torch's default."""
    found = {p.name: p.default for p in change.binding.signature.parameters if p.default is not None}
    for name, arguments in change.binding.by_parameter.items():
        values = [edits.text(text.start(a.value), text.end(a.value)) for a in arguments]
        found[name] = values[0] if len(values) == 1 else ", ".join(values)
    if receiver is not None:
        found[RECEIVER] = edits.text(text.start(receiver), text.end(receiver))
    return found


def _arguments(change: Change, sources: dict[str, str]) -> tuple[list[_Kept], list[Argument], list[tuple[str, str]]]:
    """The arguments that stay, those that go, and the keywords that are added, with their text."""
    kept: list[_Kept] = []
    dropped: list[Argument] = []
    added = [(name, source) for name, source in change.added]
    made: set[str] = set()
    for argument in change.binding.arguments:
        name = argument.parameter.name
        templates = change.templates.get(name)
        together = change.binding.by_parameter[name]
        if templates is not None:
            if name in made:
                dropped.append(argument)
                continue
            made.add(name)
            (target, template), *more = templates
            _check_once(template.repeated, argument, name)
            kept.append(_Kept(argument, target, fold(template.fill(sources))))
            added += [(other, fold(each.fill(sources))) for other, each in more]
        elif name in change.names and name not in change.dropped:
            alone = len(together) == 1 and not isinstance(argument.value, ast.Starred)
            if alone or _is_variadic(change, change.names[name]):
                kept.append(_Kept(argument, change.names[name]))
            elif argument is together[0]:
                kept.append(_Kept(argument, change.names[name], last=together[-1]))
        else:
            dropped.append(argument)
    for name, templates in change.templates.items():
        if name not in change.binding.by_parameter:
            added += [(target, fold(template.fill(sources))) for target, template in templates]
    return kept, dropped, added


def _is_variadic(change: Change, target: str) -> bool:
    kinds = {p.kind for p in change.way.paddle_parameters if p.name == target}
    return kinds <= {ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD}


def _check_names(names: list[str], change: Change) -> None:
    """Makes sure that no Paddle argument is set twice; a variadic one may be.

    Raises:
        NotWritableError: two rows set the same argument.
    """
    twice = [name for name in names if names.count(name) > 1 and not _is_variadic(change, name)]
    if twice:
        raise NotWritableError(f"Paddle 的 `{twice[0]}` 由两个参数决定，请按示例改写")


def _check_once(repeated: tuple[str, ...], argument: Argument, name: str) -> None:
    if name in repeated and not isinstance(argument.value, ast.Name | ast.Constant):
        raise NotWritableError(f"`{name}` 在转写后要用两次，请先存进变量")


def _callee(
    call: ast.Call, change: Change, receiver: ast.expr | None, text: Text, sources: dict[str, str]
) -> list[Edit]:
    paddle = change.way.paddle
    function_end = text.end(call.func)
    opening = text.source.index("(", function_end)
    name = paddle.rpartition(".")[2]
    if receiver is not None and change.way.paddle_is_member:
        assert isinstance(call.func, ast.Attribute)
        start = function_end - len(call.func.attr)
        return [] if call.func.attr == name else [Edit(start, function_end, name)]
    if receiver is not None:  # x.f(a) becomes paddle.f(x, a)
        comma = ", " if call.args or call.keywords else ""
        return [
            Edit(text.start(call.func), text.start(call.func), f"{paddle}("),
            Edit(text.end(receiver), opening + 1, comma),
        ]
    if change.way.paddle_is_member:  # torch.f(x, a) becomes x.f(a)
        first = change.binding.arguments[0] if change.binding.arguments else None
        if first is None or first.position != 0:
            raise NotWritableError("第一个实参要成为方法的对象，请按位置写出")
        source = parenthesised(sources[first.parameter.name])
        following = text.source[text.end(first.value) :]
        skipped = len(following) - len(following.lstrip(" ,"))
        return [Edit(text.start(call.func), text.end(first.value) + skipped, f"{source}.{name}(")]
    return [Edit(text.start(call.func), function_end, paddle)]


def _positions(kept: list[_Kept], change: Change, place: int) -> list[tuple[_Kept, str]]:
    """Each argument with the keyword that it needs: empty where it stays positional or has the right keyword.

    ``place`` is where the first of them stands among Paddle's parameters.
    """
    parameters = change.way.paddle_parameters
    written: list[tuple[_Kept, str]] = []
    in_order = True
    for each in kept:
        argument = each.argument
        if argument.keyword is not None:
            written.append((each, each.target if argument.keyword.arg != each.target else ""))
            continue
        fits = place < len(parameters) and parameters[place].name == each.target
        variadic = fits and parameters[place].kind is ParameterKind.VAR_POSITIONAL
        if in_order and fits and parameters[place].kind is not ParameterKind.KEYWORD:
            written.append((each, ""))
            place += 0 if variadic else 1
            continue
        in_order = False
        target = next((p for p in parameters if p.name == each.target), None)
        if target is None or target.kind in {ParameterKind.POSITIONAL_ONLY, ParameterKind.VAR_POSITIONAL}:
            raise NotWritableError(f"`{argument.parameter.name}` 在 Paddle 中的位置不同，且不能写成关键字")
        if argument.parameter.kind is ParameterKind.VAR_POSITIONAL and each.last is None and argument.position:
            raise NotWritableError(f"`{argument.parameter.name}` 传入了可变个数的实参")
        written.append((each, each.target))
    return written


def _argument_edits(  # noqa: PLR0913, PLR0917  # the parts of a call
    call: ast.Call,
    written: list[tuple[_Kept, str]],
    dropped: list[Argument],
    added: list[tuple[str, str]],
    text: Text,
    edits: Edits,
) -> list[Edit]:
    changes: list[Edit] = []
    for each, keyword in written:
        argument = each.argument
        start, end = text.start(argument.value), text.end(argument.value)
        if argument.keyword is not None and keyword:
            assert argument.keyword.arg is not None
            at = text.start(argument.keyword)
            changes.append(Edit(at, at + len(argument.keyword.arg), keyword))
        if each.text is not None and each.text != edits.text(start, end):
            start, end = _with_parentheses(start, end, text.source, call, text)
            changes.append(
                Edit(start, end, f"{keyword}={each.text}" if keyword and argument.keyword is None else each.text)
            )
        elif each.last is not None:
            start, _ = _whole(argument, call, text)
            _, end = _whole(each.last, call, text)
            changes += [Edit(start, start, f"{keyword}=[" if keyword else "["), Edit(end, end, "]")]
        elif keyword and argument.keyword is None:
            start, _ = _with_parentheses(start, end, text.source, call, text)
            changes.append(Edit(start, start, f"{keyword}="))
    changes += _removals(call, dropped, text)
    if added:
        changes.append(_addition(call, dropped, ", ".join(f"{name}={value}" for name, value in added), text))
    return changes


def _with_parentheses(start: int, end: int, source: str, call: ast.Call, text: Text) -> tuple[int, int]:
    """The range of an argument with the parentheses around it, which ``ast`` leaves out."""
    floor = text.end(call.func)
    first, last = start, end
    while True:
        left, right = first - 1, last
        while left > floor and source[left].isspace():
            left -= 1
        while right < len(source) and source[right].isspace():
            right += 1
        if left > source.index("(", floor) and source[left] == "(" and source[right : right + 1] == ")":
            first, last = left, right + 1
        else:
            return first, last


def _removals(call: ast.Call, dropped: list[Argument], text: Text) -> list[Edit]:
    """Removes arguments with their commas; comments between them stay."""
    source = text.source
    ranges = sorted(_whole(argument, call, text) for argument in dropped)
    passed: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    everything = sorted(_whole_of(node, call, text) for node in passed)
    changes: list[Edit] = []
    for start, end in ranges:
        index = everything.index((start, end))
        if index + 1 < len(everything):
            following = everything[index + 1][0]
            between = source[end:following]
            changes += [Edit(start, following, "")] if "#" not in between else _apart(start, end, between)
        else:
            remaining = [r for r in everything if r not in ranges]
            last = remaining[-1][1] if remaining else None
            between = source[last:start] if last is not None else ""
            if last is not None and "#" not in between and not changes_cover(changes, last, start):
                changes.append(Edit(last, end, ""))
            elif last is not None and changes_cover(changes, last, start):
                first = min(change.start for change in changes if change.start >= last)
                changes = [change for change in changes if change.start < last]
                changes.append(Edit(last if "#" not in source[last:first] else first, end, ""))
            else:
                changes.append(Edit(start, end, ""))
    return changes


def changes_cover(changes: list[Edit], start: int, end: int) -> bool:
    """Whether some change lies between two offsets."""
    return any(start <= change.start and change.end <= end for change in changes)


def _apart(start: int, end: int, between: str) -> list[Edit]:
    """Removes an argument and the comma after it by themselves, since a comment stands behind them."""
    comma = end + between.index(",")
    return [Edit(start, end, ""), Edit(comma, comma + 1, "")]


def _whole(argument: Argument, call: ast.Call, text: Text) -> tuple[int, int]:
    return _whole_of(argument.keyword or argument.value, call, text)


def _whole_of(node: ast.expr | ast.keyword, call: ast.Call, text: Text) -> tuple[int, int]:
    value = node.value if isinstance(node, ast.keyword) else node
    start, end = _with_parentheses(text.start(value), text.end(value), text.source, call, text)
    return (text.start(node) if isinstance(node, ast.keyword) else start), end


def _addition(call: ast.Call, dropped: list[Argument], words: str, text: Text) -> Edit:
    """Adds keywords after the last argument that stays."""
    gone = {id(argument.keyword or argument.value) for argument in dropped}
    passed: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    stays = [_whole_of(node, call, text) for node in passed if id(node) not in gone]
    if not stays:
        opening = text.source.index("(", text.end(call.func)) + 1
        return Edit(opening, opening, words)
    if len(call.args) == 1 and isinstance(call.args[0], ast.GeneratorExp):
        raise NotWritableError("生成器表达式之后不能再加实参")
    return Edit(max(end for _, end in stays), max(end for _, end in stays), f", {words}")
