"""The table of Perfect Match as a screen sees it."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from parlour.engine.edition import Edition
from parlour.engine.plain import NONE, OVER, Plain, bits
from parlour.engine.record import SEATS
from parlour.engine.sight import Sight, Voice
from parlour.engine.view import Card, Piece, Printed, Score, View, Zone
from parlour.games.perfect_match import state as S
from parlour.games.perfect_match.choices import is_idle, is_idle_favour
from parlour.games.perfect_match.plain_slots import HAND, SORTS, hand_slot, sort_of, stage_slot
from parlour.games.perfect_match.previews import PerfectMatchAfter, after
from parlour.games.perfect_match.reading import (
    HELP,
    PerfectMatchDate,
    PerfectMatchDoing,
    PerfectMatchFit,
    PerfectMatchSuit,
    date,
    doing,
    fits,
    from_memory,
    suits,
)

MARKS = {"flag": "!", "drama": "*"}

# Effects that happen once, however much they bring; and the others.
AT_ONCE = {effect: f"fact.{effect}" for effect in ("draw", "rummage", "encore")}
REPEATED = {effect: f"fact.{effect}" for effect in S.EFFECTS if effect not in AT_ONCE}
# The same in a word and in a few.
VERBS = {effect: f"verb.{effect}" for effect in S.EFFECTS}
DOES = {effect: f"does.{effect}" for effect in S.EFFECTS if effect not in AT_ONCE}
BRINGS = {effect: f"does.{effect}" for effect in AT_ONCE}


class PerfectMatchCard(Card):
    """A card of the main deck; behind these the contestants, and behind these the profiles."""

    # trait, flag, drama, contestant or profile.
    sort: str = ""
    # Its id in the edition, by which art is found.
    slug: str = ""
    # How many are in the main deck, by the number of seats.
    copies: tuple[int, ...] = ()
    # A contestant's hearts.
    hearts: int | None = None
    # What a contestant's favour is called.
    action: str = ""
    # What a drama or a favour does, and how often or how much.
    effect: str = ""
    amount: int = 0
    # The same as a verb and a short line.
    verb: str = ""
    does: str = ""
    # A profile's traits, by name.
    traits: tuple[str, ...] = ()


class PerfectMatchPrinted(Printed, kw_only=True):
    cards: tuple[PerfectMatchCard, ...] = ()
    # The numbers of the first contestant and of the first profile in `cards`.
    contestants_from: int
    profiles_from: int
    # How many cards make a profile complete.
    wants: int
    # How many cards a hand may keep.
    limit: int
    # How many actions a turn has.
    actions: int


class PerfectMatchPiece(Piece):
    """A card, a contestant, or a trait that somebody looks for."""

    # The number of a contestant, as moves name it.
    contestant: int | None = None
    # A contestant's red flags.
    flags: int | None = None
    # A red flag: the contestant that it lies above.
    above: int | None = None
    # A card in a slot: the seats that have seen it; one that this seat does not know: the sorts that it can be.
    seen: tuple[int, ...] | None = None
    maybe: tuple[str, ...] | None = None
    # A card in a contestant's profile: who slipped it in.
    by: int | None = None
    # A drama in the hand of whose turn it is, or one of their contestants: it would find nothing to work on.
    idle: bool = False
    # A trait that somebody looks for.
    sort: str = ""


class PerfectMatchZone(Zone):
    """A place on the stage, a hand, a profile, contestants that were won, or a pile."""

    pieces: tuple[PerfectMatchPiece, ...] = ()
    # A profile: its number and title, and with secret profiles those that it can still be.
    profile: int | None = None
    title: str = ""
    could: tuple[int, ...] | None = None
    # A place: the slot in which the next card would lie, how many cards it is short of a date, hearts less red flags.
    next: int | None = None
    short: int | None = None
    net: int | None = None


class PerfectMatchView(View, kw_only=True):
    zones: tuple[PerfectMatchZone, ...]
    # Whose turn it is, and how many actions are left.
    whose: int
    actions: int
    # How many hearts win, and what the game is about in a sentence.
    goal: int
    aim: str
    # The effect that is being carried out, and how far it has come.
    effect: str | None
    doing: PerfectMatchDoing | None = None
    # Whose turn comes next.
    follows: int | None = None
    # Reading helps, which a table may switch off.
    fits: tuple[PerfectMatchFit, ...] | None = None
    suits: tuple[PerfectMatchSuit, ...] | None = None
    # At the end why it is over and who has won, in a sentence.
    why: str = ""
    # The last date, if nobody has done anything since.
    date: PerfectMatchDate | None = None


VIEW, PRINTED, AFTER = PerfectMatchView, PerfectMatchPrinted, PerfectMatchAfter

__all__ = ["AFTER", "HELP", "PRINTED", "VIEW", "after", "printed", "view"]


# What is printed


def printed(edition: Any, text: Callable[..., str]) -> PerfectMatchPrinted:
    content, e = edition.content, edition.plain
    faces = [face_card(e, number, face, text) for number, face in enumerate(content.faces)]
    for number, face in enumerate(faces):
        face.copies = tuple(copies(e, content.faces, number))
    contestants = [contestant_card(who, text) for who in content.contestants]
    names = {trait.id: trait.name for trait in content.traits}
    profiles = [
        PerfectMatchCard(p.name, sort="profile", traits=tuple(names[t] for t in p.traits)) for p in content.profiles
    ]
    return PerfectMatchPrinted(
        cards=(*faces, *contestants, *profiles),
        contestants_from=len(faces),
        profiles_from=len(faces) + len(contestants),
        wants=e.wants,
        limit=e.limit,
        actions=e.turn_actions,
    )


def copies(e: Plain, faces: list[Any], number: int) -> Iterator[int]:
    """PM-R21 How many of a card are in the deck with so many players, from none on."""
    alike = [i for i, face in enumerate(faces) if face.id == faces[number].id]
    for seats in range(int(SEATS) + 1):
        yield sum(e.needs[i] <= seats for i in alike)


def face_card(e: Plain, number: int, face: Any, text: Callable[..., str]) -> PerfectMatchCard:
    """A card of the main deck; a drama says what it does."""
    sort = sort_of(e, number)
    mark = MARKS.get(sort) or face.letter
    found = PerfectMatchCard(face.name, mark, flavour=face.flavour, sort=sort, slug=face.id)
    if sort != "drama":
        return found
    return msgspec.structs.replace(found, facts=deeds(face, text), **deed(face, text))


def contestant_card(who: Any, text: Callable[..., str]) -> PerfectMatchCard:
    return PerfectMatchCard(
        who.name,
        flavour=who.flavour,
        facts=(text("fact.favour", name=who.action), *deeds(who, text)),
        sort="contestant",
        slug=who.id,
        hearts=who.hearts,
        action=who.action,
        **deed(who, text),
    )


def deed(face: Any, text: Callable[..., str]) -> dict[str, Any]:
    """What a drama or a favour does, for a screen; in a verb and a short line."""
    verb, at_once = text(VERBS[face.effect]), face.effect in AT_ONCE
    if face.amount > 1 and not at_once:
        verb = text("verb.times", verb=verb, n=face.amount)
    does = text(BRINGS[face.effect], n=face.amount) if at_once else text(DOES[face.effect])
    return {"effect": face.effect, "amount": face.amount, "verb": verb, "does": does}


def deeds(face: Any, text: Callable[..., str]) -> tuple[str, ...]:
    """What a drama or a favour does, and how often."""
    if face.effect in AT_ONCE:
        return (text(AT_ONCE[face.effect], n=face.amount),)
    again = (text("fact.times", n=face.amount),) if face.amount > 1 else ()
    return (text(REPEATED[face.effect]), *again)


# What lies on the table


def view(sight: Sight) -> PerfectMatchView:
    """The stage, everybody's hand, profile and contestants, the decks; at the end the score sheet."""
    g, e, seats = sight.g, sight.e, range(sight.g.seats)
    flags = flags_above(sight)
    stage = [place_zone(sight, p, flags) for p in range(e.places)]
    hands = [hand_zone(sight, s) for s in seats]
    profiles = [profile_zone(sight, s) for s in seats]
    wooed = [wooed_zone(sight, s, flags) for s in seats]
    found = PerfectMatchView(
        **sight.common(),
        zones=(*stage, *hands, *profiles, *wooed, *piles(sight)),
        whose=g.turn,
        actions=g.actions,
        goal=e.goal[g.seats],
        aim=sight.text("table.aim", n=e.goal[g.seats], wants=e.wants),
        effect=S.EFFECTS[g.effect] if g.effect != NONE else None,
        doing=doing(sight),
        follows=(g.turn + 1) % g.seats if g.turn != NONE else None,
        fits=fits(sight),
        suits=suits(sight),
        date=date(sight),
    )
    if g.seat == OVER:
        found.sheet, found.why = sheet(sight), why(sight)
    return found


