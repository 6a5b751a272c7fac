"""The table of ...and then we held hands... as a screen sees it; it is the same for both players."""

from collections.abc import Callable
from functools import lru_cache
from itertools import groupby, islice
from typing import Any, Literal

from msgspec import Struct

from parlour.engine.edition import Edition
from parlour.engine.plain import HIDDEN, NONE, OVER, Plain, bits, c_of, has_ruling, kind_of
from parlour.engine.sight import Sight, Step
from parlour.engine.view import Card, Piece, Place, Printed, Score, View, Zone
from parlour.games.held_hands import moves as M
from parlour.games.held_hands import state as S
from parlour.games.held_hands.previews import HeldHandsAfter, after
from parlour.games.held_hands.words import signed, tell_end


class EmotionName(Struct):
    """A colour with its letter, its emotion and what a card of it does to Balance."""

    colour: str
    mark: str
    emotion: str
    weight: int


class HeldHandsCard(Card, kw_only=True):
    """A kind of card, by its two halves: their numbers in `colours`."""

    # Without defaults, which would not be sent.
    left: int
    right: int


class HeldHandsPlace(Place):
    """A node; the Heart has no colour."""

    colour: str | None = None
    emotion: str | None = None
    # Whether it lies on the axis; else on which half each seat sees it.
    axis: bool = False
    half: tuple[str, ...] = ()


class HeldHandsPrinted(Printed, kw_only=True):
    """Every kind of card, every node, the colours, and the titles of the rings from the outside."""

    cards: tuple[HeldHandsCard, ...] = ()
    places: tuple[HeldHandsPlace, ...] = ()
    colours: tuple[EmotionName, ...]
    rings: tuple[str, ...]
    # The node that is the Heart.
    heart: int
    # How far a Balance may go from 0.
    limit: int
    # How many slots a hand has.
    slots: int
    # How many objectives each ring asks for, and how many cards in one walk bring Balance back to 0.
    wants: int
    chain: int


class HeldHandsPiece(Piece):
    """A node, a card, a token on a scale or the objective."""

    # A node: whether its ring cannot be walked on yet, whether this turn has crossed it, and whether to end a turn here
    # meets the objective.
    closed: bool = False
    crossed: bool = False
    goal: bool = False
    # A card: the colours of its halves, by number; nothing for one that nobody has seen.
    left: int | None = None
    right: int | None = None
    # The objective: its colour by name, its emotion and its ring.
    colour: str = ""
    emotion: str = ""
    ring: int | None = None


class HeldHandsZone(Zone):
    """The board, a hand, a scale, the objective or a pile."""

    pieces: tuple[HeldHandsPiece, ...] = ()
    # A hand: the half that the fan shows.
    shows: Literal["left", "right"] | None = None
    # A scale: where its token stands.
    balance: int | None = None
    # The board and the objective: the ring being walked; and by ring how many objectives were met.
    ring: int | None = None
    met: tuple[int, ...] | None = None
    # Objectives: whether this seat gives the next.
    next: bool = False
    # A discard pile: whether it is the bigger one, which goes back into the deck when a ring is done.
    returns: bool = False


class Walk(Struct):
    """The nodes of one turn in order, the one where it began first."""

    seat: int
    nodes: tuple[int, ...]


class Ending(Struct):
    """How it ended: the reason as a word, in one sentence, and its clause."""

    reason: str
    text: str
    clause: str
    # The seat on which it turned.
    who: int


class HeldHandsView(View, kw_only=True):
    zones: tuple[HeldHandsZone, ...]
    phase: str
    # Who walks, and how far this turn.
    walker: int
    walked: int
    # This turn's walk, if it has begun, and the last one before it.
    walks: tuple[Walk, ...] = ()
    # How it ended.
    ending: str | None
    end: Ending | None = None
    # What both are after, in one sentence.
    aim: str


VIEW, PRINTED, AFTER = HeldHandsView, HeldHandsPrinted, HeldHandsAfter

__all__ = ["AFTER", "PRINTED", "VIEW", "after", "printed", "signed", "view"]


STEP = int(M.STEP)


# What is printed


def printed(edition: Any, text: Callable[..., str]) -> HeldHandsPrinted:
    content, e = edition.content, edition.plain
    names = [content.emotion(c).name for c in range(len(S.COLOURS))]
    return HeldHandsPrinted(
        cards=tuple(kind_card(content, kind, text) for kind in range(S.KINDS)),
        places=tuple(node(content, e, n, number, text) for n, number in enumerate(content.colours)),
        colours=tuple(EmotionName(*row) for row in zip(S.COLOURS, S.LETTERS, names, e.sign, strict=True)),
        rings=tuple(ring.title for ring in content.rings),
        heart=content.heart,
        limit=e.limit,
        slots=e.hand,
        wants=S.PLAYERS * e.goals,
        chain=e.chain,
    )


