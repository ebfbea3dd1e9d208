"""Compiles what the catalogue knows for understanding calls: the content of ``calls.json``."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, takewhile
from typing import Any

from generator.calls.knowledge.builtin_kinds import ARRAY_MEMBERS, COMMON, MATRIX_MEMBERS, OF_ALL_OBJECTS, OTHER_MEMBERS
from generator.calls.knowledge.kinds import TENSOR
from generator.calls.knowledge.knowledge import COMPOSED, FORMAT, LETTERS
from generator.calls.knowledge.names import GIVEN
from generator.catalog.catalog import Catalog
from generator.libraries.registry import LIBRARIES, NAMES
from generator.model.category import MISSING
from generator.model.constant import Constant
from generator.model.inventory import ApiEntry, ApiKind
from generator.model.overload_choice import described_signature
from generator.model.parameter import Effect, ParameterRow
from generator.model.phrases import WRONG_VIEWS
from generator.model.record import Mapping, Record
from generator.model.relation import SET_DEFAULT, Rewrite
from generator.model.remark import Remark
from generator.model.signature import Parameter, ParameterKind, Signature
from generator.model.snippet_syntax import nodes_of, parse_code
from generator.model.status import Status
from generator.model.template import write_convert
from generator.model.variation import first_order, has_wrong_views, refused_numbers
from generator.model.when import CLASS_OPS
from generator.model.when_data import to_data

_UNDERSTANDING = [library.understanding for library in LIBRARIES.values() if library.side == "torch"]
_TENSORS = frozenset().union(*(each.tensors_first for each in _UNDERSTANDING))
_IMAGES = frozenset().union(*(each.images_first for each in _UNDERSTANDING))
_HELD = tuple(name for each in _UNDERSTANDING for name in each.held)
_HELD_AS = {name: other for each in _UNDERSTANDING for name, other in each.held_as.items()}
_UNPROVEN = {
    Status.DIFFERS: "验证时两边结果不同",
    Status.FAILED: "验证失败",
    Status.STALE: "改动之后还没有验证",
    Status.MISSING: "还没有验证",
}


def compile_knowledge(catalog: Catalog, *, proven_only: bool = True) -> dict[str, Any]:
    """Returns the content of ``calls.json``; with ``proven_only`` records without current evidence convert nothing."""
    recorded = {record.torch: compile_answer(catalog, record, proven_only=proven_only) for record in catalog.records()}
    names = compile_names(catalog)
    answers = dict(_members_of_families(catalog, proven_only=proven_only)) | dict(_of_derived(catalog)) | recorded
    return {**names, "signs": {**_class_signs(answers.values()), **names["signs"]}, "answers": answers}


def compile_names(catalog: Catalog) -> dict[str, Any]:
    """Returns all but the answers, for which no record is looked at."""
    packages = sorted(NAMES["torch"])
    listed = [entry for name in packages if name in catalog.inventories for entry in catalog.inventories[name]]
    entries = [entry for entry in listed if entry.name.rpartition(".")[2] not in OF_ALL_OBJECTS]
    return {
        "_meta": {"format": FORMAT, "versions": dict(catalog.settings.versions)},
        "packages": packages,
        "names": {entry.name: _name(entry) for entry in entries},
        "other_members": _other_members(entries),
        "flavours": dict(catalog.settings.flavours),
        "torch_packages": list(catalog.settings.torch_packages),
        "lookups": {
            family.torch: [family.paddle, family.by_name]
            for source in catalog.by_family.values()
            if (family := source.model) is not None and family.by_name is not None
        },
        "inner_layers": {
            module: {name: template.text for name, template in attributes.items()}
            for module, attributes in catalog.settings.inner_layers.items()
        },
        "signs": {said: list(sign.code) for sign in catalog.settings.signs for said in sign.data},
        "constants": {name: _constant(constant) for name, constant in catalog.settings.constants.items()},
    }


def _class_signs(answers: Iterable[dict[str, Any]]) -> dict[str, list[str]]:
    """Returns the last name of each class that conditions ask for: a program without it has none of it."""
    ways = (way for answer in answers for way in answer.get("ways", ()))
    rows = (row for way in ways for row in (*way["rows"], *way.get("remarks", ())))
    tests = (test for row in rows for clause in row.get("when", ()) for test in clause)
    classes = sorted({path for _, op, *value in tests if op in CLASS_OPS for path in value[0]})
    return {path: [path.rpartition(".")[2]] for path in classes}


def compile_answer(catalog: Catalog, record: Record, *, proven_only: bool = True) -> dict[str, Any]:
    """Returns one of the answers: what a record knows of the calls of its API."""
    return _drop_empty(_answer(catalog, record, proven_only=proven_only))


def _constant(constant: Constant) -> list[str]:
    """Returns what becomes of a constant, of an assignment to it, and why not; without empty ones at the end."""
    assign, reason = constant.assign.text if constant.assign is not None else "", constant.reason or ""
    fields = [constant.expression, assign, reason.removesuffix("。")]
    while not fields[-1]:
        fields.pop()
    return fields


def _name(entry: ApiEntry) -> list[Any]:
    """Returns the fields of a public name, without empty ones at the end."""
    if entry.alias_of:
        return [LETTERS[entry.kind], entry.alias_of]
    parameters = entry.signature.parameters if entry.signature is not None and entry.kind is ApiKind.FUNCTION else ()
    # A parameter with a default proves nothing: what is passed for it may be None.
    tensors = len(list(takewhile(lambda each: each.name in _TENSORS and each.default is None, parameters)))
    several = len(set(entry.returns)) > 1
    returns = list(entry.returns) if several else list(entry.returns[:1])
    first = entry.signature.parameters[:1] if entry.signature is not None else ()
    if returns == [TENSOR] and (image := next((each.name for each in first if each.name in _IMAGES), "")):
        returns = [f"{GIVEN}{image}"]
    needed = several or entry.name.startswith(f"{TENSOR}.") or entry.name.endswith(".forward")
    signatures = [str(signature) for signature in entry.signatures] if needed else []
    fields = [LETTERS[entry.kind], "", returns, list(entry.bases), tensors, signatures]
    while not fields[-1]:
        fields.pop()
    return fields


def _other_members(entries: Iterable[ApiEntry]) -> list[list[str]]:
    """Returns the names of members that Tensors have too, for each other kind of object that code handles."""
    members: set[str] = set()
    known = {"builtin": OTHER_MEMBERS, "array": ARRAY_MEMBERS, "matrix": MATRIX_MEMBERS}
    others: defaultdict[str, set[str]] = defaultdict(set, {name: set(members) for name, members in known.items()})
    for entry in entries:
        owner, _, member = entry.name.rpartition(".")
        if owner == TENSOR:
            members.add(member)
        elif entry.kind in _MEMBERS and any(owner == held or owner.startswith(held + ".") for held in _HELD):
            others[_HELD_AS.get(owner, owner)].add(member)
    return [sorted(shared) for names in others.values() if (shared := members & (names | COMMON))]


def _answer(catalog: Catalog, record: Record, *, proven_only: bool) -> dict[str, Any]:
    status = catalog.status(record)
    mappings = [mapping for _, mapping in record.mappings()]
    measured = catalog.variations.get(record.torch)  # of an earlier content as well: it has no say in what is converted
    wrong = [has_wrong_views(measured, loc) for loc, _ in record.mappings()]
    refusals = [refused_numbers(measured, loc) for loc, _ in record.mappings()]
    first_orders = [first_order(measured, loc) for loc, _ in record.mappings()]
    by_hand = ""
    if record.context and not record.helper and not any(_converts_every_call(mapping) for mapping in mappings):
        by_hand = "需要修改上下文的代码"
    elif record.category is not MISSING and not record.helper and all(mapping.paddle is None for mapping in mappings):
        by_hand = COMPOSED
    return {
        "member": _is_member(catalog.entry(record.torch), (snippet.torch for _, snippet in record.snippets())),
        "aliases": list(record.aliases),
        "reason": (record.reason or "").removesuffix("。"),
        "unproven": _UNPROVEN.get(status, "") if proven_only else "",
        "page": source.stem if (source := catalog.by_api.get(record.torch)) and source.stem != record.torch else "",
        "measured": bool((evidence := catalog.current_evidence(record)) is not None and evidence.attributes),
        "attributes": {name: str(fact) for name, fact in catalog.attributes(record).items()},
        "assigned": _assigned(catalog, record),
        "forward": _forward(catalog, record),
        "by_hand": by_hand,
        "type": record.type or "",
        "raises": [*record.raises.model_dump(exclude_none=True).values()] if record.raises is not None else [],
        "helper": record.helper or "",
        "helped": _defined(record.helper) if record.helper else [],
        "reserved": _reserved(catalog, record) if record.helper and record.type else [],
        "ways": [
            _drop_empty(
                {
                    **_way(catalog, record.torch, _once_told(mapping, once), mappings, record.aliases),
                    **(_helped(record, catalog.entry(record.torch)) if record.helper else {}),
                    "wrong_views": WRONG_VIEWS if is_wrong else "",
                    "refused": refused,
                }
            )
            | ({} if once is None else {"first_order": once})
            for mapping, is_wrong, refused, once in zip(mappings, wrong, refusals, first_orders, strict=True)
        ],
    }


def _of_derived(catalog: Catalog) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields the answer of each attribute that a class would inherit from a record whose template is one class's value.

    Such a template has no object in it: what ``CIFAR10.classes`` becomes is wrong of a class that derives from it.
    """
    classes = [entry for inventory in catalog.inventories.values() for entry in inventory if _is_class(entry)]
    for record in catalog.records():
        owner, _, member = record.torch.rpartition(".")
        entry = catalog.entry(record.torch)
        is_method = entry is not None and entry.kind is not ApiKind.PROPERTY
        for each in classes if not is_method and any(map(_is_value, record.remarks)) else ():
            nearer = each.bases[: each.bases.index(owner)] if owner in each.bases else None
            names = [f"{name}.{member}" for name in (each.name, *(nearer or ()))]
            if nearer is not None and not any(name in catalog.by_api for name in names):
                reason = f"它的值因类而异，记录中的是 `{owner}` 的"
                yield f"{each.name}.{member}", {"member": True, "by_hand": reason, "record": record.torch}


