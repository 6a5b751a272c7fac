"""Editions are checked whole: every fault at once, with what would fit; and remarks about what is hardly meant."""

import re

import pytest

from parlour.editions.checking import check_text
from parlour.editions.finding import find, game_of
from parlour.editions.shapes import folder_of, limits_of, own_data, shape_of, tables_of
from parlour.editions.writing import comments_in, explaining, fields_in, new_edition, write_toml
from parlour.engine import registry
from parlour.engine.edition import EditionError, parse_toml
from places import RELEASED

GAMES = registry.names(shelf_only=True)


def own_text(game: str) -> str:
    return (folder_of(game) / "edition.toml").read_text("utf-8")


def faults_of(game: str, *changes: tuple[str, str]) -> list[str]:
    text = own_text(game)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return check_text(game, text, "mine.toml").said


def test_every_fault_is_told_at_once_with_its_line_and_what_may_stand_there():
    said = faults_of(
        "labor_of_love",
        ("row = 4", "row = 44\nrwo = 3"),
        ('craft = "yarn"\nhours = 2', 'craft = "yarm"\nhours = 0'),
        ("least_hours = 1\n", ""),
        ('"-", "-", "-", "-", "red"', '"-", "-", "-", "-", "rde"'),
    )
    assert [one.partition(": ")[2] for one in said] == [
        "numbers.least_hours: the field 'least_hours' is missing: a whole number from 1 to 9",
        "numbers.row: 44 does not fit: a whole number from 1 to 4",
        "numbers.rwo: there is no field 'rwo' here; the nearest is 'row'",
        "track.spaces[4]: 'rde' does not fit: -, red, yellow, green or blue; the nearest is 'red'",
        "cards[0].craft: 'yarm' is not a craft of this edition; the nearest is 'yarn'",
        "cards[0].hours: 0 does not fit: a whole number from 1 to 20",
    ]
    lines = [int(one.split(":")[1]) for one in said]
    assert lines == sorted(lines)


def test_what_follows_from_a_fault_alone_is_not_told():
    """30 cards in hand do not fit; that 66 cards would be dealt with them is no second fault."""
    assert len(faults_of("heartcatchers", ("hand = 3", "hand = 30"))) == 1


def test_a_missing_table_is_one_fault():
    text = own_text("heartcatchers").replace("[numbers]\ncolumns = 3\nhand = 3\nlove = 3\nbreaker = 3\n", "")
    assert check_text("heartcatchers", text, "x").said == [
        "x:1: numbers: the field 'numbers' is missing: a table with fields of its own"
    ]


@pytest.mark.parametrize("id", ["3-1", "2024-05-06", "007", "1e5", "may-3", "12-dec", "true"])
def test_ids_that_spreadsheets_rewrite_are_refused(id):
    said = faults_of("heartcatchers", ('id = "red-love"', f'id = "{id}"'))
    assert len(said) == 1
    assert "spreadsheet programs" in said[0]


@pytest.mark.parametrize(
    ("game", "old", "new", "remark"),
    [
        ("heartcatchers", 'name = "Red Heart"', 'name = "Blue Heart"', "already the name of cards[0]"),
        ("held_hands", 'name = "Feisty"', 'name = "Content"', "already the name of cards[0]"),
        ("perfect_match", "copies = [11, 12, 12]", "copies = [0, 12, 12]", "with two players there are only 0 cards"),
        ("perfect_match", "hearts = 5", "hearts = 9", "wins the game at 6 hearts"),
        ("work_of_heart", "actions = 25", "actions = 24", "says 24 and has 25; it is played with 25"),
    ],
)
def test_remarks_about_what_is_allowed_and_hardly_meant(game, old, new, remark):
    text = own_text(game)
    assert old in text
    found = check_text(game, text.replace(old, new, 1), "x")
    assert found.said == []
    assert remark in " ".join(map(str, found.remarks))


def test_what_nothing_can_pay_and_what_cannot_be_reached():
    shop = own_text("labor_of_love")
    short = shop.replace(
        shop[shop.index("spaces = [\n") : shop.index("]", shop.index("spaces = [\n")) + 1], "spaces = []", 1
    )
    said = " ".join(map(str, check_text("labor_of_love", short, "x").remarks))
    assert "nobody has the time for" in said
    deck = own_text("heartcatchers").replace('catches = ["green"]', "catches = []").replace(', "green"]', "]")
    assert "nothing in this deck catches Green Heart" in str(check_text("heartcatchers", deck, "x").remarks[0])


@pytest.mark.parametrize("game", RELEASED)
def test_our_own_editions_have_neither_faults_nor_remarks(game):
    found = check_text(game, own_text(game), "x")
    assert (found.said, found.remarks) == ([], [])
    assert game_of(own_data(game), "x") == game


@pytest.mark.parametrize("game", RELEASED)
def test_a_new_edition_is_good_and_explains_every_field_once(game):
    text = new_edition(game, "my-deck", own_data(game), "Ada")
    found = check_text(game, text, "my-deck.toml")
    assert found.said == []
    assert (found.content.id, found.content.title, found.content.by) == ("my-deck", "My deck", "Ada")
    said = {place: comment.above[0] for place, comment in explaining(game, own_data(game)).items()}
    fields = {re.sub(r"\[\d+\]", "", path) for path, _ in fields_in(own_data(game))}
    assert len(said) == len(fields)
    unexplained = [line for line in said.values() if "(" not in line]
    assert unexplained == [], "fields.py says what each field is for"
    data = parse_toml(text, "x")
    assert write_toml(data, game, comments_in(text, data)) == text
    assert {path.split("[")[0].split(".")[0] for path, _ in fields_in(data)} == set(data)


def test_work_of_heart_needs_no_counts():
    text = own_text("work_of_heart")
    start = text.index("[counts]")
    without = text[:start] + text[text.index("\n\n", start) + 2 :]
    found = check_text("work_of_heart", without, "x")
    assert found.said == []
    assert found.content.counts is None


def test_every_released_game_says_how_much_room_there_is_and_what_its_tables_are():
    assert limits_of("heartcatchers") == {"cards": 32, "columns": 3, "hand": 5}
    assert list(tables_of("heartcatchers")) == ["catches", "cards"]
    assert "cards" in shape_of("labor_of_love").__struct_fields__


def test_an_edition_says_its_game_or_is_known_by_its_fields(tmp_path):
    assert find("base", "held_hands")[0] == "held_hands"
    for text in ('game = "chess"\n', "hand = 3\n"):
        (tmp_path / "x.toml").write_text(text)
        with pytest.raises(EditionError, match="game"):
            find(str(tmp_path / "x.toml"))
    said = check_text("held_hands", f'game = "heartcatchers"\n{own_text("held_hands")}', "x").said
    assert said == ["x:1: game: this is no edition of held_hands, but says that it is one of 'heartcatchers'"]
