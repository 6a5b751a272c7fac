"""Asking a rule of a hidden record."""

import importlib
import os
import random
import subprocess
import sys

import numpy as np
import pytest

import asking
from checks import Table, check_askable_rules
from parlour.engine import registry
from parlour.engine.asking import ASKABLE, MOVE, ask_rule, askable
from parlour.engine.game import Game
from parlour.engine.jit import CONFIG, rule
from parlour.engine.plain import Plain
from parlour.engine.record import HIDDEN, NONE, UNKNOWN
from parlour.games.heartcatchers.rules import count_card, points_after, points_traded
from support import Driver

DEALT = ["starts p1", *(f"lay c{n}" for n in (1, 7, 13, 2, 8, 14)), *(f"draw c{n}" for n in (3, 9, 15, 4, 10, 16))]


@askable(2)
@rule
def careless(e, g, seat):
    """Reads a card without a look whether it is hidden."""
    return np.int64(e.heart[g.hand[seat, 0]])


@askable(2)
@rule
def careful(e, g, seat):
    if g.hand[seat, 0] == HIDDEN:
        return UNKNOWN
    return np.int64(g.hand[seat, 0])


@askable(2)
@rule
def dumb(e, g, seat):
    return UNKNOWN


@askable(2)
@rule
def busy(e, g, seat):
    """Writes into what it gets."""
    g.hand[seat, :] = NONE
    return np.int64(g.hand[seat, 0])


@pytest.fixture
def dealt():
    return Driver("heartcatchers").do(*DEALT).match


def table_with(monkeypatch, asked):
    game = registry.load("heartcatchers")
    monkeypatch.setattr(Game, "askable", [ASKABLE[asked]])
    return Table(game, 0, 2)


def test_a_look_asks_a_rule(dealt):
    look = dealt.look(0)
    assert look.ask(points_traded, 0) == (3, 3)
    assert [look.ask(points_after, m) for m in look.legal] == [
        tuple(dealt.game.play(dealt.edition, dealt.state, m)["points"][0][:2].tolist()) for m in look.legal
    ]


def test_what_depends_on_a_secret_is_none(dealt):
    look = dealt.look(0)
    assert look.ask(careful, 0) == dealt.state["hand"][0, 0, 0]
    assert look.ask(careful, 1) is None


def test_a_rule_that_is_not_marked_is_refused(dealt):
    with pytest.raises(TypeError, match="count_card is not marked @askable"):
        dealt.look(0).ask(count_card, 0)


def test_a_rule_may_change_its_copy(dealt):
    look = dealt.look(0)
    before = look.hidden.tobytes()
    assert look.ask(busy, 0) == NONE
    assert look.hidden.tobytes() == before


def test_words_ask_of_a_record(dealt):
    look = dealt.look(1)
    assert ask_rule(careful, dealt.edition, Plain(look.hidden), 0) is None


def test_an_index_below_zero_is_refused_interpreted(dealt, monkeypatch):
    monkeypatch.setattr(CONFIG, "DISABLE_JIT", True)
    plain = ASKABLE[careless]._replace(rule=getattr(careless, "py_func", careless))
    e, h = dealt.edition.record, dealt.look(0).hidden
    assert asking.answer(plain, e, h, (0,)) is not None
    with pytest.raises(IndexError, match="index -2"):
        asking.answer(plain, e, h, (1,))


@pytest.mark.parametrize(
    ("asked", "message"), [(careless, "depends on a secret|index -2"), (dumb, "though nothing is hidden")]
)
def test_conformance_finds_a_rule_that_guesses(monkeypatch, asked, message):
    with pytest.raises((AssertionError, IndexError), match=message):
        check_askable_rules(table_with(monkeypatch, asked))


def test_conformance_passes_a_rule_that_looks(monkeypatch):
    check_askable_rules(table_with(monkeypatch, careful))


def test_arguments_are_moves_or_numbers():
    found = [asking.arguments_of(ASKABLE[r], [7], random.Random(1)) for r in (points_after, careful)]
    assert ASKABLE[points_after].arguments == (MOVE,)
    assert [sorted(f) for f in found] == [[(7,)], [(0,), (1,)]]


@pytest.mark.parametrize("name", registry.names(shelf_only=True))
def test_the_rules_that_may_be_asked_do_not_depend_on_what_was_imported(name):
    code = (
        f"from parlour.engine import registry; print(sorted(a.rule.__name__ for a in registry.load({name!r}).askable))"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    fresh = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    importlib.import_module(f"{registry.packages()[name]}.view")
    assert fresh.stdout.strip() == str(sorted(a.rule.__name__ for a in registry.load(name).askable))
