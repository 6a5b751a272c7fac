"""The table of Keepsakes as a screen sees it.

A view is made from a hidden record alone: below zero is what this seat does not know. Ids are places, so a
screen can follow a card from zone to zone without being told which card it is.
"""

from typing import Any

from parlour.engine.record import NONE, OVER
from parlour.engine.view import piece, score, zone
from parlour.engine.words import line
from parlour.games.template import state as S


def view(edition: Any, g: Any, seat: int) -> dict[str, Any]:
    """Every hand, the mantelpiece and the drawer; at the end the score sheet."""
    e = edition.record[0]
    hands = [hand(edition, e, g, s) for s in range(g.seats)]
    spots = [S.MANTELPIECE + k for k in range(e.mantel) if g.card[S.MANTELPIECE + k] != NONE]
    letters = [letter(edition, g, slot, f"m{slot - S.MANTELPIECE + 1}") for slot in spots]
    mantel = zone("mantel", line("zone.mantel"), letters, room=int(e.mantel))
    pile = zone("pile", line("zone.pile"), [], layout="count", count=int(g.pile))
    return {
        "zones": [*hands, mantel, pile],
        "stage": S.STAGES[g.stage],
        "whose": int(g.turn),
        "victim": int(g.victim),
        "left": int(g.left),
        "goal": int(e.goal) * int(g.seats),
        "sheet": sheet(e, g) if g.seat == OVER else [],
    }


def hand(edition: Any, e: Any, g: Any, seat: int) -> dict[str, Any]:
    slots = [k for k in range(e.limit) if g.card[seat * S.HAND + k] != NONE]
    pieces = [letter(edition, g, seat * S.HAND + k, f"h{k + 1}") for k in slots]
    return zone(f"hand-{seat}", line("zone.hand", who=seat), pieces, owner=seat, layout="fan")


def letter(edition: Any, g: Any, slot: int, id: str) -> dict[str, Any]:
    """A card as a piece: what this seat knows of it, and who else knows what it is."""
    drawer = edition.content
    number = int(g.card[slot])
    known = [s for s in range(g.seats) if int(g.seen[slot]) >> s & 1]
    if number >= 0:
        face = drawer.faces[number]
        worth = next(kind.worth for kind in drawer.kinds if kind.id == face.kind)
        marks = {seal.id: seal.mark for seal in drawer.seals}
        more = {"kind": face.kind, "seal": face.seal, "mark": marks[face.seal], "worth": worth}
        return piece(id, face.name, card=number, known=known, **more)
    maybe = [kind.id for i, kind in enumerate(drawer.kinds) if int(g.maybe[slot]) >> i & 1]
    maybe = maybe if len(maybe) < len(drawer.kinds) else []
    seal = drawer.seals[g.shows[slot]] if g.shows[slot] != NONE else None
    return piece(id, None, known=known, maybe=maybe, seal=seal and seal.id, mark=seal.mark if seal else "?")


def sheet(e: Any, g: Any) -> list[dict[str, Any]]:
    """TG-19 The final score, letter by letter."""
    lines = []
    for seat in range(g.seats):
        for card in g.card[seat * S.HAND : (seat + 1) * S.HAND]:
            if card != NONE:
                lines.append(score(seat, line("sheet.letter", "TG-19", card=card), e.worth[e.kind[card]]))
    return lines
