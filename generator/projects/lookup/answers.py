"""Finds what ``data.json`` says of a name as people write it: in full, shortened, or of the other library."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from generator.model.spelling import nearest

Entry = Mapping[str, Any]
"""One entry of ``data.json``, which ``api/<name>/record.json`` holds too."""

FORMAT = "1"
"""The first number of the format that is understood."""
UNANSWERED = "未整理"
_SHORT = {
    "F": "nn.functional",
    "TF": "transforms.functional",
    "T": "transforms",
    "dist": "distributed",
    "th": "torch",
    "tv": "torchvision",
    "P": "paddle",
}
"""The usual import names of libraries; the finder has them too (``site_src/assets/js/finder/text.js``)."""
_SHOWN = 5
"""The most answers for a name that fits several, and the most names that are suggested."""
_CLOSE, _LAST_CLOSE = 0.75, 0.6
"""The least similarity with which a name, or its last part, may have been meant."""


@dataclass(frozen=True, slots=True)
class Found:
    """What there is for a name as it was written: its answers, or names that may have been meant.

    ``side`` is the library of the name, ``torch`` or ``paddle``, or ``module`` for the name of a module of torch; empty
    where nothing was found. ``answers`` are entries by torch's full names; the name meant may be an alias of the API
    that the entry is about. ``inherited``: the one answer is that of the class from which the member comes.
    """

    name: str
    side: str = ""
    answers: Mapping[str, Entry] = field(default_factory=dict)
    likely: tuple[str, ...] = ()
    inherited: bool = False


@dataclass(frozen=True)
class Answers:
    """The content of ``data.json``, by name."""

    data: Mapping[str, Any]

    @classmethod
    def parse(cls, text: str) -> Answers:
        """Reads ``data.json``.

        Raises:
            ValueError: it is no JSON, or of another format.
        """
        data = json.loads(text)
        found = data.get("_meta", {}).get("format", "") if isinstance(data, dict) else ""
        if found.partition(".")[0] != FORMAT:
            raise ValueError(f"data.json 的格式是 {found or '未知的'}，这个版本的 apimap 只读格式 {FORMAT}")
        return cls(data)

    def find(self, written: str) -> Found:
        """Returns the answers for a name.

        They are its own, those that it is the counterpart of, those of the module that it names, or those of the names
        that it abbreviates.
        """
        name = _in_full(written)
        if name in self.by_torch:
            return Found(written, "torch", {name: self.by_torch[name]})
        if name in self.by_paddle:
            return Found(written, "paddle", {entry["torch"]: entry for entry in self.by_paddle[name]})
        if inside := self._inside(_SHORT.get(name, name)):
            return Found(written, "module", inside)
        longer = [full for full in self._ending_in(name) if full.endswith(f".{name}")]
        recorded = [full for full in longer if self.by_torch[full]["answer"] != UNANSWERED] or longer
        once = {id(self.by_torch[full]): full for full in reversed(recorded)}  # of several names of one, the first
        if shown := [full for full in recorded if once[id(self.by_torch[full])] == full]:
            return Found(written, "torch", {full: self.by_torch[full] for full in shown[:_SHOWN]})
        inherited = self._inherited(name)
        if members := [inherited] if inherited else self._members_called(name):
            answers = {full: self.by_torch[full] for full in members[:_SHOWN]}
            return Found(written, "torch", answers, inherited=bool(inherited))
        return Found(written, likely=tuple(dict.fromkeys(self._likely(name)))[:_SHOWN])

    def _inside(self, module: str) -> Mapping[str, Entry]:
        """Returns the answers directly in a module, by its names; ``torch.`` may be left out."""
        places = {module, f"torch.{module}"} - self.by_torch.keys()  # a class is answered itself
        return {
            full: entry
            for full, entry in sorted(self.by_torch.items())
            if full.rpartition(".")[0] in places and entry["answer"] != UNANSWERED
        }

    def _inherited(self, name: str) -> str:
        """Returns the member of the nearest base that a class has it from: ``torch.nn.Module.to`` of ``nn.Linear``."""
        owner, _, last = name.rpartition(".")
        classes = self.data["inherited"]
        known = next((each for full, each in classes.items() if owner and f".{full}".endswith(f".{owner}")), None)
        if known is None or last in known["own"]:
            return ""
        return next((one for base in known["bases"] if (one := f"{base}.{last}") in self.by_torch), "")

    def _members_called(self, name: str) -> Sequence[str]:
        """Returns the members of classes that ``x.name`` may be, where what stands before the dot is a variable."""
        receiver, _, last = name.rpartition(".")
        if not receiver or receiver.partition(".")[0] in self._modules:
            return ()
        return [one for one in self._ending_in(last) if one.endswith(f".{last}") and _is_member(one)]

    @cached_property
    def _modules(self) -> frozenset[str]:
        """The libraries and what is directly in them, by which modules and classes are told from variables."""
        return frozenset(part for name in self.by_torch for part in name.split(".")[:-1][:2]) | {"paddle"}

    @cached_property
    def by_torch(self) -> Mapping[str, Entry]:
        """The entry that answers each torch name; a record's before an alias's, and a guess last."""
        data = self.data
        found: dict[str, Entry] = {}
        for entries in (data["records"], data["constants"], data["families"]):
            found = {**entries, **found}
        for alias, record in data["aliases"].items():
            found.setdefault(alias, data["records"][record])
        for member in self._members():
            if member["torch"]:
                found.setdefault(member["torch"], member)
        for entry in data["unanswered"].values():
            for name in (entry["torch"], *entry["others"]):
                found.setdefault(name, found.get(entry["same_as"], entry))
        return found

    @cached_property
    def by_paddle(self) -> Mapping[str, list[Entry]]:
        """The entries that lead to each Paddle name; a form after what it is a form of."""
        found: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in sorted(self.data["records"].values(), key=lambda entry: bool(entry["form_of"])):
            for name in entry["paddle"]:
                found[name].append(entry)
        for entry in (*self.data["constants"].values(), *self.data["families"].values(), *self._members()):
            if entry["paddle"] and entry["torch"]:
                found[entry["paddle"]].append(entry)
        return found

    def _members(self) -> Iterator[Entry]:
        return (member for family in self.data["families"].values() for member in family["members"])

    @cached_property
    def _by_last(self) -> Mapping[str, list[str]]:
        """Torch's names by what people remember of them, their last part, without case and underscores."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for name in self.by_torch:
            found[_folded(name)].append(name)
        return found

    def _ending_in(self, name: str) -> list[str]:
        """Returns torch's names with the same last part.

        Answered names come first, then those in this case, then those with fewer parts.
        """
        last = name.rpartition(".")[2].casefold()

        def rank(full: str) -> tuple[bool, bool, int, str]:
            spelt = full.rpartition(".")[2].casefold()
            return self.by_torch[full]["answer"] == UNANSWERED, spelt != last, full.count("."), full

        return sorted(self._by_last.get(_folded(name), ()), key=rank)

    def _likely(self, name: str) -> Iterable[str]:
        """Returns names that may have been meant: similar spellings, then those of another case or module.

        The class whose member a full name is comes first, unless a member of it is spelt nearly so.
        """
        near, owner = dict.fromkeys(self._near(name)), name.rpartition(".")[0]
        if owner in self.by_torch and not any(one.startswith(f"{owner}.") for one in near):
            yield owner
        yield from near
        yield from self._ending_in(name)

    def _near(self, name: str) -> Iterator[str]:
        """Yields the names, or the ends of names, that are spelt nearly so."""
        parts = name.count(".") + 1
        ends = {
            ".".join(full.rsplit(".", parts)[-parts:]): full for full in sorted(self.by_torch, key=len, reverse=True)
        }
        for known in (dict.fromkeys((*self.by_torch, *self.by_paddle)), ends):
            close = nearest(name, tuple(known), _CLOSE)
            if close and nearest(
                _folded(name), (_folded(close),), _LAST_CLOSE
            ):  # a long module alone makes names alike
                yield known[close] or close


def _in_full(written: str) -> str:
    """Returns a name without brackets behind it, and what it begins with written out."""
    first, dot, rest = written.strip().partition("(")[0].strip().strip(".").partition(".")
    return f"{_SHORT.get(first, first)}.{rest}" if dot else first


def _is_member(full: str) -> bool:
    """Tells whether a name is that of a class's member, by the capital that classes begin with."""
    return full.split(".")[-2][:1].isupper()


def _folded(name: str) -> str:
    return name.rpartition(".")[2].casefold().replace("_", "")
