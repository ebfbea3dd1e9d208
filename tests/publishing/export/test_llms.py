from __future__ import annotations

import re

from export_samples import files_of, shipped_files
from samples import ABS


def test_llms_has_the_parts_of_the_proposal_in_their_order() -> None:
    """A title, a summary, details without headings, then sections that hold nothing but links."""
    text = shipped_files()["llms.txt"]
    head, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    lines = [line for line in head.splitlines() if line]
    assert lines[0].startswith("# ")
    assert lines[1].startswith("> ")
    assert not any(line.startswith("#") for line in lines[1:])
    for section in sections:
        title, *links = (line for line in section.splitlines() if line)
        assert title
        assert links
        assert all(re.fullmatch(r"- \[[^\]]+\]\([^)\s]+\)(: .+)?", link) for link in links)
    assert sections[-1].startswith("Optional\n")


def test_llms_links_to_what_is_there_and_to_every_page_but_those_of_names() -> None:
    """Each link leads to a file of ours, and nothing is left out but the difference pages and those of modules without records."""
    linked = set(re.findall(r"\]\(([^)]+)\)", shipped_files()["llms.txt"]))
    assert linked <= shipped_files().keys()
    markdown = {
        path
        for path in shipped_files()
        if path.endswith(".md") and not path.startswith(("api/", "paddle/", "unanswered/"))
    }
    markdown |= {"paddle/index.html.md", "unanswered/index.html.md"}
    assert linked >= markdown - {"index.html.md"}
    assert len(shipped_files()["llms.txt"].encode()) < 8_000


def test_llms_names_whole_addresses_where_the_site_is_known() -> None:
    """With an address for the site the links work from anywhere."""
    text = files_of(ABS, pages={"notes.md": "# 迁移经验\n"}, site="https://example.org/map")["llms.txt"]
    assert "(https://example.org/map/notes/index.html.md)" in text
    assert "`https://example.org/map/api/torch.abs/index.html.md`" in text
