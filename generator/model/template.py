"""Templates of Paddle expressions with placeholders for the arguments of a torch call: ``paddle.assign({call})``."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationError
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

CALL = "call"
"""The placeholder of the converted call itself; in a statement that follows, of what its value is assigned to."""
THEN = "then"
"""The key of the statement that follows, among the Paddle parameters of a conversion."""
UNDECIDED = "undecided"
"""The key of the expression for a call whose text does not show whether the condition holds.

It stands beside the key of the call's own expression.
"""

_TOKEN = re.compile(r"\{\{|\}\}|\{(\*?[A-Za-z_]\w*|[A-Za-z_]\w*\.base)\}|[{}]", re.ASCII)
_SEVERAL = "*"
"""What a placeholder of several arguments begins with, and an argument that carries several."""
_NUMBER = re.compile(r"\d[\d_.]*(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
_MARK = "__placeholder_{}__"


def read_from_text(read: Callable[[Any], Any]) -> CoreSchema:
    """Returns the schema of what YAML has as text: ``read`` makes it, and its ``text`` is written."""
    return core_schema.no_info_plain_validator_function(
        read, serialization=core_schema.plain_serializer_function_ser_schema(lambda one: one.text)
    )


class CapturedError(ValueError):
    """A text that changes its meaning, or is no Python, in a comprehension or lambda of a template.

    The message is in Chinese.
    """


@dataclass(frozen=True, slots=True)
class _Scope:
    """Placeholders in comprehensions and lambdas, in lambdas, and in first iterables; and the names these bind."""

    inner: frozenset[str]
    deferred: frozenset[str]
    iterated: frozenset[str]
    binds: frozenset[str]

    @classmethod
    def of(cls, tree: ast.AST, placeholders: Mapping[str, str]) -> _Scope:
        """Returns the scope of a template's syntax tree; ``placeholders`` gives those that names in it stand for."""
        inner: set[str] = set()
        deferred: set[str] = set()
        iterated: set[str] = set()
        binds: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
                first = _ids(node.generators[0].iter)
                iterated |= first
                inner |= _ids(node) - first
                binds.update(*(_ids(generator.target) for generator in node.generators))
            elif isinstance(node, ast.Lambda):
                deferred |= _ids(node.body)
                binds |= {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}

        def named(ids: set[str]) -> frozenset[str]:
            return frozenset(_parameter(placeholders[each]) for each in ids if each in placeholders)

        return cls(named(inner | deferred), named(deferred), named(iterated), frozenset(binds))

    def check(self, arguments: Mapping[str, str]) -> None:
        """Looks for what a comprehension or a lambda would change.

        Raises:
            CapturedError: a text uses a name that is bound here, or binds one.
        """
        for name in self.inner | self.iterated:
            try:
                tree = ast.parse(f"(\n{arguments.get(name, '')}\n)")
            except SyntaxError:
                continue  # starred arguments, which no template takes
            if any(isinstance(node, ast.NamedExpr) for node in ast.walk(tree)):
                raise CapturedError("带 `:=` 的实参不能用在转写里，请先存进变量")
            if name in self.inner and (taken := sorted(_ids(tree) & self.binds)):
                raise CapturedError(f"实参里的 `{taken[0]}` 与转写所用的变量同名，请先改名")


