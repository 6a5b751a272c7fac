"""`parlour edition print`: an edition as a PDF to print, or as files for Tabletop Simulator."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from parlour.cli_edition import NameOrFile, OfGame
from parlour.cli_lab import install_command
from parlour.cli_options import Language

CHANGED = "changed"

Edition = Annotated[str, typer.Argument(metavar="EDITION", help=NameOrFile)]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE.pdf", help="Where the PDF goes.")]
Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="CARD", help="`changed`, or a card's name or id; may be repeated."),
]
Base = Annotated[str, typer.Option("--base", metavar="EDITION", help="What `changed` compares with.")]
Paper = Annotated[str, typer.Option("--paper", help="a4 or letter.")]
Bleed = Annotated[int, typer.Option("--bleed", help="Colour beyond the cut: 0, 3 or 5 mm.")]
Tts = Annotated[Path | None, typer.Option("--tts", metavar="DIR", help="Files for Tabletop Simulator instead.")]
Url = Annotated[str, typer.Option("--url", help="Where those pictures will lie; without it they are read from DIR.")]


def need_the_press() -> None:
    """The packages that print, or the one command that installs them."""
    missing = [name for name in ("brotli", "fontTools", "typst") if find_spec(name) is None]
    if missing:
        raise ValueError(f"printing needs packages that are not installed ({', '.join(missing)}); {install_command()}")


def print_edition(
    edition: Edition,
    game: OfGame = None,
    out: Out = None,
    only: Only = None,
    base: Base = "base",
    paper: Paper = "a4",
    bleed: Bleed = 0,
    backs: Annotated[bool, typer.Option("--backs/--no-backs", help="Backs behind each sheet.")] = True,
    boards: Annotated[bool, typer.Option("--boards/--no-boards", help="Boards and tokens.")] = True,
    rules: Annotated[bool, typer.Option("--rules/--no-rules", help="The aid and the rulebook.")] = True,
    speak: Language = None,
    tts: Tts = None,
    url: Url = "",
) -> None:
    """Print an edition: cards to cut out, boards, tokens, an aid and the rulebook."""
    if (out is None) == (tts is None):
        raise ValueError("say where it goes: either --out FILE.pdf or --tts DIR")
    need_the_press()
    from parlour.printing import press, sheets, simulator
    from parlour.terminal import words as terminal

    language = terminal.language()
    found, made = loaded(edition, game)
    box = chosen(press.box_of(found, made, language), found, only, base, language)
    # Part of a deck is printed without what belongs to a whole game.
    order = sheets.Order(paper, bleed, backs, boards, rules and not only, language)
    if tts:
        files = simulator.write(found, made, box, language, tts, url)
        print(f"{len(files)} files are in {tts}; {files[-1].name} is the saved object.")
    elif out:
        out.write_bytes(press.pdf(found, made, box, order))
        print(f"{out} has {count(box)}.")


def loaded(edition: str, game: str | None) -> tuple[Any, Any]:
    """A game and an edition of it, by a file or a name."""
    from parlour.editions.finding import find
    from parlour.engine import registry

    name, file, text = find(edition, game)
    return registry.load(name), registry.load(name).edition_from(text, file)


def chosen(box: Any, game: Any, only: list[str] | None, base: str, language: str) -> Any:
    """The part of a box that was asked for."""
    from parlour.printing import press, sheets

    if not only:
        return box
    if CHANGED not in only:
        return sheets.only(box, only)
    if len(only) > 1:
        raise ValueError("--only changed stands alone: it already finds the cards")
    return sheets.changed(box, press.box_of(*loaded(base, game.name), language))


def count(box: Any) -> str:
    cards = sum(card.copies for deck in box.decks for card in deck.cards)
    return f"{cards} card{'s' if cards != 1 else ''}"