def _is_value(remark: Remark) -> bool:
    """Tells whether a template is a value, whatever the object; what holds or not holds of all of Paddle's is none."""
    template = remark.convert.call if remark.convert is not None and remark.when is None else None
    return template is not None and not template.names and template.text not in {"True", "False", "None"}


def _once_told(mapping: Mapping, once: Sequence[str] | None) -> Mapping:
    """Returns a mapping without the remarks that its second derivatives are missing, if that was measured.

    Where they are needed, the conversion names the calls on the way; a remark would be told of every call.
    """
    kept = [remark for remark in mapping.remarks if not _is_of_second_orders(remark)]
    return mapping if once is None else mapping.model_copy(update={"remarks": tuple(kept)})


def _is_of_second_orders(remark: Remark) -> bool:
    clauses = remark.when.clauses if remark.when is not None and remark.effect is Effect.GRADIENT else ()
    return bool(clauses) and all(any(test.value == _SECOND_ORDER for test in clause) for clause in clauses)


_SECOND_ORDER = "求二阶导数"


def _defined(helper: str) -> list[str]:
    """Returns the members that a helper's class gives its objects: its methods, and the attributes that they set."""
    tree = parse_code(helper)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)] if tree is not None else []
    nodes = [node for each in classes for node in ast.walk(each)]
    methods = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    targets = [node for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)]
    attributes = {node.attr for node in targets if isinstance(node.value, ast.Name) and node.value.id == "self"}
    return sorted(methods | attributes)


