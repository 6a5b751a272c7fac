"""Refitting: a log played again after a change of its game's rules or cards, as far as its moves still fit.

For authors (`parlour dev`). Draws keep their cards and get new numbers, so such a record cannot be verified. What was
cut off can be tried again after the next change, until somebody plays another move there: a rule that is broken for a
moment costs nothing.
"""

import hashlib
from dataclasses import replace
from pathlib import Path

from parlour.engine.bounded import MAX_TOML_BYTES, load_toml, read_bounded
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.log import Entry
from parlour.engine.match.playing import Match
from parlour.engine.moves import NotAMove


def add_fitting(match: Match, lines: list[str]) -> str:
    """Play logged moves in a match that was just dealt, and say where it goes on and why not later."""
    fault = ""
    for line in lines:
        try:
            match.add(fitted(match, Entry.of(line)))
        except Exception as error:  # whatever a half-written rule raises
            fault = f": move {match.ply + 1} ({Entry.of(line).text}) no longer fits: {error}"
            break
    return f"goes on at move {match.ply}{fault}"


def fitted(match: Match, entry: Entry) -> Entry:
    """A logged move as the rules list it now."""
    game = match.game
    legal = [int(m) for m in game.legal(match.edition, match.state)]
    move = game.moves.parse(entry.text)
    if move not in legal:
        raise NotAMove("it is not legal there now")
    if entry.index is None:
        return replace(entry, move=move)
    return replace(entry, move=move, index=legal.index(move), n=len(legal))


def edition_now(game: Game, hash: str, text: str, folder: Path | None = None) -> Edition:
    """The edition that a match was dealt with, or what its file says now; of one that has no file, its text.

    Files are those of the game and those in a folder beside it; which one it is, its id says.
    """
    if hash in game.own_editions:
        return game.own_editions[hash]
    id = load_toml(text).get("id")
    changed = (edition for edition in game.own_editions.values() if edition.id == id)
    theirs = [path for path in sorted(folder.glob("*.toml")) if id_in(path) == id] if folder else []
    if theirs:
        return game.edition(theirs[0])
    return next(changed, None) or game.edition_from(text, f"edition {hash[:12]}")


def id_in(path: Path) -> str | None:
    """The id of an edition's file, if it can be read."""
    try:
        return str(load_toml(read_bounded(path, MAX_TOML_BYTES).decode()).get("id"))
    except (OSError, ValueError):
        return None


def longest_log(lines: list[str], unfit: list[str], unfit_after: str) -> list[str]:
    """The moves of a match, with those that were cut off if nothing was played or taken back since."""
    return lines + unfit if unfit_after == hash_of(lines) else lines


def hash_of(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
