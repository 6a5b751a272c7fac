"""Editions of others: brought to a house, checked apart, played by the invited, and gone with their last table."""

import json
import subprocess
import sys

import pytest

import sitting
from parlour.editions.apart import BROKEN, TOO_SLOW, check_apart
from parlour.editions.shapes import own_data
from parlour.editions.writing import new_edition
from parlour.engine import registry
from parlour.server import wire
from parlour.server.settings import Settings
from parlour.server.store.store import delete_table, delete_unused, keep_edition, read_edition_text
from parlour.server.table import showing

GAME = "heartcatchers"
WHERE = f"/api/games/{GAME}/editions"
OPEN = Settings(url="https://games.example.org", uploads=True)
CLOSED = Settings(url="https://games.example.org")
FAR, PROXIED = "192.0.2.7", {"X-Forwarded-For": "192.0.2.7"}


def deck(title="My deck", by="Ada") -> str:
    data = own_data(GAME) | {"title": title}
    return new_edition(GAME, "my-deck", data, by).replace('title = "My deck"', f"title = {json.dumps(title)}")


async def bring(browser, text, **options):
    return await browser.post(WHERE, content=text if isinstance(text, bytes) else text.encode(), **options)


async def lay(browser, edition: str, kind="friend"):
    wish = {"game": GAME, "edition": edition, "seats": [{"kind": "me"}, {"kind": kind}]}
    return await browser.post("/api/tables", json=wish)


async def test_an_edition_is_played_by_whoever_is_invited_and_named_with_its_maker(own_house, browse):
    browser = browse()
    taken = (await bring(browser, deck())).json()
    assert (taken["title"], taken["by"], taken["faults"]) == ("My deck", "Ada", [])
    made = (await lay(browser, taken["hash"])).json()
    token = made["links"][0]["path"].partition("#")[2]
    invited = (await browse("127.9.9.9").post(f"/api/tables/{made['id']}/invited", json={"token": token})).json()
    assert invited["edition"] == {"title": "My deck", "by": "Ada"}
    table = await own_house.tables.find(made["id"])
    visitor = await sitting.come(table)
    assert showing.snapshot(table, visitor).foreign == wire.ForeignEdition(title="My deck", by="Ada")
    assert table.edition.hash == taken["hash"]


async def test_it_outlasts_the_memory_of_the_house_and_goes_with_its_last_table(own_house, browse):
    browser, store = browse(), own_house.store
    hash = (await bring(browser, deck())).json()["hash"]
    again = (await bring(browser, deck())).json()["hash"]
    ids = [(await lay(browser, hash, "same")).json()["id"] for _ in range(2)]
    assert again == hash
    table = await own_house.tables.find(ids[0])
    table.stop()
    table.forget()
    own_house.tables.live.pop(ids[0], None)
    assert (await own_house.tables.find(ids[0])).edition.hash == hash
    await store.write(delete_table(ids[0]))
    assert await store.read(read_edition_text(hash))
    await store.write(delete_table(ids[1]))
    assert await store.read(read_edition_text(hash)) is None


async def test_one_that_nobody_lays_a_table_with_is_gone_after_an_hour(own_house):
    store = own_house.store
    table, _ = await sitting.sit_down(own_house, "same")
    await store.write(keep_edition("a" * 64, "nobody plays this"))
    unused = await store.write(delete_unused(set()))
    assert unused == {"a" * 64}
    assert await store.read(read_edition_text("a" * 64))
    assert await store.write(delete_unused(unused)) == set()
    assert await store.read(read_edition_text("a" * 64)) is None
    assert await store.read(read_edition_text(table.edition.hash))


async def test_all_that_is_wrong_is_told_and_nothing_is_kept(own_house, browse):
    broken = deck().replace("hand = 3", "hand = 33").replace('suit = "red"', 'suit = "rd"', 1)
    found = (await bring(browse(), broken)).json()
    assert found["hash"] == ""
    assert [fault.partition(": ")[2] for fault in found["faults"]] == [
        "numbers.hand: 33 does not fit: a whole number from 1 to 5",
        "catches[0].suit: 'rd' does not fit: blue, red, green or white; the nearest is 'red'",
    ]
    refused = await lay(browse(), "f" * 64)
    assert refused.status_code == 422
    assert "has no edition" in refused.json()["title"]


async def test_a_house_that_others_reach_takes_none_unless_it_is_allowed(browse):
    assert (await bring(browse(FAR, CLOSED), deck())).status_code == 403
    assert (await bring(browse("127.0.0.1", CLOSED), deck(), headers=PROXIED)).status_code == 403
    assert (await bring(browse("127.0.0.1", CLOSED), deck())).json()["hash"]
    assert (await bring(browse(FAR, OPEN), deck())).json()["hash"]
    shelves = [
        (await browse(*who).get("/api/games")).json() for who in ((FAR, CLOSED), (FAR, OPEN), ("127.0.0.1", CLOSED))
    ]
    assert [{box["takes_editions"] for box in shelf} for shelf in shelves] == [{False}, {True}, {True}]


