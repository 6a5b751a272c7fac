"""A recount of the table: every card in one place, and points, open stacks and hands as they lie there."""

from collections import Counter
from typing import Any

from parlour.engine.edition import Edition
from parlour.engine.record import NONE, OVER
from parlour.games.heartcatchers.state import COLUMNS, WHITE_SAFE, WHITE_SCORES

TINY = [{}, {"rulings": {"white-safe": False}}]


def audit(edition: Edition, g: Any) -> None:
    faces = edition.content.faces
    cards: Counter[int] = Counter(c for c in range(len(faces)) if int(g.deck) >> c & 1)
    assert sum(cards.values()) == g.pile
    cards.update(int(c) for c in g.hand.ravel() if c != NONE)
    cards.update(int(g.secret[k]) for k in range(g.secrets))
    assert [int(h) for h in g.held] == [sum(c != NONE for c in row) for row in g.hand]
    points = [0, 0]
    for position, stack in enumerate(g.at):
        up = face_up(g, stack) if stack != NONE else []
        cards.update(up)
        scoring = [c for c in up if faces[c].suit != "white" or has(g, WHITE_SCORES)]
        assert stack == NONE or len(scoring) == g.value[stack]
        points[position // COLUMNS] += len(scoring)
        assert int(g.open) >> 4 * position & 15 == sum(1 << s for s in catchers(edition, g, up))
    assert cards == Counter(range(len(faces)))
    if g.seat != OVER:
        assert points == [int(p) for p in g.points[:2]]


def face_up(g: Any, stack: int) -> list[int]:
    """The face-up cards of a stack from top to bottom."""
    found = []
    card = int(g.top[stack])
    while card != NONE:
        found.append(card)
        card = int(g.below[card])
    return found


def catchers(edition: Edition, g: Any, up: list[int]) -> list[int]:
    """The suits that catch a stack, by their place in the list of suits, as the edition's file says it."""
    suits = ("blue", "red", "green", "white")
    if not up:
        return []
    top = edition.content.faces[up[0]].suit
    if top == "white":
        return [0, 1, 2] if len(up) == 1 and not has(g, WHITE_SAFE) else []
    return [suits.index(row.suit) for row in edition.content.catches if top in row.catches]


def has(g: Any, ruling: int) -> bool:
    return bool(int(g.rulings) >> int(ruling) & 1)
