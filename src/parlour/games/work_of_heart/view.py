"""The table of Work of Heart as a screen sees it: the campus, the boards, the hands and the decks.

What lies under a tile is printed on the map, but a tile covers it (WH-R27): a covered space has a name of its own, and
takes nothing but its place from the map, except for the space that a walker has looked under.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct

from parlour.engine.edition import Edition
from parlour.engine.plain import HIDDEN, NONE, OVER, bits
from parlour.engine.sight import Sight, Voice
from parlour.engine.view import Card, Piece, Place, Printed, Score, View, Zone
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.summary import AFFECTION, REACH, ROOM, summarise

DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
EVENT = int(S.EVENT)
SHOWS_EVENT = (int(S.ANSWER), int(S.KEEP), int(S.GROUP))


class WorkOfHeartPlace(Place):
    """A space of the campus: its kind, and the trait that it raises."""

    kind: str = ""
    trait: str | None = None


class QuirkText(Struct):
    """A love interest's quirk."""

    name: str
    text: str


class VisitTime(Struct):
    """Where a love interest is on a day, and the affection that they want there."""

    building: str
    threshold: int


class AnswerText(Struct):
    """An answer to an event: the level that it needs, what it says, and what it brings."""

    at: int
    text: str
    reward: str


class WorkOfHeartCard(Card):
    """An action card; behind these the love interests, the events and the bonus cards."""

    # action, interest, event or bonus.
    sort: str = ""
    # An action: when it can be played.
    timing: str = ""
    window: str | None = None
    # A love interest: how hard, the quirk, and day by day where they are, as data and in words.
    difficulty: int | None = None
    quirk: QuirkText | None = None
    schedule: tuple[VisitTime, ...] = ()
    week: tuple[str, ...] = ()
    # The traits that a love interest likes or that an event is about.
    traits: tuple[str, ...] = ()
    # An event: whether it concerns everybody, and its answers.
    group: bool = False
    answers: tuple[AnswerText, ...] = ()


class WorkOfHeartPrinted(Printed, kw_only=True):
    cards: tuple[WorkOfHeartCard, ...] = ()
    places: tuple[WorkOfHeartPlace, ...] = ()
    # The numbers of the first love interest, event and bonus card in `cards`.
    interests_from: int
    events_from: int
    bonuses_from: int
    # Columns and rows of the campus.
    size: tuple[int, int]
    # Rounds of a day, the highest level of a trait, and how often a day others may ask.
    rounds: int
    top: int
    calls: int


class WorkOfHeartPiece(Piece):
    """A space, a tracker, a card or a love interest."""

    # A space: the seat whose tile lies on it, its kind while it is covered, and who waits there today.
    tile: int | None = None
    kind: str = ""
    hearts: tuple[str, ...] = ()
    # A card in a hand: the seats that have seen it.
    seen: tuple[int, ...] = ()
    # A love interest or a bonus card: its number, as moves name it; and the seats that court somebody.
    interest: int | None = None
    bonus: int | None = None
    admirers: tuple[int, ...] = ()


class WorkOfHeartZone(Zone):
    """The campus, a hand, a board, the love interests, the event, the picks or a pile."""

    pieces: tuple[WorkOfHeartPiece, ...] = ()
    # The event: how many cards are left, and whether one is being drawn.
    left: int | None = None
    drawing: bool = False
    # A pick: the bonus cards that it cannot be.
    gone: tuple[int, ...] = ()


class PlayerBoard(Struct):
    """A player board: trackers, perks, hearts and today's attempt."""

    seat: int
    points: int
    levels: dict[str, int]
    # Perks that are ready, and those that were used today.
    perks: tuple[str, ...]
    used: tuple[str, ...]
    hearts: int
    # Whether an affection roll was made today, how often others asked today, and what is added to the next roll.
    tried: bool
    called: int
    spark: int
    # Bonus points, where the pawn stands, and how many cards are held.
    bonus: int
    place: int
    held: int
    # Whom they court, and the traits that they like by rank.
    loves: str | None
    liked: tuple[str, ...]


