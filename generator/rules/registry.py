"""All rules, in the order of their codes. A rule that is not listed here does not exist."""

from __future__ import annotations

from generator.rules import (
    api,
    api_exists,
    api_links,
    cat,
    chk,
    doc,
    doc_notes,
    doc_parts,
    exa,
    exa_code,
    exa_form,
    exa_given,
    exa_sides,
    exempt,
    new,
    other_files,
    par,
    par_keys,
    par_phrase,
    par_rows,
    par_words,
    rec,
    rec_overloads,
    rec_summary,
    redirects,
    sig,
    sig_defaults,
    sig_overrides,
    sig_stars,
    tab,
    txt_characters,
    txt_markup,
    txt_punctuation,
    txt_spaces,
    whole_catalog,
    yml,
    yml_values,
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
    yml_values.UnknownKey(),
    yml_values.WrongValue(),
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
    par_keys.RewriteMissing(),
    par_keys.SetMissing(),
    par_keys.RowContradictsItself(),
    par_rows.TableUnwanted(),
    par_phrase.PhraseTyped(),
    par_phrase.PhraseContradicts(),
    par_rows.RowOrder(),
    par_keys.DifferenceWithoutRewrite(),
    par_rows.RowTwice(),
    par_rows.NameRow(),
    par.PoorNote(),
    par_keys.DefaultsAlike(),
    par_rows.NameIsNone(),
    par_words.NameMisspelt(),
    cat.FamilyInContext(),
    cat.OtherSpelling(),
    exa_code.NotPython(),
    exa_code.UndefinedName(),
    exa_code.Prints(),
    exa_sides.WrongLibrary(),
    exa_sides.HeadingTyped(),
    exa_sides.OtherApi(),
    exa_form.TitleMissing(),
    exa_form.TitleForm(),
    exa_form.TooLong(),
    exa_given.GivenUnreadable(),
    exa_given.GivenUnused(),
    exa_given.NothingToCompare(),
    chk.CheckMissing(),
    chk.ParameterUntried(),
    rec.SuperfluousKey(),
    rec_overloads.OutsideOverloads(),
    rec_overloads.OverloadTitles(),
    rec_summary.SummaryRestated(),
    rec_summary.SummaryForm(),
    rec_summary.SummaryNamesNothing(),
    rec_summary.BareParameter(),
    rec_overloads.OverloadTwice(),
    api.FileDisagrees(),
    api_exists.ApiUnknown(),
    api_exists.AliasTwice(),
    api_links.LinkSuperfluous(),
    api_links.LinkMissing(),
    sig.ParameterMissing(),
    sig.ParameterUnknown(),
    sig.SignatureOrder(),
    sig_defaults.DefaultsDiffer(),
    sig_overrides.OverrideSuperfluous(),
    sig_overrides.OverrideDrifted(),
    sig_stars.StarsWrong(),
    txt_spaces.MissingSpace(),
    txt_punctuation.HalfWidthPunctuation(),
    txt_characters.Lookalike(),
    txt_characters.Misnamed(),
    txt_punctuation.DoubledPunctuation(),
    txt_spaces.StrayWhiteSpace(),
    txt_characters.Invisible(),
    txt_characters.FullWidthWord(),
    txt_markup.MarkdownTyped(),
    txt_markup.RawHtml(),
    txt_markup.UnclosedCode(),
    txt_markup.NoChinese(),
    new.Unfinished(),
    exempt.ExemptionUnknown(lambda: CODES),
)

TEXT_RULES: tuple[TextRule, ...] = tuple(rule for rule in RECORD_RULES if isinstance(rule, TextRule))

CATALOG_RULES: tuple[CatalogRule, ...] = (
    api_exists.RelatedUnknown(),
    whole_catalog.RecordedTwice(),
    whole_catalog.OnlyCaseDiffers(),
    whole_catalog.AliasCollides(),
    whole_catalog.SectionAmbiguous(),
)

OTHER_RULES: tuple[other_files.OtherRule, ...] = (
    other_files.NamedApiUnknown(),
    other_files.NumberTwice(),
)

SETTINGS_RULES: tuple[redirects.SettingsRule, ...] = (
    redirects.RedirectUnused(),
    redirects.RedirectToNothing(),
)

EXEMPTION_RULE = exempt.ExemptionUnused()

ALL_RULES: tuple[Rule, ...] = tuple(
    sorted(
        (*DEFECT_RULES, *RECORD_RULES, *CATALOG_RULES, *OTHER_RULES, *SETTINGS_RULES, EXEMPTION_RULE),
        key=lambda rule: rule.code,
    )
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
