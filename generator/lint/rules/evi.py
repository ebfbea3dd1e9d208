"""EVI: evidence that a record lacks, or that is not valid for it any more. Nothing is run for this."""

from __future__ import annotations

from collections.abc import Iterator

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.samples import CHECKED_ABS
from generator.lint.rules.subject import Subject
from generator.model.finding import Problem, Severity
from generator.model.status import Status

_WORDS = {
    Status.MISSING: "没有证据：示例与检查还没有在两个库上运行过",
    Status.STALE: "证据已过时：代码或库的版本改过之后没有再运行",
    Status.DIFFERS: "证据说两边的结果不同",
    Status.FAILED: "证据说有一段代码运行失败",
}


class EvidenceLacking(RecordRule):
    """A record with code whose evidence is missing, stale or failing."""

    code = "EVI001"
    title = "证据缺失、过时或没有通过"
    severity = Severity.WARNING
    why = (
        "没有当前的证据，记录就只是一个说法：页面不标“已验证”，也不转换任何调用。"
        "项目里一条证据也没有时（还没有开始验证），不提。"
    )
    bad = (Bad(CHECKED_ABS, at="torch.abs"),)
    good = (CHECKED_ABS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks the record up in the evidence that is there."""
        status = subject.libraries.evidence_status(subject.record) if subject.is_yaml else None
        if status in _WORDS:
            hint = (
                f"运行 apimap verify {subject.record.torch}，连同证据一起提交；没有安装两个库的，用 --ignore EVI 略过。"
            )
            yield Problem(("torch",), _WORDS[status], hint)


class VariationLacking(RecordRule):
    """A record with code that was not run on other inputs since it changed."""

    code = "EVI002"
    title = "没有换过输入，或改过之后没有再换"
    severity = Severity.WARNING
    why = (
        "证据只说明写下的输入上两边相同。换了各种输入的结果就是记录的探查：说没有差别的，也要带着它。"
        "项目里一条变换结果也没有时，不提。"
    )
    bad = (Bad(CHECKED_ABS, at="torch.abs"),)
    good = (CHECKED_ABS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks the record up in the variations that are there; what has no evidence yet is run first."""
        if not subject.is_yaml or subject.libraries.evidence_status(subject.record) in _WORDS:
            return
        if subject.libraries.variations and subject.libraries.lacks_variation(subject.record):
            hint = (
                f"运行 apimap vary {subject.record.torch}，连同结果一起提交；没有安装两个库的，用 --ignore EVI 略过。"
            )
            yield Problem(("torch",), "没有变换结果，或它已过时：没有换过输入再比较", hint)
