"""The workshop as a screen sees it: the track, the row with what each card would do, and everybody's board."""

from functools import lru_cache
from typing import Any, Literal

from msgspec import structs

from parlour.engine.plain import NONE, OVER, bits
from parlour.engine.sight import Sight, Voice
from parlour.engine.view import Piece, Score, View, Zone
from parlour.games.labor_of_love.asking import may_glow
from parlour.games.labor_of_love.chain import past_lines
from parlour.games.labor_of_love.outcome import PointParts, TurnMade, Would, in_turn, parts_of, spark, take
from parlour.games.labor_of_love.previews import LaborOfLoveAfter, after, last_turn
from parlour.games.labor_of_love.printed import LaborOfLovePrinted, mark, printed
from parlour.games.labor_of_love.words import why_won


class LaborOfLovePiece(Piece):
    """A project, a reaction, a button on the track or a bulb on a board."""

    would: Would | None = None
    # How high a button lies, if several share a space.
    level: int = 0
    # A bulb: its colour, where it hangs, what that is worth, and whether it is the end of the row.
    colour: str = ""
    row: int | None = None
    column: int | None = None
    value: int | None = None
    end: bool = False


class LaborOfLoveZone(Zone):
    """The track, the row, a pile, a board, a stack or the reactions of a seat."""

    pieces: tuple[LaborOfLovePiece, ...] = ()
    # A reaction pile's emoji, by id and as a sign.
    emoji: str = ""
    sign: str = ""
    # A reaction pile: how many of its emojis the reader has, and what its top card would bring now.
    have: int | None = None
    sum: int | None = None
    # A board: how many bonus lines were claimed, how many bulbs are past each, and where the points come from.
    claimed: int = 0
    past: tuple[int, ...] = ()
    parts: PointParts | None = None
    # A stack: its craft, its spot, and what each card in it is worth.
    craft: str = ""
    spot: int | None = None
    worth: int | None = None
    # Reactions: by emoji, how many the seat has on its projects.
    cheers: dict[str, int] | None = None


class LaborOfLoveView(View, kw_only=True):
    zones: tuple[LaborOfLoveZone, ...]
    # Whose turn it is; -1 before the first.
    mover: int
    # What whoever decides is asked for.
    choice: Literal["project", "glow", "react"]
    # The seats by when it is their turn; those that have arrived come last.
    order: tuple[int, ...]
    # The last turn that was made, with every step of the bulbs.
    made: TurnMade | None = None
    # At the end where the winner's points come from.
    why: str = ""


VIEW, PRINTED, AFTER = LaborOfLoveView, LaborOfLovePrinted, LaborOfLoveAfter

__all__ = ["AFTER", "PRINTED", "VIEW", "after", "printed", "view"]


# What lies on the table


def view(sight: Sight) -> LaborOfLoveView:
    """What lies in the middle, then a board, four stacks and the reactions of every seat."""
    g = sight.g
    zones = [track(sight), card_row(sight), pile(sight), *piles(sight)]
    made = projects_by_craft(sight)
    for s in range(g.seats):
        zones += [board(sight, s), *stacks(sight, s, made), fan(sight, s)]
    choice: Any = "glow" if g.bonus > 0 else "react" if g.owed > 0 else "project"
    stands = {s: (g.place[s], g.level[s]) for s in range(g.seats) if g.place[s] != NONE}
    return LaborOfLoveView(
        **sight.common(),
        zones=tuple(zones),
        mover=g.mover,
        choice=choice,
        order=tuple(in_turn(sight.e, stands)),
        made=last_turn(sight),
        sheet=sheet(sight) if g.seat == OVER else (),
        why=sight.voice.say(why_won(sight.edition, g, bits(g.winners, g.seats)[0])) if g.seat == OVER else "",
    )


def reader_of(sight: Sight) -> int:
    """Whose choices are weighed: the reader's, or for a spectator those of whoever decides."""
    return sight.seat if sight.seat >= 0 else max(sight.g.seat, 0)


def track(sight: Sight) -> LaborOfLoveZone:
    """Buttons by space and level; the spaces themselves are printed."""
    g, end = sight.g, sight.e.end
    order = sorted((g.place[s], g.level[s], s) for s in range(g.seats) if g.place[s] != NONE)
    buttons = tuple(
        LaborOfLovePiece(
            f"p{s + 1}",
            name=f"p{s + 1}",
            seat=s,
            place=at,
            level=level,
            facts=(sight.text("fact.space", n=at, end=end),),
        )
        for at, level, s in order
    )
    return LaborOfLoveZone("track", sight.text("zone.track"), buttons, layout="ring")


