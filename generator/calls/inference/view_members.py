"""Members of a Tensor, many of them functions too, that give a view of it, or the Tensor itself."""

from __future__ import annotations

from generator.calls.inference.dtypes import CASTS

VIEWS = frozenset(
    {"T", "mT", "H", "mH", "real", "imag", "view", "view_as", "t", "transpose", "permute", "unsqueeze", "squeeze"}
    | {"select", "narrow", "expand", "expand_as", "diagonal", "unflatten", "unfold", "swapaxes", "swapdims", "movedim"}
    | {"moveaxis"}
)
"""Those whose result is a view of it whatever its layout."""
GIVING_VIEWS = VIEWS | {"as_strided", "flatten", "ravel", "reshape", "reshape_as"}
"""Those whose result is a view, or is one where its layout allows that."""
COPIED = frozenset({"real", "imag", "expand", "expand_as"})
"""Those of them whose result is a copy in Paddle."""
KEPT = frozenset("contiguous cpu cuda to type type_as".split()) | CASTS.keys()
"""Methods that return the Tensor itself if there is nothing to do."""
