"""A seat of a table: who sits there, and the verbs by which that changes."""

from typing import Any, Self

import msgspec
from msgspec.structs import force_setattr, replace

# Beside its kind and name, what is kept of a seat by who sits there.
OF_A_PERSON = {"token_hash", "away", "replaced"}
BELONGS = {
    "free": OF_A_PERSON | {"invitation"},
    "held": OF_A_PERSON | {"claimed", "moving", "used", "asked", "advised", "stops", "hears"},
    "bot": {"level"},
    "resigned": {"level", "resigned", "was"},
}


class WrongSeat(ValueError):
    """A verb that means nothing for whoever sits there."""


class SeatRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One seat: who sits there, and the hash of the token that proves it; `invitation` is the hash of its link.

    It changes by its verbs alone, each of which gives the seat as it is then. What does not belong to who sits there is
    dropped, also when it is read: stores of earlier versions have some of it.
    """

    kind: str
    name: str
    level: str = ""
    token_hash: str = ""
    invitation: str = ""
    claimed: bool = False
    # A bot plays for a person, until that person is back.
    away: bool = False
    # Another person has let the bot play: the seat is still its player's.
    replaced: bool = False
    # The hash of a link by which its holder moves the seat to another device.
    moving: str = ""
    # The hash of the link that gave the seat to its holder, who may not have heard of it and ask again.
    used: str = ""
    # The hash of what its holder had before, until somebody opens the table with the seat's own token.
    asked: str = ""
    # Its player has given up: a bot plays on, and it counts as lost.
    resigned: bool = False
    # The hash of the session of whoever has given up, who may still delete name and talk.
    was: str = ""
    # At a silent table of people: would like hints, if all of them do.
    advised: bool = False
    # The steps of others' turns at which its player wants to be asked; None for those that the game takes as usual.
    stops: tuple[str, ...] | None = None
    # Its session has a bell: it wants to hear of the table while its page is closed.
    hears: bool = False

    def __post_init__(self) -> None:
        for field in EMPTY.keys() - BELONGS[self.state]:
            if getattr(self, field) != EMPTY[field]:
                force_setattr(self, field, EMPTY[field])
        if self.replaced and not self.away:
            force_setattr(self, "replaced", False)

    @property
    def state(self) -> str:
        if self.kind == "bot":
            return "resigned" if self.resigned else "bot"
        return "held" if self.claimed else "free"

    def change(self, *states: str, **fields: Any) -> Self:
        """The seat with other fields; WrongSeat unless it is in one of these states."""
        if self.state not in states:
            raise WrongSeat(f"a seat that is {self.state} cannot become one with {', '.join(fields)}")
        return replace(self, **fields)

    # Who sits there

    def give(self, holder: str, link: str = "", asked: str = "") -> Self:
        """To a token, by a link perhaps; the invitation is void."""
        return self.change("free", "held", claimed=True, token_hash=holder, invitation="", used=link, asked=asked)

    def arrive(self) -> Self:
        """Its holder has heard of it, and need not ask again."""
        return self.change("held", asked="")

    def pass_on(self, before: str, after: str) -> Self:
        """To another token of the same browser; a seat of others stays as it is."""
        held, was = (after if mine == before else mine for mine in (self.token_hash, self.was))
        return replace(self, token_hash=held, was=was)

    def free(self, invitation: str = "") -> Self:
        """Nobody's, perhaps with a new invitation."""
        return self.change("free", "held", claimed=False, token_hash="", invitation=invitation)

    def to_bot(self, name: str, level: str) -> Self:
        return self.change("free", kind="bot", name=name, level=level)

    def resign(self) -> Self:
        """Given up: a bot plays on for good."""
        return self.change("held", kind="bot", level="medium", resigned=True, was=self.token_hash)

    def offer(self, link: str) -> Self:
        """Whoever opens this link may move it."""
        return self.change("held", moving=link)

    def move_to(self, holder: str, asked: str = "") -> Self:
        """To another session of its player, by the link that was offered."""
        if not self.moving:
            raise WrongSeat("no link moves this seat")
        return self.change("held", token_hash=holder, used=self.moving, moving="", asked=asked, hears=False)

    def forget(self) -> Self:
        """Its session is erased; the seat stays taken."""
        return replace(self, token_hash="", moving="", used="", asked="", was="", hears=False)

    # Its player

    def leave(self, replaced: bool = False) -> Self:
        """A bot plays for a person who is away, perhaps by another person's wish."""
        return self.change("free", "held", away=True, replaced=replaced)

    def back(self) -> Self:
        return self.change("free", "held", away=False)

    def rename(self, name: str) -> Self:
        return replace(self, name=name)

    def advise(self, on: bool) -> Self:
        return self.change("held", advised=on)

    def raise_hand(self, stops: tuple[str, ...]) -> Self:
        return self.change("held", stops=stops)

    def listen(self, on: bool) -> Self:
        """With a bell or without one."""
        return self.change("held", hears=on)


# What is written only where it says something: by field its value where it says nothing.
EMPTY: dict[str, Any] = {
    f.name: f.default for f in msgspec.structs.fields(SeatRecord) if f.default is not msgspec.NODEFAULT
}
