"""Chance: uniform streams that do not depend on workers, and live draws that can be checked."""

import hashlib
import hmac
from pathlib import Path

import numpy as np
import pytest

from checks.chi_square import p_value
from parlour.engine import registry
from parlour.engine.chance import Live, Seeded, below, live_index, stream
from parlour.engine.log import Entry, Log, SaveError, decode, encode, read_save
from parlour.engine.match import Match, verify
from parlour.engine.record import CHANCE

OLDER = Path(__file__).parent.parent / "stored" / "draws-1" / "heartcatchers.json"


def test_numbers_below_n_are_uniform():
    rng = stream(3)
    for n in (2, 6, 20, 64):
        counts = np.bincount([below(rng, n) for _ in range(20_000)], minlength=n)
        assert p_value(counts) > 1e-6


def test_streams_of_neighbouring_games_are_unlike():
    starts = {int(below(stream(1, i), 2**31)) for i in range(2000)}
    assert len(starts) > 1990


def test_totals_do_not_depend_on_how_games_are_shared_out():
    game = registry.load("heartcatchers")
    whole = game.random_games(game.base, 300, seats=2, seed=5)
    shares = ((0, 10), (10, 190), (200, 100))
    parts = [game.random_games(game.base, n, seats=2, seed=5, first_index=i) for i, n in shares]
    assert whole["points"] == np.sum([p["points"] for p in parts], axis=0).tolist()
    assert whole["results"] == np.sum([p["results"] for p in parts], axis=0).tolist()


def test_the_same_seed_deals_the_same_game():
    first, second = (Match.deal("heartcatchers", seed=11) for _ in range(2))
    assert first.state.tobytes() == second.state.tobytes()
    assert Match.deal("heartcatchers", seed=12).state.tobytes() != first.state.tobytes()


def test_a_live_draw_is_the_hmac_that_the_documents_describe():
    secret, nonces = bytes(range(32)), ("aa", "bb")
    message = b"aa|bb|7|2|" + b"f" * 64
    expected = int.from_bytes(hmac.new(secret, message, hashlib.sha256).digest(), "big") % 14
    assert live_index(secret, nonces, 14, 7, 2, "f" * 64) == expected == Live(nonces, secret).pick(14, 7, 2, "f" * 64)


def test_a_known_vector():
    """Other programs check against this number: it must never change."""
    assert live_index(b"parlour", ("ann", "bob"), 1000, 5, 0, "00" * 32) == 664


def test_search_on_a_copy_cannot_know_the_next_live_draw():
    """Two matches in the same State, with the same log, draw differently: the future is not in the State."""
    game = registry.load("heartcatchers")
    draws = set()
    for _ in range(40):
        match = Match(game, first=0, chance=Live())
        match.play_chance()
        draws.add(match.log.entries[0].move)
    assert len(draws) > 5


def test_a_whole_live_match_verifies(tmp_path):
    match = live_match()
    while not match.over:
        match.play(match.moves()[0])
    match.save(tmp_path / "game.json")
    save = decode((tmp_path / "game.json").read_bytes(), "game.json")
    assert verify(save, "game.json") == {"moves": 35, "draws": 21, "verified": 21, "unrevealed": 0}


@pytest.mark.parametrize("chance", [Live(("ann",)), Seeded(4)], ids=["live", "seeded"])
def test_the_same_moves_bring_the_same_draws_however_often_they_are_tried(chance):
    match = Match(registry.load("heartcatchers"), chance=chance)
    match.settle()
    tried = []
    for _ in range(5):
        seat = match.seat
        match.play(match.moves()[0])
        tried.append([entry.line for entry in match.log.entries])
        match.undo(seat, consent=True)
    assert tried == [tried[0]] * 5
    assert match.undos_told == 5


def test_a_record_in_which_something_was_drawn_anew_does_not_verify():
    """Whoever deals must not be able to try a draw several times and keep the best."""
    match = live_match()
    for _ in range(3):
        seat = match.seat
        match.play(match.moves()[0])
        match.undo(seat, consent=True)
    while not match.over:
        if match.seat == CHANCE:
            moves, undos = match.game.legal(match.edition, match.state), match.undos
            index = match.chance.pick(len(moves), match.ply, undos, match.log.hash)
            match.add(Entry(moves[index], match.game.moves.text(moves[index]), index, len(moves), undos))
        else:
            match.play_without_chance(match.moves()[0], match.seat)
    with pytest.raises(SaveError, match="was drawn anew"):
        verify(match.as_save(reveal=True), "game.json")


def test_a_record_from_when_draws_counted_take_backs_still_verifies_and_goes_on():
    old = read_save(OLDER)
    assert old.undos == 2
    assert any(line.endswith("~1") for line in old.log)
    assert verify(old, OLDER.name) == {"moves": 34, "draws": 20, "verified": 20, "unrevealed": 0}
    match = Match.load(OLDER)
    assert (match.log.hash, match.log.header["parlour"]) == (Log(match.header(), match.log.entries).hash, 1)


def live_match() -> Match:
    match = Match(registry.load("heartcatchers"), chance=Live(("ann", "bob")))
    match.settle()
    return match


def test_neither_log_nor_running_save_holds_the_secret_of_what_is_to_come(tmp_path):
    match = live_match()
    match.save(tmp_path / "game.json")
    text = (tmp_path / "game.json").read_text()
    assert match.chance.secret.hex() not in text
    running = encode(match.as_save()).decode()
    assert match.chance.secret.hex() not in running
    assert match.chance.secret not in match.state.tobytes()


def test_seeds_are_never_saved(tmp_path):
    match = Match.deal("heartcatchers", seed=987654321)
    match.save(tmp_path / "game.json")
    assert "987654321" not in (tmp_path / "game.json").read_text()
    assert isinstance(match.chance, Seeded)
