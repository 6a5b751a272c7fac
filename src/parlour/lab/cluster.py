"""Plays the pieces of a study on a Dask cluster: workers may come, go and die, the bytes are the same."""

from collections.abc import Iterator
from typing import Any

from parlour.lab.playing import Piece
from parlour.lab.running import Stopped, Task, play_task

# How many workers a piece may lose, and pieces handed out at a time.
LIVES, AHEAD = 5, 64


class Cluster:
    """A Dask cluster by its address. Its wire is pickle, so it is TLS, or plainly called insecure."""

    def __init__(
        self,
        address: str,
        ca: str | None = None,
        cert: str | None = None,
        key: str | None = None,
        insecure: bool = False,
    ) -> None:
        from distributed import Client
        from distributed.security import Security

        tls = [ca, cert, key]
        if not all(tls) and not insecure:
            raise ValueError(
                "a cluster's wire is pickle: whoever reaches it runs code on it. Give --tls-ca, --tls-cert and "
                "--tls-key, or --insecure for a network in which you trust everybody"
            )
        security: Any = None
        if all(tls):
            security = Security(tls_ca_file=ca, tls_client_cert=cert, tls_client_key=key, require_encryption=True)
        try:
            self.client: Any = Client(address, security=security, timeout=10, set_as_default=False)
        except (OSError, TimeoutError) as fault:
            raise ValueError(f"there is no cluster at {address}: {str(fault).splitlines()[0]}") from None

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def play(self, tasks: list[Task]) -> Iterator[tuple[Task, Piece]]:
        from distributed import KilledWorker, as_completed

        left = iter(tasks)
        running: dict[Any, Task] = {}
        done: Any = as_completed(loop=self.client.loop)

        def hand_out(count: int) -> None:
            for _, task in zip(range(count), left, strict=False):
                future = self.client.submit(play_task, task, pure=False, retries=LIVES)
                running[future] = task
                done.add(future)

        try:
            hand_out(AHEAD)
            while running:
                future = next(done)
                task = running.pop(future)
                try:
                    piece: Piece = future.result()
                except KilledWorker as fault:
                    raise Stopped(
                        f"the games from number {task.first} on have lost {LIVES} workers of the cluster; "
                        "what is done is kept"
                    ) from fault
                hand_out(1)
                yield task, piece
        finally:
            self.client.cancel(list(running))
