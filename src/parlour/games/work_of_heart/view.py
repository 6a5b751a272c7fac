"""The table of Work of Heart as a screen sees it: the campus, the boards, the hands and the decks.

What lies under a tile is printed on the map, but a tile covers it (WH-R27): the view leaves it out, except
for the space that a walker has looked under.
"""

from typing import Any

import numpy as np

from parlour.engine.record import HIDDEN, NONE, OVER
from parlour.engine.view import piece, score, zone
from parlour.engine.words import Line, line
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.affection import count_affection
from parlour.games.work_of_heart.movement import reach_of
from parlour.games.work_of_heart.traits import has_perk

DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def view(edition: Any, g: Any, seat: int) -> dict[str, Any]:
    """Everything on the table; at the end the score sheet."""
    boards = [board(edition, g, s) for s in range(g.seats)]
    zones = [campus_zone(edition, g, seat), *(hand_zone(edition, g, s) for s in range(g.seats))]
    zones += [board_zone(b) for b in boards]
    zones += [interest_zone(edition, g), event_zone(edition, g), thrown_zone(edition, g), *bonus_zones(edition, g)]
    zones.append(zone("deck", line("zone.deck"), [], layout="count", count=int(g.pile)))
    return {
        "zones": zones,
        "boards": boards,
        "day": DAY_NAMES[g.day],
        "round": min(int(g.lap) + 1, int(edition.record[0].laps)),
        "rounds": int(edition.record[0].laps),
        "phase": S.PHASES[g.phase],
        "roll": None if g.roll == NONE else int(g.roll),
        "reach": reach(edition, g),
        "affection": affection(edition, g),
        "size": [max(s.x for s in edition.content.spaces) + 1, max(s.y for s in edition.content.spaces) + 1],
        "sheet": sheet(edition, g) if g.seat == OVER else [],
    }


def bits(mask: Any, count: int) -> list[int]:
    whole = int(mask)
    return [i for i in range(count) if whole >> i & 1]


def reach(edition: Any, g: Any) -> list[int]:
    """Where the roll can take whoever has the turn."""
    return bits(reach_of(edition.record[0], g), len(edition.content.spaces)) if g.phase == S.MOVE else []


def affection(edition: Any, g: Any) -> dict[str, Any] | None:
    """The affection roll on the table, if both dice lie there."""
    e = edition.record[0]
    if g.face == NONE or g.die == NONE:
        return None
    ranks = [r + 1 for r in bits(e.shows[g.face], 3)]
    need = int(e.threshold[g.loves[g.actor], g.day])
    return {"who": int(g.actor), "ranks": ranks, "die": int(g.die), "total": int(count_affection(e, g)), "need": need}


# The campus


def campus_zone(edition: Any, g: Any, seat: int) -> dict[str, Any]:
    """Every space: where it lies, what it gives unless a tile covers it, whose tile and whose pawns are on it."""
    peeked = int(g.peeked) if seat == g.turn else int(NONE)
    hearts = interests_by_space(edition, g)
    pawns: dict[int, list[int]] = {}
    for s, space in enumerate(g.space[: g.seats].tolist()):
        pawns.setdefault(space, []).append(s)
    pieces = [
        space_piece(edition, i, tile, tile != NONE and i != peeked, pawns=pawns.get(i, []), hearts=hearts.get(i, []))
        for i, tile in enumerate(g.tile.tolist()[: len(edition.content.spaces)])
    ]
    return zone("campus", line("zone.campus"), pieces, layout="grid", facts=campus_facts(edition, g))


def campus_facts(edition: Any, g: Any) -> list[Line]:
    """The day and the round, and the affection roll on the table."""
    rounds = int(edition.record[0].laps)
    facts = [line("fact.today", day=g.day, n=min(int(g.lap) + 1, rounds), of=rounds)]
    if roll := affection(edition, g):
        facts.append(line("fact.roll", **roll | {"ranks": "+".join(map(str, roll["ranks"]))}))
    return facts


def space_piece(edition: Any, i: int, tile: int, covered: bool, **more: Any) -> dict[str, Any]:
    here = edition.content.spaces[i]
    return piece(
        f"s{i + 1}",
        edition.content.space_name(i) if not covered else f"Tiled space {place_name(here)}",
        space=i,
        x=here.x,
        y=here.y,
        place=place_name(here),
        kind="tiled" if covered else here.kind,
        trait=None if covered else here.trait,
        mark="::" if covered else here.mark,
        tile=None if tile == NONE else tile,
        **more,
    )


def place_name(space: Any) -> str:
    """A letter for the column and a number for the row."""
    return f"{chr(ord('A') + space.x)}{space.y + 1}"


