"""Look: what a seat sees of a match, made from one hidden record; clones and pickles of matches."""

import ast
import pickle
import random
import re
from collections import Counter
from itertools import product
from pathlib import Path

import msgspec
import numpy as np
import pytest

import parlour
from parlour.engine import registry, view
from parlour.engine.game import Game
from parlour.engine.match import Match, NoSuchMove, NotLegal, NotYourTurn
from parlour.engine.moves import Arg, Kind, Moves
from parlour.engine.plain import HIDDEN, OVER, PUBLIC, Plain, a_of, b_of, c_of, kind_of
from parlour.engine.view import Card, Piece, Place, Printed, Score, View, Zone


@pytest.fixture
def match() -> Match:
    return Match.deal("heartcatchers", seed=7)


@pytest.fixture
def waltz() -> Match:
    """Keepsakes at the moment when all seats choose a letter at the same time."""
    found = Match.deal("template", seed=3, seats=3)
    while len(found.deciders) < 2:
        found.play(found.legal()[0])
    return found


@pytest.fixture
def hides(monkeypatch) -> Counter:
    """How often each State was hidden from each seat."""
    found: Counter = Counter()
    whole = Game.hide

    def counted(self, edition, g, seat):
        found[id(g), seat] += 1
        return whole(self, edition, g, seat)

    monkeypatch.setattr(Game, "hide", counted)
    return found


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("decisions", [0, 12])
def test_one_look_hides_the_present_state_once(name, decisions, hides):
    """Whatever earlier ones are hidden for the story, which is told once, and for views that show the last turn."""
    match, pick = Match.deal(name, seed=7), random.Random(7)
    for _ in range(decisions):
        match.play(pick.choice(match.legal(match.deciders[0])), match.deciders[0])
    present, seat = id(match.state), match.deciders[0]
    hides.clear()
    look = match.look(seat)
    assert not hides, "nothing is made before it is asked for"
    assert (look.view, look.moves, look.question, look.screen, look.refusal(look.moves[0].text)) is not None
    assert hides[present, seat] == 1
    assert {to for _, to in hides} == {seat}
    first = len(hides)
    hides.clear()
    assert match.look(seat).view == look.view
    assert hides[present, seat] == 1
    assert len(hides) <= first


def test_moves_come_in_every_form_and_in_words(match):
    look = match.look(match.seat)
    assert [m.move for m in look.moves] == match.legal()
    for m in look.moves:
        assert match.game.moves.parse(m.text) == match.game.moves.from_json(m.data) == m.move
        assert m.words == match.say(m.line, match.seat)
        assert m.clause.startswith("HC-")
    german = match.look(match.seat, language="de").moves
    assert not {m.words for m in german} & {m.words for m in look.moves}


def test_the_public_sees_no_hand_and_may_do_nothing(match):
    look = match.look(PUBLIC)
    hands = [z for z in look.view.zones if z.layout == "fan"]
    assert all(p.face == "down" and p.card is None and p.name is None for z in hands for p in z.pieces)
    assert look.moves == []
    assert look.question.key == "ask.wait"
    assert isinstance(look.refusal(match.moves()[0]), NotYourTurn)


def test_seats_that_are_asked_together_each_decide_as_themselves(waltz):
    for seat in waltz.deciders:
        look = waltz.look(seat)
        assert look.own.seat == look.own.record.seat == seat
        assert look.view.turn == waltz.seat, "the view shows the record as it is"
        assert look.question.key == "ask.give"
        assert all(m.line.fields["card"] in look.own.card for m in look.moves)
    waltz.play(waltz.legal(2)[0], 2)
    assert waltz.look(2).moves == []
    assert isinstance(waltz.look(2).refusal("give h1"), NotYourTurn)


def test_an_earlier_ply_is_seen_as_it_was(match):
    seat, ply, before = match.seat, match.ply, match.look(match.seat)
    seen = msgspec.json.encode([before.view, before.moves, before.question])
    match.play(match.moves()[0])
    again = match.look(seat, ply)
    assert msgspec.json.encode([again.view, again.moves, again.question]) == seen
    assert [t.line for t in match.look(seat, match.ply).story(ply)] == match.story(seat, ply)
    assert again.story(ply) == []


