"""What the shelf lists of my tables, and shared screens of open games."""

import random
from types import SimpleNamespace

import houses
from parlour.bot_names import BOT_NAMES
from parlour.engine.match import Match
from parlour.server.http.my_tables import verdict
from sitting import sit_down


def my_table(person, language="en"):
    response = person.http.get("/api/tables", params={"language": language})
    return next(card for card in response.json() if card["id"] == person.id)


def test_a_running_and_a_finished_table_in_a_line(people):
    ann = people("Ann")
    ann.lay("me", "bot")
    ann.open()
    if not ann.table["moves"]:
        ann.until(lambda t: t["moves"])
    card = my_table(ann)
    assert (card["status"], card["your_turn"], card["deciders"], card["mine"]) == ("playing", True, [0], [0])
    assert card["state"] == ann.table["ask"]["text"]
    assert card["points"] == ann.table["view"]["points"]
    assert card["deadline"] == ann.table["deadline"]
    assert card["winners"] == []
    assert my_table(ann, "de")["state"] == "Fangen, stehlen oder ein Geheimnis verstecken?"
    ann.play_to_the_end(random.Random(3))
    card = my_table(ann)
    assert (card["over"], card["deciders"], card["deadline"]) == (True, [], 0)
    assert card["winners"] == ann.table["view"]["winners"]
    assert card["state"] == ann.story[-1]["text"]


def test_a_shared_screen_is_told_what_all_may_see(people):
    ann = people()
    ann.lay("me", "same")
    ann.open()
    card = my_table(ann)
    assert card["mine"] == [0, 1]
    assert card["your_turn"]
    assert "thinking" in card["state"]


def test_the_rulebook_comes_in_the_readers_language(people):
    ann = people()
    english, german = (
        ann.http.get("/api/games/heartcatchers/rules", params={"language": language}).json()["clauses"]
        for language in ("en", "de")
    )
    assert [c["id"] for c in english if c["id"]] == [c["id"] for c in german if c["id"]]
    assert english != german


def test_open_games_have_no_curtain_on_one_screen(people):
    ann = people()
    ann.lay("me", "same", game="labor_of_love")
    ann.open()
    assert ann.table["me"] == ann.table["deciders"][0]
    assert ann.table["moves"]


def test_a_table_is_dropped_by_one_and_kept_by_the_other(people):
    ann, bob = houses.both(people)
    assert people().http.post(f"/api/tables/{ann.id}/drop").status_code == 403
    assert bob.http.post(f"/api/tables/{ann.id}/drop").json() == {"id": ann.id}
    ann.until(lambda t: t["seats"][1]["resigned"])
    assert bob.http.get("/api/tables").json() == []
    assert len(ann.http.get("/api/tables").json()) == 1
    assert ann.http.post(f"/api/tables/{ann.id}/drop").status_code == 200
    assert people().http.get(f"/api/tables/{ann.id}/replay").status_code == 404, "nobody is left"


def test_an_invitation_that_nobody_has_answered_can_be_dropped(people):
    ann = people()
    ann.lay("me", "friend")
    assert ann.http.post(f"/api/tables/{ann.id}/drop").status_code == 200
    assert ann.http.get("/api/tables").json() == []


async def test_who_says_no_name_has_one_in_the_language_of_whoever_lays_the_table(own_house):
    table, _ = await sit_down(own_house, "bot", "same", game="labor_of_love", mode="workshop", language="de")
    assert [seat.name for seat in table.record.seats] == ["Spieler 1", BOT_NAMES[1], "Spieler 3"]


def ended(game, mode, seats, gone=()):
    """A table whose match was played to its end by seeded moves."""
    match, pick = Match.deal(game, seed=3, mode=mode, seats=seats), random.Random(3)
    while not match.over:
        seat = match.deciders[0]
        match.play(pick.choice(match.legal(seat)), seat)
    records = [SimpleNamespace(resigned=seat in gone) for seat in range(seats)]
    return SimpleNamespace(match=match, record=SimpleNamespace(seats=records))


def test_a_game_that_has_a_word_for_its_end_says_it_on_the_shelf_too():
    table = ended("work_of_heart", "double-date", 4)
    assert verdict(table, [0], "en") == table.match.look(0).view.verdict
    assert verdict(table, [0], "de") not in ("", verdict(table, [0], "en"))
    assert verdict(ended("work_of_heart", "double-date", 4, gone=[1]), [0], "en") == ""
