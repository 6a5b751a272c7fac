"""Perfect Match once more: slow, obvious, in plain Python, written from the rulebook and not from the rules.

Cards are objects that know where they lie and who has looked at them. Nothing here is shared with the engine but
the edition's text.
"""

import random
from functools import cache
from typing import Any

from games.perfect_match.naive_effects import Card, Contestant, Effects

HAND, STAGE = 16, 3


class Table(Effects):
    """One game, played by texts such as `play h2 s1`."""

    def __init__(self, content: Any, players: int, first: int | None, open_profiles: bool) -> None:
        self.content, self.players, self.turn, self.open = content, players, first, open_profiles
        self.numbers = content.numbers
        self.deck = list(self.cards_for(players))
        self.waiting = [Contestant(i, entry) for i, entry in enumerate(content.contestants)]
        self.stage: list[Contestant | None] = [None] * self.numbers.stage
        self.profiles: list[list[Card | None]] = [[None] * self.numbers.profile for _ in range(self.numbers.stage)]
        self.hands: list[list[Card | None]] = [[None] * HAND for _ in range(players)]
        self.own: list[list[Contestant]] = [[] for _ in range(players)]
        self.wishes: list[int] = []
        self.excluded: list[set[int]] = [set() for _ in range(players)]
        self.told: set[int] = set(range(players)) if open_profiles else set()
        self.discards: list[Card] = []
        self.started = False
        self.actions = self.due = 0
        self.effect: dict[str, Any] | None = None
        self.winners: list[int] = []

    def cards_for(self, players: int) -> list[Card]:
        """Copies are numbered whether they are used or not; the first ones are for fewer players."""
        cards, number = [], 0
        families = (("trait", self.content.traits), ("flag", self.content.flags), ("drama", self.content.dramas))
        for sort, entries in families:
            for entry in entries:
                for copy in range(entry.copies[2]):
                    if copy < entry.copies[players - 2]:
                        cards.append(Card(number, entry, sort))
                    number += 1
        return cards

    # What can be done

    def moves(self) -> list[str]:
        if self.winners:
            return []
        if self.turn is None:
            return [f"starts p{p + 1}" for p in range(self.players)]
        if len(self.wishes) < self.players:
            return [f"profile f{i + 1}" for i in range(len(self.content.profiles)) if i not in self.wishes]
        if None in self.stage:
            return [f"enter c{c.number + 1}" for c in sorted(self.waiting, key=lambda c: c.number)]
        if self.due:
            return [f"draw m{c.number + 1}" for c in sorted(self.deck, key=lambda c: c.number)]
        if self.effect:
            return self.choices()
        if self.actions:
            return self.actions_now()
        return [f"discard h{h + 1}" for h, card in enumerate(self.hands[self.turn]) if card]

    def actions_now(self) -> list[str]:
        me = self.turn
        plays = self.plays()
        reveals = [f"reveal s{p + 1} k{k + 1}" for p, k, card in self.on_stage() if not card.up]
        dramas = [f"drama h{h + 1}" for h, card in enumerate(self.hands[me]) if card and card.sort == "drama"]
        dates = [f"date s{p + 1}" for p, cards in enumerate(self.profiles) if None not in cards]
        favours = [f"favour c{number + 1}" for number in sorted(c.number for c in self.own[me])]
        return [*plays, *reveals, *dramas, *dates, *favours, "rest"]

    def plays(self) -> list[str]:
        free = [p for p, cards in enumerate(self.profiles) if None in cards]
        hand = [h for h, card in enumerate(self.hands[self.turn]) if card and card.sort != "drama"]
        return [f"play h{h + 1} s{p + 1}" for h in hand for p in free]

    def on_stage(self) -> list[tuple[int, int, Card]]:
        """Every card in a contestant's profile with its place and slot."""
        return [(p, k, card) for p, cards in enumerate(self.profiles) for k, card in enumerate(cards) if card]

    def room(self) -> int:
        return self.hands[self.turn].count(None)

    # Doing it

    def play(self, text: str) -> None:
        kind, *words = text.split()
        values = [int(word.lstrip("abcdefghijklmnopqrstuvwxyz")) - 1 for word in words]
        getattr(self, f"do_{kind}")(*values)
        if not self.winners:
            self.go_on()

    def go_on(self) -> None:
        """Find out what is next: somebody to draw, the rest of an effect, the next turn, or the end."""
        if self.turn is None or len(self.wishes) < self.players or (None in self.stage and not self.started):
            return
        if not self.started:
            self.started = True
            self.start_turn(self.turn)
            if dealt := self.numbers.starter[self.players - 2]:
                self.due = dealt + self.numbers.draw
            return
        if None in self.stage:
            if not self.waiting:
                self.finish()
            return
        if self.due:
            if not self.deck:
                self.finish()
            return
        self.close_effect()
        held = sum(card is not None for card in self.hands[self.turn])
        if not self.effect and not self.actions and held <= self.numbers.limit:
            self.start_turn((self.turn + 1) % self.players)

    def start_turn(self, player: int) -> None:
        self.turn = player
        self.actions = self.numbers.actions
        self.due = self.numbers.draw if any(self.hands[player]) else self.numbers.draw_empty
        if not self.deck:
            self.finish()

    def discard(self, card: Card) -> None:
        self.show_all(card)
        card.up, card.by = False, None
        self.discards.append(card)

    def show_all(self, card: Card) -> None:
        card.seen = set(range(self.players + 1))

    def take(self, card: Card, player: int) -> None:
        card.seen.add(player)
        card.up, card.by = False, None
        hand = self.hands[player]
        hand[hand.index(None)] = card

    def do_starts(self, player: int) -> None:
        self.turn = player

    def do_profile(self, number: int) -> None:
        self.wishes.append(number)

    def do_enter(self, number: int) -> None:
        person = next(c for c in self.waiting if c.number == number)
        self.waiting.remove(person)
        self.stage[self.stage.index(None)] = person

    def do_draw(self, number: int) -> None:
        card = next(c for c in self.deck if c.number == number)
        self.deck.remove(card)
        self.take(card, self.turn)
        self.due -= 1

    def do_play(self, held: int, place: int) -> None:
        card = self.hands[self.turn][held]
        self.hands[self.turn][held] = None
        card.not_drama, card.by = True, self.turn
        cards = self.profiles[place]
        cards[cards.index(None)] = card
        if self.effect:
            self.effect["left"] -= 1
        else:
            self.actions -= 1

    def do_reveal(self, place: int, k: int) -> None:
        self.actions -= 1
        self.turn_up(place, k)

    def turn_up(self, place: int, k: int) -> None:
        card = self.profiles[place][k]
        self.show_all(card)
        if card.sort == "flag":
            card.by = None
            self.profiles[place][k] = None
            self.stage[place].flags.append(card)
        else:
            card.up = True

    def do_date(self, place: int) -> None:
        self.actions -= 1
        for k, card in enumerate(self.profiles[place]):
            if not card.up:
                self.turn_up(place, k)
        cards = self.profiles[place]
        traits = sorted(card.entry.id for card in cards if card)
        if traits == sorted(self.content.profiles[self.wishes[self.turn]].traits):
            self.told.add(self.turn)
            self.own[self.turn].append(self.stage[place])
            self.stage[place] = None
            for card in cards:
                self.discard(card)
            self.profiles[place] = [None] * self.numbers.profile
            self.check_goal()
            return
        self.actions = 0
        for number, profile in enumerate(self.content.profiles):
            if sorted(profile.traits) == traits:
                self.excluded[self.turn].add(number)

    def do_rest(self) -> None:
        self.actions = 0

    def do_discard(self, held: int) -> None:
        effect = self.effect
        player = effect["rival"] if effect else self.turn
        self.discard(self.hands[player][held])
        self.hands[player][held] = None
        if effect:
            effect["rival"] = None
            self.used()

    # Hearts

    def points(self) -> list[int]:
        return [sum(c.hearts for c in own) for own in self.own]

    def check_goal(self) -> None:
        if self.points()[self.turn] >= self.numbers.goals[self.players - 2]:
            self.winners = [self.turn]

    def finish(self) -> None:
        ranks = [(points, len(own)) for points, own in zip(self.points(), self.own, strict=True)]
        self.winners = [p for p in range(self.players) if ranks[p] == max(ranks)]

    # What somebody knows

    def known(self, player: int) -> list[int | None]:
        """The card in every slot of hands and profiles that a player has seen; None where not, or empty."""
        slots = [card for hand in self.hands for card in hand] + [c for cards in self.profiles for c in cards]
        return [card.number if card and player in card.seen else None for card in slots]

    def slipped_in_by(self) -> list[int]:
        """Who slipped in the card in every slot of the profiles; -1 where there is none."""
        return [-1 if card is None else card.by for cards in self.profiles for card in cards]

    def could_be(self, player: int) -> set[int]:
        """The profiles that everybody must still think possible for a player."""
        if player >= len(self.wishes) or player in self.told:
            return set(self.wishes[player : player + 1]) or set(range(len(self.content.profiles)))
        return set(range(len(self.content.profiles))) - self.excluded[player]


