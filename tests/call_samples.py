"""The knowledge that tests of calls are held to: a small inventory and records of its own, none of the shipped ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from generator.calls.knowledge.compile import compile_knowledge
from generator.calls.knowledge.knowledge import Knowledge
from generator.catalog.catalog import Catalog
from generator.model.constant import Constant
from generator.model.family import Family
from generator.model.settings import Sign
from generator.model.template import Template
from generator.model.variation import DtypeFact, SecondOrder, Variation, variation_digest
from generator.storage.inventory_file import parse_inventory
from generator.storage.yaml_file import ModelSource
from generator.storage.yaml_text import Document
from tests.samples import SETTINGS, make_catalog, path_of

DATA = Path(__file__).parent / "data" / "calls"
CASE_FILES = tuple(
    f"{name}.yml"
    for name in [
        "calls",
        "references",
        "comments",
        "staying",
        "following",
        "around",
        "displays",
        "operators",
        "views",
        "helpers",
    ]
)
"""The files of cases of single texts."""
_OF_VIEWS = frozenset({"torch.Tensor.add_", "torch.clamp_"})
"""The APIs of which it is measured that Paddle gets the gradient of a Tensor wrong that they change through a view."""
_REFUSED = {
    "torch.joined": DtypeFact("", (), ("int64", "float32"), refused=("int64", "float16")),
    "torch.graded": DtypeFact("", ("input",), ("bool", "float32"), refused=("bool",)),
    "torch.turned": DtypeFact("", ("input",), ("bool", "float32"), refused=("bool",)),
    "torch.nn.ReLU6": DtypeFact("", ("forward.input",), ("int64", "float32"), refused=("int64",)),
}
"""The APIs of which dtypes are measured that Paddle refuses, with those of the list or of the argument."""
_FIRST_ORDER = {"torch.graded": ("input",), "torch.turned": (), "torch.nn.ReLU6": ("forward.input",)}
"""The APIs of which it is measured that Paddle has no second derivatives, with the parameters: none for all."""
CONSTANTS = {
    "torch.Tensor": "paddle.Tensor",
    "torch.float32": "paddle.float32",
    "torch.float8_e5m2": "paddle.float8_e5m2",
    "torch.inf": "paddle.inf",
    "torch.pi": "paddle.pi",
    "torch.version": {"paddle": "paddle.__version__", "reason": "这是 Paddle 的版本"},
    "torch.strided": {"reason": "没有 layout"},
    "torch.threads": {
        "paddle": "paddle.get_flags('n')['n'] if paddle.on() else 0",
        "assign": "paddle.set_flags({{'n': {value}}})",
    },
}

SIGNS = (Sign(data=("求二阶导数",), code=("create_graph", "hessian")), Sign(data=("之后改动",), code=("+=",)))
FAMILY = {
    "torch": "torchvision.models",
    "paddle": "paddle.models",
    "title": "系列",
    "intro": "多数同名。",
    "links": {},
    "by_name": "torchvision.models.get",
    "groups": [{"title": "组", "remark": "说。", "both": ["small"]}],
    "checks": [{"title": "相同", "torch": "a = 1", "paddle": "a = 1"}],
}
_INPUTS = Template.parse("getattr({self}, 'inputs', {self}.weight.shape[0])")
INNER = {module: {"inputs": _INPUTS} for module in ("torch.nn", "torchvision.models")}


@cache
def call_catalog() -> Catalog:
    """The catalogue of the records and inventories in ``tests/data/calls``."""
    _, _, text = (DATA / "records.yml").read_text(encoding="utf-8").partition("\n")
    sources = make_catalog({path_of(record): record for record in text.split("---\n")}).sources
    assert all(source.record is not None and not source.defects for source in sources)
    inventories = {
        name: parse_inventory((DATA / f"{name}.txt").read_text(encoding="utf-8")) for name in ("torch", "paddle")
    }
    constants = {name: Constant.model_validate(constant) for name, constant in CONSTANTS.items()}
    changed = {
        "constants": constants,
        "flavours": {"layers.torch": "layers.paddle"},
        "torch_packages": ["torch*", "*_torch", "timm"],
        "inner_layers": INNER,
        "signs": SIGNS,
    }
    measured = _OF_VIEWS | _REFUSED.keys() | _FIRST_ORDER.keys()
    records = [source.record for source in sources if source.record is not None and source.record.torch in measured]
    variations = {
        record.torch: Variation(
            record.torch,
            variation_digest(record),
            {},
            "",
            0,
            {},
            dtypes=(_REFUSED[record.torch],) if record.torch in _REFUSED else (),
            second_orders=tuple(
                SecondOrder("", is_always=True, parameters=_FIRST_ORDER[name])
                for name in _FIRST_ORDER.keys() & {record.torch}
            ),
            wrong_views=("",) if record.torch in _OF_VIEWS else (),
        )
        for record in records
    }
    family = ModelSource(Document("mapping_data/families/one.yml", ""), Family.model_validate(FAMILY))
    settings = SETTINGS.model_copy(update=changed)
    return Catalog(settings, sources, inventories, families=(family,), variations=variations)


@cache
def compiled() -> dict[str, Any]:
    """What is compiled of that catalogue: the content of its ``calls.json``."""
    return compile_knowledge(call_catalog(), proven_only=False)


@cache
def knowledge() -> Knowledge:
    """What calls know of that catalogue."""
    return Knowledge.of(compiled())


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of one file in ``tests/data/calls``."""
    found: list[dict[str, Any]] = yaml.load((DATA / name).read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return found
