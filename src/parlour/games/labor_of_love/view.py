"""The workshop as a screen sees it: the track, the row with what each card would do, and everybody's board."""

from typing import Any

import numpy as np

from parlour.engine.record import NONE, OVER
from parlour.engine.view import piece, score, zone
from parlour.engine.words import Line, line
from parlour.games.labor_of_love import state as S
from parlour.games.labor_of_love.ending import count_stack
from parlour.games.labor_of_love.rules import count_hours, make_project

LETTERS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}


def view(edition: Any, g: Any, seat: int) -> dict[str, Any]:
    """What lies in the middle, then a board, four stacks and the reactions of every seat."""
    e = edition.record[0]
    zones = [track(edition, e, g), card_row(edition, e, g, seat), pile(g), *piles(edition, e, g)]
    for s in range(g.seats):
        zones += [board(edition, e, g, s), *stacks(edition, e, g, s), fan(edition, e, g, s)]
    return {
        "zones": zones,
        "bulbs": [
            {"colour": bulb.colour, "name": bulb.name, "mark": mark(bulb.colour)} for bulb in edition.content.bulbs
        ],
        "lines": [int(c) for c in e.line[: e.lines]],
        "mover": int(g.mover),
        "choice": choice(g),
        "sheet": sheet(edition, e, g) if g.seat == OVER else [],
    }


def choice(g: Any) -> str:
    """What whoever decides is asked for: a project, a bulb or a reaction."""
    if g.bonus > 0:
        return "glow"
    return "react" if g.owed > 0 else "project"


def mark(colour: str | None) -> str:
    return LETTERS[colour] if colour else ""


def colour_name(edition: Any, number: int) -> str | None:
    return None if number == NONE else edition.content.colours[number]


# The middle of the table


def track(edition: Any, e: Any, g: Any) -> dict[str, Any]:
    """Buttons by space and level; the spaces themselves are data of the zone."""
    order = sorted((int(g.place[s]), int(g.level[s]), s) for s in range(g.seats) if g.place[s] != NONE)
    buttons = [
        piece(f"p{s + 1}", f"p{s + 1}", seat=s, space=at, level=level, facts=[line("fact.space", n=at, end=e.end)])
        for at, level, s in order
    ]
    spaces = [colour_name(edition, e.stop[i]) for i in range(e.end + 1)]
    return zone("track", line("zone.track"), buttons, layout="ring", spaces=spaces, end=int(e.end))


def card_row(edition: Any, e: Any, g: Any, seat: int) -> dict[str, Any]:
    """The face-up projects, each with what it would do for the reader, or for whoever decides."""
    reader = seat if seat >= 0 else max(int(g.seat), 0)
    slots = [k for k in range(e.row) if g.row[k] != NONE]
    pieces = [card(edition, f"r{k + 1}", g.row[k], slot=k, would=would(e, g, reader, g.row[k])) for k in slots]
    return zone("row", line("zone.row"), pieces)


def would(e: Any, g: Any, seat: int, number: int) -> dict[str, Any] | None:
    """What a card would do for a seat on its turn: the rules themselves try it on a copy."""
    if g.mover == NONE or g.seat == OVER or g.place[seat] == e.end:
        return None
    copy = S.STATE.new()
    copy[0] = g
    after = copy[0]
    after.mover, after.gap, after.bonus, after.owed = seat, NONE, 0, 0
    card_number = np.int64(number)
    hours = int(count_hours(e, after, np.int64(seat), card_number))
    make_project(e, after, card_number)
    return {
        "hours": hours,
        "space": int(after.place[seat]),
        "exact": int(g.place[seat]) + hours == int(e.end),
        "points": int(after.points[seat]) - int(g.points[seat]),
        "bulbs": [int(after.bulb[seat, c]) - int(g.bulb[seat, c]) for c in range(e.colours)],
        "reactions": int(after.owed),
        "again": bool(after.seat == seat),
    }


def pile(g: Any) -> dict[str, Any]:
    return zone("pile", line("zone.pile"), [], layout="count", count=int(g.pile))


def piles(edition: Any, e: Any, g: Any) -> list[dict[str, Any]]:
    """LL-6 The reaction piles, each with its best card on top."""
    zones = []
    for k, emoji in enumerate(edition.content.emojis):
        free = [c for c in range(e.copies) if g.fan[k, c] == NONE]
        pieces = [reaction(edition, e, k, c) for c in reversed(free)]
        label = line("zone.reactions", emoji=k)
        zones.append(zone(f"e{k + 1}", label, pieces, layout="stack", emoji=emoji.id, sign=emoji.sign))
    return zones


def reaction(edition: Any, e: Any, emoji: int, copy: int) -> dict[str, Any]:
    found = edition.content.emojis[emoji]
    value = int(e.reaction[copy])
    return piece(f"e{emoji + 1}-{copy + 1}", f"{found.name} {value}", emoji=found.id, sign=found.sign, value=value)


def card(edition: Any, id: str, number: int, **more: Any) -> dict[str, Any]:
    """A project as a piece."""
    face = edition.content.cards[number]
    colour = next(craft.colour for craft in edition.content.crafts if craft.id == face.craft)
    signs = {emoji.id: emoji.sign for emoji in edition.content.emojis}
    return piece(
        id,
        face.name,
        card=int(number),
        craft=face.craft,
        colour=colour,
        mark=mark(colour),
        hours=face.hours,
        bulbs=list(face.bulbs),
        emojis=list(face.emojis),
        signs=[signs[emoji] for emoji in face.emojis],
        flavour=face.flavour,
        facts=card_facts(edition, face, more.get("would")),
        **more,
    )


