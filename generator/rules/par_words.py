"""PAR: names of parameters inside notes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.model.finding import Problem
from generator.model.spelling import nearest
from generator.rules.base import Bad, RecordRule
from generator.rules.row_names import names_in
from generator.rules.subject import Subject

_CLIP = """\
torch: torch.nn.utils.clip_grad_value_
paddle: paddle.nn.utils.clip_grad_value_
category: 参数完全一致
parameters:
  - {torch: clip_value, paddle: clip_value, note: "表示裁剪的范围，为 `[-clip_value, clip_value]`。"}
"""


class NameMisspelt(RecordRule):
    """A note that names a parameter of the table with a slip of the pen."""

    code = "PAR017"
    title = "备注里的参数名拼写错误"
    spec = ("R22", "R23")
    why = "备注里提到的参数名要与表中的相同，读者才知道说的是哪一个。"
    keys = frozenset({"note"})
    bad = (Bad(_CLIP.replace("clip_value]", "clip_vale]"), at="clip_vale]"),)
    good = (_CLIP,)
    _word = re.compile(r"(?<![\w.])[A-Za-z]+(?:_[A-Za-z]+)+(?![\w(])", re.ASCII)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for words with an underscore that are nearly, but not quite, a name of the record's rows."""
        if "_" not in subject.all_prose:
            return
        names = {name for _, row in subject.rows for cell in (row.torch, row.paddle) for name in names_in(cell)}
        long = [name for name in names if "_" in name and len(name) > 6]  # noqa: PLR2004  (shorter ones resemble words)
        for loc, row in subject.rows if long else ():
            for match in self._word.finditer(row.note):
                word = match.group()
                likely = nearest(word, long) if word not in names else ""
                if likely and abs(len(likely) - len(word)) <= 1 and _one_slip(word, likely):
                    yield Problem(
                        (*loc, "note"), f"备注里的 {word} 不是参数名", f"是否想写 {likely}？", part=match.span()
                    )


def _one_slip(word: str, name: str) -> bool:
    """Whether one character is missing, too many, or another one, or two neighbours are exchanged."""
    start = next((i for i, (a, b) in enumerate(zip(word, name, strict=False)) if a != b), min(len(word), len(name)))
    rest, other = word[start:], name[start:]
    return rest[1:] == other or rest == other[1:] or rest[1:] == other[1:] or rest[2:] == other[2:]
