"""Work of Heart played slowly and obviously: sequential code that asks as it goes, lists and sets, no phases.

A `Naive` game is a generator of questions: it yields who is asked (a seat, or "chance") and the possible answers
as text, and is sent the answer. `play_twins` plays it beside the real rules and compares every question.
"""

import random
from collections import Counter
from functools import cache
from typing import Any

from games.work_of_heart.naive_campus import neighbours, paths
from games.work_of_heart.naive_cards import SLOTS, TRAITS, Cards
from games.work_of_heart.naive_ending import Ending
from parlour.engine import registry
from parlour.engine.record import CHANCE, OVER


class Player:
    def __init__(self, quad: int) -> None:
        self.love: Any = None
        self.at = quad
        self.levels = dict.fromkeys(TRAITS, 0)
        self.used: set[str] = set()
        self.hearts = 0
        self.tried = False
        self.called = 0
        self.spark = 0
        self.bonus = 0
        self.hand: list[int | None] = [None] * SLOTS
        # By slot: what everybody knows that its card can be.
        self.pools: dict[int, set[int]] = {}
        self.pick: int | None = None
        self.counts: Counter[str] = Counter()
        self.buildings: set[int] = set()

    @property
    def cards(self) -> int:
        return sum(c is not None for c in self.hand)


