from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from generator.pages.charts import Bar, Chart, Part, described, draw

BARS = (
    Bar("torch", "3 / 8", (Part("documented", 2), Part("missing", 1), Part("open", 5))),
    Bar("torch.<nn>", "0 / 4", (Part("documented", 0), Part("missing", 0), Part("open", 4))),
)
SVG = "{http://www.w3.org/2000/svg}"


def parsed(chart: Chart) -> ET.Element:
    """The chart as a tree; it is well-formed, or this fails."""
    text = draw(chart).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return ET.fromstring(text)  # noqa: S314  (our own drawing)


def parts(root: ET.Element) -> list[tuple[str, float, float]]:
    """Kind, start and width of each part, in percent."""
    rects = [rect for rect in root.iter(f"{SVG}rect") if rect.get("data-part")]
    return [(rect.get("data-part", ""), *(float(rect.get(key, "")[:-1]) for key in ("x", "width"))) for rect in rects]


def test_parts_have_their_share_of_the_bar() -> None:
    """Each part is as wide as its share and begins where the one before it ends; of nothing nothing is drawn."""
    assert parts(parsed(Chart("c", "题", "文", BARS))) == [
        ("documented", 0.0, 25.0),
        ("missing", 25.0, 12.5),
        ("open", 37.5, 62.5),
        ("open", 0.0, 100.0),
    ]


def test_whole_gives_all_bars_one_scale() -> None:
    """With a whole, a bar is as long as its number against it."""
    found = parts(parsed(Chart("c", "题", "文", (Bar("a", "5", (Part("1.1", 5),)),), whole=20)))
    assert found == [("1.1", 0.0, 25.0)]


def test_chart_without_numbers_is_drawn() -> None:
    """Bars whose parts are all nothing, and charts without bars, are empty and no error."""
    assert parts(parsed(Chart("c", "题", "文", (Bar("a", "0", (Part("open", 0),)),)))) == []
    assert parts(parsed(Chart("c", "题", "文", ()))) == []


def test_chart_is_named_and_described() -> None:
    """Who does not see the chart is told its title and all its numbers; labels are text, whatever they hold."""
    root = parsed(Chart("c", "题 & 名", described(BARS), BARS))
    ids = (root.get("aria-labelledby") or "").split()
    texts = {child.get("id"): child.text for child in root}
    assert root.get("role") == "img"
    assert [texts[name] for name in ids] == ["题 & 名", "torch 3 / 8；torch.<nn> 0 / 4。"]
    assert [text.text for text in root.iter(f"{SVG}text")] == ["torch", "3 / 8", "torch.<nn>", "0 / 4"]


def test_parts_are_told_apart_without_colour() -> None:
    """What is missing is hatched, with a pattern that this chart defines under a name of its own."""
    text = draw(Chart("mine", "题", "文", BARS))
    assert re.findall(r'data-part="(\w+)" fill="url\(#mine-hatch\)"', text) == ["missing"]
    assert 'id="mine-hatch"' in text


@pytest.mark.parametrize("chart", [Chart("c", "题", "文", BARS), Chart("c", "题", "文", ())])
def test_chart_is_one_line_without_colours(chart: Chart) -> None:
    """A chart stands in Markdown as one line, and leaves colours to the style sheet, which knows light and dark."""
    text = draw(chart)
    assert "\n" not in text
    assert not re.search(r"#[0-9a-f]{3,6}\b|rgb\(|style=", text)
