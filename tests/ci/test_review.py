"""The steps of the workflows that tell a reviewer what a change does, run as the workflows run them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import yaml
from repositories import Repository
from samples import ABS, MAX, REPOSITORY, Project

pytestmark = pytest.mark.slow

WORKFLOWS = REPOSITORY / ".github/workflows"
HEAD = "c" * 40
RUN = {
    "event": "pull_request",
    "head_sha": HEAD,
    "head_branch": "change",
    "head_repository": {"owner": {"login": "somebody"}},
    "html_url": "https://github.example.org/runs/1",
}
MARK = "<!-- apimap review -->"


def steps(workflow: str, job: str) -> list[dict[str, Any]]:
    """The steps of a job."""
    content: dict[str, Any] = yaml.safe_load((WORKFLOWS / workflow).read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = content["jobs"][job]["steps"]
    return found


def commands(workflow: str, job: str) -> list[str]:
    """The shell commands of a job that run a script of ours."""
    return [step["run"] for step in steps(workflow, job) if ".ci/" in step.get("run", "")]


@pytest.fixture
def repository(project: Project) -> Repository:
    """A project with the scripts of the workflows, and a branch for a change of it."""
    (project.root / ".ci").symlink_to(REPOSITORY / ".ci")
    (project.root / ".venv").symlink_to(sys.prefix)
    repository = Repository(project)
    repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
    repository.git("switch", "--quiet", "--create", "change")
    return repository


def review(repository: Repository, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the step of ``checks.yml`` as it stands there."""
    (command,) = commands("checks.yml", "review")
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=repository.root,
        env={**os.environ, "APIMAP_BASE": "origin/main", "GITHUB_STEP_SUMMARY": "summary.md", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_change_of_each_kind_is_told_to_its_reviewer(repository: Repository) -> None:
    """A record that comes, one that goes, one that changes and a fault give summary, comment, annotation, suggestion and pages."""
    repository.project.add(MAX)
    repository.project.add(ABS.replace("表示输入的 Tensor。", "表示某个 Tensor"))
    (repository.project.records / "torch.nn.functional/torch.nn.functional.dropout.yml").unlink()
    commit = repository.commit()
    done = review(repository)
    assert done.returncode == 0, done.stderr
    assert "::error file=mapping_data/records/torch/torch.abs.yml,line=5" in done.stdout
    said = repository.root / "build/review/said"
    comment = (said / "comment.md").read_text(encoding="utf-8")
    assert "新增 1 条、去掉 1 条、改动 1 条记录" in comment
    assert "变为“表示某个 Tensor，仅参数名不一致。”" in comment
    assert comment in (repository.root / "summary.md").read_text(encoding="utf-8")
    (suggestion,) = json.loads((said / "suggestions.json").read_text(encoding="utf-8"))
    assert (suggestion["path"], suggestion["line"]) == ("mapping_data/records/torch/torch.abs.yml", 5)
    assert "```suggestion\n  - {torch: input, paddle: x, note: 表示某个 Tensor。}\n```" in suggestion["body"]
    pages = repository.root / "build/review/pages"
    assert "paddle.max" in (pages / "api/torch.max/index.html").read_text(encoding="utf-8")
    first = (pages / "index.html").read_text(encoding="utf-8")
    linked = re.findall(r'<a href="([^"#]+)"', first)
    assert linked == ["api/torch.max/index.html", "api/torch.abs/index.html"]
    assert all((pages / link).is_file() for link in linked)
    assert repository.git("rev-parse", "HEAD") == commit
    assert repository.git("status", "--porcelain", "mapping_data") == ""


def test_change_of_something_else_says_nothing(repository: Repository) -> None:
    """Where the data is as it was, nothing is said to be posted, and the pages have only the first one."""
    (repository.root / "other.md").write_text("# 别的\n", encoding="utf-8")
    repository.commit()
    done = review(repository)
    assert done.returncode == 0, done.stderr
    assert (repository.root / "build/review/said/comment.md").read_text(encoding="utf-8") == ""
    assert json.loads((repository.root / "build/review/said/suggestions.json").read_text(encoding="utf-8")) == []


def test_base_that_is_not_there_fails(repository: Repository) -> None:
    """A target branch that was not fetched fails the step: nothing is posted of a comparison with something else."""
    assert review(repository, APIMAP_BASE="origin/nowhere").returncode != 0
    assert not (repository.root / "build/review/said/comment.md").exists()


@dataclass
class Host:
    """A code host with one pull request: what it holds, and what was sent to it."""

    pulls: list[dict[str, Any]] = field(default_factory=lambda: [{"number": 7, "head": {"sha": HEAD}}])
    comments: list[dict[str, Any]] = field(default_factory=list)
    suggestions: list[dict[str, Any]] = field(default_factory=list)
    refuses: bool = False
    sent: list[tuple[str, str, Any]] = field(default_factory=list)

    def answer(self, method: str, path: str, content: Any) -> tuple[int, Any]:
        """The answer to one request, as GitHub's interface gives it."""
        place, _, query = path.removeprefix("/repos/someone/apimap/").partition("?")
        if method == "GET":
            lists = {"pulls": self.pulls, "issues/7/comments": self.comments, "pulls/7/comments": self.suggestions}
            page = int(re.findall(r"\bpage=(\d+)", query)[0])
            return 200, lists[place][(page - 1) * 100 : page * 100]
        if self.refuses and place.endswith("/reviews"):
            return 422, {"message": "line must be part of the diff"}
        self.sent.append((method, place, content))
        return 200, {}


@contextmanager
def serving(host: Host) -> Iterator[str]:
    """The address at which the host answers."""

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            assert self.headers["Authorization"] == "Bearer token"
            length = int(self.headers.get("Content-Length") or 0)
            content = json.loads(self.rfile.read(length)) if length else None
            status, body = host.answer(self.command, self.path, content)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        do_GET = do_POST = do_PATCH = _answer  # noqa: N815  (the names of the base class)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def post(
    tmp_path: Path, host: Host, comment: str | None, suggestions: object = (), run: Mapping[str, Any] = RUN
) -> subprocess.CompletedProcess[str]:
    """Runs the step of ``review.yml`` as it stands there, with what the checks have written."""
    folder = tmp_path / "review"
    folder.mkdir(exist_ok=True)
    for name, text in (("comment.md", comment), ("suggestions.json", json.dumps(suggestions))):
        if text is not None:
            (folder / name).write_text(text, encoding="utf-8")
    (tmp_path / "event.json").write_text(json.dumps({"workflow_run": run}), encoding="utf-8")
    (command,) = commands("review.yml", "comment")
    with serving(host) as address:
        environment = {
            "RUNNER_TEMP": str(tmp_path),
            "GITHUB_API_URL": address,
            "GITHUB_REPOSITORY": "someone/apimap",
            "GITHUB_TOKEN": "token",
            "GITHUB_EVENT_PATH": str(tmp_path / "event.json"),
        }
        return subprocess.run(
            ["bash", "-e", "-c", command],
            cwd=REPOSITORY,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
        )


