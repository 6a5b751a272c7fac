"""Affection rolls and cards of the slow Work of Heart: every effect, and events of both kinds."""

from typing import Any

TRAITS = ["charm", "brawn", "kindness", "smarts", "tenacity", "humor", "mojo"]
PERKS = ["charm", "brawn", "kindness", "smarts", "tenacity", "humor", "mojo-1", "mojo-2"]
SLOTS = 8


class Cards:
    """What a naive game does with cards; it relies on the rest of the game for everything else."""

    school: Any
    n: Any
    near: Any
    rulings: Any
    players: Any
    events: Any
    tiles: Any
    seat: Any

    def playable(self, seat: int, window: str) -> list[str]:
        found = []
        for i, c in enumerate(self.players[seat].hand):
            if c is not None and self.school.actions[c].window in (window, None):
                found.append(f"play h{i + 1}")
        return found

    def play(self, seat: int, answer: str) -> Any:
        card = self.take(seat, answer)
        self.discards.add(card)
        self.players[seat].counts["actions"] += 1
        return self.school.actions[card]

    def answer_six(self, seat: int, cards: bool):
        steps = [f"step s{x + 1}" for x in self.step_ends(seat)] if self.ready(seat, "tenacity") else []
        answer = yield seat, [*steps, *(self.playable(seat, "six") if cards else []), "pass"]
        if answer.startswith("step"):
            self.use(seat, "tenacity")
            yield from self.step(seat, answer)
        elif answer != "pass":
            yield from self.effect(seat, self.play(seat, answer))

    def step_ends(self, seat: int) -> set[int]:
        """The next spaces; behind a taken one, the next beyond it."""
        seen, edge, free = {self.players[seat].at}, set(self.near[self.players[seat].at]), set()
        while edge:
            blocked = {x for x in edge if self.taken(seat, x)}
            free |= edge - blocked
            seen |= edge
            edge = {y for x in blocked for y in self.near[x]} - seen
        return free

    def step(self, seat: int, answer: str):
        space = int(answer.split("s")[-1]) - 1
        if self.rulings["step-lands"]:
            yield from self.land(seat, space)
        else:
            self.move(seat, space)
            yield from self.meet(seat)

    def effect(self, seat: int, card: Any):
        p, kind, n = self.players[seat], card.effect, card.amount
        if kind == "raise":
            self.raise_(seat, card.trait, n)
        elif kind == "liked":
            self.raise_(seat, p.love.traits[n - 1])
        elif kind == "lowest":
            self.raise_(seat, min(TRAITS[:6], key=lambda t: p.levels[t]), n)
        elif kind == "any":
            yield from self.choose_raise(seat, n)
        elif kind == "trade":
            room = {t for t in TRAITS if p.levels[t] < self.n.top_level}
            held = [t for t in TRAITS if p.levels[t] and room - {t}]
            if held:
                answer = yield seat, [f"lower t{TRAITS.index(t) + 1}" for t in held]
                given = TRAITS[int(answer.split("t")[-1]) - 1]
                p.levels[given] -= 1
                yield from self.choose_raise(seat, 1, without=given)
        elif kind == "draw":
            yield from self.draw(seat, n)
        elif kind == "refresh":
            p.used = set()
        elif kind == "spark":
            p.spark += n
        elif kind == "sweep":
            for x in self.near[p.at]:
                self.tiles.pop(x, None)
        elif kind == "home":
            self.home(seat)
        elif kind == "step":
            ends = self.step_ends(seat)
            if ends:
                yield from self.step(seat, (yield seat, [f"step s{x + 1}" for x in ends]))
        elif kind != "nothing":
            yield from self.effect_on(seat, card)

    def choose_raise(self, seat: int, amount: int, without: str = ""):
        room = [t for t in TRAITS if self.players[seat].levels[t] < self.n.top_level and t != without]
        if room:
            answer = yield seat, [f"raise t{TRAITS.index(t) + 1}" for t in room]
            self.raise_(seat, TRAITS[int(answer.split("t")[-1]) - 1], amount)

    def effect_on(self, seat: int, card: Any):
        """Effects on somebody else: whom you like on your turn, the one whose turn it is otherwise."""
        needs_cards = card.effect in ("pinch", "peek")
        options = [s for s, p in enumerate(self.players) if s != seat and (p.cards or not needs_cards)]
        if seat != self.seat:
            options = [s for s in options if s == self.seat]
        if not options:
            return
        target = self.seat
        if seat == self.seat:
            target = int((yield seat, [f"target p{s + 1}" for s in options]).split("p")[1]) - 1
        me, other = self.players[seat], self.players[target]
        if card.effect == "banish":
            self.home(target)
        elif card.effect == "swap":
            me.at, other.at = other.at, me.at
        elif card.effect == "together":
            self.raise_(seat, card.trait)
            self.raise_(target, card.trait)
        elif card.effect == "pinch":
            answer = yield "chance", self.slots(target, "snatch")
            stolen = self.take(target, answer)
            me.hand[me.hand.index(None)] = stolen
            yield from self.cut_hand(seat)

    # Events

    def event(self, seat: int):
        p = self.players[seat]
        if not self.events:
            self.events = set(range(len(self.school.events)))
        number = int((yield "chance", [f"event e{c + 1}" for c in self.events]).split(" e")[1]) - 1
        self.events.remove(number)
        p.counts["events"] += 1
        event = self.school.events[number]
        smart = ["perk k4"] if self.ready(seat, "smarts") else []
        if number < len(self.school.group_events):
            if smart and (yield seat, [*smart, "pass"]) == "perk k4":
                self.use(seat, "smarts")
                yield from self.event(seat)
            else:
                yield from self.group_event(event)
            return
        level = sum(p.levels[t] for t in event.tests)
        level += p.love.quirk.amount if self.quirk(seat, "storyteller") else 0
        options = [f"answer a{i + 1}" for i, a in enumerate(event.answers) if level >= a.at]
        answer = yield seat, options + smart
        if answer == "perk k4":
            self.use(seat, "smarts")
            yield from self.event(seat)
            return
        chosen = event.answers[int(answer.split(" a")[1]) - 1]
        if chosen.also is not None:
            yield from self.effect(seat, chosen.also)
        yield from self.effect(seat, chosen)

    def group_event(self, event: Any):
        chosen = {}
        for seat, p in enumerate(self.players):
            room = [t for t in TRAITS if t in event.traits and p.levels[t] < self.n.top_level]
            answer = yield seat, [f"join t{TRAITS.index(t) + 1}" for t in room] + ["join t8"]
            chosen[seat] = int(answer.split("t")[1]) - 1
        for seat, trait in chosen.items():
            if trait < len(TRAITS):
                gossip = self.players[seat].love.quirk.amount if self.quirk(seat, "gossip") else 1
                self.raise_(seat, TRAITS[trait], gossip)

    # Affection

    def visit(self, seat: int) -> Any:
        return self.players[seat].love.schedule[self.day]

    def meet(self, seat: int):
        p = self.players[seat]
        if not p.tried and p.at == self.school.space_of(self.visit(seat).building):
            answer = "play"
            while answer.startswith("play"):
                answer = yield seat, [*self.playable(seat, "anytime"), "court", "pass"]
                if answer.startswith("play"):
                    yield from self.effect(seat, self.play(seat, answer))
            if answer == "court":
                yield from self.affection_roll(seat)

    def affection_roll(self, seat: int):
        p = self.players[seat]
        p.tried, extra, p.spark, encore = True, p.spark, 0, False
        ranks = yield from self.roll_trait_die()
        die = yield from self.roll_die("die")
        while p.cards or self.ready(seat, "mojo-1") or self.ready(seat, "mojo-2"):
            options = [f"perk k{PERKS.index(m) + 1}" for m in ("mojo-1", "mojo-2") if self.ready(seat, m)]
            answer = yield seat, [*options, *self.playable(seat, "court"), "pass"]
            if answer == "pass":
                break
            if answer.startswith("perk"):
                perk = PERKS[int(answer.split("k")[-1]) - 1]
                self.use(seat, perk)
                if perk == "mojo-1":
                    ranks = yield from self.roll_trait_die()
                else:
                    die = yield from self.roll_die("die")
                continue
            card = self.play(seat, answer)
            if card.effect == "boost":
                extra += card.amount
            elif card.effect == "triple":
                ranks = max(self.n.trait_die, key=len)
            elif card.effect == "encore":
                encore = True
            elif card.effect == "again":
                ranks = yield from self.roll_trait_die()
                die = yield from self.roll_die("die")
            else:
                yield from self.effect(seat, card)
        if self.windows < self.n.windows and self.is_open(seat, ranks, die, extra):
            self.windows += 1
            for other in self.others_after(seat):
                if self.players[other].cards and self.players[other].called < self.n.calls:
                    self.players[other].called += 1
                    answer = yield other, [*self.playable(other, "heckle"), "pass"]
                    if answer != "pass":
                        card = self.play(other, answer)
                        if card.effect == "heckle":
                            extra -= card.amount
                        elif card.effect == "jinx":
                            die = yield from self.roll_die("die")
                        elif card.effect == "cheer":
                            extra += card.amount
                            yield from self.draw(other, card.amount)
                        else:
                            yield from self.effect(other, card)
        if self.is_success(seat, ranks, die, extra):
            p.hearts += 1
            if self.quirk(seat, "muse"):
                yield from self.choose_raise(seat, p.love.quirk.amount)
        else:
            p.counts["fails"] += 1
            p.tried = not encore
            if self.quirk(seat, "solace"):
                yield from self.draw(seat, p.love.quirk.amount)

    def is_success(self, seat: int, ranks: list[int], die: int, extra: int) -> bool:
        if self.quirk(seat, "gamble") and die in (1, self.n.die):
            return die == self.n.die
        return self.total(seat, ranks, die, extra) >= self.visit(seat).threshold

    def total(self, seat: int, ranks: list[int], die: int, extra: int) -> int:
        p = self.players[seat]
        return sum(p.levels[p.love.traits[r - 1]] for r in ranks) + die + extra + self.quirk_bonus(seat)

    def is_open(self, seat: int, ranks: list[int], die: int, extra: int) -> bool:
        """Whether others have a say: the roll succeeds, or the kindest card could still help it."""
        help = max(c.amount for c in self.school.actions if c.effect == "cheer")
        lacking = self.visit(seat).threshold - self.total(seat, ranks, die, extra)
        return self.is_success(seat, ranks, die, extra) or lacking <= help

    def roll_trait_die(self):
        answer = yield "chance", [f"face {i + 1}" for i in range(len(self.n.trait_die))]
        return self.n.trait_die[int(answer.split()[1]) - 1]

    def quirk_bonus(self, seat: int) -> int:
        p = self.players[seat]
        good = {
            "owl": self.lap == self.n.rounds - 1,
            "lark": self.lap < 2,
            "swagger": p.levels["mojo"] >= self.n.perk_level,
        }
        return p.love.quirk.amount if good.get(p.love.quirk.kind) else 0
