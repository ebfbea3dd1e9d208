from __future__ import annotations

import pytest
from known_calls import scan_of

from generator.calls.site import CallSite
from generator.model.call_verdict import CallVerdict
from generator.projects.scan.summary import MINUTES, Summary, method_text, share_text, time_text


def site(api: str, verdict: CallVerdict, *, guess: bool = False, assumptions: tuple[str, ...] = ()) -> CallSite:
    """A use of an API, wherever it stands."""
    return CallSite(api, "x", 0, 1, 1, 1, verdict, guess=guess, assumptions=assumptions)


def test_uses_are_counted_by_verdict_and_guesses_apart() -> None:
    """A guess is no use of torch, and what stays in any case is nothing to look at; an assumption counts among what is converted."""
    summary = Summary(
        (
            scan_of(
                "a.py",
                "x",
                site("torch.a", CallVerdict.RENAMED),
                site("torch.a", CallVerdict.ARGUMENTS, assumptions=("x",)),
                site("torch.b", CallVerdict.REWRITE),
                site("torch.c", CallVerdict.UNSURE, guess=True),
                site("torch.c", CallVerdict.VERBATIM, guess=True),
            ),
            scan_of("b.py", "x", site("torch.b", CallVerdict.VERBATIM)),
            scan_of("c.py", "x"),
        )
    )
    tally = summary.tally
    assert (tally.total, tally.mechanical, tally.by_hand, tally.assumed, tally.guesses) == (4, 3, 1, 1, 1)
    assert tally.share == 0.75
    assert [(one.api, one.tally.total) for one in summary.by_api] == [("torch.a", 2), ("torch.b", 2), ("torch.c", 0)]
    assert [file.name for file, _ in summary.by_file] == ["a.py", "b.py"]
    assert not summary.is_done


def test_an_assumption_is_listed_once() -> None:
    """Each has its uses, by API, and the first place; what is left to a person or only guessed at rests on none."""
    summary = Summary(
        (
            scan_of(
                "a.py",
                "x",
                site("torch.a", CallVerdict.RENAMED, assumptions=("p", "q")),
                site("torch.b", CallVerdict.REWRITE, assumptions=("r",)),
                site("torch.b", CallVerdict.VERBATIM, guess=True, assumptions=("r",)),
            ),
            scan_of(
                "b.py",
                "x",
                site("torch.b", CallVerdict.RENAMED, assumptions=("q",)),
                site("torch.b", CallVerdict.RENAMED, assumptions=("q",)),
            ),
        )
    )
    assert [(one.assumption, one.uses, list(one.apis.items()), one.file.name) for one in summary.by_assumption] == [
        ("q", 3, [("torch.b", 2), ("torch.a", 1)], "a.py"),
        ("p", 1, [("torch.a", 1)], "a.py"),
    ]


@pytest.mark.parametrize("verdict", MINUTES)
def test_an_api_is_learnt_once(verdict: CallVerdict) -> None:
    """The first use of an API takes its time, each further one less, in whatever files they stand."""
    need = MINUTES[verdict]
    files = [scan_of(f"{number}.py", "x", site("torch.a", verdict)) for number in range(3)]
    assert Summary(tuple(files)).minutes == need.first + 2 * need.again
    other = scan_of("other.py", "x", site("torch.b", verdict))
    assert Summary((*files, other)).minutes == 2 * need.first + 2 * need.again
    assert f"{verdict} {need.first}、{need.again}" in method_text()


def test_mechanical_uses_take_no_time() -> None:
    """Nothing is left of a project that is converted whole."""
    summary = Summary((scan_of("a.py", "x", site("torch.a", CallVerdict.RENAMED)),))
    assert (summary.minutes, summary.is_done, time_text(0)) == (0, True, "没有")


@pytest.mark.parametrize(("share", "text"), [(None, "—"), (0.0, "0.0%"), (0.9999, "99.9%"), (1.0, "100.0%")])
def test_share_is_whole_only_where_nothing_is_missing(share: float | None, text: str) -> None:
    """A share is rounded down."""
    assert share_text(share) == text
