"""The deck of Heartcatchers: what an edition file may say, and the record that the rules read."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from parlour.engine.edition import Content, Name, Prose, Slug, Source, fill_rows
from parlour.engine.record import Names, field, record
from parlour.games.heartcatchers import state as S

Suit = Literal["blue", "red", "green", "white"]
Colour = Literal["blue", "red", "green"]
Points = Annotated[int, Meta(ge=0, le=99)]


class Numbers(Struct, forbid_unknown_fields=True, frozen=True):
    columns: Annotated[int, Meta(ge=1, le=S.COLUMNS)]
    hand: Annotated[int, Meta(ge=1, le=S.HAND)]
    love: Points
    breaker: Points


class Catch(Struct, forbid_unknown_fields=True, frozen=True):
    suit: Suit
    catches: list[Colour]


class Card(Struct, forbid_unknown_fields=True, frozen=True):
    id: Slug
    name: Name
    suit: Suit
    heart: Literal["blank", "love", "breaker", "change"]
    copies: Annotated[int, Meta(ge=1, le=S.CARDS)]
    source: Source
    flavour: Prose = ""


class Deck(Content, forbid_unknown_fields=True, frozen=True, kw_only=True):
    numbers: Numbers
    catches: list[Catch]
    cards: list[Card]

    @property
    def faces(self) -> list[Card]:
        """The entry of every physical card, by card number."""
        return [card for card in self.cards for _ in range(card.copies)]


CONTENT = Deck

EDITION = record(
    field("cards", "i1", (), "all", "count", "physical cards"),
    field("columns", "i1", (), "all", "count", "stacks on each side"),
    field("cards_in_hand", "i1", (), "all", "count", "cards that a hand is filled to"),
    field("love", "i1", (), "all", "number", "points for an Ultimate Love"),
    field("breaker", "i1", (), "all", "number", "points that a Heartbreaker costs"),
    field("suit", "i1", (S.CARDS,), "all", "choice", "a card's suit", S.SUIT, S.CARD),
    field(
        "heart",
        "i1",
        (S.CARDS,),
        "all",
        "choice",
        "what a card does as a Secret",
        Names("heart", len(S.HEARTS)),
        S.CARD,
    ),
    field("open_to", "i1", (S.CARDS,), "all", "bits", "bit s: suit s catches this card", S.SUIT, S.CARD),
    field("hearts", "i1", (), "all", "bits", "bit s: suit s is a colour, not white"),
)


def check(deck: Deck) -> Iterator[tuple[str, str]]:
    """What the shape of the file cannot say."""
    count = len(deck.faces)
    dealt = S.PLAYERS * (deck.numbers.columns + deck.numbers.hand)
    if count > S.CARDS:
        yield "cards", f"{count} cards are more than the {S.CARDS} that there is room for"
    if count < dealt:
        yield "cards", f"{count} cards are fewer than the {dealt} that are dealt at the start"
    for i, card in enumerate(deck.cards):
        if card.id in [other.id for other in deck.cards[:i]]:
            yield f"cards[{i}].id", f"{card.id!r} is already the id of another card"
    for i, row in enumerate(deck.catches):
        if row.suit in [other.suit for other in deck.catches[:i]]:
            yield f"catches[{i}].suit", f"{row.suit!r} is already listed"


def warn(deck: Deck) -> Iterator[tuple[str, str]]:
    """A card of a colour that no card of the deck catches."""
    there = {card.suit for card in deck.cards}
    caught = {colour for row in deck.catches if row.suit in there for colour in row.catches}
    for i, card in enumerate(deck.cards):
        if card.suit != "white" and card.suit not in caught:
            yield f"cards[{i}].suit", f"nothing in this deck catches {card.name}"


def fill(deck: Deck, e: Any) -> None:
    """Compile the file into the record."""
    e.cards = len(deck.faces)
    e.columns = deck.numbers.columns
    e.cards_in_hand = deck.numbers.hand
    e.love = deck.numbers.love
    e.breaker = deck.numbers.breaker
    fill_rows(e.suit, [S.SUITS.index(card.suit) for card in deck.faces])
    fill_rows(e.heart, [S.HEARTS.index(card.heart) for card in deck.faces])
    caught_by = {caught: [row.suit for row in deck.catches if caught in row.catches] for caught in S.SUITS}
    fill_rows(e.open_to, [suit_bits(caught_by[card.suit]) for card in deck.faces])
    e.hearts = suit_bits([suit for suit in S.SUITS if suit != "white"])


def suit_bits(suits: Sequence[str]) -> int:
    """A set of suits, one bit each."""
    return sum(1 << S.SUITS.index(suit) for suit in suits)
