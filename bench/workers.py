"""Kills one of two workers behind nginx a hundred times while two browsers play: `python bench/workers.py`.

`python bench/workers.py 10 3` kills ten times, at the moments of seed 3. Says how long the browsers took to go on.
"""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/browser")]

from _ending import leave_in_order  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from worker_kills import play_through_kills  # noqa: E402

# What a browser may take to come back.
SECONDS = 5.0

if __name__ == "__main__":
    leave_in_order()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        result = play_through_kills(playwright, Path(folder), count, seed)
    print(f"{count} kills of one of two workers behind nginx, seed {seed}:", result)
    sys.exit(result["longest"] > SECONDS)
