"""Calls of torch names: of functions, classes, methods, and of the objects of layers."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.calls.facts.bind import Binding
from generator.calls.facts.input_facts import InputFacts
from generator.calls.facts.result_facts import path_of
from generator.calls.facts.sparse import CSR_DENSE, DENSE, PRODUCT, PRODUCTS, SPARSE_PRODUCTS, TRANSPOSES, Sparse
from generator.calls.facts.written_names import WrittenNames
from generator.calls.inference.call_kinds import PACKED, RECURRENT, unwrapped
from generator.calls.knowledge.kinds import (
    MODULE,
    SEQUENTIAL,
    UNKNOWN,
    Kind,
    Value,
    is_tensor,
    options_of,
)
from generator.calls.knowledge.knowledge import Answer, Way
from generator.calls.knowledge.names import PublicName
from generator.calls.rewriting.decide import (
    NO_CLASS,
    Change,
    Decision,
    decide,
    decide_later,
    parameters_of,
    refused_later,
    wraps_given,
)
from generator.calls.rewriting.rewrite import NotWritableError, write_call, write_result, write_update
from generator.calls.text.hoist import LinesAbove
from generator.calls.text.spans import Edits
from generator.calls.text.syntax import constructions, is_of_super
from generator.calls.uses.second_orders import SecondOrders
from generator.calls.uses.uses import Decider, Uses
from generator.calls.uses.viewed_changes import ViewedChanges
from generator.model.call_verdict import CallVerdict
from generator.model.fact import Answer as Truth
from generator.model.fact import Facts
from generator.model.parameter import Effect

_SHOWN = 3
"""How many names are told."""


@dataclass(frozen=True, slots=True)
class _Named:
    """What a call by a name becomes: the module of Paddle that has the name, and what follows that."""

    answer: Answer
    decision: Decision
    prefix: str
    rest: str


class CallUses(Decider):
    """Decides the calls of one text; ``inputs`` knows values that the code is run with, if any."""

    def __init__(self, uses: Uses, inputs: InputFacts | None) -> None:
        super().__init__(uses)
        self._inputs = inputs
        self.sparse = Sparse(uses.references, uses.inference)
        self._written_names = WrittenNames(uses.inference, uses.parsed.nodes)
        self._viewed = ViewedChanges(uses.inference)
        self.second_orders = SecondOrders(uses)
        self._lines = LinesAbove(uses.parsed, self._called, uses.is_left)
        self._constructions: dict[ast.Call, tuple[str, Answer, Change]] = {}
        """The calls of constructors that are converted, as they are without the object where that is passed."""

    def looked_up(self, node: ast.Call) -> bool:
        """Decides a call of what is looked up by name in a module, by the API that takes it; False for another."""
        found = self._uses.references.looked_up(node.func)
        if found is None:
            return False
        module, name = found
        _, api = self._knowledge.lookups[self._uses.references.path(module)]
        passed = ast.Call(node.func, [name, *node.args], node.keywords)
        self.decide(node, api, receiver=None, passed=ast.copy_location(passed, node))
        return True

    def named(self, node: ast.Call) -> bool:
        """Decides a call of what ``getattr`` takes from a module of torch by a name; False for another call.

        It is converted where all names are known, and their calls differ in nothing but the name.
        """
        found = self._uses.references.named_in(node.func)
        if found is None:
            return False
        module, name = found
        package, names = self._uses.references.path(module), self._written_names.of(name)
        ways = [self._named_as(node, package, each) for each in names]
        made = [each for each in ways if each is not None]
        prefixes = {each.prefix for each in made}
        rests = {each.rest for each in made}
        if not made or len(made) < len(ways) or len(prefixes) > 1 or len(rests) > 1:
            shown = "、".join(f"`{each}`" for each in names[:_SHOWN])
            what = f"{shown} 在 Paddle 中的写法不同" if names else "看不出可能是哪些名称"
            reason = f"按名称取得，{what}，请写成名称到 Paddle 的写法的字典，再按名称取出"
            self._uses.add(module, package, CallVerdict.UNSURE, reason)
            return True
        first = made[0]
        callee = f"getattr({first.prefix}, {self._text.of(name)})" if len(made) > 1 else f"{first.prefix}.{names[0]}"
        assumptions = {said: truth for each in made for said, truth in each.decision.assumptions.items()}
        warnings = {
            said if len(made) == 1 else f"对 `{each}`，{said}": effect
            for each, one in zip(names, made, strict=True)
            for said, effect in one.decision.warnings.items()
        }
        decision = replace(first.decision, assumptions=assumptions, warnings=warnings)
        path, written = f"{package}.{names[0]}", f"{callee}{first.rest}"
        self._uses.write(node, written, path, CallVerdict.ARGUMENTS, answer=first.answer, decision=decision)
        return True

    def _named_as(self, node: ast.Call, package: str, name: str) -> _Named | None:
        """Returns what a call becomes where the name is this one; None where it is not converted to one of the same."""
        answer = self._knowledge.answer(f"{package}.{name}")
        if answer is None or answer.is_member or answer.helper:
            return None
        taking = self._uses.parsed.taking(node)
        decision = decide(node, answer, self._inference, receiver=None, parent=taking, seen=lambda _, facts: facts)
        change, edits = decision.change, self._uses.edits
        if change is None or change.then or self._uses.forbidden(node):
            return None
        try:
            with edits.trial():
                write_call(node, change, None, self._uses.parent(node), self._text, edits)
                written = edits.text(self._text.start(node), self._text.end(node))
        except NotWritableError:
            return None
        prefix, _, last = change.way.paddle.rpartition(".")
        is_of_name = last == name and written.startswith(f"{change.way.paddle}(")
        return _Named(answer, decision, prefix, written[len(change.way.paddle) :]) if is_of_name else None

    def decide(
        self,
        node: ast.Call,
        path: str,
        receiver: ast.expr | None,
        *,
        passed: ast.Call | None = None,
        joint: Answer | None = None,
    ) -> None:
        """Decides a call of a torch name, or of a method of ``receiver``; ``passed`` is what another amounts to.

        ``joint`` is the answer for the methods of all classes of which ``receiver`` may be.
        """
        entry, answer = self._names.find(path), joint or self._knowledge.answer(path)
        if answer is None:
            self._uses.add_unrecorded(node, entry.path if entry is not None else path)
            return
        api = entry.path if entry is not None and receiver is not None else path
        self.second_orders.note(node, api, receiver)
        if answer.is_member and receiver is None and (answer.by_hand or not all(way.missing for way in answer.ways)):
            self._uses.add(node, api, CallVerdict.UNSURE, "以类名调用方法", answer=answer)
            return
        if (refused := self.sparse.refused(node, api, receiver)) is not None:
            operands = [*([receiver] if receiver is not None else []), *node.args]
            others = operands[1:] if api in PRODUCTS else self._multiplied(node) if api in TRANSPOSES else []
            if not (operands[:1] == [refused] and self.densify(node, refused, others)):
                reason = f"`{self._text.of(refused)[:40]}` 是稀疏的，Paddle 在这里只接受稠密的，请先 `to_dense()`"
                self._uses.add(node, api, CallVerdict.REWRITE, reason, answer=answer)
                return
        if api in SPARSE_PRODUCTS and node.args and self.sparse.is_csr(node.args[0]):
            reason = (
                f"`{self._text.of(node.args[0])[:40]}` 是 CSR 格式的，Paddle 没有它的 `coalesce`，请先 `to_dense()`"
            )
            self._uses.add(node, api, CallVerdict.REWRITE, reason, answer=answer)
            return
        if taken := self._uses.taken_by_others(node, answer):
            self._uses.add(node, api, CallVerdict.REWRITE, taken, answer=answer)
            return
        parent = self._uses.parent(node)
        forward = self._names.member(path, "forward") if self._inputs is not None else None
        later = forward.signatures[0] if forward is not None and forward.signatures else None

        def seen(binding: Binding, facts: Facts) -> Facts:
            return facts if self._inputs is None else self._inputs.added(facts, node, binding, receiver, later)

        taking, excluded = self._uses.parsed.taking(node), self._excluded(node, entry)
        call, of = passed or node, self._inference
        decision = decide(call, answer, of, receiver=receiver, parent=taking, seen=seen, excluded=excluded)
        if decision.change is None:
            self._uses.add(node, api, decision.verdict, decision.reason, answer=answer)
            return
        forbidden = self._uses.forbidden(node) or self._uses.kept(receiver)
        edits = Edits(self._text.source) if forbidden else self._uses.edits
        if node in self._uses.parsed.misplaced:
            self._uses.add(node, api, CallVerdict.REWRITE, forbidden, answer=answer)
            return
        change = decision.change
        if change.then:
            beside = self._beside(node, change)
            if any(self._is_given(other, node) for other in beside):
                change = replace(change, then=())
            elif any(map(self._sets, beside)):
                reason = "同一段代码里另有一个也要这样设置的调用，后一个会代替前一个"
                self._uses.add(node, api, CallVerdict.REWRITE, reason, answer=answer)
                return
        try:
            verdict = write_call(call, change, receiver, parent, self._text, edits, self._lines)
        except NotWritableError as error:
            self._uses.add(node, api, CallVerdict.REWRITE, str(error), answer=answer)
            return
        if forbidden and verdict is not CallVerdict.VERBATIM:
            self._uses.add(node, api, CallVerdict.REWRITE, forbidden, answer=answer)
            return
        self._uses.forget(change)
        decision = _reminding(decision, self._viewed.by_call(node, api, receiver))
        self._uses.add(node, api, verdict, "", answer=answer, paddle=change.way.paddle, decision=decision)
        self.second_orders.note_converted(node, api, change, receiver)

    def densify(self, node: ast.expr, matrix: ast.expr, others: Sequence[ast.expr]) -> bool:
        """Makes a sparse matrix that multiplies a dense one dense, where the record of such products allows it."""
        answer = self._knowledge.answer(PRODUCT)
        if answer is None or len(others) != 1 or self.sparse.is_sparse(others[0]):
            return False
        call = ast.Call(ast.Name(PRODUCT), [matrix, *others], [])
        decision = decide(call, answer, self._inference, receiver=None, parent=None, seen=lambda _, facts: facts)
        if decision.change is not None:
            span = (self._text.end(matrix), self._text.end(matrix))
            dense = CSR_DENSE if self.sparse.is_csr(matrix) else DENSE
            self._uses.write(node, dense, PRODUCT, CallVerdict.ARGUMENTS, span=span, answer=answer, decision=decision)
        return decision.change is not None

    def _multiplied(self, node: ast.Call) -> Sequence[ast.expr]:
        """Returns what the matrix that a call gives is multiplied with from the right, in a product of two."""
        parent = self._uses.parent(node)
        match parent:
            case ast.BinOp(left=left, op=ast.MatMult(), right=right) if left is node:
                return [right]
            case ast.Call(func=function, args=[first, *others]) if first is node:
                return others if self._uses.references.path(function) in PRODUCTS else []
            case ast.Attribute(attr="mm" | "matmul"):
                product = self._uses.parent(parent)
                return product.args if isinstance(product, ast.Call) and product.func is parent else []
        return []

    def updated(self, node: ast.AugAssign, path: str, otherwise: str = "") -> None:
        """Writes ``x += y`` as the method in place that does the same, as its record says.

        ``otherwise`` says why it may not stay, which is that others see the Tensor change.
        """
        answer, target = self._knowledge.answer(path), node.target
        if answer is None:
            self._uses.add_unrecorded(target, path)
            return
        method = path.rpartition(".")[2]
        call = ast.Call(ast.Attribute(target, method), [node.value], [])
        parent = ast.Expr(call)
        decision = decide(call, answer, self._inference, receiver=target, parent=parent, seen=lambda _, facts: facts)
        decision = _reminding(decision, self._viewed.by_update(node, method))
        reason = decision.reason
        if decision.change is not None:
            try:
                written = write_update(node, decision.change, method, self._text, self._uses.edits)
            except NotWritableError as error:
                reason = str(error)
            else:
                span, paddle = (self._text.start(node), self._text.end(node)), decision.change.way.paddle
                verdict = CallVerdict.ARGUMENTS
                self._uses.write(
                    target, written, path, verdict, span=span, answer=answer, paddle=paddle, decision=decision
                )
                return
        seen = f"它原位修改 `{self._text.of(target)}`，别处也用到这个 Tensor；Paddle 的只得到新的 Tensor"
        reason = (otherwise or seen) + (f"（{reason}）" if reason else "")
        self._uses.add(target, path, CallVerdict.REWRITE, reason, answer=answer)

    def derived(self, base: ast.expr, path: str, answer: Answer) -> Decision | None:
        """Decides a class that one of the text derives from by the arguments that its constructor is passed.

        None where the text does not show them. The call itself is written by ``constructed``, once its arguments are.
        """
        parent = self._uses.parent(base)
        if not isinstance(parent, ast.ClassDef) or path == MODULE:
            return None
        is_only = parent.bases == [base]
        calls = [
            each for each in constructions(parent) if (is_only if is_of_super(each) else self._names_base(each, path))
        ]
        if not calls:
            return None
        decisions = [self._construction(call, path, answer) for call in calls]
        if left := next((each for each in decisions if not each.paddle), None):
            for call in calls:
                self._constructions.pop(call, None)
            return left
        assumptions: dict[str, Truth] = {}
        warnings: dict[str, Effect] = {}
        for each in decisions:
            for said, holds in each.assumptions.items():
                assumptions[said] = min(holds, assumptions.get(said, Truth.YES))
            warnings |= each.warnings
        return replace(decisions[0], assumptions=assumptions, warnings=warnings)

    def _names_base(self, call: ast.Call, path: str) -> bool:
        """Tells whether a call of a constructor names its class, and passes the object."""
        is_named = isinstance(call.func, ast.Attribute) and self._uses.references.path(call.func.value) == path
        return is_named and bool(call.args) and isinstance(call.args[0], ast.Name)

    def _construction(self, call: ast.Call, path: str, answer: Answer) -> Decision:
        """Decides one call of the constructor of a class that one of the text derives from."""
        passed = _without_object(call)
        decision = decide(passed, answer, self._inference, receiver=None, parent=None, seen=lambda _, facts: facts)
        if decision.change is None:
            return decision
        way = decision.change.way
        if way.is_no_class or way.paddle_is_member:
            return Decision(CallVerdict.REWRITE, NO_CLASS)
        try:
            write_call(passed, decision.change, None, None, self._text, Edits(self._text.source))
        except NotWritableError as error:
            return Decision(CallVerdict.REWRITE, str(error))
        if not (is_of_super(call) or passed.args or passed.keywords) and decision.change.added:
            return Decision(CallVerdict.REWRITE, "派生的类自己调用构造函数，要改写的不只是实参")
        self._constructions[call] = path, answer, decision.change
        return replace(decision, verdict=CallVerdict.RENAMED, paddle=way.paddle)

    def constructed(self, node: ast.Call) -> bool:
        """Writes the constructor call of a base class, where the derived class is converted; False for another call."""
        if node not in self._constructions:
            return False
        path, answer, change = self._constructions[node]
        if not is_of_super(node):
            base, paddle = node.func, change.way.paddle
            assert isinstance(base, ast.Attribute)
            self._uses.write(base.value, paddle, path, CallVerdict.RENAMED, answer=answer, paddle=paddle)
        verdict = write_call(_without_object(node), change, None, None, self._text, self._uses.edits)
        if verdict is not CallVerdict.VERBATIM:
            self._uses.forget(change)
            self._uses.add(node, path, verdict, "", answer=answer, paddle=change.way.paddle)
        return True

    def layer(self, node: ast.Call) -> None:
        """Decides a call of a recorded layer's object by the keywords of its ``forward`` and by what it is passed."""
        kind = unwrapped(self._inference.kind(node.func))
        passed = [self._inference.kind(each) for each in (*node.args, *(k.value for k in node.keywords))]
        called = options_of(kind)
        may_be_packed = _is_recurrent(called) and any(PACKED in options_of(each) for each in passed)
        if may_be_packed or PACKED in passed:
            self._packed(node, called)
            return
        if self._uses.is_mixed:
            return
        is_one = isinstance(kind, Value) and kind.type != SEQUENTIAL
        if not is_one and self._wrap_given(node, kind):
            return
        if not isinstance(kind, Value) or not self._names.belongs(kind.type):
            return
        answer = self._knowledge.answer(kind.type)
        if answer is None or answer.helper or kind.type == MODULE:  # of the project's own class, or with torch's names
            return
        api = f"{kind.type}.forward"
        names = {keyword: answer.forward.get(keyword.arg or "") for keyword in node.keywords}
        changed = {keyword: name for keyword, name in names.items() if name and name != keyword.arg}
        forward = self._names.member(kind.type, "forward")
        signatures = forward.signatures if forward is not None else ()
        made = self._made(node.func, kind.type)
        parent = self._uses.parent(node)
        decision = decide_later(node, answer, signatures, self._inference, made, parent)
        wraps = decision.wraps if decision is not None else ()
        if decision is not None and not wraps:
            self._uses.add(node, api, decision.verdict, decision.reason, answer=answer)
        elif node.keywords and (None in names.values() or answer.by_hand or answer.unproven):
            self._uses.add(node, api, CallVerdict.UNSURE, "以关键字调用这个层，参数名可能不同", answer=answer)
        elif (changed or wraps) and (forbidden := self._uses.forbidden(node)):
            self._uses.add(node, api, CallVerdict.REWRITE, forbidden, answer=answer)
        elif changed or wraps:
            for keyword, name in changed.items():
                start = self._text.start(keyword)
                self._uses.edits.replace(start, start + len(keyword.arg or ""), name)
            write_result(node, wraps, parent, self._text, self._uses.edits)
            self._uses.add(
                node, api, CallVerdict.ARGUMENTS, "", answer=answer, paddle=f"{answer.ways[0].paddle}.forward"
            )
        elif refused := refused_later(node, answer, signatures, self._inference):
            assuming = Decision(CallVerdict.VERBATIM, "", {refused: Truth.NO})
            self._uses.add(node, api, CallVerdict.VERBATIM, "", answer=answer, decision=assuming)

    def _wrap_given(self, node: ast.Call, kind: Kind) -> bool:
        """Writes what becomes of the value that one of several layers gives, or the last in a sequence.

        Returns False if nothing does, or if one of the layers gives a tuple, as recurrent ones do.
        """
        parent = self._uses.parent(node)
        if any(isinstance(each, Value) and not is_tensor(each) for each in options_of(self._inference.kind(node))):
            return False
        for path in _givers(kind):
            answer = self._knowledge.answer(path)
            wraps = wraps_given(node, answer, self._inference, parent) if answer is not None else ()
            if answer is None or not wraps:
                continue
            forbidden = self._uses.forbidden(node)
            if not forbidden:
                write_result(node, wraps, parent, self._text, self._uses.edits)
            verdict = CallVerdict.REWRITE if forbidden else CallVerdict.ARGUMENTS
            paddle = f"{answer.ways[0].paddle}.forward"
            self._uses.add(node, f"{path}.forward", verdict, forbidden, answer=answer, paddle=paddle)
            return True
        return False

    def _packed(self, node: ast.Call, called: Sequence[Kind]) -> None:
        """Decides a call that is passed packed sequences: of a recurrent layer, or of what may be one."""
        layers = [each.type for each in called if isinstance(each, Value)]
        if not self._uses.is_mixed and _is_recurrent(called):
            self.decide(node, f"{min(layers)}.forward", receiver=node.func)
        elif layers or UNKNOWN in called:
            reason = f"不能确定 `{self._text.of(node.func)[:40]}` 是不是循环网络，它收到打包的序列"
            self._uses.add(node, PACKED.type, CallVerdict.UNSURE, reason, answer=self._knowledge.answer(PACKED.type))

    def _made(self, layer: ast.expr, path: str) -> ast.Call | None:
        """Returns the call that makes a layer of torch, where the text shows that it is that one."""
        match self._inference.dtypes.values(layer) if isinstance(layer, ast.Name | ast.Attribute) else (layer,):
            case [ast.Call() as made] if path_of(made.func, self._inference) == path:
                return made
        return None

    def _excluded(self, node: ast.Call, entry: PublicName | None) -> frozenset[tuple[str, ...]]:
        """Returns the parameters of the overloads that return a tuple, where the text computes with the result."""
        if entry is None or len(entry.returns) < 2 or not self._is_operand(node):  # noqa: PLR2004  (several)
            return frozenset()
        ways = zip(entry.signatures, entry.returns, strict=True)
        return frozenset(parameters_of(signature) for signature, returned in ways if returned.startswith("tuple"))

    def _is_operand(self, node: ast.expr) -> bool:
        """Tells whether a value is computed with, or asked for what only a Tensor has."""
        match self._uses.parent(node):
            case ast.BinOp(left=left, op=op, right=right):
                other = self._inference.kind(right if left is node else left)
                is_joined = isinstance(op, ast.Add | ast.Mult) and isinstance(other, Value) and other.type == "tuple"
                return not is_joined
            case ast.UnaryOp(op=ast.USub()):
                return True
            case ast.Attribute(attr=name):
                return name in self._names.tensor_only
        return False

    def _beside(self, node: ast.Call, change: Change) -> list[ast.Call]:
        """Returns the other recorded calls in the statements beside one that get the object which it sets something of.

        An optimizer's second scheduler is one, and the call that makes one scheduler of several.
        """
        names = {template.names[0] for template in change.then}
        about = {self._text.of(each.value) for name in names for each in change.binding.by_parameter.get(name, ())}
        statement = self._inference.reaching.statement(node)
        around = self._uses.parent(statement)
        blocks = [getattr(around, name, None) for name in ("body", "orelse", "finalbody")]
        block = next((each for each in blocks if isinstance(each, list) and statement in each), [])
        inside = (each for other in block if not hasattr(other, "body") for each in ast.walk(other))
        calls = (each for each in inside if isinstance(each, ast.Call) and each is not node)
        return [each for each in calls if not about.isdisjoint(map(self._text.of, _values(each))) and self._ways(each)]

    def _ways(self, call: ast.Call) -> Sequence[Way]:
        answer = self._knowledge.answer(self._uses.references.path(call.func))
        return answer.ways if answer is not None else ()

    def _sets(self, call: ast.Call) -> bool:
        """Tells whether a call calls for a statement that sets something of an object."""
        rows = (row for way in self._ways(call) for row in way.rows)
        return any(row.convert is not None and row.convert.then is not None for row in rows)

    def _is_given(self, call: ast.Call, other: ast.Call) -> bool:
        """Tells whether an argument of a call is what another one returns, or a list with it."""
        return any(self._reaches(value, other, 2) for value in _values(call))

    def _reaches(self, value: ast.expr, call: ast.Call, steps: int) -> bool:
        some = self._inference.reaching.some
        found = list(ast.walk(value))
        bound = (each for name in found if steps and isinstance(name, ast.Name) for each in some(name)[0])
        return call in found or any(self._reaches(each, call, steps - 1) for each in bound)


