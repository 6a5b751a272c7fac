"""Every history of a tiny edition: imagination is exact, and who is asked is public (invariants 6 and 7)."""

import random
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np

from checks import chi_square, witness
from checks.tables import Table, every_field
from parlour.engine.chance import stream
from parlour.engine.record import CHANCE, PUBLIC

MAX_NODES = 600_000
# Counts that are less likely than this are no accident.
LEAST_FIT = 1e-7
# The class before the first move.
START = -1

# State -> for each watcher the class of the histories that lead to it -> weight
Ply = dict[bytes, dict[tuple[int, ...], float]]


@dataclass
class Histories:
    """Every history of a tiny edition, sorted by what each seat saw of it: a class is a number, each its own."""

    # watcher -> class -> State -> weight by chance alone
    classes: dict[int, dict[int, dict[bytes, float]]]
    # class -> the class before its last move, what the watcher saw of that move, its hidden record
    seen: list[tuple[int, int, bytes]]

    def story(self, at: int) -> list[int]:
        """What a watcher saw of the moves of a class, from the first."""
        moves: list[int] = []
        while (last := self.seen[at])[0] != START:
            moves.append(last[1])
            at = last[0]
        return moves[::-1]


def check_imagine_is_exact(table: Table, classes: int = 250, samples: int = 1500) -> None:
    """On a tiny edition `imagine` gives exactly the States that looked the same, weighted by chance."""
    found = enumerate_histories(table)
    pick = random.Random(11)
    rng = stream(11)
    tested = 0
    for watcher, those in found.classes.items():
        later = [c for c in those if found.seen[c][0] != START]
        several = [c for c in later if len(those[c]) > 1]
        # By luck alone an edition that hides little would have hardly a class of several States among them.
        sure = pick.sample(several, min(len(several), classes // 5))
        for at in sure + pick.sample(later, min(len(later), 4 * classes)):
            weights = those[at]
            h = state_of(table, found.seen[at][2])
            big = len(weights) > 1 and tested < classes * len(found.classes)
            tested += big
            counts: dict[bytes, int] = defaultdict(int)
            for _ in range(samples if big else 12):
                world = table.imagined(h, watcher, rng)
                counts[world] += 1
                if world not in weights:
                    told = strange_world(table, watcher, found.story(at), weights, world)
                    raise AssertionError(f"imagined worlds cannot be: {told}")
            if big and (p := fit(weights, counts, samples)) <= LEAST_FIT:
                told = strange_weights(table, watcher, found.story(at), weights, counts)
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
    return chi_square.p_value(got, expected) if len(expected) > 1 else 1.0


def strange_world(table: Table, watcher: int, story: list[int], weights: dict[bytes, float], world: bytes) -> str:
    true = [state_of(table, g) for g in weights]
    return witness.describe_world(table, watcher, texts(table, story), state_of(table, world), true)


def strange_weights(
    table: Table, watcher: int, story: list[int], weights: dict[bytes, float], counts: dict[bytes, int]
) -> str:
    total, drawn = sum(weights.values()), sum(counts.values())
    shares = [(state_of(table, g), weight / total, counts[g] / drawn) for g, weight in weights.items()]
    return witness.describe_weights(table, watcher, texts(table, story), shares)


def texts(table: Table, moves: list[int]) -> list[str]:
    return [table.game.moves.text(m) for m in moves]


def state_of(table: Table, data: bytes) -> np.ndarray:
    return np.frombuffer(bytearray(data), table.game.state.dtype)


def enumerate_histories(table: Table) -> Histories:
    """Play every game of a tiny edition; a class holds the histories that looked the same at every ply.

    Ply by ply: a State that several histories lead to is played from once, and histories that nobody can tell apart
    and that lead to the same State are one.
    """
    start = table.new(0)
    found = Histories({w: {} for w in table.watchers}, [])
    found.seen += [(START, 0, table.hidden(start, w)) for w in table.watchers]
    ply: Ply = {start.tobytes(): {tuple(range(len(found.seen))): 1.0}}
    nodes = 0
    while ply:
        nodes += sum(map(len, ply.values()))
        assert nodes <= MAX_NODES, f"the tiny edition has more than {MAX_NODES:,} positions: make it smaller"
        for state, histories in ply.items():
            for those, weight in histories.items():
                for classes, at in zip(found.classes.values(), those, strict=True):
                    weights = classes.setdefault(at, {})
                    weights[state] = weights.get(state, 0.0) + weight
        ply = next_ply(table, found, ply)
    return found


def next_ply(table: Table, found: Histories, ply: Ply) -> Ply:
    """Every move in every State of a ply, and the classes that these lead to."""
    watchers, question = table.watchers, asking_bytes(table)
    public = watchers.index(PUBLIC)
    numbers: dict[tuple[int, int, bytes], int] = {}
    asked: dict[tuple[int, int, bytes], bytes] = {}
    # Many classes have the same hidden record: it is kept once.
    kept: dict[bytes, bytes] = {}
    following: Ply = {}
    for state, histories in ply.items():
        g = state_of(table, state)
        legal = table.legal(g)
        chances = len(legal) if g["seat"][0] == CHANCE else 1
        for m in legal:
            after = table.play(g, m)
            state_after = after.tobytes()
            saw = []
            for w in watchers:
                h = table.hidden(after, w)
                saw.append((table.see(g, m, w), kept.setdefault(h, h)))
            bare, asks = without(saw[public][1], question), np.frombuffer(state_after, np.uint8)[question].tobytes()
            leads = following.setdefault(state_after, {})
            for those, weight in histories.items():
                check_asked(asked, (those[public], saw[public][0], bare), asks)
                later = []
                for at, (seen, h) in zip(those, saw, strict=True):
                    step = (at, seen, h)
                    later.append(numbers.setdefault(step, len(found.seen)))
                    if later[-1] == len(found.seen):
                        found.seen.append(step)
                leads[tuple(later)] = leads.get(tuple(later), 0.0) + weight / chances
    return following


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


def without(h: bytes, question: np.ndarray) -> bytes:
    bare = np.frombuffer(bytearray(h), np.uint8)
    bare[question] = 0
    return bare.tobytes()
