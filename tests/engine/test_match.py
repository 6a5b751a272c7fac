"""Match: judging, logging, saving, loading, taking back, and series."""

import itertools
import json
from dataclasses import replace

import numpy as np
import pytest

from parlour.engine import look, registry
from parlour.engine.about import Ruling
from parlour.engine.chance import Live
from parlour.engine.log import MAX_UNDOS, Frozen, SaveError, TakenBack, decode, encode
from parlour.engine.match import (
    CannotUndo,
    Match,
    NoSuchMove,
    NotLegal,
    NotYourTurn,
    Series,
    standing,
    verify,
    winners_counted,
)
from parlour.engine.words import line


@pytest.fixture
def match() -> Match:
    return Match.deal("heartcatchers", seed=7)


def play_out(match: Match) -> Match:
    while not match.over:
        match.play(match.moves()[-1])
    return match


def test_three_refusals_that_differ(match):
    other = 1 - match.seat
    with pytest.raises(NoSuchMove, match="moves begin with"):
        match.play("kiss h1 s1")
    with pytest.raises(NotYourTurn, match=f"Player {match.seat + 1} decides now"):
        match.play(match.moves()[0], other)
    with pytest.raises(NotLegal) as refusal:
        match.play("draw c1")
    assert refusal.value.clause == "HC-6"


def test_a_ruling_that_was_added_since_leaves_the_draws_of_a_match_verifiable(monkeypatch):
    game = registry.load("heartcatchers")
    played = play_out(Match.deal("heartcatchers"))
    save = played.freeze().save
    added = Ruling("new-switch", "HC-1", False, "A switch that there was not")
    monkeypatch.setattr(game, "about", replace(game.about, rulings=(*game.about.rulings, added)))
    again = Match.thaw(Frozen(save), "it")
    assert again.log.hashes == played.log.hashes
    assert again.as_save(reveal=True).rulings == save.rulings
    counts = verify(save, "it")
    assert counts["verified"] == counts["draws"] > 0


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (-1, "no kind of move begins it"),
        (99 << 24, "no kind of move begins it"),
        (1 << 70, "no kind of move begins it"),
        (0, "it would be catch h<slot> s<place>"),
        (2 << 24 | 200 << 16, "it would be secret h<slot> s<place>"),
        (2 << 24 | 1 << 16 | 1 << 8 | 1, "it would be secret h<slot> s<place>"),
        (True, "text, data or a whole number"),
        (1.5, "text, data or a whole number"),
        (None, "text, data or a whole number"),
        ([1], "text, data or a whole number"),
        (b"secret h1 s1", "text, data or a whole number"),
    ],
)
def test_a_malformed_number_is_refused_like_malformed_text(match, move, message):
    before = match.digest()
    with pytest.raises(NoSuchMove, match=message):
        match.play(move)
    assert match.digest() == before
    assert match.ply == len(match.log.entries)


def test_a_whole_number_of_numpy_is_a_move(match):
    match.play(np.int64(match.legal()[0]))


def test_nobody_plays_for_chance_or_after_the_end(match):
    play_out(match)
    with pytest.raises(NotLegal, match="over"):
        match.play("secret h1 s1", 0)


@pytest.mark.parametrize("move", ["secret h1 s1", {"kind": "secret", "slot": 0, "place": 0}])
def test_moves_may_be_text_or_data(match, move):
    match.play(move)
    assert match.log.entries[-2].text == "secret h1 s1"


def test_options_that_do_not_fit_are_refused_with_what_would_fit():
    with pytest.raises(ValueError, match="there is no game 'hearts'"):
        Match.deal("hearts")
    with pytest.raises(ValueError, match="is for 2 players, not 3"):
        Match.deal("heartcatchers", seats=3)
    with pytest.raises(ValueError, match="no mode 'solo'; it has duel"):
        Match.deal("heartcatchers", mode="solo")
    with pytest.raises(ValueError, match="no ruling 'x'; it has white-safe, white-scores"):
        Match.deal("heartcatchers", rulings={"x": True})
    with pytest.raises(ValueError, match="the first seat is 0 to 1, not 2"):
        Match.deal("heartcatchers", first=2)


def test_a_saved_match_comes_back_byte_for_byte(match, tmp_path):
    match.play(match.moves()[0])
    match.save(tmp_path / "game.json")
    again = Match.load(tmp_path / "game.json")
    assert again.state.tobytes() == match.state.tobytes()
    assert again.log.hash == match.log.hash
    assert play_out(again).over