def slot_card(sight: Sight, at: int, id: str, slot: int) -> PerfectMatchPiece:
    """A card in a slot. PM-R3 Who knows it is reminded of it, of who else does and of who slipped it in (PM-R22),
    unless all play from memory.
    """
    g, number = sight.g, sight.g.card[at]
    down = not g.up[at] and at // HAND != sight.seat
    if from_memory(g):
        known = None if number < 0 or down else number
        return PerfectMatchPiece(id, "up" if known is not None else "down", card=known, slot=slot)
    return known_card(sight.voice, id, slot, number, down, bits(g.seen[at], g.seats), g.maybe[at], g.by[at])


@lru_cache(20_000)
def known_card(
    voice: Voice, id: str, slot: int, number: int, down: bool, seen: tuple[int, ...], maybe: int, by: int
) -> PerfectMatchPiece:
    """A card in a slot with all that the reader is reminded of."""
    known, sorts = (None, sorts_in(maybe)) if number < 0 else (number, None)
    face: Any = "down" if down or known is None else "up"
    if by == NONE:
        return PerfectMatchPiece(id, face, card=known, slot=slot, seen=seen, maybe=sorts)
    text = voice.text
    facts = (text("fact.by", who=by),)
    return PerfectMatchPiece(id, face, card=known, slot=slot, seen=seen, maybe=sorts, by=by, facts=facts)


