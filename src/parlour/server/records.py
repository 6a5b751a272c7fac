"""What the store keeps: tables, seats and matches as records, and what one step of a table adds to them."""

import msgspec

from parlour.engine.log import Renewal, TakenBack

# The time at which a table is due where a bot is to move; any other is a time of this century.
AT_ONCE = 1.0

# How much of the talk at a table is kept: all of it is loaded with the table.
MOST_SAID = 500


class SeatRecord(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One seat: who sits there, and the hash of the token that proves it; `invitation` is the hash of its link."""

    kind: str
    name: str
    level: str = ""
    token_hash: str = ""
    invitation: str = ""
    claimed: bool = False
    away: bool = False
    # Another person has let a bot play: the seat is still its player's.
    replaced: bool = False
    # The hash of a link by which its holder moves the seat to another device.
    moving: str = ""
    # The hash of the link that gave the seat to its holder, who may not have heard of it and ask again.
    used: str = ""
    # Its player has given up: a bot plays on, and it counts as lost.
    resigned: bool = False
    # The hash of the session of whoever has given up, who may still delete name and talk.
    was: str = ""
    # At a silent table of people: would like hints, if all of them do.
    advised: bool = False


class UndoWish(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A seat that has asked to take a move back, who has agreed, and until when the others are asked."""

    seat: int
    until: float
    agreed: list[int] = []


class TableRecord(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A table: what is played and by whom. The moves are rows of their own."""

    game: str
    edition: str
    mode: str
    rulings: dict[str, bool]
    seats: list[SeatRecord]
    pace: str
    best_of: int
    chat: bool
    created: float
    seq: int = 0
    number: int = 0
    deadline: float = 0
    help: bool = True
    undo: UndoWish | None = None
    # Nobody looks on.
    private: bool = False
    # The hash of the session that laid the table.
    laid: str = ""
    # Who has won each match of the series before this one; None where all were level.
    results: list[list[int] | None] = []


class MatchRecord(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One match at a table. The secret never leaves the store before the match is over."""

    version: int
    layout: str
    first: int
    secret: str
    nonces: list[str] = []
    started: bool = False
    over: bool = False
    undos: int = 0
    state: str = ""
    # Answers that are in while other seats are still asked at the same time.
    pending: dict[int, str] = {}
    # Once it is over: None if all are level.
    winners: list[int] | None = None
    # `version` is that of the rules it began with; here is where newer ones took over.
    renewals: list[Renewal] = []
    taken: list[TakenBack] = []
    # Of `parlour dev`: moves that did not fit the rules as they were last changed, and the hash of the log before them.
    unfit: list[str] = []
    unfit_after: str = ""


# Made here: msgspec prepares a type when it is first used, and crashes if two threads do so at once.
TABLE, MATCH = msgspec.json.Decoder(TableRecord), msgspec.json.Decoder(MatchRecord)


class Change(msgspec.Struct, kw_only=True):
    """What one step of a table adds to the store, all or nothing; it follows the change before `table.seq`."""

    id: str
    table: TableRecord
    # When the server has to act at the table by itself: AT_ONCE, a time, or 0 for never; None if that stays.
    due: float | None = None
    match: MatchRecord | None = None
    cut: int | None = None
    ply: int = 0
    lines: list[str] = []
    key: str = ""
    said: tuple[int, str] | None = None
    # The hash of a session that has taken a seat with this change, and of one that has none here any more.
    holder: str = ""
    left: str = ""
    # Seats whose talk is erased.
    unsaid: list[int] = []
    # Moves were played, and nothing else has changed: other processes can play them too, without reading the table.
    played: bool = False
    # What the table is told with it, at every process: a word of `Snapshot.notice`.
    notice: str = ""


class Played(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Moves that another process has played and written."""

    number: int
    ply: int
    undos: int
    lines: list[str]
    key: str = ""
    deadline: float = 0.0


class Told(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What other processes are told of a change beside its number: moves that they can play, and the notice."""

    played: Played | None = None
    notice: str = ""


class Kept(msgspec.Struct, kw_only=True):
    """A table as it is stored."""

    id: str
    table: TableRecord
    matches: list[MatchRecord]
    lines: list[str]
    answers: dict[str, int]
    chat: list[tuple[int, int, str]]


TOLD = msgspec.json.Decoder(Told)
