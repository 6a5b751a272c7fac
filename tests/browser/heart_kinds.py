"""Positions of Work of Heart in which each kind of move can be made, and where on the board it is made."""

from games.work_of_heart import campus_stage as campus
from games.work_of_heart.test_wh_ending import friday, score
from support import Driver


def first_walk(*cards, love="bobbie-rosso", seats=4):
    return campus.give(campus.table(seats=seats, loves=(love,)), 0, *cards)


def wooing():
    return Driver("work_of_heart", mode="harem", seats=4)


def picking():
    d = Driver("work_of_heart", mode="harem", seats=4).do("woo l5")
    return d.do(*(f"draw c{k + 1}" for k in range(8)))


def bumped():
    d = campus.place(first_walk(), 1, "E5")
    return d.do("throw", "roll 2", f"go {campus.at(d, 'E5')}")


def interruptions():
    """Steps of the turn of seat 1 at which seat 0 is asked: before the roll, after it, at an affection roll, a six."""
    d = campus.asking(campus.empty_hands(campus.table(seats=4)))
    campus.give(campus.give(d, 0, "tailwind"), 1, "take-two")
    d.g.turn = d.g.actor = d.g.seat = 1
    d.g.space[1] = d.e.where[d.g.loves[1], d.g.day]
    stay = f"go s{int(d.g.space[1]) + 1}"
    for moves in (
        ("throw",),
        (campus.WAIT, "roll 6"),
        (campus.WAIT, stay, "court", "face 6", "die 1", "pass"),
        (campus.WAIT, "pass"),
    ):
        yield d.do(*moves)


def stepping():
    d = campus.level(first_walk(seats=4), 1, tenacity=2)
    d = campus.asking(campus.empty_hands(d).do("throw", "roll 6"))
    return d.do(f"go {campus.at(d, 'salon')}", campus.INTERRUPT)


def discarding():
    d = campus.give(first_walk(), 0, "barefoot", "take-two", "tailwind", "mixtape", "banana-peel")
    return d.do("throw", "roll 1", f"go {campus.at(d, 'F5')}", "draw c25")


def answering():
    d = campus.level(first_walk(), 0, brawn=1, kindness=2)
    return d.do("throw", "roll 1", f"go {campus.at(d, 'H5')}", f"event {campus.event(d, 'the-goose-returns')}")


def joining():
    d = first_walk()
    return d.do("throw", "roll 1", f"go {campus.at(d, 'H5')}", f"event {campus.event(d, 'pie-social')}")


def raising():
    return first_walk("cram-session").do("throw", "roll 1", "play h1")


def lowering():
    return campus.level(first_walk("change-of-major"), 0, charm=2).do("throw", "roll 1", "play h1")


def targeting():
    return first_walk("fire-drill").do("throw", "roll 1", "play h1")


def charming():
    return campus.level(first_walk(), 0, charm=2).do("throw", "roll 2")


def peeking():
    d = campus.tile(campus.level(first_walk(), 0, kindness=2), "E5", 1)
    return d.do("throw", "roll 2")


def courting():
    d = first_walk()
    return d.do("throw", "roll 3", f"go {campus.at(d, 'computer-lab')}")


def second_thoughts():
    d = campus.level(first_walk("mixtape", "take-two", love="ravi-montague"), 0, charm=4, humor=2, brawn=3, mojo=2)
    d = campus.place(d, 0, "theater")
    return d.do("throw", "roll 1", f"go {campus.at(d, 'theater')}", "court", "face 3", "die 1")


def tied():
    """Friday evening: two cards are turned up, and two seats are tied."""
    return score(friday(seats=4), 2, 2, 1, 0).do("reveal b1", "reveal b2")


def rolled():
    """Another one's roll, at which a seat with a card is asked whether to interrupt."""
    d = campus.place(campus.give(campus.empty_hands(first_walk()), 1, "cough-drop"), 0, "computer-lab")
    d.do("throw", "roll 1", f"go {campus.at(d, 'computer-lab')}", "court", "face 1")
    return campus.asking(d).do("die 4")


def heckling():
    return rolled().do(campus.INTERRUPT)


# Kind of move: how the position is reached, what is tapped (twice), the seat that plays, and what is sent. Cards
# have more windows than one.
KINDS = {
    "woo": (wooing, "[data-interest='4']", 0, "woo l5"),
    "pick": (picking, "[data-bonus='10']", 0, "pick b11"),
    "go": (lambda: first_walk().do("throw", "roll 2"), ".spot[data-ring=can]", 0, "go "),
    "bump": (bumped, ".spot[data-ring]", 0, "bump "),
    "step": (stepping, ".spot[data-ring]", 1, "step "),
    "perk": (charming, ".mine [data-perk=charm]", 0, "perk k1"),
    "interrupt": (rolled, ".prompt .answer.main", 1, "interrupt "),
    "heckle": (heckling, "[data-slot='0']", 1, "play h1"),
    "again": (second_thoughts, "[data-slot='1']", 0, "play h2"),
    "play": (lambda: first_walk("barefoot").do("throw", "roll 2"), "[data-slot='0']", 0, "play h1"),
    "discard": (discarding, "[data-slot='2']", 0, "discard h3"),
    "answer": (answering, "[data-answer='1']", 0, "answer a2"),
    "join": (joining, "[data-join=brawn]", 0, "join t2"),
    "raise": (raising, ".col [data-trait=humor]", 0, "raise t6"),
    "lower": (lowering, ".col [data-trait=charm]", 0, "lower t1"),
    "target": (targeting, "button[data-pawn='2']", 0, "target p3"),
    "peek": (peeking, "[data-peek]", 0, "peek "),
    "court": (courting, ".prompt .answer.main", 0, "court"),
    "throw": (lambda: first_walk(), ".prompt .answer.main", 0, "throw"),
    "tie": (tied, ".prompt .answer", None, "tie "),
    "pass": (courting, ".prompt .answer:not(.main)", 0, "pass"),
}  # fmt: skip
