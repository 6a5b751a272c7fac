"""Replaying: what a saved game needs so that it can be played again, move by move."""

import base64
import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from parlour.engine import registry
from parlour.engine.chance import Chance, Live, Seeded
from parlour.engine.edition import Edition, EditionError
from parlour.engine.game import Game
from parlour.engine.log import Entry, Frozen, Renewal, Save, SaveError
from parlour.engine.moves import NotAMove
from parlour.engine.record import CHANCE

if TYPE_CHECKING:
    from parlour.engine.match.playing import Match


class OlderRules(SaveError):
    """A match of a version of the rules that the present ones cannot carry on."""


def game_of(save: Save, name: str) -> Game:
    """The game that a save is of."""
    try:
        game: Game = registry.load(save.game)
    except ValueError as error:
        raise SaveError(f"{name} cannot be loaded: {error}") from None
    return game


def options_of(save: Save) -> dict[str, Any]:
    """How the match of a save was dealt, as options of a Match."""
    first = None if save.first < 0 else save.first
    options = {"seats": save.seats, "mode": save.mode, "rulings": save.rulings, "names": tuple(save.names)}
    return {**options, "first": first, "header": save.header}


def renewals_of(save: Save, game: Game, name: str) -> list[Renewal]:
    """Where newer rules took over in a save, the present ones included if they can carry on its last State."""
    last = save.renewals[-1].version if save.renewals else save.version
    about = game.about
    if last == about.version:
        return list(save.renewals)
    if last in about.carries and save.layout == layout_of(game):
        return [*save.renewals, Renewal(len(save.log), about.version, save.state)]
    raise OlderRules(
        f"{name} was played by version {last} of the rules of {about.title}; this Parlour has version {about.version}"
    )


def layout_of(game: Game) -> str:
    """A short name of how a game's State lies in memory."""
    return hashlib.sha256(repr(game.state.dtype.descr).encode()).hexdigest()[:16]


def read_state(text: str, game: Game, name: str) -> np.ndarray:
    """A State from its text."""
    try:
        return np.frombuffer(bytearray(base64.b64decode(text, validate=True)), game.state.dtype, 1)
    except ValueError:
        raise SaveError(f"{name} is damaged: its position cannot be read") from None


def chance_of(frozen: Frozen) -> Chance:
    """Chance as it stood: the same secret, or the same place in the stream of a seed; else a new secret."""
    nonces = frozen.save.draws[-1].nonces if frozen.save.draws else []
    if frozen.secret is not None:
        return Live(tuple(nonces), bytes.fromhex(frozen.secret))
    if frozen.seed is None or frozen.stream is None:
        return Live()
    chance = Seeded(frozen.seed, frozen.index)
    chance.rng[0] = np.uint64(frozen.stream)
    return chance


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


def carry_on(match: "Match", save: Save, name: str) -> None:
    """Replay the moves of the present rules; what older rules played is taken as it stands."""
    match.renewals = renewals_of(save, match.game, name)
    begin = match.begin
    if match.renewals:
        state = read_state(match.renewals[-1].state, match.game, name)
        match.states = [state] * (begin + 1)
        for text in save.log[:begin]:
            match.log.add(Entry.of(text))
    replay(match, save.log[begin:], name)
    # The same rules in another layout have other bytes: then the moves alone say where the match stands.
    if match.state_text != save.state and save.layout == layout_of(match.game):
        raise SaveError(f"{name} is damaged: its moves do not lead to the position that it was saved in")


def replay(match: "Match", lines: list[str], name: str) -> None:
    """Play logged lines, each checked against the rules."""
    for text in lines:
        try:
            match.add(read_line(match.game, match.edition, match.state, text))
        except NotAMove as error:
            said = f"{name} is damaged at move {match.ply + 1} ({text[:40]!r}): {error}"
            raise SaveError(said, match.ply) from None


def answer_again(match: "Match", seat: str, text: str, name: str) -> None:
    """Take an answer that was in while others were still being waited for."""
    try:
        match.accept(text, int(seat))
    except ValueError as error:
        raise SaveError(f"{name} is damaged: {error}") from None
