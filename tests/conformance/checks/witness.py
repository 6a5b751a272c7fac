"""A witness for a failed exactness check: which seat, what it saw, and which card in which slot cannot be right."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from checks.tables import Table
from parlour.engine.record import Record

MAX_SHOWN = 3

Cells = dict[str, int]


def cells(layout: Record, g: Any, before: str = "") -> Iterator[tuple[str, str, int]]:
    """Every cell that somebody may not know: its name with its index, its kind, its number."""
    for f in layout:
        if isinstance(f.type, Record):
            for i in np.ndindex(*f.shape):
                yield from cells(f.type, g[f.name][i], f"{before}{f.name}{list(i)}.")
        elif f.who != "all":
            values = np.asarray(g[f.name])
            for i in np.ndindex(*values.shape):
                yield f"{before}{f.name}{list(i) if i else ''}", f.kind, int(values[i])


def hidden_cells(table: Table, g: np.ndarray) -> tuple[Cells, Cells]:
    """The cards of a State by slot, and its other cells that somebody may not know."""
    found = list(cells(table.game.state, g[0]))
    cards = {name: value for name, kind, value in found if kind == "card"}
    return cards, {name: value for name, kind, value in found if kind != "card"}


def named(table: Table, card: int) -> str:
    """A card by its number, and by its name if the game has a namer for cards."""
    namer = table.game.words.namers.get("card")
    return f"{card} ({namer(table.e, card, 'en')})" if namer is not None and card >= 0 else str(card)


def differences(table: Table, world: np.ndarray, true: list[np.ndarray]) -> list[str]:
    """What an imagined world has that no true State has; or where it differs from the one that is most like it."""
    cards, others = hidden_cells(table, world)
    known = [hidden_cells(table, g) for g in true]
    wrong = [
        f"{name} holds {named(table, value)}, which never lies there"
        for name, value in cards.items()
        if all(there[name] != value for there, _ in known)
    ]
    wrong += [f"{n} is {v}, which it never is" for n, v in others.items() if all(o[n] != v for _, o in known)]
    if wrong:
        return wrong
    nearest = min(known, key=lambda state: sum(state[0][n] != v for n, v in cards.items()))
    apart = [n for n, v in cards.items() if nearest[0][n] != v]
    return [f"{n} holds {named(table, cards[n])}, but not together with the rest" for n in apart]


def describe_world(table: Table, watcher: int, history: list[str], world: np.ndarray, true: list[np.ndarray]) -> str:
    """The sentence of a world that cannot be."""
    wrong = "; ".join(differences(table, world, true)[:MAX_SHOWN]) or "it differs in a field for all"
    return f"seat {watcher}, after it saw [{', '.join(history)}]: {wrong}"


def describe_weights(
    table: Table, watcher: int, history: list[str], shares: list[tuple[np.ndarray, float, float]]
) -> str:
    """The card whose share is furthest from what it should be; `shares` has each State, expected and imagined."""
    expected: dict[tuple[str, int], float] = {}
    got: dict[tuple[str, int], float] = {}
    for g, should, has in shares:
        for cell in hidden_cells(table, g)[0].items():
            expected[cell] = expected.get(cell, 0.0) + should
            got[cell] = got.get(cell, 0.0) + has
    if not expected:
        return f"seat {watcher}, after it saw [{', '.join(history)}]"
    (slot, card), should = max(expected.items(), key=lambda item: abs(item[1] - got[item[0]]))
    share = f"{got[slot, card]:.1%} of the imagined worlds, but should in {should:.1%}"
    return f"seat {watcher}, after it saw [{', '.join(history)}]: {slot} holds {named(table, card)} in {share}"
