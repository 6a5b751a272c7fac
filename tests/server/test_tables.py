"""Life at a table, through a real server and real sockets."""

import itertools
import json
import random
import secrets
import sqlite3
import threading

import sqlalchemy as sa

import houses
from parlour.engine.log import decode
from parlour.engine.match import verify
from parlour.server.store.database import matches, normal_url, tables
from parlour.server.table.watching import MAX_OF_ONE_PLAYER


def mover(ann, bob):
    """Who decides and who waits, both having seen the same ply."""
    first = ann.table if ann.table["ply"] >= bob.table["ply"] else bob.table
    for person in (ann, bob):
        if person.table["ply"] < first["ply"]:
            person.until(lambda t: t["ply"] >= first["ply"])
    return (ann, bob) if ann.table["moves"] else (bob, ann)


def secret_move(person):
    return next(m["move"] for m in person.table["moves"] if m["move"].startswith("secret"))


def play_out(ann, bob):
    while True:
        now, other = mover(ann, bob)
        if now.table["status"] == "over" or other.table["status"] == "over":
            break
        ply = now.table["ply"]
        now.play(random.Random(ply).choice(now.table["moves"])["move"])
        for person in (now, other):
            person.until(lambda t, ply=ply: t["ply"] > ply)


def test_a_whole_game_against_a_bot_that_verifies(people):
    ann = people()
    ann.lay("me", "bot")
    ann.open()
    commitment = ann.table["fairness"]["commitment"]
    assert ann.table["fairness"]["secret"] is None
    ann.play_to_the_end(random.Random(1))
    assert ann.table["fairness"]["commitment"] == commitment
    record = ann.http.get(f"/api/tables/{ann.id}/record").content
    counts = verify(decode(record, "record"), "record")
    assert counts["verified"] == counts["draws"] == 21


def test_a_bot_that_plays_the_whole_game_for_a_seat_that_left(people):
    ann = people()
    ann.lay("me", "bot")
    ann.open()
    ann.send("leave", seat=0)
    assert ann.until(lambda t: t["status"] == "over")["seats"][0]["away"]
    ann.send("return", seat=0)
    assert not ann.until(lambda t: not t["seats"][0]["away"])["seats"][0]["away"]


def test_two_people_and_a_spectator_see_only_what_they_may(people):
    ann, bob = houses.both(people)
    eve = people("Eve")
    eve.id = ann.id
    eve.open()
    assert eve.table["me"] == -3
    assert eve.table["moves"] == []
    play_out(ann, bob)
    eve.until(lambda t: t["status"] == "over")
    for watcher, unknown in ((eve, (0, 1)), (ann, (1,)), (bob, (0,))):
        houses.check_frames(watcher.received, unknown)


def test_the_same_key_twice_is_one_move(people):
    ann, bob = houses.both(people)
    now, _ = mover(ann, bob)
    move, key = secret_move(now), secrets.token_hex(8)
    for _ in range(3):
        now.play(move, key=key, ply=now.table["ply"])
    acks = [now.answer("ack") for _ in range(3)]
    assert {a["key"] for a in acks} == {key}
    assert len({a["seq"] for a in acks}) == 1


def test_of_many_moves_for_one_ply_one_is_played(house, people):
    ann, bob = houses.both(people)
    now, _ = mover(ann, bob)
    ply, moves = now.table["ply"], [m["move"] for m in now.table["moves"]]
    # As many browsers as one player may have at a table, the first one included.
    twins = [houses.Person(house) for _ in range(MAX_OF_ONE_PLAYER - 1)]
    for twin in twins:
        twin.id, twin.http.cookies = now.id, now.http.cookies
        twin.open()
    threads = [threading.Thread(target=send_many, args=(twin, moves, ply, now.table["me"])) for twin in twins]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    acks = sum(m["type"] == "ack" for twin in twins for m in twin.other)
    stale = sum(m["type"] == "refused" for twin in twins for m in twin.other)
    assert acks == 1
    assert acks + stale == len(twins) * 10
    for twin in twins:
        twin.close()


def send_many(person, moves, ply, seat):
    for i in range(10):
        person.play(moves[i % len(moves)], ply=ply, seat=seat)
    while len([m for m in person.other if m["type"] in ("ack", "refused")]) < 10:
        person.receive()


