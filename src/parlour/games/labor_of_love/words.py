"""Labor of Love in words: what happened, what can be done, and why something cannot."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from parlour.engine.asking import ask_rule
from parlour.engine.plain import NONE, OVER, a_of, kind_of
from parlour.engine.words import Line, line, names_in
from parlour.games.labor_of_love import moves as M
from parlour.games.labor_of_love.asking import hours_for
from parlour.games.labor_of_love.outcome import parts_of

spoken = names_in(Path(__file__).with_name("words.toml"))
# Colours whose German names bend like other adjectives.
GERMAN = {"Rot", "Gelb", "Grün", "Blau"}


def name_card(edition: Any, card: int, language: str) -> str:
    return edition.content.cards[card].name


def name_bulb(edition: Any, colour: int, language: str) -> str:
    """A bulb with its colour; a German colour takes the ending that "Lämpchen" asks for."""
    name = edition.content.bulbs[colour].name
    bends = language != "de" or name in GERMAN
    said = line("name.bulb", colour=name.lower()) if bends else line("name.bulb-as-printed", colour=name)
    return spoken(said, language)


def name_craft(edition: Any, craft: int, language: str) -> str:
    return edition.content.crafts[craft].name


def name_emoji(edition: Any, emoji: int, language: str) -> str:
    return edition.content.emojis[emoji].name


def name_row(edition: Any, row: int, language: str) -> str:
    return edition.content.rows[row].name


NAMERS = {
    "card": name_card,
    "bulb": name_bulb,
    "craft": name_craft,
    "emoji": name_emoji,
    "row": name_row,
}


def tell(edition: Any, before: Any, m: int, after: Any, seat: int) -> Iterator[Line]:
    """The story of one move; everybody sees all of it."""
    e = edition.plain
    kind, a = kind_of(m), a_of(m)
    who = before.mover
    if kind == M.STARTS:
        yield line("story.starts", "LL-4", who=a)
    elif kind == M.UNDER:
        yield line("story.under", "LL-4", who=a)
    elif kind == M.HANG:
        yield line("story.hang", "LL-7", who=before.board, colour=a, row=before.hook)
    elif kind == M.DEAL:
        yield line("story.deal", "LL-5" if before.mover == NONE else "LL-R4", card=a)
    elif kind == M.BLIND:
        yield line("story.blind", "LL-R16", who=who)
    elif kind in (M.TAKE, M.DRAW):
        yield from tell_project(edition, before, before.row[a] if kind == M.TAKE else a, after, who)
    elif kind == M.REACT:
        value = e.reaction[e.copies - before.left[a]]
        yield line("story.react", "LL-20", who=who, emoji=a, value=value)
    elif kind == M.GLOW:
        yield line("story.glow", "LL-22", who=who, colour=a)
        yield from tell_bulbs(edition, before, after, who)
    yield from tell_end(edition, before, after, who)


def tell_project(edition: Any, before: Any, card: int, after: Any, who: int) -> Iterator[Line]:
    """A finished project: its hours, where the button lands, and every bulb that has moved."""
    e = edition.plain
    hours = ask_rule(hours_for, edition, before, who, card)
    yield line("story.project", "LL-12", who=who, card=card, hours=hours)
    space = int(before.place[who]) + hours
    if space >= e.end:
        yield line("story.arrives-exactly" if space == e.end else "story.arrives", "LL-21", who=who)
    elif there := [(before.level[s], s) for s in range(before.seats) if s != who and before.place[s] == space]:
        rival = max(there)[1]
        if e.stop[space] != NONE:
            yield line("story.lands-crowded", "LL-15", who=who, colour=e.stop[space], rival=rival)
        else:
            yield line("story.lands-on", "LL-14", who=who, rival=rival)
    elif e.stop[space] != NONE:
        yield line("story.lands-bulb", "LL-15", who=who, colour=e.stop[space])
    yield from tell_bulbs(edition, before, after, who)


def tell_bulbs(edition: Any, before: Any, after: Any, who: int) -> Iterator[Line]:
    """Where the bulbs of a seat have got to, and the lines that they have left behind."""
    e = edition.plain
    for colour in range(e.colours):
        column = after.bulb[who][colour]
        if column != before.bulb[who][colour]:
            value = e.value[after.line_of[who][colour]][column]
            yield line("story.bulb", "LL-16", who=who, colour=colour, row=after.line_of[who][colour], value=value)
    if after.owed > 0:
        yield line("story.line", "LL-20", who=who, n=after.owed)


def tell_end(edition: Any, before: Any, after: Any, who: int) -> Iterator[Line]:
    """Whoever had no card left to take, and who has won."""
    e = edition.plain
    for seat in range(after.seats):
        if seat != who and after.place[seat] == e.end != before.place[seat]:
            yield line("story.no-cards", "LL-R5", who=seat)
    if after.seat == OVER:
        winner = int(after.winners).bit_length() - 1
        points = after.points[winner]
        if [int(p) for p in after.points[: after.seats]].count(int(points)) > 1:
            yield line("story.tie", "LL-25", who=winner)
        yield line("story.win", "LL-25", who=winner, points=points)
        yield why_won(edition, after, winner)


def why_won(edition: Any, after: Any, winner: int) -> Line:
    """LL-23 Where the winner's points come from, and how far ahead that was of the next."""
    parts = parts_of(edition, after, winner)
    rival = max((s for s in range(after.seats) if s != winner), key=lambda s: (after.points[s], after.level[s]))
    ahead = int(after.points[winner] - after.points[rival])
    bulbs, projects, reactions = parts.bulbs, parts.projects, parts.reactions
    if ahead:
        return line(
            "story.why",
            "LL-23",
            who=winner,
            bulbs=bulbs,
            projects=projects,
            reactions=reactions,
            ahead=ahead,
            rival=rival,
        )
    return line(
        "story.why-level", "LL-25", who=winner, bulbs=bulbs, projects=projects, reactions=reactions, rival=rival
    )


