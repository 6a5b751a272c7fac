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
    entered: list[int]

    def playable(self, seat: int, moment: str) -> list[str]:
        hand = [c if c is None else self.school.actions[c] for c in self.players[seat].hand]
        return [f"play h{i + 1}" for i, c in enumerate(hand) if c and (c.window is None or moment in self.moments(c))]

    def moments(self, card: Any) -> set[str]:
        """When a card of a named window can be played: one for one's own turn wherever it makes sense."""
        if card.window == "court":
            return {"courted", "guest"}
        if card.window in ("six", "heckle"):
            return {card.window}
        if card.effect in ("hurry", "freestyle", "cab", "barefoot"):
            return {"move"}
        return {"ready", "move", "court", "done"} | (set() if card.effect in ("swap", "home") else {"courted"})

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
            free |= edge if self.ready(seat, "brawn") else edge - blocked
            seen |= edge
            edge = {y for x in blocked for y in self.near[x]} - seen
        return free

    def step(self, seat: int, answer: str):
        space = int(answer.split("s")[-1]) - 1
        if self.taken(seat, space):
            self.use(seat, "brawn")
            self.push(seat, space)
        if self.rulings["step-lands"] or (seat == self.seat and not self.stepped):
            self.stepped = True
            yield from self.land(seat, space)
        else:
            self.move(seat, space)
            self.entered.append(seat)
            yield from self.courting()

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
            if me.at != other.at:
                self.entered += [seat, target]
            me.at, other.at = other.at, me.at
            yield from self.courting()
        elif card.effect == "together":
            self.raise_(seat, card.trait)
            self.raise_(target, card.trait)
        elif card.effect == "pinch":
            answer = yield "chance", self.slots(target, "snatch")
            pool = other.pools[int(answer.split("h")[-1]) - 1]
            stolen = self.take(target, answer)
            me.pools[me.hand.index(None)] = pool
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

    def courting(self):
        """Everybody who has come into a building is asked there, beginning with whose turn it is."""
        while self.entered:
            seat = next(s for s in self.order(self.seat) if s in self.entered)
            self.entered = [s for s in self.entered if s != seat]
            p = self.players[seat]
            if p.tried or p.at != self.school.space_of(self.visit(seat).building):
                continue
            answer = yield seat, [*self.playable(seat, "court" if seat == self.seat else "step"), "court", "pass"]
            if answer == "court":
                yield from self.affection_roll(seat)
            elif answer != "pass":
                yield from self.effect(seat, self.play(seat, answer))
                self.entered.append(seat)

    def affection_roll(self, seat: int):
        p = self.players[seat]
        p.tried, extra, p.spark, encore = True, p.spark, 0, False
        ranks = yield from self.roll_trait_die()
        die = yield from self.roll_die("die")
        while p.cards or self.ready(seat, "mojo-1") or self.ready(seat, "mojo-2"):
            options = [f"perk k{PERKS.index(m) + 1}" for m in ("mojo-1", "mojo-2") if self.ready(seat, m)]
            answer = yield seat, [*options, *self.playable(seat, "courted" if seat == self.seat else "guest"), "pass"]
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
        hecklers = yield from self.who_interrupts(seat, "heckle")
        if self.rulings["few-windows"] and self.windows < self.n.windows and self.is_open(seat, ranks, die, extra):
            self.windows += 1
            hecklers = self.others_after(seat)
        for other in hecklers:
            if self.rulings["few-windows"]:
                if not self.players[other].cards or self.players[other].called == self.n.calls:
                    continue
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
