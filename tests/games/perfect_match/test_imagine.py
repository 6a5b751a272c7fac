"""Imagination is exact for every effect that moves or shows cards: all histories of very small editions.

Each edition has four or five cards; players draw two at a time, so that cards lie in hands and profiles before the
drama comes. The histories begin when the table is laid.
"""

from dataclasses import dataclass

import numpy as np
import pytest

import checks
from parlour.engine import registry
from parlour.engine.record import CHANCE
from support import clause

GAME = registry.load("perfect_match")
NUMBERS = """
id = "micro"
title = "Micro"
[numbers]
stage = {stage}
profile = {wants}
draw = 1
draw_empty = {empty}
actions = {actions}
limit = 2
goals = [9, 9, 9]
"""
ROW = '\n[[{family}]]\nid = "{id}"\nname = "{id}"\nsource = "invented"\n'


def micro(cards, stage=2, wants=1, empty=2, actions=2):
    """An edition with one copy of each card: traits by letter, red flags as numbers, dramas by their effect."""
    parts = [NUMBERS.format(stage=stage, wants=wants, empty=empty, actions=actions)]
    for letter in "BDFM":
        count = cards.count(letter)
        row = ROW.format(family="traits", id=f"trait-{letter.lower()}")
        parts.append(row + f'letter = "{letter}"\ncopies = [{count}, {count}, {count}]\n')
        traits = ", ".join([f'"trait-{letter.lower()}"'] * wants)
        parts.append(ROW.format(family="profiles", id=f"wants-{letter.lower()}") + f"traits = [{traits}]\n")
    for card in cards:
        if card.isdigit():
            parts.append(ROW.format(family="flags", id=f"flag-{card}") + "copies = [1, 1, 1]\n")
        elif len(card) > 1:
            parts.append(ROW.format(family="dramas", id=card) + f'effect = "{card}"\ncopies = [1, 1, 1]\n')
    for i in range(stage + 1):
        row = ROW.format(family="contestants", id=f"person-{i}")
        parts.append(row + 'hearts = 1\naction = "helps"\neffect = "draw"\n')
    text = "".join(parts)
    missing = [f"{family} = []\n" for family in ("flags", "dramas") if f"[[{family}]]" not in text]
    return GAME.edition_from("".join(missing) + text)


@dataclass(frozen=True)
class Begun(checks.Table):
    """A table where the profiles are dealt and the stage is full."""

    def new(self, first: int = 0) -> np.ndarray:
        g = super().new(0)
        while g["seat"][0] == CHANCE and g["due"][0] == 0:
            g = self.play(g, self.legal(g)[0])
        return g


CASES = {
    "peek": micro(["B", "D", "1", "peek"]),
    "reveal": micro(["B", "D", "1", "reveal"]),
    "sniff": micro(["B", "D", "1", "sniff"]),
    "remove": micro(["B", "D", "1", "remove"]),
    "return": micro(["B", "D", "1", "return"]),
    "exchange": micro(["B", "D", "1", "exchange"]),
    "move": micro(["B", "D", "1", "move"]),
    "swap": micro(["B", "D", "1", "swap"]),
    "sweep": micro(["B", "D", "1", "sweep"]),
    "trade": micro(["B", "D", "1", "trade"]),
    "plant": micro(["B", "D", "1", "plant"]),
    "rummage": micro(["B", "D", "1", "rummage"]),
    "steal": micro(["B", "D", "1", "steal"]),
    "spy": micro(["B", "D", "1", "spy"]),
    "spill": micro(["B", "D", "1", "spill"]),
    "encore": micro(["B", "D", "1", "encore"]),
    "draw": micro(["B", "D", "1", "draw"]),
    "sniff, then return": micro(["B", "1", "sniff", "return"], stage=1, wants=2),
    "return, then steal": micro(["B", "1", "return", "steal"], stage=1, wants=2),
    "peek, then swap": micro(["B", "1", "peek", "swap"]),
}


@pytest.mark.parametrize("case", CASES)
def test_imagine_is_exact(case):
    checks.check_imagine_is_exact(Begun(GAME, 0, 2, CASES[case], 1), classes=40, samples=400)


@clause("PM-R2")
def test_imagine_is_exact_when_secret_profiles_of_three_cross():
    """Failed dates of several seats rule out different profiles for each, and no two seats have the same one."""
    edition = micro(["B", "D", "1"], stage=1, empty=1, actions=1)
    checks.check_imagine_is_exact(checks.Table(GAME, 0, 3, edition, 0), classes=60, samples=600)
