"""The letters of Keepsakes: what an edition file may say, and the record that the rules read."""

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from parlour.engine.edition import Content, Name, Prose, Slug, Source, fill_rows
from parlour.engine.record import field, record
from parlour.games.template import state as S


class Numbers(Struct, forbid_unknown_fields=True, frozen=True):
    """The numbers of the rulebook; the bounds are the room that State has."""

    hand: Annotated[int, Meta(ge=1, le=S.HAND)]
    limit: Annotated[int, Meta(ge=1, le=S.HAND)]
    mantel: Annotated[int, Meta(ge=1, le=S.MANTEL)]
    turns: Annotated[int, Meta(ge=1, le=60)]
    faces: Annotated[int, Meta(ge=1, le=S.FACES)]
    bold: Annotated[int, Meta(ge=1, le=S.FACES)]
    goal: Annotated[int, Meta(ge=-99, le=99)]


class Inside(Struct, forbid_unknown_fields=True, frozen=True):
    """What can be in a letter: its points, and whether it may be tucked away."""

    id: Slug
    name: Name
    worth: Annotated[int, Meta(ge=-9, le=9)]
    tuck: bool


class Seal(Struct, forbid_unknown_fields=True, frozen=True):
    """What can be on a letter."""

    id: Slug
    name: Name
    mark: Annotated[str, Meta(min_length=1, max_length=1)]


class Letter(Struct, forbid_unknown_fields=True, frozen=True):
    """A card; copies are cards of their own."""

    id: Slug
    name: Name
    kind: Slug
    seal: Slug
    copies: Annotated[int, Meta(ge=1, le=S.CARDS)]
    source: Source = "invented"
    flavour: Prose = ""


class Drawer(Content, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A whole edition."""

    numbers: Numbers
    kinds: Annotated[list[Inside], Meta(min_length=1, max_length=S.KINDS)]
    seals: Annotated[list[Seal], Meta(min_length=1, max_length=S.SEALS)]
    cards: list[Letter]

    @property
    def faces(self) -> list[Letter]:
        """The entry of every physical card, by card number."""
        return [card for card in self.cards for _ in range(card.copies)]


CONTENT = Drawer

EDITION = record(
    field("cards", "i1", (), "all", "count", "physical cards"),
    field("kinds", "i1", (), "all", "count", "kinds of letters"),
    field("hand", "i1", (), "all", "count", "cards dealt to each seat"),
    field("limit", "i1", (), "all", "count", "cards that a hand has room for"),
    field("mantel", "i1", (), "all", "count", "spots on the mantelpiece"),
    field("turns", "i1", (), "all", "count", "turns in an evening"),
    field("faces", "i1", (), "all", "count", "faces of the die"),
    field("bold", "i1", (), "all", "number", "the least roll with which a filch succeeds"),
    field("goal", "i1", (), "all", "number", "points for each player that all together need to win"),
    field("tuckable", "i1", (), "all", "bits", "bit k: a letter of kind k may be tucked away"),
    field("worth", "i1", (S.KINDS,), "all", "number", "points for a letter of a kind"),
    field("of_kind", "i8", (S.KINDS,), "all", "bits", "bit c: card c is of this kind"),
    field("of_seal", "i8", (S.SEALS,), "all", "bits", "bit c: card c has this seal"),
    field("kind", "i1", (S.CARDS,), "all", "choice", "a card's kind", S.KIND, S.CARD),
    field("seal", "i1", (S.CARDS,), "all", "choice", "a card's seal", S.SEAL, S.CARD),
)


def check(drawer: Drawer) -> Iterator[tuple[str, str]]:
    """What the shape of the file cannot say: the path and the sentence of each fault."""
    count = len(drawer.faces)
    if count > S.CARDS:
        yield "cards", f"{count} cards are more than the {S.CARDS} that there is room for"
    if count < 2 * drawer.numbers.hand:
        yield "cards", f"{count} cards are too few to deal {drawer.numbers.hand} to each of two players"
    if drawer.numbers.limit < drawer.numbers.hand:
        yield "numbers.limit", f"a hand must have room for the {drawer.numbers.hand} cards that are dealt"
    if drawer.numbers.bold > drawer.numbers.faces:
        yield "numbers.bold", f"no die with {drawer.numbers.faces} faces rolls that much"
    for name in ("kinds", "seals", "cards"):
        yield from repeated_ids(name, [entry.id for entry in getattr(drawer, name)])
    kinds, seals = [k.id for k in drawer.kinds], [s.id for s in drawer.seals]
    for i, card in enumerate(drawer.cards):
        if card.kind not in kinds:
            yield f"cards[{i}].kind", f"{card.kind!r} is not one of the kinds {', '.join(kinds)}"
        if card.seal not in seals:
            yield f"cards[{i}].seal", f"{card.seal!r} is not one of the seals {', '.join(seals)}"


def repeated_ids(name: str, ids: list[str]) -> Iterator[tuple[str, str]]:
    for i, one in enumerate(ids):
        if one in ids[:i]:
            yield f"{name}[{i}].id", f"{one!r} is already the id of another entry"


def fill(drawer: Drawer, e: Any) -> None:
    """Compile the file into the record."""
    kinds, seals = [k.id for k in drawer.kinds], [s.id for s in drawer.seals]
    e.cards = len(drawer.faces)
    e.kinds = len(kinds)
    for name in Numbers.__struct_fields__:
        setattr(e, name, getattr(drawer.numbers, name))
    e.tuckable = sum(1 << i for i, kind in enumerate(drawer.kinds) if kind.tuck)
    fill_rows(e.worth, [kind.worth for kind in drawer.kinds])
    fill_rows(e.kind, [kinds.index(card.kind) for card in drawer.faces])
    fill_rows(e.seal, [seals.index(card.seal) for card in drawer.faces])
    for sets, numbers in ((e.of_kind, e.kind), (e.of_seal, e.seal)):
        sets[:] = [sum(1 << c for c in range(e.cards) if numbers[c] == i) for i in range(len(sets))]
