"""The HTTP API: games, tables, seats, rulebooks, replays, records and lessons."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from parlour import __version__
from parlour.engine import registry
from parlour.engine.log import Save
from parlour.rulebook import paragraphs, text_of
from parlour.server import wire
from parlour.server.admin import forgetting
from parlour.server.fleet.tables import Tables
from parlour.server.http import bells, lessons, password, restarting
from parlour.server.http.guard import Fault, address_of, answer, body, from_this_machine
from parlour.server.http.limits import visitor
from parlour.server.http.my_tables import list_my_tables
from parlour.server.http.sessions import (
    OF_ONE_TABLE,
    SESSION_AGE,
    is_secure,
    keep_session,
    older_cookies,
    tokens_for,
    tokens_of,
)
from parlour.server.http.shelf import shelf
from parlour.server.http.uploads import bring_edition, may_upload
from parlour.server.settings import Settings, is_loopback
from parlour.server.store.tokens import new_token
from parlour.server.table import seating
from parlour.server.table.refusals import NoSuchTable
from parlour.server.wire.schema import Operation

T = TypeVar("T")

TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,40}\Z")


# The games


async def games(request: Request) -> Response:
    house = request.app.state.house
    progress, offered = house.games.progress, await house.games.offered()
    boxes = shelf(language_of(request))
    for box in boxes:
        box.engines = house.bots.engine_names
        box.editions += [one for game, one in offered if game == box.name]
        box.takes_editions = may_upload(request)
        box.compiled, box.bots_compiled = progress(box.name), progress(box.name, "bots")
    return answer(boxes)


async def rules(request: Request) -> Response:
    name = game_name(request)
    clauses = [wire.Clause(id=id, text=text) for id, text in paragraphs(text_of(name, language_of(request)))]
    return answer(wire.Rulebook(game=name, title=registry.about(name).title, clauses=clauses))


async def edition(request: Request) -> Response:
    game_name(request)
    return await bring_edition(request)


async def lesson_step(request: Request) -> Response:
    name, step, language = game_name(request), step_number(request), language_of(request)
    await request.app.state.house.games.game(name)
    return answer(await asyncio.to_thread(lessons.show, name, step, language))


async def lesson_try(request: Request) -> Response:
    tried = await body(request, wire.Attempt)
    name, step = game_name(request), step_number(request)
    return answer(await asyncio.to_thread(lessons.attempt, name, step, tried.move, tried.language))


def game_name(request: Request) -> str:
    name: str = request.path_params["name"]
    if name not in registry.names(shelf_only=True):
        raise Fault(404, "There is no such game.")
    return name


def step_number(request: Request) -> int:
    text: str = request.path_params["number"]
    if not re.fullmatch(r"\d{1,3}", text):
        raise Fault(404, "There is no such step.")
    return int(text)


# The tables


async def new_table(request: Request) -> Response:
    wish = await body(request, wire.NewTable)
    if wish.game not in registry.names(shelf_only=True):
        raise Fault(422, "There is no such game.")
    session = new_token()
    made, _ = await request.app.state.house.tables.lay(wish, session, tokens_of(request))
    settings: Settings = request.app.state.settings
    for link in made.links if settings.url else []:
        link.url = settings.address + link.path
    return await seated(request, answer(made, 201), made.id, session)


async def seated(request: Request, response: Response, id: str, session: str) -> Response:
    """The answer to whoever may have been given a seat at a table, with its token."""
    tables = request.app.state.house.tables
    keep_session(request, response, await seating.tokens_with(tables, id, session, tokens_of(request)))
    return response


async def claim(request: Request) -> Response:
    id = table_id(request)
    wish = await body(request, wire.Claim)
    session = new_token()
    seat = await seating.claim(request.app.state.house.tables, id, wish, tokens_for(request, id), session)
    return await seated(request, answer(wire.Claimed(seat=seat)), id, session)


async def invited(request: Request) -> Response:
    """A POST, so that the invitation stands in no log; it takes nothing.

    Whoever looks has a session from then on, so that a claim whose answer is lost can be made again.
    """
    wish = await body(request, wire.Claim)
    id, tables = table_id(request), request.app.state.house.tables
    response = answer(await seating.look_at_invitation(tables, id, wish.token, tokens_for(request, id)))
    keep_session(request, response, tokens_of(request) or [new_token()])
    return response


async def have_session(request: Request) -> Response:
    """For a page that is going to join by a code, for the same reason."""
    response = answer(wire.Session(seconds=SESSION_AGE))
    keep_session(request, response, tokens_of(request) or [new_token()])
    return response


async def enter(request: Request) -> Response:
    """Saying the password of the house; wrong ones count against the address as wrong codes do."""
    state, wish = request.app.state, await body(request, wire.Enter)
    settings: Settings = state.settings
    one = await state.tries.begin(visitor(address_of(request)))
    if one is None:
        raise Fault(429, "Too many wrong passwords; wait a minute.")
    if not password.is_right(settings, wish.password):
        raise Fault(403, "That is not the password.")
    await state.tries.take_back(one)
    response, secure = answer(wire.Session(seconds=SESSION_AGE)), is_secure(request)
    name = password.SECURE_PASS if secure else password.PASS
    shown = password.pass_for(settings.password) if settings.password else ""
    response.set_cookie(name, shown, SESSION_AGE, httponly=True, samesite="lax", secure=secure)
    return response


async def reach(request: Request) -> Response:
    settings: Settings = request.app.state.settings
    lan = not is_loopback(settings.bind)
    # What a command line holds is for whoever sits at this machine.
    command = restarting.for_this_machine() if from_this_machine(request) else restarting.for_everybody()
    return answer(wire.Reach(address=settings.address, lan=lan, public=bool(settings.url), command=command))


async def make_code(request: Request) -> Response:
    id, state = table_id(request), request.app.state
    return answer(await seating.make_code(state.house.tables, id, tokens_for(request, id)), 201)


async def join(request: Request) -> Response:
    """A chair by a code."""
    session, tokens = new_token(), tokens_of(request)
    joined = await by_code(request, lambda tables, wish: seating.join(tables, wish, tokens, session))
    return await seated(request, answer(joined), joined.id, session)


async def look_at_code(request: Request) -> Response:
    """What a code leads to, before a chair is taken."""
    return answer(await by_code(request, seating.look_at_code))


async def by_code(request: Request, ask: Callable[[Tables, wire.Join], Awaitable[T | None]]) -> T:
    """What a code is answered with; wrong, expired and used up are the same answer, and count against the address."""
    state, wish = request.app.state, await body(request, wire.Join)
    one = await state.tries.begin(visitor(address_of(request)))
    if one is None:
        raise Fault(429, "Too many wrong codes; wait a minute.")
    found = await ask(state.house.tables, wish)
    if found is None:
        raise Fault(404, "No table waits for that code.")
    await state.tries.take_back(one)
    return found


async def move_seat(request: Request) -> Response:
    id, settings = table_id(request), request.app.state.settings
    link = await seating.move_link(request.app.state.house.tables, id, tokens_for(request, id))
    link.url = settings.address + link.path if settings.url else ""
    return answer(link, 201)


async def forget_me(request: Request) -> Response:
    tables = request.app.state.house.tables
    count = sum([await forgetting.forget_finished(tables, token) for token in tokens_of(request)])
    return answer(wire.Forgotten(tables=count))


async def drop(request: Request) -> Response:
    """Leave one table for good."""
    id = table_id(request)
    await forgetting.drop(request.app.state.house.tables, id, tokens_of(request))
    return answer(wire.Dropped(id=id))


async def my_tables(request: Request) -> Response:
    """The browser's tables; seats of older cookies move to its session, whose cookie is prolonged."""
    tables, older, tokens = request.app.state.house.tables, older_cookies(request.cookies), tokens_of(request)
    if older:
        tokens = [new_token(), *tokens]
        await seating.take_over(tables, older, tokens[0])
    response = answer(await list_my_tables(tables, tokens, language_of(request)))
    keep_session(request, response, tokens)
    for id in older:
        response.delete_cookie(OF_ONE_TABLE + id)
    return response


