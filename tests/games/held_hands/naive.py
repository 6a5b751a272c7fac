"""...and then we held hands..., slow and obvious: written from the rulebook, with words for colours and sets for paths.

It shares nothing with the fast rules but the edition's file and the text of moves: hands p1 and p2, slots h1 to h6,
nodes n1 to n57 with the Heart last, kinds of cards k1 to k16 and objectives o1 to o4 by the order of COLOURS.
"""

import copy
import random
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

COLOURS = ["green", "blue", "red", "black"]
ENDINGS = ["together", "left-behind", "stuck", "no-cards", "off-balance", "last-card", "partner-stuck"]
LETTERS = {"G": "green", "B": "blue", "R": "red", "K": "black"}


class World:
    """What an edition's file says."""

    def __init__(self, text: str) -> None:
        data = tomllib.loads(text)
        self.numbers = data["numbers"]
        colour_of = {x["id"]: x["colour"] for x in data["emotions"]}
        self.pull = {x["colour"]: x["balance"] for x in data["emotions"]}
        self.objectives = [x["colour"] for x in data["emotions"] for _ in range(x["objectives"])]
        self.cards = [(colour_of[c["left"]], colour_of[c["right"]]) for c in data["cards"] for _ in range(c["copies"])]
        self.ring: dict[int, int] = {}
        self.colour: dict[int, str | None] = {}
        self.where: dict[int, str] = {}
        for r, ring in enumerate(data["rings"]):
            letters = ring["nodes"].split()
            for k, letter in enumerate(letters):
                node = len(self.ring) + 1
                self.ring[node], self.colour[node] = r, LETTERS[letter]
                east = 2 * k < len(letters)
                self.where[node] = "axis" if node in ring["axis"] else "east" if east else "west"
        self.rings = len(data["rings"])
        self.heart = len(self.ring) + 1
        self.ring[self.heart], self.colour[self.heart], self.where[self.heart] = self.rings, None, "axis"
        self.start = data["board"]["start"]
        links = data["board"]["links"]
        self.near = {n: sorted([b for a, b in links if a == n] + [a for a, b in links if b == n]) for n in self.ring}


@dataclass
class Held:
    """A card in a hand, and which of its halves somebody has seen."""

    left: str
    right: str
    seen: set[str] = field(default_factory=set)

    def half(self, side: str) -> str:
        return self.left if side == "left" else self.right

    @property
    def kind(self) -> int:
        return COLOURS.index(self.left) * 4 + COLOURS.index(self.right)