def interests_by_space(edition: Any, g: Any) -> dict[int, list[str]]:
    """The names of the courted love interests by where they are today."""
    found: dict[int, list[str]] = {}
    for who in sorted(set(g.loves[: g.seats].tolist()) - {int(NONE)}):
        found.setdefault(int(edition.record[0].where[who, g.day]), []).append(edition.content.interests[who].name)
    return found


# Boards and cards


def board(edition: Any, g: Any, seat: int) -> dict[str, Any]:
    """A player board: trackers, perks that are ready, hearts, today's attempt, and how often others asked today."""
    e, love = edition.record[0], int(g.loves[seat])
    liked = [] if love == NONE else [S.TRAITS[t] for t in e.liked[love]]
    return {
        "seat": seat,
        "points": int(g.points[seat]),
        "levels": dict(zip(S.TRAITS, g.level[seat].tolist(), strict=True)),
        "top": int(e.cap),
        "perks": [p for i, p in enumerate(S.PERKS) if has_perk(e, g, np.int64(seat), np.int64(i))],
        "used": [S.PERKS[p] for p in bits(g.used[seat], len(S.PERKS))],
        "hearts": int(g.hearts[seat]),
        "tried": bool(g.tried[seat]),
        "called": int(g.called[seat]),
        "calls": int(e.calls),
        "spark": int(g.spark[seat]),
        "bonus": int(g.bonus[seat]),
        "space": int(g.space[seat]),
        "loves": None if love == NONE else edition.content.interests[love].name,
        "liked": liked,
        "held": int(g.held[seat]),
    }


def board_zone(board: dict[str, Any]) -> dict[str, Any]:
    """A player board as pieces: the trackers, each with its level; then perks and hearts."""
    seat, liked = board["seat"], board["liked"]
    pieces = [
        piece(f"t{seat + 1}-{i + 1}", trait.capitalize(), facts=[level_fact(board, trait)])
        for i, trait in enumerate(board["levels"])
    ]
    facts = [line("fact.loves", name=board["loves"], traits=listed(liked))] if liked else []
    facts.append(line("fact.hearts", n=board["hearts"]))
    facts += [line("fact.perks", perks=listed(board["perks"]))] if board["perks"] else []
    facts += [line("fact.spark", n=board["spark"])] if board["spark"] else []
    facts += [line("fact.tried")] if board["tried"] else []
    return zone(f"board-{seat}", line("zone.board", who=seat), pieces, owner=seat, facts=facts)


def level_fact(board: dict[str, Any], trait: str) -> Line:
    return line("fact.level", n=board["levels"][trait], top=board["top"])


def listed(names: list[str]) -> str:
    return ", ".join(name.replace("-", " ").capitalize() for name in names)


def action_piece(edition: Any, id: str, card: int, **more: Any) -> dict[str, Any]:
    if card < 0:
        return piece(id, None, **more)
    face = edition.content.actions[card]
    return piece(id, face.name, card=int(card), timing=face.timing, window=face.window, text=face.text, **more)


def hand_zone(edition: Any, g: Any, seat: int) -> dict[str, Any]:
    slots = zip(g.hand[seat].tolist(), g.seen[seat].tolist(), strict=True)
    pieces = [
        action_piece(edition, f"h{k + 1}", card, slot=k, seen=bits(seen, g.seats))
        for k, (card, seen) in enumerate(slots)
        if card != NONE
    ]
    return zone(f"hand-{seat}", line("zone.hand", who=seat), pieces, owner=seat, layout="fan")


def thrown_zone(edition: Any, g: Any) -> dict[str, Any]:
    cards = bits(g.thrown, len(edition.content.actions))
    return zone("thrown", line("zone.thrown"), [action_piece(edition, f"c{c + 1}", c) for c in cards])


def interest_zone(edition: Any, g: Any) -> dict[str, Any]:
    """The love interests on offer; once everybody has chosen, only the courted ones."""
    chosen = sorted({int(g.loves[s]) for s in range(g.seats)})
    shown = range(len(edition.content.interests)) if int(NONE) in chosen else chosen
    return zone("interests", line("zone.interests"), [interest_piece(edition, g, w) for w in shown])


def interest_piece(edition: Any, g: Any, number: int) -> dict[str, Any]:
    who = edition.content.interests[number]
    names = {b.id: b.name for b in edition.content.buildings}
    return piece(
        f"l{number + 1}",
        who.name,
        interest=number,
        difficulty=who.difficulty,
        traits=list(who.traits),
        quirk={"name": who.quirk.name, "text": who.quirk.text},
        schedule=[{"building": names[v.building], "threshold": v.threshold} for v in who.schedule],
        admirers=[s for s in range(g.seats) if g.loves[s] == number],
        flavour=who.flavour,
        facts=interest_facts(who, names, int(g.day)),
    )


