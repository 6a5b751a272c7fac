"""Editions of Heartcatchers made for the tests of the terminal."""

from pathlib import Path

HEAD = """id = "{id}"
title = "A deck for tests"

[numbers]
columns = {columns}
hand = {hand}
love = 3
breaker = 3

[[catches]]
suit = "red"
catches = ["green"]
"""
CARD = """
[[cards]]
id = "{id}"
name = "{name}"
suit = "{suit}"
heart = "blank"
copies = 1
source = "invented"
"""


def write_deck(path: Path, names: list[str], columns: int, hand: int) -> Path:
    """A deck in which every card has a name of its own; green and red by turns."""
    text = HEAD.format(id=path.stem, columns=columns, hand=hand)
    for i, name in enumerate(names):
        text += CARD.format(id=f"card-{i + 1}", name=name, suit=("green", "red")[i % 2])
    path.write_text(text, "utf-8")
    return path


def unmistakable(count: int) -> list[str]:
    """Names that occur nowhere else in what a terminal prints."""
    return [f"Zq{chr(ord('a') + i)}x" for i in range(count)]
