"""One game at the terminal for its author (`parlour dev GAME --terminal`): dealt, or gone on with after a change.

After a change of rules or cards the game's log is played again (`parlour.engine.match.refitting`) and cut before the
first move that no longer fits; what was cut off lies in a file beside the game's.
"""

import signal
import sys
from pathlib import Path

import msgspec

from parlour.engine import registry
from parlour.engine.log import encode, write_safely
from parlour.engine.match import Match
from parlour.engine.match.refitting import add_fitting, edition_now, hash_of, longest_log
from parlour.terminal import running, start
from parlour.terminal.screen import WARN, Left, Screen


class Unfit(msgspec.Struct):
    """Moves that were cut off, and the hash of those before them."""

    lines: list[str]
    after: str


def play(path: Path, game: str, seats: str) -> None:
    """Deal a game into a file; or refit the one that is there, say so, and go on with it."""
    screen = Screen()
    if not path.exists():
        return start.play(game, start.Options(seats=seats), screen, path=path)
    screen.line(refit(path), WARN)
    if unfit_path(path).exists():
        screen.ask("Enter goes on")
    return start.resume(path, None, screen)


def refit(path: Path) -> str:
    """Write a running game's file anew; where the game goes on, and why not later."""
    kept = running.read_running(path)
    save = kept.now.save
    lines = longest_log(save.log, *unfit_of(path))
    game = registry.load(save.game)
    edition = edition_now(game, save.edition.hash, save.edition.text or f"id = {save.edition.id!r}")
    match = Match.deal_again(kept.now, game, edition)
    told = add_fitting(match, lines)
    fitting = [entry.line for entry in match.log.entries]
    if lines[len(fitting) :]:
        write_safely(unfit_path(path), encode(Unfit(lines[len(fitting) :], hash_of(fitting))))
    else:
        unfit_path(path).unlink(missing_ok=True)
    kept.now = match.freeze()
    write_safely(path, encode(kept))
    return f"The game {told}"


def unfit_path(path: Path) -> Path:
    return path.with_suffix(".unfit")


def unfit_of(path: Path) -> tuple[list[str], str]:
    """The moves that were cut off last time, and after which they come."""
    if not unfit_path(path).exists():
        return [], ""
    unfit = msgspec.json.decode(unfit_path(path).read_bytes(), type=Unfit)
    return unfit.lines, unfit.after


def main(path: str, game: str, seats: str) -> None:
    # Whoever watches the files ends this when one has changed; everything is saved after every move.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        play(Path(path), game, seats)
    except Left:
        pass
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main(*sys.argv[1:])
