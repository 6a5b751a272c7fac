"""What a view costs, before and after it was made from plain values: both versions in one run.

    python bench/look.py [--old COMMIT] [--rounds N] [GAME ...]

The old version is unpacked from git into a temporary folder and timed in a process of its own, in turns with this one.
Each times the same positions of random games with the largest number of seats: the best of five looks of whoever
decides, and the first look of every seat after every move, as a server shows it, which also has to tell what happened.
A whole game is played before, so that nothing has to be loaded; the players' names are new, so every sentence is made
anew.
A view of this version has its words in it; the old one's had to be added later, and that is not in its time.

The bytes are those of a view, and of the whole snapshot that the server makes of it: view, moves in words, question,
the story since this seat's last look, seats, series. What the edition prints is in neither: it is sent once a table.
After the first snapshot a browser is sent only what has changed (bench/load.py).
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
# The share of the old version's time that a view is to cost at most.
AIMS = {"heartcatchers": 0.25, "held_hands": 0.25, "labor_of_love": 0.1, "perfect_match": 0.1, "work_of_heart": 0.1}

# Runs in both versions, so it uses only what both have.
WORKER = '''
import asyncio, json, random, statistics, sys, tempfile, time
import msgspec
from parlour.engine import registry
from parlour.engine.chance import Seeded
from parlour.engine.match import Match
from parlour.server import wire

try:
    from parlour.server.fleet.house import House
    from parlour.server.store.store import Store
    from parlour.server.table import showing
    from parlour.server.table.watching import Watcher
except ImportError:
    # Before the server's files lay in rooms.
    from parlour.server import showing
    from parlour.server.house import House
    from parlour.server.live import Watcher
    from parlour.server.store import Store

NEW = hasattr(Match, "look")


def deal(name):
    game = registry.load(name)
    mode = max(game.about.modes, key=lambda m: max(m.seats))
    match = Match(game, mode=mode.name, seats=max(mode.seats), chance=Seeded(1))
    match.settle()
    return match


def words(match, view, seat):
    """What the old server added to a view before it was sent."""
    for part in (*view["zones"], *view["sheet"]):
        part["text"] = match.say(part["label"], seat)
    for part in (part for zone in view["zones"] for part in (zone, *zone["pieces"]) if "facts" in part):
        part["facts"] = [match.say(fact, seat) for fact in part["facts"]]
    return view


def look(match, seat):
    return match.look(seat).view if NEW else match.view(seat)


def listed(match, seat):
    if NEW:
        return [m.words for m in match.look(seat).moves]
    return [match.say(match.describe(m, seat), seat) for m in match.legal(seat)]


def foreseen(match, seat):
    """Previews are asked for once a decision, apart from the view."""
    if not NEW:
        return []
    look = match.look(seat)
    return [[p.after, [look.say(fact) for fact in p.facts]] for p in look.previews]


def timed(make, match, seat, times=5):
    """CPU time: the best of five, because other work on the machine disturbs single ones."""
    spent = []
    for _ in range(times):
        start = time.thread_time()
        made = make(match, seat)
        spent.append(1e6 * (time.thread_time() - start))
    return min(spent), made


def measure(name):
    warm_up(name)
    match, pick, firsts = deal(name), random.Random(1), first_looks(name)
    views, moves, sizes, ahead, told = [], [], [], [], []
    while not match.over:
        seat = match.deciders[0]
        spent, view = timed(look, match, seat)
        views.append(spent)
        moves.append(timed(listed, match, seat)[0])
        sizes.append(len(msgspec.json.encode(view if NEW else words(match, view, seat))))
        spent, facts = timed(foreseen, match, seat)
        ahead.append(spent)
        told.append(len(msgspec.json.encode(facts)))
        match.play(pick.choice(match.legal(seat)), seat)
    once = len(msgspec.json.encode(match.look(0).printed)) if NEW else 0
    found = {"view": statistics.median(views), "first": statistics.median(firsts), "moves": statistics.median(moves)}
    found |= {"previews": statistics.median(ahead), "told": statistics.mean(told)}
    found |= {"snapshot": statistics.mean(asyncio.run(snapshots(name)))}
    return found | {"bytes": statistics.mean(sizes), "once": once}


def first_looks(name):
    """The first look of every seat after every move, at a table where no sentence was said before."""
    match, pick, found = deal(name), random.Random(1), []
    if NEW:
        match.names = tuple(f"Guest {seat}" for seat in range(match.seats))
    while not match.over:
        found += [timed(look, match, seat, times=1)[0] for seat in range(match.seats)]
        seat = match.deciders[0]
        match.play(pick.choice(match.legal(seat)), seat)
    return found


def warm_up(name):
    """A whole game, so that nothing is loaded while the next one is measured."""
    match, pick = deal(name), random.Random(2)
    while not match.over:
        for seat in range(match.seats):
            look(match, seat)
            listed(match, seat)
        foreseen(match, match.deciders[0])
        seat = match.deciders[0]
        match.play(pick.choice(match.legal(seat)), seat)


async def snapshots(name):
    """The bytes of a whole snapshot at each decision, for a browser that knows the edition and the story before it."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Store(folder + "/tables.db"), bot_wait=0)
        try:
            match = deal(name)
            seats = [wire.SeatWish(kind="me"), *(wire.SeatWish(kind="same") for _ in range(1, match.seats))]
            lay, find = (house.lay, house.table) if hasattr(house, "lay") else (house.tables.lay, house.tables.find)
            made, _ = await lay(wire.NewTable(game=name, mode=match.mode, seats=seats))
            table = await find(made.id)
            table.match = match
            return sent(table, match)
        finally:
            house.close()