def card_row(sight: Sight) -> LaborOfLoveZone:
    """The face-up projects, each with what it would do for the reader, or for whoever decides."""
    g, reader = sight.g, reader_of(sight)
    row = [(k, card) for k, card in enumerate(g.row[: sight.e.row]) if card != NONE]
    pieces = tuple(offer(sight, k, card, would(sight, reader, card)) for k, card in row)
    return LaborOfLoveZone("row", sight.text("zone.row"), pieces)


def offer(sight: Sight, slot: int, card: int, would: Would | None) -> LaborOfLovePiece:
    """A card of the row, with what making it now would bring."""
    facts: list[str] = []
    if would:
        facts.append(sight.text("fact.would", points=would.points, hours=would.hours))
        facts += [sight.text("fact.reactions", n=would.reactions)] if would.reactions else []
        facts += [sight.text("fact.spark")] if would.spark else []
        facts += [sight.text("fact.again")] if would.again else []
    return LaborOfLovePiece(f"r{slot + 1}", card=card, slot=slot, would=would, facts=tuple(facts))


def would(sight: Sight, seat: int, card: int) -> Would | None:
    """What a card would do for a seat on its turn."""
    found = take(sight.edition, sight.g, seat, card)
    return found if found.hours else None


def pile(sight: Sight) -> LaborOfLoveZone:
    return LaborOfLoveZone("pile", sight.text("zone.pile"), layout="count", count=sight.g.pile)


def piles(sight: Sight) -> list[LaborOfLoveZone]:
    """LL-6 The reaction piles, each with its best card on top."""
    zones = []
    cheers = [max(n, 0) for n in sight.g.cheers[reader_of(sight)]]
    for k, emoji in enumerate(sight.voice.edition.content.emojis):
        free = [c for c in range(sight.e.copies) if sight.g.fan[k][c] == NONE]
        pieces = tuple(reaction_piece(sight, k, c) for c in reversed(free))
        label = sight.text("zone.reactions", emoji=k)
        found = LaborOfLoveZone(f"e{k + 1}", label, pieces, layout="stack", emoji=emoji.id, sign=emoji.sign)
        # Whoever looks on has none.
        if sight.seat >= 0:
            found.have, found.sum = cheers[k], cheers[k] * sight.e.reaction[free[0]] if free else None
        zones.append(found)
    return zones


def reaction_piece(sight: Sight, emoji: int, copy: int) -> LaborOfLovePiece:
    return card_piece(f"e{emoji + 1}-{copy + 1}", sight.e.cards + emoji * sight.e.copies + copy)


@lru_cache(5_000)
def card_piece(id: str, number: int) -> LaborOfLovePiece:
    """A card that lies on a pile, in a stack or in a fan."""
    return LaborOfLovePiece(id, card=number)


# A seat's own things


def board(sight: Sight, seat: int) -> LaborOfLoveZone:
    """Where each bulb stands; the rows themselves are printed."""
    g, e = sight.g, sight.e
    rows = g.line_of[seat]
    hung = sorted((c for c in range(e.colours) if rows[c] != NONE), key=lambda c: rows[c])
    bulbs = tuple(bulb(sight, seat, c) for c in hung)
    label = sight.text("zone.board", who=seat)
    found = LaborOfLoveZone(f"board-{seat}", label, bulbs, seat, "grid", claimed=g.claimed[seat])
    found.past, found.parts = past_lines(e, g.bulb[seat]), parts_of(sight.edition, g, seat)
    return found


def bulb(sight: Sight, seat: int, colour: int) -> LaborOfLovePiece:
    g = sight.g
    hung = hung_bulb(sight.voice, seat, colour, g.line_of[seat][colour], g.bulb[seat][colour])
    if not can_spark(sight, seat, colour):
        return hung
    return structs.replace(hung, would=spark(sight.edition, g, seat, colour))


@lru_cache(10_000)
def hung_bulb(voice: Voice, seat: int, colour: int, row: int, column: int) -> LaborOfLovePiece:
    """A bulb where it hangs."""
    e, text, found = voice.edition.plain, voice.text, voice.edition.content.bulbs[colour]
    return LaborOfLovePiece(
        f"b{seat + 1}-{colour + 1}",
        name=found.name,
        mark=mark(found.colour),
        colour=found.colour,
        row=row,
        column=column,
        value=e.value[row][column],
        end=e.onward[row][column] == NONE,
        facts=(text("fact.row", row=row),),
    )