def test_three_refusals_and_a_stale_ply(people):
    ann, bob = houses.both(people)
    now, other = mover(ann, bob)
    before = now.table["ply"]
    now.play("kiss h1 s1")
    assert now.answer("refused")["kind"] == "not-a-move"
    theirs = 4 if now.table["me"] == 0 else 1
    now.play(f"catch h1 s{theirs}")
    refused = now.answer("refused")
    assert (refused["kind"], refused["clause"]) == ("not-legal", "HC-7")
    other.play("secret h1 s1")
    assert other.answer("refused")["kind"] == "not-your-turn"
    now.play(secret_move(now), ply=before - 1)
    assert now.answer("refused")["kind"] == "stale"
    other.play("secret h1 s1", seat=now.table["me"])
    assert other.answer("refused")["kind"] == "not-allowed"


def test_a_spectator_cannot_do_anything(people):
    ann, _ = houses.both(people)
    eve = people()
    eve.id = ann.id
    eve.open()
    for message in ({"type": "play", "seat": 0, "ply": eve.table["ply"], "key": "k" * 8, "move": "secret h1 s1"},
                    {"type": "undo", "seat": 0, "key": "k" * 9}, {"type": "say", "seat": 0, "text": "hello"},
                    {"type": "look", "seat": 0}, {"type": "hint", "seat": 0}, {"type": "leave", "seat": 1},
                    {"type": "rename", "seat": 0, "name": "Eve"}, {"type": "rematch", "key": "k" * 10}):  # fmt: skip
        eve.send(**message)
        assert eve.answer("refused")["kind"] == "not-allowed"


def test_reconnecting_gives_what_was_missed(people):
    ann, bob = houses.both(people)
    now, other = mover(ann, bob)
    seq, ply = other.table["seq"], other.table["ply"]
    other.close()
    now.play(secret_move(now))
    now.until(lambda t: t["ply"] > ply)
    other.story = []
    other.open(last=seq)
    assert other.table["story_from"] == ply
    assert {s["ply"] for s in other.table["story"]} <= set(range(ply, other.table["ply"]))
    other.close()
    other.open(last=0)
    assert other.table["story_from"] == 0
    assert len(other.table["story"]) > 10


def test_nothing_is_taken_back_once_the_secret_is_told(people):
    ann, bob = houses.both(people)
    play_out(ann, bob)
    assert ann.table["fairness"]["secret"]
    for person in (ann, bob):
        person.send("undo", seat=person.table["me"], key=secrets.token_hex(8))
        assert "over" in person.answer("refused")["text"]
        assert person.table["undo_asked_by"] == -1


def test_at_a_shared_screen_only_the_active_seat_is_sent(people):
    ann = people()
    ann.lay("me", "same")
    ann.open()
    assert ann.table["me"] == -1
    hands = [z for z in ann.table["view"]["zones"] if z["id"].startswith("hand")]
    assert all(p["face"] == "down" and not {"card", "name"} & p.keys() for z in hands for p in z["pieces"])
    seat = ann.table["deciders"][0]
    ann.send("look", seat=1 - seat)
    assert ann.answer("refused")["kind"] == "not-your-turn"
    ann.send("look", seat=seat)
    ann.until(lambda t: t["me"] == seat)
    hands = {z["owner"]: z["pieces"] for z in ann.table["view"]["zones"] if "hand" in z["id"]}
    assert all("card" in p for p in hands[seat])
    assert not any("card" in p for p in hands[1 - seat])
    ann.play(secret_move(ann))
    shown = ann.until(lambda t: t["deciders"] == [1 - seat])
    assert (shown["me"], shown["moves"]) == (seat, []), "whoever has drawn a card sees it"
    ann.send("look", seat=1 - seat)
    shown = ann.until(lambda t: t["me"] == 1 - seat)
    hands = {z["owner"]: z["pieces"] for z in shown["view"]["zones"] if "hand" in z["id"]}
    assert not any("card" in p for p in hands[seat])