def sorts_in(maybe: int) -> tuple[str, ...]:
    return tuple(SORTS[k] for k in bits(maybe, len(SORTS)))


def place_zone(sight: Sight, place: int, flags: dict[int, list[PerfectMatchPiece]]) -> PerfectMatchZone:
    """A contestant on the stage with red flags above and a profile below."""
    g, contestant = sight.g, sight.g.stage[place]
    id, label = f"s{place + 1}", sight.text("zone.place", n=place + 1)
    if contestant == NONE:
        return PerfectMatchZone(id, label, place=place)
    slots = [(k, stage_slot(place, k)) for k in range(sight.e.wants)]
    cards = [slot_card(sight, at, f"k{k + 1}", k) for k, at in slots if g.card[at] != NONE]
    pieces = (contestant_piece(sight, contestant), *flags.get(contestant, ()), *cards)
    found = PerfectMatchZone(id, label, pieces, place=place)
    found.next = next((k for k, at in slots if g.card[at] == NONE), None)
    found.short = sight.e.wants - len(cards)
    found.net = sight.e.hearts[contestant] - g.burden[contestant]
    return found


def contestant_piece(sight: Sight, number: int) -> PerfectMatchPiece:
    card = len(sight.printed.cards) - sight.e.profiles - sight.e.contestants + number
    return PerfectMatchPiece(f"c{number + 1}", card=card, contestant=number, flags=sight.g.burden[number])


@lru_cache(1_000)
def open_card(number: int) -> PerfectMatchPiece:
    """A card that lies on a pile for all to see."""
    return PerfectMatchPiece(f"m{number + 1}", card=number)


def flags_above(sight: Sight) -> dict[int, list[PerfectMatchPiece]]:
    """The red flags above each contestant."""
    found: dict[int, list[PerfectMatchPiece]] = {}
    first = sight.e.flags_from
    for number, contestant in enumerate(sight.g.above[: sight.e.dramas_from - first], first):
        if contestant != NONE:
            flag = PerfectMatchPiece(f"m{number + 1}", card=number, above=contestant)
            found.setdefault(contestant, []).append(flag)
    return found


def hand_zone(sight: Sight, owner: int) -> PerfectMatchZone:
    held = sight.g.card[owner * HAND : (owner + 1) * HAND]
    slots = [k for k, number in enumerate(held) if number != NONE]
    pieces = tuple(slot_card(sight, hand_slot(owner, k), f"h{k + 1}", k) for k in slots)
    if sight.seat == owner == sight.g.turn:
        pieces = tuple(mark_idle(sight, piece) for piece in pieces)
    return PerfectMatchZone(f"hand-{owner}", sight.text("zone.hand", who=owner), pieces, owner, "fan")


