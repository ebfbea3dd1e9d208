from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from samples import shipped_catalog

from generator.libraries.library import Side
from generator.libraries.registry import LIBRARIES

PACKAGE = Path(__file__).parents[2] / "generator"
SIDES = frozenset(get_args(Side))
"""The keys of a record, which are also the names of two libraries."""

EXCEPTIONS = {
    ("commands/new.py", "torch"): "the side that a record is named by",
    ("importing", "torch"): "documents name the sides by these words in headings, tables and notes",
    ("importing", "paddle"): "as above",
    ("importing", "paddle."): "code in documents of the older dialect belongs to the side whose names it uses",
    ("calls/", "paddle"): "the name that converted code uses, and that the code itself may use for something else",
    (
        "calls/knowledge/compile.py",
        "torch.Tensor.",
    ): "which functions have a method of their name, with the receiver first",
    ("calls/inference/call_kinds.py", "torch.nn.ModuleList"): "what its members are is not in the inventory",
    ("calls/inference/call_kinds.py", "torch.nn.ModuleDict"): "as above",
    (
        "calls/inference/call_kinds.py",
        "torch.broadcast_tensors",
    ): "that it returns Tensors alone is not in the inventory",
    ("calls/inference/call_kinds.py", "torch.autograd.grad"): "as above",
    (
        "calls/uses/second_orders.py",
        "torch.autograd.grad",
    ): "that it makes a graph of gradients is not in the inventory",
    ("calls/uses/second_orders.py", "torch.autograd.backward"): "as above",
    (
        "calls/inference/call_kinds.py",
        "torch.nn.SyncBatchNorm.convert_sync_batchnorm",
    ): "that it returns a Module is not in the inventory",
    ("calls/inference/call_kinds.py", "torch.nn.utils.parametrizations.weight_norm"): "as above",
    (
        "calls/inference/call_kinds.py",
        "torch.nn.Embedding.from_pretrained",
    ): "that it returns an Embedding is not in the inventory",
    ("calls/knowledge/kinds.py", "torch.nn.Sequential"): "what its layers are is not in the inventory",
    (
        "calls/inference/infer.py",
        "torch.nn.",
    ): "that its layers, but for some, have no others inside is not in the inventory",
    ("calls/inference/call_kinds.py", "torch.unique"): "how many Tensors it returns hangs on its arguments",
    ("calls/uses/layer_uses.py", "torch.nn.ModuleList"): "what stands for it where transforms are in it",
    ("calls/uses/layer_uses.py", "torch.nn.ModuleDict"): "what stands for it where transforms are in it",
    ("calls/uses/layer_uses.py", "paddle.vision.transforms."): "that its classes are no layers is not in the inventory",
    (
        "calls/facts/result_facts.py",
        "torch.nn.functional.",
    ): "only these functions take inplace, and their signatures are not known",
    ("calls/facts/argument_facts.py", "torch.Size"): "a tuple to conditions",
    ("calls/facts/argument_facts.py", "torch.nn.utils.rnn.PackedSequence"): "a sequence to conditions",
    ("calls/facts/argument_facts.py", "torch.device"): "conditions name dtypes, of which a device is none",
    ("model/fact.py", "torch."): "what conditions call by a name of torch is no literal of Python",
    ("model/note.py", "torch"): "the words that the format prescribes in notes name the sides",
    ("evidence/probe/variants.py", "torch.Tensor."): "a method has its receiver for a first argument",
    ("lint/rules/cat.py", "torch.optim.lr_scheduler."): "rule R12 of the format lists these",
    ("lint/rules/cat.py", "torch.nn.init."): "as above",
    ("lint/rules/cat.py", "torch.nn.utils.clip"): "as above",
    ("lint/rules/compared_signatures.py", "torch"): "what findings call the sides",
    ("lint/rules/compared_signatures.py", "paddle"): "as above",
    ("evidence/samples/", "torch"): "the samples are those of torch's own tests",
    ("evidence/samples/", "torch."): "as above",
    ("evidence/samples/keywords.py", "torch.Tensor"): "as above",
    ("evidence/samples/torch_testing.py", "torch.testing._internal.common_methods_invocations"): "as above",
    ("evidence/samples/torch_testing.py", "torch.testing._internal.common_modules"): "as above",
    ("evidence/samples/torch_testing.py", "torch.testing._internal.common_optimizers"): "as above",
    ("commands/samples.py", "torch"): "as above",
    ("catalog/unanswered/entries.py", "torch"): "where an API of the same name may have a record",
    ("catalog/unanswered/entries.py", "torch.nn.functional"): "as above",
    ("catalog/unanswered/entries.py", "torch.Tensor"): "as above",
    (
        "publishing/views/categories.py",
        "torch.",
    ): "an example that names an API is shown before one that calls a method",
    ("publishing/views/difference.py", "torch"): "a row has a name on either side of a record",
    ("publishing/views/lists.py", "paddle"): "rule R13 of the format: the main framework comes first",
}
"""Names that are tested for another reason than to tell libraries apart: place below ``generator``, name, reason."""

_TESTS = {"startswith", "endswith", "removeprefix", "removesuffix"}
_IMPORTS = {"import_module", "find_spec", "library", "load"}


