"""What holds for the conversion of every text, however it is laid out."""

from __future__ import annotations

import ast
import tokenize

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sampling import EXAMPLES

from generator.calls.convert import MARK, apply, convert
from generator.calls.text.spans import lines
from tests.call_samples import knowledge
from tests.call_strategies import APIS, ATOMS, calls, sources

BY_NAME = {api.name: api for api in APIS}
PLAIN = (
    (BY_NAME["torch.cat"], ("x", "axis", "name"), {"tensors": "x", "dim": "axis"}, {}),
    (BY_NAME["torch.fmod"], ("x", "y"), {"input": "x", "other": "y"}, {}),
    (BY_NAME["torch.lerp"], ("weight", "x", "y", "name"), {"input": "x", "end": "y", "weight": "weight"}, {}),
    (
        BY_NAME["torch.nn.Linear"],
        ("in_features", "out_features", "weight_attr", "bias_attr"),
        {"in_features": "in_features", "out_features": "out_features", "bias": "bias_attr"},
        {},
    ),
    (BY_NAME["torch.nn.functional.relu"], ("x", "name"), {"input": "x"}, {}),
    (
        BY_NAME["torch.std"],
        ("x", "axis", "unbiased", "keepdim"),
        {"input": "x", "dim": "axis", "keepdim": "keepdim"},
        {"unbiased": "True"},
    ),
)
"""APIs whose rows rename, drop and set: Paddle's parameters, the names of the rows, what is set."""
FLAGS = frozenset({"bias", "keepdim"})
"""The torch parameters among these that take a bool, for which 0, 1 and None stand too."""
AS_BOOL = {ast.dump(ast.Constant(value)): ast.dump(ast.Constant(bool(value))) for value in (0, 1, None)}


def parses(source: str) -> bool:
    """Whether Python reads a text; some random layouts are none."""
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def comments(source: str) -> list[str]:
    """The comments of a text, but for those that a conversion leaves, in an order of their own."""
    plain = iter([line.rstrip("\r\n") + "\n" for line in lines(source)])
    tokens = tokenize.generate_tokens(lambda: next(plain, ""))
    return sorted(t.string for t in tokens if t.type == tokenize.COMMENT and not t.string.startswith(MARK))


@settings(max_examples=3 * EXAMPLES)
@given(sources())
def test_every_result_parses_keeps_comments_and_is_final(source: str) -> None:
    """A converted text parses, has all comments of the original, and is not changed by another conversion."""
    assume(parses(source))
    found = convert(source, knowledge()).text
    assert parses(found)
    assert comments(found) == comments(source)
    assert convert(found, knowledge()).text == found


@settings(max_examples=3 * EXAMPLES)
@given(sources())
def test_edits_lie_at_converted_sites(source: str) -> None:
    """Each edit lies within a use that is converted, or adds a line above it; all text outside of these stays byte for byte."""
    assume(parses(source))
    analysis = convert(source, knowledge()).analysis
    converted = [(site.start, site.end) for site in analysis.sites if site.verdict.is_converted]
    for edit in analysis.edits:
        is_added = edit.start == edit.end == source.rfind("\n", 0, edit.start) + 1 and edit.text.endswith("\n")
        assert is_added or (edit.start, edit.end) in converted
        assert edit.text != source[edit.start : edit.end]
    ends = [0, *(edit.end for edit in analysis.edits)]
    starts = [*(edit.start for edit in analysis.edits), len(source)]
    assert all(end <= start for end, start in zip(ends, starts, strict=True))
    kept = [source[end:start] for end, start in zip(ends, starts, strict=True)]
    made = [edit.text for edit in analysis.edits]
    assert apply(source, analysis.edits) == "".join(a + b for a, b in zip(kept, [*made, ""], strict=True))


@settings(max_examples=3 * EXAMPLES)
@given(st.data())
def test_the_arguments_are_those_that_the_rows_name(data: st.DataObject) -> None:
    """A converted call passes each argument to the parameter that its row names, and what a row sets, nothing else."""
    api, paddle, renamed, set_ = data.draw(st.sampled_from(PLAIN))
    source = data.draw(calls(ATOMS, (api,)))
    tree = ast.parse(f"(\n{source}\n)", mode="eval") if parses(f"(\n{source}\n)") else None
    assume(tree is not None and isinstance(tree.body, ast.Call))
    assert tree is not None
    assert isinstance(tree.body, ast.Call)
    given_, starred = bound(tree.body, api.positional)
    found = convert(f"(\n{source}\n)", knowledge())
    [site] = [site for site in found.analysis.sites if site.api == api.name]
    assume(not starred and site.verdict.is_converted)
    call = ast.parse(found.text).body[-1].value  # type: ignore[attr-defined]  # an expression statement
    passed, _ = bound(call, paddle)
    meant = {name: AS_BOOL.get(value, value) if name in FLAGS else value for name, value in given_.items()}
    wanted = {renamed[name]: value for name, value in meant.items() if name in renamed}
    assert passed == {**wanted, **{name: dumped(ast.parse(value, mode="eval").body) for name, value in set_.items()}}


def bound(call: ast.Call, parameters: tuple[str, ...]) -> tuple[dict[str, str], bool]:
    """The arguments of a call by their names, and whether a star carries others."""
    starred = any(isinstance(each, ast.Starred) for each in call.args) or any(k.arg is None for k in call.keywords)
    found = {name: dumped(value) for name, value in zip(parameters, call.args, strict=False)}
    return found | {keyword.arg or "**": dumped(keyword.value) for keyword in call.keywords}, starred


def dumped(node: ast.expr) -> str:
    """What an expression is, with the constants of torch under Paddle's names."""
    return ast.dump(node).replace("'torch'", "'paddle'")
