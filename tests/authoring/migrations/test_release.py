"""A record that is taken to another release of its counterpart's library."""

from __future__ import annotations

import pytest
from known_signatures import inventory
from samples import make_catalog

from generator.authoring.migrations.release import draft_release
from generator.authoring.migrations.step import Migrated, migrate_record
from generator.model.glossary import Glossary

RECORD = """\
# Why it differs.
torch: torch.f
paddle: paddle.f
category: 参数不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入。}
  - torch: scale
    note: 表示倍数。
    rewrite: example
    convert: "{call} * {scale}"  # by hand
  - {torch: eps, paddle: epsilon, note: 表示小数。, default: {torch: '1', paddle: '2'}, set: '1'}
  - {paddle: mode, note: 表示方式。, set: default}
examples:
  - {parameter: scale, title: 倍数, torch: "y = torch.f(x, 2)", paddle: y = paddle.f(x) * 2}
"""
TORCH = "torch.f(input, scale=1, eps=1)"
BEFORE = "paddle.f(x, epsilon=2, mode='a')"


def taken_to(after: str, text: str = RECORD) -> Migrated:
    """The record for a release in which Paddle has another signature."""
    catalog = make_catalog({"torch/torch.f.yml": text})
    (source,) = catalog.sources
    torch = inventory("torch", "2", (TORCH,)).entries["torch.f"]
    old, new = (inventory("paddle", version, (one,)) for version, one in (("3.2", BEFORE), ("3.3", after)))
    return migrate_record(source, tuple(draft_release(source, torch, old, new, Glossary())))


@pytest.mark.parametrize(
    ("after", "old", "new"),
    [
        (
            "paddle.f(x, epsilon=2, mode='a', scale=1)",
            '    note: 表示倍数。\n    rewrite: example\n    convert: "{call} * {scale}"  # by hand\n',
            "    note: 表示倍数。\n    paddle: scale\n",
        ),
        (
            "paddle.f(x, epsilon=2, mode='a', axis=0)",
            "set: default}\nexamples",
            "set: default}\n  - {paddle: axis, note: 待写。, set: default}\nexamples",
        ),
        ("paddle.f(x, epsilon=2)", "  - {paddle: mode, note: 表示方式。, set: default}\n", ""),
        (
            "paddle.f(x, mode='a')",
            "{torch: eps, paddle: epsilon, note: 表示小数。, default: {torch: '1', paddle: '2'}, set: '1'}",
            "{torch: eps, note: 表示小数。, rewrite: example}",
        ),
        ("paddle.f(x, eps=2, mode='a')", "paddle: epsilon", "paddle: eps"),
        ("paddle.f(x, epsilon=1, mode='a')", ", default: {torch: '1', paddle: '2'}, set: '1'", ""),
        ("paddle.f(x, epsilon=3, mode='a')", "paddle: '2'}", "paddle: '3'}"),
    ],
)
def test_rows_follow_the_signature(after: str, old: str, new: str) -> None:
    """The rows of the parameters that changed are other, all else stays, and the record is a draft."""
    text = taken_to(after).after.document.text
    changed = RECORD.replace(old, new)
    assert changed != RECORD
    assert text == changed + "draft: true\n"


def test_what_signatures_do_not_say_is_left_to_people() -> None:
    """A counterpart that vanished changes no row; whoever looks at the record has to find another."""
    found = taken_to("paddle.g(x)")
    assert [change.words for change in found.left] == ["paddle.f 没有了，要人换一个对应的 API"]
    assert found.after.document.text == RECORD + "draft: true\n"


def test_there_and_back() -> None:
    """Rows that a release took away come back with the next one; only what a person wrote for its lack is lost."""
    without = taken_to("paddle.f(x, epsilon=2)").after.document.text
    catalog = make_catalog({"torch/torch.f.yml": without})
    torch = inventory("torch", "2", (TORCH,)).entries["torch.f"]
    old, new = inventory("paddle", "3.3", ("paddle.f(x, epsilon=2)",)), inventory("paddle", "3.4", (BEFORE,))
    (source,) = catalog.sources
    back = migrate_record(source, tuple(draft_release(source, torch, old, new, Glossary()))).after.record
    assert back is not None
    assert [row.paddle for row in back.parameters] == ["x", None, "epsilon", "mode"]
