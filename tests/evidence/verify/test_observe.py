from __future__ import annotations

import pytest

from generator.evidence.verify.libraries import library
from generator.evidence.verify.observe import observe

pytestmark = pytest.mark.libraries


def test_which_bits_a_nan_has_is_no_difference() -> None:
    """An operation in place that turned the sign of a NaN has changed nothing; the sign of a zero is a change."""
    np = library("numpy")
    one, other = (np.array([bits, 0], dtype="uint32").view("float32") for bits in (0x7FC00000, 0xFFC00001))
    assert observe(one, "torch") == observe(other, "torch")
    assert observe(np.array([0.0]), "torch") != observe(np.array([-0.0]), "torch")


def test_a_complex_number_with_a_nan_keeps_its_other_part() -> None:
    """The parts of complex numbers are seen each by itself."""
    np = library("numpy")
    assert observe(np.array([complex("nan+1j")]), "torch") != observe(np.array([complex("nan+2j")]), "torch")
