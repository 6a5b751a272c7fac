"""Heartcatchers in words: refusals, the story from both seats, and German."""

import pytest

from games.heartcatchers.deals import (
    BLUE,
    BLUE2,
    BLUE_CHANGE,
    BLUE_LOVE,
    GREEN,
    GREEN2,
    GREEN3,
    GREEN_CHANGE,
    RED2,
    RED3,
    RED_BREAKER,
    WHITE,
    WHITE2,
    deal,
    finish,
)
from parlour.engine import registry
from parlour.engine.match import Match, NoSuchMove, NotLegal, NotYourTurn
from parlour.engine.record import CHANCE, PUBLIC
from parlour.engine.words import COMMON, fields_of, read
from support import Driver, clause

DEALT_WHITE = (BLUE, WHITE, GREEN, RED2, GREEN2, BLUE2)


def caught_white() -> Driver:
    """The second seat is to act, facing a stack that an Uncatchable has caught."""
    return deal(mine=(WHITE, RED3, GREEN3)).do("catch h1 s2", "draw c5")


def after_one_secret() -> Driver:
    """The second seat is to act and has no pile to draw from; its first slot is empty."""
    d = deal()
    d.g.deck = d.g.pile = 0
    return d.do("secret h1 s1", "secret h1 s1", "secret h2 s1")


REFUSALS = [
    (deal, "starts p1", "chance-only", "HC-6"),
    (deal, "lay c1", "chance-only", "HC-6"),
    (deal, "draw c20", "chance-only", "HC-6"),
    (after_one_secret, "catch h1 s4", "no-card", "HC-6"),
    (deal, "secret h5 s1", "no-card", "HC-6"),
    (deal, "catch h1 s5", "not-your-side", "HC-7"),
    (deal, "steal h1 s2 s1", "your-side", "HC-9"),
    (deal, "catch h1 s3", "wrong-colour", "HC-8"),
    (deal, "steal h1 s5 s1", "wrong-colour", "HC-8"),
    (caught_white, "steal h1 s2 s4", "uncatchable", "HC-12"),
    (lambda: deal(DEALT_WHITE), "catch h1 s2", "dealt-white", "HC-R3"),
    (lambda: deal(DEALT_WHITE, mine=(WHITE2, RED3, GREEN3)), "catch h1 s2", "white-on-white", "HC-R4"),
    (deal, "steal h1 s4 s4", "give-own", "HC-9"),
]


@clause("HC-6", "HC-7", "HC-8", "HC-9", "HC-12", "HC-R3", "HC-R4")
@pytest.mark.parametrize(("position", "move", "key", "cited"), REFUSALS)
def test_refusals_name_their_clause(position, move, key, cited):
    d = position()
    before = d.match.digest()
    refusal = d.refused(move)
    assert (refusal.line.key, refusal.clause) == (f"refusal.{key}", cited)
    assert d.match.say(refusal.line, d.seat, "de") != str(refusal)
    assert d.match.digest() == before


@clause("HC-5")
def test_a_place_without_a_stack_is_refused():
    d = Driver("heartcatchers", edition="tiny", first=0).do("lay c1", "lay c2", "draw c3", "draw c4")
    refusal = d.refused("secret h1 s2")
    assert (refusal.line.key, refusal.clause) == ("refusal.no-stack", "HC-5")


def test_every_refusal_is_reached():
    words = read(registry.load("heartcatchers").folder / "words.toml")["en"]
    written = {key for key in words if key.startswith("refusal.")}
    assert written == {f"refusal.{key}" for _, _, key, _ in REFUSALS} | {"refusal.no-stack"}


def test_three_refusals_differ():
    d = deal()
    with pytest.raises(NoSuchMove, match="moves begin with catch, steal, secret"):
        d.match.play("kiss h1 s1", 0)
    with pytest.raises(NoSuchMove, match="expected catch h<slot> s<place>"):
        d.match.play("catch h1", 0)
    with pytest.raises(NotYourTurn, match="Player 1 decides now"):
        d.match.play("secret h1 s1", 1)
    with pytest.raises(NotLegal):
        d.match.play("catch h1 s1", 0)


