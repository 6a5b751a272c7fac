"""The legal moves as a numbered list in words, which typed words filter."""

import re
from dataclasses import dataclass
from itertools import groupby

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from parlour.engine.look import Look
from parlour.terminal.screen import DIM, Rows, Screen
from parlour.terminal.words import plain, say

# Up to SHORT moves of a kind get a row each. MARGIN is what a number and the space around words take.
SHORT, MARGIN = 6, 10
RANGE = re.compile(r"(\d{1,4})\s*-\s*(\d{1,4})")


@dataclass(frozen=True)
class Choice:
    """One legal move: its number in the list, as an integer, as text, in words, and by which clause."""

    number: int
    move: int
    text: str
    words: str
    kind: str
    clause: str

    @property
    def first(self) -> str:
        """What is chosen first: the kind and its first argument."""
        return " ".join(self.text.split()[:2])


def choices_of(look: Look) -> list[Choice]:
    """Every legal move of a seat, in the order of the rules; of equal cards, whose moves sound alike, the first."""
    found: dict[str, Choice] = {}
    for m in look.moves:
        words = plain(m.words)
        found.setdefault(words, Choice(len(found) + 1, m.move, m.text, words, m.data["kind"], m.clause))
    return list(found.values())


def narrowed(choices: list[Choice], typed: str) -> list[Choice]:
    """The choices that match typed words, or a range such as 5-12."""
    if span := RANGE.fullmatch(typed.strip()):
        return [c for c in choices if int(span[1]) <= c.number <= int(span[2])]
    wanted = typed.lower().split()
    return [c for c in choices if all(w in f"{c.words} {c.text}".lower() for w in wanted)]


@dataclass(frozen=True)
class Listing:
    """A list of moves in rows: with a heading for each kind, or bare where rows are few."""

    headed: Rows
    bare: Rows
    # Whether each move stands for itself, and whether some are left out because somebody typed words.
    whole: bool
    fewer: bool

    @classmethod
    def of(cls, choices: list[Choice], screen: Screen, fewer: bool) -> "Listing":
        """By kind, with the clause of each; a long list shows how moves begin."""
        kinds, rows, width = by_kind(choices), screen.rows, screen.width
        whole = sum(down(len(ours), across(ours, width)) for ours in kinds) <= rows or len(choices) <= rows // 2
        shown: list[RenderableType] = []
        for ours in kinds:
            shown.append(Text(say("moves.kind", kind=ours[0].kind, clause=ours[0].clause), style=DIM))
            shown.append(columns(ours, width) if whole else grouped(ours))
        headed = screen.lines(Padding(Group(*shown), (0, 0, 0, 1)))
        return cls(headed, screen.lines(columns(choices, width) if whole else grouped(choices)), whole, fewer)

    @property
    def sentence(self) -> int:
        """The row below it that says how to see the others."""
        return int(self.fewer or not self.whole)

    @property
    def fewest(self) -> int:
        """How many rows it takes at least on one page."""
        return len(self.bare) + self.sentence

    def pages(self, room: int | None) -> list[Rows]:
        """Each of several pages leaves a row for the sentence that says so."""
        if room is None or len(self.headed) + self.sentence <= room:
            return [self.headed]
        if self.fewest <= room:
            return [self.bare]
        size = max(room - 1, 1)
        return [self.bare[at : at + size] for at in range(0, len(self.bare), size)]


def by_kind(choices: list[Choice]) -> list[list[Choice]]:
    return [list(group) for _, group in groupby(choices, key=lambda c: (c.kind, c.clause))]


def across(choices: list[Choice], width: int) -> int:
    """How many moves fit side by side; a short list stays a list."""
    longest = max(len(c.words) for c in choices) + MARGIN
    return max(1, min(3, width // longest)) if len(choices) > SHORT else 1


def down(count: int, across: int) -> int:
    return -(-count // across)


def columns(choices: list[Choice], width: int) -> RenderableType:
    """Moves in one, two or three columns, read downwards."""
    wide = across(choices, width)
    tall = down(len(choices), wide)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for row in range(tall):
        grid.add_row(*(cell for c in choices[row::tall] for cell in cells(c, width if wide == 1 else 0)))
    return grid


def cells(choice: Choice, width: int) -> tuple[Text, Text]:
    """The number and the words of a move; its text too where there is room."""
    words = Text(choice.words)
    if len(choice.words) + len(choice.text) + MARGIN <= width:
        words.append(f"  {choice.text}", style=DIM)
    return Text(f"{choice.number:>5}"), words


def grouped(choices: list[Choice]) -> RenderableType:
    """Moves with the same first choice on one row, with the numbers that they span."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _, group in groupby(choices, key=lambda c: c.first):
        ours = list(group)
        if len(ours) == 1:
            grid.add_row(*cells(ours[0], 0))
        else:
            words = say("moves.group", words=shared_words([c.words for c in ours]), n=len(ours))
            grid.add_row(Text(f"{ours[0].number}-{ours[-1].number}".rjust(5)), Text(words))
    return grid


def shared_words(sentences: list[str]) -> str:
    """What all sentences have in common, with dots where they differ."""
    first, *others = [s.split() for s in sentences]
    kept = [w if all(w in other for other in others) else "\u2026" for w in first]
    return " ".join(w for i, w in enumerate(kept) if w != "\u2026" or kept[i - 1 : i] != ["\u2026"])
