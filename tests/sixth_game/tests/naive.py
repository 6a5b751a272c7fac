"""Whispers once more, slow and obvious, in plain Python: written from the rulebook, not from the rules.

`play_twins` plays random games in both at the same time and compares every list of moves, the points and the winners.
"""

import random
from dataclasses import dataclass
from typing import Any

from parlour.engine import registry
from parlour.engine.record import CHANCE, OVER


@dataclass
class Ball:
    """An evening of Whispers."""

    content: Any
    seats: int
    turn: int | None

    def __post_init__(self) -> None:
        self.deck = list(range(len(self.content.faces)))
        self.hands: list[list[int]] = [[] for _ in range(self.seats)]
        self.there, self.fans = set(range(self.seats)), set[int]()
        self.over = False
        # The seats that are dealt a secret next.
        self.waiting: list[int] = []
        if self.turn is not None:
            self.start(self.turn)

    def start(self, first: int) -> None:
        """WS-2 to WS-4 One for everybody, and a second one for the starter."""
        self.turn = first
        self.waiting = [*((first + i) % self.seats for i in range(self.seats)), first]

    # Asking

    @property
    def me(self) -> int:
        assert self.turn is not None
        return self.turn

    def who(self) -> str | int:
        if self.over:
            return "nobody"
        return "chance" if self.turn is None or self.waiting else self.turn

    def kind(self, card: int) -> int:
        return self.content.kinds.index(self.content.faces[card])

    def moves(self) -> list[str]:
        """What can be played now, in the order of the table of moves."""
        if self.over:
            return []
        if self.turn is None:
            return [f"starts p{seat + 1}" for seat in range(self.seats)]
        if self.waiting:
            return [f"deal c{card + 1}" for card in sorted(self.deck)]
        found: dict[str, list[str]] = {"play": [], "choose": [], "guess": []}
        others = sorted(self.there - self.fans - {self.me})
        for h, card in enumerate(self.hands[self.me], 1):
            deed = self.content.faces[card].deed
            if deed in ("shield", "leave") or not others:
                found["play"].append(f"play h{h}")
            elif deed == "guess":
                kinds = [k for k in range(len(self.content.kinds)) if k != self.kind(card)]
                found["guess"] += [f"guess h{h} p{other + 1} k{k + 1}" for other in others for k in kinds]
            else:
                found["choose"] += [f"choose h{h} p{other + 1}" for other in others]
        return found["play"] + found["choose"] + found["guess"]

    def points(self) -> list[int]:
        """WS-12 The cheapest kind is one point."""
        counts = self.there if self.over else set()
        return [self.kind(self.hands[seat][0]) + 1 if seat in counts else 0 for seat in range(self.seats)]

    def winners(self) -> list[int]:
        points = self.points()
        return [seat for seat in range(self.seats) if self.over and points[seat] == max(points)]

    # Playing

    def play(self, text: str) -> None:
        name, *rest = text.split()
        numbers = [int(word[1:]) - 1 for word in rest]
        if name == "starts":
            self.start(*numbers)
        elif name == "deal":
            self.deck.remove(*numbers)
            self.hands[self.waiting.pop(0)].append(*numbers)
        else:
            self.play_secret(*numbers)
            self.end_turn()

    def play_secret(self, slot: int, other: int | None = None, guess: int | None = None) -> None:
        deed, me = self.content.faces[self.hands[self.me].pop(slot)].deed, self.me
        if deed == "shield":
            self.fans.add(me)
        elif deed == "leave":
            self.leave(me)
        elif other is not None:
            mine, theirs = self.kind(self.hands[me][0]), self.kind(self.hands[other][0])
            if deed == "guess" and theirs == guess:
                self.leave(other)
            elif deed == "compare" and mine != theirs:
                self.leave(me if mine < theirs else other)
            elif deed == "swap":
                self.hands[me], self.hands[other] = self.hands[other], self.hands[me]

    def leave(self, seat: int) -> None:
        self.hands[seat].clear()
        self.there.remove(seat)

    def end_turn(self) -> None:
        """WS-12 The end, or WS-4 the next player's turn; WS-8 a fan lasts until then."""
        self.over = not self.deck or len(self.there) == 1
        if not self.over:
            self.turn = next(s for i in range(1, 5) if (s := (self.me + i) % self.seats) in self.there)
            self.fans.discard(self.turn)
            self.waiting = [self.turn]


def play_twins(games: int, seed: int) -> int:
    """Play random games in both; how many moves were compared."""
    return sum(play_pair(random.Random(seed * 1_000_003 + i), i) for i in range(games))


def play_pair(pick: random.Random, i: int) -> int:
    game = registry.load("whispers")
    mode, seats = list(game.variants())[i % 3]
    edition = game.edition("tiny") if i % 7 == 0 else game.base
    first = pick.choice([None, *range(seats)])
    g, twin, moves = (
        game.new(edition, seats, mode, 0, -1 if first is None else first),
        Ball(edition.content, seats, first),
        0,
    )
    while True:
        compare(game, edition, g, twin)
        if twin.over:
            return moves
        text = pick.choice(twin.moves())
        twin.play(text)
        g = game.play(edition, g, game.moves.parse(text))
        moves += 1


def compare(game: Any, edition: Any, g: Any, twin: Ball) -> None:
    """Who decides, what can be played, who has won and by how much."""
    seat = int(g["seat"][0])
    assert {int(CHANCE): "chance", int(OVER): "nobody"}.get(seat, seat) == twin.who()
    if not twin.over:
        assert [game.moves.text(m) for m in game.legal(edition, g)] == twin.moves()
    assert [int(p) for p in g["points"][0][: twin.seats]] == twin.points()
    assert [s for s in range(twin.seats) if int(g["winners"][0]) >> s & 1] == twin.winners()