def _reminding(decision: Decision, warnings: Mapping[str, Effect]) -> Decision:
    return replace(decision, warnings={**decision.warnings, **warnings}) if warnings else decision


def _values(call: ast.Call) -> Iterator[ast.expr]:
    """Returns what is passed to a call, with or without a keyword."""
    yield from call.args
    yield from (keyword.value for keyword in call.keywords)


def _without_object(call: ast.Call) -> ast.Call:
    """Returns a constructor call without the object that is passed where it is called by the name of its class."""
    return call if is_of_super(call) else ast.copy_location(ast.Call(call.func, call.args[1:], call.keywords), call)


def _givers(kind: Kind) -> Iterator[str]:
    """Yields the classes of torch one of whose objects gives what a call of a layer gives: in a sequence, the last."""
    for each in sorted(options_of(unwrapped(kind)), key=repr):
        if isinstance(each, Value) and each.type == SEQUENTIAL:
            for item in each.items[-1:] if each.is_exact else each.items:
                yield from _givers(item)
        elif isinstance(each, Value):
            yield each.type


def _is_recurrent(called: Sequence[Kind]) -> bool:
    """Tells whether what is called is surely a recurrent layer."""
    return bool(called) and all(isinstance(each, Value) and each.type in RECURRENT for each in called)
