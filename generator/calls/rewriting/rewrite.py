"""Writes the Paddle call in the place of a torch call, each argument by itself, so that comments and layout stay."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.calls.facts.bind import Argument
from generator.calls.facts.views import base_of
from generator.calls.rewriting.decide import Change
from generator.calls.rewriting.pattern_match import Around
from generator.calls.rewriting.unpacked import narrowed, unwritable
from generator.calls.site import Edit
from generator.calls.text.fold import fold
from generator.calls.text.hoist import LinesAbove
from generator.calls.text.spans import Edits, Text
from generator.calls.text.syntax import is_construction, is_place, is_super
from generator.model.call_verdict import CallVerdict
from generator.model.signature import ParameterKind
from generator.model.template import CALL, NOTHING, CapturedError, Template, is_atom, parenthesised

_REST_OF_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n)?")


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


@dataclass(frozen=True, slots=True)
class _Place:
    """A call in its text."""

    call: ast.Call
    text: Text
    edits: Edits
    opening: int
    """The offset of the parenthesis that opens the arguments."""

    @property
    def passed(self) -> list[ast.expr | ast.keyword]:
        """All arguments, in the order of the text."""
        found: list[ast.expr | ast.keyword] = [*self.call.args, *self.call.keywords]
        return sorted(found, key=lambda node: (node.lineno, node.col_offset))

    def value(self, node: ast.expr) -> tuple[int, int]:
        """Returns the range of an argument's value; a lone generator has the parentheses of the call for its own."""
        start, end = self.text.start(node), self.text.end(node)
        return (start + 1, end - 1) if start == self.opening else (start, end)

    def enclosed(self, node: ast.expr) -> tuple[int, int]:
        """Returns the range of an argument's value with the parentheses around it, which ``ast`` leaves out."""
        source = self.text.source
        first, last = self.value(node)
        while True:
            left, right = first - 1, last
            while left > self.opening and source[left].isspace():
                left -= 1
            while right < len(source) and source[right].isspace():
                right += 1
            if left <= self.opening or source[left] != "(" or source[right : right + 1] != ")":
                return first, last
            first, last = left, right + 1

    def whole(self, node: ast.expr | ast.keyword) -> tuple[int, int]:
        """Returns the range of an argument with its keyword and its parentheses."""
        if not isinstance(node, ast.keyword):
            return self.enclosed(node)
        return self.text.start(node), self.enclosed(node.value)[1]

    def comma(self, after: int, limit: int) -> int | None:
        """Returns the offset of the comma between two offsets, where there is one; comments are passed over."""
        source = self.text.source
        while after < limit and source[after] != ",":
            after = source.find("\n", after, limit) if source[after] == "#" else after + 1
            if after < 0:
                return None
        return after if after < limit else None


def write_call(  # noqa: PLR0913, PLR0917  # a call, its change, its place
    call: ast.Call,
    change: Change,
    receiver: ast.expr | None,
    parent: ast.AST | None,
    text: Text,
    edits: Edits,
    lines: LinesAbove | None = None,
) -> CallVerdict:
    """Rewrites a call in ``edits``; returns what that amounts to. Without ``lines``, no value is given a name.

    Raises:
        NotWritableError: it would not mean the same, or an argument or a comment would have to move where it cannot.
    """
    if reason := unwritable(change, text):
        raise NotWritableError(reason)
    if is_construction(call) and (change.wraps or change.then):
        raise NotWritableError("派生的类自己调用构造函数，要改写的不只是实参")
    place = _Place(call, text, edits, _opening(call, text))
    with edits.attempt():
        _name_repeated(change, receiver, place, lines)
        return _write(change, receiver, parent, place, lines)


