"""Matches from the store: started, replayed, or continued under newer rules."""

from parlour.engine.chance import Live
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.log import FORMAT, HEADER, NOTICE, Draws, EditionMark, Frozen, Ledger, Save, SaveError
from parlour.engine.match import Match, OlderRules, layout_of
from parlour.engine.match.replaying import replay
from parlour.server.store.records import Kept, MatchRecord, TableRecord
from parlour.server.table.resting import RestingTable


class Damaged(RuntimeError):
    """What is stored of a match cannot be played; says where, and nothing of what is stored there."""

    def __init__(self, id: str, ply: int | None) -> None:
        super().__init__(f"table {id} is damaged" + (f" after ply {ply}" if ply is not None else ""))


def fresh_match(game: Game, first: int, secret: bytes) -> MatchRecord:
    """A match that has not begun, with the secret that its commitment is made of."""
    return MatchRecord(
        version=game.about.version,
        layout=layout_of(game),
        first=first,
        secret=secret.hex(),
        header=HEADER,
    )


def lay(kept: Kept, game: Game, edition: Edition) -> RestingTable:
    """A stored table with its match replayed."""
    table = RestingTable(
        id=kept.id,
        game=game,
        edition=edition,
        record=kept.table,
        matches=kept.matches,
        answers=kept.answers,
        chat=kept.chat,
    )
    table.match = resume(table, kept.lines)
    return table


def new_match(table: RestingTable) -> Match:
    """The match before its first move, or where it goes on from another one; its draws are its own from there on."""
    kept = table.match_record
    match = Match.deal_again(Frozen(kept_save(table, []), kept.secret), table.game, table.edition)
    if kept.opening:
        replay(match, kept.opening, table.id)
        match.draws = Ledger(kept.before)
        match.draws.begin(match.ply, match.chance)
        kept.opening = []
    return match


def going_on(match: Match, ply: int, secret: bytes) -> MatchRecord:
    """A match that has not begun, and goes on from a ply of one that is over."""
    record = fresh_match(match.game, int(match.start_seat), secret)
    record.header = match.log_format
    record.opening, record.begins = [entry.line for entry in match.log.entries[:ply]], ply
    shown = match.as_save(reveal=True).draws
    record.before = [stretch for stretch in shown if stretch.start < ply]
    return record


def resume(table: RestingTable, lines: list[str]) -> Match | None:
    """The stored match, replayed; under newer rules from its last State, if those can continue it."""
    kept = table.match_record
    if not kept.started:
        return None
    pending = {str(seat): text for seat, text in kept.pending.items()}
    try:
        match = Match.thaw(Frozen(kept_save(table, lines), kept.secret, pending=pending), table.id, table.edition)
    except OlderRules:
        table.unplayable = kept_save(table, lines, reveal=True)
        return None
    except SaveError as error:
        # Its sentence quotes a move that may be hidden, and this one is logged.
        raise Damaged(table.id, error.ply) from None
    kept.renewals = match.renewals
    return match


def kept_save(table: RestingTable, lines: list[str], reveal: bool = False) -> Save:
    """A table's match as a save; nothing of it is checked here."""
    return save_of(table.record, table.match_record, EditionMark(table.edition.id, table.edition.hash), lines, reveal)


def save_of(
    record: TableRecord, kept: MatchRecord, edition: EditionMark, lines: list[str], reveal: bool = False
) -> Save:
    """A match of the store as a save."""
    chance = Live(tuple(kept.nonces), bytes.fromhex(kept.secret))
    return Save(
        parlour=FORMAT,
        notice=NOTICE,
        game=record.game,
        version=kept.version,
        edition=edition,
        seats=len(record.seats),
        mode=record.mode,
        rulings=record.rulings,
        first=kept.first,
        names=[seat.name for seat in record.seats],
        draws=[*kept.before, Draws(kept.begins, chance.commitment, kept.nonces, kept.secret if reveal else None)],
        undos=kept.undos,
        undos_told=kept.undos_told,
        layout=kept.layout,
        state=kept.state,
        log=lines,
        renewals=kept.renewals,
        taken=kept.taken,
        header=kept.header,
    )
