"""A recount of the table: every card in one place, every button on a space, and points as they lie there."""

from collections import Counter
from typing import Any

from parlour.engine.edition import Edition
from parlour.engine.record import NONE
from parlour.games.labor_of_love.state import IN_PILE, ON_ROW

TINY = [{}, {"rulings": {"long-chains": False}}, {"seats": 3}]


def audit(edition: Edition, g: Any) -> None:
    content = edition.content
    homes = [int(h) for h in g.home[: len(content.cards)]]
    assert set(homes) <= {*range(g.seats), int(ON_ROW), int(IN_PILE)}
    assert homes.count(IN_PILE) == g.pile
    in_pile = [c for c in range(80) if int((g.deck, g.deeper)[c // 64]) >> c % 64 & 1]
    assert in_pile == [c for c, h in enumerate(homes) if h == IN_PILE]
    assert sorted(int(c) for c in g.row if c != NONE) == [c for c, h in enumerate(homes) if h == ON_ROW]
    check_buttons(g)
    for seat in range(g.seats):
        if g.board == g.seats:
            check_seat(content, g, seat, [c for c, h in enumerate(homes) if h == seat])
    check_reactions(content, g)


def check_buttons(g: Any) -> None:
    """The buttons of a space are stacked without a gap."""
    if g.laid < g.seats:
        return
    for space in {int(p) for p in g.place[: g.seats]}:
        levels = sorted(int(g.level[s]) for s in range(g.seats) if g.place[s] == space)
        assert levels == list(range(len(levels)))


def check_seat(content: Any, g: Any, seat: int, mine: list[int]) -> None:
    """Stacks, emojis and points of a seat, from its cards alone."""
    crafts = Counter(content.cards[c].craft for c in mine)
    emojis = Counter(e for c in mine for e in content.cards[c].emojis)
    assert [crafts[id] for id in content.craft_ids] == [int(n) for n in g.made[seat, : len(content.crafts)]]
    assert [emojis[id] for id in content.emoji_ids] == [int(n) for n in g.cheers[seat, : len(content.emojis)]]
    spots = sorted(int(s) for s in g.spot[seat] if s != NONE)
    assert spots == list(range(int(g.stacks[seat]))) == list(range(len(crafts)))
    for id, count in crafts.items():
        depths = sorted(int(g.depth[c]) for c in mine if content.cards[c].craft == id)
        assert depths == list(range(count))
    assert g.points[seat] == recount(content, g, seat, crafts, emojis)


def recount(content: Any, g: Any, seat: int, crafts: Counter[str], emojis: Counter[str]) -> int:
    points = 0
    for i in range(len(content.bulbs)):
        points += int(content.rows[g.line_of[seat, i]].spaces[g.bulb[seat, i]].split()[0])
    for i, id in enumerate(content.craft_ids):
        points += crafts[id] * content.numbers.passion[g.spot[seat, i]] if crafts[id] else 0
    for i, id in enumerate(content.emoji_ids):
        for copy, value in enumerate(sorted(content.numbers.reactions, reverse=True)):
            points += value * emojis[id] if g.fan[i, copy] == seat else 0
    return points


def check_reactions(content: Any, g: Any) -> None:
    """Reaction cards are taken from the top, and nobody has more of them than lines passed."""
    for i in range(len(content.emojis)):
        held = [h != NONE for h in g.fan[i, : len(content.numbers.reactions)]]
        assert held == sorted(held, reverse=True)
        assert g.left[i] == held.count(False)
    values = sorted(content.numbers.reactions, reverse=True)
    for seat in range(g.seats):
        for i in range(len(content.emojis)):
            held = [v for copy, v in enumerate(values) if g.fan[i, copy] == seat]
            assert g.applause[seat, i] == sum(held)
        assert (g.fan == seat).sum() == g.claimed[seat]