@dataclass
class Table:
    """One game. `now` says what is to happen: start, fan, deal, reveal, walk, look, refill or over."""

    world: World
    first: int | None = None
    edge_is_loss: bool = False
    empty_deck_is_loss: bool = False
    either_stuck: bool = True
    deal_first: bool = True
    now: str = "start"
    player: int = 0
    ending: str | None = None
    ring: int = 0
    goal: str | None = None
    met: int = 0
    steps: int = 0

    def __post_init__(self) -> None:
        w = self.world
        self.deck = list(w.cards)
        self.objectives = list(w.objectives)
        self.goals = [w.numbers["goals"]] * 2
        self.node = list(w.start)
        self.balance = [0, 0]
        self.fan: list[str | None] = [None, None]
        self.hands: list[list[Held | None]] = [[None] * w.numbers["hand"] for _ in range(2)]
        self.discards: list[list[tuple[str, str]]] = [[], []]
        self.crossed: set[int] = set()
        if self.first is not None:
            self.play_starts(self.first)

    # What is possible

    def moves(self) -> list[str]:
        if self.now == "start":
            return ["starts p1", "starts p2"]
        if self.now in ("fan", "look"):
            return ["left", "right"]
        if self.now in ("deal", "refill"):
            return numbered("draw k", [COLOURS.index(a) * 4 + COLOURS.index(b) for a, b in self.deck])
        if self.now == "reveal":
            return numbered("reveal o", [COLOURS.index(c) for c in self.objectives])
        if self.now == "walk":
            return self.walks() + (["stop"] if self.steps else [])
        return []

    def walks(self) -> list[str]:
        found = []
        for owner in range(2):
            for slot, card in enumerate(self.hands[owner]):
                for node in self.world.near[self.node[self.player]]:
                    if card and self.can_enter(node, card.half(self.fan[owner])):
                        found.append(f"step p{owner + 1} h{slot + 1} n{node}")
        return found

    def can_enter(self, node: int, colour: str) -> bool:
        w, me, other = self.world, self.player, 1 - self.player
        if self.node[me] == w.heart or w.ring[node] > self.ring or node in self.crossed:
            return False
        balance = self.balance[me] + w.pull[colour]
        in_scale = abs(balance) <= w.numbers["limit"]
        if node == w.heart:
            return in_scale and (balance == 0 or self.steps + 1 >= w.numbers["chain"])
        if node == self.node[other] or w.colour[node] != colour:
            return False
        return in_scale or self.edge_is_loss

    # What happens

    def play(self, text: str) -> None:
        word, *rest = text.split()
        numbers = [int(x[1:]) - 1 for x in rest]
        getattr(self, f"play_{word}")(*numbers)

    def play_starts(self, seat: int) -> None:
        self.first = self.player = self.giver = seat
        self.now = "deal" if self.deal_first else "fan"

    def play_left(self) -> None:
        self.choose("left")

    def play_right(self) -> None:
        self.choose("right")

    def choose(self, side: str) -> None:
        if self.now == "look":
            self.turn_fan(side)
            self.after_look()
            return
        self.fan[self.player] = side
        self.player = 1 - self.player
        if None not in self.fan and self.deal_first:
            self.begin_turn(self.first)
        elif None not in self.fan:
            self.now = "deal"

    def play_draw(self, kind: int, copy: int) -> None:
        colours = (COLOURS[kind // 4], COLOURS[kind % 4])
        self.deck.remove(colours)
        hand = self.hands[self.player]
        fan = self.fan[self.player]
        hand[hand.index(None)] = Held(*colours, {fan} if fan else {"left", "right"})
        if self.deck and None in hand:
            return
        if self.now == "refill":
            self.after_refill()
        elif self.player == self.first:
            self.player = 1 - self.player
        elif self.deal_first:
            self.now, self.player = "fan", self.first
        else:
            self.begin_turn(self.first)

    def play_reveal(self, colour: int, copy: int) -> None:
        self.goal = COLOURS[colour]
        self.objectives.remove(self.goal)
        self.goals[self.giver] -= 1
        self.giver = 1 - self.giver
        self.begin_walk()

    def play_step(self, owner: int, slot: int, node: int) -> None:
        card = self.hands[owner][slot]
        colour = card.half(self.fan[owner])
        self.hands[owner][slot] = None
        self.discards[self.player].append((card.left, card.right))
        self.node[self.player] = node + 1
        self.crossed.add(node + 1)
        self.steps += 1
        self.balance[self.player] += self.world.pull[colour]
        if abs(self.balance[self.player]) > self.world.numbers["limit"]:
            self.end("off-balance")

    def play_stop(self) -> None:
        w, me, other = self.world, self.player, 1 - self.player
        if self.steps >= w.numbers["chain"]:
            self.balance[me] = 0
        if self.node[other] == w.heart:
            self.end("together" if self.node[me] == w.heart else "left-behind")
        elif w.where[self.node[me]] == "axis":
            self.now = "look"
        else:
            # The first player sits at the bottom: east is right. The second player looks the other way.
            mine = {"east": "right", "west": "left"} if me == 0 else {"east": "left", "west": "right"}
            self.turn_fan(mine[w.where[self.node[me]]])
            self.after_look()

    # How a turn goes on

    def turn_fan(self, side: str) -> None:
        self.fan[self.player] = side
        for card in self.hands[self.player]:
            if card:
                card.seen.add(side)

    def after_look(self) -> None:
        w, here = self.world, self.node[self.player]
        if self.goal and w.colour[here] == self.goal and w.ring[here] == self.ring:
            self.goal = None
            self.met += 1
            if self.goals == [0, 0]:
                self.open_ring()
        hand = self.hands[self.player]
        if self.balance[self.player] == 0 and None in hand:
            self.now = "refill"
            if not self.deck:
                self.after_refill()
        else:
            self.begin_turn(1 - self.player)

    def open_ring(self) -> None:
        self.ring += 1
        mine, theirs = self.discards[self.player], self.discards[1 - self.player]
        back = mine if len(mine) >= len(theirs) else theirs
        self.deck += back
        back.clear()
        if self.ring < self.world.rings:
            self.goals = [self.world.numbers["goals"]] * 2

    def after_refill(self) -> None:
        if self.empty_deck_is_loss and None in self.hands[self.player]:
            self.end("last-card")
        else:
            self.begin_turn(1 - self.player)

    def begin_turn(self, player: int) -> None:
        self.player, self.steps = player, 0
        self.crossed = {self.node[player]}
        if self.goal is None and self.goals[self.giver] > 0:
            self.now = "reveal"
        else:
            self.begin_walk()

    def begin_walk(self) -> None:
        self.now = "walk"
        if not self.walks():
            cards = [card for hand in self.hands for card in hand if card]
            self.end("stuck" if cards else "no-cards")
        elif self.either_stuck and not self.partner_can_walk():
            self.end("partner-stuck")

    def partner_can_walk(self) -> bool:
        """Whether the other one could take a step now, or has arrived and need not."""
        if self.node[1 - self.player] == self.world.heart:
            return True
        other = copy.copy(self)
        other.player, other.crossed = 1 - self.player, {self.node[1 - self.player]}
        return bool(other.walks())

    def end(self, how: str) -> None:
        self.now, self.ending = "over", how

    @property
    def decides(self) -> int:
        """Who decides: a player, -1 for chance, -2 when it is over."""
        return {"over": -2, "fan": self.player, "look": self.player, "walk": self.player}.get(self.now, -1)


def numbered(words: str, things: list[int]) -> list[str]:
    """One move for each of the things, equal ones told apart by a number."""
    counts = Counter(things)
    return [f"{words}{thing + 1} x{k + 1}" for thing in sorted(counts) for k in range(counts[thing])]


# The twins, side by side


def play_twins(games: int, seed: int) -> int:
    """Play random games with both, compare them at every move, and count the moves."""
    from parlour.engine import registry

    game = registry.load("held_hands")
    pick = random.Random(seed)
    worlds = [(World(game.edition(name).text), game.edition(name)) for name in ("edition", *game.editions)]
    return sum(play_one(game, *worlds[i % len(worlds)], pick, i) for i in range(games))


def play_one(game: Any, world: World, edition: Any, pick: random.Random, number: int) -> int:
    """One game of both: every edition, every mix of the rulings and of the starters has its turn."""
    edge, empty, first = number % 4 == 3, number % 7 == 6, (None, 0, 1)[number % 3]
    stuck, deal = number // 5 % 2 == 0, number // 11 % 2 == 0
    twin = Table(world, first, edge, empty, stuck, deal)
    chosen = {"over-the-edge": edge, "last-card": empty, "either-stuck": stuck, "deal-first": deal}
    g = game.new(edition, 2, 0, game.about.ruling_bits(chosen), -1 if first is None else first)
    moves = 0
    while True:
        legal = game.legal(edition, g)
        texts = [game.moves.text(m) for m in legal]
        assert texts == twin.moves()
        compare(game, edition, g, twin)
        if not legal:
            return moves
        choice = choose(pick, twin, texts)
        twin.play(texts[choice])
        g = game.play(edition, g, legal[choice])
        moves += 1


def choose(pick: random.Random, twin: Table, texts: list[str]) -> int:
    """Any move, but mostly a step that meets the objective and then the stop, so that rings open now and then."""
    goals = [n for n, c in twin.world.colour.items() if c == twin.goal and twin.world.ring[n] == twin.ring]
    if twin.ring == twin.world.rings:
        goals = [twin.world.heart]
    best = [i for i, text in enumerate(texts) if text.startswith("step") and int(text.split("n")[-1]) in goals]
    if texts[-1] == "stop" and (twin.node[twin.player] in goals or pick.random() < 0.5):
        return len(texts) - 1
    if best and pick.random() < 0.8:
        return pick.choice(best)
    return pick.randrange(len(texts))


def compare(game: Any, edition: Any, g: Any, twin: Table) -> None:
    """Everything that both can say about the position, and what everybody knows of it."""
    r = g[0]
    won = 12 * (twin.ending == "together")
    assert r.seat == twin.decides
    assert twin.ending == (None if r.ending == -1 else ENDINGS[r.ending])
    assert [int(p) for p in r.points] == [twin.met, twin.met, 0, 0]
    assert [int(x) for x in r.result] == [won, won, 0, 0]
    assert int(r.winners) == (3 if won else 0)
    assert [int(n) + 1 for n in r.node] == twin.node
    assert [int(b) for b in r.balance] == twin.balance
    assert int(r.stock) == len(twin.deck)
    assert [int(p.sum()) for p in r.pile] == [len(d) for d in twin.discards]
    h = game.hide(edition, g, 0)[0]
    if twin.now != "over":
        for seat in range(2):
            known = [int(c) for c in h.card[seat][: len(twin.hands[seat])]]
            assert known == [-1 if not c else c.kind if len(c.seen) == 2 else -2 for c in twin.hands[seat]]


# The couple that knows everything
