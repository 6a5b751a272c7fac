"""What whoever runs a server sees: alive, ready, figures; and what caches may keep."""

import contextlib
import io
import json
import logging
import os
import re
import signal
import sqlite3
from typing import get_args

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

import houses
import waiting
from parlour.server import logs
from parlour.server.http import guard
from parlour.server.http.app import PAGES
from parlour.server.settings import Settings
from parlour.server.store import store
from parlour.server.store.faults import Kind


def test_a_house_that_can_write_is_ready(people):
    for path in ("/api/live", "/api/ready"):
        answer = people().http.get(path)
        assert (answer.status_code, answer.json()) == (200, {"ok": True, "why": ""})


async def test_a_house_that_cannot_write_says_why_and_recovers(browse, tmp_path):
    client = browse()
    job, store.rewrite_version = store.rewrite_version, lambda c: c.exec_driver_sql("UPDATE nothing SET a = 1")
    try:
        failed = await client.get("/api/ready")
    finally:
        store.rewrite_version = job
    assert (failed.status_code, failed.json()["why"]) == (503, "the store cannot be used")
    assert (await client.get("/api/live")).status_code == 200
    assert (await client.get("/api/ready")).status_code == 200
    (tmp_path / "tables.db").rename(tmp_path / "elsewhere.db")
    assert (await client.get("/api/ready")).json()["why"] == "the store's file is gone"


def figure(text: str, name: str) -> float:
    return float(re.search(rf"^{name} (\S+)$", text, re.M)[1])


def test_figures_count_what_happens(people):
    ann = people()
    before = ann.http.get("/metrics").text
    ann.lay("me", "same")
    ann.open()
    ann.until(lambda t: t["status"] == "playing") if ann.table["status"] == "waiting" else None
    answer = ann.http.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    for name in ("parlour_moves_total", "parlour_commit_seconds_count", "parlour_sockets"):
        assert figure(answer.text, name) > figure(before, name)
    assert ann.id not in answer.text


def test_figures_are_summed_over_workers_and_outlive_them(postgres_url):
    house = houses.House(postgres_url, options=["--no-limits", "--workers", "2"])
    people = [houses.Person(house) for _ in range(6)]
    try:
        house.wait_for_workers(2)
        assert "--no-limits --workers 2" in httpx.get(f"{house.url}/api/reach").json()["command"]
        for person in people:
            person.lay("me", "same")
            person.open()
        text = waiting.until(lambda: figures(house, lambda t: figure(t, "parlour_sockets") == len(people)))
        moves, killed = figure(text, "parlour_moves_total"), houses.workers_of(house.process.pid)[0]
        assert moves >= len(people)
        os.kill(killed, signal.SIGKILL)
        waiting.until(lambda: killed not in houses.workers_of(house.process.pid), "the end of a worker")
        house.wait_for_workers(2)
        later = [httpx.get(f"{house.url}/metrics").text for _ in range(8)]
        assert all(figure(text, "parlour_moves_total") >= moves for text in later)
        assert figure(later[-1], "parlour_sockets") <= len(people)
    finally:
        for person in people:
            person.close()
            person.http.close()
        house.stop()


def figures(house, wanted):
    """The figures of whichever process answers, if they are as wanted."""
    text = httpx.get(f"{house.url}/metrics").text
    return wanted(text) and text


async def test_figures_are_for_this_machine_only(browse):
    assert (await browse().get("/metrics")).status_code == 200
    for header in guard.FORWARDING:
        assert (await browse().get("/metrics", headers={header: "127.0.0.1"})).status_code == 404
    assert (await browse("192.0.2.1").get("/metrics")).status_code == 404


async def test_figures_for_whoever_has_the_token(browse):
    client = browse("192.0.2.1", Settings(metrics_token="open-sesame"))
    right, wrong = ({"Authorization": f"Bearer {token}"} for token in ("open-sesame", "open"))
    assert (await client.get("/metrics", headers=right)).status_code == 200
    assert (await client.get("/metrics", headers=wrong)).status_code == 404
    assert (await client.get("/metrics")).status_code == 404


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/metrics/nothing", "/api/tables/x/nothing"])
def test_what_is_not_there_is_never_the_page(people, path):
    answer = people().http.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


def test_caches_keep_built_files_and_nothing_of_the_house(people):
    http = people().http
    asset = next((PAGES / "assets").iterdir()).name
    assert http.get(f"/assets/{asset}").headers["cache-control"] == "public, max-age=31536000, immutable"
    assert http.get("/api/games").headers["cache-control"] == "no-store"
    assert http.get("/").headers["cache-control"] == "no-cache"


async def test_behind_tls_browsers_are_told_to_stay_there(browse):
    behind = browse(settings=Settings(url="https://games.example.org"))
    assert "max-age" in (await behind.get("/api/live")).headers["strict-transport-security"]
    assert "strict-transport-security" not in (await browse().get("/api/live")).headers