def play_twins(games: int, seed: int) -> int:
    """Random games in both, compared at every move; how many moves were compared."""
    from parlour.engine import registry

    game = registry.load("perfect_match")
    pick = random.Random(seed)
    return sum(play_one(game, pick, i) for i in range(games))


def play_one(game: Any, pick: random.Random, number: int) -> int:
    """One game of both; numbers of players, starters and the ruling take turns."""
    players, open_profiles = 2 + number % 3, bool(number // 3 % 2)
    first = None if number % 2 else number % players
    edition = quick_edition(game) if number // 2 % 2 else game.base
    twin = Table(edition.content, players, first, open_profiles)
    g = game.new(edition, players, 0, int(open_profiles), -1 if first is None else first)
    moves = 0
    while True:
        legal = game.legal(edition, g)
        texts = [text_of(game, m) for m in legal]
        assert texts == twin.moves()
        assert g["points"][0][:players].tolist() == twin.points()
        assert int(g["winners"][0]) == sum(1 << p for p in twin.winners)
        if not legal:
            share = 12 // len(twin.winners)
            assert [int(r) for r in g["result"][0]] == [share * (p in twin.winners) for p in range(4)]
            return moves
        compare_knowledge(game.hide(edition, g, player := pick.randrange(players))[0], twin, player)
        choice = lively(texts, pick)
        twin.play(texts[choice])
        g = game.play(edition, g, legal[choice])
        moves += 1


@cache
def text_of(game: Any, m: int) -> str:
    return str(game.moves.text(m))


def lively(texts: list[str], pick: random.Random) -> int:
    """A random move, but dramas and favours are taken more often than chance would."""
    wanted = [i for i, text in enumerate(texts) if text.startswith(("drama", "favour"))]
    return pick.choice(wanted) if wanted and pick.random() < 0.5 else pick.randrange(len(texts))


@cache
def quick_edition(game: Any) -> Any:
    """The same cards with two traits only and two cards a date, so that many dates succeed and favours abound."""
    text = changed(game.base.text, "profile = 3", "profile = 2")
    text = changed(text, "goals = [8, 7, 6]", "goals = [20, 15, 12]")
    text = changed(text, "\nstarter = [2, 2, 0]", "\nstarter = [2, 0, 1]")
    for trait in game.base.content.traits:
        copies = "[21, 33, 36]" if trait.id in ("bookish", "daring") else "[0, 0, 0]"
        before = f'letter = "{trait.letter}"\ncopies = '
        text = changed(text, f"{before}{trait.copies}", before + copies)
    start, end = text.index("[[profiles]]"), text.index("[[contestants]]")
    pairs = (("bookish", "bookish"), ("bookish", "daring"), ("daring", "daring"), ("tender", "tender"))
    row = '[[profiles]]\nid = "p{0}"\nname = "{0}"\ntraits = ["{1}", "{2}"]\nsource = "invented"\n'
    rows = [row.format(i, *pair) for i, pair in enumerate(pairs)]
    return game.edition_from(text[:start] + "\n".join(rows) + text[end:])


def changed(text: str, old: str, new: str) -> str:
    """A text with one place changed, which must be there: an edition that was edited must not make this test tamer."""
    assert text.count(old) == 1, f"{old!r} is not once in the edition"
    return text.replace(old, new)


def compare_knowledge(h: Any, twin: Table, player: int) -> None:
    """What a player knows of slots and profiles is the same in both."""
    desks = [4 * HAND + STAGE * p + k for p in range(STAGE) for k in range(twin.numbers.profile)]
    slots, could = h.card.tolist(), h.could.tolist()
    cards = slots[: twin.players * HAND] + [slots[d] for d in desks]
    assert [c if c >= 0 else None for c in cards] == twin.known(player)
    by = h.by.tolist()
    assert by[: 4 * HAND] == [-1] * (4 * HAND)
    assert [by[d] for d in desks] == twin.slipped_in_by()
    for other in range(len(twin.wishes)):
        assert could[other] == sum(1 << p for p in twin.could_be(other))
