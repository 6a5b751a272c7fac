"""The games of this process: loaded, compiled beside the server, and their editions."""

import asyncio
import gc
import re
from pathlib import Path

from parlour.compiler import Compiler, load_and_try
from parlour.editions.finding import read_text
from parlour.editions.listing import editions_in
from parlour.engine import registry
from parlour.engine.edition import Edition, EditionError
from parlour.engine.game import Game
from parlour.server import wire
from parlour.server.store.store import Kept, Store, list_played, read_edition_text
from parlour.server.table.refusals import DoesNotFit

HASH = re.compile(r"[0-9a-f]{64}\Z")


def parsed(game: Game, text: str, file: str) -> Edition:
    try:
        return game.edition_from(text, file)
    except EditionError as fault:
        raise DoesNotFit(str(fault)) from None


class Games:
    """Every game once; whoever needs one waits for it and hears what went wrong."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tasks: dict[str, asyncio.Task[Game]] = {}
        # Whose editions are offered beside those of the games.
        self.folder: Path | None = None
        # Compiles games beside the server; without it they are compiled here when they are first called.
        self.compiler: Compiler | None = None

    async def loaded(self, name: str) -> Game:
        """A game whose rules may still be compiling: enough for a table that nobody has dealt at."""
        return await asyncio.to_thread(registry.load, name)

    def prepare(self, name: str) -> None:
        """Begin to make a game ready, if nobody has."""
        if name not in self.tasks:
            self.tasks[name] = asyncio.get_running_loop().create_task(self.warm(name))

    def is_warm(self, name: str) -> bool:
        """Whether a game is loaded and warm, so that a deal takes no time."""
        task = self.tasks.get(name)
        return task is not None and task.done() and not task.cancelled() and task.exception() is None

    async def game(self, name: str) -> Game:
        """A game whose kernels are compiled, in a thread: the first table of a game must not block the others."""
        self.prepare(name)
        try:
            return await asyncio.shield(self.tasks[name])
        except Exception:
            self.tasks.pop(name, None)
            raise

    async def warm(self, name: str) -> Game:
        if self.compiler is not None:
            self.compiler.hurry(name)
            await self.compiler.wait(name, "rules")
        game = await asyncio.to_thread(load_and_try, name)
        # Compiled code stays for good. To look through it for garbage stops every table for a tenth of a second.
        gc.freeze()
        return game

    async def warm_all(self) -> None:
        """Make the games ready that are being played; one that fails is left to whoever asks for it."""
        await asyncio.gather(*map(self.game, await self.store.read(list_played)), return_exceptions=True)

    async def bots_ready(self, name: str) -> None:
        """Until the bots of a game are compiled."""
        if self.compiler is not None:
            await self.compiler.wait(name, "bots")

    def is_settled(self, *names: str) -> bool:
        """Whether nothing more is going to be compiled, of these games or of all."""
        return self.compiler is None or self.compiler.is_settled(*names)

    def progress(self, name: str, part: str = "rules") -> float:
        """How much of a part of a game is compiled, from 0 to 1."""
        game = self.compiler.games.get(name) if self.compiler else None
        return game.share(part) if game else 1.0

    def readiness(self, name: str) -> float:
        """How much of a game is ready to be dealt, from 0 to 1; below 1 a deal would wait for the compiler."""
        return 1.0 if self.is_warm(name) else min(self.progress(name), 0.99)

    async def offered(self) -> list[tuple[str, wire.EditionInfo]]:
        """The editions of the folder as they are now, each with its game; those that cannot be read are left out."""
        found = await asyncio.to_thread(editions_in, self.folder) if self.folder else []
        return [(one.game, wire.EditionInfo(name=one.name, title=one.title, by=one.by)) for one in found if one.game]

    async def wished(self, game: Game, name: str) -> Edition:
        """The edition that somebody wishes to play: by its name, or by the hash of one that was brought."""
        if name in game.editions:
            return await asyncio.to_thread(game.edition, name)
        if HASH.match(name) and (text := await self.store.read(read_edition_text(name))):
            return await asyncio.to_thread(parsed, game, text, "edition.toml")
        for one in await asyncio.to_thread(editions_in, self.folder) if self.folder else []:
            if (one.game, one.name) == (game.name, name):
                return await asyncio.to_thread(parsed, game, read_text(one.file), one.file.name)
        raise DoesNotFit(f"{game.about.title} has no edition {name!r}; it has {', '.join(game.editions)}")

    async def of_table(self, kept: Kept) -> tuple[Game, Edition]:
        """What a stored table is played with; its game is warm if the match has begun."""
        name, begun = kept.table.game, kept.matches[kept.table.number].started
        self.prepare(name)
        game = await (self.game if begun else self.loaded)(name)
        return game, await self.edition(game, kept.table.edition)

    async def edition(self, game: Game, hash: str) -> Edition:
        if hash in game.own_editions:
            return game.own_editions[hash]
        text = await self.store.read(read_edition_text(hash))
        return game.edition_from(text or "", f"edition {hash[:12]}")