class AffectionRoll(Struct):
    """The affection roll on the table."""

    who: int
    ranks: tuple[int, ...]
    die: int
    total: int
    need: int


class WorkOfHeartView(View, kw_only=True):
    zones: tuple[WorkOfHeartZone, ...]
    boards: tuple[PlayerBoard, ...]
    day: str
    # The round of the day, from 1.
    round: int
    phase: str
    roll: int | None
    # The places where the roll can take whoever has the turn.
    reach: tuple[int, ...]
    affection: AffectionRoll | None


VIEW, PRINTED = WorkOfHeartView, WorkOfHeartPrinted


# What is printed


def printed(edition: Any, text: Callable[..., str]) -> WorkOfHeartPrinted:
    content, e = edition.content, edition.plain
    actions = [action_card(face) for face in content.actions]
    interests = [interest_card(content, who, text) for who in content.interests]
    events = [event_card(event, text) for event in content.events]
    bonuses = [WorkOfHeartCard(face.name, text=face.text, sort="bonus") for face in content.bonuses]
    places = [
        WorkOfHeartPlace(
            content.space_name(i),
            place_name(here),
            here.mark,
            here.x,
            here.y,
            links=tuple(content.ways[i]),
            kind=here.kind,
            trait=here.trait,
        )
        for i, here in enumerate(content.spaces)
    ]
    return WorkOfHeartPrinted(
        cards=(*actions, *interests, *events, *bonuses),
        places=tuple(places),
        interests_from=len(actions),
        events_from=len(actions) + len(interests),
        bonuses_from=len(actions) + len(interests) + len(events),
        size=(max(s.x for s in content.spaces) + 1, max(s.y for s in content.spaces) + 1),
        rounds=e.laps,
        top=e.cap,
        calls=e.calls,
    )


def place_name(space: Any) -> str:
    """A letter for the column and a number for the row."""
    return f"{chr(ord('A') + space.x)}{space.y + 1}"


def listed(names: Any) -> str:
    return ", ".join(name.replace("-", " ").capitalize() for name in names)


def action_card(face: Any) -> WorkOfHeartCard:
    return WorkOfHeartCard(face.name, text=face.text, sort="action", timing=face.timing, window=face.window)


def interest_card(content: Any, who: Any, text: Callable[..., str]) -> WorkOfHeartCard:
    """What somebody likes, where they are day by day and what they want, and their quirk."""
    names = {b.id: b.name for b in content.buildings}
    visits = [VisitTime(names[v.building], v.threshold) for v in who.schedule]
    quirk = text("fact.quirk", name=who.quirk.name, text=who.quirk.text)
    return WorkOfHeartCard(
        who.name,
        flavour=who.flavour,
        facts=(text("fact.likes", traits=listed(who.traits)), quirk),
        sort="interest",
        difficulty=who.difficulty,
        quirk=QuirkText(who.quirk.name, who.quirk.text),
        schedule=tuple(visits),
        week=tuple(text("fact.waits", day=d, building=v.building, n=v.threshold) for d, v in enumerate(visits)),
        traits=tuple(who.traits),
    )


def event_card(event: Any, text: Callable[..., str]) -> WorkOfHeartCard:
    """A group event with the traits on offer, or one that tests somebody and has answers."""
    if not hasattr(event, "answers"):
        about = text("fact.group", traits=listed(event.traits))
        traits = tuple(event.traits)
        return WorkOfHeartCard(event.name, text=event.text, facts=(about,), sort="event", traits=traits, group=True)
    answers = tuple(AnswerText(a.at, a.text, rewards(a)) for a in event.answers)
    told = [text("fact.answer", at=a.at, text=a.text, reward=a.reward) for a in answers]
    facts = (text("fact.tests", traits=listed(event.tests)), *told)
    traits = tuple(event.tests)
    return WorkOfHeartCard(event.name, text=event.text, facts=facts, sort="event", traits=traits, answers=answers)


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


# What lies on the table


