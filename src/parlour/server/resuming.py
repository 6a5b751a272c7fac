"""Matches from the store: started, replayed, or continued under newer rules."""

import secrets
from typing import TYPE_CHECKING

from parlour.engine.chance import Live
from parlour.engine.game import Game
from parlour.engine.log import FORMAT, NOTICE, Draws, EditionMark, Frozen, Save, SaveError
from parlour.engine.match import Match, OlderRules, layout_of
from parlour.server.store import MatchRecord

if TYPE_CHECKING:
    from parlour.server.live import LiveTable

OLDER = "This table was played by older rules than this house has: it cannot go on. Its record can be downloaded."


class Damaged(RuntimeError):
    """What is stored of a match cannot be played; says where, and nothing of what is stored there."""

    def __init__(self, id: str, ply: int | None) -> None:
        super().__init__(f"table {id} is damaged" + (f" after ply {ply}" if ply is not None else ""))


def fresh_match(game: Game, first: int) -> MatchRecord:
    """A match that has not begun, with the secret that its commitment is made of."""
    return MatchRecord(
        version=game.about.version, layout=layout_of(game), first=first, secret=secrets.token_bytes(32).hex()
    )


def new_match(table: "LiveTable") -> Match:
    kept = table.match_record
    return Match(
        table.game,
        edition=table.edition,
        seats=len(table.record.seats),
        mode=table.record.mode,
        rulings=table.record.rulings,
        first=None if kept.first < 0 else kept.first,
        chance=Live(tuple(kept.nonces), bytes.fromhex(kept.secret)),
        names=tuple(seat.name for seat in table.record.seats),
    )


def resume(table: "LiveTable", lines: list[str]) -> Match | None:
    """The stored match, replayed; under newer rules from its last State, if those can continue it."""
    kept = table.match_record
    if not kept.started:
        return None
    pending = {str(seat): text for seat, text in kept.pending.items()}
    try:
        match = Match.thaw(Frozen(kept_save(table, lines), kept.secret, pending=pending), table.id, table.edition)
    except OlderRules:
        table.frozen, table.unplayable = OLDER, kept_save(table, lines, reveal=True)
        return None
    except SaveError as error:
        # Its sentence quotes a move that may be hidden, and this one is logged.
        raise Damaged(table.id, error.ply) from None
    kept.renewals = match.renewals
    return match


def kept_save(table: "LiveTable", lines: list[str], reveal: bool = False) -> Save:
    """A match of the store as a save; nothing of it is checked here."""
    kept, record = table.match_record, table.record
    chance = Live(tuple(kept.nonces), bytes.fromhex(kept.secret))
    return Save(
        parlour=FORMAT,
        notice=NOTICE,
        game=record.game,
        version=kept.version,
        edition=EditionMark(table.edition.id, table.edition.hash),
        seats=len(record.seats),
        mode=record.mode,
        rulings=record.rulings,
        first=kept.first,
        names=[seat.name for seat in record.seats],
        draws=[Draws(0, chance.commitment, kept.nonces, kept.secret if reveal else None)],
        undos=kept.undos,
        layout=kept.layout,
        state=kept.state,
        log=lines,
        renewals=kept.renewals,
        taken=kept.taken,
    )
