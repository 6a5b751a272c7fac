"""The stage for a terminal, drawn from a view alone.

Traits are letters first and colours second; a red flag is an exclamation mark, a drama a star. A face-down card
stands in brackets: with its letter if you remember it, with a question mark if you do not. Before the brackets stands
who slipped it in, behind it who has seen it. Below a profile stands what is still missing for you, and for a date.
"""

from collections.abc import Callable
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from parlour.engine.words import Line, line

Say = Callable[[Line], str]
HELD_IN_A_ROW = 2
COLOURS = {"trait": "cyan", "flag": "bold red", "drama": "yellow"}
SORTS = {"trait": "table.trait", "flag": "table.flag", "drama": "table.drama"}


def draw(view: dict[str, Any], say: Say) -> RenderableType:
    """The stage, then the others in a line each, then your own wishes, contestants and hand."""
    zones, stage, others = places_of(view)
    mine = [draw_own(view, zones, say)] if view["me"] >= 0 else []
    return Group(
        draw_stage(view, zones, stage, say),
        *(draw_other(view, zones, s, say) for s in others),
        *mine,
        draw_piles(zones, say),
    )


def draw_small(view: dict[str, Any], say: Say) -> RenderableType:
    """The same for few rows: a row for every card on the stage and for every rival, the hand as running text."""
    zones, stage, others = places_of(view)
    table = Table.grid(padding=(0, 2), expand=True)
    for _ in stage:
        table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    columns = [place_small(view, zones, zone, say) for zone in stage]
    for row in range(max(map(len, columns))):
        table.add_row(*(column[row] if row < len(column) else "" for column in columns))
    rows = [draw_other(view, zones, s, say, small=True) for s in others] + [draw_piles(zones, say)]
    for text in rows:
        text.no_wrap, text.overflow = True, "ellipsis"
    return Group(table, *rows, *([own_small(view, zones, say)] if view["me"] >= 0 else []))


def places_of(view: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]], list[int]]:
    """The zones by their ids, the places on the stage, and the other seats."""
    stage = [zone for zone in view["zones"] if "place" in zone]
    others = [s for s in range(view["seats"]) if s != view["me"]]
    return {zone["id"]: zone for zone in view["zones"]}, stage, others


def place_small(view: dict[str, Any], zones: dict[str, Any], zone: dict[str, Any], say: Say) -> list[Text]:
    """A contestant with the hearts that are left, the action and red flags, each card, and what is missing."""
    rows = [Text(f"{zone['id']} {zone['text']}", "dim")]
    for piece in (p for p in zone["pieces"] if "contestant" in p):
        hearts = (f" ♥{piece['hearts'] - piece.get('flags', 0)}", "red")
        flags = "".join(f" !{p['name']}" for p in zone["pieces"] if "above" in p)
        name = Text.assemble((f"{zone['id']} ", "dim"), (piece["name"], "bold"), hearts)
        rows = [name, Text.assemble((deed_small(piece), "dim"), (flags, COLOURS["flag"]))]
    rows += [draw_card(piece, say) for piece in zone["pieces"] if "slot" in piece]
    return rows + draw_fit(view, zones, zone, say, small=True)


def deed_small(piece: dict[str, Any]) -> str:
    """A drama or a favour by its name, and whether it would do nothing now."""
    return f"{piece['verb']} ({piece['facts'][-1]})" if piece.get("idle") else str(piece["verb"])


def own_small(view: dict[str, Any], zones: dict[str, Any], say: Say) -> Text:
    """What you look for, your hearts and actions; then your hand."""
    text = draw_wishes(view, zones, say).append("\n")
    for card in zones[f"hand-{view['me']}"]["pieces"]:
        text.append(f"{card['id']} ").append(f"{card['mark']} {card['name']}", COLOURS[card["sort"]])
        text.append(f" ({card['verb']})  " if card["sort"] == "drama" else "  ", "dim")
    return text


