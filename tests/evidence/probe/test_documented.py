from __future__ import annotations

from generator.evidence.probe.documented import documented_modes

DOC = """\
interpolate(input, size=None, mode='nearest')

Args:
    input (Tensor): the input tensor, not ``'a'`` or ``'b'``
    mode (str): algorithm used for upsampling:
        ``'nearest'`` | ``'linear'`` |
        ``'area'``. Default: ``'nearest'``
    reduction (string, optional) – Specifies the reduction: 'none' | 'mean'.
    kind (str): just ``'one'``

Note:
    With ``mode='bicubic'`` it overshoots.
"""


def test_quoted_words_of_strings_are_modes() -> None:
    """Each quoted word counts once, under its own parameter; one word is no choice, and notes belong to no parameter."""
    assert documented_modes(DOC) == {"mode": ("nearest", "linear", "area"), "reduction": ("none", "mean")}


def test_a_docstring_without_parameters_has_none() -> None:
    """Prose gives no modes."""
    assert documented_modes("Either ``'a'`` or ``'b'``.") == {}
