"""Tests of the entries for names that no record answers."""

from __future__ import annotations

from dataclasses import replace

from samples import ABS, catalog_of, rendered_catalog, shipped_catalog
from sampling import sample

from generator.catalog.catalog import Catalog
from generator.catalog.unanswered.counterpart import Ground
from generator.catalog.unanswered.entries import by_page, page_of, reliability, unanswered
from generator.model.demand import Demand, Use
from generator.model.glossary import Glossary
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.signature import Signature
from generator.statistics.coverage import measure_coverage
from generator.statistics.demand import measure_demand


def entry(text: str, kind: ApiKind = ApiKind.FUNCTION, **more: str) -> ApiEntry:
    """An inventory's entry, of a signature as documentation writes it."""
    name = text.partition("(")[0]
    return ApiEntry(name, kind, (Signature.parse(text),) if "(" in text else (), "stub", **more)  # type: ignore[arg-type]


def inventory(library: str, *entries: ApiEntry) -> Inventory:
    """An inventory of these entries."""
    return Inventory(library, "1", {one.name: one for one in sorted(entries, key=lambda one: one.name)})


def catalog(*torch: ApiEntry, paddle: tuple[ApiEntry, ...] = (), uses: tuple[Use, ...] = ()) -> Catalog:
    """A catalogue that answers ``torch.abs`` and ``torch.absolute``, and these inventories."""
    found = {"torch": inventory("torch", *torch), "paddle": inventory("paddle", *paddle)}
    glossary = Glossary.model_validate({"names": {"gather": "take_along_axis"}})
    return replace(catalog_of(ABS), inventories=found, glossary=glossary, demand=Demand("十个仓库", uses))


def names(of: Catalog) -> list[str]:
    """The names of the entries, in their order."""
    return [one.name for one in unanswered(of)]


def test_no_shipped_name_is_both_answered_and_not() -> None:
    """No name stands in an entry, as its own or as another one of its object, that a record, family or constant answers."""
    shipped = shipped_catalog()
    for one in unanswered(shipped):
        assert shipped.answered.isdisjoint((one.name, *one.others)), one.name
        assert not one.same_as or one.same_as in shipped.answered


def test_every_name_in_use_is_answered_or_has_an_entry() -> None:
    """Nobody is sent away empty: what the file of demand names is found."""
    shipped = shipped_catalog()
    known = {name for one in unanswered(shipped) for name in (one.name, *one.others)} | shipped.answered
    assert [use.name for use in shipped.demand if use.name not in known and shipped.constant_of(use.name) is None] == []


def test_every_shipped_name_has_one_entry() -> None:
    """A name stands once, and the page that it is said to stand on has it; no two pages differ by case alone."""
    shipped = shipped_catalog()
    found = [name for one in unanswered(shipped) for name in (one.name, *one.others)]
    assert len(found) == len(set(found))
    assert not shipped.answered.intersection(found)
    assert len(found) + len(shipped.answered) > 8000  # a name that gets an answer leaves here and comes there
    pages = by_page(shipped)
    assert len({module.casefold() for module in pages}) == len(pages)
    for module, entries in pages.items():
        assert all(page_of(shipped, one.name) == module for one in entries)
    for module in sample(list(pages), 12):
        body = rendered_catalog()[f"unanswered/{module}.md"].body
        assert body.count('data-status="unanswered"') == len(pages[module])


def test_entries_count_as_coverage_nowhere() -> None:
    """Coverage and demand say the same, whatever is guessed."""
    shipped = shipped_catalog()
    without = replace(
        shipped, inventories={k: v for k, v in shipped.inventories.items() if k != "paddle"}, beside_records={}
    )
    assert not any(one.guess for one in unanswered(without))
    assert any(one.guess for one in unanswered(shipped))
    assert list(measure_coverage(shipped)) == list(measure_coverage(without))
    assert measure_demand(shipped) == measure_demand(without)


def test_private_names_and_modules_are_left_out_unless_they_are_used() -> None:
    """What is private has an entry only where real code uses it, and a module has a page instead of an entry."""
    torch = (entry("torch._C.f(x)"), entry("torch._used(x)"), entry("torch.nn", ApiKind.MODULE), entry("torch.f(x)"))
    assert names(catalog(*torch, uses=(Use("torch._used", "function or class", 3, 1),))) == ["torch._used", "torch.f"]


