"""The command line in the process of the tests."""

from __future__ import annotations

import pytest

from generator.cli import main


def run(*arguments: object) -> int:
    """The exit code of ``apimap`` with these arguments."""
    with pytest.raises(SystemExit) as stopped:
        main([str(argument) for argument in arguments])
    code = stopped.value.code
    assert isinstance(code, int)
    return code
