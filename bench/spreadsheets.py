"""Sheets opened and saved by LibreOffice, there and back, without harm.

    python bench/spreadsheets.py [GAME ...]

For each game an edition full of awkward texts is exported, each sheet opened and saved as a spreadsheet and from that
as CSV again (with commas as UTF-8, and with semicolons as Windows-1252), and imported; what comes back has to be the
edition that went out. LibreOffice comes from Debian's package libreoffice-calc.
"""

import argparse
import copy
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from parlour.editions.importing import bring_in
from parlour.editions.shapes import own_data, tables_of
from parlour.editions.sheets import write_sheets
from parlour.editions.writing import new_edition
from parlour.engine.edition import parse_toml

GAMES = ("heartcatchers", "held_hands", "labor_of_love", "perfect_match", "work_of_heart")
AWKWARD = (
    "=1+1",
    "+49 30 1234",
    "-minus, with a comma",
    "@home",
    "007",
    "1-2",
    "3/4",
    "1e5",
    "12:30",
    "May 3",
    "TRUE",
    "'quoted' \"twice\"",
    "a; b, c | d",
    "two\nlines",
    " spaces round it ",
    "Grüße – „hier“ … 😍",
)
# What Windows-1252 has no letters for.
PLAIN = str.maketrans({"😍": "!"})
# Column separator, quote, character set and first line, as LibreOffice counts them; then that texts are quoted.
READ = "CSV:44,34,76,1"
WRITTEN = {
    "utf-8, commas": "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false",
    "windows-1252, semicolons": "csv:Text - txt - csv (StarCalc):59,34,1,1,,0,false,true,false",
}


def awkward(game: str) -> dict[str, Any]:
    """Our edition with awkward texts wherever players only read."""
    data = copy.deepcopy(own_data(game))
    members = [one for table in tables_of(game) for one in data[table]]
    places = [(one, field) for one in members for field in ("flavour", "text") if field in one]
    for i, (one, field) in enumerate(places):
        one[field] = AWKWARD[i % len(AWKWARD)]
    return data


def libreoffice() -> str:
    if not shutil.which("soffice"):
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "libreoffice-calc"]
        subprocess.run(command, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, check=True)
    return shutil.which("soffice") or sys.exit("LibreOffice is not installed")


def convert(program: str, profile: Path, files: list[Path], to: str, out: Path, *more: str) -> None:
    command = [program, f"-env:UserInstallation=file://{profile}", "--headless", *more, "--convert-to", to]
    subprocess.run([*command, "--outdir", str(out), *map(str, files)], check=True, capture_output=True)


def check(program: str, game: str, folder: Path, profile: Path) -> list[str]:
    """What was harmed, in a line each."""
    file, sheets = folder / "mine.toml", folder / "sheets"
    harmed = []
    for name, to in WRITTEN.items():
        text = new_edition(game, "mine", awkward(game))
        text = text.translate(PLAIN) if "1252" in name else text
        if "1252" in name and text.encode("cp1252", "replace").decode("cp1252") != text:
            print(f"{game}: has signs that Windows-1252 has not, so it goes as UTF-8 alone", flush=True)
            continue
        file.write_text(text, "utf-8")
        shutil.rmtree(sheets, ignore_errors=True)
        files = write_sheets(game, parse_toml(text, file.name), sheets)
        spread, back = folder / "ods", folder / "back"
        for place in (spread, back):
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()
        convert(program, profile, files, "ods", spread, f"--infilter={READ}")
        convert(program, profile, sorted(spread.glob("*.ods")), to, back)
        found = bring_in(back, file)
        harmed += [f"{name}: {fault}" for fault in found.faults]
        before, after = text.splitlines(), found.text.splitlines()
        harmed += [f"{name}: {a!r} came back as {b!r}" for a, b in zip(before, after, strict=False) if a != b]
        if len(before) != len(after):
            harmed.append(f"{name}: {len(before)} lines came back as {len(after)}")
    return harmed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    program, failed = libreoffice(), False
    for game in parser.parse_args().games:
        with tempfile.TemporaryDirectory() as folder:
            harmed = check(program, game, Path(folder), Path(folder) / "profile")
        failed = failed or bool(harmed)
        print(f"{game}: {'unharmed, ' + ' and '.join(WRITTEN) if not harmed else f'{len(harmed)} harmed'}", flush=True)
        for line in harmed[:10]:
            print(f"  {line}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
