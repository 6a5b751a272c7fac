"""A week at the Quibble Institute with every die and card scripted."""

from typing import Any

from support import Driver

TRAITS = ("charm", "brawn", "kindness", "smarts", "tenacity", "humor", "mojo")
CHARM, BRAWN, KINDNESS, SMARTS, TENACITY, HUMOR, MOJO = range(7)
(TILES, EVENTS, ACTIONS, FAILS, SIXES, EXILES, PERKS, DISTANCE) = range(8)


# How others let a step of somebody's turn go by, and how they do not.
WAIT, INTERRUPT = "interrupt 1", "interrupt 2"


class Stage(Driver):
    """A table at which everybody lets every step go by, unless the test wants to be asked."""

    asks = False
    last = 0

    def do(self, *texts: str) -> "Stage":
        for text in texts:
            self.last = self.match.ply
            super().do(text)
            while not self.asks and self.legal() == [WAIT, INTERRUPT]:
                super().do(WAIT)
        return self

    def told(self, seat: int) -> list[str]:
        return [self.match.say(said, seat) for said in self.match.story(seat, self.last)]


def asking(d: Driver) -> Driver:
    """From now on the test answers for those who could interrupt."""
    assert isinstance(d, Stage)
    d.asks = True
    return d


def few(**options: Any) -> Driver:
    """A table with few windows."""
    return table(rulings={"few-windows": True}, **options)


def table(mode: str = "harem", seats: int = 2, loves: tuple[str, ...] = ("bobbie-rosso",), **options: Any) -> Driver:
    """The first turn is about to begin: hearts are chosen, hands dealt (c1 c2, c3 c4 ...), bonus cards picked."""
    d = Stage("work_of_heart", mode=mode, seats=seats, **options)
    d.do(*(f"woo {love(d, who)}" for who in loves))
    card = 0
    while d.legal("draw"):
        card += 1
        d.do(f"draw c{card}")
    return d.do(*(f"pick b{s + 1}" for s in range(seats)))


def love(d: Driver, id: str) -> str:
    return f"l{[who.id for who in d.match.edition.content.interests].index(id) + 1}"


def number(d: Driver, place: str) -> int:
    """A space by its letter and number, such as G5 for the Quad, or a building by its id."""
    school = d.match.edition.content
    if "-" in place or place.islower():
        return int(school.space_of(place))
    x, y = ord(place[0]) - ord("A"), int(place[1:]) - 1
    return next(i for i, s in enumerate(school.spaces) if (s.x, s.y) == (x, y))


def at(d: Driver, place: str) -> str:
    """A space as moves write it."""
    return f"s{number(d, place) + 1}"


def place(d: Driver, seat: int, where: str) -> Driver:
    d.g.space[seat] = number(d, where)
    return d


def tile(d: Driver, where: str, seat: int) -> Driver:
    d.g.tile[number(d, where)] = seat
    return d


def level(d: Driver, seat: int, **levels: int) -> Driver:
    """Set levels, and the points that they are worth."""
    for trait, n in levels.items():
        d.g.level[seat, TRAITS.index(trait)] = n
    recount(d)
    return d


def recount(d: Driver) -> None:
    g = d.g
    for s in range(g.seats):
        g.points[s] = 2 * int(g.hearts[s]) + int(g.bonus[s]) + sum(int(x) == 4 for x in g.level[s][:6])


def card(d: Driver, id: str) -> int:
    return [c.id for c in d.match.edition.content.actions].index(id)


def give(d: Driver, seat: int, *ids: str) -> Driver:
    """Make a seat's hand exactly these cards, whoever had them before."""
    g = d.g
    for slot in range(g.hand.shape[1]):
        if g.hand[seat, slot] != -1:
            g.deck |= 1 << int(g.hand[seat, slot])
            g.pile += 1
            clear(g, seat, slot)
    for slot, id in enumerate(ids):
        c = card(d, id)
        for s in range(g.seats):
            for k in range(g.hand.shape[1]):
                if g.hand[s, k] == c:
                    clear(g, s, k)
                    g.deck |= 1 << c
                    g.pile += 1
        g.deck &= ~(1 << c)
        g.pile -= 1
        g.hand[seat, slot] = c
        g.seen[seat, slot] = 1 << seat
        g.maybe[seat, slot] = g.fresh
        g.held[seat] += 1
    return d


def clear(g: Any, seat: int, slot: int) -> None:
    g.hand[seat, slot] = -1
    g.seen[seat, slot] = 0
    g.maybe[seat, slot] = 0
    g.held[seat] -= 1


def empty_hands(d: Driver) -> Driver:
    for seat in range(d.g.seats):
        give(d, seat)
    return d


def event(d: Driver, id: str) -> str:
    return f"e{[ev.id for ev in d.match.edition.content.events].index(id) + 1}"


def go(d: Driver, roll: int, where: str) -> Driver:
    """A turn up to its landing: the player's own roll, the die, and where to."""
    return d.do("throw", f"roll {roll}", f"go {at(d, where)}")


def skip_to(d: Driver, day: int, lap: int) -> Driver:
    """Turn the two trackers by hand, as somebody must."""
    d.g.day, d.g.lap = day, lap
    return d


def ends(d: Driver) -> set[int]:
    """Where the walk may end, by number."""
    return {int(text.split("s")[1]) - 1 for text in d.legal("go")}


def turn(d: Driver) -> Driver:
    """Any turn at all for whoever is next, passing wherever one can."""
    who = d.g.turn
    d.do("throw", "roll 1")
    d.do(d.legal("go")[0])
    while d.g.turn == who and d.g.seat != -2:
        legal = d.legal()
        d.do("pass" if "pass" in legal else legal[-1])
    return d
