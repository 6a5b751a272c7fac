"""A recount of the table of ...and then we held hands...: every card, every objective, every half."""

from typing import Any

import numpy as np

from parlour.engine.record import NONE, OVER
from parlour.games.held_hands.state import COLOURS, KINDS, LEFT, PLAYERS, RIGHT

# As printed, with cards left after the deal: halves are covered by refills. And with the switches of the deal and of
# the break-up off: halves are covered from the start.
TINY = [{"edition": "tiny-refill"}, {"rulings": {"deal-first": False, "either-stuck": False}}]


def audit(edition: Any, g: Any) -> None:
    e = edition.record[0]
    audit_cards(e, g)
    audit_memory(e, g)
    audit_halves(e, g)
    audit_goals(e, g)
    assert len(set(g.node)) == PLAYERS or g.node[0] == e.heart, "two tokens on one node"
    assert all(abs(int(b)) <= e.limit for b in g.balance) or g.seat == OVER


def count_held(e: Any, g: Any) -> np.ndarray:
    held = np.zeros(KINDS, int)
    for seat in range(PLAYERS):
        for card in g.card[seat]:
            if card != NONE:
                held[card] += 1
    return held


def audit_cards(e: Any, g: Any) -> None:
    """Every card is in the deck, on a pile or in a hand."""
    total = g.deck.astype(int) + g.pile.astype(int).sum(axis=0) + count_held(e, g)
    assert total.tolist() == e.copies.tolist()
    assert g.stock == g.deck.astype(int).sum()
    assert (g.deck >= 0).all()


def audit_memory(e: Any, g: Any) -> None:
    """What the players remember, stretch by stretch, leads to the deck of now."""
    deck = e.copies.astype(int)
    for stretch in range(g.shuffles + 1):
        deck = deck + g.back[stretch] - g.found[stretch]
    covered = np.zeros(KINDS, int)
    for seat in range(PLAYERS):
        for slot in range(e.hand):
            if g.card[seat, slot] != NONE and NONE in g.half[seat, slot]:
                covered[g.card[seat, slot]] += 1
    assert (deck - covered).tolist() == g.deck.tolist()


def audit_halves(e: Any, g: Any) -> None:
    """A known half is the card's, the half that the fan shows is known, an empty slot knows nothing."""
    for seat in range(PLAYERS):
        for slot in range(len(g.card[seat])):
            card, half = int(g.card[seat, slot]), g.half[seat, slot]
            if card == NONE:
                assert g.since[seat, slot] == NONE
                assert half.tolist() == [NONE, NONE]
                continue
            assert 0 <= g.since[seat, slot] <= g.shuffles
            assert half[LEFT] in (NONE, card // len(COLOURS))
            assert half[RIGHT] in (NONE, card % len(COLOURS))
            assert half[g.side[seat]] != NONE


def audit_goals(e: Any, g: Any) -> None:
    """Every objective that was turned up is met or active; the points are those that were met."""
    met = sum(int(m) for m in g.met if m != NONE)
    turned = int(e.aims.astype(int).sum() - g.aims.astype(int).sum())
    assert turned == met + (g.goal != NONE)
    assert g.points.tolist() == [met, met, 0, 0]
    closed = PLAYERS * int(e.goals) * (int(e.rings) - min(int(g.ring) + 1, int(e.rings)))
    assert turned + g.goals.astype(int).sum() + closed == PLAYERS * int(e.goals) * int(e.rings)
    assert abs(int(g.goals[0]) - int(g.goals[1])) <= 1
