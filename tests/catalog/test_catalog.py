from __future__ import annotations

import pytest
from samples import ABS, DROPOUT, SETTINGS, MakeCatalog, Project, path_of

from generator.catalog.catalog import CatalogError, load_catalog
from generator.model.settings import LinkRule, Section, Selection, Settings


@pytest.mark.parametrize(
    ("api", "address"),
    [
        ("torch.abs", "https://pytorch.org/docs/stable/generated/torch.abs.html"),
        ("torch.utils.data.DataLoader", "https://pytorch.org/docs/stable/data.html#torch.utils.data.DataLoader"),
        ("paddle.abs", "https://www.paddlepaddle.org.cn/documentation/docs/zh/api/paddle/abs_cn.html#abs"),
        (
            "paddle.nn.functional.max_pool2d",
            "https://www.paddlepaddle.org.cn/documentation/docs/zh/api/paddle/nn/functional/max_pool2d_cn.html#max-pool2d",
        ),
        ("paddle.Tensor.abs_", "https://www.paddlepaddle.org.cn/documentation/docs/zh/api/paddle/Tensor_cn.html#abs"),
        ("tensorflow.abs", ""),
    ],
)
def test_address_follows_from_the_name(api: str, address: str, project: Project) -> None:
    """The rule with the longest prefix makes the documentation address; where none fits there is none."""
    assert load_catalog(project.root).settings.address(api) == address


@pytest.mark.parametrize(
    ("api", "title"),
    [
        ("torch.abs", "基础操作类"),
        ("torch.Tensor.abs", "基础操作类"),
        ("torch.nn.Linear", "组网类"),
        ("torch.nn.L1Loss", "Loss 类"),
        ("torch.nn.utils.clip_grad_value_", "工具类"),
        ("torch.nn.DataParallel", "工具类"),
        ("torch.utils.data.DataLoader", "工具类"),
        ("torchvision.transforms.Resize", "视觉类"),
    ],
)
def test_shipped_sections_are_those_of_the_seed_tables(api: str, title: str, project: Project) -> None:
    """Each API falls in exactly one of the five sections, a listed name before a prefix, a longer prefix first."""
    assert [section.title for section in load_catalog(project.root).settings.sections_of(api)] == [title]


@pytest.mark.parametrize(("depth", "fits"), [(None, True), (2, True), (1, False)])
def test_depth_limits_a_prefix(depth: int | None, fits: bool) -> None:  # noqa: FBT001  (a table of cases)
    """A selection's depth counts the names behind its prefix."""
    assert bool(Selection(prefix="torch.", depth=depth).strength("torch.nn.Linear")) is fits


def test_equal_fit_is_ambiguous() -> None:
    """Two sections that fit equally well both count, so that lint can say so."""
    sections = tuple(Section(title=title, intro="x", select=(Selection(prefix="torch."),)) for title in "ab")
    settings = Settings(versions={}, links=(LinkRule(prefix="torch.", url="https://e.org/{api}"),), sections=sections)
    assert [section.title for section in settings.sections_of("torch.abs")] == ["a", "b"]


def test_first_file_counts_for_an_api(make_catalog: MakeCatalog) -> None:
    """Of two records for one API the first by path is the record."""
    catalog = make_catalog({"torch/b.yml": ABS, "torch/a.yml": ABS, path_of(DROPOUT): DROPOUT})
    assert catalog.by_api["torch.abs"].stem == "a"
    assert [record.torch for record in catalog.records()] == ["torch.abs", "torch.nn.functional.dropout"]
    assert catalog.by_alias["torch.absolute"].stem == "a"
    assert catalog.settings is SETTINGS


def test_broken_inventory_is_named(project: Project) -> None:
    """An inventory that cannot be read stops the work with its path and the command that mends it."""
    folder = project.root / "mapping_data/inventory"
    folder.mkdir()
    (folder / "torch-2.13.0.txt").write_bytes(b"\x00garbage")
    with pytest.raises(CatalogError, match=r"torch-2\.13\.0\.txt.*apimap inventory"):
        load_catalog(project.root)
