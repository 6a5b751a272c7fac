"""Errands: each notice is sent by a process of its own, which has a time limit and nothing of this one."""

import asyncio
import contextlib
import os
import sys

import msgspec

from parlour.server.bells.sender import Errand, Outcome

# In seconds; and how many are on their way at once.
TIMEOUT, TOGETHER = 30.0, 4
# What such a process keeps of the environment: where Python and certificates are.
KEPT = frozenset(
    {"PATH", "PYTHONPATH", "PYTHONHOME", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "SYSTEMROOT", "LANG"}
)
COMMAND = (sys.executable, "-m", "parlour.server.bells.sender")
OUTCOMES: msgspec.json.Decoder[Outcome] = msgspec.json.Decoder(Outcome)


class Errands:
    """Sends notices, a few at a time."""

    def __init__(self) -> None:
        self.room = asyncio.Semaphore(TOGETHER)

    async def run(self, errand: Errand) -> Outcome:
        async with self.room:
            environment = {name: value for name, value in os.environ.items() if name in KEPT}
            pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
            process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=pipe, stdout=pipe, stderr=nowhere, env=environment
            )
            try:
                async with asyncio.timeout(TIMEOUT):
                    said, _ = await process.communicate(msgspec.json.encode(errand))
                return OUTCOMES.decode(said)
            except (TimeoutError, OSError, msgspec.DecodeError):
                return "failed"
            finally:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
