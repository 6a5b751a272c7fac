"""Games in words: what a seat reads, what it may write, and that nothing secret is in any sentence."""

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

import parlour.research.gymnasium
from parlour.engine import registry
from parlour.engine.chance import stream
from parlour.research.words import ASKED, ILLEGAL, MALFORMED, WordGame

GAMES = registry.names(shelf_only=True)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_game_is_played_to_its_end_in_words(name, language):
    game = WordGame(name, opponents="random", language=language, seed=3)
    text = game.reset()
    for step in range(2000):
        if game.over:
            break
        assert text
        assert "[" not in game.make_prompt().splitlines()[0]
        legal = game.get_legal_moves()
        text = game.step(legal[step % len(legal)])
    assert game.match.over
    assert -1 <= game.reward <= 1
    assert not game.counts
    assert game.transcript[-1] == ("game", text)


def test_what_cannot_be_played_is_told_and_counted_apart_and_changes_nothing():
    game = WordGame("heartcatchers", opponents="random", seed=1)
    game.reset()
    before = game.match.digest()
    legal = game.get_legal_moves()
    never = next(t for t in map(game.match.game.moves.text, game.match.game.moves.every()) if t not in legal)
    assert "is not a move" in game.step("I should like to win, please")
    assert game.step(never)
    moves = game.step("moves")
    assert [line.partition(":")[0] for line in moves.splitlines()] == legal
    assert game.counts == {MALFORMED: 1, ILLEGAL: 1, ASKED: 1}
    assert game.match.digest() == before
    game.step(legal[0])
    assert game.match.digest() != before


def test_who_fails_too_often_has_lost():
    game = WordGame("heartcatchers", opponents="random", seed=1, max_failed=3)
    game.reset()
    for _ in range(3):
        game.step("x" * 100_000)
    assert (game.over, game.reward, game.get_legal_moves()) == (True, -1.0, [])
    with pytest.raises(ValueError, match="the game is over"):
        game.step("moves")


def test_moves_are_told_on_request_only():
    game = WordGame("heartcatchers", opponents="random", seed=2)
    text = game.reset()
    assert not [move for move in game.get_legal_moves() if move in text]


def test_an_answer_is_read_from_its_end():
    game = WordGame("heartcatchers", opponents="random", seed=2)
    game.reset()
    legal = game.get_legal_moves()
    assert game.parse_response(f"I could play {legal[1]}.\n{legal[0]}\n") == legal[0]
    assert game.parse_response(f"Best:\n**{legal[1]}**") == legal[1]
    assert game.parse_response("no idea") is None


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_a_seat_cannot_tell_apart_read_the_same(name):
    game = WordGame(name, opponents="random", seed=5)
    game.reset()
    for step in range(6):
        legal = game.get_legal_moves()
        if game.over or not legal:
            break
        match = game.match
        told = (game.make_prompt(), game.get_legal_moves())
        true = match.states[-1]
        hidden = match.hidden(0)
        match.states[-1] = match.game.imagine(match.edition, hidden, 0, stream(step))
        assert (game.make_prompt(), game.get_legal_moves()) == told
        match.states[-1] = true
        game.step(legal[0])


def test_gymnasium_checks_it():
    env = gymnasium.make("Parlour/HeartcatchersWords-v2", opponents="random").unwrapped
    check_env(env, skip_render_check=True)
    assert parlour.research.gymnasium.WordGame is WordGame
