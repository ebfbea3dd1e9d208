"""Tests of forms in the catalogue: each is a record like any other, from its own place in the file."""

from __future__ import annotations

from samples import Project, shipped_catalog

from generator.catalog.catalog import load_catalog
from generator.lint.run import lint_catalog
from generator.model.evidence import rows_digest
from generator.model.form_code import looks_at_view
from generator.publishing.views.record_outline import outlined

FORMS = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
checks:
  - {given: {x: "float32[2]"}, torch: y = torch.abs(input=x), paddle: y = paddle.abs(x=x), usual: true}
forms:
  - {torch: torch.Tensor.abs, paddle: paddle.Tensor.abs, aliases: [torch.Tensor.absolute]}
"""


def test_a_record_is_run_with_its_forms(project: Project) -> None:
    """A record's name, an alias of it and its file name the forms as well; a form's name names it alone."""
    path = project.add(FORMS.replace("forms:", "aliases: [torch.absolute]\nforms:"))
    catalog = load_catalog(project.root)
    both, one = [catalog.by_api["torch.abs"], catalog.by_api["torch.Tensor.abs"]], [catalog.by_api["torch.Tensor.abs"]]
    for name in ("torch.abs", "torch.absolute", str(path)):
        assert list(catalog.tested_as(name)) == both
    for name in ("torch.Tensor.abs", "torch.Tensor.absolute"):
        assert list(catalog.tested_as(name)) == one
    assert catalog.tested_as("torch.none") == ()


def test_a_form_is_found_under_its_names(project: Project) -> None:
    """A form has a record, which an alias of it leads to, and its own page and key."""
    project.add(FORMS)
    catalog = load_catalog(project.root)
    source = catalog.by_api["torch.Tensor.abs"]
    assert catalog.source_of("torch.Tensor.absolute") is source
    assert source.form_of == "torch.abs"
    assert source.stem == "torch.Tensor.abs"
    assert source.key != catalog.by_api["torch.abs"].key


def test_what_is_wrong_with_a_form_is_found_where_it_is_written(project: Project) -> None:
    """A form to which no code was carried over is reported as such, at its place in the file; the record is not."""
    project.add(FORMS.replace("aliases:", "drop: [checks.0], aliases:"))
    found = [one for one in lint_catalog(load_catalog(project.root)) if one.file.endswith("torch.abs.yml")]
    assert [(one.code, one.span.line, one.message.startswith("torch.Tensor.abs：")) for one in found] == [
        ("CHK001", 9, True)
    ]


def test_the_outlines_of_a_record_and_its_forms_are_each_there_once(project: Project) -> None:
    """What lists are made from has the record and its forms, with the same code and rows to compare evidence with."""
    project.add(FORMS)
    catalog = load_catalog(project.root)
    outlines = outlined(catalog, {})
    assert [record.torch for record in outlines.records()] == [record.torch for record in catalog.records()]
    for record in catalog.records():
        outline = outlines.by_api[record.torch].record
        assert outline is not None
        assert rows_digest(outline) == rows_digest(record)


def test_the_views_of_all_that_is_changed_in_place_are_looked_at() -> None:
    """Every shipped form in place has a check with a view of what it changes, derived or of its own."""
    catalog = shipped_catalog()
    forms = [
        form for source in catalog.record_sources if source.record for form in source.record.forms if form.in_place
    ]
    found = {form.torch: catalog.by_api[form.torch].record for form in forms}
    assert len(found) > 100
    unseen = [
        api
        for api, record in found.items()
        if record is None or not any(looks_at_view(snippet.torch) for _, snippet in record.snippets())
    ]
    assert unseen == []
