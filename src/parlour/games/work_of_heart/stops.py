"""WH-59 Steps of another's turn at which a player may want to be asked whether to interrupt, by what everybody sees."""

from typing import Any

from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.asking import ready_perks

STOPS = ("six", "roll", "landing", "step")
# Where somebody is asked who has not said otherwise, and where a table pauses, once a turn.
USUAL = PAUSED = ("six", "roll")
# The answer of everybody else.
WAIT = int(make(M.INTERRUPT, M.WAIT, NONE, NONE))

STEPS = {int(S.AT_SIX): "six", int(S.AT_ROLL): "roll", int(S.AT_LANDED): "landing"}
INTERRUPT = int(S.INTERRUPT)


def stop_of(g: Any) -> str:
    """The step that is being asked about; empty if something else is."""
    return STEPS.get(int(g.step), "step") if g.phase == INTERRUPT else ""


def turn_of(g: Any) -> tuple[int, ...]:
    """Which turn this is."""
    return int(g.day), int(g.lap), int(g.turn)


def asks_at(stops: tuple[str, ...], stop: str) -> bool:
    """Whether somebody who stops at these steps is asked about this one."""
    return stop in stops or "step" in stops


def has_reason(look: Any) -> bool:
    """WH-28, WH-59 Whether a seat has a step or a card for now that cannot wait for its own turn."""
    e, g = look.edition.record[0], look.hidden[0]
    if g.step == S.AT_SIX and look.ask(ready_perks, look.seat) >> S.TENACITY & 1:
        return True
    own = (int(card) for card in g.hand[look.seat] if card >= 0)
    return any(int(e.answering[g.step]) >> c & 1 and not int(e.act_moments[c]) & int(S.IN_READY) for c in own)
