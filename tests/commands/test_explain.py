from __future__ import annotations

import textwrap

import pytest

from generator.cli import main
from generator.lint.rules.base import Rule
from generator.lint.rules.registry import ALL_RULES


@pytest.mark.parametrize("rule", [rule for rule in ALL_RULES if rule.fixes], ids=lambda rule: rule.code)
def test_mended_text_is_shown(rule: Rule, capsys: pytest.CaptureFixture[str]) -> None:
    """Of every rule that mends, a text before ``--fix`` and the same text after it are shown."""
    with pytest.raises(SystemExit) as stopped:
        main(["explain", rule.code.lower()])
    assert stopped.value.code == 0
    shown = capsys.readouterr().out
    bad = next(bad for bad in rule.bad if bad.mended is not None)
    assert bad.mended is not None
    for text in (bad.text, bad.mended):
        assert textwrap.indent(text, "    ").rstrip("\n") in shown
