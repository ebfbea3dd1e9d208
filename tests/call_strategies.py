"""Random calls of the APIs in ``tests/data/calls``, written as people and formatters never would."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

NAMES = st.sampled_from(["x", "y", "变量", "_a", "self.w", "xs[0]"])
NUMBERS = st.sampled_from(["0", "2", "-1", "1e-5", "0.5", "1_000", "0x10", "2j", "(3)"])
ATOMS = (
    NAMES | NUMBERS | st.sampled_from(["None", "True", "False", "'s'", "'é😀'", "torch.float32", "-torch.inf", "..."])
)
GAPS = st.sampled_from(
    ["", "", "", " ", "  ", "\n", "\n    ", " \\\n", "\t", "\f", "  # a, b (c\n", "# ''' \n", "\r\n"]
)
"""What may stand between two tokens inside of parentheses."""


@dataclass(frozen=True)
class Api:
    """An API with the parameters that a call may give it by position and by keyword."""

    name: str
    positional: tuple[str, ...]
    keywords: tuple[str, ...] = ()
    required: int = 1


APIS = (
    Api("torch.abs", ("input",), ("out",)),
    Api("torch.sin", ("input", "dim")),
    Api("torch.cat", ("tensors", "dim"), ("out",)),
    Api("torch.lerp", ("input", "end", "weight"), ("out",), required=3),
    Api("torch.count_nonzero", ("input", "dim")),
    Api("torch.fmod", ("input", "other"), ("out",), required=2),
    Api("torch.max", ("input", "dim", "keepdim")),
    Api("torch.nn.Linear", ("in_features", "out_features", "bias", "device"), required=2),
    Api("torch.nn.BatchNorm2d", ("num_features", "eps", "momentum", "affine")),
    Api("torch.nn.functional.dropout", ("input", "p", "training", "inplace")),
    Api("torch.nn.functional.relu", ("input", "inplace")),
    Api("torch.nn.functional.softplus", ("input", "beta", "threshold")),
    Api("torch.numel", ("input",)),
    Api("torch.ones", ("a", "b", "c"), ("dtype", "requires_grad")),
    Api("torch.optim.SGD", ("params", "lr", "betas", "weight_decay")),
    Api("torch.pow", ("input", "exponent"), ("out",), required=2),
    Api("torch.quantile", ("input", "q"), required=2),
    Api("torch.std", ("input", "dim", "keepdim")),
    Api("torch.unrecorded", ("input",)),
    Api("f", ("a", "b")),
)
METHODS = (
    Api("abs", (), required=0),
    Api("softmax", ("dim", "dtype")),
    Api("view", ("a", "b")),
    Api("masked_fill", ("mask", "value"), required=2),
    Api("unknown", ("a",)),
)


@st.composite
def calls(draw: st.DrawFn, arguments: st.SearchStrategy[str], apis: tuple[Api, ...] = (*APIS, *METHODS)) -> str:
    """A call with some of its arguments by position, and others by keyword in any order."""
    api = draw(st.sampled_from(apis))
    on_object = api in METHODS
    passed = draw(st.integers(api.required, len(api.positional)))
    count = draw(st.integers(0, passed)) if api.name != "torch.ones" else passed
    optional = [*api.keywords, *api.positional[passed:]] if api.name != "torch.ones" else [*api.keywords]
    named = [*api.positional[count:passed], *optional[: draw(st.integers(0, 2))]] if optional else []
    named = draw(st.permutations(named or list(api.positional[count:passed])))
    parts = [draw(arguments) for _ in range(count)]
    if draw(st.integers(0, 14)) == 7:
        parts.append(f"*{draw(NAMES)}")
    parts += [f"{name}{draw(GAPS)}={draw(GAPS)}{draw(arguments)}" for name in named]
    if draw(st.integers(0, 14)) > 11:
        parts.append(f"**{draw(GAPS)}{draw(_passed_on(api))}")
    spaced = ",".join(f"{draw(GAPS)}{part}{draw(GAPS)}" for part in parts)
    end = f",{draw(GAPS)}" if parts and draw(st.booleans()) else ""
    function = api.name
    if on_object:
        function = f"({draw(GAPS)}torch.sin({draw(arguments)}){draw(GAPS)}){draw(GAPS)}.{draw(GAPS)}{api.name}"
    if draw(st.integers(0, 14)) == 7:
        function = f"({function})"
    return f"{function}{draw(GAPS)}({draw(GAPS) if not parts else ''}{spaced}{end})"


@st.composite
def _passed_on(draw: st.DrawFn, api: Api) -> str:
    """A dictionary that a call passes on: one that is written there, one of the text, or one that nobody knows."""
    keys = draw(st.lists(st.sampled_from([*api.positional, *api.keywords, "z"]), max_size=2, unique=True))
    written = f"{{{', '.join(f'{key!r}: {draw(ATOMS)}' for key in keys)}}}"
    return draw(
        st.sampled_from([written, f"({written}{draw(GAPS)})", f"({written} if x else {{}})", *DICTIONARIES, "y"])
    )


DICTIONARIES = {
    "options": "options = {'out': None, 'dim': 1} if x else {'inplace': False}",
    "(device)": "device = dict(device=x)\nif y:\n    device.update({'bias': True})",
    "more": "more = {'out': x, 'name': 'é'}\nmore['weight'] = more['out']",
    "changed": "changed = {'p': 0.5}\nchanged.pop('p')",
}
"""Dictionaries that texts have, by what stands for them in calls."""


def _compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        calls(inner),
        st.builds("({}{}{})".format, GAPS, inner, GAPS),
        st.builds("-{}".format, inner),
        st.builds("({} + {})".format, inner, inner),
        st.builds("{} ** {}".format, ATOMS, ATOMS),
        st.builds("[{}, {}]".format, inner, inner),
        st.builds("(n := {})".format, inner),
        st.builds("(lambda a: {})".format, inner),
        st.builds("({} if {} else {})".format, inner, ATOMS, inner),
        st.builds("(i for i in {})".format, inner),
        st.builds("{{'k': {}}}".format, inner),
        st.builds("f'{{{}}}'".format, st.sampled_from(["x", "torch.abs(x)", "torch.abs(x).abs():>3", "torch.float32"])),
        st.builds("({} < {})".format, inner, inner),
        st.builds("(not {})".format, inner),
        st.builds("({})[{}]".format, inner, inner),
    )


EXPRESSIONS = st.recursive(ATOMS, _compound, max_leaves=8)


@st.composite
def sources(draw: st.DrawFn) -> str:
    """A text with several statements that hold calls."""
    lines = [
        draw(st.sampled_from(["import torch", "import torch  # it", "import torch, os", "import os; import torch"]))
    ]
    lines += draw(st.lists(st.sampled_from([*DICTIONARIES.values()]), unique=True))
    for _ in range(draw(st.integers(1, 3))):
        expression = draw(calls(EXPRESSIONS))
        statement = draw(
            st.sampled_from(
                [
                    "v = (\n{}\n)",
                    "({}\n)",
                    "if (\n{}\n): pass",
                    "def g():\n    return ({}\n)",
                    "v = 1; w = ({}\n)  # end",
                ]
            )
        )
        lines.append(statement.format(expression))
    return draw(st.sampled_from(["\n", "\r\n"])).join(lines) + draw(
        st.sampled_from(["", "\n", "  # last", "\n# last\n"])
    )
