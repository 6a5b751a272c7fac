"""Previews: what each legal move would do, as far as the seat that decides can know it.

A hidden record cannot be played on: HIDDEN is no card. So worlds are imagined from it, the move is played in each, and
what comes out is hidden again from the seat. A fact is told only if it is the same in all of them and the seat learns
nothing by the move; else it is None, which means unknown. Worlds are a sample, so they alone prove nothing: a move that
turns something up could go the same way in all of them by luck.

The default facts are the points and who decides next. A game that can say more has `after(sight, m, would)` in its view
module: it returns an After of its own type and lines about it. The type is named AFTER there.
"""

import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from msgspec import Struct

from parlour.engine.answers import FIELDS as ANSWERS
from parlour.engine.chance import stream
from parlour.engine.plain import CHANCE, HIDDEN, OVER
from parlour.engine.record import Record, copied
from parlour.engine.words import Line

if TYPE_CHECKING:
    from parlour.engine.look import Look

# In how many worlds each move is tried.
WORLDS = 6


class After(Struct, kw_only=True):
    """What all games tell of a move. None: the seat cannot know it."""

    # By seat, what everybody can count then.
    points: tuple[int, ...] | None = None
    # Who decides next: a seat, -1 for chance, -2 if the game is over.
    turn: int | None = None


class Preview(NamedTuple):
    """One legal move, and what it would do as data and in lines."""

    move: int
    after: After
    facts: list[Line]


class Would:
    """One move, played in several worlds: what the seat would know after it in each, as an array of records."""

    def __init__(self, records: np.ndarray, learns: bool) -> None:
        self.records, self.learns = records, learns

    def same(self, field: str) -> Any:
        """A field of the record that is the same in every world, or None."""
        if self.learns or not len(self.records):
            return None
        found = self.records[field].tolist()
        return found[0] if all(one == found[0] for one in found) else None


def previews(look: "Look", worlds: int = WORLDS) -> list[Preview]:
    """What every legal move of a deciding seat would do."""
    tell = getattr(look.game.part("view"), "after", default_after)
    imagined = imagined_worlds(look, worlds)
    return [Preview(m, *tell(look, m, would)) for m, would in zip(look.legal, tried(look, imagined), strict=True)]


def default_after(look: "Look", m: int, would: Would) -> tuple[After, list[Line]]:
    """The points and who decides next, and nothing in words."""
    return default_facts(look, would), []


def default_facts(look: "Look", would: Would) -> After:
    points = would.same("points")
    return After(points=points and tuple(points[: look.match.seats]), turn=would.same("seat"))


def imagined_worlds(look: "Look", count: int) -> list[np.ndarray]:
    """Worlds that the seat cannot tell from the true one; always the same ones for the same knowledge.

    None while several seats answer at the same time: what follows depends on answers that nobody has seen.
    """
    if int(look.hidden["asked"][0]) or not look.legal:
        return []
    rng = stream(zlib.crc32(look.hidden.tobytes()))
    return [look.game.imagine(look.edition, look.hidden, look.seat, rng) for _ in range(count)]


def tried(look: "Look", worlds: list[np.ndarray]) -> list[Would]:
    """Every legal move, played in every world and hidden again from the seat."""
    game, e = look.game, look.edition
    after = [game.hide(e, game.play(e, world, m), look.seat) for m in look.legal for world in worlds]
    if not after:
        return [Would(look.hidden[:0], True) for _ in look.legal]
    records = np.concatenate(after)
    known = count_hidden(game.state, look.hidden)[0]
    learns = (count_hidden(game.state, records) < known).reshape(-1, len(worlds)).any(axis=1)
    split = records.reshape(-1, len(worlds))
    return [Would(found, bool(new)) for found, new in zip(split, learns, strict=True)]


def count_hidden(layout: Record, records: np.ndarray) -> np.ndarray:
    """How many cells of each hidden record its seat does not know.

    In a field that everybody knows the number of HIDDEN is a number like any other. Answers of others do not count:
    they are hidden from when they are asked for, and would make up for what was learnt.
    """
    count = np.zeros(len(records), np.int64)
    for f in layout:
        if isinstance(f.type, Record):
            inner = count_hidden(f.type, records[f.name].reshape(-1))
            count += inner.reshape(len(records), -1).sum(axis=1)
        elif f.who != "all" and f.name not in ANSWERS:
            count += (records[f.name] == HIDDEN).reshape(len(records), -1).sum(axis=1)
    return count


# Taking back


def committing(look: "Look", worlds: int = 2) -> dict[int, bool]:
    """The legal moves that cannot be taken back freely: they tell somebody something, or chance goes on.

    True for those that may end the game: after the end nothing is taken back.
    """
    if int(look.hidden["asked"][0]):
        # An answer can be changed until the last one is in.
        return dict.fromkeys(look.legal, False) if len(look.deciders) == 1 else {}
    found: dict[int, bool] = {}
    play, e = look.game.kernels.play_move, look.edition.record
    # One record for all moves, since this is asked at every move of every table.
    after = copied(look.hidden)
    cells, seats, news = after.view(np.uint8), after["seat"], after["news"]
    for world in imagined_worlds(look, worlds):
        before, known = world.view(np.uint8), world["news"][0]
        for m in look.legal:
            cells[:] = before
            play(e, after, m)
            seat = int(seats[0])
            if news[0] != known or seat in (CHANCE, OVER):
                found[m] = found.get(m, False) or seat == OVER
    return found
