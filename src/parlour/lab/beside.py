"""A study in a process of its own, for whoever watches it from outside: `python -m parlour.lab.beside FOLDER`.

FOLDER/study.toml is the study. What is known so far is in FOLDER/progress.json; in the end FOLDER/told.json has the
verdict, or the sentence that says why there is none. It ends with the process that started it, whose pipe it reads.
"""

import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

from parlour.engine.edition import EditionError
from parlour.lab.plan import Plan, make_plan, read_file
from parlour.lab.results import run_study
from parlour.lab.stopping import Leading

NICE = 10
# How many looks are kept for the picture of a study that runs.
MAX_LOOKS = 120


class Progress:
    """What a page is shown of a study that runs, written anew after every piece."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.folder = folder
        self.arms = len(plan.editions)
        self.of = sum(arm.games for arm in plan.arms)
        self.even = 1 / plan.seats
        self.margin = plan.margins["share"] / 100
        self.played = 0
        self.looks: dict[str, list[list[float]]] = {}

    def tick(self, games: int) -> None:
        self.played += games
        self.write()

    def watch(self, leading: Leading) -> None:
        """The share that the study is about, with a range that holds whenever one looks."""
        if leading.half is None:
            return
        looks = self.looks.setdefault(leading.arm.name, [])
        looks.append([leading.games, leading.share, leading.half])
        if len(looks) > MAX_LOOKS:
            del looks[1:-1:2]
        self.write()

    def write(self) -> None:
        data = {"played": self.played, "of": self.of, "even": self.even, "margin": self.margin, "looks": self.looks}
        write_whole(self.folder / "progress.json", data)


def write_whole(path: Path, data: dict[str, Any]) -> None:
    """Whoever reads it never sees half of it."""
    half = path.with_suffix(".half")
    half.write_text(json.dumps(data), "utf-8")
    half.replace(path)


def end_with_whoever_started_this() -> None:
    """The pipe ends when that process does, however it ends; what was played is kept."""
    # Unbuffered: Python aborts if a thread holds the buffer of its input when it ends.
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(1)


def main() -> int:
    folder = Path(sys.argv[1])
    threading.Thread(target=end_with_whoever_started_this, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        plan = make_plan(read_file(folder / "study.toml"), folder)
        progress = Progress(plan, folder)
        told = run_study(plan, folder / "out", progress.tick, watch=progress.watch)
        write_whole(folder / "told.json", {"verdict": told.verdict})
    except (EditionError, ValueError) as fault:
        write_whole(folder / "told.json", {"fault": str(fault)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
