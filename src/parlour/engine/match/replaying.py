"""Replaying: what a saved game needs so that it can be played again, move by move."""

from dataclasses import replace

import numpy as np

from parlour.engine import registry
from parlour.engine.edition import Edition, EditionError
from parlour.engine.game import Game
from parlour.engine.log import Entry, Save, SaveError
from parlour.engine.moves import NotAMove
from parlour.engine.record import CHANCE


def game_of(save: Save, name: str) -> Game:
    """The game that a save is of, by the same rules."""
    try:
        game: Game = registry.load(save.game)
    except ValueError as error:
        raise SaveError(f"{name} cannot be loaded: {error}") from None
    if save.version != game.about.version:
        raise SaveError(
            f"{name} was played by version {save.version} of the rules of {game.about.title}; "
            f"this Parlour has version {game.about.version}"
        )
    return game


def edition_of(game: Game, save: Save, name: str, given: Edition | None) -> Edition:
    """The very edition that a save was played with."""
    mark = save.edition
    if given is None and mark.text is not None:
        try:
            given = game.edition_from(mark.text, f"the edition in {name}")
        except EditionError as error:
            raise SaveError(f"{name} is damaged: {error}") from None
    if given is None:
        given = game.own_editions.get(mark.hash)
    if given is None or given.hash != mark.hash:
        raise SaveError(
            f"{name} was played with edition {mark.id!r} (hash {mark.hash[:12]}), which is not the one here"
        )
    return given


def read_line(game: Game, edition: Edition, g: np.ndarray, text: str) -> Entry:
    """One logged line as an entry that is legal in a State."""
    legal, entry = game.legal(edition, g), Entry.of(text)
    if (g["seat"][0] == CHANCE) != (entry.index is not None):
        raise NotAMove("chance's moves, and only they, carry an index")
    m = game.moves.parse(entry.text)
    if entry.index is None:
        if m not in legal:
            raise NotAMove("this move was not legal then")
    elif entry.n != len(legal) or not entry.index < entry.n or legal[entry.index] != m:
        raise NotAMove("the index does not give this draw")
    return replace(entry, move=m)
