from __future__ import annotations

import json
import os
import re

from export_samples import files_of, made_files, shipped_files, shipped_pages
from samples import ABS, DROPOUT, make_catalog, path_of, sampled_pages

from generator.publishing.export.export_context import exported_records
from generator.publishing.export.files import page_files
from generator.publishing.views.paths import folder_of


def test_every_page_has_its_markdown_and_every_record_its_json() -> None:
    """Each page's address with ``index.html.md`` is a file, each record's folder has its JSON, the same as in ``data.json``."""
    files, data = shipped_files(), json.loads(shipped_files()["data.json"])
    for page in shipped_pages():
        assert f"{folder_of(page)}index.html.md" in files
    single = [json.loads(text) for path, text in files.items() if path.endswith("/record.json")]
    assert {one["torch"]: one for one in single if one["answer"] == "记录"} == data["records"]


def test_links_in_the_markdown_lead_to_markdown_that_is_there() -> None:
    """No relative link of any page's Markdown leads nowhere."""
    files, dead, seen = shipped_files(), [], 0
    for path, text in files.items():
        if path.endswith(".md"):
            prose = re.sub(r"^(```+|~~~+).*?^\1|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)
            for target in re.findall(r"\]\((?![a-z]+:|#)([^)#\s]+)", prose):
                seen += 1
                if os.path.normpath(os.path.join(os.path.dirname(path), target)) not in files:  # noqa: PTH118, PTH120  (addresses)
                    dead.append((path, target))
    assert dead == []
    assert seen > len(sampled_pages())


def test_markdown_is_the_page_without_its_head() -> None:
    """Front matter and the comment before the title are left out; code that looks like a link stays as it is."""
    text = "---\ntitle: 一\n---\n\n<!-- 由程序生成 -->\n\n# 一\n\n`[a](b.md)` 与 [b](../c.md#d)、[e](#f)、[g](https://x.y/h.md)\n\n```python\nx = [i](j.md)\n```\n"
    (made,) = page_files({"category/1.md": text}).values()
    assert made == (
        "# 一\n\n`[a](b.md)` 与 [b](../../c/index.html.md#d)、[e](#f)、[g](https://x.y/h.md)\n\n```python\nx = [i](j.md)\n```\n"
    )


def test_files_of_a_record_change_with_that_record_alone() -> None:
    """An edit of one record leaves the other records' files as they are, byte for byte."""
    before, after = files_of(ABS, DROPOUT), files_of(ABS.replace("输入", "给出"), DROPOUT)
    changed = {path for path in before if before[path] != after[path]}
    assert changed == {
        "api/torch.abs/record.json",
        "api/torch.absolute/record.json",
        "data.json",
        "docs-mappings.json",
    }


def test_unreadable_record_spoils_no_file() -> None:
    """A file that holds no record is left out, and all others are there."""
    catalog = make_catalog({path_of(ABS): ABS, "torch/torch.bad.yml": "torch: ["})
    assert [record.api for record in exported_records(catalog)] == ["torch.abs"]
    files = made_files(catalog, {"api/torch.bad.md": "## [ 记录有误 ] torch.bad\n"})
    assert "api/torch.bad/index.html.md" in files
    assert "api/torch.bad/record.json" not in files