def kind_card(content: Any, kind: int, text: Callable[..., str]) -> HeldHandsCard:
    """The feeling that two emotions make."""
    left, right = divmod(kind, len(S.COLOURS))
    card = content.card_of(kind)
    facts = (text("fact.halves", left=left, right=right),)
    return HeldHandsCard(card.name if card else "", facts=facts, left=left, right=right)


def node(content: Any, e: Plain, n: int, number: int, text: Callable[..., str]) -> HeldHandsPlace:
    """HH-3 A node where it lies, and the nodes that it is linked to."""
    paint: dict[str, Any] = {"name": text("zone.heart"), "mark": "♥"}
    if number != NONE:
        emotion = content.emotion(number).name
        paint = {"name": emotion, "mark": S.LETTERS[number], "colour": S.COLOURS[number], "emotion": emotion}
    return HeldHandsPlace(
        label=str(n + 1),
        ring=content.ring_of[n],
        angle=content.angles[n],
        links=tuple(content.neighbours(n)),
        axis=e.half[0][n] < 0,
        half=() if e.half[0][n] < 0 else tuple(S.SIDES[half[n]] for half in e.half),
        **paint,
    )


# What lies on the table


def view(sight: Sight) -> HeldHandsView:
    """The board, both hands, both scales, the objective and the piles; at the end what was achieved."""
    g, seats = sight.g, range(S.PLAYERS)
    zones = [board(sight), objective(sight)]
    for part in (hand, scale, goals, discard):
        zones += [part(sight, s) for s in seats]
    zones.append(HeldHandsZone("deck", sight.text("zone.deck"), layout="count", count=g.stock))
    return HeldHandsView(
        **sight.common(),
        zones=tuple(zones),
        phase=S.PHASES[g.phase],
        walker=g.turn,
        walked=g.walked,
        walks=walks(sight),
        ending=None if g.ending == NONE else S.ENDINGS[g.ending],
        end=end(sight) if g.seat == OVER else None,
        aim=aim(sight),
        sheet=sheet(sight) if g.seat == OVER else (),
    )


def aim(sight: Sight) -> str:
    """HH-1, HH-20 What both are after."""
    ring = sight.g.ring
    return sight.text("table.aim", ring=ring) if ring < sight.e.rings else sight.text("table.aim-heart")


def walks(sight: Sight) -> tuple[Walk, ...]:
    """HH-12 The walk of this turn and the last one before it; steps of a turn follow each other in the log."""
    runs = groupby(sight.steps_back(), lambda step: step.who if kind_of(step.move) == STEP else NONE)
    found = (walk(seat, [*run][::-1]) for seat, run in runs if seat != NONE)
    return tuple(islice(found, 2))


def walk(seat: int, steps: list[Step]) -> Walk:
    """A run of steps, from where the token stood before it."""
    return Walk(seat, (steps[0].before.node[seat], *(c_of(step.move) for step in steps)))


def end(sight: Sight) -> Ending:
    """HH-22, HH-23 Why it is over."""
    said = tell_end(sight.g)
    return Ending(S.ENDINGS[sight.g.ending], sight.voice.say(said), said.clause, said.fields["who"])


def board(sight: Sight) -> HeldHandsZone:
    """HH-3 Every node with its tokens; where it lies is printed."""
    g = sight.g
    nodes = list(empty_nodes(sight.edition, g.ring, g.goal))
    pawns: dict[int, tuple[int, ...]] = {}
    for seat, n in enumerate(g.node):
        pawns[n] = (*pawns.get(n, ()), seat)
    for n in {*pawns, *bits(g.crossed, len(nodes))}:
        goal, crossed = nodes[n].goal, bool(g.crossed >> n & 1)
        nodes[n] = node_piece(n, nodes[n].closed, goal, pawns.get(n, ()), crossed)
    return HeldHandsZone("board", sight.text("zone.board"), tuple(nodes), layout="ring", ring=g.ring)


@lru_cache(1_000)
def empty_nodes(edition: Edition, open_ring: int, goal: int) -> tuple[HeldHandsPiece, ...]:
    """Every node before anybody walks over it."""
    colour, rings = edition.plain.colour, edition.content.ring_of
    return tuple(
        node_piece(n, ring > open_ring, goal >= 0 and ring == open_ring and colour[n] == goal, (), False)
        for n, ring in enumerate(rings)
    )


