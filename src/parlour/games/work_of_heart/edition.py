"""What an edition of Work of Heart may say, and the record that the rules read."""

from functools import cached_property
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from parlour.engine.edition import Content, Name, Prose, Slug, Source, fill_rows
from parlour.engine.record import NONE, Names, field, record
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.campus import Space, destinations, distances_from, spaces_of, ways_of
from parlour.games.work_of_heart.checks import check, warn

Trait = Literal["charm", "brawn", "kindness", "smarts", "tenacity", "humor", "mojo"]
MainTrait = Literal["charm", "brawn", "kindness", "smarts", "tenacity", "humor"]
Mark = Annotated[str, Meta(pattern=r"^[A-Z]{2}$")]
Small = Annotated[int, Meta(ge=0, le=20)]
Count = Annotated[int, Meta(ge=0, le=99)]


class Part(Struct, forbid_unknown_fields=True, frozen=True):
    """Any table of the file."""


class Numbers(Part, frozen=True, kw_only=True):
    days: Annotated[int, Meta(ge=1, le=S.DAYS)]
    rounds: Annotated[int, Meta(ge=1, le=9)]
    die: Annotated[int, Meta(ge=1, le=S.FACES)]
    trait_die: list[list[Annotated[int, Meta(ge=1, le=S.RANKS)]]]
    refill: Small
    hand_limit: Small
    windows: Small
    calls: Small
    top_level: Annotated[int, Meta(ge=1, le=9)]
    perk_level: Annotated[int, Meta(ge=1, le=9)]
    trait_points: Small
    heart_points: Small
    bonus_points: Small
    bonus_cards: Annotated[int, Meta(ge=1, le=2)]
    solo_goal: Small
    humor_cards: Annotated[int, Meta(ge=1, le=3)]
    tiles: Annotated[int, Meta(ge=1, le=99)]


class Counts(Part, frozen=True, kw_only=True):
    interests: Count
    actions: Count
    group_events: Count
    standard_events: Count
    bonuses: Count


class Campus(Part, frozen=True, kw_only=True):
    rows: Annotated[list[Annotated[str, Meta(max_length=120)]], Meta(max_length=30)]


class Building(Part, frozen=True, kw_only=True):
    id: Slug
    mark: Mark
    name: Name
    trait: Trait | None = None
    source: Source
    flavour: Prose = ""
    # How a language that needs it says that somebody walks there: "zur Bibliothek".
    toward: Annotated[str, Meta(max_length=60)] = ""


class Visit(Part, frozen=True, kw_only=True):
    building: Slug
    threshold: Annotated[int, Meta(ge=1, le=18)]


class Quirk(Part, frozen=True, kw_only=True):
    kind: Literal[tuple(S.QUIRKS)]  # type: ignore[valid-type]
    name: Name
    text: Prose
    amount: Small = 0


class Lines(Part, frozen=True, kw_only=True):
    """What somebody says when an affection roll begins, when it lacks something, and when it is won or lost."""

    hello: Prose = ""
    nearly: Prose = ""
    yes: Prose = ""
    no: Prose = ""


class Interest(Part, frozen=True, kw_only=True):
    id: Slug
    name: Name
    difficulty: Literal[S.DIFFICULTIES]  # type: ignore[valid-type]
    traits: Annotated[list[MainTrait], Meta(min_length=S.RANKS, max_length=S.RANKS)]
    quirk: Quirk
    schedule: list[Visit]
    source: Source
    flavour: Prose = ""
    lines: Lines = Lines()


class Effect(Part, frozen=True, kw_only=True):
    effect: Literal[tuple(S.EFFECTS)]  # type: ignore[valid-type]
    trait: Trait | None = None
    amount: Annotated[int, Meta(ge=0, le=6)] = 1


class Action(Effect, frozen=True, kw_only=True):
    id: Slug
    name: Name
    timing: Literal[S.TIMINGS]  # type: ignore[valid-type]
    window: Literal[S.WINDOWS] | None = None  # type: ignore[valid-type]
    source: Source
    text: Prose


class Answer(Effect, frozen=True, kw_only=True):
    at: Annotated[int, Meta(ge=0, le=8)]
    text: Prose
    also: Effect | None = None


class GroupEvent(Part, frozen=True, kw_only=True):
    id: Slug
    name: Name
    traits: Annotated[list[MainTrait], Meta(min_length=3, max_length=3)]
    source: Source
    text: Prose


