"""The recount of Work of Heart: every card in one place, every point explained, every pawn where it may be."""

from typing import Any

from parlour.engine.record import NONE, OVER

# With few windows, which leaves room for more else: events, then a card for any time and a bonus card left for a tie.
FEW = {"few-windows": True}
TINY = [{"rulings": FEW}, {"edition": "tiny-ties", "rulings": FEW}, {"edition": "tiny-anytime"}]


def audit(edition: Any, g: Any) -> None:
    """Count everything from the table and compare."""
    school = edition.content
    seats = range(g.seats)
    check_cards(school, g, seats)
    check_points(school, g, seats)
    check_board(school, g, seats)


def check_cards(school: Any, g: Any, seats: range) -> None:
    cards = [int(c) for s in seats for c in g.hand[s] if c != NONE]
    cards += [c for c in range(len(school.actions)) if int(g.deck) >> c & 1]
    cards += [c for c in range(len(school.actions)) if int(g.thrown) >> c & 1]
    assert sorted(cards) == list(range(len(school.actions))), "an action card is lost or doubled"
    assert int(g.deck).bit_count() == g.pile
    for s in seats:
        assert sum(c != NONE for c in g.hand[s]) == g.held[s]
        for c, seen, maybe in zip(g.hand[s], g.seen[s], g.maybe[s], strict=True):
            assert (c == NONE) == (seen == 0)
            assert c == NONE or (int(maybe) >> int(c) & 1 and int(seen) >> s & 1)
        assert g.held[s] <= school.numbers.hand_limit or g.drawer == s
    picks = [int(g.pick[s]) for s in seats if g.pick[s] != NONE]
    assert len(set(picks)) == len(picks), "a bonus card was picked twice"
    assert int(g.shown) & ~sum(1 << p for p in picks) == 0


def check_points(school: Any, g: Any, seats: range) -> None:
    numbers = school.numbers
    for s in seats:
        top = sum(int(level) == numbers.top_level for level in g.level[s][:6])
        points = top * numbers.trait_points + int(g.hearts[s]) * numbers.heart_points + int(g.bonus[s])
        assert g.points[s] == points, f"seat {s} has {g.points[s]} points, not {points}"
        assert all(0 <= level <= numbers.top_level for level in g.level[s])
        assert g.hearts[s] <= numbers.days
        assert 0 <= g.called[s] <= numbers.calls, "somebody was asked too often"


def check_board(school: Any, g: Any, seats: range) -> None:
    for s in range(len(g.space)):
        assert (g.space[s] == NONE) == (s not in seats)
    for i, space in enumerate(school.spaces):
        pawns = [s for s in seats if g.space[s] == i]
        assert len(pawns) <= 1 or not space.is_walkway, "two pawns share a walkway space"
        assert g.tile[i] == NONE or space.is_walkway, "a tile lies where none may lie"
    for s in seats:
        assert sum(t == s for t in g.tile) <= school.numbers.tiles, "somebody has laid more tiles than there are"
    check_events(school, g)
    assert int(g.shared) >> len(seats) == 0
    if g.seat == OVER:
        assert g.day == school.numbers.days - 1
        assert g.turn == NONE


def check_events(school: Any, g: Any) -> None:
    for events, kind in zip(g.events, (school.group_events, school.standard_events), strict=True):
        assert int(events) >> len(kind) == 0, "an event can be drawn that is not there"
