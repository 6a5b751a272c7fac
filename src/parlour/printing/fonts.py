"""Fonts: those of the pages, which lie in every wheel, made into files that a printer's programs read."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

PAGES = Path(__file__).resolve().parents[1] / "server" / "pages" / "assets"
FACES = ("fraunces-latin-wght-normal", "source-sans-3-latin-wght-normal", "source-sans-3-latin-ext-wght-normal")


@cache
def folder() -> Path:
    """The fonts, made once for this process."""
    found = Path(tempfile.mkdtemp(prefix="parlour-fonts-"))
    atexit.register(shutil.rmtree, found, ignore_errors=True)
    for face in FACES:
        make(face, found)
    return found


def make(face: str, into: Path) -> None:
    """Unpack one font of the pages."""
    from fontTools.ttLib import TTFont

    packed = sorted(PAGES.glob(f"{face}-*.woff2"))
    if not packed:
        raise ValueError("the pages are not built, and cards are printed in their fonts; run python3 play.py once")
    with TTFont(packed[0]) as font:
        font.flavor = None
        font.save(into / f"{face}.ttf")
