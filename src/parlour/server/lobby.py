"""The lobby: everything that is asked for over HTTP, but for the pages."""

import asyncio
import re
from collections.abc import Awaitable, Callable

from fastapi import Request, Response

from parlour import __version__
from parlour.engine import registry
from parlour.rulebook import paragraphs, text_of
from parlour.server import lessons, wire
from parlour.server.guard import Fault, answer, body
from parlour.server.schema import openapi
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
    return answer(shelf(language_of(request)))


async def rules(request: Request, name: str) -> Response:
    clauses = [wire.Clause(id=id, text=text) for id, text in paragraphs(text_of(game_name(name)))]
    return answer(wire.Rulebook(game=name, title=registry.about(name).title, clauses=clauses))


async def lesson_step(request: Request, name: str, number: str) -> Response:
    language = language_of(request)
    return answer(await asyncio.to_thread(lessons.show, game_name(name), step_number(number), language))


async def lesson_try(request: Request, name: str, number: str) -> Response:
    tried = await body(request, wire.Attempt)
    name, step = game_name(name), step_number(number)
    return answer(await asyncio.to_thread(lessons.attempt, name, step, tried.move, tried.language))


def game_name(name: str) -> str:
    if name not in registry.names(shelf_only=True):
        raise Fault(404, "There is no such game.")
    return name


def step_number(text: str) -> int:
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


async def claim(request: Request, id: str) -> Response:
    wish = await body(request, wire.Claim)
    seat = await request.app.state.house.claim(id, wish)
    response = answer(wire.Claimed(seat=seat))
    give_seats(request, response, id, [wish.token])
    return response


async def my_tables(request: Request) -> Response:
    own = {k.removeprefix(COOKIE): v for k, v in request.cookies.items() if k.startswith(COOKIE)}
    return answer(await request.app.state.house.mine(own))


async def replay(request: Request, id: str) -> Response:
    eyes, number = whole(request, "eyes", -3), whole(request, "match", -1)
    language = language_of(request)
    tokens = tokens_for(request.cookies, id)
    return answer(await request.app.state.desk.replay(id, None if number < 0 else number, eyes, tokens, language))


async def record(request: Request, id: str) -> Response:
    number = whole(request, "match", -1)
    data = await request.app.state.desk.record(id, None if number < 0 else number)
    name = re.sub(r"[^A-Za-z0-9_-]", "", id)
    disposition = {"Content-Disposition": f'attachment; filename="parlour-{name}.json"'}
    return Response(data, media_type="application/json", headers=disposition)


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
    return answer({"parlour": __version__, "tables": len(house.tables), "faults": house.faults.counts})


async def schema(request: Request) -> Response:
    return answer(openapi())


ROUTES: list[tuple[str, str, Callable[..., Awaitable[Response]]]] = [
    ("/api/games", "GET", games),
    ("/api/games/{name}/rules", "GET", rules),
    ("/api/games/{name}/lesson/{number}", "GET", lesson_step),
    ("/api/games/{name}/lesson/{number}", "POST", lesson_try),
    ("/api/tables", "POST", new_table),
    ("/api/tables", "GET", my_tables),
    ("/api/tables/{id}/claim", "POST", claim),
    ("/api/tables/{id}/replay", "GET", replay),
    ("/api/tables/{id}/record", "GET", record),
    ("/api/health", "GET", health),
    ("/openapi.json", "GET", schema),
]
