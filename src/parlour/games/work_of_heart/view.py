"""The table of Work of Heart as a screen sees it: the campus, the boards, the hands and the decks.

What lies under a tile is printed on the map, but a tile covers it (WH-R27): a covered space has a name of its own, and
takes nothing but its place from the map, except for the space that a walker has looked under.
"""

from functools import lru_cache

from msgspec import Struct

from parlour.engine.edition import Edition
from parlour.engine.plain import HIDDEN, NONE, OVER, bits
from parlour.engine.sight import Sight, Voice
from parlour.engine.view import Piece, View, Zone
from parlour.games.work_of_heart import names
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.aids import (
    AffectionRoll,
    CampusWalk,
    EventShown,
    Settled,
    affection,
    event_shown,
    last_walk,
    settled,
    standing,
)
from parlour.games.work_of_heart.asking import reach_now, ready_perks
from parlour.games.work_of_heart.previews import HELP_AFTER, WorkOfHeartAfter, after
from parlour.games.work_of_heart.printed import WorkOfHeartPrinted, printed
from parlour.games.work_of_heart.winning import goal_of, sheet, sides, verdict, why_of

EVENT, INTERRUPT = int(S.EVENT), int(S.INTERRUPT)


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
    # A bonus card: what it counts, by seat, as it stands now.
    standing: tuple[int, ...] = ()


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
    # Whom they court, by name and by number, and the traits that they like by rank.
    loves: str | None
    interest: int | None
    liked: tuple[str, ...]


class WorkOfHeartView(View, kw_only=True):
    zones: tuple[WorkOfHeartZone, ...]
    boards: tuple[PlayerBoard, ...]
    # The day by name and by number from 0, and its round from 1.
    day: str
    today: int
    round: int
    phase: str
    roll: int | None
    # Whose turn it is in the round, and the taken space that is being left again.
    walker: int | None
    contested: int | None
    # The places where the roll can take whoever has the turn.
    reach: tuple[int, ...]
    # The last walk, the affection roll on the table or just settled, and the event on the table.
    walked: CampusWalk | None
    affection: AffectionRoll | None
    settled: Settled | None
    event: EventShown | None
    # What it takes to win in this mode, and at the end why somebody has.
    goal: str
    why: str = ""


VIEW, PRINTED, AFTER = WorkOfHeartView, WorkOfHeartPrinted, WorkOfHeartAfter
__all__ = ["AFTER", "HELP_AFTER", "PRINTED", "VIEW", "after", "printed", "view"]


def view(sight: Sight) -> WorkOfHeartView:
    """Everything on the table; at the end the score sheet."""
    g, seats = sight.g, range(sight.g.seats)
    boards = tuple(board(sight, s) for s in seats)
    roll, last = affection(sight), sight.last_step()
    event = event_shown(sight, prints_of(sight).events_from)
    zones = [campus_zone(sight, roll), *(hand_zone(sight, s) for s in seats)]
    zones += [board_zone(sight, b) for b in boards]
    zones += [interest_zone(sight), event_zone(sight, event), thrown_zone(sight), *bonus_zones(sight)]
    zones.append(WorkOfHeartZone("deck", sight.text("zone.deck"), layout="count", count=g.pile))
    common = sight.common()
    if g.phase == INTERRUPT:
        # Nobody is told who is asked.
        common |= {"turn": g.turn, "asked": ()}
    return WorkOfHeartView(
        **common,
        zones=tuple(zones),
        boards=boards,
        day=names.name_day(sight.edition, g.day, sight.voice.language),
        today=g.day,
        round=round_of(sight),
        phase=S.PHASES[g.phase],
        roll=None if g.roll == NONE else g.roll,
        walker=None if g.turn == NONE else g.turn,
        contested=None if g.contested == NONE else g.contested,
        reach=bits(sight.ask(reach_now), len(sight.edition.content.spaces)),
        walked=last_walk(sight, last),
        affection=roll,
        settled=settled(sight, last),
        event=event,
        goal=goal_of(sight.voice, g.mode),
        why=why_of(sight) if g.seat == OVER else "",
        sheet=sheet(sight) if g.seat == OVER else (),
        verdict=verdict(sight) if g.seat == OVER else "",
        sides=sides(sight),
        together=bool(g.mode == S.DOUBLE),
    )


def round_of(sight: Sight) -> int:
    return int(min(sight.g.lap + 1, sight.e.laps))


# The campus


def campus_zone(sight: Sight, roll: AffectionRoll | None) -> WorkOfHeartZone:
    """Every space: whose tile covers it, and whose pawns and which love interests are on it."""
    g = sight.g
    peeked = g.peeked if sight.seat == g.turn else NONE
    hearts = interests_by_space(sight.edition, tuple(g.loves[: g.seats]), g.day)
    pawns: dict[int, tuple[int, ...]] = {}
    for s, space in enumerate(g.space[: g.seats]):
        pawns[space] = (*pawns.get(space, ()), s)
    edition, language = sight.voice.edition, sight.voice.language
    pieces = list(empty_spaces(edition, language, tuple(g.tile), peeked))
    for i in {*pawns, *hearts}:
        on = pawns.get(i, ()), hearts.get(i, ())
        pieces[i] = space_piece(edition, language, i, g.tile[i], i != peeked, *on)
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


