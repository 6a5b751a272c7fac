"""Backups that a house makes by itself: one after another into a folder, each verified, the oldest deleted.

Each is made and verified by a process of its own at low priority (`parlour db backup`): whoever plays does not notice.
"""

import asyncio
import contextlib
import logging
import os
import sys
import time
from pathlib import Path

from parlour.server.options import Backup

# What a finished backup is called, and the one that is being made.
NAME, PATTERN, UNFINISHED = "tables-%Y%m%d-%H%M%S.db", "tables-*.db", "unfinished.db"
# The last line of a backup in which every match can be played again.
WELL = "all well"
# Seconds between two looks whether it is time, and the niceness of the process.
LOOK, NICENESS = 60.0, 19


async def back_up_for_ever(store: str, wish: Backup, folder: Path) -> None:
    """Back up a SQLite store as often as is wished, until this task is cancelled."""
    while True:
        try:
            if is_due(folder, wish.seconds, time.time()):
                await back_up(store, folder, wish.keep)
        except OSError as error:
            logging.error("no backup could be made: %s", error)
            await asyncio.sleep(wish.seconds)
        await asyncio.sleep(min(LOOK, wish.seconds))


def is_due(folder: Path, seconds: float, now: float) -> bool:
    """Whether the last backup is so old; one that is dated ahead was made by a clock that was wrong."""
    made = [now - path.stat().st_mtime for path in folder.glob(PATTERN)]
    return not any(0 <= age < seconds for age in made)


async def back_up(store: str, folder: Path, keep: int) -> Path | None:
    """Make and verify one backup, and delete the oldest beyond `keep`; None, and a line in the log, if it failed.

    Verified: the copy is opened, and every match in it is played again.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    part, made = folder / UNFINISHED, folder / time.strftime(NAME)
    part.unlink(missing_ok=True)
    command = [sys.executable, "-m", "parlour", "db", "backup", str(part), "--store", store]
    process = await asyncio.create_subprocess_exec(
        *command,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    with contextlib.suppress(ProcessLookupError):
        os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
    try:
        said, _ = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        raise
    *_, last = ["", *said.decode(errors="replace").strip().splitlines()]
    if process.returncode != 0:
        logging.error("the backup failed, and those before it stay: %s", last or process.returncode)
        part.unlink(missing_ok=True)
        return None
    if last != WELL:
        # The store is no better: the copy is as good as it can be.
        logging.error("tables of the store are damaged, and those of its backup %s: %s", made.name, last)
    part.rename(made)
    for old in sorted(folder.glob(PATTERN))[:-keep]:
        old.unlink()
    return made
