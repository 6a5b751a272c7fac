"""Keepsakes once more, slow and obvious, in plain Python: written from the rulebook, not from the rules.

It keeps letters in dictionaries and lists, moves them by hand, and knows nothing of records, bits or kernels.
`play_twins` plays random games in both at the same time and compares every list of moves and the score.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from parlour.engine import registry
from parlour.engine.record import CHANCE, OVER


@dataclass
class Party:
    """An evening of Keepsakes."""

    content: Any
    seats: int
    together: bool
    first: int | None
    hands: list[dict[int, int]] = field(default_factory=list)
    mantel: dict[int, int] = field(default_factory=dict)
    drawer: list[int] = field(default_factory=list)
    readers: dict[int, set[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.numbers = self.content.numbers
        self.hands = [{} for _ in range(self.seats)]
        self.drawer = list(range(len(self.content.faces)))
        self.readers = {card: set() for card in self.drawer}
        self.turns_done = 0
        self.current = self.first
        self.now = "deal" if self.first is not None else "start"
        self.chosen: dict[int, int] = {}
        self.victim: int | None = None

    # Asking

    def kind(self, card: int) -> Any:
        return next(k for k in self.content.kinds if k.id == self.content.faces[card].kind)

    def waiting(self) -> list[int]:
        """Those who still have to choose in the waltz."""
        return [s for s in range(self.seats) if self.hands[s] and s not in self.chosen]

    def who(self) -> str | int:
        if self.now in ("start", "deal", "post", "roll", "grab"):
            return "chance"
        if self.now == "over":
            return "nobody"
        if self.now == "waltz":
            return self.waiting()[0]
        return self.victim if self.now == "react" and self.victim is not None else self.me

    @property
    def me(self) -> int:
        assert self.current is not None
        return self.current

    def moves(self) -> list[str]:
        """What can be played now, in the order of the table of moves."""
        if self.now == "start":
            return [f"starts p{s + 1}" for s in range(self.seats)]
        if self.now in ("deal", "post"):
            return [f"{self.now} c{card + 1}" for card in sorted(self.drawer)]
        if self.now == "waltz":
            return [f"give h{slot + 1}" for slot in sorted(self.hands[self.waiting()[0]])]
        if self.now == "roll":
            return [f"roll d{face}" for face in range(1, self.numbers.faces + 1)]
        if self.now == "grab":
            return [f"grab h{slot + 1}" for slot in sorted(self.hands[self.victim or 0])]
        return self.reactions() if self.now == "react" else self.deeds()

    def deeds(self) -> list[str]:
        unread = [spot for spot, card in self.mantel.items() if self.me not in self.readers[card]]
        found = [f"peek m{spot + 1}" for spot in sorted(unread)]
        if len(self.hands[self.me]) < self.numbers.limit:
            found += [f"take m{spot + 1}" for spot in sorted(self.mantel)]
            found += [f"filch p{s + 1}" for s in range(self.seats) if s != self.me and self.hands[s]]
        return found or ["linger"]

    def reactions(self) -> list[str]:
        hand = self.hands[self.victim or 0]
        room = len(self.mantel) < self.numbers.mantel
        return [f"tuck h{s + 1}" for s in sorted(hand) if room and self.kind(hand[s]).tuck] + ["allow"]

    def points(self) -> list[int]:
        if self.now != "over":
            return [0] * self.seats
        return [sum(self.kind(card).worth for card in hand.values()) for hand in self.hands]

    def winners(self) -> list[int]:
        points = self.points()
        if self.now != "over":
            return []
        if self.together:
            return list(range(self.seats)) if sum(points) >= self.numbers.goal * self.seats else []
        return [s for s in range(self.seats) if points[s] == max(points)]

    # Playing

    def play(self, text: str) -> None:
        name, *rest = text.split()
        number = int(rest[0][1:]) - 1 if rest else -1
        getattr(self, f"play_{name}")(number)

    def play_starts(self, seat: int) -> None:
        self.first = self.current = seat
        self.now = "deal"

    def play_deal(self, card: int) -> None:
        self.drawer.remove(card)
        self.put_in_hand(card, self.me)
        order = [(self.first + i) % self.seats for i in range(self.seats)]  # type: ignore[operator]
        short = [s for s in order if len(self.hands[s]) < self.numbers.hand]
        self.current = short[0] if short else self.first
        if not short or not self.drawer:
            self.current = self.first
            self.begin_round()

    def begin_round(self) -> None:
        self.chosen = {}
        self.now = "waltz"
        if not self.waiting():
            self.begin_turn()

    def play_give(self, slot: int) -> None:
        self.chosen[self.waiting()[0]] = slot
        if self.waiting():
            return
        moving = [(seat, self.hands[seat].pop(slot)) for seat, slot in sorted(self.chosen.items())]
        for seat, card in moving:
            self.put_in_hand(card, (seat + 1) % self.seats)
        self.begin_turn()

    def put_in_hand(self, card: int, seat: int) -> None:
        slot = next(s for s in range(self.numbers.limit) if s not in self.hands[seat])
        self.hands[seat][slot] = card
        self.readers[card].add(seat)

    def put_on_mantel(self, card: int) -> None:
        spot = next(s for s in range(self.numbers.mantel) if s not in self.mantel)
        self.mantel[spot] = card

    def begin_turn(self) -> None:
        self.now = "post" if self.drawer and len(self.mantel) < self.numbers.mantel else "deed"

    def play_post(self, card: int) -> None:
        self.drawer.remove(card)
        self.put_on_mantel(card)
        self.now = "deed"

    def play_peek(self, spot: int) -> None:
        self.readers[self.mantel[spot]].add(self.me)
        self.finish_turn()

    def play_take(self, spot: int) -> None:
        self.put_in_hand(self.mantel.pop(spot), self.me)
        self.finish_turn()

    def play_filch(self, seat: int) -> None:
        self.victim = seat
        self.now = "react"

    def play_linger(self, _: int) -> None:
        self.finish_turn()

    def play_tuck(self, slot: int) -> None:
        hand = self.hands[self.victim or 0]
        self.put_on_mantel(hand.pop(slot))
        if hand:
            self.now = "roll"
        else:
            self.finish_turn()

    def play_allow(self, _: int) -> None:
        self.now = "roll"

    def play_roll(self, face: int) -> None:
        if face + 1 >= self.numbers.bold:
            self.now = "grab"
        else:
            self.finish_turn()

    def play_grab(self, slot: int) -> None:
        self.put_in_hand(self.hands[self.victim or 0].pop(slot), self.me)
        self.finish_turn()

    def finish_turn(self) -> None:
        self.victim = None
        self.turns_done += 1
        self.current = (self.me + 1) % self.seats
        if self.turns_done == self.numbers.turns:
            self.now = "over"
        elif self.turns_done % self.seats == 0:
            self.begin_round()
        else:
            self.begin_turn()


def play_twins(games: int, seed: int) -> int:
    """Play random games in both; how many moves were compared."""
    return sum(play_pair(random.Random(seed * 1_000_003 + i), i) for i in range(games))


def play_pair(pick: random.Random, i: int) -> int:
    game = registry.load("template")
    mode, seats = list(game.variants())[i % 4]
    edition = game.edition("tiny") if i % 7 == 0 else game.base
    first = pick.choice([None, *range(seats)])
    g = game.new(edition, seats, mode, game.about.ruling_bits({}), -1 if first is None else first)
    twin = Party(edition.content, seats, mode == 1, first)
    moves = 0
    while True:
        compare(game, edition, g, twin, seats)
        if twin.now == "over":
            return moves
        text = pick.choice(twin.moves())
        twin.play(text)
        g = game.play(edition, g, game.moves.parse(text))
        moves += 1


def compare(game: Any, edition: Any, g: Any, twin: Party, seats: int) -> None:
    """Who decides, what can be played, who has won and by how much."""
    seat = int(g["seat"][0])
    assert {int(CHANCE): "chance", int(OVER): "nobody"}.get(seat, seat) == twin.who()
    if twin.now != "over":
        assert [game.moves.text(m) for m in game.legal(edition, g)] == twin.moves()
    assert [int(p) for p in g["points"][0][:seats]] == twin.points()
    winners = twin.winners()
    assert [s for s in range(seats) if int(g["winners"][0]) >> s & 1] == winners
    share = 12 if twin.together else 12 // max(1, len(winners))
    assert [int(r) for r in g["result"][0][:seats]] == [share if s in winners else 0 for s in range(seats)]