def _reserved(catalog: Catalog, record: Record) -> list[str]:
    """Returns the members of Paddle's class that torch's lacks: Paddle and converted code call them on any object."""
    of_torch, of_paddle = (set(_members(catalog, api)) for api in (record.torch, record.type or ""))
    return sorted(of_paddle - of_torch)


def _members(catalog: Catalog, api: str) -> Iterator[str]:
    """Yields the names of a class's own members; none where there is no inventory of its library."""
    inventory = catalog.inventories.get(api.partition(".")[0])
    for name in inventory.by_module.get(api, ()) if inventory is not None else ():
        yield name.rpartition(".")[2]


def _helped(record: Record, entry: ApiEntry | None) -> dict[str, Any]:
    """Returns what a helper makes of a way to call: the call of what it defines, with the same arguments."""
    override = record.signatures.torch if record.signatures is not None else None
    signatures = tuple(_parsed(override)) or (entry.signatures if entry is not None else ())
    names = [parameter.label for signature in signatures for parameter in signature.parameters]
    same = [ParameterRow(torch=name, paddle=name, note="相同。") for name in dict.fromkeys(names)]
    former = [name for remark in record.remarks for name in remark.former or () if name not in names]
    rows = [_drop_empty(_row(row)) for row in (*same, *map(_former_row, former))]
    parameters = str(signatures[0]) if signatures else "()"
    return {"paddle": record.name, "missing": False, "no_class": False, "parameters": parameters, "rows": rows}


