"""Editions of others, checked in a process of their own, with little time and little memory.

`check_apart` is called by a server; the process that it starts is this module. It reads an edition's text, says what it
is and what is wrong with it, and ends.
"""

import logging
import os
import subprocess
import sys

import msgspec

from parlour.editions.verdict import Verdict, verdict_on

# What the process may take; the clock runs longer, since others may need the processor.
CPU_SECONDS, MEMORY, SECONDS = 5, 512_000_000, 60.0
TOO_SLOW = "checking this edition takes too long; a smaller map or fewer cards would do"
TOO_LARGE = "checking this edition takes too much memory; a smaller one would do"
BROKEN = "this edition could not be checked"
# With what the process ends that had no more memory.
FULL = 3


def check_apart(game: str, text: str, file: str) -> Verdict:
    """Check an edition's text, whatever it holds; waits for it, so not to be called where others wait."""
    command = [sys.executable, "-P", "-m", __name__, game, file]
    # Interpreted, since nothing is to be compiled; one thread, since each reserves memory.
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "OPENBLAS_NUM_THREADS": "1"}
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    try:
        out, complaint = process.communicate(text.encode("utf-8", "replace"), SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return Verdict(faults=[TOO_SLOW])
    if process.returncode == 0:
        return msgspec.json.decode(out, type=Verdict)
    if process.returncode < 0 or process.returncode == FULL:
        return Verdict(faults=[TOO_LARGE if process.returncode == FULL else TOO_SLOW])
    why = complaint.strip().rpartition(b"\n")[2][:300].decode("utf-8", "replace")
    logging.error("an edition of %s could not be checked: %s", game, why)
    return Verdict(faults=[BROKEN])


def limit() -> None:
    """Take no more time and memory than this; where the system cannot say that, the clock alone does."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    limit()
    _, game, file = sys.argv
    text = sys.stdin.buffer.read().decode("utf-8", "replace")
    try:
        found = verdict_on(game, text, file)
    except MemoryError:
        sys.exit(FULL)
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    main()
