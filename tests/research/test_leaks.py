"""Worlds that a seat cannot tell apart look the same to it through every environment, and trajectories do not drift."""

from collections import deque

import numpy as np
import pyspiel
import pytest

from parlour.engine import registry
from parlour.engine.chance import stream
from parlour.research import openspiel
from parlour.research.episode import Episode
from parlour.research.picture import as_frame, as_text, public
from parlour.research.table import Table
from places import ROOT

GAMES = registry.names(shelf_only=True)


def largest(name):
    mode = registry.about(name).modes[-1]
    return Table(name, mode=mode.name, seats=mode.seats[-1])


def positions(table, count=8):
    """Games in which a player decides, each some moves further on."""
    for i in range(count):
        one = Episode(table, 11, i)
        for step in range(7 * i):
            legal = one.legal()
            if one.is_over:
                break
            one.play(legal[(step * 7 + i) % len(legal)])
        if not one.is_over:
            yield one


def told(table, one, seat):
    """All that an environment gives a seat, or anybody who watches its own frames."""
    hidden = one.hidden(seat)
    mask = one.mask() if one.actor == seat else np.zeros(1)
    return (
        one.observe(seat).tobytes(),
        mask.tobytes(),
        as_text(table, hidden, seat),
        as_text(table, hidden, seat, "de"),
        as_frame(table, hidden, seat).tobytes(),
        one.actor,
        one.is_over,
        one.rewards() if one.is_over else None,
    )


@pytest.mark.parametrize("name", GAMES)
def test_no_environment_tells_a_seat_what_it_does_not_know(name):
    table = largest(name)
    worlds = 0
    for i, one in enumerate(positions(table)):
        for seat in range(table.seats):
            other = one.__copy__()
            other.g = table.game.imagine(table.edition, one.hidden(seat), seat, stream(50 + i, seat))
            worlds += other.g.tobytes() != one.g.tobytes()
            assert told(table, other, seat) == told(table, one, seat)
    assert worlds or table.game.about.open or name == "labor_of_love"


@pytest.mark.parametrize("name", GAMES)
def test_who_watches_is_told_what_nobody_may_hide(name):
    table = largest(name)
    for i, one in enumerate(positions(table, 4)):
        hidden = public(table, one.g)
        world = table.game.imagine(table.edition, hidden, -3, stream(70, i))
        again = public(table, world)
        assert as_text(table, again, -3) == as_text(table, hidden, -3)
        assert as_frame(table, again, 0).tobytes() == as_frame(table, hidden, 0).tobytes()


def test_the_critics_row_is_no_part_of_what_a_seat_is_given():
    table = largest("heartcatchers")
    one = next(positions(table))
    assert table.critic.all_knowing
    assert not table.encoder.all_knowing
    with pytest.raises(AttributeError):
        one.critic  # noqa: B018


@pytest.mark.parametrize("name", GAMES)
def test_trajectories_are_the_published_ones(name):
    from parlour.research.trajectory import trajectory_hash

    about = registry.about(name)
    page = (ROOT / "docs" / "research.md").read_text("utf-8")
    for mode in (about.modes[0], about.modes[-1]):
        seats = mode.seats[0]
        row = f"| {name} | {about.version} | {mode.name} | {seats} |"
        (line,) = [line for line in page.splitlines() if line.startswith(row)]
        assert f"`{trajectory_hash(name, mode.name, seats)}`" in line, "write it: make docs"


def test_a_hidden_record_alone_forgets_what_an_information_state_keeps():
    """Two ways to one hidden record, with two information states, in a tiny edition of Labor of Love."""
    game = pyspiel.load_game(openspiel.short_name("labor_of_love"), {"edition": "tiny"})
    told: dict[tuple[int, bytes], set[str]] = {}
    waiting = deque([game.new_initial_state()])
    for _ in range(200):
        state = waiting.popleft()
        for seat in range(game.num_players()):
            known = (seat, state.episode.hidden(seat).tobytes())
            told.setdefault(known, set()).add(state.information_state_string(seat))
        waiting.extend(state.child(action) for action in state.legal_actions())
    assert max(map(len, told.values())) > 1
