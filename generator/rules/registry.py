"""All rules, in the order of their codes. A rule that is not listed here does not exist."""

from __future__ import annotations

from generator.rules import (
    api,
    api_exists,
    cat,
    chk,
    doc,
    doc_notes,
    doc_parts,
    exa,
    exa_code,
    exa_form,
    exempt,
    new,
    par,
    par_phrase,
    par_rows,
    par_words,
    rec,
    sig,
    sig_defaults,
    tab,
    txt,
    txt_markup,
    whole_catalog,
    yml,
)
from generator.rules.base import CatalogRule, DefectRule, RecordRule, Rule, TextRule

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
    doc.NotReadable(),
    doc.NoTitle(),
    doc.TitleForm(),
    doc.SecondTitle(),
    doc.NamesDisagree(),
    doc.NotAnApi(),
    doc.HeadingForm(),
    doc_parts.LinkMissing(),
    doc_parts.SignatureMissing(),
    doc_parts.SummaryMissing(),
    doc_parts.FenceUnclosed(),
    doc_parts.TableBroken(),
    doc_parts.ProseInCode(),
    doc_parts.ExampleForm(),
    doc_notes.RenamedUnsaid(),
    doc_notes.LackUnsaid(),
    doc_notes.NoteUnended(),
    doc_notes.KindUnplaced(),
    tab.RowNotRead(),
    tab.LibraryMisspelt(),
    tab.LinkElsewhere(),
    tab.LinkQuery(),
    tab.Numbering(),
    tab.TableText(),
    tab.CategoryUnsaid(),
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
    par_phrase.PhraseTyped(),
    par_phrase.PhraseContradicts(),
    par_rows.RowOrder(),
    par_rows.DifferenceWithoutRewrite(),
    par_rows.RowTwice(),
    par_rows.NameRow(),
    par_rows.PoorNote(),
    par_rows.DefaultsAlike(),
    par_rows.NameIsNone(),
    par_words.NameMisspelt(),
    cat.FamilyInContext(),
    cat.OtherSpelling(),
    exa_code.NotPython(),
    exa_code.UndefinedName(),
    exa_code.Prints(),
    exa_code.WrongLibrary(),
    exa_code.HeadingTyped(),
    exa_code.OtherApi(),
    exa_form.TitleMissing(),
    exa_form.TitleForm(),
    exa_form.TooLong(),
    exa_form.GivenUnreadable(),
    exa_form.GivenUnused(),
    exa_form.NothingToCompare(),
    chk.CheckMissing(),
    chk.ParameterUntried(),
    rec.SuperfluousKey(),
    rec.OutsideOverloads(),
    rec.OverloadTitles(),
    rec.SummaryRestated(),
    rec.SummaryForm(),
    rec.SummaryNamesNothing(),
    rec.BareParameter(),
    rec.OverloadTwice(),
    api_exists.ApiUnknown(),
    api_exists.RelatedUnknown(),
    api_exists.AliasTwice(),
    api_exists.LinkSuperfluous(),
    api_exists.LinkMissing(),
    sig.ParameterMissing(),
    sig.ParameterUnknown(),
    sig.SignatureOrder(),
    sig_defaults.DefaultsDiffer(),
    sig_defaults.OverrideSuperfluous(),
    sig_defaults.OverrideDrifted(),
    txt.MissingSpace(),
    txt.HalfWidthPunctuation(),
    txt.Lookalike(),
    txt.Misnamed(),
    txt.DoubledPunctuation(),
    txt.StrayWhiteSpace(),
    txt.Invisible(),
    txt_markup.MarkdownTyped(),
    txt_markup.RawHtml(),
    txt_markup.UnclosedCode(),
    txt_markup.NoChinese(),
    new.Unfinished(),
    exempt.ExemptionUnknown(lambda: CODES),
)

TEXT_RULES: tuple[TextRule, ...] = tuple(rule for rule in RECORD_RULES if isinstance(rule, TextRule))

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

CODES: frozenset[str] = frozenset(rule.code for rule in ALL_RULES)

_BY_KIND = {kind: rule for rule in DEFECT_RULES for kind in rule.kinds}
_OTHER_KINDS = next(rule for rule in DEFECT_RULES if not rule.kinds)


def defect_rule(kind: str) -> DefectRule:
    """The rule that words a defect."""
    return _BY_KIND.get(kind, _OTHER_KINDS)


def find_rule(code: str) -> Rule | None:
    """The rule of a code, whatever its case."""
    return next((rule for rule in ALL_RULES if rule.code == code.upper()), None)
