from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from mkdocs.config.config_options import Hooks
from samples import ABS, REPOSITORY, Project
from sampling import sample
from site_builds import PLUGINS, SERVE, BuildSite, build_once, changed

from generator import parallel
from generator.publishing.pages.render import RecordPages
from generator.publishing.pages.rendered import PageRenderer, RenderedPage
from generator.publishing.site import digest
from generator.storage.yaml_file import RecordSource


@pytest.mark.parametrize("settings", [{}, {"site_url": "https://example.org/map/"}])
def test_fast_and_plain_sites_are_the_same(build_site: BuildSite, settings: dict[str, object]) -> None:
    """Every file that we write has the bytes that MkDocs would give it, from an empty cache and from a warm one."""
    plain = build_site(fast=False, **settings)
    assert changed(plain, build_site(**settings)) == set()
    assert changed(plain, build_site(**settings)) == set()
    assert any("torch.abs" in path for path in plain)


@pytest.mark.slow
def test_serial_and_parallel_sites_are_the_same(
    build_site: BuildSite, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second process makes the same pages as the first one would have made."""
    serial = build_site()
    forget(project)
    monkeypatch.setattr(parallel, "ENOUGH", 1)
    monkeypatch.setattr(parallel, "_cores", lambda: 2)
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    assert changed(serial, build_site()) == set()


def forget(project: Project) -> None:
    """Removes what earlier builds kept."""
    (project.root / ".cache/site.json").unlink()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that are rendered, by path."""
    paths: list[str] = []
    render = RecordPages.render

    def watched(pages: RecordPages, source: RecordSource, renderer: PageRenderer) -> RenderedPage:
        page = render(pages, source, renderer)
        paths.append(page.path)
        return page

    monkeypatch.setattr(RecordPages, "render", watched)
    monkeypatch.setattr(parallel, "_cores", lambda: 1)
    return paths


PAGES = ["api/torch.abs.md", "api/torch.nn.functional.dropout.md"]


@pytest.mark.slow
def test_cache_is_asked_and_may_be_deleted(build_site: BuildSite, project: Project, made: list[str]) -> None:
    """A second build renders nothing; without the cache, or with a damaged one, all is rendered again."""
    first = build_site()
    assert sorted(made) == PAGES
    made.clear()
    assert changed(first, build_site()) == set()
    assert made == []
    (project.root / ".cache/site.json").write_bytes(b"no cache at all")
    assert changed(first, build_site()) == set()
    assert sorted(made) == PAGES


@pytest.mark.slow
def test_file_of_ours_that_is_gone_is_written_again(build_site: BuildSite, project: Project) -> None:
    """A page of the site, or Markdown beside the hand-written pages, that somebody removed or changed is made anew."""
    first = build_site()
    for path in (
        "site/api/torch.abs/index.html",
        "site/notes/index.html",
        "site_src/api/torch.abs.md",
        "site/data.json",
    ):
        (project.root / path).unlink()
        assert changed(first, build_site()) == set()
        (project.root / path).write_text("changed", encoding="utf-8")
        assert changed(first, build_site()) == set()
    (project.root / "site/api/torch.abs/stranger.html").write_text("not ours", encoding="utf-8")
    assert changed(first, build_site()) == set()


@pytest.mark.slow
def test_site_in_another_folder_is_whole(build_site: BuildSite) -> None:
    """What an earlier build wrote into one folder does not make a build into another one leave anything out."""
    sites = [build_site(folder=name) for name in ("one", "two", "one")]
    assert "api/torch.abs/index.html" in sites[0]
    assert sites[1:] == [sites[0]] * 2


@pytest.mark.slow
def test_build_that_finds_nothing_changed_loads_no_models(project: Project) -> None:
    """What reads, examines and renders records is not even imported, nor jieba's dictionary read: it would take longer than the rest."""
    program = (
        "import sys; from mkdocs.__main__ import cli; cli(['build', '-q'], standalone_mode=False); import jieba; "
        "print(*(name for name in sys.modules if name == 'pydantic' or name.startswith(('generator.lint.rules', 'torch'))), "
        "*['dictionary'] * jieba.dt.initialized)"
    )
    command = [sys.executable, "-c", program]
    first, second = (
        subprocess.run(command, cwd=project.root, check=True, capture_output=True, text=True).stdout.split()
        for _ in range(2)
    )
    assert {"pydantic", "dictionary"} <= set(first)
    assert second == []


def edit(path: Path, old: str, new: str) -> None:
    """Replaces text in a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def write(path: Path, text: str) -> None:
    """Writes a file, and its folder."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


EVIDENCE = (REPOSITORY / "mapping_data/evidence/torch.jsonl").read_text(encoding="utf-8")
EDITS: dict[str, Callable[[Project], None]] = {
    "record": lambda project: edit(project.records / "torch/torch.abs.yml", "表示输入的", "表示给出的"),
    "template": lambda project: edit(project.root / "templates/difference.md.j2", "### {{ md", "### 新 {{ md"),
    "theme": lambda project: edit(project.root / "templates/theme/partials/content.html", "{%", "<!-- new -->{%"),
    "theme around": lambda project: edit(project.root / "templates/theme/main.html", "{% block", "{# #}{% block"),
    "settings": lambda project: edit(project.root / "mkdocs.yml", "site_name: PyTorch", "site_name: 新 PyTorch"),
    "catalog": lambda project: edit(project.root / "mapping_data/catalog.yml", "paddle: 3.3.1", "paddle: 3.3.2"),
    "evidence": lambda project: write(project.root / "mapping_data/evidence/torch.jsonl", EVIDENCE),
    "hand-written page": lambda project: edit(project.pages / "format.md", "# ", "# 新版"),
    "new record": lambda project: project.add(ABS.replace("abs", "ceil").replace("aliases: [torch.ceilolute]\n", "")),
    "removed record": lambda project: (project.records / "torch/torch.abs.yml").unlink(),
    "broken record": lambda project: project.add("torch: torch.abs\ncategory: [\n", "torch/torch.abs.yml"),
}


@pytest.mark.slow
def test_edit_is_seen_with_a_warm_cache_and_while_serving(build_site: BuildSite, project: Project) -> None:
    """After each of many edits, a build with the cache of before, and one while serving, give the site of a build without cache."""
    project.template("difference.md.j2")
    before = build_site()
    PLUGINS.plugin_cache.clear()
    build_once(project, serve=SERVE, folder="served")
    serving = dict(PLUGINS.plugin_cache)
    for name in sorted(sample([*EDITS], 4), key=[*EDITS].index):  # what is removed cannot be edited afterwards
        kept = (project.root / ".cache/site.json").read_bytes()
        EDITS[name](project)
        PLUGINS.plugin_cache.update(serving)
        served = build_once(project, serve=SERVE, folder="served")
        assert (project.root / ".cache/site.json").read_bytes() == kept, name
        warm = build_site()
        forget(project)
        fresh = build_site()
        assert changed(warm, fresh) == set(), name
        assert changed(served, fresh) == set(), name
        assert (changed(before, fresh) != set()) is (name != "theme around"), name
        before = fresh


@pytest.mark.slow
def test_time_of_the_build_is_that_of_this_build(
    build_site: BuildSite, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the theme prints when the site was built, no page of an earlier build is taken."""
    edit(project.root / "templates/theme/main.html", "{{ super() }}", "{{ super() }}<i>{{ build_date_utc }}</i>")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert b"1970-01-01" in build_site()["index.html"]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    after = build_site()
    assert b"2001-09-09" in after["index.html"]
    assert b"2001-09-09" in after["api/torch.abs/index.html"]


@pytest.mark.slow
def test_new_generator_makes_all_again(build_site: BuildSite, made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What another version of the generator or of a program that it uses has written is written again."""
    build_site()
    made.clear()
    monkeypatch.setattr(digest, "_code_digest", lambda: "another")
    build_site()
    assert sorted(made) == PAGES


@pytest.mark.slow
def test_serving_leaves_unchanged_pages_alone(build_site: BuildSite, project: Project, made: list[str]) -> None:
    """While serving, a rebuild after an edit renders and writes one difference page; the site is that of a fresh build."""
    build_once(project, serve=SERVE)
    pages = {
        name: project.root / f"site/api/{name}/index.html" for name in ("torch.abs", "torch.nn.functional.dropout")
    }
    times = {name: page.stat().st_mtime_ns for name, page in pages.items()}
    made.clear()
    EDITS["record"](project)
    served = build_once(project, serve=SERVE)
    assert made == ["api/torch.abs.md"]
    assert pages["torch.abs"].stat().st_mtime_ns != times["torch.abs"]
    assert pages["torch.nn.functional.dropout"].stat().st_mtime_ns == times["torch.nn.functional.dropout"]
    assert changed(served, build_site(site_url="")) == set()


@pytest.mark.slow
def test_links_to_anchors_of_difference_pages_are_checked(
    build_site: BuildSite, project: Project, caplog: pytest.LogCaptureFixture
) -> None:
    """A hand-written page may name a place in a difference page; one that is not there is told as MkDocs tells it."""
    page = project.pages / "format.md"
    text = "\n[a](api/torch.abs.md#参数映射) [b](api/torch.abs.md#gone)\n"
    page.write_text(page.read_text(encoding="utf-8") + text, encoding="utf-8")
    told = []
    with caplog.at_level(logging.INFO, logger="mkdocs"):
        for fast in (False, True, True):
            caplog.clear()
            build_site(fast=fast, validation={"links": {"anchors": "warn"}})
            told.append([record.getMessage() for record in caplog.records if "torch.abs.md#" in record.getMessage()])
    assert len(told[0]) == 1
    assert "#gone" in told[0][0]
    assert told[1:] == [told[0]] * 2


@pytest.mark.slow
def test_other_plugins_may_add_to_the_templates(build_site: BuildSite, project: Project) -> None:
    """A filter that a hook gives the theme's environment is there when difference pages are made."""
    hook = project.root / "hook.py"
    hook.write_text(
        "def on_env(env, config, files):\n    env.filters['louder'] = lambda text: text + '!'\n    return env\n",
        encoding="utf-8",
    )
    edit(
        project.root / "templates/theme/partials/content.html",
        "{{ page.content }}",
        "{{ page.content }}{{ 'loud' | louder }}",
    )
    plain = build_site(fast=False, hooks=[str(hook)])
    assert b"loud!" in plain["api/torch.abs/index.html"]
    assert changed(plain, build_site(hooks=[str(hook)])) == set()


@pytest.mark.slow
def test_other_plugins_may_change_every_page(build_site: BuildSite, project: Project) -> None:
    """Where a hook wants to be told of pages, all of them are made by MkDocs, and it is told of all."""
    hook = project.root / "hook.py"
    hook.write_text("def on_page_content(html, **others):\n    return html + '<p>Told.</p>'\n", encoding="utf-8")
    site = build_site(hooks=[str(hook)])
    assert b"Told." in site["api/torch.abs/index.html"]
    assert changed(build_site(fast=False, hooks=[str(hook)]), site) == set()


@pytest.mark.slow
def test_another_hook_makes_all_again(build_site: BuildSite, project: Project) -> None:
    """What a hook adds to the templates' environment belongs to what a page is made of."""
    hook = project.root / "hook.py"
    text = "def on_env(env, config, files):\n    env.globals['word'] = 'one'\n    return env\n"
    edit(project.root / "templates/theme/partials/content.html", "{{ page.content }}", "{{ page.content }}{{ word }}")
    hook.write_text(text, encoding="utf-8")
    build_site(hooks=[str(hook)])
    hook.write_text(text.replace("one", "two words"), encoding="utf-8")
    Hooks._load_hook.cache_clear()
    assert b"two words" in build_site(hooks=[str(hook)])["api/torch.abs/index.html"]


@pytest.mark.parametrize(
    "settings", [{"theme": "material"}, {"theme": "mkdocs"}, {"theme": "readthedocs", "plugins": ["apimap"]}]
)
@pytest.mark.slow
def test_other_themes_are_built_too(build_site: BuildSite, project: Project, settings: dict[str, object]) -> None:
    """A theme without our templates, or a site without a search, is built by MkDocs' own way."""
    (project.root / "mkdocs.yml").write_text(
        yaml.safe_dump({"site_name": "另一个网站", "docs_dir": "site_src"}), encoding="utf-8"
    )
    site = build_site(**{"plugins": ["search", "apimap"], **settings})
    assert b"paddle.abs" in site["api/torch.abs/index.html"]


@pytest.mark.slow
def test_dirty_build_shows_an_edited_record(project: Project) -> None:
    """With ``--dirty``, which makes only pages whose files changed, a record's new note is on its page."""
    mkdocs(project, "build", "-q")
    before = (project.root / "site/format/index.html").stat().st_mtime_ns
    EDITS["record"](project)
    mkdocs(project, "build", "-q", "--dirty")
    assert "表示给出的" in (project.root / "site/api/torch.abs/index.html").read_text(encoding="utf-8")
    assert (project.root / "site/format/index.html").stat().st_mtime_ns == before


@pytest.mark.slow
def test_gh_deploy_publishes_the_whole_site(project: Project) -> None:
    """``mkdocs gh-deploy`` pushes every page, those that MkDocs did not make too."""
    remote = project.root.parent / "remote.git"
    for command in (
        ["init", "--bare", str(remote)],
        ["init", str(project.root)],
        ["-C", str(project.root), "remote", "add", "origin", str(remote)],
        [
            "-C",
            str(project.root),
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b",
            "commit",
            "--allow-empty",
            "-m",
            "first",
        ],
    ):
        subprocess.run(["git", *command], check=True, capture_output=True)
    mkdocs(project, "gh-deploy", "-q")
    listed = subprocess.run(
        ["git", "-C", str(remote), "ls-tree", "-r", "--name-only", "gh-pages"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert {"index.html", "api/torch.abs/index.html", "api/torch.abs/record.json"} <= set(listed.stdout.split())


def mkdocs(project: Project, *arguments: str) -> None:
    """Runs MkDocs as a user does; git knows who commits."""
    identity = {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    subprocess.run(
        [sys.executable, "-m", "mkdocs", *arguments],
        cwd=project.root,
        env={**os.environ, **identity},
        check=True,
        capture_output=True,
    )