class StandardEvent(Part, frozen=True, kw_only=True):
    id: Slug
    name: Name
    tests: Annotated[list[Trait], Meta(min_length=1, max_length=2)]
    source: Source
    text: Prose
    answers: Annotated[list[Answer], Meta(min_length=1, max_length=S.ANSWERS)]


class Bonus(Part, frozen=True, kw_only=True):
    id: Slug
    name: Name
    criterion: Literal[tuple(S.CRITERIA)]  # type: ignore[valid-type]
    source: Source
    text: Prose


class School(Content, forbid_unknown_fields=True, frozen=True, kw_only=True, dict=True):
    numbers: Numbers
    # No longer needed; older files have it.
    counts: Counts | None = None
    campus: Campus
    buildings: list[Building]
    interests: list[Interest]
    actions: list[Action]
    group_events: list[GroupEvent]
    standard_events: list[StandardEvent]
    bonuses: list[Bonus]

    @cached_property
    def spaces(self) -> list[Space]:
        marks = {b.mark: (i, b.trait) for i, b in enumerate(self.buildings)}
        return spaces_of(self.campus.rows, marks)

    @cached_property
    def ways(self) -> list[list[int]]:
        return ways_of(self.spaces)

    @property
    def events(self) -> list[GroupEvent | StandardEvent]:
        """Every event card by its number: group events first."""
        return [*self.group_events, *self.standard_events]

    def space_of(self, building: str) -> int:
        """Where a building stands."""
        number = [b.id for b in self.buildings].index(building)
        return next(i for i, s in enumerate(self.spaces) if s.building == number)

    def space_name(self, space: int) -> str:
        """A space in words, for whoever writes an edition."""
        here = self.spaces[space]
        if here.building is not None:
            return self.buildings[here.building].name
        if here.kind == "quad":
            return "the Quad"
        return f"{(here.trait or here.kind).capitalize()} space {chr(ord('A') + here.x)}{here.y + 1}"


CONTENT = School
LIMITS = S.LIMITS
__all__ = ["CONTENT", "EDITION", "LIMITS", "check", "fill", "warn"]

