"""CON: conditions under which a row applies, and templates that convert a call."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import combinations

from generator.libraries.registry import PACKAGES
from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.code import code_of
from generator.lint.rules.compared_signatures import known_signature, of_row
from generator.lint.rules.parameter_names import names_in
from generator.lint.rules.samples import CHECKED_ABS, RELU
from generator.lint.rules.subject import Subject
from generator.model.category import Need
from generator.model.finding import Loc, Problem, Severity
from generator.model.inventory import ApiKind
from generator.model.parameter import ParameterRow
from generator.model.record import Mapping
from generator.model.relation import SET_DEFAULT, Relation
from generator.model.remark import Remark
from generator.model.signature import Parameter, ParameterKind, Signature
from generator.model.template import CALL, Template
from generator.model.when import BARE, FORWARD, RECEIVER
from generator.model.when_conflicts import can_both_hold, can_hold

_SPLIT = """\
torch: torch.f
paddle: paddle.f
category: 参数不一致
signatures:
  torch: torch.f(input, affine=True, out=None)
  paddle: paddle.f(x, weight_attr=None, bias_attr=None)
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
  - torch: affine
    paddle: weight_attr
    note: 表示是否有可学习的参数。
    differs: {usage: Paddle 用两个参数决定}
    rewrite: example
    when: {affine: {is: "False"}}
    convert: {weight_attr: "False", bias_attr: "False"}
  - torch: out
    note: 表示输出的 Tensor。
    rewrite: example
    when: {out: passed}
    convert: "paddle.assign({call}, output={out})"
"""
"""A row that sets two arguments, and one that replaces the call."""
_ONLY_FALSE = """\
    when: {affine: {is: "False"}}
    convert: {weight_attr: "False", bias_attr: "False"}
"""

_RATES = """\
torch: torch.optim.Optimizer.param_groups
category: 组合替代实现
remarks:
  - {note: 学习率由 `get_lr` 得到。, around: "{self}.param_groups[0]['lr']", convert: "{self}.get_lr()"}
examples:
  - title: 读取学习率
    given: {w: "float32[3] grad"}
    torch: |
      sgd = torch.optim.SGD([w], lr=0.5)
      lr = sgd.param_groups[0]['lr']
    paddle: |
      sgd = paddle.optimizer.SGD(0.5, parameters=[w])
      lr = sgd.get_lr()
"""
"""Code around the use of an attribute, with a template."""

_RELU = f"""\
{RELU}remarks:
  - {{note: 输入为 NaN 时，Paddle 的结果为 0。, when: {{forward.input: {{has: nan}}}}}}
checks:
  - given: {{x: "float32[2, 3]"}}
    torch: y = torch.nn.ReLU(inplace=False)(x)
    paddle: y = paddle.nn.ReLU()(x)
    usual: true
"""
"""A condition on an argument of the later call of a layer."""

_HELPED = """\
torch: torch.nn.functional.relu6
category: 组合替代实现
signatures: {torch: "torch.nn.functional.relu6(input, inplace=False)"}
helper: |
  def relu6(input, inplace=False):
      return paddle.nn.functional.relu(input).minimum(paddle.full_like(input, 6))
examples:
  - title: 截断到 6
    given: {x: "float32[3]"}
    torch: y = torch.nn.functional.relu6(x)
    paddle: y = relu6(x)
    usual: true
