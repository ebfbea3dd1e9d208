"""Text of strangers for every kind of file: payloads, records and other data that hold them in every text field."""

from __future__ import annotations

import re
from typing import Any

from pydantic import BaseModel, ValidationError

PAYLOADS = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<ScRiPt>alert(1)</sCrIpT>",
    "<img src=x onerror=alert(1)>",
    '<img src="x" onerror="alert(1)">',
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<object data=javascript:alert(1)>",
    "<embed src=javascript:alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "<form action=javascript:alert(1)><button>x</button></form>",
    "<input autofocus onfocus=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<style>*{display:none}</style>",
    "<link rel=stylesheet href=//e.org/x.css>",
    "<meta http-equiv=refresh content=0>",
    "<base href=//e.org/>",
    "<math><mi xlink:href=javascript:alert(1)>x</mi></math>",
    "<marquee onstart=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<body onload=alert(1)>",
    "<!-- --><script>alert(1)</script><!-- -->",
    "--><script>alert(1)</script>",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml version='1.0'?><script>alert(1)</script>",
    "</p></td></table></div><script>alert(1)</script>",
    "</code></pre><script>alert(1)</script>",
    "</title></desc></svg><script>alert(1)</script>",
    "</summary></details><script>alert(1)</script>",
    '" onclick="alert(1)',
    "' onclick='alert(1)",
    '"><script>alert(1)</script>',
    "'><script>alert(1)</script>",
    "` onclick=alert(1) `",
    "`<img src=x onerror=alert(1)>`",
    "```\n<script>alert(1)</script>\n```",
    "~~~\n</code><script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    '[x](https://e.org/"onclick="alert(1))',
    "[x](https://e.org/ 'title' onclick=alert(1))",
    "![x](javascript:alert(1))",
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)\n[x]",
    "x {: onclick=alert(1) }",
    "x { onclick=alert(1) #evil .evil }",
    "{{ 7*7 }}{% raw %}<script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "a | b \\| <script>alert(1)</script> | c",
    "# <script>\n\n- <script>\n\n> <script>",
    "\u2028<script>alert(1)</script>\u202e\u200b",
]
SNIPPET = {"given": {"x": "1"}, "torch": "a", "paddle": "b", "compare": ["y"], "skip": "因为。"}
MAPPING = {
    "paddle": "paddle.f",
    "signatures": {"torch": "torch.f(a='b')", "paddle": "c"},
    "summary": "两者：",
    "parameters": [
        {"torch": "a", "paddle": "b", "note": "值。"},
        {"torch": "c", "paddle": "c", "note": "值。", "differs": {"usage": "不同"}, "rewrite": "example"},
        {"torch": "h", "note": "值。", "differs": {"type": "不同"}, "rewrite": "unsupported"},
        {"torch": "d", "paddle": "e", "note": "值。", "default": {"torch": "1", "paddle": "2"}, "set": "3"},
        {"returns": "不同", "note": "值。", "rewrite": "drop"},
    ],
    "remarks": ["补充。", "```python\ncode\n```"],
    "examples": [{"parameter": ["c"], "title": "功能", "case": "当", **SNIPPET}],
    "checks": [SNIPPET],
}
SHARED = {
    "category": "参数不一致",
    "intro": "导语。",
    "links": {"torch": "https://e.org/a", "paddle": "https://e.org/b"},
    "exempt": [{"code": "PAR001", "reason": "因为。"}],
    "related": ["torch.abs"],
}
RECORDS_DATA = {
    "torch.f": {"torch": "torch.f", "aliases": ["torch.other"], **SHARED, **MAPPING},
    "torch.g": {"torch": "torch.g", **SHARED, "overloads": [{"title": "一", "links": SHARED["links"], **MAPPING}, MAPPING]},
    "torch.k": {"torch": "torch.k", "paddle": "paddle.k", "category": "参数完全一致", "checks": [SNIPPET], "parameters": [{"torch": "a", "paddle": "a", "note": "值。"}]},
    "torch.nothing": {"torch": "torch.nothing", "category": "功能缺失", "reason": "没有。"},
}  # fmt: skip
CHECK = {"title": "证明", **SNIPPET}
FAMILY = {
    "torch": "torchvision.models",
    "paddle": "paddle.vision.models",
    "title": "系列",
    "intro": "多数同名。",
    "links": SHARED["links"],
    "differences": [{"title": "权重", "torch": "a", "paddle": "b", "remark": "留意。"}],
    "groups": [{"title": "组", "remark": "说。", "both": ["a"], "renamed": [{"torch": "b", "paddle": "c", "remark": "改。"}]}],
    "checks": [CHECK],
}  # fmt: skip
NOTE = {
    "number": 1,
    "title": "标题",
    "theme": "网络层",
    "surprise": "意外。",
    "holds": "partly",
    "today": "如今。",
    "advice": "这样。",
    "apis": ["torch.f"],
    "checks": [CHECK, {**CHECK, "expect": "differs"}],
}
TOPIC = {"topics": [{"title": "主题", "entries": [{"api": "torch.f", "meaning": "做。"}, {"api": "torch.jit", "kind": "module", "meaning": "做。", "remark": "见。"}]}]}  # fmt: skip


def filled(model: type[BaseModel], data: Any, payload: str) -> Any:
    """The data with the payload in place of every text for which the model takes it, or an address that holds it."""
    address = "https://e.org/" + "".join(payload.split())
    for path in list(texts(data)):
        for text in (payload, f"```python\n{payload}\n```", address):
            tried = put(data, path, text)
            if path[0] == "remarks" and path[-1] == 1 and not text.startswith("```"):
                continue
            try:
                model.model_validate(tried)
            except ValidationError:
                continue
            data = tried
            break
    return data


def texts(data: Any, path: tuple[Any, ...] = ()) -> Any:
    """The places of all texts."""
    if isinstance(data, str):
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from texts(value, (*path, key))


def put(data: Any, path: tuple[Any, ...], text: str) -> Any:
    """A copy of the data with a text at a place."""
    if not path:
        return text
    copy = data.copy()
    copy[path[0]] = put(data[path[0]], path[1:], text)
    return copy


def name_of(payload: str) -> str:
    """The payload as the name of a file."""
    return re.sub(r"[/\0\n\\]", "", payload)
