"""The commands for researchers: `parlour research export`. Heavy imports only inside functions."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli_options import EditionName, GameName, ModeName, Seats, Seed

research = typer.Typer(help="Research: games as data.", rich_markup_mode=None)


@research.callback()
def group() -> None:
    """Games as data for learning systems (docs/research.md)."""


@research.command(epilog="Example: parlour research export heartcatchers --games 100000 --into heartcatchers.parquet")
def export(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many games.")] = 100,
    into: Annotated[Path | None, typer.Option(metavar="FILE", help="GAME.parquet unless given.")] = None,
    bot: Annotated[str, typer.Option(help="Who plays every seat: a search, such as search:200it.")] = "search:200it",
    seed: Seed = 0,
    seats: Seats = None,
    mode: ModeName = None,
    edition: EditionName = None,
) -> None:
    """Write games between searching bots as Parquet: what each seat saw, its legal moves, and the value of each."""
    from parlour.bots.spec import read_spec
    from parlour.research.export import export as write
    from parlour.research.table import Table

    if not read_spec(bot).iterations:
        raise ValueError(f"{bot!r} is no search by iterations, whose values could be written; search:200it is one")
    table = Table(game, mode=mode, seats=seats, edition=edition)
    path = into or Path(f"{table.game.name}.parquet")
    print(f"{write(path, table, games, bot=bot, seed=seed)} decisions of {games} games: {path}")
