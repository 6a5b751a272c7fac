"""Positions of Work of Heart that a test has driven to, as a server would send them.

The page talks to a real house; only what it is sent of the table is exchanged on the way, made by the server's own code
from what a seat sees of the driven match. What the page plays is kept.
"""

import json

import msgspec

from games.work_of_heart import campus_stage as campus
from parlour.server import wire
from parlour.server.table import showing
from parlour.server.table.patches import Reader

NAMES = ("Noor", "Cyrano", "Beatrice", "Jonas")


class Stage:
    """A page whose table shows whatever match is set."""

    def __init__(self, page, language="en", names=NAMES):
        self.page, self.language, self.names = page, language, names
        self.match, self.seat = None, 0
        self.played, self.last, self.sockets = [], None, []
        page.route_web_socket("**/socket", self.between)

    def between(self, socket):
        server, reader = socket.connect_to_server(), Reader()
        self.sockets = [socket]

        def from_page(data):
            message = json.loads(data)
            if message["type"] == "previews" and self.match:
                found = showing.previews(self.look())
                socket.send(json.dumps({**message, "previews": plain(found)}))
            elif message["type"] == "play" and self.match:
                self.played.append(message["move"])
                socket.send(json.dumps({"type": "ack", "key": message["key"]}))
            else:
                server.send(data)

        def from_server(data):
            message = reader.read(data)
            if message["type"] == "table":
                self.last = message
                data = json.dumps(self.exchanged(message))
            socket.send(data)

        socket.on_message(from_page)
        server.on_message(from_server)

    def look(self):
        return self.match.look(self.seat, language=self.language)

    def exchanged(self, table):
        if self.match is None:
            return table
        look = self.look()
        for seat, name in zip(table["seats"], self.names, strict=False):
            seat |= {"name": name, "letter": name[0]}
        story = [
            {
                "text": t.words,
                "clause": t.line.clause,
                "key": t.line.key,
                "fields": t.line.fields,
                "ply": t.ply,
                "hold": 0,
            }
            for t in look.story(0)
        ]
        return table | {
            "status": "over" if self.match.over else "playing",
            "view": plain(look.view),
            "edition": plain(look.printed),
            "moves": plain(showing.legal_moves(look)),
            "ask": plain(wire.sentence(look.question, look.say(look.question))),
            "story": story,
            "story_from": 0,
            "deciders": look.deciders,
            "me": self.seat,
            "ply": self.match.ply + 1000,
            "seq": (self.last or table)["seq"],
        }

    def show(self, driver, seat=0):
        """Send the driven position to the page and wait until it is there."""
        self.match, self.seat = driver.match, seat
        self.match.names = self.names[: self.match.seats]
        self.played.clear()
        self.last["seq"] += 1
        self.sockets[0].send(json.dumps(self.exchanged(self.last)))
        self.page.wait_for_selector(f"main[data-ply='{self.match.ply + 1000}']")


def plain(value):
    return json.loads(msgspec.json.encode(value))


def held(seats=4):
    """The position of the comp: Thursday, third round, a five rolled, many tiles, everybody far along."""
    d = campus.table(seats=seats, loves=("ravi-montague",))
    campus.level(d, 0, charm=4, brawn=1, kindness=2, smarts=2, tenacity=1, humor=3, mojo=4)
    for seat, levels in ((1, (4, 4, 0, 2, 0, 0, 1)), (2, (4, 4, 0, 0, 1, 3, 0)), (3, (3, 4, 1, 1, 0, 4, 0))):
        if seat < seats:
            campus.level(d, seat, **dict(zip(campus.TRAITS, levels, strict=True)))
    d.g.hearts[:seats] = (1, 2, 2, 2)[:seats]
    for where, seat in TILES.items():
        campus.tile(d, where, seat % seats)
    for seat, where in enumerate(("G6", "H8", "I8", "salon")[:seats]):
        campus.place(d, seat, where)
    campus.give(d, 0, "barefoot", "take-two", "tailwind")
    campus.recount(d)
    campus.skip_to(d, 3, 2)
    d.g.tried[1:seats] = (1, 1, 0)[: seats - 1]
    return d


TILES = {
    "B2": 0, "C2": 2, "D2": 3, "F2": 3, "J2": 1, "L2": 2, "E3": 1, "I3": 2, "G3": 1, "B4": 2, "G4": 1, "D5": 1, "E5": 0,
    "F5": 3, "H5": 3, "I5": 0, "J5": 3, "K5": 3, "B6": 0, "G6": 3, "G7": 2, "L7": 0, "C8": 0, "D8": 0, "E8": 1, "G8": 2,
    "H8": 1, "I8": 2, "J8": 0,
}  # fmt: skip


def walking():
    return held().do("throw", "roll 5")
