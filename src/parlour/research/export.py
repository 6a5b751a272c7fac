"""Export: games between searching bots as a table of decisions, in Parquet.

A row is one decision: what the seat knew (`observation`), what it might do (`legal`), what the search thought of
each of these (`value` from 0 to 1 and `visits`; a move that was never tried has no value), what it did (`action`),
and what its game came to in the end for that seat (`reward`). Nothing in a row was hidden from its seat when it
decided.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from parlour import bots
from parlour.lab.kernels.games import bot_key
from parlour.research.episode import Episode
from parlour.research.table import Table

COLUMNS = ("game", "ply", "seat", "observation", "legal", "value", "visits", "action", "reward")
# Games whose rows are written together.
GROUP = 100
key_of: Any = bot_key


def decisions(table: Table, bot: str, seed: int, index: int) -> list[dict[str, Any]]:
    """One game: its decisions that had a choice, each as its seat saw it."""
    one, rows = Episode(table, seed, index), []
    while not one.is_over:
        seat, hidden = one.actor, one.hidden(one.actor)
        legal = table.game.legal(table.edition, hidden, seat)
        move = legal[0]
        if len(legal) > 1:
            key = int(key_of(np.uint64(seed % 2**64), np.int64(index), np.int64(seat)))
            found = bots.make(bot, table.game, key).search(table.edition, hidden, seat)
            tried = {t.move: t for t in found.tried}
            move = found.move
            rows.append(
                {
                    "game": index,
                    "ply": int(hidden["ply"][0]),
                    "seat": seat,
                    "observation": table.encoder.rows(hidden, seat)[0],
                    "legal": [table.actions.number(m) for m in legal],
                    "value": [tried[m].worth if m in tried else None for m in legal],
                    "visits": [tried[m].visits if m in tried else 0 for m in legal],
                    "action": table.actions.number(move),
                }
            )
        one.play(table.actions.number(move))
    for row in rows:
        row["reward"] = one.rewards()[row["seat"]]
    return rows


def export(
    path: Path,
    table: Table,
    games: int,
    *,
    bot: str = "search:200it",
    seed: int = 0,
) -> int:
    """Write so many games; how many decisions it was."""
    arrow, parquet = packages()
    kinds = {
        "game": arrow.int32(),
        "ply": arrow.int32(),
        "seat": arrow.int8(),
        "observation": arrow.list_(arrow.uint8(), table.encoder.width),
        "legal": arrow.list_(arrow.int32()),
        "value": arrow.list_(arrow.float32()),
        "visits": arrow.list_(arrow.int32()),
        "action": arrow.int32(),
        "reward": arrow.float32(),
    }
    about = table.game.about
    notes = {
        "game": table.game.name,
        "version": str(about.version),
        "mode": about.modes[table.mode].name,
        "seats": str(table.seats),
        "edition": table.edition.hash,
        "bot": bot,
        "seed": str(seed),
        "features": "\n".join(f.name for f in table.encoder.features()),
    }
    schema = arrow.schema([arrow.field(name, kinds[name]) for name in COLUMNS], metadata=notes)
    written = 0
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for group in groups(table, bot, seed, games):
            writer.write_table(arrow.Table.from_pylist(group, schema))
            written += len(group)
    return written


def groups(table: Table, bot: str, seed: int, games: int) -> Iterator[list[dict[str, Any]]]:
    """The decisions of some games at a time."""
    for start in range(0, games, GROUP):
        yield [row for i in range(start, min(start + GROUP, games)) for row in decisions(table, bot, seed, i)]


def packages() -> tuple[Any, Any]:
    """What writes Parquet; it is not installed with Parlour."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise ValueError('Parquet is written by pyarrow, which is missing: pip install "parlour[lab]"') from None
    return pyarrow, sys.modules["pyarrow.parquet"]
