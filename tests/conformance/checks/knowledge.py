"""What `hide` and `see` show, `imagine` as far as a whole edition shows it, and who is asked (invariants 5 to 7)."""

import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from checks.histories import asking_bytes, without
from checks.tables import Table, deciders, load_audit, sample, steps, walk
from parlour.engine.chance import stream
from parlour.engine.edition import Edition
from parlour.engine.record import CHANCE, HEADER_NAMES, HIDDEN, NONE, OVER, PUBLIC, Record

# So many draws cannot all be told apart by the half of a card that shows.
MANY = 8

# In how many imagined worlds a move is played to see whether it tells anything.
WORLDS = 3


def check_hide(table: Table) -> None:
    """Hiding twice is hiding once; the header stays; every field keeps to what it says of itself."""
    for g in sample(table, 7, 3):
        for seat in table.watchers:
            h = table.hide(g, seat)
            assert table.hide(h, seat).tobytes() == h.tobytes(), "hide is not idempotent"
            for name in HEADER_NAMES:
                assert (h[name] == g[name]).all(), f"hide changes {name}"
            check_fields(table, table.game.state, g[0], h[0], seat, None)


def check_fields(table: Table, layout: Record, g: Any, h: Any, seat: int, row: int | None) -> None:
    for f in layout:
        if isinstance(f.type, Record):
            for i in np.ndindex(*f.shape):
                check_fields(table, f.type, g[f.name][i], h[f.name][i], seat, i[0] if i else None)
        elif f.who == "all":
            assert np.array_equal(g[f.name], h[f.name]), f"{f.name} is for all, but hide changes it"
        elif f.who == "owner" and g is not None and table_running(h):
            rows = [(row, h[f.name])] if row is not None else enumerate(h[f.name])
            for owner, cells in rows:
                if owner != seat:
                    assert (np.asarray(cells) < 0).all() or not np.any(cells), f"{f.name} shows row {owner}"


def table_running(h: Any) -> bool:
    return "seat" not in (h.dtype.names or ()) or h["seat"] != OVER


def check_see(table: Table) -> None:
    """What is seen of a move keeps its kind, erases at most arguments, and is stable."""
    moves = table.game.moves
    for g, m, _ in steps(table, 8):
        for seat in table.watchers:
            seen = table.see(g, m, seat)
            assert moves.kind(seen) == moves.kind(m), "see changes the kind of a move"
            for shown, true in zip(moves.values(seen), moves.values(m), strict=True):
                assert shown in (true, NONE), "see shows an argument that was not played"
            if seat == g["seat"][0]:
                assert seen == m, "a seat sees its own move whole"


def check_erased_stays_hidden(table: Table) -> None:
    """A draw that `see` erases is not written out in the record after it: many draws look alike."""
    for g, _, _ in steps(table, 40):
        legal = table.legal(g) if g["seat"][0] == CHANCE else []
        for watcher in table.watchers:
            alike: dict[int, set[bytes]] = {}
            for m in legal:
                alike.setdefault(table.see(g, m, watcher), set()).add(table.hide(table.play(g, m), watcher).tobytes())
            for seen, records in alike.items():
                count = sum(table.see(g, m, watcher) == seen for m in legal)
                assert count < MANY or len(records) < count, "hide writes out what see has erased"


def check_spectator_knows_least(table: Table) -> None:
    """What a spectator knows, every seat knows."""
    for g, _, _ in steps(table, 41):
        public = table.hide(g, int(PUBLIC))
        for seat in range(table.seats):
            both = table.hide(public, seat)
            assert unknown(table, both) == unknown(table, public), "hide shows a spectator more than a seat"
            assert knows_at_least(table, table.hide(g, seat), public), "a spectator knows what a seat does not"


def check_open(table: Table) -> None:
    """In a game that says `open=True` everybody sees the same."""
    if not table.game.about.open:
        return
    for g, m, _ in steps(table, 43):
        assert len({table.hide(g, w).tobytes() for w in table.watchers}) == 1, "About.open, but hide differs by seat"
        assert len({table.see(g, m, w) for w in table.watchers}) == 1, "About.open, but see differs by seat"


def knows_at_least(table: Table, h: np.ndarray, public: np.ndarray) -> bool:
    """Wherever this record says HIDDEN the spectator's says so too."""
    more, less = (np.frombuffer(unknown(table, r), "i1") for r in (h, public))
    return bool((more <= less).all())


