"""Editions as sheets: there and back without loss, whatever program saves them, and faults by file, row and column."""

import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.editions.cells import from_cell, guarded, to_cell, unguarded
from parlour.editions.checking import check_text
from parlour.editions.comparing import compare
from parlour.editions.importing import bring_in
from parlour.editions.shapes import own_data
from parlour.editions.sheets import write_sheets
from parlour.editions.writing import new_edition
from parlour.engine.edition import parse_toml
from parlour.engine.faults import bare
from places import RELEASED
from waiting import until


@pytest.fixture
def shop(tmp_path: Path) -> tuple[Path, Path]:
    """An edition of Labor of Love, and its sheets."""
    return made("labor_of_love", tmp_path)


def made(game: str, folder: Path) -> tuple[Path, Path]:
    file = folder / "my.toml"
    file.write_text(new_edition(game, "my", own_data(game)), "utf-8")
    write_sheets(game, parse_toml(file.read_text("utf-8"), "my.toml"), folder / "sheets")
    return file, folder / "sheets"


def edit(sheet: Path, row: int, column: str, value: str) -> None:
    """Change a cell; rows count as spreadsheet programs do."""
    rows = list(csv.reader(io.StringIO(sheet.read_text("utf-8-sig"), newline="")))
    rows[row - 1][rows[0].index(column)] = value
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    sheet.write_text(text.getvalue(), "utf-8", newline="")


@pytest.mark.parametrize("game", RELEASED)
def test_there_and_back_nothing_is_changed(game, tmp_path):
    file, sheets = made(game, tmp_path)
    assert bring_in(sheets, file).text == file.read_text("utf-8")
    alone = bring_in(sheets, tmp_path / "new.toml")
    contents = [check_text(game, text, "x").content for text in (file.read_text("utf-8"), alone.text)]
    assert not compare(game, *contents)
    assert contents[0] == contents[1]


def test_a_number_changed_in_a_sheet_is_changed_in_the_file_and_nothing_else(shop):
    file, sheets = shop
    file.write_text(file.read_text("utf-8").replace("hours = 2\n", "hours = 2  # too cheap?\n", 1), "utf-8")
    edit(sheets / "cards.csv", 2, "hours", "4")
    before = file.read_text("utf-8").splitlines()
    after = bring_in(sheets, file).text.splitlines()
    assert [(a, b) for a, b in zip(before, after, strict=True) if a != b] == [
        ("hours = 2  # too cheap?", "hours = 4  # too cheap?")
    ]


def test_every_fault_is_told_with_its_file_its_row_and_its_column(shop):
    file, sheets = shop
    edit(sheets / "cards.csv", 2, "hours", "often")
    edit(sheets / "cards.csv", 5, "craft", "yarm")
    edit(sheets / "cards.csv", 7, "id", "pompom")
    edit(sheets / "settings.csv", 8, "value", "")
    edit(sheets / "crafts.csv", 1, "colour", "color")
    said = [str(fault) for fault in bring_in(sheets, file).faults]
    assert said == [
        "cards.csv, row 2, column hours (D2): 'often' does not fit: a whole number from 1 to 20.",
        "cards.csv, row 5, column craft (C5): 'yarm' is not a craft of this edition; the nearest is 'yarn'.",
        "cards.csv, row 7, column id (A7): 'pompom' is listed twice.",
        "crafts.csv, row 1: there is no column 'colour'.",
        "crafts.csv, row 1, column color (C1): there is no field 'color'; the nearest is 'colour'.",
    ]


