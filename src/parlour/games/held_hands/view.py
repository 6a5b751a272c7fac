"""The table of ...and then we held hands... as a screen sees it; it is the same for both players."""

from typing import Any

from parlour.engine.record import NONE, OVER
from parlour.engine.view import piece, score, zone
from parlour.engine.words import line
from parlour.games.held_hands import state as S


def view(edition: Any, g: Any, seat: int) -> dict[str, Any]:
    """The board, both hands, both scales, the objective and the piles; at the end what was achieved."""
    seats = range(S.PLAYERS)
    zones = [board(edition, g), objective(edition, g)]
    zones += [hand(edition, g, s) for s in seats]
    zones += [scale(edition, g, s) for s in seats]
    zones += [goals(g, s) for s in seats]
    zones += [discard(edition, g, s) for s in seats]
    zones.append(zone("deck", line("zone.deck"), [], layout="count", count=int(g.stock)))
    return {
        "zones": zones,
        "phase": S.PHASES[g.phase],
        "walker": int(g.turn),
        "walked": int(g.walked),
        "ending": None if g.ending == NONE else S.ENDINGS[g.ending],
        "sheet": sheet(edition, g) if g.seat == OVER else [],
    }


def colour(edition: Any, number: int) -> dict[str, Any] | None:
    """A colour with its letter and its emotion; None where nobody has seen it."""
    if number < 0:
        return None
    return {"colour": S.COLOURS[number], "mark": S.LETTERS[number], "emotion": edition.content.emotion(number).name}


def signed(balance: int) -> str:
    """A Balance as people write it: 0 has no sign."""
    return f"{int(balance):+d}" if balance else "0"


def board(edition: Any, g: Any) -> dict[str, Any]:
    """HH-3 Every node with its place and its tokens, and the links between them."""
    content, now = edition.content, int(g.ring)
    rings = [{"title": ring.title, "open": r <= now, "now": r == now} for r, ring in enumerate(content.rings)]
    links = [[a - 1, b - 1] for a, b in content.board.links]
    paints = [colour(edition, number) for number in range(len(S.COLOURS))]
    at, crossed, halves = g.node.tolist(), int(g.crossed), edition.record[0].half[0].tolist()
    nodes = []
    for n, number in enumerate(content.colours):
        node = place(content, n, None if number == NONE else paints[number])
        node |= {"axis": halves[n] < 0, "open": node["ring"] <= now, "crossed": bool(crossed >> n & 1)}
        nodes.append(node | {"tokens": [seat for seat in range(S.PLAYERS) if at[seat] == n]})
    return zone("board", line("zone.board"), nodes, layout="ring", links=links, rings=rings, heart=content.heart)


def place(content: Any, n: int, paint: dict[str, Any] | None) -> dict[str, Any]:
    """A node where it lies; the Heart has no colour."""
    name = paint["emotion"] if paint else "Heart"
    shown = paint or {"colour": None, "mark": "♥", "emotion": None}
    return piece(f"n{n + 1}", name, node=n, ring=content.ring_of[n], angle=content.angles[n], **shown)


def hand(edition: Any, g: Any, seat: int) -> dict[str, Any]:
    """HH-16 Six cards of which the fan shows one half; a half once seen is remembered."""
    shows = None if g.side[seat] == NONE else S.SIDES[g.side[seat]]
    held = [k for k in range(len(g.card[seat])) if g.card[seat, k] != NONE]
    cards = [card(edition, g, seat, k) for k in held]
    label = line("zone.hand", who=seat)
    return zone(f"hand-{seat}", label, cards, owner=seat, layout="fan", shows=shows, slots=int(edition.record[0].hand))


def card(edition: Any, g: Any, seat: int, slot: int) -> dict[str, Any]:
    halves = {side: colour(edition, g.half[seat, slot, k]) for k, side in enumerate(S.SIDES)}
    shown = (halves[S.SIDES[g.side[seat]]] if g.side[seat] != NONE else None) or {}
    known = g.card[seat, slot] >= 0
    name = kind_name(edition, int(g.card[seat, slot])) if known else shown["emotion"]
    face = "up" if known else "half"
    facts = [line("fact.halves", left=g.half[seat, slot, 0], right=g.half[seat, slot, 1])] if known else []
    more = {"slot": slot, "shown": shown, "mark": shown.get("mark"), "facts": facts}
    return piece(f"p{seat + 1}h{slot + 1}", name, face=face, **more, **halves)


def kind_name(edition: Any, kind: int) -> str:
    """The name of the feeling that a card's two emotions make."""
    return edition.content.card_of(kind).name


def scale(edition: Any, g: Any, seat: int) -> dict[str, Any]:
    """HH-3 A scale with 0 in the middle."""
    token = piece(f"balance-{seat + 1}", signed(g.balance[seat]))
    more = {"balance": int(g.balance[seat]), "limit": int(edition.record[0].limit)}
    facts = [line("fact.limit", n=more["limit"])]
    return zone(f"scale-{seat}", line("zone.scale", who=seat), [token], owner=seat, layout="track", facts=facts, **more)


def objective(edition: Any, g: Any) -> dict[str, Any]:
    """HH-8 The one objective that is turned up."""
    shown = colour(edition, g.goal)
    pieces = [piece("goal", shown["emotion"], ring=int(g.ring), **shown)] if shown else []
    return zone("objective", line("zone.objective"), pieces, ring=int(g.ring), met=[int(m) for m in g.met if m >= 0])


def goals(g: Any, seat: int) -> dict[str, Any]:
    return zone(
        f"goals-{seat}",
        line("zone.goals", who=seat),
        [],
        owner=seat,
        layout="count",
        count=int(g.goals[seat]),
        next=bool(g.giver == seat),
    )


def discard(edition: Any, g: Any, seat: int) -> dict[str, Any]:
    """HH-R22 Played cards lie face up."""
    kinds = [k for k in range(S.KINDS) if g.pile[seat, k] > 0]
    pieces = [
        piece(
            f"d{seat + 1}k{k + 1}",
            kind_name(edition, k),
            count=int(g.pile[seat, k]),
            left=colour(edition, k // len(S.COLOURS)),
            right=colour(edition, k % len(S.COLOURS)),
            facts=[line("fact.halves", left=k // len(S.COLOURS), right=k % len(S.COLOURS))],
        )
        for k in kinds
    ]
    count = sum(p["count"] for p in pieces)
    return zone(f"discard-{seat}", line("zone.discard", who=seat), pieces, owner=seat, layout="stack", count=count)


def sheet(edition: Any, g: Any) -> list[dict[str, Any]]:
    """HH-17 Both have what they achieved together: one point for each objective."""
    lines = []
    for seat in range(S.PLAYERS):
        for ring in range(edition.record[0].rings):
            lines.append(score(seat, line("sheet.ring", "HH-17", ring=ring, met=g.met[ring]), g.met[ring]))
    return lines
