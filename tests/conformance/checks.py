"""The invariants of every game as plain functions, so that they can also be tried on broken games.

Each takes a Game and raises AssertionError. `Table` names one way to play it: edition, mode, seats, rulings.
"""

import hashlib
import importlib.util
import itertools
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from scipy.stats import chisquare

from parlour.engine.chance import Seeded, stream
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.log import decode, encode
from parlour.engine.match import Match, NoSuchMove, NotLegal, NotYourTurn, Refusal, verify
from parlour.engine.record import CHANCE, HEADER_NAMES, HIDDEN, NONE, OVER, PUBLIC, WIN, Record

TESTS = Path(__file__).parent.parent
LONGEST = 5000
MOST_NODES = 600_000

# How many positions of a table each check looks at.
POSITIONS = 90

# How often a match is saved and loaded again.
LOADS = 6

# So many draws cannot all be told apart by the half of a card that shows.
MANY = 8


@dataclass(frozen=True)
class Table:
    """One way to play a game."""

    game: Game
    mode: int
    seats: int
    edition: Edition = field(default=None)  # type: ignore[assignment]
    rulings: int | None = None

    @property
    def e(self) -> Edition:
        return self.edition or self.game.base

    @property
    def bits(self) -> int:
        return self.game.about.ruling_bits({}) if self.rulings is None else self.rulings

    @property
    def watchers(self) -> list[int]:
        return [*range(self.seats), int(PUBLIC)]

    def new(self, first: int = int(NONE)) -> np.ndarray:
        return self.game.new(self.e, self.seats, self.mode, self.bits, first)

    def legal(self, g: np.ndarray, seat: int | None = None) -> list[int]:
        return self.game.legal(self.e, g, seat)

    def play(self, g: np.ndarray, m: int) -> np.ndarray:
        return self.game.play(self.e, g, m)

    def hide(self, g: np.ndarray, seat: int) -> np.ndarray:
        return self.game.hide(self.e, g, seat)

    def see(self, g: np.ndarray, m: int, seat: int) -> int:
        return self.game.see(self.e, g, m, seat)

    def imagine(self, h: np.ndarray, seat: int, rng: np.ndarray) -> np.ndarray:
        return self.game.imagine(self.e, h, seat, rng)

    def match(self, seed: int) -> Match:
        match = Match(
            self.game,
            edition=self.e,
            seats=self.seats,
            mode=self.game.about.modes[self.mode].name,
            rulings={r.name: bool(self.bits >> i & 1) for i, r in enumerate(self.game.about.rulings)},
            chance=Seeded(seed),
        )
        match.settle()
        return match


def walk(table: Table, seed: int) -> Iterator[tuple[np.ndarray, int, np.ndarray]]:
    """A random game: every State with the move played in it and the State after."""
    pick = random.Random(seed)
    g = table.new()
    while g["seat"][0] != OVER:
        m = pick.choice(table.legal(g))
        after = table.play(g, m)
        yield g, m, after
        g = after
        assert g["ply"][0] < LONGEST, "a random game does not end"