def _write(
    change: Change, receiver: ast.expr | None, parent: ast.AST | None, place: _Place, lines: LinesAbove | None
) -> CallVerdict:
    """Writes a call, no argument of which has to be evaluated twice."""
    call, text, edits = place.call, place.text, place.edits
    start, end = text.start(call), text.end(call)
    inner = edits.text(start, end)
    sources = _sources(change, receiver, place)
    kept, dropped, added = _arguments(change, sources)
    _check_targets(kept, added)
    callee = _callee(change, receiver, place, sources)
    becomes_argument = receiver is not None and not change.way.paddle_is_member
    if receiver is None and change.way.paddle_is_member:
        kept = kept[1:]
    written = _positions(kept, change, place=1 if becomes_argument else 0)
    going, dictionaries = narrowed(dropped, change, text)
    edited = _argument_edits(place, written, going, added)
    edited += [Edit(*place.enclosed(value), without) for value, without in dictionaries]
    source = edits.rewritten(start, end, [*callee, *edited])
    for template in change.wraps:
        source = fold(_filled(template, {**sources, "call": source}))
    is_callee = isinstance(parent, ast.Call) and parent.func is call
    if change.wraps and (is_callee or not _is_complete(source, parent)):
        source = parenthesised(source)
    _check_text(inner, source)
    if source == NOTHING and isinstance(parent, ast.Expr) and (text.start(parent), text.end(parent)) == (start, end):
        source = "pass"
    if source == inner and not change.then:
        return CallVerdict.VERBATIM
    if change.then:
        _write_with_then(change, parent, place, sources, source, lines)
    else:
        edits.replace(start, end, source)
    only_name = not edited and not change.wraps
    return CallVerdict.RENAMED if only_name else CallVerdict.ARGUMENTS


def write_update(node: ast.AugAssign, change: Change, method: str, text: Text, edits: Edits) -> str:
    """Returns what stands for ``x += y``, whose ``change`` is that of a call of ``method`` with ``y`` alone.

    Raises:
        NotWritableError: the call cannot be written.
    """
    target, end = text.of(node.target), text.end(node)
    operator = text.source.index("=", text.end(node.target)) + 1
    written = f"{target}.{method}({edits.text(operator, end).strip()})"
    statement = ast.parse(written).body[0]
    assert isinstance(statement, ast.Expr)
    call = statement.value
    assert isinstance(call, ast.Call)
    assert isinstance(call.func, ast.Attribute)
    arguments = tuple(replace(each, value=call.args[0]) for each in change.binding.arguments)
    binding = replace(change.binding, arguments=arguments, by_parameter={a.parameter.name: (a,) for a in arguments})
    made = Edits(written)
    write_call(call, replace(change, binding=binding), call.func.value, statement, Text(written), made)
    return made.text(0, len(written))


def _write_with_then(  # noqa: PLR0913, PLR0917  # a call, its change, its place
    change: Change,
    parent: ast.AST | None,
    place: _Place,
    sources: dict[str, str],
    source: str,
    lines: LinesAbove | None,
) -> None:
    """Writes a call and the statements on its value.

    They stand below its assignment, or all of them above the statement that uses the value.
    """
    call, text, edits = place.call, place.text, place.edits

    def written(name: str) -> list[str]:
        return [_statement(_filled(template, {**sources, "call": name})) for template in change.then]

    start, end = text.start(call), text.end(call)
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and is_place(parent.targets[0]):
        indentation = text.source[text.offset(parent.lineno, 0) : text.start(parent)]
        line = _REST_OF_LINE.match(text.source, text.end(parent))
        assert line is not None  # an empty text matches
        rest, ending = line.groups("\n")
        if indentation.strip() or (rest.strip() and not rest.lstrip().startswith("#")):
            raise NotWritableError("转写后要加一个语句，请让这一句独占一行")
        at = text.end(parent) + len(rest)
        edits.replace(start, end, source)
        edits.replace(at, at, "".join(f"{ending}{indentation}{each}" for each in written(text.of(parent.targets[0]))))
        return
    above = lines.place(call, change.way.paddle.rpartition(".")[2]) if lines is not None else None
    if above is None:
        raise NotWritableError("转写后还要用到返回值，请先存进变量")
    statements = (f"{above.name} = {source}", *written(above.name))
    added = "".join(f"{above.indentation}{each}{text.ending()}" for each in statements)
    edits.name((start, end), above.name, Edit(above.at, above.at, added))


