from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from samples import ABS, DROPOUT, MakeCatalog, path_of

from generator.catalog.catalog import Catalog
from generator.model.call_verdict import EFFORTS, CallVerdict
from generator.model.category import CATEGORIES
from generator.model.constant import Constant
from generator.publishing.pages.finder import finder_list

MISSING = """\
torch: torch.compiled_with_cxx11_abi
category: 功能缺失
reason: Paddle 没有这个概念。
"""


def listed(catalog: Catalog) -> dict[str, Any]:
    """The list as the browser reads it."""
    found = json.loads(finder_list(catalog, "由程序生成"))
    assert isinstance(found, dict)
    return found


UNVERIFIED = 1 + EFFORTS.index(CallVerdict.UNVERIFIED)
"""What nothing ran for: effort counts from 1, since members of a family have none."""


def test_every_name_is_listed(make_catalog: MakeCatalog) -> None:
    """A record is listed with its counterpart, category, verification and aliases; also one that has no page."""
    content = listed(make_catalog({path_of(text): text for text in (ABS, DROPOUT, MISSING)}))
    rows = {row[0]: row for row in content["records"]}
    category = [number for number, _, _ in content["categories"]].index("1.3")
    status = [name for name, _ in content["statuses"]].index("missing")
    assert rows["torch.abs"] == ["torch.abs", "paddle.abs", category, status, 0, "torch.absolute", "", UNVERIFIED]
    assert rows["torch.nn.functional.dropout"][1] == "paddle.nn.functional.dropout"
    assert content["categories"][rows["torch.compiled_with_cxx11_abi"][2]] == ["7", "功能缺失", False]


def test_categories_are_those_of_the_model(make_catalog: MakeCatalog) -> None:
    """The list names every category, in the model's order, and whether its records have pages."""
    content = listed(make_catalog({path_of(ABS): ABS}))
    known = [[category.number, category.name, category.has_page] for category in CATEGORIES]
    assert content["categories"][: len(known)] == known


def test_file_says_what_it_is(make_catalog: MakeCatalog) -> None:
    """The first line says that the file is generated, and which version of the list it is."""
    first = finder_list(make_catalog({path_of(ABS): ABS}), "由程序生成").partition("\n")[0]
    assert first.startswith('{"generated": "由程序生成", "version": 1,')


def test_page_under_another_name_is_named(make_catalog: MakeCatalog) -> None:
    """A record whose file, and so whose page, has another name than the API says which."""
    text = ABS.replace("torch: torch.abs\n", "torch: torch.cuda.stream\n").replace("aliases: [torch.absolute]\n", "")
    content = listed(make_catalog({"torch.cuda/torch.cuda.stream_context.yml": text}))
    assert content["records"][0][6] == "torch.cuda.stream_context"


def test_constants_lead_to_their_list(make_catalog: MakeCatalog) -> None:
    """A constant that no record speaks of is found under its name and the names that it becomes."""
    catalog = make_catalog({path_of(ABS): ABS})
    constants = {
        "torch.float32": "paddle.float32",
        "torch.abs": "paddle.abs",
        "torch.switch": "paddle.f() and paddle.g(paddle.f())",
    }
    models = {name: Constant.model_validate(constant) for name, constant in constants.items()}
    content = listed(replace(catalog, settings=catalog.settings.model_copy(update={"constants": models})))
    _, *rows = content["records"]
    assert [row[:2] for row in rows] == [
        ["torch.float32", "paddle.float32"],
        ["torch.switch", "paddle.f paddle.g"],
    ]
    assert content["categories"][rows[0][2]] == ["constant", "常数", "constants"]
