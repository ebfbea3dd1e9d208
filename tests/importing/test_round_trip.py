from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from page_record import published, with_one_helper
from samples import SETTINGS, pages_of, sampled_sources, shipped_catalog
from sampling import sample

from generator.catalog.catalog import Catalog
from generator.importing.document import read_difference_document
from generator.importing.remove_derived import remove_derived
from generator.lint.foreign_files import foreign_catalog
from generator.lint.run import lint_catalog
from generator.model.category import CATEGORIES, MISSING
from generator.model.parameter import ParameterRow
from generator.model.record import Example, Links, Overload, Pair, Record
from generator.publishing.views.page_defaults import PageDefaults
from generator.storage.yaml_dump import dump_record
from generator.storage.yaml_file import RecordSource, read_record

WORDS = st.text(
    st.sampled_from("表示输入的值为多少，、；：（）“” abcXYZ019_-+*/|\\[]<>&#!~${}^'\"=.?%@") | st.characters(codec="utf-8", categories=("L", "N")),
    min_size=1,
    max_size=20,
).map(lambda text: " ".join(text.split()).strip(" ，；。,;.") or "值")  # fmt: skip
CODE_SPAN = st.text("abcXYZ_*[]|<>&\\ ", min_size=1, max_size=6).map(lambda text: f"`{' '.join(text.split()) or 'x'}`")
PROSE = st.lists(WORDS | CODE_SPAN, min_size=1, max_size=3).map(" ".join)
NAME = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True)
API = st.lists(NAME, min_size=1, max_size=2).map(".".join)
SENTENCE = PROSE.map(lambda text: f"表示{text}。")
LINE = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=20).map(
    lambda text: f"x = '{text}'"
)
CODE = st.lists(LINE, min_size=1, max_size=3).map("\n".join)
URL = st.none() | st.just("https://example.org/a_b(c)?q=1#x|y")


@st.composite
def rows(draw: st.DrawFn) -> ParameterRow:
    """A row of any relation, with the keys that belong to it."""
    name, other, note = draw(NAME), draw(NAME), draw(SENTENCE)
    rewrite, value = draw(st.sampled_from(["example", "unsupported"])), draw(st.sampled_from(["default", "1", "'a b'"]))
    shapes: list[dict[str, Any]] = [
        {"torch": name, "paddle": name, "note": note},
        {"torch": name, "paddle": other, "note": note},
        {"torch": name, "note": note, "rewrite": draw(st.sampled_from([rewrite, "drop", None]))},
        {"paddle": name, "note": note, "set": draw(st.sampled_from([value, None]))},
        {"torch": name, "paddle": other, "note": note, "default": {"torch": "1", "paddle": "(2, 3)"}},
        {"torch": name, "paddle": other, "note": note, "differs": {draw(st.sampled_from(["usage", "type"])): f"A{draw(PROSE)}"}, "rewrite": rewrite},
        {"note": note, "returns": f"返回 {draw(PROSE)}", "rewrite": rewrite},
    ]  # fmt: skip
    return ParameterRow.model_validate(draw(st.sampled_from(shapes)))


MAPPING = {
    "paddle": st.none() | API.map("paddle.{}".format),
    "signatures": st.none() | st.builds(Pair, torch=NAME.map("torch.f({}, *, b=None)".format), paddle=NAME.map("f({}=1)".format)),
    "summary": PROSE.map(lambda text: f"两者{text}："),
    "parameters": st.lists(rows(), max_size=3).map(tuple),
    "remarks": st.lists(PROSE.map(lambda text: f"注{text}") | CODE.map(lambda code: f"```python\n{code}\n```"), max_size=2).map(tuple),
    "examples": st.lists(
        st.builds(
            Example,
            torch=CODE,
            paddle=CODE,
            parameter=st.lists(NAME, max_size=2, unique=True).map(tuple),
            title=PROSE.map(lambda text: f"为{text}"),
            case=st.none() | PROSE.map(lambda text: f"当{text}"),
        ),
        max_size=3,
    ).map(tuple),
}  # fmt: skip
RECORD = st.builds(
    Record,
    torch=API.map("torch.{}".format),
    category=st.sampled_from([category for category in CATEGORIES if category is not MISSING]),
    intro=st.none() | PROSE.map(lambda text: f"分为{text}："),
    overloads=st.lists(st.builds(Overload, title=PROSE.map(lambda text: f"用{text}"), **MAPPING), max_size=3).map(
        tuple
    ),
    aliases=st.lists(API.map("torch.{}".format), max_size=2).map(tuple),
    related=st.lists(API.map("torch.{}".format), max_size=2).map(tuple),
    links=st.none() | st.builds(Links, torch=URL, paddle=URL),
    **MAPPING,
)