"""
"""A function that Paddle does not have, as a record without an inventory may say."""

_MEMBERS = frozenset({ApiKind.METHOD, ApiKind.PROPERTY})
_VARIADIC = frozenset({ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD})
_KNOWN = frozenset({*vars(builtins), *sys.stdlib_module_names, "numpy", "PIL"}.union(*PACKAGES.values()))
"""The names that a template may read: builtins and packages."""


class _Arguments:
    """The torch parameters of a mapping, by its rows and its signature."""

    def __init__(self, subject: Subject, mapping: Mapping) -> None:
        signature = known_signature(subject.libraries, subject.record.torch, mapping, "torch")
        self._parameters = {parameter.name: parameter for parameter in signature.parameters} if signature else {}
        self._open = any(one.kind is ParameterKind.VAR_KEYWORD for one in self._parameters.values())
        entry = subject.libraries.entry(subject.record.torch)
        is_member = entry is None or entry.kind in _MEMBERS  # without an inventory, it may be one
        receiver = {RECEIVER} if is_member else set()
        rows = {of_row(name) for row in mapping.parameters for name in names_in(row.torch)}
        is_told = mapping.signatures is not None and mapping.signatures.torch is not None
        overloads = entry.signatures if entry is not None and not is_told else ()
        taken = [{p.name for p in each.parameters} for each in overloads]
        self._overloads = [names for names in taken if names <= rows]
        """The names of each of torch's signatures that the rows describe."""
        self.names = rows | {*self._parameters} | receiver
        forward = subject.libraries.entry(f"{subject.record.torch}.forward")
        signatures = forward.signatures if forward is not None else ()
        self.forward = {f"{FORWARD}{p.name}" for signature in signatures for p in signature.parameters}
        """The arguments of the later call of a layer; none where the inventory does not have them."""

    def has(self, name: str) -> bool:
        """Tells whether the call, or the later one of a layer, can pass it."""
        if name.startswith(FORWARD):
            return not self.forward or name in self.forward
        return self._open or of_row(name) in self.names

    def required(self, name: str) -> Parameter | None:
        """Returns the parameter, where every call passes it."""
        parameter = self._parameters.get(of_row(name))
        is_in_all = all(of_row(name) in names for names in self._overloads)
        is_needed = parameter and parameter.default is None and parameter.kind not in _VARIADIC
        return parameter if is_needed and is_in_all else None


def _conditional(subject: Subject) -> Iterator[tuple[Loc, Mapping, ParameterRow | Remark]]:
    """Yields the rows and remarks with a condition or a template, their places, and their mappings."""
    for loc, mapping in subject.mappings:
        for index, remark in enumerate(mapping.remarks):
            if remark.when is not None or remark.convert is not None:
                yield (*loc, "remarks", index), mapping, remark
        for index, row in enumerate(mapping.parameters):
            if row.when is not None or row.convert is not None:
                yield (*loc, "parameters", index), mapping, row


def _listed(names: set[str]) -> str:
    return "、".join(f"`{name}`" for name in sorted(names))


class SubjectUnknown(RecordRule):
    """A condition about an argument that the API does not have."""

    code = "CON001"
    title = "条件说到的参数不存在"
    why = "没有这个参数，条件便永远无法确定，有关的调用都会成为“条件不明”。"
    bad = (
        Bad(_SPLIT.replace("when: {out: passed}", "when: {output: passed}"), at="{output: passed}"),
        Bad(
            _SPLIT.replace("when: {out: passed}", "when: {call: {same_dtype: [input, other]}}"),
            at="{call: {same_dtype",
        ),
        Bad(_RELU.replace("forward.input", "forward.x"), at="{forward.x"),
    )
    good = (_SPLIT, _RELU, _SPLIT.replace("when: {out: passed}", "when: {forward.x: passed}"))

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks up every parameter that a condition names in the rows and the signature of PyTorch."""
        for loc, mapping, row in _conditional(subject):
            if row.when is None:
                continue
            arguments = _Arguments(subject, mapping)
            named = dict.fromkeys(name for test in row.when.tests for name in test.subjects)
            for name in named:
                if not arguments.has(name):
                    yield Problem(
                        (*loc, "when"),
                        f"`{row.label}` 这一行的条件说到 `{name}`，而 PyTorch 没有这个参数",
                        f"PyTorch 的参数：{_listed(arguments.names | arguments.forward)}；"
                        "网络层之后调用时的参数写 `forward.参数名`。",
                    )


class TestDecidesNothing(RecordRule):
    """A test with the same answer for every call."""

    __test__ = False  # no class of tests for pytest

    code = "CON002"
    title = "条件对任何调用都成立，或都不成立"
    why = "必填的参数每次都会传入，同一个参数的 dtype 总是相同：这样的条件什么也没有区分，作者想的多半是另一个。"
    bad = (
        Bad(_SPLIT.replace("when: {out: passed}", "when: {input: passed}"), at="{input: passed}"),
        Bad(
            _SPLIT.replace("when: {out: passed}", "when: {call: {same_dtype: [out, out], is: no}}"),
            at="{call: {same_dtype",
        ),
    )
    good = (_SPLIT,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for tests whether a required argument is passed, and for a dtype compared with itself."""
        for loc, mapping, row in _conditional(subject):
            for test in row.when.tests if row.when is not None else ():
                if test.op in BARE and _Arguments(subject, mapping).required(test.subject) is not None:
                    message = f"`{test.subject}` 是必填的，每次调用都会传入它"
                elif test.op == "same_dtype" and len(set(test.subjects)) < len(test.subjects):
                    message = "`same_dtype` 中同一个参数写了两次"
                else:
                    continue
                yield Problem((*loc, "when"), message, "改为真正区分两种调用的条件，例如 `kind`、`is` 或 `dtype`。")


