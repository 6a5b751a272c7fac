"""The commands about bots: `parlour bots match`, `parlour bots ladder`, `parlour bots fit` and `parlour hint`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from parlour.cli_options import (
    AsJson,
    EditionName,
    Engines,
    File,
    GameName,
    Language,
    ModeName,
    Seats,
    Seed,
    Threads,
    allow_engines,
    console,
    print_json,
)

bots = typer.Typer(help="Bots: let them play each other.", rich_markup_mode=None)

Names = Annotated[str, typer.Option("--bots", help="Bots, with commas, such as greedy,search:100ms or easy,hard.")]
Games = Annotated[int, typer.Option(min=1, max=10_000_000, help="How many games.")]


@bots.command("match", epilog="Example: parlour bots match heartcatchers --bots search:100ms,greedy --games 400")
def bots_match(
    game: GameName,
    names: Names = "greedy,random",
    games: Games = 200,
    seed: Seed = 0,
    seats: Seats = None,
    mode: ModeName = None,
    edition: EditionName = None,
    threads: Threads = 1,
    engine: Engines = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play a match, seats rotating: win rates with 95% intervals, and a rating."""
    from parlour.lab import arena
    from parlour.lab.study import Study

    allow_engines(engine)
    chosen = tuple(name.strip() for name in names.split(","))
    study = Study(game, chosen, games, seed, seats, mode, edition, threads=threads)
    run(study, games, as_json, arena.match)


@bots.command("ladder", epilog="Example: parlour bots ladder heartcatchers --games 100")
def bots_ladder(
    game: GameName,
    games: Games = 100,
    seed: Seed = 0,
    seats: Seats = None,
    mode: ModeName = None,
    edition: EditionName = None,
    threads: Threads = 1,
    as_json: AsJson = False,
) -> None:
    """Let every bot play every other, so many games each, and rate them."""
    from parlour.lab import arena
    from parlour.lab.study import Study

    rounds = len(arena.RUNGS) * (len(arena.RUNGS) - 1) // 2
    study = Study(game, arena.RUNGS, games, seed, seats, mode, edition, threads=threads)
    run(study, games * rounds, as_json, arena.ladder)


@bots.command("fit", epilog="Example: parlour bots fit heartcatchers --value --games 6000")
def bots_fit(
    game: GameName,
    value: Annotated[bool, typer.Option("--value", help="The chance to win of every seat in every State.")] = False,
    games: Annotated[int, typer.Option(min=100, max=1_000_000, help="How many games of each table.")] = 4000,
    first: Annotated[int, typer.Option(min=0, help="How many games of greedy to begin with, which are cheap.")] = 0,
    bot: Annotated[str, typer.Option(help="Who plays every seat.")] = "medium",
    seed: Seed = 0,
    seats: Seats = None,
    mode: ModeName = None,
    keep: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where games are kept; GAME-games.")] = None,
    minutes: Annotated[float, typer.Option(min=0, help="Begin no piece of games after so long.")] = float("inf"),
) -> None:
    """Fit V of every mode and number of seats, or of the named ones, and write it into the game's folder.

    The games are kept: who stops gives the same command again and goes on.
    """
    from parlour.lab.fitting import fit_tables

    if not value:
        raise ValueError("say what is to be fitted: --value")
    chosen: dict[str, Any] = {"first": first, "seats": seats, "mode": mode, "keep": keep, "minutes": minutes}
    for line in fit_tables(game, games, bot=bot, seed=seed, **chosen):
        print(line, flush=True)


def hint(
    file: File,
    seat: Annotated[int | None, typer.Option(min=1, max=4, help="Whose hint; whoever decides unless given.")] = None,
    bot: Annotated[str, typer.Option(help="The bot that thinks.")] = "search:500ms",
    as_json: AsJson = False,
    speak: Language = None,
) -> None:
    """Show the best moves of a saved game for the seat that decides, from what that seat knows."""
    from parlour.bots import hint as best
    from parlour.engine.match import Match
    from parlour.terminal.reports import announced
    from parlour.terminal.words import language, plain, say

    with announced(console(stderr=True)):
        match = Match.load(file)
    if match.over:
        raise ValueError(say("hint.over"))
    who = match.deciders[0] if seat is None else seat - 1
    if who not in match.deciders:
        raise ValueError(say("hint.not-asked", seat=seat, decides=match.deciders[0] + 1))
    with announced(console(stderr=True)):
        found = best(match, who, bot=bot)
    if as_json:
        rows = [
            {"move": h.text, "value": h.value, "share": h.share, "words": match.say(h.line, who, language())}
            for h in found
        ]
        print_json({"seat": who, "hints": rows})
        return
    for h in found:
        words = plain(match.say(h.line, who, language()))
        print(say("hint.row", chance=h.value, words=words, text=h.text, clause=h.line.clause))


def run(study: Any, games: int, as_json: bool, play: Any) -> None:
    """Play a study, so many games in all, with a progress bar; then print the ratings."""
    from parlour.engine import registry
    from parlour.terminal.reports import announced, counting

    stderr = console(stderr=True)
    with announced(stderr), counting(stderr, registry.about(study.game).title, games, quiet=as_json) as tick:
        found = play(study, tick)
    if as_json:
        print_json(found)
    else:
        console().print(ratings_table(found))


def ratings_table(found: dict[str, Any]) -> Any:
    """Bots with their win rate, interval and rating, strongest first."""
    from rich.table import Table

    table = Table(title=f"{found['game']}, {found['games']:,} games, {found['seconds']:.1f} s")
    for name in ("Bot", "Won", "95% interval", "Rating"):
        table.add_column(name, justify="left" if name == "Bot" else "right")
    scores = {row["bot"]: row for row in found.get("by_bot", [])}
    for row in found["ratings"]:
        score = scores.get(row["bot"])
        share = f"{score['score']:.1%}" if score else ""
        interval = "{:.1%} to {:.1%}".format(*score["interval"]) if score else ""
        table.add_row(row["bot"], share, interval, f"{row['rating']:.0f}")
    return table
