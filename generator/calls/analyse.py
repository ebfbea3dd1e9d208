"""Understands a source text: every use of a torch name, its verdict, and the edits that convert what is proven."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from generator.calls.argument_facts import base_of, facts_of_property
from generator.calls.around import Around, find_around
from generator.calls.bind import Binding
from generator.calls.decide import (
    Change,
    Decision,
    bind_ways,
    decide,
    decide_around,
    decide_decorating,
    decide_passed_on,
    decide_uncalled,
    parameters_of,
)
from generator.calls.infer import Inference
from generator.calls.input_facts import InputFacts
from generator.calls.kinds import (
    MODULE,
    TENSOR,
    Kind,
    Name,
    Object,
    OwnModule,
    Value,
    is_tensor,
    options_of,
)
from generator.calls.knowledge import Answer, Knowledge, KnownConstant
from generator.calls.names import ATTRIBUTE, PublicName, PublicNames
from generator.calls.parsed import Parsed
from generator.calls.partials import PARTIAL, complete, later_keywords, write_partial
from generator.calls.rewrite import NotWritableError, write_around, write_attribute, write_call
from generator.calls.scopes import Modules
from generator.calls.site import Analysis, CallSite, Edit, SourceError
from generator.calls.spans import Edits
from generator.calls.tensor_classes import TensorClasses
from generator.calls.variables import bound_names
from generator.model.call_verdict import CallVerdict
from generator.model.constant import VALUE
from generator.model.fact import Answer as Truth
from generator.model.fact import Fact, Facts
from generator.model.template import CapturedError, parenthesised
from generator.model.when_words import glued

_GRADIENT = "grad"
_OF_SOME = "它可能是几个类之一，在 Paddle 中的写法不同"
_IN_PIECES = "实参中有注释，或在括号里"
_HELD = frozenset({"property", ATTRIBUTE})
"""The kinds of member that are values, which are not called but may hold what is."""
_PARAMETER_CLASSES = frozenset({"torch.nn.parameter.Parameter", "torch.nn.Parameter"})


def analyse(
    source: str | Parsed,
    knowledge: Knowledge,
    known: Mapping[str, str] | None = None,
    inputs: Mapping[str, Fact] | None = None,
    modules: Modules | None = None,
) -> Analysis:
    """Finds every use of a torch name in a source text and decides it.

    ``known`` gives the kinds of names that the text uses without binding them, in the inventory's notation. Without any,
    a text that never names torch has no use of it: its objects are taken for anything else. ``inputs`` gives what else is
    known of their values; it changes no decision, and tells which assumptions do not hold. ``modules`` are the others of
    its project.

    Raises:
        SourceError: the text is no Python of this interpreter's version.
    """
    parsed = (
        Parsed(source, modules.tree(source) if modules is not None else None) if isinstance(source, str) else source
    )
    is_used = _names_torch(parsed, knowledge.names) or any(name in parsed.source for name in knowledge.flavours)
    if not (known or is_used or _takes_torch(parsed, knowledge.names, modules)):
        return Analysis(parsed.source, ())
    try:
        return _Analyser(parsed, knowledge, known or {}, inputs or {}, modules).run()
    except RecursionError:
        raise SourceError("嵌套太深，无法分析", 1) from None


class _Analyser:
    """The analysis of one text; uses are decided from the inside out, so that arguments are written first."""

    def __init__(
        self,
        parsed: Parsed,
        knowledge: Knowledge,
        known: Mapping[str, str],
        inputs: Mapping[str, Fact],
        modules: Modules | None,
    ) -> None:
        self._knowledge = knowledge
        self._names = knowledge.names
        self._parsed = parsed
        self._text = parsed.text
        self._edits = Edits(parsed.source)
        self._inference = Inference(parsed.tree, knowledge.names, known, modules)
        self._inputs = InputFacts(parsed, inputs) if inputs else None
        self._parents = parsed.parents
        self._in_strings = parsed.in_strings
        self._sites: list[CallSite] = []
        self._references: dict[ast.expr, str] = {}
        self._arounds: dict[ast.AST, tuple[ast.Attribute, PublicName, Answer, Around]] = {}
        mentions = "paddle" in parsed.source
        self._taken = mentions and _binds_paddle(parsed.nodes)
        self._mixed = mentions and _imports_paddle(parsed.nodes)
        self._imported = _imported(parsed.nodes, knowledge.names)
        self._tensor_classes = TensorClasses(self._inference.displays.variables, self._reference)

    def run(self) -> Analysis:
        for node in reversed(self._parsed.nodes):
            if isinstance(node, ast.Attribute):
                self._attribute(node)
            elif isinstance(node, ast.Name):
                self._name(node)
            elif isinstance(node, ast.Call):
                self._call(node)
            elif isinstance(node, ast.Assign):
                self._assign(node)
            elif isinstance(node, ast.ImportFrom | ast.alias):
                self._import(node)
            if node in self._arounds:  # all that stands in it is decided
                self._decide_around(*self._arounds[node])
        sites = sorted(self._sites, key=lambda site: (site.start, -site.end))
        return Analysis(self._text.source, tuple(sites), self._edits.all(), is_mixed=self._mixed)

    # ---- what a node refers to ----

    def _reference(self, node: ast.expr) -> str:
        """The dotted torch path that a name or attribute stands for; empty where it stands for none.

        What a variable holds is none, unless it is a module: another value may be put there, by a caller for one.
        """
        if not isinstance(node, ast.Name | ast.Attribute):
            return ""
        if node not in self._references:
            self._references[node] = self._referred(node)
        return self._references[node]

    def _referred(self, node: ast.expr) -> str:
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name):
            return ""
        if isinstance(node, ast.Attribute) and self._knowledge.is_value(self._reference(node.value)):
            return ""  # a member of a value: of a version's text, for one
        base = self._inference.kind(root)
        if root.id not in self._imported and not any(map(self._is_module, options_of(base))):
            return ""
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            path = self._reference(node.value)
            return f"{path}.{node.attr}" if path else ""
        found = [kind.path for kind in options_of(self._inference.kind(node)) if isinstance(kind, Name)]
        return found[0] if len(found) == 1 and self._names.belongs(found[0]) else ""

    def _is_module(self, kind: Kind) -> bool:
        if not isinstance(kind, Name):
            return False
        entry = self._names.find(kind.path)
        return kind.path in self._names.packages or (entry is not None and entry.kind == "module")

    def _is_inner(self, node: ast.expr) -> bool:
        """Whether a longer name goes on after this part of it, or a call of it is decided as a whole."""
        parent = self._parents.get(node)
        if isinstance(parent, ast.Attribute) and self._reference(parent):
            return True
        return isinstance(parent, ast.Call) and (parent.func is node or self._passes_to(parent) is node)

    def _name(self, node: ast.Name) -> None:
        path = self._reference(node)
        if path and isinstance(node.ctx, ast.Load) and not self._is_inner(node):
            self._decide_reference(node, path)

    def _attribute(self, node: ast.Attribute) -> None:
        path = self._reference(node)
        if path:
            if not self._is_inner(node):
                self._decide_reference(node, path)
        elif flavour := self._knowledge.flavours.get(self._module(node)):
            self._change_flavour(node, self._module(node), flavour, self._text.start(node))
        elif not (isinstance(parent := self._parents.get(node), ast.Call) and parent.func is node):
            self._decide_member(node, None)

    def _module(self, node: ast.expr) -> str:
        """The dotted name that an attribute of an imported module is written as; empty for any other expression."""
        match node:
            case ast.Attribute(value=inner, attr=name) if parent := self._module(inner):
                return f"{parent}.{name}"
            case ast.Name(id=name) if name in self._imported:
                return name
        return ""

    def _call(self, node: ast.Call) -> None:
        path = self._reference(node.func) or self._tensor_classes.of(node.func)
        if path:
            self._decide_call(node, path, receiver=None)
            return
        if isinstance(node.func, ast.Attribute):
            self._decide_member(node.func, node)
        if (function := self._passes_to(node)) is not None and (path := self._reference(function)):
            self._decide_partial(function, path, node)
        self._called_layer(node)
        self._called_number(node)

    def _called_number(self, node: ast.Call) -> None:
        """A Tensor that a builtin makes a number of: which shapes that takes is for a record to say."""
        kind = self._inference.kind(node.func)
        name = kind.path.removeprefix("builtins.") if isinstance(kind, Name) else ""
        if (
            not self._mixed  # where it may be a Tensor of Paddle
            and name in {"int", "float", "complex"}
            and len(node.args) == 1
            and is_tensor(self._inference.kind(node.args[0]))
        ):
            api = f"{TENSOR}.__{name}__"
            answer = self._knowledge.answer(api)
            if answer is None:
                self._add(node, api, CallVerdict.UNRECORDED, "还没有这个 API 的记录")
                return
            decision = decide_uncalled(answer, member=self._read(node, node.args[0]))
            verdict = CallVerdict.VERBATIM if decision.paddle else decision.verdict
            self._add(node, api, verdict, decision.reason, answer=answer, decision=decision)

    def _called_layer(self, node: ast.Call) -> None:
        """A call of a recorded layer's object with keywords, which are those of its ``forward``."""
        kind = self._inference.kind(node.func)
        if self._mixed or not (node.keywords and isinstance(kind, Value) and self._names.belongs(kind.type)):
            return
        answer = self._knowledge.answer(kind.type)
        if answer is None or kind.type == MODULE:  # of the project's own class, with its own names
            return
        api = f"{kind.type}.forward"
        names = {keyword: answer.forward.get(keyword.arg or "") for keyword in node.keywords}
        changed = {keyword: name for keyword, name in names.items() if name and name != keyword.arg}
        if None in names.values() or answer.by_hand or answer.unproven:
            self._add(node, api, CallVerdict.UNSURE, "以关键字调用这个层，参数名可能不同", answer=answer)
        elif changed and (forbidden := self._forbidden(node)):
            self._add(node, api, CallVerdict.REWRITE, forbidden, answer=answer)
        elif changed:
            for keyword, name in changed.items():
                start = self._text.start(keyword)
                self._edits.replace(start, start + len(keyword.arg or ""), name)
            self._add(node, api, CallVerdict.ARGUMENTS, "", answer=answer, paddle=f"{answer.ways[0].paddle}.forward")

    # ---- deciding ----

    def _forbidden(self, node: ast.AST) -> str:
        """Why nothing can be written in the place of a node; empty where it can."""
        if self._taken:
            return "代码里有名为 `paddle` 的变量"
        return "f-string 里的代码不转写" if node in self._in_strings else ""

    def _decide_call(self, node: ast.Call, path: str, receiver: ast.expr | None) -> None:
        entry = self._names.find(path)
        answer = self._knowledge.answer(path)
        if answer is None:
            self._add(node, entry.path if entry is not None else path, CallVerdict.UNRECORDED, "还没有这个 API 的记录")
            return
        api = entry.path if entry is not None and receiver is not None else path
        if answer.is_member and receiver is None:
            self._add(node, api, CallVerdict.UNSURE, "以类名调用方法", answer=answer)
            return
        parent = self._parents.get(node)
        forward = self._names.member(path, "forward") if self._inputs is not None else None
        later = forward.signatures[0] if forward is not None and forward.signatures else None

        def seen(binding: Binding, facts: Facts) -> Facts:
            return facts if self._inputs is None else self._inputs.added(facts, node, binding, receiver, later)

        taking, excluded = self._taking(node), self._excluded(node, entry)
        decision = decide(node, answer, self._inference, receiver=receiver, parent=taking, seen=seen, excluded=excluded)
        if decision.change is None:
            self._add(node, api, decision.verdict, decision.reason, answer=answer)
            return
        forbidden = self._forbidden(node)
        edits = Edits(self._text.source) if forbidden else self._edits
        if forbidden and not self._is_in_place(node):
            self._add(node, api, CallVerdict.REWRITE, forbidden, answer=answer)
            return
        if decision.change.then and self._has_rival(node, decision.change):
            reason = "同一段代码里另有一个也要这样设置的调用，后一个会代替前一个"
            self._add(node, api, CallVerdict.REWRITE, reason, answer=answer)
            return
        try:
            verdict = write_call(node, decision.change, receiver, parent, self._text, edits)
        except NotWritableError as error:
            self._add(node, api, CallVerdict.REWRITE, str(error), answer=answer)
            return
        if forbidden and verdict is not CallVerdict.VERBATIM:
            self._add(node, api, CallVerdict.REWRITE, forbidden, answer=answer)
            return
        self._forget(decision.change)
        paddle = decision.change.way.paddle
        self._add(node, api, verdict, "", answer=answer, paddle=paddle, decision=decision)

    def _excluded(self, node: ast.Call, entry: PublicName | None) -> frozenset[tuple[str, ...]]:
        """The parameters of those ways to call an API that return a tuple, where the text computes with the result."""
        if entry is None or len(entry.returns) < 2 or not self._is_operand(node):  # noqa: PLR2004  (several)
            return frozenset()
        ways = zip(entry.signatures, entry.returns, strict=True)
        return frozenset(parameters_of(signature) for signature, returned in ways if returned.startswith("tuple"))

    def _is_operand(self, node: ast.expr) -> bool:
        """Whether a value is computed with, or asked for what only a Tensor has."""
        match self._parents.get(node):
            case ast.BinOp(left=left, op=op, right=right):
                other = self._inference.kind(right if left is node else left)
                is_joined = isinstance(op, ast.Add | ast.Mult) and isinstance(other, Value) and other.type == "tuple"
                return not is_joined
            case ast.UnaryOp(op=ast.USub()):
                return True
            case ast.Attribute(attr=name):
                return name in self._names.tensor_only
        return False

    def _has_rival(self, node: ast.Call, change: Change) -> bool:
        """Whether another assignment of the same block calls for a statement about the same object: an optimizer's second scheduler."""
        names = {name for template in change.then for name in template.names}
        about = {self._text.of(each.value) for name in names for each in change.binding.by_parameter.get(name, ())}
        statement = self._parents.get(node)
        around = self._parents.get(statement) if statement is not None else None
        blocks = [getattr(around, name, None) for name in ("body", "orelse", "finalbody")]
        block = next((each for each in blocks if isinstance(each, list) and statement in each), [])
        for other in block:
            if other is statement or not (isinstance(other, ast.Assign) and isinstance(other.value, ast.Call)):
                continue
            values = (*other.value.args, *(keyword.value for keyword in other.value.keywords))
            answer = self._knowledge.answer(self._reference(other.value.func))
            rows = (row for way in answer.ways for row in way.rows) if answer is not None else ()
            is_one = any(row.convert is not None and row.convert.then is not None for row in rows)
            if is_one and not about.isdisjoint(map(self._text.of, values)):
                return True
        return False

    def _taking(self, node: ast.expr) -> ast.AST | None:
        """The node that takes the value of an expression, which may be one branch of a larger one."""
        parent = self._parents.get(node)
        match parent:
            case ast.IfExp(test=test) if test is not node:
                return self._taking(parent)
            case ast.BoolOp(values=[*_, last]) if last is node:
                return self._taking(parent)
        return parent

    def _is_in_place(self, node: ast.expr) -> bool:
        """Whether a node stands where it says, as those in f-strings do not always."""
        try:
            written = ast.parse(f"({self._text.of(node)})", mode="eval").body
        except (SyntaxError, ValueError, IndexError):
            return False
        return ast.dump(written) == ast.dump(node)

    def _forget(self, change: Change) -> None:
        """Leaves out the uses inside of arguments that are removed, or in whose place stands what they are a view of."""
        gone: list[tuple[ast.expr, ast.expr | None]]
        written = [argument for argument in change.binding.arguments if argument.entry is None]
        gone = [(a.value, None) for a in written if a.parameter.name in change.vanishing]
        gone += [(a.value, base_of(a.value)) for a in written if a.parameter.name in change.based]
        spans = [
            (self._text.start(value), self._text.end(value), self._text.end(base) if base is not None else 0)
            for value, base in gone
        ]
        self._sites = [
            site
            for site in self._sites
            if not any(start <= site.start and kept < site.end <= end for start, end, kept in spans)
        ]

    def _decide_member(self, node: ast.Attribute, call: ast.Call | None) -> None:
        """A member of an object: of a Tensor, a Module or another object of torch."""
        kind = self._inference.kind(node.value)
        if self._is_own(kind, node.attr) or node.attr == "__init__":
            return  # a class is converted where it is named, its construction with it
        owners = self._owners(kind)
        found = [entry for owner in owners if (entry := self._names.member(owner, node.attr)) is not None]
        whole = call if call is not None else node
        if not found:
            if self._is_recorded_layer(owners, node):
                self._add(whole, f"{owners[0]}.{node.attr}", CallVerdict.UNRECORDED, "还没有这个属性的记录")
            elif not owners and _is_open(kind) and self._may_be_tensor(node):
                self._guess(node, call)
            return
        entry = found[0]
        answer = self._knowledge.answer(entry.path)
        if self._mixed:
            reason = f"这个文件也用到 Paddle，不能确定 `{self._text.of(node.value)[:40]}` 是哪一边的对象"
            self._add(whole, entry.path, CallVerdict.UNSURE, reason, answer=answer, guess=True)
        elif not (
            self._is_of_all(kind, node.attr)
            if entry.kind == ATTRIBUTE
            else self._is_alike(kind, node, None if entry.kind in _HELD else call)
        ):
            self._add(whole, entry.path, CallVerdict.UNSURE, _OF_SOME, answer=answer)
        elif answer is None:
            layer = self._knowledge.answer(owners[0]) if node.attr == "forward" and call is not None else None
            if layer is not None and call is not None and not (call.keywords or layer.by_hand or layer.unproven):
                self._add(
                    whole, entry.path, CallVerdict.VERBATIM, "", answer=layer, paddle=f"{layer.ways[0].paddle}.forward"
                )
            else:
                self._add(whole, entry.path, CallVerdict.UNRECORDED, "还没有这个 API 的记录")
        elif call is not None and entry.kind not in _HELD:
            self._decide_call(call, entry.path, receiver=node.value)
        else:  # what is held there may be called: ``t.inv(y)`` of a transform
            self._decide_bare_member(node, entry, answer)

    def _is_own(self, kind: Kind, member: str) -> bool:
        """Whether the project's classes define a member; not where one sets what its layer in Paddle keeps otherwise named."""
        options = options_of(kind)
        kept = {self._kept_as(base, member) for option in options for base in self._inference.torch_bases(option)}
        return bool(options) and all(self._inference.defines(o, member) for o in options) and kept <= {"", member}

    def _is_of_all(self, kind: Kind, member: str) -> bool:
        """Whether an attribute is written alike in Paddle for each of the classes with it that an object may be of."""
        kept: set[str] = set()
        for option in options_of(kind):
            owners = [owner for owner in self._owners(option) if self._names.member(owner, member) is not None]
            own = self._is_own(option, member)
            kept |= {member} if own else {self._kept_as(owner, member) for owner in owners}
        return len(kept) == 1 or kept <= {"", member}

    def _is_alike(self, kind: Kind, node: ast.Attribute, call: ast.Call | None) -> bool:
        """Whether a method or property has one record for all classes that an object may be of, or else stays as it is."""
        options = options_of(kind)
        others = [option for option in options if not self._is_own(option, node.attr)]
        answers: dict[str, Answer] = {}
        for option in others:
            entries = (self._names.member(owner, node.attr) for owner in self._owners(option))
            entry = next(filter(None, entries), None)
            if entry is not None and (answer := self._knowledge.answer(entry.path)) is not None:
                answers[answer.record] = answer
        if len(answers) + (len(others) < len(options)) <= 1:
            return True
        return all(self._decision_to_stay(node, call, answer) is not None for answer in answers.values())

    def _kept_as(self, owner: str, member: str) -> str:
        """How an attribute that a layer's ``__init__`` sets is written in Paddle, or why not; empty where nothing is known."""
        entry = self._names.member(owner, member)
        answer = self._knowledge.answer(entry.path) if entry is not None and entry.kind == ATTRIBUTE else None
        if answer is None or not answer.ways:
            return answer.by_hand if answer is not None else ""
        way = answer.ways[0]
        made = [row.convert.call.text for row in way.remarks if row.when is None and row.convert and row.convert.call]
        return made[0] if made else way.paddle.rpartition(".")[2]

    def _decide_around(self, node: ast.Attribute, entry: PublicName, answer: Answer, around: Around) -> None:
        """The use of an attribute in code that a template takes the place of."""
        decision = decide_around(answer)
        if decision.verdict.is_todo:
            self._add(node, entry.path, decision.verdict, decision.reason, answer=answer)
            return
        parent = self._parents.get(around.root)
        self._write(node, entry, answer, decision, lambda: write_around(around, parent, self._text, self._edits))

    def _write(
        self, node: ast.Attribute, entry: PublicName, answer: Answer, decision: Decision, write: Callable[[], None]
    ) -> None:
        """Writes what templates make of an attribute; leaves it to a person where that is not possible."""
        reason = self._forbidden(node)
        try:
            if not reason:
                write()
        except NotWritableError as error:
            reason = str(error)
        if reason:
            self._add(node, entry.path, CallVerdict.REWRITE, reason, answer=answer)
        else:
            self._add(node, entry.path, CallVerdict.ARGUMENTS, "", answer=answer, decision=decision)

    def _decide_bare_member(self, node: ast.Attribute, entry: PublicName, answer: Answer) -> None:
        rows = [row for way in answer.ways for row in way.arounds]
        if (around := find_around(node, rows, self._parsed.nodes, self._parents) if rows else None) is not None:
            self._arounds[around.root] = node, entry, answer, around
            return
        if entry.kind not in _HELD:
            self._add(node, entry.path, CallVerdict.UNSURE, "这里没有调用它", answer=answer)
            return
        if not isinstance(node.ctx, ast.Load) and not self._may_be_set(node, entry, answer):
            self._add(node, entry.path, CallVerdict.UNSURE, "这里给它赋值或删除它", answer=answer)
            return
        decision = decide_uncalled(answer, member=self._read(node, node.value))
        name = decision.paddle.rpartition(".")[2]
        if decision.wraps:
            self._made_member(node, entry, answer, decision)
        elif not decision.paddle:
            self._add(node, entry.path, decision.verdict, decision.reason, answer=answer)
        elif name == node.attr:
            verdict = CallVerdict.ARGUMENTS if self._is_update_by(node) else CallVerdict.VERBATIM
            self._add(node, entry.path, verdict, "", answer=answer, paddle=decision.paddle, decision=decision)
        elif forbidden := self._forbidden(node):
            self._add(node, entry.path, CallVerdict.REWRITE, forbidden, answer=answer)
        else:
            start, end = self._text.start(node), self._text.end(node)
            changed = self._edits.rewritten(start, end, [Edit(end - len(node.attr), end, name)])
            self._edits.replace(start, end, changed)
            verdict = CallVerdict.ARGUMENTS if self._is_update_by(node) else CallVerdict.RENAMED
            self._add(node, entry.path, verdict, "", answer=answer, paddle=decision.paddle, decision=decision)

    def _read(self, node: ast.expr, receiver: ast.expr) -> Facts:
        """What is known of a member that ``node`` reads."""
        return facts_of_property(node, receiver, self._inference, self._taking(node))

    def _is_update_by(self, node: ast.Attribute) -> bool:
        """Whether a Tensor is updated by its own gradient, ``w -= lr * w.grad``; it is written for ``w.data`` then.

        Paddle's ``-=`` makes another Tensor, and the parameter would stay as it was (migration note 28).
        """
        statement = self._parents.get(node)
        while not isinstance(statement, ast.stmt | None):
            statement = self._parents.get(statement)
        if node.attr != _GRADIENT or not isinstance(statement, ast.AugAssign):
            return False
        updated = statement.target
        if not isinstance(updated, ast.Name | ast.Attribute) or self._text.of(updated) != self._text.of(node.value):
            return False
        end = self._text.end(updated)
        self._edits.replace(end, end, ".data")
        return True

    def _may_be_set(self, node: ast.Attribute, entry: PublicName, answer: Answer) -> bool:
        """Whether an assignment is known to do the same: a layer's Tensor, or a property that checks of its record set."""
        if type(self._parents.get(node)).__name__ in answer.assigned:
            return True
        # A layer's Tensor is replaced by another, as where two layers share their weights.
        return entry.kind == ATTRIBUTE and isinstance(node.ctx, ast.Store) and TENSOR in entry.returns

    def _made_member(self, node: ast.Attribute, entry: PublicName, answer: Answer, decision: Decision) -> None:
        """A property that templates make: ``x.is_cpu`` becomes ``x.place.is_cpu_place()``."""
        name, parent = decision.paddle.rpartition(".")[2], self._parents.get(node)
        writing = node, decision.wraps, name, parent, self._text, self._edits
        self._write(node, entry, answer, decision, lambda: write_attribute(*writing))

    def _owners(self, kind: Kind) -> tuple[str, ...]:
        """The torch classes that an object may be of; empty where it may be of another one."""
        found: list[str] = []
        for option in sorted(options_of(kind), key=repr):
            if isinstance(option, Value) and self._names.belongs(option.type):
                found.append(TENSOR if option.type in _PARAMETER_CLASSES else option.type)
            elif isinstance(option, Object) and (bases := self._inference.torch_bases(option)):
                found += bases
            else:
                return ()
        return tuple(dict.fromkeys(found))

    def _is_recorded_layer(self, owners: tuple[str, ...], node: ast.Attribute) -> bool:
        """Whether an attribute belongs to an object of torch's own class, which becomes one of Paddle's.

        What is only known to be some Module may be a layer of any class, the text's own among them.
        """
        if self._mixed or not owners or owners[0] in {TENSOR, MODULE} or node.attr.startswith("__"):
            return False
        answer = self._knowledge.answer(owners[0])
        return isinstance(self._inference.kind(node.value), Value) and answer is not None and not answer.measured

    def _may_be_tensor(self, node: ast.Attribute) -> bool:
        return node.attr in self._names.tensor_members

    def _guess(self, node: ast.Attribute, call: ast.Call | None) -> None:
        """A member of what may be a Tensor; what would stay as it is if it were one, stays in any case.

        A method that is not called, a property that is, and what no Tensor could be called with, are taken for something
        else's: ``options.std``, ``metric.name()``, ``logger.log({})``.
        """
        api = f"{TENSOR}.{node.attr}"
        answer = self._knowledge.answer(api)
        if self._is_property(node.attr) is (call is not None) or (call is not None and not self._fits(call, answer)):
            return
        reason = f"不能确定 `{self._text.of(node.value)[:40]}` 是不是 Tensor"
        decision = self._decision_to_stay(node, call, answer) if answer is not None else None
        verdict = CallVerdict.UNSURE if decision is None else CallVerdict.VERBATIM
        if decision is not None:
            reason += "，是的也照抄"
        whole = call if call is not None else node
        self._add(whole, api, verdict, reason, answer=answer, guess=True, decision=decision)

    def _fits(self, call: ast.Call, answer: Answer | None) -> bool:
        """Whether a call may be one of a method, by the signatures that are known."""
        if answer is None or not any(way.signatures for way in answer.ways):
            return True
        return bool(bind_ways(call, answer, self._inference))

    def _is_property(self, name: str) -> bool:
        entry = self._names.member(TENSOR, name)
        return entry is not None and entry.kind == "property"

    def _decision_to_stay(self, node: ast.Attribute, call: ast.Call | None, answer: Answer) -> Decision | None:
        """The decision about a member of a Tensor that changes nothing in the text; None where it is another one."""
        if call is None:
            decision = decide_uncalled(answer, member=self._read(node, node.value))
            is_same = not decision.wraps and decision.paddle.rpartition(".")[2] == node.attr
            return decision if is_same and isinstance(node.ctx, ast.Load) and node.attr != _GRADIENT else None
        decision = decide(
            call,
            answer,
            self._inference,
            receiver=node.value,
            parent=self._taking(call),
            seen=lambda _, facts: facts,
        )
        if decision.change is None or decision.change.then:
            return None
        edits = Edits(self._text.source)
        try:
            verdict = write_call(call, decision.change, node.value, self._parents.get(call), self._text, edits)
        except NotWritableError:
            return None
        return decision if verdict is CallVerdict.VERBATIM else None

    def _decide_reference(self, node: ast.expr, path: str) -> None:
        """A torch name that is not called here: a module, a constant, a base class, a function that is passed on."""
        entry = self._names.find(path)
        if path in self._names.packages or (entry is not None and entry.kind == "module"):
            self._decide_module(node, path)
            return
        constant = self._knowledge.constant(path)
        if constant is not None:
            self._decide_constant(node, path, constant)
            return
        answer = self._knowledge.answer(path)
        if answer is None:
            self._add(node, entry.path if entry is not None else path, CallVerdict.UNRECORDED, "还没有这个 API 的记录")
            return
        if bound := self._tensor_classes.bound_by(node):
            self._decide_tensor_class(node, path, bound, answer)
            return
        if (as_type := self._is_type(node)) | (as_decorator := self._is_decorator(node)) or self._is_extended(node):
            decision = decide_uncalled(answer, as_type=as_type, as_decorator=as_decorator)
            if as_decorator and not decision.paddle:
                decision = decide_decorating(node, answer, self._inference) or decision
        elif self._decorates_class(node):
            decision = Decision(CallVerdict.UNSURE, "用来装饰类")
        else:
            decision = decide_passed_on(answer, self._names)
        if not isinstance(getattr(node, "ctx", None), ast.Load):
            self._add(node, path, CallVerdict.UNSURE, "这里给它赋值或删除它", answer=answer)
        elif not decision.paddle:
            self._add(node, path, decision.verdict, decision.reason, answer=answer)
        elif forbidden := self._forbidden(node):
            self._add(node, path, CallVerdict.REWRITE, forbidden, answer=answer)
        else:
            self._edits.replace(self._text.start(node), self._text.end(node), decision.paddle)
            paddle = decision.paddle.removesuffix("()")
            self._add(node, path, decision.verdict, "", answer=answer, paddle=paddle, decision=decision)

    def _decide_tensor_class(self, node: ast.expr, path: str, bound: str, answer: Answer) -> None:
        """A class of Tensors that a variable is bound to: its calls are converted by themselves, casts want the dtype."""
        known = self._knowledge.answer(bound)
        rows = (row for way in (known.ways if known is not None else ()) for row in way.rows)
        dtype = next((row.set for row in rows if row.paddle == "dtype" and row.set), "")
        if not dtype:
            self._add(node, path, CallVerdict.UNSURE, "存进了变量", answer=answer)
        elif forbidden := self._forbidden(node):
            self._add(node, path, CallVerdict.REWRITE, forbidden, answer=answer)
        else:
            self._edits.replace(self._text.start(node), self._text.end(node), dtype)
            self._add(node, path, CallVerdict.RENAMED, "", answer=answer, paddle=dtype)

    def _passes_to(self, call: ast.Call) -> ast.expr | None:
        """The function or class to which a call of ``functools.partial`` passes arguments, all of which are seen."""
        match call:
            case ast.Call(args=[function, *others], keywords=keywords) if others or keywords:
                is_seen = not any(isinstance(each, ast.Starred) for each in others) and all(k.arg for k in keywords)
                return function if is_seen and self._inference.kind(call.func) == Name(PARTIAL) else None
        return None

    def _decide_partial(self, node: ast.expr, path: str, call: ast.Call) -> None:
        """A function to which ``functools.partial`` passes some arguments: bound with those that it needs besides."""
        answer = self._knowledge.answer(path)
        if answer is None:
            self._decide_reference(node, path)
            return
        completed, later = complete(call, answer)
        decision = decide(completed, answer, self._inference, receiver=None, parent=None, seen=lambda _, facts: facts)
        if decision.change is None:
            self._add(node, path, decision.verdict, decision.reason, answer=answer)
            return
        passed_now: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
        start, end = self._text.start(node), max(map(self._text.end, passed_now))
        reason = self._forbidden(node) or ("" if _is_arguments(self._text.source[start:end]) else _IN_PIECES)
        if changed := later_keywords(call, decision.change, self._inference.displays.variables):
            reason = reason or f"以后以关键字传入 `{changed[0]}`，在 Paddle 中不同"
        written = ""
        try:
            written = write_partial(call, decision.change, self._text, self._edits)
        except (NotWritableError, CapturedError) as error:
            reason = reason or str(error)
        if reason:
            self._add(node, path, CallVerdict.REWRITE, reason, answer=answer)
            return
        is_renamed = written.partition(",")[2] == self._edits.text(start, end).partition(",")[2]
        self._edits.replace(start, end, written)
        passed = glued("假定以后只按位置传入", "、".join(f"`{n}`" for n in later)) if later else "假定以后不传入实参"
        assumptions = {**decision.assumptions, passed: Truth.UNKNOWN}
        verdict = CallVerdict.RENAMED if is_renamed else CallVerdict.ARGUMENTS
        paddle, decision = decision.change.way.paddle, replace(decision, assumptions=assumptions)
        self._add(node, path, verdict, "", answer=answer, paddle=paddle, decision=decision)

    def _decide_module(self, node: ast.expr, path: str) -> None:
        """A module that is kept or passed on; ``hasattr`` of a name that it is known to have is true."""
        match self._parents.get(node):
            case ast.Assign() | ast.AnnAssign():
                self._add(node, path, CallVerdict.UNSURE, "模块存进了变量，请改为导入 Paddle 的模块")
            case ast.Call(func=ast.Name(id="hasattr"), args=[asked, ast.Constant(value=str(name))]) as call if (
                asked is node and self._names.find(f"{path}.{name}") is not None
            ):
                if forbidden := self._forbidden(call):
                    self._add(node, path, CallVerdict.REWRITE, forbidden)
                    return
                self._edits.replace(self._text.start(call), self._text.end(call), "True")
                self._add(call, f"{path}.{name}", CallVerdict.ARGUMENTS, "", paddle="True")
            case ast.Call() | ast.keyword():
                self._add(node, path, CallVerdict.UNSURE, "模块作为值传递，看不出用到其中的什么")

    def _decide_constant(self, node: ast.expr, path: str, constant: KnownConstant) -> None:
        left = CallVerdict.REWRITE if constant.paddle else CallVerdict.MISSING
        answer = self._knowledge.answer(path)
        if not isinstance(getattr(node, "ctx", None), ast.Load):
            if constant.assign is not None and isinstance(self._parents.get(node), ast.Assign):
                return  # decided with the whole statement
            verdict = left if constant.reason else CallVerdict.UNSURE
            self._add(node, path, verdict, constant.reason or "这里给它赋值或删除它", answer=answer)
        elif constant.reason:
            self._add(node, path, left, constant.reason, answer=answer, paddle=constant.paddle)
        elif forbidden := self._forbidden(node):
            self._add(node, path, CallVerdict.REWRITE, forbidden, answer=answer)
        else:
            self._edits.replace(self._text.start(node), self._text.end(node), parenthesised(constant.paddle))
            self._add(node, path, CallVerdict.RENAMED, "", answer=answer, paddle=constant.paddle)

    def _import(self, node: ast.ImportFrom | ast.alias) -> None:
        """The import of a module that another package has for torch, and for Paddle under another name."""
        path = node.name if isinstance(node, ast.alias) else node.module or ""
        flavour = self._knowledge.flavours.get(path)
        if flavour is None or (isinstance(node, ast.ImportFrom) and node.level):
            return
        root = path.partition(".")[0]
        if isinstance(node, ast.alias) and not node.asname and root not in self._imported:
            self._add(node, path, CallVerdict.REWRITE, f"改为导入 `{flavour}`；`{root}` 在代码里还有别的意思")
            return
        start = self._text.source.index(root, self._text.start(node))
        self._change_flavour(node, path, flavour, start)

    def _change_flavour(self, node: ast.expr | ast.ImportFrom | ast.alias, path: str, flavour: str, start: int) -> None:
        """Writes the name of the module for Paddle in the place of the one for torch, which begins at ``start``."""
        end = start + len(path)
        if self._text.source[start:end] != path:
            self._add(node, path, CallVerdict.REWRITE, f"改为导入 `{flavour}`")
            return
        self._edits.replace(start, end, flavour)
        self._add(node, path, CallVerdict.RENAMED, "", paddle=flavour)

    def _assign(self, statement: ast.Assign) -> None:
        """A switch that is set: an expression stands in the place of the whole statement."""
        for target in statement.targets:
            path = self._reference(target)
            constant = self._knowledge.constant(path) if path else None
            if constant is None or constant.assign is None:
                continue
            start, end = self._text.start(statement), self._text.end(statement)
            first, last = self._text.start(statement.value), self._text.end(statement.value)
            source = self._text.source
            if len(statement.targets) > 1:
                self._add(target, path, CallVerdict.REWRITE, "与别的变量一起赋值")
            elif "#" in source[start:first] + source[last:end]:
                self._add(target, path, CallVerdict.REWRITE, "语句中间有注释")
            elif forbidden := self._forbidden(target):
                self._add(target, path, CallVerdict.REWRITE, forbidden)
            else:
                written = constant.assign.fill({VALUE: self._edits.text(first, last)})
                self._edits.replace(start, end, written)
                self._add(target, path, CallVerdict.ARGUMENTS, "", paddle=written)

    def _is_extended(self, node: ast.expr) -> bool:
        """Whether a class of the text derives from a class and has a constructor of its own, which passes it arguments."""
        parent = self._parents.get(node)
        body = parent.body if isinstance(parent, ast.ClassDef) and node in parent.bases else ()
        return any(isinstance(each, ast.FunctionDef) and each.name == "__init__" for each in body)

    def _is_decorator(self, node: ast.expr) -> bool:
        """Whether a function decorates another, bare: it is called with that one alone."""
        parent = self._parents.get(node)
        return isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef) and node in parent.decorator_list

    def _decorates_class(self, node: ast.expr) -> bool:
        """Whether a function decorates a class of the text, of which no record speaks."""
        parent = self._parents.get(node)
        return isinstance(parent, ast.ClassDef) and node in parent.decorator_list

    def _is_type(self, node: ast.expr) -> bool:
        """Whether a class stands in an annotation or is asked for by ``isinstance``, maybe by a variable: it is not called."""
        child: ast.AST = node
        while isinstance(parent := self._parents.get(child), ast.Tuple | ast.Starred | ast.Subscript | ast.BinOp):
            child = parent
        match parent:
            case ast.arg():
                return True
            case ast.AnnAssign(annotation=place):
                return place is child
            case ast.FunctionDef(returns=place) | ast.AsyncFunctionDef(returns=place):
                return place is child
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, asked]):
                return asked is child
            case ast.Assign(targets=[ast.Name() as target], value=ast.Tuple()):
                places = self._inference.displays.variables.places(target) or ()
                read = [place for place in places if isinstance(place.ctx, ast.Load)]
                return bool(read) and all(map(self._is_type, read))
        return False

    def _is_of_torch(self, node: ast.expr) -> bool:
        """Whether what stays in the place of a node is torch's own: a function of it, or a method of what one made.

        An object that is converted, here or where it was made, is Paddle's by then.
        """
        match node:
            case ast.Call(func=function) if self._reference(function):
                return not self._is_converted(node)
            case ast.Call(func=inner) | ast.Attribute(value=inner) | ast.Subscript(value=inner):
                return self._is_of_torch(inner)
            case ast.UnaryOp(operand=inner):
                return self._is_of_torch(inner)
            case ast.BinOp(left=left, right=right):
                return self._is_of_torch(left) or self._is_of_torch(right)
        return False

    def _is_converted(self, node: ast.expr) -> bool:
        """Whether a call that was decided already is converted."""
        place = self._text.start(node), self._text.end(node)
        return any((site.start, site.end) == place and site.verdict.is_converted for site in reversed(self._sites))

    def _keep_inside(self, node: ast.expr, api: str) -> None:
        """Takes back what was converted inside of a call: torch's own takes no Paddle object."""
        start, end = self._text.start(node), self._text.end(node)
        self._edits.undo(start, end)
        for index in range(len(self._sites) - 1, -1, -1):  # the last ones are those inside of it
            site = self._sites[index]
            if site.start < start or site.end > end:
                break
            if site.verdict in {CallVerdict.RENAMED, CallVerdict.ARGUMENTS}:
                self._sites[index] = replace(
                    site,
                    verdict=CallVerdict.REWRITE,
                    reason=f"在 `{api}` 里面，与它一起改写",
                    part_of=api,
                    assumptions=(),
                    holds=(),
                    warnings=(),
                )

    def _add(  # noqa: PLR0913  # the fields of a site
        self,
        node: ast.expr | ast.ImportFrom | ast.alias,
        api: str,
        verdict: CallVerdict,
        reason: str,
        *,
        answer: Answer | None = None,
        paddle: str = "",
        guess: bool = False,
        decision: Decision | None = None,
    ) -> None:
        """Adds a site, with what a ``decision`` to convert it assumes; what is inside of a call that stays for a person stays with it."""
        if verdict.is_todo and not guess and isinstance(node, ast.expr) and self._is_of_torch(node):
            self._keep_inside(node, api)
        function = node.func if isinstance(node, ast.Call) else node
        around = self._in_strings.get(node)
        misplaced = around is not None and isinstance(node, ast.expr) and not self._is_in_place(node)
        place = around if around is not None and misplaced else node
        start, end = self._text.start(place), self._text.end(place)
        line, column = self._text.place(start)
        self._sites.append(
            CallSite(
                api=api,
                written=ast.unparse(function) if misplaced else self._text.of(function),
                start=start,
                end=end,
                line=line,
                column=column,
                verdict=verdict,
                reason=reason,
                paddle=paddle or (answer.ways[0].paddle if answer is not None and answer.ways else ""),
                record=answer.record if answer is not None else "",
                guess=guess,
                assumptions=tuple(decision.assumptions) if decision is not None else (),
                holds=tuple(decision.assumptions.values()) if decision is not None else (),
                warnings=decision.warnings if decision is not None else (),
            )
        )


