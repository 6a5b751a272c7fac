"""Scripted deals of Heartcatchers, for tests that need a certain table."""

from typing import Any

from parlour.engine.record import PUBLIC
from support import Driver

# The printed deck, in the order of the edition: three blank hearts, then the specials, colour by colour.
BLUE, BLUE2, BLUE3, BLUE_LOVE, BLUE_BREAKER, BLUE_CHANGE = "c1", "c2", "c3", "c4", "c5", "c6"
RED, RED2, RED3, RED_LOVE, RED_BREAKER, RED_CHANGE = "c7", "c8", "c9", "c10", "c11", "c12"
GREEN, GREEN2, GREEN3, GREEN_LOVE, GREEN_BREAKER, GREEN_CHANGE = "c13", "c14", "c15", "c16", "c17", "c18"
WHITE, WHITE2 = "c19", "c20"

# Blue, red, green on the first side; red, green, blue facing them.
COLOURS = (BLUE, RED, GREEN, RED2, GREEN2, BLUE2)


def deal(
    table: tuple[str, ...] = COLOURS,
    mine: tuple[str, ...] = (BLUE3, RED3, GREEN3),
    theirs: tuple[str, ...] = (BLUE_LOVE, RED_LOVE, GREEN_LOVE),
    **options: Any,
) -> Driver:
    """A match in which the first seat is to act, with these cards on the table and in the hands."""
    d = Driver("heartcatchers", **{"first": 0, **options})
    first = d.match.start_seat
    hands = (mine, theirs) if first == 0 else (theirs, mine)
    d.do(*(f"lay {card}" for card in table))
    return d.do(*(f"draw {card}" for hand in hands for card in hand))


def play_out(d: Driver, move: str = "") -> Driver:
    """Play to the end, drawing the lowest card and, where it is legal, the move; else the last one listed."""
    while d.seat != -2:
        legal = d.legal()
        d.do(move if move in legal else legal[0] if d.seat == -1 else legal[-1])
    return d


def finish(d: Driver, **under: list[str]) -> Driver:
    """Set up the table's Secrets (s1=[card, ...]) and let the last card be played: a bluff under s1."""
    g = d.g
    used = [card for cards in under.values() for card in cards]
    spare = next(c for c in range(20) if f"c{c + 1}" not in used and is_free(g, c))
    g.hand[:, :] = -1
    g.hand[0, 0] = spare
    g.held[:] = (1, 0)
    g.deck = g.pile = 0
    for place, cards in under.items():
        for card in cards:
            k = int(g.secrets)
            g.secret[k], g.by[k], g.under[k] = int(card[1:]) - 1, 0, g.at[int(place[1]) - 1]
            g.secrets = k + 1
    return d.do("secret h1 s1")


def is_free(g: Any, card: int) -> bool:
    """A blank heart that does not lie on the table."""
    blank = card % 6 < 3 and card < 18
    return blank and card not in g.top


def finish_as(d: Driver, **under: list[str]) -> Driver:
    """Go on to the end from the draw after an action."""
    d.g.turn = d.g.seat = 0
    d.g.drawer = -1
    return finish(d, **under)


def names(d: Driver, place: str, seat: int = int(PUBLIC)) -> list[str | None]:
    """The names of what lies at a place, as a seat's screen shows it."""
    zones = {z["id"]: z for z in d.match.look(seat).screen["zones"]}
    return [p["name"] for p in zones[place]["pieces"]]
