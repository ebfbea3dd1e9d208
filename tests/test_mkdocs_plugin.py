from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from samples import ABS, Project
from server import Server, running_server


def mkdocs(project: Project, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs MkDocs in the project folder."""
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", *arguments], cwd=project.root, capture_output=True, text=True, check=False
    )


def test_strict_build_of_clean_records_passes(project: Project) -> None:
    """Records without findings build strictly, and every record has its page in the site."""
    done = mkdocs(project, "build", "--strict")
    assert done.returncode == 0, done.stderr
    page = (project.root / "site/api/torch.abs/index.html").read_text(encoding="utf-8")
    assert "torch.abs" in page
    assert page.count("<h1") == 1


@pytest.mark.slow
def test_strict_build_fails_on_a_finding_and_names_it(project: Project) -> None:
    """``mkdocs build --strict`` fails on a finding; without ``--strict`` the site is built and the page shows it."""
    project.add(ABS.replace("Tensor。", "Tensor"))
    strict = mkdocs(project, "build", "--strict")
    assert strict.returncode == 1
    assert "torch.abs.yml:5:37 PAR002" in strict.stderr
    assert "Traceback" not in strict.stderr
    lenient = mkdocs(project, "build")
    assert lenient.returncode == 0
    assert "apimap-error" in (project.root / "site/api/torch.abs/index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("mapping_data/catalog.yml", "sections: ["),
        ("templates/page.md.j2", "{% for %}"),
        ("templates/theme/partials/toc.html", "{% for entry in page.toc %}{{ entry.title }}{% endfor %}"),
    ],
)
@pytest.mark.slow
def test_build_without_usable_settings_or_templates_stops(path: str, text: str, project: Project) -> None:
    """Where nothing can be rendered the build stops with one message and no traceback."""
    (project.root / path).write_text(text, encoding="utf-8")
    done = mkdocs(project, "build")
    assert done.returncode == 1
    assert Path(path).name in done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose first build is done; the tests leave its project with other words, and whole."""
    project = Project(tmp_path_factory.mktemp("served"))
    project.template("difference.html.j2")
    with running_server(project) as running:
        yield running


@pytest.mark.slow
def test_serve_rebuilds_once_for_each_edit(server: Server) -> None:
    """Saving a record, a template or a hand-written page builds once, shows the change, and reloads the browser."""
    project, before, reloads = server.project, server.builds, server.log.count("Reloading browsers")
    edits = [
        (project.records / "torch/torch.abs.yml", "表示输入的", "表示给出的", "api/torch.abs/"),
        (project.root / "templates/difference.html.j2", "apimap-sides", "apimap-edited-sides", "api/torch.abs/"),
        (project.pages / "format.md", "# ", "# 新版", "format/"),
    ]
    for number, (path, old, new, page) in enumerate(edits, start=before + 1):
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        server.wait(lambda page=page, new=new: new.strip("# ") in server.page(page))  # type: ignore[misc]
        server.settle()
        assert server.builds == number, server.log
    assert server.log.count("Reloading browsers") - reloads == len(edits)


@pytest.mark.slow
def test_serve_survives_a_broken_record(server: Server) -> None:
    """A broken record shows its findings on its own page and in the terminal; the rest of the site stays up."""
    project = server.project
    project.add("torch: torch.abs\ncategory: [\n", "torch/torch.abs.yml")
    server.wait(lambda: "YML001" in server.page("api/torch.abs/"))
    assert re.search(r"torch\.abs\.yml:\d+:\d+ YML001", server.log)
    assert "参数映射" in server.page("api/torch.nn.functional.dropout/")
    project.add(ABS)
    server.wait(lambda: "YML001" not in server.page("api/torch.abs/") and "表示输入的" in server.page("api/torch.abs/"))


@pytest.mark.slow
def test_serve_survives_a_broken_template(server: Server) -> None:
    """A template with a typo is named in the terminal, the old pages stay, and the next save is built."""
    template = server.project.root / "templates/difference.html.j2"
    text = template.read_text(encoding="utf-8")
    template.write_text(text.replace("{% endfor %}", "{% endfro %}", 1), encoding="utf-8")
    server.wait(lambda: "语法错误" in server.log)
    server.wait(lambda: "参数映射" in server.page("api/torch.abs/"))
    template.write_text(text.replace("apimap-signature", "apimap-mended-signature"), encoding="utf-8")
    server.wait(lambda: "apimap-mended-signature" in server.page("api/torch.abs/"))
