"""SET: conflicts between records, and their sections in the master table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import PurePosixPath

from generator.catalog.index import Index, Outline
from generator.lint.rules.base import Bad, CatalogRule
from generator.lint.rules.samples import ABS
from generator.model.finding import Problem
from generator.storage.record_path import LOWERCASE, record_path

_ABS = ABS + "aliases: [torch.absolute]\n"
_ABSOLUTE = ABS.replace("torch.abs\n", "torch.absolute\n")
_FORM = "  - {torch: torch.Tensor.abs, paddle: paddle.Tensor.abs}\n"
_FORMS = ABS + "forms:\n" + _FORM
_METHOD = ABS.replace("torch.abs\n", "torch.Tensor.abs\n").replace("paddle.abs\n", "paddle.Tensor.abs\n")
_STREAM = "torch: torch.cuda.{name}\npaddle: paddle.device.Stream\ncategory: 无参数\n"


class RecordedTwice(CatalogRule):
    """Two records for one API."""

    code = "SET001"
    title = "同一个 API 有两条记录"
    why = "两条记录迟早会互相矛盾，读者不知道该信哪一条。"
    bad = (Bad(_ABS, at="torch.abs", others={"torch/torch.abs-2.yml": ABS}),)
    good = (_ABS,)

    def check(self, index: Index) -> Iterator[tuple[str, Problem]]:
        """Reports every record but the first by path."""
        for outline in index.outlines:
            if outline.torch and (first := index.by_api[outline.torch]) is not outline:
                message = f"{outline.torch} 已经记录在 {first.file}"
                yield outline.file, Problem(("torch",), message, "合并两条记录，删去其中一个文件。")


class OnlyCaseDiffers(CatalogRule):
    """Two pages whose names differ only by case."""

    code = "SET002"
    title = "文件名只有大小写之别"
    why = "在 macOS 与 Windows 上这样的两个文件是同一个，后写的会盖掉先写的。"
    bad = (
        Bad(
            _STREAM.format(name="stream"),
            at="torch.cuda.stream",
            others={"torch.cuda/torch.cuda.Stream.yml": _STREAM.format(name="Stream")},
        ),
    )
    good = (_STREAM.format(name="stream"),)

    def check(self, index: Index) -> Iterator[tuple[str, Problem]]:
        """Groups the files by name without case; two records for the same API are SET001's."""
        groups: defaultdict[str, list[Outline]] = defaultdict(list)
        for outline in index.outlines:
            groups[outline.stem.casefold()].append(outline)
        for group in groups.values():
            first, *others = sorted(group, key=lambda outline: outline.stem)
            for other in others:
                if other.stem != first.stem and other.torch:
                    name = PurePosixPath(record_path(other.torch)).stem + LOWERCASE
                    message = f"文件名与 {first.file} 只有大小写之别"
                    yield other.file, Problem(("torch",), message, f"把全小写的一个改名为 {name}.yml。")


class AliasCollides(CatalogRule):
    """A form or alias that has a record of its own, or is named twice."""

    code = "SET003"
    title = "别名或形式与记录冲突"
    why = "一个名称只有一个答案；它若另有记录，或写在两处，读者便不知道该看哪里。"
    bad = (
        Bad(_ABS, at="torch.absolute", others={"torch/torch.absolute.yml": _ABSOLUTE}),
        Bad(_FORMS, at="torch.Tensor.abs", others={"torch.Tensor/torch.Tensor.abs.yml": _METHOD}),
        Bad(_FORMS + "  - {torch: torch.Tensor.abs, in_place: true}\n", at="torch.Tensor.abs, in_place"),
    )
    good = (_ABS, _FORMS)

    def check(self, index: Index) -> Iterator[tuple[str, Problem]]:
        """Looks each name up among the records, and among the forms and aliases of all."""
        for outline in index.by_api.values():
            for loc, name in outline.names:
                owner, place = index.by_other_name.get(name, (outline, loc))
                other = index.by_api.get(name, owner)
                if len(loc) > 1 and (other is not outline or name == outline.torch or place != loc):
                    kind = "别名" if "aliases" in loc else "形式"
                    what = "本身就有一条记录" if name in index.by_api else "已经写在别处"
                    message = f"{kind} {name} {what}（{other.file}）"
                    yield (
                        outline.file,
                        Problem(loc, message, f"从 {loc[-2] if kind == '别名' else 'forms'} 中删去它，或删去那一处。"),
                    )


class RareName(CatalogRule):
    """A record or form that is called by a name which code uses less than one of its aliases."""

    code = "SET008"
    title = "记录没有用最常见的名称"
    why = (
        "读者带着代码里的名称来，页面的标题、总表与查找框先显示的应当就是它：`torch.sigmoid`，而不是 "
        "`torch.special.expit`。哪个常见，以 `mapping_data/demand.tsv` 中的使用次数为准；次数一样，用哪个都可以。"
    )
    bad = (
        Bad(_ABSOLUTE + "aliases: [torch.abs]\n", at="torch.absolute"),
        Bad(
            _FORMS.replace("abs, paddle: paddle.Tensor.abs", "absolute, aliases: [torch.Tensor.abs]"), at="torch.Tensor"
        ),
    )
    good = (_ABS, _FORMS, _ABSOLUTE)

    def check(self, index: Index) -> Iterator[tuple[str, Problem]]:
        """Compares the uses of each name, and of what a class has under it, with those of its aliases."""
        total: Counter[str] = Counter()
        for use, number in index.uses.items():
            parts = use.split(".")
            total.update({".".join(parts[:end]): number for end in range(2, len(parts) + 1)})
        for outline in index.by_api.values():
            forms = ((("forms", at, "torch"), *form) for at, form in enumerate(outline.forms))
            for loc, name, aliases in ((("torch",), outline.torch, outline.aliases), *forms):
                most = max(aliases, key=lambda one: total[one], default=name)
                if total[most] > total[name]:
                    message = f"实际的代码写 {most} 的有 {total[most]:,} 次，写 {name} 的有 {total[name]:,} 次"
                    hint = f"以 {most} 为名，{name} 写进 aliases；文件名、证据也跟着改，旧的地址会自动转过去。"
                    yield outline.file, Problem(loc, message, hint)


class SectionAmbiguous(CatalogRule):
    """A record in no section of the master table, or in two."""

    code = "SET004"
    title = "记录不在总表的恰好一节中"
    why = "不属于任何一节的记录不会出现在总表里，属于两节的会出现两次。"
    bad = (Bad(_ABS.replace("torch.abs\n", "tensorflow.abs\n"), at="tensorflow.abs"),)
    good = (_ABS,)

    def check(self, index: Index) -> Iterator[tuple[str, Problem]]:
        """Counts the sections that fit each name that is answered."""
        settings = index.libraries.settings
        for outline in index.by_api.values():
            for loc, api in outline.names:
                sections = settings.sections_of(api)
                if len(sections) != 1:
                    fits = "、".join(section.title for section in sections) or "没有一节"
                    hint = "在 mapping_data/catalog.yml 的 sections 中让它恰好属于一节。"
                    yield outline.file, Problem(loc, f"{api} 在总表中的归属：{fits}", hint)
