"""Torch names that a text does not call where they stand: passed on, derived from, tested for, or set."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, partial

from generator.calls.facts.result_facts import NOT_CALLED, base_results, result_facts
from generator.calls.knowledge.kinds import TENSOR, Defined, Name, Value
from generator.calls.knowledge.knowledge import Answer, KnownConstant
from generator.calls.knowledge.names import TENSOR_CLASS
from generator.calls.rewriting.decide import (
    UNCALLED,
    Decision,
    decide,
    decide_by_calls,
    decide_decorating,
    decide_passed_on,
    decide_uncalled,
)
from generator.calls.rewriting.rewrite import NotWritableError
from generator.calls.text.later_calls import LaterCalls
from generator.calls.text.syntax import is_place
from generator.calls.uses.call_uses import CallUses
from generator.calls.uses.partials import PARTIAL, complete, later_keywords, missing_keywords, write_partial
from generator.calls.uses.tensor_classes import TensorClasses
from generator.calls.uses.uses import ONLY_ASKED, Decider, Uses
from generator.model.call_verdict import CallVerdict
from generator.model.constant import VALUE
from generator.model.fact import Answer as Truth
from generator.model.relation import Relation, Rewrite
from generator.model.template import CapturedError, parenthesised
from generator.model.when_words import glued

_IN_PIECES = "实参中有注释，或在括号里"
_SETS = "这里给它赋值或删除它"
_DERIVED = "作为基类，看不出以后怎样构造"
_NAMES = ".__dict__"
_SHARED, _LATER = "假定用到的名称两边都有", "假定以后不传入实参"


class NamedUses(Decider):
    """Decides the names that one text uses without calling them, or calls by ``super().__init__``.

    ``tensor_classes`` are its variables for classes of Tensors.
    """

    def __init__(self, uses: Uses, calls: CallUses, tensor_classes: TensorClasses) -> None:
        super().__init__(uses)
        self._calls = calls
        self._variables = uses.inference.displays.variables
        self._tensor_classes = tensor_classes
        self._later_calls = LaterCalls(uses.parsed, lambda call: uses.inference.filled(call)[1])

    def decide(self, node: ast.expr, path: str) -> None:
        """Decides a name: a module, a constant, a base class, a function that is passed on."""
        if self._decide_lookup(node, path):
            return
        if self._names.is_module(path):
            self._decide_module(node, path)
            return
        is_annotation = TENSOR_CLASS.fullmatch(path) and self._uses.annotates(node)
        constant = self._knowledge.constant(TENSOR if is_annotation else path)  # whose Tensors are all of one class
        bound = self._tensor_classes.bound_by(node)
        if constant is not None and not bound:
            self._decide_constant(node, path, constant)
            return
        answer = self._knowledge.answer(path) or (self._knowledge.answer(bound) if bound else None)
        if answer is None:
            entry = self._names.find(path)
            self._uses.add_unrecorded(node, entry.path if entry is not None else path)
            self._uses.stay(node)
            return
        if bound:
            self._decide_tensor_class(node, path, bound, answer)
            return
        if self._decide_tested(node, path, answer) or self._decide_by_name(node, path):
            return
        derived = self._calls.derived(node, path, answer)
        decision = derived if derived is not None else self._decision(node, answer)
        if not isinstance(getattr(node, "ctx", None), ast.Load):
            self._uses.add(node, path, CallVerdict.UNSURE, _SETS, answer=answer)
        elif not decision.paddle:
            reason = _DERIVED if decision.reason == UNCALLED and self._is_base(node) else decision.reason
            self._uses.add(node, path, decision.verdict, reason, answer=answer)
            self._uses.stay(node)
        else:
            paddle, verdict = decision.paddle.removesuffix("()"), decision.verdict
            self._uses.write(node, decision.paddle, path, verdict, answer=answer, paddle=paddle, decision=decision)

    def shorten(self, call: ast.Call) -> None:
        """Takes what Paddle does not have and may go out of a call of what is passed on: ``act(inplace=True)``."""
        if _is_flagged(call) and call in self._shortened:
            path, answer = self._shortened[call]
            span = self._uses.text.end(call.func), self._uses.text.end(call)
            self._uses.write(call, "()", path, CallVerdict.ARGUMENTS, span=span, answer=answer)

    @cached_property
    def _shortened(self) -> Mapping[ast.Call, tuple[str, Answer]]:
        """The calls of classes that are passed on and converted, out of which something goes, with these classes."""
        found: dict[ast.Call, tuple[str, Answer]] = {}
        for node in self._uses.parsed.nodes:
            path = self._uses.references.path(node) if isinstance(node, ast.Name | ast.Attribute) else ""
            answer = self._knowledge.answer(path) if path else None
            going = _leaving(answer) if answer is not None else frozenset()
            if answer is not None and going and isinstance(node, ast.expr):
                calls = [call for call in self._later_calls.of(node) if self._may_shorten(call, going)]
                found |= dict.fromkeys(calls, (path, answer)) if calls and self._decision(node, answer).paddle else {}
        return found

    def _may_shorten(self, call: ast.Call, going: frozenset[str]) -> bool:
        """Tells whether a call passes one of these parameters alone, and may call no class of the text's own."""
        return _is_flagged(call) and call.keywords[0].arg in going and call not in self._own_calls

    @cached_property
    def _own_calls(self) -> frozenset[ast.Call]:
        """The calls of functions and classes of the text's own that are passed on."""
        names = (each for each in self._uses.parsed.nodes if isinstance(each, ast.Name | ast.Attribute))
        own = (each for each in names if isinstance(self._inference.kind(each), Defined))
        return frozenset(call for each in own for call in self._later_calls.of(each))

    def passed_to(self, call: ast.Call) -> ast.expr | None:
        """Returns the function or class to which ``functools.partial`` passes arguments; None where it unpacks any."""
        match call:
            case ast.Call(args=[function, *others], keywords=keywords) if others or keywords:
                is_seen = not any(isinstance(each, ast.Starred) for each in others) and all(k.arg for k in keywords)
                return function if is_seen and self._inference.kind(call.func) == Name(PARTIAL) else None
        return None

    def decide_partial(self, node: ast.expr, path: str, call: ast.Call) -> None:
        """Decides a function to which ``functools.partial`` passes arguments, bound with the others it requires."""
        answer = self._knowledge.answer(path)
        if answer is None:
            self.decide(node, path)
            return
        completed, later = complete(call, answer)
        decision = decide(completed, answer, self._inference, receiver=None, parent=None, seen=lambda _, facts: facts)
        if decision.change is None:
            self._uses.add(node, path, decision.verdict, decision.reason, answer=answer)
            return
        text, edits = self._uses.text, self._uses.edits
        passed_now: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
        start, end = text.start(node), max(map(text.end, passed_now))
        reason = "" if _is_arguments(text.source[start:end]) else _IN_PIECES
        if changed := later_keywords(call, decision.change, self._variables):
            reason = reason or f"以后以关键字传入 `{changed[0]}`，在 Paddle 中不同"
        written = ""
        try:
            written = write_partial(call, decision.change, text, edits)
        except (NotWritableError, CapturedError) as error:
            reason = reason or str(error)
        if reason:
            self._uses.add(node, path, CallVerdict.REWRITE, self._uses.forbidden(node) or reason, answer=answer)
            return
        is_renamed = written.partition(",")[2] == edits.text(start, end).partition(",")[2]
        verdict = CallVerdict.RENAMED if is_renamed else CallVerdict.ARGUMENTS
        passed = glued("假定以后只按位置传入", "、".join(f"`{n}`" for n in later)) if later else "假定以后不传入实参"
        assuming = replace(decision, assumptions={**decision.assumptions, passed: Truth.UNKNOWN})
        paddle, span = decision.change.way.paddle, (start, end)
        self._uses.write(node, written, path, verdict, span=span, answer=answer, paddle=paddle, decision=assuming)

    def decide_assigned(self, statement: ast.Assign) -> None:
        """Decides the switches that a statement sets: an expression replaces the whole statement."""
        text = self._uses.text
        for target in statement.targets:
            path = self._uses.references.path(target)
            constant = self._knowledge.constant(path) if path else None
            if constant is None or constant.assign is None:
                continue
            start, end = text.start(statement), text.end(statement)
            first, last = text.start(statement.value), text.end(statement.value)
            if len(statement.targets) > 1:
                self._uses.add(target, path, CallVerdict.REWRITE, "与别的变量一起赋值")
            elif "#" in text.source[start:first] + text.source[last:end]:
                self._uses.add(target, path, CallVerdict.REWRITE, "语句中间有注释")
            else:
                written = constant.assign.fill({VALUE: self._uses.edits.text(first, last)})
                verdict, span = CallVerdict.ARGUMENTS, (start, end)
                self._uses.write(target, written, path, verdict, span=span, paddle=written)

    def _decision(self, node: ast.expr, answer: Answer) -> Decision:
        """Returns what becomes of a name, by how it is used."""
        function = self._decorated(node)
        if function is not None:
            results = result_facts(node, function, self._inference)
            decision = decide_uncalled(answer, as_decorator=results)
            return (
                decision if decision.paddle else decide_decorating(node, function, answer, self._inference) or decision
            )
        is_type = self._is_type(node)
        if is_type or self._is_extended(node):
            return decide_uncalled(answer, as_type=is_type, results=self._results(node))
        if self._decorates_class(node):
            return Decision(CallVerdict.UNSURE, "用来装饰类")
        passes_only = partial(self._later_calls.pass_only, node)
        decision = decide_passed_on(answer, self._names, passes_only, self._results(node))
        calls = self._later_calls.of(node)
        if decision.verdict is CallVerdict.UNSURE:
            uses = [(call, self._uses.parent(call)) for call in calls]
            decision = decide_by_calls(uses, answer, self._inference) or decision
        kept = [call for call in calls if not self._may_shorten(call, _leaving(answer))]
        passed = [keyword.arg for call in kept for keyword in call.keywords if keyword.arg is not None]
        if decision.paddle and (missing := missing_keywords(passed, answer.ways[0])):
            return Decision(CallVerdict.REWRITE, f"以后以关键字传入 `{missing[0]}`，Paddle 没有这个参数")
        return decision

    def _decide_tensor_class(self, node: ast.expr, path: str, bound: str, answer: Answer) -> None:
        """Decides a class of Tensors that a variable is bound to.

        Calls of the variable are converted separately; casts need the dtype.
        """
        found = self._knowledge.answer(bound)
        if dtype := found.made_dtype if found is not None else "":
            self._uses.write(node, dtype, path, CallVerdict.RENAMED, answer=answer, paddle=dtype)
        else:
            self._uses.add(node, path, CallVerdict.UNSURE, "存进了变量", answer=answer)

    def _decide_tested(self, node: ast.expr, path: str, answer: Answer) -> bool:
        """Writes ``isinstance(x, torch.ShortTensor)`` as a question about the dtype; tells whether it did."""
        match self._uses.parent(node):
            case ast.Call(func=ast.Name(id="isinstance"), args=[held, asked], keywords=[]) as call if asked is node:
                dtype = answer.made_dtype
            case _:
                return False
        if not (dtype and TENSOR_CLASS.fullmatch(path) and ".cuda." not in path and is_place(held)):
            return False
        place = self._uses.edits.text(self._uses.text.start(held), self._uses.text.end(held))
        written = f"isinstance({place}, paddle.Tensor) and {place}.dtype == {dtype}"
        is_part = not isinstance(self._uses.parent(call), ast.Assign | ast.If | ast.Return | ast.While | ast.Assert)
        assuming = Decision(CallVerdict.ARGUMENTS, "", {f"假定 `{place}` 在 CPU 上": Truth.UNKNOWN})
        written = f"({written})" if is_part else written
        span = self._uses.text.start(call), self._uses.text.end(call)
        self._uses.write(
            node, written, path, CallVerdict.ARGUMENTS, span=span, answer=answer, paddle=dtype, decision=assuming
        )
        return True

    def _decide_by_name(self, node: ast.expr, path: str) -> bool:
        """Writes ``isinstance(x, nn.DataParallel)`` as a question about names, where Paddle's class is a helper's.

        Each file that makes such objects defines a class of its own. Tells whether it did.
        """
        parent = self._uses.parent(node)
        asked = parent if isinstance(parent, ast.Tuple) else node
        match self._uses.parent(asked):
            case ast.Call(func=ast.Name(id="isinstance"), args=[held, kinds], keywords=[]) as call if kinds is asked:
                classes = asked.elts if isinstance(asked, ast.Tuple) else [node]
            case _:
                return False
        paths = map(self._uses.references.path, classes)
        answers = [self._knowledge.answer(each) if each else None for each in paths]
        helpers = [each.ways[0].paddle for each in answers if each is not None and each.helper]
        reasons = list(map(self._uses.taken_by_others, classes, answers))
        if reasons != [ONLY_ASKED.format(name) for name in helpers]:
            return False
        text = self._uses.text
        place = self._uses.edits.text(text.start(held), text.end(held))
        names = list(map(repr, helpers))
        among = f"in ({', '.join(names)})" if len(names) > 1 else f"== {names[0]}"
        written = f"any(each.__name__ {among} for each in type({place}).__mro__)"
        self._uses.write(node, written, path, CallVerdict.ARGUMENTS, span=(text.start(call), text.end(call)))
        return True

    def _decide_lookup(self, node: ast.expr, path: str) -> bool:
        """Decides a module in which functions are looked up by name, or its names; False for any other name."""
        module, parent = path.removesuffix(_NAMES), self._uses.parent(node)
        match parent:
            case ast.Call(func=ast.Name(id="getattr" | "hasattr"), args=[asked, _]) if asked is node:
                is_meant = True
            case _:
                is_meant = module != path
        if not is_meant or module not in self._knowledge.lookups:
            return False
        is_read = isinstance(parent, ast.expr) and self._uses.references.looked_up(parent) is not None
        around = self._uses.parent(parent)
        if is_read and isinstance(around, ast.Call) and around.func is parent:
            return True  # decided with the call
        paddle = self._knowledge.lookups[module][0] + path.removeprefix(module)
        said = [_SHARED, _LATER] if is_read and not _asks(around) else [_SHARED]
        decision = Decision(CallVerdict.RENAMED, assumptions=dict.fromkeys(said, Truth.UNKNOWN))
        self._uses.write(node, paddle, path, CallVerdict.RENAMED, paddle=paddle, decision=decision)
        return True

    def _decide_module(self, node: ast.expr, path: str) -> None:
        """Decides a module that is kept or passed on; ``hasattr`` of a name that it is known to have is true."""
        match self._uses.parent(node):
            case ast.Assign() | ast.AnnAssign():
                self._uses.add(node, path, CallVerdict.UNSURE, "模块存进了变量，请改为导入 Paddle 的模块")
            case ast.Call(func=ast.Name(id="hasattr"), args=[asked, ast.Constant(value=str(name))]) as call if (
                asked is node and self._names.find(f"{path}.{name}") is not None
            ):
                self._uses.write(call, "True", f"{path}.{name}", CallVerdict.ARGUMENTS, paddle="True")
            case ast.Call() as taking if self._uses.references.named_in(taking) and self._is_called(taking):
                return  # decided with the call
            case ast.Call() | ast.keyword():
                self._uses.add(node, path, CallVerdict.UNSURE, "模块作为值传递，看不出用到其中的什么")

    def _is_called(self, node: ast.expr) -> bool:
        """Tells whether what an expression gives is called on the spot."""
        around = self._uses.parent(node)
        return isinstance(around, ast.Call) and around.func is node

    def _decide_constant(self, node: ast.expr, path: str, constant: KnownConstant) -> None:
        left = CallVerdict.REWRITE if constant.paddle else CallVerdict.MISSING
        answer = self._knowledge.answer(path)
        if not isinstance(getattr(node, "ctx", None), ast.Load):
            if constant.assign is not None and isinstance(self._uses.parent(node), ast.Assign):
                return  # decided with the whole statement
            verdict = left if constant.reason else CallVerdict.UNSURE
            self._uses.add(node, path, verdict, constant.reason or _SETS, answer=answer)
        elif constant.reason:
            self._uses.add(node, path, left, constant.reason, answer=answer, paddle=constant.paddle)
        else:
            written, paddle = parenthesised(constant.paddle), constant.paddle
            self._uses.write(node, written, path, CallVerdict.RENAMED, answer=answer, paddle=paddle)

    def _is_extended(self, node: ast.expr) -> bool:
        """Tells whether a class of the text derives from this one, with its own constructor that passes arguments."""
        parent = self._uses.parent(node)
        body = parent.body if isinstance(parent, ast.ClassDef) and self._is_base(node) else ()
        return any(isinstance(each, ast.FunctionDef) and each.name == "__init__" for each in body)

    def _results(self, node: ast.expr) -> Mapping[str, Truth]:
        """Returns what the text does with a name that it does not call."""
        match self._uses.parent(node):
            case ast.ClassDef(bases=bases) as derived if node in bases:
                return base_results(node, derived, self._inference)
        return NOT_CALLED

    def _is_base(self, node: ast.expr) -> bool:
        """Tells whether a class of the text derives from this one."""
        parent = self._uses.parent(node)
        return isinstance(parent, ast.ClassDef) and node in parent.bases

    def _decorated(self, node: ast.expr) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        """Returns the function that another decorates, bare: it is called with that one alone."""
        parent = self._uses.parent(node)
        if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef) and node in parent.decorator_list:
            return parent
        return None

    def _decorates_class(self, node: ast.expr) -> bool:
        """Tells whether a function decorates a class of the text, which no record covers."""
        parent = self._uses.parent(node)
        return isinstance(parent, ast.ClassDef) and node in parent.decorator_list

    def _is_type(self, node: ast.expr) -> bool:
        """Tells whether a class stands in an annotation, ``isinstance``, ``except`` or a comparison, or bound there.

        It is not called there.
        """
        if self._uses.annotates(node):
            return True
        child, parent = self._uses.around_type(node)
        match parent:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, asked]):
                return asked is child
            case ast.Call() if isinstance(child, ast.expr):
                function = self._inference.filled(parent)[0]
                is_own = function is not None and self._uses.parent(function.node) is not None
                return is_own and self._later_calls.only_asked(child)
            case ast.ExceptHandler():
                return True
            case ast.Compare(left=left, comparators=[other]):
                asked = left if other is child else other
                is_type = isinstance(asked, ast.Attribute) and asked.attr == "__class__"
                entry = self._names.find(self._uses.references.path(node))
                is_class = entry is not None and entry.kind == "class"  # what it is compared with is named like it
                return is_type or is_class or self._inference.kind(asked) == Value("type")
            case ast.Assign(targets=[ast.Name() as target], value=ast.Tuple() | ast.List()):
                places = self._variables.places(target) or ()
                read = [place for place in places if isinstance(place.ctx, ast.Load)]
                return bool(read) and all(map(self._is_type, read))
        return False


def _asks(node: ast.AST | None) -> bool:
    """Tells whether an expression asks whether a value may be called, and does not call it."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "callable"


def _is_arguments(text: str) -> bool:
    """Tells whether a text is the arguments of a call, whole and without comments."""
    try:
        ast.parse(f"f({text})", mode="eval")
    except SyntaxError:
        return False
    return "#" not in text


def _leaving(answer: Answer) -> frozenset[str]:
    """Returns the parameters that Paddle does not have and that may go out of a call."""
    rows = [row for way in answer.ways for row in way.rows]
    return frozenset(row.torch for row in rows if row.relation is Relation.TORCH_ONLY and row.rewrite is Rewrite.DROP)


def _is_flagged(call: ast.Call) -> bool:
    """Tells whether a call passes one keyword alone, as a constant."""
    match call:
        case ast.Call(args=[], keywords=[ast.keyword(arg=str(), value=ast.Constant())]):
            return True
    return False
