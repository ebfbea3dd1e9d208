"""The uses of torch names in one text, as they are decided, and the edits that convert them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from generator.calls.facts.argument_facts import facts_of_property
from generator.calls.facts.references import References, bound_instead
from generator.calls.facts.views import base_of
from generator.calls.inference.infer import Inference
from generator.calls.knowledge.kinds import MODULE, TENSOR, Kind, Name, Value, is_tensor
from generator.calls.knowledge.knowledge import Answer, Knowledge
from generator.calls.rewriting.decide import Change, Decision
from generator.calls.site import Analysis, CallSite
from generator.calls.text.parsed import Parsed
from generator.calls.text.spans import Edits, first_names
from generator.calls.text.syntax import enclosing
from generator.calls.text.variables import bound_names
from generator.model.call_verdict import CallVerdict
from generator.model.fact import Facts
from generator.model.parameter import Effect

_AROUND_TYPES = (ast.Tuple, ast.List, ast.Set, ast.Starred, ast.Subscript, ast.BinOp)
_TAKEN = "代码里有名为 `{}` 的变量"
_IS_BASE = "PyTorch 自己的类也派生自它，Paddle 的不派生自这里的一份，判断的结果会不同"
ONLY_ASKED = "只有判断用到 `{}`，别的文件里的是它们自己的一份，这里认不出"
"""Why the helper of an answer is not defined for a text that makes no object of it."""
Use = ast.expr | ast.ImportFrom | ast.alias | ast.FunctionDef


class Uses:
    """What is known of a text, and what was decided of it so far; each use after those inside of it."""

    def __init__(self, parsed: Parsed, knowledge: Knowledge, inference: Inference) -> None:
        self.parsed = parsed
        self.text = parsed.text
        self.knowledge = knowledge
        self.names = knowledge.names
        self.inference = inference
        self.references = References(parsed, inference, knowledge)
        self.edits = Edits(parsed.source)
        mentions = "paddle" in parsed.source
        self.is_mixed = mentions and _imports_paddle(parsed.nodes)
        """Whether the text uses Paddle already: then an object of unknown origin may be Paddle's."""
        mentioned = (name for name in ("paddle", *knowledge.counterparts) if name in parsed.source)
        self._taken = {name: taking for name in mentioned if (taking := self._taking(name))}
        self.staying: set[ast.ClassDef] = set()
        """The classes of the text that derive from a torch class that stays for manual rewriting."""
        self._left: set[ast.AST] = set()
        """What stays for manual rewriting, of torch's own."""
        self._sites: list[CallSite] = []

    def result(self) -> Analysis:
        """Returns all that was decided, in the order of the text."""
        sites = sorted(self._sites, key=lambda site: (site.start, -site.end))
        return Analysis(self.text.source, tuple(sites), self.edits.all(), is_mixed=self.is_mixed)

    def read(self, node: ast.expr, receiver: ast.expr) -> Facts:
        """Returns what is known of a member that ``node`` reads."""
        return facts_of_property(node, receiver, self.inference, self.parsed.taking(node))

    def parent(self, node: ast.AST | None) -> ast.AST | None:
        """Returns the node around another; None around a whole text."""
        return self.parsed.parents.get(node) if node is not None else None

    def forbidden(self, node: ast.AST) -> str:
        """Says why nothing can be written in the place of a node; empty where it can."""
        if self._is_taken(node, "paddle"):
            return _TAKEN.format("paddle")
        return "f-string 里的代码不转写" if node in self.parsed.misplaced else ""

    def _is_taken(self, node: ast.AST, package: str) -> bool:
        """Tells whether a package's name is that of another variable in the place of a node."""
        taking = self._taken.get(package, frozenset())
        return bool(taking) and self.inference.displays.variables.seen_from(node, package) in taking

    def _check_packages(self, node: ast.AST, start: int, end: int) -> None:
        """Takes back what was converted of a node, if a package is written where its name is that of a variable."""
        written = {name for edit in self.edits.within(start, end) for name in first_names(edit.text)}
        added = written.intersection(self._taken).difference(first_names(self.text.source[start:end]))
        if name := next((each for each in sorted(added) if self._is_taken(node, each)), ""):
            self._take_back(start, end, _TAKEN.format(name))

    def _taking(self, package: str) -> frozenset[ast.AST]:
        """Returns the module, functions and classes of the text that have a variable of a package's name."""
        variables = self.inference.displays.variables
        return frozenset(map(variables.binding_scope, _binding(self.parsed.nodes, package, package.__eq__)))

    def taken_by_others(self, node: Use, answer: Answer | None) -> str:
        """Returns the reason why the helper of an answer cannot be defined; empty where it can, or is not needed.

        The text uses the helper's name for something else.
        """
        if answer is None or not answer.helper or (answer.type and self._is_told(node)):
            return ""
        name, nodes, variables = answer.ways[0].paddle, self.parsed.nodes, self.inference.displays.variables
        tries = (each for each in nodes if isinstance(each, ast.Try | ast.TryStar))
        instead = {each for one in tries for each in bound_instead(one)}
        seen = [each for each in nodes if each not in instead]
        if not isinstance(
            variables.binding_scope(node), ast.ClassDef
        ):  # what the body of a class binds is seen there alone
            seen = [each for each in seen if not isinstance(variables.binding_scope(each), ast.ClassDef)]
        loaded = (each for each in nodes if isinstance(each, ast.Name) and each.id == name)
        others = [each for each in loaded if isinstance(variables.scope(each), ast.Module)]
        helped = [each for each in nodes if isinstance(each, ast.expr) and self._helped(each, name)]
        is_taken = any(_binding(seen, name, lambda path: self._is_import_of(path, answer))) or any(
            self._helped(each, name) != answer.helper for each in (*others, *helped)
        )
        if is_taken:
            return f"代码里另有名为 `{name}` 的"
        if method := self._overridden(helped, answer.reserved):
            return f"派生的类自己定义了 `{method}`，Paddle 的基类另有同名的方法"
        is_asked = any(map(self._is_compared, helped))
        if is_asked and any(map(self.knowledge.answer, self.names.derived(self.references.path(helped[0])))):
            return _IS_BASE
        if is_asked and all(map(self._is_told, helped)):
            return ONLY_ASKED.format(name)
        return ""

    def _overridden(self, bases: Iterable[ast.expr], reserved: Collection[str]) -> str:
        """Returns the first reserved method that a class of the text with one of these bases defines; empty if none."""
        parents = [(base, self.parent(base)) for base in bases]
        classes = [each for base, each in parents if isinstance(each, ast.ClassDef) and base in each.bases]
        methods = [each.name for one in classes for each in one.body if isinstance(each, ast.FunctionDef)]
        return next((name for name in methods if name in reserved), "")

    def _helped(self, node: ast.expr, name: str) -> str:
        """Returns the code that replaces the API that an expression names, where it defines a name."""
        path = self.references.path(node)
        answer = self.knowledge.answer(path) if path else None
        return answer.helper if answer is not None and answer.helper and answer.ways[0].paddle == name else ""

    def _is_import_of(self, path: str, answer: Answer) -> bool:
        """Tells whether an import, from torch or from another file of the project, has the helper of an answer."""
        module, _, name = path.rpartition(".")
        kind = self.inference.imported(module, name)
        found = self.knowledge.answer(kind.path if isinstance(kind, Name) else path)
        return found is not None and found.helper == answer.helper

    def _is_compared(self, node: ast.AST) -> bool:
        """Tells whether an expression is a class that an object, or its type, is compared with."""
        child, parent = self.around_type(node)
        match parent:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, kinds]):
                return kinds is child
        return isinstance(parent, ast.Compare | ast.MatchClass)

    def _is_told(self, node: ast.AST) -> bool:
        """Tells whether an expression is a class that is compared with or annotates: no object is made of it there."""
        return self._is_compared(node) or self.annotates(node)

    def annotates(self, node: ast.AST) -> bool:
        """Tells whether a class stands in the annotation of a parameter, a variable or what a function returns."""
        child, parent = self.around_type(node)
        match parent:
            case ast.arg():
                return True
            case ast.AnnAssign(annotation=place):
                return place is child
            case ast.FunctionDef(returns=place) | ast.AsyncFunctionDef(returns=place):
                return place is child
        return False

    def around_type(self, node: ast.AST) -> tuple[ast.AST, ast.AST | None]:
        """Returns the whole type expression that contains a class, and its parent node.

        It may be ``Union[…]`` or a tuple of classes.
        """
        child = node
        while isinstance(parent := self.parent(child), _AROUND_TYPES):
            child = parent
        return child, parent

    def stay(self, base: ast.expr) -> None:
        """Records that a torch class stays for manual rewriting, and so does a class deriving from it there."""
        parent = self.parent(base)
        if isinstance(parent, ast.ClassDef) and base in parent.bases:
            self.staying.add(parent)

    def kept(self, receiver: ast.expr | None) -> str:
        """Returns the reason why the members of an object keep their names; empty where they do not.

        Its class derives from a class of torch that stays.
        """
        is_kept = receiver is not None and bool(self.staying) and self.inference.is_of(receiver, self.staying)
        return "它的类的基类没有转换，仍是 PyTorch 的，与基类一起改写" if is_kept else ""

    def write(  # noqa: PLR0913  # the fields of a site
        self,
        node: Use,
        written: str,
        api: str,
        verdict: CallVerdict,
        *,
        span: tuple[int, int] | None = None,
        answer: Answer | None = None,
        paddle: str = "",
        decision: Decision | None = None,
    ) -> None:
        """Replaces a node, or ``span`` around it, by a text; leaves it for manual rewriting where that is forbidden."""
        if forbidden := self.forbidden(node) or self.taken_by_others(node, answer):
            self.add(node, api, CallVerdict.REWRITE, forbidden, answer=answer)
            return
        self.edits.replace(*(span or (self.text.start(node), self.text.end(node))), written)
        self.add(node, api, verdict, "", answer=answer, paddle=paddle, decision=decision)

    def add(  # noqa: PLR0913  # the fields of a site
        self,
        node: Use,
        api: str,
        verdict: CallVerdict,
        reason: str,
        *,
        answer: Answer | None = None,
        paddle: str = "",
        guess: bool = False,
        decision: Decision | None = None,
    ) -> None:
        """Adds a site, with the assumptions of a ``decision`` to convert it.

        What is inside of a call that stays for manual rewriting stays with it.
        """
        if verdict.is_todo and not guess and isinstance(node, ast.expr) and self._is_of_torch(node):
            self._keep_inside(node, api)
            self._left.add(node)
        function = node.func if isinstance(node, ast.Call) else node
        misplaced = node in self.parsed.misplaced
        place = self.parsed.in_strings[node] if misplaced else node
        start, end = self.text.start(place), self.text.end(place)
        if isinstance(node, ast.FunctionDef):  # its head alone
            end = start + len(f"def {node.name}")
        line, column = self.text.place(start)
        self._sites.append(
            CallSite(
                api=api,
                written=ast.unparse(function) if misplaced else self._name(function),
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
                warnings=decision.warnings if decision is not None else {},
            )
        )
        if verdict.is_converted and not misplaced and node in self.parsed.in_strings:
            self._check_string(node)
        if verdict.is_converted and self._taken:
            self._check_packages(node, start, end)

    def is_left(self, node: ast.expr) -> bool:
        """Tells whether something of torch's own in an expression stays, of what was decided so far."""
        return not self._left.isdisjoint(ast.walk(node))

    def remind(self, node: ast.expr, api: str, warnings: Mapping[str, Effect]) -> None:
        """Adds to what is said of a use of an API."""
        place = self.text.start(node), self.text.end(node), api
        for index, site in enumerate(self._sites):
            if (site.start, site.end, site.api) == place and not site.guess:
                self._sites[index] = replace(site, warnings={**site.warnings, **warnings})

    def _check_string(self, node: ast.AST) -> None:
        """Takes back what was converted around a node in an f-string, where that cannot be written in the string."""
        field = enclosing(node, self.parsed.parents, ast.FormattedValue)
        assert field is not None
        start, end = self.text.start(field.value), self.text.end(field.value)
        if any(
            not _fits_in_string(self.text.source[edit.start : edit.end], edit.text)
            for edit in self.edits.within(start, end)
        ):
            self._take_back(start, end, "f-string 里不能这样写，请先存进变量")

    def _name(self, node: Use) -> str:
        return node.name if isinstance(node, ast.FunctionDef) else self.text.of(node)

    def add_unrecorded(self, node: Use, api: str) -> None:
        """Adds a use of a name that no record answers; older releases of torch may have had one that is not listed."""
        package = api.partition(".")[0]
        reason = "还没有这个 API 的记录" if self.names.find(api) is not None else f"现在的 {package} 没有公开这个名称"
        self.add(node, api, CallVerdict.UNRECORDED, reason)

    def forget(self, change: Change) -> None:
        """Removes the uses inside of removed arguments, and of those replaced by the Tensor they are a view of."""
        gone: list[tuple[ast.expr, ast.expr | None]]
        written = [argument for argument in change.binding.arguments if argument.entry is None]
        gone = [(a.value, None) for a in written if a.parameter.name in change.vanishing]
        gone += [(a.value, base_of(a.value)) for a in written if a.parameter.name in change.based]
        spans = [
            (self.text.start(value), self.text.end(value), self.text.end(base) if base is not None else 0)
            for value, base in gone
        ]
        self._sites = [
            site
            for site in self._sites
            if not any(start <= site.start and kept < site.end <= end for start, end, kept in spans)
        ]

    def _is_of_torch(self, node: ast.expr) -> bool:
        """Tells whether what stays for a node is torch's own: a function, or a method of a function's result.

        An object that is converted, here or where it was made, is Paddle's by then.
        """
        match node:
            case ast.Call(func=function) if self.references.path(function):
                return not self.is_converted(node)
            case ast.Call(func=inner) | ast.Attribute(value=inner) | ast.Subscript(value=inner):
                return self._is_of_torch(inner)
            case ast.UnaryOp(operand=inner):
                return self._is_of_torch(inner)
            case ast.BinOp(left=left, right=right):
                return self._is_of_torch(left) or self._is_of_torch(right)
        return False

    def is_converted(self, node: ast.expr) -> bool:
        """Tells whether a call that was decided already is converted."""
        place = self.text.start(node), self.text.end(node)
        return any((site.start, site.end) == place and site.verdict.is_converted for site in reversed(self._sites))

    def _keep_inside(self, node: ast.expr, api: str) -> None:
        """Takes back what was converted inside of a call: torch's own takes no Paddle object."""
        self._take_back(self.text.start(node), self.text.end(node), f"在 `{api}` 里面，与它一起改写", api)

    def _take_back(self, start: int, end: int, reason: str, api: str = "") -> None:
        """Leaves for manual rewriting what was converted in a part of the text, as part of ``api`` where that stays."""
        self.edits.undo(start, end)
        for index in range(len(self._sites) - 1, -1, -1):  # the last ones are those inside of it
            site = self._sites[index]
            if site.start < start or site.end > end:
                break
            if site.verdict in {CallVerdict.RENAMED, CallVerdict.ARGUMENTS}:
                self._sites[index] = replace(
                    site,
                    verdict=CallVerdict.REWRITE,
                    reason=reason,
                    part_of=api,
                    assumptions=(),
                    holds=(),
                    warnings={},
                )


