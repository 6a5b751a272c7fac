"""...and then we held hands... in words: what happened, what can be done, and why something cannot."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from parlour.engine.plain import NONE, OVER, a_of, b_of, c_of, kind_of
from parlour.engine.words import Line, line, names_in
from parlour.games.held_hands import moves as M
from parlour.games.held_hands import state as S

# For how many milliseconds a screen shows the last step before the end.
HOLD = 1500

# The clause on which each way to end rests.
END_CLAUSES = {
    "together": "HH-22",
    "left-behind": "HH-21",
    "stuck": "HH-23",
    "no-cards": "HH-23",
    "off-balance": "HH-R3",
    "last-card": "HH-R9",
    "partner-stuck": "HH-R11",
}


def signed(balance: int) -> str:
    """A Balance as people write it: 0 has no sign."""
    return f"{int(balance):+d}" if balance else "0"


spoken = names_in(Path(__file__).with_name("words.toml"))
COLOUR_NAMES = tuple(f"name.{colour}" for colour in S.COLOURS)


def name_colour(edition: Any, colour: int, language: str) -> str:
    return f"{edition.content.emotion(colour).name} ({colour_name(colour, language)})"


def colour_name(colour: int, language: str) -> str:
    return spoken(line(COLOUR_NAMES[colour]), language)


def name_card(edition: Any, kind: int, language: str) -> str:
    card = edition.content.card_of(kind)
    letters = S.LETTERS[kind // len(S.COLOURS)] + S.LETTERS[kind % len(S.COLOURS)]
    return f"{card.name} [{letters}]" if card else f"[{letters}]"


def name_node(edition: Any, node: int, language: str) -> str:
    if node >= edition.content.heart:
        return spoken(line("name.heart"), language)
    colour = colour_name(edition.content.colours[node], language)
    return spoken(line("name.node", n=node + 1, colour=colour), language)


def name_ring(edition: Any, ring: int, language: str) -> str:
    rings = edition.content.rings
    return rings[ring].title if ring < len(rings) else spoken(line("name.circle"), language)


NAMERS = {"colour": name_colour, "card": name_card, "node": name_node, "ring": name_ring}


def tell(edition: Any, before: Any, m: int, after: Any, seat: int) -> Iterator[Line]:
    """The story of one move; it is the same for everybody at the table."""
    kind = kind_of(m)
    if kind == M.STARTS:
        yield line("story.starts", "HH-R17", who=a_of(m))
    elif kind == M.DRAW:
        yield tell_draw(before, after)
    elif kind == M.REVEAL:
        yield line("story.reveal", "HH-8", who=before.giver, colour=a_of(m), ring=before.ring)
    elif kind == M.STEP:
        yield tell_step(before, m, after)
    elif before.phase == S.FAN:
        yield line("story.fan-left" if kind == M.SHOW_LEFT else "story.fan-right", "HH-5", who=before.turn)
    else:
        yield from tell_stop(edition, before, kind, after)
    if after.seat == OVER:
        yield tell_end(after)


def tell_end(g: Any) -> Line:
    """How it ended, with the player on whom it turned."""
    ending = S.ENDINGS[g.ending]
    who = 1 - g.turn if ending == "partner-stuck" else g.turn
    return line(f"story.end-{ending}", END_CLAUSES[ending], hold=HOLD, who=who)


def tell_draw(before: Any, after: Any) -> Line:
    """Everybody sees the half of a new card that the fan shows; before there is a fan, the whole card."""
    who = int(before.turn)
    slot = next(k for k in range(len(before.card[who])) if before.card[who][k] == NONE)
    if before.side[who] == NONE:
        return line("story.deal", "HH-R22", who=who, card=after.card[who][slot])
    clause = "HH-5" if before.phase == S.DEAL else "HH-15"
    return line("story.draw", clause, who=who, colour=after.half[who][slot][after.side[who]])


def tell_step(before: Any, m: int, after: Any) -> Line:
    """Which card was played out of whose hand; now it lies face up on the walker's pile."""
    who, owner, slot = int(before.turn), a_of(m), b_of(m)
    card = next(k for k in range(S.KINDS) if after.pile[who][k] > before.pile[who][k])
    colour = before.half[owner][slot][before.side[owner]]
    played = {"who": who, "card": card, "colour": colour, "node": c_of(m), "balance": signed(after.balance[who])}
    if owner == who:
        return line("story.step", "HH-9", **played)
    return line("story.step-theirs", "HH-9", owner=owner, **played)


