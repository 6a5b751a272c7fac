"""The table of Keepsakes as a screen sees it.

A view is made from a hidden record alone: below zero is what this seat does not know. Ids are places, so a
screen can follow a card from zone to zone without being told which card it is. What is printed on the cards is made
once for an edition, and a piece names its card by number.
"""

from collections.abc import Callable
from typing import Any

from parlour.engine.plain import NONE, OVER, bits
from parlour.engine.sight import Sight
from parlour.engine.view import Card, Piece, Printed, Score, View, Zone
from parlour.games.template import state as S


class KeepsakesCard(Card):
    """A letter: its kind, its seal, and what it is worth at the end."""

    kind: str = ""
    seal: str = ""
    worth: int = 0


class KeepsakesPrinted(Printed):
    cards: tuple[KeepsakesCard, ...] = ()


class KeepsakesPiece(Piece):
    """A letter where it lies."""

    # The seats that know what is inside.
    known: tuple[int, ...] = ()
    # The kinds that it can still be, if this seat knows something of that.
    maybe: tuple[str, ...] = ()
    # The seal of a letter that lies seal up.
    seal: str | None = None


class KeepsakesView(View, kw_only=True):
    # What is going on.
    stage: str
    # Whose turn it is, and from whom a letter is being filched; -1 for nobody.
    whose: int
    victim: int
    # How many turns are left, and what all need together.
    left: int
    goal: int


VIEW, PRINTED = KeepsakesView, KeepsakesPrinted


def printed(edition: Any, text: Callable[..., str]) -> KeepsakesPrinted:
    """Every letter in the drawer."""
    drawer = edition.content
    worth = {kind.id: kind.worth for kind in drawer.kinds}
    marks = {seal.id: seal.mark for seal in drawer.seals}
    cards = (KeepsakesCard(f.name, marks[f.seal], kind=f.kind, seal=f.seal, worth=worth[f.kind]) for f in drawer.faces)
    return KeepsakesPrinted(tuple(cards))


def view(sight: Sight) -> KeepsakesView:
    """Every hand, the mantelpiece and the drawer; at the end the score sheet."""
    g, e = sight.g, sight.e
    hands = [hand(sight, s) for s in range(g.seats)]
    spots = [k for k in range(e.mantel) if g.card[S.MANTELPIECE + k] != NONE]
    letters = tuple(letter(sight, S.MANTELPIECE + k, f"m{k + 1}", place=k) for k in spots)
    mantel = Zone("mantel", sight.text("zone.mantel"), letters)
    pile = Zone("pile", sight.text("zone.pile"), layout="count", count=g.pile)
    return KeepsakesView(
        **sight.common(),
        zones=(*hands, mantel, pile),
        stage=S.STAGES[g.stage],
        whose=g.turn,
        victim=g.victim,
        left=g.left,
        goal=e.goal * g.seats,
        sheet=sheet(sight) if g.seat == OVER else (),
    )


def hand(sight: Sight, seat: int) -> Zone:
    slots = [k for k in range(sight.e.limit) if sight.g.card[seat * S.HAND + k] != NONE]
    pieces = tuple(letter(sight, seat * S.HAND + k, f"h{k + 1}", slot=k) for k in slots)
    return Zone(f"hand-{seat}", sight.text("zone.hand", who=seat), pieces, seat, "fan")


def letter(sight: Sight, at: int, id: str, **where: Any) -> KeepsakesPiece:
    """A card as a piece: what this seat knows of it, and who else knows what it is."""
    g, drawer = sight.g, sight.edition.content
    known = bits(g.seen[at], g.seats)
    if g.card[at] >= 0:
        return KeepsakesPiece(id, card=g.card[at], known=known, **where)
    maybe = tuple(drawer.kinds[i].id for i in bits(g.maybe[at], len(drawer.kinds)))
    seal = drawer.seals[g.shows[at]] if g.shows[at] != NONE else None
    return KeepsakesPiece(
        id,
        "down",
        mark=seal.mark if seal else "?",
        known=known,
        maybe=maybe if len(maybe) < len(drawer.kinds) else (),
        seal=seal.id if seal else None,
        **where,
    )


def sheet(sight: Sight) -> tuple[Score, ...]:
    """TG-19 The final score, letter by letter."""
    g, e = sight.g, sight.e
    held = [(seat, card) for seat in range(g.seats) for card in g.card[seat * S.HAND : (seat + 1) * S.HAND]]
    return tuple(
        Score(seat, sight.text("sheet.letter", card=card), e.worth[e.kind[card]], "TG-19")
        for seat, card in held
        if card != NONE
    )
