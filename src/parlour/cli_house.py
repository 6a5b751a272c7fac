"""The commands of the server: `parlour serve`, `parlour db` and `parlour house`."""

from pathlib import Path
from typing import Annotated

import typer

StoreUrl = Annotated[str | None, typer.Option("--store", metavar="URL", help="A SQLite file or a PostgreSQL URL.")]
Config = Annotated[str, typer.Option("--config", metavar="FILE", help="Settings in TOML; options overrule them.")]

house = typer.Typer(help="The tables of a house: list, close, revoke, expire, stats.", rich_markup_mode=None)
db = typer.Typer(help="The store of the tables: back it up, check it, move it.", rich_markup_mode=None)


def serve(
    port: Annotated[
        int | None, typer.Option(min=0, max=65_535, help="The port; without it 8000, or the next that is free.")
    ] = None,
    host: Annotated[str | None, typer.Option(metavar="ADDRESS", help="The address to listen on.")] = None,
    lan: Annotated[bool | None, typer.Option("--lan", help="Listen on this machine's local network address.")] = None,
    url: Annotated[str | None, typer.Option(metavar="URL", help="The public address, https://... for links.")] = None,
    root_path: Annotated[
        str | None, typer.Option(metavar="PATH", help="The path to live under, such as /parlour.")
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(metavar="CIDR", help="A proxy whose X-Forwarded-* is believed; may be repeated.")
    ] = None,
    config: Config = "",
    store: StoreUrl = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the shelf in a browser.")] = False,
    workers: Annotated[int | None, typer.Option(min=1, max=64, help="Processes that serve; needs PostgreSQL.")] = None,
    bot_threads: Annotated[int | None, typer.Option(min=1, max=64, help="How many bots may think at once.")] = None,
    limits: Annotated[
        bool | None,
        typer.Option("--limits/--no-limits", help="Limit what one address may ask for."),
    ] = None,
    editions: Annotated[
        str | None, typer.Option(metavar="DIR", help="Offer the editions in this folder too, as they are.")
    ] = None,
    uploads: Annotated[
        bool | None, typer.Option("--uploads/--no-uploads", help="Let others bring editions of their own.")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Say what these settings mean, and start nothing.")] = False,
) -> None:
    """Start the server: play in the browser, alone, on one screen or by links."""
    from parlour.server.http import serving
    from parlour.server.settings import explain, read_settings, sources

    options = {"port": port, "host": host, "lan": lan, "url": url, "trusted_proxy": trusted_proxy or None}
    options |= {
        "root_path": root_path,
        "workers": workers,
        "store": store,
        "bot_threads": bot_threads,
        "limits": limits,
        "editions": editions,
        "uploads": uploads,
    }
    settings, came_from = read_settings(options, file=config), sources(options, file=config)
    settings.use_folders()
    if check:
        print("\n".join(explain(settings, came_from)))
    else:
        serving.serve(settings, browser, port_given="port" in came_from)


def store_of(store: str | None, config: str) -> str:
    """The store that a server with these settings uses."""
    from parlour.server.admin.command import default_store
    from parlour.server.settings import read_settings

    # Whatever the store is, one process looks at it here.
    settings = read_settings({"store": store, "workers": 1}, file=config)
    settings.use_folders()
    return settings.store or default_store()


@db.command("backup", epilog="Example: parlour db backup tables-copy.db")
def db_backup(
    target: Annotated[Path, typer.Argument(metavar="FILE")], store: StoreUrl = None, config: Config = ""
) -> None:
    """Copy the store to a file while it is in use, and check the copy."""
    from parlour.server.admin import command

    report(command.backup(store_of(store, config), target))


@db.command("check", epilog="Example: parlour db check")
def db_check(store: StoreUrl = None, config: Config = "") -> None:
    """Replay every match of the store; exit code 1 if anything is wrong."""
    from parlour.server.admin import command

    found = command.check(store_of(store, config))
    report(found)
    raise typer.Exit(1 if found["faults"] else 0)


@db.command("to-postgres", epilog="Example: parlour db to-postgres postgresql://localhost/parlour")
def db_to_postgres(
    target: Annotated[str, typer.Argument(metavar="URL")], store: StoreUrl = None, config: Config = ""
) -> None:
    """Copy the store into an empty PostgreSQL database."""
    from parlour.server.admin import command

    for name, count in command.copy_store(store_of(store, config), target).items():
        print(f"{name}: {count}")


@house.command("list", epilog="Example: parlour house list")
def house_list(store: StoreUrl = None, config: Config = "") -> None:
    """Every table with its game, its state and when it was last used; without names."""
    import time

    from parlour.server.admin import command, stored_tables

    with command.opened(store_of(store, config)) as opened:
        for row in opened.read_now(stored_tables.rows):
            used = time.strftime("%Y-%m-%d %H:%M", time.localtime(row.updated))
            sit = f"{counted(row.persons, 'person')}, {counted(row.bots, 'bot')}"
            print(f"{row.id}  {row.game:<16}{row.status:<9}{sit:<20}{used}")


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


@house.command("close", epilog="Example: parlour house close k3JxQ0aZpLmN")
def house_close(id: Annotated[str, typer.Argument(metavar="ID")], store: StoreUrl = None, config: Config = "") -> None:
    """Delete a table for good."""
    from parlour.server.admin import command, stored_tables

    with command.opened(store_of(store, config)) as opened:
        stored_tables.close(opened, id)
    print(f"table {id} is gone")


@house.command("revoke", epilog="Example: parlour house revoke k3JxQ0aZpLmN 1")
def house_revoke(
    id: Annotated[str, typer.Argument(metavar="ID")],
    seat: Annotated[int, typer.Argument(min=0, max=3)],
    store: StoreUrl = None,
    config: Config = "",
) -> None:
    """Take a seat from whoever holds it, and print a new invitation."""
    from parlour.server.admin import command, stored_tables

    with command.opened(store_of(store, config)) as opened:
        print(stored_tables.revoke(opened, id, seat))


@house.command("expire", epilog="Example: parlour house expire")
def house_expire(
    even_all: Annotated[bool, typer.Option("--all", help="Even if nearly all tables look old.")] = False,
    store: StoreUrl = None,
    config: Config = "",
) -> None:
    """Delete tables whose time is over: a week for those that never began, else ninety days without use."""
    from parlour.server.admin import command, stored_tables

    with command.opened(store_of(store, config)) as opened:
        print(f"{stored_tables.expire(opened, even_all=even_all)} tables have expired")


@house.command("stats", epilog="Example: parlour house stats")
def house_stats(store: StoreUrl = None, config: Config = "") -> None:
    """How many tables there are, by state and game, and how many moves."""
    from parlour.server.admin import command, stored_tables

    with command.opened(store_of(store, config)) as opened:
        for name, count in stored_tables.stats(opened).items():
            print(f"{name}: {count}")


def report(found: dict) -> None:
    print(f"{found['tables']} tables, {found['moves']} moves, version {found['version']}")
    for fault in found["faults"]:
        print(f"fault: {fault}")
    print("all well" if not found["faults"] else f"{len(found['faults'])} faults")
