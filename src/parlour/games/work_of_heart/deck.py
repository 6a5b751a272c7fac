"""What a printer needs of the school: action cards, love interests, events, bonus cards, the campus and the tokens."""

from collections.abc import Callable
from functools import partial
from typing import Any

from parlour.engine.deck import Art, Board, Box, Card, Deck, Shape, tokens
from parlour.engine.record import SEATS

TRAITS = {
    "charm": ("#a83a54", "#f3d9d8"),
    "brawn": ("#9c4520", "#f7e0d0"),
    "kindness": ("#456844", "#dbe5d2"),
    "smarts": ("#2d5a8c", "#d7e4f0"),
    "tenacity": ("#1c686b", "#d3e8e6"),
    "humor": ("#785410", "#f2e3bd"),
    "mojo": ("#67399a", "#e7def4"),
}
ACTION, EVENT, GROUP, BONUS = (
    ("#22588f", "#dbe7f2"),
    ("#6d4560", "#efe0ea"),
    ("#2c6a4d", "#dcebdf"),
    ("#8f6410", "#f5e7c0"),
)
MEETING = ("#a83a54", "#f9e6d3")
WALKERS = ("#6a2f63", "#22588f", "#2c6a4d", "#a04a10")
# Parts of a facade, as the pages colour them by day.
FACADE = tuple(
    {
        "wall": "#f1e3c8",
        "brick": "#cf9a7b",
        "grey": "#d8d0c6",
        "glass": "#cfe2e2",
        "glassd": "#9fb4bd",
        "pane": "#9fb4bd",
        "slit": "#9fb4bd",
        "roof": "#6d4560",
        "roof2": "#a0574f",
        "velvet": "#a0574f",
        "roof3": "#5d6f7c",
        "stone": "#e4dac8",
        "door": "#573a54",
        "dark": "#573a54",
        "trimf": "#573a54",
        "scope": "#573a54",
        "signb": "#573a54",
        "leafy": "#8fae7f",
        "flag": "#a83a54",
        "lamp": "#ffd98a",
        "smoke": "#d8d0c6",
        "sign": "#ffd98a",
        "signt": "#ffd98a",
    }.items()
)
# A space of the campus on paper, and a row of the board of traits.
SPACE, LINE = 20.0, 17.0


def box(edition: Any, printed: Any, text: Callable[..., str], named: Any) -> Box:
    make = {"action": action, "interest": interest, "event": event, "bonus": bonus}
    kinds: dict[str, list[Card]] = {sort: [] for sort in make}
    for card in printed.cards:
        kinds[card.sort].append(make[card.sort](card, printed, text, named))
    titles = {
        "action": (text("print.action"), ACTION[0]),
        "interest": (text("print.interest"), MEETING[0]),
        "event": (text("print.event"), EVENT[0]),
        "bonus": (text("print.bonus"), BONUS[0]),
    }
    decks = (Deck(id=sort, title=title, cards=tuple(kinds[sort]), back=back) for sort, (title, back) in titles.items())
    boards = (campus(printed, text, named), traits(printed, text, named), pieces(text, named))
    return Box(decks=tuple(decks), boards=boards, aid=(7,))


def trait_art(trait: str, named: Any, colour: str = "") -> Art:
    name = named["traits"].get(trait, "k-mojo")
    folder = "work_of_heart" if name.startswith("k-") else "icons"
    return Art(f"{folder}/{name}", colour or TRAITS[trait][0])


def action(card: Any, printed: Any, text: Callable[..., str], named: Any) -> Card:
    drawing = f"icons/{named['actions'].get(card.key, 'card-play')}"
    return Card(
        id=card.key,
        name=card.name,
        edge=ACTION[0],
        tint=ACTION[1],
        picture=Art(drawing, ACTION[0]),
        text=(card.text,),
        middle=card.when,
    )


def interest(card: Any, printed: Any, text: Callable[..., str], named: Any) -> Card:
    """A person: the traits they like, their week, and their quirk."""
    days = zip(printed.days, card.schedule, strict=False)
    portrait = f"work_of_heart/p-{card.key}"
    known = portrait in named["files"]
    return Card(
        id=card.key,
        name=card.name,
        edge=MEETING[0],
        tint=MEETING[1],
        picture=Art(portrait if known else "icons/love-letter", MEETING[0]),
        portrait=known,
        marks=tuple(trait_art(trait, named) for trait in card.traits),
        rows=tuple((day.short, visit.building, f"{visit.threshold}+") for day, visit in days),
        text=(f"{card.quirk.name}: {card.quirk.text}",) if card.quirk else (),
        middle="♥" * (card.hard or 0),
    )


def event(card: Any, printed: Any, text: Callable[..., str], named: Any) -> Card:
    edge, tint = GROUP if card.group else EVENT
    drawing = named["scenes"].get(card.key, ["quad", "drama-masks"])[1]
    folder = "work_of_heart" if drawing.startswith("own-") else "icons"
    answers = tuple((f"{answer.at}+", f"{answer.text} ({answer.reward})") for answer in card.answers)
    return Card(
        id=card.key,
        name=card.name,
        edge=edge,
        tint=tint,
        picture=Art(f"{folder}/{drawing}", edge),
        text=(card.text, *(() if answers else card.facts)),
        rows=answers,
        left=tuple(trait_art(trait, named) for trait in card.traits),
    )


