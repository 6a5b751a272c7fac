"""Sends browsers the table: the whole of it at first, then what has changed for their seat."""

import logging
from typing import Any

import msgspec

from parlour.server import wire
from parlour.server.table import patches, showing
from parlour.server.table.watched import WatchedTable
from parlour.server.table.watching import Watcher

# How much of it spectators share who come between two changes: they differ in language and in what they have seen.
MAX_SHARED = 16


def show(table: WatchedTable, notice: wire.Notice | None = None) -> None:
    """Send every watcher what has changed for its seat."""
    table.shown = table.compiled()
    shared: dict[Any, Any] = {}
    table.crowd = {}
    for watcher in table.watchers:
        if watcher.greeted:
            show_to(table, watcher, notice, shared)


def show_own(table: WatchedTable, seat: int) -> None:
    """Show the table to one player's browsers alone."""
    for watcher in table.watchers:
        if watcher.greeted and seat in watcher.mine:
            show_to(table, watcher)


def show_to(
    table: WatchedTable, watcher: Watcher, notice: wire.Notice | None = None, shared: dict[Any, Any] | None = None
) -> None:
    """Send one browser the table; if that fails, only this browser is disconnected."""
    ply = table.match.ply if table.match else 0
    table.seen_at[table.record.seq] = ply
    try:
        if watcher.mine:
            send(watcher, showing.snapshot(table, watcher, notice))
        else:
            send_shared(table, watcher, notice, shared_now(table) if shared is None else shared)
    except Exception:
        logging.exception("table %s could not be shown", table.id)
        watcher.close()
    watcher.sent_ply = ply


def send(watcher: Watcher, shown: wire.Snapshot) -> None:
    before = watcher.base
    watcher.send(patches.sent(before, shown))
    note_sent(watcher, shown, patches.base(before, shown))


def note_sent(watcher: Watcher, shown: wire.Snapshot, base: wire.Snapshot) -> None:
    watcher.base, watcher.eyes = base, shown.me
    if shown.edition is not None:
        watcher.printed = shown.edition
    if watcher.looking != shown.me:
        # The curtain is down again.
        watcher.looking = None


def send_shared(table: WatchedTable, watcher: Watcher, notice: wire.Notice | None, shared: dict[Any, Any]) -> None:
    """Spectators share snapshots, and encoded messages if they were sent the same before."""
    seen = watcher.language, watcher.sent_ply, watcher.eyes, id(watcher.printed)
    if seen not in shared:
        # With what it has, so that nothing else gets its number meanwhile.
        shared[seen] = showing.snapshot(table, watcher, notice), watcher.printed
    before, shown = watcher.base, shared[seen][0]
    had = id(before), id(shown)
    if had not in shared:
        shared[had] = msgspec.Raw(msgspec.json.encode(patches.sent(before, shown))), before
    watcher.send(shared[had][0])
    note_sent(watcher, shown, shown)


def shared_now(table: WatchedTable) -> dict[Any, Any]:
    """What spectators share who say hello, for as long as nothing has changed that they are shown."""
    now = msgspec.json.encode(showing.snapshot(table, Watcher([], lambda _: None), bare=True))
    if now != table.crowd_at or len(table.crowd) > MAX_SHARED:
        table.crowd, table.crowd_at = {}, now
    return table.crowd
