"""Matches from the store: dealt anew, replayed, or carried on under newer rules."""

import base64
import secrets
from typing import TYPE_CHECKING

import numpy as np

from parlour.engine.chance import Live
from parlour.engine.game import Game
from parlour.engine.log import Entry
from parlour.engine.match import Match
from parlour.server.store import MatchRecord, layout_of

if TYPE_CHECKING:
    from parlour.server.live import LiveTable

OLDER = "This table was played by older rules than this house has; it can be read but not go on."


def fresh_match(game: Game, first: int) -> MatchRecord:
    """A match that has not begun, with the secret that its commitment is made of."""
    return MatchRecord(
        version=game.about.version,
        layout=layout_of(game.state.dtype),
        first=first,
        secret=secrets.token_bytes(32).hex(),
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
    """The match as it was kept; under newer rules from its last State, if that still has the same layout."""
    kept = table.match_record
    if not kept.started:
        return None
    match = new_match(table)
    if kept.version == table.game.about.version:
        match.replay(lines, table.id)
    elif kept.layout == layout_of(table.game.state.dtype):
        upgrade(table, match, lines)
    else:
        table.frozen = OLDER
        return None
    match.undos = kept.undos
    match.pending = {seat: table.game.moves.parse(text) for seat, text in kept.pending.items()}
    return match


def upgrade(table: "LiveTable", match: Match, lines: list[str]) -> None:
    """Go on under new rules: the log stays as it is, the last State is where play continues."""
    state = np.frombuffer(bytearray(base64.b64decode(table.match_record.state)), table.game.state.dtype)
    for line in lines:
        match.log.add(Entry.of(line))
    match.states = [state] * (len(lines) + 1)
    table.story_start = len(lines)
    table.match_record.version = table.game.about.version
