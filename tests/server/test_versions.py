"""Tables that were begun under older rules: what the present rules carry on, and from where."""

import shutil
from dataclasses import replace

import pytest

import stored
from parlour.engine import registry
from parlour.engine.log import read_save
from parlour.engine.match import Match, OlderRules, layout_of, replaying
from stored import at_a_house, lay, play_one


@pytest.fixture
def game(monkeypatch):
    """A game whose version a test may raise."""
    game = registry.load("heartcatchers")
    monkeypatch.setattr(game, "about", game.about)
    return game


def raise_version(game, carries):
    game.about = replace(game.about, version=game.about.version + 1, carries=carries)


def test_a_carried_on_table_remembers_where_new_rules_began(tmp_path, game, monkeypatch):
    """Restarted twice: what older rules played is never played again by newer ones."""
    path = tmp_path / "tables.db"
    id, tokens = at_a_house(path, lambda house: lay(house, "heartcatchers"))
    at_a_house(path, lambda house: play_one(house, id, tokens))
    raise_version(game, carries=(game.about.version,))
    begun, begin = at_a_house(path, lambda house: play_one(house, id, tokens))
    assert begin == begun > 0
    replayed = []
    real = replaying.read_line
    monkeypatch.setattr(replaying, "read_line", lambda *line: replayed.append(line) or real(*line))
    for _ in range(2):
        replayed.clear()
        ply, begin = at_a_house(path, lambda house: play_one(house, id, tokens))
        assert begin == begun
        assert len(replayed) == ply - begun


def test_rules_that_do_not_carry_a_version_on_say_so(game):
    match = Match(game)
    match.settle()
    frozen = match.freeze()
    was = match.version
    raise_version(game, carries=())
    with pytest.raises(OlderRules, match=f"version {was} of"):
        Match.thaw(frozen, "a game")


def test_another_layout_is_not_carried_on(game):
    match = Match(game)
    match.settle()
    frozen = match.freeze()
    frozen.save.layout = "another"
    raise_version(game, carries=(game.about.version,))
    with pytest.raises(OlderRules):
        Match.thaw(frozen, "a game")


def test_the_same_rules_in_another_layout_go_on_from_the_moves(game):
    match = Match.deal("heartcatchers", seed=7)
    frozen = match.freeze()
    frozen.save.layout, frozen.save.state = "another", "AAAA"
    assert Match.thaw(frozen, "a game").digest() == match.digest()


def test_a_save_file_is_carried_on_and_saved_again(game, tmp_path):
    match = Match.deal("heartcatchers")
    match.save(tmp_path / "old.json")
    raise_version(game, carries=(game.about.version,))
    carried = Match.load(tmp_path / "old.json")
    assert carried.begin == match.ply
    carried.play(carried.moves()[0])
    carried.save(tmp_path / "new.json")
    again = Match.load(tmp_path / "new.json")
    assert (again.begin, again.ply) == (match.ply, carried.ply)
    assert again.digest() == carried.digest()
    assert again.log.hash == carried.log.hash


def test_a_frozen_match_goes_on_as_it_would_have(game):
    match = Match.deal("heartcatchers", seed=7)
    again = Match.thaw(match.freeze(), "a game")
    for _ in range(6):
        for m in (match, again):
            m.play(m.moves()[0])
    assert again.digest() == match.digest()


def test_every_version_that_is_played_is_kept():
    assert set(stored.present()) <= set(stored.kept()), "python tests/stored.py --write"


@pytest.mark.parametrize("old", stored.kept(), ids=str)
def test_what_was_stored_by_an_older_version_opens(old, tmp_path):
    """A save file and a running table of every version that was ever kept; or the sentence that it cannot go on."""
    game = registry.load(old.game)
    about, same_layout = game.about, read_save(old.save).layout == layout_of(game)
    # The same rules play any record again from its moves; other rules go on from its State, if that lies as theirs do.
    if old.version != about.version and not (old.version in about.carries and same_layout):
        with pytest.raises(OlderRules, match=f"version {old.version} of"):
            Match.load(old.save)
        return
    match = Match.load(old.save)
    assert len([entry for entry in match.log.entries if entry.index is None]) == stored.DECISIONS
    match.play(match.moves(match.deciders[0])[0], match.deciders[0])
    shutil.copy(old.store, tmp_path / "tables.db")
    id, *tokens = old.key.read_text("utf-8").split()
    ply, begin = at_a_house(tmp_path / "tables.db", lambda house: play_one(house, id, tokens))
    assert ply >= stored.DECISIONS
    assert (begin > 0) == (old.version != about.version)
