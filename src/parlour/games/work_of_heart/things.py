"""What the moves of Work of Heart are about: people, cards, perks, events and their answers, traits and spaces."""

from typing import Any

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import NONE
from parlour.engine.things import Family, starts
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S


def interests(school: Any) -> list[str]:
    return [who.id for who in school.interests]


def bonuses(school: Any) -> list[str]:
    return [bonus.id for bonus in school.bonuses]


def perks(school: Any) -> list[str]:
    return list(S.PERKS)


def actions(school: Any) -> list[str]:
    return [card.id for card in school.actions]


def events(school: Any) -> list[str]:
    return [event.id for event in school.events]


def answers(school: Any) -> list[str]:
    return [f"{event.id}-{k + 1}" for event in school.events for k in range(S.ANSWERS)]


def traits(school: Any) -> list[str]:
    return list(S.TRAITS)


def spaces(school: Any) -> list[str]:
    marks = [b.id for b in school.buildings]
    return [
        marks[s.building] if s.building is not None else f"{s.trait or s.kind}-{i + 1}"
        for i, s in enumerate(school.spaces)
    ]


def tops(school: Any) -> list[str]:
    return [f"{trait}-at-the-top" for trait in S.TRAITS[: S.MAIN]]


def levels(school: Any) -> list[str]:
    found = ["printed" if who.source == "printed" else who.difficulty for who in school.interests]
    return [f"{level}-to-win" for level in found]


THINGS = (
    Family("interest", S.INTERESTS, interests),
    Family("bonus", S.BONUSES, bonuses),
    Family("perk", len(S.PERKS), perks),
    Family("card", S.ACTIONS, actions),
    Family("event", S.EVENTS, events),
    Family("answer", S.EVENTS * S.ANSWERS, answers),
    Family("trait", len(S.TRAITS), traits),
    Family("space", S.SPACES, spaces),
)
INTEREST, BONUS, PERK, CARD, EVENT, ANSWER, TRAIT, SPACE, _ = starts(THINGS)
WAYS = (
    Family("courted", S.INTERESTS, interests),
    Family("difficulty", S.INTERESTS, levels),
    Family("trait", S.MAIN, tops),
)
COURTED, DIFFICULTY, TOP, _ = starts(WAYS)
# What nobody at the table would notice: docs/lab/studies.md says what each is.
MARGINS = {"share": 2.0, "score": 1.0, "lead": 1.0, "plies": 20.0, "choices": 10.0, "leads": 1.0}


@rule
def thing(e, g, m):
    """What is courted, picked, used, played, answered, raised or walked to; or what chance brings."""
    kind, a = kind_of(m), a_of(m)
    if kind == M.GO or kind == M.BUMP:
        return SPACE + a
    if kind == M.STEP:
        return PERK + S.TENACITY if g.phase == S.SIX else SPACE + a
    if kind == M.PLAY:
        return CARD + np.int64(g.hand[g.seat, a])
    if kind == M.ANSWER:
        return ANSWER + np.int64(g.card) * S.ANSWERS + a
    if kind == M.RAISE or (kind == M.JOIN and a != M.NO_TRAIT):
        return TRAIT + a
    if kind == M.PERK:
        return PERK + a
    if kind == M.WOO:
        return INTEREST + a
    if kind == M.PICK or kind == M.REVEAL:
        return BONUS + a
    if kind == M.DRAW:
        return CARD + a
    if kind == M.EVENT:
        return EVENT + a
    return NONE


@rule
def ways(e, g, seat, out):
    """Whom a seat has courted, how hard they are to win, and which of its traits have come to the top."""
    out[0] = COURTED + np.int64(g.loves[seat])
    out[1] = DIFFICULTY + np.int64(g.loves[seat])
    n = 2
    for trait in range(S.MAIN):
        if g.level[seat, trait] >= e.cap:
            out[n] = TOP + trait
            n += 1
    return n