@lru_cache(5_000)
def node_piece(n: int, closed: bool, goal: bool, pawns: tuple[int, ...], crossed: bool) -> HeldHandsPiece:
    return HeldHandsPiece(f"n{n + 1}", place=n, pawns=pawns, closed=closed, crossed=crossed, goal=goal)


def hand(sight: Sight, seat: int) -> HeldHandsZone:
    """HH-16 Six cards of which the fan shows one half; a half once seen is remembered, unless all play from memory."""
    g = sight.g
    shows: Any = None if g.side[seat] == NONE else S.SIDES[g.side[seat]]
    cards = tuple(
        card(sight.voice.edition, seat, k, *faces(g, number, halves, g.side[seat]), g.side[seat])
        for k, (number, halves) in enumerate(zip(g.card[seat], g.half[seat], strict=True))
        if number != NONE
    )
    return HeldHandsZone(f"hand-{seat}", sight.text("zone.hand", who=seat), cards, seat, "fan", shows=shows)


def faces(g: Plain, kind: int, halves: list[int], side: int) -> tuple[int, ...]:
    """HH-R23 A card's kind and halves; from memory only the half that lies open, until all cards are turned up."""
    if side == NONE or g.seat == OVER or not has_ruling(g, S.FROM_MEMORY):
        return kind, *halves
    return HIDDEN, *(half if k == side else NONE for k, half in enumerate(halves))


@lru_cache(10_000)
def card(edition: Edition, seat: int, slot: int, kind: int, left: int, right: int, side: int) -> HeldHandsPiece:
    """A card by its kind, or by the half that is known."""
    shown = NONE if side == NONE else (left, right)[side]
    found = HeldHandsPiece(f"p{seat + 1}h{slot + 1}", slot=slot, mark=S.LETTERS[shown] if shown >= 0 else "")
    found.left, found.right = (None if half < 0 else half for half in (left, right))
    if kind >= 0:
        found.card = kind
    else:
        found.face, found.name = "half", edition.content.emotion(shown).name
    return found


def scale(sight: Sight, seat: int) -> HeldHandsZone:
    """HH-3 A scale with 0 in the middle."""
    balance = sight.g.balance[seat]
    token = HeldHandsPiece(f"balance-{seat + 1}", name=signed(balance))
    label, facts = sight.text("zone.scale", who=seat), (sight.text("fact.limit", n=sight.e.limit),)
    return HeldHandsZone(f"scale-{seat}", label, (token,), seat, "track", facts=facts, balance=balance)


def objective(sight: Sight) -> HeldHandsZone:
    """HH-8 The one objective that is turned up."""
    g = sight.g
    pieces: tuple[HeldHandsPiece, ...] = ()
    if g.goal >= 0:
        emotion = sight.voice.edition.content.emotion(g.goal).name
        paint = {"mark": S.LETTERS[g.goal], "colour": S.COLOURS[g.goal], "emotion": emotion, "ring": g.ring}
        pieces = (HeldHandsPiece("goal", name=emotion, **paint),)
    met = tuple(m for m in g.met if m >= 0)
    return HeldHandsZone("objective", sight.text("zone.objective"), pieces, ring=g.ring, met=met)


def goals(sight: Sight, seat: int) -> HeldHandsZone:
    g, label = sight.g, sight.text("zone.goals", who=seat)
    return HeldHandsZone(f"goals-{seat}", label, (), seat, "count", g.goals[seat], next=g.giver == seat)


def discard(sight: Sight, seat: int) -> HeldHandsZone:
    """HH-R22 Played cards lie face up."""
    pile, other = sight.g.pile[seat], sight.g.pile[1 - seat]
    pieces = tuple(pile_piece(seat, k, n) for k, n in enumerate(pile) if n > 0)
    label, count = sight.text("zone.discard", who=seat), sum(n for n in pile if n > 0)
    returns = count > sum(other)
    return HeldHandsZone(f"discard-{seat}", label, pieces, seat, "stack", count, returns=returns)


@lru_cache(5_000)
def pile_piece(seat: int, kind: int, count: int) -> HeldHandsPiece:
    return HeldHandsPiece(f"d{seat + 1}k{kind + 1}", card=kind, count=count)


def sheet(sight: Sight) -> tuple[Score, ...]:
    """HH-17 Both have what they achieved together: one point for each objective."""
    rows = [(ring, sight.g.met[ring]) for ring in range(sight.e.rings)]
    return tuple(
        Score(seat, sight.text("sheet.ring", ring=ring, met=met), met, "HH-17")
        for seat in range(S.PLAYERS)
        for ring, met in rows
    )
