"""Previews at a table: for the deciding seat's open browser and nobody else."""

import houses
from parlour.server.table.showing import letters


def mover(ann, bob):
    return (ann, bob) if ann.table["moves"] else (bob, ann)


def wish(person, seat, ply):
    person.send("previews", seat=seat, ply=ply)


def test_the_deciding_seat_gets_what_each_move_would_do(people):
    ann, bob = houses.both(people)
    now, other = mover(ann, bob)
    seat, ply = now.table["me"], now.table["ply"]
    wish(now, seat, ply)
    found = now.answer("previews")
    assert (found["seat"], found["ply"]) == (seat, ply)
    assert [p["move"] for p in found["previews"]] == [m["move"] for m in now.table["moves"]]
    assert all(m["commits"] for m in now.table["moves"]), "every move is followed by a draw"
    secret = next(p for p in found["previews"] if p["move"].startswith("secret"))
    assert secret["after"]["hidden"] is not None
    assert secret["facts"][0]["text"]
    for person, mine, kind in ((other, 1 - seat, "not-your-turn"), (other, seat, "not-allowed")):
        wish(person, mine, ply)
        assert person.answer("refused")["kind"] == kind
    wish(now, seat, ply - 1)
    assert now.answer("refused")["kind"] == "stale"


def test_spectators_and_a_curtain_get_none(people):
    ann = people()
    ann.lay("me", "same")
    ann.open()
    seat = ann.table["deciders"][0]
    wish(ann, seat, ann.table["ply"])
    assert ann.answer("refused")["kind"] == "not-your-turn"
    ann.send("look", seat=seat)
    ann.until(lambda t: t["me"] == seat)
    wish(ann, seat, ann.table["ply"])
    assert ann.answer("previews")["seat"] == seat
    eve = people()
    eve.id = ann.id
    eve.open()
    wish(eve, seat, eve.table["ply"])
    assert eve.answer("refused")["kind"] == "not-allowed"


def test_a_table_from_memory_has_no_reading_helps_and_seats_have_letters(people):
    ann = people()
    for help in (True, False):
        ann.lay("me", "bot", help=help)
        ann.open()
        if not ann.table["moves"]:
            ann.until(lambda t: t["moves"])
        assert ("unseen" in ann.table["view"], "known" in ann.table["view"]) == (help, help)
        assert "turns" in ann.table["view"]
    letters = [seat["letter"] for seat in ann.table["seats"]]
    assert len(set(letters)) == 2


def test_letters_are_unique():
    assert letters(["Ann", "Anna", "A", "漢"]) == ["A", "N", "B", "漢"]
    assert letters(["?", "!", "A"]) == ["A", "B", "C"]