def ours(text: str, number: int = 1) -> dict[str, Any]:
    """A comment of ours that is there."""
    return {"id": number, "user": {"login": "github-actions[bot]"}, "body": f"{MARK}\n{text}"}


def test_first_run_writes_a_comment(tmp_path: Path) -> None:
    """A pull request without our comment gets one, with the change and where its pages are."""
    host = Host()
    assert post(tmp_path, host, "改动 1 条").returncode == 0
    ((method, place, content),) = host.sent
    assert (method, place) == ("POST", "issues/7/comments")
    assert content["body"].startswith(f"{MARK}\n改动 1 条\n")
    assert RUN["html_url"] in content["body"]


@pytest.mark.parametrize("text", ["改动 2 条", ""])
def test_later_run_renews_the_comment(tmp_path: Path, text: str) -> None:
    """Our comment is changed wherever it stands among others, also where the change is taken back; no other one is."""
    others = [{"id": n, "user": {"login": "somebody"}, "body": f"{MARK} 我也会"} for n in range(100, 230)]
    host = Host(comments=[*others, ours("改动 1 条", 5)])
    assert post(tmp_path, host, text).returncode == 0
    ((method, place, content),) = host.sent
    assert (method, place) == ("PATCH", "issues/comments/5")
    assert (text or "数据没有改动。") in content["body"]


