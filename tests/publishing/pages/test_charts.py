from __future__ import annotations

import re
from xml.etree.ElementTree import Element

import pytest
from html_tree import of_class, read_body
from samples import REPOSITORY

from generator.publishing.pages.rendered import PageRenderer
from generator.publishing.pages.template_folders import template_folders
from generator.publishing.views.charts import Bar, Chart, Part, described
from generator.publishing.views.page import Figure, PageView

BARS = (
    Bar("torch", "3 / 8", (Part("documented", 2), Part("missing", 1), Part("open", 5))),
    Bar("torch.<nn>", "0 / 4", (Part("documented", 0), Part("missing", 0), Part("open", 4))),
)
CHART = Chart("mine", "题 & 名", described(BARS), BARS)


def drawn(chart: Chart) -> str:
    """The body of a page with one chart."""
    figure = Figure((("open", "尚未查看"),), (chart,), "说明")
    return PageRenderer(template_folders(REPOSITORY)).page(PageView("a.md", "", (figure,))).body


def parts(chart: Chart) -> list[tuple[str, float, float]]:
    """Kind, start and width of each part, in percent."""
    rects = [rect for rect in svg(chart).iter("rect") if rect.get("data-part")]
    return [(rect.get("data-part", ""), *(float(rect.get(key, "")[:-1]) for key in ("x", "width"))) for rect in rects]


def svg(chart: Chart) -> Element:
    """The drawing."""
    (found,) = of_class(read_body(drawn(chart)), "apimap-chart")
    return found


def test_parts_have_their_share_of_the_bar() -> None:
    """Each part is as wide as its share and begins where the one before it ends; of nothing nothing is drawn."""
    assert parts(CHART) == [
        ("documented", 0.0, 25.0),
        ("missing", 25.0, 12.5),
        ("open", 37.5, 62.5),
        ("open", 0.0, 100.0),
    ]


def test_whole_gives_all_bars_one_scale() -> None:
    """With a whole, a bar is as long as its number against it."""
    assert parts(Chart("c", "题", "文", (Bar("a", "5", (Part("1.1", 5),)),), whole=20)) == [("1.1", 0.0, 25.0)]


@pytest.mark.parametrize("bars", [(), (Bar("a", "0", (Part("open", 0),)),)])
def test_chart_without_numbers_is_drawn(bars: tuple[Bar, ...]) -> None:
    """Bars whose parts are all nothing, and charts without bars, are empty and no error."""
    assert parts(Chart("c", "题", "文", bars)) == []


def test_chart_is_named_and_described() -> None:
    """Who does not see the chart is told its title and all its numbers; labels are text, whatever they hold."""
    chart = svg(CHART)
    texts = {child.get("id"): child.text for child in chart}
    assert chart.get("role") == "img"
    assert [texts[name] for name in chart.get("aria-labelledby", "").split()] == [
        "题 & 名",
        "torch 3 / 8；torch.<nn> 0 / 4。",
    ]
    assert [text.text for text in chart.iter("text")] == ["torch", "3 / 8", "torch.<nn>", "0 / 4"]


def test_parts_are_told_apart_without_colour() -> None:
    """What is missing is hatched, with a pattern that this chart defines under a name of its own."""
    chart = svg(CHART)
    hatched = [rect.get("data-part") for rect in chart.iter("rect") if rect.get("fill") == "url(#mine-hatch)"]
    assert hatched == ["missing"]
    assert [pattern.get("id") for pattern in chart.iter("pattern")] == ["mine-hatch"]


def test_chart_without_hatched_part_defines_no_pattern() -> None:
    """A pattern is defined where it is used and nowhere else."""
    assert list(svg(Chart("c", "题", "文", (BARS[1],))).iter("pattern")) == []


def test_chart_has_no_colours() -> None:
    """A chart leaves colours to the style sheet, which knows light and dark."""
    assert not re.search(r"#[0-9a-f]{3,6}\b|rgb\(|style=", drawn(CHART))
