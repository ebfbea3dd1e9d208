"""Resolves what a text imports from its own project: other modules are read on demand and never run.

Each question (what a function returns, what an attribute holds) is answered for itself, so that a module costs no more
than is asked of it. A question may lead to others only so deep; what lies deeper is unknown. An answer depends on
nothing but the question, the texts and how deep it may lead, hence never on the order of the questions, and circular
imports end. Whatever more than one statement decides is unknown (see ``namespace``).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Protocol, TypeVar, cast

from generator.calls.inference.interpret import Interpreter, is_registering, record_fields
from generator.calls.inference.scopes import ClassFacts, Definitions, FunctionFacts, Scope
from generator.calls.knowledge.kinds import (
    NONE,
    UNKNOWN,
    Defined,
    Either,
    Kind,
    Name,
    Object,
    OwnModule,
    is_tensor,
    join,
    lasting,
)
from generator.calls.knowledge.names import PublicNames
from generator.calls.site import SourceError
from generator.calls.text.condition_signs import mentioned
from generator.calls.text.namespace import Binding, Imported, Namespace
from generator.calls.text.syntax import parse_source

T = TypeVar("T")
Outcome = tuple[Kind, Mapping[Object, Mapping[str, Kind]]]
"""What a function returns, and the attributes that it sets."""
_UNKNOWN: Kind = UNKNOWN
_UNCERTAIN: Kind | None = UNKNOWN
_UNCERTAIN_NAME: Kind | None = None
_NOTHING: Outcome = (UNKNOWN, {})

_DEPTH = 4
"""How many questions lead to each other."""
_MOST_TEXT = 1_500_000
"""Characters of the modules that are kept at once; a syntax tree takes some 150 times as many bytes."""
_MOST_ANSWERS = 200_000


class Sources(Protocol):
    """Where the modules of a project are."""

    def find(self, path: str, importer: str) -> str:
        """Returns the place of the module that a file imports by a path, which begins with dots where it is relative.

        Empty where it is none of the project's, or where that is not certain.
        """

    def text(self, place: str) -> str | None:
        """Returns the source text of a module; None for a folder of modules, or a file that cannot be read."""

    def texts(self) -> Iterator[str]:
        """Returns the source texts of all modules that can be read."""


class Project:
    """The modules of one project."""

    def __init__(self, sources: Sources, names: PublicNames) -> None:
        self.names = names
        self._sources = sources
        self._modules: dict[str, Module] = {}
        self._answers: dict[Hashable, tuple[object, float]] = {}
        self._mentioned: dict[frozenset[str], frozenset[str]] = {}
        self._left = _DEPTH
        self._deepest: float = 0

    @cached_property
    def uses_torch(self) -> bool:
        """Whether a file of the project imports torch; then the other files may receive its objects."""
        packages = "|".join(map(re.escape, sorted(self.names.packages)))
        imports = re.compile(rf"^\s*(?:import|from)\s+(?:{packages})\b", re.MULTILINE)
        return any(imports.search(text) for text in self._sources.texts())

    def mentioned(self, code: frozenset[str]) -> frozenset[str]:
        """Returns which of some pieces of code stand in a text of the project, each text read once."""
        if code not in self._mentioned:
            self._mentioned[code] = frozenset().union(*(mentioned(code, text) for text in self._sources.texts()))
        return self._mentioned[code]

    def seen_from(self, place: str) -> Seen:
        """Returns the project's modules as a file imports them."""
        return Seen(self, place)

    def module(self, place: str) -> Module:
        """Returns the module at a place; where there are many, the least recently used are dropped."""
        found = self._modules.pop(place, None)
        if found is None:
            found = Module(place, self._sources.text(place) or "", self)
            size = found.size + sum(each.size for each in self._modules.values())
            while self._modules and size > _MOST_TEXT:
                size -= self._modules.pop(next(iter(self._modules))).size
        self._modules[place] = found
        return found

    def loaded(self, place: str) -> Module | None:
        """Returns the module at a place, if it is kept by now."""
        return self._modules.get(place)

    def imported(self, path: str, importer: str) -> OwnModule | None:
        """Returns the project's module that a file imports by a path."""
        place = "" if self.names.belongs(path) else self._sources.find(path, importer)
        return OwnModule(place) if place else None

    def member(self, module: OwnModule, name: str) -> Kind | None:
        """Returns what a module has under a name, wherever it imports it from; None where that is not certain."""
        place = module.place
        seen: set[tuple[str, str]] = set()
        while (place, name) not in seen:
            seen.add((place, name))
            found = self.module(place)
            binding = found.namespace.find(name)
            inner = self.imported(f".{name}", place) if _is_folder(place) else None
            if binding is None and name in found.namespace.before_stars:
                return self.by_star(found, name) if inner is None else None
            if binding is None:
                return None if found.namespace.has(name) else self.by_star(found, name) or inner
            target = self.imported(binding.path, place) if isinstance(binding, Imported) else None
            if inner is not None and target is not None and place == target.place:
                return inner
            if inner is not None and target != inner:
                return None
            if not isinstance(binding, Imported):
                return found.value(name)
            if target is None:
                return Name(f"{binding.path}.{binding.name}" if binding.name else binding.path)
            if not binding.name:
                return target
            place, name = target.place, binding.name
        return None

    def starred(self, module: OwnModule) -> tuple[Mapping[str, Kind], bool]:
        """Returns what ``import *`` takes from a module, and whether it is certain that it takes no more."""
        names, are_all = self._starred_names(module)
        return {name: self.member(module, name) or UNKNOWN for name in names}, are_all

    def by_star(self, module: Module, name: str) -> Kind | None:
        """Returns what a name is that ``import *`` may bind last in a module; None where that is not certain."""
        if not module.namespace.stars:
            return None
        return self.answer(("*", module.place, name), lambda: self._by_star(module, name), _UNCERTAIN_NAME)

    def _by_star(self, module: Module, name: str) -> Kind | None:
        namespace = module.namespace
        before = namespace.certain.get(name)
        of_library = isinstance(before, Imported) and self.names.belongs(before.path)
        for path in reversed(namespace.stars[namespace.before_stars.get(name, 0) :]):
            source = self.imported(path, module.place) if path else None
            if source is not None and source.place == module.place:
                continue
            if source is None:
                if path and of_library:  # what other libraries give takes the name of none of these
                    continue
                return None
            names, are_all = self._starred_names(source)
            if name in names:
                return self.member(source, name)
            if not (are_all or of_library):
                return None
        return module.bound(before, module.scope, namespace.annotations.get(name)) if before is not None else None

    def _starred_names(self, module: OwnModule) -> tuple[list[str], bool]:
        """Returns what a module says it gives, or what it and its stars bind, and whether that is certainly all."""
        found: dict[str, None] = {}
        are_all = True
        waiting, seen = [module], {module}
        while waiting:
            each = waiting.pop()
            namespace = self.module(each.place).namespace
            match namespace.find("__all__"):
                case ast.List(elts=elts) | ast.Tuple(elts=elts):
                    names = [one.value for one in elts if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                    are_all = are_all and len(names) == len(elts)
                    found |= dict.fromkeys(names)
                    continue
                case None if not namespace.has("__all__"):
                    names = [name for name in (*namespace.certain, *namespace.uncertain) if not name.startswith("_")]
                    found |= dict.fromkeys(names)
                case _:
                    are_all = False
                    continue
            sources = [self.imported(path, each.place) if path else None for path in namespace.stars]
            are_all = are_all and None not in sources
            for source in sources:
                if source is not None and source not in seen:
                    seen.add(source)
                    waiting.append(source)
        return list(found), are_all

    def answer(self, question: Hashable, compute: Callable[[], T], otherwise: T, step: int = 1) -> T:
        """Returns the answer to a question, computed once for each depth that makes a difference.

        ``question`` is None for one that cannot be asked again, ``step`` 0 for one that only leads to deeper ones;
        ``otherwise`` is what is known where it lies too deep.
        """
        found = self._known(question)
        if found is not None:
            self._deepest = max(self._deepest, found[1])
            return cast("T", found[0])
        if self._left < step:
            self._deepest = inf
            return otherwise
        before, self._deepest = self._deepest, 0
        self._left -= step
        try:
            value = compute()
        except RecursionError:  # another file's nesting is no fault of this one
            self._deepest = inf
            return otherwise
        finally:
            self._left += step
        depth = self._deepest + step
        self._deepest = max(before, depth)
        if question is not None:
            if len(self._answers) >= _MOST_ANSWERS:
                self._answers.clear()
            self._answers[question if depth < inf else (question, self._left)] = value, depth
        return value

    def _known(self, question: Hashable) -> tuple[object, float] | None:
        """Returns an answer that may be given here, and how deep it led; infinitely where it was cut off."""
        found = self._answers.get(question)
        if found is not None and found[1] <= self._left:
            return found
        return self._answers.get((question, self._left))


@dataclass(frozen=True)
class Seen:
    """The modules of a project as the file at ``place`` imports them."""

    project: Project
    place: str

    @property
    def uses_torch(self) -> bool:
        """Whether a file of the project imports torch."""
        return self.project.uses_torch

    def mentioned(self, code: frozenset[str]) -> frozenset[str]:
        """Returns which of some pieces of code stand in a file of the project."""
        return self.project.mentioned(code)

    def tree(self, source: str) -> ast.Module | None:
        """Returns the syntax tree of the file, if it was parsed already and its text is this one."""
        module = self.project.loaded(self.place)
        return module.tree if module is not None and module.text == source else None

    def imported(self, path: str) -> OwnModule | None:
        """Returns the project's module that the file imports by a path."""
        return self.project.imported(path, self.place)

    def member(self, module: OwnModule, name: str) -> Kind | None:
        """Returns what a module has under a name; None where that is not certain."""
        return self.project.member(module, name)

    def starred(self, module: OwnModule) -> tuple[Mapping[str, Kind], bool]:
        """Returns what ``import *`` takes from a module, and whether it is certain that it takes no more."""
        return self.project.starred(module)

    def definitions(self, place: str) -> Definitions:
        """Returns the definitions of the module at a place."""
        return self.project.module(place).definitions


class Module:
    """One module of a project, interpreted on demand and only as far as needed."""

    def __init__(self, place: str, text: str, project: Project) -> None:
        self.place, self.size = place, len(text)
        self.project = project
        self.text = text
        try:
            self.tree: ast.Module | None = parse_source(text)
        except SourceError:
            self.tree = None
        tree = self.tree or ast.Module([], [])
        self.namespace = Namespace(tree.body, rebound=_declared_global(tree) if "global " in text else frozenset())
        self.definitions = Definitions(project.names, place, project.seen_from(place))
        self.definitions.is_frozen = True
        self._interpreter = Interpreter(self.definitions, self)
        self.scope = _Lazy(self.value, self.namespace)
        self._own: set[ast.AST] = set()
        for binding in self.namespace.certain.values():
            self._define(binding, None)

    def value(self, name: str) -> Kind | None:
        """Returns what the module has under a name that it binds; None where that is not certain."""
        binding = self.namespace.find(name)
        if isinstance(binding, Imported):
            return self.project.member(OwnModule(self.place), name)
        if binding is None and (name in self.namespace.before_stars or not self.namespace.has(name)):
            return self.project.by_star(self, name)
        return self.bound(binding, self.scope, self.namespace.annotations.get(name)) if binding is not None else None

    def bound(self, binding: Binding, scope: Scope, annotation: ast.expr | None = None) -> Kind:
        """Returns what a binding of the module, or of one of its classes, gives its name."""
        match binding:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
                return Defined(_position(binding), self.place)
            case Imported(path=path, name=name):
                module = self.project.imported(path, self.place)
                if module is None:
                    return Name(f"{path}.{name}" if name else path)
                return (self.project.member(module, name) or UNKNOWN) if name else module
        if annotation is not None:
            declared = self.annotated(annotation)
            if declared != UNKNOWN:
                return declared
        question = self.place, _position(binding)
        return self.project.answer(question, lambda: self._interpreter.constant(binding, scope), _UNKNOWN)

    def annotated(self, node: ast.expr) -> Kind:
        """Returns the kind that an annotation names."""
        return self._interpreter.annotation(node, self.scope)

    def base(self, node: ast.expr) -> Kind:
        """Returns the class that a base names."""
        return self._interpreter.base(node, self.scope)

    def result(self, facts: FunctionFacts, given: Mapping[str, Kind]) -> Kind:
        """Returns what a function of the module returns, with these arguments where the result depends on them."""
        if facts.node not in self._own:  # defined in a function that runs now
            return self.project.answer(None, lambda: self._interpreter.alone(facts, given)[0], _UNKNOWN)
        if facts.result != UNKNOWN:
            return facts.result
        if not self._is_itself(facts):
            return UNKNOWN
        facts.result = self._interpreter.declared_result(facts)
        if facts.result != UNKNOWN:
            return facts.result
        found, _ = self.outcome(facts, {})
        told = {name: lasting(kind, outside=True) for name, kind in given.items()}
        told = {name: kind for name, kind in told.items() if kind != UNKNOWN}
        if told and (found == UNKNOWN or isinstance(found, Either)):
            closer, _ = self.outcome(facts, told)
            return found if closer == UNKNOWN else closer
        return found

    def wants_tensor(self, facts: FunctionFacts, parameter: str) -> bool:
        """Tells whether a function takes a Tensor for a parameter, by its annotation."""
        arguments = facts.node.args
        for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            if each.arg == parameter and each.annotation is not None and self._is_itself(facts):
                return is_tensor(self.annotated(each.annotation))
        return False

    def outcome(self, facts: FunctionFacts, given: Mapping[str, Kind]) -> Outcome:
        """Returns what a function returns with these arguments, and the attributes that it sets."""
        question = self.place, _position(facts.node), frozenset(given.items())
        return self.project.answer(question, lambda: self._interpreter.alone(facts, given), _NOTHING)

    def _define(self, binding: Binding, owner: Object | None) -> None:
        """Takes up a function, or a class with its methods."""
        match binding:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                self._own.add(binding)
                facts = FunctionFacts(binding, self.scope, self, None if isinstance(binding, ast.Lambda) else owner)
                self.definitions.functions[_position(binding)] = facts
            case ast.ClassDef():
                made = _Class(binding, self)
                self.definitions.classes[_position(binding)] = made
                for each in made.namespace.certain.values():
                    self._define(each, made.itself)

    def _is_itself(self, facts: FunctionFacts) -> bool:
        """Tells whether the decorators of a function leave what it returns as it is."""
        decorators = () if isinstance(facts.node, ast.Lambda) else facts.node.decorator_list
        for decorator in decorators:
            found = self._interpreter.evaluate(
                decorator.func if isinstance(decorator, ast.Call) else decorator, facts.scope
            )
            path = found.path if isinstance(found, Name) else ""
            if not self.project.names.belongs(path) and path.partition(".")[0] not in _PLAIN_DECORATORS:
                return False
        return True


_PLAIN_DECORATORS = frozenset(
    {"builtins", "functools", "abc", "typing", "typing_extensions", "jaxtyping", "beartype", "typeguard"}
)
"""Modules whose decorators leave what a function returns as it is, beside torch."""


class _Lazy(Scope):
    """The scope of a module or class body, whose names are found when they are looked up."""

    __slots__ = ("_namespace", "_value")

    def __init__(self, value: Callable[[str], Kind | None], namespace: Namespace, parent: Scope | None = None) -> None:
        super().__init__(parent=parent)
        self._value, self._namespace = value, namespace

    def find(self, name: str) -> Kind | None:
        """Returns the kind of a name; unknown where that is not certain, None where nothing binds it."""
        if self._namespace.has(name) or self._namespace.stars:
            return self._value(name) or UNKNOWN
        return self.parent.find(name) if self.parent is not None else None


class _Class(ClassFacts):
    """A class whose members are interpreted on demand."""

    def __init__(self, node: ast.ClassDef, module: Module) -> None:
        self.namespace = Namespace(node.body)
        super().__init__(node, fields=record_fields(node))
        self.itself = Object(_position(node), module.place)
        self._name, self._base_nodes = node.name, node.bases
        self._module = module
        self._scope = _Lazy(self.own, self.namespace, module.scope)
        self._parents: tuple[Kind, ...] | None = None
        self._set: tuple[Mapping[str, Sequence[FunctionFacts]], Mapping[str, ast.expr]] | None = None

    @property
    def parents(self) -> tuple[Kind, ...]:
        """The classes that it derives from."""
        if self._parents is None:
            found = tuple(self._module.base(node) for node in self._base_nodes)
            if UNKNOWN in found:
                return found
            self._parents = found
        return self._parents

    def own(self, name: str) -> Kind | None:
        """Returns the kind of a member by the class: its annotation, the methods that set it, or its definition."""
        question = self._module.place, self.itself.position, name
        return self._module.project.answer(question, lambda: self._own(name), _UNCERTAIN, step=0)

    def held(self) -> list[Kind]:
        """Returns what the attributes of its objects are, as far as its methods set them."""
        return [kind for name in self._attributes()[0] if (kind := self.own(name)) is not None]

    def _own(self, name: str) -> Kind | None:
        if (self._name, name) in self._module.namespace.replaced:
            return UNKNOWN
        writers, annotations = self._attributes()
        annotation = annotations.get(name)
        declared = self._module.annotated(annotation) if annotation is not None else None
        if declared is not None and declared not in {UNKNOWN, NONE}:
            return declared
        if name in writers:
            kinds = [self._set_by(facts, name) for facts in writers[name]]
            return join([kind for kind in kinds if kind != NONE] or [NONE])
        binding = self.namespace.find(name)
        if binding is not None:
            return self._module.bound(binding, self._scope)
        return UNKNOWN if self.namespace.has(name) else declared

    def _set_by(self, facts: FunctionFacts, name: str) -> Kind:
        _, attributes = self._module.outcome(facts, {})
        return attributes.get(self.itself, {}).get(name, UNKNOWN)

    def _attributes(self) -> tuple[Mapping[str, Sequence[FunctionFacts]], Mapping[str, ast.expr]]:
        """Returns the methods that set each attribute of an object, and the annotations of those that are declared."""
        if self._set is None:
            writers: dict[str, list[FunctionFacts]] = {}
            annotations = dict(self.namespace.annotations)
            for binding in self.namespace.certain.values():
                if isinstance(binding, ast.FunctionDef | ast.AsyncFunctionDef):
                    facts = self._module.definitions.functions[_position(binding)]
                    for name, annotation in _attributes_set(binding).items():
                        writers.setdefault(name, []).append(facts)
                        if annotation is not None:
                            annotations.setdefault(name, annotation)
            self._set = writers, annotations
        return self._set


def _attributes_set(node: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, ast.expr | None]:
    """Returns the attributes that a method sets on its object, or registers there, and their annotations."""
    arguments = [*node.args.posonlyargs, *node.args.args]
    itself = arguments[0].arg if arguments else ""
    found: dict[str, ast.expr | None] = {}
    registering: set[str] = set()
    waiting: list[ast.stmt | ast.ExceptHandler | ast.match_case] = list(node.body)
    while waiting:
        each = waiting.pop(0)
        match each:
            case ast.AnnAssign(target=ast.Attribute(value=ast.Name(id=name), attr=attribute)) if name == itself:
                found[attribute] = each.annotation
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as function) if is_registering(function):
                registering.add(name)
            case ast.Expr(value=ast.Call(func=function, args=[ast.Constant(value=str(attribute)), *_])):
                match function:
                    case ast.Name(id=name) if name in registering:
                        found.setdefault(attribute)
                    case ast.Attribute(value=ast.Name(id=name), attr="register_buffer" | "register_parameter"):
                        if name == itself:
                            found.setdefault(attribute)
        for target in _targets(each):
            match target:
                case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == itself:
                    found.setdefault(attribute)
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting += getattr(each, part, ())
    return found


def _targets(node: ast.AST) -> Sequence[ast.expr]:
    """Returns what a statement assigns to, with the parts of tuples."""
    waiting: list[ast.expr | None]
    match node:
        case ast.Assign(targets=targets):
            waiting = list(targets)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.For(target=target):
            waiting = [target]
        case ast.With(items=items):
            waiting = [item.optional_vars for item in items]
        case _:
            return ()
    found: list[ast.expr] = []
    while waiting:
        each = waiting.pop()
        if isinstance(each, ast.Tuple | ast.List):
            waiting += each.elts
        elif each is not None:
            found.append(each.value if isinstance(each, ast.Starred) else each)
    return found


def _declared_global(tree: ast.Module) -> frozenset[str]:
    """Returns the names that functions bind in the module."""
    return frozenset(name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names)


def _position(node: ast.stmt | ast.expr) -> int:
    """Returns the place of a definition in its text, the same whenever that is read."""
    return node.lineno * 100_000 + node.col_offset


def _is_folder(place: str) -> bool:
    """Tells whether a place is that of a package or a folder of modules."""
    return place.endswith(("/", "/__init__.py"))
