"""Names of modules, classes and functions with their kinds, and what is learnt about the text's own definitions."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from generator.calls.body import Body
from generator.calls.kinds import MODULE, NONE, UNKNOWN, Defined, Kind, Name, join
from generator.calls.names import PublicNames

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(slots=True)
class Scope:
    """The names of a module, class or function body.

    ``local`` are those that the body binds anywhere; ``owner`` is the class that a method belongs to, by position;
    ``uses`` are those of the body's variables.
    """

    names: dict[str, Kind] = field(default_factory=dict)
    parent: Scope | None = None
    local: frozenset[str] = frozenset()
    owner: int | None = None
    uses: Body | None = None

    def inner(self) -> Scope:
        """A scope inside of this one, such as that of a comprehension."""
        return Scope(parent=self, owner=self.owner, uses=self.uses)

    def find(self, name: str) -> Kind | None:
        """The kind of a name; unknown where it is bound later, None where nobody binds it."""
        if name in self.names:
            return self.names[name]
        if name in self.local:
            return UNKNOWN
        return self.parent.find(name) if self.parent is not None else None

    def merge(self, other: dict[str, Kind]) -> None:
        """Joins the names with those after another way through the code."""
        for name in self.names.keys() | other.keys():
            mine, theirs = self.names.get(name), other.get(name)
            if mine is None or theirs is None:
                self.names[name] = mine or theirs or UNKNOWN
            elif mine != theirs:
                self.names[name] = join((mine, theirs))


@dataclass(slots=True)
class FunctionFacts:
    """What is learnt about one function: the arguments of its calls, and its result."""

    node: Function
    scope: Scope
    owner: int | None = None
    arguments: dict[str, Kind] = field(default_factory=dict)
    result: Kind = UNKNOWN

    @property
    def name(self) -> str:
        """Its name; empty for a lambda."""
        return "" if isinstance(self.node, ast.Lambda) else self.node.name

    @property
    def is_static(self) -> bool:
        """Whether it takes no object of its class."""
        return self.is_decorated("staticmethod")

    def is_decorated(self, *names: str) -> bool:
        """Whether one of its decorators has such a name, wherever that comes from."""
        decorators = () if isinstance(self.node, ast.Lambda) else self.node.decorator_list
        return any(ast.unparse(decorator).rpartition(".")[2] in names for decorator in decorators)


@dataclass(slots=True)
class ClassFacts:
    """What is learnt about one class: its bases, its methods by name, the attributes of its objects."""

    node: ast.ClassDef
    bases: tuple[Kind, ...] = ()
    members: dict[str, Kind] = field(default_factory=dict)
    attributes: dict[str, Kind] = field(default_factory=dict)


class Definitions:
    """The functions and classes that one source text defines, by the order in which they are met.

    ``has_changed`` says whether anything was learnt about them since it was set back.
    """

    def __init__(self, names: PublicNames) -> None:
        self.names = names
        self.functions: dict[int, FunctionFacts] = {}
        self.classes: dict[int, ClassFacts] = {}
        self.has_changed = False
        self._positions: dict[ast.AST, int] = {}

    def function(self, node: Function, scope: Scope) -> Defined:
        """Defines a function, or finds it again in a later pass."""
        position = self._positions.setdefault(node, len(self._positions))
        self.functions.setdefault(position, FunctionFacts(node, scope)).scope = scope
        return Defined(position)

    def define_class(self, node: ast.ClassDef) -> Defined:
        """Defines a class, or finds it again in a later pass."""
        position = self._positions.setdefault(node, len(self._positions))
        self.classes.setdefault(position, ClassFacts(node))
        return Defined(position)

    def function_of(self, kind: Kind | None) -> FunctionFacts | None:
        """The function that a kind is, if it is one of the text's own."""
        return self.functions.get(kind.position) if isinstance(kind, Defined) else None

    def ancestors(self, position: int, seen: frozenset[int] = frozenset()) -> Iterator[str]:
        """The dotted paths of the classes outside of the text that a class of the text derives from."""
        for base in self.classes[position].bases:
            if isinstance(base, Name):
                entry = self.names.find(base.path)
                yield entry.path if entry is not None else base.path
            elif isinstance(base, Defined) and base.position in self.classes and base.position not in seen:
                yield from self.ancestors(base.position, seen | {position})

    def is_module(self, position: int) -> bool:
        """Whether a class of the text derives from ``torch.nn.Module``."""
        return any(self.names.is_a(path, MODULE) for path in self.ancestors(position))

    def member(self, position: int, name: str, seen: frozenset[int] = frozenset()) -> Kind | None:
        """What the text itself says of a member of its class: an attribute that is set, or a definition."""
        facts = self.classes[position]
        if name in facts.attributes:
            return facts.attributes[name]
        if name in facts.members:
            return facts.members[name]
        for base in facts.bases:
            if isinstance(base, Defined) and base.position in self.classes and base.position not in seen:
                found = self.member(base.position, name, seen | {position})
                if found is not None:
                    return found
        return None

    def learn_attribute(self, position: int, name: str, kind: Kind) -> None:
        """Notes that an attribute of a class's objects is set; one that is None at first is what it becomes."""
        self._learn(self.classes[position].attributes, name, kind)

    def learn_arguments(
        self, facts: FunctionFacts, positional: list[Kind], keywords: Mapping[str | None, Kind], skip: int
    ) -> None:
        """Notes the arguments of a call; ``skip`` is 1 where the call leaves the first parameter out."""
        arguments = facts.node.args
        order = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)][skip:]
        accepted = {*order, *(argument.arg for argument in arguments.kwonlyargs)}
        for name, kind in zip(order, positional, strict=False):
            self._learn(facts.arguments, name, kind)
        for keyword, kind in keywords.items():
            if keyword in accepted:
                self._learn(facts.arguments, keyword or "", kind)

    def learn_result(self, facts: FunctionFacts, kind: Kind) -> None:
        """Notes what a function returns."""
        if kind != facts.result:
            facts.result, self.has_changed = kind, True

    def _learn(self, facts: dict[str, Kind], name: str, kind: Kind) -> None:
        known = facts.get(name)
        if known is not None and known != NONE:
            kind = known if kind == NONE else join((known, kind))
        if kind != known:
            facts[name], self.has_changed = kind, True
