"""Tests of what is known of the attributes that ``__init__`` sets, as verification finds them."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

from generator.calls.convert import convert
from generator.calls.knowledge.knowledge import Knowledge
from generator.model.evidence import AttributeFact
from tests.call_samples import compiled, knowledge

FOUND = {
    "weight": AttributeFact.TENSOR,
    "in_features": AttributeFact.VALUE,
    "other": AttributeFact.UNKNOWN,
    "kind": AttributeFact.DIFFERS,
    "in_channels": AttributeFact.ABSENT,
}
CODE = """\
import torch
a = torch.nn.Linear(2, 3)
b = torch.nn.Linear(2, 3)
"""


def converted(line: str, known: Knowledge | None = None, found: Mapping[str, AttributeFact] = FOUND) -> str:
    """The last line as it is converted, with the comments above it, where the attributes of a layer were found."""
    data = deepcopy(compiled())
    facts = {name: str(fact) for name, fact in found.items()}
    data["answers"]["torch.nn.Linear"] |= {"measured": True, "attributes": facts}
    text = convert(CODE + line, known or Knowledge.of(data)).text
    return text.partition("b = paddle.nn.Linear(2, 3)\n")[2]


def test_what_both_have_stays() -> None:
    """An attribute that is the same on both sides is left as it is, and a Tensor among them is known to be one."""
    assert converted("n = a.in_features") == "n = a.in_features"
    assert converted("y = a.weight.abs()") == "y = a.weight.abs()"
    assert converted("y = torch.cat([a.weight])") == "y = paddle.concat([a.weight])"


def test_weights_can_be_shared() -> None:
    """A layer's Tensor may be replaced by another one's; another attribute that is set is for a person to look at."""
    assert converted("a.weight = b.weight") == "a.weight = b.weight"
    assert "条件不明，这里给它赋值或删除它" in converted("a.in_features = 4")
    assert "条件不明，这里给它赋值或删除它" in converted("del a.weight")


def test_what_differs_is_left_to_a_person() -> None:
    """An attribute that Paddle's object lacks, or has otherwise, is said to; one that could not be compared has no answer."""
    assert "torch.nn.Linear.other 未整理" in converted("n = a.other")
    assert "torch.nn.Linear.kind 改写，Paddle 的对象这个属性的值不同" in converted("n = a.kind")
    assert "torch.nn.Linear.in_channels 改写，Paddle 的对象没有这个名称的属性" in converted("n = a.in_channels * 2")


def test_any_other_attribute_is_the_users() -> None:
    """What torch's own object does not have, such as a child of a container, is no API; unless nobody has looked."""
    assert converted("n = a.child") == "n = a.child"
    assert converted("n = a.child", found={}) == "n = a.child"  # where each of those it has is recorded
    assert "torch.nn.Linear.child 未整理" in converted("n = a.child", knowledge())


def test_an_attribute_needs_no_helper() -> None:
    """The code that stands in for a class is written where the class is converted, not where an attribute of it is used."""
    data = deepcopy(compiled())
    data["answers"]["torch.Norm"]["attributes"] = {"weight": str(AttributeFact.TENSOR)}
    code = "import torch\nclass Norm(torch.Norm):\n    def f(self):\n        return self.weight.abs()\n"
    assert "ones" not in convert(code, Knowledge.of(data)).text
