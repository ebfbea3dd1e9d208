"""Posts what ``.ci/review`` wrote as one comment of a pull request, which later runs renew, and as suggestions.

``python3 .ci/post_review.py FOLDER`` runs in the workflow ``review.yml``, after the checks, with the code of the main
branch and nothing but Python. The files of FOLDER were made by the code of the pull request: they are only text here.
Which pull request it is follows from the event alone, never from the files.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

MARK = "<!-- apimap review -->"
"""The first line of our comment, by which it is found again."""
BOT = "github-actions[bot]"
MOST_BYTES, MOST_CHARACTERS, MOST_SUGGESTIONS, PER_PAGE = 4_000_000, 60_000, 20, 100
UNPROCESSABLE = 422


class GitHub:
    """The interface of one repository on GitHub."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._url = f"{environment['GITHUB_API_URL']}/repos/{environment['GITHUB_REPOSITORY']}"
        self._token = environment["GITHUB_TOKEN"]

    def send(self, method: str, path: str, content: object = None) -> Any:
        """What GitHub answers; raises ``HTTPError`` where it refuses."""
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/vnd.github+json"}
        data = json.dumps(content).encode() if content is not None else None
        request = Request(f"{self._url}/{path}", data, headers, method=method)  # noqa: S310  (the address of the runner)
        with urlopen(request, timeout=60) as response:  # noqa: S310  (as above)
            return json.load(response)

    def all(self, path: str) -> Iterator[Any]:
        """The items of a list, page by page."""
        link, page = "&" if "?" in path else "?", 1
        while items := self.send("GET", f"{path}{link}per_page={PER_PAGE}&page={page}"):
            yield from items
            if len(items) < PER_PAGE:
                return
            page += 1


def pull_of(github: GitHub, run: Mapping[str, Any]) -> int | None:
    """Returns the number of the open pull request whose last commit was checked; None where it is closed or changed.

    The event of a fork names no pull request, so that it is looked up by the branch.
    """
    if run["event"] != "pull_request" or run["head_repository"] is None:
        return None
    branch = quote(f"{run['head_repository']['owner']['login']}:{run['head_branch']}")
    pulls = github.all(f"pulls?state=open&head={branch}")
    return next((int(pull["number"]) for pull in pulls if pull["head"]["sha"] == run["head_sha"]), None)


def read(path: Path) -> str:
    """A file of the other run: text, of no more than a few megabytes; empty where there is none."""
    if path.is_symlink() or not path.is_file() or path.stat().st_size > MOST_BYTES:
        return ""
    return path.read_text(encoding="utf-8", errors="replace")


def comment_of(text: str, run: Mapping[str, Any]) -> str:
    """The comment, cut at the end of a line where GitHub would refuse its length."""
    if len(text) > MOST_CHARACTERS:
        text = f"{text[:MOST_CHARACTERS].rpartition(chr(10))[0]}\n\n其余的写在检查的摘要中。"
    said = (
        f"由这个合并请求自己的代码在[检查]({run['html_url']})中写成。那里的产物 `changed-pages` 是改动的页面，"
        "解开之后用浏览器打开 `index.html`。"
    )
    return f"{MARK}\n{text.strip()}\n\n---\n{said}\n"


def post_comment(github: GitHub, pull: int, text: str, run: Mapping[str, Any]) -> str:
    """Writes the comment, or renews the one that is there; what changes nothing gets none."""
    ours = (one for one in github.all(f"issues/{pull}/comments") if one["user"]["login"] == BOT)
    old = next((one for one in ours if one["body"].startswith(MARK)), None)
    if not text.strip() and old is None:
        return "数据没有改动，不写评论。"
    body = comment_of(text if text.strip() else "数据没有改动。", run)
    if old is not None:
        github.send("PATCH", f"issues/comments/{old['id']}", {"body": body})
        return "评论已更新。"
    github.send("POST", f"issues/{pull}/comments", {"body": body})
    return "已写评论。"


def suggestions_of(text: str) -> list[dict[str, Any]]:
    """The suggestions of a file that are of the right shape, the first ones."""
    try:
        found = json.loads(text or "[]")
    except (ValueError, RecursionError):
        return []
    shapes = {"path": str, "line": int, "body": str}
    kept = []
    for one in found if isinstance(found, list) else ():
        if isinstance(one, dict) and all(isinstance(one.get(key), shape) for key, shape in shapes.items()):
            several = isinstance(one.get("start_line"), int)
            start = {"start_line": one["start_line"], "start_side": "RIGHT"} if several else {}
            kept.append({**{key: one[key] for key in shapes}, **start, "side": "RIGHT"})
    return [one for one in kept if len(one["body"]) <= MOST_CHARACTERS][:MOST_SUGGESTIONS]


def post_suggestions(github: GitHub, pull: int, text: str, commit: str) -> str:
    """Writes the suggestions that are not there yet as one review."""
    suggestions = suggestions_of(text)
    if not suggestions:
        return "没有可采纳的修改。"
    there = {(one["path"], one["body"].strip()) for one in github.all(f"pulls/{pull}/comments")}
    new = [one for one in suggestions if (one["path"], one["body"].strip()) not in there]
    if not new:
        return "可采纳的修改已经写过。"
    review = {"commit_id": commit, "event": "COMMENT", "comments": new}
    try:
        github.send("POST", f"pulls/{pull}/reviews", review)
    except HTTPError as error:
        if error.code != UNPROCESSABLE:
            raise
        return "::warning::GitHub 没有接受这些修改：它们所在的行不在这个合并请求的改动中。"
    return f"写了 {len(new)} 处可采纳的修改。"


def main(folder: Path, environment: Mapping[str, str]) -> None:
    """Posts both, or nothing where the commit is not the last one of an open pull request."""
    run = json.loads(Path(environment["GITHUB_EVENT_PATH"]).read_text(encoding="utf-8"))["workflow_run"]
    github = GitHub(environment)
    pull = pull_of(github, run)
    if pull is None:
        print("没有以这个提交为最新的、打开的合并请求。")
        return
    print(post_comment(github, pull, read(folder / "comment.md"), run))
    print(post_suggestions(github, pull, read(folder / "suggestions.json"), run["head_sha"]))


if __name__ == "__main__":
    main(Path(sys.argv[1]), os.environ)
