"""The house of a page: the server's own tables, for one browser, with the browser as its store.

The page asks as it would ask a server: a request by its path, and messages over a connection to a table. All seats of
persons belong to the one who looks at the page.
"""

import logging
import re
from collections.abc import Awaitable, Callable
from functools import partial
from time import time
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from parlour.bot_names import BOT_NAMES
from parlour.editions.verdict import verdict_on
from parlour.engine import log, registry
from parlour.engine.chance import Live
from parlour.engine.edition import EditionError
from parlour.engine.log import Frozen, SaveError
from parlour.engine.match import Match, layout_of, winners_counted
from parlour.rulebook import paragraphs, text_of
from parlour.server import wire
from parlour.server.admin import forgetting
from parlour.server.fleet.tables import Tables
from parlour.server.http import lessons
from parlour.server.http.my_tables import list_my_tables
from parlour.server.http.retelling import Replays
from parlour.server.http.shelf import shelf
from parlour.server.http.words import translated
from parlour.server.store.codes import Codes
from parlour.server.store.records import Change, MatchRecord, TableRecord
from parlour.server.store.seats import SeatRecord
from parlour.server.store.store import Store, StoreError, apply_change, keep_edition, make_table
from parlour.server.store.tokens import new_id, token_hash
from parlour.server.table import deadlines, live, raised_hands, requests, seating
from parlour.server.table.bot_moves import Bots
from parlour.server.table.draws import Draws
from parlour.server.table.games import Games
from parlour.server.table.refusals import Busy, Denied, DoesNotFit, NoSuchTable
from parlour.server.table.services import Services
from parlour.server.table.watching import Watcher

# Whose all seats here are.
SESSION = "whoever-looks-at-this-page"
# How long a bot seems to think at least, in seconds, as at a server.
PAUSE = 0.9

# Nobody is waited for here, so nothing is played for anybody because time is over.
deadlines.PACES = dict.fromkeys(deadlines.PACES, 0.0)
raised_hands.ANSWER_TIMEOUT = 0.0
# What a person hears whose move was not played.
NOT_KEPT = requests.NOT_KEPT = (
    "This browser could not keep that, so nothing has happened: it has no room left, or may keep nothing."
)
requests.BROKEN = "A rule has failed in this page. The table is as it was before; its menu of seats saves it as a file."

DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(wire.ToServer)


class NoClock:
    """No deadline is ever set."""

    def now(self) -> float:
        return 0.0


class NotFound(LookupError):
    """There is nothing by that name."""