def test_talking_and_not_talking(people):
    ann, bob = houses.both(people)
    ann.send("say", seat=ann.table["me"], text="<b>good luck</b>")
    assert bob.answer("said")["text"] == "<b>good luck</b>"
    quiet = people()
    quiet.lay("me", "bot", chat=False)
    quiet.open()
    quiet.send("say", seat=0, text="hello")
    assert quiet.answer("refused")["kind"] == "not-allowed"


def test_the_silent_table_has_no_talk(people):
    ann = people()
    ann.lay("me", "bot", game="held_hands")
    ann.open()
    assert ann.table["silent"]
    assert not ann.table["chat"]
    ann.send("say", seat=0, text="left!")
    assert ann.answer("refused")["kind"] == "not-allowed"


def test_names_say_nothing_at_the_silent_table(people):
    ann, bob = people(), people()
    link = ann.lay("me", "friend", game="held_hands")["links"][0]["path"]
    claim, token = f"/api/tables/{ann.id}/claim", link.partition("#")[2]
    assert bob.http.post(claim, json={"token": token, "name": "Bob"}).status_code == 200
    bob.id = ann.id
    ann.open()
    bob.open()
    ann.until(lambda t: t["status"] == "playing")
    assert bob.http.post(claim, json={"token": token, "name": "go left"}).status_code == 200
    bob.send("rename", seat=1, name="go left")
    assert bob.answer("refused")["kind"] == "not-allowed"
    assert bob.table["seats"][1]["name"] == "Bob"
    third = people()
    third.id = ann.id
    assert third.open()["seats"][1]["name"] == "Bob"


def test_people_who_play_in_silence_get_hints_if_all_of_them_want_them(people):
    ann, bob = houses.both(people, game="held_hands", edition="tiny")
    mine = next(p for p in (ann, bob) if p.table["moves"])
    seat = mine.table["me"]
    for other in (ann, bob):
        mine.send("hint", seat=seat)
        assert mine.answer("refused")["kind"] == "not-allowed"
        other.send("advise", seat=other.table["me"], on=True)
        mine.until(lambda t, wish=other.table["me"]: t["seats"][wish]["advised"])
    mine.send("hint", seat=seat)
    assert mine.answer("hints")["hints"]
    # Nobody answers for the other, and either may think better of it.
    ann.send("advise", seat=bob.table["me"], on=False)
    assert ann.answer("refused")["kind"] == "not-allowed"
    bob.send("advise", seat=bob.table["me"], on=False)
    mine.until(lambda t: not t["seats"][bob.table["me"]]["advised"])
    mine.send("hint", seat=seat)
    assert mine.answer("refused")["kind"] == "not-allowed"


def test_a_series_moves_the_starter_on(people):
    ann = people()
    ann.lay("me", "bot", best_of=3)
    ann.open()
    starters, commitments = [], []
    while True:
        if ann.table["status"] == "waiting":
            ann.send("hello", last=0, nonce=secrets.token_hex(16))
            ann.until(lambda t: t["status"] == "playing")
        starters.append(ann.table["view"]["first"])
        commitments.append(ann.table["fairness"]["commitment"])
        ann.play_to_the_end(random.Random(len(starters)))
        if ann.table["series"]["over"]:
            break
        ann.send("rematch", key=secrets.token_hex(8))
        ann.until(lambda t: t["status"] == "waiting")
    assert all(a != b for a, b in itertools.pairwise(starters))
    assert len(set(commitments)) == len(commitments)
    assert max(ann.table["series"]["wins"]) == 2


def test_hints_are_legal_moves(people):
    ann, bob = houses.both(people)
    now, _ = mover(ann, bob)
    now.send("hint", seat=now.table["me"])
    hints = now.answer("hints")["hints"]
    legal = [m["move"] for m in now.table["moves"]]
    assert hints
    assert all(h["move"] in legal and 0 <= h["value"] <= 1 for h in hints)


