"""The kinds of text and number that messages are made of, with their limits."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

MAX_MESSAGE_BYTES = 4096

# Printable: no control characters, which names and talk do not need and not every database keeps.
Text = Annotated[str, Meta(min_length=1, max_length=300, pattern=r"^[^\x00-\x1f\x7f]*\Z")]
SeatName = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[^\x00-\x1f\x7f]*\Z")]
Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,40}\Z")]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,64}\Z")]
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{16,64}\Z")]
GameName = Annotated[str, Meta(pattern=r"^[a-z_]{1,40}\Z")]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Language = Annotated[str, Meta(pattern=r"^[a-z]{2}\Z")]
MoveText = Annotated[str, Meta(min_length=1, max_length=100)]
# A move as data: its kind and its arguments by name.
MoveData = Annotated[dict[Annotated[str, Meta(max_length=40)], MoveText | int | None], Meta(max_length=5)]
AnyMove = MoveText | MoveData
# A strength, or a program that the settings of the house name; its command stands there alone.
Level = Annotated[str, Meta(pattern=r"^(easy|medium|hard|engine:[A-Za-z_][A-Za-z0-9_]{0,29})\Z")]
Pace = Literal["unhurried", "brisk", "days"]


class Strict(Struct, forbid_unknown_fields=True, kw_only=True):
    """A struct that refuses unknown fields."""
