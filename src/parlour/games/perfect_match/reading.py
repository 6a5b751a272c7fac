"""What a seat of Perfect Match could work out for itself: whom a profile fits, and how a date went.

`fits` and `suits` are helps that a table may switch off (HELP); who plays from memory has neither (PM-R3). All of it
follows from the seat's hidden record.
"""

from functools import lru_cache
from typing import Any

from parlour.engine.plain import NONE, OVER, Plain, a_of, has_ruling, kind_of
from parlour.engine.sight import Sight
from parlour.engine.view import Part
from parlour.games.perfect_match import moves as M
from parlour.games.perfect_match import state as S
from parlour.games.perfect_match.asking import is_match
from parlour.games.perfect_match.plain_slots import place_of, profile_slots, sort_of, stage_slot

FROM_MEMORY = int(S.FROM_MEMORY)

# The fields of the view that a table without reading help leaves out.
HELP = ("fits", "suits")


class PerfectMatchFit(Part):
    """How far a profile on the stage is what a seat looks for, by the cards that the reader knows."""

    place: int
    seat: int
    # Which of the seat's wishes are there, by their number.
    covered: tuple[int, ...] = ()
    # Whether a card that the reader knows spoils it as it lies.
    out: bool = False


class PerfectMatchSuit(Part):
    """A profile that lies open and is what a seat looks for."""

    place: int
    seat: int


class PerfectMatchDateCard(Part):
    """A card of a date: where it lay, and whether it is what was looked for."""

    slot: int
    card: int
    fits: bool = False
    # It lay open before.
    open: bool = False
    # A red flag steps aside.
    flag: bool = False
    by: int | None = None


class PerfectMatchDate(Part, kw_only=True):
    """The last date, for whoever watched it. Cards that were open come first, then those that the dater knew."""

    ply: int
    seat: int
    place: int
    contestant: int
    cards: tuple[PerfectMatchDateCard, ...]
    match: bool
    # Whether it is known what this seat looks for, so that each card can be judged.
    judged: bool
    # Everybody's points before it, and what it brought.
    points: tuple[int, ...]
    hearts: int = 0
    # What was missing, by the number of the wish.
    missing: tuple[int, ...] = ()


class PerfectMatchDoing(Part, kw_only=True):
    """The effect that is being carried out."""

    effect: str
    # How often it may still be used and how often it was.
    left: int
    picks: int
    # The drama that does it; a favour has none.
    card: int | None = None
    # The first half of a choice: a card in a profile, a whole profile, or a contestant whose red flag it is.
    place: int | None = None
    slot: int | None = None
    contestant: int | None = None
    # Who has to answer it.
    rival: int | None = None


def from_memory(g: Plain) -> bool:
    return g.seat != OVER and has_ruling(g, FROM_MEMORY)


def wish_of(edition: Any, g: Plain, seat: int) -> tuple[str, ...] | None:
    """The traits that a seat looks for, if the reader knows."""
    number = g.profile[seat]
    return tuple(edition.content.profiles[number].traits) if number >= 0 else None


def id_of(edition: Any, card: int) -> str:
    return str(edition.faces[card].id)


@lru_cache(10_000)
def paired(wish: tuple[str, ...], traits: tuple[str, ...]) -> tuple[int | None, ...]:
    """Which wish each of these cards is, every wish once; None for a card that is none."""
    found: list[int | None] = []
    for trait in traits:
        free = (i for i, wanted in enumerate(wish) if wanted == trait and i not in found)
        found.append(next(free, None))
    return tuple(found)


def cover(wish: tuple[str, ...], traits: tuple[str, ...]) -> tuple[tuple[int, ...], bool]:
    """Which wishes are among these cards, and whether one of the cards is no wish."""
    found = paired(wish, traits)
    return tuple(sorted(i for i in found if i is not None)), None in found


def known_at(g: Plain, place: int, e: Plain) -> list[int]:
    """The cards of a profile that the reader knows."""
    return [g.card[at] for at in profile_slots(e, g, place) if g.card[at] >= 0]


def fits(sight: Sight) -> tuple[PerfectMatchFit, ...] | None:
    """For everybody on stage and every seat whose wishes the reader knows."""
    g, e = sight.g, sight.e
    if from_memory(g):
        return None
    wishes = [wish_of(sight.edition, g, seat) for seat in range(g.seats)]
    found = []
    for place in on_stage(sight):
        traits = tuple(id_of(sight.edition, c) for c in known_at(g, place, e))
        for seat, wish in enumerate(wishes):
            if wish is not None:
                found.append(PerfectMatchFit(place, seat, *cover(wish, traits)))
    return tuple(found)