def _statement(expression: str) -> str:
    """Returns an expression as people write it for its effect: ``x.y = z`` for ``setattr(x, 'y', z)``."""
    text = Text(expression)
    match ast.parse(expression, mode="eval").body:
        case ast.Call(func=ast.Name(id="setattr"), args=[holder, ast.Constant(value=str(name)), value]):
            return f"{text.of(holder)}.{name} = {text.of(value)}"
    return expression


def write_attribute(  # noqa: PLR0913, PLR0917  # a property, its templates, its place
    node: ast.Attribute, wraps: Sequence[Template], name: str, parent: ast.AST | None, text: Text, edits: Edits
) -> None:
    """Writes what templates make of a property; ``name`` is Paddle's for ``{call}``, empty where there is none.

    Raises:
        NotWritableError: its object would be evaluated twice or never.
    """
    start, end = text.start(node), text.end(node)
    times = 1
    for template in wraps:
        count = Counter((*template.names, *template.repeated))
        times = times * count.pop(CALL, 0) + count.total()
    if times != 1 and not _is_simple(node.value):
        used = "要用两次，请先存进变量" if times else "不再求值"
        raise NotWritableError(f"`{node.attr}` 的对象在转写后{used}")
    inner = edits.text(start, end)
    receiver = edits.text(text.start(node.value), text.end(node.value))
    source = edits.rewritten(start, end, [Edit(end - len(node.attr), end, name)]) if name else inner
    _write_wrapped(node, source, wraps, dict.fromkeys(_RECEIVER, receiver), parent, text, edits)


def write_result(node: ast.Call, wraps: Sequence[Template], parent: ast.AST | None, text: Text, edits: Edits) -> None:
    """Writes what templates of ``{call}`` alone make of the value of a call that stays as it is written."""
    if wraps:
        source = edits.text(text.start(node), text.end(node))
        _write_wrapped(node, source, wraps, {}, parent, text, edits)


def _write_wrapped(  # noqa: PLR0913, PLR0917  # an expression, its templates and what fills them, its place
    node: ast.expr,
    source: str,
    wraps: Sequence[Template],
    sources: Mapping[str, str],
    parent: ast.AST | None,
    text: Text,
    edits: Edits,
) -> None:
    start, end = text.start(node), text.end(node)
    for template in wraps:
        source = fold(_filled(template, {**sources, "call": source}))
    is_callee = isinstance(parent, ast.Call) and parent.func is node
    if is_callee or not _is_complete(source, parent):
        source = parenthesised(source)
    _check_text(edits.text(start, end), source)
    edits.replace(start, end, source)


def write_around(around: Around, parent: ast.AST | None, text: Text, edits: Edits) -> None:
    """Writes what a template makes of the code around the use of an attribute.

    Raises:
        NotWritableError: an expression in it would be evaluated twice, or a comment would be lost.
    """
    assert around.row.convert is not None
    assert around.row.convert.call is not None
    template, root = around.row.convert.call, around.root
    for name in template.repeated:
        if not _is_simple(around.found[name]):
            raise NotWritableError(f"`{text.of(around.found[name])[:40]}` 在转写后要用两次，请先存进变量")
    start, end = text.start(root), text.end(root)
    sources = {name: edits.text(text.start(node), text.end(node)) for name, node in around.found.items()}
    source = fold(_filled(template, sources))
    before = edits.text(start, end)
    if isinstance(root, ast.expr):
        source = source if _is_complete(source, parent) else parenthesised(source)
        _check_text(before, source)
        edits.replace(start, end, source)
    else:
        comments = _comments_above(before, source, text.source[text.offset(root.lineno, 0) : start])
        _check_text(before, comments + source)
        edits.replace(start, end, comments + ("return " if _returns(root) else "") + _statement(source))


