"""Several processes behind one address: the first binds it, starts the others, and starts one anew that has died."""

import logging
import multiprocessing
import os
import shutil
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Any

from prometheus_client.multiprocess import mark_process_dead

from parlour.server import logs
from parlour.server.settings import Settings

# Connections that may wait to be accepted, and seconds before a worker that died at once is started again.
BACKLOG, RESTART_PAUSE = 2048, 1.0

# Seconds in which workers end by themselves after being asked to.
END_TIMEOUT = 15.0

# Where the workers of one house keep their figures for one another; prometheus_client reads the variable itself.
SHARED = "PROMETHEUS_MULTIPROC_DIR"

# Runs one process on sockets that are bound already; a function of a module, since the processes import it.
Serve = Callable[..., None]

SPAWN = multiprocessing.get_context("spawn")


def bound_socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind((host, port))
    bound.listen(BACKLOG)
    bound.set_inheritable(True)
    return bound


def supervise(settings: Settings, serve: Serve) -> None:
    """Keep the workers running until this process is asked to end."""
    logs.set_up(settings.log)
    bound = bound_socket(settings.bind, settings.port)
    ending = threading.Event()
    # Where they leave their figures, so that each can tell the sum; read when a worker imports the library.
    figures = tempfile.mkdtemp(prefix="parlour-figures-")
    os.environ[SHARED] = figures
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ending.set())
    # The first one serves at once; the others do when the games are ready that are being played.
    workers = [start(serve, settings, bound, again=i > 0) for i in range(settings.workers)]
    while not ending.is_set():
        wait([worker.sentinel for worker in workers], timeout=0.3)
        for i, worker in enumerate(workers):
            if not worker.is_alive() and not ending.is_set():
                logging.warning("worker %s ended with %s; another one is started", worker.pid, worker.exitcode)
                mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
                workers[i] = start(serve, settings, bound, again=True)
                ending.wait(RESTART_PAUSE)
    end(workers)
    shutil.rmtree(figures, ignore_errors=True)


def start(serve: Serve, settings: Settings, bound: socket.socket, again: bool = False) -> SpawnProcess:
    """A worker; one in another's place lets nobody in before its games are ready: the others serve meanwhile."""
    worker = SPAWN.Process(target=work, args=(serve, settings, bound, again))
    worker.start()
    return worker


def end(workers: list[SpawnProcess]) -> None:
    for worker in workers:
        worker.terminate()
    until = time.monotonic() + END_TIMEOUT
    for worker in workers:
        worker.join(max(0.1, until - time.monotonic()))
        if worker.is_alive():
            worker.kill()


def work(serve: Serve, settings: Settings, bound: socket.socket, again: bool) -> None:
    """One worker: a server on the shared address, which does not outlive the process that started it."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    serve(settings, [bound], warm_first=again)


def end_with_parent() -> None:
    parent: Any = multiprocessing.parent_process()
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
