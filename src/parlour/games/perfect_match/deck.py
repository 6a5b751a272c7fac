"""What a printer needs of the show: the main deck, contestants and profiles."""

from collections.abc import Callable
from typing import Any

from parlour.engine.deck import Art, Box, Card, Deck, counted

# Edge and tint of a trait by its letter, and of the other sorts.
TONES = {
    "B": ("#2d5a8c", "#dbe7f2"),
    "D": ("#a14a12", "#f7e0cb"),
    "F": ("#7a5c00", "#f5e7b4"),
    "M": ("#68449a", "#e7def4"),
    "O": ("#35683f", "#dcebd8"),
    "T": ("#a8366f", "#f8dbe7"),
    "flag": ("#a3262b", "#fbe3da"),
    "drama": ("#785410", "#efdfb6"),
    "contestant": ("#8a5a3a", "#f9e6d3"),
}
PLAIN = ("#634a63", "#efe5d2")
SEATS = (2, 3, 4)


def box(edition: Any, printed: Any, text: Callable[..., str], named: Any) -> Box:
    main = counted(hand_card(card, text, named) for card in printed.cards if card.sort in ("trait", "flag", "drama"))
    people = tuple(contestant(card, text, named) for card in printed.cards if card.sort == "contestant")
    letters = {trait.name: trait.letter for trait in edition.content.traits}
    wishes = tuple(profile(n, card, letters) for n, card in enumerate(c for c in printed.cards if c.sort == "profile"))
    return Box(
        decks=(
            Deck(id="deck", title=text("print.deck"), cards=main, back="#5a2c52"),
            Deck(id="contestants", title=text("print.contestants"), cards=people, back="#9c3450"),
            Deck(id="profiles", title=text("print.profiles"), cards=wishes, back="#22588f"),
        ),
        aid=(2, 3),
    )


def hand_card(card: Any, text: Callable[..., str], named: Any) -> Card:
    tone = TONES.get(card.mark if card.sort == "trait" else card.sort, PLAIN)
    drawing = named["cards"].get(card.slug) or named["effects"].get(card.effect) or "drama-masks"
    return Card(
        id=card.slug,
        name=card.name,
        edge=tone[0],
        tint=tone[1],
        badge=Art(f"icons/{drawing}", "#fffaf0"),
        picture=Art(f"icons/{drawing}", tone[0]),
        text=tuple(card.facts),
        flavour=card.flavour,
        left=(card.mark,) if card.sort == "trait" else (),
        middle={"trait": text("print.trait"), "flag": text("print.flag"), "drama": text("print.drama")}[card.sort],
        right=(seats_of(card),) if seats_of(card) else (),
    )


def seats_of(card: Any) -> str:
    """From how many players on a card is in the deck, if not always: "3+"."""
    dealt = [seats for seats in SEATS if card.copies[seats]]
    return f"{dealt[0]}+" if dealt and dealt[0] > SEATS[0] else ""


def contestant(card: Any, text: Callable[..., str], named: Any) -> Card:
    edge, tint = TONES["contestant"]
    return Card(
        id=card.slug,
        name=card.name,
        edge=edge,
        tint=tint,
        badge=Art(f"icons/{named['effects'].get(card.effect, 'round-star')}", "#fffaf0"),
        picture=Art(face_of(card, named["files"]), edge),
        portrait=True,
        text=tuple(card.facts),
        flavour=card.flavour,
        left=("♥" * card.hearts,),
    )


def face_of(card: Any, files: frozenset[str]) -> str:
    """A contestant's picture; a stranger borrows the face that goes with their name, the same as on the screen."""
    own = f"portraits/{card.slug}-idle"
    if own in files:
        return own
    cast = sorted(name for name in files if name.startswith("portraits/") and name.endswith("-idle"))
    place = 7
    for letter in card.name:
        place = (place * 31 + ord(letter)) % 9973
    return cast[place % len(cast)]


def profile(number: int, card: Any, letters: dict[str, str]) -> Card:
    return Card(
        id=f"profile-{number}",
        name=card.name,
        edge="#22588f",
        tint="#dbe7f2",
        rows=tuple((letters.get(trait, ""), trait) for trait in card.traits),
    )