def _returns(statement: ast.stmt) -> bool:
    """Tells whether all that a loop does is to return the value of its first pass."""
    return isinstance(statement, ast.For) and isinstance(statement.body[0], ast.Return)


def _comments_above(before: str, after: str, indentation: str) -> str:
    """Returns the comments above a statement that stood in those that it takes the place of, as they go before it."""
    if "#" not in before or indentation.strip():
        return ""
    ending = "\r\n" if "\r\n" in before else "\n"
    return "".join(f"{comment}{ending}{indentation}" for comment in (_comments(before) - _comments(after)).elements())


def _opening(call: ast.Call, text: Text) -> int:
    source, offset = text.source, text.end(call.func)
    while source[offset] != "(":
        offset = source.index("\n", offset) if source[offset] == "#" else offset + 1
    return offset


def _sources(change: Change, receiver: ast.expr | None, place: _Place) -> dict[str, str]:
    """Returns the source text of each torch parameter for the templates: as passed, or torch's default."""
    found = {p.name: p.default for p in change.binding.signature.parameters if p.default is not None}
    for name, arguments in change.binding.by_parameter.items():
        values = [place.edits.text(*place.value(a.value)) for a in arguments]
        found[name] = values[0] if len(values) == 1 else ", ".join(values)
        found[f"*{name}"] = ", ".join(values)
        if len(arguments) == 1 and (base := base_of(arguments[0].value)) is not None:
            found[f"{name}.base"] = place.edits.text(place.text.start(base), place.text.end(base))
    if receiver is not None:
        for name in _RECEIVER:
            found.setdefault(name, place.edits.text(place.text.start(receiver), place.text.end(receiver)))
    return found


_RECEIVER = ("self", "input")
"""The names of a method's object in templates."""


def _filled(template: Template, sources: dict[str, str]) -> str:
    try:
        return template.fill(sources)
    except KeyError as error:
        name, _, base = str(error.args[0]).partition(".")
        raise NotWritableError(
            f"`{name}` 是视图，不能换成原来的 Tensor" if base else f"转写要用到 `{name}`，这里没有传入"
        ) from None
    except CapturedError as error:
        raise NotWritableError(str(error)) from None
    except ValueError:
        raise NotWritableError("带星号的实参不能用在转写里") from None


def _arguments(change: Change, sources: dict[str, str]) -> tuple[list[_Kept], list[Argument], list[tuple[str, str]]]:
    """Returns the arguments that stay, those that go, and the keywords that are added, with their text."""
    kept: list[_Kept] = []
    dropped: list[Argument] = []
    by_template = {target for pairs in change.templates.values() for target, _ in pairs}
    added = [each for each in change.added if each[0] not in by_template]  # which replaces what is set otherwise
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
            kept.append(_Kept(argument, target, fold(_filled(template, sources))))
            added += [(other, fold(_filled(each, sources))) for other, each in more]
        elif name in change.names and name not in change.dropped:
            alone = len(together) == 1 and not isinstance(argument.value, ast.Starred)
            if alone or _is_variadic(change, change.names[name]):
                kept.append(_Kept(argument, change.target(argument)))
            elif argument is together[0]:
                kept.append(_Kept(argument, change.names[name], last=together[-1]))
        else:
            dropped.append(argument)
    for name, templates in change.templates.items():
        if name not in change.binding.by_parameter:
            added += [(target, fold(_filled(template, sources))) for target, template in templates]
    return kept, dropped, added


def _is_variadic(change: Change, target: str) -> bool:
    kinds = {p.kind for p in change.way.paddle_parameters if p.name == target}
    return kinds <= {ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD}


# ---- what forbids a conversion ----