def test_what_is_no_sheet_gets_a_sentence(shop):
    file, sheets = shop
    (sheets / "crads.csv").write_text("id\n", "utf-8")
    (sheets / "crafts.csv").write_bytes(b'id,name\n"unfinished')
    (sheets / "emojis.csv").write_bytes(b"x" * 1_000_001)
    found = bring_in(sheets, file)
    said = " ".join(map(str, [*found.faults, *found.remarks]))
    assert "crafts.csv: this is no CSV" in said
    assert "emojis.csv: a sheet has at most 1,000,000 bytes" in said
    assert "crads.csv: no table of labor_of_love is called so; the nearest is 'cards'; not read" in said
    with pytest.raises(ValueError, match="there are no sheets"):
        bring_in(file.parent / "nowhere", file)


@pytest.mark.parametrize(
    ("encoding", "delimiter"), [("utf-8", ","), ("utf-8-sig", ";"), ("utf-16", "\t"), ("cp1252", ";")]
)
def test_whatever_a_spreadsheet_program_writes_is_read(shop, encoding, delimiter):
    file, sheets = shop
    edit(sheets / "cards.csv", 2, "name", "Bömmel, „klein“; rot")
    rows = list(csv.reader(io.StringIO((sheets / "cards.csv").read_text("utf-8-sig"), newline="")))
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(rows)
    (sheets / "cards.csv").write_bytes(text.getvalue().encode(encoding, "replace"))
    found = bring_in(sheets, file)
    assert found.faults == []
    assert 'name = "Bömmel, „klein“; rot"' in found.text
    assert [f.place.file for f in found.remarks] == (["cards.csv"] if encoding == "cp1252" else [])


@pytest.mark.parametrize(
    "text", ["=1+1", "+3", "-x", "@me", "007", "1-2", "3/4", "May 3", "'quoted", " x", "TRUE", "1e5"]
)
def test_no_cell_is_a_formula_a_number_or_a_date(text):
    cell = to_cell(text)
    assert cell == f"'{text}"
    assert from_cell(cell, bare(str)) == text


@given(st.text())
def test_every_text_comes_back(text):
    assert unguarded(guarded(text)) == text or not guarded(text).startswith("'")
    assert from_cell(to_cell(text), bare(str)) == text


@given(st.lists(st.integers(-99, 99)))
def test_every_list_of_numbers_comes_back(numbers):
    assert from_cell(to_cell(numbers), bare(list[int])) == numbers


def test_names_that_begin_like_formulas_come_back(shop):
    file, sheets = shop
    text = file.read_text("utf-8").replace('name = "Pompom"', 'name = "=SUM(A1:A9)"', 1)
    file.write_text(text, "utf-8")
    write_sheets("labor_of_love", parse_toml(text, "x"), sheets)
    assert "'=SUM(A1:A9)" in (sheets / "cards.csv").read_text("utf-8")
    assert bring_in(sheets, file).text == text


def test_a_map_is_a_sheet_with_a_cell_for_each_space(tmp_path):
    file, sheets = made("work_of_heart", tmp_path)
    rows = list(csv.reader(io.StringIO((sheets / "campus.rows.csv").read_text("utf-8-sig"), newline="")))
    assert len(rows[0]) == 13
    edit(sheets / "campus.rows.csv", 3, "2", "Xx")
    said = [str(fault) for fault in bring_in(sheets, file).faults]
    assert said == [
        "campus.rows.csv: campus.rows: 'Xx' is neither a building, nor a trait, nor one of QQ, Ev, Ac and --."
    ]


def test_watching_imports_again_after_each_save(shop):
    file, sheets = shop
    command = [sys.executable, "-m", "parlour", "edition", "import", str(file), "--csv", str(sheets), "--watch"]
    watching = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ})
    try:
        assert watching.stdout is not None
        while b"already" not in watching.stdout.readline():
            pass
        edit(sheets / "cards.csv", 2, "hours", "0")
        while b"cards.csv, row 2, column hours" not in watching.stdout.readline():
            pass
        assert "hours = 2\n" in file.read_text("utf-8")
        edit(sheets / "cards.csv", 2, "hours", "9")
        until(lambda: "hours = 9\n" in file.read_text("utf-8"))
    finally:
        watching.kill()
        watching.communicate()