def test_a_save_says_that_it_shows_everything(match, tmp_path):
    match.save(tmp_path / "game.json")
    assert "shows everything" in json.loads((tmp_path / "game.json").read_text())["notice"]


def test_an_edition_of_ones_own_travels_in_the_save(tmp_path):
    game = registry.load("heartcatchers")
    edition = game.edition_from(game.base.text.replace("love = 3", "love = 4"))
    match = Match(game, edition=edition)
    match.settle()
    match.save(tmp_path / "game.json")
    assert Match.load(tmp_path / "game.json").edition.record["love"][0] == 4


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda d: d.update(parlour=9), "format 9; this Parlour reads format 2"),
        (lambda d: d.update(version=99), "played by version 99"),
        (lambda d: d.update(game="hearts"), "there is no game 'hearts'"),
        (lambda d: d["edition"].update(hash="0" * 64), "which is not the one here"),
        (lambda d: d["edition"].update(text="id = 3"), "is damaged"),
        (lambda d: d.update(seats=3), "is for 2 players"),
        (lambda d: d.update(mode="x"), "has no mode"),
        (lambda d: d.update(rulings={"x": True}), "has no ruling"),
        (lambda d: d.update(first=1), "damaged"),
        (lambda d: d.update(state="0"), "do not lead to the position"),
        (lambda d: d["log"].pop(), "do not lead to the position"),
        (lambda d: d["log"].insert(3, "kiss"), "damaged at move 4"),
        (lambda d: d["log"].__setitem__(1, "lay c1 @19/20"), "damaged at move 2"),
        (lambda d: d.update(extra=1), "damaged"),
        (lambda d: d.pop("log"), "damaged"),
    ],
)
def test_damaged_saves_are_refused_in_one_sentence(match, tmp_path, change, sentence):
    path = tmp_path / "game.json"
    match.play("secret h1 s1")
    match.save(path)
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))
    before = path.read_bytes()
    with pytest.raises(SaveError, match=sentence) as error:
        Match.load(path)
    assert "\n" not in str(error.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff\xfe", b'"parlour"', b"{}", b"[" * 5000])
def test_foreign_files_are_refused(tmp_path, data):
    path = tmp_path / "game.json"
    path.write_bytes(data)
    with pytest.raises(SaveError, match="is not a saved game"):
        Match.load(path)


def test_a_missing_file_is_a_sentence(tmp_path):
    with pytest.raises(SaveError, match="cannot be read: No such file"):
        Match.load(tmp_path / "none.json")


def test_a_tampered_draw_does_not_verify(tmp_path):
    match = Match(registry.load("heartcatchers"), chance=Live(secret=b"s" * 32), first=0)
    match.settle()
    play_out(match).save(tmp_path / "game.json")
    good = decode((tmp_path / "game.json").read_bytes(), "game.json")
    assert verify(good, "game.json")["verified"] == 20
    good.draws[0].secret = ("t" * 32).encode().hex()
    with pytest.raises(SaveError, match="not the one that was committed to"):
        verify(good, "game.json")
    good.draws[0].secret, good.draws[0].nonces = ("s" * 32).encode().hex(), ["x"]
    with pytest.raises(SaveError, match="is not what the secret draws"):
        verify(good, "game.json")


def test_undo_is_free_until_something_was_learnt(match):
    while match.state["pile"][0]:
        match.play("secret " + match.moves()[-1].split(" ", 1)[1])
        with pytest.raises(CannotUndo, match="learnt something"):
            match.undo(1 - match.seat)
    seat, before = match.seat, match.state.tobytes()
    match.play(match.moves()[-1])
    match.undo(seat)
    assert (match.seat, match.state.tobytes()) == (seat, before)


def test_undo_after_another_seat_acted_needs_consent(match):
    seat = match.seat
    match.play(match.moves()[-1])
    match.play(match.moves()[-1])
    with pytest.raises(CannotUndo, match="has acted since"):
        match.undo(seat)
    match.undo(seat, consent=True)
    assert match.seat == seat
    assert match.undos == 1


def take_back_often(match, times):
    """Play and take back again; the seat, and to which ply."""
    seat, ply = match.seat, match.ply
    for _ in range(times):
        match.play(match.moves()[-1])
        match.undo(seat, consent=True)
        match.settle()
    return seat, ply


def test_a_run_of_take_backs_is_one_line_with_a_count(match):
    seat, _ = take_back_often(match, 3)
    (mine,) = [told for told in match.look(seat).story() if "taken-back" in told.line.key]
    assert mine.words == "You take moves back, 3 times."
    match.play(match.moves()[-1])
    other, _ = take_back_often(match, 1)
    told = [told.words for told in match.look(seat, language="de").story() if "taken-back" in told.line.key]
    assert told == ["Du nimmst 3-mal Züge zurück.", f"Spieler {other + 1} nimmt einen Zug zurück."]
    match.undo(seat, consent=True)
    told = [told.words for told in match.look(seat).story() if "taken-back" in told.line.key]
    assert told == ["You take moves back, 4 times."], "what was taken back once more is not told"


def test_what_a_story_keeps_of_take_backs_does_not_grow_with_them(match, monkeypatch):
    take_back_often(match, MAX_UNDOS - 1)
    assert len(match.taken) == 1
    made = []
    monkeypatch.setattr(look, "line", lambda key, **fields: made.append(key) or line(key, **fields))
    match.look(match.seat).story()
    assert made.count("story.taken-back") + made.count("story.taken-back-often") <= 2
    seat, _ = take_back_often(match, 1)
    match.play(match.moves()[-1])
    with pytest.raises(CannotUndo, match=r"taken back 1000 times; no more can be"):
        match.undo(seat, consent=True)
    assert not match.may_undo(seat)
    assert match.undos == MAX_UNDOS


def test_saves_with_an_entry_for_every_take_back_are_read(match, tmp_path):
    """As earlier versions wrote them."""
    seat, ply = take_back_often(match, 5)
    save = match.as_save(reveal=True)
    save.taken = [TakenBack(ply, seat)] * 5
    (tmp_path / "old.json").write_bytes(encode(save))
    assert Match.load(tmp_path / "old.json").taken == [TakenBack(ply, seat, 5)]


def test_a_match_has_an_end_whatever_its_rules_say(match, monkeypatch):
    monkeypatch.setattr(look, "MAX_ENTRIES", match.ply)
    with pytest.raises(NotLegal, match="there can be no more"):
        match.play(match.moves()[0])


def test_nothing_to_take_back(match):
    with pytest.raises(CannotUndo, match="nothing of yours"):
        match.undo(0)


def test_a_verified_save_survives_undos(tmp_path):
    match = Match(registry.load("heartcatchers"), chance=Live())
    match.settle()
    seat = match.seat
    match.play(match.moves()[-1])
    match.undo(seat, consent=True)
    match.save(tmp_path / "half.json")
    again = Match.load(tmp_path / "half.json")
    play_out(again).save(tmp_path / "game.json")
    assert verify(decode((tmp_path / "game.json").read_bytes(), "g"), "g") == {
        "moves": 35, "draws": 21, "verified": 21, "unrevealed": 0,
    }  # fmt: skip


def test_a_series_alternates_the_starter_and_ends_at_more_than_half():
    series = Series("heartcatchers", best_of=3, seed=3)
    starters = []
    while True:
        starters.append(int(series.match.state["first"][0]))
        play_out(series.match)
        if series.over:
            break
        series.next()
    assert all(a != b for a, b in itertools.pairwise(starters))
    assert max(series.wins) == 2


def test_a_series_is_odd_and_goes_match_by_match():
    with pytest.raises(ValueError, match="best of 1, 3, 5"):
        Series("heartcatchers", best_of=2)
    with pytest.raises(ValueError, match="still being played"):
        Series("heartcatchers", best_of=3).next()


def test_ties_count_for_nobody_in_a_series():
    series = Series("heartcatchers", best_of=1, seed=0)
    play_out(series.match)
    series.match.state["winners"] = 3
    series.match.state["result"][0][:2] = 6
    assert series.wins == [0, 0]
    assert not series.over


def test_a_series_counts_matches_that_nobody_or_everybody_wins():
    assert standing([[], None, []], 2, 3) == ([0, 0], False)
    assert standing([[], [], []], 2, 3) == ([0, 0], True)
    assert standing([[0, 1], [], [0, 1]], 2, 3) == ([2, 2], True)


def test_losing_together_is_a_result():
    match = play_out(Match.deal("heartcatchers", seed=0))
    match.state["winners"], match.state["result"] = 0, 0
    assert winners_counted(match) == []
    match.state["winners"], match.state["result"] = 3, 12
    assert winners_counted(match) == [0, 1]
    match.state["result"] = 6
    assert winners_counted(match) is None
