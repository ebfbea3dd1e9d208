"""Lists public names without an answer, each with its likely counterpart, from inventories and samples alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.catalog.catalog import Catalog
from generator.catalog.unanswered.counterpart import DOUBTFUL, Candidate, Counterparts, Ground
from generator.catalog.unanswered.names import MEMBERS, OWNERS, Offered, PublicObject
from generator.model.demand import Use
from generator.model.inventory import ApiEntry, ApiKind
from generator.model.sample_result import Samples

_TARGET = "paddle"
_DEEPEST = 3
"""The parts of a module's name that has a page; what is deeper stands on the page of the module around it."""
_OWNERS_FOLDED = frozenset(owner.casefold() for owner in OWNERS)
_SIBLINGS = ("torch", "torch.nn.functional", "torch.Tensor")
"""The places that offer the same operation under the same name."""
_CALLS = frozenset({ApiKind.CLASS, ApiKind.FUNCTION, ApiKind.METHOD})
_NEAR = 0.75
"""The share of two signatures that can be paired from which names that are merely alike are a guess."""


@dataclass(frozen=True, slots=True)
class Unanswered:
    """One public name that no record answers. Nothing in it was written or looked at by a person.

    ``others`` are other names of the same object, and ``same_as`` the one among its names that a record answers: then
    there is nothing to guess. ``guess`` is None where nothing is likely, and ``weak`` where guesses on its ground name
    the record's counterpart less than half of the time. ``see`` is a recorded API of the same name and kind in another
    module, where no better guess is known. ``samples`` are torch's own, run on both sides.
    """

    entry: ApiEntry
    others: tuple[str, ...] = ()
    use: Use | None = None
    guess: Candidate | None = None
    same_as: str = ""
    samples: Samples | None = None
    weak: bool = False
    see: str = ""

    @property
    def name(self) -> str:
        """The name that code uses."""
        return self.entry.name

    @property
    def uses(self) -> int:
        """How often real code uses it."""
        return self.use.uses if self.use is not None else 0


@dataclass(frozen=True, slots=True)
class _Kept:
    """Results from inventories, glossary and demand alone, which stay valid when a record is edited."""

    offered: Offered
    search: Counterparts | None
    guesses: dict[str, Candidate | None]


def unanswered(catalog: Catalog) -> Sequence[Unanswered]:
    """Returns the entries 未整理 of a catalogue, none of whose names is answered: the most used first, then by name."""
    return _result(catalog).entries


def by_page(catalog: Catalog) -> Mapping[str, Sequence[Unanswered]]:
    """Returns the entries of each page by its module, in the order of the modules' names."""
    return _result(catalog).pages


@dataclass(frozen=True, slots=True)
class _Result:
    entries: tuple[Unanswered, ...]
    pages: Mapping[str, Sequence[Unanswered]]


def _result(catalog: Catalog) -> _Result:
    """Returns the entries, the same objects as long as the same names are answered."""
    kept, answered, weak = _kept(catalog), catalog.answered, weak_grounds(catalog)
    return catalog.kept("unanswered", (kept, answered, weak), lambda: _make(catalog, kept, answered, weak))


def _make(catalog: Catalog, kept: _Kept, answered: Collection[str], weak: Collection[Ground]) -> _Result:
    entries = (_judged(one, answered, weak) for one in _entries(catalog, kept, answered))
    found = tuple(sorted(entries, key=lambda one: (-one.uses, one.name.casefold(), one.name)))
    pages: defaultdict[str, list[Unanswered]] = defaultdict(list)
    for one in found:
        pages[page_of(catalog, one.name)].append(one)
    return _Result(found, dict(sorted(pages.items())))


def _kept(catalog: Catalog) -> _Kept:
    def make() -> _Kept:
        paddle = catalog.inventories.get(_TARGET)
        search = Counterparts(paddle, catalog.glossary) if paddle is not None else None
        return _Kept(Offered(catalog.inventories, catalog.demand), search, {})

    return catalog.kept("offered", (), make)


def _entries(catalog: Catalog, kept: _Kept, answered: Collection[str]) -> Iterator[Unanswered]:
    uses = {use.name: use for use in catalog.demand}
    for one in kept.offered.objects(answered):
        answers = [name for name in one.names if name in answered]
        if any(catalog.constant_of(name) is not None for name in one.names):
            continue  # whatever else a constant is called, and what its value has, is answered with it
        if answers:
            yield from _other_names(one, answers, uses)
        else:
            yield Unanswered(
                one.entry,
                tuple(name for name in one.others if name == one.canonical or not _is_inside(name, one.names)),
                one.use,
                _guess(one.entry, kept),
                samples=next(filter(None, (_samples(catalog, name) for name in one.names)), None),
            )


def _judged(one: Unanswered, answered: Collection[str], weak: Collection[Ground]) -> Unanswered:
    """Marks a guess on a weak ground; a record of the same name and kind in another module takes its place."""
    is_weak = one.guess is not None and one.guess.ground in weak
    if one.same_as or (one.guess is not None and one.guess.ground is not Ground.ALIKE):
        return replace(one, weak=is_weak) if is_weak else one
    module, _, last = one.name.rpartition(".")
    places = _SIBLINGS if module in _SIBLINGS and one.entry.kind in _CALLS else ()
    see = next((name for place in places if (name := f"{place}.{last}") in answered), "")
    return replace(one, see=see, guess=None if see else one.guess, weak=is_weak and not see)