def test_members_count_where_people_write_them() -> None:
    """Members of tensors, of answered classes and of used ones have entries; of any other class the class alone has."""
    torch = (
        entry("torch.Tensor", ApiKind.CLASS),
        entry("torch.Tensor.f()", ApiKind.METHOD),
        entry("torch.Used", ApiKind.CLASS),
        entry("torch.Used.g()", ApiKind.METHOD),
        entry("torch.Rare", ApiKind.CLASS),
        entry("torch.Rare.h()", ApiKind.METHOD),
        ApiEntry("torch.Child", ApiKind.CLASS, bases=("torch.Used",)),
        entry("torch.Child.g()", ApiKind.METHOD),
    )
    found = names(catalog(*torch, uses=(Use("torch.Used", "", 2, 1), Use("torch.Child", "", 1, 1))))
    assert found == ["torch.Used", "torch.Child", "torch.Rare", "torch.Tensor", "torch.Tensor.f", "torch.Used.g"]


def test_an_object_has_one_entry_under_the_name_that_code_uses() -> None:
    """The most used name counts, else the one with the fewest parts; where it is merely defined is named nowhere."""
    torch = (
        entry("torch.special.expit(input)"),
        entry("torch.logistic(input)", alias_of="torch.special.expit"),
        entry("torch.nn.Conv(size)"),
        entry("torch.nn.modules.conv.Conv(size)", alias_of="torch.nn.Conv"),
    )
    found = {one.name: one.others for one in unanswered(catalog(*torch))}
    assert found == {"torch.logistic": ("torch.special.expit",), "torch.nn.Conv": ()}
    used = catalog(*torch, uses=(Use("torch.special.expit", "", 5, 1),))
    assert unanswered(used)[0].name == "torch.special.expit"


def test_another_name_of_an_answered_object_leads_to_its_record() -> None:
    """A name that the record's aliases lack is no guess: it is the same object."""
    torch = (entry("torch.abs(input)"), entry("torch.special.absval(input)", alias_of="torch.abs"))
    (one,) = unanswered(catalog(*torch))
    assert (one.name, one.same_as, one.guess) == ("torch.special.absval", "torch.abs", None)


def test_a_guess_says_what_speaks_for_it() -> None:
    """Same name, known rename, same name elsewhere, and names and signatures that are alike; else there is no guess."""
    torch = (
        entry("torch.f(input)"),
        entry("torch.gather(input, dim, index)"),
        entry("torch.linalg.g(input)"),
        entry("torch.floor_(input)"),
        entry("torch.unheard(input)"),
    )
    paddle = (
        entry("paddle.f(input)"),
        entry("paddle.take_along_axis(arr, indices, axis)"),
        entry("paddle.g(input)"),
        entry("paddle.floor(input)"),
    )
    found = {one.name: one.guess.ground if one.guess else None for one in unanswered(catalog(*torch, paddle=paddle))}
    assert found == {
        "torch.f": Ground.SAME,
        "torch.gather": Ground.RENAMED,
        "torch.linalg.g": Ground.ELSEWHERE,
        "torch.floor_": Ground.ALIKE,
        "torch.unheard": None,
    }


def test_what_no_inventory_knows_has_an_entry_where_code_uses_it() -> None:
    """A name of a package that was not there to be read is not lost."""
    found = unanswered(catalog(uses=(Use("torch.utils.board.Writer", "function or class", 4, 2),)))
    assert [(one.name, one.entry.kind, one.uses) for one in found] == [("torch.utils.board.Writer", ApiKind.CLASS, 4)]


def test_names_that_are_none_become_no_page() -> None:
    """A page is called after a module: what is no dotted name, a path for example, never becomes one."""
    torch = (entry("torch.../../x.y"), entry("torch.a b.c"), entry("torch.é.f"), entry("torch.fine.f"))
    assert list(by_page(catalog(*torch))) == ["torch.fine"]


