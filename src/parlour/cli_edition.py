"""The commands of `parlour edition`, for whoever makes one: list, init, check, show, diff, export and import.

Heavy imports only inside functions; none of these commands loads the rules of a game.
"""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from parlour.cli_options import AsJson, Language, ModeName, Seats, Seed, console, print_json

editions = typer.Typer(help="Editions: a game's cards and numbers as a file.", rich_markup_mode=None)

OfGame = Annotated[str | None, typer.Option("--game", help="A game's name, where the file does not say it.")]
EditionFile = Annotated[Path, typer.Argument(metavar="FILE", help="An edition as a TOML file.")]
Sheets = Annotated[Path, typer.Option("--csv", metavar="DIR", help="The folder with a CSV file for each table.")]
NameOrFile = "An edition's file, or its name with --game; `base` is the one that is played."


@editions.command("list", epilog="Example: parlour edition list --game held_hands")
def list_(
    game: OfGame = None,
    folder: Annotated[Path | None, typer.Argument(metavar="[DIR]", help="A folder with editions of your own.")] = None,
    as_json: AsJson = False,
    speak: Language = None,
) -> None:
    """List the editions that come with the games, and those in a folder."""
    from parlour.editions.listing import list_editions
    from parlour.engine import registry
    from parlour.terminal.words import plain, say

    if game is not None:
        registry.about(game)
    found = list_editions(game, folder)
    if as_json:
        print_json([{**vars(one), "file": one.file.name} for one in found])
        return
    for one in found:
        by = say("edition.by", by=one.by) if one.by else ""
        shown = plain(one.fault or f"{one.title}{by}")
        print(f"{one.game or '-':<16}{plain(one.name):<20}{one.hash[:8]:<10}{shown}")


@editions.command("init", epilog="Example: parlour edition init heartcatchers my-deck.toml --by Ada")
def init(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name, as `parlour games` lists it.")],
    file: EditionFile,
    base: Annotated[str, typer.Option("--from", metavar="NAME", help="Which edition to copy.")] = "edition",
    by: Annotated[str, typer.Option(help="Who makes it; players read that, and nobody checks it.")] = "",
    speak: Language = None,
) -> None:
    """Write a copy of an edition for you to change, with a comment at each field."""
    from parlour.editions.finding import find
    from parlour.editions.writing import new_edition
    from parlour.engine.edition import parse_toml
    from parlour.terminal.words import plain, say

    _, name, text = find(base, game)
    if file.exists():
        raise ValueError(say("edition.exists", file=plain(file.name)))
    file.write_text(new_edition(game, file.stem, parse_toml(text, name), by[:60]), "utf-8")
    print(say("edition.written", file=plain(str(file))))


@editions.command("check", epilog="Example: parlour edition check my-deck.toml")
def check(
    first: Annotated[str, typer.Argument(metavar="[GAME]", help="A game's name; not needed if the file says it.")],
    second: Annotated[Path | None, typer.Argument(metavar="FILE", help="An edition as a TOML file.")] = None,
    as_json: AsJson = False,
    speak: Language = None,
) -> None:
    """Check an edition: all that is wrong with it at once, each with its line, its field and what may stand there."""
    from parlour.editions.checking import check_text
    from parlour.editions.finding import find
    from parlour.editions.shapes import limits_of

    game, name, text = find(str(second or first), first if second else None)
    found = check_text(game, text, name)
    limits = limits_of(game)
    if as_json:
        print_json(as_data(found, limits))
    elif found.faults:
        show_faults([str(fault) for fault in found.faults])
    else:
        show_good(found, limits)
    if found.faults:
        raise typer.Exit(2)


def as_data(found: Any, limits: dict[str, int]) -> dict[str, Any]:
    def told(faults: list[Any]) -> list[dict[str, Any]]:
        return [{"line": f.line, "field": f.field, "sentence": f.sentence} for f in faults]

    facts = {"file": found.file, "game": found.game, "hash": found.hash, "limits": limits}
    if found.content is not None:
        facts |= {"id": found.content.id, "title": found.content.title, "by": found.content.by}
    return facts | {"faults": told(found.faults), "remarks": told(found.remarks)}


def show_faults(faults: list[str]) -> None:
    from parlour.terminal.words import plain, say

    for fault in faults:
        print(plain(fault), file=sys.stderr)
    if len(faults) > 1:
        print(say("edition.faults", n=len(faults)), file=sys.stderr)


