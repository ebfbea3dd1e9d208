"""The page of a family: how a whole torch module maps, member by member, with its proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from generator.catalog.catalog import FAMILIES, Catalog
from generator.model.family import Family, Group
from generator.model.finding import Finding
from generator.publishing.views import page
from generator.publishing.views.badges import status_badge
from generator.publishing.views.links import web_link
from generator.publishing.views.notes import check_blocks, findings_of
from generator.publishing.views.paths import page_path
from generator.publishing.views.prose import Code, Link, codes, read_prose
from generator.storage.yaml_file import ModelSource


def family_page(catalog: Catalog, source: ModelSource[Family], findings: Sequence[Finding]) -> page.PageView:
    """Returns the page of a family; of a file that cannot be read, the page that shows its findings."""
    family, repository = source.model, catalog.settings.repository
    file = f"{FAMILIES}/{source.stem}.yml"
    blocks: list[page.Block] = [page.section(read_prose(family.title if family else source.stem), 1)]
    blocks += findings_of(finding for finding in findings if finding.file == source.file)
    blocks += _family(catalog, family) if family is not None else ()
    if repository:
        blocks.append(page.paragraph(Link("编辑此页", f"{repository}/edit/main/{quote(file)}")))
    return page.PageView(page_path(source), file, tuple(blocks))


def _family(catalog: Catalog, family: Family) -> Iterator[page.Block]:
    versions, badge = catalog.settings.versions, status_badge(catalog, family)
    if badge is not None:
        yield page.Badges((badge,))
    yield page.paragraph(read_prose(family.intro))
    torch, paddle = web_link(family.torch, family.links.torch or ""), web_link(family.paddle, family.links.paddle or "")
    library = family.torch.partition(".")[0]
    between = f"（{library} {versions.get(library, '')}）与 "
    yield page.paragraph("两边的模块：", torch, between, paddle, f"（PaddlePaddle {versions.get('paddle', '')}）。")
    if family.differences:
        yield page.section("写法的差别")
    for difference in family.differences:
        yield page.section(read_prose(difference.title), 3)
        yield page.pair_of(difference)
        yield page.paragraph(read_prose(difference.remark))
    if family.remarks:
        yield page.section("还要留意")
    for shared in family.remarks:
        yield page.paragraph(read_prose(shared.remark))
    if family.groups:
        yield page.section("成员的对应")
    for group in family.groups:
        yield from _group(group)
    checks = tuple(check_blocks(catalog, family))
    if checks:
        yield page.section("核对过的代码")
    for title, result, pair in checks:
        yield page.section(read_prose(title), 3)
        yield page.paragraph(read_prose(result), "。")
        yield pair


def _group(group: Group) -> Iterator[page.Block]:
    """Yields one group: a table of the members whose names differ, the names of the others."""
    yield page.section(read_prose(group.title), 3)
    yield page.paragraph(read_prose(group.remark))
    rows = tuple(page.row(Code(it.torch), Code(it.paddle), read_prose(it.remark)) for it in group.renamed)
    if rows:
        yield page.Table(("PyTorch", "PaddlePaddle", "备注"), rows)
    if names := (*group.both, *group.torch, *group.paddle):
        yield page.paragraph(codes(names))
