"""What is known of calls: compiled from the project folder, or carried by the wheel."""

from __future__ import annotations

import json

from generator.calls.knowledge.knowledge import Knowledge
from generator.commands import Invocation
from generator.commands.compiled_data import CompiledFile, open_compiled

CALLS = CompiledFile("calls.json")


def open_knowledge(invocation: Invocation) -> Knowledge:
    """Returns what is known of calls.

    Raises:
        CannotRunError: there is neither a project folder nor what the wheel carries.
    """
    return open_compiled(invocation, CALLS, Knowledge.parse, _compile)


def _compile(invocation: Invocation) -> str:
    from generator.calls.knowledge.compile import compile_knowledge

    return json.dumps(compile_knowledge(invocation.open_catalog()), ensure_ascii=False, separators=(",", ":"))
