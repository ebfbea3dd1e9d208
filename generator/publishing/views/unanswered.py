"""The pages of names without a record: a page for each module, and one that lists them with their numbers.

All of it is made by machine and says so: nothing here looks like a record, and nothing counts as coverage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import quote, urlencode

from generator.catalog.catalog import RECORDS, Catalog
from generator.catalog.unanswered.counterpart import Ground
from generator.catalog.unanswered.differences import Difference, differences
from generator.catalog.unanswered.entries import Unanswered, by_page, reliability
from generator.model.inventory import KIND_NAMES
from generator.model.sample_result import FactName, SampleFact, Samples, State
from generator.publishing.views import page, paths
from generator.publishing.views.links import page_link, web_link
from generator.publishing.views.paths import unanswered_path
from generator.publishing.views.prose import Code, Link, Place, Prose, codes, compose, join, read_prose
from generator.storage.record_path import record_path

UNANSWERED = "未整理"
"""What marks such an entry everywhere."""
LIKELY = "可能是"
GROUND_NAMES = {
    Ground.SAME: "同名",
    Ground.RENAMED: "已知的改名",
    Ground.ELSEWHERE: "同名，在另一个模块",
    Ground.ALIKE: "签名相近",
}
MOSTLY_WRONG = "这样猜的多半不对"
"""What is said of a guess on a ground that is weak by the measured numbers."""
NOTHING_LIKELY = "没有找到名称或签名相近的 Paddle API，不等于没有。"
_PROBES = {
    FactName.PREFIX: "只换前缀",
    FactName.KEYWORDS: "实参全写成 PyTorch 的关键字",
    FactName.COMPAT: "先 `paddle.enable_compat()`，再照原样",
}
_SOURCE = "mapping_data/inventory/ 与 mapping_data/facts/"
_LONGEST = 80
"""Characters of the longest sample that is quoted."""


def unanswered_paths(catalog: Catalog) -> Iterator[str]:
    """Yields the paths of all these pages."""
    yield paths.UNANSWERED
    yield from map(unanswered_path, by_page(catalog))


def unanswered_pages(catalog: Catalog) -> Iterator[page.PageView]:
    """Yields the list of modules, and the page of each."""
    pages = by_page(catalog)
    yield _index(catalog, pages)
    recorded = Counter(api.rpartition(".")[0] for api in catalog.by_api)
    for module, entries in pages.items():
        yield _known_page(catalog, module, entries, recorded[module])


def _known_page(catalog: Catalog, module: str, entries: Sequence[Unanswered], recorded: int) -> page.PageView:
    """Returns the page of a module, cached.

    It is the same object as long as nothing on it changes: most edits of records leave all of these pages unchanged.
    """
    answers = tuple(_guess(catalog, one) for one in entries if one.same_as or one.see)
    return catalog.kept(
        f"unanswered {module}", (entries, answers, recorded), lambda: _module_page(catalog, module, entries, recorded)
    )


def _index(catalog: Catalog, pages: Mapping[str, Sequence[Unanswered]]) -> page.PageView:
    versions, entries = catalog.settings.versions, [one for found in pages.values() for one in found]
    in_use = [one for one in entries if one.use is not None]
    used = (
        f"{catalog.demand.said.rstrip('。')}中用到其中 {len(in_use):,} 个，共 {sum(one.uses for one in in_use):,} 次。"
        if in_use
        else ""
    )
    rows = (
        page.row(
            Link(module, Place(unanswered_path(module))),
            f"{len(found):,}",
            str(sum(one.guess is not None for one in found)),
            f"{sum(one.uses for one in found):,}",
        )
        for module, found in sorted(pages.items(), key=lambda item: (-sum(one.uses for one in item[1]), item[0]))
    )
    blocks: list[page.Block] = [
        page.title(f"{UNANSWERED}的 API"),
        page.paragraph(
            f"PyTorch {versions['torch']} 等库的公开名称中，{len(entries):,} 个还没有记录。这里的内容都由程序写成，没有人看过："
            f"由名称与签名猜的对应，两边签名的差别，以及 PyTorch 自带的样本在两边运行的结果。{used}"
        ),
        page.paragraph(
            "这些条目不计入任何覆盖的数字。同一个对象只列一次，用代码里最常用的名称；以下划线开头的不列，除非实际的代码在用。"
        ),
        page.Finder(),
        page.Table(("模块", UNANSWERED, "有可能的对应", "实际的使用次数"), tuple(rows)),
        *_reliability(catalog),
        page.section("怎样写成记录"),
        page.paragraph(
            "运行 `apimap new PYTORCH_API` 得到一份草稿，写完标出的地方，再运行 `apimap lint` 与 `apimap verify`，"
            "见[贡献指南](contributing.md)。"
        ),
    ]
    return page.PageView(paths.UNANSWERED, _SOURCE, tuple(blocks))


def _reliability(catalog: Catalog) -> Iterator[page.Block]:
    measured = [one for one in reliability(catalog) if one.made]
    if measured:
        yield page.section("猜得准不准")
        yield page.paragraph(
            "拿已有的记录核对：同样去猜它们的对应，与记录所写的相比。已有的记录多是常用的 API，其余的未必这样准。"
        )
        rows = (page.row(GROUND_NAMES[one.ground], str(one.made), str(one.right)) for one in measured)
        yield page.Table(("依据", "猜了几个", "其中与记录相同"), tuple(rows))


def _module_page(catalog: Catalog, module: str, entries: Sequence[Unanswered], recorded: int) -> page.PageView:
    guessed = sum(one.guess is not None for one in entries)
    heading = f"{module}：{UNANSWERED}的 API"
    blocks: tuple[page.Block, ...] = (
        page.title(heading),
        page.paragraph(
            f"{len(entries)} 个名称还没有记录，其中 {guessed} 个有可能的对应。以下都由程序写成，没有人看过，不计入覆盖；"
            f"在 {catalog.demand.said.rpartition('，')[2].rstrip('。') or '实际的代码'}中用得多的在前。签名中加了底纹与下划线的，是两边不同之处。没有写“运行样本”的，PyTorch 没有带它的样本。",
            f"已有记录的见[映射总表（{recorded} 条）]({paths.TABLE}?module={quote(module)})。" if recorded else "",
        ),
        page.paragraph(f"[全部模块]({paths.UNANSWERED})"),
        page.Guesses(tuple(_entry(catalog, one) for one in entries)),
    )
    return page.PageView(
        unanswered_path(module),
        _SOURCE,
        blocks,
        description=f"{module} 中还没有记录的 {len(entries)} 个 PyTorch API，与由程序猜的 Paddle 对应。",
        full_title=heading,
        hide=("toc",),
    )


def _entry(catalog: Catalog, one: Unanswered) -> page.GuessView:
    entry, repository, address = one.entry, catalog.settings.repository, catalog.settings.address(one.name)
    what = [KIND_NAMES[entry.kind]]
    what += ["已弃用"] if entry.deprecated else []
    what += [f"{one.use.repositories} 个仓库用到 {one.use.uses:,} 次"] if one.use is not None else []
    facts: list[tuple[str, Prose]] = []
    found = differences(one.guess.match) if one.guess is not None and one.guess.match is not None else ()
    if one.guess is not None and one.guess.match is not None and one.guess.match.pairs:
        facts.append(("签名的差别", _say_differences(found)))
    facts += [("运行样本", said)] if one.samples is not None and (said := _probes(one.samples)) else []
    facts += [("也写作", codes(one.others))] if one.others else []
    command = compose(Code(f"apimap new {one.name}"))
    if repository:
        folder, _, file = f"{RECORDS}/{record_path(one.name)}".rpartition("/")
        new = f"{repository}/new/main/{quote(folder)}?filename={quote(file)}"
        wish = urlencode({"title": f"求一条记录：{one.name}", "body": _wish(catalog, one)})
        command = compose(
            command, "，或", Link("在网页上新建", new), "；", Link("求一条记录", f"{repository}/issues/new?{wish}")
        )
    facts += [("写成记录", command)] if not one.same_as else []
    return page.GuessView(
        one.name,
        UNANSWERED,
        compose("，".join(what), *(("，", Link("文档", address)) if address else ())),
        _guess(catalog, one),
        tuple(_signatures(one, found)),
        tuple(facts),
    )


def _wish(catalog: Catalog, one: Unanswered) -> str:
    """Returns the text of a new issue that asks for a record: the known facts, and room for the asker's own call."""
    versions = "\n".join(f"- {library} {version}" for library, version in catalog.settings.versions.items())
    likely = f"{LIKELY} {one.guess.entry.name}" if one.guess is not None else "没有找到可能的对应"
    return f"{one.name}（{likely}）\n{versions}\n\n我这样调用它：\n\n```python\n\n```\n"