async def test_figures_for_this_machine_with_or_without_the_token(browse):
    client = browse(settings=Settings(metrics_token="open-sesame"))
    assert (await client.get("/metrics")).status_code == 200
    for header in ("Via", "X-Forwarded-Proto", "X-Forwarded-Host"):
        assert (await client.get("/metrics", headers={header: "x"})).status_code == 404


def test_acknowledgements_and_every_kind_of_fault_are_counted_from_the_start(people):
    pair = houses.both(people)
    text = pair[0].http.get("/metrics").text
    for kind in get_args(Kind):
        assert f'parlour_faults_total{{kind="{kind}"}} 0.0' in text
    before = figure(text, "parlour_ack_seconds_count")
    mover = next(person for person in pair if person.table["moves"])
    mover.play(mover.table["moves"][0]["move"])
    mover.answer("ack")
    assert figure(mover.http.get("/metrics").text, "parlour_ack_seconds_count") == before + 1


@pytest.fixture
def log():
    """What is logged as JSON."""
    root, stream = logging.getLogger(), io.StringIO()
    before = root.handlers, root.level
    logs.set_up("json")
    root.handlers[0].setStream(stream)
    yield stream
    root.handlers, root.level = before


async def test_lines_name_the_request_and_the_table(own_house, browse, log, monkeypatch):
    def fails(*_):
        raise RuntimeError("unexpected")

    monkeypatch.setattr(own_house.store, "read", fails)
    answer = await browse().get("/api/tables/abc123/replay")
    assert answer.status_code == 500
    said = json.loads(log.getvalue().splitlines()[0])
    assert (said["table"], said["request"]) == ("abc123", answer.headers["x-request-id"])
    assert (await browse().get("/api/live")).headers["x-request-id"] != said["request"]


def spoil(path: str, id: str) -> str:
    """Change the last hidden draw of a table in its store, so that it cannot be played; the line as it stands then."""
    with contextlib.closing(sqlite3.connect(path)) as c, c:
        where = "FROM moves WHERE table_id = ? AND line LIKE '% @%'"
        ply, line = c.execute(f"SELECT ply, line {where} ORDER BY ply DESC", [id]).fetchone()
        line = line.partition("@")[0] + "@998/999"
        c.execute("UPDATE moves SET line = ? WHERE table_id = ? AND ply = ?", [line, id, ply])
    return line


def test_a_damaged_table_tells_nobody_what_is_hidden_there(tmp_path):
    """Neither a stranger, by whatever is asked of the table, nor the log."""
    house = houses.House(str(tmp_path / "tables.db"), expects_faults=True)
    ann, eve = houses.Person(house), houses.Person(house)
    try:
        ann.lay("me", "same")
        ann.open()
        ann.until(lambda t: t["status"] == "playing") if ann.table["status"] == "waiting" else None
        ann.close()
        house.kill_only()
        line = spoil(house.store, ann.id)
        house.output.close()
        house.start()
        before = f"/api/tables/{ann.id}"
        answers = [eve.http.get(f"{before}/replay"), ann.http.post(f"{before}/move"), ann.http.get(f"{before}/record")]
        for answer in answers:
            assert answer.status_code == 500
            assert answer.json()["title"] == "That table is damaged: it cannot be opened."
        eve.id = ann.id
        with pytest.raises(ConnectionClosed):
            eve.open()
        log = house.printed()
        said = f"table {ann.id} is damaged after ply"
        assert log.count(said) >= len(answers) + 1
        for text in (log, *(answer.text for answer in answers)):
            assert line not in text
            assert line.partition(" @")[0] not in text
    finally:
        for person in (ann, eve):
            person.close()
            person.http.close()
        house.end()


@pytest.mark.parametrize("form", ["text", "json"])
def test_nobody_is_in_the_log(tmp_path, form):
    """A whole table with names, talk and a refused write: no name, word, token or address is logged."""
    house = houses.House(str(tmp_path / "tables.db"), PARLOUR_LOG=form)
    ann, bob = houses.Person(house), houses.Person(house)
    try:
        link = ann.lay("me", "friend")["links"][0]["path"]
        bob.sit(link)
        for person, seat in ((ann, 0), (bob, 1)):
            person.open()
            person.send("rename", seat=seat, name=f"Zerlina{seat}")
            person.send("say", seat=seat, text=f"giovinette{seat}")
            person.answer("said")
        (tmp_path / "tables.db").rename(tmp_path / "elsewhere.db")
        ann.send("rename", seat=0, name="Zerlina")
        with contextlib.suppress(ConnectionClosed):
            ann.answer("refused")
        log = house.printed()
        assert "the store's file is gone" in log
        secret = [link.partition("#")[2], *ann.http.cookies.values(), *bob.http.cookies.values()]
        for word in ("Zerlina", "giovinette", "127.0.0.1:", *secret):
            assert word not in log.partition("ctrl-C")[2]
    finally:
        for person in (ann, bob):
            person.close()
            person.http.close()
        house.end()
