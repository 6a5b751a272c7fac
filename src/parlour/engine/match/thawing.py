"""Thawing: a frozen match put together again, replayed and checked move by move."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.log import Frozen, Ledger, SaveError, with_taken
from parlour.engine.match import undoing
from parlour.engine.match.replaying import answer_again, carry_on, edition_of, game_of

if TYPE_CHECKING:
    from parlour.engine.match.playing import Match


def thaw(
    deal_again: Callable[[Frozen, Game, Edition, int | None], "Match"],
    frozen: Frozen,
    name: str,
    edition: Edition | None,
) -> "Match":
    """A frozen match as it stood; or SaveError in one sentence about `name`."""
    save = frozen.save
    game = game_of(save, name)
    played = edition_of(game, save, name, edition)
    try:
        match = deal_again(frozen, game, played, save.version)
    except (ValueError, OverflowError) as error:
        raise SaveError(f"{name} is damaged: {error}") from None
    # Saves of earlier versions have an entry for each time.
    for taken in save.taken:
        match.taken = with_taken(match.taken, taken, ())
    carry_on(match, save, name)
    match.draws = Ledger(save.draws)
    if not match.over:
        match.draws.begin(match.ply, match.chance)
    undoing.check_taken(match, name)
    for seat, text in frozen.pending.items():
        answer_again(match, seat, text, name)
    return match
