from __future__ import annotations

from samples import DROPOUT

from generator.evidence.probe.names_only import plain_record
from generator.model.record import Record
from generator.storage.yaml_file import read_record

DIFFERING = """\
torch: torch.add
paddle: paddle.add
category: 参数不一致
parameters:
  - {torch: input, paddle: x, note: 表示第一个输入。, differs: {type: 不同}, rewrite: example, when: {input: {ndim: 0}}}
  - {torch: alpha, paddle: alpha, note: 表示系数。, default: {torch: "1", paddle: "2"}, set: 待写}
  - {returns: 不同, rewrite: unsupported}
remarks: [不同。]
"""


def record(text: str) -> Record:
    """The record of a text."""
    found = read_record("f.yml", text.encode()).record
    assert found is not None
    return found


def test_only_names_and_defaults_are_left() -> None:
    """Differences, conditions, remarks and results fall away, so that nothing hides what a call by names does."""
    plain = plain_record(record(DIFFERING))
    assert [(row.torch, row.paddle, row.differs, row.when) for row in plain.parameters] == [
        ("input", "x", None, None),
        ("alpha", "alpha", None, None),
    ]
    assert plain.parameters[1].set == "default"
    assert not plain.remarks


def test_what_paddle_lacks_is_not_passed() -> None:
    """A parameter of torch alone stops the conversion of a call that passes it."""
    plain = plain_record(record(DROPOUT))
    assert plain.parameters[1].rewrite == "unsupported"
    assert not plain.examples
