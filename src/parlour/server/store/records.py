"""What the store keeps: tables, seats and matches as records, and what one step of a table adds to them."""

import msgspec

from parlour.engine.log import Draws, Renewal, TakenBack
from parlour.server import wire
from parlour.server.store.seats import SeatRecord

# The time at which a table is due where a bot is to move; any other is a time of this century.
DUE_NOW = 1.0

# How much of the talk at a table is kept: all of it is loaded with the table.
MAX_SAID = 500


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
    # Between which hours deadlines run, at the pace of days; without them always.
    hours: wire.PlayingHours | None = None
    undo: UndoWish | None = None
    # Nobody looks on.
    private: bool = False
    # The hash of the session that laid the table.
    laid: str = ""
    # What an edition that does not come with the game says of itself.
    foreign: wire.ForeignEdition | None = None
    # Who has won each match of the series before this one; None where all were level.
    results: list[list[int] | None] = []
    # The seats that would like another match, once one is over.
    again: list[int] = []


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
    # How often something was taken back that had shown somebody something.
    undos_told: int = 0
    # The format of the log: how draws follow from it.
    header: int = 1
    # Of `parlour dev`: moves that did not fit the rules as they were last changed, and the hash of the log before them.
    unfit: list[str] = []
    unfit_after: str = ""
    # A match that goes on from a turn of another one: until it starts the moves before, then the ply from which its own
    # secret draws, and by which secrets was drawn before.
    opening: list[str] = []
    begins: int = 0
    before: list[Draws] = []


# Made here: msgspec prepares a type when it is first used, and crashes if two threads do so at once.
TABLE, MATCH = msgspec.json.Decoder(TableRecord), msgspec.json.Decoder(MatchRecord)


class Change(msgspec.Struct, kw_only=True):
    """What one step of a table adds to the store, all or nothing; it follows the change before `table.seq`."""

    id: str
    table: TableRecord
    # When the server has to act at the table by itself: DUE_NOW, a time, or 0 for never; None if that stays.
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
    # The session that is left goes on as the holder: its bells go with it.
    carried: bool = False
    # Sessions whose bells are deleted: they have given up.
    no_bells: list[str] = []
    # By session with a bell what there is to tell it, nothing where no turn waits for it any more; and since when.
    occasions: dict[str, str] = {}
    since: float = 0.0
    # Seats whose talk is erased.
    unsaid: list[int] = []
    # The code that leads to the table is void.
    no_code: bool = False
    # Moves were played, and nothing else has changed: other processes can play them too, without reading the table.
    played: bool = False
    # What everybody at the table is told with it, at every process.
    notice: wire.Notice | None = None


def vacate(id: str, table: TableRecord, match: MatchRecord, seat: int, invitation: str = "") -> Change:
    """Take a seat from its session: a change by which its link, its nonce, its talk and the table's code go with it."""
    left = table.seats[seat].token_hash
    table.seats[seat] = table.seats[seat].free(invitation).back()
    if not match.started:
        match.nonces = [n for n in match.nonces if not n.startswith(f"{seat}:")]
    held = any(other.token_hash == left for other in table.seats)
    return Change(id=id, table=table, match=match, left="" if held else left, unsaid=[seat], no_code=True)


class Played(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Moves that another process has played and written."""

    number: int
    ply: int
    undos: int
    lines: list[str]
    key: str = ""
    deadline: float = 0.0


class ChangeNews(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What other processes are sent of a change beside its number: moves that they can play, and the notice."""

    played: Played | None = None
    notice: wire.Notice | None = None


class Kept(msgspec.Struct, kw_only=True):
    """A table as it is stored."""

    id: str
    table: TableRecord
    matches: list[MatchRecord]
    lines: list[str]
    answers: dict[str, int]
    chat: list[tuple[int, int, str]]


NEWS = msgspec.json.Decoder(ChangeNews)
