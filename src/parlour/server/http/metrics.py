"""Health checks and Prometheus metrics."""

import hmac
import os
from typing import get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess
from starlette.requests import Request
from starlette.responses import Response

from parlour.server import wire
from parlour.server.bells.ringing import Ringing
from parlour.server.fleet.house import House
from parlour.server.fleet.workers import SHARED
from parlour.server.http.guard import Fault, answer, from_this_machine
from parlour.server.settings import Settings
from parlour.server.store.faults import Kind

FORMAT = "text/plain; version=0.0.4; charset=utf-8"

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The figures of one house, which may be several processes; all of them are summed."""

    def __init__(self, house: House, ringing: Ringing) -> None:
        self.house, self.ringing = house, ringing
        self.registry = CollectorRegistry()
        self.moves = Counter("parlour_moves", "Lines of play that were committed", registry=self.registry)
        self.commits = Histogram(
            "parlour_commit_seconds",
            "From a change of a table to its commit",
            buckets=SECONDS,
            registry=self.registry,
        )
        self.acks = Histogram(
            "parlour_ack_seconds",
            "From a player's move to its acknowledgement",
            buckets=SECONDS,
            registry=self.registry,
        )
        self.faults = Counter("parlour_faults", "Faults that a fallback has hidden", ["kind"], registry=self.registry)
        self.noted: dict[str, int] = {}
        # A kind that never happened is 0, not missing.
        for kind in get_args(Kind):
            self.faults.labels(kind)
        self.rung = Counter(
            "parlour_notices", "Notices for closed pages, by how they went", ["outcome"], registry=self.registry
        )
        self.rung_before: dict[str, int] = {}
        self.tables = self.gauge("parlour_tables", "Tables in memory")
        self.sockets = self.gauge("parlour_sockets", "Connected browsers")
        self.bots = self.gauge("parlour_bots_waiting", "Bots that wait for a thread")
        self.hints = self.gauge("parlour_hints_waiting", "Hints that wait for a thread")
        house.services.committed, house.services.acknowledged = self.note, self.acks.observe

    def gauge(self, name: str, what: str) -> Gauge:
        """A figure that goes up and down; one of a process that has died is left out, while what it counted stays."""
        return Gauge(name, what, registry=self.registry, multiprocess_mode="livesum")

    def note(self, seconds: float, lines: int) -> None:
        """A change of a table was committed."""
        self.commits.observe(seconds)
        self.moves.inc(lines)

    def look(self) -> None:
        """What stands in this process now: once a second, and when somebody asks it."""
        tables = self.house.tables.live.values()
        self.tables.set(len(tables))
        self.sockets.set(sum(len(t.watchers) for t in tables))
        self.bots.set(self.house.bots.pool.waiting)
        self.hints.set(self.house.bots.hint_pool.waiting)
        for kind, count in self.house.faults.counts.items():
            self.faults.labels(kind).inc(count - self.noted.get(kind, 0))
            self.noted[kind] = count
        for outcome, count in self.ringing.counts.items():
            self.rung.labels(outcome).inc(count - self.rung_before.get(outcome, 0))
            self.rung_before[outcome] = count

    def text(self) -> bytes:
        """Everything in Prometheus' format."""
        self.look()
        if SHARED not in os.environ:
            return generate_latest(self.registry)
        everybody = CollectorRegistry()
        multiprocess.MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
        return generate_latest(everybody)


async def metrics(request: Request) -> Response:
    if not may_see(request):
        raise Fault(404, "There is nothing here by that name.")
    return Response(request.app.state.metrics.text(), headers={"Content-Type": FORMAT})


def may_see(request: Request) -> bool:
    """Figures are for this machine itself, not for whom a proxy on it forwards; or for whoever has the token."""
    settings: Settings = request.app.state.settings
    given = request.headers.get("authorization", "")
    if settings.metrics_token and hmac.compare_digest(given.encode(), f"Bearer {settings.metrics_token}".encode()):
        return True
    return from_this_machine(request)


async def alive(request: Request) -> Response:
    """The process answers; nothing else is asked."""
    return answer(wire.State(ok=True))


async def ready(request: Request) -> Response:
    """Whether a move could be kept: something is really written."""
    why = await request.app.state.house.store.cannot_write()
    return answer(wire.State(ok=not why, why=why), 503 if why else 200)