class Naive(Cards, Ending):
    def __init__(self, school: Any, seats: int, mode: str, rulings: dict[str, bool], first: int = 0) -> None:
        self.school, self.n, self.mode, self.rulings, self.first = school, school.numbers, mode, rulings, first
        self.spaces, self.near = school.spaces, neighbours(school)
        self.quad = next(i for i, s in enumerate(self.spaces) if s.mark == "QQ")
        self.players = [Player(self.quad) for _ in range(seats)]
        self.deck = set(range(len(school.actions)))
        self.discards: set[int] = set()
        self.fresh = set(self.deck)
        self.events = set(range(len(school.events)))
        self.tiles: dict[int, int] = {}
        self.entered: list[int] = []
        self.day = self.lap = 0
        self.winners: list[int] = []

    # Small questions

    def order(self, start: int) -> list[int]:
        return [(start + i) % len(self.players) for i in range(len(self.players))]

    def others_after(self, seat: int) -> list[int]:
        return self.order(seat)[1:]

    def group(self, seat: int) -> int:
        return {"harem": 0, "flying-solo": seat}.get(self.mode, seat % 2)

    def quirk(self, seat: int, kind: str) -> bool:
        return self.players[seat].love.quirk.kind == kind

    def ready(self, seat: int, perk: str) -> bool:
        p = self.players[seat]
        return p.levels[perk.split("-")[0]] >= self.n.perk_level and perk not in p.used

    def use(self, seat: int, perk: str) -> None:
        self.players[seat].used.add(perk)
        self.players[seat].counts["perks"] += 1

    def points(self, seat: int) -> int:
        p = self.players[seat]
        top = sum(p.levels[t] == self.n.top_level for t in TRAITS[:6])
        return top * self.n.trait_points + p.hearts * self.n.heart_points + p.bonus

    def raise_(self, seat: int, trait: str, amount: int = 1) -> None:
        levels = self.players[seat].levels
        levels[trait] = min(self.n.top_level, levels[trait] + amount)

    def taken(self, seat: int, space: int) -> bool:
        if not self.spaces[space].is_walkway:
            return False
        return any(p.at == space for s, p in enumerate(self.players) if s != seat)

    def home(self, seat: int) -> None:
        self.players[seat].at = self.quad
        self.players[seat].counts["exiles"] += 1

    def push(self, seat: int, space: int) -> None:
        for other, p in enumerate(self.players):
            if other != seat and p.at == space:
                self.home(other)

    # The whole game

    def run(self):
        for seat in self.order(self.first):
            if self.players[seat].love is None:
                yield from self.choose_love(seat)
        yield from self.refill()
        for seat in self.order(self.first):
            left = [c for c in range(len(self.school.bonuses)) if c not in [p.pick for p in self.players]]
            self.players[seat].pick = int((yield seat, [f"pick b{c + 1}" for c in left]).split("b")[1]) - 1
        for day in range(self.n.days):
            self.day = day
            if day > 0:
                for p in self.players:
                    p.at, p.used, p.tried, p.called = self.quad, set(), False, 0
                yield from self.refill()
            for lap in range(self.n.rounds):
                self.lap = lap
                for seat in self.order(self.first):
                    yield from self.turn(seat)
        yield from self.finish()

    def choose_love(self, seat: int):
        taken = [p.love for p in self.players if p.love] if self.mode == "flying-solo" else []
        free = [i for i, who in enumerate(self.school.interests) if who not in taken]
        free = free or list(range(len(self.school.interests)))
        answer = yield seat, [f"woo l{i + 1}" for i in free]
        for other, p in enumerate(self.players):
            if self.group(other) == self.group(seat):
                p.love = self.school.interests[int(answer.split("l")[1]) - 1]

    def refill(self):
        for seat in self.order(self.first):
            goal = self.players[seat].love.quirk.amount if self.quirk(seat, "magpie") else self.n.refill
            yield from self.draw(seat, goal - self.players[seat].cards)

    def draw(self, seat: int, count: int):
        p = self.players[seat]
        for _ in range(count):
            if not self.deck:
                for pools in (other.pools for other in self.players):
                    for slot in pools:
                        pools[slot] = pools[slot] - self.discards
                self.deck, self.discards = self.discards, set()
                self.fresh = set(self.deck)
            if not self.deck:
                break
            card = int((yield "chance", [f"draw c{c + 1}" for c in self.deck]).split("c")[1]) - 1
            self.deck.remove(card)
            p.pools[p.hand.index(None)] = self.fresh
            p.hand[p.hand.index(None)] = card
        yield from self.cut_hand(seat)

    def cut_hand(self, seat: int):
        while self.players[seat].cards > self.n.hand_limit:
            answer = yield seat, self.slots(seat, "discard")
            self.discards.add(self.take(seat, answer))

    def slots(self, seat: int, word: str) -> list[str]:
        return [f"{word} h{i + 1}" for i, c in enumerate(self.players[seat].hand) if c is not None]

    def take(self, seat: int, answer: str) -> int:
        slot = int(answer.split("h")[-1]) - 1
        card = self.players[seat].hand[slot]
        self.players[seat].hand[slot] = None
        del self.players[seat].pools[slot]
        assert card is not None
        return card

    # A turn

    def turn(self, seat: int):
        self.seat, self.windows, self.barefoot, self.stepped = seat, 0, False, False
        yield from self.play_freely(seat, "throw", "ready", always=True)
        yield from self.interrupt_turn(seat, "step")
        roll = yield from self.walk(seat)
        yield from self.play_freely(seat, "pass", "done", always=False)
        if not self.rulings["few-windows"]:
            heard = yield from self.interrupt_turn(seat, "six" if roll == self.n.die else "step")
            if heard:
                yield from self.play_freely(seat, "pass", "done", always=False)
        elif roll == self.n.die:
            cards_too = self.windows < self.n.windows
            self.windows += cards_too
            for other in self.others_after(seat):
                p = self.players[other]
                cards = cards_too and p.cards > 0 and p.called < self.n.calls
                p.called += cards
                if cards or self.ready(other, "tenacity"):
                    yield from self.answer_six(other, cards)

    def play_freely(self, seat: int, end: str, moment: str, always: bool):
        """Cards for one's own turn, until the seat has had enough; who holds nothing may not be asked at all."""
        while always or self.players[seat].cards:
            answer = yield seat, [*self.playable(seat, moment), end]
            if answer == end:
                return
            yield from self.effect(seat, self.play(seat, answer))

    def interrupt_turn(self, seat: int, moment: str):
        """Who wants to interrupt the turn plays a card or, at a six, steps; whether anybody wanted to."""
        eager = yield from self.who_interrupts(seat, moment)
        for other in eager:
            if moment == "six":
                yield from self.answer_six(other, True)
            else:
                answer = yield other, [*self.playable(other, moment), "pass"]
                if answer != "pass":
                    yield from self.effect(other, self.play(other, answer))
        return bool(eager)

    def who_interrupts(self, seat: int, moment: str):
        """All who could are asked, and answer without knowing of each other; then they speak in turn."""
        if self.rulings["few-windows"]:
            return []
        could = [s for s, _ in enumerate(self.players) if s != seat and self.could_interrupt(s, moment)]
        wants = []
        for other in could:
            if (yield other, ["interrupt 1", "interrupt 2"]) == "interrupt 2":
                wants.append(other)
        return [s for s in self.others_after(seat) if s in wants]

    def could_interrupt(self, seat: int, moment: str) -> bool:
        """Whether somebody who has followed the decks can think that this hand has a card for it."""
        if moment == "six" and self.ready(seat, "tenacity"):
            return True
        kinds = {c for c, card in enumerate(self.school.actions) if card.window in (None, moment)}
        return any(kinds & pool - self.discards for pool in self.players[seat].pools.values())

    def walk(self, seat: int):
        """Roll, perhaps again, perhaps play cards, choose where to go, and land."""
        p = self.players[seat]
        roll = yield from self.roll_die("roll")
        yield from self.interrupt_turn(seat, "step")
        steps = self.steps_for(seat, roll)
        cab = False
        while True:
            ends = set().union(*(self.destinations(p.at, k) for k in steps))
            ends |= {i for i, s in enumerate(self.spaces) if s.is_building} if cab else set()
            options = [f"go s{i + 1}" for i in ends] + self.playable(seat, "move")
            options += ["perk k1"] if self.ready(seat, "charm") else []
            if self.quirk(seat, "accidents") and self.ready(seat, "kindness"):
                options += [f"peek s{i + 1}" for i in self.tiles]
            answer = yield seat, options
            word = answer.split()[0]
            if word == "perk":
                self.use(seat, "charm")
                roll = yield from self.roll_die("roll")
                steps = self.steps_for(seat, roll)
                cab = False
            elif word == "peek":
                self.use(seat, "kindness")
                self.barefoot = True
            elif word == "play":
                card = self.play(seat, answer)
                if card.effect == "hurry":
                    steps = steps | {min(self.n.die, roll + card.amount)}
                elif card.effect == "freestyle":
                    steps = set(range(1, self.n.die + 1))
                elif card.effect == "cab":
                    cab = True
                elif card.effect == "barefoot":
                    self.barefoot = True
                else:
                    yield from self.effect(seat, card)
            else:
                break
        p.counts["sixes"] += roll == self.n.die
        yield from self.arrive(seat, int(answer.split("s")[1]) - 1, steps)
        return roll

    def steps_for(self, seat: int, roll: int) -> set[int]:
        return {roll, max(1, roll - 1)} if self.quirk(seat, "stroll") else {roll}

    def roll_die(self, word: str):
        answer = yield "chance", [f"{word} {i + 1}" for i in range(self.n.die)]
        return int(answer.split()[1])

    def destinations(self, start: int, steps: int) -> set[int]:
        ends = {path[-1] for path in paths(self.near, (start,), steps)}
        for k in range(steps):
            ends |= {path[-1] for path in paths(self.near, (start,), k) if self.spaces[path[-1]].is_building}
        return ends

    def arrive(self, seat: int, goal: int, steps: set[int]):
        """Walk on from taken spaces, or push; then land."""
        start, chain = self.players[seat].at, [goal]
        while self.taken(seat, chain[-1]):
            walks = [w for k in steps for w in paths(self.near, (start,), k) if w[-1] == goal]
            ways = [w for w in walks if not set(w) & set(chain[1:])]
            onward = {x for w in ways for x in self.near[chain[-1]] if x not in w and x not in chain}
            if not onward:
                onward = {next(x for x in reversed(w[:-1]) if not self.taken(seat, x)) for w in ways}
            options = [f"bump s{x + 1}" for x in onward] + (["perk k2"] if self.ready(seat, "brawn") else [])
            answer = yield seat, options
            if answer == "perk k2":
                self.use(seat, "brawn")
                self.push(seat, chain[-1])
            else:
                chain.append(int(answer.split("s")[1]) - 1)
        yield from self.land(seat, chain[-1])

    def move(self, seat: int, space: int) -> None:
        p = self.players[seat]
        p.counts["distance"] += self.distance(p.at, space)
        p.at = space
        if self.spaces[space].is_building:
            p.buildings.add(space)

    def distance(self, start: int, goal: int) -> int:
        ring, seen, far = {start}, {start}, 0
        while goal not in ring:
            ring = {x for space in ring for x in self.near[space]} - seen
            seen |= ring
            far += 1
        return far

    def land(self, seat: int, space: int):
        self.move(seat, space)
        here = self.spaces[space]
        if here.kind == "trait-building":
            self.raise_(seat, here.trait)
        elif not here.is_walkway:
            self.entered.append(seat)
            yield from self.courting()
        elif space not in self.tiles:
            if list(self.tiles.values()).count(seat) < self.n.tiles:
                self.tiles[space] = seat
                self.players[seat].counts["tiles"] += 1
            yield from self.reward(seat, here)
        elif (self.barefoot and seat == self.seat) or (self.quirk(seat, "tidy") and self.tiles[space] == seat):
            yield from self.reward(seat, here)
        elif self.ready(seat, "kindness"):
            if (yield seat, ["perk k3", "pass"]) == "perk k3":
                self.use(seat, "kindness")
                yield from self.reward(seat, here)

    def reward(self, seat: int, here: Any):
        if here.kind == "trait":
            self.raise_(seat, here.trait)
        elif here.kind == "event":
            yield from self.event(seat)
        else:
            count = 1
            if self.ready(seat, "humor"):
                if (yield seat, ["perk k6", "pass"]) == "perk k6":
                    self.use(seat, "humor")
                    count = self.n.humor_cards
            yield from self.draw(seat, count)