def _ids(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


NOTHING = "None"
"""The whole template of a call that Paddle does without: its arguments go with it."""


@dataclass(frozen=True, slots=True)
class Template:
    """A Python expression with placeholders ``{parameter}`` and ``{call}``; its own braces are doubled.

    ``{parameter.base}`` is what an argument is written as a view of: ``x`` of ``x.data`` and ``x.detach()``.
    ``{*parameter}`` are all arguments of a variadic parameter, in a list or among others: ``[{first}, {*others}]``.
    """

    text: str
    _parts: tuple[str, ...] = field(repr=False, compare=False)
    """The text between the placeholders, braces undoubled: one more than placeholders."""
    _names: tuple[str, ...] = field(repr=False, compare=False)
    _bare: tuple[bool, ...] = field(repr=False, compare=False)
    """For each placeholder, whether it stands where any argument can stand without parentheses."""
    _operand: tuple[bool, ...] = field(repr=False, compare=False)
    """For each placeholder, whether it is an operand, where a number needs no parentheses."""
    _item: tuple[bool, ...] = field(repr=False, compare=False)
    """For each placeholder, whether it is an item of a list, where a star stands for several items."""
    _scope: _Scope = field(repr=False, compare=False)
    """What stands in comprehensions and lambdas."""

    @classmethod
    def parse(cls, text: str) -> Template:
        """Reads a template.

        Raises:
            ValueError: a brace is single, or what is left is no Python expression; the message is in Chinese.
        """
        parts, names = split_placeholders(text)
        marks = [_MARK.format(index) for index in range(len(names))]
        source = "".join(part + mark for part, mark in zip(parts, [*marks, ""], strict=True))
        try:
            tree = ast.parse(source, mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise ValueError("占位符换成变量名之后，应是一个 Python 表达式；语句写在转写示例里。") from None
        read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        for name, mark in zip(names, marks, strict=True):
            if mark not in read:
                raise ValueError(f"占位符 `{{{name}}}` 应是一个值，不能写在字符串、属性名或关键字的位置。")
        whole = _whole_arguments(tree)
        for name, mark in zip(names, marks, strict=True):
            if name.startswith(_SEVERAL) and mark not in whole:
                raise ValueError(f"`{{{name}}}` 是几个实参，只能写在列表、元组里，或作为调用的实参。")
        places = (whole, _operands(tree), _items(tree))
        bare, operand, item = (tuple(mark in found for mark in marks) for found in places)
        scope = _Scope.of(tree, dict(zip(marks, names, strict=True)))
        return cls(text, tuple(parts), tuple(names), bare, operand, item, scope)

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters of the placeholders, each once, in order; ``call`` among them."""
        return tuple(dict.fromkeys(map(_parameter, self._names)))

    @property
    def free(self) -> frozenset[str]:
        """The names that the expression reads and neither fills in nor binds: builtins, packages and outer names."""
        marks = [_MARK.format(index) for index in range(len(self._names))]
        source = "".join(part + mark for part, mark in zip(self._parts, [*marks, ""], strict=True))
        return frozenset(_ids(ast.parse(source, mode="eval"))) - {*marks} - self._scope.binds

    @property
    def repeated(self) -> tuple[str, ...]:
        """The placeholders used more than once or inside a loop, where their argument would be evaluated repeatedly."""
        found = [_parameter(name) for name in self._names]
        return tuple(name for name in self.names if found.count(name) > 1 or name in self._scope.inner)

    @property
    def deferred(self) -> frozenset[str]:
        """The parameters that stand in a lambda, which evaluates them later."""
        return self._scope.deferred

    @property
    def based(self) -> frozenset[str]:
        """The parameters of which only the base stands in the expression."""
        return frozenset(map(_parameter, self._names)) - frozenset(name.lstrip(_SEVERAL) for name in self._names)

    def inserting(self, name: str, made: Template) -> Template:
        """Returns the template with another one where a placeholder stands."""
        bare = iter(self._bare)

        def put(match: re.Match[str]) -> str:
            if match[1] is None:
                return match[0]
            is_bare = next(bare)
            return match[0] if match[1] != name else made.text if is_bare else f"({made.text})"

        return Template.parse(_TOKEN.sub(put, self.text))

    def fill(self, arguments: Mapping[str, str]) -> str:
        """Returns the expression with source texts for the placeholders, parenthesised where precedence needs it.

        Raises:
            KeyError: a placeholder has no text.
            CapturedError: a text uses a name that a comprehension or lambda of the template binds, or binds one in it.
            ValueError: a text is no expression.
        """
        self._scope.check(arguments)
        filled = [
            arguments[name]
            if name.startswith(_SEVERAL)
            or (item and arguments[name].startswith(_SEVERAL))
            or (bare and _is_argument(arguments[name]))
            or (operand and _NUMBER.fullmatch(arguments[name]))
            else parenthesised(arguments[name])
            for name, bare, operand, item in zip(self._names, self._bare, self._operand, self._item, strict=True)
        ]
        return "".join(part + argument for part, argument in zip(self._parts, [*filled, ""], strict=True))

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return read_from_text(_template)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class Convert:
    """How a row converts a call: ``call`` is the expression in its place, ``arguments`` are Paddle's, by name.

    ``then`` is what stands as a statement of its own below the one that assigns the call's value to ``{call}``; alone
    it takes the row's argument out of the call. ``undecided`` takes the place of ``call`` where the text does not show
    whether the row's condition holds, or of the one argument beside it: it is right either way.
    """

    call: Template | None = None
    arguments: tuple[tuple[str, Template], ...] = ()
    then: Template | None = None
    undecided: Template | None = None

    @property
    def either_way(self) -> Convert | None:
        """The conversion where the text does not show whether the row's condition holds, if there is one."""
        if self.undecided is None:
            return None
        arguments = tuple((name, self.undecided) for name, _ in self.arguments)
        return Convert(self.undecided if self.call is not None else None, arguments)

    @property
    def templates(self) -> tuple[Template, ...]:
        """Every template."""
        found = (self.call, *(template for _, template in self.arguments), self.then, self.undecided)
        return tuple(template for template in found if template is not None)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            read_convert, serialization=core_schema.plain_serializer_function_ser_schema(write_convert)
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        expression = {"type": ["string", "number", "boolean", "null"]}
        mapping = {"type": "object", "minProperties": 1, "additionalProperties": expression}
        return {"anyOf": [{"type": ["string", "number", "boolean"]}, mapping]}


def write_convert(convert: Convert) -> str | dict[str, str]:
    """Returns the conversion as YAML's data."""
    if convert.call is not None and convert.undecided is None:
        return convert.call.text
    named = (*convert.arguments, (CALL, convert.call), (THEN, convert.then), (UNDECIDED, convert.undecided))
    return {name: template.text for name, template in named if template is not None}


def read_convert(raw: object) -> Convert:
    """Returns the conversion that YAML's data writes.

    Raises:
        ValidationError: an expression cannot be read, or there is none.
    """
    if isinstance(raw, Convert):
        return raw
    if isinstance(raw, dict):
        if not raw:
            raise _refused((), raw, "写“Paddle 参数: 表达式”，或一个含有 `{call}` 或参数的表达式。")
        found = {str(name): _template(text, (str(name),)) for name, text in raw.items()}
        then = found.pop(THEN, None)
        if UNDECIDED not in found:
            return Convert(arguments=tuple(found.items()), then=then)
        undecided = found.pop(UNDECIDED)
        if len(found) != 1 or then is not None:
            raise _refused(
                (UNDECIDED,),
                raw[UNDECIDED],
                "与 `call` 或一个 Paddle 参数一起写：`{call: 条件成立时, undecided: 看不出时}`。",
            )
        call = found.pop(CALL, None)
        return Convert(call, tuple(found.items()), undecided=undecided)
    return Convert(call=_template(raw))


def _template(raw: object, loc: tuple[str, ...] = ()) -> Template:
    if isinstance(raw, Template):
        return raw
    if isinstance(raw, list | dict):
        raise _refused(loc, raw, "写一个 Python 表达式。")
    text = "None" if raw is None else str(raw).strip()
    try:
        return Template.parse(text)
    except ValueError as error:
        raise _refused(loc, text, str(error)) from None


def _refused(loc: tuple[str, ...], value: Any, hint: str) -> ValidationError:
    problem = PydanticCustomError("template", "not a template", {"hint": hint})
    return ValidationError.from_exception_data("convert", [{"type": problem, "loc": loc, "input": value}])


def _parameter(placeholder: str) -> str:
    return placeholder.lstrip(_SEVERAL).partition(".")[0]


def split_placeholders(text: str) -> tuple[list[str], list[str]]:
    """Returns the text around placeholders, one part more than there are, and their names.

    Raises:
        ValueError: a brace is single; the message is in Chinese.
    """
    parts, names, end = [""], [], 0
    for match in _TOKEN.finditer(text):
        parts[-1] += text[end : match.start()]
        end = match.end()
        if match[1] is not None:
            names.append(match[1])
            parts.append("")
        elif len(match[0]) == 2:  # noqa: PLR2004  (a doubled brace)
            parts[-1] += match[0][0]
        else:
            raise ValueError("占位符写成 `{参数名}` 或 `{call}`；表达式自己的花括号要写两次：`{{`、`}}`。")
    parts[-1] += text[end:]
    return parts, names


def _whole_arguments(tree: ast.AST) -> set[str]:
    """Returns the names that are the whole argument of a call, or the whole item of a list, tuple or index."""
    whole: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            whole += [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg is not None)]
        elif isinstance(node, ast.List | ast.Tuple):
            whole += node.elts
        elif isinstance(node, ast.Subscript):
            whole.append(node.slice)
        elif isinstance(node, ast.Expression):
            whole.append(node.body)  # whoever puts the result into code gives it its parentheses
    return {node.id for node in whole if isinstance(node, ast.Name)}


def _items(tree: ast.AST) -> set[str]:
    """Returns the names that are items of lists."""
    items = (item for node in ast.walk(tree) if isinstance(node, ast.List) for item in node.elts)
    return {item.id for item in items if isinstance(item, ast.Name)}


def _operands(tree: ast.AST) -> set[str]:
    """Returns the names that are operands of arithmetic and comparisons."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp | ast.Compare | ast.UnaryOp):
            found.update(child.id for child in ast.iter_child_nodes(node) if isinstance(child, ast.Name))
    return found


_ATOMS = (
    ast.Name,
    ast.Call,
    ast.Attribute,
    ast.Subscript,
    ast.List,
    ast.Dict,
    ast.Set,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.JoinedStr,
)


def parenthesised(source: str) -> str:
    """Returns an expression in parentheses, unless it keeps its meaning without them wherever it stands."""
    return source if is_atom(source) else f"({source})"


def is_atom(source: str) -> bool:
    """Tells whether an expression keeps its meaning before an attribute, a call or an operator: ``x.y`` but not ``-1``.

    Raises:
        ValueError: it is no expression.
    """
    node, enclosed = _parsed(source)
    if "\n" in source and not _stands_alone(source):
        return False
    number = isinstance(node, ast.Constant) and type(node.value) in {int, float, complex}
    return enclosed or isinstance(node, _ATOMS) or (isinstance(node, ast.Constant) and not number)


def _is_argument(source: str) -> bool:
    """Tells whether an expression can be an argument among others as it is."""
    node, enclosed = _parsed(source)
    return enclosed or not isinstance(node, ast.GeneratorExp | ast.NamedExpr | ast.Tuple)


def _parsed(source: str) -> tuple[ast.expr, bool]:
    """Returns the expression, and whether it has parentheses of its own around it.

    Raises:
        ValueError: it is no expression.
    """
    try:
        node = ast.parse(f"(\n{source.strip() or '-'}\n)", mode="eval").body
    except SyntaxError:
        raise ValueError(f"no expression: {source}") from None
    if isinstance(node, ast.GeneratorExp | ast.Tuple):
        return node, node.lineno > 1  # its place is that of its parentheses: those that stand here, or its own
    return node, (node.lineno, node.col_offset) > (2, 0)


def _stands_alone(source: str) -> bool:
    try:
        ast.parse(source.strip(), mode="eval")
    except SyntaxError:
        return False
    return True
