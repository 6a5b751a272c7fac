"""The table of Blank Game as a screen sees it."""

from collections.abc import Callable
from typing import Any

from parlour.engine.plain import NONE, OVER, bits
from parlour.engine.sight import Sight
from parlour.engine.view import Card, Piece, Printed, Score, View, Zone

VIEW, PRINTED = View, Printed


def printed(edition: Any, text: Callable[..., str]) -> Printed:
    """Every card of the edition; pieces name it by its number."""
    return Printed(tuple(Card(c.name, facts=(text("fact.worth", n=c.worth),)) for c in edition.content.cards))


def view(sight: Sight) -> View:
    """A hand for each seat, the cards laid aside and the deck; at the end the score sheet."""
    g, e = sight.g, sight.e
    hands = [hand(sight, seat) for seat in range(g.seats)]
    aside = tuple(Piece(f"a{card + 1}", card=card) for card in bits(g.aside, e.cards))
    held = sum(card != NONE for card in g.hand)
    deck = Zone("deck", sight.text("zone.deck"), layout="count", count=e.cards - held - len(aside))
    rows = sheet(sight) if g.seat == OVER else ()
    return View(**sight.common(), zones=(*hands, Zone("aside", sight.text("zone.aside"), aside), deck), sheet=rows)


def hand(sight: Sight, seat: int) -> Zone:
    card = sight.g.hand[seat]
    pieces = () if card == NONE else (Piece("h1", card=card) if card >= 0 else Piece("h1", "down"),)
    return Zone(f"hand-{seat}", sight.text("zone.hand", who=seat), pieces, seat, "fan")


def sheet(sight: Sight) -> tuple[Score, ...]:
    """BLK-6 What each card gives."""
    g, e = sight.g, sight.e
    seats = range(g.seats)
    return tuple(Score(s, sight.text("sheet.card", card=g.hand[s]), e.worth[g.hand[s]], "BLK-6") for s in seats)