def steps(table: Table, seed: int, games: int = 2) -> Iterator[tuple[np.ndarray, int, np.ndarray]]:
    """Steps of random games, of long ones as many as a check has time for; the last step is always among them."""
    pick = random.Random(seed)
    for i in range(games):
        *early, last = walk(table, seed + i)
        yield from pick.sample(early, min(len(early), POSITIONS // games))
        yield last


def sample(table: Table, seed: int, games: int) -> Iterator[np.ndarray]:
    """States of random games, the last ones always among them."""
    for g, _, after in steps(table, seed, games):
        yield g
        if after["seat"][0] == OVER:
            yield after


def now_and_then(table: Table, seed: int, times: int = POSITIONS) -> Iterator[bool]:
    """At which moves of a match to look closely: at all of a short one, about so many times in a long one."""
    pick = random.Random(seed)
    length = sum(g["seat"][0] != CHANCE for g, _, _ in walk(table, seed))
    while True:
        yield pick.random() * length < times


# 1. One record


def check_record(table: Table) -> None:
    """The header comes first, nothing is padded, and every field says who may know it and what it means."""
    layout = table.game.state
    assert tuple(layout.dtype.names)[: len(HEADER_NAMES)] == HEADER_NAMES
    assert layout.dtype.itemsize == sum(layout.dtype.fields[n][0].itemsize for n in layout.dtype.names)
    for f in every_field(layout):
        assert f.about, f"{f.name} does not say what it means"
        assert f.kind, f"{f.name} does not say what kind of number it is"


def check_setup_writes_every_byte(table: Table) -> None:
    """A new game has the same bytes whatever was in the memory before."""
    used = list(sample(table, 1, 1))[-1]
    fresh = []
    for junk in (np.zeros_like(used), used, np.frombuffer(bytearray(b"\xa5" * used.nbytes), used.dtype)):
        g = junk.copy()
        table.game.kernels.new_game(table.e.record, g, table.seats, table.mode, table.bits, NONE)
        fresh.append(g.tobytes())
    assert len(set(fresh)) == 1, "setup leaves bytes unwritten"


def every_field(layout: Record) -> Iterator[Any]:
    for f in layout:
        if isinstance(f.type, Record):
            yield from every_field(f.type)
        yield f


# 2, 3, 4. Chance, play and legal


def check_legal(table: Table) -> None:
    """Legal lists: never empty, ascending, within capacity, every move playable and writable."""
    moves = table.game.moves
    for g in sample(table, 2, 3):
        if g["seat"][0] == OVER:
            continue
        legal = table.legal(g)
        assert legal, "nobody can move and the game is not over"
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
        table.game.kernels.step_batch(table.e.record, batch, np.array([m, NONE, m], np.int64))
        assert batch[0].tobytes() == batch[2].tobytes() == after.tobytes(), "play is not pure"
        assert batch[1].tobytes() == g.tobytes() == before, "a State changed that nobody played in"


def check_chance(table: Table) -> None:
    """Chance's draws are news, and a State does not know the next one: all of them can follow."""
    for g, _, after in steps(table, 5):
        if g["seat"][0] == CHANCE:
            assert after["news"][0] > g["news"][0], "a draw must be news"
            outcomes = {table.play(g, m).tobytes() for m in table.legal(g)}
            assert outcomes, "chance has no move"
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


# 5. One door to a seat


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
            assert unknown_cells(both) == unknown_cells(public), "hide shows a spectator more than a seat"
            assert knows_at_least(table.hide(g, seat), public), "a spectator knows what a seat does not"


def knows_at_least(h: np.ndarray, public: np.ndarray) -> bool:
    """Wherever this record says HIDDEN the spectator's says so too."""
    more, less = (np.frombuffer(unknown_cells(r), "i1") for r in (h, public))
    return bool((more <= less).all())


def check_learning_is_news(table: Table) -> None:
    """If somebody has fewer unknown cards after a player's move, `news` has grown."""
    for g, m, after in steps(table, 42):
        for watcher in table.watchers:
            unknown = [unknown_cells(table.hide(s, watcher)).count(1) for s in (g, after)]
            if g["seat"][0] >= 0 and unknown[1] < unknown[0]:
                assert after["news"][0] > g["news"][0], f"{table.game.moves.text(m)} tells something, but is no news"


# 6. Imagination


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
            true, imagined = unknown_cells(table.hide(g, other)), unknown_cells(table.hide(w, other))
            assert true == imagined, f"in an imagined world seat {other} knows other places"


def unknown_cells(h: np.ndarray) -> bytes:
    """Where a hidden record says HIDDEN."""
    marks = []
    for name in h.dtype.names:
        cells = h[name]
        if cells.dtype.names:
            marks.append(unknown_cells(cells.reshape(-1)))
        else:
            marks.append((cells == HIDDEN).tobytes())
    return b"".join(marks)


@dataclass
class Histories:
    """Every history of a tiny edition, sorted by what each seat saw of it."""

    # watcher -> what it saw -> State's digest -> weight by chance alone
    classes: dict[int, dict[bytes, dict[bytes, float]]]
    # watcher -> what it saw -> its hidden record
    hidden: dict[int, dict[bytes, bytes]]
    nodes: int
    over: int


def digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=12).digest()


def enumerate_histories(table: Table) -> Histories:
    """Play every game of a tiny edition; a class holds the histories that looked the same at every ply."""
    classes: dict[int, Any] = {w: defaultdict(lambda: defaultdict(float)) for w in table.watchers}
    hidden: dict[int, dict[bytes, bytes]] = {w: {} for w in table.watchers}
    asked: dict[tuple[bytes, int, bytes], bytes] = {}
    found = Histories(classes, hidden, 0, 0)
    start = table.new(0)
    keys = {w: digest(table.hide(start, w).tobytes()) for w in table.watchers}
    todo = [(start, 1.0, keys)]
    while todo:
        g, weight, keys = todo.pop()
        found.nodes += 1
        assert found.nodes <= MOST_NODES, f"the tiny edition has more than {MOST_NODES:,} positions: make it smaller"
        state = digest(g.tobytes())
        for w, key in keys.items():
            classes[w][key][state] += weight
        legal = table.legal(g)
        found.over += not legal
        share = weight / len(legal) if legal and g["seat"][0] == CHANCE else weight
        for m in legal:
            after = table.play(g, m)
            later = {}
            for w, key in keys.items():
                h, seen = table.hide(after, w), table.see(g, m, w)
                later[w] = digest(key + seen.to_bytes(8, "big", signed=True) + h.tobytes())
                hidden[w][later[w]] = h.tobytes()
                if w == PUBLIC:
                    check_asked(table, asked, (key, seen, without_asking(table, h)), after)
            todo.append((after, share, later))
    return found


def check_asked(table: Table, asked: dict[Any, bytes], public: Any, after: np.ndarray) -> None:
    """Who is asked, and for what, depends only on what everybody can see."""
    question = digest(asking(table, after))
    assert asked.setdefault(public, question) == question, "who is asked tells a secret"


def asking_fields(table: Table) -> list[str]:
    return [f.name for f in table.game.state if f.kind in ("seat", "phase") or f.name == "asked"]


def asking(table: Table, g: np.ndarray) -> bytes:
    return b"".join(g[name].tobytes() for name in asking_fields(table))


def without_asking(table: Table, h: np.ndarray) -> bytes:
    bare = h.copy()
    for name in asking_fields(table):
        bare[name] = 0
    return digest(bare.tobytes())


def check_imagine_is_exact(table: Table, classes: int = 250, samples: int = 1500) -> None:
    """On a tiny edition `imagine` gives exactly the States that looked the same, weighted by chance."""
    found = enumerate_histories(table)
    pick = random.Random(11)
    rng = stream(11)
    tested = 0
    for watcher, seen in found.classes.items():
        keys = [k for k in seen if k in found.hidden[watcher]]
        for key in pick.sample(keys, min(len(keys), 4 * classes)):
            weights = seen[key]
            h = np.frombuffer(bytearray(found.hidden[watcher][key]), table.game.state.dtype)
            big = len(weights) > 1 and tested < classes * len(found.classes)
            tested += big
            counts: dict[bytes, int] = defaultdict(int)
            for _ in range(samples if big else 12):
                counts[digest(table.imagine(h, watcher, rng).tobytes())] += 1
            strange = set(counts) - set(weights)
            assert not strange, f"{len(strange)} imagined worlds cannot be (seat {watcher})"
            if big:
                check_weights(weights, counts, samples, watcher)
    if any(f.who != "all" for f in every_field(table.game.state)):
        assert tested > 10, "hardly anything is hidden in the tiny edition"
    else:
        assert tested == 0, "every field is for all, yet a seat cannot tell two States apart"


def check_weights(weights: dict[bytes, float], counts: dict[bytes, int], samples: int, watcher: int) -> None:
    total = sum(weights.values())
    expected = np.array([w / total * samples for w in weights.values()])
    got = np.array([counts[k] for k in weights], float)
    # Rare worlds are put together, so that the approximation of the test holds.
    rare = expected < 5
    if rare.any():
        expected = np.append(expected[~rare], expected[rare].sum())
        got = np.append(got[~rare], got[rare].sum())
    if len(expected) > 1:
        p = chisquare(got, expected).pvalue
        assert p > 1e-7, f"imagined worlds have wrong weights (seat {watcher}, p = {p:.2g})"


# 7. Who is asked


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


def deciders(g: np.ndarray) -> list[int]:
    if g["seat"][0] < 0:
        return []
    asked = int(g["asked"][0])
    return [s for s in range(4) if asked >> s & 1] or [int(g["seat"][0])]


def check_answers_in_any_order(table: Table) -> None:
    """Simultaneous answers: the same moves for a seat whoever has answered, hidden until all are in."""
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
                    base = without_asking(table, blank_ply(table.hide(now, w)))
                    assert base == without_asking(table, blank_ply(table.hide(g, w))), "an answer can be seen too early"
                now = table.play(now, choice(lists[s]))


def blank_ply(h: np.ndarray) -> np.ndarray:
    h["ply"] = 0
    return h


# 8. The log


def check_log(table: Table) -> None:
    """A match saved and loaded at any ply is the same match, byte for byte, and goes on the same."""
    match = table.match(19)
    pick = random.Random(19)
    looks = now_and_then(table, 19, LOADS)
    while not match.over:
        match.play(pick.choice(match.moves(match.deciders[0])), match.deciders[0])
        if next(looks) or match.over:
            save = decode(encode(match.as_save([entry.line for entry in match.log.entries])), "memory")
            again = Match.from_save(save, "memory", edition=table.e)
            assert again.state.tobytes() == match.state.tobytes()
            assert again.log.hash == match.log.hash
            assert verify_own(save, table) == match.ply


def verify_own(save: Any, table: Table) -> int:
    counts = verify(save, "memory")
    assert counts["draws"] == counts["unrevealed"]
    return counts["moves"]


# 9. Conservation


def load_audit(name: str) -> Callable[[Edition, Any], None]:
    """The game's own recount: tests/games/<game>/audit.py has `audit(edition, g)`, which asserts."""
    path = TESTS / "games" / name.split("~")[0] / "audit.py"
    assert path.exists(), f"{path.relative_to(TESTS.parent)} is missing: it counts every card and every point"
    spec = importlib.util.spec_from_file_location(f"audit_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.audit


def tiny_tables(game: Game) -> list[Table]:
    """The tables whose every history is enumerated: TINY in the game's audit.py, or the smallest variant."""
    module = load_audit(game.name).__globals__
    tables = []
    for options in module.get("TINY", [{}]):
        mode = game.about.mode(options["mode"])[0] if "mode" in options else 0
        seats = options.get("seats", game.about.modes[mode].seats[0])
        bits = game.about.ruling_bits(options.get("rulings", {}))
        tables.append(Table(game, mode, seats, game.edition(options.get("edition", "tiny")), bits))
    return tables


def check_conservation(table: Table) -> None:
    """Every card is in one place and the points are what a recount of the table gives."""
    audit = load_audit(table.game.name)
    for g in sample(table, 20, 6):
        audit(table.e, g[0])


# 10. The screen, and everything that a seat is given


def given(table: Table, g: np.ndarray, seat: int, probes: list[int]) -> bytes:
    """Every byte that a seat is given at a position: view, moves, words, question and refusals."""
    match = Match(table.game, edition=table.e, seats=table.seats, mode=table.game.about.modes[table.mode].name)
    match.states = [g]
    parts: list[Any] = [match.view(seat), match.ask(seat)]
    moves = match.legal(seat)
    parts.append([(match.game.moves.text(m), match.game.moves.json(m)) for m in moves])
    parts.append([match.say(match.describe(m, seat), seat) for m in moves])
    for m in probes:
        if seat >= 0 and m not in moves:
            parts.append(refusal(match, m, seat))
    return msgspec.json.encode(parts)


def refusal(match: Match, m: int, seat: int) -> tuple[str, str, str]:
    try:
        match.play(m, seat)
    except Refusal as error:
        return type(error).__name__, str(error), error.clause
    raise AssertionError("an illegal move was played")


def check_no_leak(table: Table, positions: int = 40, worlds: int = 2) -> int:
    """Every byte that a watcher is given is the same in every world that it cannot tell apart."""
    rng = stream(27)
    pick = random.Random(27)
    every = table.game.moves.every()
    found: list[np.ndarray] = []
    for seed in itertools.count(27):
        found += sample(table, seed, 1)
        if len(found) >= positions:
            break
    compared = 0
    for g in pick.sample(found, min(positions, len(found))):
        probes = pick.sample(every, min(8, len(every)))
        for seat in table.watchers:
            h = table.hide(g, seat)
            truth = given(table, g, seat, probes)
            for _ in range(worlds):
                w = table.imagine(h, seat, rng)
                assert given(table, w, seat, probes) == truth, f"seat {seat} is told a secret"
                compared += 1
                check_seen_alike(table, g, w, seat)
    return compared


def check_seen_alike(table: Table, g: np.ndarray, w: np.ndarray, seat: int) -> None:
    """`see` does not change when cards that the seat does not know are exchanged."""
    if g["seat"][0] == OVER:
        return
    for m in set(table.legal(g)) & set(table.legal(w)):
        assert table.see(g, m, seat) == table.see(w, m, seat), "what is seen of a move depends on a secret"


def check_words(table: Table) -> None:
    """Every move can be described, asked for and told, to every watcher, in every language."""
    match = table.match(28)
    pick = random.Random(28)
    words = table.game.words
    looks = now_and_then(table, 28)
    while not match.over:
        seat = match.deciders[0]
        moves = match.legal(seat)
        if next(looks):
            assert all(match.say(match.describe(m, seat), seat).strip() for m in moves)
            assert match.say(match.ask(seat), seat)
        match.play(pick.choice(moves), seat)
    for watcher in table.watchers:
        told = match.story(watcher)
        for language in words.languages:
            assert all(words.say(said, table.e, language, watcher).strip() for said in told)


def check_view(table: Table) -> None:
    """A view is JSON with zones of pieces whose ids are unique in their zone; the score sheet adds up."""
    for g in sample(table, 29, 3):
        for seat in table.watchers:
            view = table.game.view(table.e, table.hide(g, seat), seat)
            msgspec.json.encode(view)
            ids = [zone["id"] for zone in view["zones"]]
            assert len(set(ids)) == len(ids)
            for zone in view["zones"]:
                assert table.game.words.say(zone["label"], table.e, "en", seat)
                pieces = [piece["id"] for piece in zone["pieces"]]
                assert len(set(pieces)) == len(pieces)
            check_sheet(table, view)


def check_sheet(table: Table, view: dict[str, Any]) -> None:
    if not view["over"]:
        return
    for seat in range(table.seats):
        total = sum(row["points"] for row in view["sheet"] if row["seat"] == seat)
        assert total == view["points"][seat], f"the sheet of seat {seat} does not add up"
    assert all(table.game.words.say(row["label"], table.e, "en", 0) for row in view["sheet"])


def check_refusals(table: Table) -> None:
    """Three refusals that differ, and none of them changes anything."""
    match = table.match(30)
    pick = random.Random(30)
    every = table.game.moves.every()
    looks = now_and_then(table, 30)
    while not match.over:
        seat = match.deciders[0]
        if next(looks):
            check_refusals_now(table, match, pick, every)
        match.play(pick.choice(match.moves(seat)), seat)
    assert refusal_of(match, table.game.moves.text(every[0]), 0) is NotLegal


def check_refusals_now(table: Table, match: Match, pick: random.Random, every: list[int]) -> None:
    before = (match.state.tobytes(), match.log.hash)
    seat = match.deciders[0]
    legal = match.legal(seat)
    for m in pick.sample(every, min(25, len(every))):
        if m not in legal:
            kind, sentence, _ = refusal(match, m, seat)
            assert kind == NotLegal.__name__
            assert sentence
    for text in ("", "dance", f"{table.game.moves.kinds[0].name} x", "\x00"):
        assert refusal_of(match, text, seat) is NoSuchMove
    for other in set(range(table.seats)) - set(match.deciders):
        assert refusal_of(match, table.game.moves.text(legal[0]), other) is NotYourTurn
    assert before == (match.state.tobytes(), match.log.hash), "a refusal changed something"


def refusal_of(match: Match, text: str, seat: int) -> type[Refusal]:
    try:
        match.play(text, seat)
    except Refusal as error:
        return type(error)
    raise AssertionError(f"{text!r} was played")


def check_undo(table: Table) -> None:
    """Taking back is free until something new is known or another seat has acted; then it is refused."""
    match = table.match(31)
    pick = random.Random(31)
    while not match.over:
        seat = match.deciders[0]
        before, ply, news = match.state.tobytes(), match.ply, int(match.state["news"][0])
        alone = len(match.deciders) == 1
        move = pick.choice(match.moves(seat))
        match.play(move, seat)
        free = int(match.state["news"][0]) == news
        if not alone:
            continue
        if free:
            match.undo(seat)
            assert match.state.tobytes() == before
            assert match.ply == ply
            match.play(move, seat)
        else:
            try:
                match.undo(seat)
            except Refusal:
                continue
            raise AssertionError("a move was taken back although somebody had learnt from it")


def check_worth(table: Table) -> None:
    """`worth` is a number from 0 to 1 on every State and on every hidden record."""
    for g in sample(table, 32, 3):
        for seat in range(table.seats):
            for record in (g, table.hide(g, seat)):
                assert 0.0 <= table.game.worth(table.e, record, seat) <= 1.0


CHECKS = [
    check_record,
    check_setup_writes_every_byte,
    check_legal,
    check_play_is_pure,
    check_chance,
    check_results,
    check_first,
    check_hide,
    check_see,
    check_erased_stays_hidden,
    check_spectator_knows_least,
    check_learning_is_news,
    check_imagine_round_trip,
    check_legal_needs_no_secret,
    check_answers_in_any_order,
    check_log,
    check_conservation,
    check_no_leak,
    check_words,
    check_view,
    check_refusals,
    check_undo,
    check_worth,
]
