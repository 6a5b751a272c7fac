"""What a move of ...and then we held hands... would do, as both players can count it.

Nothing here is a guess: Balance, halves, objectives and how many cards are drawn follow from what lies open. What a
covered half would show is never told. For a step the facts after `balance` say what a stop on that node would bring.
"""

from typing import Literal

from msgspec import Struct

from parlour.engine.plain import NONE, Plain, a_of, b_of, c_of, has_ruling, kind_of
from parlour.engine.previews import After, Would
from parlour.engine.sight import Sight
from parlour.engine.words import Line, line
from parlour.games.held_hands import moves as M
from parlour.games.held_hands import state as S
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


class Stand(Struct):
    """What counts after a step, or after none."""

    node: int
    balance: int
    walked: int
    # Cards in the walker's hand, and on the walker's pile.
    held: int
    played: int
    # The card that is gone.
    gone: tuple[int, int] | None = None


def after(sight: Sight, m: int, would: Would) -> tuple[HeldHandsAfter, list[Line]]:
    """The facts of one legal move, as data and in words."""
    g = sight.g
    found = HeldHandsAfter(turn=would.same("seat"))
    if kind_of(m) not in (M.STEP, M.STOP):
        return found, []
    at = standing(sight)
    if kind_of(m) == M.STEP:
        step(sight, at, a_of(m), b_of(m), c_of(m))
        found.onward = tuple(onward(sight, at))
    stop(sight, at, found)
    if abs(found.balance or 0) > sight.e.limit:
        return HeldHandsAfter(balance=at.balance, ending="off-balance"), [broken("off-balance")]
    if kind_of(m) == M.STOP:
        found.balance = 0 if found.chained else found.balance
        ended = would.same("ending")
        found.ending = found.ending if ended in (None, NONE) else S.ENDINGS[ended]
    return found, facts(g, found)


def standing(sight: Sight) -> Stand:
    g = sight.g
    held = sum(card != NONE for card in g.card[g.turn])
    return Stand(g.node[g.turn], g.balance[g.turn], g.walked, held, sum(g.pile[g.turn]))


def step(sight: Sight, at: Stand, hand: int, slot: int, node: int) -> None:
    """HH-9, HH-11, HH-13 A card is gone, the walker stands elsewhere and leans by one."""
    g, e = sight.g, sight.e
    at.balance += e.sign[g.half[hand][slot][g.side[hand]]]
    at.node, at.gone = node, (hand, slot)
    at.walked, at.played = at.walked + 1, at.played + 1
    at.held -= hand == g.turn


def stop(sight: Sight, at: Stand, found: HeldHandsAfter) -> None:
    """HH-14 to HH-18, HH-21, HH-22 What a stop brings, in the order of HH-R7."""
    g, e = sight.g, sight.e
    me, heart = g.turn, e.heart
    found.balance, found.chained = at.balance, at.walked >= e.chain
    if g.node[1 - me] == heart:
        found.ending = "together" if at.node == heart else "left-behind"
        return
    side = e.half[me][at.node]
    found.fan = "choose" if side < 0 else "stays" if side == g.side[me] else S.SIDES[side]  # type: ignore[assignment]
    found.meets = bool(g.goal >= 0 and e.colour[at.node] == g.goal and e.ring[at.node] == g.ring)
    found.opens = found.meets and not any(g.goals)
    stock = g.stock + (max(at.played, sum(g.pile[1 - me])) if found.opens else 0)
    short = e.hand - at.held if found.chained or at.balance == 0 else 0
    found.refill = min(short, stock)
    if found.refill < short and has_ruling(g, S.EMPTY_DECK_IS_LOSS):
        found.ending = "last-card"


def onward(sight: Sight, at: Stand) -> list[Onward]:
    """HH-9, HH-10 Which cards that lie open would pay for one more step."""
    g, e = sight.g, sight.e
    if at.node == e.heart:
        return []
    barred = g.crossed | 1 << at.node | (0 if g.node[1 - g.turn] == e.heart else 1 << g.node[1 - g.turn])
    ways = [n for n in e.near[at.node][: e.degree[at.node]] if e.ring[n] <= g.ring and not barred >> n & 1]
    found = []
    for hand in range(S.PLAYERS):
        for slot, halves in enumerate(g.half[hand]):
            colour = halves[g.side[hand]]
            if colour < 0 or (hand, slot) == at.gone:
                continue
            found += [Onward(hand, slot, n) for n in ways if pays(sight, at, colour, n)]
    return found


def pays(sight: Sight, at: Stand, colour: int, node: int) -> bool:
    """HH-9, HH-20, HH-R3, HH-R13 Whether a card of this colour pays for a step from there to a free neighbour."""
    e, balance = sight.e, at.balance + sight.e.sign[colour]
    if node == e.heart:
        return balance == 0 or (at.walked + 1 >= e.chain and abs(balance) <= e.limit)
    return e.colour[node] == colour and (abs(balance) <= e.limit or bool(has_ruling(sight.g, S.EDGE_IS_LOSS)))


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
