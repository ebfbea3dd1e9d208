"""The families of APIs that are shipped."""

from __future__ import annotations

import math
import warnings
from collections import Counter
from collections.abc import Iterator

import pytest
from samples import shipped_catalog

from generator.calls.convert import convert
from generator.calls.knowledge.compile import compile_knowledge
from generator.calls.knowledge.knowledge import Knowledge
from generator.catalog.catalog import Catalog
from generator.libraries.torchvision import declare_operators
from generator.model.family import Family
from generator.model.inventory import ApiKind, Inventory
from generator.model.status import Outcome, Status
from generator.model.texts import texts_of


@pytest.fixture(scope="module")
def shipped() -> Catalog:
    """The catalogue of this repository."""
    return shipped_catalog()


def families(catalog: Catalog) -> list[Family]:
    """All families; a file that cannot be read fails here."""
    found = [source.model for source in catalog.families]
    assert found
    assert None not in found
    return [family for family in found if family is not None]


def sides(family: Family) -> Iterator[tuple[str, list[str]]]:
    """Either module with the members that the family lists of it, in order."""
    pairs = [pair for group in family.groups for pair in group.members()]
    yield family.torch, [torch for torch, _ in pairs if torch is not None]
    yield family.paddle, [paddle for _, paddle in pairs if paddle is not None]


def functions(inventory: Inventory, module: str) -> set[str]:
    """The functions that stand directly in a module, by their own names."""
    named = {entry.name.removeprefix(f"{module}.") for entry in inventory if entry.kind is ApiKind.FUNCTION}
    return {name for name in named if "." not in name}


def test_members_exist(shipped: Catalog) -> None:
    """Every name that a family lists is in the pinned inventory of its library."""
    listed = [f"{module}.{name}" for family in families(shipped) for module, names in sides(family) for name in names]
    assert [api for api in listed if shipped.entry(api) is None] == []


def test_exceptions_are_members(shipped: Catalog) -> None:
    """What a remark leaves out is converted by its family, so that the name was not mistyped."""
    for family in families(shipped):
        converted = {name for name, _ in family.calls()}
        left_out = [f"{family.torch}.{name}" for shared in family.remarks for name in shared.but]
        assert [name for name in left_out if name not in converted] == []


def test_no_member_is_forgotten(shipped: Catalog) -> None:
    """Every function of both modules is in a group: a new one has to be looked at."""
    for family in families(shipped):
        for module, names in sides(family):
            offered = functions(shipped.inventories[module.partition(".")[0]], module)
            assert offered - set(names) == set(), module


def test_torch_member_is_in_one_group(shipped: Catalog) -> None:
    """Who looks a name up finds one answer; only Paddle's names may stand for several of torch."""
    for family in families(shipped):
        _, names = next(sides(family))
        assert [name for name, count in Counter(names).items() if count > 1] == []


def test_one_sided_members_are_absent_on_the_other_side(shipped: Catalog) -> None:
    """What a family says only one library has, the other one's inventory does not know by that name."""
    for family in families(shipped):
        for group in family.groups:
            absent = [f"{family.paddle}.{name}" for name in group.torch]
            absent += [f"{family.torch}.{name}" for name in group.paddle]
            assert [api for api in absent if shipped.entry(api) is not None] == []


def test_families_are_proven(shipped: Catalog) -> None:
    """Every check passed on the pinned versions."""
    for family in families(shipped):
        assert shipped.status(family) is Status.VERIFIED
        assert shipped.evidence[family.key].outcome is Outcome.PASSED


def test_calls_of_members_are_answered_by_the_family(shipped: Catalog) -> None:
    """A call of a member is converted, left to a person with its counterpart, or has none; a record wins."""
    known = Knowledge.of(compile_knowledge(shipped))
    for family in families(shipped):
        calls = dict(family.calls())
        for torch, paddle in (pair for group in family.groups for pair in group.members()):
            name = f"{family.torch}.{torch}"
            if torch is None or shipped.source_of(name) is not None:
                continue
            answer = known.answer(name)
            assert answer is not None, name
            assert known.pages[name] == family.torch
            if paddle is None:
                assert (answer.by_hand, answer.reason.endswith(f"`{family.paddle}` 没有对应的")) == ("", True), name
            elif name in calls:
                assert (answer.by_hand, [way.paddle for way in answer.ways]) == ("", [f"{family.paddle}.{paddle}"]), (
                    name
                )
            else:
                assert answer.by_hand.endswith(f"对应 `{family.paddle}.{paddle}`"), name


@pytest.mark.libraries
def test_converted_calls_make_the_same_model(shipped: Catalog) -> None:
    """Small members, called as code does and as their conversion says, have as many parameters to train on both sides."""
    declare_operators()
    known = Knowledge.of(compile_knowledge(shipped))
    for call in (
        "resnet18(weights=None, num_classes=10)",
        "mobilenet_v2(False, progress=False)",
        "shufflenet_v2_x0_5(pretrained=False)",
        "vgg11_bn(num_classes=2)",
        "densenet121()",
    ):
        made = {}
        source = f"import torchvision\nmodel = torchvision.models.{call}\n"
        for side, code in (("torch", source), ("paddle", convert(source, known).text)):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of the keyword that torchvision still takes
                exec(compile(code, side, "exec"), names := {})  # noqa: S102  # the call above and its conversion
            trained = (p for p in names["model"].parameters() if side == "torch" or p.trainable)
            made[side] = sum(math.prod(parameter.shape) for parameter in trained)
        assert made["torch"] == made["paddle"], call


def test_family_has_one_place_in_the_master_table(shipped: Catalog) -> None:
    """The module belongs to one section, and no record of the same name competes with it."""
    for family in families(shipped):
        assert len(shipped.sections_of(family.torch)) == 1
        assert shipped.source_of(family.torch) is None


def test_words_of_families_are_sentences(shipped: Catalog) -> None:
    """Introductions and remarks end with a full stop, titles do not."""
    for family in families(shipped):
        for loc, text in texts_of(family):
            if text and loc[-1] != "skip":
                assert text.endswith("。") == (loc[-1] != "title"), text
