"""Editions changed at random, and games of them: `python tests/editions/mutants.py GAME COUNT SEED [BOT ...]`.

Bounds-checked if NUMBA_BOUNDSCHECK is set. Prints how many were refused, and what became of the games of the others. A
game that does not end within so many plies is reported with its seed; whatever else goes wrong is a fault.
"""

import copy
import json
import random
import sys
from typing import Any, get_args, get_origin

from parlour.editions.checking import check_text
from parlour.editions.shapes import kind_at, own_data, shape_of, steps
from parlour.editions.sheets import is_grid
from parlour.editions.writing import write_toml
from parlour.engine import registry
from parlour.engine.chance import stream
from parlour.engine.faults import is_table
from parlour.engine.record import CHANCE, NONE, OVER

CAP = 5000
# Of so many mutants one has to be good, or something is wrong with the mutations.
TRIES = 60


def leaves(value: Any, path: str = "") -> list[str]:
    """The paths of all values that are no tables, and of lists."""
    if isinstance(value, dict):
        before = f"{path}." if path else ""
        return [found for name, inner in value.items() for found in leaves(inner, f"{before}{name}")]
    if isinstance(value, list):
        return [path, *(found for i, inner in enumerate(value) for found in leaves(inner, f"{path}[{i}]"))]
    return [path]


def holder(data: Any, path: str) -> tuple[Any, Any]:
    """What holds the value at a path, and its name or number there."""
    *before, last = steps(path)
    for step in before:
        data = data[step]
    return data, last


def mutate(game: str, data: dict[str, Any], pick: random.Random) -> str:
    """Change one thing, and say where."""
    path = pick.choice([one for one in leaves(data) if one not in ("id", "title", "game", "by")])
    inside, last = holder(data, path)
    value, is_a = inside[last], kind_at(shape_of(game), path)
    if isinstance(value, list):
        change_list(value, is_a, pick)
    elif isinstance(value, int) and is_a is not None:
        least, most = is_a.said("ge") or 0, is_a.said("le") or is_a.said("lt") or 99
        choices = get_args(is_a.kind) if get_origin(is_a.kind) else (least, most, pick.randint(least, most), value + 1)
        inside[last] = pick.choice([*choices, value - 1])
    elif is_a is not None and get_origin(is_a.kind):
        inside[last] = pick.choice(get_args(is_a.kind))
    else:
        # Another value of the same field: of another card, say, or a mark from elsewhere on the map.
        alike = [one for one in leaves(data) if plain(one) == plain(path)]
        other, place = holder(data, pick.choice(alike))
        inside[last], other[place] = (other[place], value) if pick.random() < 0.5 else (other[place], other[place])
        if isinstance(inside[last], str) and is_a is not None and " " in inside[last] and is_map(game, path):
            marks = inside[last].split()
            pick.shuffle(marks)
            inside[last] = " ".join(marks)
    return path


def plain(path: str) -> str:
    return "".join(character for character in path if not character.isdigit())


def is_map(game: str, path: str) -> bool:
    whole = kind_at(shape_of(game), path.rpartition("[")[0])
    return whole is not None and is_grid(whole)


def change_list(value: list[Any], is_a: Any, pick: random.Random) -> None:
    """One item fewer, one more, or another order."""
    how = pick.randrange(3)
    if how == 0 and value:
        value.pop(pick.randrange(len(value)))
    elif how == 1 and value:
        more = copy.deepcopy(pick.choice(value))
        if is_a is not None and isinstance(more, dict) and is_table(get_args(is_a.kind)[0]) and "id" in more:
            more["id"] = f"{more['id'][:30]}-{pick.randrange(1000)}x"
        value.insert(pick.randrange(len(value) + 1), more)
    else:
        pick.shuffle(value)


def mutant(game: str, pick: random.Random) -> tuple[str, int]:
    """The text of a good edition that differs from ours, and how many were refused before it."""
    for refused in range(TRIES):
        data = copy.deepcopy(own_data(game)) | {"id": "mutant"}
        for _ in range(pick.randint(1, 4)):
            mutate(game, data, pick)
        text = write_toml(data, game, {})
        if not check_text(game, text, "mutant.toml").faults:
            return text, refused
    raise AssertionError(f"{TRIES} mutants of {game} were refused")


def play(game: Any, edition: Any, seed: int, bot: str) -> int:
    """Play one game to its end; how many plies it took, or -1 if it goes on after CAP."""
    pick, rng = random.Random(seed), stream(seed)
    mode, seats = pick.choice(list(game.variants()))
    g = game.new(edition, seats, mode, game.about.ruling_bits({}), int(NONE))
    thinking = None
    if bot != "random":
        from parlour.bots.bot import Bot
        from parlour.bots.spec import read_spec

        thinking = Bot(read_spec(bot), game, seed)
    for ply in range(CAP):
        at = int(g["seat"][0])
        if at == OVER:
            return ply
        seat = pick.randrange(seats)
        h = game.hide(edition, g, seat)
        legal = game.legal(edition, g)
        move = pick.choice(legal)
        if thinking is not None and at != CHANCE:
            move = int(thinking.choose(edition, game.hide(edition, g, at), legal, at))
        if ply % 16 == 0 and at != CHANCE:
            game.imagine(edition, h, seat, rng)
        game.see(edition, g, move, seat)
        g = game.play(edition, g, move)
    return -1


def run(name: str, count: int, seed: int, bots: list[str]) -> dict[str, Any]:
    game, pick = registry.load(name), random.Random(f"{name} {seed}")
    found: dict[str, Any] = {"good": 0, "refused": 0, "ended": 0, "plies": 0, "unended": [], "faults": []}
    for i in range(count):
        text, refused = mutant(name, pick)
        found["refused"] += refused
        found["good"] += 1
        try:
            edition = game.edition_from(text)
            for bot in bots:
                plies = play(game, edition, seed + i, bot)
                found["ended"] += plies >= 0
                found["plies"] += max(plies, 0)
                if plies < 0:
                    found["unended"].append([i, bot])
        except Exception as error:  # whatever a rule that met something unforeseen raises
            found["faults"].append([i, f"{type(error).__name__}: {error}", text if len(found["faults"]) < 3 else ""])
    return found


if __name__ == "__main__":
    name, count, seed, *bots = sys.argv[1:]
    print(json.dumps(run(name, int(count), int(seed), bots or ["random"])))
