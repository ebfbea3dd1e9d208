"""API: names of APIs, and of the files that hold them."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.finding import Problem
from generator.rules.base import Bad, RecordRule
from generator.rules.subject import Subject
from generator.storage.record_path import LOWERCASE, record_path

_ABS = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
"""


class FileDisagrees(RecordRule):
    """A record in a file of another name or folder."""

    code = "API001"
    title = "文件名或文件夹与 API 不一致"
    spec = ("R3",)
    why = "按 API 名称就该找得到它的记录；页面的地址也由文件名而来。"
    bad = (
        Bad(_ABS, path="torch/torch.absolute.yml", at="torch.abs"),
        Bad(_ABS, path="torch.Tensor/torch.abs.yml", at="torch.abs"),
        Bad(_ABS, path="torch/torch.abs.yaml", at="torch.abs"),
    )
    good = (_ABS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares the file's last two path parts with the API that it records."""
        record, file = subject.record, subject.source.file
        expected, actual = record_path(record.torch), "/".join(file.rsplit("/", 2)[-2:])
        if actual == expected:
            return
        allowed = {expected}
        if record.name == record.name.lower():
            allowed.add(f"{expected.removesuffix('.yml')}{LOWERCASE}.yml")
        if file.endswith(".md"):  # documents lie in folders of their team's own choosing
            expected, actual = f"{record.torch}.md", file.rpartition("/")[2]
            allowed = {expected}
        if actual not in allowed:
            yield Problem(("torch",), f"记录的是 {record.torch}，而文件是 {actual}", f"把文件移到 {expected}。")
