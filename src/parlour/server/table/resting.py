"""A table at rest: what is stored of it, with its match replayed. Nobody is connected, and nothing goes on."""

from dataclasses import dataclass

from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.log import Save
from parlour.engine.match import Match
from parlour.server.store.records import MatchRecord, TableRecord
from parlour.server.table.refusals import NotAllowed
from parlour.server.table.texts import free_name, tidy

OLDER_RULES = "This table was played by older rules than this house has: it cannot go on. Its record can be downloaded."

# The number of the match, how often it was taken back, and its ply; None before the deal.
Position = tuple[int, int, int] | None


@dataclass(kw_only=True)
class RestingTable:
    """A table as it is stored; `LiveTable` adds who is connected, the lock and the tasks."""

    id: str
    game: Game
    edition: Edition
    record: TableRecord
    matches: list[MatchRecord]
    # By the key of a message the number of the change that it has made.
    answers: dict[str, int]
    chat: list[tuple[int, int, str]]
    # None before the deal, and if it cannot go on under the present rules: then there is its save as it was stored.
    match: Match | None = None
    unplayable: Save | None = None

    @property
    def match_record(self) -> MatchRecord:
        return self.matches[self.record.number]

    @property
    def status(self) -> str:
        if self.unplayable:
            return "frozen"
        if self.match is None:
            return "waiting"
        return "over" if self.match.over else "playing"

    @property
    def position(self) -> Position:
        """Which position of which match it is at; one that is reached again after an undo is another one."""
        return None if self.match is None else (self.record.number, self.match.undos, self.match.ply)

    def running(self) -> Match:
        if self.unplayable:
            raise NotAllowed(OLDER_RULES)
        if self.match is None:
            raise NotAllowed("The match has not begun: somebody is still missing.")
        return self.match

    # Seats

    def persons(self) -> list[int]:
        return [i for i, seat in enumerate(self.record.seats) if seat.kind == "person"]

    def is_bot(self, seat: int) -> bool:
        return self.record.seats[seat].kind == "bot" or self.record.seats[seat].away

    def others(self, seat: int) -> set[int]:
        """The persons who have to agree if a seat takes back what somebody has learnt from; bots always agree."""
        return {s for s in self.persons() if s != seat and not self.is_bot(s)}

    def undo_is_free(self, seat: int) -> bool:
        """Whether a seat may take anything back without asking; in a series bots do not agree."""
        return self.record.best_of == 1 and not self.others(seat)

    @property
    def undo_asked_by(self) -> int:
        """The seat that has asked to take a move back, or -1."""
        return self.record.undo.seat if self.record.undo else -1

    @property
    def names_are_fixed(self) -> bool:
        """In silent games names cannot be changed during a match, since they could be used to talk."""
        return self.game.about.silent and self.match is not None

    def name_seat(self, seat: int, name: str) -> None:
        before = self.record.seats[seat]
        others = [s.name for i, s in enumerate(self.record.seats) if i != seat]
        self.record.seats[seat] = before.rename(free_name(tidy(name) or before.name, others))
        if self.match is not None:
            self.match.names = tuple(s.name for s in self.record.seats)

    def without_resigned(self, winners: list[int] | None) -> list[int] | None:
        """Who has won the match, seats that gave up left out: where none is left of the winners, all others have."""
        stayed = [i for i, seat in enumerate(self.record.seats) if not seat.resigned]
        if len(stayed) == len(self.record.seats):
            return winners
        if winners is not None and not winners:
            return []
        return [i for i in winners or stayed if i in stayed] or stayed
