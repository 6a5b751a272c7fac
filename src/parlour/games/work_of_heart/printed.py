"""What an edition of Work of Heart prints: the campus, the people and the cards. Made once for a language."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from parlour.engine.view import Card, Place, Printed
from parlour.games.work_of_heart import names
from parlour.games.work_of_heart import state as S

Text = Callable[..., str]


class WorkOfHeartPlace(Place):
    """A space of the campus: its kind, the trait that it raises, and the id of its building."""

    kind: str = ""
    trait: str | None = None
    building: str | None = None


class QuirkText(Struct):
    """A love interest's quirk, and what it adds to an affection roll, if it is such a one."""

    name: str
    text: str
    amount: int


class VisitTime(Struct):
    """Where a love interest is on a day, and the affection that they want there."""

    building: str
    threshold: int
    place: int


class Reward(Struct):
    """One thing that an answer brings: as data, and in words."""

    effect: str
    trait: str | None
    amount: int
    text: str


class AnswerText(Struct):
    """An answer to an event: the level that it needs, what it says, and what it brings."""

    at: int
    text: str
    reward: str
    gains: tuple[Reward, ...]


class LinesText(Struct):
    """What somebody says at their affection roll; empty if the edition does not tell."""

    hello: str
    nearly: str
    yes: str
    no: str


class WorkOfHeartCard(Card):
    """An action card; behind these the love interests, the events and the bonus cards."""

    # action, interest, event or bonus; and its id in the edition, by which pictures are found.
    sort: str = ""
    key: str = ""
    # An action: when it can be played, as data and in words, and what it does.
    timing: str = ""
    window: str | None = None
    when: str = ""
    effect: str = ""
    # A love interest: how hard, the quirk, and day by day where they are, as data and in words.
    difficulty: str | None = None
    hard: int | None = None
    quirk: QuirkText | None = None
    schedule: tuple[VisitTime, ...] = ()
    week: tuple[str, ...] = ()
    lines: LinesText | None = None
    # The traits that a love interest likes or that an event is about.
    traits: tuple[str, ...] = ()
    # An event: whether it concerns everybody, and its answers.
    group: bool = False
    answers: tuple[AnswerText, ...] = ()


class TraitText(Struct):
    """A trait: its id, its name, and its perks."""

    id: str
    name: str
    perks: tuple["PerkText", ...]


class PerkText(Struct):
    """A perk: its id and its number, as moves name it, a word for its button, and what it does."""

    id: str
    perk: int
    name: str
    text: str


class DayText(Struct):
    name: str
    short: str


class WorkOfHeartPrinted(Printed, kw_only=True):
    cards: tuple[WorkOfHeartCard, ...] = ()
    places: tuple[WorkOfHeartPlace, ...] = ()
    # The numbers of the first love interest, event and bonus card in `cards`.
    interests_from: int
    events_from: int
    bonuses_from: int
    # Columns and rows of the campus.
    size: tuple[int, int]
    # Rounds of a day, the highest level of a trait, how often a day others may ask, and the level of perks.
    rounds: int
    top: int
    calls: int
    perk_level: int
    # The faces of the movement die, and the ranks on each face of the trait die.
    die: int
    trait_die: tuple[tuple[int, ...], ...]
    # What a heart and a trait at the top are worth.
    heart_points: int
    trait_points: int
    traits: tuple[TraitText, ...]
    days: tuple[DayText, ...]


def printed(edition: Any, text: Text) -> WorkOfHeartPrinted:
    content, e = edition.content, edition.plain
    language = text("language")
    actions = [action_card(face, text) for face in content.actions]
    interests = [interest_card(content, who, text, language) for who in content.interests]
    events = [event_card(event, text, language) for event in content.events]
    bonuses = [WorkOfHeartCard(face.name, text=face.text, sort="bonus", key=face.id) for face in content.bonuses]
    return WorkOfHeartPrinted(
        cards=(*actions, *interests, *events, *bonuses),
        places=tuple(printed_place(edition, i, language) for i in range(len(content.spaces))),
        interests_from=len(actions),
        events_from=len(actions) + len(interests),
        bonuses_from=len(actions) + len(interests) + len(events),
        size=(max(s.x for s in content.spaces) + 1, max(s.y for s in content.spaces) + 1),
        rounds=e.laps,
        top=e.cap,
        calls=e.calls,
        perk_level=e.perk_level,
        die=e.die_faces,
        trait_die=tuple(tuple(face) for face in content.numbers.trait_die),
        heart_points=e.heart_points,
        trait_points=e.trait_points,
        traits=tuple(trait_text(trait, e, text, language) for trait in S.TRAITS),
        days=tuple(DayText(names.name_day(edition, d, language), names.short_day(d, language)) for d in range(e.days)),
    )


