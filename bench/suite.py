"""How the whole suite does: results and times of many runs of `python3 play.py test`, each in a clean clone.

    python bench/suite.py [--runs 5] [--at-once 1] [--load 0] [--seeds] [--before COMMIT]

Every run has a fresh clone and empty caches. `--at-once 2` keeps two runs going side by side, `--load 2` two processes
that do nothing but keep a core busy, beside all runs. `--seeds` gives every run other draws: that finds tests whose
result depends on a deal. `--before` runs another commit too, in turns with this one. One row is printed for each run,
with the time on the clock, the CPU seconds of all its processes, and how many tests ran and failed; the names of those
that failed follow. What the runs print is kept among the system's temporary files. The exit code is 1 if any failed.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

THIS = Path(__file__).resolve().parents[1]
# The last line of pytest, for example: 3 failed, 1200 passed, 4 skipped in 700.12s (0:11:40)
SUMMARY = re.compile(r"^(?:=+ )?((?:\d+ [a-z]+(?:, )?)+) in [\d.]+s", re.MULTILINE)
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
WIDTHS = {
    "version": 12,
    "run": 5,
    "seed": 6,
    "minutes": 9,
    "CPU s": 8,
    "tests": 8,
    "failed": 8,
    "skipped": 9,
    "exit": 6,
}


@dataclass
class Run:
    """One run of one version's tests."""

    version: str
    number: int
    seed: int
    minutes: str = ""
    cpu: float = 0.0
    code: int = -1
    counts: dict[str, int] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    def row(self) -> list[str]:
        wrong = sum(self.counts.get(word, 0) for word in ("failed", "error", "errors"))
        ran = self.counts.get("passed", 0) + self.counts.get("failed", 0)
        numbers = (ran, wrong, self.counts.get("skipped", 0), self.code)
        return [self.version, str(self.number), str(self.seed), self.minutes, f"{self.cpu:.0f}", *map(str, numbers)]


def measure(run: Run, commit: str, options: argparse.Namespace) -> Run:
    """Run the tests of a commit in a clean clone."""
    output = Path(tempfile.gettempdir()) / f"parlour-tests-{run.version}-{run.number}.txt"
    with tempfile.TemporaryDirectory(prefix="parlour-suite-") as temporary:
        clone = Path(temporary) / "clone"
        subprocess.run(["git", "clone", "-q", str(options.source), str(clone)], check=True)
        subprocess.run(["git", "checkout", "-q", commit], cwd=clone, check=True)
        environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
        environment |= {"PARLOUR_CACHE": f"{temporary}/cache", "PARLOUR_HOME": f"{temporary}/home"}
        command = [*options.command, *(["--seed", str(run.seed)] if run.seed else [])]
        begun = time.monotonic()
        with output.open("w") as file:
            process = subprocess.Popen(command, cwd=clone, env=environment, stdout=file, stderr=file)
            # Other than `process.wait`, this tells what the process and all that it has waited for have used.
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = run.code = os.waitstatus_to_exitcode(status)
    seconds = int(time.monotonic() - begun)
    run.minutes, run.cpu = f"{seconds // 60}:{seconds % 60:02}", used.ru_utime + used.ru_stime
    read_output(run, output.read_text(errors="replace"))
    return run


def read_output(run: Run, output: str) -> None:
    """How many tests passed, failed and so on, over every run of pytest, and which ones failed."""
    for summary in SUMMARY.findall(output):
        for number, what in re.findall(r"(\d+) ([a-z]+)", summary):
            run.counts[what] = run.counts.get(what, 0) + int(number)
    run.failed = FAILED.findall(output)


@contextmanager
def load(processes: int) -> Iterator[None]:
    """So many processes that keep a core busy each."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def print_row(cells: list[str]) -> None:
    print("".join(cell.rjust(width) for cell, width in zip(cells, WIDTHS.values(), strict=True)), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="of each version")
    parser.add_argument("--at-once", type=int, default=1, help="how many run side by side")
    parser.add_argument("--load", type=int, default=0, help="processes beside them that keep a core busy")
    parser.add_argument("--seeds", action="store_true", help="other draws in every run, not always those of seed 0")
    parser.add_argument("--before", metavar="COMMIT", help="another commit, in turns with this one")
    parser.add_argument("--source", type=Path, default=THIS, help="the repository to clone")
    python = sys._base_executable  # type: ignore[attr-defined]
    default = shlex.join([python, "play.py", "test"])
    parser.add_argument("--command", type=shlex.split, default=default, help="what to run in each clone")
    options = parser.parse_args()
    commits = {"before": options.before} if options.before else {}
    commits["now"] = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=options.source, check=True, capture_output=True, text=True
    ).stdout.strip()
    runs = [
        (Run(version, number, number if options.seeds else 0), commit)
        for number in range(1, options.runs + 1)
        for version, commit in commits.items()
    ]
    print_row(list(WIDTHS))
    with load(options.load), ThreadPoolExecutor(options.at_once) as beside:
        done = beside.map(lambda one: measure(*one, options), runs)
        for run in done:
            print_row(run.row())
            for name in run.failed:
                print(f"    {name}", flush=True)
    sys.exit(any(run.code for run, _ in runs))


if __name__ == "__main__":
    main()