def draw_wishes(view: dict[str, Any], zones: dict[str, Any], say: Say) -> Text:
    me = view["me"]
    actions = view["actions"] if view["whose"] == me else 0
    text = draw_profile(zones[f"profile-{me}"], say).append(f"   ♥ {view['points'][me]}/{view['goal']}", "red")
    return text.append(f"   {say(line('table.actions', n=actions))}")


def draw_stage(view: dict[str, Any], zones: dict[str, Any], stage: list[dict[str, Any]], say: Say) -> RenderableType:
    """A column for each contestant: hearts, red flags, action, and the profile from top to bottom."""
    table = Table(box=box.ROUNDED, expand=True, show_header=True, header_style="bold")
    for zone in stage:
        table.add_column(Text(f"{zone['id']} {zone['text']}"), ratio=1)
    table.add_row(*(draw_place(view, zones, zone, say) for zone in stage))
    return table


def draw_place(view: dict[str, Any], zones: dict[str, Any], zone: dict[str, Any], say: Say) -> RenderableType:
    person = [piece for piece in zone["pieces"] if "contestant" in piece]
    flags = [piece for piece in zone["pieces"] if "above" in piece]
    cards = [piece for piece in zone["pieces"] if "slot" in piece]
    lines = [draw_contestant(piece) for piece in person]
    lines += [Text(f"! {flag['name']}", COLOURS["flag"]) for flag in flags]
    lines += [draw_card(card, say) for card in cards]
    return Group(*lines, *draw_fit(view, zones, zone, say))


def draw_fit(
    view: dict[str, Any], zones: dict[str, Any], zone: dict[str, Any], say: Say, small: bool = False
) -> list[Text]:
    """What of your wishes is there, and how many cards are short of a date."""
    if not zone["pieces"]:
        return []
    short = zone.get("short", 0)
    end = say(line("table.short", n=short)) if short else say(line("table.full"))
    found = [f for f in view.get("fits") or () if f["place"] == zone["place"] and f["seat"] == view["me"]]
    if not found:
        return [Text(end, "dim")]
    wishes = zones[f"profile-{view['me']}"]["pieces"]
    covered = found[0].get("covered", ())
    marks = " ".join(wish["mark"] if i in covered else f"({wish['mark']})" for i, wish in enumerate(wishes))
    key = "table.not-for-you" if found[0].get("out") else "table.for-you"
    verdict = say(line(key))
    rows = [f"{end}  {verdict}", marks] if small else [f"{verdict} {marks}  {end}"]
    return [Text(row, "dim") for row in rows]


def draw_contestant(piece: dict[str, Any]) -> Text:
    flags = piece.get("flags", 0)
    hearts = "♥" * (piece["hearts"] - flags) + "♡" * min(flags, piece["hearts"])
    text = Text.assemble((piece["name"], "bold"), " ", (hearts, "red"), f" {piece['hearts'] - flags}")
    return text.append(f"\n{piece['action']}: {deed_now(piece)}", "dim")


def deed_now(piece: dict[str, Any]) -> str:
    """A drama or a favour in a few words, and whether it would do nothing now."""
    return deed_small(piece) if piece.get("idle") else deed(piece)


def deed(piece: dict[str, Any]) -> str:
    """What a drama or a favour does, in a few words."""
    return f"{piece['verb']} {piece['does']}"


def draw_card(card: dict[str, Any], say: Say) -> Text:
    """A card by its place, letter and name; in brackets if it lies face down."""
    by = f"P{card['by'] + 1}" if card.get("by") is not None else ""
    if card["name"] is None:
        maybe = "/".join(say(line(SORTS[sort])) for sort in card.get("maybe", []))
        return Text(f"{card['id']} {by}[?] {maybe}", "dim").append(draw_seen(card), "dim")
    mark = f"{by}[{card['mark']}]" if card["face"] == "down" else f" {card['mark']} "
    text = Text.assemble(f"{card['id']} ", (f"{mark} {card['name']}", COLOURS[card["sort"]]))
    return text.append(draw_seen(card) if card["face"] == "down" else "", "dim")