def show_good(found: Any, limits: dict[str, int]) -> None:
    from parlour.engine import registry
    from parlour.terminal.words import plain, say

    title = registry.about(found.game).title
    facts = {"file": found.file, "game": title, "title": found.content.title, "id": found.content.id}
    print(plain(say("check.edition", **facts, hash=found.hash)))
    print(say("check.limits", game=title, limits=", ".join(f"{name} {most}" for name, most in limits.items())))
    for remark in found.remarks:
        print(plain(say("edition.remark", remark=remark)))


@editions.command("show", epilog="Example: parlour edition show my-deck.toml blue-heart")
def show(
    edition: Annotated[str, typer.Argument(metavar="EDITION", help=NameOrFile)],
    thing: Annotated[str | None, typer.Argument(metavar="[ID]", help="One card, space or person of it.")] = None,
    game: OfGame = None,
    as_json: AsJson = False,
    speak: Language = None,
) -> None:
    """Show what is in an edition: its tables and numbers, or one card of it with all its fields."""
    import msgspec

    from parlour.editions.comparing import flat
    from parlour.terminal.words import plain, say

    _, content, tables = good(edition, game)
    members = {t: [msgspec.to_builtins(one) for one in getattr(content, t)] for t in tables}
    if thing is not None:
        found = [(t, one) for t, ones in members.items() for one in ones if one.get("id") == thing]
        if not found:
            raise ValueError(say("edition.nothing", id=plain(thing)))
        print_json(found[0][1]) if as_json else show_fields(flat(found[0][1]))
    elif as_json:
        print_json(msgspec.to_builtins(content))
    else:
        rest = {k: v for k, v in msgspec.to_builtins(content).items() if k not in tables}
        show_fields(flat(rest))
        for table, ones in members.items():
            print(f"{table} ({len(ones)}): {plain(', '.join(str(one.get('id') or one.get('name')) for one in ones))}")


def show_fields(fields: dict[str, Any]) -> None:
    from parlour.terminal.words import plain

    for path, value in fields.items():
        if value not in (None, ""):
            print(f"{path}: {plain(str(value))}")


def good(edition: str, game: str | None) -> tuple[str, Any, list[str]]:
    """The game, the content and the tables of an edition without faults; of another one the first fault is raised."""
    from parlour.editions.checking import check_text
    from parlour.editions.finding import find
    from parlour.editions.shapes import tables_of

    of, name, text = find(edition, game)
    found = check_text(of, text, name)
    if found.faults:
        raise found.faults[0]
    return of, found.content, list(tables_of(of))


@editions.command("diff", epilog="Example: parlour edition diff base my-deck.toml")
def diff(
    base: Annotated[str, typer.Argument(metavar="A", help=NameOrFile)],
    mine: Annotated[str, typer.Argument(metavar="B", help="The edition that was changed.")],
    game: OfGame = None,
    as_json: AsJson = False,
    speak: Language = None,
) -> None:
    """Say what one edition has otherwise than another, card by card. What that does to games: `parlour lab diff`."""
    from parlour.editions.comparing import compare
    from parlour.terminal.words import say

    of, after, _ = good(mine, game)
    other, before, _ = good(base, of)
    if other != of:
        raise ValueError(say("edition.two-games", a=other, b=of))
    found = compare(of, before, after)
    if as_json:
        print_json({**vars(found), "changed": [vars(one) for one in found.changed]})
    else:
        show_difference(found)


def show_difference(found: Any) -> None:
    from parlour.terminal.words import plain, say

    for path, (old, new) in found.settings.items():
        print(plain(say("edition.setting", path=path, old=old, new=new)))
    for one in found.changed:
        print(plain(f"{one.table} {one.id}, {one.name}:"))
        for path, (old, new) in one.fields.items():
            print(plain("  " + say("edition.setting", path=path, old=old, new=new)))
    for table, id in found.added:
        print(plain(say("edition.added", table=table, id=id)))
    for table, id in found.removed:
        print(plain(say("edition.removed", table=table, id=id)))
    if not found:
        print(say("edition.same"))


@editions.command("export", epilog="Example: parlour edition export my-deck.toml --csv sheets")
def export(
    edition: Annotated[str, typer.Argument(metavar="EDITION", help=NameOrFile)],
    folder: Sheets,
    game: OfGame = None,
    speak: Language = None,
) -> None:
    """Write an edition as sheets for a spreadsheet program: a file for each table, such as cards.csv."""
    from parlour.editions.finding import find
    from parlour.editions.sheets import write_sheets
    from parlour.engine.edition import parse_toml
    from parlour.terminal.words import plain

    of, name, text = find(edition, game)
    good(edition, game)
    for path in write_sheets(of, parse_toml(text, name), folder):
        print(plain(str(path)))