def tell_stop(edition: Any, before: Any, kind: int, after: Any) -> Iterator[Line]:
    """What a stop, or the look that follows it, brought about."""
    who = int(before.turn)
    if kind == M.STOP:
        yield line("story.stop", "HH-9", who=who, node=before.node[who])
        if before.walked >= edition.plain.chain:
            yield line("story.chain", "HH-14", who=who, n=before.walked)
        if before.node[who] == edition.content.heart and after.seat != OVER:
            yield line("story.heart", "HH-20", who=who)
    if after.side[who] != before.side[who]:
        yield line("story.turn-left" if after.side[who] == 0 else "story.turn-right", "HH-16", who=who)
    elif before.phase == S.LOOK:
        yield line("story.keep", "HH-16", who=who)
    if after.points[0] > before.points[0]:
        yield line("story.met", "HH-17", who=who, colour=before.goal, n=after.points[0])
    if after.ring > before.ring:
        yield line("story.ring", "HH-18", ring=after.ring)
        yield line("story.shuffle", "HH-18", n=int(after.stock) - int(before.stock))


def describe(edition: Any, g: Any, m: int) -> Line:
    """A legal move in words, for the seat that may play it."""
    kind, owner, slot = kind_of(m), a_of(m), b_of(m)
    if kind == M.STEP:
        key = "move.step" if owner == g.seat else "move.step-theirs"
        return line(key, "HH-9", colour=g.half[owner][slot][g.side[owner]], n=slot + 1, node=c_of(m))
    if kind == M.STOP:
        return line("move.stop", "HH-9", node=g.node[g.seat])
    side = "left" if kind == M.SHOW_LEFT else "right"
    return line(f"move.{side}", "HH-5" if g.phase == S.FAN else "HH-16")


def ask(edition: Any, g: Any) -> Line:
    if g.phase == S.FAN:
        return line("ask.fan", "HH-5")
    if g.phase == S.LOOK:
        return line("ask.look", "HH-16")
    if g.node[1 - g.seat] == edition.plain.heart and g.node[g.seat] != edition.plain.heart:
        return line("ask.follow", "HH-21", who=1 - g.seat)
    if g.walked == 0:
        return line("ask.first-step", "HH-R2")
    return line("ask.walk", "HH-9", balance=signed(g.balance[g.seat]))


def why_not(edition: Any, g: Any, m: int) -> Line:
    """Why the deciding seat may not play this now."""
    kind = kind_of(m)
    if kind in (M.STARTS, M.DRAW, M.REVEAL):
        return line("refusal.chance-only", "HH-1")
    if g.phase == S.FAN:
        return line("refusal.fan-first", "HH-5")
    if g.phase == S.LOOK:
        return line("refusal.look-first", "HH-16")
    if kind in (M.SHOW_LEFT, M.SHOW_RIGHT):
        return line("refusal.not-on-axis", "HH-16")
    if kind == M.STOP:
        return line("refusal.walk-first", "HH-R2")
    return why_no_step(edition, g, a_of(m), b_of(m), c_of(m))


def why_no_step(edition: Any, g: Any, hand: int, slot: int, node: int) -> Line:
    """First what is wrong with the node, then with the card, then with Balance."""
    e, here, there = edition.plain, int(g.node[g.seat]), int(g.node[1 - g.seat])
    if here == e.heart:
        return line("refusal.arrived", "HH-20")
    if node >= e.nodes or not int(e.links[here]) >> node & 1:
        return line("refusal.not-linked", "HH-9", node=here, n=node + 1)
    if e.ring[node] > g.ring:
        return line("refusal.closed", "HH-18", ring=e.ring[node])
    if int(g.crossed) >> node & 1:
        return line("refusal.crossed", "HH-12", node=node)
    if node == there != e.heart:
        return line("refusal.partner", "HH-12", node=node)
    if g.card[hand][slot] == NONE:
        return line("refusal.no-card", "HH-10", n=slot + 1)
    return why_no_card(e, g, int(g.half[hand][slot][g.side[hand]]), node)


def why_no_card(e: Any, g: Any, colour: int, node: int) -> Line:
    """The card is there and the node is free, so it is the colour or the Balance."""
    balance = int(g.balance[g.seat]) + int(e.sign[colour])
    if node != e.heart and e.colour[node] != colour:
        return line("refusal.wrong-colour", "HH-9", colour=colour, goal=e.colour[node])
    if abs(balance) > e.limit:
        return line("refusal.off-balance", "HH-R3", balance=signed(balance))
    return line("refusal.heart-balance", "HH-20", balance=signed(balance))
