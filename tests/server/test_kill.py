"""kill -9 of the server at random moments: what was acknowledged is there, once, and every table goes on."""

import contextlib
import os
import random
import secrets
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

import houses
import waiting
from parlour.engine import registry
from parlour.server.admin.command import check
from parlour.server.store.database import moves, normal_url

TABLES = 3
PERSONS = 2
MAX_SEATS = 4


class Player(threading.Thread):
    """Somebody who plays on through every power cut, and remembers what was acknowledged."""

    def __init__(self, person, seed, pause=0.0):
        super().__init__(daemon=True)
        self.person, self.pick, self.pause = person, random.Random(seed), pause
        # By key: the commitment of the match that it was played in, the ply, and the move.
        self.acknowledged: dict[str, tuple[str, int, str]] = {}
        self.halt, self.games = threading.Event(), 0
        self.sent = None
        self.sent_in = ""

    def run(self):
        while not self.halt.is_set():
            with contextlib.suppress(*houses.LOST):
                self.person.open()
                self.sit()
            with contextlib.suppress(*houses.LOST):
                self.person.close()
            time.sleep(0.3)

    def sit(self):
        """Play until the line breaks; a move that was not acknowledged is sent once more with its key."""
        if self.sent:
            self.person.send("play", **self.sent)
            self.settle(self.sent)
        while not self.halt.is_set():
            table = self.person.table
            if table["status"] == "over":
                self.games += 1
                self.person.send("rematch", key=secrets.token_hex(8))
                self.person.until(lambda t: t["status"] != "over")
            elif table["status"] == "waiting":
                self.person.send("hello", nonce=secrets.token_hex(16))
                self.person.until(lambda t: t["status"] == "playing", 20)
            elif table["moves"]:
                time.sleep(self.pause)
                move = self.pick.choice(table["moves"])["move"]
                self.sent = {"seat": table["me"], "ply": table["ply"], "key": secrets.token_hex(8), "move": move}
                self.sent_in = table["fairness"]["commitment"]
                self.person.send("play", **self.sent)
                self.settle(self.sent)
            else:
                self.wait(0.5)

    def wait(self, timeout):
        with contextlib.suppress(TimeoutError):
            self.person.receive(timeout)

    def settle(self, sent):
        """Wait for the answer to a move."""
        while True:
            message = self.person.receive(20)
            if message.get("key") != sent["key"]:
                continue
            if message["type"] == "ack":
                self.acknowledged[sent["key"]] = (self.sent_in, sent["ply"], sent["move"])
            self.sent = None
            while self.person.table["ply"] <= sent["ply"] and self.person.table["status"] == "playing":
                self.person.receive(20)
            return


def kill_house(house, pick):
    house.kill()
    house.start()


def kill_worker(house, pick):
    """One of the processes that serve dies; the others go on, and the first starts another in its place."""
    house.wait_for_workers(2)
    os.kill(pick.choice(houses.workers_of(house.process.pid)), signal.SIGKILL)


def play_through_kills(
    store, kills, seed, cut=kill_house, options=(), games=("heartcatchers",) * TABLES, look_on=None, pause=0.0,
    stop=houses.House.stop,
) -> dict[str, float]:  # fmt: skip
    """Run a table of each game, kill the house again and again, and check the store against what players were told.

    `look_on(players)` opens what else has to go on after each cut, and returns what waits until it has. Players think
    for so many seconds before each move. `stop` ends the house, by itself with a look at what it has logged.
    """
    pick = random.Random(seed)
    house = houses.House(store, options=["--no-limits", *options])
    players = []
    try:
        for number, game in enumerate(games):
            players += seat_two(house, seed * 100 + number, game, pause)
        for player in players:
            player.start()
        others_go_on = look_on(players) if look_on else lambda: None
        longest = 0.0
        for _ in range(kills):
            # Every table is running again, and then it happens at any moment of their moves.
            began = time.monotonic()
            wait_for_progress(players)
            others_go_on()
            longest = max(longest, time.monotonic() - began)
            time.sleep(pick.uniform(0, 0.5))
            cut(house, pick)
        resumed = wait_for_progress(players)
        others_go_on()
        for player in players:
            player.halt.set()
        for player in players:
            player.join(60)
            player.person.http.close()
    finally:
        stop(house)
    return {"resumed": resumed, "longest": round(longest, 1), **compare(store, players)}


def seat_two(house, seed, game, pause):
    """Two persons at a table, and bots where its game is for more."""
    ann, bob = houses.Person(house), houses.Person(house)
    _, mode = registry.about(game).mode(None)
    made = ann.lay("me", "friend", *["bot"] * (mode.seats[0] - PERSONS), game=game)
    bob.sit(made["links"][0]["path"])
    return [Player(ann, seed, pause), Player(bob, seed + 50, pause)]


def wait_for_progress(players):
    """Every table goes on by itself after a cut: each of the players gets a move acknowledged."""
    before = [len(p.acknowledged) for p in players]
    gone_on = lambda: all(len(p.acknowledged) > n for p, n in zip(players, before, strict=True))  # noqa: E731
    waiting.until(gone_on, "a move at every table")
    return len(players) // PERSONS


def stands(log, ply, move):
    """Whether a move stands in a log where it was played: of several who are asked at once, in the order of seats."""
    return move in [log.get(ply + later) for later in range(MAX_SEATS)]


def compare(store, players):
    """Every acknowledged move stands in the log exactly once, where it was played."""
    engine = sa.create_engine(normal_url(store))
    with engine.connect() as c:
        rows = list(c.execute(sa.select(moves.c.table_id, moves.c.number, moves.c.ply, moves.c.line)))
    engine.dispose()
    logs = {}
    for row in rows:
        logs.setdefault(row.table_id, {}).setdefault(row.number, {})[row.ply] = row.line
    acknowledged = 0
    for player in players:
        by_match = {}
        for commitment, ply, move in player.acknowledged.values():
            by_match.setdefault(commitment, []).append((ply, move))
        for played in by_match.values():
            plies = [ply for ply, _ in played]
            assert len(plies) == len(set(plies)), "a ply was acknowledged twice"
            kept = logs[player.person.id].values()
            assert any(all(stands(log, p, m) for p, m in played) for log in kept), (
                f"an acknowledged move is lost: {played}"
            )
            acknowledged += len(played)
    with ThreadPoolExecutor() as apart:
        # A browser may have a loop of its own here.
        assert apart.submit(check, store).result()["faults"] == []
    return {"acknowledged": acknowledged, "games": sum(p.games for p in players)}


@pytest.mark.parametrize("kills", [5])
def test_nothing_is_lost_when_the_house_is_killed(tmp_path, kills):
    result = play_through_kills(str(tmp_path / "tables.db"), kills, seed=7)
    assert result["resumed"] == TABLES
    assert result["acknowledged"] > kills * TABLES * PERSONS


@pytest.mark.parametrize("kills", [5])
def test_nothing_is_lost_when_workers_are_killed(postgres_url, kills):
    result = play_through_kills(postgres_url, kills, 11, kill_worker, ["--workers", "2"])
    assert result["resumed"] == TABLES
    assert result["acknowledged"] > kills * TABLES * PERSONS
