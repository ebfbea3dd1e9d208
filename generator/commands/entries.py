"""Finds in the inventories the APIs that arguments of commands name."""

from __future__ import annotations

from generator.catalog.catalog import Catalog
from generator.commands import CannotRunError
from generator.model.inventory import ApiEntry, Inventory
from generator.model.spelling import nearest


def inventory_of(catalog: Catalog, library: str) -> Inventory:
    """Returns the inventory of a library.

    Raises:
        CannotRunError: there is none; the message says how to make it.
    """
    if library not in catalog.inventories:
        raise CannotRunError(f"没有 {library} 的 API 清单：安装 {library} 后运行 apimap inventory。")
    return catalog.inventories[library]


def find_entry(inventory: Inventory, api: str) -> ApiEntry:
    """Returns the entry of an API.

    Raises:
        CannotRunError: there is none; the message names the API that was probably meant.
    """
    found = inventory.find(api)
    if found is None and api.partition(".")[0] != inventory.library:
        raise CannotRunError(
            f"{api} 不是 {inventory.library} 的名称：先写 PyTorch 的名称，再写 Paddle 的（可以不写）。"
        )
    if found is None:
        likely = nearest(api, list(inventory.entries), cutoff=0.85)
        hint = f"是否想写 {likely}？" if likely else ""
        raise CannotRunError(f"{inventory.library} {inventory.version} 中没有 {api}。{hint}")
    return found
