"""Heartcatchers in words: what happened, what can be done, and why something cannot."""

from collections.abc import Iterator
from typing import Any

from parlour.engine.asking import ask_rule
from parlour.engine.plain import NONE, OVER, a_of, b_of, c_of, kind_of
from parlour.engine.words import Line, line
from parlour.games.heartcatchers import moves as M
from parlour.games.heartcatchers import state as S
from parlour.games.heartcatchers.rules import count_secret, position_of

# For how many milliseconds a screen shows each Secret that is turned up.
HOLD = 1200
REVEALED = {int(S.LOVE): "story.love", int(S.BREAKER): "story.breaker"}
SUIT_NAMES = {"en": ("blue", "red", "green", "white"), "de": ("blaue", "rote", "grüne", "weiße")}


# German names of the printed cards as an object and after "mit"; a name that is not here stays as it is.
DECLINED = {"Unfangbare": ("Unfangbare", "Unfangbarer")}
for colour in ("Blau", "Rot", "Grün"):
    DECLINED[f"{colour}es Herz"] = (f"{colour}es Herz", f"{colour}em Herz")
    DECLINED[f"{colour}e große Liebe"] = (f"{colour}e große Liebe", f"{colour}er großer Liebe")
    for noun in ("Herzensbrecher", "Sinneswandel"):
        DECLINED[f"{colour}er {noun}"] = (f"{colour}en {noun}", f"{colour}em {noun}")


def name_card(edition: Any, card: int, language: str) -> str:
    return edition.faces[card].name


def name_object(edition: Any, card: int, language: str) -> str:
    name = name_card(edition, card, language)
    return DECLINED.get(name, (name, name))[0]


def name_after_with(edition: Any, card: int, language: str) -> str:
    name = name_card(edition, card, language)
    return DECLINED.get(name, (name, name))[1]


def name_suit(edition: Any, suit: int, language: str) -> str:
    return SUIT_NAMES.get(language, SUIT_NAMES["en"])[suit]


NAMERS = {"card": name_card, "card-whom": name_object, "card-with": name_after_with, "suit": name_suit}


def top_card(g: Any, position: int) -> int:
    return int(g.top[g.at[position]])


def column(position: int) -> int:
    """The number of a column as people count."""
    return int(position) % int(S.COLUMNS) + 1


def side(position: int) -> int:
    """The seat on whose side a position is."""
    return int(position) // int(S.COLUMNS)


# What happened


def tell(edition: Any, before: Any, m: int, after: Any, seat: int) -> Iterator[Line]:
    """The story of one move as one seat saw it."""
    kind, a = kind_of(m), a_of(m)
    if kind == M.STARTS:
        yield line("story.starts", "HC-R2", who=a)
    elif kind == M.LAY:
        # A stack is numbered by the position where it is dealt.
        position = next(s for s in after.at if s not in before.at)
        yield line("story.lay", "HC-3", who=side(position), card=a, n=column(position))
    elif kind == M.DRAW:
        yield tell_draw(before, a)
    else:
        yield tell_action(before, m, after)
    if after.seat == OVER:
        yield from tell_end(edition, before, m, after)


def tell_draw(before: Any, card: int) -> Line:
    """A draw, with the card if the seat has seen it; the first hand is dealt, later cards are drawn."""
    clause = "HC-4" if before.turn == NONE else "HC-13"
    if card == NONE:
        return line("story.draw-unseen", clause, who=before.drawer)
    return line("story.draw", clause, who=before.drawer, card=card)


def tell_action(before: Any, m: int, after: Any) -> Line:
    """A catch, a steal or a Secret, with the card if the seat knows it."""
    kind, a, b, c = kind_of(m), a_of(m), b_of(m), c_of(m)
    who = before.seat
    if kind == M.SECRET:
        return tell_secret(who, before.hand[who][a], b)
    cards = {"who": who, "card": after.top[before.at[b]], "caught": top_card(before, b)}
    if kind == M.CATCH:
        return line("story.catch", "HC-7", n=column(b), **cards)
    return line("story.steal", "HC-9", n=column(b), back=column(c), whose=side(b), **cards)


