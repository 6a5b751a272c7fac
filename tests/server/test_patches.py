"""After the first snapshot only what has changed is sent, and both ends make the same table of it."""

import json
import operator
import random
import secrets
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import hypothesis
import hypothesis.strategies as st
import msgspec
import pytest

from parlour.engine import registry
from parlour.engine.view import Part
from parlour.server import wire
from parlour.server.fleet.house import House
from parlour.server.table import patches, requests
from parlour.server.table.live import LiveTable
from parlour.server.table.watching import Watcher
from parlour.server.wire import schema
from seeds import NONCE

BROWSER = Path(__file__).parents[1] / "patches.mjs"


def check_in_browser(conversations):
    """The browser's code makes the same of them."""
    said = subprocess.run(
        ["node", BROWSER], input=json.dumps(conversations), text=True, capture_output=True, check=False
    )
    assert said.returncode == 0, said.stderr[-3000:]


# Any values


class Thing(Part):
    id: str
    value: Any = None
    inside: tuple["Thing", ...] = ()
    named: dict[str, Any] = {}  # noqa: RUF012


scalars = st.none() | st.integers(-3, 3) | st.sampled_from(["", "a", "of", "0"])
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab0"), inner, max_size=3)
)
names = st.sampled_from("abcd")
named = st.dictionaries(names, scalars, max_size=2)
things = st.recursive(
    st.builds(Thing, names, values),
    lambda inner: st.builds(Thing, names, values, st.lists(inner, max_size=5).map(tuple), named),
    max_leaves=12,
)


def plain(value):
    return msgspec.json.decode(msgspec.json.encode(value))


@hypothesis.settings(max_examples=200, deadline=None)
@hypothesis.given(st.lists(things, min_size=2, max_size=4))
def test_a_value_after_its_changes_is_the_new_one(stages):
    for old, new in pairwise(stages):
        before, after = plain(old), plain(new)
        assert patches.patched(before, plain(patches.struct_changes(old, new))) == after
        assert before == plain(old), "the old value was changed"


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (1, True),
        (True, 1),
        (0, False),
        (1, 1.0),
        ([1], [True]),
        ({"a": 1}, {"a": True}),
        ([{"a": [0]}], [{"a": [False]}]),
    ],
)
def test_what_is_equal_but_of_another_type_is_sent(before, now):
    """Where a type allows it: Python takes True for 1, a browser does not."""
    pairs = [
        (Thing("a", before), Thing("a", now)),
        (Thing("a", named={"n": before}), Thing("a", named={"n": now})),
        (Thing("a", None, (Thing("b", before),)), Thing("a", None, (Thing("b", now),))),
        (Thing("a", None, (Thing("b", before), Thing("c"))), Thing("a", None, (Thing("c"), Thing("b", now)))),
        (Thing("a", [before] * 20), Thing("a", [*[before] * 19, now])),
    ]
    for old, new in pairs:
        made = patches.patched(plain(old), plain(patches.struct_changes(old, new)))
        assert msgspec.json.encode(made) == msgspec.json.encode(plain(new))


def test_snapshots_have_no_such_types():
    """So there `!=` is enough, which is quick; whole games hold their values to the types below."""
    for kind in (wire.Snapshot, *schema.game_types()):
        assert patches.unlike(kind) is operator.ne, kind


def test_browsers_understand_any_change():
    conversations = []

    @hypothesis.settings(max_examples=150, deadline=None, derandomize=True, database=None)
    @hypothesis.given(st.lists(things, min_size=2, max_size=6))
    def gather(stages):
        wholes = [{"type": "table", "seq": i, "moves": [], "view": plain(t)} for i, t in enumerate(stages)]
        messages = [wholes[0]]
        for i, (old, new) in enumerate(pairwise(stages)):
            changes = {"seq": [i + 1], "view": plain(patches.struct_changes(old, new))}
            messages.append({"type": "patch", "seq": i + 1, "base": i, "changes": changes})
        conversations.append(list(zip(messages, wholes, strict=True)))

    gather()
    check_in_browser(conversations)


def test_a_patch_of_something_else_is_noticed():
    reader = patches.Reader()
    reader.read(b'{"type": "table", "seq": 1, "moves": []}')
    with pytest.raises(ValueError, match="a patch of 2"):
        reader.read(b'{"type": "patch", "seq": 3, "base": 2, "changes": {}}')


# Whole games


