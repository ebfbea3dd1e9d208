from __future__ import annotations

import pytest

from generator.publishing.pages.html_minify import minified


@pytest.mark.parametrize(
    ("html", "less"),
    [
        ("<p>\n\n   \n  a\n   b</p>", "<p>\na\nb</p>"),
        ("<p>a  b</p>", "<p>a  b</p>"),
        ("<pre>a\n\n  b</pre>\n\n<p>", "<pre>a\n\n  b</pre>\n<p>"),
        ("<pre class='x'><code>\n  b</code></pre>", "<pre class='x'><code>\n  b</code></pre>"),
        ("\n  <script>\n\n  f()</script>", "\n<script>\n\n  f()</script>"),
        ("<preface>\n\n a</preface>", "<preface>\na</preface>"),
        ("", ""),
    ],
)
def test_only_what_nobody_sees_goes(html: str, less: str) -> None:
    """Line breaks stay single, code and scripts stay as they are, and a second time nothing more goes."""
    assert minified(html) == less
    assert minified(less) == less
