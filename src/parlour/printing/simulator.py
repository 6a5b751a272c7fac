"""Tabletop Simulator: the same cards as sheets of pictures, and a saved object that names them.

A deck is a DeckCustom: a card's number is a hundred times its sheet's and its place on it; a sheet has at most ten
columns and seven rows. Pictures are read by address: files beside the object, or wherever --url says that they lie.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from parlour.engine.deck import HEIGHT, WIDTH, Box, Card, Deck
from parlour.printing import press, sheets

COLUMNS, ROWS = 10, 7
# A whole sheet is ten cards wide, and no picture may be wider than 4096 points.
PPI = 160.0
INCH = 25.4


def write(game: Any, edition: Any, box: Box, language: str, into: Path, url: str = "") -> list[Path]:
    """Write the sheets and the saved object into a folder; gives the files."""
    into.mkdir(parents=True, exist_ok=True)
    address = url.rstrip("/") or into.resolve().as_uri()
    order = sheets.Order(language=language, boards=False, rules=False)
    written: list[Path] = []
    objects: list[dict[str, Any]] = []
    number = 0
    for at, deck in enumerate(box.decks):
        found = pages(game, edition, deck, order)
        back, *fronts = press.pressed(found, "png", PPI)
        names = [f"{deck.id}-back.png", *(f"{deck.id}-{n}.png" for n in range(1, len(fronts) + 1))]
        for name, picture in zip(names, (back, *fronts), strict=True):
            (into / name).write_bytes(picture)
            written.append(into / name)
        first = number + 1
        number += len(fronts)
        objects.append(deck_object(deck, first, [f"{address}/{name}" for name in names], x=4.0 * at))
    title = (
        f"{game.about.title}, {edition.content.title}"
        if edition.content.title != game.about.title
        else game.about.title
    )
    saved = into / f"{game.name}.json"
    saved.write_text(json.dumps({"SaveName": title, "ObjectStates": objects}, indent=1, ensure_ascii=False), "utf-8")
    return [*written, saved]


def pages(game: Any, edition: Any, deck: Deck, order: sheets.Order) -> dict[str, Any]:
    """A deck as pages without margins: its back alone, then its faces, seventy to a page; copies share a place."""
    whole = sheets.laid_out(game, edition, Box(decks=(once(deck),)), order)
    whole["pages"] = [bare_page([0], back=True, columns=1)]
    faces = list(range(len(deck.cards)))
    for start in range(0, len(faces), COLUMNS * ROWS):
        shown = faces[start : start + COLUMNS * ROWS]
        whole["pages"].append(bare_page(shown, back=False, columns=COLUMNS))
    return whole


def once(deck: Deck) -> Deck:
    return msgspec.structs.replace(deck, cards=tuple(msgspec.structs.replace(card, copies=1) for card in deck.cards))


def rows_of(cards: int) -> int:
    """Rows of a sheet: at least two, since the program takes no fewer."""
    return max(2, -(-cards // COLUMNS))


def bare_page(cards: list[int], back: bool, columns: int) -> dict[str, Any]:
    rows = 1 if back else rows_of(len(cards))
    cells = [{"x": i % columns * WIDTH, "y": i // columns * HEIGHT, "card": card} for i, card in enumerate(cards)]
    return {
        "kind": "cards",
        "deck": 0,
        "back": back,
        "bleed": 0,
        "cells": cells,
        "ticks": [],
        "slug": False,
        "width": columns * WIDTH,
        "height": rows * HEIGHT,
    }


def deck_object(deck: Deck, first: int, urls: list[str], x: float) -> dict[str, Any]:
    """A pile of all copies of all cards, face down."""
    back, *fronts = urls
    custom: dict[str, dict[str, Any]] = {}
    for n, face in enumerate(fronts):
        shown = len(deck.cards[n * COLUMNS * ROWS : (n + 1) * COLUMNS * ROWS])
        custom[str(first + n)] = {
            "FaceURL": face,
            "BackURL": back,
            "NumWidth": COLUMNS,
            "NumHeight": rows_of(shown),
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }
    cards = list(numbered(deck, first))
    return {
        "Name": "DeckCustom",
        "Transform": placed(x),
        "Nickname": deck.title,
        "HideWhenFaceDown": True,
        "DeckIDs": [number for number, _ in cards],
        "CustomDeck": custom,
        "ContainedObjects": [card_object(number, card, custom) for number, card in cards],
    }


def numbered(deck: Deck, first: int) -> Iterator[tuple[int, Card]]:
    """Every physical card with its number."""
    for i, card in enumerate(deck.cards):
        sheet, place = divmod(i, COLUMNS * ROWS)
        yield from [(100 * (first + sheet) + place, card)] * card.copies


def card_object(number: int, card: Card, custom: dict[str, Any]) -> dict[str, Any]:
    sheet = str(number // 100)
    return {
        "Name": "CardCustom",
        "Transform": placed(0.0),
        "Nickname": card.name,
        "Description": "\n".join(card.text),
        "HideWhenFaceDown": True,
        "CardID": number,
        "CustomDeck": {sheet: custom[sheet]},
    }


def placed(x: float) -> dict[str, float]:
    turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
    return {"posX": x, "posY": 1.0, "posZ": 0.0, **turned, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
