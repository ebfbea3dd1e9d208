"""What holds for every template: it escapes what it prints, and its words stand in one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from samples import REPOSITORY

from generator.publishing.pages.template_folders import template_folders
from generator.publishing.pages.templates import html_environment, markdown_environment

FOLDERS = template_folders(REPOSITORY)
TEMPLATES = sorted((REPOSITORY / "templates").glob("*.j2"))
COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
HAN = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")
EVIL = "<script>alert(1)</script> & \"a\" 'b' [x](javascript:alert(1)) **"


def test_text_is_escaped_in_html_templates() -> None:
    """Whatever a template prints without saying more comes out as text."""
    shown = html_environment(FOLDERS).from_string("<p title='{{ text }}'>{{ text }}</p>").render(text=EVIL)
    assert not {"<script", '"a"', "'b'"} & set(re.findall(r"<script|\"a\"|'b'", shown))
    assert shown.count("&lt;script&gt;") == 2


def test_text_is_escaped_in_markdown_templates() -> None:
    """A plain text that a template for Markdown prints means nothing there."""
    shown = markdown_environment(FOLDERS).from_string("{{ text }}").render(text=EVIL)
    assert "<" not in shown
    assert "](" not in shown.replace("\\](", "")
    assert "**" not in shown.replace("\\*\\*", "")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_only_constants_are_declared_safe(path: Path) -> None:
    """``safe`` stands after a literal alone: no value of a page goes around the escaping."""
    text = COMMENT.sub("", path.read_text(encoding="utf-8"))
    assert len(re.findall(r"\|\s*safe\b", text)) == len(re.findall(r"'[^']*'\s*\|\s*safe\b", text))


@pytest.mark.parametrize("path", [path for path in TEMPLATES if path.name != "words.j2"], ids=lambda path: path.name)
def test_templates_have_no_words(path: Path) -> None:
    """Every word of a page comes from its view or ``words.j2``: another language would leave the other templates."""
    assert HAN.findall(COMMENT.sub("", path.read_text(encoding="utf-8"))) == []


def test_words_are_those_that_templates_print() -> None:
    """Each word of ``words.j2`` is printed by a template, and none is asked for that is not there."""
    texts = [path.read_text(encoding="utf-8") for path in TEMPLATES if path.name != "words.j2"]
    printed = {name for text in texts for name in re.findall(r"\bwords\.(\w+)", COMMENT.sub("", text))}
    assert printed == {name for name in vars(html_environment(FOLDERS).globals["words"]) if not name.startswith("_")}
