"""The commands of the lab: `parlour lab run` and `parlour lab diff`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from parlour.cli_options import ModeName, Seats, console, read_rulings

lab = typer.Typer(
    help="The lab: many games between bots, and what they say about a game, with how sure that is.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

Study = Annotated[Path | None, typer.Argument(metavar="[STUDY.toml]", help="A study as a file; flags change it.")]
Game = Annotated[str | None, typer.Option("--game", help="A game's name, as `parlour games` lists it.")]
Bots = Annotated[str | None, typer.Option(help="Bots, with commas, such as greedy,greedy or search:200it.")]
Games = Annotated[int | None, typer.Option(min=1, help="How many games each; 2000 unless given.")]
Precision = Annotated[
    float | None, typer.Option(help="Stop once the leading share is known to so many points, --games at most.")
]
Seed = Annotated[int | None, typer.Option(help="The same seed gives the same bytes.")]
Rulings = Annotated[list[str] | None, typer.Option("--ruling", help="name=on or name=off; may be repeated.")]
Ban = Annotated[
    list[str] | None,
    typer.Option("--ban", metavar="THING", help="What it costs never to choose this; may be repeated."),
]
Also = Annotated[
    list[str] | None, typer.Option("--also", metavar="BOT", help="Other bots at all seats, beside; may be repeated.")
]
Draws = Annotated[
    list[str] | None,
    typer.Option("--draw", metavar="FAMILY", help="Things that all bots choose at random; may be repeated."),
]
Tries = Annotated[
    list[str] | None,
    typer.Option("--try", metavar="RULING=on|off", help="What a ruling changes on the same deals; may be repeated."),
]
Ladder = Annotated[str | None, typer.Option(help="Bots, weakest first: what every step up wins.")]
Editions = Annotated[list[str] | None, typer.Option("--edition", help="An edition's file or name; may be repeated.")]
Workers = Annotated[int, typer.Option(min=1, max=256, help="Processes on this machine.")]
ClusterAddress = Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help="A Dask cluster instead.")]
TlsFile = Annotated[Path | None, typer.Option(help="A file for the cluster's TLS.")]
Insecure = Annotated[bool, typer.Option("--insecure", help="A cluster without TLS: only where you trust everybody.")]
Clock = Annotated[bool, typer.Option("--by-the-clock", help="Allow bots by the clock; nobody can repeat that.")]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where tables and reports go.")]

FROM_A_CLONE, FROM_A_WHEEL = "python3 play.py lab --help", "pip install 'parlour[lab]'"


def need_the_extra() -> None:
    """The lab's packages, or the one command that installs them."""
    from importlib.util import find_spec

    missing = [name for name in ("altair", "distributed", "pyarrow", "vl_convert") if find_spec(name) is None]
    if missing:
        raise ValueError(f"the lab needs packages that are not installed ({', '.join(missing)}); {install_command()}")


def install_command() -> str:
    """How the extra is installed where this Parlour came from."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        by = (distribution("parlour").read_text("INSTALLER") or "").strip()
    except PackageNotFoundError:
        by = ""
    return f"install them by: {FROM_A_CLONE if by == 'play.py' else FROM_A_WHEEL}"


@lab.command("run", epilog="Example: parlour lab run --game heartcatchers --bots greedy,greedy --games 2000 --out DIR")
def run(
    out: Out,
    study: Study = None,
    game: Game = None,
    edition: Editions = None,
    bots: Bots = None,
    games: Games = None,
    precision: Precision = None,
    seed: Seed = None,
    seats: Seats = None,
    mode: ModeName = None,
    ruling: Rulings = None,
    also: Also = None,
    also_games: Annotated[int | None, typer.Option(min=1, help="Games of each of these; 400 unless given.")] = None,
    try_: Tries = None,
    draw: Draws = None,
    ban: Ban = None,
    ban_games: Annotated[int | None, typer.Option(min=1, help="Games with each ban; 2000 unless given.")] = None,
    ladder: Ladder = None,
    ladder_games: Annotated[int | None, typer.Option(min=1, help="Games of each step; 400 unless given.")] = None,
    workers: Workers = 1,
    cluster: ClusterAddress = None,
    tls_ca: TlsFile = None,
    tls_cert: TlsFile = None,
    tls_key: TlsFile = None,
    insecure: Insecure = False,
    by_the_clock: Clock = False,
) -> None:
    """Play a study and write its tables and its report into a folder; ctrl-C keeps what is done."""
    need_the_extra()
    flags: dict[str, Any] = {
        "game": game,
        "editions": edition,
        "bots": split(bots),
        "games": games,
        "precision": precision,
        "seed": seed,
    }
    flags |= {
        "seats": seats,
        "mode": mode,
        "by_the_clock": by_the_clock or None,
        "also": also,
        "also_games": also_games,
    }
    flags |= {"ban": ban, "tries": try_, "draw": draw, "ladder": split(ladder)}
    flags |= {"rulings": read_rulings(ruling) if ruling else None, "ban_games": ban_games, "ladder_games": ladder_games}
    tls = [str(file) if file else None for file in (tls_ca, tls_cert, tls_key)]
    carry_out(study, flags, out, workers, (cluster, *tls, insecure) if cluster else None)


@lab.command("diff", epilog="Example: parlour lab diff base mine.toml --game heartcatchers --games 20000 --out DIR")
def diff(
    base: Annotated[str, typer.Argument(metavar="BASE", help="`base`, or an edition's file or name.")],
    mine: Annotated[str, typer.Argument(metavar="MINE", help="The edition that was changed.")],
    out: Out,
    game: Annotated[str, typer.Option("--game", help="A game's name, as `parlour games` lists it.")],
    bots: Bots = None,
    games: Games = None,
    seed: Seed = None,
    seats: Seats = None,
    mode: ModeName = None,
    ruling: Rulings = None,
    workers: Workers = 1,
) -> None:
    """Say what an edited edition changed, what it did not, and what cannot be told yet."""
    need_the_extra()
    flags: dict[str, Any] = {
        "game": game,
        "editions": [base, mine],
        "bots": split(bots),
        "games": games,
        "seed": seed,
        "seats": seats,
        "mode": mode,
    }
    flags |= {"rulings": read_rulings(ruling) if ruling else None}
    carry_out(None, flags, out, workers, None)


def split(names: str | None) -> list[str] | None:
    return [name.strip() for name in names.split(",")] if names else None


def carry_out(study: Path | None, flags: dict[str, Any], out: Path, workers: int, cluster: Any) -> None:
    """Plan, play and report, with a bar that tells how long it still takes."""
    import msgspec

    from parlour.lab import plan as plans
    from parlour.lab.results import run_study
    from parlour.terminal.reports import announced, counting

    given = {name: value for name, value in flags.items() if value is not None}
    if study is None and "game" not in given:
        raise ValueError("a study needs a game: name one with --game, or give a study's file")
    described = plans.read_file(study) if study else plans.File(game=given["game"])
    plan = plans.make_plan(msgspec.structs.replace(described, **given), study.parent if study else Path())
    stderr = console(stderr=True)
    total = sum(arm.games for arm in plan.arms)
    with announced(stderr), counting(stderr, plan.title, total, quiet=False, left=True) as tick:
        found = run_study(plan, out, tick, workers, cluster)
    print(found.verdict)
    print(f"{out / 'report.html'}")
