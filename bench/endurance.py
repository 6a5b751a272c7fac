"""How much memory a house takes while tables of every game are laid and left, and at rest: `python bench/endurance.py`.

`--minutes 25 --visitors 6`. Each visitor lays a table with a medium bot, plays some moves at random, takes some back,
and leaves it for the next game. Then nobody comes for a while: tables leave memory a minute after they were last used.
A line for every sample: seconds, megabytes, tables in memory, open files, threads, and a bar; at the end what of the
memory is what, from the system's own account.
"""

import argparse
import contextlib
import json
import random
import secrets
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import houses  # noqa: E402
from parlour.engine import registry  # noqa: E402

EVERY, REST = 10.0, 100.0
SHOWN = "Rss", "Private_Dirty", "Shared_Clean", "Private_Clean"


class Visitor(threading.Thread):
    """Somebody who never stays long."""

    def __init__(self, house: houses.House, seed: int, moves: int) -> None:
        super().__init__(daemon=True)
        self.house, self.pick, self.moves = house, random.Random(seed), moves
        self.halt = threading.Event()
        self.laid = self.played = 0

    def run(self) -> None:
        games = registry.names(shelf_only=True)
        while not self.halt.is_set():
            with contextlib.suppress(*houses.LOST, AssertionError):
                self.sit_at_a_table(self.pick.choice(games))

    def sit_at_a_table(self, game: str) -> None:
        _, mode = registry.about(game).mode(None)
        person = houses.Person(self.house)
        try:
            bots = [{"kind": "bot", "level": "medium"}] * (mode.seats[0] - 1)
            made = person.http.post("/api/tables", json={"game": game, "seats": [{"kind": "me"}, *bots]})
            person.id = made.raise_for_status().json()["id"]
            self.laid += 1
            person.open()
            for _ in range(self.moves):
                if self.halt.is_set() or not self.play(person):
                    return
        finally:
            person.close()
            person.http.close()

    def play(self, person: houses.Person) -> bool:
        """One move, now and then taken back; whether the match goes on."""
        table = (
            person.table if person.table["moves"] else person.until(lambda t: t["moves"] or t["status"] == "over", 30)
        )
        if not table["moves"]:
            return False
        key = person.play(self.pick.choice(table["moves"])["move"])
        while person.receive(30).get("key") != key:
            pass
        self.played += 1
        if self.pick.random() < 0.1 and person.table["undo_seat"] >= 0:
            person.send("undo", seat=person.table["undo_seat"], key=secrets.token_hex(8))
            person.send("ping")
            person.answer("pong", 30)
        return person.table["status"] != "over"


def memory_of(pid: int) -> dict[str, int]:
    """What the system says of a process, in megabytes."""
    said = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    return {row.split(":")[0]: int(row.split()[1]) // 1024 for row in said}


def sample(house: houses.House, began: float) -> int:
    pid = house.process.pid
    found = memory_of(pid)["Rss"]
    files, threads = (len(list(Path(f"/proc/{pid}/{what}").iterdir())) for what in ("fd", "task"))
    tables = json.loads(house.place.get(f"{house.url}/api/health"))["tables"]
    print(f"{time.monotonic() - began:6.0f} s {found:5} MB {tables:5} tables {files:4} files {threads:3} threads "
          f"{'#' * (found // 10)}", flush=True)  # fmt: skip
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--visitors", type=int, default=6)
    parser.add_argument("--moves", type=int, default=12, help="at each table")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        house = houses.House(str(Path(folder) / "tables.db"))
        began = time.monotonic()
        sample(house, began)
        visitors = [Visitor(house, asked.seed * 1000 + i, asked.moves) for i in range(asked.visitors)]
        for visitor in visitors:
            visitor.start()
        while time.monotonic() - began < asked.minutes * 60:
            time.sleep(EVERY)
            sample(house, began)
        for visitor in visitors:
            visitor.halt.set()
        until = time.monotonic() + REST
        while time.monotonic() < until:
            time.sleep(EVERY)
            sample(house, began)
        laid, played = sum(v.laid for v in visitors), sum(v.played for v in visitors)
        print(f"{laid} tables laid and left, {played} moves, seed {asked.seed}; at rest:")
        print(", ".join(f"{name} {memory_of(house.process.pid)[name]} MB" for name in SHOWN))
        house.stop()


if __name__ == "__main__":
    main()