def _check_targets(kept: list[_Kept], added: list[tuple[str, str]]) -> None:
    """Refuses a Paddle argument that would be set twice; the several values of a variadic one stand together."""
    targets = {each.target: each.argument.parameter for each in kept}
    names = [*targets, *(name for name, _ in added)]
    twice = [name for name, count in Counter(names).items() if count > 1]
    twice += [each.target for each in kept if targets[each.target] is not each.argument.parameter]
    if twice:
        raise NotWritableError(f"Paddle 的 `{twice[0]}` 会传入两次")


def _name_repeated(change: Change, receiver: ast.expr | None, place: _Place, lines: LinesAbove | None) -> None:
    """Binds the values that would be evaluated more than once to names, on lines above the statement.

    Variables, attributes, literals and views stay as they are; so does a sequence of what is calculated from them,
    where there is no such line.

    Raises:
        NotWritableError: there is no such line.
    """
    text, edits = place.text, place.edits
    templates = [*change.wraps, *(template for made in change.templates.values() for _, template in made)]
    for parameter, value in sorted(_repeated(change, receiver), key=lambda each: text.start(each[1])):
        is_other = isinstance(value, ast.Starred | ast.GeneratorExp) or parameter in change.based or is_super(value)
        is_later = any(parameter in template.deferred for template in templates)
        called = "value" if parameter in _RECEIVER else parameter
        above = lines.place(value, called) if lines is not None and not (is_other or is_later) else None
        if above is None:
            if _is_calculated(value):
                continue
            raise NotWritableError(f"`{parameter}` 在转写后要用两次，请先存进变量")
        start, end = place.value(value)
        source = edits.text(start, end)
        written = source if _is_complete(source, place.call) else parenthesised(source)
        added = Edit(above.at, above.at, f"{above.indentation}{above.name} = {written}{text.ending()}")
        edits.name((start, end), above.name, added)


def _repeated(change: Change, receiver: ast.expr | None) -> Iterator[tuple[str, ast.expr]]:
    """Yields the values that would be evaluated more than once, each with its parameter.

    Raises:
        NotWritableError: the call itself would be.
    """
    passed = change.binding.by_parameter
    templates = [*change.wraps]
    if any("call" in template.repeated for template in templates):
        raise NotWritableError("调用在转写后要用两次，请先存进变量")
    count: Counter[str] = Counter()
    if not change.wraps or "call" in change.wraps[0].names:
        count.update(passed.keys() & change.names.keys() - change.dropped - change.templates.keys())
        templates += [template for arguments in change.templates.values() for _, template in arguments]
        if receiver is not None:
            count.update(set(_RECEIVER) - passed.keys())  # which may be called `input`
    for template in templates:
        count.update((*template.names, *template.repeated))
    for template in change.then:  # later than the call
        count.update((*template.names, *template.names))
    for name in [name for name, times in count.items() if times > 1]:
        values = [argument.value for argument in passed.get(name, ())]
        if receiver is not None and name in _RECEIVER and not values:
            values = [receiver]
        yield from ((name, value) for value in values if not _is_simple(value))


_VIEWS = frozenset(
    ["detach", "flatten", "permute", "reshape", "size", "squeeze", "t", "transpose", "unsqueeze", "view"]
)
"""The methods that look at a Tensor in another way, which costs nothing."""


def _is_simple(value: ast.expr) -> bool:
    """Tells whether an expression may be evaluated twice.

    It is a variable, an attribute, a view, an item, a slice or a literal; or several of those in a sequence, a
    comparison or a conditional or Boolean expression.
    """
    match value:
        case ast.Call(func=ast.Attribute(value=inner, attr=name), args=args, keywords=[]) if name in _VIEWS:
            return all(map(_is_simple, (inner, *args)))
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.BoolOp(values=parts):
            return all(map(_is_simple, parts))
        case ast.Compare(left=left, comparators=others):
            return all(map(_is_simple, (left, *others)))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return all(map(_is_simple, (test, body, orelse)))
        case ast.Subscript(value=inner, slice=ast.Slice() | ast.Tuple() | ast.Constant() | ast.UnaryOp() as index):
            return all(map(_is_simple, (inner, index)))
        case ast.Slice(lower=lower, upper=upper, step=step):
            return all(map(_is_simple, filter(None, (lower, upper, step))))
    if is_place(value):
        return True
    try:
        ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True


