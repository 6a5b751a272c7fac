"""The cards of Perfect Match: what an edition file may say, and the record that the rules read."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from parlour.engine.edition import Content, Name, Prose, Slug, Source, fill_rows, unknown
from parlour.engine.record import NONE, SEATS, Names, field, record
from parlour.games.perfect_match import state as S

FEWEST = 2
# Traits are counted in one number, with this many bits for each type: 3 of one type at most in a profile.
DIGIT = 4
Some = Annotated[int, Meta(ge=1, le=9)]
Dealt = Annotated[int, Meta(ge=0, le=9)]
Goal = Annotated[int, Meta(ge=1, le=99)]
# How many copies are in the deck with two, three and four players.
Copies = Annotated[list[Annotated[int, Meta(ge=0, le=40)]], Meta(min_length=3, max_length=3)]
Effect = Literal[
    "peek",
    "reveal",
    "sniff",
    "remove",
    "return",
    "exchange",
    "move",
    "swap",
    "sweep",
    "trade",
    "plant",
    "draw",
    "rummage",
    "steal",
    "spy",
    "spill",
    "clear",
    "baggage",
    "encore",
]


class Numbers(Struct, forbid_unknown_fields=True, frozen=True):
    stage: Annotated[int, Meta(ge=1, le=S.STAGE)]
    profile: Annotated[int, Meta(ge=1, le=S.PROFILE)]
    draw: Some
    draw_empty: Some
    actions: Some
    limit: Some
    goals: Annotated[list[Goal], Meta(min_length=3, max_length=3)]
    # What whoever starts holds before the first turn, with two, three and four players.
    starter: tuple[Dealt, Dealt, Dealt] = (0, 0, 0)


class Card(Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    id: Slug
    name: Name
    copies: Copies
    source: Source
    flavour: Prose = ""


class Trait(Card, forbid_unknown_fields=True, frozen=True, kw_only=True):
    letter: Annotated[str, Meta(pattern="^[A-Z]$")]


class Drama(Card, forbid_unknown_fields=True, frozen=True, kw_only=True):
    effect: Effect
    amount: Some = 1


class Profile(Struct, forbid_unknown_fields=True, frozen=True):
    id: Slug
    name: Name
    traits: list[Slug]
    source: Source


class Contestant(Struct, forbid_unknown_fields=True, frozen=True):
    id: Slug
    name: Name
    hearts: Some
    action: Name
    effect: Effect
    source: Source
    amount: Some = 1
    flavour: Prose = ""


class Show(Content, forbid_unknown_fields=True, frozen=True, kw_only=True):
    numbers: Numbers
    traits: list[Trait]
    flags: list[Card]
    dramas: list[Drama]
    profiles: list[Profile]
    contestants: list[Contestant]

    @property
    def faces(self) -> list[Card]:
        """The entry of every physical card of the main deck, by card number."""
        entries: list[Card] = [*self.traits, *self.flags, *self.dramas]
        return [card for card in entries for _ in range(card.copies[-1])]


CONTENT = Show
# How much of each an edition may have: what `check` refuses beyond that, and what a maker of editions may ask.
LIMITS = S.LIMITS

EDITION = record(
    field("cards", "i2", (), "all", "count", "physical cards of the main deck"),
    field("flags_from", "i2", (), "all", "card", "the first red flag; traits come before it"),
    field("dramas_from", "i2", (), "all", "card", "the first drama"),
    field("types", "i1", (), "all", "count", "trait types"),
    field("profiles", "i1", (), "all", "count", "profile cards for players"),
    field("contestants", "i1", (), "all", "count", "contestants"),
    field("places", "i1", (), "all", "count", "contestants on the stage"),
    field("wants", "i1", (), "all", "count", "cards that make a profile complete"),
    field("draws", "i1", (), "all", "count", "cards drawn at the start of a turn"),
    field("draws_empty", "i1", (), "all", "count", "cards drawn with an empty hand"),
    field("opening", "i1", (SEATS + 1,), "all", "count", "cards that the first turn begins with, by number of players"),
    field("turn_actions", "i1", (), "all", "count", "actions in a turn"),
    field("limit", "i1", (), "all", "count", "cards that may stay in hand after a turn"),
    field("goal", "i1", (SEATS + 1,), "all", "number", "hearts that win, by number of players"),
    field("needs", "i1", (S.CARDS,), "all", "count", "the fewest players with whom a card is in the deck"),
    field(
        "one",
        "i8",
        (S.CARDS,),
        "all",
        "bits",
        "a trait as 1 in its DIGIT of a count of all types; else 0",
        Names("digit", 64),
        S.CARD,
    ),
    field("effect", "i1", (S.CARDS,), "all", "choice", "what a drama does", S.EFFECT, S.CARD),
    field("amount", "i1", (S.CARDS,), "all", "count", "how often it does it", Names("time"), S.CARD),
    field(
        "wish",
        "i8",
        (S.PROFILES,),
        "all",
        "bits",
        "what a profile asks for, a DIGIT for each type",
        Names("digit", 64),
        S.PROFILE_CARD,
    ),
    field("hearts", "i1", (S.CONTESTANTS,), "all", "number", "a contestant's hearts", Names("heart"), S.CONTESTANT),
    field(
        "favour",
        "i1",
        (S.CONTESTANTS,),
        "all",
        "choice",
        "what a contestant does for whoever wooed them",
        S.EFFECT,
        S.CONTESTANT,
    ),
    field("favours", "i1", (S.CONTESTANTS,), "all", "count", "how often they do it", Names("time"), S.CONTESTANT),
)


def check(show: Show) -> Iterator[tuple[str, str]]:
    """What the shape of the file cannot say."""
    for name, count, most in (
        ("traits", len(show.traits), LIMITS["traits"]),
        ("profiles", len(show.profiles), LIMITS["profiles"]),
        ("contestants", len(show.contestants), LIMITS["contestants"]),
        ("flags", sum(flag.copies[-1] for flag in show.flags), LIMITS["flags"]),
        ("traits", len(show.faces), LIMITS["cards"]),
    ):
        if count > most:
            yield name, f"{count} are more than the {most} that there is room for"
    if len(show.profiles) < SEATS:
        yield "profiles", f"four players need {SEATS} profiles"
    if len(show.contestants) <= show.numbers.stage:
        yield "contestants", "nobody is left to come on stage after the first date"
    if max(show.numbers.limit, *show.numbers.starter) + show.numbers.draw > S.HAND or show.numbers.draw_empty > S.HAND:
        yield "numbers.limit", f"a hand could grow beyond the {S.HAND} cards that there is room for"
    yield from check_ids(show)
    yield from check_copies(show)
    yield from check_profiles(show)
    yield from check_favours(show)


def check_favours(show: Show) -> Iterator[tuple[str, str]]:
    """A favour can be asked for with every action, so it must not bring the action back."""
    encores = any(S.EFFECTS.index(drama.effect) == S.ENCORE and drama.amount > 1 for drama in show.dramas)
    for i, contestant in enumerate(show.contestants):
        if S.EFFECTS.index(contestant.effect) == S.ENCORE:
            yield f"contestants[{i}].effect", "an encore that can be repeated would never end"
        if S.EFFECTS.index(contestant.effect) == S.RUMMAGE and encores:
            yield f"contestants[{i}].effect", "an encore that can be found again and again would never end"


def check_ids(show: Show) -> Iterator[tuple[str, str]]:
    for name in ("traits", "flags", "dramas", "profiles", "contestants"):
        ids = [entry.id for entry in getattr(show, name)]
        for i, id in enumerate(ids):
            if id in ids[:i]:
                yield f"{name}[{i}].id", f"{id!r} is already listed"
    letters = [trait.letter for trait in show.traits]
    for i, letter in enumerate(letters):
        if letter in letters[:i]:
            yield f"traits[{i}].letter", f"{letter!r} already stands for another trait"


def check_copies(show: Show) -> Iterator[tuple[str, str]]:
    for name in ("traits", "flags", "dramas"):
        for i, card in enumerate(getattr(show, name)):
            if sorted(card.copies) != card.copies:
                yield f"{name}[{i}].copies", "more players never need fewer copies"


def check_profiles(show: Show) -> Iterator[tuple[str, str]]:
    """PM-4 Distinct multisets of known traits."""
    types = [trait.id for trait in show.traits]
    asked = [sorted(profile.traits) for profile in show.profiles]
    for i, traits in enumerate(asked):
        if len(traits) != show.numbers.profile:
            yield f"profiles[{i}].traits", f"a profile asks for {show.numbers.profile} traits, not {len(traits)}"
        for trait in traits:
            if trait not in types:
                yield f"profiles[{i}].traits", unknown(trait, "a trait of this edition", types)
        if traits in asked[:i]:
            yield f"profiles[{i}].traits", "another profile asks for the same traits"


def warn(show: Show) -> Iterator[tuple[str, str]]:
    """A profile that the cards cannot pay for, and a date that wins the game by itself."""
    fewest = {trait.id: trait.copies[0] for trait in show.traits}
    for i, profile in enumerate(show.profiles):
        for trait in sorted({*profile.traits}):
            if profile.traits.count(trait) > fewest[trait]:
                yield f"profiles[{i}].traits", f"with two players there are only {fewest[trait]} cards of {trait!r}"
    least = min(show.numbers.goals)
    for i, contestant in enumerate(show.contestants):
        if contestant.hearts >= least:
            yield f"contestants[{i}].hearts", f"one date with {contestant.name} wins the game at {least} hearts"


def fill(show: Show, e: Any) -> None:
    """Compile the file into the record."""
    numbers, faces = show.numbers, show.faces
    e.cards = len(faces)
    e.flags_from = sum(trait.copies[-1] for trait in show.traits)
    e.dramas_from = e.flags_from + sum(flag.copies[-1] for flag in show.flags)
    e.types = len(show.traits)
    e.profiles = len(show.profiles)
    e.contestants = len(show.contestants)
    e.places = numbers.stage
    e.wants = numbers.profile
    e.draws = numbers.draw
    e.draws_empty = numbers.draw_empty
    e.opening[FEWEST:] = [dealt + numbers.draw if dealt else numbers.draw_empty for dealt in numbers.starter]
    e.turn_actions = numbers.actions
    e.limit = numbers.limit
    e.goal[FEWEST:] = numbers.goals
    fill_rows(e.needs, list(players_needed(show)))
    ones = {trait.id: 1 << DIGIT * i for i, trait in enumerate(show.traits)}
    fill_rows(e.one, [ones[face.id] if isinstance(face, Trait) else 0 for face in faces])
    fill_rows(e.effect, [S.EFFECTS.index(face.effect) if isinstance(face, Drama) else NONE for face in faces])
    fill_rows(e.amount, [face.amount if isinstance(face, Drama) else NONE for face in faces])
    fill_rows(e.hearts, [c.hearts for c in show.contestants])
    fill_rows(e.favour, [S.EFFECTS.index(c.effect) for c in show.contestants])
    fill_rows(e.favours, [c.amount for c in show.contestants])
    fill_rows(e.wish, [sum(ones[trait] for trait in profile.traits) for profile in show.profiles])


def players_needed(show: Show) -> Iterator[int]:
    """With how many players each physical card is in the deck, by card number."""
    for card in (*show.traits, *show.flags, *show.dramas):
        for copy in range(card.copies[-1]):
            yield FEWEST + sum(copy >= count for count in card.copies[:-1])