class PlaceholderUnknown(RecordRule):
    """A template with a placeholder that no call can fill."""

    code = "CON003"
    title = "模板中的占位符不是参数"
    why = "占位符换成调用中的实参；没有这个参数，转换无从得到它。"
    bad = (
        Bad(_SPLIT.replace("output={out}", "output={y}"), at='"paddle.assign'),
        Bad(_SPLIT.replace('weight_attr: "False", ', 'weight_attr: "{call}", '), at="{weight_attr"),
        Bad(_RATES.replace("{self}.get_lr()", "{optimizer}.get_lr()"), at='"{optimizer}'),
    )
    good = (_SPLIT, _RATES)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks up every placeholder in ``around``, or in the rows and the signature of PyTorch."""
        for loc, mapping, row in _conditional(subject):
            if row.convert is None:
                continue
            around = row.around.names if isinstance(row, Remark) and row.around is not None else None
            arguments = _Arguments(subject, mapping)
            named = {name for _, template in row.convert.arguments for name in template.names}
            for name in dict.fromkeys(name for template in row.convert.templates for name in template.names):
                if around is not None:
                    if name not in around:
                        hint = f"可用的占位符：{_listed({*around})}。"
                        yield Problem((*loc, "convert"), f"`around` 中没有占位符 `{{{name}}}`", hint)
                elif name == CALL and name in named:
                    hint = "要代替整个调用时，`convert` 只写一个表达式。"
                    yield Problem((*loc, "convert"), "`{call}` 不能用来设置 Paddle 的一个参数", hint)
                elif name != CALL and not arguments.has(name):
                    yield Problem(
                        (*loc, "convert"),
                        f"占位符 `{{{name}}}` 不是 PyTorch 的参数",
                        f"可用的占位符：`{{call}}` 与 {_listed(arguments.names)}。",
                    )


class ArgumentUnknown(RecordRule):
    """A template that sets an argument which Paddle does not take."""

    code = "CON004"
    title = "模板设置了 Paddle 没有的参数"
    why = "这样转换得到的调用报 TypeError。"
    bad = (
        Bad(_SPLIT.replace("bias_attr: ", "bias: "), at="{weight_attr"),
        Bad(
            'torch: torch.f\ncategory: 功能缺失\nreason: 没有。\nparameters:\n  - {torch: a, convert: {b: "1"}}\n',
            at='{b: "1"}',
        ),
    )
    good = (_SPLIT,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks up the keys of ``convert`` in the signature of Paddle, where it is known."""
        sides = {loc: sides for loc, _, sides in subject.compared}
        for loc, mapping, row in _conditional(subject):
            names = [name for name, _ in row.convert.arguments] if row.convert is not None else []
            # Where one is required, its lack is the finding.
            lacks = mapping.paddle is None and subject.record.category.counterpart is not Need.REQUIRED
            if names and lacks:
                yield Problem(
                    (*loc, "convert"), "没有对应的 Paddle API，没有参数可设置", "`convert` 写代替整个调用的表达式。"
                )
            known = sides.get(loc[:-2])
            for name in names:
                if known is not None and not known.has("paddle", name) and not known.is_open("paddle"):
                    yield Problem(
                        (*loc, "convert"), f"`{mapping.paddle}` 没有参数 `{name}`", f"改正名称。{known.shown}"
                    )


def _stands_in(one: ParameterRow | Remark, other: ParameterRow | Remark) -> bool:
    """Tells whether one of two remarks is converted by the other's template where that one's condition holds."""
    if not (isinstance(one, Remark) and isinstance(other, Remark) and one.when and other.when):
        return False
    return one.when.narrows(other.when) or other.when.narrows(one.when)