def draw_seen(card: dict[str, Any]) -> str:
    seen = ",".join(f"P{s + 1}" for s in card.get("seen", []))
    return f" ({seen})" if seen else ""


def draw_other(view: dict[str, Any], zones: dict[str, Any], seat: int, say: Say, small: bool = False) -> Text:
    """A rival: hearts, wishes, contestants, and what you know of the hand."""
    hand = zones[f"hand-{seat}"]
    known = [card for card in hand["pieces"] if card["name"]]
    wooed = [piece["name"] for piece in zones[f"wooed-{seat}"]["pieces"] if "contestant" in piece]
    text = Text.assemble((f"P{seat + 1} ", "bold"), (f"♥ {view['points'][seat]}/{view['goal']}", "red"), "  ")
    text.append_text(draw_profile(zones[f"profile-{seat}"], say, small))
    text.append(f"  {hand['text']}: {len(hand['pieces'])}")
    for card in known:
        text.append(" ").append_text(draw_card(card, say))
    if wooed:
        text.append(f"  {zones[f'wooed-{seat}']['text']}: {', '.join(wooed)}")
    return mark_turn(text, view, seat)


def mark_turn(text: Text, view: dict[str, Any], seat: int) -> Text:
    return text.append(" ◂", "bold") if view["turn"] == seat else text


def draw_profile(zone: dict[str, Any], say: Say, small: bool = False) -> Text:
    """What somebody looks for, or among how many profiles it still is."""
    text = Text(f"{zone['text']}: ")
    if zone["pieces"] and zone["pieces"][0]["name"] is None:
        return text.append(say(line("table.one-of", n=len(zone["could"]))))
    for piece in zone["pieces"]:
        text.append(f"{piece['mark']} " if small else f"{piece['mark']} {piece['name']} ", COLOURS["trait"])
    return text


def draw_own(view: dict[str, Any], zones: dict[str, Any], say: Say) -> RenderableType:
    me = view["me"]
    rows: list[RenderableType] = [draw_wishes(view, zones, say)]
    for piece in zones[f"wooed-{me}"]["pieces"]:
        rows.append(draw_contestant(piece) if "contestant" in piece else Text(f"! {piece['name']}", COLOURS["flag"]))
    hand = zones[f"hand-{me}"]
    grid = Table.grid(padding=(0, 2))
    for start in range(0, len(hand["pieces"]), HELD_IN_A_ROW):
        grid.add_row(*(draw_held(card, me) for card in hand["pieces"][start : start + HELD_IN_A_ROW]))
    title = mark_turn(Text(hand["text"]), view, me)
    return Panel(Group(*rows, grid), title=title, title_align="left", box=box.ROUNDED)


def draw_held(card: dict[str, Any], me: int) -> Text:
    """A card in your own hand, whether it would do nothing now, and who else knows it."""
    text = Text.assemble(f"{card['id']} ", (f"{card['mark']} {card['name']}", COLOURS[card["sort"]]))
    if card["sort"] == "drama":
        text.append(f": {deed_now(card)}", "dim")
    others = [s for s in card.get("seen", []) if s != me]
    return text.append(draw_seen({"seen": others}), "dim")


def draw_piles(zones: dict[str, Any], say: Say) -> Text:
    counts = [f"{zones[z]['text']}: {zones[z]['count']}" for z in ("pile", "waiting")]
    discards = zones["discard"]["pieces"]
    counts.append(f"{zones['discard']['text']}: {len(discards)}")
    if discards:
        counts[-1] += f" ({', '.join(card['name'] for card in discards[-3:][::-1])})"
    shown = [f"{zones['shown']['text']}: {card['name']}" for card in zones["shown"]["pieces"]]
    return Text("   ".join(counts + shown), "dim")
