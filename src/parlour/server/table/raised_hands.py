"""Raising a hand: at which steps of another's turn a person is asked whether to interrupt it.

A game with a file `stops.py` asks all seats that could interrupt a step, by what everybody sees. Bots answer every such
question. A person has said at which steps they want to be asked; at all others the server answers for them, and always
for whoever is absent. Nobody is told who is asked or awaited: answers are quiet moves, which are kept until all are in.
"""

import asyncio
from functools import partial
from time import monotonic

from parlour.engine.match import Match
from parlour.server.table import absence
from parlour.server.table.resting import Position
from parlour.server.table.watched import WatchedTable

# How long a person may think about a step, and how long a table pauses once a turn, whoever holds what; in seconds.
ANSWER_TIMEOUT, PAUSE = 15.0, 1.0
# The bot that says whether another bot interrupts: it takes a few milliseconds, and the bot itself says with what.
QUICK = "greedy"


def stop(table: WatchedTable) -> str:
    """The step that seats are asked about; empty if something else is going on."""
    stops, match = table.game.stops, table.match
    return "" if stops is None or match is None or match.over else stops.stop_of(match.state[0])


def stops_of(table: WatchedTable, seat: int) -> tuple[str, ...]:
    """The steps at which a person wants to be asked."""
    chosen = table.record.seats[seat].stops
    return table.game.stops.USUAL if chosen is None else tuple(chosen)


def passes(table: WatchedTable, seat: int) -> bool:
    """Whether the server answers for a person who is asked about a step."""
    here = stop(table)
    if not here or seat < 0 or table.is_bot(seat):
        return False
    return seat not in absence.present(table) or not table.game.stops.asks_at(stops_of(table, seat), here)


def answers_by_itself(table: WatchedTable, seat: int) -> bool:
    """Whether nobody has to be waited for: a bot, or a person who lets this step go by."""
    return table.is_bot(seat) or passes(table, seat)


def asked(table: WatchedTable) -> list[int]:
    """The persons who are thinking about a step."""
    match = table.match
    if match is None or not stop(table):
        return []
    return [seat for seat in match.deciders if not answers_by_itself(table, seat)]


async def answer(table: WatchedTable) -> None:
    """Answer for all bots and for whoever lets the step go by, together; after the pause of the turn, if it is now."""
    position, match = table.position, table.running()
    until = monotonic() + pause(table)
    answers = {seat: await choice(table, match, seat) for seat in match.deciders if answers_by_itself(table, seat)}
    await asyncio.sleep(max(0.0, until - monotonic()))
    await table.try_act(partial(play_answers, table, position, answers))


async def play_answers(table: WatchedTable, position: Position, answers: dict[int, int]) -> None:
    """Unless the table has changed; whoever has raised a hand meanwhile is asked."""
    if table.match is None or table.position != position or table.undo_asked_by >= 0:
        return
    own = {seat for seat in table.match.deciders if answers_by_itself(table, seat)}
    await table.play_quiet({seat: move for seat, move in answers.items() if seat in own})


async def choice(table: WatchedTable, match: Match, seat: int) -> int:
    """What a bot answers, which interrupts only with a reason; a person who is not asked lets the step go by."""
    stops, look = table.game.stops, match.look(seat)
    # It thinks in any case: how long must not tell whether it has a reason.
    found = await table.choose_as(QUICK, look) if table.is_bot(seat) else int(stops.WAIT)
    return found if stops.has_reason(look) else int(stops.WAIT)


def pause(table: WatchedTable) -> float:
    """Seconds to wait here: once a turn, at a step that everybody can see to be one for a pause."""
    stops, turn = table.game.stops, (table.record.number, *table.game.stops.turn_of(table.running().state[0]))
    if stop(table) not in stops.PAUSED or table.paused == turn or not table.services.bots.pauses.shortest:
        return 0.0
    table.paused = turn
    return PAUSE


async def let_go_by(table: WatchedTable) -> None:
    """The time to think about a step is over: whoever has not answered lets it go by."""
    await table.play_quiet(dict.fromkeys(asked(table), int(table.game.stops.WAIT)))
