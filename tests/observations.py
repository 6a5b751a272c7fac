"""What the pages for researchers say of every game, made from its sources: `python tests/observations.py --write`.

docs/observations.md lists the fields that observations are made of; in docs/research.md stand the environments with
the hashes of their trajectories.
"""

import sys
from collections import Counter

from parlour.engine import registry
from parlour.engine.encoding import Encoder
from parlour.engine.record import Names
from places import ROOT

PAGE, GUIDE = ROOT / "docs" / "observations.md", ROOT / "docs" / "research.md"
BEGIN, END = "<!-- made by tests/observations.py -->", "<!-- end -->"
HEAD = """# What is observed

Made by `make docs` from what the fields say of themselves (`engine/record.py`, `engine/encoding.py`). A row is made
from a seat's hidden record and from nothing else. Columns are of type uint8. Seats, and whatever belongs to them, are
numbered from the seat that looks on: `me`, `+1` and so on. What names something is one-hot, a set has a column for
each member, a count is one column (at most 255), a number that may be below 0 has two. Cards are told apart by face;
a face is written by what the edition says of it where that takes fewer columns. Of a pile it is told how many of each
face are in it, and not their order. `hidden` is 1 where something lies that the seat does not know. The columns below
are those of the game's own edition at its largest table; `features()` names each of them.

What only the all-knowing encoder has, for critics and for values, is marked *nobody*.
"""


def page() -> str:
    return (
        "\n".join([HEAD, *(line for name in registry.names(shelf_only=True) for line in section(name))]).rstrip() + "\n"
    )


def section(name: str) -> list[str]:
    game = registry.load(name)
    seats = max(seats for _, seats in game.variants())
    columns = Counter(f.field for f in Encoder(game, game.base, seats).features())
    lines = [f"## {game.about.title}", "", f"{sum(columns.values())} columns with {seats} seats.", ""]
    lines += ["| field | who knows it | kind | of | by | columns | what it is |", "|---|---|---|---|---|---|---|"]
    for f in game.state:
        known = columns.get(f.name, 0)
        if known or f.who == "nobody":
            axes = ", ".join(axis.one for axis in f.axes)
            lines.append(f"| `{f.name}` | {f.who} | {f.kind} | {named(f.of)} | {axes} | {known or '-'} | {f.about} |")
    return [*lines, ""]


def named(names: Names | None) -> str:
    assert names is not None
    return f"{names.one} ({names.size})" if names.size else names.one


def guide() -> str:
    from parlour.research.trajectory import rows

    before, _, rest = GUIDE.read_text("utf-8").partition(BEGIN)
    head = [
        "| game | version | mode | seats | columns | actions | outcomes of chance | trajectory |",
        "|---|---|---|---|---|---|---|---|",
    ]
    return f"{before}{BEGIN}\n" + "\n".join([*head, *rows()]) + f"\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python tests/observations.py --write")
    PAGE.write_text(page(), "utf-8")
    GUIDE.write_text(guide(), "utf-8")