class ArgumentSetTwice(RecordRule):
    """Two templates that set one argument, or replace the call, for the same call.

    Also a template that sets an argument that every call passes.
    """

    code = "CON005"
    title = "两行可能同时设置同一个参数"
    why = "两行的条件同时成立时，不知道以哪一个为准；另一行的参数每次都传入时，模板永远写不出来。"
    bad = (
        Bad(
            _SPLIT.replace('convert: "paddle.assign({call}, output={out})"', 'convert: {weight_attr: "None"}'),
            at='{weight_attr: "None"}',
        ),
        Bad(
            _SPLIT.replace(
                'convert: {weight_attr: "False", bias_attr: "False"}', 'convert: "paddle.g({input})"'
            ).replace('"paddle.assign({call}, output={out})"', '"paddle.h({input}, {out})"'),
            at='"paddle.h(',
        ),
        Bad(
            _SPLIT.replace(
                'convert: "paddle.assign({call}, output={out})"', 'convert: {x: "{input}.astype({out}.dtype)"}'
            ),
            at='{x: "{input}',
        ),
    )
    good = (
        _SPLIT,
        _SPLIT.replace("when: {out: passed}", 'when: {affine: {is: "True"}}').replace(
            'convert: "paddle.assign({call}, output={out})"', 'convert: {weight_attr: "None"}'
        ),
        (
            'torch: torch.f\ncategory: 组合替代实现\nremarks:\n  - {note: 一。, when: {k: {is: "1"}}, convert: "paddle.g({x})"}\n'
            '  - {note: 二。, when: {k: {is: "1"}, x: {has: nan}}, convert: "paddle.h({x})"}\n'
        ),
    )

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares the templates of every two rows of a mapping whose conditions do not exclude each other."""
        found: dict[Loc, list[tuple[Loc, ParameterRow | Remark]]] = {}
        for loc, mapping, row in _conditional(subject):
            if row.convert is not None:
                found.setdefault(loc[:-2], []).append((loc, row))
                if isinstance(row, ParameterRow) and (passed := _passed_besides(subject, mapping, row)):
                    yield Problem(
                        (*loc, "convert"),
                        f"`{row.label}` 这一行的模板设置 {_listed(passed)}，而它已由每次都传入的另一个参数得来",
                        "改为代替整个调用的表达式，或写在返回值的行或补充说明里：那里的模板取代原来的实参。",
                    )
        for rows in found.values():
            for (_, one), (loc, other) in combinations(rows, 2):
                twice = _targets(one) & _targets(other)
                if twice and can_both_hold(one.when, other.when) and not (CALL in twice and _stands_in(one, other)):
                    what = "都代替整个调用" if CALL in twice else f"都设置 {_listed(twice)}"
                    yield Problem(
                        (*loc, "convert"),
                        f"`{one.label}` 与 `{other.label}` 两行的模板{what}，而它们的条件可以同时成立",
                        "让两个条件互相排除，或合成一行；代替整个调用的表达式，写上 `{call}` 就能套用另一个。",
                    )


def _passed_besides(subject: Subject, mapping: Mapping, row: ParameterRow) -> set[str]:
    """Returns the Paddle arguments set by the row's template that another parameter sets in every call."""
    if not row.torch:  # of what is returned: its template takes the place of the argument
        return set()
    required = _Arguments(subject, mapping).required
    others = [each for each in mapping.parameters if each is not row and each.torch and required(each.torch)]
    return _targets(row) & {each.paddle for each in others if each.paddle and each.convert is None}


def _targets(row: ParameterRow | Remark) -> set[str]:
    """Returns what a row's templates alone decide: Paddle arguments, or the call where they do not contain it."""
    assert row.convert is not None
    if isinstance(row, Remark) and row.around is not None:
        return set()
    if row.convert.call is not None:
        return set() if CALL in row.convert.call.names else {CALL}
    return {name for name, _ in row.convert.arguments}


