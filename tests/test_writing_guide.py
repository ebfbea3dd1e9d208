"""The writing guide in CONTRIBUTING: what it quotes and what it says of rules."""

from __future__ import annotations

import re

import pytest
import yaml
from record_fields import reachable
from samples import REPOSITORY, make_catalog, path_of

from generator.catalog.catalog import RECORDS
from generator.lint.run import lint_catalog
from generator.model.given import NumpyGiven, PythonGiven, TensorGiven
from generator.model.given_notation import parse_given
from generator.model.record import Record
from generator.model.remark import Remark
from generator.storage.record_path import record_path

TEXT = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
GUIDE = TEXT[TEXT.index("## 写好一条记录") : TEXT.index("## 代码的结构")]
MODELS = re.findall(r"^### 范例：`([\w.]+)`$\n(.*?)(?=^### )", GUIDE, re.MULTILINE | re.DOTALL)
NOTES = re.findall(r"^\| (.+?) \| (.+?) \| .*（`([A-Z]{3}\d{3})`） \|$", GUIDE, re.MULTILINE)

RECORD = """\
torch: torch.sum
paddle: paddle.sum
category: 仅参数名不一致
parameters:
  - {{torch: input, paddle: x, note: 表示输入的 Tensor。}}
  - {{torch: dim, paddle: axis, note: {note}}}
checks:
  - given: {{x: "float32[2, 3]"}}
    torch: y = torch.sum(input=x, dim=1)
    paddle: y = paddle.sum(x=x, axis=1)
    usual: true
"""


def codes(note: str) -> set[str]:
    """The codes of what lint finds in a record with this note."""
    text = RECORD.format(note=note)
    return {finding.code for finding in lint_catalog(make_catalog({path_of(text): text}))}


def test_three_model_records_are_shown() -> None:
    """A rename, a difference with examples, and a composition: the kinds that need most explaining."""
    assert len(MODELS) == 3


@pytest.mark.parametrize(("api", "section"), MODELS, ids=[api for api, _ in MODELS])
def test_model_record_is_quoted_whole_and_as_shipped(api: str, section: str) -> None:
    """The pieces between the explanations, put together, are the record's file."""
    pieces = re.findall(r"^```yaml\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    assert "".join(pieces) == (REPOSITORY / RECORDS / record_path(api)).read_text(encoding="utf-8")


@pytest.mark.parametrize(("bad", "good", "code"), NOTES, ids=[code for _, _, code in NOTES])
def test_rule_that_is_named_finds_the_bad_note_and_not_the_good_one(bad: str, good: str, code: str) -> None:
    """What the guide says of a rule is what lint says."""
    assert code in codes(bad)
    assert codes(good) == set()


def test_guide_names_rules() -> None:
    """The table of meanings has rows that the test above reads."""
    assert len(NOTES) >= 4


def test_difference_in_place_is_a_record() -> None:
    """The example of a difference in place, with the rest of its record, has no findings."""
    section = GUIDE[GUIDE.index("### 原位的差别") :]
    (example, *_) = re.findall(r"^```yaml\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    rows = "".join(f"  - {{torch: {name}, paddle: {name}, note: 表示要填充的部分。}}\n" for name in ("mask", "value"))
    names = "torch: torch.Tensor.masked_fill_\npaddle: paddle.Tensor.masked_fill_\ncategory: 参数完全一致\n"
    text = f"{names}parameters:\n{rows}{example}"
    assert list(lint_catalog(make_catalog({path_of(text): text}))) == []


def test_inputs_without_dimensions_are_told_apart() -> None:
    """Each line of the example is the kind of input that its comment says."""
    section = GUIDE[GUIDE.index("### 0 维的输入") :]
    (example, *_) = re.findall(r"^```yaml\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    given = {name: parse_given(value) for name, value in yaml.safe_load(example)["given"].items()}
    shapes = {name: one.shape for name, one in given.items() if isinstance(one, TensorGiven)}
    assert shapes == {"a": (), "b": (), "c": (1,)}
    assert isinstance(given["d"], PythonGiven)
    assert isinstance(given["e"], NumpyGiven)


def test_every_key_of_a_record_is_explained() -> None:
    """The guide on the site, which says how each key is written, names them all."""
    guide = (REPOSITORY / "site_src/contributing.md").read_text(encoding="utf-8")
    keys = {*Remark.__slots__, *(name for model in reachable(Record) for name in model.model_fields)}
    assert [key for key in sorted(keys) if re.search(rf"(?<!\w){key}(?!\w)", guide) is None] == []