def view(sight: Sight) -> WorkOfHeartView:
    """Everything on the table; at the end the score sheet."""
    g, seats = sight.g, range(sight.g.seats)
    asked = ask_rules(sight)
    boards = tuple(board(sight, s, asked[s]) for s in seats)
    roll = affection(sight, asked[AFFECTION])
    zones = [campus_zone(sight, roll), *(hand_zone(sight, s) for s in seats)]
    zones += [board_zone(sight, b) for b in boards]
    zones += [interest_zone(sight), event_zone(sight), thrown_zone(sight), *bonus_zones(sight)]
    zones.append(WorkOfHeartZone("deck", sight.text("zone.deck"), layout="count", count=g.pile))
    return WorkOfHeartView(
        **sight.common(),
        zones=tuple(zones),
        boards=boards,
        day=DAY_NAMES[g.day],
        round=round_of(sight),
        phase=S.PHASES[g.phase],
        roll=None if g.roll == NONE else g.roll,
        reach=bits(asked[REACH], len(sight.edition.content.spaces)),
        affection=roll,
        sheet=sheet(sight) if g.seat == OVER else (),
    )


def round_of(sight: Sight) -> int:
    return int(min(sight.g.lap + 1, sight.e.laps))


def ask_rules(sight: Sight) -> list[int]:
    """What the rules say about this record; see summary.py."""
    out = np.zeros(ROOM, np.int64)
    summarise(sight.edition.record, sight.g.array, out)
    found: list[int] = out.tolist()
    return found


def affection(sight: Sight, total: int) -> AffectionRoll | None:
    """The affection roll on the table, if both dice lie there."""
    g, e = sight.g, sight.e
    if g.face == NONE or g.die == NONE:
        return None
    ranks = tuple(r + 1 for r in bits(e.shows[g.face], 3))
    return AffectionRoll(g.actor, ranks, g.die, total, e.threshold[g.loves[g.actor]][g.day])


# The campus


def campus_zone(sight: Sight, roll: AffectionRoll | None) -> WorkOfHeartZone:
    """Every space: whose tile covers it, and whose pawns and which love interests are on it."""
    g = sight.g
    peeked = g.peeked if sight.seat == g.turn else NONE
    hearts = interests_by_space(sight)
    pawns: dict[int, tuple[int, ...]] = {}
    for s, space in enumerate(g.space[: g.seats]):
        pawns[space] = (*pawns.get(space, ()), s)
    pieces = list(empty_spaces(sight.edition))
    tiles = {i: tile for i, tile in enumerate(g.tile[: len(pieces)]) if tile != NONE}
    for i in {*tiles, *pawns, *hearts}:
        covered = i in tiles and i != peeked
        pieces[i] = space_piece(sight.edition, i, tiles.get(i, NONE), covered, pawns.get(i, ()), hearts.get(i, ()))
    facts = campus_facts(sight, roll)
    return WorkOfHeartZone("campus", sight.text("zone.campus"), tuple(pieces), layout="grid", facts=facts)


def campus_facts(sight: Sight, roll: AffectionRoll | None) -> tuple[str, ...]:
    """The day and the round, and the affection roll on the table."""
    today = sight.text("fact.today", day=sight.g.day, n=round_of(sight), of=sight.e.laps)
    if roll is None:
        return (today,)
    ranks = "+".join(map(str, roll.ranks))
    said = sight.text("fact.roll", who=roll.who, ranks=ranks, die=roll.die, total=roll.total, need=roll.need)
    return (today, said)


@lru_cache(100)
def empty_spaces(edition: Edition) -> tuple[WorkOfHeartPiece, ...]:
    """Every space with nothing on it, which most of them are."""
    return tuple(space_piece(edition, i, NONE, False, (), ()) for i in range(len(edition.content.spaces)))


@lru_cache(10_000)
def space_piece(
    edition: Edition, i: int, tile: int, covers: bool, pawns: tuple[int, ...], hearts: tuple[str, ...]
) -> WorkOfHeartPiece:
    """A space as printed, or covered by a tile."""
    if tile == NONE:
        return WorkOfHeartPiece(f"s{i + 1}", place=i, pawns=pawns, hearts=hearts)
    if not covers:
        return WorkOfHeartPiece(f"s{i + 1}", place=i, pawns=pawns, hearts=hearts, tile=tile)
    name = f"Tiled space {place_name(edition.content.spaces[i])}"
    return WorkOfHeartPiece(
        f"s{i + 1}", name=name, mark="::", place=i, pawns=pawns, hearts=hearts, tile=tile, kind="tiled"
    )


