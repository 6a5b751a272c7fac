"""The table of Perfect Match as a screen sees it."""

from typing import Any

from parlour.engine.record import HIDDEN, NONE, OVER
from parlour.engine.seats import has_ruling
from parlour.engine.view import piece, score, zone
from parlour.engine.words import Line, line
from parlour.games.perfect_match import state as S
from parlour.games.perfect_match.choices import is_idle


def view(edition: Any, g: Any, seat: int) -> dict[str, Any]:
    """The stage, everybody's hand, profile and contestants, the decks; at the end the score sheet."""
    e = edition.record[0]
    stage = [place_zone(edition, e, g, seat, p) for p in range(e.places)]
    hands = [hand_zone(edition, g, seat, s) for s in range(g.seats)]
    profiles = [profile_zone(edition, e, g, s) for s in range(g.seats)]
    wooed = [wooed_zone(edition, e, g, s) for s in range(g.seats)]
    return {
        "zones": [*stage, *hands, *profiles, *wooed, *piles(edition, g)],
        "whose": int(g.turn),
        "actions": int(g.actions),
        "goal": int(e.goal[g.seats]),
        "effect": S.EFFECTS[g.effect] if g.effect != NONE else None,
        "sheet": sheet(edition, e, g) if g.seat == OVER else [],
    }


def card(edition: Any, id: str, number: int, **more: Any) -> dict[str, Any]:
    """A card of the main deck as a piece; below zero it is one that this seat does not know."""
    if number < 0:
        return piece(id, None, **more)
    content = edition.content
    face = content.faces[number]
    sort = S.SORTS[sum(number >= start for start in (edition.record[0].flags_from, edition.record[0].dramas_from))]
    marks = {"trait": getattr(face, "letter", ""), "flag": "!", "drama": "*"}
    facts: dict[str, Any] = {"card": int(number), "sort": sort, "mark": marks[sort], "flavour": face.flavour}
    if sort == "drama":
        facts |= {"effect": face.effect, "amount": face.amount, "facts": deeds(face)}
    return piece(id, face.name, **facts | more)


# Effects that happen once, however much they bring.
AT_ONCE = {"draw", "rummage", "encore"}


def deeds(face: Any) -> list[Line]:
    """What a drama or a favour does, and how often."""
    again = [line("fact.times", n=face.amount)] if face.amount > 1 and face.effect not in AT_ONCE else []
    return [line(f"fact.{face.effect}", n=face.amount), *again]


def slot_card(edition: Any, g: Any, seat: int, at: int, id: str, slot: int) -> dict[str, Any]:
    """A card in a slot. PM-R3 Who knows it is reminded of it, of who else does and of who slipped it in (PM-R22),
    unless all play from memory.
    """
    down = not g.up[at] and at // S.HAND != seat
    where: dict[str, Any] = {"slot": slot} | ({"face": "down"} if down else {})
    if g.seat != OVER and has_ruling(g, S.FROM_MEMORY):
        return card(edition, id, int(HIDDEN) if down else int(g.card[at]), **where)
    seen = [s for s in range(g.seats) if int(g.seen[at]) >> s & 1]
    maybe = [sort for k, sort in enumerate(S.SORTS) if int(g.maybe[at]) >> k & 1]
    by = {"by": int(g.by[at])} if g.by[at] != NONE else {}
    found = card(edition, id, int(g.card[at]), **where, seen=seen, maybe=maybe, **by)
    return with_facts(found, line("fact.by", "PM-R22", who=by["by"])) if by else found


def with_facts(found: dict[str, Any], *lines: Line) -> dict[str, Any]:
    """A piece with more to say about it."""
    return found | {"facts": [*found.get("facts", []), *lines]}


def place_zone(edition: Any, e: Any, g: Any, seat: int, place: int) -> dict[str, Any]:
    """A contestant on the stage with red flags above and a profile below."""
    contestant = int(g.stage[place])
    label = line("zone.place", n=place + 1)
    if contestant == NONE:
        return zone(f"s{place + 1}", label, [], place=place)
    slots = [k for k in range(e.wants) if g.card[S.DESK + place * S.PROFILE + k] != NONE]
    cards = [slot_card(edition, g, seat, int(S.DESK + place * S.PROFILE + k), f"k{k + 1}", k) for k in slots]
    person = contestant_piece(edition, e, g, contestant)
    return zone(f"s{place + 1}", label, [person, *flag_pieces(edition, e, g, contestant), *cards], place=place)


