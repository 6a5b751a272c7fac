"""Many games at once: the same trajectories as one game stepped by hand, and what is refused."""

import numpy as np
import pytest

from parlour.engine import registry
from parlour.engine.record import CHANCE, OVER
from parlour.research import IllegalAction, vector
from parlour.research.episode import Episode
from parlour.research.table import Table

GAMES = registry.names(shelf_only=True)


def tables(name):
    """The smallest and the largest table of a game."""
    about = registry.about(name)
    found = [(mode.name, seats) for mode in about.modes for seats in mode.seats]
    return [found[0], found[-1]] if len(found) > 1 else found


@pytest.mark.parametrize("name", GAMES)
def test_each_row_plays_as_one_game_stepped_by_hand(name):
    for mode, seats in tables(name):
        games = vector(name, 6, mode=mode, seats=seats, seed=7, threads=2)
        table = Table(name, mode=mode, seats=seats)
        alone = [Episode(table, 7, i) for i in range(6)]
        for step in range(60):
            actions = games.sample(step)
            seen, mask = games.observe(), games.mask()
            for i, one in enumerate(alone):
                assert games.states[i].tobytes() == one.g[0].tobytes()
                assert mask[i].tolist() == one.mask().tolist()
                assert seen[i].tolist() == one.observe(one.actor).tolist()
                assert one.play(int(actions[i]))
            rewards, ended = games.step(actions)
            for i, one in enumerate(alone):
                assert bool(ended[i]) == one.is_over
                if one.is_over:
                    assert rewards[i].tolist() == one.rewards()
                    alone[i] = Episode(table, 7, int(games.rows["index"][i]))
                else:
                    assert not rewards[i].any()
        games.close()


def test_threads_change_nothing():
    one, two = vector("heartcatchers", 9, seed=3), vector("heartcatchers", 9, seed=3, threads=2)
    for step in range(40):
        actions = one.sample(step)
        assert actions.tolist() == two.sample(step).tolist()
        one.step(actions)
        two.step(actions)
        assert one.states.tobytes() == two.states.tobytes()
        assert one.observe().tobytes() == two.observe().tobytes()
    two.close()


def test_random_play_is_the_arenas():
    """Row 0 plays game 0 of the seed with the same draws as `Game.random_games`."""
    game = registry.load("heartcatchers")
    steps = game.random_games(game.base, 1, seats=2, seed=5)["steps"]
    for played, index in ((steps - 1, 0), (steps, 1)):
        games = vector("heartcatchers", 1, seed=5)
        start = Episode(games.table, 5, 0, chance="stepped")
        games.rows["stream"], games.states[:] = start.rng, start.g
        games.play_randomly(played)
        assert games.rows["index"][0] == index


def test_an_illegal_action_ends_the_game_at_minus_one():
    games = vector("heartcatchers", 3, automatic_reset=False)
    actions = games.sample()
    who = int(games.actor[1])
    actions[1] = int(np.flatnonzero(games.mask()[1] == 0)[0])
    rewards, ended = games.step(actions)
    assert ended.tolist() == [False, True, False]
    assert games.illegal.tolist() == [False, True, False]
    assert rewards[1].tolist() == [-1.0 if seat == who else 0.0 for seat in range(2)]
    assert games.actor[1] == OVER
    assert not games.mask()[1].any()


def test_strict_refuses_and_changes_nothing():
    games = vector("heartcatchers", 3, strict=True)
    before, actions = games.states.tobytes(), games.sample()
    for wrong in (-1, 10**6, int(np.flatnonzero(games.mask()[2] == 0)[0])):
        with pytest.raises(IllegalAction, match="game 2"):
            games.step([*actions[:2], wrong])
        assert games.states.tobytes() == before
    games.step(actions)


@pytest.mark.parametrize("actions", [[0, 0], [0.0, 0.0, 0.0], [[0, 0, 0]]])
def test_actions_are_whole_numbers_one_for_each_game(actions):
    with pytest.raises(ValueError, match="expected 3 whole numbers"):
        vector("heartcatchers", 3).step(actions)


def test_where_says_which_games_begin_anew():
    games = vector("heartcatchers", 3, seed=1)
    for step in range(3):
        games.step(games.sample(step))
    before = games.states.copy()
    games.reset([False, True, False])
    assert [games.states[i].tobytes() == before[i].tobytes() for i in range(3)] == [True, False, True]
    assert games.rows["index"].tolist() == [0, 4, 2]
    assert games.states[1].tobytes() == Episode(games.table, 1, 4).g[0].tobytes()


def test_saved_games_go_on_as_they_did():
    games = vector("held_hands", 4, seed=2)
    kept = games.save()

    def play():
        for step in range(25):
            games.step(games.sample(step))
        return games.states.tobytes() + games.mask().tobytes()

    first = play()
    games.restore(kept)
    assert play() == first
    with pytest.raises(ValueError, match="another game or length"):
        games.restore(vector("held_hands", 3).save())


def test_branches_repeat_a_game_and_may_have_other_chance():
    games = vector("held_hands", 4, seed=2)
    same, other = games.branch([3, 3]), games.branch([3] * 8, seed=9)
    assert same.states[0].tobytes() == same.states[1].tobytes() == games.states[3].tobytes()
    for step in range(6):
        same.step(np.repeat(same.sample(step)[:1], 2))
        assert same.states[0].tobytes() == same.states[1].tobytes()
        other.step(np.where(other.mask().any(axis=1), other.mask().argmax(axis=1), 0))
    assert len({state.tobytes() for state in other.states}) > 1


def test_chance_can_be_stepped():
    games = vector("heartcatchers", 2, chance="stepped", seed=4)
    alone = Episode(games.table, 4, 0)
    by_hand = Episode(games.table, 4, 0, chance="stepped")
    assert games.actor.tolist() == [CHANCE, CHANCE]
    assert not games.mask().any()
    with pytest.raises(IllegalAction, match="no outcome of chance"):
        games.step_chance([10**6, 0])
    for move in alone.moves:
        number = games.table.actions.number(move)
        assert number in games.chance_outcomes(0) == by_hand.legal()
        games.step_chance([number, games.chance_outcomes(1)[0]])
        by_hand.play_outcome(number)
    assert games.states[0].tobytes() == alone.g[0].tobytes() == by_hand.g[0].tobytes()
    assert games.chance_outcomes(0) == []


def test_decisions_without_a_choice_can_be_skipped():
    games = vector("work_of_heart", 5, skip_forced=True)
    for step in range(50):
        assert (games.mask().sum(axis=1) > 1).all()
        games.step(games.sample(step))


@pytest.mark.parametrize("name", registry.names())
def test_actions_are_the_table_of_moves(name):
    actions = Table(name).actions
    moves = actions.game.moves.every()
    assert [actions.number(m) for m in moves] == [*range(actions.size), *range(actions.chance_size)]
    assert [actions.move(i) for i in range(actions.size)] == moves[: actions.size]
    assert [actions.outcome(i) for i in range(actions.chance_size)] == moves[actions.size :]


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="at least one game"):
        vector("heartcatchers", 0)
    with pytest.raises(ValueError, match="inside or stepped"):
        vector("heartcatchers", 1, chance="mine")
    with pytest.raises(ValueError, match="win or points"):
        vector("heartcatchers", 1, rewards="fun")
