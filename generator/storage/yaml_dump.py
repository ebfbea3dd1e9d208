"""Writes a record as canonical YAML text."""

from __future__ import annotations

from typing import Any

import yaml

from generator.model.record import Record


def dump_record(record: Record) -> str:
    """Returns the record as canonical text: fields in the model's order, a row per line, code in block style.

    ``read_record`` of the result gives the same record.
    """
    return dump_yaml(_canonical_mapping(record.model_dump(mode="json", exclude_defaults=True)))


def dump_yaml(data: object) -> str:
    """Returns plain data as the project's canonical YAML; ``OneLine`` mappings stay on one line."""
    return yaml.dump(data, Dumper=_CanonicalDumper, allow_unicode=True, sort_keys=False, width=10_000)


class OneLine(dict[str, Any]):
    """A mapping written as ``{key: value, …}``."""


_ONE_LINE = frozenset({"given", "signatures", "links"})
_LISTS_OF_ONE_LINE = frozenset({"parameters", "exempt"})
_FIRST = ("title", "torch", "paddle", "category", "draft")
_FIRST_OF_SNIPPET = ("parameter", "title", "given", "torch", "paddle")


def _canonical_mapping(data: dict[str, Any]) -> dict[str, Any]:
    """Returns the fields of a record, an overload or a snippet, in the order and form they are written in."""
    first = _FIRST_OF_SNIPPET if "category" not in data and "parameters" not in data else _FIRST
    names = [*(name for name in first if name in data), *(name for name in data if name not in first)]
    return {name: _canonical_value(name, data[name]) for name in names}


def _canonical_value(name: str, value: Any) -> Any:
    if name in _ONE_LINE:
        return OneLine(value)
    if name in _LISTS_OF_ONE_LINE:
        return [OneLine(item) for item in value]
    if name in {"examples", "checks"}:
        return [_canonical_mapping(item) for item in value]
    if name == "overloads":
        return [_canonical_mapping(item) for item in value]
    if name in {"compare", "parameter"} and len(value) == 1:
        return value[0]
    return value


class _CanonicalDumper(yaml.SafeDumper):
    """Indented lists, and several lines of text as a block."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002  (PyYAML's signature)
        super().increase_indent(flow, indentless=False)

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002  (PyYAML's signature)
        return True


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


def _represent_one_line(dumper: yaml.SafeDumper, data: OneLine) -> yaml.MappingNode:
    return dumper.represent_mapping("tag:yaml.org,2002:map", data.items(), flow_style=True)


_CanonicalDumper.add_representer(str, _represent_text)
_CanonicalDumper.add_representer(OneLine, _represent_one_line)
