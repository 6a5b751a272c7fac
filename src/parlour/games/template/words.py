"""Keepsakes in words: what happened, what can be done, and why something cannot.

Everything here is given hidden records and seen moves, so it cannot tell a secret: what a seat does not know
is below zero, and `line` carries it as such. The sentences are in words.toml.
"""

from collections.abc import Iterator
from typing import Any

from parlour.engine.plain import NONE, OVER, a_of, kind_of
from parlour.engine.words import Line, line
from parlour.games.template import moves as M
from parlour.games.template import state as S


def name_card(edition: Any, card: int, language: str) -> str:
    return edition.faces[card].name


def name_seal(edition: Any, seal: int, language: str) -> str:
    return edition.content.seals[seal].name


# What stands behind the colon in a template, such as {card:card}; `seat` is there for every game.
NAMERS = {"card": name_card, "seal": name_seal}


def tell(edition: Any, before: Any, m: int, after: Any, seat: int) -> Iterator[Line]:
    """The story of one move as one seat saw it."""
    kind, a = kind_of(m), a_of(m)
    if kind == M.GIVE:
        yield from tell_waltz(before, after, seat)
    elif kind == M.STARTS:
        yield line("story.starts", "TG-3", who=a)
    elif kind == M.DEAL:
        yield with_card("story.deal", "TG-4", a, who=before.turn)
    elif kind == M.POST:
        yield tell_post(before, after)
    else:
        yield tell_deed(edition, before, kind, a, after)
    if after.seat == OVER:
        yield from tell_end(edition, after)


def tell_waltz(before: Any, after: Any, seat: int) -> Iterator[Line]:
    """That somebody has chosen; and with the last answer, what went where."""
    yield line("story.chosen", "TG-6", who=before.seat)
    if after.asked:
        return
    for giver in range(before.seats):
        if after.given[giver] != NONE:
            to = (giver + 1) % before.seats
            # Who gets the card knows it only afterwards, and by then it lies in a slot of their own.
            given = giver * S.HAND + after.given[giver]
            card = new_card(before, after, to) if to == seat else known_card(before, given)
            yield with_card("story.give", "TG-6", card, who=giver, to=to, n=after.given[giver] + 1)


def new_card(before: Any, after: Any, seat: int) -> int:
    """The card that a seat did not hold before."""
    hand = slice(seat * S.HAND, (seat + 1) * S.HAND)
    return next(int(card) for card in after.card[hand] if card not in before.card[hand])


def tell_post(before: Any, after: Any) -> Line:
    """The post: the seal, if it is laid seal up, and never more."""
    slot = next(s for s in range(S.MANTELPIECE, len(after.card)) if after.card[s] != before.card[s])
    if after.shows[slot] == NONE:
        return line("story.post-blind", "TG-7", n=slot - S.MANTELPIECE + 1)
    return line("story.post", "TG-7", seal=after.shows[slot], n=slot - S.MANTELPIECE + 1)


def tell_deed(edition: Any, before: Any, kind: int, a: int, after: Any) -> Line:
    """A turn's deed, the reaction to it, or what chance made of it."""
    who, victim = before.turn, before.victim
    if kind == M.PEEK:
        return with_card("story.peek", "TG-9", known_card(after, S.MANTELPIECE + a), who=who, n=a + 1)
    if kind == M.TAKE:
        return with_card("story.take", "TG-10", arrived_card(before, after, who), who=who, n=a + 1)
    if kind == M.FILCH:
        return line("story.filch", "TG-11", who=who, victim=a)
    if kind == M.LINGER:
        return line("story.linger", "TG-16", who=who)
    if kind == M.TUCK:
        return with_card("story.tuck", "TG-12", known_card(before, victim * S.HAND + a), who=victim)
    if kind == M.ALLOW:
        return line("story.allow", "TG-13", who=victim)
    if kind == M.ROLL:
        bold = a + 1 >= edition.plain.bold
        return line("story.roll-bold" if bold else "story.roll-shy", "TG-14", who=who, n=a + 1)
    return with_card("story.grab", "TG-15", arrived_card(before, after, who), who=who, victim=victim, n=a + 1)


def with_card(key: str, clause: str, card: int, **fields: Any) -> Line:
    """A line that names a card, or its variant for those who do not know which one it is."""
    return line(key if card != NONE else f"{key}-unseen", clause, card=card, **fields)


