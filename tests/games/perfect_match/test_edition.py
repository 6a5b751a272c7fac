"""What an edition file may say, and what is said about one that is wrong."""

import pytest

from parlour.engine import registry
from parlour.engine.edition import EditionError
from support import clause

GAME = registry.load("perfect_match")


def test_counts():
    e, content = GAME.base.record[0], GAME.base.content
    assert (e.types, e.contestants, e.profiles) == (6, 18, 20)
    for seats, size in ((2, 69), (3, 97), (4, 119)):
        assert sum(int(n) <= seats for n in e.needs[: e.cards]) == size
    wanted = [t for p in content.profiles for t in p.traits]
    assert {wanted.count(t.id) for t in content.traits} == {10}
    assert all(t.copies[0] > 3 for t in content.traits)
    goals = content.numbers.goals
    assert sum(c.hearts for c in content.contestants) > max(g * n for g, n in zip(goals, (2, 3, 4), strict=True))


@clause("PM-R1")
def test_our_edition_deals_nobody_a_head_start():
    e = GAME.base.record[0]
    assert [int(e.opening[seats]) for seats in (2, 3, 4)] == [e.draws_empty] * 3 == [5] * 3


def test_everything_is_ours_and_says_so():
    content = GAME.base.content
    entries = [*content.traits, *content.flags, *content.dramas, *content.profiles, *content.contestants]
    assert {entry.source for entry in entries} == {"invented"}
    assert all(c.flavour for c in content.contestants)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('effect = "peek"\namount = 2\ncopies', 'effect = "pay"\namount = 2\ncopies', "Invalid enum value 'pay'"),
        ("copies = [8, 11, 12]", "copies = [9, 6, 12]", "more players never need fewer copies"),
        ("copies = [8, 11, 12]", "copies = [8, 11, 40]", "more than the 120 that there is room for"),
        ('letter = "D"', 'letter = "B"', "'B' already stands for another trait"),
        ('id = "ada"', 'id = "boris"', "'boris' is already listed"),
        ('["bookish", "daring", "funny"]', '["bookish", "daring"]', "asks for 3 traits, not 2"),
        ('["bookish", "daring", "funny"]', '["bookish", "daring", "tall"]', "'tall' is no trait of this edition"),
        ('["bookish", "daring", "funny"]', '["tender", "orderly", "musical"]', "asks for the same traits"),
        ('effect = "baggage"', 'effect = "encore"', "an encore that can be repeated would never end"),
        ('effect = "baggage"', 'effect = "rummage"', "found again and again would never end"),
        ("limit = 7", "limit = 9\n", "a hand could grow beyond"),
    ],
)
def test_faults_are_named(old, new, sentence):
    text = GAME.base.text
    assert old in text
    if sentence.startswith("a hand"):
        text = text.replace("draw = 2", "draw = 9")
    with pytest.raises(EditionError, match=sentence.replace("[", r"\[")):
        GAME.edition_from(text.replace(old, new, 1))


def test_too_few_profiles_and_contestants():
    text = GAME.base.text
    start, middle = text.index("[[profiles]]"), text.index("[[contestants]]")
    with pytest.raises(EditionError, match="four players need 4 profiles"):
        GAME.edition_from("profiles = []\n" + text[:start] + text[middle:])
    with pytest.raises(EditionError, match="nobody is left"):
        GAME.edition_from("contestants = []\n" + text[:middle])
