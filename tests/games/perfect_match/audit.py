"""The recount of Perfect Match: every card in exactly one place, every heart counted again from the table."""

TINY = [
    {"edition": "tiny"},
    {"edition": "tiny", "rulings": {"open-profiles": False}},
]


def audit(edition, g):
    count_cards(edition, g)
    check_by(g)
    count_contestants(edition, g)
    count_points(edition, g)


def count_cards(edition, g):
    """Every main deck card of this many players is in the deck, a slot, the discards, aside or being shown."""
    e = edition.record[0]
    slots, deck, discards, above = (cells.tolist() for cells in (g.card, g.deck, g.discards, g.above))
    places = [c for c in slots + deck + discards if c != -1]
    places += [int(e.flags_from) + k for k, contestant in enumerate(above) if contestant != -1]
    places += [int(g.shown)] if g.shown != -1 else []
    needs, seats = e.needs.tolist(), int(g.seats)
    assert sorted(places) == [c for c in range(e.cards) if needs[c] <= seats]
    assert len(deck) - deck.count(-1) == g.pile
    assert len(discards) - discards.count(-1) == g.gone
    assert g.held.tolist() == [16 - slots[seat * 16 : seat * 16 + 16].count(-1) for seat in range(4)]


def check_by(g):
    """PM-R22 Every card in a contestant's profile was slipped in by somebody who plays; no other card says so."""
    by, cards, seats = g.by.tolist(), g.card.tolist(), int(g.seats)
    assert by[:64] == [-1] * 64
    for slot in range(64, len(by)):
        assert (by[slot] in range(seats)) if cards[slot] != -1 else by[slot] == -1


def count_contestants(edition, g):
    """Every contestant waits, is on stage, or has been wooed."""
    waiting, stage, owner = int(g.waiting), g.stage.tolist(), g.owner.tolist()
    above, burden = g.above.tolist(), g.burden.tolist()
    for number in range(edition.record[0].contestants):
        assert (waiting >> number & 1) + stage.count(number) + (owner[number] != -1) == 1
        assert burden[number] == above.count(number)
    assert [owner.count(s) for s in range(4)] == g.wooed.tolist()


def count_points(edition, g):
    """PM-19 Hearts less red flags."""
    owner, above = g.owner.tolist(), g.above.tolist()
    for seat in range(g.seats):
        hearts = 0
        for number, contestant in enumerate(edition.content.contestants):
            if owner[number] == seat:
                hearts += contestant.hearts - above.count(number)
        assert g.points[seat] == hearts
