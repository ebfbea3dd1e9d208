"""The fixed words that code prints as templates do; what only templates print stands in ``templates/words.j2``."""

GENERATED = "由 apimap 生成，请勿直接编辑"
"""Stands in every generated page; the writer removes no file without it."""
SCROLL_TABLE = "表格，可左右滚动"
"""What a table's box is called, also on a hand-written page."""
TORCH_CODE, PADDLE_CODE = "PyTorch 写法", "Paddle 写法"
"""The comment over the code of a side in Markdown, and its caption in HTML (R38)."""
