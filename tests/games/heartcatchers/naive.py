"""Heartcatchers, slow and obvious: written from the rulebook, with words for suits and lists for stacks.

It shares nothing with the fast rules but the text of moves: cards c1 to c20 in the order of the printed deck,
hand slots h1 to h3, stacks s1 to s3 on the first player's side and s4 to s6 facing them.
"""

import random
from dataclasses import dataclass, field
from typing import Any

BEATS = {"red": ["green"], "green": ["blue"], "blue": ["red"], "white": ["red", "blue", "green"]}
SPECIALS = ["blank", "blank", "blank", "love", "breaker", "change"]
DECK = [(suit, special) for suit in ("blue", "red", "green") for special in SPECIALS] + [("white", "blank")] * 2
SIDES = [["s1", "s2", "s3"], ["s4", "s5", "s6"]]
OPPOSITE = {"s1": "s4", "s2": "s5", "s3": "s6"}


@dataclass
class Stack:
    """Cards face up from bottom to top, and Secrets with the player who hid them."""

    up: list[int]
    secrets: list[tuple[int, int]] = field(default_factory=list)
    placed: list[tuple[int, str, int]] = field(default_factory=list)


@dataclass
class Table:
    """One game. `now` says what is to happen: start, lay, deal, act, draw or over."""

    first: int | None
    white_safe: bool
    white_scores: bool
    now: str = "start"
    player: int = 0
    pile: list[int] = field(default_factory=lambda: list(range(20)))
    stacks: dict[str, Stack] = field(default_factory=dict)
    hands: list[list[int | None]] = field(default_factory=lambda: [[None] * 3, [None] * 3])
    final: list[int] | None = None
    turn: int = 0

    def __post_init__(self) -> None:
        if self.first is not None:
            self.now, self.player = "lay", self.first

    # What is possible

    def moves(self) -> list[str]:
        if self.now == "start":
            return ["starts p1", "starts p2"]
        if self.now == "lay":
            return [f"lay c{card + 1}" for card in sorted(self.pile)]
        if self.now in ("deal", "draw"):
            return [f"draw c{card + 1}" for card in sorted(self.pile)]
        return [*self.catches(), *self.steals(), *self.secrets()] if self.now == "act" else []

    def slots(self) -> list[tuple[str, int]]:
        return [(f"h{i + 1}", card) for i, card in enumerate(self.hands[self.player]) if card is not None]

    def catches(self) -> list[str]:
        places = SIDES[self.player]
        return [f"catch {h} {p}" for h, card in self.slots() for p in places if self.beats(card, self.stacks[p])]

    def steals(self) -> list[str]:
        wanted, given = SIDES[1 - self.player], SIDES[self.player]
        hits = [(h, p) for h, card in self.slots() for p in wanted if self.beats(card, self.stacks[p])]
        return [f"steal {h} {p} {back}" for h, p in hits for back in given]

    def secrets(self) -> list[str]:
        return [f"secret {h} {p}" for h, _ in self.slots() for p in SIDES[0] + SIDES[1]]

    def beats(self, card: int, stack: Stack) -> bool:
        suit, top = DECK[card][0], DECK[stack.up[-1]][0]
        if top == "white":
            never_caught = len(stack.up) == 1
            return not self.white_safe and never_caught and suit != "white"
        return top in BEATS[suit]

    # What happens

    def play(self, text: str) -> None:
        kind, *words = text.split()
        if kind == "starts":
            self.first = self.player = int(words[0][1]) - 1
            self.now = "lay"
        elif kind in ("lay", "draw"):
            card = int(words[0][1:]) - 1
            self.pile.remove(card)
            if kind == "lay":
                self.lay(card)
            else:
                self.take(card)
        else:
            self.act(kind, *words)

    def lay(self, card: int) -> None:
        places = SIDES[0] + SIDES[1]
        self.stacks[places[len(self.stacks)]] = Stack([card])
        if len(self.stacks) == 6:
            self.now = "deal"

    def take(self, card: int) -> None:
        hand = self.hands[self.player]
        hand[hand.index(None)] = card
        if self.now == "deal" and None not in hand:
            self.player = 1 - self.player
            if self.player == self.first:
                self.now = "act"
        elif self.now == "draw":
            self.next_player()

    def act(self, kind: str, slot: str, place: str, back: str = "") -> None:
        hand = self.hands[self.player]
        card = hand[int(slot[1]) - 1]
        assert card is not None
        hand[int(slot[1]) - 1] = None
        self.turn += 1
        if kind == "secret":
            self.stacks[place].secrets.append((card, self.player))
            self.stacks[place].placed.append((self.player, place, self.turn))
        else:
            self.stacks[place].up.append(card)
        if kind == "steal":
            self.stacks[place], self.stacks[back] = self.stacks[back], self.stacks[place]
        if self.pile:
            self.now = "draw"
        else:
            self.next_player()

    def next_player(self) -> None:
        self.player = 1 - self.player
        self.now = "act" if self.slots() else "over"
        if self.now == "over":
            self.final = self.count_all()

    # What it is worth

    def count_up(self, stack: Stack) -> int:
        return sum(self.white_scores or DECK[card][0] != "white" for card in stack.up)

    def points(self) -> list[int]:
        if self.final is not None:
            return self.final
        return [sum(self.count_up(self.stacks[p]) for p in side if p in self.stacks) for side in SIDES]

    def count_all(self) -> list[int]:
        for near, far in OPPOSITE.items():
            hidden = self.stacks[near].secrets + self.stacks[far].secrets
            for _ in [card for card, _ in hidden if DECK[card][1] == "change"]:
                self.stacks[near], self.stacks[far] = self.stacks[far], self.stacks[near]
        worth = {"love": 3, "breaker": -3, "blank": 0, "change": 0}
        totals = []
        for side in SIDES:
            here = [self.stacks[p] for p in side]
            secrets = sum(worth[DECK[card][1]] for stack in here for card, _ in stack.secrets)
            totals.append(secrets + sum(map(self.count_up, here)))
        return totals

    def winners(self) -> list[int]:
        if self.final is None:
            return []
        return [s for s in (0, 1) if self.final[s] == max(self.final)]

    def secrets_known_to(self, player: int) -> dict[str, list[int | None]]:
        """Under each stack the Secrets in order of play, None for those that the other player hid."""
        return {p: [c if by == player else None for c, by in s.secrets] for p, s in self.stacks.items()}

    def copy(self) -> "Table":
        stacks = {p: Stack(list(s.up), list(s.secrets), list(s.placed)) for p, s in self.stacks.items()}
        twin = Table(self.first, self.white_safe, self.white_scores, self.now, self.player, list(self.pile), stacks)
        twin.now, twin.player = self.now, self.player
        twin.hands = [list(hand) for hand in self.hands]
        twin.final, twin.turn = self.final, self.turn
        return twin


