"""Taking back: alone with bots at once, among people with their consent, in a series by the strict rule."""

import random
import secrets

import houses
from parlour.engine.log import MAX_UNDOS, decode
from parlour.engine.match import verify
from parlour.server import wire
from parlour.server.table import requests, taking_back
from sitting import any_move, sit_down
from waiting import soon


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


def test_a_run_of_take_backs_is_one_line_with_a_count(people):
    ann, ply = alone(people)
    for _ in range(3):
        undo(ann, 0)
        ann.until(lambda t: t["ply"] == ply)
        ann.play(secret_move(ann))
        ann.until(lambda t: t["ply"] > ply and t["moves"])
    (line,) = [line for line in ann.story if line["key"].startswith("story.taken-back")]
    assert line["text"] == "You take moves back, 3 times."


def test_what_was_taken_back_is_in_the_record(people):
    ann, ply = alone(people)
    undo(ann, 0)
    ann.until(lambda t: t["ply"] == ply)
    ann.play_to_the_end(random.Random(2))
    save = decode(ann.http.get(f"/api/tables/{ann.id}/record").content, "record")
    assert [(t.ply, t.seat) for t in save.taken] == [(ply, 0)]
    assert (save.undos_told, ann.table["undos_told"]) == (1, 1), "the result says so"
    assert verify(save, "record")["verified"] == 21


def test_alone_with_bots_trying_again_brings_the_same_card(people):
    """A draw that can be taken back must not be one that can be tried until it is good."""
    ann, ply = alone(people)
    move = secret_move(ann)
    undo(ann, 0)
    ann.until(lambda t: t["ply"] == ply)
    drawn = []
    for _ in range(4):
        ann.play(move)
        ann.until(lambda t: t["ply"] > ply and t["moves"])
        # What came directly after the move: the card that I drew.
        drawn.append(next(line["text"] for line in ann.story if line["ply"] == ply + 1))
        undo(ann, 0)
        ann.until(lambda t: t["ply"] == ply)
    assert drawn == drawn[:1] * 4
    shown = [line["text"] for line in ann.story if line["key"] == "story.taken-shown"]
    assert len(shown) == 1
    assert drawn[0] in shown[0]


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
    assert now.until(lambda t: t["notice"] == {"kind": "undo-declined"})["ply"] > ply
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


async def decided_at_a_shared_screen(house):
    """A table of two people at one screen after a move: the table, the browser and the seat that has moved."""
    table, watcher = await sit_down(house)
    seat = table.match.seat
    move = next(m for m in table.match.moves() if m.startswith("secret"))
    await requests.receive(table, watcher, any_move(table, move))
    return table, watcher, seat


async def test_after_many_take_backs_nobody_is_asked_any_more(own_house):
    table, watcher, seat = await decided_at_a_shared_screen(own_house)
    table.match.undos = MAX_UNDOS
    await requests.receive(table, watcher, wire.Undo(seat=seat, key=secrets.token_hex(8)))
    assert watcher.sent[-1].text == "Moves of this match were taken back 1000 times; no more can be."
    assert table.undo_asked_by == -1


async def test_silence_is_no(own_house, monkeypatch):
    monkeypatch.setattr(taking_back, "ANSWER_TIMEOUT", 0.05)
    table, watcher, seat = await decided_at_a_shared_screen(own_house)
    played = table.match.ply
    await requests.receive(table, watcher, wire.Undo(seat=seat, key=secrets.token_hex(8)))
    await soon(lambda: table.undo_asked_by == -1 and isinstance(watcher.sent[-1], wire.Patch), "the refusal")
    assert watcher.sent[-1].changes["notice"] == [wire.UndoDeclined()]
    assert (table.undo_asked_by, table.match.ply) == (-1, played)
