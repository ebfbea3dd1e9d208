from __future__ import annotations

from typing import Any

import pytest
from pygments.lexers.python import PythonLexer  # type: ignore[import-untyped]
from samples import shipped_catalog
from sampling import sample

from generator.publishing.pages import highlight as module
from generator.publishing.pages.highlight import highlight

ODD = (
    "match x:\n    case [1, _]:\n        match = case\n",
    "self.x, x.self, cls(self), __init__, __name__, print, x.print\n",
    "f'{x!r:>{width}}' rb'\\x00' u\"a\" r'\\d' fr'{x}' b'' F'{y}'\n",
    "import a.b as c, d\nfrom . import (e as f)\nyield from g\nasync for i in h: await i\n",
    "@a.b\ndef f(x: int = 0x_ff, *, y=1e-5, z=.5j) -> None: ...\nclass C(D, metaclass=E): pass\n",
    "名 = 变量1\nx if not y else lambda: None\nnot_a, in_, is_x, or1, type, type(x)\n",
    "x = '''\nself def\n'''\n# a comment: self\n\"\"\"A docstring.\"\"\"\n  \n\t\\\n",
    "a if b else`c` ?? $ 'unclosed\n",
)


def plain(code: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The code in the colours of Pygments' own lexer."""
    lexer: Any = PythonLexer()
    with monkeypatch.context() as patch:
        patch.setattr(module, "_lexer", lambda _: lexer)
        return str(highlight.__wrapped__(code))


def test_quick_rules_mark_what_pygments_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shipped code, and code with all that Pygments knows of, looks the same with the quick rules and without."""
    snippets = [snippet for record in shipped_catalog().records() for _, snippet in record.snippets()]
    codes = [code for snippet in sample(snippets, 300) for code in (snippet.torch, snippet.paddle)]
    for code in (*codes, *ODD):
        assert str(highlight(code)) == plain(code, monkeypatch), code
