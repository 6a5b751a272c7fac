"""What an edition file may say, and what is said about one that is wrong."""

import pytest

from parlour.engine import registry
from parlour.engine.edition import EditionError
from support import clause

GAME = registry.load("perfect_match")
# The copies of the first trait, as the file says them.
TRAIT = f"copies = {GAME.base.content.traits[0].copies}"


@clause("PM-R21")
def test_counts():
    e, content = GAME.base.record[0], GAME.base.content
    assert (e.types, e.contestants, e.profiles) == (6, 18, 20)
    for seats, size in ((2, 103), (3, 119), (4, 126)):
        assert sum(int(n) <= seats for n in e.needs[: e.cards]) == size
    assert all(t.copies[0] > 3 for t in content.traits)
    goals = content.numbers.goals
    assert sum(c.hearts for c in content.contestants) > max(g * n for g, n in zip(goals, (2, 3, 4), strict=True))


@clause("PM-4")
def test_some_profiles_ask_for_a_trait_twice_and_that_is_a_frequent_one():
    content = GAME.base.content
    copies = {t.id: t.copies for t in content.traits}
    frequent = {id for id in copies if copies[id] == max(copies.values())}
    assert len(frequent) == 2
    asked = [profile.traits for profile in content.profiles]
    pairs = [traits for traits in asked if len(set(traits)) == 2]
    assert len(pairs) == 8
    assert all(traits.count(traits[0]) == 2 and traits[0] in frequent and traits[2] not in frequent for traits in pairs)
    assert all(len(frequent.intersection(traits)) == 1 for traits in asked)


@clause("PM-19", "PM-20")
def test_hearts_are_two_to_five_so_that_the_goals_differ():
    content = GAME.base.content
    hearts = [c.hearts for c in content.contestants]
    assert set(hearts) == {2, 3, 4, 5}
    assert max(hearts) < min(content.numbers.goals)
    assert len(set(content.numbers.goals)) == 3


@clause("PM-R1")
def test_with_two_or_three_players_the_starter_begins_with_four_cards():
    e = GAME.base.record[0]
    assert [int(e.opening[seats]) for seats in (2, 3, 4)] == [4, 4, 5]


def test_the_limits_of_editions():
    """A quarter more flags and contestants than version 1 had room for; more cards would need two bytes each."""
    module = GAME.part("edition")
    assert module.LIMITS == {
        "cards": 127, "traits": 8, "flags": 25, "profiles": 30, "contestants": 30, "hand": 16
    }  # fmt: skip
    assert GAME.moves.kinds[-1].args[0].count == module.LIMITS["cards"]


def test_an_edition_at_every_limit_can_be_played():
    edition = GAME.edition_from(full_edition())
    e = edition.record[0]
    assert (e.cards, e.types, e.profiles, e.contestants) == (127, 8, 30, 30)
    assert e.dramas_from - e.flags_from == 25
    assert GAME.random_games(edition, 50, seats=4, seed=1)["steps"] > 50 * 100


def test_one_card_too_many_is_refused():
    text = full_edition().replace("copies = [8, 10, 10]", "copies = [8, 10, 11]", 1)
    with pytest.raises(EditionError, match="128 are more than the 127 that there is room for"):
        GAME.edition_from(text)


def full_edition():
    """Our edition with as much of everything as there is room for."""
    text = GAME.base.text
    for old in {str(t.copies) for t in GAME.base.content.traits}:
        text = text.replace(f"copies = {old}", "copies = [8, 10, 10]")
    text = text.replace('id = "labels-food"\nname = "Labels Every Yoghurt"\ncopies = [0, 2, 2]', LABELS)
    row = '[[{0}]]\nid = "more-{1}"\nname = "More {1}"\nsource = "invented"\n{2}\n'
    traits = "".join(row.format("traits", i, f'letter = "{c}"\ncopies = [8, 8, 8]') for i, c in enumerate("XY"))
    wishes = [[a, a, b] for a in ("bookish", "daring", "musical") for b in ("bookish", "daring", "musical", "orderly")]
    wishes = [wish for wish in wishes if len(set(wish)) == 2] + [["bookish"] * 3]
    profiles = "".join(row.format("profiles", i, f"traits = {wish}".replace("'", '"')) for i, wish in enumerate(wishes))
    people = "".join(row.format("contestants", i, 'hearts = 3\naction = "Waits"\neffect = "peek"') for i in range(12))
    return text + "\n" + traits + profiles + people


LABELS = 'id = "labels-food"\nname = "Labels Every Yoghurt"\ncopies = [0, 2, 17]'


def test_everything_is_ours_and_says_so():
    content = GAME.base.content
    entries = [*content.traits, *content.flags, *content.dramas, *content.profiles, *content.contestants]
    assert {entry.source for entry in entries} == {"invented"}
    assert all(c.flavour for c in content.contestants)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('effect = "peek"\namount = 2\ncopies', 'effect = "pay"\namount = 2\ncopies', "'pay' does not fit: peek, "),
        (TRAIT, "copies = [9, 6, 12]", "more players never need fewer copies"),
        ('letter = "D"', 'letter = "B"', "'B' already stands for another trait"),
        ('id = "ada"', 'id = "boris"', "'boris' is already listed"),
        ('["bookish", "daring", "funny"]', '["bookish", "daring"]', "asks for 3 traits, not 2"),
        ('["bookish", "daring", "funny"]', '["bookish", "daring", "tall"]', "'tall' is not a trait of this edition"),
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