class House:
    """All tables of this browser, and what it is answered."""

    def __init__(self, keep: Callable[[str, bytes | None], Awaitable[None]]) -> None:
        # What stands in a page in the place of the server's store has more names.
        self.store: Any = Store(keep)  # type: ignore[arg-type]
        games = Games(self.store)
        draws = Draws()
        bots = Bots(games, draws, 1, PAUSE)
        services = Services(self.store, NoClock(), games, bots, Codes(self.store), draws)
        self.tables, self.replays = Tables(services), Replays(services)
        self.services = services
        self.lines: dict[int, Line] = {}

    async def answer(self, method: str, target: str, body: str, language: str = "en") -> tuple[int, str]:
        """A request by its path: the status, and JSON."""
        parts = urlsplit(target)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        try:
            for verb, pattern, ask in ROUTES:
                if verb == method and (found := re.fullmatch(pattern, parts.path)):
                    said = await ask(self, body, query.get("language", language)[:2], query, *found.groups())
                    return 200, said if isinstance(said, str) else msgspec.json.encode(said).decode()
            raise NotFound("There is nothing here by that name.")
        except Exception as error:
            problem = problem_of(error)
            problem.title = translated(problem.title, language)
            return problem.status, msgspec.json.encode(problem).decode()

    # The games

    async def games(self, body: str, language: str, query: dict[str, str]) -> Any:
        boxes = shelf(language)
        for box in boxes:
            box.takes_editions = True
        return boxes

    async def rules(self, body: str, language: str, query: dict[str, str], name: str) -> Any:
        clauses = [wire.Clause(id=id, text=text) for id, text in paragraphs(text_of(known(name), language))]
        return wire.Rulebook(game=name, title=registry.about(name).title, clauses=clauses)

    async def lesson(self, body: str, language: str, query: dict[str, str], name: str, number: str) -> Any:
        await self.services.games.game(known(name))
        return lessons.show(name, int(number), language)

    async def attempt(self, body: str, language: str, query: dict[str, str], name: str, number: str) -> Any:
        tried = msgspec.json.decode(body, type=wire.Attempt)
        await self.services.games.game(known(name))
        return lessons.attempt(name, int(number), tried.move, tried.language)

    # The tables

    async def my_tables(self, body: str, language: str, query: dict[str, str]) -> Any:
        return await list_my_tables(self.tables, [SESSION], language)

    async def lay(self, body: str, language: str, query: dict[str, str]) -> Any:
        wish = msgspec.json.decode(body, type=wire.NewTable)
        known(wish.game)
        if any(seat.kind == "friend" for seat in wish.seats):
            raise DoesNotFit("A friend elsewhere needs a server: parlour serve --lan starts one.")
        # There is nobody to talk to.
        wish.chat = False
        made, _ = await self.tables.lay(wish, SESSION, [SESSION])
        return made

    async def replay(self, body: str, language: str, query: dict[str, str], id: str) -> Any:
        number, eyes = int(query.get("match", "-1")), int(query.get("eyes", "-3"))
        return await self.replays.replay(id, None if number < 0 else number, eyes, [SESSION], language)

    async def record(self, body: str, language: str, query: dict[str, str], id: str) -> Any:
        """A match as a file, running or over; it shows everything, and there is nobody here to whom it may not."""
        number = int(query.get("match", "-1"))
        table = await self.replays.table_at(id, None if number < 0 else number)
        if table.unplayable:
            return log.encode(table.unplayable).decode()
        if table.match is None:
            raise Denied("not-allowed", "There is nothing to replay yet.")
        return log.encode(table.match.as_save(reveal=True)).decode()

    async def bring(self, body: str, language: str, query: dict[str, str]) -> Any:
        """Lay a table at which a saved game goes on: its first seat is the reader's, bots have the others."""
        save = log.decode(body.encode(), query.get("name", "this file")[:80])
        await self.services.games.game(save.game if save.game in registry.names() else "")
        match = Match.thaw(Frozen(save), query.get("name", "this file")[:80])
        if match.edition.hash not in match.game.own_editions:
            self.store.editions[match.edition.hash] = match.edition.text
        id = new_id()
        table = table_of(match)
        kept = record_of(match)
        await self.store.write(make_table(id, table, kept, token_hash(SESSION)))
        table.seq = 1
        change = Change(id=id, table=table, match=kept, lines=[entry.line for entry in match.log.entries])
        await self.store.write(apply_change(change))
        return wire.TableMade(id=id, path=f"/t/{id}", links=[])

    async def bring_edition(self, body: str, language: str, query: dict[str, str], name: str) -> Any:
        """An edition of the reader's own. Nobody else's: it is checked here, and stays in this browser."""
        found = verdict_on(known(name), body, "edition.toml")
        if found.hash:
            await self.store.write(keep_edition(found.hash, body))
        return msgspec.convert(msgspec.to_builtins(found), wire.EditionTaken)

    async def forget(self, body: str, language: str, query: dict[str, str]) -> Any:
        return wire.Forgotten(tables=await forgetting.forget_finished(self.tables, SESSION))

    async def drop(self, body: str, language: str, query: dict[str, str], id: str) -> Any:
        await forgetting.drop(self.tables, id, [SESSION])
        return wire.Dropped(id=id)

    async def reach(self, body: str, language: str, query: dict[str, str]) -> Any:
        return wire.Reach(address="", lan=False, public=False, command="parlour serve --lan")

    # Connections to tables

    async def open(self, number: int, id: str, send: Callable[[str], None], closed: Callable[[int], None]) -> None:
        """Open a connection by a number that the page has chosen."""
        try:
            table = await self.tables.find(id)
        except NoSuchTable:
            closed(4404)
            return
        except Exception:
            logging.exception("table %s cannot be loaded", id)
            closed(4500)
            return
        line = self.lines[number] = Line(table, send, closed)
        await table.join(line.watcher, partial(seating.seats_of, tokens=[SESSION]))

    async def receive(self, number: int, text: str) -> None:
        if number in self.lines:
            await self.lines[number].receive(text)

    async def close(self, number: int) -> None:
        line = self.lines.pop(number, None)
        if line is not None:
            await line.table.part(line.watcher)