@editions.command("import", epilog="Example: parlour edition import my-deck.toml --csv sheets --watch")
def import_(
    file: EditionFile,
    folder: Sheets,
    game: OfGame = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Import again whenever a sheet is saved; ctrl-C ends.")
    ] = False,
    speak: Language = None,
) -> None:
    """Bring sheets into an edition's file, if nothing is wrong with them; every fault is told with row and column."""
    from parlour.editions.importing import changes
    from parlour.terminal.words import plain, say

    if not watch:
        if not bring(file, folder, game):
            raise typer.Exit(2)
        return
    print(say("edition.watching", folder=plain(folder.name)), flush=True)
    for names in changes(folder):
        print(say("edition.changed", files=plain(", ".join(names))), flush=True)
        try:
            bring(file, folder, game)
        except (OSError, ValueError) as fault:
            print(plain(str(fault)), file=sys.stderr, flush=True)


def bring(file: Path, folder: Path, game: str | None) -> bool:
    """Import once; whether all was well."""
    from parlour.editions.importing import bring_in
    from parlour.terminal.words import plain, say

    found = bring_in(folder, file, game)
    for remark in found.remarks:
        print(plain(say("edition.remark", remark=remark)), file=sys.stderr)
    if found.faults:
        show_faults([str(fault) for fault in found.faults])
        print(say("edition.kept", file=plain(file.name)), file=sys.stderr, flush=True)
        return False
    same = file.exists() and file.read_text("utf-8") == found.text
    if not same:
        file.write_text(found.text, "utf-8")
    print(say("edition.nothing-new" if same else "edition.written", file=plain(str(file))), flush=True)
    return True


@editions.command(
    "tune", epilog="Example: parlour edition tune heartcatchers --goal seats=even --vary numbers.hand=2..4 --out DIR"
)
def tune(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name, as `parlour games` lists it.")],
    goal: Annotated[list[str], typer.Option(help="seats=even, length=PLIES or score=POINTS; may be repeated.")],
    vary: Annotated[list[str], typer.Option(help="A number and its bounds: numbers.hand=3..5; may be repeated.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the editions and studies of the front go.")],
    edition: Annotated[str, typer.Option("--edition", metavar="FILE", help="An edition's file or name.")] = "edition",
    bots: Annotated[str, typer.Option(help="Bots that can be repeated, with commas, such as greedy.")] = "greedy",
    budget: Annotated[int, typer.Option(min=200, max=100_000_000, help="How many games, about.")] = 20_000,
    seats: Seats = None,
    mode: ModeName = None,
    seed: Seed = 0,
    as_json: AsJson = False,
    speak: Language = None,
) -> None:
    """Search a few numbers of an edition for those that come nearest to a goal, and play the best ones again."""
    from parlour.engine import registry
    from parlour.lab.tuning import Tuning, Wish, read_goal, read_vary

    about = registry.about(game)
    names = tuple(name.strip() for name in bots.split(","))
    allowed = about.mode(mode)[1].seats
    count = seats or (len(names) if len(names) in allowed else allowed[-1])
    wish = Wish(
        game,
        edition,
        tuple(read_goal(text, count) for text in goal),
        tuple(map(read_vary, vary)),
        names,
        count,
        mode,
        budget,
        seed,
    )
    from parlour.terminal.reports import announced, counting
    from parlour.terminal.words import say

    stderr = console(stderr=True)
    title = say("edition.tuning", game=about.title)
    with announced(stderr), counting(stderr, title, budget, quiet=as_json) as tick:
        found = Tuning(wish, out, tick).run()
    print_json(asdict(found)) if as_json else show_front(wish, found, out)


def show_front(wish: Any, found: Any, out: Path) -> None:
    from parlour.terminal.words import plain, say

    def told(point: Any) -> str:
        numbers = ", ".join(f"{vary.place}={value}" for vary, value in zip(wish.vary, point.values, strict=True))
        parts = zip(wish.goals, point.means, point.spreads, strict=True)
        means = ", ".join(f"{goal.name} {mean:.1f} ± {spread:.1f}" for goal, mean, spread in parts)
        return f"{numbers}: {means}"

    print(say("edition.tuned", tried=found.tried, refused=len(found.refused)))
    print(say("edition.tuned-base", point=told(found.base), n=found.base.games))
    for number, point in enumerate(found.front, 1):
        print(say("edition.tuned-point", number=number, point=told(point), n=point.games))
    for point in found.refused[:3]:
        print(plain(say("edition.tuned-refused", fault=point.fault)))
    if found.again:
        base, best = map(told, found.again)
        print(say("edition.tuned-again", base=base, best=best, n=found.again[1].games))
        print(say("edition.tuned-kept", folder=plain(str(out))))