def card_facts(edition: Any, face: Any, would: dict[str, Any] | None) -> list[Line]:
    """The bulbs that a project moves, its emojis, and what making it now would bring."""
    facts = [line("fact.bulbs", bulbs=" ".join(mark(colour) for colour in face.bulbs))] if face.bulbs else []
    names = {emoji.id: emoji.name for emoji in edition.content.emojis}
    facts += [line("fact.emojis", names=", ".join(names[emoji] for emoji in face.emojis))] if face.emojis else []
    if would:
        facts.append(line("fact.would", points=would["points"], hours=would["hours"]))
        facts += [line("fact.reactions", n=would["reactions"])] if would["reactions"] else []
        facts += [line("fact.again")] if would["again"] else []
    return facts


# A seat's own things


def board(edition: Any, e: Any, g: Any, seat: int) -> dict[str, Any]:
    """Four rows of spaces, and where each bulb stands."""
    hung = [c for c in range(e.colours) if g.line_of[seat, c] != NONE]
    bulbs = [bulb(edition, e, g, seat, c) for c in sorted(hung, key=lambda c: int(g.line_of[seat, c]))]
    rows = [board_row(edition, e, i, row) for i, row in enumerate(edition.content.rows)]
    label = line("zone.board", who=seat)
    return zone(f"board-{seat}", label, bulbs, owner=seat, layout="grid", rows=rows, claimed=int(g.claimed[seat]))


def bulb(edition: Any, e: Any, g: Any, seat: int, colour: int) -> dict[str, Any]:
    found = edition.content.bulbs[colour]
    row, column = int(g.line_of[seat, colour]), int(g.bulb[seat, colour])
    value = int(e.value[row, column])
    where = {"row": row, "column": column, "value": value, "end": bool(e.onward[row, column] == NONE)}
    facts = [line("fact.row", row=row)]
    return piece(
        f"b{seat + 1}-{colour + 1}", found.name, colour=found.colour, mark=mark(found.colour), facts=facts, **where
    )


def board_row(edition: Any, e: Any, i: int, row: Any) -> dict[str, Any]:
    """One row: the value of every space (null where it is blank) and the bulb that it shows."""
    columns = range(len(row.spaces))
    values = [None if e.value[i, c] == NONE else int(e.value[i, c]) for c in columns]
    return {"name": row.name, "values": values, "shown": [colour_name(edition, e.shown[i, c]) for c in columns]}


def stacks(edition: Any, e: Any, g: Any, seat: int) -> list[dict[str, Any]]:
    """LL-10 The finished projects, a stack for each craft, by spot and from the bottom up."""
    zones = []
    begun = [c for c in range(e.crafts) if g.spot[seat, c] != NONE]
    for craft in sorted(begun, key=lambda c: int(g.spot[seat, c])):
        spot = int(g.spot[seat, craft])
        mine = [c for c in range(e.cards) if g.home[c] == seat and e.craft[c] == craft]
        pieces = [card(edition, f"c{c + 1}", c) for c in sorted(mine, key=lambda c: int(g.depth[c]))]
        label = line("zone.stack", who=seat, craft=craft, worth=e.passion[spot])
        more = {"craft": edition.content.crafts[craft].id, "spot": spot, "worth": int(e.passion[spot])}
        zones.append(zone(f"s{seat + 1}-{spot + 1}", label, pieces, owner=seat, layout="stack", **more))
    return zones


def fan(edition: Any, e: Any, g: Any, seat: int) -> dict[str, Any]:
    """The reaction cards of a seat, and the emojis that they will count."""
    held = [(k, c) for k in range(e.emojis) for c in range(e.copies) if g.fan[k, c] == seat]
    cheers = {emoji.id: int(g.cheers[seat, k]) for k, emoji in enumerate(edition.content.emojis)}
    pieces = [reaction(edition, e, k, c) for k, c in held]
    counted = ", ".join(f"{emoji.name} {cheers[emoji.id]}" for emoji in edition.content.emojis if cheers[emoji.id])
    facts = [line("fact.cheers", counted=counted)] if counted else []
    label = line("zone.fan", who=seat)
    return zone(f"reactions-{seat}", label, pieces, owner=seat, layout="fan", cheers=cheers, facts=facts)


def sheet(edition: Any, e: Any, g: Any) -> list[dict[str, Any]]:
    """LL-23 The final score, line by line."""
    lines = []
    for seat in range(g.seats):
        for c in range(e.colours):
            points = e.value[g.line_of[seat, c], g.bulb[seat, c]]
            lines.append(score(seat, line("sheet.bulb", "LL-23", colour=c, row=g.line_of[seat, c]), points))
        for c in range(e.crafts):
            if g.spot[seat, c] != NONE:
                label = line("sheet.stack", "LL-11", craft=c, n=g.made[seat, c], worth=e.passion[g.spot[seat, c]])
                lines.append(score(seat, label, count_stack(e, g, np.int64(seat), np.int64(c))))
        for k in range(e.emojis):
            for c in range(e.copies):
                if g.fan[k, c] == seat:
                    label = line("sheet.reaction", "LL-24", emoji=k, n=g.cheers[seat, k], worth=e.reaction[c])
                    lines.append(score(seat, label, int(g.cheers[seat, k]) * int(e.reaction[c])))
    return lines
