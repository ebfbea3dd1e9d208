"""Names of modules, classes and functions with their kinds, and what is learnt about the project's own definitions."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from generator.calls.inference.body import Body
from generator.calls.knowledge.kinds import MODULE, NONE, UNKNOWN, Defined, Kind, Name, Object, OwnModule, join
from generator.calls.knowledge.names import PublicNames

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(slots=True)
class Scope:
    """The names of a module, class or function body.

    ``local`` are those that the body binds anywhere; ``owner`` is an object of the class that a method belongs to;
    ``uses`` are those of the body's variables.
    """

    names: dict[str, Kind] = field(default_factory=dict)
    parent: Scope | None = None
    local: frozenset[str] = frozenset()
    owner: Object | None = None
    uses: Body | None = None
    around: Scope | None = None
    """The scope where ``:=`` binds, if that is another one."""
    types: dict[str, str] = field(default_factory=dict)
    """The variables that hold ``type(x)``, with the name ``x``."""

    def inner(self) -> Scope:
        """Returns a scope inside of this one, such as that of a comprehension."""
        return Scope(parent=self, owner=self.owner, uses=self.uses, around=self.around or self)

    def find(self, name: str) -> Kind | None:
        """Returns the kind of a name; unknown where it is bound later, None where nothing binds it."""
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


class Evaluator(Protocol):
    """Evaluates what the functions of one module return."""

    def result(self, facts: FunctionFacts, given: Mapping[str, Kind]) -> Kind:
        """Returns what a function returns when it is called with these arguments, by its parameters' names."""

    def wants_tensor(self, facts: FunctionFacts, parameter: str) -> bool:
        """Tells whether a function takes a Tensor for a parameter, as the function itself shows."""


@dataclass(slots=True)
class FunctionFacts:
    """What is inferred about one function: the arguments of its calls, and its result.

    ``owner`` is an object of the class whose method it is; ``home`` is the evaluator of its module.
    """

    node: Function
    scope: Scope
    home: Evaluator
    owner: Object | None = None
    arguments: dict[str, Kind] = field(default_factory=dict)
    result: Kind = UNKNOWN
    was_run: bool = False
    wants_tensors: set[str] = field(default_factory=set)
    """The parameters that take Tensors, as their annotations and their uses say, whatever is passed."""
    decorators: tuple[str, ...] = ()
    """The paths of its decorators as they are written, without their arguments."""

    def __post_init__(self) -> None:
        found = () if isinstance(self.node, ast.Lambda) else self.node.decorator_list
        self.decorators = tuple(ast.unparse(each.func if isinstance(each, ast.Call) else each) for each in found)

    @property
    def name(self) -> str:
        """Its name; empty for a lambda."""
        return "" if isinstance(self.node, ast.Lambda) else self.node.name

    @property
    def is_static(self) -> bool:
        """Whether it takes no object of its class."""
        return self.is_decorated("staticmethod")

    def is_decorated(self, *names: str) -> bool:
        """Tells whether one of its decorators has such a name, wherever that comes from."""
        return any(decorator.rpartition(".")[2] in names for decorator in self.decorators)

    def passed(self, positional: list[Kind], keywords: Mapping[str | None, Kind], skip: int) -> dict[str, Kind]:
        """Returns the kinds of a call's arguments by parameter; ``skip`` is 1 where the call omits the first one."""
        arguments = self.node.args
        order = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)][skip:]
        found = dict(zip(order, positional, strict=False))
        accepted = {*order, *(argument.arg for argument in arguments.kwonlyargs)}
        return found | {name: kind for name, kind in keywords.items() if name is not None and name in accepted}


@dataclass(slots=True)
class ClassFacts:
    """What is inferred about one class: its bases, its members by name, the attributes of its objects.

    ``declared`` are those with an annotation. ``fields`` are the ones that the body declares, in their order, if
    objects are made of them: of a dataclass or a named tuple.
    """

    node: ast.AST
    bases: tuple[Kind, ...] = ()
    members: dict[str, Kind] = field(default_factory=dict)
    attributes: dict[str, Kind] = field(default_factory=dict)
    declared: dict[str, Kind] = field(default_factory=dict)
    fields: tuple[str, ...] = ()

    @property
    def parents(self) -> tuple[Kind, ...]:
        """The classes that it derives from."""
        return self.bases

    def held(self) -> list[Kind]:
        """Returns what the attributes of its objects are, as far as they are set in the class."""
        return list(self.attributes.values())

    def own(self, name: str) -> Kind | None:
        """Returns what the class itself says of a member, without its bases."""
        declared = self.declared.get(name)
        if declared is not None and declared not in {UNKNOWN, NONE}:
            return declared
        for found in (self.attributes, self.members):
            if name in found:
                return found[name]
        return declared


_FUNCTIONS = frozenset({"torch.autograd.Function", "torch.autograd.function.Function"})


