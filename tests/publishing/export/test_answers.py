from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from export_samples import catalog_of, files_of, made_files, shipped_files
from samples import ABS, SETTINGS

from generator.model.constant import Constant
from generator.projects.lookup.answers import Answers


def answers_in(files: dict[str, Any]) -> dict[str, Any]:
    """What the files of single names hold, by the name of their folder."""
    return {path.split("/")[1]: json.loads(text) for path, text in files.items() if path.endswith("/record.json")}


def test_a_name_is_answered_alike_everywhere() -> None:
    """Each file holds the entry of ``data.json`` that a look-up of its name finds."""
    known = Answers.parse(shipped_files()["data.json"]).by_torch
    for folder, answer in answers_in(shipped_files()).items():
        name = folder.removesuffix("-lowercase").removesuffix("-uppercase")
        assert known[name] == answer, folder


def test_every_name_that_people_write_has_its_file() -> None:
    """Records with their forms, aliases, constants, members of families, and whatever else real code uses."""
    data = json.loads(shipped_files()["data.json"])
    members = (member["torch"] for family in data["families"].values() for member in family["members"])
    used = (name for name, one in data["unanswered"].items() if one["uses"])
    wanted = {*data["records"], *data["aliases"], *data["constants"], *filter(None, members), *used}
    folders = {folder.removesuffix("-lowercase").removesuffix("-uppercase") for folder in answers_in(shipped_files())}
    assert wanted - folders == set()


def test_alias_and_old_name_give_the_whole_record() -> None:
    """Who asks for another name of a record needs no second request."""
    catalog = replace(
        catalog_of(ABS), settings=SETTINGS.model_copy(update={"redirects": {"torch.old": "torch.absolute"}})
    )
    found = answers_in(made_files(catalog, {}))
    assert found["torch.abs"]["torch"] == "torch.abs"
    assert found["torch.absolute"] == found["torch.old"] == found["torch.abs"]


def test_names_that_differ_by_case_alone_are_told_apart() -> None:
    """On a disk that knows no case the second name's file is another one, by an ending that follows from the name."""
    constants = {"torch.ABS": Constant(paddle="paddle.ABS")}
    catalog = replace(catalog_of(ABS), settings=SETTINGS.model_copy(update={"constants": constants}))
    found = answers_in(made_files(catalog, {}))
    assert found["torch.ABS-uppercase"]["paddle"] == "paddle.ABS"
    assert "torch.ABS" not in found


def test_guess_is_told_from_a_record() -> None:
    """What nobody has looked at says 未整理, and has no category."""
    found = answers_in(shipped_files())
    guesses = [one for one in found.values() if one["answer"] == "未整理"]
    assert guesses
    assert all("category" not in one and "guess" in one for one in guesses)


def test_name_of_nothing_has_no_file() -> None:
    """A catalogue of one record answers its names and no others."""
    assert answers_in(files_of(ABS)).keys() == {"torch.abs", "torch.absolute"}
