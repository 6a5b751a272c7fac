"""The cards of Blank Game: what an edition file may say, and the record that the rules read."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from parlour.engine.edition import Content, Name, fill_rows
from parlour.engine.record import POINT, field, record
from parlour.new.game import state as S

Points = Annotated[int, Meta(ge=0, le=99)]


class Face(Struct, forbid_unknown_fields=True, frozen=True):
    """A card: its name and what it is worth."""

    name: Name
    worth: Points


class Deck(Content, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A whole edition: what a traded card gives, and the cards, at least one for each player."""

    trade: Points
    cards: Annotated[list[Face], Meta(min_length=S.PLAYERS, max_length=S.CARDS)]


CONTENT = Deck

EDITION = record(
    field("cards", "i1", (), "all", "count", "physical cards"),
    field("trade", "i1", (), "all", "number", "the points for a traded card"),
    field("worth", "i1", (S.CARDS,), "all", "number", "a card's points", POINT, S.CARD),
)


def fill(deck: Deck, e: Any) -> None:
    """Compile the file into the record."""
    e.cards, e.trade = len(deck.cards), deck.trade
    fill_rows(e.worth, [card.worth for card in deck.cards])
