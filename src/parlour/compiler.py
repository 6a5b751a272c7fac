"""Compiles games beside this process, each in one of its own; what somebody waits for comes first.

A game goes through the parts of `parlour.compiling`: people can play once its rules are
ready, and bots once their part is. A game that was compiled to the end before is ready at once.
"""

import asyncio
import contextlib
import logging
import os
import sys
from dataclasses import dataclass, field

from parlour.compiling import FUNCTIONS, PARTS, is_compiled
from parlour.engine import registry
from parlour.engine.chance import Seeded
from parlour.engine.game import Game
from parlour.engine.match import Match


class CannotCompile(RuntimeError):
    """A game's process ended before the game was ready; the log says why."""


@dataclass
class Progress:
    """How far a game is."""

    # How many functions were compiled or found in the cache, and how many of them were compiled.
    functions: int = 0
    compiled: int = 0
    # How many more there are than in a game none of whose rules may be asked.
    askable: int = 0
    # The parts that are ready, and by part whether it is or never will be.
    ready: set[str] = field(default_factory=set)
    settled: dict[str, asyncio.Event] = field(default_factory=lambda: {part: asyncio.Event() for part in PARTS})
    failed: bool = False
    task: asyncio.Task[None] | None = None

    def is_ready(self, part: str) -> bool:
        return part in self.ready

    def set_ready(self, *parts: str) -> None:
        self.ready.update(parts)
        for part in parts:
            self.settled[part].set()

    def give_up(self) -> None:
        """Let nobody wait for what is not ready; what is ready stays so."""
        self.failed = True
        for event in self.settled.values():
            event.set()

    def try_again(self) -> None:
        self.functions, self.compiled, self.failed = 0, 0, False
        for part in set(PARTS) - self.ready:
            self.settled[part] = asyncio.Event()

    def share(self, part: str) -> float:
        """The share of a part's functions that are compiled, from 0 to 1."""
        done = max(self.functions - 1, 0) / (FUNCTIONS[part] + self.askable)
        return 1.0 if self.is_ready(part) else min(done, 0.99)


class Compiler:
    """The processes, one for each core at a time, and how far each game is."""

    def __init__(self, names: list[str], cores: int | None = None, trust_marks: bool = True) -> None:
        """`trust_marks`: what is marked as compiled is not looked at again."""
        self.games = {name: Progress() for name in names}
        self.trust_marks = trust_marks
        self.cores = asyncio.Semaphore(cores or os.cpu_count() or 1)

    def start(self) -> None:
        """Begin with all games, in this order."""
        for name, game in self.games.items():
            self.begin(name, game, urgent=False)

    def begin(self, name: str, game: Progress, urgent: bool) -> None:
        game.task = asyncio.get_running_loop().create_task(self.queue(name, game, urgent))

    def hurry(self, name: str) -> None:
        """Somebody chose this game: if it still waits for a core, or failed, it begins at once."""
        game = self.games.get(name)
        if game is None or (not game.failed and (game.is_ready("rules") or game.functions)):
            return
        if game.failed:
            game.try_again()
        if game.task is not None:
            game.task.cancel()
        self.begin(name, game, urgent=True)

    async def queue(self, name: str, game: Progress, urgent: bool) -> None:
        """Run in turn; whoever waits for a game hears of every error, else they would wait for ever."""
        try:
            async with contextlib.nullcontext() if urgent else self.cores:
                await self.run(name, game, urgent)
        except Exception:
            logging.exception("%s could not be compiled", name)
            game.give_up()

    async def run(self, name: str, game: Progress, urgent: bool) -> None:
        if self.trust_marks and await asyncio.to_thread(is_compiled, name):
            game.set_ready(*PARTS)
        else:
            await self.compile(name, game, urgent)

    async def compile(self, name: str, game: Progress, urgent: bool) -> None:
        command = [sys.executable, "-m", "parlour.compiling", name, *([] if urgent else ["--nice"])]
        # In a session of its own: ctrl-C in the terminal is for this process, which ends the other one itself.
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, start_new_session=True)
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                what, _, which = line.decode().strip().partition(" ")
                if what == "part":
                    game.set_ready(which)
                elif what == "askable":
                    game.askable = int(which)
                elif what in ("function", "found"):
                    game.functions += 1
                    game.compiled += what == "function"
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                # Not only until it has ended: what is left of its output keeps the transport open.
                await process.communicate()
        if process.returncode:
            logging.error("%s could not be compiled: its process ended with code %d", name, process.returncode)
            game.give_up()

    async def wait(self, name: str, part: str) -> None:
        """Until a part of a game is ready; games that are not on the shelf are compiled when they are called."""
        game = self.games.get(name)
        if game is None:
            return
        await game.settled[part].wait()
        if not game.is_ready(part):
            raise CannotCompile(name)

    def is_settled(self, *names: str) -> bool:
        """Whether the rules of these games, or of all, are compiled or could not be."""
        games = [self.games[name] for name in names if name in self.games] if names else self.games.values()
        return all(game.settled["rules"].is_set() for game in games)

    async def keep(self) -> None:
        """Let compiled games count as used today, else another process deletes machine code that is loaded later."""
        for name in [name for name, game in self.games.items() if game.is_ready("arena")]:
            await asyncio.to_thread(is_compiled, name)

    async def finish(self) -> None:
        """Until every process has ended by itself."""
        await asyncio.gather(*(game.task for game in self.games.values() if game.task))

    async def close(self) -> None:
        """End the processes that still run; what they have cached stays."""
        tasks = [game.task for game in self.games.values() if game.task and not game.task.done()]
        for task in tasks:
            # Once: a task that is already ending its process would be stopped in the middle of that.
            if not task.cancelling():
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def load_and_try(name: str) -> Game:
    """Load a game and play a move, so that all of its kernels are compiled."""
    game: Game = registry.load(name)
    match = Match(game, chance=Seeded(0))
    match.settle()
    for seat in match.deciders:
        match.look(seat).view  # noqa: B018 - made once, so that nobody waits for it
        match.play(match.legal(seat)[0], seat)
        match.story(seat)
    return game
