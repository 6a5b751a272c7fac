"""What an edition of Work of Heart must hold beyond its shape: counts, a sound map, and sensible cards."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from parlour.engine.edition import unknown
from parlour.games.work_of_heart import campus
from parlour.games.work_of_heart import state as S

Faults = Iterator[tuple[str, str]]

# Effects that need nothing but the seat that they are for: anything may have them.
PLAIN = {"nothing", "raise", "liked", "lowest", "refresh", "spark", "sweep", "home"}
# An event raises nobody but who drew it (WH-66).
NOT_IN_EVENTS = {"together"}
ASKING = {"any", "trade", "draw", "banish", "swap", "pinch", "peek", "together"}
IN_WINDOW: dict[str | None, set[str]] = {
    "move": PLAIN | ASKING | {"hurry", "freestyle", "cab", "barefoot"},
    "court": {"boost", "again", "triple", "encore", "refresh"},
    "six": PLAIN | ASKING | {"step"},
    "heckle": {"heckle", "jinx", "cheer", "draw"},
    None: {"raise", "liked", "lowest", "refresh", "spark", "draw"},
}
TIMING_WINDOWS: dict[str, set[str | None]] = {"own": {"move", "court"}, "other": {"six", "heckle"}, "any": {None}}
COUNTED = ("interests", "actions", "group_events", "standard_events", "bonuses")
WITH_TRAIT = {"raise", "together"}
# At most one in so many answers may be a plain +1.
PLAIN_SHARE = 3
# How often a week may ask somebody on the turns of others: about cards, and by every group event of the deck. Tenacity
# is not counted: it is asked at every six until it is used.
MAX_QUESTIONS = 40


def check(school: Any) -> Faults:
    """Everything that is wrong, the first thing first."""
    yield from check_counts(school)
    yield from check_ids(school)
    yield from check_numbers(school)
    faults = list(check_map(school))
    yield from faults
    if not faults:
        yield from check_interests(school)
    yield from check_actions(school)
    yield from check_events(school)
    yield from check_bonuses(school)


def check_counts(school: Any) -> Faults:
    """Never more of anything than there is room for. What an edition says about its counts is not needed."""
    for name in COUNTED:
        found, room = len(getattr(school, name)), S.LIMITS[name]
        if found > room:
            yield name, f"{found} are more than the {room} that there is room for"


def warn(school: Any) -> Faults:
    """What may be meant so, and hardly is."""
    for name in COUNTED if school.counts else ():
        found, said = len(getattr(school, name)), getattr(school.counts, name)
        if found != said:
            yield f"counts.{name}", f"the edition says {said} and has {found}; it is played with {found}"
    visited = {visit.building for who in school.interests for visit in who.schedule}
    for i, building in enumerate(school.buildings):
        if building.trait is None and building.id not in visited:
            yield f"buildings[{i}]", f"nobody is ever at {building.name}"


def check_ids(school: Any) -> Faults:
    """No two things of a kind share an id."""
    for name in ("buildings", "interests", "actions", "group_events", "standard_events", "bonuses"):
        seen: set[str] = set()
        for i, entry in enumerate(getattr(school, name)):
            if entry.id in seen:
                yield f"{name}[{i}].id", f"{entry.id!r} is already the id of another one"
            seen.add(entry.id)
    marks = [b.mark for b in school.buildings]
    for i, mark in enumerate(marks):
        if mark in marks[:i] or mark in (campus.QUAD_MARK, *campus.TRAIT_MARKS):
            yield f"buildings[{i}].mark", f"{mark!r} already stands for something else"


def check_numbers(school: Any) -> Faults:
    numbers = school.numbers
    if not 1 <= len(numbers.trait_die) <= S.FACES or not all(numbers.trait_die):
        yield "numbers.trait_die", f"the trait die has 1 to {S.FACES} faces, and each shows a rank"
    draws = [c.amount for c in school.actions if c.effect in ("draw", "cheer")]
    draws += [a.amount for ev in school.standard_events for a in ev.answers if a.effect == "draw"]
    draws += [who.quirk.amount for who in school.interests if who.quirk.kind == "solace"]
    if numbers.hand_limit + max(draws, default=2) > S.HAND:
        yield "numbers.hand_limit", f"a full hand and the largest draw are more than {S.HAND} cards"
    questions = numbers.calls * numbers.days + len(school.group_events)
    if questions > MAX_QUESTIONS:
        yield "numbers.calls", f"somebody could be asked {questions} times out of turn; {MAX_QUESTIONS} are plenty"
    if numbers.refill > numbers.hand_limit:
        yield "numbers.refill", "a hand is not filled beyond its limit"


def check_map(school: Any) -> Faults:
    """Connected, one Quad, each building once, and a legal path for every roll from everywhere."""
    try:
        spaces = school.spaces
    except ValueError as error:
        yield "campus.rows", str(error)
        return
    if len(spaces) > S.SPACES:
        yield "campus.rows", f"{len(spaces)} spaces are more than the {S.SPACES} that there is room for"
        return
    found = Counter(s.mark for s in spaces)
    for mark in (campus.QUAD_MARK, *(b.mark for b in school.buildings)):
        if found[mark] != 1:
            yield "campus.rows", f"{mark} must stand on the map exactly once, not {found[mark]} times"
            return
    if None in campus.distances_from(school.ways, 0):
        yield "campus.rows", "some spaces cannot be reached from others"
        return
    for start in range(len(spaces)):
        for steps in range(1, school.numbers.die + 1):
            if not campus.has_whole_walk(school.ways, start, steps):
                yield "campus.rows", f"a roll of {steps} from {school.space_name(start)} ends in a dead end"


def check_interests(school: Any) -> Faults:
    """Distinct traits and quirks, a schedule for every day, rising, in buildings that can be reached in time."""
    quad = next(i for i, s in enumerate(school.spaces) if s.kind == "quad")
    love = {b.id for b in school.buildings if b.trait is None}
    far = campus.distances_from(school.ways, quad)
    for i, who in enumerate(school.interests):
        if len(set(who.traits)) != S.RANKS:
            yield f"interests[{i}].traits", "the three preferred traits differ"
        if who.quirk.kind in [other.quirk.kind for other in school.interests[:i]]:
            yield f"interests[{i}].quirk", f"{who.quirk.kind!r} is already somebody's quirk"
        if len(who.schedule) != school.numbers.days:
            yield f"interests[{i}].schedule", f"a schedule has {school.numbers.days} days, not {len(who.schedule)}"
        thresholds = [v.threshold for v in who.schedule]
        if thresholds != sorted(thresholds):
            yield f"interests[{i}].schedule", "thresholds rise through the week"
        for visit in who.schedule:
            if visit.building not in love:
                yield f"interests[{i}].schedule", unknown(visit.building, "a building for love interests", love)
            elif (far[school.space_of(visit.building)] or 0) > school.numbers.rounds * school.numbers.die:
                yield f"interests[{i}].schedule", f"{visit.building!r} cannot be reached from the Quad within a day"


def check_actions(school: Any) -> Faults:
    for i, card in enumerate(school.actions):
        if card.window not in TIMING_WINDOWS[card.timing]:
            yield f"actions[{i}].window", f"a card for {card.timing!r} turns cannot name the window {card.window!r}"
        elif card.effect not in IN_WINDOW[card.window]:
            yield f"actions[{i}].effect", f"{card.effect!r} makes no sense in the window {card.window!r}"
        yield from check_effect(f"actions[{i}]", card)


def check_effect(path: str, card: Any) -> Faults:
    if (card.trait is not None) != (card.effect in WITH_TRAIT):
        yield f"{path}.trait", f"the effect {card.effect!r} {'needs a' if card.trait is None else 'has no'} trait"
    if card.effect == "liked" and not 1 <= card.amount <= S.RANKS:
        yield f"{path}.amount", f"'liked' names a rank from 1 to {S.RANKS}"


def check_events(school: Any) -> Faults:
    """Group events offer different threes; standard ones have an answer for everybody, and are not all alike."""
    for i, event in enumerate(school.group_events):
        if len(set(event.traits)) != len(event.traits):
            yield f"group_events[{i}].traits", "the three traits differ"
        if set(event.traits) in [set(other.traits) for other in school.group_events[:i]]:
            yield f"group_events[{i}].traits", "another group event already offers these three"
    answers = [a for event in school.standard_events for a in event.answers]
    plain = [a for a in answers if a.effect == "raise" and a.amount == 1 and a.also is None]
    if len(plain) * PLAIN_SHARE > len(answers):
        yield "standard_events", f"{len(plain)} of {len(answers)} answers are a plain +1: at most a third may be"
    for i, event in enumerate(school.standard_events):
        yield from check_answers(f"standard_events[{i}].answers", event, school.numbers.top_level)


def check_answers(path: str, event: Any, top: int) -> Faults:
    least = [a.at for a in event.answers]
    if least[0] != 0 or least != sorted(set(least)) or least[-1] > top * len(event.tests):
        yield path, f"answers begin at 0 and rise to at most {top * len(event.tests)}"
    for j, answer in enumerate(event.answers):
        if answer.effect not in (PLAIN | ASKING | {"step"}) - NOT_IN_EVENTS:
            yield path, f"answer {j + 1}: {answer.effect!r} makes no sense in an event"
        yield from check_effect(path, answer)
        if answer.also is not None:
            if answer.also.effect not in PLAIN:
                yield path, f"answer {j + 1}: {answer.also.effect!r} cannot come along with another effect"
            yield from check_effect(path, answer.also)


def check_bonuses(school: Any) -> Faults:
    criteria = [b.criterion for b in school.bonuses]
    for i, criterion in enumerate(criteria):
        if criterion in criteria[:i]:
            yield f"bonuses[{i}].criterion", f"{criterion!r} is already asked by another bonus card"
    if len(criteria) < 4:
        yield "bonuses", "four players need four bonus cards to pick from"