def tell_secret(who: int, card: int, place: int) -> Line:
    """A Secret that somebody hides, with the card if the seat knows it."""
    n, whose = column(place), side(place)
    if whose == who:
        if card < 0:
            return line("story.secret-own-unseen", "HC-11", who=who, n=n)
        return line("story.secret-own", "HC-11", who=who, card=card, n=n)
    if card < 0:
        return line("story.secret-across-unseen", "HC-11", who=who, n=n, whose=whose)
    return line("story.secret-across", "HC-11", who=who, card=card, n=n, whose=whose)


def tell_end(edition: Any, before: Any, m: int, g: Any) -> Iterator[Line]:
    """The reveal: Change-of-Hearts first, then the other Secrets, then who has won."""
    e = edition.plain
    for k in range(g.secrets):
        if e.heart[g.secret[k]] == S.CHANGE:
            place = ask_rule(position_of, edition, g, stack_over(before, m, k))
            yield line("story.change", "HC-16", hold=HOLD, card=g.secret[k], n=column(place))
    for k in range(g.secrets):
        card, heart = g.secret[k], e.heart[g.secret[k]]
        if heart in REVEALED:
            place, points = ask_rule(position_of, edition, g, g.under[k]), abs(ask_rule(count_secret, edition, g, card))
            yield line(REVEALED[heart], "HC-17", hold=HOLD, who=side(place), card=card, n=column(place), points=points)
    if g.points[0] == g.points[1]:
        yield line("story.draw-game", "HC-20")
    else:
        winner = 0 if g.points[0] > g.points[1] else 1
        yield line("story.win", "HC-20", who=winner, points=g.points[winner])


def stack_over(before: Any, m: int, k: int) -> int:
    """The stack that a Secret lay under when the last action was done."""
    return int(before.under[k]) if k < before.secrets else int(before.at[b_of(m)])


# What can be done, and what cannot


def describe(edition: Any, g: Any, m: int) -> Line:
    """A legal move in words, for the seat that may play it."""
    kind, a, b, c = kind_of(m), a_of(m), b_of(m), c_of(m)
    card = g.hand[g.seat][a]
    if kind == M.CATCH:
        return line("move.catch", "HC-7", card=card, caught=top_card(g, b), n=column(b))
    if kind == M.STEAL:
        return line("move.steal", "HC-9", card=card, caught=top_card(g, b), n=column(b), back=column(c))
    key = "move.secret-mine" if side(b) == g.seat else "move.secret-theirs"
    return line(key, "HC-11", card=card, n=column(b))


def ask(edition: Any, g: Any) -> Line:
    return line("ask.act", "HC-6")


def why_not(edition: Any, g: Any, m: int) -> Line:
    """Why the deciding seat may not play this now; from what it knows."""
    kind, a, b = kind_of(m), a_of(m), b_of(m)
    if kind not in (M.CATCH, M.STEAL, M.SECRET):
        return line("refusal.chance-only", "HC-6")
    if g.hand[g.seat][a] == NONE:
        return line("refusal.no-card", "HC-6", n=a + 1)
    if g.at[b] == NONE:
        return line("refusal.no-stack", "HC-5")
    if kind == M.CATCH and side(b) != g.seat:
        return line("refusal.not-your-side", "HC-7")
    if kind == M.STEAL and side(b) == g.seat:
        return line("refusal.your-side", "HC-9")
    return why_not_caught(edition, g, int(g.hand[g.seat][a]), b) or line("refusal.give-own", "HC-9")


def why_not_caught(edition: Any, g: Any, card: int, position: int) -> Line | None:
    """Why a card does not catch a stack; nothing if it does."""
    suit = edition.plain.suit
    top = top_card(g, position)
    if int(g.open) >> int(S.STACK_BITS * position + suit[card]) & 1:
        return None
    if suit[top] != S.WHITE:
        return line("refusal.wrong-colour", "HC-8", suit=suit[card], caught=suit[top])
    if suit[card] == S.WHITE:
        return line("refusal.white-on-white", "HC-R4", card=top)
    if g.below[top] == NONE:
        return line("refusal.dealt-white", "HC-R3", card=top)
    return line("refusal.uncatchable", "HC-12", card=top)
