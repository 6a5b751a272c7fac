"""The others' own suites on all games, every mode and number of seats; warnings are errors but for those listed."""

import copy
import pickle
import random
import warnings

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms.generate_playthrough import playthrough
from pettingzoo.test import api_test, render_test, seed_test

import parlour.research.gymnasium
import parlour.research.openspiel
from parlour.engine import registry
from parlour.research.pettingzoo import env

GAMES = registry.names(shelf_only=True)
EVERY = [(n, m.name, seats) for n in GAMES for m in registry.about(n).modes for seats in m.seats]
SMALLEST = list({name: (name, mode, seats) for name, mode, seats in reversed(EVERY)}.values())
# The first words of a warning, and why it is none.
NOT_FAULTS = {
    # PettingZoo's own card games have a dict with the mask, and trainers look for it there; the check wants a Box.
    "Observation space for each agent probably should be": UserWarning,
    "Observation is not a NumPy array": UserWarning,
    # `-v0` is our name for the newest rules, and Gymnasium takes every lower number for an older one.
    ".*is out of date. You should consider": DeprecationWarning,
    # OpenSpiel's loaders were made by an older SWIG, and Python says so once when they are imported.
    "builtin type .* has no __module__ attribute": DeprecationWarning,
}


@pytest.fixture(autouse=True)
def only_listed():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for begins, kind in NOT_FAULTS.items():
            warnings.filterwarnings("ignore", f"(\x1b.*?)?{begins}", kind)
        yield


def gym(name, **options):
    version = registry.about(name).version
    return gymnasium.make(parlour.research.gymnasium.id_of(name, version), opponents="random", **options)


@pytest.mark.parametrize(("name", "mode", "seats"), EVERY)
def test_gymnasium_checks(name, mode, seats):
    check_env(gym(name, mode=mode, seats=seats).unwrapped)


@pytest.mark.parametrize(("name", "mode", "seats"), SMALLEST)
def test_gymnasium_checks_what_is_drawn(name, mode, seats):
    for render_mode in ("ansi", "rgb_array"):
        check_env(gym(name, mode=mode, seats=seats, render_mode=render_mode).unwrapped)


@pytest.mark.parametrize(("name", "mode", "seats"), EVERY)
def test_pettingzoo_checks(name, mode, seats, capsys):
    api_test(env(name, mode=mode, seats=seats), num_cycles=60)
    seed_test(lambda: env(name, mode=mode, seats=seats), num_cycles=30)


@pytest.mark.parametrize(("name", "mode", "seats"), SMALLEST)
def test_pettingzoo_draws(name, mode, seats, capsys):
    render_test(lambda render_mode: env(name, mode=mode, seats=seats, render_mode=render_mode))


def load(name, mode, seats):
    return pyspiel.load_game(parlour.research.openspiel.short_name(name), {"mode": mode, "seats": seats})


@pytest.mark.parametrize(("name", "mode", "seats"), EVERY)
def test_openspiel_plays_and_serialises(name, mode, seats):
    """Its own random simulation saves and loads the State at every step, so it gets a short game of each table."""
    game = load(name, mode, seats)
    draw, state = random.Random(1), game.new_initial_state()
    for step in range(60):
        if state.is_terminal():
            break
        if step % 20 == 0:
            twin = game.deserialize_state(state.serialize())
            assert str(twin) == str(state)
            assert [twin.information_state_string(p) for p in range(seats)] == [
                state.information_state_string(p) for p in range(seats)
            ]
        state.apply_action(draw.choice(state.legal_actions()))


@pytest.mark.parametrize(("name", "mode", "seats"), EVERY)
def test_openspiel_simulates(name, mode, seats):
    """Its own random simulation loads every State from its whole history: tiny editions are short."""
    options = {"mode": mode, "seats": seats, "edition": "tiny"}
    game = pyspiel.load_game(parlour.research.openspiel.short_name(name), options)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["heartcatchers", "held_hands", "labor_of_love"])
def test_openspiel_simulates_whole_games(name):
    game = pyspiel.load_game(parlour.research.openspiel.short_name(name))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(("name", "mode", "seats"), EVERY)