def bonus(card: Any, printed: Any, text: Callable[..., str], named: Any) -> Card:
    return Card(
        id=card.key,
        name=card.name,
        edge=BONUS[0],
        tint=BONUS[1],
        picture=Art("icons/round-star", BONUS[0]),
        text=(card.text,),
    )


def campus(printed: Any, text: Callable[..., str], named: Any) -> Board:
    """Every space where it lies, and the ways between them."""
    columns, rows = printed.size
    shapes: list[Shape] = [
        Shape(kind="rect", x=0, y=0, w=columns * SPACE, h=rows * SPACE, round=3, fill="#d3dfc3", stroke="#8fae7f")
    ]
    for n, place in enumerate(printed.places):
        for to in place.links:
            if to > n:
                other = printed.places[to]
                ends = [(p.x + 0.5) * SPACE for p in (place, other)], [(p.y + 0.5) * SPACE for p in (place, other)]
                shapes.append(
                    Shape(
                        kind="line", x=ends[0][0], y=ends[1][0], w=ends[0][1], h=ends[1][1], stroke="#eee0c4", thick=3
                    )
                )
    for place in printed.places:
        shapes += space(place, named)
    return Board(
        id="campus", title=text("print.campus"), width=columns * SPACE, height=rows * SPACE, shapes=tuple(shapes)
    )


def space(place: Any, named: Any) -> list[Shape]:
    x, y = place.x * SPACE, place.y * SPACE
    edge, tint = TRAITS.get(place.trait or "", ("#6d4560", "#fffaf0"))
    if place.building:
        return building(place, x, y, named)
    shapes = [
        Shape(kind="rect", x=x + 2, y=y + 2, w=SPACE - 4, h=SPACE - 4, round=2.5, fill=tint, stroke=edge, thick=0.5)
    ]
    if place.kind == "quad":
        return [
            *shapes,
            Shape(kind="text", x=x + SPACE / 2, y=y + SPACE / 2, w=SPACE, text=place.name, size=7, bold=True),
        ]
    sign = trait_art(place.trait, named) if place.trait else Art(f"work_of_heart/k-{place.kind}", edge)
    return [*shapes, Shape(kind="art", x=x + 5.5, y=y + 5.5, w=9, h=9, art=sign)]


def building(place: Any, x: float, y: float, named: Any) -> list[Shape]:
    sign = named["facades"].get(place.building, "b-other")
    edge = TRAITS.get(place.trait or "", ("#573a54", ""))[0]
    return [
        Shape(
            kind="rect",
            x=x + 0.6,
            y=y + 0.6,
            w=SPACE - 1.2,
            h=SPACE - 1.2,
            round=2,
            fill="#fffaf0",
            stroke=edge,
            thick=0.7,
        ),
        Shape(
            kind="art",
            x=x + 3,
            y=y + 0.8,
            w=SPACE - 6,
            h=SPACE - 6,
            art=Art(f"work_of_heart/{sign}", "#573a54", parts=FACADE),
        ),
        Shape(kind="text", x=x + SPACE / 2, y=y + SPACE - 3, w=SPACE - 2, text=place.name, size=5.2, bold=True),
    ]


def traits(printed: Any, text: Callable[..., str], named: Any) -> Board:
    """Everybody's traits with their levels and perks."""
    shapes: list[Shape] = []
    add = partial(Shape, left=True, serif=True)
    for row, trait in enumerate(printed.traits):
        y = row * LINE
        edge, tint = TRAITS[trait.id]
        shapes.append(Shape(kind="art", x=0, y=y + 2, w=9, h=9, art=trait_art(trait.id, named)))
        shapes.append(add(kind="text", x=11, y=y + 6, w=26, text=trait.name, size=11, bold=True, fill=edge))
        for level in range(printed.top + 1):
            x = 40 + level * 14
            fill = tint if level >= printed.perk_level else "#fffaf0"
            shapes.append(Shape(kind="rect", x=x, y=y, w=12.5, h=13, round=2, fill=fill, stroke=edge))
            shapes.append(Shape(kind="text", x=x + 6, y=y + 6.5, text=str(level), size=10, bold=True, fill=edge))
        said = " / ".join(perk.text.partition(": ")[2] or perk.text for perk in trait.perks)
        room = 44 + (printed.top + 1) * 14
        shapes.append(Shape(kind="text", x=room, y=y + 5, w=90, text=said, size=8, left=True))
    height = len(printed.traits) * LINE
    return Board(id="traits", title=text("print.traits"), width=205, height=height, shapes=tuple(shapes), copies=SEATS)


def pieces(text: Callable[..., str], named: Any) -> Board:
    """Walkers, hearts, walkway tiles and markers for traits."""
    walkers = [Art("icons/boot-prints", colour) for colour in WALKERS]
    hearts = [Art("talk/heart", "#a83a54")] * 12
    tiles = [Art("icons/stone-block", "#785410")] * 25
    markers = [trait_art(trait, named) for _ in WALKERS for trait in TRAITS]
    return tokens("tokens", text("print.tokens"), [*walkers, *hearts, *tiles, *markers], across=15, columns=13)
