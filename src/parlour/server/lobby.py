"""The HTTP API: games, tables, seats, rulebooks, replays, records and lessons."""

import asyncio
import re

from starlette.requests import Request
from starlette.responses import Response

from parlour import __version__
from parlour.engine import registry
from parlour.engine.log import Save
from parlour.rulebook import paragraphs, text_of
from parlour.server import lessons, wire
from parlour.server.guard import Fault, answer, body
from parlour.server.schema import Operation
from parlour.server.shelf import shelf

COOKIE = "parlour-"
COOKIE_AGE = 90 * 86400


def tokens_for(cookies: dict[str, str], id: str) -> list[str]:
    return cookies.get(COOKIE + id, "").split(".")


def give_seats(request: Request, response: Response, id: str, tokens: list[str]) -> None:
    """Keep seat tokens in a cookie that scripts cannot read."""
    have = [t for t in tokens_for(request.cookies, id) if t]
    value = ".".join(dict.fromkeys([*have, *tokens]))
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE + id, value, COOKIE_AGE, httponly=True, samesite="lax", secure=secure)


# The games


async def games(request: Request) -> Response:
    house = request.app.state.house
    boxes = shelf(language_of(request))
    for box in boxes:
        box.compiled, box.bots_compiled = house.progress(box.name), house.progress(box.name, "bots")
    return answer(boxes)


async def rules(request: Request) -> Response:
    name = game_name(request)
    clauses = [wire.Clause(id=id, text=text) for id, text in paragraphs(text_of(name, language_of(request)))]
    return answer(wire.Rulebook(game=name, title=registry.about(name).title, clauses=clauses))


async def lesson_step(request: Request) -> Response:
    name, step, language = game_name(request), step_number(request), language_of(request)
    await request.app.state.house.game(name)
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
    made, mine = await request.app.state.house.lay(wish)
    response = answer(made, 201)
    give_seats(request, response, made.id, mine)
    return response


async def claim(request: Request) -> Response:
    id = table_id(request)
    wish = await body(request, wire.Claim)
    seat = await request.app.state.house.claim(id, wish)
    response = answer(wire.Claimed(seat=seat))
    give_seats(request, response, id, [wish.token])
    return response


async def my_tables(request: Request) -> Response:
    own = {k.removeprefix(COOKIE): v for k, v in request.cookies.items() if k.startswith(COOKIE)}
    return answer(await request.app.state.house.mine(own, language_of(request)))


async def replay(request: Request) -> Response:
    id = table_id(request)
    eyes, number = whole(request, "eyes", -3), whole(request, "match", -1)
    language = language_of(request)
    tokens = tokens_for(request.cookies, id)
    return answer(await request.app.state.desk.replay(id, None if number < 0 else number, eyes, tokens, language))


async def record(request: Request) -> Response:
    id = table_id(request)
    number = whole(request, "match", -1)
    data = await request.app.state.desk.record(id, None if number < 0 else number)
    name = re.sub(r"[^A-Za-z0-9_-]", "", id)
    disposition = {"Content-Disposition": f'attachment; filename="parlour-{name}.json"'}
    return Response(data, media_type="application/json", headers=disposition)


def table_id(request: Request) -> str:
    return str(request.path_params["id"])


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
    return answer(wire.Health(parlour=__version__, tables=len(house.tables), faults=house.faults.counts))


# One row a request: it is routed, and described in the OpenAPI document, by the same line.
LANGUAGE = {"language": str}
OPERATIONS = (
    Operation("GET", "/api/games", games, "The shelf", list[wire.GameInfo], query=LANGUAGE),
    Operation("GET", "/api/games/{name}/rules", rules, "A rulebook by clauses", wire.Rulebook, query=LANGUAGE),
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
    Operation(
        "GET",
        "/api/tables/{id}/replay",
        replay,
        "A match step by step",
        wire.Replay,
        query={"eyes": int, "match": int, **LANGUAGE},
    ),
    Operation("GET", "/api/tables/{id}/record", record, "A finished match's whole record", Save, query={"match": int}),
    Operation("GET", "/api/health", health, "Is the house open", wire.Health),
)