async def test_the_eleventh_file_within_an_hour_is_refused(browse, monkeypatch):
    monkeypatch.setattr("parlour.server.http.uploads.check_apart", lambda *_: pytest.fail("it was checked"))
    browser = browse(FAR, OPEN)
    codes = [(await bring(browser, b"\xff")).status_code for _ in range(11)]
    assert codes == [200] * 10 + [429]
    assert (await bring(browse("192.0.2.8", OPEN), b"\xff")).status_code == 200


@pytest.mark.parametrize("size", [250_001, 1_000_000])
async def test_a_file_that_is_too_large_is_not_read_to_its_end(browse, size):
    found = await bring(browse(), b"#" * size)
    assert found.status_code == 413


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '#eval(read("/etc/passwd")) #import "x.typ": *',
    "[a](javascript:alert(1)) ![b](http://192.0.2.1/x.png)",
    "{{ 7*7 }} ${7*7} %(x)s {0} \\u202e",
]


async def test_script_typst_and_markdown_are_texts(own_house, browse):
    """They are kept and told as they are, as values of JSON: pages put texts into text nodes."""
    title, by, *others = (text[:60] for text in HOSTILE)
    text = deck(title=title, by=by)
    for i, other in enumerate(others):
        text = text.replace(f'name = "{("Blue Heart", "Red Heart", "Green Heart")[i]}"', f"name = {json.dumps(other)}")
    taken = (await bring(browse(), text)).json()
    assert (taken["title"], taken["by"]) == (title, by)
    made = (await lay(browse(), taken["hash"], "same")).json()
    table = await own_house.tables.find(made["id"])
    assert table.record.foreign == wire.ForeignEdition(title=title, by=by)
    assert set(others) <= {card.name for card in table.edition.content.cards}
    for path in (f"/t/{made['id']}", "/new"):
        page = (await browse().get(path)).text
        assert not [text for text in HOSTILE if text[:60] in page]


def slow_map() -> str:
    """Every space of a full grid touches four others, so that a roll can take most ways."""
    data = own_data("work_of_heart")
    marks = ["QQ", *(building["mark"] for building in data["buildings"])]
    cells = marks + ["Ev"] * (63 - len(marks))
    rows = [" ".join(cells[y * 7 : y * 7 + 7]) for y in range(9)]
    return new_edition("work_of_heart", "slow", data | {"campus": {"rows": rows}})


def test_the_slowest_map_is_checked_within_its_time():
    assert check_apart("work_of_heart", slow_map(), "slow.toml").faults == []


def test_what_takes_longer_than_its_time_is_refused(monkeypatch):
    monkeypatch.setattr("parlour.editions.apart.SECONDS", 0.001)
    assert check_apart(GAME, deck(), "x").faults == [TOO_SLOW]


LIMITED = """
import resource
from parlour.editions.apart import limit
limit()
print(*resource.getrlimit(resource.RLIMIT_CPU), *resource.getrlimit(resource.RLIMIT_AS))
bytearray(600_000_000)
"""


def test_the_process_that_checks_has_little_time_and_memory():
    done = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["5", "5", "512000000", "512000000"]
    assert done.stderr.splitlines()[-1] == "MemoryError"


def test_a_rule_that_fails_is_logged_and_nobody_is_told_more(monkeypatch, caplog):
    """A game whose own check fails: the house says so in its log."""
    monkeypatch.setattr("parlour.editions.apart.__name__", "parlour.no_such_module")
    assert check_apart(GAME, deck(), "x").faults == [BROKEN]
    assert "an edition of heartcatchers could not be checked" in caplog.text


SLOW = "".join(f"f{i}ield = {i}\n" for i in range(12_000))


def test_a_file_made_to_be_slow_ends_by_itself_or_is_ended():
    """Thousands of unknown fields, each compared with those that there are."""
    found = check_apart(GAME, SLOW, "x")
    assert found.hash == ""
    assert found.faults == [TOO_SLOW] or (len(found.faults) == 40 and found.more > 10_000)


async def test_a_folder_of_editions_is_offered_as_it_is_at_that_moment(own_house, browse, tmp_path):
    browser = browse("127.0.0.1", Settings(editions=str(tmp_path)))
    (tmp_path / "late.toml").write_text(deck("First"), "utf-8")
    (tmp_path / "broken.toml").write_text("[[", "utf-8")

    async def offered():
        boxes = (await browser.get("/api/games")).json()
        return [one["title"] for box in boxes if box["name"] == GAME for one in box["editions"]]

    assert await offered() == ["Heartcatchers", "First"]
    first = (await lay(browser, "late", "same")).json()["id"]
    (tmp_path / "late.toml").write_text(deck("Second").replace("hand = 3", "hand = 4"), "utf-8")
    assert await offered() == ["Heartcatchers", "Second"]
    second = (await lay(browser, "late", "same")).json()["id"]
    tables = [await own_house.tables.find(id) for id in (first, second)]
    assert [int(table.edition.record["cards_in_hand"][0]) for table in tables] == [3, 4]
    (tmp_path / "late.toml").write_text("hand = ", "utf-8")
    assert await offered() == ["Heartcatchers"]
    refused = await lay(browser, "late", "same")
    assert refused.status_code == 422
    assert registry.about(GAME).title in refused.json()["title"]
