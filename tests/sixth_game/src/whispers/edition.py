"""The secrets of Whispers: what an edition file may say, and the record that the rules read."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from parlour.engine.edition import Content, Name, Prose, Slug, fill_rows
from parlour.engine.record import field, record
from whispers import state as S

Deed = Literal["guess", "peek", "compare", "shield", "swap", "leave"]


class Secret(Struct, forbid_unknown_fields=True, frozen=True):
    """A kind of secret, and what playing it does."""

    id: Slug
    name: Name
    copies: Annotated[int, Meta(ge=1, le=S.CARDS)]
    deed: Deed
    text: Prose


class Ball(Content, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A whole edition: the kinds from the cheapest to the dearest."""

    kinds: Annotated[list[Secret], Meta(min_length=2, max_length=S.KINDS)]

    @property
    def faces(self) -> list[Secret]:
        """The kind of every physical card, by card number."""
        return [kind for kind in self.kinds for _ in range(kind.copies)]


CONTENT = Ball

EDITION = record(
    field("cards", "i1", (), "all", "count", "physical cards"),
    field("kinds", "i1", (), "all", "count", "kinds of secrets"),
    field("deed", "i1", (S.KINDS,), "all", "choice", "what a kind does, by its place in DEEDS"),
    field("kind", "i1", (S.CARDS,), "all", "choice", "a card's kind", S.KIND, S.CARD),
    field("of_kind", "i8", (S.KINDS,), "all", "bits", "bit c: card c is of this kind"),
)


def check(ball: Ball) -> Iterator[tuple[str, str]]:
    """What the shape of the file cannot say: the path and the sentence of each fault."""
    if not S.PLAYERS < len(ball.faces) <= S.CARDS:
        yield "kinds", f"{len(ball.faces)} secrets: there must be {S.PLAYERS + 1} to {S.CARDS}"
    ids = [kind.id for kind in ball.kinds]
    for i, one in enumerate(ids):
        if one in ids[:i]:
            yield f"kinds[{i}].id", f"{one!r} is already the id of another kind"


def fill(ball: Ball, e: Any) -> None:
    """Compile the file into the record."""
    ids = [kind.id for kind in ball.kinds]
    e.cards, e.kinds = len(ball.faces), len(ids)
    fill_rows(e.deed, [S.DEEDS.index(kind.deed) for kind in ball.kinds])
    fill_rows(e.kind, [ids.index(face.id) for face in ball.faces])
    e.of_kind[:] = [sum(1 << c for c in range(e.cards) if e.kind[c] == k) for k in range(S.KINDS)]