@pytest.mark.parametrize("name", registry.names())
def test_what_was_taken_back_is_not_remembered(name):
    """A match remembers what each seat saw; a copy by pickle remembers nothing and has to show the same."""
    match, pick = Match.deal(name, seed=5), random.Random(5)

    def shown(of: Match, seat: int) -> bytes:
        look = of.look(seat)
        return msgspec.json.encode([look.view, look.story(max(0, of.ply - 40))])

    everybody = (*range(match.seats), PUBLIC)
    for k in range(30):
        if match.over:
            break
        seat = match.deciders[0]
        match.play(pick.choice(match.legal(seat)), seat)
        for each in everybody:
            shown(match, each)
        if k % 5 == 4:
            twin = match.clone()
            match.undo(seat, consent=True)
            match.settle()
            match.play(pick.choice(match.legal()))
            for one, each in product((match, twin), everybody):
                assert shown(one, each) == shown(pickle.loads(pickle.dumps(one)), each)


@pytest.mark.parametrize("name", registry.names())
def test_the_story_says_what_was_taken_back_had_shown_to_each_seat_and_no_more(name):
    match, pick = Match.deal(name, seed=7), random.Random(7)
    told = 0
    while not match.over and told < 6:
        seat, ply = match.deciders[0], match.ply
        match.play(pick.choice(match.legal(seat)), seat)
        if match.over or match.last_decision(seat) != ply:
            continue
        everybody = (*range(match.seats), PUBLIC)
        shown = {who: [t.words for t in match.look(who).story(ply)] for who in everybody}
        twin = match.clone()
        twin.undo(seat, consent=True)
        # That somebody let a step go by is told to nobody.
        if not twin.taken[-1].seen or not any(shown.values()):
            continue
        told += 1
        for who in everybody:
            *_, back, last = twin.look(who).story(ply)
            assert (back.line.key, last.line.key) == ("story.taken-back", "story.taken-shown")
            assert last.line.fields["what"] == " ".join(shown[who])
    assert told


def test_a_story_knows_its_plies_and_its_words(match):
    match.play(match.moves()[0])
    told = match.look(0).story()
    assert [t.line for t in told] == match.story(0)
    assert told == [t for ply in range(match.ply) for t in match.look(0, ply + 1).story(ply)]
    assert {t.ply for t in told} <= set(range(match.ply))
    assert all(t.words == match.say(t.line, 0) for t in told)


def test_refusals_are_what_play_raises(match):
    seat = match.seat
    wrong = {"kiss h1 s1": NoSuchMove, "draw c1": NotLegal}
    for text, kind in wrong.items():
        with pytest.raises(kind) as raised:
            match.play(text, seat)
        refused = match.look(seat).refusal(text)
        assert type(refused) is kind
        assert (refused.line, str(refused)) == (raised.value.line, str(raised.value))
    assert match.look(seat).refusal(match.moves()[0]) is None
    assert match.look(seat).refusal(match.look(seat).moves[0].data) is None


@pytest.mark.parametrize("name", registry.names())
def test_nothing_hidden_is_in_a_view(name):
    """HIDDEN says in a record that something is not known; a view leaves the field out."""
    match = Match.deal(name, seed=5)
    for seat in (*range(match.seats), PUBLIC):
        view = match.look(seat).view
        for piece in (p for z in view.zones for p in z.pieces):
            assert piece.card is None or piece.card >= 0
            assert HIDDEN not in (piece.place, piece.slot, piece.count)


@pytest.mark.parametrize("name", registry.names())
def test_a_plain_record_has_the_values_of_the_record(name):
    match = Match.deal(name, seed=5)
    for array in (match.hidden(0), match.edition.record):
        plain = Plain(array)
        for field in array.dtype.names:
            value = getattr(plain, field)
            assert np.array_equal(value, array[field][0])
            assert not isinstance(value, (np.generic, np.ndarray))
    with pytest.raises(AttributeError, match="no field 'nothing'"):
        plain.nothing  # noqa: B018


