"""Facts that a screen of Work of Heart shows beside the table: ways, rolls, events and how bonus cards stand.

All of it follows from the hidden record of one seat. Dice are counted with the rules' own sum.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct

from parlour.engine.asking import ask_rule
from parlour.engine.edition import Edition
from parlour.engine.plain import NONE, Plain, a_of, bits, kind_of
from parlour.engine.sight import Sight, Step
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import names
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.asking import affection_sum, count_wins, counted, is_winning, listeners
from parlour.games.work_of_heart.campus import walks_of

EVENT_PHASES = (int(S.ANSWER), int(S.KEEP), int(S.GROUP))
FAILS = int(S.FAILS)
GO, BUMP, STEP, PLAY = int(M.GO), int(M.BUMP), int(M.STEP), int(M.PLAY)


class Chances(Struct):
    """How many of all ways in which dice can fall win."""

    wins: int
    of: int


class Term(Struct):
    """One part of the sum of an affection roll: trait, die, quirk, cards or less; and what it is called."""

    what: str
    amount: int
    text: str
    trait: str | None = None


class AffectionRoll(Struct):
    """The affection roll on the table."""

    who: int
    ranks: tuple[int, ...]
    die: int
    total: int
    need: int
    # What it is made of, whether it would win as it lies, and the seats that may still have their say.
    terms: tuple[Term, ...]
    wins: bool
    listeners: tuple[int, ...]


class Settled(Struct):
    """The affection roll that the last move has settled."""

    who: int
    won: bool
    ranks: tuple[int, ...]
    die: int
    total: int
    need: int
    terms: tuple[Term, ...]


class Tested(Struct):
    """A trait that an event tests, and its level."""

    trait: str
    level: int


class EventShown(Struct):
    """The event on the table: who drew it, the level that counts, and which answers that opens."""

    card: int
    who: int
    group: bool
    tests: tuple[Tested, ...]
    # What a quirk adds, and all together.
    extra: int
    total: int
    open: tuple[bool, ...]
    # What each answer brings to whoever drew it, with their love interest's traits by name.
    gains: tuple[tuple[str, ...], ...]
    # The seats that have answered a group event.
    answered: tuple[int, ...]


class CampusWalk(Struct):
    """The last walk: who went which way."""

    seat: int
    path: tuple[int, ...]


# Ways


@lru_cache(2_000)
def ways_from(edition: Edition, start: int, paces: int) -> dict[int, tuple[int, ...]]:
    """WH-48, WH-54 By where a walk may end one way of walking there: the shortest that the roll allows."""
    school = edition.content
    steps = [k for k in range(1, S.FACES + 1) if paces >> k & 1]
    found: dict[int, tuple[int, ...]] = {}
    for path in walks_of(school.ways, start, max(steps, default=0)):
        walked, end = len(path) - 1, path[-1]
        if walked not in steps and not (steps and school.spaces[end].is_building):
            continue
        if end not in found or len(path) < len(found[end]):
            found[end] = path
    return found


def last_walk(sight: Sight, step: Step | None) -> CampusWalk | None:
    """The way of the last move, if it was a walk, a bump or a step."""
    if step is None or (kind := kind_of(step.move)) not in (GO, BUMP, STEP):
        return None
    before, to = step.before, a_of(step.move)
    seat = before.seat
    if kind == GO:
        return CampusWalk(
            seat, ways_from(sight.edition, before.space[seat], before.paces).get(to, (before.space[seat], to))
        )
    start = before.contested if kind == BUMP else before.space[seat]
    return CampusWalk(seat, (start, to))


# Affection rolls


def affection(sight: Sight) -> AffectionRoll | None:
    """The affection roll on the table, if both dice lie there."""
    g, e = sight.g, sight.e
    if g.face == NONE or g.die == NONE:
        return None
    total, need = total_of(sight.edition, g), need_of(e, g, g.actor)
    return AffectionRoll(
        who=g.actor,
        ranks=tuple(r + 1 for r in bits(e.shows[g.face], S.RANKS)),
        die=g.die,
        total=total,
        need=need,
        terms=terms_of(sight, g, total),
        wins=bool(sight.ask(is_winning)),
        listeners=bits(sight.ask(listeners), g.seats),
    )


def total_of(edition: Edition, g: Plain) -> int:
    """WH-40 The sum of the roll that lies in a record."""
    return int(ask_rule(affection_sum, edition, g))


def need_of(e: Plain, g: Plain, seat: int) -> int:
    """WH-34 What the love interest of a seat wants today."""
    return int(e.threshold[g.loves[seat]][g.day])


def terms_of(sight: Sight, g: Plain, total: int) -> tuple[Term, ...]:
    """WH-40, WH-41 What the sum is made of; whatever is not a level, a die or a card comes from the quirk."""
    e, seat, text = sight.e, g.actor, sight.text
    love = g.loves[seat]
    terms = []
    for rank in bits(e.shows[g.face], S.RANKS):
        trait = e.liked[love][rank]
        name = names.name_trait(sight.edition, trait, sight.voice.language)
        terms.append(Term("trait", g.level[seat][trait], name, S.TRAITS[trait]))
    terms.append(Term("die", g.die, text("term.die")))
    quirk = total - sum(term.amount for term in terms) - g.extra + g.less
    if quirk:
        terms.append(Term("quirk", quirk, sight.voice.edition.content.interests[love].quirk.name))
    if g.extra:
        terms.append(Term("cards", g.extra, text("term.cards")))
    if g.less:
        terms.append(Term("less", -g.less, text("term.less")))
    return tuple(terms)


def settled(sight: Sight, step: Step | None) -> Settled | None:
    """WH-42 The roll that the last move has settled, as it lay then."""
    if step is None or (who := step.before.actor) < 0:
        return None
    before, m, after = step.before, step.move, sight.g
    won = after.hearts[who] > before.hearts[who]
    lost = after.tally[who][FAILS] > before.tally[who][FAILS]
    if not won and not lost:
        return None
    g = Plain(as_rolled(sight.e, before, m, after))
    total = total_of(sight.edition, g)
    ranks = tuple(r + 1 for r in bits(sight.e.shows[g.face], S.RANKS))
    return Settled(who, won, ranks, g.die, total, need_of(sight.e, before, who), terms_of(sight, g, total))


def as_rolled(e: Plain, before: Plain, m: int, after: Plain) -> np.ndarray:
    """The record before the last move with what that move did to the roll: a die, or a card against it."""
    array = before.array.copy()
    if kind_of(m) == M.FACE:
        array["face"] = a_of(m)
    elif kind_of(m) == M.DIE:
        array["die"] = a_of(m) + 1
    elif kind_of(m) == PLAY:
        new = (after.thrown or after.fresh) & ~before.thrown
        card = new.bit_length() - 1
        if card >= 0 and e.act_effect[card] == S.HECKLES:
            array["less"] = before.less + e.act_amount[card]
    return array


def chances(sight: Sight, seat: int, faces: bool, dies: bool, fresh: bool = False) -> Chances:
    """WH-40 In how many of all ways the dice named here win; `fresh`: before the roll, with what was saved up."""
    wins, ways = sight.ask(count_wins, seat, faces, dies, fresh)
    return Chances(wins, ways)


# Events


def event_shown(sight: Sight, events_from: int) -> EventShown | None:
    """The event on the table, if one is being resolved."""
    g, e = sight.g, sight.e
    if g.phase not in EVENT_PHASES or g.card == NONE:
        return None
    group = g.card < e.groups
    tests = tuple(Tested(S.TRAITS[t], g.level[g.actor][t]) for t in e.tests[g.card] if t != NONE and not group)
    quirky = not group and e.quirk[g.loves[g.actor]] == S.STORYTELLER
    extra = e.quirk_amount[g.loves[g.actor]] if quirky else 0
    total = extra + sum(test.level for test in tests)
    return EventShown(
        card=events_from + g.card,
        who=g.actor,
        group=group,
        tests=tests,
        extra=extra,
        total=total,
        open=() if group else tuple(total >= e.at[g.card][a] for a in range(e.answers[g.card])),
        gains=() if group else gains_of(sight),
        answered=tuple(s for s in range(g.seats) if group and g.phase == S.GROUP and not g.asked >> s & 1),
    )


def gains_of(sight: Sight) -> tuple[tuple[str, ...], ...]:
    """What each answer brings to whoever drew the event; a love interest's trait is called by its name."""
    g, language = sight.g, sight.voice.language
    content = sight.voice.edition.content
    liked = content.interests[g.loves[g.actor]].traits
    found = []
    for answer in content.events[g.card].answers:
        effects = (answer,) if answer.also is None else (answer, answer.also)
        found.append(tuple(gain_text(x, liked, language) for x in effects))
    return tuple(found)


def gain_text(effect: Any, liked: list[str], language: str) -> str:
    if effect.effect == "liked":
        return f"{names.trait_name(liked[effect.amount - 1], language)} +1"
    return names.reward_of(effect, language)


# Bonus cards


def standing(sight: Sight, card: int) -> tuple[int, ...]:
    """WH-8, WH-70 What a bonus card counts, by seat, as it stands now; everybody could keep count."""
    g, criterion = sight.g, sight.e.criterion[card]
    if NONE in g.loves[: g.seats]:
        return ()
    return tuple(sight.ask(counted, seat, criterion) for seat in range(g.seats))
