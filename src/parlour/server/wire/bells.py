"""Bells: where a session wants to hear of a table while its page is closed."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from parlour.server.wire.kinds import Strict

# It is your turn, the cards are dealt, the match is over, somebody has said something.
Occasion = Literal["turn", "dealt", "over", "talk"]


class QuietHours(Strict):
    """From which full hour to which nothing rings, perhaps beyond midnight, in a time zone such as Europe/Berlin."""

    start: Annotated[int, Meta(ge=0, le=23)]
    end: Annotated[int, Meta(ge=0, le=23)]
    zone: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_+/-]{1,64}\Z")]


class BellWish(Strict):
    """When a bell rings, and in which language."""

    occasions: Annotated[list[Occasion], Meta(min_length=1, max_length=4)]
    # Also while the page is open somewhere.
    always: bool = False
    quiet: QuietHours | None = None
    # Notices a day, at most.
    most: Annotated[int, Meta(ge=1, le=100)] = 10
    language: Annotated[str, Meta(pattern=r"^[a-z]{2}\Z")] = "en"


class PushWish(Strict):
    """Where a browser's own service takes web push for it, and the keys by which only that browser reads it."""

    endpoint: Annotated[str, Meta(pattern=r"^https://[^\s#\\@]{1,1000}\Z")]
    p256dh: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{87}=?\Z")]
    auth: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}(==)?\Z")]


class HangBell(Strict):
    """A bell of one's seat: web push, or an address; without either one's bells ring by another wish from now on."""

    wish: BellWish
    push: PushWish | None = None
    address: Annotated[str, Meta(max_length=400)] = ""


class BellOf(Strict):
    """A bell of one's own, by its kind."""

    kind: Literal["push", "address"]


class BellInfo(Struct, kw_only=True):
    """A bell of one's own, without where it leads."""

    kind: Literal["push", "address"]
    wish: BellWish


class Bells(Struct, kw_only=True):
    """By which bells this house rings, and those of whoever asks at a table."""

    push: bool
    # The public key by which browsers know this house again.
    key: str
    # Schemes of addresses that may be typed.
    schemes: list[str]
    # Notices a day that the house sends a bell, at most.
    most: int
    mine: list[BellInfo]


class Rung(Struct, kw_only=True):
    """Whether the notice was sent; nothing else is said."""

    sent: bool
