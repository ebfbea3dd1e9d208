"""Compares two inventories of one library, in the words of a work list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.model.inventory import ApiEntry, Inventory
from generator.model.signature import Parameter, Signature


@dataclass(frozen=True, slots=True)
class Change:
    """One API that changed, and each of its changes in a few Chinese words."""

    api: str
    details: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """The APIs that appeared, those that vanished, and those that differ; each by name."""

    appeared: tuple[str, ...] = ()
    vanished: tuple[str, ...] = ()
    changed: tuple[Change, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.appeared or self.vanished or self.changed)


def compare_inventories(old: Inventory, new: Inventory) -> Changes:
    """Returns the changes from ``old`` to ``new``. Another source of an entry's signatures is no change."""
    before, after = set(old.entries), set(new.entries)
    shared = ((name, tuple(_details(old.entries[name], new.entries[name]))) for name in sorted(before & after))
    return Changes(
        appeared=tuple(sorted(after - before)),
        vanished=tuple(sorted(before - after)),
        changed=tuple(Change(name, details) for name, details in shared if details),
    )


def compare_signatures(old: Signature, new: Signature) -> Iterator[str]:
    """Yields the changes of parameters. One that another replaces at the same position was renamed."""
    before = {parameter.label: parameter for parameter in old.parameters}
    after = {parameter.label: parameter for parameter in new.parameters}
    renamed = dict(renamed_parameters(old, new))
    for label, parameter in before.items():
        if label in renamed:
            yield f"参数 {label} 改名为 {renamed[label]}"
        elif label not in after:
            yield f"移除参数 {parameter}"
        else:
            yield from _compare_parameters(parameter, after[label])
    for label, parameter in after.items():
        if label not in before and label not in renamed.values():
            yield f"新增参数 {parameter}"
    kept = [label for label in before if label in after]
    if kept != [label for label in after if label in before]:
        yield f"参数次序改变：{'、'.join(after)}"


def _details(old: ApiEntry, new: ApiEntry) -> Iterator[str]:
    if old.kind is not new.kind:
        yield f"种类由 {old.kind} 变为 {new.kind}"
    if old.deprecated != new.deprecated:
        yield "已弃用" if new.deprecated else "不再弃用"
    if old.alias_of != new.alias_of:
        yield f"现为 {new.alias_of} 的别名" if new.alias_of else f"不再是 {old.alias_of} 的别名"
    if old.inherited_from != new.inherited_from:
        yield f"改由 {new.inherited_from} 定义" if new.inherited_from else "改为自身定义"
    if old.bases != new.bases:
        yield f"基类变为 {'、'.join(new.bases) or '无'}"
    if bool(old.unreadable) != bool(new.unreadable):
        yield f"签名读不到了：{new.unreadable}" if new.unreadable else "签名可以读到了"
    if old.signatures != new.signatures:
        yield from compare_overloads(old.signatures, new.signatures)
    if old.returns != new.returns:
        yield f"返回类型由 {_said(old.returns)} 变为 {_said(new.returns)}"


def _said(returns: tuple[str, ...]) -> str:
    return "；".join(one or "不明" for one in dict.fromkeys(returns)) or "不明"


def compare_overloads(old: tuple[Signature, ...], new: tuple[Signature, ...]) -> Iterator[str]:
    """Pairs removed and added overloads in order and compares the pairs; the others are reported whole."""
    gone = [signature for signature in old if signature not in new]
    come = [signature for signature in new if signature not in old]
    for before, after in zip(gone, come, strict=False):
        yield from compare_signatures(before, after)
    yield from (f"移除重载 {signature}" for signature in gone[len(come) :])
    yield from (f"新增重载 {signature}" for signature in come[len(gone) :])
    if not gone and not come:
        yield "重载的次序改变"


def _compare_parameters(old: Parameter, new: Parameter) -> Iterator[str]:
    if old.default != new.default:
        yield f"参数 {old.label} 的默认值由 {old.default or '无'} 变为 {new.default or '无'}"
    if old.kind is not new.kind:
        yield f"参数 {old.label} 的传入方式由 {old.kind} 变为 {new.kind}"


def renamed_parameters(old: Signature, new: Signature) -> Iterator[tuple[str, str]]:
    """Yields the pairs of parameters at the same position that differ in nothing but the name."""
    before = {parameter.label for parameter in old.parameters}
    after = {parameter.label for parameter in new.parameters}
    for ours, theirs in zip(old.parameters, new.parameters, strict=False):
        same_role = (ours.kind, ours.default) == (theirs.kind, theirs.default)
        if same_role and ours.label not in after and theirs.label not in before:
            yield ours.label, theirs.label
