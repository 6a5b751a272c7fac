"""The table of Whispers as a screen sees it."""

from collections.abc import Callable
from typing import Any

from parlour.engine.plain import NONE, OVER, bits
from parlour.engine.sight import Sight
from parlour.engine.view import Card, Piece, Printed, Score, View, Zone
from whispers import state as S

VIEW, PRINTED = View, Printed


def printed(edition: Any, text: Callable[..., str]) -> Printed:
    """Every secret of the edition; pieces name it by its number."""
    ranks = {kind.id: i + 1 for i, kind in enumerate(edition.content.kinds)}
    faces = edition.content.faces
    return Printed(tuple(Card(f.name, str(ranks[f.id]), f.text) for f in faces))


def view(sight: Sight) -> View:
    """A hand for each seat, the secrets that lie open and the pile; at the end the score sheet."""
    g = sight.g
    hands = [hand(sight, seat) for seat in range(g.seats)]
    laid = tuple(Piece(f"o{card + 1}", card=card) for card in bits(g.open, S.CARDS))
    zones = (
        *hands,
        Zone("open", sight.text("zone.open"), laid),
        Zone("pile", sight.text("zone.pile"), layout="count", count=g.pile),
    )
    return View(**sight.common(), zones=zones, sheet=sheet(sight) if g.seat == OVER else ())


def hand(sight: Sight, seat: int) -> Zone:
    g, facts = sight.g, []
    pieces = [secret(sight, seat * S.HAND + k, k) for k in range(S.HAND) if g.card[seat * S.HAND + k] != NONE]
    if g.out >> seat & 1:
        facts.append(sight.text("fact.out"))
    if g.fans >> seat & 1:
        facts.append(sight.text("fact.fan"))
    return Zone(f"hand-{seat}", sight.text("zone.hand", who=seat), tuple(pieces), seat, "fan", facts=tuple(facts))


def secret(sight: Sight, slot: int, place: int) -> Piece:
    """A secret by its name, or by the kinds that it can still be."""
    g, kinds = sight.g, sight.edition.content.kinds
    if g.card[slot] >= 0:
        return Piece(f"h{place + 1}", card=g.card[slot], slot=place)
    maybe = [kinds[k].name for k in bits(g.maybe[slot], len(kinds))]
    facts = (sight.text("fact.maybe", kinds=", ".join(maybe)),) if len(maybe) < len(kinds) else ()
    return Piece(f"h{place + 1}", "down", slot=place, facts=facts)


def sheet(sight: Sight) -> tuple[Score, ...]:
    """WS-12 What each secret that is still there gives."""
    g = sight.g
    here = [seat for seat in range(g.seats) if not g.out >> seat & 1]
    return tuple(Score(s, sight.text("sheet.secret", card=g.card[s * S.HAND]), g.points[s], "WS-12") for s in here)
