"""Perfect Match in words: what happened, what can be done, and why something cannot."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from parlour.engine.asking import ask_rule
from parlour.engine.plain import HIDDEN, NONE, OVER, a_of, b_of, has_ruling, kind_of
from parlour.engine.words import Line, line, names_in
from parlour.games.perfect_match import moves as M
from parlour.games.perfect_match import state as S
from parlour.games.perfect_match.cards import free_in_hand
from parlour.games.perfect_match.choices import is_idle, is_idle_favour
from parlour.games.perfect_match.plain_slots import hand_slot, place_of, sort_of, stage_slot

# For how many milliseconds a screen shows what a date turned up.
HOLD = 1500

spoken = names_in(Path(__file__).with_name("words.toml"))


def name_card(edition: Any, card: int, language: str) -> str:
    return spoken(line("name.face-down"), language) if card < 0 else edition.faces[card].name


def name_contestant(edition: Any, number: int, language: str) -> str:
    return spoken(line("name.nobody"), language) if number < 0 else edition.content.contestants[number].name


def name_action(edition: Any, number: int, language: str) -> str:
    return edition.content.contestants[number].action


def name_profile(edition: Any, number: int, language: str) -> str:
    """A profile by its title and the traits that it asks for."""
    profile = edition.content.profiles[number]
    names = {trait.id: trait.name for trait in edition.content.traits}
    return f"{profile.name} ({', '.join(names[t] for t in profile.traits)})"


NAMERS = {
    "card": name_card,
    "contestant": name_contestant,
    "action": name_action,
    "profile": name_profile,
}


# The story


def tell(edition: Any, before: Any, m: int, after: Any, seat: int) -> Iterator[Line]:
    """The story of one move as one seat saw it."""
    kind, a = kind_of(m), a_of(m)
    if kind == M.STARTS:
        yield line("story.starts", "PM-R16", who=a)
    elif kind == M.PROFILE:
        key = "story.profile" if a != NONE else "story.profile-unseen"
        yield line(key, "PM-4", who=dealt_to(before), profile=a)
    elif kind == M.ENTER:
        yield line("story.enter", "PM-3", contestant=(a,))
    elif kind == M.DRAW:
        yield line("story.draw" if a != NONE else "story.draw-unseen", "PM-6", who=before.turn, card=(a,))
    elif before.effect != NONE:
        told = tell_choice(edition, before, m, after)
        if told is not None:
            yield told
    elif kind == M.DATE:
        yield from tell_date(edition, before, after, a)
    else:
        yield tell_action(edition, before, m, after)
    if after.seat == OVER:
        yield from tell_end(edition, after)


def dealt_to(g: Any) -> int:
    return sum(profile != NONE for profile in g.profile)


def tell_action(edition: Any, before: Any, m: int, after: Any) -> Line:
    """Everything that a turn offers, but for a date."""
    kind, a, b, who = kind_of(m), a_of(m), b_of(m), before.turn
    if kind == M.PLAY:
        return tell_play(before, who, a, b)
    if kind == M.REVEAL:
        return tell_reveal(edition, before, after, a, b)
    if kind == M.DRAMA:
        card = after.shown if after.shown != NONE else after.discards[before.gone]
        key = "story.drama" if has_effect(edition, after, card) else "story.drama-idle"
        return line(key, "PM-12", who=who, card=card)
    if kind == M.FAVOUR:
        return line("story.favour" if after.effect != NONE else "story.favour-idle", "PM-18", who=who, contestant=a)
    if kind == M.REST:
        return line("story.rest", "PM-7", who=who)
    return line("story.discard", "PM-8", who=who, card=after.discards[before.gone])


def has_effect(edition: Any, after: Any, card: int) -> bool:
    """PM-12 Whether a drama that was just played does something: it is being carried out, or gave actions at once."""
    return bool(after.shown != NONE or edition.plain.effect[card] == S.ENCORE)


def tell_play(before: Any, who: int, held: int, place: int) -> Line:
    card = before.card[hand_slot(who, held)]
    key = "story.play" if card >= 0 else "story.play-unseen"
    return line(key, "PM-9", who=who, card=card, contestant=before.stage[place])


def tell_reveal(edition: Any, before: Any, after: Any, place: int, k: int) -> Line:
    """PM-11 If the slot is empty now, it was a red flag that has stepped aside."""
    who, card = before.turn, after.card[stage_slot(place, k)]
    if card == NONE:
        card = new_flags(edition, before, after)[0]
        return line("story.flag", "PM-11", who=who, card=card, contestant=before.stage[place])
    return line("story.reveal", "PM-10", who=who, card=card, contestant=before.stage[place])


def new_flags(edition: Any, before: Any, after: Any) -> list[int]:
    """The red flags that lie above a contestant now and did not before."""
    first = int(edition.plain.flags_from)
    return [first + k for k in range(len(after.above)) if after.above[k] != NONE == before.above[k]]


def tell_date(edition: Any, before: Any, after: Any, place: int) -> Iterator[Line]:
    """PM-13 What is turned up, and whether it is what somebody is looking for."""
    who, contestant = before.turn, before.stage[place]
    won = after.owner[contestant] == who
    for k in range(edition.plain.wants):
        slot = stage_slot(place, k)
        # After a match all of them are discarded, in their order.
        card = after.discards[before.gone + k] if won else after.card[slot]
        if before.up[slot] == 0 and card >= 0:
            yield line("story.turned-up", "PM-13", who=who, card=card, contestant=contestant)
    for card in new_flags(edition, before, after):
        yield line("story.turned-flag", "PM-17", who=who, card=card, contestant=contestant)
    if won:
        yield line("story.date-success", "PM-15", hold=HOLD, who=who, contestant=contestant)
    else:
        yield line("story.date-failure", "PM-16", hold=HOLD, who=who, contestant=contestant)


def tell_end(edition: Any, g: Any) -> Iterator[Line]:
    """PM-20 to PM-22 Why it is over, and who has won."""
    e = edition.plain
    winners = [s for s in range(g.seats) if int(g.winners) >> s & 1]
    if max(g.points[: g.seats]) >= e.goal[g.seats]:
        yield line("story.goal", "PM-20", n=e.goal[g.seats])
    elif NONE in g.stage[: e.places] and not g.waiting:
        yield line("story.stage-empty", "PM-21")
    else:
        yield line("story.deck-empty", "PM-21")
    if len(winners) > 1:
        yield line("story.draw-game", "PM-22")
        return
    tied = [s for s in range(g.seats) if g.points[s] == g.points[winners[0]]]
    if len(tied) > 1:
        yield line("story.tie-break", "PM-22", who=winners[0], n=g.wooed[winners[0]])
    clause = "PM-20" if g.points[winners[0]] >= e.goal[g.seats] else "PM-22"
    yield line("story.win", clause, who=winners[0], points=g.points[winners[0]])


def tell_choice(edition: Any, before: Any, m: int, after: Any) -> Line | None:
    """One small choice of an effect; the first half of one is told with the second."""
    kind, a, b, who = kind_of(m), a_of(m), b_of(m), before.turn
    if after.half != NONE:
        return None
    if kind == M.PICK:
        return tell_pick(edition, before, after, a, b)
    if kind == M.POINT:
        return tell_point(before, a)
    if kind == M.PLAY:
        return tell_play(before, who, a, b)
    if kind == M.NAME:
        return line("story.clear", "PM-12", who=who, contestant=a)
    if kind == M.FACE:
        return line("story.spill" if before.effect == S.SPILL else "story.spy", "PM-12", who=who, rival=a)
    if kind == M.GRAB:
        card = known_now(before, after, hand_slot(a, b))
        return line(known("story.grab", card), "PM-12", who=who, rival=a, card=card)
    if kind == M.FETCH:
        return line("story.fetch", "PM-R19", who=who, card=before.discards[before.gone - 1 - a])
    if kind == M.OFFER:
        card, other = before.card[hand_slot(who, a)], after.card[hand_slot(who, a)]
        contestant = before.stage[place_of(int(before.half))]
        return line("story.offer", "PM-R13", who=who, card=card, other=other, contestant=contestant)
    if kind == M.DISCARD:
        return line("story.discard", "PM-12", who=before.rival, card=after.discards[before.gone])
    return line("story.stop", "PM-12", who=who)


def known(key: str, card: int) -> str:
    return key if card >= 0 else f"{key}-unseen"


def known_now(before: Any, after: Any, slot: int) -> int:
    """A card on its way into the hand of whose turn it is, if this reader knows it before or after."""
    return int(max(before.card[slot], after.card[free_in_hand(before.record, before.turn)]))


def tell_pick(edition: Any, before: Any, after: Any, place: int, k: int) -> Line:
    """An effect that works on one card of a profile."""
    who, slot, effect = before.turn, stage_slot(place, k), before.effect
    contestant = before.stage[place]
    if effect == S.PEEK:
        card = int(after.card[slot])
        return line(known("story.peek", card), "PM-12", who=who, card=card, contestant=contestant)
    if effect == S.REVEAL or (effect == S.SNIFF and after.card[slot] == NONE):
        return tell_reveal(edition, before, after, place, k)
    if effect == S.SNIFF:
        return line("story.sniff", "PM-12", who=who, contestant=contestant)
    if effect == S.REMOVE:
        return line("story.remove", "PM-12", who=who, card=after.discards[before.gone], contestant=contestant)
    if effect == S.RETURN:
        card = known_now(before, after, slot)
        return line(known("story.return", card), "PM-12", who=who, card=card, contestant=contestant)
    other = before.stage[place_of(int(before.half))]
    return line("story.swap", "PM-12", who=who, contestant=contestant, other=other)


def tell_point(before: Any, place: int) -> Line:
    """An effect that works on a contestant on the stage."""
    who, contestant = before.turn, before.stage[place]
    if before.effect == S.MOVE:
        source = before.stage[place_of(int(before.half))]
        card = int(before.card[before.half])
        return line("story.move", "PM-12", who=who, card=card, other=source, contestant=contestant)
    if before.effect == S.SWEEP:
        return line("story.sweep", "PM-12", who=who, contestant=contestant)
    if before.effect == S.BAGGAGE:
        return line("story.baggage", "PM-12", who=who, other=before.half, contestant=contestant)
    return line("story.trade", "PM-12", who=who, other=before.stage[before.half], contestant=contestant)


# What can be done


def describe(edition: Any, g: Any, m: int) -> Line:
    """A legal move in words, for the seat that may play it."""
    kind, a, b, clause = kind_of(m), a_of(m), b_of(m), M.MOVES.kind(m).clause
    if kind in (M.PLAY, M.DRAMA, M.DISCARD, M.OFFER):
        return describe_held(edition, g, m)
    if kind in (M.REVEAL, M.PICK):
        card = remembered(g, stage_slot(a, b))
        key = "move.reveal" if kind == M.REVEAL else "move.pick"
        return line(key, clause, card=card, contestant=g.stage[a], n=b + 1)
    if kind in (M.DATE, M.POINT):
        return line("move.date" if kind == M.DATE else "move.point", clause, contestant=g.stage[a])
    if kind == M.FAVOUR:
        idle = ask_rule(is_idle_favour, edition, g, a)
        return line("move.favour-idle" if idle else "move.favour", clause, contestant=a)
    if kind == M.NAME:
        return line("move.name", clause, contestant=a)
    if kind == M.FACE:
        return line("move.face", "PM-12", rival=a)
    if kind == M.GRAB:
        return line("move.grab", "PM-12", rival=a, n=b + 1, card=remembered(g, hand_slot(a, b)))
    if kind == M.FETCH:
        return line("move.fetch", "PM-R19", card=g.discards[g.gone - 1 - a])
    return line("move.rest" if kind == M.REST else "move.stop", clause)


def describe_held(edition: Any, g: Any, m: int) -> Line:
    """What can be done with a card of the hand, and who else has seen that card."""
    kind, at, clause = kind_of(m), hand_slot(g.seat, a_of(m)), M.MOVES.kind(m).clause
    card, known = g.card[at], known_to(g, at)
    if kind == M.PLAY:
        contestant = g.stage[b_of(m)]
        if known:
            return line("move.play-known", clause, card=card, known=known, contestant=contestant)
        return line("move.play", clause, card=card, contestant=contestant)
    key = IDLE if kind == M.DRAMA and ask_rule(is_idle, edition, g, card) else HELD[kind]
    if known:
        return line(f"{key}-known", clause, card=card, known=known)
    return line(key, clause, card=card)


# PM-12 A drama that would find nothing to work on is marked.
HELD: dict[Any, str] = {M.DRAMA: "move.drama", M.DISCARD: "move.discard", M.OFFER: "move.offer"}
IDLE = "move.drama-idle"


def remembered(g: Any, at: int) -> int:
    """The card in a slot that the deciding seat cannot look at again. PM-R3 From memory, nothing names it."""
    return int(HIDDEN if has_ruling(g, S.FROM_MEMORY) and not g.up[at] else g.card[at])


def known_to(g: Any, at: int) -> int:
    """Bit s: seat s has seen this card in the hand of the seat that decides; two equal cards may differ in that.

    PM-R3 Whoever plays from memory is not told.
    """
    if has_ruling(g, S.FROM_MEMORY):
        return 0
    others = (1 << int(g.seats)) - 1 & ~(1 << int(g.seat))
    return int(g.seen[at]) & others


def ask(edition: Any, g: Any) -> Line:
    """The question to the seat that decides."""
    if g.rival != NONE:
        return line("ask.spilled", "PM-12", rival=g.turn)
    if g.effect != NONE:
        return ask_effect(g, S.EFFECTS[g.effect])
    if g.actions > 0:
        return line("ask.act", "PM-7", n=g.actions)
    return line("ask.discard", "PM-8", n=edition.plain.limit)


# What an effect asks: one that works several times says how often, and some ask twice.
ASK_OFTEN = {effect: f"ask.{effect}" for effect in ("peek", "reveal", "plant")}
ASK_ONCE = {
    effect: f"ask.{effect}"
    for effect in S.EFFECTS
    if effect not in (*ASK_OFTEN, "draw", "encore")  # these ask nothing
}
ASK_THEN = {effect: f"ask.{effect}-then" for effect in ("exchange", "move", "swap", "trade", "baggage")}


def ask_effect(g: Any, effect: str) -> Line:
    """What the drama or the favour that is being carried out wants to know."""
    clause = "PM-12" if g.shown != NONE else "PM-18"
    if g.half != NONE:
        return line(ASK_THEN[effect], clause)
    if effect in ASK_OFTEN:
        return line(ASK_OFTEN[effect], clause, n=g.left)
    return line(ASK_ONCE[effect], clause)


def why_not(edition: Any, g: Any, m: int) -> Line:
    """Why the deciding seat may not play this now; from what it knows."""
    kind = kind_of(m)
    if kind in (M.STARTS, M.PROFILE, M.ENTER, M.DRAW):
        return line("refusal.chance-only", M.MOVES.kind(m).clause)
    if g.effect != NONE:
        return line("refusal.choose-first", "PM-12")
    if kind not in ACTIONS:
        return line("refusal.no-effect", "PM-12")
    if g.actions == 0:
        return line("refusal.discard-first", "PM-8", n=edition.plain.limit)
    return why_no_action(edition.plain, g, m)


def why_no_action(e: Any, g: Any, m: int) -> Line:
    kind, a, b = kind_of(m), a_of(m), b_of(m)
    if kind == M.DISCARD:
        return line("refusal.not-yet", "PM-8")
    if kind in (M.PLAY, M.DRAMA):
        card = int(g.card[hand_slot(g.seat, a)])
        if card < 0:
            return line("refusal.no-card", M.MOVES.kind(m).clause, n=a + 1)
        if kind == M.DRAMA:
            return line("refusal.no-drama", "PM-12", card=card)
        if sort_of(e, card) == "drama":
            return line("refusal.drama-in-profile", "PM-R13", card=card)
    place = b if kind == M.PLAY else a
    if kind == M.FAVOUR:
        return line("refusal.not-wooed", "PM-18")
    if place >= e.places:
        return line("refusal.no-place", "PM-3", n=e.places)
    if kind == M.PLAY:
        return line("refusal.full", "PM-9", contestant=g.stage[place], n=e.wants)
    if kind == M.DATE:
        return line("refusal.incomplete", "PM-13", contestant=g.stage[place], n=e.wants)
    return line("refusal.not-face-down", "PM-10", contestant=g.stage[place])


ACTIONS = (M.PLAY, M.REVEAL, M.DRAMA, M.DATE, M.FAVOUR, M.REST, M.DISCARD)