async def replay(request: Request) -> Response:
    id = table_id(request)
    eyes, number = whole(request, "eyes", -3), whole(request, "match", -1)
    language = language_of(request)
    tokens = tokens_for(request, id)
    return answer(await request.app.state.replays.replay(id, None if number < 0 else number, eyes, tokens, language))


async def record(request: Request) -> Response:
    id = table_id(request)
    number = whole(request, "match", -1)
    data = await request.app.state.replays.record(id, None if number < 0 else number, tokens_for(request, id))
    name = re.sub(r"[^A-Za-z0-9_-]", "", id)
    disposition = {"Content-Disposition": f'attachment; filename="parlour-{name}.json"'}
    return Response(data, media_type="application/json", headers=disposition)


async def play_on(request: Request) -> Response:
    """A table of one's own that goes on from a turn of a finished match."""
    wish = await body(request, wire.PlayOn)
    id, session = table_id(request), new_token()
    made = await request.app.state.replays.play_on(id, wish, tokens_for(request, id), session)
    return await seated(request, answer(made, 201), made.id, session)


def table_id(connection: HTTPConnection) -> str:
    """The id in the path; one that no table can have is not looked up."""
    id: str = connection.path_params["id"]
    if not TABLE_ID.match(id):
        raise NoSuchTable(id)
    return id


