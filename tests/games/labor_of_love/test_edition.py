"""What an edition must be, and that ours is what the rulebook lets one see of it."""

import pytest

from games.labor_of_love.naive import wide_edition
from parlour.engine import registry
from parlour.engine.edition import EditionError
from support import clause


def game():
    return registry.load("labor_of_love")


def broken(old, new):
    """The tiny edition with one thing changed."""
    text = game().edition("tiny").text
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "field", "sentence"),
    [
        ('craft = "yarn"', 'craft = "beer"', "cards[0].craft", "'beer' is not a craft of this edition"),
        ('emojis = ["heart-eyes"]', 'emojis = ["wink"]', "cards[0].emojis", "'wink' is not an emoji of this edition"),
        ('bulbs = ["red"]', 'bulbs = ["blue"]', "cards[0].bulbs", "'blue' is not the colour of a bulb"),
        ('["-", "red"]', '["-", "green"]', "track.spaces[1]", "'green' is not the colour of a bulb"),
        ('"2 yellow"', '"2 green"', "rows[0].spaces", "'green' is not the colour of a bulb"),
        ('["0", "-", "3"', '["0", "-", "9"', "rows[1].spaces", "values never fall from left to right"),
        ('"4 red"]', '"4 red", "-"]', "rows[1].spaces", "a row begins with a plain space and ends with a space"),
        ("lines = [0]", "lines = [1, 0]", "numbers.lines", "lines are listed once each, from left to right"),
        ("passion = [1, 2]", "passion = [1]", "numbers.passion", "there are 2 crafts, so this needs as many numbers"),
        ('id = "wool-socks"', 'id = "pompom"', "cards[1].id", "'pompom' is listed twice"),
        ('colour = "yellow"\nname', 'colour = "red"\nname', "bulbs[1].colour", "'red' is listed twice"),
    ],
)
def test_faults_are_named_by_field(old, new, field, sentence):
    with pytest.raises(EditionError) as caught:
        game().edition_from(broken(old, new))
    assert (caught.value.field, caught.value.sentence) == (field, sentence)
    assert caught.value.line > 1


def test_every_bulb_needs_a_row():
    text = game().edition("tiny").text
    one_row = text[: text.index('[[rows]]\nname = "Joy"')] + text[text.index("[[crafts]]") :]
    with pytest.raises(EditionError, match="2 bulbs need as many rows, not 1"):
        game().edition_from(one_row)


@clause("LL-R1")
def test_our_rows_can_give_the_values_of_the_printed_example():
    rows = [{int(s.split()[0]) for s in row.spaces if s != "-"} for row in game().base.content.rows]
    assert {2, 5, 9, 20} <= set().union(*rows)
    assert any(max(row) == 20 for row in rows)


@clause("LL-17", "LL-18")
def test_all_our_rows_have_blanks_and_bulbs():
    for row in game().base.content.rows:
        assert "-" in row.spaces
        assert any(" " in space for space in row.spaces)


@clause("LL-20", "LL-24")
def test_reactions_never_run_dry_and_emojis_are_fairly_spread():
    content = game().base.content
    assert 4 * len(content.numbers.lines) <= len(content.emojis) * len(content.numbers.reactions)
    counts = [sum(card.emojis.count(id) for card in content.cards) for id in content.emoji_ids]
    assert max(counts) - min(counts) <= 2
    assert 32 <= sum(bool(card.emojis) for card in content.cards) < 64


def test_every_card_has_a_name_and_a_line_of_its_own():
    cards = game().base.content.cards
    assert len({card.name for card in cards}) == len({card.flavour for card in cards}) == 64
    assert all(card.flavour for card in cards)


@clause("LL-2", "LL-5")
def test_there_is_room_for_a_quarter_more_cards_than_we_have():
    """Eighty projects, the last of them in the second word of the pile's set, are dealt, taken and counted."""
    edition = wide_edition(game())
    assert len(edition.content.cards) == game().limits["cards"] == 80
    g = game().new(edition, 2, 0, game().about.ruling_bits({}), 0)
    while not any(text.startswith("deal") for text in texts(edition, g)):
        g = game().play(edition, g, game().legal(edition, g)[0])
    assert texts(edition, g) == [f"deal c{card + 1}" for card in range(80)]
    g = game().play(edition, g, game().legal(edition, g)[79])
    assert (int(g["row"][0][0]), int(g["pile"][0])) == (79, 79)
    assert texts(edition, g) == [f"deal c{card + 1}" for card in range(79)]


def texts(edition, g):
    return [game().moves.text(m) for m in game().legal(edition, g)]


def test_one_card_too_many_is_refused():
    text = wide_edition(game()).text
    more = text[text.rindex("[[cards]]") :].replace('id = "', 'id = "and-', 1)
    with pytest.raises(EditionError, match=r"cards"):
        game().edition_from(text + "\n" + more)
