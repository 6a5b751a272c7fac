"""Kills the house a hundred times under running games, and checks that nothing was lost: `python bench/kills.py`."""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/server")]

from test_kill import play_through_kills  # noqa: E402

if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as folder:
        print(f"{count} kills:", play_through_kills(str(Path(folder) / "tables.db"), count, seed=1))
