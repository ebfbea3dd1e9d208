from __future__ import annotations

import math
import struct

import pytest

from generator.evidence.verify.compare import Aspect, Terms, compare
from generator.evidence.verify.observation import Kind, Observation, Seen

pytestmark = pytest.mark.libraries


def tensor(*numbers: float, dtype: str = "float32", grad: bool = False, shape: tuple[int, ...] | None = None) -> Seen:
    """A tensor as it was seen."""
    code = "d" if "float" in dtype else "q"
    values = [float(number) if code == "d" else int(number) for number in numbers]
    data = struct.pack(f"<{len(values)}{code}", *values)
    return Seen(Kind.TENSOR, dtype, shape=shape or (len(values),), data=data, grad=grad if code == "d" else None)


def scalar(value: object) -> Seen:
    """A plain Python value as it was seen."""
    return Seen(Kind.SCALAR, type(value).__name__, repr(value))


def sequence(*items: Seen, kind: str = "tuple") -> Seen:
    """A list or tuple as it was seen."""
    return Seen(Kind.SEQUENCE, kind, items=tuple((f"[{index}]", item) for index, item in enumerate(items)))


def differences(one: Seen, other: Seen, terms: Terms = Terms()) -> list[tuple[str, str]]:  # noqa: B008  (frozen)
    """The aspects and places in which two values of ``y`` part."""
    found = compare(Observation(names=(("y", one),)), Observation(names=(("y", other),)), terms)
    return [(difference.aspect, difference.where) for difference in found.differences]


SAME = {
    "rounding": (tensor(1.0), tensor(1.000001)),
    "nan": (tensor(math.nan, math.inf), tensor(math.nan, math.inf)),
    "half precision": (tensor(1.0, dtype="float16"), tensor(1.001, dtype="float16")),
    "list and tuple": (sequence(tensor(1), kind="list"), sequence(tensor(1))),
    "nan as a number": (scalar(math.nan), scalar(math.nan)),
    "rounding of a complex number": (scalar(1 + 2j), scalar(1.000001 + 2j)),
    "nan in a complex number": (scalar(complex(math.nan, 1)), scalar(complex(math.nan, 1))),
    "empty": (tensor(shape=(0, 3)), tensor(shape=(0, 3))),
}
DIFFERENT = {
    "an image's nan": (
        Seen(Kind.IMAGE, "F", shape=(1,), data=struct.pack("<d", math.nan)),
        Seen(Kind.IMAGE, "F", shape=(1,), data=struct.pack("<d", 1.0)),
        [("值", "y[0]")],
    ),
    "value": (tensor(1, 2), tensor(1, 3), [("值", "y[1]")]),
    "a sliver too much": (tensor(1.0), tensor(1.0001), [("值", "y[0]")]),
    "integers by one": (tensor(2**60, dtype="int64"), tensor(2**60 + 1, dtype="int64"), [("值", "y[0]")]),
    "nan against a number": (tensor(math.nan), tensor(0), [("值", "y[0]")]),
    "infinity's sign": (tensor(math.inf), tensor(-math.inf), [("值", "y[0]")]),
    "shape": (tensor(1, 2), tensor(1, 2, shape=(2, 1)), [("形状", "y")]),
    "dtype": (tensor(1), tensor(1, dtype="float64"), [("dtype", "y")]),
    "gradient flag": (tensor(1, grad=True), tensor(1), [("梯度标志", "y")]),
    "tuple order": (
        sequence(tensor(1), tensor(2)),
        sequence(tensor(2), tensor(1)),
        [("值", "y[0][0]"), ("值", "y[1][0]")],
    ),
    "length": (sequence(tensor(1)), sequence(tensor(1), tensor(1)), [("结构", "y")]),
    "number against tensor": (scalar(1), tensor(1, dtype="int64", shape=()), [("类型", "y")]),
    "int against float": (scalar(1), scalar(1.0), [("类型", "y")]),
    "infinity against a number": (scalar(math.inf), scalar(1.0), [("值", "y")]),
    "the imaginary part": (scalar(1 + 2j), scalar(1 + 3j), [("值", "y")]),
    "nan in the imaginary part alone": (scalar(complex(1, math.nan)), scalar(1 + 0j), [("值", "y")]),
    "none against a value": (scalar(None), scalar(1), [("类型", "y")]),
    "text": (scalar("a"), scalar("b"), [("值", "y")]),
    "keys": (
        Seen(Kind.MAPPING, "dict", items=(("['a']", scalar(1)),)),
        Seen(Kind.MAPPING, "dict", items=(("['b']", scalar(1)),)),
        [("结构", "y")],
    ),
}


@pytest.mark.parametrize("case", SAME)
def test_what_counts_as_the_same(case: str) -> None:
    """Rounding, NaN and the sort of a container are no differences."""
    assert differences(*SAME[case]) == []


@pytest.mark.parametrize("case", DIFFERENT)
def test_each_difference_is_named_with_its_place(case: str) -> None:
    """A difference is told by its aspect and by how the code names the value."""
    one, other, expected = DIFFERENT[case]
    assert differences(one, other) == expected
    assert {aspect for aspect, _ in differences(other, one)} == {aspect for aspect, _ in expected}


def test_a_stated_tolerance_overrides_the_dtypes() -> None:
    """``tolerance`` widens and narrows what counts as equal."""
    assert differences(tensor(1.0), tensor(1.05), Terms(tolerance=0.1)) == []
    assert differences(tensor(1.0), tensor(1.000001), Terms(tolerance=1e-9)) == [("值", "y[0]")]


