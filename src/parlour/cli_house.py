"""The commands of the server: `parlour serve` and `parlour db`."""

from pathlib import Path
from typing import Annotated

import typer

StoreUrl = Annotated[str | None, typer.Option("--store", metavar="URL", help="A SQLite file or a PostgreSQL URL.")]

db = typer.Typer(help="The store of the tables: back it up, check it, move it.", rich_markup_mode=None)


def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="The port on this machine; the next free one if it is taken.")
    ] = 8000,
    store: StoreUrl = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the shelf in a browser.")] = False,
    bot_threads: Annotated[int, typer.Option(min=1, max=64, help="How many bots may think at once.")] = 2,
    limits: Annotated[bool, typer.Option(help="Limit how much one address may ask for; off for load tests.")] = True,
) -> None:
    """Start the server: play in the browser, alone, on one screen or by links."""
    from parlour.server import command

    command.serve(port, store or command.default_store(), browser, bot_threads, limits)


@db.command("backup", epilog="Example: parlour db backup tables-copy.db")
def db_backup(target: Annotated[Path, typer.Argument(metavar="FILE")], store: StoreUrl = None) -> None:
    """Copy the store to a file while it is in use, and check the copy."""
    from parlour.server import command

    report(command.backup(store or command.default_store(), target))


@db.command("check", epilog="Example: parlour db check")
def db_check(store: StoreUrl = None) -> None:
    """Replay every match of the store; exit code 1 if anything is wrong."""
    from parlour.server import command

    found = command.check(store or command.default_store())
    report(found)
    raise typer.Exit(1 if found["faults"] else 0)


@db.command("to-postgres", epilog="Example: parlour db to-postgres postgresql://localhost/parlour")
def db_to_postgres(target: Annotated[str, typer.Argument(metavar="URL")], store: StoreUrl = None) -> None:
    """Copy the store into an empty PostgreSQL database."""
    from parlour.server import command

    for name, count in command.copy_store(store or command.default_store(), target).items():
        print(f"{name}: {count}")


def report(found: dict) -> None:
    print(f"{found['tables']} tables, {found['moves']} moves, version {found['version']}")
    for fault in found["faults"]:
        print(f"fault: {fault}")
    print("all well" if not found["faults"] else f"{len(found['faults'])} faults")