def test_openspiel_writes_a_playthrough(name, mode, seats):
    game = f"{parlour.research.openspiel.short_name(name)}(edition=tiny,mode={mode},seats={seats})"
    assert "InformationStateString" in playthrough(game, None, None, seed=3)


def test_openspiel_writes_the_same_playthrough_again():
    once, again = (playthrough("python_parlour_heartcatchers", None, None, seed=3) for _ in range(2))
    assert once == again


def test_a_copy_in_mid_game_goes_on_by_itself():
    one = gym("heartcatchers").unwrapped
    one.reset(seed=4)
    twin = copy.deepcopy(one)
    for _ in range(3):
        action = int(np.flatnonzero(one.action_masks())[0])
        first, second = one.step(action), twin.step(action)
        assert first[0].tolist() == second[0].tolist()
        if first[2]:
            break
    before = twin.episode.g.tobytes()
    one.reset(seed=5)
    assert twin.episode.g.tobytes() == before


def test_an_illegal_action_costs_a_point_everywhere():
    one = gym("heartcatchers").unwrapped
    one.reset(seed=1)
    _, reward, over, _, info = one.step(int(np.flatnonzero(one.action_masks() == 0)[0]))
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    game = env("heartcatchers")
    game.reset(seed=1)
    seen = game.observe(game.agent_selection)
    agent = game.agent_selection
    game.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert all(game.terminations.values())
    assert game.unwrapped.rewards == {a: -1.0 if a == agent else 0.0 for a in game.possible_agents}


def test_own_policies_play_the_other_seats():
    asked = []

    def first(seen):
        asked.append(seen.seat)
        return seen.moves[0]

    one = gymnasium.make("Parlour/Heartcatchers-v2", opponents=first, seat=0).unwrapped
    one.reset(seed=2)
    while not one.step(int(np.flatnonzero(one.action_masks())[0]))[2]:
        pass
    assert set(asked) == {1}


def test_who_cannot_sit_there_is_told():
    with pytest.raises(ValueError, match="there is no bot 'nobody'"):
        gymnasium.make("Parlour/Heartcatchers-v2", opponents="nobody")
    with pytest.raises(ValueError, match="2 opponents sit at this table, not 1"):
        gymnasium.make("Parlour/PerfectMatch-v3", seats=3, opponents=["greedy"])
    with pytest.raises(ValueError, match="the seat is 0 to 1"):
        gymnasium.make("Parlour/Heartcatchers-v2", seat=2)


def test_a_vector_environment_is_the_vector():
    many = gymnasium.make_vec("Parlour/Heartcatchers-v2", num_envs=5, vectorization_mode="vector_entry_point")
    seen, info = many.reset(seed=3)
    assert many.observation_space.contains(seen)
    ends = 0
    for step in range(120):
        actions = many.unwrapped.games.sample(step)
        assert info["action_mask"][np.arange(5), actions].all()
        seen, rewards, over, cut, info = many.step(actions)
        ends += int(over.sum())
        assert ((np.abs(rewards) == 1) <= over).all()
        assert not cut.any()
    assert ends > 5
    many.close()


def test_worlds_for_openspiels_bots_look_the_same_to_their_seat():
    game = load("heartcatchers", "duel", 2)
    draw, state = random.Random(2), game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 3:
        state.apply_action(draw.choice(state.legal_actions()))
    me = state.current_player()
    other = state.resample_from_infostate(me, draw.random)
    assert other.information_state_string(me) == state.information_state_string(me)
    assert other.legal_actions() == state.legal_actions()
    assert other.episode.hidden(me).tobytes() == state.episode.hidden(me).tobytes()
    assert other.episode.g.tobytes() != state.episode.g.tobytes()


def test_a_state_can_be_pickled():
    game = load("heartcatchers", "duel", 2)
    state, draw = game.new_initial_state(), random.Random(3)
    for _ in range(20):
        state.apply_action(draw.choice(state.legal_actions()))
    again = pickle.loads(pickle.dumps(state))
    assert again.history() == state.history()
    assert again.episode.g.tobytes() == state.episode.g.tobytes()
