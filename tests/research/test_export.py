"""Games as Parquet: what is in a row, that the same command writes the same rows, and that no secret is in them."""

import pyarrow.parquet
import pytest
from typer.testing import CliRunner

from parlour.cli import app
from parlour.research.export import COLUMNS
from parlour.research.table import Table


def written(path, *more):
    done = CliRunner().invoke(app, ["research", "export", "heartcatchers", "--games", "2", "--into", str(path), *more])
    assert done.exit_code == 0, done.output
    assert "decisions of 2 games" in done.output
    return pyarrow.parquet.read_table(path)


def test_a_row_is_one_decision_as_its_seat_saw_it(tmp_path):
    table = written(tmp_path / "a.parquet", "--bot", "search:20it")
    assert tuple(table.column_names) == COLUMNS
    rows, encoder = table.to_pylist(), Table("heartcatchers").encoder
    notes = {k.decode(): v.decode() for k, v in table.schema.metadata.items()}
    names = notes["features"].split("\n")
    assert names == [f.name for f in encoder.features()]
    hidden = 0
    for row in rows:
        seen = {n for n, v in zip(names, row["observation"], strict=True) if v}
        theirs = {n for n in seen if n.startswith("hand[+1")}
        hidden += len(theirs)
        assert all(n.endswith(" hidden") for n in theirs)
        assert row["action"] in row["legal"]
        assert len(row["legal"]) == len(row["value"]) == len(row["visits"]) > 1
        assert max(row["visits"]) > 0
    assert hidden > len(rows)
    by_game = {(r["game"], r["seat"]): r["reward"] for r in rows}
    assert sum(by_game.values()) == 0
    assert (notes["game"], notes["bot"], notes["seed"]) == ("heartcatchers", "search:20it", "0")
    assert table.equals(written(tmp_path / "b.parquet", "--bot", "search:20it"))


@pytest.mark.parametrize("bot", ["greedy", "random", "search:10ms"])
def test_only_a_search_has_values_to_write(tmp_path, bot):
    done = CliRunner().invoke(app, ["research", "export", "heartcatchers", "--bot", bot])
    assert done.exit_code
    assert isinstance(done.exception, ValueError)
    assert "no search by iterations" in str(done.exception)