def interest_facts(who: Any, names: dict[str, str], day: int) -> list[Line]:
    """What somebody likes, where they are and what they want, from today on, and their quirk."""
    week = [
        line("fact.waits", day=d, building=names[v.building], n=v.threshold)
        for d, v in enumerate(who.schedule)
        if d >= day
    ]
    quirk = line("fact.quirk", name=who.quirk.name, text=who.quirk.text)
    return [line("fact.likes", traits=listed(who.traits)), *week, quirk]


def event_zone(edition: Any, g: Any) -> dict[str, Any]:
    """The event being resolved, if any."""
    pieces = [event_piece(edition, int(g.card))] if g.phase in (S.ANSWER, S.KEEP, S.GROUP) and g.card != NONE else []
    left = sum(int(events).bit_count() for events in g.events)
    return zone("event", line("zone.event"), pieces, left=left, drawing=bool(g.phase == S.EVENT))


def event_piece(edition: Any, card: int) -> dict[str, Any]:
    event = edition.content.events[card]
    if card < len(edition.content.group_events):
        facts = [line("fact.group", traits=listed(event.traits))]
        return piece(f"e{card + 1}", event.name, group=True, text=event.text, traits=list(event.traits), facts=facts)
    facts = [line("fact.tests", traits=listed(event.tests))]
    facts += [line("fact.answer", at=a.at, text=a.text, reward=rewards(a)) for a in event.answers]
    answers = [{"at": a.at, "text": a.text, "reward": rewards(a)} for a in event.answers]
    more = {"traits": list(event.tests), "answers": answers, "facts": facts}
    return piece(f"e{card + 1}", event.name, group=False, text=event.text, **more)


def rewards(answer: Any) -> str:
    """What an answer brings, in a few words."""
    return reward(answer) if answer.also is None else f"{reward(answer)}, {reward(answer.also)}"


def reward(effect: Any) -> str:
    trait, n = (effect.trait or "").capitalize(), effect.amount
    return {
        "nothing": "nothing but the memory",
        "raise": f"{trait} +{n}",
        "liked": f"your love interest's trait no. {n} +1",
        "lowest": f"your lowest trait +{n}",
        "any": f"any trait +{n}",
        "trade": "any trait -1, another +1",
        "draw": f"draw {n} action card{'s' * (n > 1)}",
        "refresh": "all your perks are ready again",
        "spark": f"+{n} on your next affection roll",
        "sweep": "tiles around you are swept away",
        "home": "back to the Quad",
        "step": "take a step",
        "banish": "send somebody to the Quad",
        "swap": "change places with somebody",
        "pinch": "steal a card",
        "peek": "look at a hand",
        "together": f"{trait} +1 for you and for somebody else",
    }[effect.effect]


def bonus_zones(edition: Any, g: Any) -> list[dict[str, Any]]:
    """Each seat's pick, face down to all others; and the cards turned up at the end."""
    picks = [zone_pick(edition, g, s) for s in range(g.seats)]
    shown = [bonus_piece(edition, f"b{c + 1}", c) for c in bits(g.shown, len(edition.content.bonuses))]
    return [*picks, zone("bonus", line("zone.bonus"), shown)]


def zone_pick(edition: Any, g: Any, seat: int) -> dict[str, Any]:
    pieces = [] if g.pick[seat] == NONE else [bonus_piece(edition, f"p{seat + 1}", g.pick[seat])]
    gone = [] if g.gone[seat] < 0 else bits(g.gone[seat], len(edition.content.bonuses))
    return zone(f"pick-{seat}", line("zone.pick", who=seat), pieces, owner=seat, gone=gone)


def bonus_piece(edition: Any, id: str, card: int) -> dict[str, Any]:
    if card == HIDDEN:
        return piece(id, None)
    face = edition.content.bonuses[card]
    return piece(id, face.name, bonus=int(card), text=face.text)


def sheet(edition: Any, g: Any) -> list[dict[str, Any]]:
    """WH-31, WH-37, WH-70 The final score, line by line."""
    e = edition.record[0]
    lines = []
    for seat in range(g.seats):
        won = int(g.hearts[seat])
        lines.append(score(seat, line("sheet.hearts", "WH-37", n=won), won * int(e.heart_points)))
        top = sum(int(g.level[seat, t] == e.cap) for t in range(S.MAIN))
        lines.append(score(seat, line("sheet.traits", "WH-31", n=top), top * int(e.trait_points)))
        lines.append(score(seat, line("sheet.bonus", "WH-70"), int(g.bonus[seat])))
    return lines