def interests_by_space(sight: Sight) -> dict[int, tuple[str, ...]]:
    """The names of the courted love interests by where they are today."""
    g = sight.g
    found: dict[int, tuple[str, ...]] = {}
    for who in sorted(set(g.loves[: g.seats]) - {NONE}):
        space = sight.e.where[who][g.day]
        found[space] = (*found.get(space, ()), sight.edition.content.interests[who].name)
    return found


# Boards and cards


def board(sight: Sight, seat: int, ready: int) -> PlayerBoard:
    """A player board: trackers, perks that are ready, hearts, today's attempt, and how often others asked today."""
    g, e, love = sight.g, sight.e, sight.g.loves[seat]
    return PlayerBoard(
        seat=seat,
        points=g.points[seat],
        levels=dict(zip(S.TRAITS, g.level[seat], strict=True)),
        perks=tuple(S.PERKS[p] for p in bits(ready, len(S.PERKS))),
        used=tuple(S.PERKS[p] for p in bits(g.used[seat], len(S.PERKS))),
        hearts=g.hearts[seat],
        tried=bool(g.tried[seat]),
        called=g.called[seat],
        spark=g.spark[seat],
        bonus=g.bonus[seat],
        place=g.space[seat],
        held=g.held[seat],
        loves=None if love == NONE else sight.edition.content.interests[love].name,
        liked=() if love == NONE else tuple(S.TRAITS[t] for t in e.liked[love]),
    )


def board_zone(sight: Sight, board: PlayerBoard) -> WorkOfHeartZone:
    """A player board as pieces: the trackers, each with its level; then perks and hearts."""
    seat, voice = board.seat, sight.voice
    pieces = trackers(voice, seat, tuple(board.levels.values()))
    facts = board_facts(voice, (board.loves or "", board.liked), board.hearts, board.perks, board.spark)
    tried = (sight.text("fact.tried"),) if board.tried else ()
    return WorkOfHeartZone(f"board-{seat}", sight.text("zone.board", who=seat), pieces, seat, facts=facts + tried)


@lru_cache(5_000)
def trackers(voice: Voice, seat: int, levels: tuple[int, ...]) -> tuple[WorkOfHeartPiece, ...]:
    """The traits' trackers on a board, with their levels."""
    text, top = voice.text, voice.edition.plain.cap
    return tuple(
        WorkOfHeartPiece(f"t{seat + 1}-{i + 1}", name=trait.capitalize(), facts=(text("fact.level", n=n, top=top),))
        for i, (trait, n) in enumerate(zip(S.TRAITS, levels, strict=True))
    )


@lru_cache(5_000)
def board_facts(
    voice: Voice, love: tuple[str, tuple[str, ...]], hearts: int, perks: tuple[str, ...], spark: int
) -> tuple[str, ...]:
    """Whom a seat courts, its hearts, the perks that are ready, and what is added to its next roll."""
    text, (name, liked) = voice.text, love
    facts = [text("fact.loves", name=name, traits=listed(liked))] if liked else []
    facts.append(text("fact.hearts", n=hearts))
    facts += [text("fact.perks", perks=listed(perks))] if perks else []
    facts += [text("fact.spark", n=spark)] if spark else []
    return tuple(facts)


def hand_zone(sight: Sight, seat: int) -> WorkOfHeartZone:
    g = sight.g
    slots = enumerate(zip(g.hand[seat], g.seen[seat], strict=True))
    pieces = tuple(held_piece(k, card, bits(seen, g.seats)) for k, (card, seen) in slots if card != NONE)
    return WorkOfHeartZone(f"hand-{seat}", sight.text("zone.hand", who=seat), pieces, seat, "fan")


@lru_cache(10_000)
def held_piece(slot: int, card: int, seen: tuple[int, ...]) -> WorkOfHeartPiece:
    if card < 0:
        return WorkOfHeartPiece(f"h{slot + 1}", "down", slot=slot, seen=seen)
    return WorkOfHeartPiece(f"h{slot + 1}", card=card, slot=slot, seen=seen)


