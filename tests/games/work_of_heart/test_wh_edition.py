"""What an edition of Work of Heart is refused for, with the place of the fault."""

import re

import pytest

from parlour.engine import registry
from parlour.engine.edition import EditionError
from support import clause

GAME = registry.load("work_of_heart")
TEXT = GAME.base.text


def refused(old: str, new: str) -> EditionError:
    """The fault of the edition with one thing changed."""
    assert old in TEXT
    with pytest.raises(EditionError) as caught:
        GAME.edition_from(TEXT.replace(old, new, 1))
    return caught.value


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("interests = 12", "interests = 11", "counts.interests"),
        ("actions = 25", "actions = 24", "counts.actions"),
        ("group_events = 20", "group_events = 21", "counts.group_events"),
        ("standard_events = 40", "standard_events = 39", "counts.standard_events"),
        ("bonuses = 12", "bonuses = 13", "counts.bonuses"),
        ('id = "otis-pell"', 'id = "mabel-finch"', "interests[1].id"),
        ('mark = "CL"', 'mark = "QQ"', "buildings[0].mark"),
        ("trait_die = [[1], [2],", "trait_die = [[], [2],", "numbers.trait_die"),
        ("calls = 4", "calls = 5", "numbers.calls"),
        ("hand_limit = 5", "hand_limit = 7", "numbers.hand_limit"),
        ("refill = 2", "refill = 6", "numbers.refill"),
        ('traits = ["kindness", "humor", "charm"]', 'traits = ["kindness", "humor", "humor"]', "interests[0].traits"),
        ('kind = "lark"', 'kind = "solace"', "interests[1].quirk"),
        ('{ building = "theater", threshold = 3 }', '{ building = "salon", threshold = 3 }', "interests[1].schedule"),
        ('{ building = "theater", threshold = 3 }', '{ building = "theater", threshold = 9 }', "interests[1].schedule"),
        ('  { building = "theater", threshold = 3 },\n', "", "interests[1].schedule"),
        ('window = "move"', 'window = "six"', "actions[0].window"),
        ('effect = "hurry"', 'effect = "boost"', "actions[0].effect"),
        ('effect = "together"\ntrait = "smarts"', 'effect = "together"', "actions[10].trait"),
        ('criterion = "events"', 'criterion = "tiles"', "bonuses[1].criterion"),
    ],
)
def test_faults_name_their_place(old, new, field):
    fault = refused(old, new)
    assert fault.field == field
    assert fault.line > 1


def test_group_events_differ_and_show_three_traits():
    assert refused('["charm", "brawn", "smarts"]', '["charm", "brawn", "kindness"]').field == "group_events[1].traits"
    assert refused('["charm", "brawn", "smarts"]', '["charm", "brawn", "brawn"]').field == "group_events[1].traits"


def test_answers_begin_at_zero_and_rise():
    assert refused("  { at = 0, text", "  { at = 1, text").field == "standard_events[0].answers"
    assert refused("  { at = 4, text", "  { at = 5, text").field == "standard_events[0].answers"


def test_too_many_plain_answers_are_refused():
    alone = re.sub(r", also = \{[^}]*\}", "", TEXT)
    plain = re.sub(r'effect = "(any|liked|draw)", amount = \d', 'effect = "raise", trait = "charm"', alone)
    with pytest.raises(EditionError, match="at most a third may be") as caught:
        GAME.edition_from(plain)
    assert caught.value.field == "standard_events"


ROW = '  "-- Ac Ki Ev Sm Ac QQ Ev Te Hu Ac Ev --",'


@clause("WH-R9", "WH-16")
@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ('  "-- Ac Ki Ev Sm Ac Ev Ev Te Hu Ac Ev --",', "QQ must stand on the map exactly once, not 0 times"),
        ('  "-- Ac Ki Ev Sm Ac QQ Ev Te Hu Ac XX --",', "'XX' is neither a building"),
        ('  "-- Ac Ki Ev Sm Ac QQ Ev Te Hu Ac Ev Ev",', "64 spaces are more than the 63"),
    ],
)
def test_maps_are_proved(row, sentence):
    fault = refused(ROW, row)
    assert fault.field == "campus.rows"
    assert sentence in fault.sentence


@clause("WH-R9")
def test_a_map_in_two_parts_or_with_dead_ends_is_refused():
    tiny = GAME.edition("tiny").text
    with pytest.raises(EditionError, match="cannot be reached"):
        GAME.edition_from(tiny.replace('rows = ["Ac QQ Ev LB"]', 'rows = ["Ac QQ -- Ev LB"]'))
    lonely = re.sub(r"\[\[buildings\]\].*?\n\n", "", tiny, flags=re.DOTALL).replace(
        'id = "tiny"', 'id = "tiny"\nbuildings = []'
    )
    with pytest.raises(EditionError, match="a roll of 2 from Action space A1 has no legal path"):
        GAME.edition_from(lonely.replace('rows = ["Ac QQ Ev LB"]', 'rows = ["Ac QQ"]'))


@clause("WH-34")
def test_every_schedule_can_be_reached_within_a_day():
    tiny = GAME.edition("tiny").text
    with pytest.raises(EditionError, match="cannot be reached from the Quad within a day"):
        GAME.edition_from(tiny.replace('rows = ["Ac QQ Ev LB"]', 'rows = ["Ac Ac QQ Ev Ev LB"]'))