class ConvertWithoutDifference(RecordRule):
    """A template on a row that says nothing of a difference."""

    code = "CON006"
    title = "没有差别的参数写了 convert"
    why = "改了名称就能用的参数不需要模板；需要模板，两边就有差别，这一行应当说出来。"
    bad = (Bad(CHECKED_ABS.replace("Tensor。}", 'Tensor。, convert: {x: "-{input}"}}', 1), at='{x: "-{input}"}'),)
    good = (_SPLIT, CHECKED_ABS)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for templates without a condition on rows with the same use on both sides."""
        for loc, _, row in _conditional(subject):
            alike = row.relation in {Relation.SAME, Relation.RENAMED}
            if alike and row.convert is not None and row.when is None:
                yield Problem(
                    (*loc, "convert"),
                    f"`{row.label}` 两边没有差别，而这一行有 `convert`",
                    "写上 differs 说明差别，或用 when 说明在什么调用中才需要；否则删去 convert。",
                )


class DifferenceWithoutCondition(RecordRule):
    """A difference without the calls that it concerns."""

    code = "CON007"
    title = "差别没有说明在什么调用中才有"
    severity = Severity.WARNING
    why = (
        "读者带着代码来：不写条件，每个调用都只能答“要自己看”，而多数调用并不受影响。"
        "每个调用都能照 convert 转换的，不必写条件。"
    )
    bad = (
        Bad(_SPLIT.replace(_ONLY_FALSE, ""), at="torch: affine"),
        Bad(_SPLIT + "  - {returns: 返回值的类型不同, rewrite: unsupported}\n", at="{returns"),
    )
    good = (
        _SPLIT,
        _SPLIT + "  - {returns: 返回的是副本, rewrite: unsupported, effect: view}\n",
        _SPLIT.replace(_ONLY_FALSE, '    convert: {weight_attr: "{affine}"}\n'),
    )

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Requires ``when`` or ``effect`` where use, type or return value differs and not every call is converted.

        Markdown cannot have them.
        """
        if not subject.is_yaml:
            return
        for loc, row in subject.rows:
            differs = row.relation in {Relation.DIFFERS, Relation.RETURNS}
            if differs and row.when is None and row.effect is None and row.convert is None:
                yield Problem(
                    loc,
                    f"`{row.label}` 两边不同，而这一行没有说在什么调用中才不同",
                    "写上 when，例如 `when: {参数: passed}`、`when: {参数: {kind: number}}`；"
                    "差别不在结果中时写 effect。",
                )


class ConditionContradictsItself(RecordRule):
    """A clause that no call meets."""

    code = "CON008"
    title = "条件自相矛盾"
    why = "没有一个调用能满足它，这一行便从不适用。"
    bad = (
        Bad(_SPLIT.replace('{is: "False"}', '{is: "False", in: ["True", "None"]}'), at="{affine: {is"),
        Bad(_SPLIT.replace('{affine: {is: "False"}}', "{affine: {lt: 0, gt: 1}}"), at="{affine: {lt"),
        Bad(_SPLIT.replace('{affine: {is: "False"}}', "{input: {ndim: {lt: 1, gt: 2}}}"), at="{input: {ndim"),
    )
    good = (_SPLIT,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for tests of one clause that exclude each other."""
        for loc, _, row in _conditional(subject):
            clauses = row.when.clauses if row.when is not None else ()
            if not all(can_hold(clause) for clause in clauses):
                yield Problem(
                    (*loc, "when"),
                    f"`{row.label}` 这一行的条件不可能成立",
                    "一组之内的条件要同时成立；两种情形之一，写成列表的两项。",
                )


class AroundUnproven(RecordRule):
    """Code around the use of an attribute that no snippet of the record has, or that has no template."""

    code = "CON009"
    title = "没有一段代码用到 around"
    why = "`apimap verify` 转换记录自己的代码并在两边运行，模板由此得到验证；没有代码用到的，是没有验证过的转换。"
    bad = (
        Bad(_RATES.replace("sgd.param_groups[0]['lr']\n", "sgd.param_groups[1]['lr']\n"), at='"{self}.param_groups'),
        Bad(_RATES.replace(""", convert: "{self}.get_lr()"}""", "}"), at='"{self}.param_groups'),
    )
    good = (_RATES,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for the code in the torch side of every snippet that runs, and for an expression in its place."""
        for loc, mapping in subject.mappings:
            for index, remark in enumerate(mapping.remarks):
                if remark.around is None:
                    continue
                place = (*loc, "remarks", index, "around")
                if remark.convert is None or remark.convert.call is None:
                    yield Problem(
                        place, "写了 `around` 而没有代替它的表达式", "以 `convert` 写出一个表达式，或删去 `around`。"
                    )
                codes = (code_of(snippet.torch) for _, snippet in mapping.own_snippets() if snippet.skip is None)
                if not any(remark.around.match(node) is not None for code in codes for node in ast.walk(code.tree)):
                    hint = "在一段示例或检查的 PyTorch 代码里这样写，并写出 Paddle 的写法。"
                    yield Problem(place, "没有一段示例或检查用到这段代码", hint)


