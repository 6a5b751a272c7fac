"""The table of Heartcatchers as a screen sees it."""

from typing import Any

import numpy as np

from parlour.engine.record import NONE, OVER
from parlour.engine.view import piece, score, zone
from parlour.engine.words import line
from parlour.games.heartcatchers import state as S
from parlour.games.heartcatchers.rules import count_secret

LETTERS = {"blue": "B", "red": "R", "green": "G", "white": "W"}


def view(edition: Any, g: Any, seat: int) -> dict[str, Any]:
    """Two hands, the pile, and three stacks a side; at the end the score sheet."""
    e = edition.record[0]
    hands = [hand(edition, e, g, s) for s in range(S.PLAYERS)]
    stacks = [stack(edition, e, g, s, c) for s in range(S.PLAYERS) for c in range(e.columns) if g.laid]
    pile = zone("pile", line("zone.pile"), [], layout="count", count=int(g.pile))
    gone = [k for k in range(g.secrets) if g.under[k] == NONE]
    discard = zone("discard", line("zone.discard"), [card(edition, f"x{k + 1}", g.secret[k]) for k in gone])
    return {"zones": [*hands, *stacks, pile, discard], "sheet": sheet(edition, e, g) if g.seat == OVER else []}


def card(edition: Any, id: str, number: int, **more: Any) -> dict[str, Any]:
    """A card as a piece; below zero it is one that this seat does not know."""
    if number < 0:
        return piece(id, None, **more)
    face = edition.content.faces[number]
    return piece(id, face.name, card=int(number), suit=face.suit, heart=face.heart, mark=LETTERS[face.suit], **more)


def hand(edition: Any, e: Any, g: Any, seat: int) -> dict[str, Any]:
    slots = [k for k in range(e.cards_in_hand) if g.hand[seat, k] != NONE]
    pieces = [card(edition, f"h{k + 1}", g.hand[seat, k], slot=k) for k in slots]
    return zone(f"hand-{seat}", line("zone.hand", who=seat), pieces, owner=seat, layout="fan")


def stack(edition: Any, e: Any, g: Any, seat: int, column: int) -> dict[str, Any]:
    """Face-up cards from bottom to top, then the Secrets under them in the order of play."""
    position = seat * S.COLUMNS + column
    number = int(g.at[position])
    if number == NONE:
        return zone(f"s{position + 1}", line("zone.stack", who=seat, n=column + 1), [], owner=seat, layout="stack")
    shown: list[dict[str, Any]] = []
    c = int(g.top[number])
    while c != NONE:
        shown.insert(0, card(edition, f"c{c + 1}", c))
        c = int(g.below[c])
    ours = [k for k in range(g.secrets) if g.under[k] == number]
    secrets = [card(edition, f"x{k + 1}", g.secret[k], **placed(g, k)) for k in ours]
    label = line("zone.stack", who=seat, n=column + 1)
    return zone(f"s{position + 1}", label, shown + secrets, owner=seat, layout="stack", position=position, stack=number)


def placed(g: Any, k: int) -> dict[str, Any]:
    """HC-R10 What everybody saw of a Secret: who hid it, on whose side, in which turn."""
    side = int(g.spot[k]) // S.COLUMNS
    return {"secret": True, "by": int(g.by[k]), "side": side, "turn": int(g.when[k])}


def sheet(edition: Any, e: Any, g: Any) -> list[dict[str, Any]]:
    """HC-17, HC-18 The final score, line by line."""
    lines = []
    key_up = "sheet.stack" if int(g.rulings) >> int(S.WHITE_SCORES) & 1 else "sheet.hearts"
    for seat in range(S.PLAYERS):
        for column in range(e.columns):
            number = int(g.at[seat * S.COLUMNS + column])
            cards = int(g.value[number])
            lines.append(score(seat, line(key_up, "HC-18", n=column + 1, cards=cards), cards))
            for k in range(g.secrets):
                points = 0 if g.under[k] != number else int(count_secret(e, np.int64(g.secret[k])))
                if points:
                    key = "sheet.love" if e.heart[g.secret[k]] == S.LOVE else "sheet.breaker"
                    lines.append(score(seat, line(key, "HC-17", card=g.secret[k], n=column + 1), points))
    return lines
