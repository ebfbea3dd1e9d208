from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.reports.review.offline import OfflineError, offline_page, write_offline

PAGE = """\
<head><meta http-equiv="Content-Security-Policy" content="default-src 'self'">
<link rel="stylesheet" href="../../assets/a.css"><link rel="expect" href="#x" blocking="render">
<script>alert(1)</script><script src="../../assets/a.js"></script></head>
<a href="../..">首页</a><a href="../torch.b/#row">b</a><a href="../torch.c/">c</a><a href="#here">here</a>
<a href="https://example.org/">out</a><a href="../../data.json">data</a><img src="../../assets/i.svg">
"""
PAGES, FILES = {"", "api/torch.a/", "api/torch.b/"}, {"assets/a.css", "assets/i.svg"}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A built site of three pages."""
    folder = tmp_path / "site"
    for name in ("torch.a", "torch.b", "torch.c"):
        (folder / "api" / name).mkdir(parents=True)
        (folder / "api" / name / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text('<link rel="stylesheet" href="assets/a.css">', encoding="utf-8")
    for name in ("a.css", "a.js", "i.svg"):
        (folder / "assets" / name).write_text(name, encoding="utf-8")
    return folder


def links(page: str) -> list[str]:
    """Where the links and images of a page lead."""
    return re.findall(r'<(?:a href|img src)="([^"]*)"', page)


def test_links_lead_to_files_that_open_without_a_server() -> None:
    """A link to a page of the copy names its file, one to another page leads to the first page, or to the site online."""
    page = offline_page(PAGE, "api/torch.a/", PAGES, FILES)
    first = "../../index.html#others"
    assert links(page) == [
        "../../index.html",
        "../torch.b/index.html#row",
        first,
        "#here",
        "https://example.org/",
        first,
        "../../assets/i.svg",
    ]
    online = links(offline_page(PAGE, "api/torch.a/", PAGES, FILES, "https://map.example.org/x/"))
    assert online[2] == "https://map.example.org/x/api/torch.c/"
    assert online[5] == "https://map.example.org/x/data.json"


def test_no_script_is_left() -> None:
    """A page of a change runs nothing, and its policy allows nothing to be run."""
    page = offline_page(PAGE, "api/torch.a/", PAGES, FILES)
    assert "<script" not in page
    assert "a.js" not in page
    assert "default-src 'none'" in page


def test_copy_has_the_pages_and_what_they_show(site: Path, tmp_path: Path) -> None:
    """The pages of the change, their styles and images and a first page are copied, and nothing else."""
    write_offline(site, tmp_path / "pages", ["api/torch.a/", "api/torch.b/#row"], "# 改动\n\n[a](./api/torch.a/)")
    files = {
        path.relative_to(tmp_path / "pages").as_posix() for path in (tmp_path / "pages").rglob("*") if path.is_file()
    }
    assert files == {"index.html", "api/torch.a/index.html", "api/torch.b/index.html", *FILES}
    first = (tmp_path / "pages/index.html").read_text(encoding="utf-8")
    assert links(first) == ["api/torch.a/index.html"]
    assert '<link rel="stylesheet" href="assets/a.css">' in first


@pytest.mark.parametrize(
    ("address", "target", "words"), [("api/torch.z/", "pages", "没有 api/torch.z"), ("", "site", "已经存在")]
)
def test_what_cannot_be_copied_is_one_error(site: Path, tmp_path: Path, address: str, target: str, words: str) -> None:
    """A page that the site lacks, or a folder that exists, is told, and nothing is left half written."""
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(OfflineError, match=words):
        write_offline(site, tmp_path / target, [address], "")
    assert sorted(tmp_path.rglob("*")) == before