def play_twins(games: int, seed: int) -> int:
    """Random games of every mode and seat count, compared question by question; how many plies were compared."""
    game = registry.load("work_of_heart")
    variants = list(game.variants())
    compared = 0
    for i in range(games):
        mode, seats = variants[i % len(variants)]
        compared += play_twin(game, mode, seats, random.Random(seed * 1_000_003 + i))
    return compared


@cache
def text_of(game: Any, m: int) -> str:
    """There are a few hundred moves, and each is written many times."""
    return str(game.moves.text(m))


def play_twin(game: Any, mode: int, seats: int, pick: random.Random) -> int:
    rulings = {r.name: pick.random() < 0.5 for r in game.about.rulings}
    first = pick.randrange(seats)
    g = game.new(game.base, seats, mode, game.about.ruling_bits(rulings), first)
    twin = Naive(game.base.content, seats, game.about.modes[mode].name, rulings, first)
    questions = twin.run()
    question = next(questions)
    plies = 0
    while g["seat"][0] != OVER:
        who, options = question
        legal = [text_of(game, m) for m in game.legal(game.base, g)]
        assert g["seat"][0] == (CHANCE if who == "chance" else who), (g["seat"][0], question)
        assert sorted(legal) == sorted(options), (plies, who, sorted(set(legal) ^ set(options)))
        assert [int(x) for x in g["points"][0][:seats]] == [twin.points(s) for s in range(seats)]
        chosen = pick.choice(legal)
        g = game.play(game.base, g, game.moves.parse(chosen))
        plies += 1
        try:
            question = questions.send(chosen)
        except StopIteration:
            assert g["seat"][0] == OVER, "the twin has ended, the game has not"
    assert [s for s in range(seats) if int(g["winners"][0]) >> s & 1] == twin.winners
    assert [int(x) for x in g["points"][0][:seats]] == [twin.points(s) for s in range(seats)]
    return plies
