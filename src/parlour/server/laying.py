"""What a new table is made of: its edition, its mode and its seats, as somebody wishes them."""

from parlour.engine.about import Mode
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.server import wire
from parlour.server.chairs import BOT_NAMES
from parlour.server.store import SeatRecord
from parlour.server.texts import free_name, tidy
from parlour.server.tokens import token_hash


class DoesNotFit(ValueError):
    """A wish for a table that the game cannot fulfil, in a sentence for whoever wishes it."""


def own_edition(game: Game, name: str) -> Edition:
    if name not in game.editions:
        raise DoesNotFit(f"{game.about.title} has no edition {name!r}; it has {', '.join(game.editions)}")
    return game.edition(name)


def check_options(game: Game, wish: wire.NewTable) -> Mode:
    """The requested mode, if the rest of the request fits it."""
    try:
        mode = game.about.mode(wish.mode)[1]
        game.about.check_seats(mode, len(wish.seats))
        game.about.ruling_bits(wish.rulings)
    except ValueError as error:
        raise DoesNotFit(str(error)) from None
    if all(seat.kind == "bot" for seat in wish.seats):
        raise DoesNotFit("somebody has to play: at least one seat must not be a bot's")
    return mode


def seat_records(wishes: list[wire.SeatWish], session: str, invitations: list[str]) -> list[SeatRecord]:
    """The seats of a new table; a friend's belongs to nobody until the invitation is used."""
    made: list[SeatRecord] = []
    for i, wish in enumerate(wishes):
        usual = BOT_NAMES[i] if wish.kind == "bot" else f"Player {i + 1}"
        name = free_name(tidy(wish.name or "") or usual, [seat.name for seat in made])
        made.append(seat_record(wish, name, session, invitations[i]))
    return made


def seat_record(wish: wire.SeatWish, name: str, session: str, invitation: str) -> SeatRecord:
    if wish.kind == "bot":
        return SeatRecord(kind="bot", name=name, level=wish.level)
    if wish.kind == "friend":
        return SeatRecord(kind="person", name=name, invitation=token_hash(invitation))
    return SeatRecord(kind="person", name=name, token_hash=token_hash(session), claimed=True)
