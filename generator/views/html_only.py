"""What a page's HTML says and its Markdown does not: of all else, both renderings say the same words."""

from __future__ import annotations

HTML_ONLY = {
    ".//*[@class='headerlink']": "the link of a heading to itself",
    ".//nav[@class='apimap-path']": "the way from the home page: Markdown is read where it lies",
    ".//div[@class='apimap-scroll apimap-parameters']//tr/*[2]": "the relation: Markdown has the fixed words of the note",
    ".//*[@class='apimap-when']": "when a row applies: the spec has no words for it in a note",
    ".//*[@class='apimap-also']": "another name that Paddle takes: the spec has no words for it either",
    ".//details[@class='apimap-evidence']/summary/*[@class='apimap-more']": "what opens the evidence",
    ".//details[@class='apimap-evidence']/div": "the evidence: the spec has no place for it",
    ".//form": "the filter of a list and the finder: both need a script",
    ".//figure[@class='apimap-figure']/ul": "the legend of charts: Markdown has their description",
    ".//figure[@class='apimap-figure']/figcaption": "the caption of charts: Markdown has their titles",
    ".//svg/text": "the labels in a chart: its description has the same numbers",
}
"""Elements by their path, and why they stand in HTML alone. Attributes, and so marks and anchors, are no words."""