def test_reliability_counts_what_records_confirm() -> None:
    """A guess about a recorded name is right where it names the record's counterpart."""
    right = catalog(entry("torch.abs(input)"), paddle=(entry("paddle.abs(x)"),))
    wrong = catalog(entry("torch.abs(input)"), paddle=(entry("paddle.compat.abs(input)"), entry("paddle.cabs(x)")))
    assert [(one.made, one.right) for one in reliability(right) if one.made] == [(1, 1)]
    assert [one.right for one in reliability(wrong) if one.made] == [0]


def test_entries_are_kept_while_the_same_names_are_answered() -> None:
    """An edit of a record that answers no other name leaves the entries as they are, and one that does makes them anew."""
    first = catalog(entry("torch.abs(input)"), entry("torch.f(input)"))
    entries = unanswered(first)
    assert unanswered(replace(first, sources=catalog_of(ABS.replace("输入", "输出")).sources)) is entries
    assert names(replace(first, sources=())) == ["torch.abs", "torch.f"]


def test_the_name_that_documentation_uses_is_kept_beside_a_shorter_one() -> None:
    """The canonical name of an object is found, though a package around its module offers the object as well."""
    torch = (
        entry("torch.nn.functional.celu_(input)"),
        entry("torch.celu_(input)", alias_of="torch.nn.functional.celu_"),
    )
    found = {one.name: one.others for one in unanswered(catalog(*torch))}
    assert found == {"torch.celu_": ("torch.nn.functional.celu_",)}


def test_every_public_name_outside_its_defining_module_is_found() -> None:
    """What the inventory lists as an object's own name is answered or in an entry, whatever shorter names there are."""
    shipped = shipped_catalog()
    known = {name for one in unanswered(shipped) for name in (one.name, *one.others)} | shipped.answered
    for name in (
        "torch.nn.functional.celu_",
        "torch.nn.functional.conv_tbc",
        "torch.ao.quantization.qconfig.default_qconfig",
    ):
        assert name in known, name


def test_what_is_called_the_same_elsewhere_is_of_the_same_kind() -> None:
    """No class or constant is guessed from a function of the same name, and no renamed API from another module."""
    torch = (
        ApiEntry("torch.jit.SUM", ApiKind.CONSTANT),
        entry("torch.jit.stack(input)", ApiKind.CLASS),
        ApiEntry("torch.SUM", ApiKind.CONSTANT),
        entry("torch.nn.parallel.gather(outputs, device)"),
        entry("torch.jit.adam(input)"),
        entry("torch.jit.f(input)"),
    )
    paddle = (
        entry("paddle.sum(x)"),
        entry("paddle.stack(x)"),
        entry("paddle.take_along_axis(x, y)"),
        entry("paddle.f(x)"),
        entry("paddle.jit.Adam(x)", ApiKind.CLASS),
    )
    found = {one.name: one.guess and one.guess.entry.name for one in unanswered(catalog(*torch, paddle=paddle))}
    assert {name: guess for name, guess in found.items() if guess} == {"torch.jit.f": "paddle.f"}


def test_guesses_on_a_ground_that_is_mostly_wrong_are_marked() -> None:
    """Where records refute most guesses of a ground, the others on it are marked; measured, and not typed."""
    shipped = shipped_catalog()
    weak = {one.ground for one in reliability(shipped) if 2 * one.right < one.made}
    assert weak
    for one in unanswered(shipped):
        assert one.weak == (one.guess is not None and one.guess.ground in weak), one.name


def test_a_recorded_name_in_another_module_is_better_than_a_similar_one() -> None:
    """Of an API that is recorded as a method, the record is named, and no Paddle API that is merely spelt alike."""
    torch = (entry("torch.Tensor.abs(input)"), entry("torch.nn.functional.abs(input)"), entry("torch.absx(input)"))
    paddle = (entry("paddle.nn.functional.abss(input)"), entry("paddle.absxx(input)"))
    found = {one.name: (one.see, one.guess is not None) for one in unanswered(catalog(*torch, paddle=paddle))}
    assert found["torch.nn.functional.abs"] == ("torch.abs", False)
    assert found["torch.absx"] == ("", True)