def language_of(request: Request) -> str:
    return request.query_params.get("language", "en")[:2]


def whole(request: Request, name: str, default: int) -> int:
    """A whole number from the query."""
    text = request.query_params.get(name, str(default))
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise Fault(422, f"{name} is a whole number.")
    return int(text)


async def health(request: Request) -> Response:
    house = request.app.state.house
    return answer(
        wire.Health(
            parlour=__version__, process=house.store.name, tables=len(house.tables.live), faults=house.faults.counts
        )
    )


# One row a request: it is routed, and described in the OpenAPI document, by the same line.
LANGUAGE = {"language": str}
OPERATIONS = (
    Operation("GET", "/api/games", games, "The shelf", list[wire.GameInfo], query=LANGUAGE),
    Operation("GET", "/api/games/{name}/rules", rules, "A rulebook by clauses", wire.Rulebook, query=LANGUAGE),
    Operation("POST", "/api/games/{name}/editions", edition, "Bring an edition", wire.EditionTaken),
    Operation(
        "GET", "/api/games/{name}/lesson/{number}", lesson_step, "A step of a lesson", wire.LessonStep, query=LANGUAGE
    ),
    Operation(
        "POST",
        "/api/games/{name}/lesson/{number}",
        lesson_try,
        "Try a move in a lesson",
        wire.LessonAnswer,
        wire.Attempt,
    ),
    Operation("GET", "/api/tables", my_tables, "Your tables", list[wire.TableCard], query=LANGUAGE),
    Operation("POST", "/api/tables", new_table, "Lay a table", wire.TableMade, wire.NewTable, status=201),
    Operation("POST", "/api/tables/{id}/claim", claim, "Take a seat", wire.Claimed, wire.Claim),
    Operation("POST", "/api/tables/{id}/invited", invited, "What a link invites to", wire.Invited, wire.Claim),
    Operation("POST", "/api/door", enter, "Say the password of the house", wire.Session, wire.Enter),
    Operation("GET", "/api/reach", reach, "From where this server is reached", wire.Reach),
    Operation("POST", "/api/tables/{id}/code", make_code, "A code for the free chairs", wire.JoinCode, status=201),
    Operation("POST", "/api/tables/{id}/move", move_seat, "A link to move your seat", wire.SeatLink, status=201),
    Operation("GET", "/api/tables/{id}/bells", bells.show, "Your bells at a table", wire.Bells),
    Operation("POST", "/api/tables/{id}/bells", bells.hang, "Hang one", list[wire.BellInfo], wire.HangBell, status=201),
    Operation("POST", "/api/tables/{id}/bells/stop", bells.stop, "Take a bell down", wire.Dropped, wire.BellOf),
    Operation("POST", "/api/tables/{id}/bells/test", bells.test, "Ring once as a test", wire.Rung, wire.BellOf),
    Operation("POST", "/api/forget", forget_me, "Delete your finished games", wire.Forgotten),
    Operation("POST", "/api/tables/{id}/drop", drop, "Leave a table for good", wire.Dropped),
    Operation("POST", "/api/session", have_session, "Have a session before you join", wire.Session),
    Operation("POST", "/api/join/look", look_at_code, "What a code leads to", wire.Invited, wire.Join),
    Operation("POST", "/api/join", join, "Take a free chair by a code", wire.Joined, wire.Join),
    Operation(
        "GET",
        "/api/tables/{id}/replay",
        replay,
        "A match step by step",
        wire.Replay,
        query={"eyes": int, "match": int, **LANGUAGE},
    ),
    Operation(
        "POST",
        "/api/tables/{id}/play-on",
        play_on,
        "Play on from a turn of a finished match",
        wire.TableMade,
        wire.PlayOn,
        status=201,
    ),
    Operation("GET", "/api/tables/{id}/record", record, "A finished match's whole record", Save, query={"match": int}),
    Operation("GET", "/api/health", health, "Is the house open", wire.Health),
)