def suits(sight: Sight) -> tuple[PerfectMatchSuit, ...] | None:
    """PM-R9 Profiles that lie open whole, with the seats that they are right for."""
    g, e = sight.g, sight.e
    if from_memory(g):
        return None
    open_ones = [p for p in on_stage(sight) if sum(g.up[at] for at in profile_slots(e, g, p)) == e.wants]
    return tuple(
        PerfectMatchSuit(place, seat)
        for place in open_ones
        for seat in range(g.seats)
        if sight.ask(is_match, place, seat)
    )


def on_stage(sight: Sight) -> list[int]:
    return [place for place in range(sight.e.places) if sight.g.stage[place] != NONE]


def doing(sight: Sight) -> PerfectMatchDoing | None:
    """PM-12, PM-18 The effect that is being carried out, with its half-made choice."""
    g = sight.g
    if g.effect == NONE:
        return None
    found = PerfectMatchDoing(effect=S.EFFECTS[g.effect], left=g.left, picks=g.picks)
    if g.shown != NONE:
        found.card = g.shown
    if g.rival != NONE:
        found.rival = g.rival
    if g.half == NONE:
        return found
    if g.effect == S.BAGGAGE:
        found.contestant = g.half
    elif g.effect == S.TRADE:
        found.place = g.half
    else:
        found.place = place_of(g.half)
        found.slot = g.half - stage_slot(found.place, 0)
    return found


def date(sight: Sight) -> PerfectMatchDate | None:
    """PM-13 How the last date went, if that was the last thing that anybody did."""
    deed = next((step for step in sight.steps_back() if step.who >= 0), None)
    if deed is None or kind_of(deed.move) != M.DATE:
        return None
    before, after, place = deed.before, deed.after, a_of(deed.move)
    seat, contestant = before.turn, before.stage[place]
    cards = [date_card(sight, before, after, at) for at in profile_slots(sight.e, before, place)]
    wish = wish_of(sight.edition, after, seat)
    looked_for = paired(wish, tuple(id_of(sight.edition, card.card) for card in cards)) if wish is not None else ()
    for card, number in zip(cards, looked_for, strict=False):
        card.fits = number is not None
    won = after.owner[contestant] == seat
    known = {at - stage_slot(place, 0): before.seen[at] >> seat & 1 for at in profile_slots(sight.e, before, place)}
    return PerfectMatchDate(
        ply=deed.ply,
        seat=seat,
        place=place,
        contestant=contestant,
        cards=tuple(sorted(cards, key=lambda card: (not card.open, not known[card.slot]))),
        match=won,
        judged=wish is not None,
        points=tuple(before.points[: before.seats]),
        hearts=after.points[seat] - before.points[seat],
        missing=tuple(i for i in range(len(wish)) if i not in looked_for) if wish is not None else (),
    )


def date_card(sight: Sight, before: Plain, after: Plain, at: int) -> PerfectMatchDateCard:
    """PM-13 Everything was turned up: it lies open, was discarded, or PM-17 stepped aside."""
    slot = at - stage_slot(place_of(at), 0)
    found = PerfectMatchDateCard(slot, turned_up(sight, before, after, at), open=bool(before.up[at]))
    found.flag = sort_of(sight.e, found.card) == "flag"
    if not from_memory(before) and before.by[at] != NONE:
        found.by = before.by[at]
    return found


def turned_up(sight: Sight, before: Plain, after: Plain, at: int) -> int:
    """Which card lay there: a match discards all of them in their order, a red flag lies above its contestant now."""
    if before.card[at] >= 0:
        return int(before.card[at])
    if after.card[at] >= 0:
        return int(after.card[at])
    place = place_of(at)
    mine = profile_slots(sight.e, before, place)
    if after.gone - before.gone == len(mine):
        return int(after.discards[before.gone + mine.index(at)])
    first = sight.e.flags_from
    known = {before.card[slot] for slot in mine}
    new = [k + first for k in range(len(after.above)) if after.above[k] != NONE == before.above[k]]
    unknown = [slot for slot in mine if before.card[slot] < 0 and after.card[slot] < 0]
    return [card for card in new if card not in known][unknown.index(at)]