def mark_idle(sight: Sight, piece: PerfectMatchPiece) -> PerfectMatchPiece:
    """PM-12 A drama in the hand of whose turn it is says if it would find nothing to work on."""
    return piece if piece.card is None or not sight.ask(is_idle, piece.card) else idle(sight, piece)


def idle(sight: Sight, piece: PerfectMatchPiece) -> PerfectMatchPiece:
    return msgspec.structs.replace(piece, idle=True, facts=(sight.text("fact.idle"),))


def profile_zone(sight: Sight, owner: int) -> PerfectMatchZone:
    """What a seat is looking for; with secret profiles also how many profiles the dates still allow."""
    g, number = sight.g, sight.g.profile[owner]
    id, label = f"profile-{owner}", sight.text("zone.profile", who=owner)
    could = bits(g.could[owner], sight.e.profiles)
    if number == NONE:
        return PerfectMatchZone(id, label, owner=owner)
    if number < 0:
        return PerfectMatchZone(id, label, (PerfectMatchPiece("f", "down"),), owner, could=could)
    title, pieces = wanted(sight.voice.edition, number)
    return PerfectMatchZone(id, label, pieces, owner, profile=number, title=title, could=could)


@lru_cache(1_000)
def wanted(edition: Edition, number: int) -> tuple[str, tuple[PerfectMatchPiece, ...]]:
    """The title of a profile, and the traits that it asks for."""
    letters = {trait.id: (trait.name, trait.letter) for trait in edition.content.traits}
    profile = edition.content.profiles[number]
    traits = [letters[t] for t in profile.traits]
    return profile.name, tuple(
        PerfectMatchPiece(f"t{i + 1}", name=name, mark=letter, sort="trait") for i, (name, letter) in enumerate(traits)
    )


def wooed_zone(sight: Sight, owner: int, flags: dict[int, list[PerfectMatchPiece]]) -> PerfectMatchZone:
    pieces: list[PerfectMatchPiece] = []
    for number, whose in enumerate(sight.g.owner[: sight.e.contestants]):
        if whose == owner:
            piece = contestant_piece(sight, number)
            if sight.seat == owner == sight.g.turn and sight.ask(is_idle_favour, number):
                piece = idle(sight, piece)
            pieces += [piece, *flags.get(number, ())]
    return PerfectMatchZone(f"wooed-{owner}", sight.text("zone.wooed", who=owner), tuple(pieces), owner)


def piles(sight: Sight) -> list[PerfectMatchZone]:
    """Two decks to draw from, the discards, and the drama that is being carried out."""
    g, text = sight.g, sight.text
    discards = tuple(map(open_card, g.discards[: g.gone]))
    shown = (PerfectMatchPiece("drama", card=g.shown),) if g.shown != NONE else ()
    return [
        PerfectMatchZone("pile", text("zone.pile"), layout="count", count=g.pile),
        PerfectMatchZone("waiting", text("zone.waiting"), layout="count", count=g.waiting.bit_count()),
        PerfectMatchZone("discard", text("zone.discard"), discards, layout="stack"),
        PerfectMatchZone("shown", text("zone.shown"), shown),
    ]


def why(sight: Sight) -> str:
    """PM-20 to PM-22 Why the game is over, and who has won by what."""
    g, goal = sight.g, sight.e.goal[sight.g.seats]
    first, *others = [s for s in range(g.seats) if g.winners >> s & 1]
    best = g.points[first]
    if best >= goal:
        return sight.text("why.goal", who=first, n=best, goal=goal)
    if others:
        return sight.text("why.draw", n=best)
    tied = [s for s in range(g.seats) if g.points[s] == best]
    if len(tied) > 1:
        return sight.text("why.tie", who=first, n=best, wooed=g.wooed[first])
    return sight.text("why.most", who=first, n=best)


def sheet(sight: Sight) -> tuple[Score, ...]:
    """PM-19 The final score, contestant by contestant."""
    g, lines, text = sight.g, [], sight.text
    for number, owner in enumerate(g.owner[: sight.e.contestants]):
        if owner != NONE:
            mark, won = f"person {number}", text("sheet.won")
            label = text("sheet.hearts", contestant=number)
            lines.append(Score(owner, label, sight.e.hearts[number], "PM-19", won, mark))
            if flags := g.burden[number]:
                label = text("sheet.flags", contestant=number, n=flags)
                lines.append(Score(owner, label, -flags, "PM-19", text("sheet.against"), mark))
    return tuple(lines)