def test_why_not_answers_whatever_is_asked():
    """Every move that the table of moves can express, in many positions, is legal or refused in words."""
    match = Match.deal("heartcatchers", seed=3)
    why_not, every = match.game.part("words").why_not, match.game.moves.every()
    while not match.over:
        h = match.hidden(match.seat)[0]
        for m in set(every) - set(match.legal()):
            said = why_not(match.edition, h, m)
            assert match.say(said, match.seat)
            assert said.clause.startswith("HC-")
        match.play(match.moves()[match.ply % len(match.moves())])


@clause("HC-7", "HC-9", "HC-11")
@pytest.mark.parametrize(
    ("move", "mine", "theirs"),
    [
        (
            "catch h1 s2",
            "You catch Red Heart with Blue Heart in column 2.",
            "Player 1 catches Red Heart with Blue Heart in column 2.",
        ),
        (
            "steal h1 s4 s3",
            "You steal Red Heart from column 1 with Blue Heart and give the stack of column 3.",
            "Player 1 steals Red Heart from your column 1 with Blue Heart and gives the stack of column 3.",
        ),
        (
            "secret h1 s1",
            "You hide Blue Heart under your column 1.",
            "Player 1 hides a card under column 1 of their own side.",
        ),
        (
            "secret h1 s4",
            "You hide Blue Heart under their column 1.",
            "Player 1 hides a card under your column 1.",
        ),
    ],
)
def test_the_story_from_both_seats(move, mine, theirs):
    d = deal().do(move)
    assert d.told(0) == [mine]
    assert d.told(1) == [theirs]
    assert d.told(int(PUBLIC)) == [theirs.replace("your column", "Player 2's column")], "whoever looks on has no side"


@clause("HC-16")
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_change_says_what_travels_along_only_if_something_does(language):
    change = {"mine": (GREEN_CHANGE, RED3, GREEN3), "theirs": (BLUE_LOVE, RED_BREAKER, WHITE)}
    d = deal(**change)
    alone = brought(d, "secret h1 s1", language)
    one = brought(d.do("secret h2 s1", "draw c5", "secret h1 s2", "draw c6"), "secret h1 s1", language)
    two = brought(d.do("secret h2 s1", "draw c17", "secret h1 s2", "draw c3"), "secret h1 s1", language)
    base, along, others = {
        "en": ("At the end the stacks of column 1 trade places", "1 other Secret travels", "2 other Secrets travel"),
        "de": ("Am Ende tauschen die Stapel der Spalte 1 die Plätze", "1 anderes Geheimnis", "2 andere Geheimnisse"),
    }[language]
    assert alone == f"{base}."
    assert one.startswith(base)
    assert along in one
    assert two.startswith(base)
    assert others in two


@clause("HC-16", "HC-17")
def test_what_a_secret_brings_counts_ones_own_change_in():
    """Beside one's own Change of Heart a Heartbreaker costs the other side; a rival's is not known."""
    d = deal(mine=(GREEN_CHANGE, RED_BREAKER, BLUE_LOVE), theirs=(BLUE_CHANGE, GREEN3, WHITE))
    d.do("secret h1 s1", "draw c3", "secret h1 s2", "draw c9")
    assert brought(d, "secret h2 s1") == "-3 for Player 2, because your Change-of-Heart trades the stacks."
    assert brought(d, "secret h2 s4") == "-3 for you, because your Change-of-Heart trades the stacks."
    assert brought(d, "secret h3 s4") == "+3 for you, because your Change-of-Heart trades the stacks."
    assert brought(d, "secret h2 s2") == "-3 for you, if the stack stays there."


def brought(d, move, language="en"):
    """What a preview of the deciding seat says of a move."""
    look = d.match.look(d.seat, language=language)
    return " ".join(
        look.say(fact) for found in look.previews if found.move == look.game.moves.parse(move) for fact in found.facts
    )


@clause("HC-3", "HC-4")
def test_the_story_of_the_deal():
    d = Driver("heartcatchers", first=0).do("lay c1")
    assert d.told(0) == ["Blue Heart is dealt to your column 1."]
    assert d.told(1) == ["Blue Heart is dealt to Player 1's column 1."]
    d.do("lay c2", "lay c3", "lay c4")
    assert d.told(0) == ["Blue Ultimate Love is dealt to Player 2's column 1."]
    d.do("lay c5", "lay c6", "draw c19")
    assert d.told(0) == ["You draw Uncatchable."]
    assert d.told(1) == ["Player 1 draws a card."]
    assert d.match.story(0, d.match.ply - 1)[0].clause == "HC-4"