def _guess(catalog: Catalog, one: Unanswered) -> Prose:
    if one.same_as:
        return compose("与 ", page_link(catalog, one.same_as), " 是同一个对象，它有记录；这个名称还没有写进别名。")
    if one.see:
        return compose("没有可靠的猜测；同名的 ", page_link(catalog, one.see), " 有记录，可以参照。")
    if one.guess is None:
        return compose(NOTHING_LIKELY)
    name = one.guess.entry.name
    said = said_ground(one.guess.ground, weak=one.weak)
    return compose(f"{LIKELY} ", web_link(name, catalog.settings.address(name)), f"（{said}）")


def said_ground(ground: Ground, *, weak: bool) -> str:
    """Returns the ground of a guess in words, with the warning that it is weak."""
    return f"{GROUND_NAMES[ground]}，{MOSTLY_WRONG}" if weak else GROUND_NAMES[ground]


def _signatures(one: Unanswered, found: Sequence[Difference]) -> Iterator[page.SignatureView]:
    """Yields the signatures that were compared, or those that are known, with what differs."""
    guess = one.guess
    match = guess.match if guess is not None else None
    sides = [(one.name, (match and match.torch) or one.entry.signature, [it.torch for it in found])]
    if guess is not None:
        theirs = (match and match.paddle) or guess.entry.signature
        sides.append((guess.entry.name, theirs, [it.paddle for it in found]))
    for name, signature, differing in sides:
        if signature is not None:
            marked = {str(parameter) for parameter in differing if parameter is not None}
            yield page.SignatureView(name, tuple((part, part in marked) for part in signature.parts()))