def check_learning_is_news(table: Table) -> None:
    """If a player's move tells somebody something, `news` has grown.

    Either there are fewer unknown cards, or the records after the move differ between worlds that looked alike before
    it: an answer that was hidden leaves no HIDDEN behind, and can be told all the same.
    """
    rng = stream(42)
    for g, m, after in steps(table, 42):
        if g["seat"][0] == CHANCE or after["news"][0] > g["news"][0]:
            continue
        for watcher in table.watchers:
            learns = is_less_unknown(table, g, after, watcher) or tells_worlds_apart(table, g, m, watcher, rng)
            assert not learns, f"{table.game.moves.text(m)} tells something, but is no news"


def is_less_unknown(table: Table, g: np.ndarray, after: np.ndarray, watcher: int) -> bool:
    before, now = (unknown(table, table.hide(s, watcher)).count(1) for s in (g, after))
    return now < before


def tells_worlds_apart(table: Table, g: np.ndarray, m: int, watcher: int, rng: np.ndarray) -> bool:
    """Whether a watcher could tell some world from the true one only after the move."""
    h, seen, after = table.hide(g, watcher), table.see(g, m, watcher), table.hide(table.play(g, m), watcher)
    for _ in range(WORLDS):
        w = table.imagine(h, watcher, rng)
        if m not in table.legal(w) or table.see(w, m, watcher) != seen:
            continue
        if table.hide(table.play(w, m), watcher).tobytes() != after.tobytes():
            return True
    return False


def unknown(table: Table, h: np.ndarray) -> bytes:
    return unknown_cells(table.game.state, h)


def unknown_cells(layout: Record, h: np.ndarray) -> bytes:
    """Where a hidden record says HIDDEN; in a field for all the same number is a number like any other."""
    marks = []
    for f in layout:
        if isinstance(f.type, Record):
            marks.append(unknown_cells(f.type, h[f.name].reshape(-1)))
        elif f.who != "all":
            marks.append((h[f.name] == HIDDEN).tobytes())
    return b"".join(marks)


def check_imagine_round_trip(table: Table) -> None:
    """An imagined world looks the same to its seat, can be played to the end, and keeps every card."""
    audit = load_audit(table.game.name)
    rng = stream(10)
    pick = random.Random(10)
    for g in sample(table, 10, 3):
        for seat in table.watchers:
            h = table.hide(g, seat)
            w = table.imagine(h, seat, rng)
            assert table.hide(w, seat).tobytes() == h.tobytes(), "an imagined world looks different"
            audit(table.e, w[0])
            same_knowledge(table, g, w, seat)
            if pick.random() < 0.1:
                play_on(table, w, pick, audit)


def play_on(table: Table, g: np.ndarray, pick: random.Random, audit: Callable[[Edition, Any], None]) -> None:
    """An imagined world can be played to the end, and its cards add up on the way."""
    while g["seat"][0] != OVER:
        g = table.play(g, pick.choice(table.legal(g)))
        if g["seat"][0] == OVER or pick.random() < 0.05:
            audit(table.e, g[0])


def same_knowledge(table: Table, g: np.ndarray, w: np.ndarray, seat: int) -> None:
    """In an imagined world every other seat knows the same places as in the true one."""
    for other in table.watchers:
        if other != seat:
            true, imagined = (unknown(table, table.hide(x, other)) for x in (g, w))
            assert true == imagined, f"in an imagined world seat {other} knows other places"


def check_legal_needs_no_secret(table: Table) -> None:
    """The deciding seat's moves are the same from its hidden record, from the truth and in every world."""
    rng = stream(12)
    for g in sample(table, 12, 4):
        for seat in deciders(g):
            legal = table.legal(g, seat)
            h = table.hide(g, seat)
            assert table.legal(h, seat) == legal, "the legal moves need a secret"
            for _ in range(3):
                assert table.legal(table.imagine(h, seat, rng), seat) == legal, "the legal moves tell a secret"


def check_answers_in_any_order(table: Table) -> None:
    """Simultaneous answers: the same moves for a seat whoever has answered, hidden until all are in."""
    question = asking_bytes(table)
    for g, _, _ in itertools.chain(*(walk(table, s) for s in range(13, 18))):
        seats = deciders(g)
        if int(g["asked"][0]) == 0:
            continue
        assert seats[0] == g["seat"][0], "the first of the asked seats plays first"
        lists = {s: table.legal(g, s) for s in seats}
        for choice in (min, max):
            now = g
            for s in seats:
                assert now["seat"][0] == s, "asked seats are played in seat order"
                assert table.legal(now) == lists[s], "another seat's answer changes what can be answered"
                for w in set(table.watchers) - set(seats[: seats.index(s)]):
                    base, then = (without(blank_ply(table.hide(x, w)).tobytes(), question) for x in (now, g))
                    assert base == then, "an answer can be seen too early"
                now = table.play(now, choice(lists[s]))


def blank_ply(h: np.ndarray) -> np.ndarray:
    h["ply"] = 0
    return h
