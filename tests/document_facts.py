"""An independent look at difference documents: what two of them say, taken out by a few regular expressions.

It shares no code with the reader, so that it can testify for it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from generator.model.signature import Signature

PHRASES = re.compile(
    r"仅?参数名称?(不一致|不同)|(pytorch|torch|paddle|paddlepaddle)(没有|无)[此该]?参数|paddle保持默认值?即可|需要?(进行)?转写|paddle需要转写"
    r"|暂无转写方式|一般对(网络)?训练结果影响不大.*|可?以?直接删除|(且)?(paddle)?与(py)?torch的?默认值(不同|不一致)|仅?参数默认值(不一致|不同|不一样)"
    r"|paddle(需要?|应当?)(设置?为|保持)(与(py)?torch一致|.*)|(py)?torch(的?默认值?)?为.*|paddle(的?默认值?)?为.*|保持默认值?即可|暂不支持转写|无法转写"
)
"""The mandated phrases, once white space and case are folded: they are printed anew, in one spelling."""


def fold(text: str) -> str:
    """Text without what a page may change: markup, white space, punctuation, width and case."""
    text = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)
    text = re.sub(r"&#(\d+);", lambda match: chr(int(match.group(1))), text)
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    text = re.sub(r"</?(font|code|br)\b[^>]*>", "", text)
    return re.sub(r"[\s，。；：、,;:.`]", "", unicodedata.normalize("NFKC", text)).casefold()


def facts(text: str) -> Iterator[tuple[str, str]]:
    """What a document says, each with its kind: api, link, signature, name, clause, code."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n")
    fence: list[str] | None = None
    under_api = False
    for line in text.split("\n"):
        if re.match(r"\s*```", line):
            if fence is None or not re.fullmatch(r"\s*```\s*", line):
                fence = []
                continue
            yield from _code(fence, under_api=under_api)
            fence, under_api = None, False
        elif fence is not None and not re.match(r"#{2,4} ?(\[|参数|转写|\S+[：:])", line):
            fence.append(line)
        elif line.startswith("#"):
            yield from _code(fence or [], under_api=under_api)
            fence, under_api = None, "](" in line
            yield from _heading(line)
        elif line.lstrip().startswith("|") and line.count("|") > 2:
            yield from _row(line)
        elif line.strip("- "):
            yield from (("clause", clause) for clause in _clauses(line))
    yield from _code(fence or [], under_api=False)


def _code(lines: list[str], *, under_api: bool) -> Iterator[tuple[str, str]]:
    """A signature by the names and defaults of its parameters; any other code by its lines, marks and all."""
    calls = [line for line in lines if re.match(r"[A-Za-z_][\w.]*\(", line)]
    if under_api and len(calls) == 1:
        with_comments = [line for line in lines if not line.lstrip().startswith("#")]
        yield "signature", str(Signature.parse(" ".join(" ".join(with_comments).split())))
        return
    for line in lines:
        mark = re.match(r"\s*#+(.*?)(?:(?:py)?torch|paddle)\s*写法(.*)", line, re.IGNORECASE)
        for part in mark.groups() if mark else (line,):
            if fold(part.strip("() #")):
                yield "code", part.strip("() #")


def _heading(line: str) -> Iterator[tuple[str, str]]:
    if (match := re.search(r"\[([^\]]*)\]\s*\(([^)]*)\)", line)) is not None:
        yield "api", match.group(1)
        if match.group(2).startswith("http"):
            yield "link", match.group(2)
    elif (title := re.match(r"#+\s*\[.*?\]\s*(\S+)", line)) is not None:
        yield "api", title.group(1)


def _row(line: str) -> Iterator[tuple[str, str]]:
    cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
    if re.fullmatch(r"[\s|:-]+", line) or "备注" in cells:
        return
    for cell in cells[:2]:
        if fold(cell) not in {"-", ""}:
            yield "name", cell
    for cell in cells[2:]:
        yield from (("clause", clause) for clause in _clauses(cell))


def _clauses(text: str) -> Iterator[str]:
    for clause in re.split(r"[，。；;]|, |\. ", text):
        if clause.strip() and not PHRASES.fullmatch(fold(clause)):
            yield clause


def lost(original: str, rendered: str) -> list[tuple[str, str]]:
    """The facts of a document that its page does not hold. Names of rows must come in the same order."""
    shown = fold(rendered)
    missing = [
        (kind, fact)
        for kind, fact in facts(original)
        if kind not in {"name", "signature"} and fold(fact.lstrip("#")) not in shown
    ]
    for kind in ("name", "signature"):
        before, after = ([fold(fact) for k, fact in facts(text) if k == kind] for text in (original, rendered))
        left = iter(after)
        if not all((fact[-3:] if fact.endswith("返回值") else fact) in left for fact in before):
            missing.append((kind, f"{before} {after}"))
    return missing