def _converts_every_call(mapping: Mapping) -> bool:
    """Tells whether a row converts without a condition, so that its template writes what the context needs."""
    return any(row.convert is not None and row.when is None for row in mapping.parameters)


def _forward(catalog: Catalog, record: Record) -> dict[str, str]:
    """Returns the parameters of a layer's ``forward`` that may be passed by name, with their names in Paddle.

    Where both signatures are the same, all; otherwise those that both need, if they are as many, and each other one
    that is the same in both and that code of the record passes alike: a mask of the same name may mean the opposite.
    """
    entries = [catalog.entry(f"{name}.forward") for name in (record.torch, *record.paddle_apis)]
    signatures = [entry.signature for entry in entries if entry is not None and entry.signature is not None]
    if len(entries) != len(signatures) or len(signatures) != 2:  # noqa: PLR2004  (of torch and of one counterpart)
        return {}
    torch, paddle = (signature.parameters for signature in signatures)
    if torch == paddle:
        return {parameter.name: parameter.name for parameter in torch}
    needed, theirs = ([p.name for p in parameters if p.default is None] for parameters in (torch, paddle))
    if len(needed) != len(theirs):
        return {}
    alike = {parameter.name for parameter, other in zip(torch, paddle, strict=False) if parameter == other}
    snippets = [snippet for _, snippet in record.snippets() if snippet.skip is None] if alike - set(needed) else []
    passed = {name for snippet in snippets for name, _ in _passed(snippet.torch) & _passed(snippet.paddle)}
    return dict(zip(needed, theirs, strict=True)) | {name: name for name in sorted(alike & passed)}


def _passed(code: str) -> set[tuple[str, str]]:
    """Returns the keywords, with their values, of the calls in some code of objects that it made."""
    calls = [node for node in nodes_of(code) if isinstance(node, ast.Call)]
    made = [call for call in calls if isinstance(call.func, ast.Call | ast.Name)]
    return {(keyword.arg, ast.unparse(keyword.value)) for call in made for keyword in call.keywords if keyword.arg}


def _assigned(catalog: Catalog, record: Record) -> list[str]:
    """Returns the statements, ``Assign`` or ``AugAssign``, by which a record's code sets the property on both sides.

    Where the object, too, is the same in Paddle, as a process of Python, code that was not run counts.
    """
    entry = catalog.entry(record.torch)
    if entry is not None and entry.kind is not ApiKind.PROPERTY:  # what ``__init__`` sets has no entry
        return []
    found: set[str] = set()
    for _, mapping in record.mappings():
        made = [row.convert.call for row in mapping.remarks if row.when is None and row.convert and row.convert.call]
        name = made[0].text.removeprefix("{self}.") if len(made) == 1 else ""
        member = name if name.isidentifier() else ("" if made else mapping.paddle or "")
        for _, snippet in mapping.own_snippets() if member else ():
            torch, paddle = _statements(snippet.torch, record.torch), _statements(snippet.paddle, member)
            found |= torch & paddle if snippet.skip is None or member == record.name else set()
    return sorted(found)


