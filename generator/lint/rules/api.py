"""API: the names of a record's APIs and of its file."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.index import Index, Libraries
from generator.lint.rules.base import Bad, CatalogRule, RecordRule
from generator.lint.rules.samples import ABS, ABS_WITH_OUT
from generator.lint.rules.subject import Subject
from generator.model.finding import Loc, Problem, Remove
from generator.model.spelling import nearest
from generator.storage.record_path import CASE_ENDINGS, LOWERCASE, UPPERCASE, record_path


class FileDisagrees(RecordRule):
    """A record in a file of another name or folder."""

    code = "API001"
    title = "文件名或文件夹与 API 不一致"
    spec = ("R3",)
    why = "按 API 名称就该找得到它的记录；页面的地址也由文件名而来。"
    bad = (
        Bad(ABS, path="torch/torch.absolute.yml", at="torch.abs"),
        Bad(ABS, path="torch.Tensor/torch.abs.yml", at="torch.abs"),
        Bad(ABS, path="torch/torch.abs.yaml", at="torch.abs"),
    )
    good = (ABS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares the file's last two path parts with the API that it records."""
        record, file = subject.record, subject.source.file
        expected, actual = record_path(record.torch), "/".join(file.rsplit("/", 2)[-2:])
        if actual == expected:
            return
        allowed = {expected}
        ending = LOWERCASE if record.name == record.name.lower() else UPPERCASE
        allowed.add(f"{expected.removesuffix('.yml')}{ending}.yml")
        if file.endswith(".md"):  # the folder of a document is not prescribed
            expected, actual = f"{record.torch}.md", file.rpartition("/")[2]
            allowed = {expected, *(f"{record.torch}{ending}.md" for ending in CASE_ENDINGS)}
        if actual not in allowed:
            yield Problem(("torch",), f"记录的是 {record.torch}，而文件是 {actual}", f"把文件移到 {expected}。")


class ApiUnknown(RecordRule):
    """An API that the pinned version of its library does not have."""

    code = "API002"
    title = "库里没有这个 API"
    spec = ("R5",)
    why = "照着写错或早已删去的名称，读者的代码会报 AttributeError。"
    bad = (
        Bad(ABS_WITH_OUT.replace("paddle: paddle.abs\n", "paddle: padle.abs\n"), at="padle.abs"),
        Bad(ABS_WITH_OUT.replace("paddle: paddle.abs\n", "paddle: paddle.abss\n"), at="paddle.abss"),
        Bad(ABS_WITH_OUT + "aliases: [torch.absolutee]\n", at="torch.absolutee"),
        Bad(ABS_WITH_OUT + "type: paddle.abss\n", at="paddle.abss"),
    )
    good = (ABS_WITH_OUT, ABS_WITH_OUT + "aliases: [torch.absolute]\n", ABS_WITH_OUT + "type: ValueError\n")

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks each name up in the inventory of its library; a library without an inventory is not judged."""
        record, libraries = subject.record, subject.libraries
        names: list[tuple[Loc, str]] = [(("torch",), record.torch)]
        names += [((*loc, "paddle"), mapping.paddle) for loc, mapping in subject.mappings if mapping.paddle]
        names += [(("type",), record.type)] if record.type and "." in record.type else []
        names += [(("aliases", index), alias) for index, alias in enumerate(record.aliases)]
        for loc, api in names:
            if (wrong := unknown_api(libraries, api)) is not None:
                yield Problem(loc, *wrong)


def unknown_api(libraries: Libraries, api: str) -> tuple[str, str] | None:
    """Returns a message and a hint for an API that its library lacks; None where it exists, or no inventory tells."""
    library = api.partition(".")[0]
    inventory = libraries.inventories.get(library)
    if inventory is None:
        likely = nearest(library, libraries.settings.versions) if library not in libraries.settings.versions else ""
        meant = f"{likely}{api[len(library) :]}"
        # Another library may have a similar name: paddlenlp is not a misspelling of paddle.
        slip = likely in libraries.inventories and meant in libraries.inventories[likely].entries
        return (f"没有名为 {library} 的库：{api}", f"是否想写 {meant}？") if slip else None
    if api in inventory.entries or libraries.entry(api) is not None or inventory.unreadable_module(api) is not None:
        return None
    likely = nearest_api(libraries, api)
    version = libraries.settings.versions.get(library, inventory.version)
    return f"{library} {version} 里没有 {api}", f"是否想写 {likely}？" if likely else "改正名称，或删去它。"


def nearest_api(libraries: Libraries, api: str) -> str:
    """Returns the known API that a name most likely means: one of the same module, or of the same last name."""
    inventory = libraries.inventories[api.partition(".")[0]]
    module, _, name = api.rpartition(".")
    start = len(module) + 1
    siblings = [
        known[start:] for known in inventory.entries if known.startswith(f"{module}.") and "." not in known[start:]
    ]
    if likely := nearest(name, siblings):
        return f"{module}.{likely}"
    return min((known for known in inventory.entries if known.endswith(f".{name}")), key=len, default="")


class RelatedUnknown(CatalogRule):
    """A related API that does not exist, or is the record's own."""

    code = "API003"
    title = "相关的 API 不存在，或就是它自己"
    why = "“相关”是给读者的路标，要指向另一个存在的 API。"
    bad = (
        Bad(ABS_WITH_OUT + "related: [torch.abs]\n", at="torch.abs", mended=ABS_WITH_OUT),
        Bad(ABS_WITH_OUT + "related: [torch.negg]\n", at="torch.negg"),
        Bad(
            ABS_WITH_OUT + "related: [torch.neg, torch.neg]\n",
            at="torch.neg]",
            mended=ABS_WITH_OUT + "related: [torch.neg]\n",
        ),
    )
    good = (ABS_WITH_OUT + "related: [torch.neg]\n",)

    def check(self, index: Index) -> Iterator[tuple[str, Problem]]:
        """Looks each one up among the records, their aliases and the inventory."""
        for outline in index.outlines:
            for position, api in enumerate(outline.related):
                loc: Loc = ("related", position)
                if api == outline.torch or api in outline.aliases:
                    yield outline.file, Problem(loc, f"{api} 就是这条记录自己", "删去它。", (Remove(loc),))
                elif api in outline.related[:position]:
                    yield outline.file, Problem(loc, f"{api} 写了两次", "删去一个。", (Remove(loc),))
                elif not index.records(api) and (wrong := unknown_api(index.libraries, api)):
                    yield outline.file, Problem(loc, *wrong)


class AliasTwice(RecordRule):
    """An alias that is the record's own name, or is listed twice."""

    code = "API004"
    title = "别名就是它自己，或写了两次"
    why = "别名在总表中各占一行，重复的会出现两次。"
    bad = (
        Bad(ABS_WITH_OUT + "aliases: [torch.abs]\n", at="torch.abs]", mended=ABS_WITH_OUT),
        Bad(
            ABS_WITH_OUT + "aliases: [torch.absolute, torch.absolute]\n",
            at="torch.absolute]",
            mended=ABS_WITH_OUT + "aliases: [torch.absolute]\n",
        ),
    )
    good = (ABS_WITH_OUT + "aliases: [torch.absolute]\n",)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares the aliases with the record's name and with each other."""
        record = subject.record
        for index, alias in enumerate(record.aliases):
            if alias == record.torch or alias in record.aliases[:index]:
                what = "就是这条记录自己" if alias == record.torch else "写了两次"
                yield Problem(("aliases", index), f"别名 {alias} {what}", "删去它。", (Remove(("aliases", index)),))
