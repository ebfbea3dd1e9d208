from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.config_options import Hooks, Plugins
from mkdocs.config.defaults import MkDocsConfig
from samples import ABS, REPOSITORY, Project

from generator import parallel
from generator.site import engine, themed

Site = Mapping[str, bytes]
FAST = {"search": {"lang": "zh"}, "apimap": {"fast": True}}
PLAIN = {"search": {"lang": "zh"}, "apimap": {"fast": False}}


@pytest.fixture
def build_site(project: Project) -> Iterator[Callable[..., Site]]:
    """Builds the project's site in this process, as a fresh run of MkDocs would."""
    plugins = vars(MkDocsConfig)["plugins"]
    assert isinstance(plugins, Plugins)

    def run(*, fast: bool = True, **settings: object) -> Site:
        plugins.plugin_cache.clear()
        return build_once(project, fast=fast, **settings)

    yield run
    plugins.plugin_cache.clear()


def build_once(project: Project, *, fast: bool = True, serve: str | None = None, **settings: object) -> Site:
    """Builds the site, with what the plugin keeps from a build before it in this process."""
    config = load_config(
        config_file=str(project.root / "mkdocs.yml"),
        site_dir=str(project.root / "site"),
        plugins=FAST if fast else PLAIN,
        **settings,
    )
    config.plugins.on_startup(command="serve" if serve else "build", dirty=False)
    build(config, serve_url=serve)
    return {
        path.relative_to(config.site_dir).as_posix(): path.read_bytes()
        for path in sorted(Path(config.site_dir).rglob("*"))
        if path.is_file() and path.suffix != ".gz"
    }


def changed(before: Site, after: Site) -> set[str]:
    """The files that differ, or that only one of two sites has."""
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


@pytest.mark.parametrize("settings", [{}, {"site_url": "https://example.org/map/"}, {"use_directory_urls": False}])
def test_fast_and_plain_sites_are_the_same(build_site: Callable[..., Site], settings: dict[str, object]) -> None:
    """Every file that the fast way writes has the bytes that MkDocs' own way gives it, from an empty cache and a warm one."""
    plain = build_site(fast=False, **settings)
    assert changed(plain, build_site(**settings)) == set()
    assert changed(plain, build_site(**settings)) == set()
    assert any("torch.abs" in path for path in plain)