class Line:
    """One connection of the page to one of its tables."""

    def __init__(self, table: live.LiveTable, send: Callable[[str], None], closed: Callable[[int], None]) -> None:
        self.table = table
        self.tell = send
        self.watcher = Watcher([], self.send, lambda: closed(1000))

    def send(self, message: Any) -> None:
        if isinstance(message, wire.Refused):
            message.text = translated(message.text, self.watcher.language)
        self.tell(msgspec.json.encode(message).decode())

    async def receive(self, text: str) -> None:
        try:
            message = DECODER.decode(text)
        except msgspec.DecodeError as error:
            self.send(wire.Refused(key="", kind="invalid", text=f"That message does not fit: {error}"))
            return
        await requests.carry_out(self.table, self.watcher, message)


def known(name: str) -> str:
    if name not in registry.names(shelf_only=True):
        raise NotFound("There is no such game.")
    return name


def table_of(match: Match) -> TableRecord:
    """A table for a match that was saved somewhere."""
    hash, names = token_hash(SESSION), [*match.names, *BOT_NAMES][: match.seats]
    seats = [
        SeatRecord(kind="bot", name=name, level="medium")
        if i
        else SeatRecord(kind="person", name=name, token_hash=hash, claimed=True)
        for i, name in enumerate(names)
    ]
    return TableRecord(
        game=match.game.name,
        edition=match.edition.hash,
        mode=match.mode,
        rulings=match.rulings,
        seats=seats,
        pace="unhurried",
        best_of=1,
        chat=False,
        laid=hash,
        created=time(),
    )


def record_of(match: Match) -> MatchRecord:
    """The same match as a store keeps it; it goes on with its own secret if the file tells it from the beginning."""
    told = [d for d in match.draws.stretches if d.secret]
    same = told[0] if len(told) == 1 and told[0].start == 0 else None
    return MatchRecord(
        version=match.version,
        layout=layout_of(match.game),
        first=int(match.start_seat),
        secret=(same.secret if same else None) or Live().secret.hex(),
        nonces=list(same.nonces) if same else [],
        started=True,
        over=match.over,
        undos=match.undos,
        undos_told=match.undos_told,
        state=match.state_text,
        winners=winners_counted(match) if match.over else None,
        renewals=match.renewals,
        taken=match.taken,
        header=match.log_format,
    )


def problem_of(error: Exception) -> wire.Problem:
    """What went wrong, as the server would say it."""
    if isinstance(error, NoSuchTable):
        return wire.Problem(status=404, title="There is no such table.")
    if isinstance(error, LookupError) and error.args:
        return wire.Problem(status=404, title=str(error.args[0]))
    if isinstance(error, Busy):
        return wire.Problem(status=503, title=str(error))
    if isinstance(error, Denied):
        return wire.Problem(status=403, title=str(error))
    if isinstance(error, StoreError):
        return wire.Problem(status=507, title=NOT_KEPT)
    if isinstance(error, (DoesNotFit, SaveError, EditionError, msgspec.MsgspecError, ValueError)):
        return wire.Problem(status=422, title=f"{str(error)[:1].upper()}{str(error)[1:]}.".replace("..", "."))
    logging.exception("a request failed", exc_info=error)
    return wire.Problem(status=500, title="Something went wrong in the page; the table is as it was before.")


Ask = Callable[..., Awaitable[Any]]
NAME, ID = r"(\w+)", r"([A-Za-z0-9_-]{1,40})"
ROUTES: tuple[tuple[str, str, Ask], ...] = (
    ("GET", "/api/games", House.games),
    ("GET", f"/api/games/{NAME}/rules", House.rules),
    ("GET", f"/api/games/{NAME}/lesson/(\\d{{1,3}})", House.lesson),
    ("POST", f"/api/games/{NAME}/lesson/(\\d{{1,3}})", House.attempt),
    ("GET", "/api/tables", House.my_tables),
    ("POST", "/api/tables", House.lay),
    ("POST", "/api/saves", House.bring),
    ("POST", f"/api/games/{NAME}/editions", House.bring_edition),
    ("GET", f"/api/tables/{ID}/replay", House.replay),
    ("GET", f"/api/tables/{ID}/record", House.record),
    ("POST", f"/api/tables/{ID}/drop", House.drop),
    ("POST", "/api/forget", House.forget),
    ("GET", "/api/reach", House.reach),
)