def documents_of(catalog: Catalog, sources: Sequence[RecordSource]) -> list[RecordSource]:
    """What the importer reads of the pages of records."""
    pages = zip(sources, pages_of(catalog, sources), strict=True)
    return [read_difference_document(f"{source.stem}.md", page.markdown.encode()) for source, page in pages]


def read_back(catalog: Catalog, sources: Sequence[RecordSource]) -> list[Record]:
    """The records after they were printed as pages, read from them, and rid of what the project derives."""
    documents, defaults = documents_of(catalog, sources), PageDefaults(catalog)
    return [remove_derived(document.record, defaults) for document in documents if document.record is not None]


def test_shipped_records_come_back_from_their_pages() -> None:
    """Reading a record's page gives the record again: all of it that a page carries."""
    sources = sampled_sources()
    expected = [published(source.record) for source in sources if source.record is not None]
    pairs = zip(sources, expected, read_back(shipped_catalog(), sources), strict=True)
    assert [source.stem for source, record, again in pairs if again != record] == []


NO_CONDITION = {
    name: ParameterRow.model_fields[name].default for name in ("when", "covers", "effect", "undecided", "convert")
}


def test_pages_carry_the_words_of_shipped_records() -> None:
    """What a page carries of a shipped record is every row, remark and line of example code, unchanged."""
    for source in shipped_catalog().sources:
        if source.record is None or not source.record.category.has_page:
            continue
        for (_, mapping), (_, kept) in zip(source.record.mappings(), published(source.record).mappings(), strict=True):
            assert kept.paddle == mapping.paddle, source.stem
            # A note says how a parameter differs, or which defaults do, and not both; the Markdown has no conditions.
            assert kept.parameters == tuple(
                row.model_copy(update=NO_CONDITION | ({"default": None} if row.differs else {}))
                for row in mapping.parameters
            ), source.stem
            assert kept.remarks == mapping.remarks, source.stem
            examples = with_one_helper(source.record, mapping.examples)
            code = [(example.torch.strip("\n"), example.paddle.strip("\n")) for example in examples]
            assert [(example.torch, example.paddle) for example in kept.examples] == code, source.stem


@given(RECORD)
def test_any_record_comes_back_from_its_page(record: Record) -> None:
    """Reading the page of any record gives the record again: all of it that a page carries."""
    source = read_record(f"mapping_data/records/torch/{record.torch}.yml", dump_record(record).encode())
    catalog = Catalog(SETTINGS, (source,))
    assert read_back(catalog, [source]) == [remove_derived(published(record), PageDefaults(catalog))]


@given(rows())
def test_any_row_survives_its_note(row: ParameterRow) -> None:
    """A row of any relation is what its printed note says again, and nothing of it is left behind."""
    record = Record(torch="torch.f", category=CATEGORIES[1], parameters=(row,))
    assert published(record).parameters == (row,)


def test_lint_of_our_own_pages_finds_nothing() -> None:
    """A page that was printed from a shipped record has no finding, as its record has none.

    It keeps exemptions that its record needs for conditions and templates, which no page has, and a helper is printed as
    a part of the first example that calls it, whose lines then count. What only another record names, which is not in
    the sample, is in no inventory.
    """
    shipped = shipped_catalog()
    with_page = [source for source in shipped.sources if source.record and source.record.category.has_page]
    documents = documents_of(shipped, sample(with_page, 60))
    findings = lint_catalog(foreign_catalog(shipped, documents))
    helped = {f"{source.record.torch}.md" for source in with_page if source.record and source.record.helper}
    named = {source.record.torch for source in with_page if source.record}
    assert [
        each
        for each in findings
        if not (each.code == "EXM001" and "CON" in each.message)
        and not (each.code == "EXA013" and each.file in helped)
        and not (each.code == "API003" and each.message.rpartition(" ")[2] in named)
    ] == []