def _is_arguments(text: str) -> bool:
    """Whether a text is the arguments of a call, whole and without comments."""
    try:
        ast.parse(f"f({text})", mode="eval")
    except SyntaxError:
        return False
    return "#" not in text


def _is_open(kind: Kind) -> bool:
    """Whether nothing at all is known of a value; a batch of a loader may be a Tensor, or hold some."""
    if isinstance(kind, Value) and kind.type == "batch":
        return True
    return not isinstance(kind, Value | Object | OwnModule | Name) and not is_tensor(kind)


def _takes_torch(parsed: Parsed, names: PublicNames, modules: Modules | None) -> bool:
    """Whether the text imports torch, or a module of it, from another file of its project."""
    if modules is None:
        return False
    for node in parsed.nodes:
        if not isinstance(node, ast.ImportFrom):
            continue
        module = modules.imported("." * node.level + (node.module or ""))
        if module is None:
            continue
        taken = [alias.name for alias in node.names]
        kinds = (
            (modules.starred(module) or {}).values() if taken == ["*"] else [modules.member(module, n) for n in taken]
        )
        if any(isinstance(kind, Name) and names.belongs(kind.path) for kind in kinds):
            return True
    return False


def _names_torch(parsed: Parsed, names: PublicNames) -> bool:
    """Whether the text imports torch, or uses its name unbound as snippets do."""
    if not any(package in parsed.source for package in names.packages):
        return False
    for node in parsed.nodes:
        match node:
            case ast.Name(id=name) | ast.ImportFrom(module=str(name), level=0) if names.belongs(name):
                return True
            case ast.Import(names=aliases) if any(names.belongs(alias.name) for alias in aliases):
                return True
    return False