class TemplateOfExample(RecordRule):
    """A template with a variable of the example's own code in the place of a placeholder."""

    code = "CON010"
    title = "模板用到了示例里的变量"
    why = "转换别人的代码时，那里没有这个变量：得到的代码报 NameError，或用了同名的另一个东西。"
    bad = (
        Bad(_SPLIT.replace("output={out}", "output=out"), at='"paddle.assign'),
        Bad(_SPLIT.replace('bias_attr: "False"', 'bias_attr: "bool(y)"'), at="{weight_attr"),
        Bad(_SPLIT + "  - {paddle: name, note: 表示名称。, set: str(y)}\n", at="str(y)"),
    )
    good = (
        _SPLIT,
        _SPLIT.replace("output={out}", "output=max([y for y in {out}], key=lambda z: z)"),
        _SPLIT.replace("{call}, output", "numpy.array({call}), output"),
        _SPLIT + "  - {paddle: name, note: 表示名称。, set: str(1)}\n",
        _SPLIT + '  - {paddle: name, note: 表示名称。, set: str(y), convert: {name: "str({input})"}}\n',
    )

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Yields a problem for each name in a template that is not bound there, a builtin or a package.

        What a row without a template sets is checked in the same way.
        """
        for loc, _, row in _conditional(subject):
            templates = row.convert.templates if row.convert is not None else ()
            yield from _of_example((*loc, "convert"), templates)
        if not subject.is_yaml:  # a document has no templates, and says what is set for its reader alone
            return
        for loc, mapping in subject.mappings:
            if subject.record.context or any(map(_replaces_every_call, mapping.parameters)):
                continue  # it is written nowhere but on the page
            for index, row in enumerate(mapping.parameters):
                if row.set and row.set != SET_DEFAULT and row.convert is None and row.when is None:
                    with suppress(ValueError):  # no expression
                        yield from _of_example((*loc, "parameters", index, "set"), (Template.parse(row.set),))


def _replaces_every_call(row: ParameterRow) -> bool:
    """Tells whether a template stands in the place of every call, and leaves nothing of it."""
    made = row.convert.call if row.convert is not None and row.when is None else None
    return made is not None and CALL not in made.names


def _of_example(loc: Loc, templates: Iterable[Template]) -> Iterator[Problem]:
    for name in sorted({name for template in templates for name in template.free} - _KNOWN):
        hint = f"是 PyTorch 的参数的，写成占位符，如 `{{{name}}}`；`set` 里的另用 `convert` 写出模板。"
        yield Problem(loc, f"模板里的 `{name}` 不是占位符，也不是库的名称", hint)


class HelperDiffers(RecordRule):
    """A helper that does not define what torch has: one function or class of this name with these parameters."""

    code = "CON011"
    title = "辅助代码与 PyTorch 的签名不同"
    why = "转换时只写上这段代码，调用照抄：名称或参数不同，得到的代码就会报错。"
    bad = (
        Bad(_HELPED.replace("inplace=False):", "inplace=True):"), at="|"),
        Bad(_HELPED.replace("def relu6", "def relu"), at="|"),
        Bad(_HELPED.replace("paddle: y = relu6(x)", "paddle: y = paddle.clip(x, 0, 6)"), at="|"),
        Bad(_HELPED.replace("category", "paddle: paddle.nn.functional.relu6\ncategory"), at="|"),
    )
    good = (_HELPED,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Reads the helper's syntax, and compares its parameters with those of torch's signature."""
        record = subject.record
        if record.helper is None:
            return
        name, tree = record.name, code_of(record.helper).tree
        defined = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        if [node.name for node in defined] != [name] or len(tree.body) > 1:
            yield Problem(("helper",), f"不是一段只定义 `{name}` 的代码", "把别的定义与导入写进它的里面。")
            return
        if record.paddle_apis and not record.context:
            yield Problem(("helper",), "已有对应的 Paddle API", "删去 `helper`，或删去 `paddle`。")
        used = [snippet for _, snippet in record.snippets() if record.without_helper(snippet.paddle) != snippet.paddle]
        if not used:
            yield Problem(("helper",), f"没有一段示例或检查调用 `{name}`", "在示例里调用它，这样才会运行。")
        torch = known_signature(subject.libraries, record.torch, record, "torch")
        own = _defined_signature(defined[0])
        if torch is not None and str(own) != str(torch).replace("=torch.", "=paddle."):
            yield Problem(("helper",), f"`{name}` 的参数是 `{own}`，PyTorch 的是 `{torch}`", "写成与 PyTorch 的相同。")


def _defined_signature(node: ast.FunctionDef | ast.ClassDef) -> Signature:
    """Returns the parameters of a function, or those of a class's constructor without its object."""
    if isinstance(node, ast.FunctionDef):
        return Signature.parse(f"({ast.unparse(node.args)})")
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and each.name == "__init__":
            return Signature(Signature.parse(f"({ast.unparse(each.args)})").parameters[1:])
    return Signature(())
