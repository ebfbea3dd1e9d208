from __future__ import annotations

import csv
import io
import json

from export_samples import FORMULA, files_of, shipped_files
from samples import ABS

from generator.publishing.export.mapping_csv import COLUMNS


def test_csv_is_what_excel_reads_on_a_chinese_windows() -> None:
    """It begins with a byte-order mark, its lines end with CRLF, and it has the columns that are documented."""
    text = files_of(ABS)["mapping.csv"]
    assert text.startswith("\ufefftorch,alias_of,")
    assert text.count("\r\n") == text.count("\n") == 3
    (own, alias) = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    assert tuple(own) == COLUMNS
    assert (own["torch"], own["alias_of"], own["paddle"]) == ("torch.abs", "", "paddle.abs")
    assert (own["status"], own["drop_in"], own["page"]) == ("missing", "false", "api/torch.abs/")
    assert (alias["torch"], alias["alias_of"], alias["page"]) == ("torch.absolute", "torch.abs", "api/torch.abs/")
    assert alias["torch_url"].endswith("torch.absolute.html")


def test_csv_holds_no_formula() -> None:
    """Free text that a spreadsheet would run is marked as text, and its quotes and commas break no cell."""
    rows = list(csv.DictReader(io.StringIO(files_of(FORMULA)["mapping.csv"], newline="")))
    assert {row["reason"] for row in rows} == {'\'=HYPERLINK("x"),"一"'}


def test_csv_has_a_line_for_each_record_and_alias() -> None:
    """Nothing of the catalogue is left out, and each line is whole."""
    rows = list(csv.DictReader(io.StringIO(shipped_files()["mapping.csv"].removeprefix("\ufeff"), newline="")))
    data = json.loads(shipped_files()["data.json"])
    assert {row["torch"] for row in rows} == {*data["records"], *data["aliases"]}
    assert all(None not in row and None not in row.values() for row in rows)
