"""Whether a position of the slow twin can still be won, by trying every way to go on."""

import copy
from typing import Any

from games.held_hands.naive import COLOURS, Held, Table


def can_win(table: Table, cards: list[tuple[str, str]], goals: list[str]) -> bool:
    """Whether a couple that knew the order of both decks could win from here.

    Every line of play is tried, but no position twice. A pile that is shuffled back goes under the deck in the
    order in which it was played.
    """
    seen: set[Any] = set()
    todo = [(table, tuple(cards), tuple(goals))]
    while todo:
        now, cards, goals = todo.pop()
        if now.ending == "together":
            return True
        key = position(now, cards, goals)
        if key in seen or now.ending:
            continue
        seen.add(key)
        todo += [after(now, text, cards, goals) for text in fixed_moves(now, cards, goals)]
    return False


def fixed_moves(table: Table, cards: Any, goals: Any) -> list[str]:
    """The moves of whoever decides; chance can only bring what lies on top."""
    if table.now in ("deal", "refill"):
        a, b = cards[0]
        return [f"draw k{COLOURS.index(a) * 4 + COLOURS.index(b) + 1} x1"]
    if table.now == "reveal":
        return [f"reveal o{COLOURS.index(goals[0]) + 1} x1"]
    return table.moves()


def after(table: Table, text: str, cards: Any, goals: Any) -> tuple[Table, Any, Any]:
    """The position after a move, with the decks as they lie then."""
    later = copy.copy(table)
    for name in ("deck", "objectives", "goals", "node", "balance", "fan"):
        setattr(later, name, list(getattr(table, name)))
    later.hands = [[card and Held(card.left, card.right, set(card.seen)) for card in hand] for hand in table.hands]
    later.discards = [list(pile) for pile in table.discards]
    later.crossed = set(table.crossed)
    before = len(later.deck)
    later.play(text)
    if text.startswith("draw"):
        cards = cards[1:]
    if len(later.deck) > before:
        cards = (*cards, *later.deck[before:])
    return later, cards, goals[1:] if text.startswith("reveal") else goals


def position(t: Table, cards: Any, goals: Any) -> Any:
    """All that matters for how it can go on."""
    hands = tuple(tuple(card and (card.left, card.right) for card in hand) for hand in t.hands)
    whose = (t.now, t.player, t.giver, t.ring, t.goal, t.steps, tuple(t.goals), frozenset(t.crossed))
    return (whose, tuple(t.node), tuple(t.balance), tuple(t.fan), hands, tuple(map(tuple, t.discards)), cards, goals)
