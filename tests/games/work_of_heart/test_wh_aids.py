"""Facts beside the table: odds, ways, what a landing begins, events, and how bonus cards stand."""

from itertools import pairwise

import pytest

from games.work_of_heart.campus_stage import at, few, give, level, number, place, table, tile
from parlour.engine.previews import Would
from parlour.games.work_of_heart import ending
from parlour.games.work_of_heart.aids import standing
from parlour.games.work_of_heart.previews import after
from support import clause


def previews(d, seat=0, language="en"):
    look = d.match.look(seat, language=language)
    return {look.game.moves.text(p.move): p for p in look.previews}


def words(preview, d, seat=0):
    return " ".join(d.match.say(fact, seat) for fact in preview.facts)


@clause("WH-40")
@pytest.mark.parametrize("love", ["ravi-montague", "dante-vermeil", "otis-pell", "ines-calloway"])
def test_odds_are_what_the_rules_do_with_all_dice(love):
    def ready():
        d = table(loves=(love,))
        level(d, 0, charm=3, humor=2, smarts=4, tenacity=1, brawn=2, mojo=2)
        give(d, 0)
        give(d, 1)
        d.g.spark[0] = 1
        school = d.match.edition.content
        who = next(w for w in school.interests if w.id == love)
        return place(d, 0, who.schedule[0].building).do("throw", "roll 1", f"go {at(d, who.schedule[0].building)}")

    said = previews(ready())["court"].after
    wins = 0
    for face in range(6):
        for die in range(6):
            d = ready().do("court", f"face {face + 1}", f"die {die + 1}")
            while d.match.seat == 0 and not d.g.hearts[0] and d.legal("pass") and d.g.tally[0, 3] == 0:
                d.do("pass")
            wins += int(d.g.hearts[0])
    assert (said.odds.wins, said.odds.of) == (wins, 36)


@clause("WH-48")
def test_a_walk_has_a_way_and_says_what_it_gains():
    d = level(table(), 0, tenacity=4).do("throw", "roll 2")
    found = previews(d)
    for move, preview in found.items():
        if move.startswith("go "):
            path = preview.after.path
            assert path[0] == int(d.g.space[0])
            assert at(d, "G5") not in move
            ways = d.match.edition.content.ways
            assert all(b in ways[a] for a, b in pairwise(path))
            assert len(path) - 1 + preview.after.spare == 2
    full, smart = (found[f"go {at(d, where)}"] for where in ("I5", "E5"))
    assert full.after.bare
    assert "Tenacity is at the top" in words(full, d)
    assert not smart.after.bare
    assert [(r.trait, r.was, r.now) for r in smart.after.raises] == [("smarts", 0, 1)]


@clause("WH-R27")
def test_what_lies_under_a_tile_is_not_told():
    d = give(tile(table(), "E5", 1), 0, "barefoot").do("throw", "roll 2", "play h1")
    found = previews(d)[f"go {at(d, 'E5')}"]
    assert (found.after.brings, found.after.raises, found.after.points) == ("under", (), None)
    assert "Smarts" not in words(found, d)
    plain = tile(table(), "E5", 1).do("throw", "roll 2")
    assert previews(plain)[f"go {at(plain, 'E5')}"].after.bare


def test_a_taken_space_names_who_stands_there():
    d = place(table(), 1, "E5").do("throw", "roll 2")
    found = previews(d)[f"go {at(d, 'E5')}"].after
    assert (found.brings, found.meets, found.bare) == ("taken", (1,), True)


@clause("WH-41")
def test_the_terms_of_a_roll_add_up_and_cards_say_what_they_make():
    d = table(loves=("ravi-montague",))
    level(d, 0, charm=4, humor=2, brawn=3, mojo=2)
    give(d, 0, "mixtape", "best-behaviour", "take-two")
    place(d, 0, "theater").do("throw", "roll 1", f"go {at(d, 'theater')}", "court", "face 3", "die 3")
    roll = d.match.look(0).view.affection
    assert [(t.what, t.amount) for t in roll.terms] == [("trait", 3), ("die", 3), ("quirk", 2)]
    assert roll.total == sum(t.amount for t in roll.terms) == 8
    assert roll.listeners == (1,)
    found = previews(d)
    assert found["play h1"].after.total == 10
    assert found["play h2"].after.total == 14
    assert found["play h3"].after.odds.of == 36
    assert (found["perk k7"].after.odds.of, found["perk k8"].after.odds.of) == (6, 6)


@clause("WH-42")
def test_a_settled_roll_is_told_as_it_lay():
    d = few(loves=("ravi-montague",))
    level(d, 0, charm=4)
    give(d, 0)
    give(d, 1, "cough-drop")
    place(d, 0, "theater").do("throw", "roll 1", f"go {at(d, 'theater')}", "court", "face 1", "die 4", "play h1")
    told = d.match.look(0).view.settled
    assert (told.won, told.total, told.need) == (False, 6, 8)
    assert sum(t.amount for t in told.terms) == 6


@clause("WH-66")
def test_an_event_says_which_answers_are_open_and_names_the_trait():
    d = level(table(loves=("bobbie-rosso",)), 0, brawn=2)
    events = [e.id for e in d.match.edition.content.events]
    d.do("throw", "roll 1", f"go {at(d, 'H5')}", f"event e{events.index('the-life-model-is-ill') + 1}")
    shown = d.match.look(0).view.event
    assert (shown.total, shown.open) == (2, (True, True, False))
    assert shown.gains[2] == ("Kindness +1", "Brawn +1")


@clause("WH-70")
def test_a_pick_says_how_it_stands_as_the_rules_count():
    d = level(table(seats=3), 0, charm=2, mojo=3, kindness=1)
    d.g.tally[:] = 7
    d.g.visited[1] = 0b1011
    look = d.match.look(0)
    for card in range(len(d.match.edition.content.bonuses)):
        criterion = int(d.match.edition.record[0].criterion[card])
        counted = tuple(int(ending.count_for(d.match.edition.record[0], d.g, s, criterion)) for s in range(3))
        assert standing(look, card) == counted
    mine, theirs = (d.match.look(s).view for s in (0, 1))
    pick = {v.me: next(z for z in v.zones if z.id == "pick-0").pieces[0] for v in (mine, theirs)}
    assert pick[0].standing
    assert (pick[1].face, pick[1].standing, pick[1].card) == ("down", (), None)


def test_unknown_worlds_tell_nothing():
    d = table().do("throw", "roll 2")
    look = d.match.look(0)
    found, _ = after(look, look.legal[0], Would(look.hidden[:0], True))
    assert (found.points, found.turn, found.raises) == (None, None, ())


def test_the_table_speaks_german():
    d = give(table(loves=("june-abara",)), 0, "barefoot").do("throw", "roll 2")
    look = d.match.look(0, language="de")
    assert look.view.day == "Montag"
    assert look.say(look.question) == "Du hast eine 2 gewürfelt. Wohin gehst du?"
    assert "Geh zum Grips-Feld E5" in [m.words for m in look.moves]
    assert look.printed.cards[0].name == "Inlineskates"
    assert number(d, "library") == next(p for p, x in enumerate(look.printed.places) if x.name == "Bibliothek")
    assert {t.name for t in look.printed.traits} >= {"Charme", "Biss"}
