"""Running the server: one process, or several behind one address."""

import errno
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Any

import msgspec

from parlour.bots import engines
from parlour.server import logs
from parlour.server.admin.command import default_store, open_store
from parlour.server.http.shell import PAGES
from parlour.server.settings import Settings, warnings

PORTS = 65_536
# How many ports are tried, from the usual one up.
MAX_PORTS_TRIED = 20

# Seconds for a graceful shutdown, and after which the process exits even if a thread still runs (a bot that is
# thinking). Every acknowledged move is already committed.
SHUTDOWN_TIMEOUT, EXIT_TIMEOUT = 5, 12.0

# Thresholds of the garbage collector's three generations: Python's own but for the last. With 300 tables a full
# collection stops the server for 0.2 s, and the usual 10 meant one in 20 s. What a table has used for a move is freed
# by its reference count, and so is a connection that has ended.
GARBAGE = 700, 10, 300


def serve(settings: Settings, open_browser: bool = False, port_given: bool = False) -> None:
    """Run the server until it is stopped; it listens on loopback unless its user says otherwise.

    Whoever has chosen the port, and a proxy before a public address, count on it: then no other is as good.
    """
    if not (PAGES / "index.html").exists():
        raise ValueError("the browser's pages are not built yet: run `python3 play.py`, which builds them")
    port = free_port(settings.bind, settings.port, only=port_given or bool(settings.url))
    settings = msgspec.structs.replace(settings, port=port)
    if settings.workers > 1:
        from parlour.server.fleet.workers import supervise

        # Brought up to date once, before many processes use it.
        open_store(settings.store).close()
        announce(settings, open_browser)
        supervise(settings, run_server)
    else:
        run_server(settings, announced=lambda: announce(settings, open_browser))


def run_server(
    settings: Settings, sockets: Any = None, announced: Callable[[], None] = lambda: None, warm_first: bool = False
) -> None:
    """One serving process; `sockets` are bound already if it shares them with others."""
    import uvicorn

    from parlour.compiler import Compiler
    from parlour.engine import registry
    from parlour.server.fleet.house import House
    from parlour.server.http.app import make_app
    from parlour.server.http.connection_limits import Door, room_for_connections
    from parlour.server.http.frames import MAX_MESSAGE_BYTES, Frames

    logs.set_up(settings.log)
    Door.most = room_for_connections()
    # Minimum seconds before a bot's move is shown, so that people can follow; 0 in tests.
    wait = float(os.environ.get("PARLOUR_BOT_WAIT", "0.9"))
    programs = engines.of_house(settings.engines)
    house = House(open_store(settings.store or default_store()), settings.bot_threads, wait, engines=programs)
    house.warm_first = warm_first
    # The first worker compiles on all cores. The others follow it with one process each, which waits for every function
    # that the first is compiling and finds it in the cache.
    house.games.compiler = Compiler(registry.names(shelf_only=True), cores=1 if warm_first else None)
    app = make_app(house, settings)
    announced()
    # The store's thread has many short tasks; a short switch interval keeps it from waiting for the GIL.
    sys.setswitchinterval(0.001)
    gc.set_threshold(*GARBAGE)
    config = uvicorn.Config(
        app,
        host=settings.bind,
        port=settings.port,
        # Only named proxies may say for whom they ask; else a made-up header would get round the rate limits.
        proxy_headers=bool(settings.trusted_proxy),
        forwarded_allow_ips=list(settings.trusted_proxy),
        http=Door,
        ws=Frames,
        log_level="warning",
        log_config=None,
        access_log=False,
        ws_max_size=MAX_MESSAGE_BYTES,
        # On loopback compressing frames costs more time than sending them.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
    )
    server_that_closes(config).run(sockets)


def announce(settings: Settings, open_browser: bool) -> None:
    """Say where the server is, and what to know about that; open it in a browser."""
    print(f"Parlour is open at {settings.address}/  (ctrl-C closes it; running games are kept)", flush=True)
    for warning in warnings(settings) if not settings.local_only else []:
        print(warning, flush=True)
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [f"{settings.address}/"]).start()


def server_that_closes(config: Any) -> Any:
    """A server that exits EXIT_TIMEOUT seconds after a shutdown has begun, even if some thread still runs."""
    import uvicorn

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: Any = None) -> None:
            last = threading.Timer(EXIT_TIMEOUT, os._exit, [0])
            last.daemon = True
            last.start()
            await super().shutdown(sockets)

    return Server(config)


def free_port(host: str, wanted: int, only: bool = False) -> int:
    """The wanted port, or, unless it is the only one that will do, one of the next; 0 lets the system choose."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in range(wanted, min(wanted + (1 if only else MAX_PORTS_TRIED), PORTS)):
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                if error.errno in (errno.EADDRNOTAVAIL, None) or isinstance(error, socket.gaierror):
                    raise ValueError(f"{host} is no address of this machine") from None
                if error.errno == errno.EACCES:
                    raise ValueError(f"port {port} is not for this user: choose one from 1024 up with --port") from None
                continue
            return int(probe.getsockname()[1])
    if only:
        raise ValueError(
            f"port {wanted} is taken by another program: end that one, or choose another port with --port "
            "(`port` in the settings) and name it in the proxy too"
        )
    raise ValueError(f"port {wanted} and those after it are all taken; choose another with --port")
