"""A scripted table of Perfect Match: names instead of numbers, and cards laid where a test wants them."""

from pathlib import Path

from games.perfect_match.audit import audit
from support import Driver

SHOW = Path(__file__).with_name("show.toml")
NONE = -1
EVERYBODY = 31
SORTS = {"trait": 1, "flag": 2, "drama": 4}


class Stage(Driver):
    """Profiles, contestants and draws are named by their ids in the edition; places and slots count from 1."""

    def __init__(self, *profiles, stage=("ada", "boris", "celeste"), seats=2, first=0, edition=SHOW, **options):
        super().__init__("perfect_match", edition, seats=seats, first=first, **options)
        for id in profiles or ("sunday-reader", "festival-tent", "long-letter", "last-dance")[:seats]:
            self.do(f"profile f{self.number('profiles', id) + 1}")
        for id in stage:
            self.enter(id)

    def number(self, family, id):
        """The number of an entry of the edition."""
        return [entry.id for entry in getattr(self.match.edition.content, family)].index(id)

    def id_of(self, card):
        return self.match.edition.content.faces[card].id

    def enter(self, id):
        return self.do(f"enter c{self.number('contestants', id) + 1}")

    def draw(self, *ids):
        """Let chance draw cards with these ids."""
        for id in ids:
            card = next(c for c in self.g.deck[: self.g.pile] if self.id_of(c) == id)
            self.do(f"draw m{card + 1}")
        return self

    def held(self, id, seat=None):
        """The slot of a card in a hand, as a move names it."""
        return self.hand(seat).index(id) + 1

    def hand(self, seat=None):
        """The ids in a hand by slot; None where a slot is empty."""
        owner = int(self.g.seat) if seat is None else seat
        return [None if c == NONE else self.id_of(c) for c in self.g.card[owner * 16 : owner * 16 + 16]]

    def cards(self, seat):
        return sorted(id for id in self.hand(seat) if id)

    def profile(self, place):
        """The ids in a contestant's profile by slot."""
        at = 64 + (place - 1) * 3
        return [None if c == NONE else self.id_of(c) for c in self.g.card[at : at + 3]]

    def play(self, id, place):
        return self.do(f"play h{self.held(id)} s{place}")

    def drama(self, id):
        return self.do(f"drama h{self.held(id)}")

    def favour(self, id):
        return self.do(f"favour c{self.number('contestants', id) + 1}")

    def favours(self):
        """The favours that the deciding seat can ask for, in words."""
        look, kind = self.match.look(self.seat), self.match.game.moves.kind
        return [look.choice(m).words for m in look.legal if kind(m).name == "favour"]

    # Laying out a position

    def take(self, id):
        """Take a card with this id out of the main deck."""
        deck = [int(c) for c in self.g.deck[: self.g.pile]]
        card = next(c for c in deck if self.id_of(c) == id)
        deck.remove(card)
        self.g.deck[:] = deck + [NONE] * (len(self.g.deck) - len(deck))
        self.g.pile = len(deck)
        return card

    def lay(self, place, k, id, by=0, up=False):
        """A card in a profile that one seat slipped in; it lies face down, or by now face up."""
        self.put(64 + (place - 1) * 3 + k - 1, id, EVERYBODY if up else 1 << by, up)
        self.g.by[64 + (place - 1) * 3 + k - 1] = by
        if not up:
            self.g.maybe[64 + (place - 1) * 3 + k - 1] = 3
        return self

    def put(self, slot, id, seen, up=False):
        card = self.take(id)
        sorts = (card >= self.e.flags_from) + (card >= self.e.dramas_from)
        self.g.card[slot] = card
        self.g.seen[slot] = seen
        self.g.maybe[slot] = 1 << sorts if seen == EVERYBODY else 7
        self.g.up[slot] = int(up)

    def give(self, seat, *ids):
        """Cards into the first free slots of a hand."""
        for id in ids:
            slot = next(s for s in range(seat * 16, seat * 16 + 16) if self.g.card[s] == NONE)
            self.put(slot, id, 1 << seat)
            self.g.held[seat] += 1
        return self

    def wooed(self, seat, *ids):
        """Contestants who have been won before."""
        for id in ids:
            number = self.number("contestants", id)
            self.g.waiting &= ~(1 << number)
            self.g.owner[number] = seat
            self.g.wooed[seat] += 1
            self.g.points[seat] += self.e.hearts[number]
        return self

    def flag(self, id, contestant):
        """A red flag above a contestant."""
        number = self.number("contestants", contestant)
        self.g.above[self.take(id) - self.e.flags_from] = number
        self.g.burden[number] += 1
        if self.g.owner[number] != NONE:
            self.g.points[self.g.owner[number]] -= 1
        return self

    def hearts(self, id):
        return int(self.e.hearts[self.number("contestants", id)])

    def knows(self, seat, slot):
        """Whether a seat knows what lies in a slot."""
        return self.match.hidden(seat)[0].card[slot] >= 0

    def turn(self, *ids):
        """Draw for the turn: the first traits of the deck, unless others are named."""
        if ids:
            return self.draw(*ids)
        while self.g.due:
            self.do(self.legal("draw")[0])
        return self


FILL = ("orderly",) * 4


def with_drama(s, id, *more):
    """Draw the drama and four other cards, then play it."""
    return s.turn(id, *(more or FILL)).drama(id)


def done(s):
    """The effect is over: an action is spent, every card is in one place."""
    assert s.g.effect == -1
    assert s.g.half == -1
    audit(s.match.edition, s.g)
    return s
