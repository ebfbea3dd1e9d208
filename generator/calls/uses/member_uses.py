"""Members of objects: attributes and methods of Tensors, Modules and other objects of torch."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, partial

from generator.calls.facts.bind import Argument
from generator.calls.facts.view_changes import is_gradient, is_shared
from generator.calls.knowledge.kinds import (
    DTYPE,
    MODULE,
    PARAMETERS,
    SHAPE,
    STR,
    TENSOR,
    UNKNOWN,
    Either,
    Kind,
    Name,
    Object,
    OwnModule,
    Value,
    is_batch,
    is_tensor,
    options_of,
)
from generator.calls.knowledge.knowledge import Answer, Row
from generator.calls.knowledge.names import ATTRIBUTE, READ_ONLY, PublicName
from generator.calls.rewriting.asked import Option, asking, classes_in
from generator.calls.rewriting.decide import (
    Change,
    Decision,
    bind_ways,
    decide,
    decide_around,
    decide_later,
    decide_uncalled,
)
from generator.calls.rewriting.pattern_match import Around, find_around
from generator.calls.rewriting.rewrite import NotWritableError, write_around, write_attribute, write_call
from generator.calls.site import Edit
from generator.calls.text.spans import Edits
from generator.calls.text.syntax import enclosing
from generator.calls.uses.call_uses import CallUses
from generator.calls.uses.uses import Decider, Uses
from generator.model.call_verdict import CallVerdict
from generator.model.fact import Answer as Truth
from generator.model.parameter import Undecided
from generator.model.template import Template
from generator.model.when import CLASS_OPS, RECEIVER

_OF_WRAPPER = frozenset({"data"})
"""Properties that Paddle sets for the one object alone, and not for what shares its memory."""
_OF_SOME = "它可能是几个类之一，在 Paddle 中的写法不同"
_HELD = frozenset({"property", ATTRIBUTE})
"""The kinds of member that are values, which are not called but may hold what is."""
_OF_SEQUENCES = frozenset({"count", "index"})
"""Methods of a shape, a tuple in torch and a list in Paddle.

The inventories do not list the members that a class inherits from a builtin one.
"""
_OF_IMAGES = frozenset({"resize"})
"""Obsolete methods of a Tensor, whose names images and arrays use as well."""
_NUMERIC = frozenset({"alpha", "other"})
"""The parameters of a Tensor's methods that take numbers or Tensors."""
_BYTES = Value("bytes")
"""What no method of a Tensor takes."""
_ASKED = {"log_prob": ("torch.distributions.Distribution", "value"), "cuda": (TENSOR, "")}
"""Members with a class whose record has a template that is right for every object, and their one parameter.

The template asks the object's class at run time, or is that of Modules, too, for what is passed by position.
"""
_STATISTICS = frozenset({"running_mean", "running_var"})
"""Attributes that only a layer that normalises has, unless a class of the text has one of its own."""
_NORMALISING = "torch.nn.BatchNorm2d"
"""The layer that such an object is taken for; the others keep their statistics under the same names."""
_DEEPEST = 30
"""How many steps a layer may be away from its model, variables that are bound to themselves among them."""
_USUAL = ("torch.nn.Conv2d", "torch.nn.BatchNorm2d")
"""Classes for whose attributes code asks layers of any class."""
_RESET = "torch.nn.Conv2d.reset_parameters"
"""The method that most layers of Paddle do not have: code that asks for it by its name passes them over."""
_NOT_RESET = (
    "Paddle 的层多半没有 `reset_parameters`，这里的判断不成立，层不会重新初始化而不报错，请按层的种类重新初始化"
)
_HAS_NO_RESET = "Paddle 的层多半没有这个方法，请按层的种类重新初始化"
_COMPILED = "torch.jit.ScriptModule"
_COMPILING = frozenset({"torch.jit.load", "torch.jit.script", "torch.jit.trace"})
"""Functions whose result is of that class where they are given a Module, and has its other members in any case."""