class Decider:
    """Decides the uses of one sort in a text, with the facts in ``uses``."""

    def __init__(self, uses: Uses) -> None:
        self._uses = uses
        self._text = uses.text
        self._names = uses.names
        self._knowledge = uses.knowledge
        self._inference = uses.inference

    def _class_of(self, node: ast.expr) -> str:
        """Returns the class of an expression; empty where it may be of several, or of the project's own."""
        kind = self._inference.kind(node)
        return kind.type if isinstance(kind, Value) else ""

    def _called(self, function: ast.expr) -> str:
        """Returns the name of a function or class of torch, or of a Tensor's method; empty for any other."""
        path = self._uses.references.path(function)
        if not path and isinstance(function, ast.Attribute) and is_tensor(self._inference.kind(function.value)):
            return f"{TENSOR}.{function.attr}"
        return path

    def _is_layer(self, kind: Kind) -> bool:
        """Tells whether a value is a layer, of torch or of the project."""
        is_torch = isinstance(kind, Value) and self._names.is_a(kind.type, MODULE)
        return is_torch or self._inference.is_module(kind)


def _binding(nodes: Iterable[ast.AST], name: str, is_meant: Callable[[str], bool]) -> Iterator[ast.AST]:
    """Yields the nodes that bind a name to something else than what is meant by it, which may be imported."""
    for node in nodes:
        match node:
            case ast.Name(id=bound, ctx=ast.Store() | ast.Del()) | ast.arg(arg=bound):
                found = bound == name
            case ast.Import(names=names):
                paths = [alias.name if alias.asname else alias.name.partition(".")[0] for alias in names]
                bound_to = [(alias.asname or path, path) for alias, path in zip(names, paths, strict=True)]
                found = any(bound == name and not is_meant(path) for bound, path in bound_to)
            case ast.ImportFrom(names=names):
                module = "." * node.level + (node.module or "")
                bound_to = [(alias.asname or alias.name, f"{module}.{alias.name}") for alias in names]
                found = any(bound == name and not is_meant(path) for bound, path in bound_to)
            case _:
                found = name in bound_names(node)
        if found:
            yield node


def _imports_paddle(nodes: Iterable[ast.AST]) -> bool:
    """Tells whether the text imports Paddle, or names from it."""
    for node in nodes:
        if isinstance(node, ast.Import) and any(alias.name.partition(".")[0] == "paddle" for alias in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").partition(".")[0] == "paddle":
            return True
    return False


def _fits_in_string(before: str, after: str) -> bool:
    """Tells whether a text may take the place of another in an f-string, in each version of Python."""
    return (
        set(after).intersection("'\"\\#\n\r").issubset(before) and "lambda" not in after and not after.startswith("{")
    )
