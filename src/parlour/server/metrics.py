"""What whoever runs the server can watch: is it alive, can it write, and figures in Prometheus' format."""

import hmac
import ipaddress
from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from starlette.requests import Request
from starlette.responses import Response

from parlour.server import wire
from parlour.server.guard import Fault, answer
from parlour.server.house import House
from parlour.server.settings import Settings

FORMAT = "text/plain; version=0.0.4; charset=utf-8"
FORWARDING = ("forwarded", "x-forwarded-for", "x-real-ip")

COMMIT_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The figures of one house: what it counts itself, and what is counted when somebody asks."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.registry = CollectorRegistry()
        self.moves = Counter("parlour_moves", "Lines of play that were committed", registry=self.registry)
        self.commits = Histogram(
            "parlour_commit_seconds",
            "From a change of a table to its commit",
            buckets=COMMIT_SECONDS,
            registry=self.registry,
        )
        self.registry.register(self)
        house.kept = self.note

    def note(self, seconds: float, lines: int) -> None:
        """A change of a table was committed."""
        self.commits.observe(seconds)
        self.moves.inc(lines)

    def collect(self) -> Iterable[Metric]:
        """What stands in the house now; called by the registry."""
        tables = self.house.tables.values()
        yield GaugeMetricFamily("parlour_tables", "Tables in memory", value=len(tables))
        yield GaugeMetricFamily("parlour_sockets", "Connected browsers", value=sum(len(t.watchers) for t in tables))
        waiting = self.house.pool._work_queue.qsize()
        yield GaugeMetricFamily("parlour_bots_waiting", "Bots that wait for a thread", value=waiting)
        faults = CounterMetricFamily("parlour_faults", "Faults that a fallback has hidden", labels=["kind"])
        for kind, count in self.house.faults.counts.items():
            faults.add_metric([kind], count)
        yield faults


async def metrics(request: Request) -> Response:
    if not may_see(request):
        raise Fault(404, "There is nothing here by that name.")
    return Response(generate_latest(request.app.state.metrics.registry), headers={"Content-Type": FORMAT})


def may_see(request: Request) -> bool:
    """Figures are for this machine itself, not for whom a proxy on it forwards; or for whoever has the token."""
    settings: Settings = request.app.state.settings
    given = request.headers.get("authorization", "")
    if settings.metrics_token:
        return hmac.compare_digest(given.encode(), f"Bearer {settings.metrics_token}".encode())
    forwarded = any(name in request.headers for name in FORWARDING)
    return not forwarded and is_here(request.client.host if request.client else "")


def is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


async def alive(request: Request) -> Response:
    """The process answers; nothing else is asked."""
    return answer(wire.State(ok=True))


async def ready(request: Request) -> Response:
    """Whether a move could be kept: something is really written."""
    why = await request.app.state.house.store.cannot_write()
    return answer(wire.State(ok=not why, why=why), 503 if why else 200)