def _statements(code: str, member: str) -> set[str]:
    """Returns the kinds of statement that assign to a member of some object."""
    name, found = member.rpartition(".")[2], set()
    for node in nodes_of(code):
        match node:
            case ast.Assign(targets=[ast.Attribute(attr=attr)]) | ast.AugAssign(target=ast.Attribute(attr=attr)):
                found |= {type(node).__name__} if attr == name else set()
    return found


def _members_of_families(catalog: Catalog, *, proven_only: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields the answer of each member of a family: how its calls are converted, or that the family's page tells it."""
    for source in catalog.by_family.values():
        family = source.model
        assert family is not None
        unproven = _UNPROVEN.get(catalog.status(family), "") if proven_only else ""
        calls = dict(family.calls())
        for torch, paddle in (pair for group in family.groups for pair in group.members()):
            if torch is not None:
                name = f"{family.torch}.{torch}"
                counterpart = f"属于“{family.title}”，对应 `{family.paddle}.{paddle}`" if paddle else ""
                missing = "" if paddle else f"属于“{family.title}”，`{family.paddle}` 没有对应的"
                answer: dict[str, Any] = {"reason": missing, "page": source.stem, "by_hand": counterpart, "ways": []}
                if name in calls:
                    way = _drop_empty(_way(catalog, name, calls[name], ()))
                    answer |= {"by_hand": "", "unproven": unproven, "ways": [way]}
                yield name, _drop_empty(answer)


def _way(
    catalog: Catalog, name: str, mapping: Mapping, others: Sequence[Mapping], aliases: Sequence[str] = ()
) -> dict[str, Any]:
    """Says how calls of ``name`` become calls by ``mapping``; ``others`` are all mappings of the record."""
    torch, paddle = catalog.entry(name), catalog.entry(mapping.paddle) if mapping.paddle else None
    is_outside = mapping.paddle is not None and paddle is None  # of a library without an inventory, such as visualdl
    override = mapping.signatures
    signatures = [
        _with_full_names(catalog, name, signature) for signature in _torch_signatures(catalog, name, mapping, others)
    ]
    known = {parameter.name for signature in signatures for parameter in signature.parameters}
    former = [each for remark in mapping.remarks for each in remark.former or () if each not in known]
    return {
        "paddle": mapping.paddle or "",
        "member": _is_of_class(catalog, name)
        if is_outside
        else _is_member(paddle, (snippet.paddle for _, snippet in mapping.own_snippets())),
        "no_class": _is_class(torch) and not is_outside and not _is_class(paddle),
        "title": getattr(mapping, "title", None) or "",
        "missing": mapping.paddle is None and not any(remark.convert for remark in mapping.remarks),
        "parameters": str(_paddle_signature(paddle, mapping, override.paddle if override else None)),
        "signatures": [str(_with_former(signature, former)) for signature in signatures],
        "keywords": _keywords(map(catalog.entry, (name, *aliases)), signatures, others),
        "spread": _is_spread(name, mapping, signatures),
        "rows": [_drop_empty(_row(row)) for row in (*mapping.parameters, *map(_former_row, former))],
        "remarks": [
            _drop_empty({"says": str(remark).removesuffix("。"), **_followed(remark), "around": _around(remark)})
            for remark in mapping.remarks
            if remark.is_rule
        ],
    }


def _is_spread(name: str, mapping: Mapping, signatures: Iterable[Signature]) -> bool:
    """Tells whether the record's code calls a method of one name on both sides with several variadic values."""
    method = name.rpartition(".")[2]
    kinds = {parameter.kind for signature in signatures for parameter in signature.parameters}
    if (mapping.paddle or "").rpartition(".")[2] != method or ParameterKind.VAR_POSITIONAL not in kinds:
        return False
    snippets = [snippet for _, snippet in mapping.own_snippets() if snippet.skip is None]
    return any(_several(each.torch, method) & _several(each.paddle, method) for each in snippets)


def _several(code: str, method: str) -> set[str]:
    """Returns the arguments of each call of a method with several, none of them starred or passed by a keyword."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return set()
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=attr), args=[_, _, *_] as given, keywords=[]) if attr == method:
                found.add(", ".join(map(ast.unparse, given)))
    return found


def _with_former(signature: Signature, names: Iterable[str]) -> Signature:
    """Returns the signature with parameters that torch had once at its end: older code passes them."""
    parameters = signature.parameters
    kind = parameters[-1].kind if parameters else ParameterKind.KEYWORD
    kind = kind if kind is ParameterKind.POSITIONAL else ParameterKind.KEYWORD
    former = (Parameter(name, kind, "None") for name in names)
    end = len(parameters) - (bool(parameters) and parameters[-1].kind is ParameterKind.VAR_KEYWORD)
    return Signature((*parameters[:end], *former, *parameters[end:]))


def _former_row(name: str) -> ParameterRow:
    return ParameterRow(torch=name, note="较早的 PyTorch 的参数。", rewrite=Rewrite.DROP)


def _around(remark: Remark) -> str:
    return remark.around.text if remark.around is not None else ""


_MEMBERS = frozenset({ApiKind.METHOD, ApiKind.PROPERTY})
_CALLED = re.compile(r"(?<![\w.])[\w.]+(?=\()")
"""Names that code calls."""


def _is_member(entry: ApiEntry | None, codes: Iterable[str]) -> bool:
    """Tells whether it is a member of an object: not one that these codes call by its class, as a class method."""
    if entry is None or entry.kind not in _MEMBERS:
        return False
    return not any(entry.name in _CALLED.findall(code) for code in codes)


def _is_of_class(catalog: Catalog, name: str) -> bool:
    """Tells whether a name is that of a class's method or attribute, which the inventory need not have."""
    return _is_class(catalog.entry(name.rpartition(".")[0]))


def _is_class(entry: ApiEntry | None) -> bool:
    return entry is not None and entry.kind is ApiKind.CLASS


def _paddle_signature(entry: ApiEntry | None, mapping: Mapping, override: str | None) -> Signature:
    parsed = list(_parsed(override))
    if parsed:
        return parsed[0]
    if entry is None or not entry.signatures:
        return Signature()
    return described_signature(entry, {row.paddle for row in mapping.parameters if row.paddle})


def _torch_signatures(catalog: Catalog, name: str, mapping: Mapping, mappings: Sequence[Mapping]) -> list[Signature]:
    """Returns the ways to call the API that the rows describe: those with no parameter beside theirs.

    Of several mappings that do, the one with the fewest other parameters has the overload.
    """
    written = list(_parsed(mapping.signatures.torch if mapping.signatures else None))
    if written:
        return [*written, *_deprecated_signatures(catalog, name, written[0])]
    entry = catalog.entry(name)
    if entry is None or not entry.signatures:
        return []
    rows = _torch_names(mapping)
    others = [_torch_names(other) for other in mappings]
    described = described_signature(entry, rows)
    fitting = [
        signature
        for signature in entry.signatures
        if (names := {p.name for p in signature.parameters}) <= rows
        and len(rows - names) == min(len(other - names) for other in others if names <= other)
    ]
    return list(dict.fromkeys((described, *fitting, *_deprecated_signatures(catalog, name, described))))


def _keywords(
    entries: Iterable[ApiEntry | None], signatures: Sequence[Signature], mappings: Iterable[Mapping]
) -> dict[str, str]:
    """Returns the other names by which torch's signatures pass a parameter: ``sections``, of ``indices_or_sections``.

    They are those of a signature that differs from the described one in the names of positional parameters alone, none
    of which a row, or another way to call it, has.
    """
    if not signatures:
        return {}
    described = _positional(signatures[0])
    known = {parameter.name for signature in signatures for parameter in signature.parameters}.union(
        *map(_torch_names, mappings)
    )
    found: dict[str, str] = {}
    for entry in entries:
        for names in map(
            _positional, entry.signatures if entry is not None and entry.kind is not ApiKind.CLASS else ()
        ):
            others = [(one, other) for one, other in zip(names, described, strict=False) if one != other]
            if len(names) == len(described) and known.isdisjoint(one for one, _ in others):
                found = {**dict(others), **found}
    return found


def _positional(signature: Signature) -> list[str]:
    return [each.name for each in signature.parameters if each.kind is ParameterKind.POSITIONAL]


def _deprecated_signatures(catalog: Catalog, name: str, described: Signature) -> Iterator[Signature]:
    """Yields the older orders of parameters that torch takes: ``add(self, alpha, other)``, ``x.add_(alpha, other)``.

    The stubs tell them of functions alone, in which they are those with a ``self``; the methods take them too.
    """
    is_method = name.startswith(_TENSOR)
    entry = catalog.entry(f"torch.{name.removeprefix(_TENSOR).removesuffix('_')}" if is_method else name)
    known = {parameter.name: parameter for parameter in described.parameters}
    for signature in entry.signatures if entry is not None else ():
        if all(parameter.name != "self" for parameter in signature.parameters):
            continue
        parameters = [replace(each, name="input") if each.name == "self" else each for each in signature.parameters]
        if is_method:
            parameters = [each for each in parameters if each.name not in {"input", "out"}]
        names = [each.name for each in parameters]
        if {*names} <= {*known} and names != [each for each in known if each in names]:
            others = (replace(each, kind=ParameterKind.KEYWORD) for key, each in known.items() if key not in names)
            yield Signature((*parameters, *others))


_TENSOR = "torch.Tensor."


def _with_full_names(catalog: Catalog, name: str, signature: Signature) -> Signature:
    """Returns the signature with defaults by their full names where the API's module names them, as of enumerations."""

    def full(parameter: Parameter) -> Parameter:
        if parameter.default is None or not _DOTTED.fullmatch(parameter.default):
            return parameter
        modules = accumulate(name.split(".")[:-1], "{}.{}".format)
        names = (f"{module}.{parameter.default}" for module in modules)
        return next((replace(parameter, default=each) for each in names if catalog.entry(each) is not None), parameter)

    return Signature(tuple(map(full, signature.parameters)))


_DOTTED = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)+")


