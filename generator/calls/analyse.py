"""Understands a source text: every use of a torch name, its verdict, and the edits that convert what is proven."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from generator.calls.facts.input_facts import InputFacts
from generator.calls.facts.references import may_be_handed_torch, refers_to_torch
from generator.calls.inference.infer import Inference
from generator.calls.inference.scopes import Modules
from generator.calls.knowledge.knowledge import Knowledge
from generator.calls.site import Analysis, SourceError
from generator.calls.text.condition_signs import absent
from generator.calls.text.parsed import Parsed
from generator.calls.uses.array_uses import ArrayUses
from generator.calls.uses.call_uses import CallUses
from generator.calls.uses.exception_uses import ExceptionUses
from generator.calls.uses.flavour_uses import FlavourUses
from generator.calls.uses.group_uses import GroupUses
from generator.calls.uses.index_uses import IndexUses
from generator.calls.uses.layer_indices import LayerIndices
from generator.calls.uses.layer_uses import LayerUses
from generator.calls.uses.member_uses import MemberUses
from generator.calls.uses.named_uses import NamedUses
from generator.calls.uses.number_uses import NumberUses
from generator.calls.uses.operator_uses import OperatorUses
from generator.calls.uses.tensor_classes import TensorClasses
from generator.calls.uses.uses import Uses
from generator.model.call_verdict import CallVerdict
from generator.model.fact import Fact


def analyse(
    source: str | Parsed,
    knowledge: Knowledge,
    known: Mapping[str, str] | None = None,
    inputs: Mapping[str, Fact] | None = None,
    modules: Modules | None = None,
) -> Analysis:
    """Finds every use of a torch name in a source text and decides it.

    ``known`` gives the kinds of names that the text uses without binding them, in the inventory's notation. ``inputs``
    gives what else is known of their values, of a text that is a whole program; it changes no decision, and tells which
    assumptions do not hold. ``modules``
    are the others of its project. A text that never names torch has no use of it, but in a project that does: objects
    come from there, and what shows what it is (``optimizer.param_groups``) is decided, nothing is guessed.

    Raises:
        SourceError: the text is no Python of this interpreter's version.
    """
    parsed = (
        Parsed(source, modules.tree(source) if modules is not None else None) if isinstance(source, str) else source
    )
    is_named = bool(known) or refers_to_torch(parsed, knowledge, modules)
    if not is_named and not may_be_handed_torch(parsed, modules):
        return Analysis(parsed.source, ())
    try:
        knowledge = knowledge.without(absent(knowledge.signs, parsed, modules.mentioned if modules else None))
        inference = Inference(parsed.tree, knowledge.names, known or {}, modules)
        uses = Uses(parsed, knowledge, inference)
        found = _Walk(uses, InputFacts(parsed, inputs) if inputs is not None else None).run()
        if uses.staying:  # their objects may be used further up
            again = Uses(parsed, knowledge, inference)
            again.staying = uses.staying
            found = _Walk(again, InputFacts(parsed, inputs) if inputs is not None else None).run()
        return found if is_named else found.sure()
    except RecursionError:
        raise SourceError("嵌套太深，无法分析", 1) from None


class _Walk:
    """The walk over one text; uses are decided from the inside out, so that arguments are written first."""

    def __init__(self, uses: Uses, inputs: InputFacts | None) -> None:
        self._uses = uses
        self._path = uses.references.path
        self._tensor_classes = TensorClasses(uses.inference.displays.variables, self._path)
        self._calls = CallUses(uses, inputs)
        self._members = MemberUses(uses, self._calls)
        self._named = NamedUses(uses, self._calls, self._tensor_classes)
        self._operators = OperatorUses(uses, self._calls)
        indices = LayerIndices(uses)
        self._indices = IndexUses(uses, indices)
        self._flavours = FlavourUses(uses)
        self._layers = LayerUses(uses, indices)
        self._groups = GroupUses(uses)
        self._exceptions = ExceptionUses(uses)
        self._numbers = NumberUses(uses)
        self._arrays = ArrayUses(uses)

    def run(self) -> Analysis:
        for node in reversed(self._uses.parsed.nodes):
            match node:
                case ast.Attribute():
                    self._attribute(node)
                    self._layers.decide_attribute(node)
                case ast.Name(ctx=ast.Load()):
                    self._name(node)
                case ast.Call():
                    self._call(node)
                    self._layers.decide_call(node)
                case ast.Assign():
                    self._named.decide_assigned(node)
                    self._indices.decide_assigned(node)
                case ast.BinOp() | ast.Compare() | ast.AugAssign():
                    self._operators.decide(node)
                    self._numbers.decide_operator(node)
                case ast.FunctionDef():
                    self._layers.decide(node)
                case ast.Subscript():
                    self._indices.decide(node)
                    self._numbers.decide_index(node)
                    self._layers.decide_slice(node)
                case ast.Dict():
                    self._groups.decide(node)
                case ast.ImportFrom() | ast.alias():
                    self._flavours.decide_import(node)
                case ast.Try() | ast.TryStar():
                    self._exceptions.decide(node)
            self._members.decide_around(node)
        self._calls.second_orders.remind()
        return self._uses.result()

    def _name(self, node: ast.Name) -> None:
        if (path := self._path(node)) and not self._is_inner(node):
            self._named.decide(node, path)
        elif several := self._uses.references.several(node):
            known = f"可能是 {'、'.join(f'`{path}`' for path in several)} 之一"
            reason = known if len(several) > 1 else "这个名称不只由导入得来，不能确定这里是哪一个"
            self._uses.add(node, several[0], CallVerdict.UNSURE, reason)

    def _attribute(self, node: ast.Attribute) -> None:
        if path := self._path(node):
            if not self._is_inner(node):
                self._named.decide(node, path)
        elif not self._flavours.decide(node):
            parent = self._uses.parent(node)
            if not (isinstance(parent, ast.Call) and parent.func is node):
                self._members.decide(node, None)

    def _call(self, node: ast.Call) -> None:
        if path := self._path(node.func) or self._tensor_classes.of(node.func):
            if not self._calls.constructed(node) and not self._members.decide_by_class(node, path):
                self._calls.decide(node, path, receiver=None)
            return
        if self._calls.looked_up(node) or self._calls.named(node):
            return
        if isinstance(node.func, ast.Attribute):
            self._members.decide(node.func, node)
        if (function := self._named.passed_to(node)) is not None and (path := self._path(function)):
            self._named.decide_partial(function, path, node)
        self._calls.constructed(node)
        self._named.shorten(node)
        self._calls.layer(node)
        self._numbers.decide_call(node)
        self._arrays.decide(node)
        self._groups.decide(node)
        self._members.decide_by_text(node)

    def _is_inner(self, node: ast.expr) -> bool:
        """Tells whether a longer name goes on after this part of it, or a call of it is decided as a whole."""
        parent = self._uses.parent(node)
        if isinstance(parent, ast.Attribute) and self._path(parent):
            return True
        return isinstance(parent, ast.Call) and (parent.func is node or self._named.passed_to(parent) is node)
