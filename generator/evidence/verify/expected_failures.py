"""Tells why a conversion may be wrong: an assumption does not hold, or a reminder mentions what differs."""

from __future__ import annotations

import ast
import re
from collections.abc import Set as AbstractSet

from generator.evidence.verify.compare import Aspect, Difference
from generator.evidence.verify.convert_snippet import Attempt
from generator.model.fact import Answer
from generator.model.parameter import Effect


def expected_failure(
    api: str, attempt: Attempt, difference: Difference | None, code: str, passed: AbstractSet[str]
) -> str:
    """Returns what excuses a wrong conversion of torch's ``code``, in words; empty where it is a mistake.

    Assumptions do that the inputs contradict. Those that the inputs leave open do, of the call of ``api`` itself if it
    makes any, if each is also in ``passed``: made by a snippet of the record that passes. An effect excuses a
    ``difference`` in which it shows; there is none where the code fails, which a backward pass alone can let it do.
    """
    broken = [said for said, holds in attempt.assumptions.items() if holds is Answer.NO]
    left = [said for said, holds in attempt.assumptions.items() if holds is Answer.UNKNOWN]
    warned = [said for said, effect in attempt.warnings.items() if _shows(effect, difference, code)]
    if warned and not broken:
        return "；".join(warned)
    own = [said for said in left if api in attempt.made_for.get(said, ())]
    broken = broken or (left if passed >= set(own or left) else [])
    return f"{'、'.join(broken)}，这里不成立" if broken else ""


def _shows(effect: Effect, difference: Difference | None, code: str) -> bool:
    """Tells whether an effect can show as this difference in what a code gives, or by its failing."""
    if difference is None:
        return effect is Effect.GRADIENT and _GRADIENT.search(code) is not None
    aspect = difference.aspect
    if effect is Effect.GRADIENT:
        return aspect is Aspect.GRADIENT or _is_of_gradient(difference.where, code)
    if effect is Effect.VIEW:
        return aspect in {Aspect.VALUE, Aspect.SHAPE, Aspect.IN_PLACE} and _changes_in_place(code)
    return effect is Effect.STATE or aspect in {Aspect.VALUE, Aspect.IN_PLACE}


_GRADIENT = re.compile(r"\.(?:backward|grad|jacobian|hessian|jvp|vjp|hvp|vhp)\b")


def _is_of_gradient(where: str, code: str) -> bool:
    """Tells whether a value is a gradient, is computed after there are gradients, or is an input changed then."""
    name, body = re.split(r"\W", where)[0], ast.parse(code).body
    first = next((at for at, one in enumerate(body) if _GRADIENT.search(ast.unparse(one))), len(body))
    stored = max((at for at, one in enumerate(body) if name in _stored(one)), default=len(body))
    return first < len(body) and (".grad" in where or stored >= first)


def _stored(statement: ast.stmt) -> AbstractSet[str]:
    return {n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _changes_in_place(code: str) -> bool:
    return any(
        isinstance(node, ast.AugAssign)
        or (isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store))
        or (isinstance(node, ast.Attribute) and re.search(r"[^_]_$", node.attr) is not None)
        or (isinstance(node, ast.keyword) and node.arg == "out")
        for node in ast.walk(ast.parse(code))
    )
