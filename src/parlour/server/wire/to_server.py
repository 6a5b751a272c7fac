"""What a browser says at a table, over the socket."""

from typing import Annotated

from msgspec import Meta

from parlour.server.wire.kinds import AnyMove, Key, Language, Level, Nonce, SeatName, SeatNumber, Strict, Text


class Hello(Strict, tag="hello"):
    """First message: the last number seen (0 for none), the language, and this player's nonce for the draws."""

    last: int = 0
    language: Language = "en"
    nonce: Nonce | None = None


class Play(Strict, tag="play"):
    """A move for a seat, answering one ply; the key makes sending it twice harmless.

    The move is the text or the data of one in the snapshot's list, or data that was put together from it.
    """

    seat: SeatNumber
    ply: Annotated[int, Meta(ge=0, le=1_000_000)]
    key: Key
    move: AnyMove


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


class Advise(Strict, tag="advise"):
    """Whether this seat would like hints at a silent table of people, where all of them have to."""

    seat: SeatNumber
    on: bool


class RaiseHand(Strict, tag="raise-hand"):
    """At which steps of others' turns this seat wants to be asked whether to interrupt; nobody else is told."""

    seat: SeatNumber
    stops: Annotated[tuple[Annotated[str, Meta(max_length=20)], ...], Meta(max_length=20)]


class Rematch(Strict, tag="rematch"):
    """Another match at this table: the next of the series, or a new one with the starter moved on."""

    key: Key


class Leave(Strict, tag="leave"):
    """A bot plays on for this seat until its player comes back."""

    seat: SeatNumber


class Return(Strict, tag="return"):
    seat: SeatNumber


class StandIn(Strict, tag="stand-in"):
    """A bot plays on for another person who has been absent for a while, until that person comes back."""

    seat: SeatNumber


class HintWish(Strict, tag="hint"):
    seat: SeatNumber


class PreviewsWish(Strict, tag="previews"):
    """What would each of my legal moves do? Answered to this browser alone, while the seat decides at that ply."""

    seat: SeatNumber
    ply: Annotated[int, Meta(ge=0, le=1_000_000)]


class SeatBot(Strict, tag="seat-bot"):
    """Before the deal: a bot takes a free chair, or all of them."""

    seat: SeatNumber | None = None
    level: Level = "medium"


class SeatHere(Strict, tag="seat-here"):
    """Before the deal: the free chairs are for people at this same screen."""


class Unseat(Strict, tag="unseat"):
    """Before the deal: whoever laid the table asks a person to leave; the chair is free again."""

    seat: SeatNumber


class Resign(Strict, tag="resign"):
    """Giving up for good: a bot plays the seat to the end, and it counts as lost."""

    seat: SeatNumber


class CloseTable(Strict, tag="close-table"):
    """Clearing the table away: by whoever laid it, before the deal or if nobody else plays."""


class Ping(Strict, tag="ping"):
    pass


ToServer = (
    Hello
    | Play
    | Undo
    | UndoAnswer
    | Look
    | Say
    | Rename
    | Advise
    | RaiseHand
    | Rematch
    | Leave
    | Return
    | StandIn
    | HintWish
    | PreviewsWish
    | SeatBot
    | SeatHere
    | Unseat
    | Resign
    | CloseTable
    | Ping
)