class MemberUses(Decider):
    """Decides the members that one text uses; those that are methods are decided as ``calls``."""

    def __init__(self, uses: Uses, calls: CallUses) -> None:
        super().__init__(uses)
        self._calls = calls
        self._waiting: dict[ast.AST, tuple[ast.Attribute, PublicName, Answer, Around]] = {}

    def decide(self, node: ast.Attribute, call: ast.Call | None) -> None:
        """Decides a member of an object: of a Tensor, a Module or another object of torch."""
        kind = self._inference.kind(node.value)
        if self._is_own(kind, node.attr) or node.attr == "__init__" or self._inference.is_context(kind):
            return  # a class is converted where it is named, its construction and the contexts of its methods with it
        asked = self._of_any(node, call, kind)
        owners = asked or self._owners(kind) or self._told_by_members(node.value, kind)
        is_own = all(isinstance(option, Object) for option in options_of(kind))
        if owners and all(self._is_helped(owner, node.attr, is_own=is_own) for owner in owners):
            return
        found = [entry for owner in owners if (entry := self._names.member(owner, node.attr)) is not None]
        found = found or self._of_compiled(node)
        whole = call if call is not None else node
        if not found:
            inner = self._model_around(node) if call is None else ""
            template = self._knowledge.inner_attribute(inner, node.attr) if inner else None
            if template is not None and isinstance(node.ctx, ast.Load):
                self._write(node, inner, partial(self._write_made, node, [template], ""))
            elif isinstance(node.ctx, ast.Store) and (inner or self._is_any_layer(kind, node.value)):
                self._decide_set_of_any(node)
            elif call is not None and self._is_reset_of_any(node, kind):
                self._uses.add(whole, _RESET, CallVerdict.UNSURE, _HAS_NO_RESET, answer=self._knowledge.answer(_RESET))
            elif self._is_recorded_layer(owners, node):
                self._uses.add(whole, f"{owners[0]}.{node.attr}", CallVerdict.UNRECORDED, "还没有这个属性的记录")
            elif not owners and _is_open(kind) and node.attr in self._names.tensor_members:
                self._guess(node, call)
            return
        entry = found[0]
        answer = self._knowledge.answer(entry.path)
        if self._uses.is_mixed:
            reason = f"这个文件也用到 Paddle，不能确定 `{self._text.of(node.value)[:40]}` 是哪一边的对象"
            self._uses.add(whole, entry.path, CallVerdict.UNSURE, reason, answer=answer, guess=True)
        elif not asked and not (
            self._is_of_all(kind, node.attr)
            if entry.kind == ATTRIBUTE
            else self._is_alike(kind, node, None if entry.kind in _HELD else call)
        ):
            is_held = entry.kind in _HELD
            is_asked = isinstance(node.ctx, ast.Load) if is_held else call and not (call.args or call.keywords)
            joint = asking(self._by_class(kind, node.attr)) if is_asked else None
            if joint is not None and is_held:
                self._decide_bare_member(node, entry, joint)
            elif joint is not None and call is not None:
                self._calls.decide(call, entry.path, receiver=node.value, joint=joint)
            else:
                self._uses.add(whole, entry.path, CallVerdict.UNSURE, _OF_SOME, answer=answer)
        elif answer is None:
            layer = self._knowledge.answer(owners[0]) if node.attr == "forward" and call is not None else None
            if layer is not None and call is not None and not (call.keywords or layer.by_hand or layer.unproven):
                self._uses.add(
                    whole, entry.path, CallVerdict.VERBATIM, "", answer=layer, paddle=f"{layer.ways[0].paddle}.forward"
                )
            else:
                self._uses.add_unrecorded(whole, entry.path)
        elif (around := self._around(node, answer)) is not None:
            self._waiting[around.root] = node, entry, answer, around
        elif call is not None and entry.kind not in _HELD:
            self._calls.decide(call, entry.path, receiver=node.value)
        else:  # what is held there may be called: ``t.inv(y)`` of a transform
            self._decide_bare_member(node, entry, answer)

    def decide_by_text(self, node: ast.Call) -> None:
        """Decides a member of a layer named by a string, which Paddle's layer writes otherwise or does not have.

        No error would show the difference.
        """
        match node:
            case ast.Call(
                func=ast.Name(id="getattr" | "hasattr" as asks),
                args=[held, ast.Constant(value="reset_parameters" as method), *_],
            ):
                kind, answer = self._inference.kind(held), self._knowledge.answer(_RESET)
                options = self._by_class(kind, method)
                is_any = not options and (_is_open(kind) or (isinstance(kind, Value) and kind.type == MODULE))
                if self._uses.is_mixed or (not is_any and all(each.stays for each in options)):
                    return
                if asks == "hasattr" and not is_any:
                    shown = self._uses.edits.text(self._text.start(held), self._text.end(held))
                    written = f"isinstance({shown}, {classes_in(options)})"
                    self._uses.write(node, written, _RESET, CallVerdict.ARGUMENTS, answer=answer)
                else:
                    self._uses.add(node, _RESET, CallVerdict.UNSURE, _NOT_RESET, answer=answer)
                return
            case ast.Call(
                func=ast.Name(id="getattr" | "setattr" | "hasattr" as asks),
                args=[held, ast.Constant(value=str(name)), *_],
            ):
                kind = self._inference.kind(held)
            case _:
                return
        is_any = self._is_any_layer(kind, held, passed=False)  # what is passed may be the whole network
        entry = self._kept_otherwise(_USUAL if is_any else self._owners(kind), name)
        if entry is not None and not self._uses.is_mixed:
            shown, answer = self._text.of(held)[:40], self._knowledge.answer(entry.path)
            missed = "这里的判断不成立" if asks == "hasattr" else "这里找不到它"
            if is_any:
                reason = f"`{shown}` 为有这个属性的层时，它在 Paddle 中的写法不同，{missed}"
                self._uses.add(node, entry.path, CallVerdict.UNSURE, reason, answer=answer)
                return
            mend = missed if asks == "hasattr" else f"请先写成 `{shown}.{name}`，不用字符串"
            reason = f"这个属性在 Paddle 中的写法不同，{mend}"
            self._uses.add(node, entry.path, CallVerdict.REWRITE, reason, answer=answer)

    def _decide_set_of_any(self, node: ast.Attribute) -> None:
        """Decides an attribute that is set of a layer of unknown class: Paddle's may keep it under another name.

        No error would show that what is set has no effect.
        """
        entry = self._kept_otherwise(_USUAL, node.attr)
        if entry is not None and not self._uses.is_mixed:
            reason = (
                f"`{self._text.of(node.value)[:40]}` 为有这个属性的层时，它在 Paddle 中的写法不同，这样设置没有作用"
            )
            answer = self._knowledge.answer(entry.path)
            self._uses.add(node, entry.path, CallVerdict.UNSURE, reason, answer=answer)

    def _is_reset_of_any(self, node: ast.Attribute, kind: Kind) -> bool:
        """Tells whether a layer of unknown class is initialised again, and no class of the text defines how."""
        is_method = node.attr == _RESET.rpartition(".")[2] and not self._inference.is_own_member(node.attr)
        return is_method and not self._uses.is_mixed and self._is_any_layer(kind, node.value)

    def _kept_otherwise(self, owners: Iterable[str], member: str) -> PublicName | None:
        """Returns the attribute of the first of these classes whose layers write it otherwise in Paddle."""
        other = next((each for each in owners if self._kept_as(each, member) not in {"", member}), None)
        return self._names.member(other, member) if other is not None else None

    def _is_any_layer(self, kind: Kind, held: ast.expr, *, passed: bool = True) -> bool:
        """Tells whether a variable is any Module: of a loop or comprehension over ``modules()``, or one that is passed.

        Most of these are torch's own layers.
        """
        if not isinstance(kind, Value) or kind.type != MODULE:
            return False
        variables = self._inference.displays.variables
        places = variables.everywhere(held) if isinstance(held, ast.Name) else ()
        stored = [each for each in places if isinstance(each.ctx, ast.Store)]
        binding = (enclosing(each, variables.parents, ast.stmt, ast.comprehension) for each in stored)
        is_parameter = bool(places) and not stored
        return (passed and is_parameter) or any(isinstance(each, ast.For | ast.comprehension) for each in binding)

    def decide_by_class(self, node: ast.Call, path: str) -> bool:
        """Decides a method called by the name of a base class, ``nn.Module.__init__(self)``; False for other calls."""
        owner = path.rpartition(".")[0]
        match node.func, node.args:
            case ast.Attribute(value=base, attr=name), [ast.Name() as held, *others]:
                kind = self._inference.kind(held)
            case _:
                return False
        answer = self._knowledge.answer(owner)
        is_base = any(self._names.is_a(each, owner) for each in self._inference.torch_bases(kind))
        if self._uses.is_mixed or answer is None or not is_base:
            return False
        named = decide_uncalled(answer, as_type=True)
        entry = self._names.member(owner, name)
        known = self._knowledge.answer(entry.path) if entry is not None else None
        member = ast.copy_location(ast.Attribute(held, name, ast.Load()), node.func)
        call = ast.copy_location(ast.Call(member, others, node.keywords), node)
        decision: Decision | None = None
        if name == "__init__":
            stays = owner == MODULE and not (others or node.keywords)
        elif name == "forward" and entry is not None:
            is_open = bool(node.keywords or answer.by_hand or answer.unproven)
            stays = not is_open and decide_later(call, answer, entry.signatures, self._inference) is None
        else:
            decision = self._decision_to_stay(member, call, known) if known is not None else None
            stays = decision is not None
        if not stays or not named.paddle or self._uses.kept(held):
            return False
        paddle = f"{named.paddle}.{name}"
        answer = known or answer
        self._uses.write(base, named.paddle, path, CallVerdict.RENAMED, answer=answer, paddle=paddle, decision=decision)
        return True

    def _model_around(self, node: ast.Attribute) -> str:
        """Returns the class or maker of the model that contains a layer, which is Paddle's own; empty for most.

        An example is ``resnet.fc.in_features``.
        """
        value: ast.expr | None = node.value
        for _ in range(_DEEPEST):
            if value is None:
                break
            kind = self._inference.kind(value)
            made_by = self._taker_of_name(value) or (kind.type if isinstance(kind, Value) else "")
            if value is not node.value and self._knowledge.is_model(made_by):
                return made_by
            match value:
                case ast.Attribute(value=inner) | ast.Subscript(value=inner):
                    value = inner
                case ast.Name() if not isinstance(kind, Value):  # ``fc = resnet.fc``
                    bound = self._inference.reaching.values(value) or ()
                    value = (
                        bound[0] if len(bound) == 1 and isinstance(bound[0], ast.Attribute | ast.Subscript) else None
                    )
                case _:
                    value = None
        return ""

    def _taker_of_name(self, value: ast.expr) -> str:
        """Returns the API that takes the name of a model, where that constructed a value; empty for all else."""
        references, lookups = self._uses.references, self._knowledge.lookups
        values: Sequence[ast.expr] = [value]
        if isinstance(value, ast.Name):
            values = self._inference.reaching.values(value) or ()
        elif isinstance(value, ast.Attribute):
            values = self._inference.set_to(value)
        takers = set()
        for one in values:
            func = one.func if isinstance(one, ast.Call) else None
            found = references.looked_up(func) if func is not None else None
            takers.add(lookups[references.path(found[0])][1] if found else references.path(func) if func else "")
        is_known = len(takers) == 1 and takers <= {taker for _, taker in lookups.values()}
        return takers.pop() if is_known else ""

    def decide_around(self, root: ast.AST) -> None:
        """Decides the use of an attribute in code that a template replaces, once all inside that code is decided."""
        if root not in self._waiting:
            return
        node, entry, answer, around = self._waiting[root]
        decision = decide_around(answer, around.facts)
        if decision.verdict.is_todo:
            self._uses.add(node, entry.path, decision.verdict, decision.reason, answer=answer)
            return
        parent = self._uses.parent(around.root)
        write = partial(write_around, around, parent, self._text, self._uses.edits)
        self._write(node, entry.path, write, answer, decision)

    def _is_own(self, kind: Kind, member: str) -> bool:
        """Tells whether the project's classes define a member.

        False where one sets an attribute that its layer writes otherwise in Paddle.
        """
        options = options_of(kind)
        kept = {self._kept_as(base, member) for option in options for base in self._inference.torch_bases(option)}
        return bool(options) and all(self._inference.defines(o, member) for o in options) and kept <= {"", member}

    def _is_helped(self, owner: str, member: str, *, is_own: bool) -> bool:
        """Tells whether the class that replaces a torch class is written into the text and has this member as in torch.

        An object that is only known to be of the class may be of a class of Paddle's, where the class is one as a type.
        """
        answer = self._knowledge.answer(owner)
        return answer is not None and member in answer.helped and not answer.unproven and (is_own or not answer.type)

    def _is_of_all(self, kind: Kind, member: str) -> bool:
        """Tells whether an attribute is written the same in Paddle for all its classes that an object may be of."""
        kept: set[str] = set()
        for option in options_of(kind):
            owners = [owner for owner in self._owners(option) if self._names.member(owner, member) is not None]
            own = self._is_own(option, member)
            kept |= {member} if own else {self._kept_as(owner, member) for owner in owners}
        return len(kept) == 1 or kept <= {"", member}

    def _is_alike(self, kind: Kind, node: ast.Attribute, call: ast.Call | None) -> bool:
        """Tells whether a method or property has one record for all classes an object may be of, or stays as it is."""
        options = options_of(kind)
        others = [option for option in options if not self._is_own(option, node.attr)]
        answers: dict[str, Answer | None] = {}
        for option in others:
            entries = (self._names.member(owner, node.attr) for owner in self._owners(option))
            if (entry := next(filter(None, entries), None)) is not None:
                answer = self._knowledge.answer(entry.path)
                answers[answer.record if answer is not None else ""] = answer
        if len(answers) + (len(others) < len(options)) <= 1:
            return True
        return all(each and self._decision_to_stay(node, call, each) is not None for each in answers.values())

    def _by_class(self, kind: Kind, member: str) -> list[Option]:
        """Returns the answers for a member of an object that may be of several classes of torch, each with these.

        The classes have their names in Paddle; none where the object may be of another class.
        """
        found: dict[str, Option] = {}
        for option in options_of(kind):
            owner = option.type if isinstance(option, Value) and self._names.belongs(option.type) else ""
            layer = self._knowledge.answer(owner)
            entry = self._names.member(owner, member)
            answer = self._knowledge.answer(entry.path) if entry is not None else None
            paddle = decide_uncalled(layer, as_type=True).paddle if layer is not None and not layer.helper else ""
            if entry is None and owner not in {"", MODULE}:
                continue  # which has no such member in torch either
            if answer is None or not paddle:
                return []
            classes = found[answer.record].classes if answer.record in found else ()
            parentheses = "" if entry is not None and entry.kind in _HELD else "()"
            found[answer.record] = Option(answer, (*classes, paddle), member, parentheses)
        return list(found.values())

    def _kept_as(self, owner: str, member: str) -> str:
        """Returns how Paddle writes an attribute set by a layer's ``__init__``, or why it cannot; empty if unknown."""
        entry = self._names.member(owner, member)
        answer = self._knowledge.answer(entry.path) if entry is not None and entry.kind == ATTRIBUTE else None
        if answer is None or not answer.ways:
            return answer.by_hand if answer is not None else ""
        way = answer.ways[0]
        made = [row.convert.call.text for row in way.remarks if row.when is None and row.convert and row.convert.call]
        return made[0].removeprefix(f"{{{RECEIVER}}}.") if made else way.paddle.rpartition(".")[2]

    def _write(
        self,
        node: ast.Attribute,
        path: str,
        write: Callable[[], None],
        answer: Answer | None = None,
        decision: Decision | None = None,
    ) -> None:
        """Writes an attribute by templates; leaves it for manual rewriting where that is not possible."""
        reason = self._uses.forbidden(node) or self._uses.kept(node.value)
        if decision is not None and not self._owners(self._inference.kind(node.value)):
            told = f"假定 `{self._text.of(node.value)[:40]}` 是归一化层"
            decision = replace(decision, assumptions={**decision.assumptions, told: Truth.UNKNOWN})
        try:
            if not reason:
                write()
        except NotWritableError as error:
            reason = str(error)
        if reason:
            self._uses.add(node, path, CallVerdict.REWRITE, reason, answer=answer)
        else:
            self._uses.add(node, path, CallVerdict.ARGUMENTS, "", answer=answer, decision=decision)

    def _around(self, node: ast.Attribute, answer: Answer) -> Around | None:
        """Returns the code around a member that a template of its record takes the place of; None for most."""
        rows = [row for way in answer.ways for row in way.arounds]
        return find_around(node, rows, self._uses.parsed.nodes, self._uses.parsed.parents) if rows else None

    def _decide_bare_member(self, node: ast.Attribute, entry: PublicName, answer: Answer) -> None:
        if entry.kind not in _HELD:
            self._decide_passed_on(node, entry, answer)
            return
        if not isinstance(node.ctx, ast.Load) and not self._may_be_set(node, entry, answer):
            self._decide_set(node, entry, answer)
            return
        decision = decide_uncalled(answer, member=self._uses.read(node, node.value))
        if decision.wraps and self._is_item_set(node, entry):  # of what a template makes anew, the object keeps nothing
            self._uses.add(node, entry.path, CallVerdict.UNSURE, "这里给它的一项赋值或删除一项", answer=answer)
            return
        name = decision.paddle.rpartition(".")[2]
        if decision.wraps:
            self._made_member(node, entry, answer, decision)
        elif not decision.paddle:
            self._uses.add(node, entry.path, decision.verdict, decision.reason, answer=answer)
        elif name == node.attr:
            verdict = CallVerdict.ARGUMENTS if self._is_update_by(node) else CallVerdict.VERBATIM
            self._uses.add(node, entry.path, verdict, "", answer=answer, paddle=decision.paddle, decision=decision)
        elif kept := self._uses.kept(node.value):
            self._uses.add(node, entry.path, CallVerdict.REWRITE, kept, answer=answer)
        else:
            start, end = self._text.start(node), self._text.end(node)
            renamed = self._uses.edits.rewritten(start, end, [Edit(end - len(node.attr), end, name)])
            verdict = CallVerdict.ARGUMENTS if self._is_update_by(node) else CallVerdict.RENAMED
            paddle = decision.paddle
            self._uses.write(node, renamed, entry.path, verdict, answer=answer, paddle=paddle, decision=decision)

    def _decide_set(self, node: ast.Attribute, entry: PublicName, answer: Answer) -> None:
        """Decides a property that is set or deleted, which is not known to do the same in Paddle.

        Setting ``data`` of a gradient becomes setting the gradient itself.
        """
        if node.attr in _OF_WRAPPER and isinstance(node.ctx, ast.Store) and is_gradient(node.value):
            written = self._uses.edits.text(self._text.start(node.value), self._text.end(node.value))
            self._uses.write(node, written, entry.path, CallVerdict.ARGUMENTS, answer=answer)
        else:
            self._uses.add(node, entry.path, CallVerdict.UNSURE, "这里给它赋值或删除它", answer=answer)

    def _decide_passed_on(self, node: ast.Attribute, entry: PublicName, answer: Answer) -> None:
        """Decides a method that is not called where it stands.

        It stays where a call without arguments would stay, which the decision assumes.
        """
        call = ast.Call(node, [], [])
        decision = decide(call, answer, self._inference, receiver=node.value, parent=None, seen=lambda _, facts: facts)
        change = decision.change
        is_kept = change is not None and change.way.paddle_is_member and change.way.paddle.endswith(f".{node.attr}")
        is_changed = change is not None and (change.wraps or change.then or change.templates or change.added)
        if not is_kept or is_changed or not isinstance(node.ctx, ast.Load):
            self._uses.add(node, entry.path, CallVerdict.UNSURE, "这里没有调用它", answer=answer)
            return
        assumptions = {**decision.assumptions, "假定以后不传入实参": Truth.UNKNOWN}
        assuming = replace(decision, assumptions=assumptions)
        self._uses.add(node, entry.path, CallVerdict.VERBATIM, "", answer=answer, decision=assuming)

    def _is_update_by(self, node: ast.Attribute) -> bool:
        """Tells whether a Tensor is updated by its own gradient, ``w -= lr * w.grad``, which is written for ``w.data``.

        Paddle's ``-=`` makes another Tensor, and the parameter would stay as it was (migration note 28).
        """
        statement = self._inference.reaching.statement(node)
        if not is_gradient(node) or not isinstance(statement, ast.AugAssign):
            return False
        updated = statement.target
        if not isinstance(updated, ast.Name | ast.Attribute) or self._text.of(updated) != self._text.of(node.value):
            return False
        end = self._text.end(updated)
        self._uses.edits.replace(end, end, ".data")
        return True

    def _may_be_set(self, node: ast.Attribute, entry: PublicName, answer: Answer) -> bool:
        """Tells whether an assignment is known to do the same in Paddle.

        It sets a Tensor of a layer, or a property whose record has a check of setting it.
        """
        if node.attr in _OF_WRAPPER and is_shared(node.value, self._inference):
            return False
        if type(self._uses.parent(node)).__name__ in answer.assigned:
            return True
        # A layer's Tensor is replaced by another, as where two layers share their weights.
        return entry.kind == ATTRIBUTE and isinstance(node.ctx, ast.Store) and TENSOR in entry.returns

    def _is_item_set(self, node: ast.Attribute, entry: PublicName) -> bool:
        """Tells whether an item of the attribute's value is set or deleted there; a Tensor may share its memory."""
        parent = self._uses.parent(node)
        is_set = isinstance(parent, ast.Subscript) and parent.value is node and not isinstance(parent.ctx, ast.Load)
        return is_set and not any(TENSOR in returns.split(" | ") for returns in entry.returns)

    def _made_member(self, node: ast.Attribute, entry: PublicName, answer: Answer, decision: Decision) -> None:
        """Decides a property that templates make: ``x.is_cpu`` becomes ``x.place.is_cpu_place()``."""
        name = decision.paddle.rpartition(".")[2]
        self._write(node, entry.path, partial(self._write_made, node, decision.wraps, name), answer, decision)

    def _write_made(self, node: ast.Attribute, wraps: Sequence[Template], name: str) -> None:
        write_attribute(node, wraps, name, self._uses.parent(node), self._text, self._uses.edits)

    def _owners(self, kind: Kind) -> tuple[str, ...]:
        """Returns the torch classes that an object may be of; empty where it may be of another one."""
        found: list[str] = []
        for option in sorted(options_of(kind), key=repr):
            if isinstance(option, Value) and self._names.belongs(option.type):
                found.append(TENSOR if option.type in PARAMETERS else option.type)
            elif isinstance(option, Object) and (bases := self._inference.torch_bases(option)):
                found += bases
            elif isinstance(option, Name) and self._knowledge.is_dtype(option.path):
                found.append(DTYPE)
            else:
                return ()
        return tuple(dict.fromkeys(found))

    def _told_by_members(self, receiver: ast.expr, kind: Kind) -> tuple[str, ...]:
        """Returns the class of an object known only by members that the text uses somewhere; empty for most.

        By the statistics, or by a property that only Tensors have: ``layer.weight.grad``.
        """
        written = self._text.of(receiver) if _is_open(kind) else ""
        return next(((owner,) for owner, texts in self._told.items() if written in texts), ())

    def _of_any(self, node: ast.Attribute, call: ast.Call | None, kind: Kind) -> tuple[str, ...]:
        """Returns the class of whose objects a member of an unknown object is taken for: empty for most.

        That is where the template is right for every object, and where the program writes the name of the class with
        another meaning in Paddle and the template asks at run time whether the object is of it. So it is for one of
        several that may be of that class, and otherwise needs no change.
        """
        owner, parameter = _ASKED.get(node.attr, ("", ""))
        match call:
            case ast.Call(args=[argument], keywords=[]) if not isinstance(argument, ast.Starred):
                is_usual = True
            case ast.Call(args=[], keywords=[ast.keyword(arg=name)]):
                is_usual = name == parameter
            case _:
                is_usual = False
        if not owner or self._uses.is_mixed or not is_usual:
            return ()
        answer = self._knowledge.answer(f"{owner}.{node.attr}")
        rows = [row for way in answer.ways for row in (*way.rows, *way.remarks)] if answer is not None else []
        tests = [test for row in rows if row.when and _is_right_anyway(row) for test in row.when.tests]
        classes = {path for test in tests if test.op in CLASS_OPS for path in test.value}
        if kind == UNKNOWN:
            return (owner,) if tests else ()
        options = options_of(kind)
        others = [each for each in options if not any(self._is_a(each, path) for path in classes)]
        is_one = isinstance(kind, Either) and len(others) < len(options)
        return (owner,) if is_one and others and all(self._stays(each, node, call) for each in others) else ()

    def _is_a(self, kind: Kind, path: str) -> bool:
        return isinstance(kind, Value) and self._names.is_a(kind.type, path)

    def _stays(self, kind: Kind, node: ast.Attribute, call: ast.Call | None) -> bool:
        """Tells whether a member of an object is written in Paddle as in torch."""
        if self._is_own(kind, node.attr):
            return True
        entries = (self._names.member(owner, node.attr) for owner in self._owners(kind))
        answers = (self._knowledge.answer(entry.path) for entry in entries if entry is not None)
        answer = next(filter(None, answers), None)
        return answer is not None and self._decision_to_stay(node, call, answer) is not None

    @cached_property
    def _told(self) -> dict[str, frozenset[str]]:
        """How the text writes the objects of which it uses members that tell the class, by class.

        ``body.py`` tells what a variable is by its uses in its function; elsewhere the name may be another variable's.
        """
        properties = frozenset(name for name in self._names.tensor_only if self._is_property(name))
        parts = frozenset(written for written in self._having(properties) if not written.isidentifier())
        return {_NORMALISING: self._having(_STATISTICS), TENSOR: parts}

    def _having(self, members: Collection[str]) -> frozenset[str]:
        """Returns the source of the objects of which one of these members is used.

        Members that classes of the text define are left out.
        """
        telling = {name for name in members if not self._inference.is_own_member(name)}
        nodes = self._uses.parsed.nodes
        return frozenset(
            self._text.of(node.value) for node in nodes if isinstance(node, ast.Attribute) and node.attr in telling
        )

    def _of_compiled(self, node: ast.Attribute) -> list[PublicName]:
        """Returns a member that no Module has but what was compiled: ``torch.jit.script(net).save(path)``."""
        entry = self._names.member(_COMPILED, node.attr)
        if entry is None or self._names.member(MODULE, node.attr) is not None:
            return []
        reaching = self._inference.reaching
        values = reaching.some(node.value)[0] if isinstance(node.value, ast.Name) else [node.value]
        paths = {self._uses.references.path(each.func) if isinstance(each, ast.Call) else "" for each in values}
        return [entry] if paths and paths <= _COMPILING else []

    def _is_recorded_layer(self, owners: tuple[str, ...], node: ast.Attribute) -> bool:
        """Tells whether an attribute belongs to an object of torch's own class, which becomes one of Paddle's.

        What is only known to be some Module may be a layer of any class, the text's own among them.
        """
        if self._uses.is_mixed or not owners or owners[0] in {TENSOR, MODULE} or node.attr.startswith("__"):
            return False
        if owners[0] == SHAPE.type and node.attr in _OF_SEQUENCES:
            return False
        answer = self._knowledge.answer(owners[0])
        return isinstance(self._inference.kind(node.value), Value) and answer is not None and not answer.measured

    def _guess(self, node: ast.Attribute, call: ast.Call | None) -> None:
        """Decides a member of what may be a Tensor; what would stay if it were one, stays in any case.

        A method that is not called, a property that is, and a call whose arguments no Tensor's method takes or whose
        result no Tensor is are assumed to be of another object: ``options.std``, ``metric.name()``, ``logger.log({})``,
        ``x.mean().astype(int)``. The result of ``sort`` of a list or an array is not used.
        """
        if node.attr in _OF_IMAGES or (node.attr in READ_ONLY and not isinstance(node.ctx, ast.Load)):
            return
        if call is None and self._is_of_dtype(node):
            api, reason = f"{DTYPE}.{node.attr}", f"不能确定 `{self._text.of(node.value)[:40]}` 是不是 PyTorch 的 dtype"
            self._uses.add(node, api, CallVerdict.UNSURE, reason, answer=self._knowledge.answer(api), guess=True)
            return
        api = f"{TENSOR}.{node.attr}"
        answer = self._knowledge.answer(api)
        if self._is_property(node.attr) is (call is not None) or (
            call is not None and not self._fits(node, call, answer)
        ):
            return
        reason = f"不能确定 `{self._text.of(node.value)[:40]}` 是不是 Tensor"
        decision = self._decision_to_stay(node, call, answer) if answer is not None else None
        verdict = CallVerdict.UNSURE if decision is None else CallVerdict.VERBATIM
        if decision is not None:
            reason += "，是的也照抄"
        whole = call if call is not None else node
        is_guess = node.attr != "sort" or isinstance(self._uses.parent(whole), ast.Expr)
        self._uses.add(whole, api, verdict, reason, answer=answer, guess=is_guess, decision=decision)

    def _is_of_dtype(self, node: ast.Attribute) -> bool:
        """Tells whether a property that dtypes have is read of what may be the dtype of a Tensor, or of an array."""
        entry = self._names.member(DTYPE, node.attr)
        match node.value:
            case ast.Attribute(value=held, attr="dtype") if entry is not None and entry.kind == "property":
                return _is_open(self._inference.kind(held))
        return False

    def _fits(self, node: ast.Attribute, call: ast.Call, answer: Answer | None) -> bool:
        """Tells whether a call may be one of a Tensor's method, by what it passes and what is read of its result.

        What is read may be a Module's: ``net.cuda().eval()``.
        """
        entry = self._names.member(TENSOR, node.attr)
        match self._uses.parent(call):
            case ast.Attribute(attr=read) if entry is not None and is_tensor(entry.returned):
                if not any(self._names.member(owner, read) for owner in (TENSOR, MODULE)):
                    return False
        if any(self._inference.kind(each) == _BYTES for each in call.args):
            return False
        if answer is None or not any(way.signatures for way in answer.ways):
            return True
        bindings = [binding for _, binding in bind_ways(call, answer, self._inference)]
        return not all(any(map(self._is_text, binding.arguments)) for binding in bindings)

    def _is_text(self, argument: Argument) -> bool:
        """Tells whether a text is passed where a Tensor's method takes a number or a Tensor."""
        is_numeric = argument.parameter.name in _NUMERIC
        return is_numeric and any(self._inference.kind(value) == STR for value in argument.values)

    def _is_property(self, name: str) -> bool:
        entry = self._names.member(TENSOR, name)
        return entry is not None and entry.kind == "property"

    def _decision_to_stay(self, node: ast.Attribute, call: ast.Call | None, answer: Answer) -> Decision | None:
        """Returns the decision about a member of a Tensor where it changes nothing in the text; None otherwise."""
        if call is None:
            decision = decide_uncalled(answer, member=self._uses.read(node, node.value))
            is_same = not decision.wraps and decision.paddle.rpartition(".")[2] == node.attr
            return decision if is_same and isinstance(node.ctx, ast.Load) and not is_gradient(node) else None
        decision = decide(
            call,
            answer,
            self._inference,
            receiver=node.value,
            parent=self._uses.parsed.taking(call),
            seen=lambda _, facts: facts,
        )
        if decision.change is None or decision.change.then:
            return None
        edits = Edits(self._text.source)
        try:
            verdict = write_call(call, decision.change, node.value, self._uses.parent(call), self._text, edits)
        except NotWritableError:
            return None
        return decision if verdict is CallVerdict.VERBATIM or _is_only_gathered(call, decision.change) else None


def _is_right_anyway(row: Row) -> bool:
    """Tells whether a row has a template that is right whether its condition holds or not."""
    return row.undecided is Undecided.CONVERT or (row.convert is not None and row.convert.either_way is not None)


def _is_only_gathered(call: ast.Call, change: Change) -> bool:
    """Tells whether a conversion only makes one list of several arguments, which Paddle also takes as they are."""
    other = change.templates or change.wraps or change.added or change.dropped or call.keywords
    return change.way.is_spread and len(change.names) == 1 and not other


def _is_open(kind: Kind) -> bool:
    """Tells whether nothing at all is known of a value; a batch of a loader may be a Tensor, or hold some."""
    return is_batch(kind) or not (isinstance(kind, Value | Object | OwnModule | Name) or is_tensor(kind))