def can_spark(sight: Sight, seat: int, colour: int) -> bool:
    """LL-22 Whether this bulb is one to choose from."""
    return sight.g.bonus > 0 and sight.g.seat == seat and bool(sight.ask(may_glow, colour))


def projects_by_craft(sight: Sight) -> dict[tuple[int, int], list[int]]:
    """LL-10 The finished projects by seat and craft."""
    g, craft = sight.g, sight.e.craft
    found: dict[tuple[int, int], list[int]] = {}
    for card, home in enumerate(g.home[: sight.e.cards]):
        if home >= 0:
            found.setdefault((home, craft[card]), []).append(card)
    return found


def stacks(sight: Sight, seat: int, made: dict[tuple[int, int], list[int]]) -> list[LaborOfLoveZone]:
    """LL-10 A stack of finished projects for each craft, by spot and from the bottom up."""
    g, e = sight.g, sight.e
    begun = sorted([(spot, craft) for craft, spot in enumerate(g.spot[seat][: e.crafts]) if spot != NONE])
    return [stack(sight, seat, spot, craft, made.get((seat, craft), [])) for spot, craft in begun]


def stack(sight: Sight, seat: int, spot: int, craft: int, cards: list[int]) -> LaborOfLoveZone:
    depth, worth = sight.g.depth, sight.e.passion[spot]
    pieces = tuple([card_piece(f"c{c + 1}", c) for c in sorted(cards, key=depth.__getitem__)])
    label = sight.text("zone.stack", who=seat, craft=craft, worth=worth)
    id, name = f"s{seat + 1}-{spot + 1}", sight.voice.edition.content.crafts[craft].id
    return LaborOfLoveZone(id, label, pieces, seat, "stack", craft=name, spot=spot, worth=worth)


def fan(sight: Sight, seat: int) -> LaborOfLoveZone:
    """The reaction cards of a seat, and the emojis that they will count."""
    g, emojis = sight.g, sight.voice.edition.content.emojis
    rows = [row[: sight.e.copies] for row in g.fan[: sight.e.emojis]]
    held = [(k, c) for k, row in enumerate(rows) if seat in row for c, holder in enumerate(row) if holder == seat]
    pieces = tuple([reaction_piece(sight, k, c) for k, c in held])
    cheers = {emoji.id: n for emoji, n in zip(emojis, g.cheers[seat], strict=False)}
    counted = ", ".join([f"{emoji.name} {n}" for emoji, n in zip(emojis, g.cheers[seat], strict=False) if n])
    facts = (sight.text("fact.cheers", counted=counted),) if counted else ()
    label = sight.text("zone.fan", who=seat)
    return LaborOfLoveZone(f"reactions-{seat}", label, pieces, seat, "fan", facts=facts, cheers=cheers)


def sheet(sight: Sight) -> tuple[Score, ...]:
    """LL-23 The final score, line by line."""
    return tuple(row for seat in range(sight.g.seats) for row in sheet_of(sight, seat))


def sheet_of(sight: Sight, seat: int) -> list[Score]:
    g, e, text, content = sight.g, sight.e, sight.text, sight.edition.content
    bulbs, works, reactions = (text(f"sheet.{kind}") for kind in ("bulbs", "works", "reactions"))
    lines = []
    for c in range(e.colours):
        row = g.line_of[seat][c]
        points = e.value[row][g.bulb[seat][c]]
        label = text("sheet.bulb", colour=c, row=row)
        lines.append(Score(seat, label, points, "LL-23", bulbs, f"bulb {content.bulbs[c].colour}"))
    for c in range(e.crafts):
        if g.spot[seat][c] != NONE:
            worth = e.passion[g.spot[seat][c]]
            label = text("sheet.stack", craft=c, n=g.made[seat][c], worth=worth)
            mark = f"craft {content.crafts[c].id}"
            lines.append(Score(seat, label, g.made[seat][c] * worth, "LL-11", works, mark))
    for k in range(e.emojis):
        for c in range(e.copies):
            if g.fan[k][c] == seat:
                label = text("sheet.reaction", emoji=k, n=g.cheers[seat][k], worth=e.reaction[c])
                mark = f"emoji {content.emojis[k].id}"
                lines.append(Score(seat, label, g.cheers[seat][k] * e.reaction[c], "LL-24", reactions, mark))
    return lines