def _torch_names(mapping: Mapping) -> set[str]:
    return {row.torch.lstrip("*") for row in mapping.parameters if row.torch}


def _parsed(override: str | None) -> Iterator[Signature]:
    if override is not None:
        try:
            yield Signature.parse(override)
        except ValueError:
            return


def _row(row: ParameterRow) -> dict[str, Any]:
    says = row.differs.words if row.differs is not None else row.returns or ""
    if row.default is not None and not says:
        says = f"默认值不同：PyTorch 为 `{row.default.torch}`，Paddle 为 `{row.default.paddle}`"
    if row.effect is not None and not says:
        says = row.note.removesuffix("。")  # the warning, where the row has no other words
    return {
        "relation": str(row.relation),
        "torch": row.torch or "",
        "paddle": row.paddle or "",
        "says": says,
        "set": row.set if row.set and row.set != SET_DEFAULT else "",
        "rewrite": str(row.rewrite) if row.rewrite else "",
        **_followed(row),
    }


def _followed(row: ParameterRow | Remark) -> dict[str, Any]:
    """Says when a row or remark applies, and what becomes of the call."""
    return {
        "when": to_data(row.when) if row.when is not None else None,
        "convert": write_convert(row.convert) if row.convert is not None else None,
        "undecided": str(row.undecided or ""),
        "effect": (row.effect or "") if row.convert is None else "",  # of what is converted, nobody needs a reminder
    }


def _drop_empty(data: dict[str, Any]) -> dict[str, Any]:
    keep = {"signatures", "rows", "parameters", "paddle", "ways"}
    return {key: value for key, value in data.items() if key in keep or value not in ("", None, False, [], {})}