@pytest.mark.parametrize(
    ("host", "run", "comment"),
    [
        (Host(), RUN, ""),
        (Host(), RUN, None),
        (Host(pulls=[]), RUN, "改动"),
        (Host(pulls=[{"number": 7, "head": {"sha": "d" * 40}}]), RUN, "改动"),
        (Host(), {**RUN, "event": "push"}, "改动"),
        (Host(), {**RUN, "head_repository": None}, "改动"),
    ],
    ids=["no change", "no file", "closed", "newer commit", "push", "fork is gone"],
)
def test_nothing_is_posted_where_there_is_nothing_to_say(
    tmp_path: Path, host: Host, run: Mapping[str, Any], comment: str | None
) -> None:
    """No change, no open pull request, or one with a newer commit: nothing is sent, and that is no failure."""
    done = post(tmp_path, host, comment, run=run)
    assert done.returncode == 0, done.stderr
    assert host.sent == []


def test_suggestions_are_one_review_of_the_commit(tmp_path: Path) -> None:
    """Suggestions that are not there yet are posted together, with the keys that GitHub takes and no other."""
    old = {"path": "a.yml", "line": 3, "body": "旧"}
    new = {"path": "a.yml", "line": 5, "start_line": 4, "body": "新", "side": "LEFT", "in_reply_to": 9}
    host = Host(suggestions=[old])
    assert post(tmp_path, host, "", [old, new]).returncode == 0
    ((method, place, content),) = host.sent
    assert (method, place) == ("POST", "pulls/7/reviews")
    assert (content["event"], content["commit_id"]) == ("COMMENT", HEAD)
    place_of_new = {"path": "a.yml", "line": 5, "start_line": 4, "start_side": "RIGHT", "side": "RIGHT"}
    assert content["comments"] == [{**place_of_new, "body": "新"}]
    again = Host(suggestions=[old, new])
    assert post(tmp_path, again, "", [old, new]).returncode == 0
    assert again.sent == []


def test_suggestions_that_are_refused_are_a_warning(tmp_path: Path) -> None:
    """What GitHub does not take keeps nobody from reading the comment."""
    host = Host(refuses=True)
    done = post(tmp_path, host, "改动", [{"path": "a.yml", "line": 3, "body": "新"}])
    assert done.returncode == 0
    assert "::warning::" in done.stdout
    assert [place for _, place, _ in host.sent] == ["issues/7/comments"]


@pytest.mark.parametrize(
    "suggestions", ["x", {"a": 1}, [1, {"path": 1, "line": 1, "body": ""}, {"path": "a"}], [[]] * 9]
)
def test_files_of_the_other_run_are_only_text(tmp_path: Path, suggestions: object) -> None:
    """Whatever the code of a pull request wrote: it posts no more than one comment of a bounded length."""
    host = Host()
    done = post(tmp_path, host, "长长的一行\n" * 100_000, suggestions)
    assert done.returncode == 0, done.stderr
    ((_, _, content),) = host.sent
    assert len(content["body"]) < 65_536
    assert "其余的写在检查的摘要中" in content["body"]


def test_link_for_a_file_is_not_followed(tmp_path: Path) -> None:
    """A link among the files would lead to what this machine holds, and is taken for no file."""
    (tmp_path / "review").mkdir()
    (tmp_path / "review/comment.md").symlink_to("/etc/passwd")
    host = Host()
    assert post(tmp_path, host, None).returncode == 0
    assert host.sent == []


def test_only_the_workflow_that_runs_our_own_code_may_write() -> None:
    """The checks, which run the code of a pull request, may write nothing; who may write checks out no such code."""
    for path in WORKFLOWS.glob("*.yml"):
        content: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
        triggers = content.get("on", content.get(True))
        writes = [job for job in content["jobs"].values() if "write" in job.get("permissions", {}).values()]
        assert not (writes and "pull_request" in triggers)
        assert "pull_request_target" not in triggers
    assert [
        step.get("with", {}).get("ref") for step in steps("review.yml", "comment") if "checkout" in step.get("uses", "")
    ] == [None]
    assert "secrets." not in (WORKFLOWS / "review.yml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "path", [*sorted(WORKFLOWS.glob("*.yml")), REPOSITORY / "action.yml"], ids=lambda path: path.name
)
def test_actions_are_pinned_by_digest(path: Path) -> None:
    """Every action is a commit, with the version that it is beside it: a tag could become another program."""
    uses = re.findall(r"uses: (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert [one for one in uses if not re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []
    assert uses


def test_event_text_never_reaches_a_shell() -> None:
    """No command holds an expression: a branch's name could carry commands."""
    for path in WORKFLOWS.glob("*.yml"):
        content: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
        runs = [step.get("run", "") for job in content["jobs"].values() for step in job["steps"]]
        assert not [run for run in runs if "${{" in run]
