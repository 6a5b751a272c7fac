"""Playing on from a turn of a finished match: a table of one's own against bots, with a record that holds."""

import random

import pytest

from parlour.engine.log import decode, read_save
from parlour.engine.match import verify

GAMES = ["heartcatchers", "perfect_match"]


def finished(people, game, **options):
    """Somebody who has played a match to its end against a bot, alone on tiny cards where there are some."""
    ann = people("Ann")
    ann.lay("me", "bot", game=game, **options)
    ann.open()
    ann.play_to_the_end(random.Random(5))
    return ann


def play_on(person, ply, seat=0, match=-1):
    return person.http.post(f"/api/tables/{person.id}/play-on", json={"ply": ply, "seat": seat, "match": match})


def replay(person, id):
    return person.http.get(f"/api/tables/{id}/replay").json()


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_before_are_the_same_and_the_record_holds(people, tmp_path, game):
    ann = finished(people, game, edition="tiny")
    before = replay(ann, ann.id)
    ply = len(before["lines"]) // 2
    answer = play_on(ann, ply)
    assert answer.status_code == 201, answer.text
    ann.close()
    ann.id, first = answer.json()["id"], ann.id
    ann.open()
    if ann.table["status"] == "waiting":
        ann.until(lambda t: t["status"] != "waiting")
    assert [seat["kind"] for seat in ann.table["seats"]] == ["person", "bot"]
    ann.play_to_the_end(random.Random(6))
    after = replay(ann, ann.id)
    assert after["lines"][:ply] == before["lines"][:ply]
    assert after["fairness"]["begins"] == ply
    assert after["fairness"]["commitment"] != before["fairness"]["commitment"], "what is drawn now nobody knows"
    path = tmp_path / "record.json"
    path.write_bytes(ann.http.get(f"/api/tables/{ann.id}/record").content)
    counts = verify(read_save(path), "record")
    assert counts["unrevealed"] == 0
    assert counts["verified"] == counts["draws"] > 0
    assert replay(ann, first)["lines"] == before["lines"], "the first game stays as it was"


def test_whoever_takes_back_into_the_first_game_draws_by_the_new_secret(people):
    ann = finished(people, "heartcatchers")
    save = decode(ann.http.get(f"/api/tables/{ann.id}/record").content, "record")
    moves = [ply for ply, text in enumerate(save.log) if "@" not in text]
    ply = moves[4] + 1
    ann.close()
    ann.id = play_on(ann, ply).json()["id"]
    ann.open()
    if not ann.table["moves"]:
        ann.until(lambda t: t["moves"])
    while ann.table["undo_seat"] >= 0 and ann.table["ply"] >= ply:
        now = ann.table["ply"]
        ann.send("undo", seat=0, key=f"{now:016x}")
        ann.until(lambda t, now=now: t["ply"] < now)
        if not ann.table["moves"]:
            ann.until(lambda t: t["moves"])
    ann.play_to_the_end(random.Random(7))
    save = decode(ann.http.get(f"/api/tables/{ann.id}/record").content, "record")
    assert save.draws[-1].start < ply
    counts = verify(save, "record")
    assert counts["verified"] == counts["draws"]


def test_only_a_match_that_is_over_and_a_turn_before_its_end(people):
    ann = people("Ann")
    ann.lay("me", "bot")
    ann.open()
    assert play_on(ann, 3).status_code == 403
    ann.play_to_the_end(random.Random(5))
    end = len(replay(ann, ann.id)["lines"])
    assert play_on(ann, end).status_code == 403
    assert play_on(ann, 3, seat=2).status_code == 403
    assert play_on(ann, 3, match=7).status_code == 404
    eve = people("Eve")
    eve.id = "nowhere"
    assert play_on(eve, 3).status_code == 404


def test_nobody_plays_on_from_a_private_table_of_others(people):
    ann = finished(people, "heartcatchers", private=True)
    eve = people("Eve")
    eve.id = ann.id
    assert play_on(eve, 3).status_code == 403
    made = play_on(ann, 3).json()["id"]
    assert eve.http.get(f"/api/tables/{made}/replay").status_code == 403