def describe(edition: Any, g: Any, m: int) -> Line:
    """A legal move in words, for the seat that may play it."""
    kind, a = kind_of(m), a_of(m)
    e = edition.plain
    if kind == M.TAKE:
        card = g.row[a]
        hours = ask_rule(hours_for, edition, g, g.seat, card)
        return line("move.take", "LL-9", card=card, craft=e.craft[card], hours=hours)
    if kind == M.BLIND:
        return line("move.blind", "LL-R16", n=g.pile)
    if kind == M.GLOW:
        return line("move.glow", "LL-22", colour=a, row=g.line_of[g.seat][a])
    return line("move.react", "LL-20", emoji=a, value=e.reaction[e.copies - g.left[a]], n=g.cheers[g.seat][a])


def ask(edition: Any, g: Any) -> Line:
    if g.bonus > 0:
        return line("ask.glow", "LL-22")
    if g.owed > 0:
        return line("ask.react", "LL-20")
    return line("ask.project", "LL-9")


def why_not(edition: Any, g: Any, m: int) -> Line:
    """Why the deciding seat may not play this now."""
    kind, a = kind_of(m), a_of(m)
    if kind not in (M.TAKE, M.BLIND, M.REACT, M.GLOW):
        return line("refusal.chance-only", "LL-5")
    if g.bonus > 0 and kind != M.GLOW:
        return line("refusal.glow-first", "LL-22")
    if g.bonus == 0 and g.owed > 0 and kind != M.REACT:
        return line("refusal.react-first", "LL-20")
    if kind == M.GLOW:
        return why_no_glow(edition, g, a)
    if kind == M.REACT:
        return why_no_reaction(edition, g, a)
    if kind == M.BLIND:
        return line("refusal.no-pile", "LL-9")
    return line("refusal.no-card", "LL-9", n=a + 1)


def why_no_glow(edition: Any, g: Any, colour: int) -> Line:
    if colour >= edition.plain.colours:
        return line("refusal.no-bulb", "LL-7")
    if g.bonus == 0:
        return line("refusal.no-glow", "LL-22")
    return line("refusal.bulb-at-end", "LL-R18", colour=colour)


def why_no_reaction(edition: Any, g: Any, emoji: int) -> Line:
    if g.owed == 0:
        return line("refusal.no-line", "LL-20")
    if emoji >= edition.plain.emojis:
        return line("refusal.no-emoji", "LL-6")
    return line("refusal.pile-empty", "LL-R9", emoji=emoji)
