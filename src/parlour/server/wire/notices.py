"""What everybody at a table is told beside what is to be seen there; pages say it in the reader's language."""

from msgspec import Struct


class Notified(Struct, kw_only=True, gc=False, tag_field="kind"):
    """A notice, by its kind."""


class SeatMoved(Notified, tag="seat-moved"):
    """A player has moved to another device."""


class SeatResigned(Notified, tag="seat-resigned"):
    """A player has given up; a bot plays on."""


class StoodIn(Notified, tag="stood-in"):
    """A seat has let a bot play for another one, until its player is back."""

    by: int
    seat: int


class UndoDeclined(Notified, tag="undo-declined"):
    """Nothing is taken back."""


class OlderRules(Notified, tag="older-rules"):
    """The match was played by rules that this server does not have: it cannot go on."""


class NotPrepared(Notified, tag="not-prepared"):
    """The rules of the game could not be compiled, so nothing is dealt; the server's log says why."""


Notice = SeatMoved | SeatResigned | StoodIn | UndoDeclined | OlderRules | NotPrepared
