"""A code block that holds both sides becomes two blocks: each is copied alone, and wide screens show them in columns."""

from __future__ import annotations

import re
from html import unescape

TORCH, PADDLE = "PyTorch 写法", "Paddle 写法"
_PAIR = re.compile(
    rf'<div class="highlight"><pre><span></span><code><span class="c1"># {TORCH}</span>\n'
    rf'((?:(?!</code>).)*?)\n\n<span class="c1"># {PADDLE}</span>\n((?:(?!</code>).)*)</code></pre></div>',
    re.DOTALL,
)
_PLAIN = re.compile(r'<span class="(?:[np]">([^<]*)|o">(\.))</span>')
_TAG = re.compile(r"<[^>]*>")
_WIDEST = 52
"""Characters of the longest line that two columns have room for."""


def dress_pairs(html: str) -> str:
    """Splits every block that opens with the PyTorch comment and holds one Paddle comment; leaves all others."""
    return _PAIR.sub(_pair, html) if PADDLE in html else html


def _pair(match: re.Match[str]) -> str:
    torch, paddle = match.groups()
    if f"# {PADDLE}</span>" in paddle:
        return match.group()
    lines = unescape(_TAG.sub("", f"{torch}\n{paddle}")).splitlines()
    stacked = ' data-wide="1"' if max(map(len, lines), default=0) > _WIDEST else ""
    return f'<div class="apimap-pair"{stacked}>{_side("torch", TORCH, torch)}{_side("paddle", PADDLE, paddle)}</div>'


def _side(side: str, caption: str, code: str) -> str:
    # Names, brackets and dots have the colour of the code itself: without elements the page is a good deal smaller.
    code = _PLAIN.sub(r"\1\2", code).strip("\n")
    return (
        f'<figure class="apimap-code" data-side="{side}"><figcaption>{caption}</figcaption>'
        f'<div class="highlight"><pre><code>{code}\n</code></pre></div></figure>'
    )
