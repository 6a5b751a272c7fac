"""Requests and responses of the HTTP API: games, tables, seats, rulebooks, and problems."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from parlour.server.wire.kinds import GameName, Level, Pace, SeatName, Strict, Token


class SeatWish(Strict):
    """Who shall sit in a seat: me, a friend by link, a bot, or somebody else at this same screen."""

    kind: Literal["me", "friend", "bot", "same"]
    name: SeatName | None = None
    level: Level = "medium"


class PlayingHours(Strict):
    """From which full hour of the day to which deadlines run, in a time zone such as Europe/Berlin."""

    start: Annotated[int, Meta(ge=0, le=23)]
    end: Annotated[int, Meta(ge=1, le=24)]
    zone: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_+/-]{1,64}\Z")]


class ForeignEdition(Struct, kw_only=True):
    """What an edition that does not come with the game says of itself; nobody has checked who made it."""

    title: str
    by: str = ""


class EditionTaken(Struct, kw_only=True):
    """What became of an edition that somebody brought: its name for a new table, or all that is wrong with it."""

    # Empty if it cannot be used.
    hash: str = ""
    title: str = ""
    by: str = ""
    faults: list[str] = []
    # How many faults there are beside those.
    more: int = 0
    remarks: list[str] = []


class NewTable(Strict):
    """A request to create a table."""

    game: GameName
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=4)]
    mode: Annotated[str, Meta(max_length=40)] | None = None
    rulings: dict[Annotated[str, Meta(max_length=40)], bool] = field(default_factory=dict)
    edition: Annotated[str, Meta(max_length=64)] = "edition"
    pace: Pace = "unhurried"
    hours: PlayingHours | None = None
    best_of: Literal[1, 3, 5, 7] = 1
    chat: bool = True
    # Nobody looks on: only those who sit at the table see it, its replay and its record.
    private: bool = False
    # Whether screens show the game's reading helps; without them everybody plays from memory.
    help: bool = True


class SeatLink(Struct, kw_only=True):
    """The link that invites a friend to a seat, once; the invitation stands behind the # and never reaches a log."""

    seat: int
    path: str
    # The whole link, if the server knows its public address; else the browser's own address comes before the path.
    url: str = ""


class TableMade(Struct, kw_only=True):
    """A new table: its path, and the links to give away."""

    id: str
    path: str
    links: list[SeatLink]


class PlayOn(Strict):
    """A request to play on from a turn of a finished match: whoever asks takes one seat, bots the others."""

    ply: Annotated[int, Meta(ge=0, le=10_000)]
    seat: Annotated[int, Meta(ge=0, le=3)]
    match: Annotated[int, Meta(ge=-1, le=999_999)] = -1


class Claim(Strict):
    """Taking the seat that a link invites to; the link is void afterwards."""

    token: Token
    name: SeatName | None = None


class Claimed(Struct, kw_only=True):
    seat: int


class Invited(Struct, kw_only=True):
    """What an invitation leads to, for whoever thinks about sitting down."""

    game: str
    title: str
    # The name that the chair has been given.
    chair: str
    # Who sits at the table already.
    names: list[str]
    # What is played, if it does not come with the game.
    edition: ForeignEdition | None = None
    # It moves seats that one has already.
    moves: bool = False
    # The link has been used: by whoever asks, or, which only those are told who sit at the table, by another seat.
    yours: bool = False
    used_by: str = ""


class Session(Struct, kw_only=True):
    """For how long a browser keeps its session's cookie."""

    seconds: int


class Enter(Strict):
    """The password of a house that has one."""

    password: Annotated[str, Meta(max_length=200)]


class Reach(Struct, kw_only=True):
    """From where the server can be reached: the address for links, and by which ways it leads here."""

    address: str
    # Devices of the local network reach it.
    lan: bool
    # It has a public address.
    public: bool
    # The command that starts it again, open to the local network.
    command: str


class JoinCode(Struct, kw_only=True):
    """A code of six signs for the free chairs of a table, and for how many seconds it is good."""

    code: str
    left: float


class Join(Strict):
    """Taking a free chair by a code, as somebody types it."""

    code: Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,20}\Z")]
    name: SeatName | None = None


class Joined(Struct, kw_only=True):
    id: str
    path: str
    seat: int


class Dropped(Struct, kw_only=True):
    """The table that somebody has left for good."""

    id: str


class Forgotten(Struct, kw_only=True):
    """How many finished tables no longer know whoever asked."""

    tables: int


class RulingInfo(Struct, kw_only=True):
    name: str
    clause: str
    on: bool
    title: str


class ModeInfo(Struct, kw_only=True):
    name: str
    title: str
    seats: list[int]


class EditionInfo(Struct, kw_only=True):
    name: str
    title: str
    # Who says that they made it; of those that come with the game nobody does.
    by: str = ""


class GameInfo(Struct, kw_only=True):
    """A game on the shelf, in the language that was asked for."""

    name: str
    title: str
    promise: str
    mood: str
    minutes: str
    credit: str
    silent: bool
    modes: list[ModeInfo]
    rulings: list[RulingInfo]
    editions: list[EditionInfo]
    # Whether whoever asks may bring one.
    takes_editions: bool = False
    # How many steps the game's lesson has; 0 if there is none yet.
    lesson: int
    # Why to play a series of it, if there is a reason.
    series: str = ""
    # Programs of this house that may take a seat: bots by the level `engine:NAME`.
    engines: list[str] = field(default_factory=list)
    # How much of its rules is compiled, and of its bots, from 0 to 1; at 1 it can be played.
    compiled: float = 1.0
    bots_compiled: float = 1.0


class Clause(Struct, kw_only=True):
    """One paragraph of a rulebook; a heading has no id."""

    id: str
    text: str


class Rulebook(Struct, kw_only=True):
    game: str
    title: str
    clauses: list[Clause]


class TableCard(Struct, kw_only=True):
    """One of your tables, as the shelf lists it."""

    id: str
    game: str
    names: list[str]
    over: bool
    your_turn: bool
    # "compiling": it is running, and the rules of its game are not ready.
    status: Literal["waiting", "playing", "over", "frozen", "compiling"]
    # What the table says to you in a line: the question, whom it waits for, or how it ended.
    state: str
    # Your seats, and those that are to decide.
    mine: list[int]
    deciders: list[int]
    # Seconds since 1970 when a default answers for the deciding seats; 0 for never.
    deadline: float
    # By seat what everybody can count; at the end the score, and who has won.
    points: list[int]
    winners: list[int]
    # When it was laid, in seconds since 1970.
    laid: float
    # Which match of this table it is, from 0 on; those before it keep their replays.
    match: int


class Health(Struct, kw_only=True):
    """The health of the server: its version, how many tables are in memory, and how often a fallback hid a fault."""

    parlour: str
    # What the process that answers calls itself among others.
    process: str
    tables: int
    faults: dict[str, int]


class State(Struct, kw_only=True):
    """Whether the server can do its work, and if not, why."""

    ok: bool
    why: str = ""


class Problem(Struct, kw_only=True):
    """A problem document (RFC 9457)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str = ""
    clause: str = ""