EDITION = record(
    field("days", "i1", (), "all", "count", "days of a game"),
    field("laps", "i1", (), "all", "count", "rounds of a day"),
    field("die_faces", "i1", (), "all", "count", "faces of the movement die"),
    field("trait_faces", "i1", (), "all", "count", "faces of the trait die"),
    field("shows", "i1", (S.FACES,), "all", "bits", "bit r: the face shows rank r"),
    field("best_face", "i1", (), "all", "choice", "the face that shows most ranks"),
    field("refill", "i1", (), "all", "count", "action cards that a hand is filled to each day"),
    field("limit", "i1", (), "all", "count", "action cards that a hand may hold"),
    field("windows", "i1", (), "all", "count", "reaction windows of a turn at most"),
    field("calls", "i1", (), "all", "count", "questions in reaction windows that a seat is asked in a day at most"),
    field("cap", "i1", (), "all", "count", "the highest level of a trait"),
    field("perk_level", "i1", (), "all", "count", "the level from which a trait's perk may be used"),
    field("trait_points", "i1", (), "all", "number", "points for a main trait at its highest level"),
    field("heart_points", "i1", (), "all", "number", "points for a successful affection roll"),
    field("bonus_points", "i1", (), "all", "number", "points from a bonus card"),
    field("bonus_cards", "i1", (), "all", "count", "bonus cards turned up at the end"),
    field("solo_goal", "i1", (), "all", "number", "points that win Flying Solo"),
    field("humor_cards", "i1", (), "all", "count", "action cards that Humor draws on an action space"),
    field("tiles", "i1", (), "all", "count", "tiles of each colour"),
    field("spaces", "i1", (), "all", "count", "spaces of the map"),
    field("quad", "i1", (), "all", "place", "where every day begins"),
    field("kind", "i1", (S.SPACES,), "all", "choice", "what kind of space this is"),
    field("trait", "i1", (S.SPACES,), "all", "choice", "the trait of a trait space or trait building"),
    field("near", "i1", (S.SPACES, S.NEAR), "all", "place", "the spaces that touch this one"),
    field("nears", "i8", (S.SPACES,), "all", "bits", "the same as a set"),
    field("far", "i1", (S.SPACES, S.SPACES), "all", "count", "steps between two spaces"),
    field("reach", "i8", (S.SPACES, S.FACES + 1), "all", "bits", "where so many steps may end"),
    field("halls", "i8", (), "all", "bits", "all buildings"),
    field("interests", "i1", (), "all", "count", "love interests"),
    field("difficulty", "i1", (S.INTERESTS,), "all", "choice", "easy, medium or hard"),
    field("liked", "i1", (S.INTERESTS, S.RANKS), "all", "choice", "preferred traits by rank"),
    field("quirk", "i1", (S.INTERESTS,), "all", "choice", "what is odd about them"),
    field("quirk_amount", "i1", (S.INTERESTS,), "all", "count", "the number in the quirk"),
    field("where", "i1", (S.INTERESTS, S.DAYS), "all", "place", "the building of each day"),
    field("threshold", "i1", (S.INTERESTS, S.DAYS), "all", "number", "the affection threshold of each day"),
    field("actions", "i1", (), "all", "count", "action cards"),
    field(
        "act_moments",
        "i2",
        (S.ACTIONS,),
        "all",
        "bits",
        "the moments at which a card may be played",
        Names("moment", len(S.MOMENTS)),
        S.CARD,
    ),
    field(
        "answering", "i4", (len(S.TURN_STEPS),), "all", "bits", "cards with which others may interrupt a step of a turn"
    ),
    field("act_effect", "i1", (S.ACTIONS,), "all", "choice", "what a card does", S.EFFECT, S.CARD),
    field("act_trait", "i1", (S.ACTIONS,), "all", "choice", "the trait in its effect", S.TRAIT, S.CARD),
    field("act_amount", "i1", (S.ACTIONS,), "all", "number", "the number in its effect", S.LEVEL, S.CARD),
    field("mercy", "i1", (), "all", "number", "what others can add to an affection roll at most"),
    field("groups", "i1", (), "all", "count", "group events, which come first"),
    field("event_cards", "i1", (), "all", "count", "events of both kinds"),
    field("offers", "i1", (S.EVENTS,), "all", "bits", "bit t: a group event lets you raise trait t"),
    field("tests", "i1", (S.EVENTS, 2), "all", "choice", "the traits that a standard event tests"),
    field("answers", "i1", (S.EVENTS,), "all", "count", "answers of a standard event"),
    field("at", "i1", (S.EVENTS, S.ANSWERS), "all", "number", "the least level for an answer"),
    field("effect", "i1", (S.EVENTS, S.ANSWERS, 2), "all", "choice", "what an answer does, and what else"),
    field("effect_trait", "i1", (S.EVENTS, S.ANSWERS, 2), "all", "choice", "the trait in the effect"),
    field("effect_amount", "i1", (S.EVENTS, S.ANSWERS, 2), "all", "number", "the number in the effect"),
    field("bonuses", "i1", (), "all", "count", "bonus cards"),
    field("criterion", "i1", (S.BONUSES,), "all", "choice", "what a bonus card asks about"),
)


def fill(school: School, e: Any) -> None:
    """Compile the file into the record."""
    fill_numbers(school.numbers, e)
    fill_map(school, e)
    fill_interests(school, e)
    fill_actions(school, e)
    fill_events(school, e)
    e.bonuses = len(school.bonuses)
    fill_rows(e.criterion, [S.CRITERIA.index(b.criterion) for b in school.bonuses])


def fill_numbers(numbers: Numbers, e: Any) -> None:
    e.days, e.laps, e.die_faces = numbers.days, numbers.rounds, numbers.die
    e.trait_faces = len(numbers.trait_die)
    shows = [sum(1 << (rank - 1) for rank in set(face)) for face in numbers.trait_die]
    fill_rows(e.shows, shows)
    e.best_face = max(range(len(shows)), key=lambda face: shows[face].bit_count())
    e.refill, e.limit, e.windows = numbers.refill, numbers.hand_limit, numbers.windows
    e.calls = numbers.calls
    e.cap, e.perk_level = numbers.top_level, numbers.perk_level
    e.trait_points, e.heart_points = numbers.trait_points, numbers.heart_points
    e.bonus_points, e.bonus_cards, e.solo_goal = numbers.bonus_points, numbers.bonus_cards, numbers.solo_goal
    e.humor_cards, e.tiles = numbers.humor_cards, numbers.tiles


