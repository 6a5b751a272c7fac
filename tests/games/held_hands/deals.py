"""Scripted tables: real deals of chosen cards, and tokens put where a test needs them."""

from support import Driver

LETTERS = "GBRK"

# Six cards a hand that pay for every colour on either side.
MINE = "RG KB BK GR RB KG"
THEIRS = "GB BR KR RK BG GK"


def kind(card: str) -> int:
    """The number of a kind of card such as `RG`: red on the left, green on the right."""
    return LETTERS.index(card[0]) * 4 + LETTERS.index(card[1])


def draw(*cards: str) -> list[str]:
    return [f"draw k{kind(card) + 1} x1" for card in cards]


def reveal(letter: str) -> str:
    return f"reveal o{LETTERS.index(letter) + 1} x1"


# Halves stay covered, and hands may be made up that leave the partner nowhere to go.
FANS_FIRST = {"deal-first": False, "either-stuck": False}


def deal(mine: str = MINE, theirs: str = THEIRS, goal: str = "G", fans: str = "left left", **options) -> Driver:
    """A table where seat 0 has been dealt these cards, the objective is turned up and seat 0 walks.

    Fans come before the deal and only the walker has to be able to move, unless `rulings` say otherwise.
    """
    rulings = FANS_FIRST | options.pop("rulings", {})
    d = Driver("held_hands", first=0, rulings=rulings, **options)
    dealt = [*draw(*mine.split()), *draw(*theirs.split())]
    chosen = fans.split()
    return d.do(*(dealt + chosen if rulings["deal-first"] else chosen + dealt), reveal(goal))


def place(d: Driver, node: int, seat: int = 0, *, balance: int = 0) -> Driver:
    """Put a token on a node as if the turn had begun there."""
    d.g.node[seat] = node - 1
    d.g.balance[seat] = balance
    d.g.crossed = 1 << int(d.g.node[d.g.turn])
    return d


def open_rings(d: Driver, ring: int) -> Driver:
    """Play in this ring, with the objectives of the rings before it met."""
    each = 2 * int(d.e.goals)
    d.g.ring = ring
    d.g.met[:ring] = each
    d.g.points[:2] = each * ring
    return d


def open_heart(d: Driver) -> Driver:
    """All objectives met: the Heart is open."""
    open_rings(d, int(d.e.rings))
    d.g.goal = -1
    d.g.goals[:] = 0
    return d


def empty_hand(d: Driver, seat: int, keep: int = 0) -> Driver:
    """Take the cards of a hand off the table, but for the first few."""
    for slot in range(keep, len(d.g.card[seat])):
        d.g.card[seat, slot] = d.g.since[seat, slot] = -1
        d.g.half[seat, slot] = -1
    return d


def ways(d: Driver) -> set[int]:
    """The nodes to which some card leads."""
    return {int(text.split("n")[-1]) for text in d.legal("step")}


def cards_to(d: Driver, node: int) -> set[str]:
    """The cards that lead to a node, such as `p1 h3`."""
    return {" ".join(t.split()[1:3]) for t in d.legal("step") if t.endswith(f" n{node}")}


def shown(d: Driver, seat: int) -> str:
    """The letters that a fan shows, slot by slot."""
    return "".join("-" if c < 0 else LETTERS[c] for c in d.g.half[seat, :, d.g.side[seat]])


def at_heart(balance=1, mine="GR BG RK KR RB KB", **options):
    """Seat 0 stands before the open Heart on the red node 49, seat 1 on the black node 53."""
    d = open_heart(deal(mine, "GB BG RK KR GK BR", **options))
    place(d, 53, seat=1, balance=-1)
    return place(d, 49, balance=balance)
