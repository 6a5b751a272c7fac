"""Everything that crosses between browser and server, as one schema.

The lobby speaks these structs as JSON over HTTP; the table speaks ToServer and ToBrowser over a socket, one JSON
object a message with its `type` first. The browser's TypeScript types are generated from this file (see
`parlour.server.schema`), so a message is described once. All structs are strict: unknown fields, wrong types
and too long texts are refused.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from parlour.engine.words import Line

MOST_MESSAGE_BYTES = 4096

# Printable: no control characters, which names and talk do not need and not every database keeps.
Text = Annotated[str, Meta(min_length=1, max_length=300, pattern=r"^[^\x00-\x1f\x7f]*$")]
SeatName = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[^\x00-\x1f\x7f]*$")]
Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,40}$")]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,64}$")]
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{16,64}$")]
GameName = Annotated[str, Meta(pattern=r"^[a-z_]{1,40}$")]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Language = Annotated[str, Meta(pattern=r"^[a-z]{2}$")]
Level = Literal["easy", "medium", "hard"]
Pace = Literal["unhurried", "brisk", "days"]


class Strict(Struct, forbid_unknown_fields=True, kw_only=True):
    """Refuses what it does not know."""


# The lobby: what a browser asks for over HTTP


class SeatWish(Strict):
    """Who shall sit in a seat: me, a friend by link, a bot, or somebody else at this same screen."""

    kind: Literal["me", "friend", "bot", "same"]
    name: SeatName | None = None
    level: Level = "medium"


class NewTable(Strict):
    """A table to lay."""

    game: GameName
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=4)]
    mode: Annotated[str, Meta(max_length=40)] | None = None
    rulings: dict[Annotated[str, Meta(max_length=40)], bool] = {}
    edition: Annotated[str, Meta(max_length=64)] = "edition"
    pace: Pace = "unhurried"
    best_of: Literal[1, 3, 5, 7] = 1
    chat: bool = True


class SeatLink(Struct, kw_only=True):
    """The link that gives a friend a seat; the token stands behind the # and never reaches a log."""

    seat: int
    path: str


class TableMade(Struct, kw_only=True):
    """A table that was laid: where it is, and the links to give away."""

    id: str
    path: str
    links: list[SeatLink]


class Claim(Strict):
    """Taking the seat that a link's token stands for."""

    token: Token
    name: SeatName | None = None


class Claimed(Struct, kw_only=True):
    seat: int


class RulingInfo(Struct, kw_only=True):
    name: str
    clause: str
    on: bool
    title: str


class ModeInfo(Struct, kw_only=True):
    name: str
    title: str
    seats: list[int]


class GameInfo(Struct, kw_only=True):
    """A game on the shelf."""

    name: str
    title: str
    promise: str
    mood: str
    minutes: str
    credit: str
    silent: bool
    modes: list[ModeInfo]
    rulings: list[RulingInfo]
    editions: list[str]
    # How many steps the game's lesson has; 0 if there is none yet.
    lesson: int


class Clause(Struct, kw_only=True):
    """One paragraph of a rulebook; a heading has no id."""

    id: str
    text: str


class Rulebook(Struct, kw_only=True):
    game: str
    title: str
    clauses: list[Clause]


class TableCard(Struct, kw_only=True):
    """One of your open tables, as the shelf lists it."""

    id: str
    game: str
    names: list[str]
    over: bool
    your_turn: bool


class Problem(Struct, kw_only=True):
    """What went wrong, as RFC 9457 has it."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str = ""
    clause: str = ""


# The table: what a browser sends over the socket


class Hello(Strict, tag="hello"):
    """First message: the last number seen (0 for none), the language, and this player's nonce for the draws."""

    last: int = 0
    language: Language = "en"
    nonce: Nonce | None = None


class Play(Strict, tag="play"):
    """A move for a seat, answering one ply; the key makes sending it twice harmless."""

    seat: SeatNumber
    ply: Annotated[int, Meta(ge=0, le=1_000_000)]
    key: Key
    move: Annotated[str, Meta(min_length=1, max_length=100)]


class Undo(Strict, tag="undo"):
    """Taking back the last move of a seat: free, or a question to the others."""

    seat: SeatNumber
    key: Key


class UndoAnswer(Strict, tag="undo-answer"):
    seat: SeatNumber
    agree: bool


class Look(Strict, tag="look"):
    """At a shared screen: the curtain is lifted for this seat. The server shows it only if it may decide now."""

    seat: SeatNumber