def _other_names(one: PublicObject, answers: Sequence[str], uses: Mapping[str, Use]) -> Iterator[Unanswered]:
    """Yields the names of an answered object that its record does not have; not those by which it is merely defined."""
    for name in one.names:
        if name not in answers and (name in uses or name == one.canonical or not _is_inside(name, answers)):
            entry = replace(one.entry, name=name, alias_of="")
            yield Unanswered(entry, use=uses.get(name), same_as=answers[0])


def _is_inside(name: str, others: Collection[str]) -> bool:
    """Tells whether a package around this name's module offers the same name: ``torch.nn.modules.conv.Conv2d``."""
    module, _, last = name.rpartition(".")
    return any(
        other != name and other.rpartition(".")[2] == last and f"{module}.".startswith(f"{other.rpartition('.')[0]}.")
        for other in others
    )


def _guess(entry: ApiEntry, kept: _Kept) -> Candidate | None:
    if kept.search is None:
        return None
    if entry.name not in kept.guesses:
        kept.guesses[entry.name] = _likely(kept.search.likeliest(entry), entry)
    return kept.guesses[entry.name]


def _likely(found: Candidate | None, torch: ApiEntry) -> Candidate | None:
    """Returns the candidate where it is likely enough to be shown, or None."""
    if found is None or found.match is None or not _is_of_kind(found, torch):
        return None
    if found.ground is Ground.ELSEWHERE and torch.kind in MEMBERS:
        return None  # what a class is asked for by this name says nothing of a function
    if found.ground is Ground.ALIKE:
        return found if found.match.pairs and found.match.share >= _NEAR else None
    return found if found.confidence >= DOUBTFUL else None


def _is_of_kind(found: Candidate, torch: ApiEntry) -> bool:
    """Tells whether a candidate is used as the API is: called or not, and where no name is the same, a class or not."""
    is_class = torch.kind is ApiKind.CLASS, found.entry.kind is ApiKind.CLASS
    is_called = torch.kind in _CALLS, found.entry.kind in _CALLS
    by_name = found.ground is Ground.RENAMED or (
        found.ground is Ground.SAME and found.entry.name.rpartition(".")[2] == torch.name.rpartition(".")[2]
    )
    return len(set(is_called)) == 1 and (by_name or len(set(is_class)) == 1)


def _samples(catalog: Catalog, name: str) -> Samples | None:
    found = catalog.facts.get(name)
    return found if found is not None and found.is_current(None, catalog.settings.versions) else None


@dataclass(frozen=True, slots=True)
class Reliability:
    """Of how many recorded names a guess was ``made`` on one ground, and of how many it was ``right``."""

    ground: Ground
    made: int
    right: int


def reliability(catalog: Catalog) -> Sequence[Reliability]:
    """Returns how often guesses of each ground name the counterpart in the record, which measures their reliability."""
    recorded = tuple((record.torch, record.paddle_apis) for record in catalog.records())
    return catalog.kept("reliability", recorded, lambda: _reliability(catalog, recorded))


def _reliability(catalog: Catalog, recorded: Iterable[tuple[str, Sequence[str]]]) -> Sequence[Reliability]:
    kept, counts = _kept(catalog), {ground: [0, 0] for ground in Ground}
    for torch, paddle in recorded:
        entry = catalog.entry(torch)
        found = _guess(entry, kept) if entry is not None else None
        if found is not None:
            counts[found.ground][0] += 1
            counts[found.ground][1] += any(_is_same(catalog, found.entry, api) for api in paddle)
    return [Reliability(ground, made, right) for ground, (made, right) in counts.items()]


def weak_grounds(catalog: Catalog) -> frozenset[Ground]:
    """Returns the grounds on which less than half of the guesses are right."""
    return frozenset(one.ground for one in reliability(catalog) if 2 * one.right < one.made)


def _is_same(catalog: Catalog, entry: ApiEntry, api: str) -> bool:
    """Tells whether a name stands for the entry's object, under whichever name."""
    if api == entry.name:
        return True
    other = catalog.entry(api)
    return other is not None and (other.alias_of or other.name) == (entry.alias_of or entry.name)


def page_of(catalog: Catalog, name: str) -> str:
    """Returns the module on whose page a name stands: the module of the name or its class, up to a maximum depth.

    The classes whose members are used most have pages of their own. On file systems that ignore case, the page of
    ``torch.optim.optimizer`` would be that of ``torch.optim.Optimizer``: its names stand on that of ``torch.optim``.
    """
    owner = name.rpartition(".")[0]
    while owner not in OWNERS and (entry := catalog.entry(owner)) is not None and entry.kind is not ApiKind.MODULE:
        owner = owner.rpartition(".")[0]
    if owner in OWNERS:
        return owner
    page = ".".join(owner.split(".")[:_DEEPEST])
    return page.rpartition(".")[0] if page.casefold() in _OWNERS_FOLDED else page
