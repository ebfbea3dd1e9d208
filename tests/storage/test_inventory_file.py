from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.signature import Parameter, ParameterKind, Signature
from generator.storage.inventory_file import dump_inventory, file_name, parse_inventory, read_inventory

HEAD = "# 由 apimap inventory torch 生成。\n# torch 2.13.0\n"
ABS = "torch.abs\tfunction\tstub\t(input, *, out=None)\n"

names = st.from_regex(r"[a-z]{1,3}(\.[a-z]{1,3}){0,2}", fullmatch=True)
defaults = st.sampled_from(["None", "1e-05", "'mean'", "(1, 2)", "{'a': [1, 2]}", "<lambda>", "', ('", "float('inf')"])
parameters = st.builds(
    Parameter,
    st.from_regex(r"[a-z_]{1,4}", fullmatch=True),
    st.sampled_from([ParameterKind.POSITIONAL, ParameterKind.KEYWORD]),
    st.none() | defaults,
)
signatures = st.lists(parameters, max_size=4).map(
    lambda found: Signature(tuple(sorted(found, key=lambda p: p.kind is ParameterKind.KEYWORD)))
)
kinds = st.sampled_from(["", "torch.Tensor", "int | None", "tuple[torch.Tensor, ...]", "dict[str, torch.Tensor]"])
overloads = st.lists(st.tuples(signatures, kinds), min_size=1, max_size=3)
entries = st.builds(
    lambda called, **other: ApiEntry(
        signatures=tuple(signature for signature, _ in called),
        returns=tuple(kind for _, kind in called) if any(kind for _, kind in called) else (),
        **other,
    ),
    overloads,
    name=names,
    kind=st.sampled_from(ApiKind),
    source=st.sampled_from(["inspect", "stub", "docstring"]),
    inherited_from=st.just("") | names,
    alias_of=st.just("") | names,
    deprecated=st.booleans(),
    bases=st.lists(names, max_size=2).map(tuple),
) | st.builds(ApiEntry, name=names, kind=st.sampled_from(ApiKind), unreadable=st.sampled_from(["", "没有 签名 (x)"]))
ONE, TWO = Signature.parse("(a)"), Signature.parse("(a, b)")
PROPERTY = ApiEntry("torch.Tensor.shape", ApiKind.PROPERTY, returns=("torch.Size",))


@given(st.lists(entries, max_size=8))
def test_round_trip(found: list[ApiEntry]) -> None:
    """What is written is what is read, whatever the entries say."""
    inventory = Inventory("torch", "2.13.0", {entry.name: entry for entry in found})
    text = dump_inventory(inventory)
    again = parse_inventory(text)
    assert again == inventory
    assert dump_inventory(again) == text


def test_the_order_of_entries_does_not_show() -> None:
    """The same entries in another order give the same bytes."""
    first, second = ApiEntry("a.b", ApiKind.MODULE), ApiEntry("a.c", ApiKind.CONSTANT)
    forward = Inventory("a", "1", {"a.b": first, "a.c": second})
    backward = Inventory("a", "1", {"a.c": second, "a.b": first})
    assert dump_inventory(forward) == dump_inventory(backward)


def test_the_first_line_names_the_command() -> None:
    """A generated file says in its first line which command makes it."""
    assert "apimap inventory torch" in dump_inventory(Inventory("torch", "2.13.0")).splitlines()[0]


def test_an_alias_repeats_nothing() -> None:
    """The signatures of an alias stand once, with its canonical name, and are read for both."""
    signatures = (Signature.parse("(input)"),)
    target = ApiEntry("torch.abs", ApiKind.FUNCTION, signatures, "stub")
    alias = ApiEntry("torch.absolute", ApiKind.FUNCTION, signatures, "stub", alias_of="torch.abs")
    text = dump_inventory(Inventory("torch", "2.13.0", {entry.name: entry for entry in (target, alias)}))
    assert text.count("(input)") == 1
    assert parse_inventory(text).entries["torch.absolute"] == alias


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        (PROPERTY, "returns torch.Size"),
        (replace(PROPERTY, signatures=(ONE, TWO), returns=("int", "int")), "returns int"),
        (replace(PROPERTY, signatures=(ONE, TWO), returns=("int", "str")), "returns int; str"),
        (replace(PROPERTY, signatures=(ONE, TWO), returns=("", "str | None")), "returns ?; str | None"),
        (replace(PROPERTY, returns=()), "-"),
    ],
)
def test_what_is_returned(entry: ApiEntry, field: str) -> None:
    """A type that all signatures return is written once and read for each; an unknown one has a mark."""
    text = dump_inventory(Inventory("torch", "2.13.0", {entry.name: entry}))
    assert text.rstrip("\n").endswith(f"\t{field}")
    assert parse_inventory(text).entries[entry.name] == entry


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "第 1、2 行"),
        ("torch.abs\tfunction\n", "第 1、2 行"),
        (HEAD + ABS.rstrip("\n"), "最后一行"),
        (HEAD + ABS + ABS, "第 4 行的 torch.abs 重复"),
        (HEAD + ABS + "torch.aa\tmodule\t-\n", "第 4 行的 torch.aa 重复或未按名称排序"),
        (HEAD + "<<<<<<< HEAD\n" + ABS, "第 3 行"),
        (HEAD + ABS.replace("function", "functoin"), "第 3 行"),
        (HEAD + ABS.replace("None)", "None"), "第 3 行"),
        (HEAD + ABS.replace("\n", "\tyields int\n"), "另一版本的 apimap"),
        (HEAD + ABS + "\n", "第 4 行"),
        (HEAD + "torch.absolute\tfunction\t=\talias_of torch.abs\n", "torch.absolute"),
        (HEAD + ABS + "torch.b\tfunction\t=\talias_of torch.c\ntorch.c\tfunction\t=\talias_of torch.abs\n", "torch.b"),
    ],
)
def test_a_bad_file_is_refused(text: str, said: str) -> None:
    """A file that is cut off, merged badly or edited by hand gives one error that says where."""
    with pytest.raises(ValueError, match=said):
        parse_inventory(text)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    """A file that is not UTF-8 is a ValueError like every other bad file."""
    path = tmp_path / file_name("torch", "2.13.0")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="utf-8"):
        read_inventory(path)


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[2] / "mapping_data/inventory").glob("*.txt")), ids=str)
def test_each_committed_inventory_round_trips(path: Path) -> None:
    """A committed inventory is as the current code would write it."""
    assert dump_inventory(read_inventory(path)) == path.read_text(encoding="utf-8")
