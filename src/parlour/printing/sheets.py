"""Sheets: an edition's box laid out on pages, as the data that deck.typ draws."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from parlour.engine.deck import Art, Board, Box, Card, Deck
from parlour.printing import art
from parlour.printing.paper import PAPERS, Grid, grid
from parlour.rulebook import paragraphs, text_of

MARGIN, TITLE = 10.0, 16.0
WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))


@dataclass(frozen=True)
class Order:
    """What is to be printed."""

    paper: str = "a4"
    bleed: int = 0
    backs: bool = True
    boards: bool = True
    rules: bool = True
    language: str = "en"


@dataclass
class Layout:
    """Pages as they are made, with the pictures that they show."""

    game: Any
    edition: Any
    order: Order
    art: dict[str, str] = field(default_factory=dict)
    names: dict[Art, str] = field(default_factory=dict)

    def picture(self, found: Art) -> dict[str, Any]:
        """A picture by a name in this document; every one of them is read once."""
        if found not in self.names:
            self.names[found] = f"a{len(self.names)}"
            self.art[self.names[found]] = art.drawn(found)
        dark = found.colour in LIGHT
        return {
            "svg": self.names[found],
            "mark": found.mark,
            "ink": "#38203a" if dark else "#ffffff",
            "low": found.name.endswith("yellow"),
        }

    def data(self, value: Any) -> Any:
        """A card or board as plain data, its pictures by their names."""
        if isinstance(value, Art):
            return self.picture(value)
        if isinstance(value, msgspec.Struct):
            return {name: self.data(getattr(value, name)) for name in value.__struct_fields__}
        return [self.data(one) for one in value] if isinstance(value, tuple) else value

    def card(self, card: Card) -> dict[str, Any]:
        tile = art.size_of(card.pattern) if card.pattern else (1, 1)
        return {**self.data(card), "tile": tile}

    def say(self, key: str, **fields: Any) -> str:
        return str(WORDS[self.order.language][key]).format(**fields)

    @property
    def title(self) -> str:
        return str(self.edition.in_language(self.order.language).content.title)


# Bulbs so bright that their letter is dark.
LIGHT = {"#f4bd38"}


def laid_out(game: Any, edition: Any, box: Box, order: Order) -> dict[str, Any]:
    """All pages of an order."""
    layout = Layout(game, edition, order)
    cards: list[dict[str, Any]] = []
    pages: list[dict[str, Any]] = []
    sheet = grid(order.paper, order.bleed)
    for number, deck in enumerate(box.decks):
        first = len(cards)
        cards += [layout.card(card) for card in deck.cards]
        pages += card_pages(layout, sheet, deck, number, first)
    boards = box.boards if order.boards else ()
    pages += [page for i, board in enumerate(boards) for page in board_pages(layout, board, i)]
    if order.rules:
        pages += prose_pages(layout, box)
    return {
        "title": layout.title,
        "game": layout.game.about.title,
        "language": order.language,
        "words": {"ruler": layout.say("ruler")},
        "pages": pages,
        "cards": cards,
        "decks": [{"title": deck.title, "back": deck.back} for deck in box.decks],
        "boards": [layout.data(board) for board in boards],
        "art": layout.art,
    }


def copies_of(deck: Deck, first: int = 0) -> list[int]:
    """The number of every physical card's face."""
    return [first + i for i, card in enumerate(deck.cards) for _ in range(card.copies)]


def card_pages(layout: Layout, sheet: Grid, deck: Deck, number: int, first: int) -> Iterator[dict[str, Any]]:
    """Fronts and, behind each sheet of them, its backs."""
    faces = copies_of(deck, first)
    turning = "turn" if sheet.height > sheet.width else "turn-short"
    sheets = [faces[i : i + sheet.each] for i in range(0, len(faces), sheet.each)]
    for n, shown in enumerate(sheets, 1):
        for back in (False, True) if layout.order.backs else (False,):
            head = layout.say("backs" if back else "fronts", deck=deck.title, n=n, of=len(sheets))
            yield {
                "kind": "cards",
                "deck": number,
                "back": back,
                "cells": [cell(sheet, i, card, back) for i, card in enumerate(shown)],
                "ticks": [] if back else sheet.ticks(),
                "slug": sheet.top >= 9,
                "foot": layout.say(turning) if layout.order.backs and not back else "",
                **framed(layout, sheet, head),
            }


def cell(sheet: Grid, i: int, card: int, back: bool) -> dict[str, Any]:
    x, y = sheet.place(i, mirrored=back)
    return {"x": x, "y": y, "card": card}


