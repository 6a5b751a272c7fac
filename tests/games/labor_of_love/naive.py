"""Labor of Love once more, slow and obvious: lists and dictionaries, written from the rulebook.

Chained bulbs wait in a queue, first come, first served; the buttons of a space are a list from bottom to top.
"""

import random
from collections import deque
from typing import Any

from parlour.engine import registry
from parlour.engine.record import CHANCE, NONE, OVER
from parlour.games.labor_of_love.state import CARDS


class Person:
    """One player's things."""

    def __init__(self, rows: int) -> None:
        self.bulb_on: list[str] = []  # the colour on each row, from top to bottom
        self.reached = [0] * rows  # the column of the bulb of each row
        self.stacks: list[list[Any]] = []  # cards by stack, in the order in which crafts were begun
        self.reactions: list[tuple[str, int]] = []
        self.lines_used = 0


class Workshop:
    """A game in plain Python. `turn` is a seat, "chance" or "over"."""

    def __init__(self, content: Any, seats: int, long_chains: bool, first: int | None) -> None:
        self.c = content
        self.people = [Person(len(content.rows)) for _ in range(seats)]
        self.long_chains = long_chains
        self.end = len(content.track.spaces) + 1
        self.spaces: list[list[int]] = [[] for _ in range(self.end + 1)]
        self.to_stack = set(range(seats))
        self.pile = list(range(len(content.cards)))
        self.row: list[int | None] = [None] * content.numbers.row
        best_first = sorted(content.numbers.reactions, reverse=True)
        self.piles = {emoji.id: list(best_first) for emoji in content.emojis}
        self.turn: int | str = "chance"
        self.mover: int | None = None
        self.reaching = False
        self.spark = False
        self.winner: int | None = None
        if first is not None:
            self.stack_button(first)
        self.stack_last_button()

    # Laying the table

    def stack_button(self, seat: int) -> None:
        """From the top of the stack down."""
        self.spaces[0].insert(0, seat)
        self.to_stack.discard(seat)

    def stack_last_button(self) -> None:
        if len(self.to_stack) == 1:
            self.stack_button(self.to_stack.pop())

    def next_board(self) -> Person | None:
        return next((p for p in self.people if len(p.bulb_on) < len(self.c.rows)), None)

    def loose_bulbs(self, person: Person) -> list[str]:
        return [c for c in self.c.colours if c not in person.bulb_on]

    # What can be played

    def legal(self) -> list[str]:
        if self.turn == "over":
            return []
        if self.turn == "chance":
            return self.legal_draws()
        if self.spark:
            return [f"glow b{i + 1}" for i, c in enumerate(self.c.colours) if self.can_move(self.me, c)]
        if self.owed(self.me):
            return [f"react e{i + 1}" for i, e in enumerate(self.c.emojis) if self.piles[e.id]]
        takes = [f"take r{i + 1}" for i, card in enumerate(self.row) if card is not None]
        return takes + (["blind"] if self.pile else [])

    def legal_draws(self) -> list[str]:
        if self.to_stack:
            word = "under" if self.spaces[0] else "starts"
            return [f"{word} p{s + 1}" for s in sorted(self.to_stack)]
        if board := self.next_board():
            return [f"hang b{self.c.colours.index(c) + 1}" for c in self.loose_bulbs(board)]
        word = "draw" if self.reaching else "deal"
        return [f"{word} c{card + 1}" for card in sorted(self.pile)]

    @property
    def me(self) -> Person:
        assert self.mover is not None
        return self.people[self.mover]

    # Playing

    def play(self, text: str) -> None:
        word, *rest = text.split()
        number = int(rest[0][1:]) - 1 if rest else -1
        getattr(self, f"play_{word}")(number)

    def play_starts(self, seat: int) -> None:
        self.stack_button(seat)
        self.stack_last_button()

    play_under = play_starts

    def play_hang(self, colour: int) -> None:
        board = self.next_board()
        assert board is not None
        board.bulb_on.append(self.c.colours[colour])
        if len(self.loose_bulbs(board)) == 1:
            board.bulb_on += self.loose_bulbs(board)

    def play_deal(self, card: int) -> None:
        self.pile.remove(card)
        self.row[self.row.index(None)] = card
        if self.mover is not None:
            self.after_refill()
        elif None not in self.row or not self.pile:
            self.next_turn()

    def play_take(self, slot: int) -> None:
        card = self.row[slot]
        assert card is not None
        self.row[slot] = None
        self.make(card)

    def play_blind(self, _: int) -> None:
        self.reaching = True
        self.turn = "chance"

    def play_draw(self, card: int) -> None:
        self.reaching = False
        self.pile.remove(card)
        self.make(card)

    def play_glow(self, colour: int) -> None:
        self.spark = False
        self.move_with_chain(self.me, self.c.colours[colour])
        self.after_refill()

    def play_react(self, emoji: int) -> None:
        id = self.c.emojis[emoji].id
        self.me.reactions.append((id, self.piles[id].pop(0)))
        self.me.lines_used += 1
        self.after_refill()

    # A turn

    def make(self, number: int) -> None:
        card = self.c.cards[number]
        mine = next((stack for stack in self.me.stacks if stack[0].craft == card.craft), [])
        hours = max(card.hours - len(mine), self.c.numbers.least_hours)
        if not mine:
            self.me.stacks.append(mine)
        mine.append(card)
        self.walk(hours)
        chain: deque[str] = deque()
        for colour in card.bulbs:
            chain += self.move(self.me, colour)
        self.run(self.me, chain)
        self.spark = self.spark and any(self.can_move(self.me, c) for c in self.c.colours)
        if None in self.row and self.pile:
            self.turn = "chance"
        else:
            self.after_refill()

    def walk(self, hours: int) -> None:
        assert self.mover is not None
        here = next(i for i, space in enumerate(self.spaces) if self.mover in space)
        self.spark = here + hours == self.end
        there = min(here + hours, self.end)
        self.spaces[here].remove(self.mover)
        alone = not self.spaces[there]
        self.spaces[there].append(self.mover)
        if there < self.end and alone and self.c.track.spaces[there - 1] != "-":
            self.move_with_chain(self.me, self.c.track.spaces[there - 1])

    def after_refill(self) -> None:
        assert self.mover is not None
        if self.spark or self.owed(self.me):
            self.turn = self.mover
        else:
            self.next_turn()

    def next_turn(self) -> None:
        while any(self.spaces[:-1]):
            space = next(space for space in self.spaces[:-1] if space)
            if self.pile or any(card is not None for card in self.row):
                self.turn = self.mover = space[-1]
                return
            self.spaces[self.end].append(space.pop())
        self.turn = "over"
        best = max(map(self.score, self.people))
        self.winner = [s for s in self.spaces[self.end] if self.score(self.people[s]) == best][-1]

    # Bulbs

    def move(self, person: Person, colour: str) -> list[str]:
        """One step, if there is a space; the other colour that the new space shows, if it shows one."""
        row = person.bulb_on.index(colour)
        spaces = self.c.rows[row].spaces
        for column in range(person.reached[row] + 1, len(spaces)):
            if spaces[column] != "-":
                person.reached[row] = column
                return [c for c in spaces[column].split()[1:] if c != colour]
        return []

    def can_move(self, person: Person, colour: str) -> bool:
        row = person.bulb_on.index(colour)
        return any(space != "-" for space in self.c.rows[row].spaces[person.reached[row] + 1 :])

    def move_with_chain(self, person: Person, colour: str) -> None:
        chain = deque(self.move(person, colour))
        self.run(person, chain if self.long_chains else deque())

    def run(self, person: Person, chain: deque[str]) -> None:
        while chain:
            more = self.move(person, chain.popleft())
            if self.long_chains:
                chain += more

    def owed(self, person: Person) -> int:
        passed = sum(min(person.reached) > line for line in self.c.numbers.lines)
        return min(passed - person.lines_used, sum(map(len, self.piles.values())))

    # Scoring

    def score(self, person: Person) -> int:
        if len(person.bulb_on) < len(self.c.rows):
            return 0
        bulbs = sum(int(r.spaces[at].split()[0]) for r, at in zip(self.c.rows, person.reached, strict=True))
        projects = sum(len(s) * worth for s, worth in zip(person.stacks, self.c.numbers.passion, strict=False))
        emojis = [emoji for stack in person.stacks for card in stack for emoji in card.emojis]
        return bulbs + projects + sum(emojis.count(id) * value for id, value in person.reactions)