def contestant_piece(edition: Any, e: Any, g: Any, number: int) -> dict[str, Any]:
    who = edition.content.contestants[number]
    return piece(
        f"c{number + 1}",
        who.name,
        contestant=number,
        hearts=who.hearts,
        flags=int(g.burden[number]),
        action=who.action,
        effect=who.effect,
        amount=who.amount,
        flavour=who.flavour,
        facts=[line("fact.favour", name=who.action), *deeds(who)],
    )


def flag_pieces(edition: Any, e: Any, g: Any, contestant: int) -> list[dict[str, Any]]:
    first = int(e.flags_from)
    found = [first + k for k in range(int(e.dramas_from) - first) if g.above[k] == contestant]
    return [card(edition, f"m{number + 1}", number, above=contestant) for number in found]


def hand_zone(edition: Any, g: Any, seat: int, owner: int) -> dict[str, Any]:
    slots = [k for k in range(S.HAND) if g.card[owner * S.HAND + k] != NONE]
    pieces = [slot_card(edition, g, seat, owner * S.HAND + k, f"h{k + 1}", k) for k in slots]
    if seat == owner == g.turn:
        pieces = [mark_idle(edition, g, found) for found in pieces]
    return zone(f"hand-{owner}", line("zone.hand", who=owner), pieces, owner=owner, layout="fan")


def mark_idle(edition: Any, g: Any, found: dict[str, Any]) -> dict[str, Any]:
    """PM-12 A drama in the hand of whose turn it is says whether it would find nothing to work on."""
    if found.get("sort") != "drama" or not is_idle(edition.record[0], g, found["card"]):
        return found
    return with_facts(found | {"idle": True}, line("fact.idle", "PM-12"))


def profile_zone(edition: Any, e: Any, g: Any, owner: int) -> dict[str, Any]:
    """What a seat is looking for; with secret profiles also how many profiles the dates still allow."""
    number = int(g.profile[owner])
    label = line("zone.profile", who=owner)
    could = [p for p in range(e.profiles) if int(g.could[owner]) >> p & 1]
    if number == NONE:
        return zone(f"profile-{owner}", label, [], owner=owner)
    if number < 0:
        return zone(f"profile-{owner}", label, [piece("f", None)], owner=owner, could=could)
    profile = edition.content.profiles[number]
    letters = {trait.id: (trait.name, trait.letter) for trait in edition.content.traits}
    wanted = [piece(f"t{i + 1}", letters[t][0], mark=letters[t][1], sort="trait") for i, t in enumerate(profile.traits)]
    return zone(f"profile-{owner}", label, wanted, owner=owner, profile=number, title=profile.name, could=could)


def wooed_zone(edition: Any, e: Any, g: Any, owner: int) -> dict[str, Any]:
    pieces = []
    for number in range(e.contestants):
        if g.owner[number] == owner:
            pieces += [contestant_piece(edition, e, g, number), *flag_pieces(edition, e, g, number)]
    return zone(f"wooed-{owner}", line("zone.wooed", who=owner), pieces, owner=owner)


def piles(edition: Any, g: Any) -> list[dict[str, Any]]:
    """Two decks to draw from, the discards, and the drama that is being carried out."""
    waiting = int(g.waiting).bit_count()
    discards = [card(edition, f"m{n + 1}", int(n)) for n in g.discards[: g.gone]]
    shown = [card(edition, "drama", int(g.shown))] if g.shown != NONE else []
    return [
        zone("pile", line("zone.pile"), [], layout="count", count=int(g.pile)),
        zone("waiting", line("zone.waiting"), [], layout="count", count=waiting),
        zone("discard", line("zone.discard"), discards, layout="stack"),
        zone("shown", line("zone.shown"), shown),
    ]


def sheet(edition: Any, e: Any, g: Any) -> list[dict[str, Any]]:
    """PM-19 The final score, contestant by contestant."""
    lines = []
    for number in range(e.contestants):
        owner = int(g.owner[number])
        if owner != NONE:
            lines.append(score(owner, line("sheet.hearts", "PM-19", contestant=number), int(e.hearts[number])))
            flags = int(g.burden[number])
            if flags:
                lines.append(score(owner, line("sheet.flags", "PM-19", contestant=number, n=flags), -flags))
    return lines