def printed_place(edition: Any, i: int, language: str) -> WorkOfHeartPlace:
    content = edition.content
    here = content.spaces[i]
    return WorkOfHeartPlace(
        names.name_space(edition, i, language),
        names.place_name(here),
        here.mark,
        here.x,
        here.y,
        links=tuple(content.ways[i]),
        kind=here.kind,
        trait=here.trait,
        building=None if here.building is None else content.buildings[here.building].id,
    )


# The words of the perks' buttons and of what they do, by perk.
PERK_WORDS = {perk: f"perk.{perk}" for perk in S.PERKS if perk != "humor"}
PERK_MOVES = tuple(f"move.perk-{perk}" for perk in S.PERKS)


def trait_text(trait: str, e: Any, text: Text, language: str) -> TraitText:
    """A trait with its perks: one, or the two of Mojo."""
    found = [p for p, perk in enumerate(S.PERKS) if perk.partition("-")[0] == trait]
    perks = tuple(PerkText(S.PERKS[p], p, perk_word(S.PERKS[p], e, text), text(PERK_MOVES[p])) for p in found)
    return TraitText(trait, names.trait_name(trait, language), perks)


def perk_word(perk: str, e: Any, text: Text) -> str:
    return text("perk.humor", n=e.humor_cards) if perk == "humor" else text(PERK_WORDS[perk])


# When a card can be played: by its window, or any time.
WINDOW_WORDS: dict[str | None, str] = {None: "when.any"} | {window: f"when.{window}" for window in S.WINDOWS}


def action_card(face: Any, text: Text) -> WorkOfHeartCard:
    return WorkOfHeartCard(
        face.name,
        text=face.text,
        sort="action",
        key=face.id,
        timing=face.timing,
        window=face.window,
        when=text(WINDOW_WORDS[face.window]),
        effect=face.effect,
    )


def interest_card(content: Any, who: Any, text: Text, language: str) -> WorkOfHeartCard:
    """What somebody likes, where they are day by day and what they want, and their quirk."""
    building = {b.id: b.name for b in content.buildings}
    visits = [VisitTime(building[v.building], v.threshold, content.space_of(v.building)) for v in who.schedule]
    quirk = text("fact.quirk", name=who.quirk.name, text=who.quirk.text)
    said = who.lines
    return WorkOfHeartCard(
        who.name,
        flavour=who.flavour,
        facts=(text("fact.likes", traits=names.traits_named(who.traits, language)), quirk),
        sort="interest",
        key=who.id,
        difficulty=names.difficulty_name(who.difficulty, language),
        hard=S.DIFFICULTIES.index(who.difficulty) + 1,
        quirk=QuirkText(who.quirk.name, who.quirk.text, who.quirk.amount),
        schedule=tuple(visits),
        week=tuple(text("fact.waits", day=d, building=v.building, n=v.threshold) for d, v in enumerate(visits)),
        lines=LinesText(said.hello, said.nearly, said.yes, said.no),
        traits=tuple(who.traits),
    )


def event_card(event: Any, text: Text, language: str) -> WorkOfHeartCard:
    """A group event with the traits on offer, or one that tests somebody and has answers."""
    card = WorkOfHeartCard(event.name, text=event.text, sort="event", key=event.id)
    if not hasattr(event, "answers"):
        card.facts = (text("fact.group", traits=names.traits_named(event.traits, language)),)
        card.traits, card.group = tuple(event.traits), True
        return card
    card.answers = tuple(answer_text(a, language) for a in event.answers)
    told = [text("fact.answer", at=a.at, text=a.text, reward=a.reward) for a in card.answers]
    card.facts = (text("fact.tests", traits=names.traits_named(event.tests, language)), *told)
    card.traits = tuple(event.tests)
    return card


def answer_text(answer: Any, language: str) -> AnswerText:
    effects = (answer,) if answer.also is None else (answer, answer.also)
    gains = tuple(Reward(x.effect, x.trait, x.amount, names.reward_of(x, language)) for x in effects)
    return AnswerText(answer.at, answer.text, names.rewards_of(answer, language), gains)