def wide_edition(game: Any) -> Any:
    """The played edition with as many cards as there is room for: some come once more under another id."""
    head, *cards = game.base.text.split("[[cards]]")
    more = [card.replace('id = "', 'id = "more-', 1) for card in cards[: CARDS - len(cards)]]
    return game.edition_from("[[cards]]".join([head, *cards[:-1], cards[-1].rstrip() + "\n\n", *more]))


def play_twins(games: int, seed: int) -> int:
    """Random games of both, compared move by move; how many moves were compared."""
    game = registry.load("labor_of_love")
    pick = random.Random(seed)
    wide = wide_edition(game)
    compared = 0
    for i in range(games):
        edition = {9: game.edition("tiny"), 8: wide}.get(i % 10, game.base)
        seats, long_chains, first = 2 + i % 3, i % 4 != 3, pick.choice([None, 0, 1])
        rulings = game.about.ruling_bits({"long-chains": long_chains})
        g = game.new(edition, seats, 0, rulings, NONE if first is None else first)
        twin = Workshop(edition.content, seats, long_chains, first)
        while g["seat"][0] != OVER:
            moves = game.legal(edition, g)
            compare(game, g, moves, twin, seats)
            m = pick.choice(moves)
            g = game.play(edition, g, m)
            twin.play(game.moves.text(m))
            compared += 1
        compare(game, g, [], twin, seats)
        assert int(g["winners"][0]) == 1 << twin.winner
    return compared


def compare(game: Any, g: Any, moves: list[int], twin: Workshop, seats: int) -> None:
    names = {int(CHANCE): "chance", int(OVER): "over"}
    assert names.get(int(g["seat"][0]), int(g["seat"][0])) == twin.turn
    assert [game.moves.text(m) for m in moves] == twin.legal()
    if twin.mover is not None:
        assert [int(p) for p in g["points"][0][:seats]] == [twin.score(p) for p in twin.people]
