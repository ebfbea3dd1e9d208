"""Tests of the analysis of texts, beside its cases."""

from __future__ import annotations

import ast

import pytest

from generator.calls.analyse import analyse
from generator.calls.site import Edit, SourceError
from generator.calls.text.parsed import Parsed
from tests.call_samples import knowledge


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("x = 1\nprint 'a'\n", 2),
        ("exec 'a' in b", 1),
        ("import torch\0", 1),
        ("if a:\n\tb\n        c\n", 3),
        ("x = '\udc80'", 1),
        ("y = " + "(" * 300, 1),
        ("y = " + "-" * 100_000 + "x", 1),
        ("import torch\ny = x" + ".abs()" * 5000, 1),
        ("def f(:\n", 1),
    ],
)
def test_what_is_no_python_is_refused(source: str, line: int) -> None:
    """A text that Python cannot parse, or that is nested too deeply, is one error with a line and a reason."""
    with pytest.raises(SourceError) as caught:
        analyse(source, knowledge())
    assert caught.value.line == line
    assert str(caught.value)


def test_a_site_has_its_place() -> None:
    """A site is the whole expression, with its line and column in characters."""
    source = "变量 = 1\n文 = ('é', torch.abs(\n    x))\n"
    [site] = analyse(source, knowledge()).sites
    assert source[site.start : site.end] == "torch.abs(\n    x)"
    assert (site.line, site.column) == (2, 11)
    assert (site.written, site.record, site.paddle) == ("torch.abs", "torch.abs", "paddle.abs")


@pytest.mark.parametrize(
    "string",
    [
        "f'''\n{x}\n{torch.lerp(a, b, w)}'''",
        "f'é{torch.lerp(a, b, w)}'",
        "f'{x}' f'{torch.lerp(a, b, w)!r:>{n}}'",
        "f'{x} torch.lerp(a, b, w) {torch.lerp(a, b, w)}'",
        "('a'\n   f'{[torch.lerp(a, b, w)]}')",
        "f\"{f'{torch.lerp(a, b, w)}'}\"",
        "rf'{torch.lerp(a, b, w):{x}.{y}}'",
    ],
)
def test_a_use_in_an_f_string_is_converted_in_its_place(string: str) -> None:
    """What is in the braces of an f-string is converted there, and its text stays."""
    source = f"import torch\n文 = {string}\nz = 1\n"
    analysis = analyse(source, knowledge())
    [site] = analysis.sites
    place = source.rindex("torch.lerp(a, b, w)")
    assert (site.api, site.written, site.start) == ("torch.lerp", "torch.lerp", place)
    assert analysis.edits == (Edit(place, site.end, "paddle.lerp(x=a, y=b, weight=w)"),)


def test_a_misplaced_expression_of_an_f_string_stays() -> None:
    """Where Python does not say the place of an expression in an f-string, its site is the string."""
    source = "import torch\nz = f'{torch.lerp(a, b, w)}'\n"
    parsed = Parsed(source)
    for node in parsed.nodes:
        if isinstance(node, ast.FormattedValue):
            for inner in ast.walk(node.value):
                if isinstance(inner, ast.expr):
                    inner.col_offset -= 1
    analysis = analyse(parsed, knowledge())
    [site] = analysis.sites
    assert (site.api, site.reason) == ("torch.lerp", "f-string 里的代码不转写")
    assert source[site.start : site.end] == "f'{torch.lerp(a, b, w)}'"
    assert not analysis.edits


def test_known_names() -> None:
    """Names that the text does not bind have the kinds that are given for them."""
    assert not analyse("y = x.view(2, 3)", knowledge()).sites
    [site] = analyse("y = x.view(2, 3)", knowledge(), {"x": "torch.Tensor"}).sites
    assert (site.api, site.guess) == ("torch.Tensor.view", False)


def test_a_text_without_torch_has_no_uses() -> None:
    """Without the name of torch no object is taken for a Tensor, whatever its members are called."""
    assert not analyse("def f(x):\n    return x.masked_fill(m, 0).view(2)\n", knowledge()).sites


def test_sites_come_in_the_order_of_the_text() -> None:
    """A call comes before the calls inside of it."""
    sites = analyse("torch.abs(torch.sin(x)), torch.cat([torch.abs(y)])", knowledge()).sites
    assert [site.start for site in sites] == sorted(site.start for site in sites)
    assert [site.api for site in sites] == ["torch.abs", "torch.sin", "torch.cat", "torch.abs"]
