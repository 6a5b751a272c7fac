"""What a move of Perfect Match would do, from what the deciding seat knows; less, if all play from memory (PM-R3)."""

from parlour.engine.plain import NONE, Plain, a_of, b_of, bits, has_ruling, kind_of
from parlour.engine.previews import After, Would
from parlour.engine.sight import Sight
from parlour.engine.words import Line, line
from parlour.games.perfect_match import moves as M
from parlour.games.perfect_match import state as S
from parlour.games.perfect_match.asking import is_match_after
from parlour.games.perfect_match.choices import is_idle, is_idle_favour
from parlour.games.perfect_match.plain_slots import hand_slot, profile_slots, stage_slot
from parlour.games.perfect_match.reading import cover, id_of, known_at, wish_of


class PerfectMatchAfter(After, kw_only=True):
    """What everybody can count and what this seat knows."""

    # A card that is slipped in: how many cards the profile has then, how many it is short of, who has seen the card.
    cards: int | None = None
    short: int | None = None
    seen: tuple[int, ...] | None = None
    # Which of this seat's wishes are there then; whether a date of this seat would succeed, as far as it knows.
    covered: tuple[int, ...] | None = None
    match: bool | None = None
    # The seats for which it would be right, if this seat knows all its cards.
    suits: tuple[int, ...] | None = None
    # A date: the cards that this seat does not know, and the hearts of a match.
    unknown: int | None = None
    hearts: int | None = None


def after(sight: Sight, m: int, would: Would) -> tuple[PerfectMatchAfter, list[Line]]:
    """The facts of a move, and the same in words."""
    points = would.same("points")
    found = PerfectMatchAfter(points=points and tuple(points[: sight.g.seats]), turn=would.same("seat"))
    tell = TELLERS.get(kind_of(m))
    return found, tell(sight, m, found) if tell else []


def memory(g: Plain) -> bool:
    return has_ruling(g, S.FROM_MEMORY)


def slip_in(sight: Sight, m: int, found: PerfectMatchAfter) -> list[Line]:
    """PM-9 How full the profile gets, who knows the card, and who could date then."""
    g, e, place = sight.g, sight.e, b_of(m)
    at = hand_slot(sight.seat, a_of(m))
    found.cards = len(profile_slots(e, g, place)) + 1
    found.short = e.wants - found.cards
    said = [count_line(found.cards, e.wants)]
    if memory(g):
        return said
    found.seen = bits(g.seen[at], g.seats)
    others = g.seen[at] & ~(1 << sight.seat) & (1 << g.seats) - 1
    said.append(line("preview.seen", "PM-R3", known=others) if others else line("preview.only-you", "PM-R3"))
    known = [*known_at(g, place, e), g.card[at]]
    return said + judge(sight, m, known, found)


def count_line(cards: int, wants: int) -> Line:
    if cards == wants:
        return line("preview.full", "PM-13", n=cards, wants=wants)
    return line("preview.short", "PM-13", n=cards, wants=wants, short=wants - cards)


def judge(sight: Sight, m: int, known: list[int], found: PerfectMatchAfter) -> list[Line]:
    """PM-14 What these cards are to this seat and, if nothing is hidden from it, to the others."""
    g, e = sight.g, sight.e
    ids = tuple(id_of(sight.edition, card) for card in known)
    if any(card >= e.flags_from for card in known):
        found.match, found.covered, found.suits = False, None, ()
        return [line("preview.spoilt", "PM-17")]
    own = wish_of(sight.edition, g, sight.seat)
    if own is not None:
        found.covered, out = cover(own, ids)
        found.match = False if out else bool(sight.ask(is_match_after, m, sight.seat)) or None
    if len(known) < e.wants:
        return []
    found.suits = tuple(seat for seat in range(g.seats) if sight.ask(is_match_after, m, seat))
    if found.suits:
        return [line("preview.suits", "PM-R9", known=sum(1 << s for s in found.suits))]
    return [line("preview.suits-none", "PM-14")] if all(g.profile[seat] >= 0 for seat in range(g.seats)) else []


def go_out(sight: Sight, m: int, found: PerfectMatchAfter) -> list[Line]:
    """PM-13 What is known of a date before it; PM-16 what a failure costs."""
    g, e, place = sight.g, sight.e, a_of(m)
    contestant = g.stage[place]
    found.hearts = e.hearts[contestant] - g.burden[contestant]
    lost = line("preview.date-cost", "PM-16")
    if memory(g):
        return [lost]
    known = known_at(g, place, e)
    found.unknown = e.wants - len(known)
    said = judge(sight, m, known, found)
    if found.match:
        won = g.points[sight.seat] + found.hearts >= e.goal[g.seats]
        key = "preview.date-wins" if won else "preview.date-match"
        return [line(key, "PM-15", n=found.hearts)]
    if found.match is False:
        return [line("preview.date-fails", "PM-16"), lost]
    return [*said, line("preview.date-open", "PM-13", n=found.unknown), lost]


def turn_up(sight: Sight, m: int, found: PerfectMatchAfter) -> list[Line]:
    """PM-10 Everybody will see it; PM-11 a red flag steps aside."""
    g, e = sight.g, sight.e
    card = g.card[stage_slot(a_of(m), b_of(m))]
    if card < 0 or memory(g):
        return [line("preview.reveal", "PM-11")]
    if card >= e.flags_from:
        return [line("preview.reveal-flag", "PM-11", card=card)]
    return [line("preview.reveal-trait", "PM-10", card=card)]


def act_out(sight: Sight, m: int, found: PerfectMatchAfter) -> list[Line]:
    """PM-12 That a drama would find nothing, is all that its card does not say."""
    card = sight.g.card[hand_slot(sight.seat, a_of(m))]
    return [line("preview.idle", "PM-12")] if sight.ask(is_idle, card) else []


def call_on(sight: Sight, m: int, found: PerfectMatchAfter) -> list[Line]:
    """PM-18 The same of a favour."""
    return [line("preview.idle-favour", "PM-18")] if sight.ask(is_idle_favour, a_of(m)) else []


def rest(sight: Sight, m: int, found: PerfectMatchAfter) -> list[Line]:
    """PM-7 The actions that are given up, PM-8 and the cards that have to go."""
    g, e = sight.g, sight.e
    over = g.held[sight.seat] - e.limit
    lost = line("preview.rest", "PM-7", n=g.actions)
    return [lost, line("preview.too-many", "PM-8", n=over)] if over > 0 else [lost]


def offer(sight: Sight, m: int, found: PerfectMatchAfter) -> list[Line]:
    """PM-R13 The card that comes into the hand, if it is known."""
    card = sight.g.card[sight.g.half] if sight.g.half != NONE else NONE
    return [line("preview.offer", "PM-R13", card=card)] if card >= 0 and not memory(sight.g) else []


TELLERS = {
    int(M.PLAY): slip_in,
    int(M.DATE): go_out,
    int(M.REVEAL): turn_up,
    int(M.DRAMA): act_out,
    int(M.FAVOUR): call_on,
    int(M.REST): rest,
    int(M.OFFER): offer,
}
