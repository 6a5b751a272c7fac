"""Whose seat it is: moved by its holder, freed by whoever laid the table, given up, forgotten; and who may look on."""

import contextlib
import sqlite3

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

import houses
from parlour.server.admin.forgetting import forget_finished
from parlour.server.store.database import matches, moves, tables
from parlour.server.store.tokens import new_token, token_hash
from sitting import sit_down

THREE = ("me", "friend", "friend")


def claim(person, path):
    id, _, token = path.removeprefix("/t/").partition("#")
    person.id = id
    return person.http.post(f"/api/tables/{id}/claim", json={"token": token}).status_code


def refused(person, type, **fields):
    person.send(type, **fields)
    return person.answer("refused", 10)["kind"]


def wait_closed(person):
    with pytest.raises(ConnectionClosed):
        person.until(lambda t: False, 10)


def code_of(person):
    return person.http.post(f"/api/tables/{person.id}/code").json()["code"]


def test_a_seat_moves_to_another_device_by_a_link_of_its_holder(people):
    ann, phone, eve = people("Ann"), people(), people()
    ann.lay("me", "bot")
    ann.open()
    link = ann.http.post(f"/api/tables/{ann.id}/move").json()["path"]
    eve.id = ann.id
    assert eve.http.post(f"/api/tables/{ann.id}/move").status_code == 403
    assert claim(phone, link) == 200
    wait_closed(ann)
    assert ann.open()["mine"] == []
    assert phone.open()["mine"] == [0]
    assert phone.table["laid"] == [0]
    assert claim(eve, link) == 403, "the link has been used"
    assert [card["id"] for card in phone.http.get("/api/tables").json()] == [ann.id]
    assert ann.http.get("/api/tables").json() == []


def test_whoever_laid_the_table_asks_a_person_to_leave_before_the_deal(people):
    ann, bob = people("Ann"), people("Bob")
    made = ann.lay(*THREE, game="work_of_heart")
    ann.open()
    code = code_of(ann)
    bob.sit(made["links"][0]["path"])
    bob.open()
    assert refused(bob, "unseat", seat=0) == "not-allowed"
    assert refused(ann, "unseat", seat=0) == "not-allowed"
    ann.send("unseat", seat=1)
    ann.until(lambda t: t["seats"][1]["kind"] == "open")
    wait_closed(bob)
    assert bob.open()["mine"] == []
    assert bob.http.post("/api/join", json={"code": code}).status_code == 404, "the code is void too"
    assert bob.http.post("/api/join", json={"code": code_of(ann)}).status_code == 200


def test_a_private_table_shows_nothing_to_others(people):
    ann, eve = people("Ann"), people("Eve")
    ann.lay("me", "bot", private=True)
    ann.open()
    eve.id = ann.id
    with pytest.raises(ConnectionClosed) as closed:
        eve.open()
    assert closed.value.rcvd.code == 4405
    assert ann.table["private"]
    assert eve.http.get(f"/api/tables/{ann.id}/replay").status_code == 403
    assert ann.http.get(f"/api/tables/{ann.id}/replay").status_code == 200


def test_who_resigns_looks_on_and_a_bot_plays_to_the_end(people):
    ann, bob = houses.both(people)
    bob.send("resign", seat=1)
    ann.until(lambda t: t["seats"][1]["kind"] == "bot")
    wait_closed(bob)
    assert bob.open()["mine"] == []
    assert bob.http.get("/api/tables").json() == []


def clear(person):
    person.send("close-table")
    wait_closed(person)
    assert person.http.get("/api/tables").json() == []
    with pytest.raises(ConnectionClosed):
        person.open()


def test_a_table_is_cleared_by_whoever_laid_it_unless_others_play(people):
    ann, bob = houses.both(people)
    assert refused(bob, "close-table") == "not-allowed"
    ann.send("close-table")
    assert "resign, or let a bot play for you" in ann.answer("refused", 10)["text"]
    bob.send("leave", seat=1)
    bob.until(lambda t: t["seats"][1]["away"])
    assert refused(bob, "close-table") == "not-allowed", "ann has laid it"
    clear(ann)
    wait_closed(bob)


def test_a_table_is_cleared_alone_before_the_deal_and_after_the_end(people):
    alone, waiting = people("Carl"), people("Dora")
    alone.lay("me", "bot")
    alone.open()
    clear(alone)
    made = waiting.lay("me", "friend", "friend", game="work_of_heart")
    waiting.open()
    friend = people("Emil")
    friend.sit(made["links"][0]["path"])
    clear(waiting)
    ann, bob = houses.both(people)
    for person, seat in ((ann, 0), (bob, 1)):
        person.send("leave", seat=seat)
    for person in (ann, bob):
        person.until(lambda t: t["status"] == "over")
    bob.close()
    bob.open()
    assert not bob.table["seats"][1]["away"]
    clear(ann)


def test_a_seat_in_a_second_browser_is_told_to_the_table(people):
    ann, bob = houses.both(people)
    assert bob.table["doubled"] == []
    twin = people()
    twin.http.cookies, twin.id = ann.http.cookies, ann.id
    twin.open()
    bob.until(lambda t: t["doubled"] == [0])
    twin.close()
    bob.until(lambda t: t["doubled"] == [])