def test_random_values_are_compared_by_shape_dtype_and_range() -> None:
    """What is random may have other values, and no other shape, dtype or range."""
    terms = Terms(random=True)
    assert differences(tensor(0.1, 0.5, 0.9), tensor(0.7, 0.2, 0.3), terms) == []
    assert differences(tensor(0.1, 0.5, 0.9), tensor(-2, 2, 0), terms) == [("取值范围", "y")]
    assert differences(tensor(0.1, 0.5), tensor(0.1, 0.5, 0.6), terms) == [("形状", "y")]
    assert differences(tensor(0.1, 0.5), tensor(0.1, 0.5, dtype="float64"), terms) == [("dtype", "y")]
    for same in (math.nan, math.inf):
        assert differences(tensor(same, same), tensor(same, same), terms) == []
        assert differences(tensor(same, same), tensor(0.1, 0.5), terms) == [("取值范围", "y")]


def test_only_the_asked_names_are_compared() -> None:
    """With ``compare``, what is not named may differ, and what is named has to be there."""
    one = Observation(names=(("y", tensor(1)),), inputs=(("x", tensor(1)),))
    other = Observation(names=(("y", tensor(1)),))
    assert compare(one, other, only=("y",)).differences == ()
    assert [found.aspect for found in compare(one, other).differences] == [Aspect.IN_PLACE]
    assert next(found.aspect for found in compare(one, Observation(), only=("y",)).differences) is Aspect.STRUCTURE


FILE_TEXT = "the first line of a file that a snippet has read"
TEXTS = {
    "a string": (scalar(FILE_TEXT), scalar("")),
    "bytes": (scalar(FILE_TEXT.encode()), scalar(b"")),
    "a string against a tensor": (scalar(FILE_TEXT), tensor(1)),
    "a number": (scalar(int.from_bytes(FILE_TEXT.encode())), scalar(1)),
    "a key": (Seen(Kind.MAPPING, "dict", items=((f"[{FILE_TEXT!r}]", scalar(1)),)), Seen(Kind.MAPPING, "dict")),
    "a value under a key": tuple(
        Seen(Kind.MAPPING, "dict", items=((f"[{FILE_TEXT!r}]", scalar(value)),)) for value in (1, 2)
    ),
    "a class": (Seen(Kind.OBJECT, FILE_TEXT), scalar(1)),
}


@pytest.mark.parametrize("case", TEXTS)
def test_text_of_a_result_is_not_quoted(case: str) -> None:
    """A message says that text or a long number differs, not what it is: it could be a file's."""
    one, other = TEXTS[case]
    for sides in ((one, other), (other, one)):
        observed = [Observation(names=(("y", side),)) for side in sides]
        (difference,) = compare(*observed).differences
        assert FILE_TEXT not in difference.message
        assert str(int.from_bytes(FILE_TEXT.encode())) not in difference.message


def test_short_words_and_numbers_are_quoted() -> None:
    """What an API returns as a word, such as the name of a dtype, is said."""
    for one, other, word in ((scalar("float32"), scalar("int64"), "'float32'"), (scalar(7), scalar(8), "int 7")):
        (difference,) = compare(Observation(names=(("y", one),)), Observation(names=(("y", other),))).differences
        assert word in difference.message


def test_nothing_in_common_is_no_pass() -> None:
    """Two sides that share no name and no last value have shown nothing."""
    found = compare(Observation(names=(("a", tensor(1)),)), Observation(names=(("b", tensor(1)),)))
    assert [difference.aspect for difference in found.differences] == [Aspect.NOTHING]


def test_what_was_compared_by_type_alone_is_said() -> None:
    """An object that neither side can look into passes with a note."""
    found = compare(
        Observation(names=(("g", Seen(Kind.OBJECT, "Generator")),)),
        Observation(names=(("g", Seen(Kind.OBJECT, "Generator")),)),
    )
    assert found.differences == ()
    assert found.weak == ("g 只知类型（Generator 与 Generator），内容未比较",)


def test_an_input_that_is_named_is_compared_with_its_gradient() -> None:
    """Unless the code changed it: what an optimizer made of a weight says enough, whatever sign its gradient has."""
    named = (("x", tensor(1, grad=True)),)
    one, other = (Observation(names=named, inputs=(("x.grad", tensor(number)),)) for number in (1, 2))
    assert [(found.aspect, found.where) for found in compare(one, other, only=("x",)).differences] == [
        (Aspect.VALUE, "x.grad[0]")
    ]
    assert compare(one, Observation(names=named), only=("x",)).differences[0].aspect is Aspect.GRADIENT
    changed = Observation(names=named, inputs=(*named, *one.inputs))
    assert compare(changed, other, only=("x",)).differences == ()


def test_an_observation_survives_the_pipe() -> None:
    """What a worker sends is what the command reads."""
    seen = sequence(tensor(1, math.nan, grad=True), scalar("a"), Seen(Kind.LAYER, "Linear", items=((".w", tensor(1)),)))
    observation = Observation(names=(("y", seen),), value=scalar(None), inputs=(("x", tensor(1, dtype="int64")),))
    assert Observation.from_json(observation.as_json()) == observation


@pytest.mark.parametrize("forged", [{"shape": [3]}, {"shape": [-1]}, {"data": "AAAA"}, {"kind": "x"}])
def test_a_forged_observation_is_refused(forged: dict[str, object]) -> None:
    """Parts that do not fit together never reach the comparison."""
    with pytest.raises(ValueError, match=r"."):
        Seen.from_json(tensor(1, 2).as_json() | forged)
