"""Positions of Perfect Match on a real page: what a house sends of its table is exchanged for a scripted match.

The views, moves, previews and sentences are the engine's own; only the match behind them is the test's.
"""

import json

import clicks
import msgspec

from games.perfect_match.stage import Stage
from parlour.server import wire
from parlour.server.table import showing
from parlour.server.table.patches import Reader

NAMES = ("Juno", "Cyrano", "Beatrice", "Rosalind")


class Staged:
    """A page whose table shows what the test wants; `played` is what was played there."""

    def __init__(self, page, names=NAMES, tells=True):
        # Without previews, where nobody reads them: they take longer than all the rest.
        self.names, self.tells = names, tells
        self.page, self.played, self.socket, self.template, self.look = page, [], None, None, None
        page.route_web_socket("**/socket", self.between)

    def between(self, socket):
        server, reader = socket.connect_to_server(), Reader()
        self.socket = socket

        def from_page(data):
            message = json.loads(data)
            if message["type"] == "play":
                self.played.append(message["move"])
                socket.send(json.dumps({"type": "ack", "key": message["key"], "seq": 0}))
            elif message["type"] == "previews":
                found = msgspec.json.encode(showing.previews(self.look)) if self.look and self.tells else b"[]"
                socket.send(json.dumps({**message, "previews": json.loads(found)}))
            else:
                server.send(data)

        def from_server(data):
            message = reader.read(data)
            if message["type"] != "table":
                socket.send(data)
            elif self.look is not None:
                # A line that was cut and is open again: the same position once more.
                self.send()
            elif self.template is None or message["status"] == "playing":
                self.template = message
                socket.send(data)

        socket.on_message(from_page)
        server.on_message(from_server)

    def open(self, seats=4):
        wish = {"game": "perfect_match", "seats": [{"kind": "me"}, *[{"kind": "bot", "level": "easy"}] * (seats - 1)]}
        made = self.page.request.post("/api/tables", data=wish).json()
        self.page.goto(f"/t/{made['id']}")
        clicks.until(self.page, lambda: self.template and self.template["status"] == "playing")
        return self

    def show(self, match, seat=0, language="en"):
        """Let the page show a match as a seat sees it."""
        self.look = match.look(seat, language=language)
        self.send()
        self.page.locator(f"main[data-ply='{self.look.ply}'][data-me='{seat}']").wait_for()

    def send(self):
        look = self.look
        self.template["seq"] += 1
        shown = {
            "view": look.view,
            "edition": look.printed,
            "moves": showing.legal_moves(look),
            "ask": wire.sentence(look.question, look.say(look.question)),
            "story": showing.story(look, 0),
        }
        found = json.loads(msgspec.json.encode(shown))
        seats = [s | {"name": n, "letter": n[0]} for s, n in zip(self.template["seats"], self.names, strict=False)]
        seats = [s | {"mine": i == look.seat} for i, s in enumerate(seats)]
        common = {"ply": look.ply, "me": look.seat, "mine": [look.seat], "seats": seats, "story_from": 0}
        common["status"] = "over" if look.view.over else "playing"
        self.socket.send(json.dumps({**self.template, **found, **common, "deciders": look.deciders}))


def busy(drama="overheard", wooed=("leopold", "rufus"), **options):
    """A table with something of everything on it, at the first decision of seat 0."""
    s = Stage(seats=4, names=NAMES, **options).wooed(0, *wooed).wooed(1, "greta").wooed(2, "esme")
    s.lay(1, 1, "musical", by=1).lay(1, 2, "tender", by=0).lay(1, 3, "funny", up=True).lay(2, 1, "tender", by=2)
    s.flag("eleven-cats", "boris").flag("reply-all", wooed[-1])
    s.give(1, "daring", "overheard", "tender").give(2, "funny", "orderly").give(3, "bookish")
    for id in ("orderly", "musical", "its-not-you"):
        s.g.discards[s.g.gone] = s.take(id)
        s.g.gone += 1
    return s.turn("bookish", "labels-food", drama, "orderly", "funny")
