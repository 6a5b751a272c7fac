"""A position of Heartcatchers as a server would send it, with previews: for tests and for the pictures beside the comp.

The browser talks to a real house; only what it is sent of the table is exchanged on the way.
"""

import json

from parlour.server.table.patches import Reader

STACKS = {
    "s1": ["Red Heart"],
    "s2": ["Green Heart"],
    "s3": ["Red Change-of-Heart"],
    "s4": ["Blue Ultimate Love", "Green Heartbreaker", "Red Heart", "Uncatchable"],
    "s5": ["Red Heart"],
    "s6": ["Blue Heart", "Uncatchable"],
}
SECRETS = {"s2": [(1, None), (0, "Green Heart")], "s6": [(0, "Blue Heart"), (1, None), (0, "Blue Heartbreaker")]}
HAND = ["Blue Change-of-Heart", "Red Heartbreaker", "Green Heart"]
UNSEEN = ["Red Ultimate Love", "Green Ultimate Love", "Green Change-of-Heart", "Blue Heart"]
AFTER = {"secret": {0: [6, 4], 1: [3, 7], 2: [4, 6], 3: [6, 4], 4: [3, 7], 5: [4, 6]}}
STORY = [
    (1, 26, "Cyrano catches Blue Heart with Uncatchable in column 3."),
    (0, 27, "You steal Green Heartbreaker from column 1 with Red Heart and give column 3."),
    (1, 28, "Cyrano hides a card under column 3 of their own side."),
    (0, 29, "You hide Blue Heartbreaker under their column 3."),
    (0, 29, "You draw Green Heart."),
    (1, 30, "Cyrano steals your column 3, Red Heart and two more, with Uncatchable."),
    (1, 30, "Cyrano gives you Red Change-of-Heart."),
]


def stage(page, late=None):
    """From now on this page's tables show the position; what it asks for and plays is kept in the list returned.

    With a list in `late`, previews wait there as functions that send them.
    """
    asked = []

    def between(socket):
        server, reader = socket.connect_to_server(), Reader()

        def from_page(data):
            message = json.loads(data)
            if message["type"] == "previews":
                asked.append(message)
                answer = json.dumps({**message, "previews": previews()})
                socket.send(answer) if late is None else late.append(lambda: socket.send(answer))
            elif message["type"] == "play":
                asked.append(message)
                socket.send(json.dumps({"type": "ack", "key": message["key"], "seq": 0}))
            else:
                server.send(data)

        def from_server(data):
            message = reader.read(data)
            socket.send(json.dumps(exchanged(message)) if message["type"] == "table" else data)

        socket.on_message(from_page)
        server.on_message(from_server)

    page.route_web_socket("**/socket", between)
    return asked


class Numbers:
    """Card numbers by name; equal cards get the next one of that name."""

    def __init__(self, cards):
        self.left = {}
        for number, card in enumerate(cards):
            self.left.setdefault(card["name"], []).append(number)

    def take(self, name):
        found = self.left[name]
        return found.pop(0) if len(found) > 1 else found[0]


def exchanged(table):
    if not table.get("view"):
        return table
    cards = table.get("edition") or exchanged.edition
    exchanged.edition = cards
    numbers = Numbers(cards["cards"])
    for seat, name in zip(table["seats"], ("Mira", "Cyrano"), strict=True):
        seat |= {"name": name, "letter": name[0]}
    table["view"] |= {
        "points": [3, 7],
        "zones": zones(table["view"]["zones"], numbers),
        "last": {"seat": 1, "kind": "steal", "places": ["s4", "s3"], "ply": 30},
        "turns": {"done": 5, "of": 7},
        "known": [3, 4],
        "unseen": {"cards": [cards["cards"][numbers.take(n)] for n in UNSEEN], "hand": 2, "pile": 0, "secrets": 2},
    }
    story = [
        {"text": t, "clause": "HC-9" if p == 30 else "", "key": "story", "fields": {"who": w}, "ply": p, "hold": 0}
        for w, p, t in STORY
    ]
    return table | {"ply": 31, "deciders": [0], "moves": moves(), "story": story, "story_from": 0}


def zones(now, numbers):
    found = []
    for zone in now:
        if zone["id"] in STACKS:
            up = [{"id": f"c{zone['id']}{i}", "card": numbers.take(n)} for i, n in enumerate(STACKS[zone["id"]])]
            down = [
                secret(zone["id"], i, by, name, numbers) for i, (by, name) in enumerate(SECRETS.get(zone["id"], []))
            ]
            zone = zone | {"pieces": up + down}
        elif zone["id"] == "hand-0":
            zone = zone | {
                "pieces": [{"id": f"h{k + 1}", "slot": k, "card": numbers.take(n)} for k, n in enumerate(HAND)]
            }
        elif zone["id"] == "hand-1":
            zone = zone | {"pieces": [{"id": f"h{k + 1}", "slot": k, "face": "down"} for k in range(2)]}
        elif zone["id"] == "pile":
            zone = zone | {"count": 0}
        found.append(zone)
    return found


def secret(stack, i, by, name, numbers):
    piece = {"id": f"x{stack}{i}", "secret": True, "by": by}
    return piece | ({"card": numbers.take(name)} if name else {"face": "down"})


def moves():
    """What the first card of the hand can do, and that the others can be hidden."""
    found = [move("catch", 0, 0), move("catch", 0, 2)]
    found += [move("steal", 0, 4, back=b) for b in range(3)]
    return found + [move("secret", slot, place) for slot in range(3) for place in range(6)]


def move(kind, slot, place, **more):
    text = " ".join([kind, f"h{slot + 1}", f"s{place + 1}", *(f"s{b + 1}" for b in more.values())])
    data = {"kind": kind, "slot": slot, "place": place, **more}
    return {"move": text, "data": data, "text": text.capitalize(), "clause": "", "commits": False}


def previews():
    return [{"move": m["move"], "after": after(m["data"]), "facts": []} for m in moves()]


def after(data):
    if data["kind"] != "secret":
        return {"points": [4, 7]}
    if data["slot"] == 0:
        trade = {"column": data["place"] % 3, "trades": True, "carries": 0}
        return {"points": AFTER["secret"][data["place"]], "hidden": trade}
    points = -3 if data["slot"] == 1 else 0
    return {"points": [3, 7], "hidden": {"side": data["place"] // 3, "points": points}}
