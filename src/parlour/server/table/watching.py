"""Who watches a table: browsers, the places for them, and what each of them was sent."""

from collections.abc import Callable
from typing import Any

from parlour.engine.view import Printed
from parlour.server import wire
from parlour.server.store.records import TableRecord

# Every watcher is sent every change, so their number is limited: that of spectators, and apart from them that of each
# player's browsers, so that neither a crowd nor another player keeps a player out.
MAX_SPECTATORS, MAX_OF_ONE_PLAYER = 100, 4


class Watcher:
    """One connected browser: the seats that it may act for, and what it has been sent."""

    def __init__(self, mine: list[int], send: Callable[[Any], None], close: Callable[[], None] = lambda: None) -> None:
        self.mine = mine
        self.send = send
        self.close = close
        self.language = "en"
        # At a shared screen the seat for which the curtain was lifted.
        self.looking: int | None = None
        # The seat that the last snapshot was made for; for another seat the whole story is sent again.
        self.eyes: int | None = None
        # Up to which ply it was sent the story.
        self.sent_ply = 0
        # What the edition prints, as this browser was last sent it.
        self.printed: Printed | None = None
        # What the next patch belongs to; None if the next snapshot has to be whole.
        self.base: wire.Snapshot | None = None
        self.greeted = False
        # It had to give its place to a newer browser of the same player.
        self.replaced = False
        # Where it is, for as long as it is connected.
        self.address = ""


def has_place(record: TableRecord, watchers: list[Watcher], watcher: Watcher) -> bool:
    if keeps_out(record, watcher):
        return False
    return bool(watcher.mine) or sum(not other.mine for other in watchers) < MAX_SPECTATORS


def keeps_out(record: TableRecord, watcher: Watcher) -> bool:
    """At a private table nobody looks on."""
    return record.private and not watcher.mine


def make_place(watchers: list[Watcher], watcher: Watcher) -> None:
    """Of the browsers of one player, who all have the same seats, the oldest gives way to the newest."""
    own = [other for other in watchers if watcher.mine and other.mine == watcher.mine]
    for other in own[: max(0, len(own) + 1 - MAX_OF_ONE_PLAYER)]:
        watchers.remove(other)
        other.replaced = True
        other.close()


def drop_watchers(watchers: list[Watcher], seats: list[int]) -> None:
    """Close the lines of browsers that have lost seats; they come back as what they are now."""
    for watcher in watchers:
        if set(watcher.mine) & set(seats):
            watcher.mine = [i for i in watcher.mine if i not in seats]
            watcher.looking = None
            watcher.close()