@clause("HC-16", "HC-17", "HC-20")
def test_the_story_of_the_end():
    d = finish(deal(), s1=[GREEN_CHANGE, BLUE_LOVE], s6=[RED_BREAKER])
    assert d.told(1)[1:] == [
        "A Secret is turned up in column 1: Green Change-of-Heart. The two stacks of the column change sides.",
        "A Secret is turned up in your column 1: Blue Ultimate Love, +3.",
        "A Secret is turned up in your column 3: Red Heartbreaker, -3.",
        "The game is a draw.",
    ]
    assert [line.clause for line in d.match.story(1, d.match.ply - 1)] == [
        "HC-11",
        "HC-16",
        "HC-17",
        "HC-17",
        "HC-20",
    ]


@clause("HC-16")
def test_the_story_knows_the_column_of_a_change_of_heart_played_last():
    d = deal(mine=(GREEN_CHANGE, RED3, GREEN3))
    d.g.hand[:, 1:] = -1
    d.g.hand[1, 0] = -1
    d.g.held[:] = (1, 0)
    d.g.deck = d.g.pile = 0
    d.do("secret h1 s5")
    assert d.told(0)[1].startswith("A Secret is turned up in column 2: Green Change-of-Heart.")


@clause("HC-17")
def test_the_points_in_the_story_are_those_of_the_edition(tmp_path):
    text = registry.load("heartcatchers").base.text
    changed = tmp_path / "dearer.toml"
    changed.write_text(text.replace("love = 3", "love = 5").replace("breaker = 3", "breaker = 4"), "utf-8")
    d = finish(deal(edition=changed), s1=[BLUE_LOVE], s2=[RED_BREAKER])
    assert [text for text in d.told(0) if "turned up" in text] == [
        "A Secret is turned up in your column 1: Blue Ultimate Love, +5.",
        "A Secret is turned up in your column 2: Red Heartbreaker, -4.",
    ]
    assert d.match.points == [3 + 5 - 4, 3]


def test_every_move_is_described():
    match = Match.deal("heartcatchers", seed=8)
    described = {match.look(match.seat).choice(m).words for m in match.legal()}
    assert len(described) > len(match.legal()) // 3
    assert all(not text.startswith("move.") for text in described)


# German


@pytest.mark.parametrize("path", [registry.load("heartcatchers").folder / "words.toml", COMMON], ids=["game", "engine"])
def test_german_is_complete(path):
    words = read(path)
    assert set(words["en"]) <= set(words["de"])
    assert all(key.startswith("shelf.") for key in set(words["de"]) - set(words["en"]))
    for key, english in words["en"].items():
        assert fields_of(words["de"][key]) == fields_of(english), key


def test_a_german_game_is_told_in_german():
    match = Match.deal("heartcatchers", seed=2)
    english, german = [], []
    while not match.over:
        said = match.look(match.seat).moves[0].line
        english.append(match.say(said, match.seat))
        german.append(match.say(said, match.seat, "de"))
        match.play(match.moves()[match.ply % len(match.moves())])
    for said in match.story(0):
        english.append(match.say(said, 0))
        german.append(match.say(said, 0, "de"))
    assert not set(english) & set(german)


def test_a_chance_move_is_not_for_players():
    d = Driver("heartcatchers")
    assert d.seat == CHANCE
    with pytest.raises(NotYourTurn, match="Chance decides now"):
        d.match.play("starts p1", 0)


def test_german_names_of_cards_have_the_case_of_their_sentence():
    d = deal(mine=(RED_BREAKER, WHITE, GREEN_CHANGE))
    said = [move.words for move in d.match.look(d.seat, language="de").moves]
    assert "Verstecke Roten Herzensbrecher unter deiner Spalte 1" in said
    assert "Verstecke Unfangbare unter deiner Spalte 1" in said
    assert "Verstecke Grünen Sinneswandel unter deiner Spalte 1" in said
    assert any(text.endswith("mit Rotem Herzensbrecher") for text in said)
    assert any(text.endswith("mit Unfangbarer") for text in said)
    assert not any("mit Roter" in text or "Verstecke Grüner" in text for text in said)
