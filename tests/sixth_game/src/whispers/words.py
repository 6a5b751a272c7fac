"""Whispers in words. Everything here is given hidden records and seen moves; the sentences are in words.toml."""

from collections.abc import Iterator
from typing import Any

from parlour.engine.plain import NONE, OVER, a_of, b_of, bits, c_of, kind_of
from parlour.engine.words import Line, line
from whispers import moves as M
from whispers import state as S

# The story and the offer of a secret that needs another player, and its clause, by deed.
CHOICES = {
    int(S.PEEK): ("story.peek", "move.peek", "WS-6"),
    int(S.COMPARE): ("story.duel", "move.duel", "WS-7"),
    int(S.SWAP): ("story.swap", "move.swap", "WS-9"),
}


def name_card(edition: Any, card: int, language: str) -> str:
    return edition.content.faces[card].name


def name_kind(edition: Any, kind: int, language: str) -> str:
    return edition.content.kinds[kind].name


NAMERS = {"card": name_card, "kind": name_kind}


def tell(edition: Any, before: Any, m: int, after: Any, seat: int) -> Iterator[Line]:
    """The story of one move as one seat saw it."""
    kind, a, who = kind_of(m), a_of(m), before.turn
    if kind == M.STARTS:
        yield line("story.starts", "WS-2", who=a)
    elif kind == M.DEAL and a == NONE:
        yield line("story.deal-unseen", "WS-3", who=who)
    elif kind == M.DEAL:
        yield line("story.deal", "WS-3", who=who, card=a)
    else:
        yield from tell_turn(edition, before, m, after, seat)
    if after.seat == OVER:
        for winner in bits(after.winners, after.seats):
            yield line("story.win", "WS-12", who=winner, points=after.points[winner])


def tell_turn(edition: Any, before: Any, m: int, after: Any, seat: int) -> Iterator[Line]:
    """What was played, what came of it, and who has left."""
    who, other = before.turn, b_of(m)
    yield tell_play(edition, before, m, after)
    if kind_of(m) == M.CHOOSE and seat in (who, other) and after.seat != OVER:
        yield from tell_sight(edition, before, m, after, seat)
    for gone in bits(after.out & ~before.out, after.seats):
        yield line("story.leave", "WS-12", who=gone)


def tell_play(edition: Any, before: Any, m: int, after: Any) -> Line:
    """A played secret lies open, so everybody can be told which one it was."""
    who, other = before.turn, b_of(m)
    card = played(edition, before, m, after)
    if kind_of(m) == M.GUESS:
        return line("story.guess", "WS-5", who=who, other=other, secret=c_of(m))
    if kind_of(m) == M.PLAY:
        return line("story.play", "WS-4", who=who, card=card)
    key, _, clause = CHOICES[deed_of(edition, card)]
    return line(key, clause, who=who, other=other)


def tell_sight(edition: Any, before: Any, m: int, after: Any, seat: int) -> Iterator[Line]:
    """What one of the two players has learnt of the other's secret, if it is still held."""
    who, other = before.turn, b_of(m)
    theirs = other if seat == who else who
    card = after.card[theirs * S.HAND]
    if card >= 0:
        yield line("story.know", "WS-6", other=theirs, card=card)


def played(edition: Any, before: Any, m: int, after: Any) -> int:
    """The card that a turn's player laid open. If somebody left, theirs lies there too; the deed tells them apart."""
    known = before.card[before.turn * S.HAND + a_of(m)]
    laid = bits(after.open & ~before.open, S.CARDS)
    if known >= 0 or len(laid) == 1:
        return known if known >= 0 else laid[0]
    deeds = {int(M.PLAY): S.LEAVE, int(M.CHOOSE): S.COMPARE, int(M.GUESS): S.GUESS}
    deed = deeds[int(kind_of(m))]
    return next(card for card in laid if deed_of(edition, card) == deed)


def deed_of(edition: Any, card: int) -> int:
    return edition.plain.deed[edition.plain.kind[card]]


def describe(edition: Any, g: Any, m: int) -> Line:
    """A legal move in words, for the seat that may play it."""
    card, other = g.card[g.seat * S.HAND + a_of(m)], b_of(m)
    if kind_of(m) == M.PLAY:
        return line("move.play", "WS-4", card=card)
    if kind_of(m) == M.GUESS:
        return line("move.guess", "WS-5", other=other, secret=c_of(m))
    _, key, clause = CHOICES[deed_of(edition, card)]
    return line(key, clause, other=other)


def ask(edition: Any, g: Any) -> Line:
    """The question to the seat that decides."""
    return line("ask.choose", "WS-4")


def why_not(edition: Any, g: Any, m: int) -> Line:
    """Why the deciding seat may not play this now; from what it knows, and for any move at all."""
    kind, other = kind_of(m), b_of(m)
    if kind in (M.STARTS, M.DEAL):
        return line("refusal.chance-only", "WS-4")
    if kind == M.PLAY:
        return line("refusal.needs-player", "WS-11")
    if other >= g.seats or g.out >> other & 1:
        return line("refusal.not-there", "WS-11", n=other + 1)
    if other == g.seat:
        return line("refusal.yourself", "WS-4")
    if g.fans >> other & 1:
        return line("refusal.fan", "WS-8", other=other)
    return line("refusal.other-secret", "WS-4", card=g.card[g.seat * S.HAND + a_of(m)])