@lru_cache(1_000)
def empty_spaces(edition: Edition, language: str, tiles: tuple[int, ...], peeked: int) -> tuple[WorkOfHeartPiece, ...]:
    """Every space with its tile and nobody on it."""
    spaces = range(len(edition.content.spaces))
    return tuple(space_piece(edition, language, i, tiles[i], i != peeked, (), ()) for i in spaces)


@lru_cache(10_000)
def space_piece(
    edition: Edition, language: str, i: int, tile: int, covers: bool, pawns: tuple[int, ...], hearts: tuple[str, ...]
) -> WorkOfHeartPiece:
    """A space as printed, or covered by a tile."""
    if tile == NONE:
        return WorkOfHeartPiece(f"s{i + 1}", place=i, pawns=pawns, hearts=hearts)
    if not covers:
        return WorkOfHeartPiece(f"s{i + 1}", place=i, pawns=pawns, hearts=hearts, tile=tile)
    name = names.tiled_name(edition.content.spaces[i], language)
    return WorkOfHeartPiece(
        f"s{i + 1}", name=name, mark="::", place=i, pawns=pawns, hearts=hearts, tile=tile, kind="tiled"
    )


@lru_cache(1_000)
def interests_by_space(edition: Edition, loves: tuple[int, ...], day: int) -> dict[int, tuple[str, ...]]:
    """The names of the courted love interests by where they are today."""
    found: dict[int, tuple[str, ...]] = {}
    for who in sorted(set(loves) - {NONE}):
        space = edition.plain.where[who][day]
        found[space] = (*found.get(space, ()), edition.content.interests[who].name)
    return found


# Boards and cards


def board(sight: Sight, seat: int) -> PlayerBoard:
    """A player board: trackers, perks that are ready, hearts, today's attempt, and how often others asked today."""
    g, e, love = sight.g, sight.e, sight.g.loves[seat]
    return PlayerBoard(
        seat=seat,
        points=g.points[seat],
        levels=dict(zip(S.TRAITS, g.level[seat], strict=True)),
        perks=perks_in(sight.ask(ready_perks, seat)),
        used=perks_in(g.used[seat]),
        hearts=g.hearts[seat],
        tried=bool(g.tried[seat]),
        called=g.called[seat],
        spark=g.spark[seat],
        bonus=g.bonus[seat],
        place=g.space[seat],
        held=g.held[seat],
        loves=None if love == NONE else sight.edition.content.interests[love].name,
        interest=None if love == NONE else love,
        liked=() if love == NONE else traits_in(tuple(e.liked[love])),
    )


@lru_cache(1_000)
def perks_in(mask: int) -> tuple[str, ...]:
    return tuple(S.PERKS[p] for p in bits(mask, len(S.PERKS)))


