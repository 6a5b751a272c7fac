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


def tiny_text() -> str:
    """The tiny edition with a coin and a space more."""
    text = GAME.edition("tiny").text.replace("die = 1", "die = 2")
    return text.replace('rows = ["Ev QQ LB"]', 'rows = ["Ac QQ Ev LB"]')


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('id = "otis-pell"', 'id = "mabel-finch"', "interests[1].id"),
        ('mark = "CL"', 'mark = "QQ"', "buildings[0].mark"),
        ("trait_die = [[1], [2],", "trait_die = [[], [2],", "numbers.trait_die"),
        ("calls = 4", "calls = 5", "numbers.calls"),
        ("hand_limit = 5", "hand_limit = 7", "numbers.hand_limit"),
        ("refill = 2", "refill = 6", "numbers.refill"),
        ('traits = ["kindness", "humor", "charm"]', 'traits = ["kindness", "humor", "humor"]', "interests[0].traits"),
        ('kind = "lark"', 'kind = "solace"', "interests[1].quirk"),
        ('{ building = "theater", threshold = 5 }', '{ building = "salon", threshold = 5 }', "interests[1].schedule"),
        ('{ building = "theater", threshold = 5 }', '{ building = "theater", threshold = 9 }', "interests[1].schedule"),
        ('  { building = "theater", threshold = 5 },\n', "", "interests[1].schedule"),
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
    tiny = tiny_text()
    with pytest.raises(EditionError, match="cannot be reached"):
        GAME.edition_from(tiny.replace('rows = ["Ac QQ Ev LB"]', 'rows = ["Ac QQ -- Ev LB"]'))
    lonely = re.sub(r"\[\[buildings\]\].*?\n\n", "", tiny, flags=re.DOTALL).replace(
        'id = "tiny"', 'id = "tiny"\nbuildings = []'
    )
    with pytest.raises(EditionError, match="a roll of 2 from Action space A1 ends in a dead end"):
        GAME.edition_from(lonely.replace('rows = ["Ac QQ Ev LB"]', 'rows = ["Ac QQ"]'))
    with pytest.raises(EditionError, match="a roll of 2 from Event space B1 ends in a dead end"):
        GAME.edition_from(tiny.replace('rows = ["Ac QQ Ev LB"]', 'rows = ["QQ Ev LB"]'))


@pytest.mark.parametrize(("name", "room"), [("interests", 16), ("bonuses", 16), ("group_events", 20)])
def test_there_is_room_for_a_quarter_more(name, room):
    assert GAME.part("edition").LIMITS[name] == room
    assert room * 4 >= len(getattr(GAME.base.content, name)) * 5 or name == "group_events"


def test_there_is_room_for_a_quarter_more_events():
    limits = GAME.part("edition").LIMITS
    assert (limits["group_events"] + limits["standard_events"]) * 4 >= 60 * 5


def another(text: str, table: str, copies: int) -> str:
    """The text with its last entry of a table written again under other ids."""
    start = text.rindex(f"[[{table}]]")
    end = text.find("\n[[", start + 2)
    entry = text[start:] if end < 0 else text[start:end]
    old = re.search(r'id = "([^"]+)"', entry).group(1)
    more = "".join("\n" + entry.replace(f'"{old}"', f'"{old}-{i}"') for i in range(copies))
    said = int(re.search(rf"^{table} = (\d+)", text, re.MULTILINE).group(1))
    return text.replace(f"{table} = {said}", f"{table} = {said + copies}", 1) + more + "\n"


def test_seventy_five_events_can_be_drawn():
    edition = GAME.edition_from(another(TEXT, "standard_events", 22))
    assert len(edition.content.events) == 82
    g = GAME.new(edition, 2)
    assert [int(events).bit_count() for events in g["events"][0]] == [20, 62]
    with pytest.raises(EditionError, match="63 are more than the 62"):
        GAME.edition_from(another(TEXT, "standard_events", 23))


@clause("WH-66")
def test_an_answer_that_raises_somebody_else_is_refused():
    old = 'effect = "raise", trait = "charm", amount = 1 }'
    assert refused(old, 'effect = "together", trait = "charm" }').field == "standard_events[0].answers"


@clause("WH-34")
def test_every_schedule_can_be_reached_within_a_day():
    tiny = tiny_text()
    with pytest.raises(EditionError, match="cannot be reached from the Quad within a day"):
        GAME.edition_from(tiny.replace('rows = ["Ac QQ Ev LB"]', 'rows = ["Ac Ac QQ Ev Ev LB"]'))
