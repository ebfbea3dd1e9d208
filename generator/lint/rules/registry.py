"""The registry of all rules; a rule that is not listed here never runs."""

from __future__ import annotations

from collections.abc import Mapping

from generator.lint.rules import (
    api,
    api_links,
    between_records,
    cat,
    chk,
    con,
    doc,
    drafts,
    evi,
    exa,
    exa_code,
    exa_form,
    exa_given,
    exa_sides,
    exempt,
    notes_and_topics,
    par,
    par_differences,
    par_keys,
    par_measured,
    par_phrase,
    par_rows,
    rec,
    rec_claims,
    rec_overloads,
    rec_summary,
    redirects,
    sig,
    sig_defaults,
    sig_omitted,
    sig_overrides,
    sig_stars,
    tab,
    txt_characters,
    txt_markup,
    txt_punctuation,
    txt_spaces,
    yml,
)
from generator.lint.rules.base import ANY_KIND, CatalogRule, DefectRule, RecordRule, Rule, TextRule

DEFECT_RULES: tuple[DefectRule, ...] = (cat.UNKNOWN_CATEGORY, par.ROW_WITHOUT_SIDE, *yml.RULES, *doc.RULES, *tab.RULES)

RECORD_RULES: tuple[RecordRule, ...] = (
    cat.CategoryDisagrees(),
    cat.CounterpartMissing(),
    cat.ReasonMissing(),
    cat.AbsenceUntried(),
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
    par.NameMisspelt(),
    par_differences.DifferenceInWords(),
    par_measured.MeasuredInWords(),
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
    exa_given.DimensionsContradict(),
    exa_given.GivenUnused(),
    exa_given.NothingToCompare(),
    chk.CheckMissing(),
    chk.ParameterUntried(),
    chk.UsualCallUnmarked(),
    con.SubjectUnknown(),
    con.TestDecidesNothing(),
    con.PlaceholderUnknown(),
    con.ArgumentUnknown(),
    con.ArgumentSetTwice(),
    con.ConvertWithoutDifference(),
    con.DifferenceWithoutCondition(),
    con.ConditionContradictsItself(),
    con.AroundUnproven(),
    con.TemplateOfExample(),
    con.HelperDiffers(),
    rec.SuperfluousKey(),
    rec_overloads.OutsideOverloads(),
    rec_overloads.OverloadTitles(),
    rec_summary.SummaryRestated(),
    rec_summary.SummaryForm(),
    rec_summary.SummaryNamesNothing(),
    rec_summary.BareParameter(),
    rec_overloads.OverloadTwice(),
    rec_claims.SummaryContradicts(),
    api.FileDisagrees(),
    api.ApiUnknown(),
    api.AliasTwice(),
    api_links.LinkSuperfluous(),
    api_links.LinkMissing(),
    sig.ParameterMissing(),
    sig.ParameterUnknown(),
    sig.SignatureOrder(),
    sig_defaults.DefaultsDiffer(),
    sig_overrides.OverrideSuperfluous(),
    sig_overrides.OverrideDrifted(),
    sig_stars.StarsWrong(),
    sig_overrides.OverrideAnnotated(),
    sig_omitted.DefaultOnlyOfTorch(),
    sig_omitted.DefaultNoneOfOneSide(),
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
    drafts.Unfinished(),
    drafts.Unread(),
    exempt.ExemptionUnknown(lambda: CODES),
)

TEXT_RULES: tuple[TextRule, ...] = tuple(rule for rule in RECORD_RULES if isinstance(rule, TextRule))

_OF_FORMS = frozenset({"API", "CHK", "CON", "EXA", "SIG"})
FORM_RULES: tuple[RecordRule, ...] = tuple(
    rule for rule in RECORD_RULES if rule.code[:3] in _OF_FORMS and not isinstance(rule, TextRule | api.FileDisagrees)
)
"""The rules that a form's record is examined by; its texts are those of the file's record, and it has no file."""

CATALOG_RULES: tuple[CatalogRule, ...] = (
    api.RelatedUnknown(),
    between_records.RecordedTwice(),
    between_records.OnlyCaseDiffers(),
    between_records.AliasCollides(),
    between_records.SectionAmbiguous(),
    between_records.RareName(),
)

OTHER_RULES: tuple[notes_and_topics.OtherRule, ...] = (
    notes_and_topics.NamedApiUnknown(),
    notes_and_topics.NumberTwice(),
)

SETTINGS_RULES: tuple[redirects.SettingsRule, ...] = (
    redirects.RedirectUnused(),
    redirects.RedirectToNothing(),
)

EVIDENCE_RULES: tuple[RecordRule, ...] = (evi.EvidenceLacking(), evi.VariationLacking())
"""Rules about the results of runs: for those who change records, and no fault of the text that a page would show."""

EXEMPTION_RULE = exempt.ExemptionUnused()

ALL_RULES: tuple[Rule, ...] = tuple(
    sorted(
        (
            *DEFECT_RULES,
            *RECORD_RULES,
            *CATALOG_RULES,
            *OTHER_RULES,
            *SETTINGS_RULES,
            *EVIDENCE_RULES,
            EXEMPTION_RULE,
        ),
        key=lambda rule: rule.code,
    )
)

CODES: frozenset[str] = frozenset(rule.code for rule in ALL_RULES)

_BY_KIND = {kind: rule for rule in DEFECT_RULES for kind in rule.words}


HELD_BACK: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("EXA001", "EXA002"), frozenset({"CAT002"})),
    **dict.fromkeys(("API001", "CHK001", "CHK002", "EXA003", "EXA010"), frozenset({"API002"})),
    "PAR002": frozenset({"YML006"}),
}
"""Findings that say nothing new of a file, by the codes beside which they only follow from what those say.

A category is wrong, so that its examples seem to be; a name is misspelt, so that nothing in the file seems to use it; a
note was cut at a comma, so that it seems to lack its full stop.
"""


def defect_rule(kind: str) -> DefectRule:
    """Returns the rule with the words for a kind of defect."""
    return _BY_KIND.get(kind) or _BY_KIND[ANY_KIND]


def find_rule(code: str) -> Rule | None:
    """Returns the rule of a code, whatever its case."""
    return next((rule for rule in ALL_RULES if rule.code == code.upper()), None)
