"""The games of a page: each is loaded with its module when it is first needed.

In the place of `parlour.server.table.games`, with the same names.
"""

from parlour.engine import registry
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.jit import HOST  # type: ignore[attr-defined]
from parlour.server.store.store import Kept, Store, read_edition_text
from parlour.server.table.refusals import DoesNotFit


class Games:
    """Every game once."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.ready: set[str] = set()

    async def game(self, name: str) -> Game:
        await HOST.load(name)
        self.ready.add(name)
        found: Game = registry.load(name)
        return found

    loaded = game

    def prepare(self, name: str) -> None:
        """Nothing has to be compiled."""

    def is_warm(self, name: str) -> bool:
        return name in self.ready

    async def bots_ready(self, name: str) -> None:
        """They are in the game's module."""

    def is_settled(self, *names: str) -> bool:
        return True

    def progress(self, name: str, part: str = "rules") -> float:
        return 1.0

    def readiness(self, name: str) -> float:
        return 1.0

    async def wished(self, game: Game, name: str) -> Edition:
        """The edition that somebody wishes to play: by its name, or by the hash of one that was brought."""
        if name in game.editions:
            return game.edition(name)
        text = await self.store.read(read_edition_text(name))
        if text is None:
            raise DoesNotFit(f"{game.about.title} has no edition {name!r}; it has {', '.join(game.editions)}")
        return game.edition_from(text, "edition.toml")

    async def of_table(self, kept: Kept) -> tuple[Game, Edition]:
        game = await self.game(kept.table.game)
        return game, await self.edition(game, kept.table.edition)

    async def edition(self, game: Game, hash: str) -> Edition:
        if hash in game.own_editions:
            return game.own_editions[hash]
        text = await self.store.read(read_edition_text(hash))
        return game.edition_from(text or "", f"edition {hash[:12]}")
