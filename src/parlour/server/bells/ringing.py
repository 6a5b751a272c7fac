"""Ringing: once a second the bells that have something to tell; each occasion once, by one of the house's processes."""

import asyncio
import logging
from datetime import datetime, timedelta
from functools import partial
from typing import Literal
from zoneinfo import ZoneInfo

from parlour.server import wire
from parlour.server.bells.errands import Errands
from parlour.server.bells.messages import message
from parlour.server.bells.sender import Errand, Outcome
from parlour.server.fleet.house import House
from parlour.server.settings import Settings
from parlour.server.store import bells
from parlour.server.store.bells import Bell
from parlour.server.store.store import StoreError, TableRecord, read_record
from parlour.server.table.deadlines import zones

# Whom a push service may ask, where neither a contact nor a public address is set.
NO_CONTACT = "mailto:nobody@localhost"
Step = Literal["ring", "later", "never"]


class Ringing:
    """The bells of one process of a house."""

    def __init__(self, house: House, settings: Settings) -> None:
        self.house, self.store, self.settings, self.bells = house, house.store, settings, settings.bells
        self.errands = Errands()
        self.key = ""
        self.busy: dict[tuple[str, str, str], asyncio.Task[None]] = {}
        # How each notice went, for whoever watches over the house.
        self.counts: dict[Outcome, int] = {"sent": 0, "gone": 0, "failed": 0}

    @property
    def on(self) -> bool:
        return self.bells.push or bool(self.bells.schemes)

    def offers(self, kind: str) -> bool:
        return self.bells.push if kind == "push" else bool(self.bells.schemes)

    async def own_key(self) -> str:
        """The house's private key for web push, made when it is first needed; all processes have the same."""
        if not self.key:
            from parlour.server.bells import webpush  # needs cryptography, which houses without push do not have

            self.key = await self.store.write(bells.keep_key("push", webpush.new_key()))
        return self.key

    async def public_key(self) -> str:
        from parlour.server.bells import webpush

        return webpush.public_text(await self.own_key()) if self.bells.push else ""

    # Looking

    async def look(self) -> None:
        """Begin with every bell that has waited for long enough."""
        if not self.on or not self.house.peers.hears_others:
            return
        now = self.house.clock.now()
        for bell in await self.store.read(bells.list_due(now - self.bells.pause)):
            name = bell.table_id, bell.hash, bell.kind
            if name not in self.busy:
                task = self.busy[name] = asyncio.get_running_loop().create_task(self.look_at(bell))
                task.add_done_callback(partial(self.done, name))

    def done(self, name: tuple[str, str, str], task: asyncio.Task[None]) -> None:
        del self.busy[name]
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, StoreError):
            # Not the error itself: it may name where the bell leads.
            logging.error("a bell of table %s failed: %s", name[0], type(error).__name__)

    def stop(self) -> None:
        for task in self.busy.values():
            task.cancel()

    async def look_at(self, bell: Bell) -> None:
        record = await self.store.read(read_record(bell.table_id))
        now = self.house.clock.now()
        step, until = decide(bell, now, self.is_here(bell, record), self.bells.a_day)
        if record is None or not self.offers(bell.kind):
            step, until = "never", 0.0
        if step != "ring":
            await self.store.write(bells.put_off(bell, until - self.bells.pause if until else 0.0))
        elif await self.store.write(bells.take(bell, now)):
            await self.ring(bell, record, bell.occasion.split(" ")[0])

    def is_here(self, bell: Bell, record: TableRecord | None) -> bool:
        """Whether somebody looks at the table with that session, at this process or another one."""
        live = self.house.tables.live.get(bell.table_id)
        here = live.seats_here() if live else set()
        here |= set(self.house.peers.elsewhere(bell.table_id))
        return record is not None and any(record.seats[seat].token_hash == bell.hash for seat in here)

    # Ringing

    async def ring(self, bell: Bell, record: TableRecord | None, kind: str) -> bool:
        """Send a notice; how it went is counted, and only that it went wrong is logged."""
        assert record is not None
        outcome = await self.errands.run(await self.errand(bell, record, kind))
        self.counts[outcome] += 1
        if outcome == "failed":
            logging.warning("a notice of table %s was not sent (%s)", bell.table_id, bell.kind)
        if outcome == "gone":
            await self.store.write(bells.remove(bell))
        return outcome == "sent"

    async def errand(self, bell: Bell, record: TableRecord, kind: str) -> Errand:
        kept = bell.record
        public = self.settings.address if self.settings.url else ""
        return Errand(
            message=message(bell.table_id, record, bell.hash, kind, kept.wish.language, public),
            to=kept.to,
            p256dh=kept.p256dh,
            auth=kept.auth,
            key=await self.own_key() if bell.kind == "push" else "",
            contact=self.bells.contact or (self.settings.url if self.settings.secure else NO_CONTACT),
            schemes=self.bells.schemes,
            allow=self.bells.allow,
        )


def decide(bell: Bell, now: float, here: bool, a_day: int) -> tuple[Step, float]:
    """Whether a bell rings now, and else when it is looked at again."""
    wish = bell.record.wish
    if bell.occasion.split(" ")[0] not in wish.occasions or bell.sent_on(now) >= min(wish.most, a_day):
        return "never", 0.0
    if here and not wish.always:
        return "later", now
    until = quiet_until(wish.quiet, now)
    return ("later", until) if until else ("ring", 0.0)


def quiet_until(quiet: wire.QuietHours | None, now: float) -> float:
    """When the quiet hours are over; 0 outside of them."""
    if quiet is None or quiet.start == quiet.end or quiet.zone not in zones():
        return 0.0
    here = datetime.fromtimestamp(now, ZoneInfo(quiet.zone))
    into = (here.hour - quiet.start) % 24
    if into >= (quiet.end - quiet.start) % 24:
        return 0.0
    over = here.replace(hour=quiet.end, minute=0, second=0, microsecond=0, fold=0)
    return (over if over > here else over + timedelta(days=1)).timestamp()
