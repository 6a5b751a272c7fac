"""A real match shown to a browser: played by the engine, hidden and told as a house would, exchanged on the way."""

import json

import msgspec

from parlour.engine import registry
from parlour.engine.match import Match
from parlour.lesson import Scripted, force
from parlour.server import wire
from parlour.server.table import showing
from parlour.server.table.patches import Reader


def match_after(game, script, names=("Ines", "Cyrano")):
    """A match of the first seat after a script of moves, chance included."""
    match = Match(registry.load(game), first=0, chance=Scripted(), names=names)
    for text in script:
        force(match, text)
    return match


def plain(value):
    return json.loads(msgspec.json.encode(value))


def stage(page, match, seat=0):
    """From now on this page's tables show the match; what it plays is kept in the list that is returned."""
    played = []
    look = match.look(seat)

    def between(socket):
        server, reader = socket.connect_to_server(), Reader()

        def from_page(data):
            message = json.loads(data)
            if message["type"] == "previews":
                socket.send(json.dumps({**message, "ply": match.ply, "previews": plain(showing.previews(look))}))
            elif message["type"] == "play":
                played.append(message["move"])
            else:
                server.send(data)

        def from_server(data):
            message = reader.read(data)
            if message["type"] == "table":
                message |= shown(match, look, message)
            socket.send(json.dumps(message))

        socket.on_message(from_page)
        server.on_message(from_server)

    page.route_web_socket("**/socket", between)
    return played


def shown(match, look, table):
    """What a table's message says of the position."""
    seats = [seat | {"name": name, "letter": name[0]} for seat, name in zip(table["seats"], match.names, strict=True)]
    return {
        "status": "over" if match.over else "playing",
        "seats": seats,
        "ply": match.ply,
        "edition": plain(look.printed),
        "view": plain(look.view),
        "deciders": match.deciders,
        "moves": plain(showing.legal_moves(look)),
        "ask": plain(wire.sentence(look.question, look.say(look.question))),
        "story": plain(showing.story(look, 0)),
        "story_from": 0,
    }
