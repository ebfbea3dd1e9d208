from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urljoin

import pytest
from export_samples import FORMULA
from samples import REPOSITORY, Project

from generator.catalog.catalog import load_without_records
from generator.publishing.export.site_paths import REDIRECT_MARK
from generator.publishing.export.writer import read_pages, write_files


def test_what_differs_is_written_and_nothing_else(tmp_path: Path) -> None:
    """A file that is right keeps its time stamp; text and bytes come out as they are."""
    files = {"a/b.txt": "一\r\n", "c.inv": b"\x00\xff"}
    assert write_files(tmp_path, files) == ("a/b.txt", "c.inv")
    assert (tmp_path / "a/b.txt").read_bytes() == "一\r\n".encode()
    assert (tmp_path / "c.inv").read_bytes() == b"\x00\xff"
    assert write_files(tmp_path, {**files, "c.inv": b"\x01"}) == ("c.inv",)


def test_page_is_not_written_over(tmp_path: Path) -> None:
    """A leading page replaces an older one, and no page of the site."""
    (tmp_path / "page.html").write_text("<p>页面</p>", encoding="utf-8")
    (tmp_path / "old.html").write_text(REDIRECT_MARK, encoding="utf-8")
    assert write_files(tmp_path, {"page.html": REDIRECT_MARK + "新", "old.html": REDIRECT_MARK + "新"}) == ("old.html",)


def test_pages_are_read_by_their_paths(tmp_path: Path) -> None:
    """Markdown in every folder is found, and nothing else."""
    for path in ("index.md", "api/torch.abs.md", "assets/x.json"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(path, encoding="utf-8")
    assert read_pages(tmp_path) == {"api/torch.abs.md": "api/torch.abs.md", "index.md": "index.md"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project whose site MkDocs has built strictly, with a record of each sort."""
    project = Project(tmp_path_factory.mktemp("project"))
    missing = FORMULA.replace("torch.foo", "torch.sparse_bsr_tensor").replace('=HYPERLINK("x"),"一"', "没有这种格式。")
    tried = "{torch: y = torch.sparse_bsr_tensor, paddle: y = paddle.sparse_bsr_tensor, expect: fails}"
    project.add(f"{missing}checks:\n  - {tried}\n")
    settings = project.root / "mapping_data/catalog.yml"
    settings.write_text(settings.read_text("utf-8") + "\nredirects: {torch.former: torch.abs}\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=project.root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return project


@pytest.fixture
def site(built: Project) -> Path:
    """The built site."""
    return built.root / "site"


@pytest.mark.slow
def test_built_site_has_the_files_and_every_redirect_arrives(site: Path) -> None:
    """MkDocs builds strictly with the files beside its pages; each leading page leads to a page, and to a row there."""
    for path in (
        "data.json",
        "objects.inv",
        "llms.txt",
        "index.html.md",
        "api/torch.abs/index.html.md",
        "api/torch.abs/record.json",
    ):
        assert (site / path).is_file()
    leading = [path for path in site.rglob("*.html") if REDIRECT_MARK in path.read_text("utf-8")]
    names = {path.parent.name for path in leading}
    constants = set(load_without_records(REPOSITORY).settings.constants)
    assert names == {"torch.absolute", "torch.former", "torch.sparse_bsr_tensor", "torch.bar"} | constants
    for path in leading:
        (target,) = re.findall(r"; url=([^\"]+)", path.read_text("utf-8"))
        address, _, row = urljoin(f"/{path.parent.relative_to(site).as_posix()}/", target).partition("#")
        page = (site / address.strip("/") / "index.html").read_text("utf-8")
        assert REDIRECT_MARK not in page
        assert not row or f'id="{unquote(row)}"' in page


def test_data_page_links_to_files_of_the_site(site: Path) -> None:
    """The links of the page 数据与接口 to files that only the built site has lead there."""
    written = (REPOSITORY / "site_src/data.md").read_text("utf-8")
    linked = re.findall(r'href="\.\./([\w./-]+\.(?:json|csv|inv|txt|md))"', written)
    assert len(linked) >= 6
    assert [path for path in linked if not (site / path).is_file()] == []


@pytest.mark.slow
def test_export_below_a_site_gives_the_same_files(site: Path, built: Project) -> None:
    """``apimap export site`` writes what the plugin wrote, byte for byte, so that other engines get the same site."""
    own = [path for path in site.rglob("*") if path.is_file()]
    made = [
        path
        for path in own
        if path.suffix in {".json", ".csv", ".inv", ".md", ".txt"} or REDIRECT_MARK.encode() in path.read_bytes()
    ]
    made = [path for path in made if "assets" not in path.parts and "search" not in path.parts]
    before = {path: path.read_bytes() for path in made}
    for path in made:
        path.unlink()
    code = "import sys; from generator.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", code, "--root", str(built.root), "export", "site", "--output", str(site)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {path: path.read_bytes() for path in made} == before
    assert f"写了 {len(made)} 个文件" in done.stderr
