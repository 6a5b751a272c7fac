"""What a printer needs of Heartcatchers: twenty cards, and what each does as a Secret."""

from collections.abc import Callable
from typing import Any

from parlour.engine.deck import Art, Box, Card, Deck, counted

# Edge and tint of a suit on paper.
SUITS = {
    "blue": ("#2d5a8c", "#d7e4f0"),
    "red": ("#b03a3a", "#f6dcd6"),
    "green": ("#3f7247", "#dcebd7"),
    "white": ("#6b5d4d", "#f4ede0"),
}
SIGNS = {"love": "heartcatchers/s-love", "breaker": "heartcatchers/s-breaker", "change": "heartcatchers/s-change"}


def box(edition: Any, printed: Any, text: Callable[..., str], named: Any) -> Box:
    faces = edition.content.faces
    cards = counted(card(edition, face, text) for face in faces)
    return Box(decks=(Deck(id="deck", title=text("print.deck"), cards=cards, back="#4a2545"),), aid=(2, 3))


def card(edition: Any, face: Any, text: Callable[..., str]) -> Card:
    edge, tint = SUITS[face.suit]
    catches: list[str] = next((row.catches for row in edition.content.catches if row.suit == face.suit), [])
    mark = f"heartcatchers/m-{face.suit}"
    return Card(
        id=face.id,
        name=face.name,
        copies=1,
        edge=edge,
        tint=tint,
        badge=Art(mark, "#fffaf0", edge),
        picture=Art(picture(face), edge),
        text=secret(face.heart, edition.content.numbers, text),
        flavour=face.flavour,
        left=(Art(SIGNS[face.heart], edge),) if face.heart in SIGNS else (),
        middle=text("print.catches") if catches else "",
        right=tuple(Art(f"heartcatchers/m-{suit}", SUITS[suit][0]) for suit in catches),
    )


def secret(heart: str, numbers: Any, text: Callable[..., str]) -> tuple[str, ...]:
    """HC-17 What the card does as a Secret, in a sentence."""
    if heart == "love":
        return (text("print.love", n=numbers.love),)
    if heart == "breaker":
        return (text("print.breaker", n=numbers.breaker),)
    return (text("print.change"),) if heart == "change" else ()


def picture(face: Any) -> str:
    heart = "blank" if face.suit == "white" else face.heart
    return f"heartcatchers/a-{face.suit}-{heart}"
