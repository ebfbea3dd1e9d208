"""PAR: dtypes and second derivatives that Paddle lacks, which are measured and not written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.samples import CHECKED_ABS
from generator.lint.rules.subject import Subject
from generator.model.finding import Loc, Problem, Severity

_DTYPE = r"`?(?:bool|u?int(?:8|16|32|64)|b?float(?:16|32|64)|complex(?:64|128)|半精度|整数|复数|浮点数)`?"
_DTYPES = rf"{_DTYPE}(?:(?:、|\s?(?:与|和|或|以及)\s?){_DTYPE})*(?:\s?dtype)?(?:\s?的\s?(?:输入|标签|Tensor))?"
_CAST = r"(?:，需?先用\s?`astype`\s?转为[^。]*)?。?"
_ONLY_DTYPES = re.compile(
    rf"(?:[^，。]*时，)?PyTorch\s?(?:的\s?[^，。]+?)?[也还]?可?(?:支持|接受|传入|为)\s?{_DTYPES}"
    rf"，Paddle\s?(?:在 CPU 上)?(?:不支持|不接受|只支持\s?{_DTYPES}){_CAST}"
    rf"|Paddle\s?(?:的\s?[^，。]+?)?\s?(?:在 CPU 上)?不支持\s?{_DTYPES}。?"
)
"""A text that says that Paddle does not take some dtypes, and nothing else."""
_ONLY_SECOND_ORDER = re.compile(
    r"求二阶导数时，?\s?Paddle\s?(?:在 CPU 上)?报错。?|Paddle\s?(?:在 CPU 上)?不能求二阶导数。?"
)
"""A text that says that Paddle has no second derivative, and nothing else."""


class MeasuredInWords(RecordRule):
    """A difference or remark that says only that Paddle lacks a dtype or a second derivative."""

    code = "PAR019"
    title = "只写了 Paddle 不支持某种 dtype 或二阶导数"
    severity = Severity.WARNING
    why = (
        "各库的 CPU 内核接受哪些 dtype，能否求二阶导数，由 `apimap vary` 运行得到，随版本而变，页面自动写出；"
        "人写的会过时，也不使记录成为“参数不一致”。"
    )
    bad = (
        Bad(
            CHECKED_ABS.replace(
                "Tensor。}",
                "Tensor。, differs: {type: PyTorch 还支持 uint8 与 int8，Paddle 不支持}, rewrite: unsupported}",
                1,
            ).replace("仅参数名不一致", "参数不一致"),
            at="{type: PyTorch 还支持",
        ),
        Bad(
            CHECKED_ABS
            + "remarks:\n  - PyTorch 也接受 uint8 的输入，Paddle 在 CPU 上不支持，需先用 `astype` 转为 int32。\n",
            at="PyTorch 也接受",
        ),
        Bad(CHECKED_ABS + "remarks:\n  - 求二阶导数时 Paddle 报错。\n", at="求二阶导数"),
    )
    good = (
        CHECKED_ABS,
        CHECKED_ABS + "remarks:\n  - 求二阶导数时 Paddle 报错，可用 `x.sign() * x` 代替。\n",
        CHECKED_ABS + "remarks:\n  - 输入为 uint8 时，PyTorch 的结果仍为 uint8，Paddle 的结果为 int32。\n",
        CHECKED_ABS.replace(
            "Tensor。}", "Tensor。, differs: {type: PyTorch 还支持列表，Paddle 不支持}, rewrite: unsupported}", 1
        ).replace("仅参数名不一致", "参数不一致"),
    )

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Reads what differs and the remarks; the values of an argument ``dtype`` are not measured."""
        for loc, text in _texts(subject):
            if _ONLY_DTYPES.fullmatch(text.strip()):
                yield Problem(
                    loc,
                    "这里只说 Paddle 不支持某种 dtype",
                    "删去，运行 apimap vary；结果因 dtype 而不同，或另有差别，则写那个差别。",
                )
            elif _ONLY_SECOND_ORDER.fullmatch(text.strip()):
                yield Problem(
                    loc,
                    "这里只说 Paddle 不能求二阶导数",
                    "删去，运行 apimap vary；有能求的写法，就写出它。",
                )


def _texts(subject: Subject) -> Iterator[tuple[Loc, str]]:
    for loc, row in subject.rows:
        if row.differs is not None and row.torch != "dtype":
            yield (*loc, "differs"), row.differs.words
    for loc, mapping in subject.mappings:
        yield from (((*loc, "remarks", index), text) for index, text in enumerate(mapping.remarks))
