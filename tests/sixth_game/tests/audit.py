"""A recount of Whispers: every secret in one place, what is known of it true, every point accounted for."""

from typing import Any

from whispers import state as S

from parlour.engine.record import NONE, OVER

TINY: list[dict[str, Any]] = [{"seats": 2}]


def audit(edition: Any, g: Any) -> None:
    e = edition.record[0]
    deck, laid = (bits(mask, e.cards) for mask in (g.deck, g.open))
    held = [int(c) for c in g.card if c != NONE]
    assert sorted(deck + laid + held) == list(range(e.cards)), "a secret is lost or doubled"
    assert g.pile == len(deck)
    for slot in range(S.SLOTS):
        audit_slot(e, g, slot)
    for seat in range(g.seats):
        gone = int(g.out) >> seat & 1
        assert g.points[seat] == (e.kind[g.card[seat * S.HAND]] + 1 if g.seat == OVER and not gone else 0)


def audit_slot(e: Any, g: Any, slot: int) -> None:
    """What is kept beside a secret is true of it; an empty slot keeps nothing."""
    if g.card[slot] == NONE:
        assert (g.seen[slot], g.maybe[slot], g.same[slot]) == (0, NONE, NONE)
        return
    assert slot < g.seats * S.HAND
    assert int(g.seen[slot]) >> (slot // S.HAND) & 1, "a secret that its owner has not seen"
    assert int(g.maybe[slot]) >> int(e.kind[g.card[slot]]) & 1
    equal = [i for i in range(S.SLOTS) if g.same[slot] != NONE and g.same[i] == g.same[slot]]
    assert len(equal) != 1
    assert all(e.kind[g.card[i]] == e.kind[g.card[slot]] for i in equal)


def bits(mask: Any, count: int) -> list[int]:
    return [i for i in range(count) if int(mask) >> i & 1]
