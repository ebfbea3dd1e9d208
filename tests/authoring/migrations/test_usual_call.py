"""The migration that marks the usual call of each mapping."""

from __future__ import annotations

from samples import make_catalog

from generator.authoring.migrations.step import migrate_record
from generator.authoring.migrations.usual_call import UsualCall

RECORD = """\
torch: torch.f
paddle: paddle.f
category: 无参数
checks:
  - torch: torch.f(out=y)  # rare
    paddle: paddle.f(out=y)
  - {torch: y = torch.f(x), paddle: y = paddle.f(x)}
forms:
  - torch: torch.Tensor.f
    paddle: paddle.Tensor.f
    checks:
      - {torch: y = x.f(), paddle: y = x.f()}
"""
MIGRATED = RECORD.replace("y = paddle.f(x)}", "y = paddle.f(x), usual: true}").replace(
    "paddle: y = x.f()}", "paddle: y = x.f(), usual: true}"
)


def migrated(text: str) -> str:
    """The text after the migration."""
    catalog = make_catalog({"torch/torch.f.yml": text})
    (source,) = catalog.sources
    return migrate_record(source, tuple(UsualCall().changes(source, catalog))).after.document.text


def test_it_marks_one_call_of_each_mapping() -> None:
    """The record's likeliest call is marked, and that of a form which has code of its own; all else stays."""
    assert migrated(RECORD) == MIGRATED


def test_running_it_twice_changes_nothing() -> None:
    """It finds nothing to do in its own result."""
    assert migrated(MIGRATED) == MIGRATED