def _is_calculated(value: ast.expr) -> bool:
    """Tells whether an expression is a sequence of sums, products and powers of what may be evaluated twice."""
    match value:
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return all(_is_simple(part) for item in parts for part in _operands(item))
    return False


def _operands(value: ast.expr) -> Iterator[ast.expr]:
    """Yields what an expression calculates with; what is no arithmetic is its own operand."""
    match value:
        case ast.BinOp(left=left, right=right):
            yield from _operands(left)
            yield from _operands(right)
        case _:
            yield value


_COMPLETE = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.keyword, ast.List, ast.Tuple)
"""Where an expression with operators needs no parentheses."""
_OPERATIONS = (ast.BinOp, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.IfExp, ast.Constant)


def _is_complete(source: str, parent: ast.AST | None) -> bool:
    """Tells whether the expression that takes the place of a call keeps its meaning there."""
    if is_atom(source):
        return True
    if not isinstance(parent, (*_COMPLETE, ast.Call)):
        return False
    try:
        return isinstance(ast.parse(source, mode="eval").body, _OPERATIONS)
    except SyntaxError:
        return False


def _check_text(before: str, after: str) -> None:
    """Refuses a text that is no expression, or that has lost a comment."""
    try:
        ast.parse(f"(\n{after}\n)", mode="eval")
    except SyntaxError:
        raise NotWritableError("实参的写法太特殊，转写不了") from None
    if "#" in before and _comments(before) != _comments(after):
        raise NotWritableError("转写会丢掉调用中的注释")


def _comments(source: str) -> Counter[str]:
    tokens = tokenize.generate_tokens(io.StringIO(f"(\n{source}\n)").readline)
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)


# ---- the edits ----


def _callee(change: Change, receiver: ast.expr | None, place: _Place, sources: dict[str, str]) -> list[Edit]:
    call, text = place.call, place.text
    paddle = change.way.paddle
    start, end = text.start(call.func), text.end(call.func)
    name = paddle.rpartition(".")[2]
    if is_construction(call) or receiver is call.func:  # an object that is called, of which a template makes the whole
        return []
    if receiver is not None and change.way.paddle_is_member:
        assert isinstance(call.func, ast.Attribute)
        return [] if call.func.attr == name else [Edit(end - len(call.func.attr), end, name)]
    if receiver is not None:  # x.f(a) becomes paddle.f(x, a)
        bare = not isinstance(receiver, ast.NamedExpr | ast.Yield | ast.YieldFrom | ast.Tuple)
        comma = "," if call.args or call.keywords else ""
        comma += " " if comma and not text.source[place.opening + 1].isspace() else ""
        return [
            Edit(start, text.start(receiver), f"{paddle}(" if bare else f"{paddle}(("),
            Edit(text.end(receiver), place.opening + 1, comma if bare else f"){comma}"),
        ]
    if change.way.paddle_is_member:  # torch.f(x, a) becomes x.f(a)
        first = change.binding.arguments[0] if change.binding.arguments else None
        if first is None or first.position != 0 or isinstance(first.value, ast.Starred):
            raise NotWritableError("第一个实参要成为方法的对象，请按位置写出")
        source = parenthesised(sources[first.parameter.name])
        _, after = place.whole(first.value)
        comma_at = place.comma(after, text.end(call) - 1)
        after = after if comma_at is None else comma_at + 1
        while text.source[after] == " ":
            after += 1
        return [Edit(start, after, f"{source}.{name}(")]
    return [Edit(start, end, paddle)]


