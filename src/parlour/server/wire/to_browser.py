"""What the server says at a table, over the socket.

What a snapshot is made of holds no reference cycles, so the garbage collector need not track it (`gc=False`): a server
holds hundreds of thousands of these structs, and a collection stops every table.
"""

from typing import Any, Literal

from msgspec import Struct

from parlour.engine.previews import After
from parlour.engine.view import Printed, View
from parlour.engine.words import Line
from parlour.server.wire.lobby import ForeignEdition
from parlour.server.wire.notices import Notice


class Sentence(Struct, kw_only=True, gc=False):
    """A line in words, with its key, fields and clause for screens that want to do more with it.

    `hold`: show the table as it is after this line for so many milliseconds before anything that follows.
    """

    text: str
    clause: str = ""
    key: str = ""
    fields: dict[str, int | str | tuple[int, ...]] = {}
    ply: int = -1
    hold: int = 0


class LegalMove(Struct, kw_only=True, gc=False):
    """A move that this seat may play now: as text to send back, as data to build a screen from, and in words."""

    move: str
    data: dict[str, int | str | None]
    text: str
    clause: str = ""
    # Whether it cannot be taken back without the others' consent: it tells somebody something, or chance goes on.
    commits: bool = False


class SeatInfo(Struct, kw_only=True, gc=False):
    """Who sits where. `here` is whether that player's browser is connected."""

    seat: int
    name: str
    # A letter that no other seat of the table has.
    letter: str
    kind: Literal["person", "bot", "open"]
    level: str = ""
    here: bool = False
    away: bool = False
    # Another person has let the bot play.
    replaced: bool = False
    # Nobody has been connected for a while: another person may let a bot play on.
    absent: bool = False
    # Its player has given up, and a bot plays on.
    resigned: bool = False
    mine: bool = False
    # At a silent table of people: would like hints, if all of them do.
    advised: bool = False


class Fairness(Struct, kw_only=True, gc=False):
    """The commitment to the draws; the secret only when the match is over."""

    commitment: str
    nonces: list[str]
    secret: str | None = None
    # From which ply on it draws: a match may go on from a turn of another one.
    begins: int = 0


class SeriesInfo(Struct, kw_only=True, gc=False):
    best_of: int
    wins: list[int]
    played: int
    over: bool


class Snapshot(Struct, kw_only=True, gc=False, tag="table"):
    """All that a browser needs to draw the table now. Sent as an answer to hello, after that only what changes."""

    seq: int
    id: str
    game: str
    title: str
    status: Literal["waiting", "playing", "over", "frozen"]
    # The seat whose view this is: -3 for spectators, -1 for a shared screen that is being handed over.
    me: int
    mine: list[int]
    seats: list[SeatInfo]
    ply: int
    # What the edition prints: in the first snapshot of a match, and when the language has changed; else null.
    edition: Printed | None
    view: View | None
    deciders: list[int]
    moves: list[LegalMove]
    ask: Sentence
    # Story lines since the last number that this browser had; all of them after a fresh start.
    story: list[Sentence]
    story_from: int
    # The seat of mine that has a move to take back, or -1.
    undo_seat: int
    undo_asked_by: int = -1
    # Until when the others are asked, in seconds since 1970; 0 if nobody is.
    undo_until: float = 0
    # The seats of whoever laid the table.
    laid: list[int] = []
    # The seats that are open in more than one browser, which everybody is told.
    doubled: list[int] = []
    private: bool = False
    # What is played, if it does not come with the game.
    foreign: ForeignEdition | None = None
    # How many look on without a seat.
    watching: int = 0
    chat: bool = False
    silent: bool = False
    pace: str = "unhurried"
    # Where others may interrupt a turn: the steps at which one may be asked, and those at which this seat is.
    stops: list[str] = []
    stops_mine: list[str] = []
    # Seconds since 1970 when a default answers for the deciding seats; 0 for never.
    deadline: float = 0
    fairness: Fairness
    series: SeriesInfo
    # Who has won, seats that gave up left out; empty while the match runs, and where nobody has.
    winners: list[int] = []
    # Which match of this table it is, from 0 on; each keeps its replay.
    match: int = 0
    # The seats that would like another match.
    again: list[int] = []
    # How often something was taken back that had shown somebody something.
    undos_told: int = 0
    # Beside what has happened: this once, or for as long as it is so.
    notice: Notice | None = None
    # How much of the rules is compiled, from 0 to 1; the deal waits for the whole.
    compiled: float = 1.0
    # The same of the bots, while one of them is to move: it waits for the whole.
    bots_compiled: float = 1.0


class Patch(Struct, kw_only=True, tag="patch"):
    """What has changed since the last snapshot that this browser was sent, which has the number `base`.

    By field: `[value]` is a new value, `[]` is one that is gone, an object goes inside, by name or by number of a list.
    Whoever has no snapshot of that number says hello again.
    """

    seq: int
    base: int
    changes: dict[str, Any]


class Loading(Struct, kw_only=True, tag="loading"):
    """The table is being loaded; it is sent as soon as its rules are compiled."""

    # From 0 to 1.
    compiled: float


class Ack(Struct, kw_only=True, tag="ack"):
    """The message with this key was handled, and its change is committed."""

    key: str
    seq: int


class Refused(Struct, kw_only=True, tag="refused"):
    """The message was not carried out, and nothing has changed."""

    key: str
    kind: Literal["not-a-move", "not-your-turn", "not-legal", "stale", "undo", "not-allowed", "invalid", "busy"]
    text: str
    clause: str = ""


class Said(Struct, kw_only=True, tag="said"):
    seat: int
    name: str
    text: str
    seq: int


class HintLine(Struct, kw_only=True):
    move: str
    text: str
    value: float


class Hints(Struct, kw_only=True, tag="hints"):
    """The best moves from what this seat knows, with how good they look (0 to 1)."""

    seat: int
    hints: list[HintLine]


class MovePreview(Struct, kw_only=True):
    """What one legal move would do; null is what this seat cannot know."""

    move: str
    # Each game adds its own facts.
    after: After
    # The same in words, as far as words are needed.
    facts: list[Sentence]


class Previews(Struct, kw_only=True, tag="previews"):
    """What each legal move of a deciding seat would do, from what that seat knows at this ply."""

    seat: int
    ply: int
    previews: list[MovePreview]


class Pong(Struct, kw_only=True, tag="pong"):
    pass


ToBrowser = Snapshot | Patch | Loading | Ack | Refused | Said | Hints | Previews | Pong


def sentence(said: Line, text: str, ply: int = -1) -> Sentence:
    return Sentence(text=text, clause=said.clause, key=said.key, fields=said.fields, ply=ply, hold=said.hold)
