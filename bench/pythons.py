"""The wheel on every Python of this machine that Parlour can run on: installed, asked for faults, and played.

    python bench/pythons.py

Runs tests/test_wheel.py with each Python from 3.11 on that is found in the path or under pyenv, and says which passed.
A Python that has compiled nothing yet takes minutes.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OLDEST = (3, 11)
NEWEST = (3, 14)


def pythons() -> dict[str, str]:
    """By version, such as 3.12.1, where it lies."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = {}
    for minor in range(OLDEST[1], NEWEST[1] + 1):
        name = f"python3.{minor}"
        for path in (shutil.which(name), *sorted(root.glob(f"versions/3.{minor}.*/bin/{name}"))):
            asked = path and subprocess.run([path, "-V"], capture_output=True, text=True, check=False)
            if asked and asked.returncode == 0:
                found.setdefault(asked.stdout.split()[1], str(path))
    return found


def main() -> int:
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", str(ROOT / "tests" / "test_wheel.py")]
    failed = 0
    for version, path in pythons().items():
        start = time.monotonic()
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PARLOUR_PYTHON": path}, check=False)
        failed |= done.returncode
        print(f"Python {version:8} {'failed' if done.returncode else 'played'}  {time.monotonic() - start:6.0f} s")
    return failed


if __name__ == "__main__":
    sys.exit(main())