def test_serial_and_parallel_sites_are_the_same(
    build_site: Callable[..., Site], project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second process makes the same pages as the first one would have made."""
    serial = build_site()
    (project.root / ".cache/site.sqlite").unlink()
    monkeypatch.setattr(parallel, "ENOUGH", 1)
    monkeypatch.setattr(parallel, "_cores", lambda: 2)
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    assert changed(serial, build_site()) == set()


def test_cache_is_asked_and_may_be_deleted(
    build_site: Callable[..., Site], project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second build converts no difference page; without the cache, or with a damaged one, all is made again."""
    from generator.site import articles

    made: list[str] = []
    make = articles.ArticleMaker.make
    monkeypatch.setattr(
        articles.ArticleMaker, "make", lambda self, file, text: made.append(file.src_uri) or make(self, file, text)
    )
    first = build_site()
    assert sorted(made) == ["api/torch.abs.md", "api/torch.nn.functional.dropout.md"]
    made.clear()
    assert changed(first, build_site()) == set()
    assert made == []
    (project.root / ".cache/site.sqlite").write_bytes(b"no database at all")
    assert changed(first, build_site()) == set()
    assert len(made) == 2


def test_build_that_finds_nothing_changed_loads_no_models(project: Project) -> None:
    """What reads, examines and renders records is not even imported: its import would take longer than the rest."""
    program = (
        "import sys; from mkdocs.__main__ import cli; cli(['build', '-q'], standalone_mode=False); "
        "print(*(name for name in sys.modules if name == 'pydantic' or name.startswith(('generator.rules', 'torch'))))"
    )
    command = [sys.executable, "-c", program]
    first, second = (
        subprocess.run(command, cwd=project.root, check=True, capture_output=True, text=True).stdout.split()
        for _ in range(2)
    )
    assert "pydantic" in first
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
    "template": lambda project: edit(project.root / "templates/difference.md.j2", "### 参数映射", "### 参数对照"),
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


@pytest.mark.parametrize("name", EDITS)
def test_edit_is_seen_with_a_warm_cache(build_site: Callable[..., Site], project: Project, name: str) -> None:
    """After any edit, a build with the cache of before gives the site of a build without one."""
    before = build_site()
    EDITS[name](project)
    after = build_site()
    (project.root / ".cache/site.sqlite").unlink()
    assert changed(after, build_site()) == set()
    assert (changed(before, after) != set()) is (name != "theme around")


def test_time_of_the_build_is_that_of_this_build(
    build_site: Callable[..., Site], project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the theme prints when the site was built, no page of an earlier build is taken."""
    edit(project.root / "templates/theme/main.html", "{{ super() }}", "{{ super() }}<i>{{ build_date_utc }}</i>")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert b"1970-01-01" in build_site()["index.html"]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    after = build_site()
    assert b"2001-09-09" in after["index.html"]
    assert b"2001-09-09" in after["api/torch.abs/index.html"]


def test_page_that_an_edit_leaves_alone_is_not_themed_again(
    build_site: Callable[..., Site], project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The theme is asked only for the page that changed, of those that MkDocs makes."""
    made: list[str] = []
    squeeze = themed.squeezed
    build_site()
    edit(project.pages / "format.md", "# ", "# 新版")
    monkeypatch.setattr(themed, "squeezed", lambda html: made.append(html) or squeeze(html))
    build_site()
    assert len(made) == 1
    assert "新版" in made[0]


def test_edit_of_a_record_makes_only_its_page_again(
    build_site: Callable[..., Site], project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a warm cache, an edited note converts one difference page, and every other one is taken from before."""
    from generator.site import articles

    build_site()
    made: list[str] = []
    make = articles.ArticleMaker.make
    monkeypatch.setattr(
        articles.ArticleMaker, "make", lambda self, file, text: made.append(file.src_uri) or make(self, file, text)
    )
    EDITS["record"](project)
    build_site()
    assert made == ["api/torch.abs.md"]


def test_new_generator_makes_all_again(build_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch) -> None:
    """What another version of the generator or of a program that it uses left in the cache is not taken."""
    from generator.site import articles

    build_site()
    made: list[str] = []
    make = articles.ArticleMaker.make
    monkeypatch.setattr(
        articles.ArticleMaker, "make", lambda self, file, text: made.append(file.src_uri) or make(self, file, text)
    )
    monkeypatch.setattr(engine, "_own_code", lambda: "another")
    build_site()
    assert len(made) == 2


SERVE = "http://127.0.0.1:8000/"


def test_serving_leaves_unchanged_pages_alone(build_site: Callable[..., Site], project: Project) -> None:
    """While serving, a rebuild after an edit writes one difference page, and the site is that of a fresh build."""
    assert build_site
    build_once(project, serve=SERVE)
    pages = {
        name: project.root / f"site/api/{name}/index.html" for name in ("torch.abs", "torch.nn.functional.dropout")
    }
    times = {name: page.stat().st_mtime_ns for name, page in pages.items()}
    EDITS["record"](project)
    served = build_once(project, serve=SERVE)
    assert pages["torch.abs"].stat().st_mtime_ns != times["torch.abs"]
    assert pages["torch.nn.functional.dropout"].stat().st_mtime_ns == times["torch.nn.functional.dropout"]
    assert changed(served, build_site(site_url="")) == set()


@pytest.mark.parametrize("name", EDITS)
def test_serving_shows_what_a_fresh_build_shows(build_site: Callable[..., Site], project: Project, name: str) -> None:
    """While serving, the site after any edit is that of a fresh build; nothing of a removed record stays."""
    build_site()
    build_once(project, serve=SERVE)
    EDITS[name](project)
    served = build_once(project, serve=SERVE)
    (project.root / ".cache/site.sqlite").unlink()
    assert changed(served, build_site()) == set()


def test_link_that_leads_nowhere_is_told_each_time(
    build_site: Callable[..., Site], project: Project, caplog: pytest.LogCaptureFixture
) -> None:
    """A broken link or anchor of a difference page is a warning of every build, also of one that makes nothing new."""
    edit(
        project.root / "templates/difference.md.j2",
        "{{ block.summary }}",
        "{{ block.summary }}\n\n[a](gone.md) [b](../format.md#gone)",
    )
    with caplog.at_level(logging.WARNING, logger="mkdocs"):
        for fast in (False, True, True):
            caplog.clear()
            build_site(fast=fast)
            told = [record.getMessage() for record in caplog.records]
            assert any("gone.md" in message and "api/torch.abs.md" in message for message in told), told
            assert any("#gone" in message and "api/torch.abs.md" in message for message in told), told


def test_links_to_anchors_of_difference_pages_are_checked(
    build_site: Callable[..., Site], project: Project, caplog: pytest.LogCaptureFixture
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


def test_other_plugins_may_add_to_the_templates(build_site: Callable[..., Site], project: Project) -> None:
    """A filter that a hook gives the theme's environment is there when difference pages are made."""
    hook = project.root / "hook.py"
    hook.write_text(
        "def on_env(env, config, files):\n    env.filters['louder'] = lambda text: text + '!'\n    return env\n",
        encoding="utf-8",
    )
    edit(
        project.root / "templates/theme/partials/content.html",
        "{{ html.text }}",
        "{{ html.text }}{{ 'loud' | louder }}",
    )
    plain = build_site(fast=False, hooks=[str(hook)])
    assert b"loud!" in plain["api/torch.abs/index.html"]
    assert changed(plain, build_site(hooks=[str(hook)])) == set()


def test_other_plugins_may_change_every_page(build_site: Callable[..., Site], project: Project) -> None:
    """Where a hook wants to be told of pages, all of them are made by MkDocs, and it is told of all."""
    hook = project.root / "hook.py"
    hook.write_text(
        "def on_page_markdown(markdown, **others):\n    return markdown + '\\n\\nTold.\\n'\n", encoding="utf-8"
    )
    site = build_site(hooks=[str(hook)])
    assert b"Told." in site["api/torch.abs/index.html"]
    assert changed(build_site(fast=False, hooks=[str(hook)]), site) == set()


def test_another_hook_makes_all_again(build_site: Callable[..., Site], project: Project) -> None:
    """What a hook adds to the templates' environment belongs to what a page is made of."""
    hook = project.root / "hook.py"
    text = "def on_env(env, config, files):\n    env.globals['word'] = 'one'\n    return env\n"
    edit(project.root / "templates/theme/partials/content.html", "{{ html.text }}", "{{ html.text }}{{ word }}")
    hook.write_text(text, encoding="utf-8")
    build_site(hooks=[str(hook)])
    hook.write_text(text.replace("one", "two words"), encoding="utf-8")
    Hooks._load_hook.cache_clear()
    assert b"two words" in build_site(hooks=[str(hook)])["api/torch.abs/index.html"]


@pytest.mark.parametrize(
    "settings", [{"theme": "material"}, {"theme": "mkdocs"}, {"theme": "readthedocs", "plugins": ["apimap"]}]
)
def test_other_themes_are_built_too(project: Project, settings: dict[str, object]) -> None:
    """A theme without our templates, or a site without a search, is built by MkDocs' own way."""
    (project.root / "mkdocs.yml").write_text(
        yaml.safe_dump(
            {"site_name": "另一个网站", "docs_dir": "site_src", "plugins": ["search", "apimap"], **settings}
        ),
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q"], cwd=project.root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "paddle.abs" in (project.root / "site/api/torch.abs/index.html").read_text(encoding="utf-8")


def test_dirty_build_shows_an_edited_record(project: Project) -> None:
    """With ``--dirty``, which makes only pages whose files changed, a record's new note is on its page."""
    mkdocs(project, "build", "-q")
    before = (project.root / "site/format/index.html").stat().st_mtime_ns
    EDITS["record"](project)
    mkdocs(project, "build", "-q", "--dirty")
    assert "表示给出的" in (project.root / "site/api/torch.abs/index.html").read_text(encoding="utf-8")
    assert (project.root / "site/format/index.html").stat().st_mtime_ns == before


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
