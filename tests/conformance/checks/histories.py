"""Every history of a tiny edition: imagination is exact, and who is asked is public (invariants 6 and 7)."""

import hashlib
import random
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import chisquare

from checks import witness
from checks.tables import Table, every_field
from parlour.engine.chance import stream
from parlour.engine.record import CHANCE, PUBLIC

MOST_NODES = 600_000
# Counts that are less likely than this are no accident.
LEAST_FIT = 1e-7


@dataclass
class Histories:
    """Every history of a tiny edition, sorted by what each seat saw of it."""

    # watcher -> what it saw -> State's digest -> weight by chance alone
    classes: dict[int, dict[bytes, dict[bytes, float]]]
    # watcher -> what it saw -> its hidden record
    hidden: dict[int, dict[bytes, bytes]]
    nodes: int
    over: int


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
                world = table.imagine(h, watcher, rng)
                state = digest(world.tobytes())
                counts[state] += 1
                if state not in weights:
                    raise AssertionError(f"imagined worlds cannot be: {strange_world(table, watcher, key, world)}")
            if big and (p := fit(weights, counts, samples)) <= LEAST_FIT:
                told = strange_weights(table, watcher, key, weights, counts)
                raise AssertionError(f"imagined worlds have wrong weights (p = {p:.2g}): {told}")
    if any(f.who != "all" for f in every_field(table.game.state)):
        assert tested > 10, "hardly anything is hidden in the tiny edition"
    else:
        assert tested == 0, "every field is for all, yet a seat cannot tell two States apart"


def fit(weights: dict[bytes, float], counts: dict[bytes, int], samples: int) -> float:
    """How likely such counts are, if every State is imagined with its weight."""
    total = sum(weights.values())
    expected = np.array([w / total * samples for w in weights.values()])
    got = np.array([counts[k] for k in weights], float)
    # Rare worlds are put together, so that the approximation of the test holds.
    rare = expected < 5
    if rare.any():
        expected = np.append(expected[~rare], expected[rare].sum())
        got = np.append(got[~rare], got[rare].sum())
    return float(chisquare(got, expected).pvalue) if len(expected) > 1 else 1.0


def strange_world(table: Table, watcher: int, key: bytes, world: np.ndarray) -> str:
    history, true = histories_like(table, watcher, key)
    return witness.describe_world(table, watcher, history, world, list(true.values()))


def strange_weights(
    table: Table, watcher: int, key: bytes, weights: dict[bytes, float], counts: dict[bytes, int]
) -> str:
    history, true = histories_like(table, watcher, key)
    total, drawn = sum(weights.values()), sum(counts.values())
    shares = [(g, weights[state] / total, counts[state] / drawn) for state, g in true.items()]
    return witness.describe_weights(table, watcher, history, shares)


def histories_like(table: Table, watcher: int, key: bytes) -> tuple[list[str], dict[bytes, np.ndarray]]:
    """What a watcher saw of the histories of one class, and the States at their ends: every history once more."""
    start = table.new(0)
    saw: list[str] = []
    ends: dict[bytes, np.ndarray] = {}
    todo = [(start, digest(table.hide(start, watcher).tobytes()), ())]
    while todo:
        g, now, path = todo.pop()
        if now == key:
            saw, ends[digest(g.tobytes())] = [table.game.moves.text(m) for m in path], g
        for m in table.legal(g):
            after = table.play(g, m)
            seen = table.see(g, m, watcher)
            todo.append((after, later_key(now, seen, table.hide(after, watcher)), (*path, seen)))
    return saw, ends


def later_key(key: bytes, seen: int, h: np.ndarray) -> bytes:
    """What a watcher has seen of a history, after one more move."""
    return digest(key + seen.to_bytes(8, "big", signed=True) + h.tobytes())


def enumerate_histories(table: Table) -> Histories:
    """Play every game of a tiny edition; a class holds the histories that looked the same at every ply."""
    classes: dict[int, Any] = {w: defaultdict(lambda: defaultdict(float)) for w in table.watchers}
    hidden: dict[int, dict[bytes, bytes]] = {w: {} for w in table.watchers}
    asked: dict[tuple[bytes, int, bytes], bytes] = {}
    question = asking_bytes(table)
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
                later[w] = later_key(key, seen, h)
                hidden[w][later[w]] = h.tobytes()
                if w == PUBLIC:
                    check_asked(asked, (key, seen, without(h, question)), after.view(np.uint8)[question].tobytes())
            todo.append((after, share, later))
    return found


def check_asked(asked: dict[Any, bytes], public: Any, question: bytes) -> None:
    """Who is asked, and for what, depends only on what everybody can see."""
    assert asked.setdefault(public, question) == question, "who is asked tells a secret"


def asking_bytes(table: Table) -> np.ndarray:
    """Which bytes of a State say who is asked, and for what."""
    marked = np.zeros(1, table.game.state.dtype)
    for field in table.game.state:
        if field.kind in ("seat", "phase") or field.name == "asked":
            marked[field.name].view(np.uint8)[...] = 1
    return np.flatnonzero(marked.view(np.uint8))


def without(h: np.ndarray, question: np.ndarray) -> bytes:
    bare = np.frombuffer(bytearray(h.tobytes()), np.uint8)
    bare[question] = 0
    return digest(bare.tobytes())


def digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=12).digest()