class Modules(Protocol):
    """The other modules of a project, as one of its files imports them."""

    @property
    def uses_torch(self) -> bool:
        """Whether a file of the project imports torch."""

    def mentioned(self, code: frozenset[str]) -> frozenset[str]:
        """Returns which of some pieces of code stand in a file of the project."""

    def tree(self, source: str) -> ast.Module | None:
        """Returns the syntax tree of the file, if it was parsed already and its text is this one."""

    def imported(self, path: str) -> OwnModule | None:
        """Returns the project's module that the file imports by a path, which begins with dots where it is relative."""

    def member(self, module: OwnModule, name: str) -> Kind | None:
        """Returns what a module has under a name; None where that is not certain."""

    def starred(self, module: OwnModule) -> tuple[Mapping[str, Kind], bool]:
        """Returns what ``import *`` takes from a module, and whether it is certain that it takes no more."""

    def definitions(self, place: str) -> Definitions:
        """Returns the definitions of the module at a place."""


class Definitions:
    """The functions and classes of one module, by the position of their definition.

    ``module`` is its place in the project, empty for the text in hand. ``has_changed`` says whether anything was learnt
    about them since it was set back. While ``is_frozen``, nothing is learnt for good: attributes that are set are those
    of one run, in ``passing``. There, attributes also stand that the text sets on objects of other modules' classes.
    ``options`` are the attributes of the command line's options, of all parsers of the text.
    """

    def __init__(self, names: PublicNames, module: str = "", modules: Modules | None = None) -> None:
        self.names = names
        self.module = module
        self.modules = modules
        self.functions: dict[int, FunctionFacts] = {}
        self.classes: dict[int, ClassFacts] = {}
        self.positions: dict[ast.AST, int] = {}
        self.passing: dict[Object, dict[str, Kind]] = {}
        self.options: dict[str, Kind] = {}
        self.are_options_open = False
        self.is_frozen = False
        self.has_changed = False
        self._next = 0
        self._replaced: set[tuple[Kind, str]] = set()

    def function(self, node: Function, scope: Scope, home: Evaluator) -> Defined:
        """Defines a function, or finds it again in a later pass."""
        position = self._position(node)
        self.functions.setdefault(position, FunctionFacts(node, scope, home)).scope = scope
        return Defined(position, self.module)

    def define_class(self, node: ast.AST) -> Defined:
        """Defines a class, or finds it again in a later pass."""
        position = self._position(node)
        self.classes.setdefault(position, ClassFacts(node))
        return Defined(position, self.module)

    def _position(self, node: ast.AST) -> int:
        """Returns those of a frozen module are of one run, and below zero."""
        if node not in self.positions:
            self._next += 1
            self.positions[node] = -self._next if self.is_frozen else self._next
        return self.positions[node]

    def _home(self, kind: Kind | None) -> Definitions | None:
        if not isinstance(kind, Defined | Object):
            return None
        if kind.module == self.module:
            return self
        return self.modules.definitions(kind.module) if self.modules is not None and kind.module else None

    def function_of(self, kind: Kind | None) -> FunctionFacts | None:
        """Returns the function that a kind is, if it is one of the project's own."""
        home = self._home(kind)
        return home.functions.get(kind.position) if home is not None and isinstance(kind, Defined) else None

    def function_at(self, node: ast.AST) -> FunctionFacts | None:
        """Returns the function of the text that a node defines."""
        return self.functions.get(self.positions.get(node, 0))

    def class_of(self, kind: Kind | None) -> ClassFacts | None:
        """Returns the class that a kind is, or is an object of, if it is one of the project's own."""
        home = self._home(kind)
        return home.classes.get(kind.position) if home is not None and isinstance(kind, Defined | Object) else None

    def lineage(self, kind: Kind) -> Iterator[tuple[Object, ClassFacts]]:
        """Yields the class of an object and those of the project that it derives from, the nearest first."""
        seen: set[Object] = set()
        waiting: list[Kind] = [kind]
        while waiting:
            each = waiting.pop(0)
            facts = self.class_of(each)
            if facts is not None and isinstance(each, Defined | Object):
                made = Object(each.position, each.module)
                if made not in seen:
                    seen.add(made)
                    yield made, facts
                    waiting[:0] = facts.parents

    def ancestors(self, kind: Kind) -> Iterator[str]:
        """Yields the dotted paths of the classes outside of the project that a class of it derives from."""
        for _, facts in self.lineage(kind):
            for base in facts.parents:
                if isinstance(base, Name):
                    entry = self.names.find(base.path)
                    yield entry.path if entry is not None else base.path

    def is_module(self, kind: Kind) -> bool:
        """Tells whether a class of the project derives from ``torch.nn.Module``."""
        return any(self.names.is_a(path, MODULE) for path in self.ancestors(kind))

    def is_function(self, kind: Kind) -> bool:
        """Tells whether a class derives from ``torch.autograd.Function``, whose static methods take a context."""
        return any(path in _FUNCTIONS for path in self.ancestors(kind))

    def takes_context(self, facts: FunctionFacts) -> bool:
        """Tells whether a method of an autograd function takes its context.

        ``forward`` takes none where the class defines ``setup_context``.
        """
        if facts.owner is None or not facts.is_static or not self.is_function(facts.owner):
            return False
        return facts.name != "forward" or self.member(facts.owner, "setup_context") is None

    def is_backward(self, facts: FunctionFacts) -> bool:
        """Tells whether a function is the one of an autograd function that takes the gradients."""
        return facts.name == "backward" and self.takes_context(facts)

    def fields(self, kind: Kind) -> dict[str, Kind]:
        """Returns the fields of objects of a record class, in their order; empty for other classes."""
        names = [name for _, facts in reversed(list(self.lineage(kind))) for name in facts.fields]
        return {name: self.member(kind, name) or UNKNOWN for name in names}

    def member(self, kind: Kind, name: str) -> Kind | None:
        """Returns what the project itself says of a member of its class: an attribute that is set, or a definition."""
        for made, facts in self.lineage(kind):
            if (made, name) in self._replaced:
                return UNKNOWN
            passing = self.passing.get(made, {}).get(name)
            if passing is not None and self.is_frozen:
                return passing
            own = facts.own(name)
            if passing is not None:
                return passing if own is None or own == NONE else join((own, passing))
            if own is not None:
                return own
        return None

    def learn_attribute(self, made: Object, name: str, kind: Kind) -> None:
        """Notes that an attribute of a class's objects is set; one that is None at first is what it becomes."""
        if self.is_frozen or made.module != self.module:
            self._learn(self.passing.setdefault(made, {}), name, kind)
        elif made.position in self.classes:
            self._learn(self.classes[made.position].attributes, name, kind)

    def ask_again(self) -> None:
        """Drops the attributes and arguments of which nothing is known yet, to be learnt anew."""
        attributes = (facts.attributes for facts in self.classes.values())
        arguments = (facts.arguments for facts in self.functions.values())
        for learnt in (*attributes, *arguments):
            for name in [name for name, kind in learnt.items() if kind == UNKNOWN]:
                del learnt[name]

    def learn_declared(self, made: Object, name: str, kind: Kind) -> None:
        """Notes that the text declares an attribute with an annotation, which holds wherever it is set."""
        if not self.is_frozen and made.module == self.module and made.position in self.classes:
            declared = self.classes[made.position].declared
            if declared.setdefault(name, kind) is kind:
                self.has_changed = True

    def learn_option(self, name: str, kind: Kind) -> None:
        """Records an option of the command line; without a name, one that is not known, which may be any."""
        if self.is_frozen:
            return
        if name:
            self._learn(self.options, name, kind)
        elif not self.are_options_open:
            self.are_options_open = self.has_changed = True

    def option(self, name: str) -> Kind:
        """Returns the kind of an option of the command line."""
        return UNKNOWN if self.are_options_open else self.options.get(name, UNKNOWN)

    def learn_replaced(self, kind: Kind, name: str) -> None:
        """Notes that a member of a class, or a name of a module, is replaced while the program runs."""
        owner = Object(kind.position, kind.module) if isinstance(kind, Defined) else kind
        if not self.is_frozen and (owner, name) not in self._replaced:
            self._replaced.add((owner, name))
            self.has_changed = True

    def learn_arguments(self, facts: FunctionFacts, given: Mapping[str, Kind]) -> None:
        """Notes the arguments of a call."""
        for name, kind in given.items():
            known = facts.arguments.get(name)
            self._learn(facts.arguments, name, kind if known is None else join((known, kind)))

    def learn_result(self, facts: FunctionFacts, kind: Kind) -> None:
        """Notes what a function returns."""
        if kind != facts.result:
            facts.result, self.has_changed = kind, True

    def imported(self, path: str) -> OwnModule | None:
        """Returns the project's own module that the text imports by a path; None for those of other packages."""
        return self.modules.imported(path) if self.modules is not None else None

    def is_elsewhere(self, kind: Kind) -> bool:
        """Tells whether a kind is known from another module of the project."""
        return isinstance(kind, OwnModule) or (isinstance(kind, Defined | Object) and kind.module != self.module)

    def module_member(self, module: OwnModule, name: str) -> Kind | None:
        """Returns what another module of the project has under a name; None where that is not certain."""
        if self.modules is None or (module, name) in self._replaced:
            return None
        return self.modules.member(module, name)

    def starred(self, module: OwnModule | None) -> tuple[Mapping[str, Kind], bool]:
        """Returns what ``import *`` takes from another module of the project, and whether that is certainly all."""
        return self.modules.starred(module) if self.modules is not None and module is not None else ({}, False)

    def _learn(self, facts: dict[str, Kind], name: str, kind: Kind) -> None:
        known = facts.get(name)
        if known is not None and known != NONE:
            kind = known if kind == NONE else join((known, kind))
        if kind != known:
            facts[name], self.has_changed = kind, True
