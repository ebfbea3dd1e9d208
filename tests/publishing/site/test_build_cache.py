from __future__ import annotations

import random
from pathlib import Path

import jinja2
import pytest

from generator.publishing.site import build_cache
from generator.publishing.site.build_cache import FOLDER, CheckedBytecodeCache, load_cache, save_cache

DATA = {"own": ["api/torch.abs.md"], "stamps": {"a": ["x", 1, 2]}, "中": [1.5, None, True]}


def test_data_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    """What is kept is found again; where nothing was kept there is nothing."""
    assert load_cache(tmp_path) == {}
    save_cache(tmp_path, DATA)
    assert load_cache(tmp_path) == DATA


def test_damaged_file_is_as_good_as_none(tmp_path: Path) -> None:
    """A changed, lost or added byte anywhere in the file makes it one that was never there."""
    save_cache(tmp_path, DATA)
    file = tmp_path / FOLDER / "site.json"
    good = file.read_bytes()
    for seed in range(200):
        chance = random.Random(seed)
        content = bytearray(good)
        place = chance.randrange(len(content))
        match seed % 4:
            case 0:
                content[place] ^= 1 << chance.randrange(8)
            case 1:
                del content[place:]
            case 2:
                content.insert(place, chance.randrange(256))
            case _:
                content[place : place + 40] = bytes(40)
        file.write_bytes(content)
        assert load_cache(tmp_path) == {}, seed


def test_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    """Where no file can be made, nothing is kept and nothing is raised."""
    (tmp_path / FOLDER).write_text("a file", encoding="utf-8")
    save_cache(tmp_path, DATA)
    assert load_cache(tmp_path) == {}


@pytest.mark.parametrize("damage", [b"", b"no code at all", b"\0" * 400])
def test_damaged_template_is_compiled_anew(tmp_path: Path, damage: bytes) -> None:
    """A kept template that was damaged gives what its text says, and is kept again."""
    loader = jinja2.DictLoader({"a": "{{ 1 + 1 }}!"})

    def render() -> str:
        environment = jinja2.Environment(loader=loader, bytecode_cache=CheckedBytecodeCache(tmp_path), autoescape=True)
        return environment.get_template("a").render()

    assert render() == "2!"
    (kept,) = tmp_path.iterdir()
    good = kept.read_bytes()
    for content in (damage, good[:-5], good[:40] + bytes([good[40] ^ 1]) + good[41:]):
        kept.write_bytes(content)
        assert render() == "2!"
        assert kept.read_bytes() == good


def test_code_of_another_python_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another version of Python compiled is not loaded, which could end the process."""
    environment = jinja2.Environment(loader=jinja2.DictLoader({"a": "{{ 1 + 1 }}!"}), autoescape=True)
    environment.bytecode_cache = CheckedBytecodeCache(tmp_path)
    monkeypatch.setattr(build_cache, "_PYTHON", "cpython-999 3")
    environment.get_template("a")
    (kept,) = tmp_path.iterdir()
    other = kept.read_bytes()
    monkeypatch.undo()
    environment.cache.clear()
    assert environment.get_template("a").render() == "2!"
    assert kept.read_bytes() != other
