"""Does a bot play better than it did in another version of the sources? Each version thinks in a process of its own.

    git worktree add ../before some-commit
    python bench/bots_versions.py ../before heartcatchers search:10ms --pairs 700

Every deal is played twice, with the versions in each other's seats; the 95% interval comes from the spread of the
pairs. Both must describe a position alike: the State's layout may not have changed. A game that is won together tells
nothing here: match it with `parlour bots match`, version by version.
"""

import argparse
import json
import os
import struct
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Self

import numpy as np

from parlour import bots
from parlour.engine import registry
from parlour.engine.chance import stream
from parlour.engine.game import Game
from parlour.engine.record import CHANCE, OVER
from parlour.lab.stats import half_width

THIS = Path(__file__).resolve().parents[1]
SEATS = 2
QUESTION = struct.Struct("<qq")
ANSWER = struct.Struct("<q")


class Thinker:
    """A bot in another process, with another version's sources."""

    def __init__(self, sources: Path, game: str, bot: str) -> None:
        self.sources = sources
        command = [sys.executable, __file__, str(sources), game, bot, "--think"]
        environment = {**os.environ, "PYTHONPATH": str(sources / "src")}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def choose(self, hidden: np.ndarray, seat: int, key: int) -> int:
        assert self.process.stdin
        assert self.process.stdout
        with suppress(BrokenPipeError):
            self.process.stdin.write(QUESTION.pack(seat, key) + hidden.tobytes())
            self.process.stdin.flush()
        answer = self.process.stdout.read(ANSWER.size)
        if not answer:
            raise SystemExit(f"the bot of {self.sources} ended instead of answering; it says why above")
        return int(ANSWER.unpack(answer)[0])


def think(game: Game, bot: str) -> None:
    """Answer for a bot: what it is asked comes in, what it plays goes out."""
    bots.compile_bots(game)
    size = QUESTION.size + game.state.dtype.itemsize
    while asked := sys.stdin.buffer.read(size):
        seat, key = QUESTION.unpack_from(asked)
        hidden = np.frombuffer(asked, game.state.dtype, offset=QUESTION.size).copy()
        move = bots.make(bot, game, key).choose(game.base, hidden, game.legal(game.base, hidden), seat)
        sys.stdout.buffer.write(ANSWER.pack(move))
        sys.stdout.buffer.flush()


def share_of(game: Game, first: Thinker, second: Thinker, seed: int, index: int) -> float:
    """The first thinker's share of a game in which it has the first seat."""
    mode = next(mode for mode, seats in game.variants() if seats == SEATS)
    g, rng = game.new(game.base, SEATS, mode, game.about.ruling_bits({})), stream(seed, index)
    while (seat := int(g["seat"][0])) != OVER:
        moves = game.legal(game.base, g)
        if seat == CHANCE:
            game.kernels.random_walk(game.base.record, g, rng, 1)
        elif len(moves) == 1:
            g = game.play(game.base, g, moves[0])
        else:
            thinker = (first, second)[seat]
            g = game.play(game.base, g, thinker.choose(game.hide(game.base, g, seat), seat, SEATS * index + seat))
    result = g["result"][0][:SEATS]
    return float(result[0] / max(1, result.sum()))


def versus(game: Game, before: Path, bot: str, pairs: int, seed: int) -> np.ndarray:
    """This version's share of each deal, averaged over both ways to sit."""
    with Thinker(THIS, game.name, bot) as now, Thinker(before, game.name, bot) as then:
        here = [share_of(game, now, then, seed, i) for i in range(pairs)]
        there = [1 - share_of(game, then, now, seed, i) for i in range(pairs)]
    return (np.array(here) + np.array(there)) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, nargs="?", default=THIS, help="this version unless told")
    parser.add_argument("game", nargs="?", default="heartcatchers")
    parser.add_argument("bot", nargs="?", default="search:10ms")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--think", action="store_true", help=argparse.SUPPRESS)
    o = parser.parse_args()
    if not (o.before / "src" / "parlour" / "__init__.py").is_file():
        parser.error(f"{o.before} holds no version of Parlour; it should be a folder with src/parlour in it")
    game = registry.load(o.game)
    if o.think:
        think(game, o.bot)
        return
    found = versus(game, o.before, o.bot, o.pairs, o.seed)
    mean, half = float(found.mean()), half_width(found)
    told = {"game": o.game, "bot": o.bot, "games": 2 * o.pairs}
    print(json.dumps({**told, "share": mean, "interval": [mean - half, mean + half]}))


if __name__ == "__main__":
    main()
