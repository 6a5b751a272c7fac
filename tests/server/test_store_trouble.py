"""A store that is deleted, full or gone: moves are refused with a sentence, and the server goes on when it is back."""

import contextlib
import subprocess
import time

import httpx
import pytest

import houses
import postgres
import waiting
from parlour.server.admin.command import check
from parlour.server.store import incidents, sqlite_file
from parlour.server.store.store import InDoubt, Store, apply_change, read_table
from parlour.server.table.requests import NOT_KEPT
from stores import change, lay

# Runs the server with a small disk of its own, as root of a namespace in which others see nothing of it.
SMALL_DISK = ("unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o size=3m small "$0" && exec "$@"')


class Sitting:
    """Somebody who plays both hands at a table, and remembers what was acknowledged."""

    def __init__(self, house, beside=None):
        self.person, self.acknowledged = houses.Person(house), {}
        if beside:
            self.person.id, self.person.http.cookies = beside.person.id, beside.person.http.cookies
        else:
            self.person.lay("me", "same")
        self.come()

    def come(self):
        """Come back as often as it takes, as a browser does."""
        self.person.close()
        waiting.until(self.is_let_in, "a way in")
        if self.person.table["status"] == "waiting":
            self.person.until(lambda t: t["status"] == "playing")

    def is_let_in(self):
        with contextlib.suppress(*houses.LOST):
            return self.person.open()

    def play(self):
        """One move; the answer to it."""
        seat = self.person.table["deciders"][0]
        if not self.person.table["moves"]:
            self.person.send("look", seat=seat)
            self.person.until(lambda t: t["moves"])
        key = self.person.play(self.person.table["moves"][0]["move"], seat=seat)
        answer = next(m for m in iter(self.person.receive, None) if m["type"] in ("ack", "refused"))
        if answer["type"] == "ack":
            self.acknowledged[key] = answer["seq"]
            ply = self.person.table["ply"]
            self.person.until(lambda t: t["ply"] > ply)
        return answer

    def play_until_refused(self):
        """The sentence of the first refusal."""
        for _ in range(10):
            answer = self.play()
            if answer["type"] == "refused":
                return answer["text"]
        raise AssertionError("the store is in trouble, and moves are acknowledged")

    def go_on(self):
        """Play again, as soon as a move is taken."""

        def goes_on():
            self.come()
            return self.play()["type"] == "ack"

        waiting.until(goes_on, "a move that is taken")

    def leave(self):
        self.person.close()
        self.person.http.close()


def ready(house):
    answer = httpx.get(f"{house.url}/api/ready", timeout=waiting.TIMEOUT)
    return answer.status_code, answer.json()["why"]


def wait_until_ready(house):
    waiting.until(lambda: ready(house)[0] == 200, "readiness")


def reads(house, person):
    """Which statuses several reads of the store get."""
    paths = ["/api/tables", f"/api/tables/{person.id}/replay", f"/api/tables/{person.id}/record"] * 3
    return {person.http.get(path).status_code for path in paths}


def check_log(house, why, processes=1):
    """One line of a process when it begins and one when it is over; nothing else, however much has failed."""
    said = [line for line in house.printed().splitlines() if " WARNING " in line or " ERROR " in line]
    begun, over = [line for line in said if "store cannot be written" in line], [s for s in said if "works again" in s]
    assert len(begun) == len(over) == processes, said
    assert all(why in line for line in begun)
    # The compiler beside the server has troubles of its own, and says so.
    compiling = [line for line in said if "could not be compiled" in line]
    assert house.printed().count("Traceback (most") <= len(compiling), house.printed()
    rest = [line for line in said if line not in begun + over + compiling and "was written again" not in line]
    assert rest == []


def check_kept(store, *sittings):
    """Every acknowledged move is in the store, and the whole of it can be replayed."""
    opened = Store(store, shared=True)
    for sitting in sittings:
        kept = opened.read_now(read_table(sitting.person.id))
        assert sitting.acknowledged.items() <= kept.answers.items()
    opened.close()
    assert check(store)["faults"] == []


@pytest.mark.parametrize(("what", "part"), [("tables.db*", "file"), ("tables.db-wal", "journal")])
def test_a_deleted_store_is_noticed_and_written_again(tmp_path, what, part):
    house = houses.House(str(tmp_path / "tables.db"), expects_faults=True)
    sitting = Sitting(house)
    try:
        for _ in range(3):
            assert sitting.play()["type"] == "ack"
        for path in tmp_path.glob(what):
            path.unlink()
        assert sitting.play_until_refused() == NOT_KEPT
        assert ready(house) == (503, f"the store's {part} is gone")
        assert 500 not in reads(house, sitting.person)
        wait_until_ready(house)
        sitting.go_on()
        check_log(house, "is gone")
        # Nothing but the file that has a name survives this.
        house.kill_only()
        check_kept(house.store, sitting)
    finally:
        sitting.leave()
        house.kill()


def test_another_file_in_its_place_is_left_alone(tmp_path):
    house = houses.House(str(tmp_path / "tables.db"), expects_faults=True)
    sitting = Sitting(house)
    try:
        (tmp_path / "tables.db").rename(tmp_path / "moved.db")
        (tmp_path / "tables.db").write_text("somebody else's")
        assert sitting.play_until_refused() == NOT_KEPT
        time.sleep(sqlite_file.PAUSE + 1.5)
        assert ready(house)[0] == 503
        assert "restart" in ready(house)[1]
        assert (tmp_path / "tables.db").read_text() == "somebody else's"
    finally:
        sitting.leave()
        house.kill()


def test_a_full_disk_refuses_moves_until_there_is_room(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    house = houses.House(str(disk / "tables.db"), before=[*SMALL_DISK, str(disk)], expects_faults=True)
    sitting = Sitting(house)
    try:
        assert sitting.play()["type"] == "ack"
        there(house, f"cat /dev/zero > {disk}/ballast || true")
        assert sitting.play_until_refused() == NOT_KEPT
        assert ready(house) == (503, "the disk is full")
        sitting.come()
        assert sitting.person.http.post("/api/tables", json={"game": "heartcatchers", "seats": []}).status_code != 500
        assert sitting.person.http.get("/api/tables").json()[0]["id"] == sitting.person.id
        there(house, f"rm {disk}/ballast")
        wait_until_ready(house)
        sitting.go_on()
        there(house, f"cp {disk}/tables.db* {tmp_path}")
        check_log(house, "the disk is full")
    finally:
        sitting.leave()
        house.stop()
    check_kept(str(tmp_path / "tables.db"), sitting)


def there(house, command):
    """Run a command that sees the server's disk."""
    enter = ["nsenter", "--target", str(house.process.pid), "--user", "--mount", "--preserve-credentials"]
    subprocess.run([*enter, "sh", "-c", command], check=True, capture_output=True)


@pytest.fixture
def mortal_postgres():
    server = postgres.Postgres()
    yield server
    server.close()


def test_postgres_is_killed_and_comes_back(mortal_postgres):
    house = houses.House(mortal_postgres.url, expects_faults=True)
    sitting = Sitting(house)
    try:
        assert sitting.play()["type"] == "ack"
        mortal_postgres.kill()
        assert sitting.play_until_refused() == NOT_KEPT
        assert ready(house) == (503, "the database does not answer")
        assert reads(house, sitting.person) == {503}
        mortal_postgres.start()
        wait_until_ready(house)
        sitting.go_on()
        check_listens(house, mortal_postgres.url)
        check_log(house, "the database does not answer")
        check_kept(mortal_postgres.url, sitting)
    finally:
        sitting.leave()
        house.stop()


def test_postgres_restarts_under_two_workers(mortal_postgres):
    """Both refuse moves meanwhile, and then go on by themselves: leases, bots, and what each hears of the other."""
    house = houses.House(mortal_postgres.url, options=["--no-limits", "--workers", "2"], expects_faults=True)
    with contextlib.ExitStack() as leaving:
        leaving.callback(house.stop)
        house.wait_for_workers(2)
        workers = houses.workers_of(house.process.pid)
        sittings = [Sitting(house) for _ in workers]
        carl = houses.Person(house)
        carl.lay("me", "bot")
        for person in [carl, *(sitting.person for sitting in sittings)]:
            leaving.callback(person.http.close)
            leaving.callback(person.close)
        for sitting, worker in zip(sittings, workers, strict=True):
            come_to(worker, sitting)
            assert sitting.play()["type"] == "ack"
        play_with_bot(carl)
        mortal_postgres.stop()
        for sitting in sittings:
            assert sitting.play_until_refused() == NOT_KEPT
            assert ready(house) == (503, "the database does not answer")
        mortal_postgres.start()
        wait_until_ready(house)
        for sitting, worker in zip(sittings, workers, strict=True):
            sitting.go_on()
            come_to(worker, sitting)
            check_heard(sitting, next(other for other in workers if other != worker))
        play_with_bot(carl)
        assert houses.workers_of(house.process.pid) == workers, "nobody has restarted them"
        check_log(house, "the database does not answer", len(workers))
        check_kept(mortal_postgres.url, *sittings)


def come_to(worker, sitting):
    """Come until this process is the one that answers."""
    waiting.until(lambda: houses.worker_of(sitting.person) == worker, "a place at that worker", pause=sitting.come)


def check_heard(sitting, worker):
    """What is played at one process is shown by another one."""
    friend = Sitting(sitting.person.house, sitting)
    try:
        come_to(worker, friend)
        ply = friend.person.table["ply"]
        assert sitting.play()["type"] == "ack"
        friend.person.until(lambda t: t["ply"] > ply, 20)
    finally:
        friend.leave()


def play_with_bot(person):
    """Play until the bot has answered; a table that was forgotten meanwhile is opened again."""
    person.close()
    person.open()
    if not person.table["moves"]:
        person.until(lambda t: t["moves"], 60)
    told = len(person.story)
    while not any(line["fields"].get("who") == 1 for line in person.story[told:]):
        ply = person.table["ply"]
        person.play(person.table["moves"][0]["move"])
        person.until(lambda t, ply=ply: t["ply"] > ply and t["moves"], 60)


def check_listens(house, url):
    """What another process keeps is heard again."""
    sitting, other = Sitting(house), houses.House(url, expects_faults=True)
    friend = houses.Person(other)
    try:
        friend.id, friend.http.cookies = sitting.person.id, sitting.person.http.cookies
        friend.open()
        ply = friend.table["ply"]
        assert sitting.play()["type"] == "ack"
        friend.until(lambda t: t["ply"] > ply, 20)
    finally:
        friend.close()
        friend.http.close()
        sitting.leave()
        other.stop()


def test_a_commit_whose_answer_is_lost_is_in_doubt(mortal_postgres, caplog):
    """It may have been kept: to say that nothing was played could be wrong."""
    store = Store(mortal_postgres.url)
    try:
        lay(store)

        def job(c):
            apply_change(change(0, "a"))(c)
            mortal_postgres.kill()

        with pytest.raises(InDoubt):
            store.submit(job).result(waiting.TIMEOUT)
    finally:
        store.close()


def test_near_a_full_disk_the_log_does_not_flap(monkeypatch, caplog):
    """Each second a small write succeeds and a large one fails."""
    now = 0.0
    monkeypatch.setattr(incidents, "monotonic", lambda: now)
    found = incidents.Incident()
    for second in range(200):
        now = float(second)
        found.look()
        found.begin("the disk is full")
        now += 0.5
        found.end()
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 2 + 200 // 61
    assert said[0].startswith("the store cannot be written: the disk is full")
    assert said[1] == "the store works again after 0 s"
    assert said[2] == "the store could not be written 60 times more, for moments: the disk is full"
    caplog.clear()
    found.begin("the disk is full")
    for _ in range(12):
        now += 1
        found.look()
    found.end()
    said = [record.getMessage() for record in caplog.records]
    assert [line for line in said if "moves are refused" in line], "this one lasts"
    assert said[-1] == "the store works again after 12 s"
