"""What a change of a table has to tell sessions whose page is closed: by a word and numbers, never by a card."""

from parlour.engine.match import Match
from parlour.engine.record import CHANCE
from parlour.server.store.records import Change
from parlour.server.table.resting import RestingTable

# Somebody who talks much is told of once in so many seconds.
TALK = 3600.0


def note(table: RestingTable, change: Change, now: float) -> None:
    """Put into a change what it has to tell; nothing, where no seat has a bell."""
    change.since = now
    for number, seat in enumerate(table.record.seats):
        if seat.hears and seat.token_hash:
            found = occasion(table, change, number)
            change.occasions[seat.token_hash] = found or change.occasions.get(seat.token_hash, "")


def occasion(table: RestingTable, change: Change, seat: int) -> str:
    """What there is to tell a seat: once told, it is not told again."""
    match, number = table.match, table.record.number
    if match is not None and seat in match.deciders and not table.is_bot(seat):
        return f"turn {number} {turn_began(match, seat)}"
    if match is not None and match.over and change.lines:
        return f"over {number}"
    if change.said and change.said[0] != seat:
        return f"talk {int(change.since // TALK)}"
    if match is not None and change.match is not None and change.ply == 0 and change.match.started and not change.cut:
        return f"dealt {number}"
    return ""


def turn_began(match: Match, seat: int) -> int:
    """The ply after the last move of somebody else: several moves in a row are one turn."""
    plies = range(match.begin, match.ply)
    others = (p for p in reversed(plies) if int(match.states[p]["seat"][0]) not in (seat, CHANCE))
    return next(others, match.begin - 1) + 1