def _say_differences(found: Sequence[Difference]) -> Prose:
    if not found:
        return compose("参数的名称、次序与默认值都相同。")
    return compose(join("；", [say_difference(one) for one in found]), "。")


def say_difference(one: Difference) -> Prose:
    """Returns one difference of two signatures in words."""
    if one.torch is None:
        assert one.paddle is not None
        return compose("Paddle 多出 ", Code(str(one.paddle)))
    if one.paddle is None:
        return compose("Paddle 没有 ", Code(one.torch.label))
    if one.renamed:
        ours, theirs = (one.torch, one.paddle) if one.other_default else (one.torch.label, one.paddle.label)
        return compose(Code(str(ours)), " 写作 ", Code(str(theirs)))
    if one.other_default:
        return compose("默认值 ", Code(str(one.torch)), " 与 ", Code(str(one.paddle)))
    return compose(Code(one.torch.label), " 的位置不同")


def _probes(samples: Samples) -> Prose:
    """Returns what the samples showed; empty where none was tried."""
    facts = ((name, samples.fact(name)) for name in FactName)
    parts = [compose(*_probe(name, fact)) for name, fact in facts if fact.state is not State.UNTRIED]
    if samples.accepted:
        parts.append(compose("Paddle 也接受 ", codes(samples.accepted)))
    return compose(join("；", parts), "。") if parts else ()


def _probe(name: FactName, fact: SampleFact) -> Iterator[str | Prose]:
    yield read_prose(_PROBES[name])
    match fact.state:
        case State.HOLDS:
            yield f"，{fact.tried} 个样本都得到同样的结果"
        case State.FAILS:
            yield f"，{fact.tried} 个样本中 {fact.failed} 个不行"
            if name is FactName.PREFIX and fact.failure is not None and _is_short(fact.failure.code):
                yield compose("，例如 ", Code(fact.failure.code.strip()))


def _is_short(code: str) -> bool:
    return "\n" not in code.strip() and len(code) <= _LONGEST