def names_tested(tree: ast.Module) -> Iterator[str]:
    """The names of libraries, or of their APIs, that code compares with, cuts off, imports or keeps tables by.

    A side's word is none where ``side`` is compared with it, and where it is a key that a record has; a table that has
    constants for both sides, and no other key, is one.
    """
    constants = {target: node.value for node in ast.walk(tree) for target in _targets(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            plain = any(_is_side(operand) for operand in operands)
            found = [name for operand in operands for name in _names(operand, constants)]
            yield from (name for name in found if not (plain and name in SIDES))
        elif isinstance(node, ast.Call) and _called(node) in _TESTS | _IMPORTS and node.args:
            yield from _names(node.args[0], constants)
        elif isinstance(node, ast.Call) and _called(node) == "get" and node.args:
            yield from (name for name in _names(node.args[0], {}) if name not in SIDES)
        elif isinstance(node, ast.Subscript):
            yield from (name for name in _names(node.slice, {}) if name not in SIDES)
        elif isinstance(node, ast.Dict):
            names = [name for key in node.keys if key is not None for name in _names(key, {})]
            is_table = (
                set(names) == SIDES == {ast.literal_eval(key) for key in node.keys if isinstance(key, ast.Constant)}
            )
            constant = is_table and all(isinstance(value, ast.Constant) for value in node.values)
            yield from (name for name in names if constant or name not in SIDES)


def _names(node: ast.expr, constants: dict[str, ast.expr]) -> Iterator[str]:
    """The names in a constant or a collection of constants, which may be assigned to a variable of the module."""
    target = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    if target in constants:
        yield from _names(constants[target], {})
    elif isinstance(node, ast.Tuple | ast.Set | ast.List):
        for item in node.elts:
            yield from _names(item, {})
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        root, _, rest = node.value.partition(".")
        if root in LIBRARIES and rest.replace(".", "").replace("_", "a").isalnum() is bool(rest):
            yield node.value


def _targets(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Assign):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _called(node: ast.Call) -> str:
    return getattr(node.func, "attr", None) or getattr(node.func, "id", "")


def _is_side(node: ast.expr) -> bool:
    named = node.slice if isinstance(node, ast.Subscript) else node
    return "side" in (getattr(named, "id", ""), getattr(named, "attr", ""), getattr(named, "value", ""))


def all_names_tested() -> Iterator[tuple[str, str]]:
    """Each name that is tested outside of the libraries' own modules, with the file's path below ``generator``."""
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE).as_posix()
        if not place.startswith("libraries/"):
            yield from ((place, name) for name in names_tested(ast.parse(path.read_text(encoding="utf-8"))))


def test_no_module_but_a_librarys_own_tests_its_name() -> None:
    """What depends on the library stands in its module, so that another library needs no change elsewhere."""
    found = [
        f"{place}: {name}"
        for place, name in all_names_tested()
        if not any(place.startswith(allowed) and name == word for allowed, word in EXCEPTIONS)
    ]
    assert found == []


def test_every_exception_is_needed() -> None:
    """An exception goes when the code that it was made for goes."""
    found = set(all_names_tested())
    unused = [
        (allowed, word)
        for allowed, word in EXCEPTIONS
        if not any(place.startswith(allowed) and name == word for place, name in found)
    ]
    assert unused == []


NO_API = frozenset({"evidence/samples/torch_testing.py", "publishing/views/paths.py"})
"""Files that name private modules of torch's tests, or a page."""


def test_every_api_that_code_names_exists() -> None:
    """A name or the beginning of one that stands in the code is in the inventory: one that a release renames is found."""
    catalog = shipped_catalog()
    known = sorted({entry.name for entries in catalog.inventories.values() for entry in entries} | catalog.answered)
    unknown = [
        f"{place}: {name}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if (place := path.relative_to(PACKAGE).as_posix()) not in NO_API
        if not place.startswith(("libraries/", "lint/rules/"))  # modules that are left out, and names that are wrong
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(name := node.value, str) and API.fullmatch(name)
        if not known[bisect_left(known, name)].startswith(name)
    ]
    assert unknown == []


API = re.compile(rf"(?:{'|'.join(LIBRARIES)})(?:\.[A-Za-z_]\w*)+\.?")


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ('library.name == "torch"', ["torch"]),
        ('name in ("numpy", "torchvision")', ["torchvision"]),
        ('api.startswith(("torch.cuda.", "x."))', ["torch.cuda."]),
        ('KNOWN = ("torch.cuda.",)\napi.startswith(KNOWN)', ["torch.cuda."]),
        ('PREFIXES = {"torch": "paddle", "torchvision": "paddle.vision"}', ["torchvision"]),
        ('HOSTS = {"torch": "pytorch.org", "paddle": "paddlepaddle.org.cn"}', ["torch", "paddle"]),
        ('sys.modules["torchvision"]', ["torchvision"]),
        ('importlib.import_module("torch.nn")', ["torch.nn"]),
        ('side == "torch"', []),
        ('{"torch": record.torch, "paddle": mapping.paddle}', []),
        ('{"torch": "input", "paddle": "x", "note": "。"}', []),
        ('text == "torch 参数更多"', []),
    ],
)
def test_each_way_to_test_a_name_is_seen(code: str, names: list[str]) -> None:
    """The search above sees comparisons, prefixes, tables and imports, and leaves the keys of a record alone."""
    assert list(names_tested(ast.parse(code))) == names
