from __future__ import annotations

import importlib.util
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import sampling
import yaml
from samples import shipped_catalog

from generator.cli import VERBS
from generator.libraries.registry import LIBRARIES
from generator.storage.variation_file import read_variations

REPOSITORY = Path(__file__).parents[1]
READMES = ("README.md", "README_EN.md")
GUIDES = (*READMES, "CONTRIBUTING.md", "docs/design.md")
REQUIREMENTS = sorted((REPOSITORY / "requirements").glob("*.txt"))
PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9.!+]+")
WORKFLOWS = sorted((REPOSITORY / ".github/workflows").glob("*.yml"))
YAML_FILES = [*WORKFLOWS, REPOSITORY / ".pre-commit-config.yaml", REPOSITORY / ".pre-commit-hooks.yaml"]


def text_of(name: str) -> str:
    """A file's text, by its path below the repository."""
    return (REPOSITORY / name).read_text(encoding="utf-8")


def pins(path: Path) -> dict[str, str]:
    """The versions in a requirement file by normalized name."""
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if PIN.fullmatch(line))
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, _, version in (x.partition("==") for x in lines)}


def code_blocks(text: str) -> list[str]:
    """What stands between code fences, in order."""
    return re.findall(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def make_targets() -> set[str]:
    """The commands that ``make help`` lists."""
    return set(re.findall(r"^([a-z-]+):.*## ", text_of("Makefile"), re.MULTILINE))


def tracked_files() -> list[Path]:
    """The files that git keeps, or would keep, of this repository."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    return [path for name in listed.split("\0") if name and (path := REPOSITORY / name).is_file()]


@pytest.mark.parametrize("path", REQUIREMENTS, ids=lambda path: path.name)
def test_requirement_files_hold_exact_versions_alone(path: Path) -> None:
    """A requirement file has comments and ``name==version`` lines, sorted: no address, hash, option or range."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert lines
    assert [line for line in lines if not PIN.fullmatch(line)] == []
    assert list(pins(path)) == sorted(pins(path))


def test_requirement_files_agree() -> None:
    """A package that several files name has the same version in all of them."""
    versions: dict[str, set[str]] = {}
    for path in REQUIREMENTS:
        for name, version in pins(path).items():
            versions.setdefault(name, set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_pinned_libraries_are_those_the_data_speaks_of() -> None:
    """``make libraries`` installs the versions that ``catalog.yml`` declares."""
    declared = yaml.safe_load(text_of("mapping_data/catalog.yml"))["versions"]
    installed = pins(REPOSITORY / "requirements/libraries.txt") | pins(REPOSITORY / "requirements/torchvision.txt")
    assert {name: installed[LIBRARIES[name].distributions[0]] for name in declared} == declared


def test_build_tools_are_pinned() -> None:
    """The version of hatchling that ``pyproject.toml`` asks for is the one that is installed without isolation."""
    assert f'"hatchling=={pins(REPOSITORY / "requirements/build.txt")["hatchling"]}"' in text_of("pyproject.toml")


@pytest.mark.skipif(not (REPOSITORY / ".git").exists(), reason="no git checkout")
def test_no_file_names_a_registry_or_a_path_of_some_machine() -> None:
    """Tracked files name no host of a package registry, nor the folder this checkout or its owner's home lies in."""
    hosts = ("pypi" + ".org", "python" + "hosted", "registry.npm" + "js", "deb.debian" + ".org")
    places = (f"{REPOSITORY}/", f"{Path.home()}/")
    found = [
        (path.relative_to(REPOSITORY).as_posix(), needle)
        for path in tracked_files()
        for needle in (*hosts, *places)
        if needle.encode() in path.read_bytes()
    ]
    assert found == []


@pytest.mark.parametrize("name", [*GUIDES, *(f".github/workflows/{path.name}" for path in WORKFLOWS), ".ci/run"])
def test_make_targets_that_are_named_exist(name: str) -> None:
    """Every ``make`` command that a document or a workflow names is one that ``make help`` lists."""
    text = text_of(name)
    named = re.findall(r"(?:^|[`;&] ?|- run: |step [\w-]+ |\"' )make ([a-z-]+)", text, re.MULTILINE)
    assert set(named) <= make_targets()
    assert named or name in {"docs/design.md", ".github/workflows/review.yml"}


def test_readme_sets_up_with_two_commands() -> None:
    """The first commands of the README serve the site, the second run the tests, and neither needs another."""
    assert re.findall(r"^```bash\n(.*?)^```$", text_of("README.md"), re.MULTILINE | re.DOTALL)[:2] == [
        "make serve\n",
        "make test\n",
    ]


def test_both_readmes_have_the_same_code() -> None:
    """The two languages of the README show the same commands."""
    chinese, english = (code_blocks(text_of(name)) for name in READMES)
    assert chinese == english


@pytest.mark.parametrize("name", READMES)
@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_in_the_readme(name: str, verb: str) -> None:
    """The README's table of commands has each verb of ``apimap``."""
    assert f"| `apimap {verb}` |" in text_of(name)


@pytest.mark.parametrize("name", GUIDES)
def test_verbs_that_are_named_exist(name: str) -> None:
    """A document names no verb that ``apimap`` does not have."""
    named = set(re.findall(r"apimap (?:--root \w+ )?([a-z]+)", text_of(name)))
    assert named
    assert named <= VERBS.keys()


@pytest.mark.parametrize("name", GUIDES)
def test_paths_that_are_named_exist(name: str) -> None:
    """A document names no file or folder of the repository that is not there."""
    folders = "generator|tests|mapping_data|templates|requirements|docs|bench|site_src|\\.ci"
    text = text_of(name)
    named = re.findall(rf"`((?:{folders})/[^`*<> ]*)`", text)
    linked = [(REPOSITORY / name).parent / target for target in re.findall(r"\]\((?!http|#)([^)#]+)", text)]
    assert named
    generated = {"site_src/api/", "site_src/pytorch_api_mapping_cn.md"}
    missing = [path for path in named if path not in generated and not (REPOSITORY / path).exists()]
    assert missing == []
    assert [path for path in linked if not path.exists()] == []


@pytest.mark.parametrize("path", YAML_FILES, ids=lambda path: path.name)
def test_workflows_and_hooks_are_yaml(path: Path) -> None:
    """Workflow and hook files parse."""
    assert yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_ask_for_no_more_than_they_need(path: Path) -> None:
    """A workflow may read the contents and nothing else, unless a job says so, and no job runs without a limit."""
    workflow: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())


def test_jobs_that_share_the_work_leave_nothing_out() -> None:
    """Every night each job of the matrix takes one part, from the first to the last, of as many parts as there are jobs."""
    jobs: dict[str, Any] = yaml.safe_load(text_of(".github/workflows/nightly.yml"))["jobs"]
    shared = {name: job for name, job in jobs.items() if "strategy" in job}
    assert shared.keys() == {"tests", "evidence", "variations", "samples", "versions"}
    for name, job in shared.items():
        shards = job["strategy"]["matrix"]["shard"]
        parts = str(len(shards)) if name == "versions" else "${{ strategy.job-total }}"
        assert shards == list(range(1, len(shards) + 1))
        assert f"${{{{ matrix.shard }}}}/{parts}" in job["env"]["SHARD"]
    earlier = yaml.safe_load(text_of("mapping_data/catalog.yml"))["earlier"]["paddle"]
    assert jobs["versions"]["strategy"]["matrix"]["version"] == earlier


@pytest.mark.parametrize(
    "path", sorted((REPOSITORY / "requirements/releases").glob("*.txt")), ids=lambda path: path.name
)
def test_earlier_releases_are_pinned(path: Path) -> None:
    """Each environment installs the release that its file is called after, and exact versions alone."""
    library, _, version = path.stem.partition("-")
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert all(PIN.fullmatch(line) for line in lines)
    assert pins(path)[LIBRARIES[library].distributions[0]] == version
    assert version in yaml.safe_load(text_of("mapping_data/catalog.yml"))["earlier"][library]


def test_parts_of_the_tests_leave_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test belongs to exactly one of the parts."""
    found: list[int] = []
    for part in range(1, 4):
        monkeypatch.setattr(sampling, "SHARD", f"{part}/3")
        found += sampling.shard(range(100))
    assert sorted(found) == list(range(100))


def test_no_evidence_is_left_of_what_is_gone() -> None:
    """Evidence belongs to a record, note or family; a check of a part of them, as CI does it, could not see it."""
    catalog = shipped_catalog()
    assert catalog.evidence.keys() <= catalog.tested.keys()
    assert read_variations(REPOSITORY).keys() <= catalog.by_api.keys()
    assert {one.record for one in catalog.facts.values() if one.record} <= catalog.by_api.keys()


def test_source_that_python_warns_about_can_be_compiled() -> None:
    """No test fails because jieba, whose source has odd escapes, is compiled for the first time."""
    spec = importlib.util.find_spec("jieba")
    assert spec is not None
    assert spec.origin is not None
    compile(Path(spec.origin).read_text(encoding="utf-8"), spec.origin, "exec")


def test_offered_hook_runs_a_command_of_ours() -> None:
    """The hooks that other repositories use start a verb that exists: one for all files, one for those that changed."""
    hooks = {hook["id"]: hook for hook in yaml.safe_load(text_of(".pre-commit-hooks.yaml"))}
    assert {name: hook.get("pass_filenames", True) for name, hook in hooks.items()} == {
        "apimap-lint": False,
        "apimap-lint-files": True,
    }
    for hook in hooks.values():
        command, verb = hook["entry"].split()
        assert command == "apimap"
        assert verb in VERBS
    changed = re.compile(hooks["apimap-lint-files"]["files"])
    assert changed.search("mapping_data/records/torch/torch.abs.yml")
    assert not changed.search("mapping_data/catalog.yml")
