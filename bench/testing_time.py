"""How long `python3 play.py test` takes, before and after: clean clones, one after the other, with empty caches.

    python bench/testing_time.py [--before COMMIT] [--source FOLDER] [--command COMMAND]

For each version the time on the clock, the CPU seconds of all its processes, and how many tests ran and failed, in one
table; what they print is kept among the system's temporary files. Tests of an older version may fail for reasons of
age, such as a newer browser: they count all the same. This takes more than half an hour; `--command` runs something
else in each clone, to try this script.
"""

import argparse
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

THIS = Path(__file__).resolve().parents[1]
# The last version that compiled all games before it opened the shelf.
BEFORE = "f2df448"
# The last line of pytest, for example: 3 failed, 1200 passed, 4 skipped in 700.12s (0:11:40)
SUMMARY = re.compile(r"^(?:=+ )?((?:\d+ [a-z]+(?:, )?)+) in [\d.]+s", re.MULTILINE)


@dataclass(frozen=True)
class Run:
    """One version's tests."""

    seconds: float
    cpu: float
    code: int
    counts: dict[str, int]


def measure(clone: Path, command: list[str], environment: dict[str, str], output: Path) -> Run:
    before, begun = cpu_of_children(), time.monotonic()
    with output.open("w") as file:
        code = subprocess.run(command, cwd=clone, env=environment, stdout=file, stderr=file, check=False).returncode
    return Run(time.monotonic() - begun, cpu_of_children() - before, code, count(output.read_text(errors="replace")))


def cpu_of_children() -> float:
    """CPU seconds of all processes that have ended and were waited for, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def count(output: str) -> dict[str, int]:
    """How many tests passed, failed and so on, over every run of pytest."""
    counts: dict[str, int] = {}
    for summary in SUMMARY.findall(output):
        for number, what in re.findall(r"(\d+) ([a-z]+)", summary):
            counts[what] = counts.get(what, 0) + int(number)
    return counts


def print_table(runs: dict[str, Run]) -> None:
    print(f"{'version':10}{'minutes':>10}{'CPU s':>10}{'tests':>8}{'failed':>8}{'skipped':>8}{'exit':>6}")
    for name, run in runs.items():
        failed = run.counts.get("failed", 0) + run.counts.get("error", 0) + run.counts.get("errors", 0)
        tests = run.counts.get("passed", 0) + run.counts.get("failed", 0)
        minutes = f"{int(run.seconds) // 60}:{int(run.seconds) % 60:02}"
        row = f"{name:10}{minutes:>10}{run.cpu:10.0f}{tests:8}{failed:8}{run.counts.get('skipped', 0):8}{run.code:6}"
        print(row, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", default=BEFORE, help="a commit to compare with")
    parser.add_argument("--source", type=Path, default=THIS, help="the repository to clone")
    python = sys._base_executable  # type: ignore[attr-defined]
    default = shlex.join([python, "play.py", "test"])
    parser.add_argument("--command", type=shlex.split, default=default, help="what to run in each clone")
    options = parser.parse_args()
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    runs = {}
    with tempfile.TemporaryDirectory() as temporary:
        for name, commit in (("before", options.before), ("after", "HEAD")):
            clone, cache = Path(temporary) / name / "clone", Path(temporary) / name / "cache"
            subprocess.run(["git", "clone", "-q", str(options.source), str(clone)], check=True)
            subprocess.run(["git", "checkout", "-q", commit], cwd=clone, check=True)
            output = Path(tempfile.gettempdir()) / f"parlour-tests-{name}.txt"
            print(f"{name}: {shlex.join(options.command)}; its output is in {output}", flush=True)
            own = {"PARLOUR_CACHE": str(cache), "PARLOUR_HOME": str(Path(temporary) / name / "home")}
            runs[name] = measure(clone, options.command, environment | own, output)
    print_table(runs)


if __name__ == "__main__":
    main()