def trait_number(trait: str | None) -> int:
    return int(NONE) if trait is None else S.TRAITS.index(trait)


def fill_map(school: School, e: Any) -> None:
    e.spaces = len(school.spaces)
    e.quad = next(i for i, s in enumerate(school.spaces) if s.kind == "quad")
    fill_rows(e.kind, [S.KINDS.index(s.kind) for s in school.spaces])
    fill_rows(e.trait, [trait_number(s.trait) for s in school.spaces])
    e.halls = sum(1 << i for i, s in enumerate(school.spaces) if s.is_building)
    e.nears[:] = 0
    e.reach[:] = 0
    for i, near in enumerate(school.ways):
        fill_rows(e.near[i], near)
        e.nears[i] = sum(1 << n for n in near)
        fill_rows(e.far[i], [d or 0 for d in distances_from(school.ways, i)])
        for steps in range(1, school.numbers.die + 1):
            ends = destinations(school.spaces, school.ways, i, steps)
            e.reach[i, steps] = sum(1 << end for end in ends)


def fill_interests(school: School, e: Any) -> None:
    e.interests = len(school.interests)
    for i, who in enumerate(school.interests):
        e.difficulty[i] = S.DIFFICULTIES.index(who.difficulty)
        e.liked[i] = [S.TRAITS.index(t) for t in who.traits]
        e.quirk[i], e.quirk_amount[i] = S.QUIRKS.index(who.quirk.kind), who.quirk.amount
        fill_rows(e.where[i], [school.space_of(v.building) for v in who.schedule])
        fill_rows(e.threshold[i], [v.threshold for v in who.schedule])


def moments_of(card: Action) -> int:
    """WH-59, WH-63 The moments of a card as bits: a card for one's own turn fits wherever its effect makes sense."""
    effect = S.EFFECTS.index(card.effect)
    if card.window is None:
        return (1 << len(S.MOMENTS)) - 1
    if card.window == "move" and int(S.ON_WALK) >> effect & 1:
        return int(S.IN_MOVE)
    if card.window == "move":
        roll = 0 if int(S.LEAVING) >> effect & 1 else S.IN_COURTED
        return int(S.IN_READY | S.IN_MOVE | S.IN_COURT | S.IN_DONE | roll)
    return int({"court": S.IN_COURTED | S.AS_GUEST, "six": S.IN_SIX, "heckle": S.IN_HECKLE}[card.window])


def answering(moments: list[int]) -> list[int]:
    """The cards with which others may interrupt each step of a turn, as bits."""
    fitting = {int(S.AT_SIX): S.IN_SIX, int(S.AT_ROLL): S.IN_HECKLE}
    steps = [int(fitting.get(step, S.IN_STEP)) for step in range(len(S.TURN_STEPS))]
    return [sum(1 << card for card, fits in enumerate(moments) if fits & step) for step in steps]


def fill_actions(school: School, e: Any) -> None:
    e.actions = len(school.actions)
    e.mercy = max((a.amount for a in school.actions if a.effect == "cheer"), default=0)
    moments = [moments_of(a) for a in school.actions]
    fill_rows(e.act_moments, moments)
    fill_rows(e.answering, answering(moments))
    fill_rows(e.act_effect, [S.EFFECTS.index(a.effect) for a in school.actions])
    fill_rows(e.act_trait, [trait_number(a.trait) for a in school.actions])
    fill_rows(e.act_amount, [a.amount for a in school.actions])


def fill_events(school: School, e: Any) -> None:
    e.groups = len(school.group_events)
    e.event_cards = len(school.events)
    for i, event in enumerate(school.events):
        if isinstance(event, GroupEvent):
            e.offers[i] = sum(1 << S.TRAITS.index(t) for t in event.traits)
            continue
        fill_rows(e.tests[i], [S.TRAITS.index(t) for t in event.tests])
        e.answers[i] = len(event.answers)
        for j, answer in enumerate(event.answers):
            e.at[i, j] = answer.at
            for k, effect in enumerate((answer, answer.also)):
                if effect is not None:
                    e.effect[i, j, k] = S.EFFECTS.index(effect.effect)
                    e.effect_trait[i, j, k] = trait_number(effect.trait)
                    e.effect_amount[i, j, k] = effect.amount
