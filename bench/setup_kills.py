"""Set-up killed at random moments: `python3 play.py install` in a clean clone with the real locks.

    python bench/setup_kills.py [--kills 10] [--within SECONDS] [--seed N] [--source FOLDER]

Each start is stopped after a random time, in turn play.py alone (SIGKILL), everything (SIGKILL to the group), by
ctrl-C and by SIGTERM. Then one has to finish, the next has to have nothing to do, and `parlour doctor` has to find
nothing wrong. tests/test_setup.py does the same at every step with small packages.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

THIS = Path(__file__).resolve().parents[1]
# By turns: the signal, and whether it goes to all processes as from a terminal.
WAYS = ((signal.SIGKILL, False), (signal.SIGKILL, True), (signal.SIGINT, True), (signal.SIGTERM, False))


def start(clone: Path, environment: dict[str, str]) -> "subprocess.Popen[bytes]":
    command = [sys._base_executable, "play.py", "install"]  # type: ignore[attr-defined]
    return subprocess.Popen(command, cwd=clone, env=environment, start_new_session=True, preexec_fn=hear_the_keyboard)


def hear_the_keyboard() -> None:
    """Whoever runs this in the background may have told it to ignore ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def kill(clone: Path, environment: dict[str, str], after: float, way: signal.Signals, all: bool) -> None:
    process = start(clone, environment)
    try:
        code = process.wait(after)
        print(f"finished before {after:.1f} s, with code {code}", flush=True)
    except subprocess.TimeoutExpired:
        (os.killpg if all else os.kill)(process.pid, way)
        code = process.wait()
        print(f"{way.name} to {'all' if all else 'play.py'} after {after:.1f} s: code {code}", flush=True)
    if code not in (0, -signal.SIGKILL, 130, -signal.SIGTERM):
        raise SystemExit("set-up has failed rather than been stopped")


def time_of_set_up(clone: Path, environment: dict[str, str]) -> float:
    """How long a whole set-up takes here, so that kills fall into it; nothing is left of it."""
    begun = time.monotonic()
    if start(clone, environment).wait():
        raise SystemExit("set-up fails without any kill")
    seconds = time.monotonic() - begun
    print(f"without kills: {seconds:.1f} s", flush=True)
    subprocess.run(["git", "clean", "-qxdff"], cwd=clone, check=True)
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--within", type=float, help="seconds into which kills fall; unless given, set-up is timed")
    parser.add_argument("--source", type=Path, default=THIS, help="the repository to clone")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    with tempfile.TemporaryDirectory() as temporary:
        clone = Path(temporary) / "clone"
        environment["PARLOUR_HOME"] = str(Path(temporary) / "home")
        subprocess.run(["git", "clone", "-q", str(options.source), str(clone)], check=True)
        within = options.within or time_of_set_up(clone, environment)
        for number in range(options.kills):
            kill(clone, environment, rng.uniform(0, within), *WAYS[number % len(WAYS)])
        begun = time.monotonic()
        if start(clone, environment).wait():
            raise SystemExit("set-up does not finish after the kills")
        print(f"finished in {time.monotonic() - begun:.1f} s", flush=True)
        begun = time.monotonic()
        if start(clone, environment).wait():
            raise SystemExit("set-up does not start again")
        print(f"nothing to do: {time.monotonic() - begun:.1f} s")
        doctor = [clone / ".venv" / "bin" / "parlour", "doctor", "--json"]
        found = subprocess.run(doctor, env=environment, capture_output=True, check=False).stdout
        wrong = [finding for finding in json.loads(found) if not finding["good"]]
        print(f"parlour doctor finds {len(wrong)} things wrong {wrong or ''}")
        sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