def test_the_curtain_hides_replay_and_hints_at_a_shared_screen(people):
    ann = people("Ann")
    ann.lay("me", "same")
    ann.open()
    ann.until(lambda t: t["status"] == "playing") if ann.table["status"] == "waiting" else None
    seat = ann.table["deciders"][0]
    for eyes in (0, 1):
        assert ann.http.get(f"/api/tables/{ann.id}/replay?eyes={eyes}").status_code == 403
    assert refused(ann, "hint", seat=seat) == "not-allowed"
    ann.send("look", seat=seat)
    ann.until(lambda t: t["me"] == seat)
    ann.send("hint", seat=seat)
    assert ann.answer("hints")["seat"] == seat


def test_finished_games_forget_who_asks_and_the_others_keep_the_moves(people):
    ann, bob = houses.both(people)
    ann.send("say", seat=0, text="a secret of mine")
    ann.answer("said")
    ann.send("rename", seat=0, name="Annabel")
    for person, seat in ((ann, 0), (bob, 1)):
        person.send("leave", seat=seat)
    bob.until(lambda t: t["status"] == "over")
    assert ann.http.post("/api/forget").json() == {"tables": 1}
    assert ann.http.get("/api/tables").json() == []
    replay = bob.http.get(f"/api/tables/{bob.id}/replay").json()
    assert replay["steps"]
    assert "Annabel" not in replay["names"]
    again = people()
    again.http.cookies, again.id = bob.http.cookies, bob.id
    again.open()
    again.send("ping")
    again.answer("pong")
    assert not [m for m in again.other if m["type"] == "said"]
    assert bob.http.post("/api/forget").json() == {"tables": 1}
    assert bob.http.get(f"/api/tables/{bob.id}/replay").status_code == 404, "nobody is left"


def test_a_finished_game_is_forgotten_though_a_rematch_waits(people, house):
    ann, bob = houses.both(people)
    ann.send("rename", seat=0, name="Annabel")
    for person, seat in ((ann, 0), (bob, 1)):
        person.send("leave", seat=seat)
    bob.until(lambda t: t["status"] == "over")
    bob.close()
    ann.send("rematch", key="rematch-1")
    ann.answer("ack")
    ann.close()
    assert ann.http.post("/api/forget").json() == {"tables": 1}
    record = stored(house, ann.id)
    assert "Annabel" not in record
    assert not [token for token in ann.http.cookies["parlour"].split(".") if token_hash(token) in record]
    # The chair is free again: a bot can take it, and the rematch is dealt.
    assert bob.open()["seats"][0]["kind"] == "open"
    bob.send("seat-bot", seat=0)
    bob.until(lambda t: t["status"] == "playing")


def stored(house, id):
    with contextlib.closing(sqlite3.connect(house.store)) as c:
        return c.execute("SELECT record FROM tables WHERE id = ?", [id]).fetchone()[0]


@pytest.mark.parametrize("what", ["line", "match", "table"])
async def test_a_damaged_table_is_forgotten_too(own_house, what):
    table, _ = await sit_down(own_house)
    ann, bob = new_token(), new_token()
    before = zip(table.record.seats, (ann, bob), strict=True)
    table.record.seats = [seat.give(token_hash(token)).rename(f"of {token}") for seat, token in before]
    table.record.laid = token_hash(ann)
    await table.keep(holder=token_hash(ann))
    table.forget()
    spoilt = {
        "line": moves.update().values(line="draw c1 @998/999"),
        "match": matches.update().values(record="{}"),
        "table": tables.update().values(record="[]"),
    }
    await own_house.store.write(lambda c: c.execute(spoilt[what]).rowcount)
    assert await forget_finished(own_house.tables, ann) == 1
    assert await forget_finished(own_house.tables, ann) == 0
    left = await own_house.store.read(lambda c: c.execute(sa.select(tables.c.record)).scalars().all())
    assert len(left) == (0 if what == "table" else 1)
    assert not [one for one in left if token_hash(ann) in one or ann in one or bob not in one]


def test_who_has_resigned_can_still_be_forgotten(people):
    ann, bob = houses.both(people)
    bob.send("rename", seat=1, name="Bobby")
    bob.send("say", seat=1, text="a secret of mine")
    bob.answer("said")
    bob.send("resign", seat=1)
    ann.until(lambda t: t["seats"][1]["kind"] == "bot")
    ann.send("leave", seat=0)
    ann.until(lambda t: t["status"] == "over")
    assert bob.http.post("/api/forget").json() == {"tables": 1}
    assert "Bobby" not in ann.http.get(f"/api/tables/{ann.id}/replay").json()["names"]
    assert not said_to(people, ann)


def test_who_takes_a_freed_chair_has_not_said_what_the_one_before_did(people):
    ann, bob = people("Ann"), people("Bob")
    made = ann.lay(*THREE, game="work_of_heart")
    ann.open()
    bob.sit(made["links"][0]["path"])
    bob.open()
    bob.send("say", seat=1, text="I am Bob")
    bob.answer("said")
    ann.send("unseat", seat=1)
    ann.until(lambda t: t["seats"][1]["kind"] == "open")
    assert not said_to(people, ann)


def said_to(people, person):
    """What somebody hears who opens the table again."""
    again = people()
    again.http.cookies, again.id = person.http.cookies, person.id
    again.open()
    again.send("ping")
    again.answer("pong")
    return [m["text"] for m in again.other if m["type"] == "said"]
