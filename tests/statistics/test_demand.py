"""Tests of how much of what real code uses the catalogue answers."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from command_line import run
from samples import REPOSITORY, Project, shipped_catalog

from generator.catalog.catalog import CatalogError, load_catalog
from generator.model.evidence import DropIn, Evidence, SnippetResult
from generator.model.evidence import tested_digest as digest_of  # pytest takes names that begin with "test" for tests
from generator.model.status import Outcome
from generator.statistics.demand import Answered, GroupDemand, measure_demand, sum_demand, unanswered
from generator.statistics.report import demand_figures

HEAD = "# 十个仓库\nname\tgroup\tuses\trepositories\n"
LINES = (
    "torch.abs\tfunction or class\t30\t3\n"
    "torch.float32\tconstant\t50\t2\n"
    "torch.Tensor.to\tTensor method\t20\t5\n"
    "torch.angle\tfunction or class\t5\t1\n"
)


def write(project: Project, text: str) -> None:
    """Writes the project's file of demand."""
    (project.root / "mapping_data/demand.tsv").write_text(text, encoding="utf-8")


def test_uses_count_by_what_answers_them(project: Project) -> None:
    """A record answers a name, and so does a constant of the settings; what has no evidence is not proven."""
    write(project, HEAD + LINES)
    catalog = load_catalog(project.root)
    whole = sum_demand(measure_demand(catalog), "")
    assert whole.uses == {Answered.PROVEN: 50, Answered.UNPROVEN: 30, Answered.MISSING: 0, Answered.OPEN: 25}
    assert round(whole.share, 3) == round(80 / 105, 3)
    assert [use.name for use in unanswered(catalog)] == ["torch.Tensor.to", "torch.angle"]


def test_what_is_missing_counts_once_it_was_tried(project: Project) -> None:
    """A record that says that Paddle lacks the API answers only with fresh evidence of it."""
    record = (
        "torch: torch.angle\ncategory: 功能缺失\nreason: 没有。\n"
        "checks:\n  - {torch: y = torch.angle, paddle: y = paddle.no_angle, expect: fails}\n"
    )
    project.add(record)
    write(project, HEAD + "torch.angle\tfunction or class\t5\t1\n")
    untried = load_catalog(project.root)
    (tried,) = (digest_of(one) for one in untried.records() if one.torch == "torch.angle")
    results = (SnippetResult("checks.0", Outcome.PASSED, "出错"),)
    evidence = Evidence("torch.angle", tried, {}, "2026-01-01", results, DropIn(holds=False))
    found = [
        measure_demand(catalog)[0].uses for catalog in (untried, replace(untried, evidence={"torch.angle": evidence}))
    ]
    assert [(uses[Answered.OPEN], uses[Answered.MISSING]) for uses in found] == [(5, 0), (0, 5)]


def test_without_the_file_nothing_is_said(project: Project) -> None:
    """A project without a file of demand has no share, and no figures about it."""
    assert measure_demand(load_catalog(project.root)) == []


@pytest.mark.parametrize("text", [LINES, HEAD + "torch.abs\tx\tmany\t1\n", HEAD + "torch.abs\n", "", "# a\n"])
def test_a_faulty_file_is_one_message(text: str, project: Project) -> None:
    """A file that is no table of demand is refused with its path and line."""
    write(project, text)
    with pytest.raises(CatalogError, match=r"demand\.tsv：第 "):
        load_catalog(project.root)


@pytest.mark.parametrize(("least", "code"), [("76", 0), ("77", 1)])
def test_a_share_below_what_is_asked_fails(least: str, code: int, project: Project) -> None:
    """The command fails where less is answered than before, so that CI can hold it."""
    write(project, HEAD + LINES)
    assert run("--root", project.root, "stats", "--demand", "--least", least) == code


def test_a_share_just_below_what_is_asked_does_not_look_equal(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """The share is cut off rather than rounded, which would say that 99.999% is less than 99.999%."""
    write(project, HEAD + "torch.abs\tfunction or class\t99999\t1\ntorch.unheard\tfunction or class\t2\t1\n")
    assert run("--root", project.root, "stats", "--demand", "--least", "99.999") == 1
    assert "99.998%，少于要求的 99.999%" in capsys.readouterr().err


def test_the_shipped_file_is_in_the_order_of_use() -> None:
    """The most used name stands first."""
    uses = [use.uses for use in shipped_catalog().demand]
    assert uses == sorted(uses, reverse=True)
    assert len(uses) > 1000


def test_each_group_and_what_many_use_is_answered() -> None:
    """Of the uses in each group, and of the names that five or more repositories use, 97 % are answered."""
    catalog = shipped_catalog()
    few = {one.group: one.share for one in measure_demand(catalog) if one.share < 0.97}
    assert few == {}
    common = [use.name for use in catalog.demand if use.repositories >= 5]
    lost = {use.name for use in unanswered(catalog)}.intersection(common)
    assert len(lost) <= len(common) * 0.03, sorted(lost)


@pytest.mark.parametrize("path", [".ci/run", ".github/workflows/checks.yml"])
def test_ci_holds_the_share(path: str) -> None:
    """Every pull request fails that takes away answers which real code uses: what CI asks is close below the share."""
    least = re.search(
        r"stats --demand --least ([\d.]+)$", (REPOSITORY / path).read_text(encoding="utf-8"), re.MULTILINE
    )
    assert least is not None
    share = 100 * sum_demand(measure_demand(shipped_catalog()), "").share
    assert float(least[1]) <= share < float(least[1]) + 0.1


def test_what_is_not_quite_all_is_not_shown_as_all() -> None:
    """One use in ten thousand without an answer shows."""
    uses = {Answered.PROVEN: 9999, Answered.UNPROVEN: 0, Answered.MISSING: 0, Answered.OPEN: 1}
    assert all("  99.9%，" in line for line in list(demand_figures("", [GroupDemand("a", uses, 1, 2)]))[2:])
