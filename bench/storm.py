"""What a crowd costs that says as much as it may: hellos against pings.

    python bench/storm.py [--crowd 40] [--seconds 4]

A crowd of spectators at one table sends many messages a second over real sockets, first pings and then hellos. Printed
are the CPU seconds of the server meanwhile, and the middle time in which it answers at another table.
"""

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
import time
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import houses

# How often each of the crowd says something in a second.
RATE = 14.0
HELLO, PING = '{"type":"hello"}', '{"type":"ping"}'


async def storm(house, id: str, other, said: str, options) -> tuple[float, float]:
    """CPU seconds of the server, and the middle one of another table's answers in milliseconds."""
    address = f"ws://127.0.0.1:{house.port}/api/tables/{id}/socket"
    async with contextlib.AsyncExitStack() as lines:
        here = (f"127.0.0.{6 if said == PING else 7}", 0)
        opened = [connect(address, compression=None, local_addr=here) for _ in range(options.crowd)]
        crowd = [await lines.enter_async_context(line) for line in opened]
        for line in crowd:
            await line.send(HELLO)
        reading = [asyncio.ensure_future(read_all(line)) for line in crowd]
        await asyncio.sleep(1)
        began, waits, end = cpu(house.process.pid), [], time.monotonic() + options.seconds
        while (now := time.monotonic()) < end:
            with contextlib.suppress(ConnectionClosed):
                for line in crowd:
                    await line.send(said)
            waits.append(await asyncio.to_thread(pong, other))
            await asyncio.sleep(max(0.0, 1 / RATE - (time.monotonic() - now)))
        spent = cpu(house.process.pid) - began
        for task in reading:
            task.cancel()
    return spent, sorted(waits)[len(waits) // 2]


def pong(person) -> float:
    began = time.perf_counter()
    person.send("ping")
    person.answer("pong")
    return (time.perf_counter() - began) * 1000


async def read_all(line) -> None:
    with contextlib.suppress(ConnectionClosed):
        async for _ in line:
            pass


def cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--crowd", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=4.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as leaving:
        house = houses.House(f"{folder}/tables.db", options=["--limits"])
        leaving.callback(house.stop)
        ann, bob = houses.Person(house), houses.Person(house)
        for person, game in ((ann, "labor_of_love"), (bob, "heartcatchers")):
            leaving.callback(person.http.close)
            leaving.callback(person.close)
            person.lay("me", "same", game=game)
            person.open()
        for name, said in (("pings", PING), ("hellos", HELLO)):
            spent, wait = asyncio.run(storm(house, ann.id, bob, said, options))
            print(f"{name:8}{spent:6.2f} s of CPU, {wait:6.1f} ms until another table is answered")


if __name__ == "__main__":
    main()
