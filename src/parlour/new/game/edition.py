"""The cards of Blank Game: what an edition file may say, and the record that the rules read."""

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from parlour.engine.edition import Content, Name, fill_rows
from parlour.engine.record import field, record
from parlour.new.game import state as S


class Face(Struct, forbid_unknown_fields=True, frozen=True):
    """A card: its name and what it is worth."""

    name: Name
    worth: Annotated[int, Meta(ge=0, le=99)]


class Deck(Content, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A whole edition."""

    cards: Annotated[list[Face], Meta(max_length=S.CARDS)]


CONTENT = Deck

EDITION = record(
    field("cards", "i1", (), "all", "count", "physical cards"),
    field("worth", "i1", (S.CARDS,), "all", "number", "a card's points"),
)


def check(deck: Deck) -> Iterator[tuple[str, str]]:
    """What the shape of the file cannot say: the path and the sentence of each fault."""
    if len(deck.cards) < 2 * S.PLAYERS:
        yield "cards", f"{len(deck.cards)} cards are too few: every player may need two of them"


def fill(deck: Deck, e: Any) -> None:
    """Compile the file into the record."""
    e.cards = len(deck.cards)
    fill_rows(e.worth, [card.worth for card in deck.cards])
