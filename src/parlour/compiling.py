"""Compile everything of one game, in parts that can be waited for: its rules, its bots, then many games at once.

`python -m parlour.compiling GAME` prints a line for each function whose compiling begins ("function play_move__...")
and for each part that is ready ("part rules"), so that another process can show how far it is.
"""

import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

from parlour.bots.bot import compile_bots
from parlour.engine import registry
from parlour.engine.chance import Seeded
from parlour.engine.game import Game
from parlour.engine.jit import (
    CONFIG,
    FOLDERS,
    cache_folder,
    cache_root,
    holds_code,
    is_all_saved,
    prune_cache,
    watch_compiling,
)
from parlour.engine.match import Match
from parlour.lab.arena import compile_arena

PARTS = ("rules", "bots", "arena")
# How many functions are compiled until a part is ready; a few may be cached already, since games share them.
FUNCTIONS = {"rules": 9, "bots": 16, "arena": 19}
# How many moves of a match are shown, so that everything which shows one is compiled.
TRIED = 80

# Compiling that nobody waits for leaves the processor to those who play.
NICE = 10


def compile_game(name: str, tell: Callable[[str, str], None]) -> None:
    """Compile a game; `tell` hears of each function that is begun and of each part that is ready."""
    watch_compiling(lambda function: tell("function", function))
    game = registry.load(name)
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
        look.view, look.previews, look.story(), look.ask
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
    """A file that is written when all is compiled; it lies in a folder named by the hash of all sources."""
    folder = Path(str(registry.package(name).__file__)).parent
    return cache_folder(frozenset({Path(__file__), *folder.glob("*.py")})) / f"{name}.compiled"


def main(name: str, nice: bool = False) -> None:
    if nice and hasattr(os, "nice"):
        os.nice(NICE)
    compile_game(name, lambda what, which: print(what, which, flush=True))
    prune_cache()


if __name__ == "__main__":
    main(sys.argv[1], "--nice" in sys.argv)
