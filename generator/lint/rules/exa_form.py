"""EXA: titles and length of examples."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.samples import WITH_EXAMPLE
from generator.lint.rules.subject import SIDES, Subject
from generator.model.category import PARAMETERS_DIFFER, TORCH_HAS_MORE
from generator.model.finding import Problem, Put, Severity
from generator.model.record import Example

_LONG = "|\n" + "".join(f"      y = paddle.abs(x) + {i}\n" for i in range(9))
LONGEST = 8
"""Most lines of code on one side that still count as short; the spec's rule is two (R34)."""


class TitleMissing(RecordRule):
    """An example without ``title`` or ``parameter``."""

    code = "EXA011"
    title = "转写示例没有写参数与功能"
    spec = ("R37",)
    why = "每个示例由“参数名：参数功能”引入，读者才知道它在说哪一个参数。"
    bad = (
        Bad(WITH_EXAMPLE.replace("    title: 指定输出\n", ""), at="parameter: out"),
        Bad(WITH_EXAMPLE.replace("parameter: out\n    title", "title"), at="title"),
    )
    good = (WITH_EXAMPLE,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Requires ``title``, and in categories 2 and 3 ``parameter``."""
        for loc, example in subject.examples:
            if not example.title.strip():
                yield Problem(loc, "转写示例没有 `title`", "补上 title: …，写参数的功能，例如“指定输出”。")
            if not example.parameter and subject.record.category in {TORCH_HAS_MORE, PARAMETERS_DIFFER}:
                yield Problem(loc, "转写示例没有说是哪个参数", "补上 parameter: …。")


class TitleForm(RecordRule):
    """A title with a full stop, or one that repeats the parameter's name."""

    code = "EXA012"
    title = "转写示例的标题写法不对"
    spec = ("R37",)
    why = "标题渲染为“参数名：标题”，不是句子；参数名再写一遍就重复了。"
    bad = (
        Bad(WITH_EXAMPLE.replace("指定输出", "指定输出。"), at="指定输出。", mended=WITH_EXAMPLE),
        Bad(WITH_EXAMPLE.replace("指定输出", "out：指定输出"), at="out：", mended=WITH_EXAMPLE),
        Bad(
            WITH_EXAMPLE.replace("parameter: out\n    title: ", "parameter: [input, out]\n    title: input、`out`："),
            at="input、",
            mended=WITH_EXAMPLE.replace("parameter: out\n", "parameter: [input, out]\n"),
        ),
    )
    good = (WITH_EXAMPLE,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Removes the repeated name and the full stop."""
        for loc, example in subject.examples:
            mended = _title(example)
            if mended != example.title and mended:
                yield Problem(
                    (*loc, "title"),
                    f"标题“{example.title}”应写作“{mended}”",
                    "改正标题。",
                    (Put((*loc, "title"), mended),),
                )


def _title(example: Example) -> str:
    title = example.title.strip()
    if example.parameter:
        names = "[、,，]".join(f"`?{re.escape(name)}`?" for name in example.parameter)
        title = re.sub(rf"^{names}\s*[:：]\s*", "", title)
    return title.rstrip("。．：:")


class TooLong(RecordRule):
    """An example with too many lines."""

    code = "EXA013"
    title = "转写示例过长"
    severity = Severity.WARNING
    spec = ("R34",)
    why = "规范说一般只写两行：读者要一眼看出怎么转写。"
    bad = (Bad(WITH_EXAMPLE.replace("paddle.assign(paddle.abs(x), y)\n", _LONG), at="|"),)
    good = (WITH_EXAMPLE,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Counts the lines that hold code; checks are not published and may be longer."""
        for loc, example in subject.examples:
            for side in SIDES:
                text = subject.record.without_helper(getattr(example, side))
                lines = sum(bool(line.strip()) for line in text.split("\n")) if text.count("\n") >= LONGEST else 0
                if lines > LONGEST:
                    message = f"这一侧有 {lines} 行代码，一般只写两行"
                    yield Problem((*loc, side), message, f"精简到 {LONGEST} 行以内，只留与转写有关的。")
