"""The press: an edition's box as PDF or as pictures, by Typst, which sees nothing but the data that it is handed."""

import json
import tempfile
from pathlib import Path
from typing import Any, Literal

from parlour.engine.deck import Box
from parlour.engine.sight import printed_in, voice_for
from parlour.printing import art, fonts, sheets

TEMPLATE = Path(__file__).with_name("deck.typ")


def box_of(game: Any, edition: Any, language: str = "en") -> Box:
    """What is in an edition's box, in a language."""
    try:
        deck = game.part("deck")
    except ModuleNotFoundError:
        raise ValueError(f"{game.about.title} has nothing to print: its folder has no deck.py") from None
    text = voice_for(game, edition, language, None, ()).text
    found: Box = deck.box(
        edition.in_language(language), printed_in(game, edition, language), text, art.named(game.name)
    )
    return found


def pdf(game: Any, edition: Any, box: Box, order: sheets.Order) -> bytes:
    """All pages of an order as one PDF."""
    return pressed(sheets.laid_out(game, edition, box, order), "pdf")[0]


def pictures(game: Any, edition: Any, box: Box, order: sheets.Order, ppi: float) -> list[bytes]:
    """The same as one PNG a page."""
    return pressed(sheets.laid_out(game, edition, box, order), "png", ppi)


def pressed(data: dict[str, Any], form: Literal["pdf", "png"], ppi: float = 144) -> list[bytes]:
    """Run Typst: the texts come as JSON, and its root is an empty folder, so that it can read no file."""
    import typst

    with tempfile.TemporaryDirectory() as empty:
        run: Any = typst.compile
        found = run(
            TEMPLATE.read_bytes(),
            root=empty,
            font_paths=[str(fonts.folder())],
            ignore_system_fonts=True,
            format=form,
            ppi=ppi,
            sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        )
    return found if isinstance(found, list) else [found]
