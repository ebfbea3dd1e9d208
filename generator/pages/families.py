"""The page of a family: how a whole torch module maps, member by member, with its proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from generator.catalog.catalog import FAMILIES, Catalog
from generator.model.family import Family, Group
from generator.model.finding import Finding
from generator.pages import markdown
from generator.pages.difference import ShownFinding, shown_finding
from generator.pages.notes import ShownCheck, shown_checks
from generator.pages.paths import FOLDER
from generator.pages.verification import Badge, status_badge
from generator.storage.yaml_file import ModelSource

CATEGORY = "系列"
"""What stands in place of a category: members of a family differ in kind."""


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """One way in which calls differ."""

    title: str
    code: str
    remark: str


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """One group: ``rows`` of the members whose names differ, ``names`` of the others."""

    title: str
    remark: str
    rows: tuple[tuple[str, str, str], ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FamilyPage:
    """Everything that ``family.md.j2`` prints."""

    title: str
    badge: Badge | None
    intro: str
    torch: str
    paddle: str
    differences: tuple[ShownDifference, ...]
    groups: tuple[ShownGroup, ...]
    checks: tuple[ShownCheck, ...]
    edit_url: str
    file: str
    findings: tuple[ShownFinding, ...]


def family_path(source: ModelSource[Family]) -> str:
    """The page of a family's file, below ``site_src/``: beside those of single APIs."""
    return f"{FOLDER}/{source.stem}.md"


def family_page(catalog: Catalog, source: ModelSource[Family], findings: Sequence[Finding]) -> FamilyPage:
    """The page of a family; of a file that cannot be read, the page that shows its findings."""
    family, repository = source.model, catalog.settings.repository
    file = f"{FAMILIES}/{source.stem}.yml"
    return FamilyPage(
        title=markdown.inline(family.title if family else source.stem),
        badge=status_badge(catalog, family) if family else None,
        intro=markdown.paragraph(family.intro) if family else "",
        torch=markdown.link(family.torch, family.links.torch or "") if family else "",
        paddle=markdown.link(family.paddle, family.links.paddle or "") if family else "",
        differences=tuple(_differences(family)) if family else (),
        groups=tuple(_group(group) for group in family.groups) if family else (),
        checks=tuple(shown_checks(catalog, family)) if family else (),
        edit_url=f"{repository}/edit/main/{quote(file)}" if repository else "",
        file=file,
        findings=tuple(shown_finding(finding) for finding in findings),
    )


def _differences(family: Family) -> Iterator[ShownDifference]:
    for difference in family.differences:
        code = f"# PyTorch 写法\n{difference.torch.strip()}\n\n# Paddle 写法\n{difference.paddle.strip()}"
        yield ShownDifference(
            markdown.inline(difference.title), markdown.fence(code), markdown.paragraph(difference.remark)
        )


def _group(group: Group) -> ShownGroup:
    rows = tuple(
        (markdown.code(member.torch), markdown.code(member.paddle), markdown.inline(member.remark))
        for member in group.renamed
    )
    names = tuple(markdown.code(name) for name in (*group.both, *group.torch, *group.paddle))
    return ShownGroup(markdown.inline(group.title), markdown.paragraph(group.remark), rows, names)