def framed(layout: Layout, sheet: Grid, head: str) -> dict[str, Any]:
    return {
        "width": sheet.width,
        "height": sheet.height,
        "bleed": sheet.bleed,
        "left": max(sheet.left, 6),
        "above": 4.0,
        "below": sheet.height - 7.5 if sheet.top >= 9 else 0,
        "head": head,
        "right": layout.say("edition", hash=layout.edition.hash[:8]),
    }


def board_pages(layout: Layout, board: Board, number: int) -> Iterator[dict[str, Any]]:
    """A board on a page of its own for each copy, as large as it should be or as the paper allows."""
    short, long = PAPERS[layout.order.paper]
    width, height = (long, short) if board.width > board.height else (short, long)
    scale = min(1.0, (width - 2 * MARGIN) / board.width, (height - 2 * TITLE) / board.height)
    page = {
        "kind": "board",
        "board": number,
        "width": width,
        "height": height,
        "scale": scale,
        "x": (width - board.width * scale) / 2,
        "y": (height - board.height * scale) / 2,
        "left": MARGIN,
        "above": 6.0,
        "below": 0,
        "foot": "",
        "head": board.title if scale == 1 else layout.say("scaled", board=board.title, percent=round(100 * scale)),
        "right": layout.say("edition", hash=layout.edition.hash[:8]),
    }
    return (page for _ in range(board.copies))


def prose_pages(layout: Layout, box: Box) -> Iterator[dict[str, Any]]:
    """The aid that every player has, then the rulebook."""
    intro, parts = chapters(text_of(layout.game.name, layout.order.language))
    width, height = PAPERS[layout.order.paper]
    about = layout.game.about
    common = {"kind": "prose", "width": width, "height": height, "foot": layout.say("credit", credit=about.credit)}
    aid = [parts[i] for i in box.aid if i < len(parts)]
    version = layout.say("version", game=about.title, n=about.version, hash=layout.edition.hash[:8])
    if aid:
        yield common | {"title": layout.say("aid"), "intro": "", "facts": [], "parts": aid, "head": version}
    seats = sorted({n for mode in about.modes for n in mode.seats})
    facts = [layout.say("seats", seats=" / ".join(map(str, seats))), layout.say("minutes", minutes=about.minutes)]
    yield common | {"title": about.title, "intro": intro, "facts": facts, "parts": parts, "head": version}


def chapters(text: str) -> tuple[str, list[dict[str, Any]]]:
    """A rulebook's first paragraph, and its chapters with their clauses; tables of Markdown become lines."""
    lead, *rest = text.split("\n## ")
    intro = next((bare(words) for id, words in paragraphs(lead) if not id and not words.startswith("#")), "")
    found = []
    for part in rest:
        title, _, body = part.partition("\n")
        clauses = [{"id": id, "text": bare(words)} for id, words in paragraphs(body) if words]
        found.append({"title": title.strip(), "clauses": clauses})
    return intro, found


def bare(words: str) -> str:
    """A paragraph without the marks of Markdown."""
    for mark in ("**", "*(printed)* ", "*(inferred)* ", "*(ours)* ", "*", "`", "### ", "| "):
        words = words.replace(mark, "")
    return words.replace(" |", ";") if "|" in words else words


def only(box: Box, chosen: Iterable[str]) -> Box:
    """The cards of a box that are named, by id or by name."""
    wanted = {name.casefold() for name in chosen}
    known = {name.casefold() for deck in box.decks for card in deck.cards for name in (card.id, card.name)}
    if unknown := sorted(wanted - known):
        raise ValueError(f"there is no card {unknown[0]!r} in this edition")
    return kept(box, lambda deck, card: card.copies if {card.id.casefold(), card.name.casefold()} & wanted else 0)


def changed(box: Box, base: Box) -> Box:
    """The cards that differ from those of the base edition, and the copies that it has too few of."""
    return kept(box, partial(missing, {deck.id: {card.id: card for card in deck.cards} for deck in base.decks}))


def missing(before: dict[str, dict[str, Card]], deck: Deck, card: Card) -> int:
    """How many copies of a card the base edition's deck lacks."""
    old = before.get(deck.id, {}).get(card.id)
    if old is None or msgspec.structs.replace(old, copies=card.copies) != card:
        return card.copies
    return max(0, card.copies - old.copies)


def kept(box: Box, copies: Any) -> Box:
    """A box with other numbers of copies; no boards, and no cards of which there are none."""
    decks = []
    for deck in box.decks:
        found = [msgspec.structs.replace(card, copies=copies(deck, card)) for card in deck.cards]
        if cards := tuple(card for card in found if card.copies):
            decks.append(msgspec.structs.replace(deck, cards=cards))
    if not decks:
        raise ValueError("no card is left to print: none differs from the base edition")
    return msgspec.structs.replace(box, decks=tuple(decks), boards=())
