"""Art: the project's pictures as SVG for print, with their colours filled in."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from parlour.engine.deck import Art

PACKAGE = Path(__file__).resolve().parents[1]
# In a wheel the pictures lie in the package; in the sources they lie beside the pages that show them.
FOLDERS = (PACKAGE / "art", PACKAGE.parents[1] / "web" / "art")

VARIABLE = re.compile(r"var\(--(?P<name>[\w-]+)(?:,\s*(?P<otherwise>[^()]*(?:\([^()]*\)[^()]*)*))?\)")
NESTED = 3


@cache
def folder() -> Path:
    """Where the pictures are."""
    for found in FOLDERS:
        if found.is_dir():
            return found
    raise ValueError("this Parlour has no pictures to print; install it from a wheel or from its sources")


def named(game: str) -> dict[str, Any]:
    """Which picture belongs to what in a game: its cards.json, which the pages read too; and all `files`."""
    file = folder() / game / "cards.json"
    found: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return found | {"files": files()}


@cache
def files() -> frozenset[str]:
    """The names of all pictures."""
    return frozenset(path.relative_to(folder()).with_suffix("").as_posix() for path in folder().rglob("*.svg"))


def drawn(art: Art) -> str:
    """A picture as SVG of its own: variables, currentColor and the classes of its parts have their colours."""
    file = folder() / f"{art.name}.svg"
    if not file.is_file():
        raise ValueError(f"there is no picture {art.name!r}")
    parts = {"edge": art.colour, "card": art.paper, **dict(art.parts)}
    svg = file.read_text("utf-8")
    for _ in range(NESTED):
        svg = VARIABLE.sub(lambda found: parts.get(found["name"], found["otherwise"] or art.colour), svg)
    svg = svg.replace("currentColor", art.colour)
    style = "".join(f".{name}{{fill:{colour}}}" for name, colour in art.parts)
    opening = f'<svg fill="{art.colour}" '
    inside = f"<style>{style}</style>" if style else ""
    return re.sub(r"<svg ([^>]*)>", lambda found: f"{opening}{without_fill(found[1])}>{inside}", svg, count=1)


def without_fill(attributes: str) -> str:
    return re.sub(r'\s?fill="[^"]*"', "", attributes)


def size_of(art: Art) -> tuple[float, float]:
    """How wide and high a picture is drawn, in its own units."""
    found = re.search(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"', (folder() / f"{art.name}.svg").read_text("utf-8"))
    return (float(found[1]), float(found[2])) if found else (1.0, 1.0)
