"""What tests of games share: citing clauses, and driving a match through a scripted deal."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from parlour.engine import registry
from parlour.engine.edition import Edition
from parlour.engine.log import Entry
from parlour.engine.match import Match, NotLegal
from parlour.engine.record import CHANCE

clause = pytest.mark.clause


class NoChance:
    """Chance that must not be asked: in a driven match every draw is scripted."""

    def pick(self, n: int, ply: int, undos: int, log_hash: str) -> int:
        raise AssertionError("a driven match draws nothing by itself")


@cache
def read_once(game: str, edition: str) -> Edition:
    """Reading an edition takes longer than most scripted matches."""
    return registry.load(game).edition(edition)


class Driver:
    """A match in which the test also plays chance, move by move, as text."""

    def __init__(self, game: str, edition: str | Path = "edition", **options: Any) -> None:
        found = registry.load(game)
        printed = read_once(game, edition) if edition in found.editions else found.edition(edition)
        # Tests may write into the record; rules get it read-only, as ever, else they are compiled once more.
        self.record = printed.record.copy()
        own = replace(printed, record=self.record.view())
        own.record.flags.writeable = False
        self.match = Match(found, edition=own, chance=NoChance(), **options)

    @property
    def g(self) -> Any:
        """The State now, as a record: tests may also write into it to set up a position."""
        return self.match.state[0]

    @property
    def e(self) -> Any:
        """The edition's record, into which tests may write."""
        return self.record[0]

    @property
    def seat(self) -> int:
        return self.match.seat

    def legal(self, kind: str = "") -> list[str]:
        """The legal moves of whoever decides, chance included, as text; of one kind if it is named."""
        texts = [self.match.game.moves.text(m) for m in self.match.game.legal(self.match.edition, self.match.state)]
        return [t for t in texts if t.split()[0] == kind] if kind else texts

    def do(self, *texts: str) -> "Driver":
        """Play moves that must be legal."""
        for text in texts:
            legal = self.match.game.legal(self.match.edition, self.match.state)
            m = self.match.game.moves.parse(text)
            assert m in legal, f"{text!r} is not among {self.legal()}"
            index = legal.index(m) if self.seat == CHANCE else None
            self.match.add(Entry(m, text, index, len(legal)))
        return self

    def refused(self, text: str) -> NotLegal:
        """The refusal that a move of the deciding seat gets."""
        with pytest.raises(NotLegal) as caught:
            self.match.play(text)
        return caught.value

    def told(self, seat: int) -> list[str]:
        """The story of the last move as one seat hears it."""
        return [self.match.say(said, seat) for said in self.match.story(seat, self.match.ply - 1)]
