"""A recount of Keepsakes: every letter in one place, what is known of it true, every point accounted for."""

from typing import Any

from parlour.engine.record import NONE, OVER
from parlour.games.template.state import HAND, MANTELPIECE, PLAYERS, SLOTS, TRAY

# The tables whose every history is enumerated: with the seal of the post up, and down.
TINY: list[dict[str, Any]] = [{}, {"mode": "together", "rulings": {"seal-up": False}}]


def audit(edition: Any, g: Any) -> None:
    e = edition.record[0]
    drawer = [c for c in range(e.cards) if int(g.deck) >> c & 1]
    placed = [int(c) for c in g.card if c != NONE]
    assert sorted(drawer + placed) == list(range(e.cards)), "a letter is lost or doubled"
    assert g.pile == len(drawer)
    for slot in range(SLOTS):
        audit_slot(e, g, slot)
    for seat in range(PLAYERS):
        hand = g.card[seat * HAND : (seat + 1) * HAND]
        points = sum(int(e.worth[e.kind[c]]) for c in hand if c != NONE)
        assert g.points[seat] == (points if g.seat == OVER else 0)


def audit_slot(e: Any, g: Any, slot: int) -> None:
    """What is kept beside a letter is true of it; an empty slot keeps nothing; no slot beyond the edition's is used."""
    if g.card[slot] == NONE:
        assert (g.seen[slot], g.shows[slot], g.maybe[slot]) == (0, NONE, NONE)
        return
    assert g.shows[slot] in (NONE, e.seal[g.card[slot]])
    assert int(g.maybe[slot]) >> int(e.kind[g.card[slot]]) & 1
    if slot < MANTELPIECE:
        assert slot // HAND < g.seats
        assert slot % HAND < e.limit
        assert int(g.seen[slot]) >> (slot // HAND) & 1, "a letter in a hand that its owner has not seen"
    else:
        assert slot < MANTELPIECE + e.mantel, f"a letter where none can lie (the tray begins at {TRAY})"
