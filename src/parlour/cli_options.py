"""What several commands take and print. Heavy imports only inside functions."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, as `parlour games` lists it.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
EditionName = Annotated[str | None, typer.Option("--edition", metavar="FILE", help="An edition's file or name.")]
ModeName = Annotated[str | None, typer.Option("--mode", help="The mode of play, by its name.")]
Seats = Annotated[int | None, typer.Option(help="How many seats; as many as bots unless given.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games, unless a bot plays by the clock.")]
Threads = Annotated[int, typer.Option(min=1, max=256, help="How many threads share the games; results stay the same.")]

Engines = Annotated[
    list[str] | None,
    typer.Option(
        "--engine", metavar="NAME=COMMAND", help="A program of yours that sits where engine:NAME does; at most two."
    ),
]


def allow_engines(texts: list[str] | None) -> None:
    """Make the engines of this command line known."""
    if texts:
        from parlour.bots.engines import allow

        allow(texts)


def speak(language: str | None) -> None:
    """Speak this language from here on, whatever the system is set to."""
    if language is not None:
        from parlour.terminal.words import LANGUAGES, say, use_language

        if language not in LANGUAGES:
            raise ValueError(say("fault.language", name=language, known=", ".join(LANGUAGES)))
        use_language(language)


Language = Annotated[
    str | None,
    typer.Option("--language", metavar="en|de", callback=speak, is_eager=True, help="Instead of the system's."),
]


def read_rulings(texts: list[str] | None) -> dict[str, bool]:
    """Rulings from `name=on` and `name=off`."""
    from parlour.terminal.words import say

    chosen = {}
    for text in texts or []:
        name, _, value = text.partition("=")
        if value not in ("on", "off"):
            raise ValueError(say("fault.ruling", ruling=text))
        chosen[name] = value == "on"
    return chosen


def print_json(data: Any) -> None:
    text = json.dumps(data, indent=2, ensure_ascii=False)
    # A name may hold signs that steer a terminal and that JSON leaves as they are, or that cannot be written.
    print("".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text))


def console(stderr: bool = False) -> Any:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)
