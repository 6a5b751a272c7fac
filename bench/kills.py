"""Kills the server 200 times under running games, and checks that nothing was lost: `python bench/kills.py`.

Two tables of every game are played at. `python bench/kills.py 25 3` kills it 25 times, at the moments of seed 3. Then
one of two workers on PostgreSQL is killed as often, while the other goes on.
"""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/server")]

from test_kill import kill_worker, play_through_kills  # noqa: E402

import postgres  # noqa: E402
from parlour.engine import registry  # noqa: E402

if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    games = 2 * registry.names(shelf_only=True)
    with tempfile.TemporaryDirectory() as folder:
        result = play_through_kills(str(Path(folder) / "tables.db"), count, seed, games=games)
        print(f"{count} kills, seed {seed}:", result, flush=True)
    with postgres.postgres(durable=True) as url:
        result = play_through_kills(url, count, seed, kill_worker, ["--workers", "2"], games)
        print(f"{count} kills of one of two workers, seed {seed}:", result)
