"""The lab's page: studies of editions, for this machine alone unless whoever runs the house allows it to others."""

import asyncio
from importlib.util import find_spec

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from parlour.engine import registry
from parlour.engine.game import Game
from parlour.server import wire
from parlour.server.admin.studies import MAX_GAMES, Laboratory, NoSuchStudy
from parlour.server.http.guard import Fault, answer, body, from_this_machine
from parlour.server.http.words import translated
from parlour.server.settings import Settings
from parlour.server.wire.schema import Operation

NEEDED = ("altair", "distributed", "pyarrow", "vl_convert")
CLOSED = "The lab of this house is for its own computer; at a terminal it is: parlour lab run."
NOT_INSTALLED = "The lab needs packages that are not installed; python3 play.py lab installs them."
NONE = "There is no such study."


def may_study(request: Request) -> bool:
    """Studies belong to one process: in a house of several nobody could find them again."""
    settings: Settings = request.app.state.settings
    return settings.workers == 1 and (settings.lab or from_this_machine(request))


def laboratory(request: Request) -> Laboratory:
    """The house's laboratory, for whoever may use it."""
    if not may_study(request):
        raise Fault(403, CLOSED)
    found: Laboratory = request.app.state.laboratory
    return found


def said(request: Request, sentence: str) -> str:
    return translated(sentence, request.headers.get("accept-language", "en")[:2])


async def lab(request: Request) -> Response:
    """Whether there is a lab for whoever asks, and its studies."""
    if not may_study(request):
        return answer(wire.Lab(open=False, why=said(request, CLOSED)))
    if any(find_spec(name) is None for name in NEEDED):
        return answer(wire.Lab(open=False, why=said(request, NOT_INSTALLED)))
    studies = await asyncio.to_thread(request.app.state.laboratory.studies)
    return answer(wire.Lab(open=True, studies=studies, max_games=MAX_GAMES))


async def begin(request: Request) -> Response:
    found, wish = laboratory(request), await body(request, wire.StudyWish)
    games = request.app.state.house.games
    if wish.game not in registry.names(shelf_only=True):
        raise Fault(422, "There is no such game.")
    game: Game = await games.loaded(wish.game)
    if not any(wish.seats in mode.seats for mode in game.about.modes[:1]):
        raise Fault(422, "Not for so many seats.")
    known = {ruling.name for ruling in game.about.rulings}
    if set(wish.rulings) - known:
        raise Fault(422, "There is no such ruling.")
    editions = [await games.wished(game, name) for name in dict.fromkeys(wish.editions)]
    texts = [(edition.content.title, edition.text) for edition in editions]
    return answer(wire.StudyBegun(id=found.begin(wish, texts)), 201)


async def change(request: Request) -> Response:
    """Stop a study, go on with it, or delete it."""
    found, wish = laboratory(request), await body(request, wire.StudyChange)
    do = {"stop": found.stop, "go": found.go_on, "delete": found.delete}[wish.do]
    try:
        do(request.path_params["id"])
    except NoSuchStudy:
        raise Fault(404, NONE) from None
    return answer(wire.StudyBegun(id=request.path_params["id"]))


async def report(request: Request) -> Response:
    try:
        path = laboratory(request).report(request.path_params["id"])
    except NoSuchStudy:
        raise Fault(404, NONE) from None
    return FileResponse(path, media_type="text/html")


LAB = (
    Operation("GET", "/api/lab", lab, "The lab and its studies", wire.Lab),
    Operation("POST", "/api/lab/studies", begin, "Begin a study", wire.StudyBegun, wire.StudyWish, status=201),
    Operation(
        "POST", "/api/lab/studies/{id}", change, "Stop a study, go on, or delete it", wire.StudyBegun, wire.StudyChange
    ),
)
