"""The recount of Perfect Match: every card in exactly one place, every heart counted again from the table."""

TINY = [
    {"edition": "tiny"},
    {"edition": "tiny", "rulings": {"open-profiles": False}},
]


def audit(edition, g):
    count_cards(edition, g)
    count_contestants(edition, g)
    count_points(edition, g)


def count_cards(edition, g):
    """Every main deck card of this many players is in the deck, a slot, the discards, aside or being shown."""
    e = edition.record[0]
    places = [int(c) for c in g.card if c != -1]
    places += [int(c) for c in g.deck if c != -1]
    places += [int(c) for c in g.discards if c != -1]
    places += [int(e.flags_from) + k for k in range(len(g.above)) if g.above[k] != -1]
    places += [int(g.shown)] if g.shown != -1 else []
    assert sorted(places) == [c for c in range(e.cards) if e.needs[c] <= g.seats]
    assert sum(c != -1 for c in g.deck) == g.pile
    assert sum(c != -1 for c in g.discards) == g.gone
    for seat in range(4):
        assert g.held[seat] == sum(c != -1 for c in g.card[seat * 16 : seat * 16 + 16])


def count_contestants(edition, g):
    """Every contestant waits, is on stage, or has been wooed."""
    for number in range(edition.record[0].contestants):
        places = [int(g.waiting) >> number & 1, list(g.stage).count(number), g.owner[number] != -1]
        assert sum(places) == 1
        assert g.burden[number] == list(g.above).count(number)
    assert [list(g.owner).count(s) for s in range(4)] == list(g.wooed)


def count_points(edition, g):
    """PM-19 Hearts less red flags."""
    for seat in range(g.seats):
        hearts = 0
        for number, contestant in enumerate(edition.content.contestants):
            if g.owner[number] == seat:
                hearts += contestant.hearts - list(g.above).count(number)
        assert g.points[seat] == hearts
