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
    zones = {zone["id"]: zone for zone in view["zones"]}
    stage = [zone for zone in view["zones"] if "place" in zone]
    others = [s for s in range(view["seats"]) if s != view["me"]]
    mine = [draw_own(view, zones, say)] if view["me"] >= 0 else []
    return Group(
        draw_stage(view, zones, stage, say),
        *(draw_other(view, zones, s, say) for s in others),
        *mine,
        draw_piles(zones, say),
    )


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


def draw_fit(view: dict[str, Any], zones: dict[str, Any], zone: dict[str, Any], say: Say) -> list[Text]:
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
    return [Text(f"{say(line(key))} {marks}  {end}", "dim")]


def draw_contestant(piece: dict[str, Any]) -> Text:
    flags = piece.get("flags", 0)
    hearts = "♥" * (piece["hearts"] - flags) + "♡" * min(flags, piece["hearts"])
    text = Text.assemble((piece["name"], "bold"), " ", (hearts, "red"), f" {piece['hearts'] - flags}")
    return text.append(f"\n{piece['action']}: {deed(piece)}", "dim")


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


def draw_other(view: dict[str, Any], zones: dict[str, Any], seat: int, say: Say) -> RenderableType:
    """A rival: hearts, wishes, contestants, and what you know of the hand."""
    hand = zones[f"hand-{seat}"]
    known = [card for card in hand["pieces"] if card["name"]]
    wooed = [piece["name"] for piece in zones[f"wooed-{seat}"]["pieces"] if "contestant" in piece]
    text = Text.assemble((f"P{seat + 1} ", "bold"), (f"♥ {view['points'][seat]}/{view['goal']}", "red"), "  ")
    text.append_text(draw_profile(zones[f"profile-{seat}"], say))
    text.append(f"  {hand['text']}: {len(hand['pieces'])}")
    for card in known:
        text.append(" ").append_text(draw_card(card, say))
    if wooed:
        text.append(f"  {zones[f'wooed-{seat}']['text']}: {', '.join(wooed)}")
    return mark_turn(text, view, seat)


def mark_turn(text: Text, view: dict[str, Any], seat: int) -> Text:
    return text.append(" ◂", "bold") if view["turn"] == seat else text


def draw_profile(zone: dict[str, Any], say: Say) -> Text:
    """What somebody looks for, or among how many profiles it still is."""
    text = Text(f"{zone['text']}: ")
    if zone["pieces"] and zone["pieces"][0]["name"] is None:
        return text.append(say(line("table.one-of", n=len(zone["could"]))))
    for piece in zone["pieces"]:
        text.append(f"{piece['mark']} {piece['name']} ", COLOURS["trait"])
    return text


def draw_own(view: dict[str, Any], zones: dict[str, Any], say: Say) -> RenderableType:
    me = view["me"]
    top = draw_profile(zones[f"profile-{me}"], say)
    actions = view["actions"] if view["whose"] == me else 0
    top.append(f"   ♥ {view['points'][me]}/{view['goal']}", "red").append(f"   {say(line('table.actions', n=actions))}")
    rows: list[RenderableType] = [top]
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
        does = f"{card['verb']} ({card['facts'][-1]})" if card.get("idle") else deed(card)
        text.append(f": {does}", "dim")
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