def sent(table, match):
    pick, sizes = random.Random(1), []
    browsers = [Watcher([seat], print) for seat in range(match.seats)]
    for seat, browser in enumerate(browsers):
        browser.eyes, browser.printed = seat, match.look(seat).printed if NEW else None
    while not match.over:
        seat = match.deciders[0]
        made = showing.snapshot(table, browsers[seat])
        browsers[seat].sent_ply = match.ply
        sizes.append(len(msgspec.json.encode(made)))
        match.play(pick.choice(match.legal(seat)), seat)
    return sizes


print(json.dumps({name: measure(name) for name in sys.argv[1:]}))
'''


def unpack(commit: str, folder: Path) -> None:
    """The sources of a commit."""
    archive = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, check=True, capture_output=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)


def run(sources: Path, games: list[str]) -> dict[str, dict[str, float]]:
    environment = os.environ | {"PYTHONPATH": str(sources)}
    command = [sys.executable, "-c", WORKER, *games]
    found = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return json.loads(found.stdout.splitlines()[-1])


def best(rounds: list[dict[str, dict[str, float]]], game: str, what: str) -> float:
    """The median of the rounds: other work on the machine comes and goes."""
    return statistics.median(found[game][what] for found in rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", default=list(AIMS))
    parser.add_argument("--old", default="21b0207", help="the commit to compare with")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    old: list[dict[str, dict[str, float]]] = []
    new: list[dict[str, dict[str, float]]] = []
    with tempfile.TemporaryDirectory() as folder:
        unpack(options.old, Path(folder))
        for _ in range(options.rounds):
            old.append(run(Path(folder) / "src", options.games))
            new.append(run(ROOT / "src", options.games))
    report(options.games, old, new)


def report(games: list[str], old: list[dict[str, dict[str, float]]], new: list[dict[str, dict[str, float]]]) -> None:
    """Times, then bytes. Previews stand apart: they are sent once a decision, to one browser, on request."""
    times = {"view": "view", "first": "first look", "moves": "moves in words"}
    print("| game | aim | " + " | ".join(f"{what}, old | now | share" for what in times.values()) + " | previews |")
    print("|---" * (3 * len(times) + 3) + "|")
    for game in games:
        cells = [cell for what in times for cell in compared(best(old, game, what), best(new, game, what), "µs")]
        print(f"| {game} | {AIMS.get(game, '')} | " + " | ".join(cells) + f" | {best(new, game, 'previews'):,.0f} µs |")
    print("\n| game | view, old | now | share | snapshot, old | now | share | once a table | previews |")
    print("|---" * 9 + "|")
    for game in games:
        cells = [
            c for what in ("bytes", "snapshot") for c in compared(best(old, game, what), best(new, game, what), "B")
        ]
        cells += [f"{best(new, game, what):,.0f} B" for what in ("once", "told")]
        print(f"| {game} | " + " | ".join(cells) + " |")


def compared(old: float, new: float, unit: str) -> list[str]:
    return [f"{old:,.0f} {unit}", f"{new:,.0f} {unit}", f"{new / old:.2f}"]


if __name__ == "__main__":
    main()