def _positions(kept: list[_Kept], change: Change, place: int) -> list[tuple[_Kept, str]]:
    """Returns each argument with the keyword that it needs: empty where it stays positional or has the right keyword.

    ``place`` is where the first of them stands among Paddle's parameters.
    """
    parameters = change.way.paddle_parameters
    written: list[tuple[_Kept, str]] = []
    in_order = True
    for each in kept:
        argument = each.argument
        if argument.entry is not None:
            continue  # under Paddle's name already
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


def _argument_edits(
    place: _Place, written: list[tuple[_Kept, str]], dropped: list[Argument], added: list[tuple[str, str]]
) -> list[Edit]:
    changes: list[Edit] = []
    for each, keyword in written:
        argument = each.argument
        if argument.keyword is not None and keyword:
            assert argument.keyword.arg is not None
            at = place.text.start(argument.keyword)
            changes.append(Edit(at, at + len(argument.keyword.arg), keyword))
        prefix = f"{keyword}=" if keyword and argument.keyword is None else ""
        if each.text is not None and each.text != place.edits.text(*place.value(argument.value)):
            changes.append(Edit(*place.enclosed(argument.value), f"{prefix}{each.text}"))
        elif each.last is not None:
            start, _ = place.enclosed(argument.value)
            _, end = place.enclosed(each.last.value)
            changes += [Edit(start, start, f"{prefix}["), Edit(end, end, "]")]
        elif prefix:
            start, _ = place.enclosed(argument.value)
            changes.append(Edit(start, start, prefix))
    changes += _removals(place, dropped)
    if added:
        changes.append(_addition(place, dropped, ", ".join(f"{name}={value}" for name, value in added)))
    return changes


def _removals(place: _Place, dropped: list[Argument]) -> list[Edit]:
    """Removes arguments with their commas; comments between them stay, and so does a comma at the end."""
    if not dropped:
        return []
    source, close = place.text.source, place.text.end(place.call) - 1
    gone = {id(argument.keyword or argument.value) for argument in dropped}
    if all(id(node) in gone for node in place.passed) and "#" not in source[place.opening : close]:
        return [Edit(place.opening + 1, close, "")]
    ranges = [place.whole(node) for node in place.passed]
    following = [*(start for start, _ in ranges[1:]), close]
    commas = [place.comma(end, limit) for (_, end), limit in zip(ranges, following, strict=True)]
    going = [id(node) in gone for node in place.passed]
    changes: list[Edit] = []
    for index, ((start, end), comma) in enumerate(zip(ranges, commas, strict=True)):
        if not going[index]:
            continue
        before = commas[index - 1] if index and not all(going) and all(going[index:]) else None
        if before is None:  # another argument follows, or none stays
            first, last, single = start, following[index] if comma is not None else end, comma
            last = last if index + 1 < len(ranges) or comma is None else comma + 1
        elif comma is None or commas[-1] is None:
            first, last, single = before, end, before
        else:
            first, last, single = before + 1, comma + 1, comma
        if "#" not in source[first:start] + source[end:last]:
            changes.append(Edit(first, last, ""))
        else:
            assert single is not None
            changes += [Edit(start, end, ""), Edit(single, single + 1, "")]
    return changes


def _addition(place: _Place, dropped: list[Argument], words: str) -> Edit:
    """Adds keywords after the last argument that stays."""
    gone = {id(argument.keyword or argument.value) for argument in dropped}
    stays = [node for node in place.passed if id(node) not in gone]
    if not stays:
        return Edit(place.opening + 1, place.opening + 1, words)
    if isinstance(stays[0], ast.GeneratorExp) and len(place.passed) == 1:
        raise NotWritableError("生成器表达式之后不能再加实参")
    end = max(place.whole(node)[1] for node in stays)
    return Edit(end, end, f", {words}")
