"""Golden files: seeded games in words with every legal move, and counts of lines of play.

`python tests/golden.py --write [GAME ...]` rewrites them; a game, mode or seat count without them fails.
A change in one of these files is a change of a game: the commit says why.
"""

import json
import random
import sys
from pathlib import Path

import numpy as np

from parlour.engine import registry
from parlour.engine.chance import Seeded
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.engine.record import CHANCE, PUBLIC
from places import tests_of

MAX_LINES = 200_000
DEPTHS = (1, 2, 3)
SHOWN = 60


def variants(name: str) -> list[tuple[str, int]]:
    return [(mode.name, seats) for mode in registry.about(name).modes for seats in mode.seats]


def playthrough_path(name: str, mode: str, seats: int) -> Path:
    return tests_of(name) / "playthroughs" / f"{mode}-{seats}.txt"


def counts_path(name: str) -> Path:
    return tests_of(name) / "counts.json"


def playthrough(game: Game, mode: str, seats: int, seed: int = 1) -> str:
    """A random game told ply by ply: who decides, what was possible, what was played, what each seat heard."""
    match = Match(game, seats=seats, mode=mode, chance=Seeded(seed))
    pick = random.Random(seed)
    lines = [f"{game.about.title}, {mode}, {seats} seats, seed {seed}", ""]
    while not match.over:
        if match.seat == CHANCE:
            told_from = match.ply
            match.play_chance()
        else:
            told_from, seat = match.ply, match.seat
            legal = match.moves(seat)
            move = pick.choice(legal)
            lines.append(f"{match.ply}: seat {seat}: {match.say(match.look(seat).question, seat)}")
            lines.append(f"   {len(legal)} moves: {'; '.join(legal[:SHOWN])}{' ...' if len(legal) > SHOWN else ''}")
            match.play_without_chance(move, seat)
        lines.append(f"{told_from}: {match.log.entries[told_from].line}")
        lines.extend(heard(match, told_from))
    lines.append("")
    lines.append(f"points {match.points}, winners {match.winners}, result {match.result}, state {match.digest()[:16]}")
    return "\n".join(lines) + "\n"


def heard(match: Match, ply: int) -> list[str]:
    """What each watcher heard of a move; one line where all heard the same."""
    told = {w: [match.say(said) for said in match.story(w, ply)] for w in (*range(match.seats), int(PUBLIC))}
    if len({tuple(lines) for lines in told.values()}) == 1:
        return [f"   all: {text}" for text in told[0]]
    names = {int(PUBLIC): "public"}
    return [f"   {names.get(w, f'seat {w}')}: {text}" for w, lines in told.items() for text in lines]


def counts(game: Game) -> dict[str, list[int]]:
    """Lines of play to small depths from a few positions of each variant."""
    found = {}
    for mode, seats in variants(game.name):
        for plies in (0, 20, 45):
            match = Match(game, seats=seats, mode=mode, chance=Seeded(plies))
            pick = random.Random(plies)
            while match.ply < plies and not match.over:
                if match.seat == CHANCE:
                    match.play_chance()
                else:
                    match.play_without_chance(pick.choice(match.moves()), match.seat)
            lines = [min(count_lines(game, match, match.state, depth, MAX_LINES), MAX_LINES) for depth in DEPTHS]
            found[f"{mode}-{seats} after {plies}"] = lines
    return found


def count_lines(game: Game, match: Match, g: np.ndarray, depth: int, most: int) -> int:
    """How many lines of play of this length there are, as the kernel of that name counts them, which takes longer to
    compile than all these to count: the last move of a line need not be played. Stops counting once there are `most`.
    """
    legal = game.legal(match.edition, g)
    if depth == 1 or not legal:
        return len(legal) or 1
    found = 0
    for m in legal:
        found += count_lines(game, match, game.play(match.edition, g, m), depth - 1, most - found)
        if found >= most:
            break
    return found


def write(name: str) -> None:
    game = registry.load(name)
    for mode, seats in variants(name):
        path = playthrough_path(name, mode, seats)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(playthrough(game, mode, seats), "utf-8")
    counts_path(name).write_text(json.dumps(counts(game), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] != ["--write"]:
        sys.exit("usage: python tests/golden.py --write [GAME ...]")
    for chosen in sys.argv[2:] or registry.names():
        write(chosen)
        print(f"{chosen}: written")
