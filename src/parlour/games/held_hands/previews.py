"""What a move of ...and then we held hands... would do, as both players can count it.

Nothing here is a guess: Balance, halves, objectives and how many cards are drawn follow from what lies open. What a
covered half would show is never told. For a step the facts after `balance` say what a stop on that node would bring.
"""

from typing import Literal

from msgspec import Struct

from parlour.engine.plain import NONE, Plain, c_of, kind_of
from parlour.engine.previews import After, Would
from parlour.engine.sight import Sight
from parlour.engine.words import Line, line
from parlour.games.held_hands import moves as M
from parlour.games.held_hands import state as S
from parlour.games.held_hands.stopping import reach_after, stop_after
from parlour.games.held_hands.words import END_CLAUSES, signed

Fan = Literal["left", "right", "choose", "stays"]


class Onward(Struct):
    """A card that leads on from there: whose hand, which slot, and where to."""

    hand: int
    slot: int
    place: int


class HeldHandsAfter(After, kw_only=True):
    """Where the walker's Balance would stand, and what a stop there would bring."""

    balance: int | None = None
    # Whether the walk is then so long that a stop brings Balance back to 0.
    chained: bool = False
    # Whether the objective is met, and whether that opens the next ring.
    meets: bool = False
    opens: bool = False
    # What the walker's fan would do, and how many cards would be drawn.
    fan: Fan = "stays"
    refill: int = 0
    # How the game would end by it.
    ending: str | None = None
    # Cards shown now that would pay for another step from there.
    onward: tuple[Onward, ...] = ()


def after(sight: Sight, m: int, would: Would) -> tuple[HeldHandsAfter, list[Line]]:
    """The facts of one legal move, as data and in words."""
    g = sight.g
    found = HeldHandsAfter(turn=would.same("seat"))
    if kind_of(m) not in (M.STEP, M.STOP):
        return found, []
    if kind_of(m) == M.STEP:
        found.onward = tuple(onward(sight, m))
    balance, chained, side, meets, opens, found.refill, ending = sight.ask(stop_after, m)
    found.balance, found.chained, found.meets, found.opens = balance, bool(chained), bool(meets), bool(opens)
    found.ending = None if ending == NONE else S.ENDINGS[ending]
    if found.ending == "off-balance":
        return HeldHandsAfter(balance=balance, ending=found.ending), [broken(found.ending)]
    found.fan = "choose" if side == NONE else "stays" if side == g.side[g.turn] else S.SIDES[side]  # type: ignore[assignment]
    if kind_of(m) == M.STOP:
        found.balance = 0 if found.chained else found.balance
        ended = would.same("ending")
        found.ending = found.ending if ended in (None, NONE) else S.ENDINGS[ended]
    return found, facts(g, found)


def onward(sight: Sight, m: int) -> list[Onward]:
    """HH-9, HH-10 Which cards that lie open would pay for one more step after this one."""
    e, node = sight.e, c_of(m)
    ways = e.near[node][: e.degree[node]]
    hands = [(hand, slot) for hand in range(S.PLAYERS) for slot in range(e.hand)]
    reach = {place: sight.ask(reach_after, m, *place) for place in hands}
    return [Onward(hand, slot, n) for hand, slot in hands for n in ways if reach[hand, slot] >> n & 1]


# In words


def facts(g: Plain, found: HeldHandsAfter) -> list[Line]:
    """The same in lines, for the list of moves and for ears."""
    told = [line("preview.balance", "HH-13", now=signed(g.balance[g.turn]), then=signed(found.balance or 0))]
    if found.chained:
        told.append(line("preview.chain", "HH-14"))
    if found.ending == "together":
        return [*told, line("preview.together", "HH-22")]
    if found.ending:
        return [*told, broken(found.ending)]
    if found.meets:
        told.append(line("preview.meets", "HH-17", colour=g.goal))
    if found.fan in FANS:
        told.append(line(FANS[found.fan], "HH-16"))
    if found.refill:
        told.append(line("preview.refill", "HH-15", n=found.refill))
    return told


FANS = {"left": "preview.left", "right": "preview.right", "choose": "preview.choose"}


def broken(ending: str) -> Line:
    return line("preview.broken", END_CLAUSES[ending])
