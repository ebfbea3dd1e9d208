from __future__ import annotations

import json
from functools import cache

import click
import pytest
from export_samples import shipped_files

from generator.projects.lookup.answers import Answers
from generator.projects.lookup.text import format_found


@cache
def answers() -> Answers:
    """What this repository knows."""
    return Answers.parse(shipped_files()["data.json"])


@pytest.mark.parametrize(
    ("written", "full", "torch"),
    [
        ("torch.abs", "torch.abs", "torch.abs"),
        ("torch.absolute", "torch.absolute", "torch.abs"),
        ("torch.Tensor.abs_", "torch.Tensor.abs_", "torch.Tensor.abs_"),
        ("F.relu", "torch.nn.functional.relu", "torch.nn.functional.relu"),
        (" nn.Linear(3, 4) ", "torch.nn.Linear", "torch.nn.Linear"),
        ("Linear", "torch.nn.Linear", "torch.nn.Linear"),
        ("th.abs", "torch.abs", "torch.abs"),
        ("torch.float32", "torch.float32", "torch.float32"),
        ("torchvision.models.resnet18", "torchvision.models.resnet18", "torchvision.models.resnet18"),
    ],
)
def test_name_is_found_as_people_write_it(written: str, full: str, torch: str) -> None:
    """In full or short, as an alias or a form, with brackets or without: one answer."""
    found = answers().find(written)
    assert {name: entry["torch"] for name, entry in found.answers.items()} == {full: torch}
    assert found.side == "torch"


def test_paddle_name_gives_what_leads_to_it() -> None:
    """Every torch API with this counterpart, written as an import has it, too."""
    led = {name for name, record in answers().data["records"].items() if "paddle.maximum" in record["paddle"]}
    assert len(led) > 1
    for written in ("paddle.maximum", "P.maximum"):
        found = answers().find(written)
        assert (found.side, set(found.answers)) == ("paddle", led)


@pytest.mark.parametrize("written", ["torch.nn.functional", "nn.functional", "F", "torch.nn.functional."])
def test_module_lists_what_is_answered_in_it(written: str) -> None:
    """Directly in it, and nothing that nobody has answered."""
    found = answers().find(written)
    assert found.side == "module"
    assert {"torch.nn.functional.relu", "torch.nn.functional.softmax"} <= found.answers.keys()
    assert {name.rpartition(".")[0] for name in found.answers} == {"torch.nn.functional"}
    assert all(entry["answer"] != "未整理" for entry in found.answers.values())
    assert "已整理" in next(format_found(found, ""))


def test_short_name_of_several_lists_them() -> None:
    """What may be meant is listed, with those first that somebody has answered and that are written shortest."""
    found = answers().find("max")
    assert list(found.answers)[:2] == ["torch.max", "torch.Tensor.max"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("nn.functionals.relu", "torch.nn.functional.relu"),
        ("F.Relu", "torch.nn.functional.relu"),
        ("F.rleu", "torch.nn.functional.relu"),
        ("nn.Linaer", "torch.nn.Linear"),
        ("torch.nn.relu", "torch.nn.functional.relu"),
        ("paddle.nn.functional.rleu", "paddle.nn.functional.relu"),
    ],
)
def test_unknown_name_gets_what_was_meant(written: str, meant: str) -> None:
    """A typing error, another case or another module is answered with the name to write."""
    found = answers().find(written)
    assert not found.answers
    assert meant in found.likely


@pytest.mark.parametrize(
    ("written", "first"),
    [
        ("torch.nn.ConvTranspose1d.forward", "torch.nn.ConvTranspose1d"),
        ("torch.Size.index", "torch.Size"),
        ("torch.Tensor.unsqeeze", "torch.Tensor.unsqueeze"),
    ],
)
def test_member_without_an_entry_leads_to_its_class(written: str, first: str) -> None:
    """Rather than to a member of another class that is called alike; a typing error still leads to the member meant."""
    assert answers().find(written).likely[0] == first


@pytest.mark.parametrize(
    ("written", "full", "base"),
    [
        ("torch.nn.LSTM.flatten_parameters", "torch.nn.RNNBase.flatten_parameters", "torch.nn.RNNBase"),
        ("nn.Linear.to(device)", "torch.nn.Module.to", "torch.nn.Module"),
        ("torch.optim.AdamW.zero_grad", "torch.optim.Optimizer.zero_grad", "torch.optim.Optimizer"),
    ],
)
def test_member_is_found_in_the_class_that_it_comes_from(written: str, full: str, base: str) -> None:
    """A subclass's member is its base's, and the answer says so."""
    found = answers().find(written)
    assert list(found.answers) == [full]
    assert f"由 {base} 继承" in next(format_found(found, ""))


@pytest.mark.parametrize(
    ("written", "full"),
    [
        ("x.masked_fill_", "torch.Tensor.masked_fill_"),
        ("x.view(-1)", "torch.Tensor.view"),
        ("self.rnn.flatten_parameters()", "torch.nn.RNNBase.flatten_parameters"),
    ],
)
def test_member_of_a_variable_is_found(written: str, full: str) -> None:
    """What stands before the dot may be any variable: the members that are called so are shown."""
    assert full in answers().find(written).answers


def test_unanswered_name_shows_what_is_guessed_and_how_to_write_it() -> None:
    """The counterpart with how reliable its ground is, the differences of the signatures, and the command of a draft."""
    shown = format_found(answers().find("torch.nn.functional.lp_pool3d"), "")
    text = "\n".join(map(click.unstyle, shown))
    assert "可能对应 paddle.nn.functional.lp_pool2d（签名相近，这样猜的多半不对，由程序猜的）" in text
    assert "签名的差别：" in text
    assert "写成记录：apimap new torch.nn.functional.lp_pool3d" in text
    other = "\n".join(format_found(answers().find("torch.adaptive_max_pool1d"), ""))
    assert "同名的 torch.nn.functional.adaptive_max_pool1d 有记录" in other


def test_same_module_alone_suggests_nothing() -> None:
    """A name in a long module is not answered with any other name there."""
    assert answers().find("torch.nn.functional.nosuch").likely == ()


@pytest.mark.parametrize("written", ["", ".", "()", "汉字", "-rf", "a" * 10_000])
def test_odd_input_is_not_found(written: str) -> None:
    """Whatever is typed, nothing is found and nothing fails."""
    assert not answers().find(written).answers


def test_every_entry_can_be_shown() -> None:
    """Each answer of each kind has its lines, the first with the name; a page is named where the site is known."""
    kinds = set()
    for name in answers().by_torch:
        found = answers().find(name)
        first, *rest = (click.unstyle(line) for line in format_found(found, "https://example.org/"))
        (entry,) = found.answers.values()
        assert first.startswith(entry["torch"])
        assert rest[-1] == f"  页面：https://example.org/{entry['page']}"
        kinds.add(entry["answer"])
    assert kinds == {"记录", "常数", "系列", "系列成员", "未整理"}


def test_guess_is_called_one() -> None:
    """What nobody has looked at is never shown as an answer."""
    for name, entry in answers().data["unanswered"].items():
        lines = list(format_found(answers().find(name), ""))
        assert entry["same_as"] or "未整理：没有人看过" in lines[1]


@pytest.mark.parametrize("text", ["[]", "{}", "x", json.dumps({"_meta": {"format": "2.0"}})])
def test_other_format_is_refused(text: str) -> None:
    """A file that this version does not understand is an error and no wrong answer."""
    with pytest.raises(ValueError, match=r"格式|Expecting"):
        Answers.parse(text)