def thrown_zone(sight: Sight) -> WorkOfHeartZone:
    cards = bits(sight.g.thrown, len(sight.edition.content.actions))
    pieces = tuple(WorkOfHeartPiece(f"c{c + 1}", card=c) for c in cards)
    return WorkOfHeartZone("thrown", sight.text("zone.thrown"), pieces)


def interest_zone(sight: Sight) -> WorkOfHeartZone:
    """The love interests on offer; once everybody has chosen, only the courted ones."""
    chosen = sorted(set(sight.g.loves[: sight.g.seats]))
    shown = range(len(sight.edition.content.interests)) if NONE in chosen else chosen
    pieces = tuple(interest_piece(sight, w) for w in shown)
    return WorkOfHeartZone("interests", sight.text("zone.interests"), pieces)


def interest_piece(sight: Sight, number: int) -> WorkOfHeartPiece:
    """Somebody with their week from today on; the rest is printed."""
    g, prints = sight.g, prints_of(sight)
    card = prints.interests_from + number
    admirers = tuple(s for s, love in enumerate(g.loves[: g.seats]) if love == number)
    facts = prints.cards[card].week[g.day :]
    return WorkOfHeartPiece(f"l{number + 1}", card=card, interest=number, admirers=admirers, facts=facts)


def prints_of(sight: Sight) -> WorkOfHeartPrinted:
    assert isinstance(sight.printed, WorkOfHeartPrinted)
    return sight.printed


def event_zone(sight: Sight) -> WorkOfHeartZone:
    """The event being resolved, if any."""
    g = sight.g
    pieces: tuple[WorkOfHeartPiece, ...] = ()
    if g.phase in SHOWS_EVENT and g.card != NONE:
        pieces = (WorkOfHeartPiece(f"e{g.card + 1}", card=prints_of(sight).events_from + g.card),)
    left = sum(events.bit_count() for events in g.events)
    return WorkOfHeartZone("event", sight.text("zone.event"), pieces, left=left, drawing=g.phase == EVENT)


def bonus_zones(sight: Sight) -> list[WorkOfHeartZone]:
    """Each seat's pick, face down to all others; and the cards turned up at the end."""
    picks = [pick_zone(sight, s) for s in range(sight.g.seats)]
    cards = bits(sight.g.shown, len(sight.edition.content.bonuses))
    shown = tuple(bonus_piece(sight, f"b{c + 1}", c) for c in cards)
    return [*picks, WorkOfHeartZone("bonus", sight.text("zone.bonus"), shown)]


def pick_zone(sight: Sight, seat: int) -> WorkOfHeartZone:
    g, pick = sight.g, sight.g.pick[seat]
    pieces = () if pick == NONE else (bonus_piece(sight, f"p{seat + 1}", pick),)
    gone = () if g.gone[seat] < 0 else bits(g.gone[seat], len(sight.edition.content.bonuses))
    return WorkOfHeartZone(f"pick-{seat}", sight.text("zone.pick", who=seat), pieces, seat, gone=gone)


def bonus_piece(sight: Sight, id: str, card: int) -> WorkOfHeartPiece:
    if card == HIDDEN:
        return WorkOfHeartPiece(id, "down")
    return WorkOfHeartPiece(id, card=prints_of(sight).bonuses_from + card, bonus=card)


def sheet(sight: Sight) -> tuple[Score, ...]:
    """WH-31, WH-37, WH-70 The final score, line by line."""
    g, e, text = sight.g, sight.e, sight.text
    lines = []
    for seat in range(g.seats):
        won, top = g.hearts[seat], sum(level == e.cap for level in g.level[seat][: S.MAIN])
        lines.append(Score(seat, text("sheet.hearts", n=won), won * e.heart_points, "WH-37"))
        lines.append(Score(seat, text("sheet.traits", n=top), top * e.trait_points, "WH-31"))
        lines.append(Score(seat, text("sheet.bonus"), g.bonus[seat], "WH-70"))
    return tuple(lines)
