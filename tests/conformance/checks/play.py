"""One record; chance, play and legal; and every card in its place (invariants 1 to 4 and 9)."""

import itertools
import random

import numpy as np

from checks.tables import Table, every_field, load_audit, sample, steps
from parlour.engine.record import CHANCE, HEADER_NAMES, NONE, OVER, WIN


def check_record(table: Table) -> None:
    """The header comes first, nothing is padded, and every field says who may know it and what it means."""
    layout = table.game.state
    assert tuple(layout.dtype.names)[: len(HEADER_NAMES)] == HEADER_NAMES
    assert layout.dtype.itemsize == sum(layout.dtype.fields[n][0].itemsize for n in layout.dtype.names)
    for f in every_field(layout):
        assert f.about, f"{f.name} does not say what it means"
        assert f.kind, f"{f.name} does not say what kind of number it is"
        assert f.is_described, f"{f.name} does not say what its numbers name or count, or what its axes are (Names)"


def check_setup_writes_every_byte(table: Table) -> None:
    """A new game has the same bytes whatever was in the memory before."""
    used = list(sample(table, 1, 1))[-1]
    fresh = []
    for junk in (np.zeros_like(used), used, np.frombuffer(bytearray(b"\xa5" * used.nbytes), used.dtype)):
        g = junk.copy()
        table.game.kernels.new_game(table.e.record, g, table.seats, table.mode, table.bits, NONE)
        fresh.append(g.tobytes())
    assert len(set(fresh)) == 1, "setup leaves bytes unwritten"


def check_legal(table: Table) -> None:
    """Legal lists: never empty, ascending, within capacity, every move playable and writable."""
    moves = table.game.moves
    for g in sample(table, 2, 3):
        if g["seat"][0] == OVER:
            continue
        legal = table.legal(g)
        assert legal, "nobody can move and the game is not over"
        by_chance = bool(g["seat"][0] == CHANCE)
        assert all(moves.kind(m).chance == by_chance for m in legal), "a kind of move is of chance or of players"
        assert len(legal) <= table.game.most, "the list is longer than MOST"
        assert all(a < b for a, b in itertools.pairwise(legal)), "the list is not strictly ascending"
        for m in legal:
            after = table.play(g, m)
            assert after["ply"][0] == g["ply"][0] + 1
            assert moves.parse(moves.text(m)) == m
            assert moves.from_json(moves.json(m)) == m


def check_play_is_pure(table: Table) -> None:
    """The same bytes and the same move give the same bytes, wherever they lie; the State before stays."""
    for g, m, after in steps(table, 3):
        before = g.tobytes()
        batch = np.repeat(g, 3)
        for i in (0, 2):
            table.game.kernels.play_move(table.e.record, batch[i : i + 1], m)
        assert batch[0].tobytes() == batch[2].tobytes() == after.tobytes(), "play is not pure"
        assert batch[1].tobytes() == g.tobytes() == before, "a State changed that nobody played in"


def check_chance(table: Table) -> None:
    """Chance's draws are news, and news never shrinks."""
    for g, _, after in steps(table, 5):
        if g["seat"][0] == CHANCE:
            assert after["news"][0] > g["news"][0], "a draw must be news"
        assert after["news"][0] >= g["news"][0], "news never shrinks"


def check_results(table: Table) -> None:
    """At OVER, and only there, winners and results stand and agree."""
    for g in sample(table, 6, 8):
        result, winners = g["result"][0], int(g["winners"][0])
        if g["seat"][0] != OVER:
            assert not result.any(), "a result before the end"
            assert winners == 0, "winners before the end"
            continue
        assert all(0 <= r <= WIN for r in result)
        assert not result[table.seats :].any(), "a seat that does not play has a result"
        assert all(bool(winners >> s & 1) == (result[s] > 0) for s in range(table.seats))
        assert not table.legal(g)


def check_first(table: Table) -> None:
    """A given starter is honoured: a series moves it on from seat to seat."""
    for first in range(table.seats):
        g = table.new(first)
        pick = random.Random(first)
        while g["seat"][0] != OVER:
            assert g["first"][0] == first, "the starter was changed"
            g = table.play(g, pick.choice(table.legal(g)))


def check_conservation(table: Table) -> None:
    """Every card is in one place and the points are what a recount of the table gives."""
    audit = load_audit(table.game.name)
    for g in sample(table, 20, 6):
        audit(table.e, g[0])


def check_worth(table: Table) -> None:
    """`worth` is a number from 0 to 1 on every State and on every hidden record."""
    for g in sample(table, 32, 3):
        for seat in range(table.seats):
            for record in (g, table.hide(g, seat)):
                assert 0.0 <= table.game.worth(table.e, record, seat) <= 1.0