def _imported(nodes: Iterable[ast.AST], names: PublicNames) -> frozenset[str]:
    """The names that nothing but imports binds in the text."""
    imported: set[str] = set()
    by_star: set[str] = set()
    others: set[str] = set()
    only_torch = True
    for node in nodes:
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Store):
                others.add(node.id)
        elif isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            by_star.update(path.rpartition(".")[2] for path in names.children(node.module or ""))
            only_torch = only_torch and node.level == 0 and names.belongs(node.module or "")
        elif isinstance(node, ast.Import | ast.ImportFrom):
            imported.update(alias.asname or alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.arg):
            others.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            others.add(node.name)
    return frozenset((imported | by_star if only_torch else imported) - others)


def _binds_paddle(nodes: Iterable[ast.AST]) -> bool:
    """Whether the text uses the name ``paddle`` for something else than the package."""
    for node in nodes:
        match node:
            case ast.Name(id="paddle", ctx=ast.Store() | ast.Del()) | ast.arg(arg="paddle"):
                return True
            case ast.Import(names=names):
                found = any(alias.asname == "paddle" and alias.name != "paddle" for alias in names)
            case _:
                found = "paddle" in bound_names(node)
        if found:
            return True
    return False


def _imports_paddle(nodes: Iterable[ast.AST]) -> bool:
    """Whether the text uses Paddle already: then an object of unknown origin may be Paddle's."""
    for node in nodes:
        if isinstance(node, ast.Import) and any(alias.name.partition(".")[0] == "paddle" for alias in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").partition(".")[0] == "paddle":
            return True
    return False
