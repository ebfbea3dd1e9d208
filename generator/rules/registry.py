"""All rules, in the order of their codes. A rule that is not listed here does not exist."""

from __future__ import annotations

from generator.rules import api, cat, exa, exempt, par, whole_catalog, yml
from generator.rules.base import CatalogRule, DefectRule, RecordRule, Rule

DEFECT_RULES: tuple[DefectRule, ...] = (
    cat.UnknownCategory(),
    par.RowWithoutSide(),
    yml.Syntax(),
    yml.Encoding(),
    yml.NotARecord(),
    yml.DuplicateKey(),
    yml.UnwantedYaml(),
    yml.UnknownKey(),
    yml.WrongValue(),
    yml.TooMuch(),
    yml.Unreadable(),
)

RECORD_RULES: tuple[RecordRule, ...] = (
    cat.CategoryDisagrees(),
    cat.CounterpartMissing(),
    cat.ReasonMissing(),
    exa.ExampleMissing(),
    exa.ExampleUnwanted(),
    exa.RowWithoutExample(),
    exa.ExampleWithoutRow(),
    par.NoteWithoutFullStop(),
    par.NoteMissing(),
    par.RewriteMissing(),
    par.SetMissing(),
    par.RowContradictsItself(),
    par.TableUnwanted(),
)

CATALOG_RULES: tuple[CatalogRule, ...] = (
    api.FileDisagrees(),
    whole_catalog.RecordedTwice(),
    whole_catalog.OnlyCaseDiffers(),
    whole_catalog.AliasCollides(),
    whole_catalog.SectionAmbiguous(),
)

EXEMPTION_RULE = exempt.ExemptionUnused()

ALL_RULES: tuple[Rule, ...] = tuple(
    sorted((*DEFECT_RULES, *RECORD_RULES, *CATALOG_RULES, EXEMPTION_RULE), key=lambda rule: rule.code)
)

_BY_KIND = {kind: rule for rule in DEFECT_RULES for kind in rule.kinds}
_OTHER_KINDS = next(rule for rule in DEFECT_RULES if not rule.kinds)


def defect_rule(kind: str) -> DefectRule:
    """The rule that words a defect."""
    return _BY_KIND.get(kind, _OTHER_KINDS)


def find_rule(code: str) -> Rule | None:
    """The rule of a code, whatever its case."""
    return next((rule for rule in ALL_RULES if rule.code == code.upper()), None)
