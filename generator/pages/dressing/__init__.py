"""What a page's HTML gets on top of its Markdown: marks, columns and anchors that the format spec has no words for."""
