"""Nonsense over HTTP and over the socket: no 500, no hang, no leak, and the server stays open."""

import contextlib
import json
import random
import secrets

import httpx
import hypothesis
import pytest
import schemathesis
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import houses
import waiting
from parlour.server.http.connection import NO_SUCH_TABLE

EXAMPLES = 25
MESSAGES = 400


def test_nul_bytes_are_refused_before_the_store_sees_them(either):
    """PostgreSQL takes none in a text."""
    with httpx.Client(base_url=either.url, timeout=waiting.TIMEOUT) as eve:
        assert eve.post("/api/join", json={"code": "A\0B"}).status_code == 422
        assert eve.post("/api/join", json={"code": "ABCDEF\n"}).status_code == 422
        assert eve.get("/api/tables/%00x/replay").status_code == 404
        assert eve.get("/api/tables/%00x/record").status_code == 404
        for what, sent in (
            ("claim", {"token": "T" * 32}),
            ("invited", {"token": "T" * 32}),
            ("code", {}),
            ("move", {}),
        ):
            assert eve.post(f"/api/tables/%00x/{what}", json=sent).status_code == 404
    with connect(f"ws://127.0.0.1:{either.port}/api/tables/%00x/socket") as line:
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(10)
        assert closed.value.rcvd.code == NO_SUCH_TABLE
    assert "Traceback" not in either.printed()


def test_the_lobby_answers_whatever_it_is_asked(either):
    house = either
    schema = schemathesis.openapi.from_url(f"{house.url}/openapi.json")
    asked = []

    for result in schema.get_all_operations():
        operation = result.ok()

        @hypothesis.given(case=operation.as_strategy())
        @hypothesis.settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        def ask(case):
            response = case.call(base_url=house.url, timeout=waiting.TIMEOUT)
            asked.append(response.status_code)
            assert response.status_code < 500, response.text
            if response.status_code >= 400:
                assert response.headers["content-type"] == ["application/problem+json"]
                assert response.json()["status"] == response.status_code

        ask()
    assert {200, 422} <= set(asked)
    assert "Traceback" not in house.printed()


def valid_messages(person):
    """One of everything that a browser may say."""
    key, seat, ply = secrets.token_hex(8), person.table["me"], person.table["ply"]
    moves = [m["move"] for m in person.table["moves"]] or ["secret h1 s1"]
    return [
        {"type": "hello", "last": 3, "language": "en", "nonce": secrets.token_hex(16)},
        {"type": "play", "seat": seat, "ply": ply, "key": key, "move": moves[0]},
        {"type": "undo", "seat": seat, "key": key},
        {"type": "undo-answer", "seat": seat, "agree": True},
        {"type": "look", "seat": seat},
        {"type": "say", "seat": seat, "text": "hello"},
        {"type": "rename", "seat": seat, "name": "Ann"},
        {"type": "advise", "seat": seat, "on": True},
        {"type": "rematch", "key": key},
        {"type": "leave", "seat": seat},
        {"type": "return", "seat": seat},
        {"type": "stand-in", "seat": seat},
        {"type": "hint", "seat": seat},
        {"type": "ping"},
    ]


NONSENSE = [None, True, -1, 0, 3, 4, 2**31, 2**63, 2**70, 1e308, "", "x", "\x00", "é" * 500, [], {}, [[[]]], "h1 s1"]


def mutate(pick, message):
    """A message with one thing wrong, or several."""
    changed = dict(message)
    for _ in range(pick.randint(1, 2)):
        field = pick.choice([*changed, "extra"])
        what = pick.random()
        if what < 0.2:
            changed.pop(field, None)
        else:
            changed[field] = pick.choice(NONSENSE)
    return json.dumps(changed)


def wrong_seat(pick, message):
    return json.dumps({**message, "seat": 1 - message["seat"]} if message.get("seat") in (0, 1) else message)


def random_json(pick, message):
    return json.dumps(pick.choice(NONSENSE))


def cut_short(pick, message):
    text = json.dumps(message)
    return text[: pick.randint(0, len(text))]


def random_bytes(pick, message):
    return pick.randbytes(pick.randint(0, 200))


def long(pick, message):
    return json.dumps({**message, "text": "x" * pick.choice([4000, 5000, 60000])})


def deep(pick, message):
    return "[" * pick.choice([100, 4000])


@pytest.mark.parametrize("kind", [mutate, wrong_seat, random_json, cut_short, random_bytes, long, deep])
def test_nonsense_over_the_socket(house, people, kind):
    ann, bob = houses.both(people)
    pick = random.Random(kind.__name__)
    for _ in range(MESSAGES if kind is mutate else 40):
        message = kind(pick, pick.choice(valid_messages(ann)))
        try:
            ann.line.send(message)
        except ConnectionClosed:
            reopen(ann)
    if not houses.hears(ann):
        reopen(ann)
    assert houses.hears(ann), "the house hangs"
    assert houses.hears(bob), "somebody else's line was closed"
    own, other = ann.table["me"], bob.table["me"]
    check_all(ann.received, other)
    check_all(bob.received, own)
    assert house.process.poll() is None
    assert "Traceback" not in house.printed()


def reopen(person):
    with contextlib.suppress(ConnectionClosed, OSError):
        person.close()
    person.open()


def check_all(frames, other):
    for message in frames:
        if message["type"] == "table" and message["status"] == "playing":
            houses.check_table(message, (other,))