def count_lines(table: Table, depth: int) -> int:
    """How many lines of play of this length there are; one that ends early counts once."""
    if depth == 0 or table.now == "over":
        return 1
    total = 0
    for move in table.moves():
        after = table.copy()
        after.play(move)
        total += count_lines(after, depth - 1)
    return total


def play_twins(games: int, seed: int) -> int:
    """Random games in both, compared at every move; how many moves were compared."""
    from parlour.engine import registry

    game = registry.load("heartcatchers")
    pick = random.Random(seed)
    return sum(play_one(game, pick, i) for i in range(games))


def play_one(game: Any, pick: random.Random, number: int) -> int:
    """One game of both: every mix of the rulings and of the starters has its turn."""
    safe, scores, first = bool(number & 1), bool(number & 2), (None, 0, 1)[number % 3]
    twin = Table(first, safe, scores)
    g = game.new(game.base, 2, 0, safe + 2 * scores, -1 if first is None else first)
    moves = 0
    while True:
        legal = game.legal(game.base, g)
        texts = [game.moves.text(m) for m in legal]
        assert texts == twin.moves()
        assert [int(p) for p in g["points"][0][:2]] == twin.points()
        assert int(g["winners"][0]) == sum(1 << s for s in twin.winners())
        if not legal:
            share = 12 // len(twin.winners())
            assert [int(r) for r in g["result"][0]] == [share * (s in twin.winners()) for s in range(4)]
            return moves
        compare_knowledge(game, g, twin, pick.randrange(2))
        choice = pick.randrange(len(legal))
        twin.play(texts[choice])
        g = game.play(game.base, g, legal[choice])
        moves += 1


def compare_knowledge(game: Any, g: Any, twin: Table, player: int) -> None:
    """What a player knows of hands and Secrets is the same in both."""
    h = game.hide(game.base, g, player)[0]
    known: dict[str, list[int | None]] = {f"s{p + 1}": [] for p in range(6) if h.at[p] >= 0}
    placed: dict[str, list[tuple[int, str, int]]] = {place: [] for place in known}
    for k in range(h.secrets):
        place = f"s{list(h.at).index(h.under[k]) + 1}"
        known[place].append(int(h.secret[k]) if h.secret[k] >= 0 else None)
        placed[place].append((int(h.by[k]), f"s{h.spot[k] + 1}", int(h.when[k])))
    assert known == twin.secrets_known_to(player)
    assert placed == {p: stack.placed for p, stack in twin.stacks.items()}
    assert [None if c == -1 else int(c) for c in h.hand[player][:3]] == twin.hands[player]
    assert [c == -1 for c in h.hand[1 - player][:3]] == [c is None for c in twin.hands[1 - player]]
    assert all(c in (-1, -2) for c in h.hand[1 - player])
