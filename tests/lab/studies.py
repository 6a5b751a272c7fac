"""Small studies for tests: a plan from a few words, and what it wrote."""

from pathlib import Path

from parlour.lab.plan import File, Plan, make_plan
from parlour.lab.results import run_study

TABLES = ("games.parquet", "things.parquet")


def plan_of(**more) -> Plan:
    """A study of Heartcatchers by greedy bots, unless told otherwise."""
    return make_plan(File(**{"game": "heartcatchers", "games": 400, "seed": 1, "chances": False, **more}), Path())


def play(plan: Plan, folder: Path, tick=lambda games: None, **more) -> dict[str, bytes]:
    """Play a study; the bytes of its tables."""
    run_study(plan, folder, tick, **more)
    return {name: (folder / name).read_bytes() for name in TABLES}
