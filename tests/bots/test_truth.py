"""Search against exact values: Heartcatchers with eight cards, when one or two decisions are left.

The exact value of a move comes from every world that the seat cannot tell from the true one, every draw, and
the best reply of whoever decides last from what that seat knows.
"""

from collections import defaultdict
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from parlour import bots
from parlour.engine import registry
from parlour.engine.chance import stream
from parlour.engine.record import CHANCE, HIDDEN, OVER, WIN

GAME = registry.load("heartcatchers")
KINDS = (
    "red love",
    "green breaker",
    "blue change",
    "white blank",
    "red blank",
    "green blank",
    "blue blank",
    "red change",
)


def eight_cards() -> Any:
    """One stack a side, one card in hand, four in the pile."""
    head = GAME.edition("tiny").text.split("[[cards]]")[0].replace('id = "tiny"', 'id = "eight"')
    cards = []
    for i, kind in enumerate(KINDS):
        suit, heart = kind.split()
        cards.append(f'[[cards]]\nid = "c{i}"\nname = "{kind}"\nsuit = "{suit}"\nheart = "{heart}"\ncopies = 1\n')
    return GAME.edition_from(head + "".join(card + 'source = "invented"\n' for card in cards))


EDITION = eight_cards()
Worlds = list[tuple[np.ndarray, float]]


def every_world(h: np.ndarray) -> Worlds:
    """All ways to put the unseen cards into the hidden places, each as likely as any other."""
    g = h[0]
    hands = [(s, i) for s in range(2) for i in range(g.hand.shape[1]) if g.hand[s, i] == HIDDEN]
    secrets = [k for k in range(g.secrets) if g.secret[k] == HIDDEN]
    seen = {int(c) for c in [*g.hand.flat, *g.secret[: g.secrets], *g.top, *g.below] if c >= 0}
    unseen = [c for c in range(len(KINDS)) if c not in seen]
    found = []
    for cards in permutations(unseen, len(hands) + len(secrets)):
        w = h.copy()
        for (s, i), card in zip(hands, cards, strict=False):
            w[0].hand[s, i] = card
        for k, card in zip(secrets, cards[len(hands) :], strict=True):
            w[0].secret[k] = card
        w[0].deck = sum(1 << c for c in unseen if c not in cards)
        found.append(w)
    return [(w, 1 / len(found)) for w in found]


def ends_of_chance(worlds: Worlds) -> Worlds:
    """The positions in which somebody decides or the game is over, with their weights."""
    found, left = [], list(worlds)
    while left:
        g, weight = left.pop()
        moves = GAME.legal(EDITION, g)
        if g["seat"][0] == CHANCE or len(moves) == 1:
            left += [(GAME.play(EDITION, g, m), weight / len(moves)) for m in moves]
        else:
            found.append((g, weight))
    return found


def value(worlds: Worlds, seat: int) -> float:
    """What the worlds give to the seat if whoever still decides does so best for itself."""
    total = 0.0
    groups: dict[bytes, Worlds] = defaultdict(list)
    for g, weight in ends_of_chance(worlds):
        if g["seat"][0] == OVER:
            total += weight * float(g["result"][0][seat]) / float(WIN)
        else:
            groups[GAME.hide(EDITION, g, int(g["seat"][0])).tobytes()].append((g, weight))
    for group in groups.values():
        decider = int(group[0][0]["seat"][0])
        replies = exact(group, decider)
        best = max(replies, key=lambda m: replies[m])
        total += value(played(group, best), seat)
    return total


def played(worlds: Worlds, m: int) -> Worlds:
    return [(GAME.play(EDITION, g, m), weight) for g, weight in worlds]


def exact(worlds: Worlds, seat: int) -> dict[int, float]:
    """The value of every move of the seat that decides in these worlds."""
    return {m: value(played(worlds, m), seat) for m in GAME.legal(EDITION, worlds[0][0])}


def position(decisions: int, seed: int) -> np.ndarray:
    """A position of a random game with so many decisions left: every card is still to be played once."""
    g, rng = GAME.new(EDITION, 2, 0, GAME.about.ruling_bits({})), stream(seed)
    while g["seat"][0] < 0 or int(g["held"][0].sum() + g["pile"][0]) > decisions:
        GAME.kernels.random_walk(EDITION.record, g, rng, 1)
    return g


@pytest.mark.parametrize(("decisions", "iterations"), [(1, 2000), (2, 6000)])
@pytest.mark.parametrize("seed", range(6))
def test_search_finds_the_exact_value(decisions: int, iterations: int, seed: int) -> None:
    g = position(decisions, seed)
    seat = int(g["seat"][0])
    h = GAME.hide(EDITION, g, seat)
    truth = exact(every_world(h), seat)
    bot = bots.make(f"search:{iterations}it", GAME, seed)
    searched = bot.search(EDITION, h, seat)
    chosen = searched.move
    assert truth[chosen] == pytest.approx(max(truth.values()), abs=0.02)
    found = {m: worth for m, worth, _ in searched.tried}
    assert found[chosen] == pytest.approx(truth[chosen], abs=0.06)
