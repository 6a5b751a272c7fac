"""The command `parlour`. Nothing heavy is imported until a command needs it, so that help is there at once."""

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from parlour import cli_author, cli_bots, cli_edition, cli_house, cli_lab, cli_print, cli_research
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
    read_rulings,
)

app = typer.Typer(
    help="Five tabletop games about love: play them, change them, study them.",
    epilog="Without a command, in a terminal, you choose a game and play.  Example: parlour play heartcatchers",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
cli_edition.editions.command("print", epilog="Example: parlour edition print my-deck.toml --out deck.pdf")(
    cli_print.print_edition
)
app.add_typer(cli_edition.editions, name="edition")
app.add_typer(cli_house.db, name="db")
app.add_typer(cli_house.house, name="house")
app.add_typer(cli_bots.bots, name="bots")
app.add_typer(cli_lab.lab, name="lab")
app.add_typer(cli_research.research, name="research")
app.command(epilog="Example: parlour hint evening.json")(cli_bots.hint)
app.command(epilog="Example: parlour serve --port 8000 --open")(cli_house.serve)
app.command(epilog="Example: parlour new courtship --prefix CS")(cli_author.new)
app.command(epilog="Example: parlour check courtship --fast")(cli_author.check)
app.command(epilog="Example: parlour dev heartcatchers")(cli_author.dev)
app.command(epilog="Example: parlour pages --out page")(cli_author.pages)

# How many games `parlour sim` plays unless it is told; interpreted a game takes a thousand times as long.
GAMES, PLAIN_GAMES = 1000, 10

# Whatever Typer itself refuses: an unknown command or option, a value of the wrong kind.
UsageFault: Any = typer.BadParameter.__mro__[2]

RulingTexts = Annotated[list[str] | None, typer.Option("--ruling", help="name=on or name=off; may be repeated.")]


def main() -> None:
    """Run a command; whatever a person can get wrong is one sentence and exit code 2."""
    from parlour.terminal.words import language_of, use_language

    use_language(language_of(os.environ))
    try:
        code = app(standalone_mode=False)
    except UsageFault as fault:
        stop(fault.format_message())
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as fault:
        stop(f"{fault.filename or 'file'}: {fault.strerror or fault}")
    except ValueError as fault:
        if os.environ.get("PARLOUR_DEBUG"):
            raise
        stop(str(fault))
    else:
        sys.exit(code if isinstance(code, int) else 0)


def stop(sentence: str) -> None:
    """Print an error and exit."""
    from parlour.terminal.words import plain

    text = plain(" ".join(sentence.split()))
    print(text if text.endswith((".", "?", "!")) else f"{text}.", file=sys.stderr)
    sys.exit(2)


def use_interpreter() -> None:
    """Run rules as plain Python; only before Numba is imported."""
    import warnings

    os.environ["NUMBA_DISABLE_JIT"] = "1"
    # Streams of chance wrap around, as they must.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)


@app.callback(invoke_without_command=True)
def parlour(context: typer.Context, speak: Language = None) -> None:
    if context.invoked_subcommand is not None:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print(context.get_help())
        return
    from parlour.terminal.screen import Screen
    from parlour.terminal.start import choose

    choose(Screen())


@app.command(epilog="Example: parlour games --json")
def games(as_json: AsJson = False, speak: Language = None) -> None:
    """List the games on the shelf."""
    from dataclasses import asdict

    from parlour.engine import registry

    abouts = {name: registry.about(name) for name in registry.names(shelf_only=True)}
    if as_json:
        print_json([{"name": name, **asdict(about)} for name, about in abouts.items()])
        return
    from parlour.terminal.reports import games_table

    console().print(games_table(abouts))


@app.command(epilog="Example: parlour rules heartcatchers HC-12")
def rules(
    game: GameName,
    clause: Annotated[str | None, typer.Argument(help="A clause, such as HC-12.")] = None,
    printed: Annotated[
        bool, typer.Option("--printed", help="Where our defaults differ from the printed rules.")
    ] = False,
    speak: Language = None,
) -> None:
    """Show a game's rulebook, or one clause of it; or where our defaults differ from the printed rules."""
    if printed:
        from parlour.terminal import rulebook

        print("\n".join(rulebook.to_the_letter(game)))
        return
    if clause is not None:
        from parlour.terminal import rulebook

        id, text = rulebook.clause(game, clause)
        print(f"{id}  {text}")
        return
    from rich.markdown import Markdown

    from parlour.rulebook import text_of
    from parlour.terminal.words import language

    console().print(Markdown(text_of(game, language())))


@app.command(epilog="Example: parlour play heartcatchers --seats you,random --best-of 3")
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="A game; not needed with --resume.")] = None,
    seats: Annotated[
        str | None, typer.Option(help="Who plays: `you` or a bot for each seat; Ann=you gives a name.")
    ] = None,
    mode: ModeName = None,
    edition: EditionName = None,
    ruling: RulingTexts = None,
    best_of: Annotated[int, typer.Option(help="A series of up to so many games: 1, 3, 5 ...")] = 1,
    seed: Annotated[int | None, typer.Option(help="Deal a game that can be repeated.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a game from its file.")] = None,
    fast: Annotated[bool, typer.Option("--fast", help="Bots do not wait to be watched.")] = False,
    engine: Engines = None,
    speak: Language = None,
) -> None:
    """Play at this terminal, against bots or sharing the screen. ? explains, u takes back, s saves, q leaves."""
    from parlour.engine import registry
    from parlour.terminal.words import say

    allow_engines(engine)
    rulings = read_rulings(ruling)
    if game is not None:
        registry.about(game).ruling_bits(rulings)
    elif resume is None:
        raise ValueError(say("fault.which"))
    if resume is not None and (mode or edition or ruling or seed is not None or best_of != 1):
        raise ValueError(say("fault.resume-options"))
    from parlour.terminal import start
    from parlour.terminal.screen import Left, Screen

    try:
        if resume is not None:
            return start.resume(resume, seats, Screen(fast), game)
        options = start.Options(seats, mode, edition, rulings, best_of, seed)
        return start.play(str(game), options, Screen(fast), ask_resume=sys.stdin.isatty())
    except Left:
        return None