def arrived_card(before: Any, after: Any, seat: int) -> int:
    """The card in the hand slot that was empty before, or NONE if the reader does not know it."""
    slots = range(seat * S.HAND, (seat + 1) * S.HAND)
    return next(known_card(after, s) for s in slots if before.card[s] == NONE != after.card[s])


def tell_end(edition: Any, g: Any) -> Iterator[Line]:
    """Who has won, alone, together or not at all."""
    if g.mode == S.TOGETHER:
        total = sum(int(p) for p in g.points[: g.seats])
        yield line("story.together" if g.winners else "story.apart", "TG-21", total=total)
        return
    winners = [s for s in range(g.seats) if int(g.winners) >> s & 1]
    key = "story.win" if len(winners) == 1 else "story.share"
    for seat in winners:
        yield line(key, "TG-20", who=seat, points=g.points[seat])


def known_card(g: Any, slot: int) -> int:
    """What lies in a slot, or NONE if this record does not say."""
    return max(int(g.card[slot]), int(NONE))


def describe(edition: Any, g: Any, m: int) -> Line:
    """A legal move in words, for the seat that may play it."""
    kind, a = kind_of(m), a_of(m)
    if kind in (M.GIVE, M.TUCK):
        key, clause = ("move.give", "TG-6") if kind == M.GIVE else ("move.tuck", "TG-12")
        return line(key, clause, card=known_card(g, g.seat * S.HAND + a))
    if kind in (M.PEEK, M.TAKE):
        return describe_spot(kind, known_card(g, S.MANTELPIECE + a), a + 1)
    if kind == M.FILCH:
        return line("move.filch", "TG-11", victim=a)
    return line("move.linger", "TG-16") if kind == M.LINGER else line("move.allow", "TG-13")


def describe_spot(kind: int, card: int, n: int) -> Line:
    """A letter on the mantelpiece, by its name if the seat has read it."""
    key, clause = ("move.peek", "TG-9") if kind == M.PEEK else ("move.take", "TG-10")
    if card == NONE:
        return line(key, clause, n=n)
    return line(f"{key}-known", clause, card=card, n=n)


def ask(edition: Any, g: Any) -> Line:
    """The question to the seat that decides."""
    if g.stage == S.WALTZ:
        return line("ask.give", "TG-6")
    if g.stage == S.REACT:
        return line("ask.react", "TG-11", thief=g.turn)
    return line("ask.deed", "TG-8")


def why_not(edition: Any, g: Any, m: int) -> Line:
    """Why the deciding seat may not play this now; from what it knows, and for any move at all."""
    kind, a = kind_of(m), a_of(m)
    if kind in (M.STARTS, M.DEAL, M.POST, M.ROLL, M.GRAB):
        return line("refusal.chance-only", "TG-22")
    if kind == M.GIVE:
        return line("refusal.no-card", "TG-6", n=a + 1) if g.stage == S.WALTZ else line("refusal.no-waltz", "TG-6")
    if kind in (M.TUCK, M.ALLOW):
        return why_not_react(edition, g, kind, a)
    if g.stage != S.DEED:
        return line("refusal.no-deed", "TG-8")
    if kind == M.LINGER:
        return line("refusal.not-idle", "TG-16")
    return why_not_deed(edition, g, kind, a)


def why_not_react(edition: Any, g: Any, kind: int, slot: int) -> Line:
    e = edition.plain
    if g.stage != S.REACT:
        return line("refusal.no-filch", "TG-11")
    if g.card[g.seat * S.HAND + slot] == NONE:
        return line("refusal.no-card", "TG-12", n=slot + 1)
    if all(g.card[S.MANTELPIECE + k] != NONE for k in range(e.mantel)):
        return line("refusal.mantel-full", "TG-12")
    return line("refusal.cannot-tuck", "TG-12", card=g.card[g.seat * S.HAND + slot])


def why_not_deed(edition: Any, g: Any, kind: int, a: int) -> Line:
    e = edition.plain
    if kind != M.FILCH and g.card[S.MANTELPIECE + a] == NONE:
        return line("refusal.no-letter", "TG-9" if kind == M.PEEK else "TG-10", n=a + 1)
    if kind == M.PEEK:
        return line("refusal.seen", "TG-9", card=g.card[S.MANTELPIECE + a])
    if kind == M.FILCH and a == g.seat:
        return line("refusal.yourself", "TG-11")
    if kind == M.FILCH and (a >= g.seats or all(c == NONE for c in g.card[a * S.HAND : (a + 1) * S.HAND])):
        return line("refusal.nothing-there", "TG-11")
    return line("refusal.hand-full", "TG-5", n=e.limit)
