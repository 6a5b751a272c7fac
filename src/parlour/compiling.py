"""Compile everything of one game, in parts that can be waited for: its rules, its bots, then many games at once.

`python -m parlour.compiling GAME` prints a line for each function whose compiling begins ("function play_move__...")
or that is found in the cache ("found ..."), and for each part that is ready ("part rules"), so that another process
can show how far it is; and how many rules may be asked ("askable 5").
"""

import hashlib
import logging
import os
import random
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from parlour.bots.bot import compile_bots
from parlour.engine import registry
from parlour.engine.chance import Seeded
from parlour.engine.game import Game
from parlour.engine.jit import (
    CONFIG,
    FOLDERS,
    cache_root,
    holds_code,
    is_all_saved,
    module_name,
    outermost,
    processor,
    prune_cache,
    used_folder,
    versions,
    watch_compiling,
)
from parlour.engine.match import Match
from parlour.lab.arena import compile_arena

PARTS = ("rules", "bots", "arena")
# How many functions are compiled, or found in the cache, until a part is ready; those for asking rules come on top.
FUNCTIONS = {"rules": 14, "bots": 21, "arena": 23}
# How many moves of a match are shown, so that everything which shows one is compiled.
TRIED = 80

# Compiling that nobody waits for leaves the processor to those who play.
NICE = 10

# The packages beside this module that it compiles with a game's own.
COMPILED = ("engine", "bots", "editions", "lab")


def compile_game(name: str, tell: Callable[[str, str], None]) -> None:
    """Compile a game; `tell` hears of each function that is begun or found, and of each part that is ready."""
    watch_compiling(lambda function: tell("function", function), lambda function: tell("found", function))
    game = registry.load(name)
    tell("askable", str(len(game.askable)))
    game.compile_play()
    try_out(game)
    tell("part", "rules")
    compile_bots(game)
    tell("part", "bots")
    game.compile()
    compile_arena(name)
    if not CONFIG.DISABLE_JIT and is_all_saved():
        write_mark(name)
    tell("part", "arena")


def try_out(game: Game) -> None:
    """Play and show some of a match as a table does: words, views and previews call compiled functions, too."""
    match, pick = Match(game, chance=Seeded(0)), random.Random(0)
    match.settle()
    for _ in range(TRIED):
        look = match.look(match.seat)
        look.view, look.previews, look.story(), look.question
        if not look.legal:
            return
        match.play(pick.choice(match.moves()))


def is_compiled(name: str) -> bool:
    """Whether a game with these very sources was compiled to the end, as far as the cache tells; or need not be."""
    return name in registry.packages() and (bool(CONFIG.DISABLE_JIT) or is_kept(mark_of(name)))


def is_kept(mark: Path) -> bool:
    """Whether all that was compiled for a mark is still in the cache; it then counts as used today."""
    try:
        folders = [cache_root() / name for name in mark.read_text("utf-8").splitlines()]
        if not folders or not all(map(holds_code, folders)):
            return False
        for folder in folders:
            os.utime(folder)
    except FileNotFoundError:  # there is no mark, or a folder is being deleted at this moment
        return False
    return True


def write_mark(name: str) -> None:
    """Note that all of a game is compiled, and in which folders its machine code lies."""
    mark = mark_of(name)
    half = mark.with_name(f"{mark.name}.tmp.{os.getpid()}")
    half.write_text("".join(f"{folder.name}\n" for folder in sorted(FOLDERS) if holds_code(folder)), "utf-8")
    half.replace(mark)


def mark_of(name: str) -> Path:
    """A file that is written when all is compiled; its folder is named by a hash of all sources and of the processor.

    A hash of bytes, which takes no time at a start. If only a comment has changed, a process is started that finds
    everything in the cache.
    """
    return used_folder("mark", source_hash(name, processor())) / f"{name}.compiled"


@cache
def source_hash(name: str, processor: str) -> str:
    key = hashlib.sha256(f"{versions()}|{processor}".encode())
    for source in sorted(sources(name), key=module_name):
        key.update(module_name(source).encode() + b"\0" + source.read_bytes() + b"\0")
    return key.hexdigest()


def sources(name: str) -> Iterator[Path]:
    """The files whose change can mean that a game has to be compiled again."""
    here = Path(__file__)
    yield here
    for package in COMPILED:
        yield from (here.parent / package).rglob("*.py")
    game = Path(str(registry.package(name).__file__))
    package_of_its_own = outermost(game) != here.parent
    yield from (outermost(game) if package_of_its_own else game.parent).rglob("*.py")


def main(name: str, nice: bool = False) -> None:
    if nice and hasattr(os, "nice"):
        os.nice(NICE)
    compile_game(name, lambda what, which: print(what, which, flush=True))
    try:
        prune_cache()
    except OSError as fault:
        # All is compiled; whoever compiles next tries again.
        logging.warning("unused compiled rules could not be deleted: %s", fault)


if __name__ == "__main__":
    try:
        main(sys.argv[1], "--nice" in sys.argv)
    except BrokenPipeError:
        # Whoever asked was killed. What is compiled is kept; what was said last is for nobody.
        os._exit(1)
