"""Previews held against worlds that the seat thinks possible: for the test, and at length for bench/previews.py."""

import importlib.util
import random
from collections import Counter

import msgspec

import places
from parlour.engine import registry
from parlour.engine.chance import Seeded, stream
from parlour.engine.match import Match
from parlour.engine.plain import CHANCE, OVER, Plain


def deal(name, seed):
    """A match: every mode and number of seats in turn, every other one with all rulings turned round."""
    game = registry.load(name)
    tables = [(mode.name, seats) for mode in game.about.modes for seats in mode.seats]
    mode, seats = tables[-1 - seed // 2 % len(tables)]
    rulings = {ruling.name: ruling.on != bool(seed % 2) for ruling in game.about.rulings}
    match = Match(game, mode=mode, seats=seats, rulings=rulings, chance=Seeded(seed))
    match.settle()
    return match


def decisions(name, seed):
    """Every decision of a game in which each kind of move is as likely as another; whatever chance did comes along."""
    match, pick = deal(name, seed), random.Random(seed)
    while not match.over:
        seat = match.deciders[0]
        by_kind = {}
        for m in match.legal(seat):
            by_kind.setdefault(match.game.moves.kind(m).name, []).append(m)
        yield match, seat, by_kind
        match.play(pick.choice(by_kind[pick.choice(sorted(by_kind))]), seat)


def kinds_of_chance(match):
    """The kinds of moves that chance has played in a match."""
    return {
        match.game.moves.kind(entry.move).name
        for before, entry in zip(match.states, match.log.entries, strict=False)
        if int(before["seat"][0]) == CHANCE
    }


class Foreseen:
    """Which kinds of moves of a game were held against worlds by now."""

    def __init__(self, name, worlds=50, of_a_kind=2):
        self.name, self.worlds, self.of_a_kind = name, worlds, of_a_kind
        self.tested, self.of_chance = Counter(), set()
        self.rng = stream(77)

    def play(self, seed):
        """Look at the decisions of a game that offer a kind which was not looked at often enough."""
        for match, seat, by_kind in decisions(self.name, seed):
            wanted = {kind for kind in by_kind if self.tested[kind] < self.of_a_kind}
            if wanted:
                self.check(match, seat, wanted)
        self.of_chance |= kinds_of_chance(match)

    @property
    def missing(self):
        """The kinds that a seat may decide and that were not looked at often enough."""
        game = registry.load(self.name)
        kinds = {kind.name for kind in game.moves.kinds} - self.of_chance
        return {kind for kind in kinds if self.tested[kind] < self.of_a_kind}

    def check(self, match, seat, wanted):
        look = match.look(seat)
        told = encoded(look)
        imagined = [look.game.imagine(look.edition, look.hidden, seat, self.rng) for _ in range(self.worlds)]
        twin = match.clone()
        for world in imagined:
            twin.states[-1] = world
            assert encoded(twin.look(seat)) == told, "a preview depends on what the seat does not know"
        for found in look.previews:
            kind = look.game.moves.kind(found.move).name
            if kind in wanted and self.tested[kind] < self.of_a_kind:
                self.tested[kind] += 1
                if not look.g.asked:
                    check_truth(look, found, imagined)


def encoded(look):
    """All that is sent of previews, and which moves commit."""
    return msgspec.json.encode([[(p.move, p.after, p.facts) for p in look.previews], sorted(look.committing)])


def check_truth(look, found, imagined):
    """Play the move in every world: what was told of it comes true, and it commits there if it was said to."""
    own = facts_of(look.game.name)
    text = look.game.moves.text(found.move)
    for world in imagined:
        record = look.game.play(look.edition, world, found.move)
        after = Plain(record)
        assert found.after.turn in (None, after.seat), f"{text}: who decides next"
        if own:
            own.check(look, found, after)
        elif found.after.points is not None:
            assert found.after.points == tuple(after.points[: after.seats]), f"{text}: points"
        commits = bool(record["news"][0] != world["news"][0]) or after.seat in (CHANCE, OVER)
        assert commits == (found.move in look.committing), f"{text}: taking back"


def facts_of(name):
    """What a game's own facts mean: `check(look, preview, record_after)` in facts.py among its tests, if it has one."""
    path = places.tests_of(name) / "facts.py"
    if not path.exists():
        return None
    spec = importlib.util.spec_from_file_location(f"facts_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
