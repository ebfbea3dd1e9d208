"""TXT: markup and language of the texts for readers; these faults have no one right answer and are not mended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from generator.lint.rules.base import Bad, TextRule
from generator.lint.rules.subject import Texts
from generator.lint.rules.typography import outside_code, with_note
from generator.model.finding import Problem, Severity

_GOOD = with_note("表示输入的 Tensor，与 `dim` 无关。")


class MarkdownTyped(TextRule):
    """Markdown other than code and links."""

    code = "TXT010"
    title = "用了代码与链接之外的 Markdown"
    severity = Severity.WARNING
    why = "站点与 GitHub 对这些写法的显示不一样，所以文字里只认 `代码` 与链接，其余照原样显示。"
    bad = (
        Bad(with_note("表示**输入**的 Tensor。"), at="**输入**"),
        Bad(with_note("表示公式 $x^2$ 的底数。"), at="$x^2$"),
        Bad(with_note("表示 ~~旧~~ 新的输入。"), at="~~旧~~"),
        Bad(with_note("'表示输入![图](a.png)的 Tensor。'"), at="![图]"),
        Bad(with_note("'[说明](guide.md) 输入的 Tensor。'"), at="[说明](guide"),
        Bad(with_note("表示_输入_的 Tensor。"), at="_输入_"),
    )
    good = (_GOOD, with_note("参见 [说明](https://example.org/a)，a_b_c 是名称。"))

    @cached_property
    def _markup(self) -> re.Pattern[str]:
        return re.compile(
            # Bounded, since each opening mark would otherwise be searched for to the end of the text.
            r"\*\*[^*]{1,300}\*\*|__[^_]{1,300}__(?!\w)|~~[^~]{1,300}~~|\$[^$\d][^$]{0,300}\$"
            r"|!\[[^\]]{0,300}\]\([^)]{0,300}\)|\[[^\]]{1,300}\]\((?!https?://)[^)]{0,300}\)"
            r"|(?<!\w)[*_](?=\S)[^*_]{0,300}?[\u3400-\u9fff][^*_]{0,300}(?<=\S)[*_]|(?<=[\u3400-\u9fff])[*_][^*_]{1,300}[*_]"
            r"|(?m:^\s*(?:[-+*]|\d+\.|#{1,6}|>)\s+)"
        )

    def check(self, subject: Texts) -> Iterator[Problem]:
        """Looks for the common marks outside code."""
        for loc, text in subject.prose:
            yield from (
                Problem(
                    loc,
                    f"`{match.group().strip()}` 会照原样显示：文字里只认 `代码` 与链接",
                    "改成普通文字；参数名与代码放进反引号。",
                    part=(start + match.start(), start + match.end()),
                )
                for start, piece in _prose_pieces(text)
                for match in self._markup.finditer(piece)
            )


class RawHtml(TextRule):
    """HTML tags and entities in running text."""

    code = "TXT011"
    title = "文字里有 HTML"
    why = "别人的 HTML 不会被执行，只照原样显示；`<`、`&` 若是代码的一部分，应放进反引号。"
    bad = (
        Bad(with_note("表示输入<br>的 Tensor。"), at="<br>"),
        Bad(with_note("'表示<script>alert(1)</script>输入。'"), at="<script>"),
        Bad(with_note("'表示 a &lt; b 的条件。'"), at="&lt;"),
    )
    good = (_GOOD, with_note("表示 `List<int>` 形式的输入。"))

    @cached_property
    def _tag(self) -> re.Pattern[str]:
        return re.compile(r"</?[A-Za-z!][^<>]{0,1000}>|&(?:#\d+|#x[0-9A-Fa-f]+|[A-Za-z]{2,8});")

    def check(self, subject: Texts) -> Iterator[Problem]:
        """Looks for tags and entities outside code."""
        for loc, text in subject.prose:
            for start, piece in _prose_pieces(text):
                for match in self._tag.finditer(piece):
                    yield Problem(
                        loc,
                        f"文字里有 HTML：{match.group()}",
                        "删去它；若是代码的一部分，放进反引号。",
                        part=(start + match.start(), start + match.end()),
                    )


class UnclosedCode(TextRule):
    """An unpaired backtick."""

    code = "TXT012"
    title = "反引号没有成对"
    why = "少一个反引号，后面的整句话都会变成代码，或者一个也不变。"
    bad = (Bad(with_note("'表示 `dim 之外的维度。'"), at="`dim 之外"),)
    good = (_GOOD,)

    def check(self, subject: Texts) -> Iterator[Problem]:
        """Counts the backticks of each text."""
        for loc, text in subject.prose:
            if text.count("`") % 2:
                last = text.rindex("`")
                yield Problem(loc, f"反引号没有成对：{text}", "补上缺少的反引号。", part=(last, last + 1))


class NoChinese(TextRule):
    """A sentence in another language."""

    code = "TXT013"
    title = "文字里没有中文"
    severity = Severity.WARNING
    why = "站点的读者看中文；照抄英文文档字符串等于没有翻译。"
    bad = (Bad(with_note("The input tensor。"), at="The input"),)
    good = (_GOOD,)

    @cached_property
    def _latin_words(self) -> re.Pattern[str]:
        return re.compile(r"[A-Za-z][ ,]+[A-Za-z]")

    def check(self, subject: Texts) -> Iterator[Problem]:
        """Looks for texts of several words with no Chinese character."""
        for loc, text in subject.prose:
            if text.rstrip("。").isascii() and self._latin_words.search(_without_code(text)):
                yield Problem(loc, f"没有中文：{text}", "用中文写。")


def _without_code(text: str) -> str:
    return " ".join(piece for piece, is_prose in outside_code(text) if is_prose)


def _prose_pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yields the prose between code spans, each piece with the index of its first character."""
    start = 0
    for piece, is_prose in outside_code(text):
        if is_prose and piece:
            yield start, piece
        start += len(piece)
