"""What one rendering of a page says and the other does not: of all else, both say the same words."""

from __future__ import annotations

HTML_ONLY = {
    ".//*[@class='headerlink']": "the link of a heading to itself",
    ".//nav[@class='apimap-path']": "the way from the home page: Markdown is read where it lies",
    ".//div[@class='apimap-scroll apimap-parameters']//tr/*[2]": "the relation: Markdown has the fixed words of the note",
    ".//*[@class='apimap-when']": "when a row applies: the spec has no words for it in a note",
    ".//*[@class='apimap-also']": "another name that Paddle takes: the spec has no words for it either",
    ".//b[@class='apimap-effort']": "what the usual call takes: titles and tables are the spec's",
    ".//div[@class='apimap-answer']": "the answer: the spec has no place for it",
    ".//p[@class='apimap-consequence']": "what the table comes to: in Markdown stands the summary that the spec prescribes",
    ".//details[@class='apimap-same']/summary": "what opens the rows without a difference",
    ".//details[@class='apimap-same']//thead": "the columns once more, over the rows that stand apart",
    ".//details[@class='apimap-same apimap-all-same']/summary": "what opens the rows where none differs",
    ".//details[@class='apimap-check apimap-calls']": "the calls that prove a record whose category has examples instead",
    ".//details[@class='apimap-evidence']/summary/*[@class='apimap-more']": "what opens the evidence",
    ".//details[@class='apimap-evidence']/div": "the evidence: the spec has no place for it",
    ".//div[@class='apimap-versions']": "on which releases the page holds: the spec speaks of one",
    ".//form": "the filter of a list, the finder and the workbench: all need a script",
    ".//figure[@class='apimap-figure']/ul": "the legend of charts: Markdown has their description",
    ".//figure[@class='apimap-figure']/figcaption": "the caption of charts: Markdown has their titles",
    ".//svg/text": "the labels in a chart: its description has the same numbers",
}
"""Elements by their path, and why they stand in HTML alone. Attributes, and so marks and anchors, are no words."""

MARKDOWN_ONLY = {
    r"(?m)^[^\n|#]+\n\n(?=### 参数映射$)": "the summary that the spec prescribes: HTML says what the table comes to",
}
"""Passages of the Markdown of difference pages by their pattern, and why HTML lacks them."""
