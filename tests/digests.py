"""Digests of seeded games, printed for one game: the same however the rules are run."""

import hashlib
import json
import random
import sys

import asking
from parlour.engine import registry
from parlour.engine.chance import stream
from parlour.engine.record import CHANCE, NONE, OVER


def digests(name: str, games: int) -> dict[str, str]:
    """A digest of every State, hidden record, answer, seen move and imagined world of some games of each variant."""
    game = registry.load(name)
    found = {}
    for mode, seats in game.variants():
        for seed in range(games):
            key = hashlib.sha256()
            rng, pick, asked = stream(seed), random.Random(seed), random.Random(seed)
            g = game.new(game.base, seats, mode, game.about.ruling_bits({}), int(NONE))
            while g["seat"][0] != OVER:
                m = pick.choice(game.legal(game.base, g))
                seat = pick.randrange(seats)
                h = game.hide(game.base, g, seat)
                key.update(h.tobytes())
                key.update(repr(list(asking.answers(game, game.base.record, g, h, asked))).encode())
                key.update(game.imagine(game.base, h, seat, rng).tobytes())
                key.update(b"%d " % game.see(game.base, g, m, seat))
                key.update(str(game.worth(game.base, g, seat)).encode() if g["seat"][0] != CHANCE else b"")
                g = game.play(game.base, g, m)
                key.update(g.tobytes())
            found[f"{mode}-{seats}-{seed}"] = key.hexdigest()
    return found


if __name__ == "__main__":
    print(json.dumps(digests(sys.argv[1], int(sys.argv[2]))))