def test_replay_shows_your_own_eyes_until_the_end(people):
    ann, bob = houses.both(people)
    path = f"/api/tables/{ann.id}/replay"
    mine, theirs = ann.table["me"], bob.table["me"]
    assert ann.http.get(path, params={"eyes": mine}).status_code == 200
    assert ann.http.get(path, params={"eyes": theirs}).status_code == 403
    assert people().http.get(path, params={"eyes": -3}).status_code == 200
    assert people().http.get(path, params={"eyes": mine}).status_code == 403
    assert ann.http.get(f"/api/tables/{ann.id}/record").status_code == 403
    running = ann.http.get(path, params={"eyes": mine}).json()
    assert running["lines"] == []
    assert running["fairness"]["secret"] is None
    play_out(ann, bob)
    assert ann.http.get(path, params={"eyes": theirs}).json()["allowed"] == [-3, 0, 1]
    assert len(people().http.get(path, params={"eyes": theirs}).json()["steps"]) == 36


def test_german_is_spoken_where_it_is_asked_for(people):
    ann = people()
    ann.lay("me", "bot")
    ann.open(language="de")
    assert any("beginn" in line["text"] for line in ann.table["story"])


def test_names(people):
    ann, bob = houses.both(people)
    ann.send("rename", seat=ann.table["me"], name="Dr. Ann")
    assert bob.until(lambda t: any(s["name"] == "Dr. Ann" for s in t["seats"]))


def test_a_match_of_unreleased_rules_ends_and_its_record_is_given_out(house, people, tmp_path):
    ann = people()
    ann.lay("me", "same")
    ann.open()
    lines = ann.table["ply"]
    ann.close()
    source, target = sqlite3.connect(house.store), sqlite3.connect(str(tmp_path / "copy.db"))
    source.backup(target)
    source.close()
    target.close()
    engine = sa.create_engine(normal_url(str(tmp_path / "copy.db")))
    with engine.begin() as c:
        at = matches.c.table_id == ann.id
        record = json.loads(c.execute(sa.select(matches.c.record).where(at)).scalar())
        record["version"] = 0
        # The house of all tests has many tables; their bots would keep this one busy.
        c.execute(tables.delete().where(tables.c.id != ann.id))
        c.execute(matches.update().where(at).values(record=json.dumps(record)))
    engine.dispose()
    newer = houses.House(str(tmp_path / "copy.db"))
    try:
        visitor = houses.Person(newer)
        visitor.id, visitor.http.cookies = ann.id, ann.http.cookies
        visitor.open(ready=0.0)
        assert visitor.table["status"] == "frozen"
        assert visitor.table["notice"] == {"kind": "older-rules"}
        (card,) = visitor.http.get("/api/tables?language=de").json()
        assert card["state"].startswith("An diesem Tisch wurde nach älteren Regeln gespielt")
        replay = visitor.http.get(f"/api/tables/{ann.id}/replay", headers={"Accept-Language": "de"})
        assert (replay.status_code, replay.json()["title"]) == (403, card["state"])
        save = decode(visitor.http.get(f"/api/tables/{ann.id}/record").content, "record")
        assert (save.version, len(save.log)) == (0, lines)
        visitor.close()
        visitor.http.close()
    finally:
        newer.stop()


def test_what_is_printed_is_sent_once(people):
    ann = people()
    ann.lay("me", "same")
    ann.open()
    first = ann.table
    assert [card["name"] for card in first["edition"]["cards"]]
    ann.send("look", seat=first["deciders"][0])
    later = ann.until(lambda t: t["me"] >= 0)
    assert later["edition"] is None
    ann.send("hello", language="de")
    assert ann.until(lambda t: t["ask"]["text"] != later["ask"]["text"])["edition"]["cards"]


def test_a_rematch_is_offered_and_laid_when_it_is_accepted(people):
    ann, bob = houses.both(people)
    play_out(ann, bob)
    first = ann.table["fairness"]["commitment"]
    ann.send("rematch", key=secrets.token_hex(8))
    bob.until(lambda t: t["again"] == [0])
    assert (bob.table["status"], bob.table["match"]) == ("over", 0)
    assert bob.table["view"]["sheet"], "whoever reads the score is not thrown off it"
    bob.send("rematch", key=secrets.token_hex(8))
    for person in (ann, bob):
        person.until(lambda t: t["match"] == 1)
        assert person.table["again"] == []
    card = ann.http.get("/api/tables").json()[0]
    assert (card["match"], card["over"]) == (1, False)
    path = f"/api/tables/{ann.id}/replay"
    before = ann.http.get(path, params={"match": 0}).json()
    assert (before["over"], before["fairness"]["commitment"]) == (True, first)