class Eyes:
    """Two browsers that see the same of a table: one is sent patches, the other one whole snapshots."""

    def __init__(self, mine: list[int]) -> None:
        self.reader = patches.Reader()
        self.messages: list[bytes] = []
        self.wholes: list[bytes] = []
        self.patched = Watcher(mine, lambda m: self.messages.append(msgspec.json.encode(m)))
        self.whole = Watcher(mine, lambda m: self.wholes.append(msgspec.json.encode(m)))
        self.conversation: list[Any] = []

    def compare(self) -> None:
        assert len(self.messages) == len(self.wholes)
        for message, whole in zip(self.messages, self.wholes, strict=True):
            if json.loads(whole)["type"] == "table":
                assert self.reader.read(message) == json.loads(whole)
                self.conversation.append((json.loads(message), json.loads(whole)))
        self.messages.clear()
        self.wholes.clear()
        # The next one is whole again.
        self.whole.base = None


async def laid(house: House, name: str) -> LiveTable:
    game = await house.games.game(name)
    chairs = min(3, max(seats for _, seats in game.variants()))
    wish = {"game": name, "seats": [{"kind": "me"}, *[{"kind": "same"}] * (chairs - 1)]}
    made, _ = await house.tables.lay(msgspec.convert(wish, wire.NewTable))
    return await house.tables.find(made.id)


async def watch_a_game(house: House, name: str, moves: int) -> list[Any]:
    """Play at random, with moves taken back, a name changed and a match begun again; compare after every message."""
    table = await laid(house, name)
    pick = random.Random(name)
    seats = range(len(table.record.seats))
    # Every seat, a shared screen, and a spectator.
    everybody = [Eyes([s]) for s in seats] + [Eyes(list(seats)), Eyes([])]
    for eyes in everybody:
        for watcher in (eyes.patched, eyes.whole):
            await table.join(watcher)
            watcher.greeted = True

    async def say(message: Any, seat: int = 0) -> None:
        await requests.carry_out(table, everybody[seat].patched, message)
        for eyes in everybody:
            # What is answered to the asking browser alone.
            eyes.messages = [m for m in eyes.messages if json.loads(m)["type"] in ("table", "patch")]
            eyes.compare()

    def key() -> str:
        return secrets.token_hex(8)

    table.match_record.nonces = [f"0:{NONCE}"]
    await table.start()
    for eyes in everybody:
        eyes.compare()
    for played in range(1, moves + 1):
        if table.match is None or table.match.over:
            break
        seat = pick.choice(table.match.deciders)
        move = pick.choice(table.match.moves(seat))
        await say(wire.Play(seat=seat, ply=table.match.ply, key=key(), move=move), seat)
        if played % 17 == 0 and not table.names_are_fixed:
            await say(wire.Rename(seat=0, name=f"Ann {played}"))
        if played % 11 == 0 and not table.match.over:
            await say(wire.Undo(seat=seat, key=key()), seat)
    if table.match and table.match.over:
        await say(wire.Rematch(key=key()))
    return [eyes.conversation for eyes in everybody]


@pytest.mark.parametrize("name", registry.names(shelf_only=True))
async def test_whole_games_arrive_as_they_are(own_house, name):
    conversations = await watch_a_game(own_house, name, 60)
    check_in_browser(conversations)
    for said in conversations:
        assert [message["type"] for message, _ in said[:2]] == ["table", "patch"]
        patched = [(m, whole) for m, whole in said if m["type"] == "patch"]
        for _, whole in patched:
            msgspec.convert(whole["view"], registry.load(name).part("view").VIEW | None)
            msgspec.convert(whole | {"view": None, "edition": None}, wire.Snapshot)
        assert patched
        sent, needed = (sum(len(json.dumps(pair[i])) for pair in patched) for i in (0, 1))
        print(name, patched[0][1]["mine"], f"{sent} of {needed} bytes: {sent / needed:.3f}")
        # A shared screen shows another seat each time, with the whole story; a game may be over after a few moves.
        assert sent < needed / 2.5 or len(patched[0][1]["mine"]) > 1 or len(patched) < 10


def test_a_browser_that_says_hello_gets_all_of_it(people):
    ann = people()
    ann.lay("me", "same", game="labor_of_love")
    ann.open()
    if ann.table["status"] == "waiting":
        ann.until(lambda t: t["status"] == "playing")
    ann.send("hello", language="en")
    raw = json.loads(ann.line.recv(20))
    assert raw["type"] == "table"
    ann.send("look", seat=raw["deciders"][0])
    assert json.loads(ann.line.recv(20))["type"] == "patch"
