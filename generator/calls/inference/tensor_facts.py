"""What a text shows of its Tensors, worked out once for each expression."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from generator.calls.knowledge.builtin_kinds import REARRANGED
from generator.calls.knowledge.kinds import Kind, Name, Value, is_tensor
from generator.calls.knowledge.names import PublicNames
from generator.calls.text.displays import Displays
from generator.calls.text.reaching import Reaching

Shown = TypeVar("Shown")
_DEEPEST = 30


class Kinds(Protocol):
    """What is known of the kinds of expressions: see ``Inference``."""

    names: PublicNames
    displays: Displays
    reaching: Reaching

    @property
    def changes_default_dtype(self) -> bool:
        """Tells whether the text sets another default dtype than float32."""

    def kind(self, node: ast.AST) -> Kind:
        """Returns the kind of an expression."""

    def set_to(self, node: ast.Attribute) -> Sequence[ast.expr]:
        """Returns the expressions that an attribute of the text's own class is set to; empty if not all are known."""

    def constant(self, node: ast.expr) -> ast.expr | None:
        """Returns the literal of a constant of one of the text's own classes."""

    def returned(self, call: ast.Call) -> Sequence[ast.expr]:
        """Returns the expressions that the called function of the text returns.

        Empty where it may return otherwise, or the call may run another function.
        """

    def passed(self, variable: ast.Name) -> Sequence[ast.expr]:
        """Returns what the calls in the text pass for a parameter, where no statement binds the variable before."""

    def default(self, variable: ast.Name) -> ast.expr | None:
        """Returns the default of the parameter that a variable is, where no statement binds it before."""

    def is_gradient(self, variable: ast.Name) -> bool:
        """Tells whether a variable is a parameter of an autograd function's ``backward`` that nothing binds before."""


class TensorFacts(ABC, Generic[Shown]):
    """One property of the Tensors in one text, such as their dtypes."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds = kinds
        self._found: dict[ast.expr, Shown | None] = {}
        self._depth = 0

    def of(self, node: ast.expr) -> Shown | None:
        """Returns what a Tensor has; None for anything else, and where the text does not show it."""
        if node not in self._found:
            if self._depth > _DEEPEST:
                return None
            self._found[node] = None  # of a variable that depends on itself
            self._depth += 1
            self._found[node] = self._of(node) if self._has(node) else None
            self._depth -= 1
        return self._found[node]

    def _has(self, node: ast.expr) -> bool:
        """Tells whether an expression is one that has the property."""
        return is_tensor(self._kinds.kind(node))

    @abstractmethod
    def _of(self, node: ast.expr) -> Shown | None:
        """Returns what an expression shows, which is a Tensor."""

    def values(self, node: ast.Name | ast.Attribute) -> Sequence[ast.expr]:
        """Returns the expressions one of which a variable or an attribute has; none where it may have another."""
        if isinstance(node, ast.Name):
            return self._kinds.reaching.values(node) or ()
        return self._kinds.set_to(node)

    def _looped(self, node: ast.Name) -> Sequence[ast.expr]:
        """Returns what loops go through that bind a variable to each row; none where it may be bound otherwise."""
        reaching, parents = self._kinds.reaching, self._kinds.displays.variables.parents
        if reaching.is_unbound(node):
            return ()
        places = reaching.before(node, reaching.statement(node))
        bound = [parents[each] for each in places if isinstance(each.ctx, ast.Store)]
        loops = [each for each in bound if isinstance(each, ast.For)]
        others = [each for each in bound if not isinstance(each, ast.For | ast.AugAssign)]
        return () if others else [each.iter for each in loops]

    def _called(self, node: ast.Call) -> tuple[str, ast.expr | None]:
        """Returns the name of the called torch function, layer or method, and its first argument or receiver."""
        kind = self._kinds.kind(node.func)
        is_layer = isinstance(kind, Value) and self._kinds.names.belongs(kind.type)
        path = kind.type if isinstance(kind, Value) and is_layer else self._path(node.func)
        if not path and isinstance(node.func, ast.Attribute):
            return node.func.attr, node.func.value
        return path.rpartition(".")[2], node.args[0] if node.args else None

    def _path(self, node: ast.expr) -> str:
        """Returns the dotted name of torch or ``einops`` that an expression stands for; empty if there is none."""
        kind = self._kinds.kind(node)
        is_known = isinstance(kind, Name) and (self._kinds.names.belongs(kind.path) or kind.path in REARRANGED)
        return kind.path if isinstance(kind, Name) and is_known else ""