@lru_cache(1_000)
def traits_in(numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(S.TRAITS[t] for t in numbers)


def board_zone(sight: Sight, board: PlayerBoard) -> WorkOfHeartZone:
    """A player board as pieces: the trackers, each with its level; then perks and hearts."""
    love = board.loves or "", board.liked
    facts = board_facts(sight.voice, love, board.hearts, board.perks, board.spark, board.tried)
    return tracked_zone(sight.voice, board.seat, tuple(board.levels.values()), facts)


@lru_cache(5_000)
def tracked_zone(voice: Voice, seat: int, levels: tuple[int, ...], facts: tuple[str, ...]) -> WorkOfHeartZone:
    text, pieces = voice.text, trackers(voice, seat, levels)
    return WorkOfHeartZone(f"board-{seat}", text("zone.board", who=seat), pieces, seat, facts=facts)


def trackers(voice: Voice, seat: int, levels: tuple[int, ...]) -> tuple[WorkOfHeartPiece, ...]:
    """The traits' trackers on a board, with their levels."""
    text, top = voice.text, voice.edition.plain.cap
    called = [names.trait_name(trait, voice.language) for trait in S.TRAITS]
    return tuple(
        WorkOfHeartPiece(f"t{seat + 1}-{i + 1}", name=called[i], facts=(text("fact.level", n=n, top=top),))
        for i, n in enumerate(levels)
    )


@lru_cache(5_000)
def board_facts(
    voice: Voice, love: tuple[str, tuple[str, ...]], hearts: int, perks: tuple[str, ...], spark: int, tried: bool
) -> tuple[str, ...]:
    """Whom a seat courts, its hearts, the perks that are ready, what is added to its next roll, today's attempt."""
    text, language, (name, liked) = voice.text, voice.language, love
    facts = [text("fact.loves", name=name, traits=names.traits_named(liked, language))] if liked else []
    facts.append(text("fact.hearts", n=hearts))
    ready = ", ".join(names.name_perk(voice.edition, S.PERKS.index(perk), language) for perk in perks)
    facts += [text("fact.perks", perks=ready)] if perks else []
    facts += [text("fact.spark", n=spark)] if spark else []
    facts += [text("fact.tried")] if tried else []
    return tuple(facts)


def hand_zone(sight: Sight, seat: int) -> WorkOfHeartZone:
    g = sight.g
    return held_zone(sight.voice, seat, tuple(g.hand[seat]), tuple(g.seen[seat]), g.seats)


@lru_cache(5_000)
def held_zone(voice: Voice, seat: int, hand: tuple[int, ...], seen: tuple[int, ...], seats: int) -> WorkOfHeartZone:
    """A hand as the reader knows it; most hands stay as they are while others play."""
    text = voice.text
    pieces = tuple(held_piece(k, card, bits(seen[k], seats)) for k, card in enumerate(hand) if card != NONE)
    return WorkOfHeartZone(f"hand-{seat}", text("zone.hand", who=seat), pieces, seat, "fan")


def held_piece(slot: int, card: int, seen: tuple[int, ...]) -> WorkOfHeartPiece:
    if card < 0:
        return WorkOfHeartPiece(f"h{slot + 1}", "down", slot=slot, seen=seen)
    return WorkOfHeartPiece(f"h{slot + 1}", card=card, slot=slot, seen=seen)


def thrown_zone(sight: Sight) -> WorkOfHeartZone:
    pieces = thrown_pieces(bits(sight.g.thrown, len(sight.edition.content.actions)))
    return WorkOfHeartZone("thrown", sight.text("zone.thrown"), pieces)


@lru_cache(1_000)
def thrown_pieces(cards: tuple[int, ...]) -> tuple[WorkOfHeartPiece, ...]:
    return tuple(WorkOfHeartPiece(f"c{c + 1}", card=c) for c in cards)


def interest_zone(sight: Sight) -> WorkOfHeartZone:
    return courted_zone(sight.voice, tuple(sight.g.loves[: sight.g.seats]), sight.g.day)


@lru_cache(1_000)
def courted_zone(voice: Voice, loves: tuple[int, ...], day: int) -> WorkOfHeartZone:
    """The love interests on offer; once everybody has chosen, only the courted ones."""
    text = voice.text
    shown = range(len(voice.edition.content.interests)) if NONE in loves else sorted(set(loves))
    pieces = tuple(interest_piece(prints_of(voice), w, loves, day) for w in shown)
    return WorkOfHeartZone("interests", text("zone.interests"), pieces)


def interest_piece(prints: WorkOfHeartPrinted, number: int, loves: tuple[int, ...], day: int) -> WorkOfHeartPiece:
    """Somebody with their week from today on; the rest is printed."""
    card = prints.interests_from + number
    admirers = tuple(s for s, love in enumerate(loves) if love == number)
    return WorkOfHeartPiece(
        f"l{number + 1}", card=card, interest=number, admirers=admirers, facts=prints.cards[card].week[day:]
    )


def prints_of(by: Sight | Voice) -> WorkOfHeartPrinted:
    assert isinstance(by.printed, WorkOfHeartPrinted)
    return by.printed


def event_zone(sight: Sight, event: EventShown | None) -> WorkOfHeartZone:
    """The event being resolved, if any."""
    g = sight.g
    pieces = (WorkOfHeartPiece(f"e{g.card + 1}", card=event.card),) if event else ()
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
    if pick < 0:
        return unknown_pick(sight.voice, seat, pick, g.gone[seat])
    return WorkOfHeartZone(
        f"pick-{seat}",
        sight.text("zone.pick", who=seat),
        (bonus_piece(sight, f"p{seat + 1}", pick),),
        seat,
        gone=gone_in(sight.edition, g.gone[seat]),
    )


@lru_cache(1_000)
def unknown_pick(voice: Voice, seat: int, pick: int, gone: int) -> WorkOfHeartZone:
    """A pick that the reader has not seen, or that was not made."""
    text, pieces = voice.text, (WorkOfHeartPiece(f"p{seat + 1}", "down"),) if pick == HIDDEN else ()
    label = text("zone.pick", who=seat)
    return WorkOfHeartZone(f"pick-{seat}", label, pieces, seat, gone=gone_in(voice.edition, gone))


def gone_in(edition: Edition, mask: int) -> tuple[int, ...]:
    return () if mask < 0 else bits(mask, len(edition.content.bonuses))


def bonus_piece(sight: Sight, id: str, card: int) -> WorkOfHeartPiece:
    number = prints_of(sight).bonuses_from + card
    return WorkOfHeartPiece(id, card=number, bonus=card, standing=standing(sight, card))