def test_moves_are_taken_apart_as_the_rules_do(match):
    for m in match.game.moves.every()[::50]:
        values = (*match.game.moves.values(m), -1, -1, -1)[:3]
        assert (a_of(m), b_of(m), c_of(m)) == values
        assert match.game.moves.kinds[kind_of(m)] is match.game.moves.kind(m)


# Moves


def test_an_argument_is_not_called_kind_and_names_are_not_repeated():
    with pytest.raises(ValueError, match="not called kind"):
        Moves(Kind("go", "X-1", (Arg("kind", 3),)))
    with pytest.raises(ValueError, match="same name"):
        Moves(Kind("go", "X-1", (Arg("to", 3), Arg("to", 4))))
    with pytest.raises(ValueError, match="two kinds"):
        Moves(Kind("go", "X-1"), Kind("go", "X-2"))


# Copies


def play_out(match: Match) -> None:
    while not match.over:
        match.play(match.legal(match.deciders[0])[-1], match.deciders[0])


def test_a_clone_goes_its_own_way(match):
    twin, before = match.clone(), (match.digest(), match.log.hash, match.ply)
    play_out(twin)
    assert (match.digest(), match.log.hash, match.ply) == before
    assert match.seat != OVER
    play_out(match)
    assert (match.digest(), match.log.hash) == (twin.digest(), twin.log.hash)


def test_a_clone_has_its_own_answers(waltz):
    twin = waltz.clone()
    twin.play(twin.legal(2)[0], 2)
    assert 2 in twin.pending
    assert 2 not in waltz.pending


@pytest.mark.parametrize("live", [False, True])
def test_a_match_can_be_pickled(live):
    match = Match.deal("heartcatchers", seed=None if live else 7)
    match.play(match.moves()[0])
    again = pickle.loads(pickle.dumps(match))
    assert again.game is match.game
    assert again.edition is match.game.base
    assert not again.edition.record.flags.writeable
    play_out(match)
    play_out(again)
    assert (match.digest(), match.log.hash) == (again.digest(), again.log.hash)


def test_a_match_with_an_edition_of_its_own_can_be_pickled():
    game = registry.load("heartcatchers")
    own = game.edition_from(game.base.text.replace('title = "', 'title = "My ', 1), "mine.toml")
    match = Match(game, edition=own)
    again = pickle.loads(pickle.dumps(match))
    assert again.edition.hash == own.hash != game.base.hash


def test_a_game_is_pickled_by_its_name():
    game = registry.load("heartcatchers")
    assert pickle.loads(pickle.dumps(game)) is game
    with pytest.raises(TypeError, match="replaced rules"):
        pickle.dumps(Game("heartcatchers", game.package, worth=game.part("worth").worth))


def test_the_games_are_listed_before_and_after_one_is_loaded():
    assert parlour.games() == registry.names()
    registry.load("heartcatchers")
    assert parlour.games(shelf_only=True) == registry.names(shelf_only=True)


def test_the_docs_list_every_field_of_a_view():
    page = (Path(__file__).parents[2] / "docs" / "add-a-game.md").read_text("utf-8")
    for part in (View, Zone, Piece, Score, Printed, Card, Place):
        row = next(text for text in page.splitlines() if text.startswith(f"| {part.__name__} |"))
        assert set(part.__struct_fields__) <= set(re.findall(r"`(\w+)`", row)), part.__name__


def test_every_field_of_a_view_has_its_sentence():
    text = Path(view.__file__).read_text("utf-8")
    lines = text.splitlines()
    parts = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    fields = [node for part in parts for node in part.body if isinstance(node, ast.AnnAssign)]
    assert len(fields) >= 60
    assert [lines[f.lineno - 1] for f in fields if not re.match(r"    # .*[.]$", lines[f.lineno - 2])] == []
