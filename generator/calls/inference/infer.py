"""Infers what the expressions of a source text are.

Functions run once their module has, with what is known of their parameters: annotations, defaults, the arguments of the
calls in the same text, and how the body uses them. Passes are repeated until nothing new is learnt about parameters,
results and attributes. What the text imports from its project is for ``project`` to say.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from generator.calls.inference.dtypes import Dtypes, LikelyDtypes
from generator.calls.inference.empties import Empties
from generator.calls.inference.gradients import Gradients
from generator.calls.inference.interpret import Interpreter
from generator.calls.inference.masks import Masks
from generator.calls.inference.ndims import Ndims
from generator.calls.inference.origins import Origins
from generator.calls.inference.scopes import ClassFacts, Definitions, FunctionFacts, Modules
from generator.calls.inference.written_layers import written_layers
from generator.calls.knowledge.kinds import (
    MODULE,
    UNKNOWN,
    Defined,
    Either,
    Kind,
    Name,
    Object,
    Value,
    is_number,
    is_tensor,
    options_of,
    parse_kind,
)
from generator.calls.knowledge.names import PublicNames
from generator.calls.text.attribute_values import AttributeValues
from generator.calls.text.displays import Displays
from generator.calls.text.factors import Factors
from generator.calls.text.namespace import Namespace
from generator.calls.text.reaching import Reaching
from generator.calls.text.syntax import defaults_of, own_nodes

OF_DEFAULT_DTYPE = frozenset({"set_default_dtype", "set_default_tensor_type"})
"""Functions of torch that set the default dtype."""
_FLOAT32 = frozenset({"torch.float32", "torch.float", "torch.FloatTensor", "torch.cuda.FloatTensor"})
_LAYERS = "torch.nn."
_HOLDERS = frozenset(
    f"torch.nn.{name}"
    for name in """DataParallel Module ModuleDict ModuleList Sequential TransformerDecoder TransformerEncoder Transformer
    parallel.DistributedDataParallel""".split()
)
"""Modules that hold what they are given."""
_PASSES = 5
_DEPTH = 3
"""How many calls inside of each other are run with the arguments of one call."""


class Inference:
    """The kinds of all expressions of one module.

    ``known`` gives the kinds of names that the text uses without binding them, in the inventory's notation; ``modules``
    are the others of its project.
    """

    def __init__(
        self,
        tree: ast.Module,
        names: PublicNames,
        known: Mapping[str, str] | None = None,
        modules: Modules | None = None,
    ) -> None:
        self.names = names
        self.displays = Displays(tree)
        self.reaching = Reaching(self.displays.variables)
        self._layers: dict[ast.AST, frozenset[str]] = {}
        self._attributes = AttributeValues(self.displays.variables.parents)
        self.dtypes = Dtypes(self)
        self.ndims = Ndims(self)
        self.empties = Empties(self)
        self.masks = Masks(self)
        self.gradients = Gradients(self, self.dtypes)
        self.likely_dtypes = LikelyDtypes(self)
        self.origins = Origins(self)
        self.factors = Factors(self.displays.variables.parents)
        self._definitions = Definitions(names, modules=modules)
        self._interpreter = Interpreter(self._definitions, self)
        self._set_to: dict[tuple[Kind, str], Sequence[ast.expr]] = {}
        self._calls: dict[tuple[ast.AST, frozenset[tuple[str, Kind]]], Kind] = {}
        self._depth = 0
        bound = {name: parse_kind(text) for name, text in (known or {}).items()}
        for number in range(_PASSES):
            self._definitions.has_changed = False
            if number == 1:  # what the first pass set to results of functions that it ran only later
                self._definitions.ask_again()
            self._calls.clear()
            self._run(tree, bound)
            if not self._definitions.has_changed:
                break

    def kind(self, node: ast.AST) -> Kind:
        """Returns the kind of an expression; unknown where nothing was learnt.

        That of an augmented assignment is what its target has before; that of the target, what it has then.
        """
        return self._interpreter.kind(node)

    def filled(self, call: ast.Call) -> tuple[FunctionFacts | None, dict[ast.expr, str]]:
        """Returns the project's own function that a call runs, if any, and the parameters that its arguments fill."""
        return self._interpreter.filled(call)

    def set_to(self, node: ast.Attribute) -> Sequence[ast.expr]:
        """Returns the values of an attribute or property of the text's own class; none if there may be others."""
        held = self.kind(node.value)
        if (held, node.attr) not in self._set_to:
            self._set_to[held, node.attr] = self._values_of(held, node.attr)
        return self._set_to[held, node.attr]

    def is_number_too(self, node: ast.Attribute) -> bool:
        """Tells whether a class of the text, in its body or that of a relative, makes a number of an attribute."""
        return any(map(is_number, self._kinds_of(node)))

    def is_tensor_too(self, node: ast.Attribute) -> bool:
        """Tells whether a class of the text, or a relative of it, also makes a Tensor of an attribute."""
        return any(is_tensor(option) for kind in self._kinds_of(node) for option in options_of(kind))

    def _kinds_of(self, node: ast.Attribute) -> list[Kind]:
        """Returns what the classes of an attribute's object make of it, each in its body or its methods."""
        found = [
            kind
            for facts in self._related(self.kind(node.value))
            for kind in (facts.members.get(node.attr), facts.attributes.get(node.attr))
        ]
        return [kind for kind in found if kind is not None]

    def _related(self, held: Kind) -> Collection[ClassFacts]:
        """Returns the classes that an object may be of, and their bases."""
        related = dict(self._definitions.lineage(held))
        for position in self._definitions.classes:  # an object may be of a class that is derived from this one
            lineage = dict(self._definitions.lineage(Object(position)))
            related |= lineage if held in lineage else {}
        return related.values()

    def _values_of(self, held: Kind, name: str) -> Sequence[ast.expr]:
        found: list[ast.expr] = []
        for facts in self._related(held):
            if (defined := facts.members.get(name)) is not None:
                values = self._of_property(defined)
            elif name in facts.attributes:
                values = self._attributes.values(facts.node, name)
            else:
                continue
            if not values:
                return ()
            found += values
        return found

    def _of_property(self, kind: Kind) -> Sequence[ast.expr]:
        """Returns what a property returns; none for other members of a class."""
        facts = self._definitions.function_of(kind)
        is_property = facts is not None and facts.is_decorated("property", "cached_property")
        return self._returns(facts) if facts is not None and is_property and len(facts.decorators) == 1 else ()

    def passed(self, variable: ast.Name) -> Sequence[ast.expr]:
        """Returns what the text's calls pass for the parameter that a variable is, if nothing binds it before."""
        if not self.reaching.is_unbound(variable):
            return ()
        return self.arguments.get((self.reaching.around(variable)[-1], variable.id), ())

    def default(self, variable: ast.Name) -> ast.expr | None:
        """Returns the default of the parameter that a variable is, if nothing binds it before and it has one."""
        function = self.reaching.around(variable)[-1] if self.reaching.is_unbound(variable) else None
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return None
        return defaults_of(function.args).get(variable.id)

    def is_gradient(self, variable: ast.Name) -> bool:
        """Tells whether a variable is a parameter of an autograd function's ``backward``, not bound again before."""
        if not self.reaching.is_unbound(variable):
            return False
        facts = self._definitions.function_at(self.reaching.around(variable)[-1])
        if facts is None or not self._definitions.is_backward(facts):
            return False
        return any(each.arg == variable.id for each in facts.node.args.args[1:])

    def is_open(self, variable: ast.Name) -> bool:
        """Tells whether a variable is a parameter, not bound again before, that may be no Tensor.

        Neither its annotation nor a use in the body says that it is one: at most what this text passes for it, or that
        a Module's ``forward`` takes Tensors.
        """
        if not self.reaching.is_unbound(variable):
            return False
        facts = self._definitions.function_at(self.reaching.around(variable)[-1])
        if facts is None or variable.id in facts.wants_tensors:
            return False
        arguments = facts.node.args
        return any(each.arg == variable.id for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs))

    @cached_property
    def changes_default_dtype(self) -> bool:
        """Whether the text sets a default dtype that is not torch's own."""
        calls = (node for node in self.displays.variables.parents if isinstance(node, ast.Call) and len(node.args) == 1)
        return any(self._sets_default_dtype(call.func) and not self._is_float32(call.args[0]) for call in calls)

    def _sets_default_dtype(self, function: ast.expr) -> bool:
        kind = self.kind(function)
        return isinstance(kind, Name) and kind.path in {f"torch.{name}" for name in OF_DEFAULT_DTYPE}

    def _is_float32(self, node: ast.expr) -> bool:
        kind = self.kind(node)
        is_named = isinstance(kind, Name) and kind.path in _FLOAT32
        return is_named or (isinstance(node, ast.Constant) and node.value in _FLOAT32)

    @cached_property
    def literals(self) -> frozenset[str]:
        """The negative integers and the strings of one word that the text writes."""
        found = set[str]()
        for node in self.displays.variables.parents:
            match node:
                case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))) if type(number) is int:
                    found.add(str(-number))
                case ast.Constant(value=str(text)) if text.isidentifier():
                    found.add(text)
        return frozenset(found)

    @cached_property
    def arguments(self) -> Mapping[tuple[ast.AST, str], Sequence[ast.expr]]:
        """What the calls in the text pass to its own functions, by these and the names of their parameters."""
        found: defaultdict[tuple[ast.AST, str], list[ast.expr]] = defaultdict(list)
        for call in self.displays.variables.parents:
            function, filled = self.filled(call) if isinstance(call, ast.Call) else (None, {})
            if function is not None:
                for argument, parameter in filled.items():
                    found[function.node, parameter].append(argument)
        return found

    def returned(self, call: ast.Call) -> Sequence[ast.expr]:
        """Returns the values that a called function of the text returns; none where it may return others."""
        facts, _ = self.filled(call)
        if facts is None or len(facts.decorators) > facts.is_static:
            return ()
        is_replaced = facts.owner is not None and self._is_replaced(facts.owner, facts.name)
        return () if is_replaced else self._returns(facts)

    def _returns(self, facts: FunctionFacts) -> Sequence[ast.expr]:
        """Returns the values of the ``return`` statements of a function; none where a call gives something else."""
        if facts.node not in self.displays.variables.parents:
            return ()
        if isinstance(facts.node, ast.Lambda):
            return (facts.node.body,)
        body = list(own_nodes(facts.node))
        is_other = isinstance(facts.node, ast.AsyncFunctionDef) or any(
            isinstance(n, ast.Yield | ast.YieldFrom) for n in body
        )
        if is_other:
            return ()
        return [node.value for node in body if isinstance(node, ast.Return) and node.value is not None]

    def starred(self, path: str) -> Collection[str]:
        """Returns the names that ``import *`` certainly takes from a module of the project."""
        return self._definitions.starred(self._definitions.imported(path))[0]

    def imported(self, path: str, name: str) -> Kind | None:
        """Returns what another module of the project has under a name; None where that is not certain."""
        module = self._definitions.imported(path)
        return self._definitions.module_member(module, name) if module is not None else None

    def is_module(self, kind: Kind) -> bool:
        """Tells whether a value is an object of the project's own class that derives from ``torch.nn.Module``."""
        return isinstance(kind, Object) and self._definitions.is_module(kind)

    def is_context(self, kind: Kind) -> bool:
        """Tells whether a value is passed to a method of the project's own autograd function, which no code makes."""
        return isinstance(kind, Object) and self._definitions.is_function(kind)

    def is_set_in_body(self, held: Kind, name: str) -> bool:
        """Tells whether the body of an object's class, or of one that it derives from, gives an attribute a value."""
        return any(
            name in facts.members and not isinstance(facts.members[name], Defined)
            for _, facts in self._definitions.lineage(held)
        )

    def torch_bases(self, kind: Kind) -> tuple[str, ...]:
        """Returns the torch classes that an object of the project's own class derives from."""
        if not isinstance(kind, Object):
            return ()
        return tuple(path for path in self._definitions.ancestors(kind) if self.names.belongs(path))

    def classes(self, kind: Kind) -> tuple[frozenset[str], frozenset[str]]:
        """Returns the library's classes that an object is of, and those that its own may be a base of.

        There are none where the text does not tell; an object of the project's own class is of ``object`` at least.
        """
        if isinstance(kind, Value):
            return self.names.classes(kind.type), self.names.derived(kind.type)
        lineage = [facts for _, facts in self._definitions.lineage(kind)] if isinstance(kind, Object) else []
        if not lineage or any(not isinstance(base, Defined | Name) for facts in lineage for base in facts.parents):
            return frozenset(), frozenset()
        return frozenset({"object"}.union(*map(self.names.classes, self.torch_bases(kind)))), frozenset()

    def is_of(self, node: ast.expr, classes: Collection[ast.ClassDef]) -> bool:
        """Tells whether an expression may be an object of one of the text's classes, or of a class derived from it."""
        options = options_of(self.kind(node))
        return any(facts.node in classes for option in options for _, facts in self._definitions.lineage(option))

    def held(self, node: ast.expr) -> tuple[frozenset[str], bool]:
        """Returns the classes of an expression and of the layers that it may contain, and whether there are no others.

        A parameter has what any of the calls in the text pass for it.
        """
        passed = self.passed(node) if isinstance(node, ast.Name) else ()
        found: set[str] = set()
        seen: set[Kind] = set()
        waiting = [self.kind(each) for each in (node, *passed)]
        are_all = not passed  # others may pass other ones
        while waiting:
            options = options_of(waiting.pop())
            are_all = are_all and bool(options)
            for each in options:
                if each in seen:
                    continue
                seen.add(each)
                are_all = are_all and self._is_whole_layer(each)
                if isinstance(each, Value):
                    waiting += each.items
                    found.add(each.type)
                elif isinstance(each, Object):
                    found.update(self.torch_bases(each))
                    for _, facts in self._definitions.lineage(each):
                        waiting += facts.held()
                        found.update(self._written_layers(facts.node))
        return frozenset(found), are_all

    def _is_whole_layer(self, kind: Kind) -> bool:
        """Tells whether a value is a layer of torch whose items are all that it has inside."""
        if not (isinstance(kind, Value) and kind.type.startswith(_LAYERS) and self.names.is_a(kind.type, MODULE)):
            return False
        return kind.type not in _HOLDERS or (kind.is_exact and bool(kind.items))

    def _written_layers(self, node: ast.AST) -> frozenset[str]:
        if node not in self._layers:
            self._layers[node] = frozenset(written_layers(node, self.names))
        return self._layers[node]

    def defines(self, kind: Kind, member: str) -> bool:
        """Tells whether the project itself defines a member of its own class, or sets it as an attribute."""
        return isinstance(kind, Object) and self._definitions.member(kind, member) is not None

    def is_own_member(self, name: str) -> bool:
        """Tells whether any class of the text has a member of this name, set or defined by itself."""
        return any(facts.own(name) is not None for facts in self._definitions.classes.values())

    def constant(self, node: ast.expr) -> ast.expr | None:
        """Returns the literal of a constant of one of the text's own classes, where nothing sets it otherwise.

        A class derived from it in the text may have another, which ``self.name`` and ``cls.name`` may then mean.
        """
        if not isinstance(node, ast.Attribute):
            return None
        held = self.kind(node.value)
        for made, facts in self._definitions.lineage(held):
            if made.module or not isinstance(facts.node, ast.ClassDef) or node.attr in facts.attributes:
                return None
            if facts.own(node.attr) is not None:
                body = Namespace(facts.node.body)
                found = body.find(node.attr)
                is_itself = isinstance(node.value, ast.Name) and node.value.id == facts.node.name
                is_set = (
                    node.attr in body.annotations  # of a dataclass: each object has its own
                    or self._attributes.sets(node.attr)
                    or self._definitions.member(made, node.attr) == UNKNOWN
                    or (not is_itself and self._is_replaced(made, node.attr))
                )
                return found if isinstance(found, ast.expr) and _is_numeral(found) and not is_set else None
        return None

    def _is_replaced(self, made: Object, name: str) -> bool:
        """Tells whether a class derived from one has another member of a name, of its own or by another base."""
        bases = dict(self._definitions.lineage(made))
        lines = (dict(self._definitions.lineage(Object(position))) for position in self._definitions.classes)
        return any(
            facts.own(name) is not None
            for line in lines
            if made in line
            for each, facts in line.items()
            if each not in bases
        )

    def result(self, facts: FunctionFacts, given: Mapping[str, Kind]) -> Kind:
        """Returns what a function of the text returns, as far as it is known by now; notes the arguments.

        Where that depends on the arguments, the function is run with these.
        """
        if not self._definitions.is_frozen:
            self._definitions.learn_arguments(facts, given)
        known = facts.result
        is_open = known == UNKNOWN or isinstance(known, Either)
        if not is_open or self._depth == _DEPTH or not any(kind != UNKNOWN for kind in given.values()):
            return known
        if self._definitions.is_frozen and not facts.was_run:  # defined in a function that is run by itself
            return self._with(facts, given)
        call = facts.node, frozenset(given.items())
        if facts.was_run and call not in self._calls:
            self._calls[call] = known
            self._calls[call] = self._with(facts, given)
        return self._calls.get(call, known)

    def wants_tensor(self, facts: FunctionFacts, parameter: str) -> bool:
        """Tells whether a function takes a Tensor for a parameter, by its annotation or its body."""
        return parameter in facts.wants_tensors

    def _with(self, facts: FunctionFacts, given: Mapping[str, Kind]) -> Kind:
        self._depth += 1
        found, _ = self._interpreter.alone(facts, given)
        self._depth -= 1
        return facts.result if found == UNKNOWN else found

    def _run(self, tree: ast.Module, bound: Mapping[str, Kind]) -> None:
        """Runs the module, then every function that is defined by then, and those that these define."""
        self._interpreter.module(tree, bound)
        done: set[int] = set()
        while waiting := self._definitions.functions.keys() - done:
            for position in sorted(waiting):
                done.add(position)
                facts = self._definitions.functions[position]
                found = self._interpreter.function(facts, facts.arguments)
                if found == UNKNOWN:
                    found = self._interpreter.declared_result(facts)
                self._definitions.learn_result(facts, found)
                facts.was_run = True


def _is_numeral(node: ast.expr) -> bool:
    """Tells whether an expression is a literal, a negative number among them."""
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)
