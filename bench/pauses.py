"""Whether the time of real bots tells a forced answer from a chosen one: others wait as long for both.

    python bench/pauses.py [--rounds 20]

At a table of Work of Heart each level answers two positions in turn: one in which its seat has one legal move, which
only it knows, and one with several. Printed are the middle waits and the share of pairs in which the forced answer came
later: about a half if the time tells nothing, 0 or 1 if it tells everything. The tests check the same by a clock of
their own (tests/server/test_forced.py); this measures real searches.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/server")]

import test_forced as forced  # noqa: E402

from parlour import bots  # noqa: E402
from parlour.server.fleet.house import House  # noqa: E402
from parlour.server.store.store import SeatRecord, Store  # noqa: E402
from parlour.server.table import bot_moves  # noqa: E402
from sitting import sit_down  # noqa: E402


async def measure(table, level: str, rounds: int) -> dict[bool, list[float]]:
    positions, took, played = forced.a_forced_and_a_chosen_answer(), {True: [], False: []}, []
    table.record.seats = [SeatRecord(kind="bot", name=seat.name, level=level) for seat in table.record.seats]
    table.schedule_bots = lambda: None

    async def note(seat, move, key, look):
        played.append(time.monotonic())

    table.play_move = note
    for match, seat in positions.values():
        # The first thought of a thread loads code.
        await asyncio.gather(*(table.services.bots.choose(table, match.look(seat)) for _ in range(2)))
    for number in range(rounds + 1):
        for is_forced, (match, seat) in positions.items():
            table.match, began = match.clone(), time.monotonic()
            await bot_moves.answer(table, seat)
            # Nothing is known about searches before the first one.
            if number:
                took[is_forced].append(played[-1] - began)
    return took


async def measure_all(rounds: int) -> None:
    bot_moves.FIRST_GUESS = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for level in bots.LEVELS:
            house = House(Store(f"{folder}/{level}.db"), bot_wait=0.02)
            try:
                table, _ = await sit_down(house, "same", "same", game=forced.GAME)
                took = await measure(table, level, rounds)
            finally:
                house.close()
            share = statistics.mean(one > other for one in took[True] for other in took[False])
            waits = [1000 * statistics.median(took[kind]) for kind in (True, False)]
            print(f"{level:8} forced {waits[0]:6.1f} ms, chosen {waits[1]:6.1f} ms, forced later in {share:.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20, help="how often each position is answered")
    asyncio.run(measure_all(parser.parse_args().rounds))