class Say(Strict, tag="say"):
    seat: SeatNumber
    text: Text


class Rename(Strict, tag="rename"):
    seat: SeatNumber
    name: SeatName


class Rematch(Strict, tag="rematch"):
    """Another match at this table: the next of the series, or a new one with the starter moved on."""

    key: Key


class Leave(Strict, tag="leave"):
    """A bot plays on for this seat until its player comes back."""

    seat: SeatNumber


class Return(Strict, tag="return"):
    seat: SeatNumber


class HintWish(Strict, tag="hint"):
    seat: SeatNumber


class Ping(Strict, tag="ping"):
    pass


ToServer = Hello | Play | Undo | UndoAnswer | Look | Say | Rename | Rematch | Leave | Return | HintWish | Ping


# The table: what the server sends over the socket


class Sentence(Struct, kw_only=True):
    """A line in words, with its key, fields and clause for screens that want to do more with it."""

    text: str
    clause: str = ""
    key: str = ""
    fields: dict[str, Any] = {}
    ply: int = -1


class LegalMove(Struct, kw_only=True):
    """A move that this seat may play now: as text to send back, as data to build a screen from, and in words."""

    move: str
    data: dict[str, Any]
    text: str
    clause: str = ""


class SeatInfo(Struct, kw_only=True):
    """Who sits where. `here` is whether that player's browser is connected."""

    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    level: str = ""
    here: bool = False
    away: bool = False
    mine: bool = False


class Fairness(Struct, kw_only=True):
    """What was promised before the first draw; the secret only when the match is over."""

    commitment: str
    nonces: list[str]
    secret: str | None = None


class SeriesInfo(Struct, kw_only=True):
    best_of: int
    wins: list[int]
    played: int
    over: bool


class Snapshot(Struct, kw_only=True, tag="table"):
    """All that a browser needs to draw the table now. Sent after every change."""

    seq: int
    id: str
    game: str
    title: str
    status: Literal["waiting", "playing", "over", "frozen"]
    # The seat whose eyes these are: -3 for spectators, -1 behind the curtain of a shared screen.
    me: int
    mine: list[int]
    seats: list[SeatInfo]
    ply: int
    view: dict[str, Any] | None
    deciders: list[int]
    moves: list[LegalMove]
    ask: Sentence
    # Story lines since the last number that this browser had; all of them after a fresh start.
    story: list[Sentence]
    story_from: int
    # The seat of mine that has a move to take back, or -1.
    undo_seat: int
    undo_asked_by: int = -1
    chat: bool = False
    silent: bool = False
    pace: str = "unhurried"
    # Seconds since 1970 when a default answers for the deciding seats; 0 for never.
    deadline: float = 0
    fairness: Fairness
    series: SeriesInfo
    notice: str = ""


class Ack(Struct, kw_only=True, tag="ack"):
    """The message with this key is carried out, and what it changed is kept."""

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


class Pong(Struct, kw_only=True, tag="pong"):
    pass


ToBrowser = Snapshot | Ack | Refused | Said | Hints | Pong


# The replay of a match


class ReplayStep(Struct, kw_only=True):
    ply: int
    view: dict[str, Any]
    story: list[Sentence]


class DrawCheck(Struct, kw_only=True):
    """A draw of chance: everything that is needed to check its index with the revealed secret."""

    ply: int
    index: int
    n: int
    undos: int


class Replay(Struct, kw_only=True):
    """A match as one seat saw it, step by step. All eyes only after the end."""

    id: str
    game: str
    title: str
    eyes: int
    allowed: list[int]
    names: list[str]
    over: bool
    steps: list[ReplayStep]
    fairness: Fairness
    # After the end: the log's header and lines, from which a browser recomputes every hash and every draw.
    header: str = ""
    lines: list[str] = []
    draws: list[DrawCheck] = []


# Lessons


class LessonStep(Struct, kw_only=True):
    """A position to try something in, and what to try."""

    number: int
    count: int
    text: str
    view: dict[str, Any]
    moves: list[LegalMove]


class Attempt(Strict):
    move: Annotated[str, Meta(min_length=1, max_length=100)]
    language: Language = "en"


class LessonAnswer(Struct, kw_only=True):
    """What came of a try; the view is the position after it, if it was right."""

    done: bool
    text: str
    clause: str
    view: dict[str, Any] | None
    story: list[str]


def sentence(said: Line, text: str, ply: int = -1) -> Sentence:
    return Sentence(text=text, clause=said.clause, key=said.key, fields=said.fields, ply=ply)
