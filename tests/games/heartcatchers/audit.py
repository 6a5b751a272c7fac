"""A recount of the table: every card in one place, and the points as they lie there."""

from collections import Counter
from typing import Any

from parlour.engine.edition import Edition
from parlour.engine.record import NONE, OVER
from parlour.games.heartcatchers.state import COLUMNS, WHITE, WHITE_SCORES

TINY = [{}, {"rulings": {"white-safe": False}}]


def audit(edition: Edition, g: Any) -> None:
    e = edition.record[0]
    cards: Counter[int] = Counter(c for c in range(e.cards) if int(g.deck) >> c & 1)
    assert sum(cards.values()) == g.pile
    cards.update(int(c) for c in g.hand.ravel() if c != NONE)
    cards.update(int(g.secret[k]) for k in range(g.secrets))
    points = [0, 0]
    for position, stack in enumerate(g.at):
        up = face_up(g, stack) if stack != NONE else []
        assert len(up) == (g.height[stack] if stack != NONE else 0)
        cards.update(up)
        scoring = [c for c in up if e.suit[c] != WHITE or int(g.rulings) >> int(WHITE_SCORES) & 1]
        points[position // COLUMNS] += len(scoring)
    assert cards == Counter(range(e.cards))
    if g.turn != NONE and g.seat != OVER:
        assert points == [int(p) for p in g.points[:2]]


def face_up(g: Any, stack: int) -> list[int]:
    found = []
    card = int(g.top[stack])
    while card != NONE:
        found.append(card)
        card = int(g.below[card])
    return found
