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
    """A hand for each seat; at the end the score sheet."""
    g = sight.g
    sheet = [score(sight, seat) for seat in range(g.seats)] if g.seat == OVER else ()
    return View(**sight.common(), zones=tuple(hand(sight, seat) for seat in range(g.seats)), sheet=tuple(sheet))


def hand(sight: Sight, seat: int) -> Zone:
    card = sight.g.hand[seat]
    pieces = () if card == NONE else (Piece("h1", card=card) if card >= 0 else Piece("h1", "down"),)
    facts = (sight.text("fact.traded"),) if seat in bits(sight.g.traded, sight.g.seats) else ()
    return Zone(f"hand-{seat}", sight.text("zone.hand", who=seat), pieces, seat, "fan", facts=facts)


def score(sight: Sight, seat: int) -> Score:
    """BLK-5 What the card has given, kept or traded."""
    key = "sheet.traded" if seat in bits(sight.g.traded, sight.g.seats) else "sheet.kept"
    return Score(seat, sight.text(key, card=sight.g.hand[seat]), sight.g.points[seat], "BLK-5")