@app.command(epilog="Example: parlour sim heartcatchers --games 10000 --bots greedy,random --seed 1 --json")
def sim(
    game: GameName,
    games: Annotated[
        int | None, typer.Option(min=1, max=100_000_000, help="How many games: 1000, or 10 with --plain.")
    ] = None,
    bots: Annotated[str, typer.Option(help="Bots, with commas; they change seats after each game.")] = "random,random",
    seed: Seed = 0,
    seats: Seats = None,
    mode: ModeName = None,
    edition: EditionName = None,
    ruling: RulingTexts = None,
    threads: Threads = 1,
    plain: Annotated[bool, typer.Option("--plain", help="Interpreted: slow, but at once after a change.")] = False,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games and add them up."""
    if plain:
        use_interpreter()
    games = games or (PLAIN_GAMES if plain else GAMES)
    from parlour.engine import registry
    from parlour.terminal.words import say

    registry.about(game).ruling_bits(rulings := read_rulings(ruling))
    from parlour.lab.arena import simulate
    from parlour.lab.study import Study
    from parlour.terminal.reports import announced, counting, sim_table

    players = tuple(name.strip() for name in bots.split(","))
    study = Study(game, players, games, seed, seats, mode, edition, rulings, threads)
    title = say("progress.sim", games=f"{games:,}", game=registry.about(game).title)
    stderr = console(stderr=True)
    with announced(stderr), counting(stderr, title, games, quiet=as_json) as tick:
        found = simulate(study, tick)
    if as_json:
        print_json(found)
    else:
        console().print(sim_table(found))


@app.command(epilog="Example: parlour replay evening.json --seat 1")
def replay(
    file: File,
    seat: Annotated[int | None, typer.Option(min=1, max=4, help="Only what this seat saw.")] = None,
    at_once: Annotated[bool, typer.Option("--all", help="Do not wait after each move.")] = False,
    as_json: AsJson = False,
    speak: Language = None,
) -> None:
    """Tell the story of a saved game, move by move."""
    from parlour.terminal import records
    from parlour.terminal.screen import Screen

    match, steps = records.replay(file, None if seat is None else seat - 1)
    if as_json:
        print_json({"game": match.game.name, "names": list(match.names), "over": match.over, "moves": steps})
    else:
        records.show_replay(match, steps, Screen(), at_once)


@app.command(epilog="Example: parlour verify evening.json")
def verify(file: File, as_json: AsJson = False) -> None:
    """Check a saved game: every move legal, every draw as the revealed secrets say."""
    from parlour.terminal.records import verify
    from parlour.terminal.words import plain, say

    found = verify(file)
    if as_json:
        print_json(found)
        return
    print(plain(say("check.verified", **found)))
    if found["unrevealed"]:
        print(say("check.unrevealed", n=found["unrevealed"]))


@app.command(epilog="Example: parlour bench heartcatchers --json")
def bench(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game; all of them without it.")] = None,
    rounds: Annotated[int, typer.Option(min=1, max=100, help="The best of so many rounds counts.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Measure how fast the games are: CPU time, one core, random play."""
    from parlour.engine import registry

    names = registry.names(shelf_only=True) if game is None else [game]
    registry.about(names[0])
    from parlour.bench import measure_all
    from parlour.terminal.reports import bench_progress, bench_table

    with bench_progress(console(stderr=True), len(names)) as report:
        found = measure_all(names, rounds, report)
    if as_json:
        print_json(found if game is None else found[game])
    else:
        console().print(bench_table(found))


@app.command(epilog="Example: parlour doctor")
def doctor(as_json: AsJson = False) -> None:
    """Look at everything that Parlour needs; exit code 1 if something is wrong."""
    from dataclasses import asdict

    from parlour.terminal.doctor import examine
    from parlour.terminal.reports import doctor_table

    findings = list(examine(console()))
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        console().print(doctor_table(findings))
    if not all(finding.good for finding in findings):
        raise typer.Exit(1)


@app.command("compile", epilog="Example: parlour compile")
def compile_games(config: cli_house.Config = "") -> None:
    """Compile every game now, so that later starts are fast."""
    from parlour.server.settings import read_settings

    read_settings({"workers": 1}, file=config).use_folders()
    from parlour.terminal.reports import compile_all

    compile_all(console(stderr=True))
