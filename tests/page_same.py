"""Digests of what a game's parts say in seeded games: rules, bots, looks in both languages. Printed for one game.

Run natively it is one program; in a page's Python it is imported, with the game's module as host. Both say the same.
"""

import hashlib
import json
import random
import sys
from typing import Any

import msgspec

import digests
from parlour.bots import make
from parlour.engine import registry
from parlour.engine.chance import Seeded
from parlour.engine.match import Match

BOTS = ("random", "easy", "greedy", "search:60it")
LANGUAGES = ("en", "de")
# In each match so many decisions are looked at closely, and so many plies played.
LOOKED_AT, PLIES = 3, 60


def totals(game: Any) -> dict[str, Any]:
    """What random games of every variant add up to."""
    found = {}
    for mode, seats in game.variants():
        ends = game_ends(game, seats, mode)
        found[f"{mode}-{seats}"] = hashlib.sha256(ends).hexdigest()
    return found


def game_ends(game: Any, seats: int, mode: int, games: int = 6) -> bytes:
    """The ends of some random games, as bytes."""
    import numpy as np

    from parlour.engine.kernels import END, RUN

    run = np.array([(seats, mode, game.about.ruling_bits({}), -1, 7, 0, games)], RUN)
    ends = np.zeros(games, END)
    game.kernels.random_games(game.base.record, run, ends)
    return bytes(ends.tobytes())


def told(game: Any, mode: str, seats: int) -> dict[str, str]:
    """What every seat is shown and told in one match, and what bots choose there."""
    match = Match(game, mode=mode, seats=seats, chance=Seeded(3))
    match.settle()
    pick, key = random.Random(seats), hashlib.sha256()
    chosen: list[Any] = []
    while not match.over and match.ply < PLIES:
        seat = match.deciders[0]
        legal = match.look(seat).legal
        if len(legal) > 1 and len(chosen) < LOOKED_AT * len(BOTS):
            for language in LANGUAGES:
                key.update(json.dumps(shown(match.look(seat, language=language))).encode())
            for name in BOTS:
                bot = make(name, game, 11)
                chosen.append(bot.choose(match.edition, match.hidden(seat), legal, seat))
        match.play(pick.choice(legal), seat)
    return {"told": key.hexdigest(), "bots": repr(chosen), "state": match.state_text, "log": match.log.hash}


def shown(look: Any) -> list[Any]:
    """A look as values: view, moves, question, story, previews, and which moves commit."""
    moves = [(c.text, c.words, c.clause) for c in look.moves]
    story = [(t.ply, t.words) for t in look.story(max(0, look.ply - 4))]
    previews = [
        (p.move, msgspec.json.encode(p.after).decode(), [look.say(fact) for fact in p.facts]) for p in look.previews
    ]
    view = msgspec.json.encode(look.view).decode()
    return [view, moves, look.say(look.question), story, previews, sorted(look.committing.items())]


def everything(name: str) -> dict[str, Any]:
    game = registry.load(name)
    found: dict[str, Any] = {"rules": digests.digests(name, 1), "random games": totals(game)}
    for mode, seats in game.variants():
        found[f"{mode}-{seats}"] = told(game, game.about.modes[mode].name, seats)
    return found


if __name__ == "__main__":
    print(json.dumps(everything(sys.argv[1])))
