"""The tables of a study as Parquet: a row a game, and a row for every thing, bot and arm.

The same games give the same bytes: one thread, one order, fixed sizes, and nothing about when or by whom.
"""

from pathlib import Path
from typing import Any

import numpy as np

from parlour.engine.record import SEATS
from parlour.lab import measures
from parlour.lab.kernels.book import CAME, COUNTS, GAMES, WHEN
from parlour.lab.measures import Played
from parlour.lab.things import Things

ROWS_OF_A_GROUP = 50_000
COUNT_NAMES = ("offered", "chosen", "takers", "takers_won", "leavers", "leavers_won")


def games_table(arms: list[Played]) -> Any:
    """A row a game; measures by chances are null where these were not estimated."""
    import pyarrow as pa

    return pa.concat_tables([games_of(played) for played in arms])


def games_of(played: Played) -> Any:
    import pyarrow as pa

    ends, rows, arm = played.piece.ends, played.piece.rows, played.arm
    number = np.arange(played.games)
    columns: dict[str, Any] = {
        "arm": pa.array([arm.name] * played.games, pa.string()),
        "game": pa.array(number, pa.int64()),
        "deal": pa.array(number // arm.rotations, pa.int64()),
        "turn": pa.array(number % arm.rotations, pa.int8()),
        "first": pa.array(ends["first"], pa.int8()),
        "over": pa.array(rows["over"] == 1),
        "plies": pa.array(ends["plies"], pa.int32()),
        "decisions": pa.array(ends["decisions"], pa.int32()),
        "choices": pa.array(rows["choices"], pa.int32()),
        "fan": pa.array(rows["fan"], pa.int64()),
        "logs": pa.array(rows["logs"], pa.float64()),
        "leads": pa.array(rows["leads"], pa.int32()),
        "forced": pa.array(rows["forced"], pa.int32()),
    }
    for s in range(SEATS):
        sits = s < arm.seats
        bots = played.bot_at[:, s] if sits else number
        columns[f"bot{s + 1}"] = pa.array([arm.bots[b] if sits else None for b in bots], pa.string())
        columns[f"result{s + 1}"] = nullable(ends["result"][:, s], sits, pa.int8())
        columns[f"points{s + 1}"] = nullable(ends["points"][:, s], sits, pa.int16())
    for own in (False, True):
        found = measures.by_chances(played, own)
        for name in ("drama", "settled", "swings", "surprise", "suspense", *(() if own else ("killers",))):
            cells = np.full(played.games, np.nan)
            if name in found:
                cells[played.looked] = found[name]
            columns[f"{name}_own" if own else name] = pa.array(cells, pa.float64(), mask=np.isnan(cells))
    return pa.table(columns)


def nullable(numbers: np.ndarray, known: bool, kind: Any) -> Any:
    import pyarrow as pa

    return pa.array(numbers, kind) if known else pa.nulls(len(numbers), kind)


def things_table(arms: list[tuple[Played, Things]]) -> Any:
    """A row for each thing that came up, by arm and bot: on offer, chosen, when, by how many, and what they won."""
    import pyarrow as pa

    found: dict[str, list[Any]] = {
        name: [] for name in ("arm", "bot", "banned", "family", "thing", *COUNT_NAMES, "games", "when", "came")
    }
    for played, things in arms:
        if not played.arm.counting or not things.labels:
            continue
        fold = things.fold
        for b, bot in enumerate(played.arm.bots):
            for t, (family, name) in enumerate(things.labels):
                sums = played.piece.sums[b, t]
                if not name or fold[t] != t or not sums[CAME] + sums[COUNTS]:
                    continue
                counts = dict(zip(COUNT_NAMES, sums[COUNTS:].tolist(), strict=False))
                when = int(sums[WHEN]) / int(sums[GAMES]) / 1000 if sums[GAMES] else None
                row = {"arm": played.arm.name, "bot": bot, "banned": bool(played.arm.banned) and b == 0}
                row |= {"family": family, "thing": name, **counts, "games": int(sums[GAMES]), "when": when}
                row |= {"came": int(sums[CAME])}
                for column, cell in row.items():
                    found[column].append(cell)
    kinds = {"arm": pa.string(), "bot": pa.string(), "banned": pa.bool_(), "family": pa.string(), "thing": pa.string()}
    kinds |= {"when": pa.float64()}
    return pa.table({name: pa.array(cells, kinds.get(name, pa.int64())) for name, cells in found.items()})


def write(table: Any, path: Path) -> None:
    """Write a table; whoever finds it finds all of it."""
    import pyarrow.parquet as pq

    half = path.with_suffix(".half")
    pq.write_table(table, half, row_group_size=ROWS_OF_A_GROUP, compression="zstd", use_dictionary=True)
    half.replace(path)
