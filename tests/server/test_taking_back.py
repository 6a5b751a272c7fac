"""Taking back: alone with bots at once, among people with their consent, in a series by the strict rule."""

import asyncio
import random
import secrets

import houses
from parlour.engine.log import decode
from parlour.engine.match import verify
from parlour.server import requests, taking_back, wire
from parlour.server.house import House, seats_of
from parlour.server.live import Watcher
from parlour.server.store import Store


def mover(ann, bob):
    return (ann, bob) if ann.table["moves"] else (bob, ann)


def secret_move(person):
    return next(m["move"] for m in person.table["moves"] if m["move"].startswith("secret"))


def undo(person, seat):
    person.send("undo", seat=seat, key=secrets.token_hex(8))


def taken_back(person):
    return [line for line in person.story if line["key"] == "story.taken-back"]


def alone(people, **options):
    """Somebody who has decided against a bot and is asked again."""
    ann = people("Ann")
    ann.lay("me", "bot", **options)
    ann.open()
    if not ann.table["moves"]:
        ann.until(lambda t: t["moves"])
    ply = ann.table["ply"]
    ann.play(secret_move(ann))
    ann.until(lambda t: t["ply"] > ply and t["moves"])
    return ann, ply


def test_alone_with_bots_it_goes_back_to_the_last_decision(people):
    ann, ply = alone(people)
    assert not any(m["commits"] for m in ann.table["moves"]), "nobody has to be asked"
    undo(ann, 0)
    ann.until(lambda t: t["ply"] == ply)
    assert ann.table["moves"]
    (line,) = taken_back(ann)
    assert (line["ply"], line["text"]) == (ply, "You take a move back.")
    ann.play(secret_move(ann))
    ann.until(lambda t: t["ply"] > ply and t["moves"])
    assert len(taken_back(ann)) == 1, "it is told once, also when the story goes on"
    eve = people()
    eve.id = ann.id
    eve.open(language="de")
    assert [line["text"] for line in taken_back(eve)] == [f"{ann.table['seats'][0]['name']} nimmt einen Zug zurück."]


def test_what_was_taken_back_is_in_the_record(people):
    ann, ply = alone(people)
    undo(ann, 0)
    ann.until(lambda t: t["ply"] == ply)
    ann.play_to_the_end(random.Random(2))
    save = decode(ann.http.get(f"/api/tables/{ann.id}/record").content, "record")
    assert [(t.ply, t.seat) for t in save.taken] == [(ply, 0)]
    assert verify(save, "record")["verified"] == 21


def test_a_series_keeps_the_strict_rule(people):
    ann, ply = alone(people, best_of=3)
    assert all(m["commits"] for m in ann.table["moves"])
    undo(ann, 0)
    assert ann.answer("refused")["kind"] == "undo"
    assert ann.table["ply"] > ply


def test_people_are_asked_and_bots_agree(people):
    ann, bob = houses.both(people)
    now, other = mover(ann, bob)
    ply, seat = now.table["ply"], now.table["me"]
    now.play(secret_move(now))
    now.until(lambda t: t["ply"] > ply)
    undo(now, seat)
    asked = other.until(lambda t: t["undo_asked_by"] == seat)
    assert asked["undo_until"] > 0
    undo(other, other.table["me"])
    assert other.answer("refused")["kind"] in ("not-allowed", "undo"), "never more than one question"
    other.send("undo-answer", seat=other.table["me"], agree=False)
    assert now.until(lambda t: t["notice"] == "undo-declined")["ply"] > ply
    undo(now, seat)
    other.until(lambda t: t["undo_asked_by"] == seat)
    other.send("undo-answer", seat=other.table["me"], agree=True)
    assert now.until(lambda t: t["ply"] == ply)["moves"]
    assert now.table["undo_until"] == 0
    assert len(taken_back(now)) == 1


def test_a_shared_screen_asks_the_person_beside(people):
    ann = people()
    ann.lay("me", "same")
    ann.open()
    seat = ann.table["deciders"][0]
    ann.send("look", seat=seat)
    ann.until(lambda t: t["me"] == seat)
    ply = ann.table["ply"]
    ann.play(secret_move(ann))
    ann.until(lambda t: t["ply"] > ply)
    undo(ann, seat)
    ann.until(lambda t: t["undo_asked_by"] == seat)
    ann.send("undo-answer", seat=seat, agree=True)
    assert ann.answer("refused")["kind"] == "not-allowed", "nobody agrees with themselves"
    ann.send("undo-answer", seat=1 - seat, agree=True)
    ann.until(lambda t: t["ply"] == ply)


def test_silence_is_no(tmp_path, monkeypatch):
    monkeypatch.setattr(taking_back, "WAIT", 0.05)

    async def test():
        house = House(Store(str(tmp_path / "tables.db")), bot_wait=0)
        seats = [wire.SeatWish(kind="me"), wire.SeatWish(kind="same")]
        made, tokens = await house.lay(wire.NewTable(game="heartcatchers", seats=seats))
        table, sent = await house.table(made.id), []
        watcher = Watcher(seats_of(table.record, tokens), sent.append, lambda: None)
        await table.join(watcher)
        await requests.receive(table, watcher, wire.Hello(nonce=secrets.token_hex(16)))
        while table.match is None:
            await asyncio.sleep(0.01)
        seat, ply = table.match.seat, table.match.ply
        move = next(m for m in table.match.moves() if m.startswith("secret"))
        await requests.receive(table, watcher, wire.Play(seat=seat, ply=ply, key=secrets.token_hex(8), move=move))
        played = table.match.ply
        await requests.receive(table, watcher, wire.Undo(seat=seat, key=secrets.token_hex(8)))
        assert table.undo_asked_by == seat
        async with asyncio.timeout(60):
            while table.undo_asked_by == seat or table.lock.locked():
                await asyncio.sleep(0.01)
        assert (table.undo_asked_by, table.match.ply) == (-1, played)
        assert sent[-1].changes["notice"] == ["undo-declined"]
        house.close()

    asyncio.run(test())
