"""What a new table is made of: its edition, its mode and its seats, as somebody wishes them."""

from collections.abc import Iterable, Sequence
from time import time

from parlour.bot_names import BOT_NAMES
from parlour.engine.about import Mode
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.server import wire
from parlour.server.store.reading import count_unbegun
from parlour.server.store.store import SeatRecord, TableRecord, make_table
from parlour.server.store.tokens import new_id, new_token, token_hash
from parlour.server.table.deadlines import zones
from parlour.server.table.refusals import DoesNotFit, NotAllowed
from parlour.server.table.resting import OLDER_RULES, RestingTable
from parlour.server.table.resuming import fresh_match, going_on
from parlour.server.table.services import Services
from parlour.server.table.texts import free_name, tidy

# Tables of one session at which nothing was played yet; as many are listed as its own.
MAX_UNBEGUN = 40
UNBEGUN = "Too many of your tables wait to begin; clear one of them first."


async def lay(
    services: Services, wish: wire.NewTable, session: str = "", tokens: Sequence[str] = ()
) -> tuple[wire.TableMade, list[str]]:
    """Create a table for whoever has these tokens; also returns that of the creator's seats, the session's."""
    games, store = services.games, services.store
    game = await games.loaded(wish.game)
    games.prepare(game.name)
    edition = await games.wished(game, wish.edition)
    mode = check_options(game, wish)
    check_hours(wish)
    check_levels(services, wish.seats)
    session = session or new_token()
    await check_unbegun(services, session, *tokens)
    invitations = [new_token() if seat.kind == "friend" else "" for seat in wish.seats]
    table = TableRecord(
        game=game.name,
        edition=edition.hash,
        mode=mode.name,
        rulings=wish.rulings,
        seats=seat_records(wish.seats, session, invitations),
        pace=wish.pace,
        hours=wish.hours,
        best_of=wish.best_of,
        chat=wish.chat and not game.about.silent,
        help=wish.help,
        private=wish.private,
        foreign=foreign(game, edition),
        laid=token_hash(session),
        created=time(),
    )
    id, match = new_id(), fresh_match(game, -1, services.draws.secret())
    await store.write(make_table(id, table, match, token_hash(session), edition.text))
    links = [wire.SeatLink(seat=i, path=f"/t/{id}#{code}") for i, code in enumerate(invitations) if code]
    return wire.TableMade(id=id, path=f"/t/{id}", links=links), [session]


async def lay_again(
    services: Services, table: RestingTable, wish: wire.PlayOn, session: str, tokens: Iterable[str] = ()
) -> wire.TableMade:
    """A table that goes on from a turn of a finished match, against bots; its own secret draws from there."""
    match, before = table.match, table.record
    if match is None or not match.over:
        raise NotAllowed("You can play on from a turn when the match is over.")
    if match.renewals or match.version != match.game.about.version:
        raise NotAllowed(OLDER_RULES)
    if wish.seat >= match.seats or wish.ply >= match.ply:
        raise NotAllowed("Choose a turn before the end, and a seat of that table.")
    owner = token_hash(session)
    await check_unbegun(services, session, *tokens)
    seats = [seat_again(i, seat, wish.seat, session) for i, seat in enumerate(before.seats)]
    check_levels(services, seats)
    again = TableRecord(
        game=before.game,
        edition=before.edition,
        mode=before.mode,
        rulings=before.rulings,
        seats=seats,
        pace="unhurried",
        best_of=1,
        chat=False,
        help=before.help,
        private=before.private,
        foreign=before.foreign,
        laid=owner,
        created=time(),
    )
    id = new_id()
    record = going_on(match, wish.ply, services.draws.secret())
    await services.store.write(make_table(id, again, record, owner, table.edition.text))
    return wire.TableMade(id=id, path=f"/t/{id}", links=[])


def seat_again(number: int, seat: SeatRecord, mine: int, session: str) -> SeatRecord:
    """A seat of a finished match, for whoever plays on in it or for a bot."""
    if number == mine:
        return seat_record(wire.SeatWish(kind="me"), seat.name, session, "")
    name, level = (seat.name, seat.level) if seat.kind == "bot" else (BOT_NAMES[number], "medium")
    return SeatRecord(kind="bot", name=name, level=level)


async def check_unbegun(services: Services, *tokens: str) -> None:
    """Refuse another table to sessions whose tables mostly wait to begin."""
    if await services.store.read(count_unbegun([token_hash(token) for token in tokens])) >= MAX_UNBEGUN:
        raise NotAllowed(UNBEGUN)


def check_levels(services: Services, seats: Iterable[wire.SeatWish | SeatRecord]) -> None:
    """Refuse engines that this house has not."""
    for seat in seats:
        services.bots.check_level(seat.level)


def foreign(game: Game, edition: Edition) -> wire.ForeignEdition | None:
    """What a table says of its edition, if that does not come with the game."""
    if edition.hash in game.own_editions:
        return None
    return wire.ForeignEdition(title=edition.content.title, by=edition.content.by)


def check_hours(wish: wire.NewTable) -> None:
    """Playing hours belong to the pace of days, and to a time zone that this machine knows."""
    hours = wish.hours
    if hours is None:
        return
    if wish.pace != "days":
        raise DoesNotFit("playing hours are for tables at the pace of days")
    if hours.start >= hours.end:
        raise DoesNotFit("playing hours begin before they end, on the same day: from 9 to 22, say")
    if hours.zone not in zones():
        raise DoesNotFit(f"{hours.zone} is no time zone that this house knows; one is called Europe/Berlin")


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
