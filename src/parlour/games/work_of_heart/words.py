"""Work of Heart in words: what happened, what can be done, and why something cannot."""

from collections.abc import Iterator
from typing import Any

from parlour.engine.asking import ask_rule
from parlour.engine.plain import NONE, OVER, a_of, kind_of
from parlour.engine.words import Line, line
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.asking import affection_sum
from parlour.games.work_of_heart.names import ANSWERS, NAMERS, place_name
from parlour.games.work_of_heart.printed import PERK_MOVES

__all__ = ["NAMERS", "ask", "describe", "tell", "why_not"]

# For how many milliseconds a screen shows how an affection roll came out.
HOLD = 1200

# What passing means, by phase.
PASSES = {
    int(S.TILE): "tile",
    int(S.LUCK): "luck",
    int(S.KEEP): "keep",
    int(S.COURT): "court",
    int(S.COURTED): "courted",
}
PASS_CLAUSES = {"tile": "WH-26", "luck": "WH-29", "keep": "WH-27", "court": "WH-39", "courted": "WH-30"}


# The story


def tell(edition: Any, before: Any, m: int, after: Any, seat: int) -> Iterator[Line]:
    """The story of one move as one seat saw it: the move, what it changed, and what begins."""
    kind = int(kind_of(m))
    if kind in (M.PLAY, M.DISCARD, M.SNATCH):
        yield tell_card(before, after, kind)
    else:
        told = tell_move(edition, before, kind, int(a_of(m)))
        if told is not None:
            yield told
    if before.phase == S.INTERRUPT and after.voices:
        yield line("story.interrupt", "WH-59", seats=after.voices)
    if kind == M.STEP and (after.used[before.seat] & ~before.used[before.seat]) >> S.BRAWN & 1:
        yield line("story.perk", "WH-25", who=before.seat, what=S.BRAWN)
    yield from tell_changes(edition, before, after)
    if before.phase == S.TIE and not after.asked:
        yield from tell_tie(before, after)
    if after.seat == OVER:
        yield from tell_end(after)
    elif after.phase == S.READY and (after.day != before.day or before.turn == NONE):
        yield line("story.day", "WH-68", day=after.day)


def tell_move(edition: Any, g: Any, kind: int, a: int) -> Line | None:
    """The move itself."""
    who = g.seat
    if kind in WALKS:
        return tell_walk(edition, g, kind, a)
    if kind in SIMPLE:
        key, clause = SIMPLE[kind]
        return line(f"story.{key}", clause, who=who, what=a)
    if kind == M.COURT:
        return line("story.court", "WH-39", who=who)
    if kind == M.FACE:
        return line("story.face", "WH-41", who=g.actor, face=a)
    if kind == M.REVEAL:
        return line("story.reveal", "WH-70", bonus=a)
    if kind == M.DRAW:
        return line("story.draw-unseen" if a == NONE else "story.draw", "WH-46", who=g.drawer, card=a)
    if kind == M.PICK:
        return line("story.pick-unseen" if a == NONE else "story.pick", "WH-18", who=who, bonus=a)
    if kind == M.JOIN:
        return line("story.answers", "WH-R28", who=who)
    if kind == M.TIE:
        return line("story.answers", "WH-72", who=who)
    if kind == M.ANSWER:
        return line("story.answer", "WH-66", who=who, answer=g.card * ANSWERS + a)
    if kind == M.EVENT:
        return line("story.event", "WH-64", who=g.actor, event=a)
    if kind == M.PASS and g.phase in PASSES:
        passed = PASSES[int(g.phase)]
        return line(f"story.pass-{passed}", PASS_CLAUSES[passed], who=who)
    return None


def tell_walk(edition: Any, g: Any, kind: int, space: int) -> Line:
    """Where a pawn goes; what a tile covers is not told (WH-R27)."""
    way, clause = WALKS[kind]
    if g.tile[space] != NONE:
        return line(f"story.{way}-tiled", clause, who=g.seat, place=place_name(edition.content.spaces[space]))
    return line(f"story.{way}", clause, who=g.seat, space=space)


WALKS = {int(M.GO): ("go", "WH-48"), int(M.BUMP): ("bump", "WH-50"), int(M.STEP): ("step", "WH-28")}


def tell_card(before: Any, after: Any, kind: int) -> Line:
    """A card that was played, discarded or stolen, by the name that the reader can know."""
    if kind == M.SNATCH:
        thief = int(before.agent)
        cards = [c for c, old in zip(after.hand[thief], before.hand[thief], strict=True) if c != old]
        return line("story.snatch", "WH-63", who=thief, victim=before.mark, card=cards[0])
    # It lies among the discards; or these were shuffled at once, and it was the only new one among them.
    new: int = (int(after.thrown) or int(after.fresh)) & ~int(before.thrown)
    key, clause = ("play", "WH-63") if kind == M.PLAY else ("discard", "WH-61")
    return line(f"story.{key}", clause, who=before.seat, card=new.bit_length() - 1)


# Kinds whose story is one template: key and clause; the move's argument is its field `what`.
SIMPLE = {
    int(M.WOO): ("woo", "WH-12"),
    int(M.PERK): ("perk", "WH-23"),
    int(M.RAISE): ("choose", "WH-21"),
    int(M.LOWER): ("lower", "WH-R22"),
    int(M.TARGET): ("target", "WH-63"),
    int(M.PEEK): ("peek", "WH-36"),
}


def tell_changes(edition: Any, before: Any, after: Any) -> Iterator[Line]:
    """Dice, levels, hearts, bonus points and pawns that went home."""
    if after.roll != NONE and before.phase == S.ROLL:
        yield line("story.roll", "WH-48", who=after.turn, n=after.roll)
    if after.die != NONE and after.die != before.die:
        yield line("story.die", "WH-40", who=after.actor, n=after.die, total=ask_rule(affection_sum, edition, after))
    if won_or_lost(before, after):
        yield tell_court(before, after)
    for seat in range(before.seats):
        for trait, (was, now) in enumerate(zip(before.level[seat], after.level[seat], strict=True)):
            if now > was:
                yield line("story.raise", "WH-21", who=seat, trait=trait, n=now)
        if after.tally[seat][S.EXILES] > before.tally[seat][S.EXILES]:
            yield line("story.exile", "WH-25", who=seat)
        if after.bonus[seat] > before.bonus[seat]:
            yield line("story.bonus", "WH-70", who=seat, n=after.bonus[seat] - before.bonus[seat])


def won_or_lost(before: Any, after: Any) -> bool:
    """Whether an affection roll was settled by this move."""
    return after.hearts != before.hearts or fails(after) != fails(before)


def fails(g: Any) -> list[int]:
    """How often each seat has lost an affection roll."""
    return [tally[S.FAILS] for tally in g.tally]


def tell_court(before: Any, after: Any) -> Line:
    who = int(before.actor)
    if after.hearts[who] > before.hearts[who]:
        return line("story.won", "WH-42", hold=HOLD, who=who, interest=before.loves[who], n=after.hearts[who])
    return line("story.lost", "WH-42", hold=HOLD, who=who, interest=before.loves[who])


def tell_tie(before: Any, after: Any) -> Iterator[Line]:
    """WH-72 Who shares from now on; those who do not draw on."""
    agreed = int(after.shared) & ~int(before.shared)
    for seat in range(after.seats):
        if agreed >> seat & 1:
            yield line("story.tie-share", "WH-72", who=seat, interest=after.loves[seat])
    if after.seat != OVER:
        yield line("story.tie-draw", "WH-72")


def tell_end(g: Any) -> Iterator[Line]:
    """WH-71 Who has won."""
    for seat in range(g.seats):
        if int(g.winners) >> seat & 1:
            yield line("story.win", "WH-71", who=seat, points=g.points[seat])
    if not g.winners:
        yield line("story.nobody", "WH-11")


# What can be done


def describe(edition: Any, g: Any, m: int) -> Line:
    """A legal move in words, for the seat that may play it."""
    kind, a = int(kind_of(m)), int(a_of(m))
    if kind in (M.GO, M.BUMP, M.STEP, M.PEEK):
        return describe_place(edition, g, kind, a)
    if kind in (M.PLAY, M.DISCARD):
        card = g.hand[g.seat][a]
        key, clause = ("play", "WH-63") if kind == M.PLAY else ("discard", "WH-61")
        return line(f"move.{key}", clause, card=card)
    if kind == M.PERK:
        return line(PERK_MOVES[a], "WH-23")
    if kind == M.ANSWER:
        least = edition.plain.at[g.card][a]
        return line("move.answer", "WH-66", answer=g.card * ANSWERS + a, at=least)
    if kind == M.JOIN and a == M.NO_TRAIT:
        return line("move.join-none", "WH-65")
    if kind == M.PASS:
        if g.phase == S.DONE:
            return line("move.pass-done", "WH-63")
        return line(f"move.pass-{PASSES.get(int(g.phase), 'window')}", "WH-39" if g.phase == S.COURT else "WH-63")
    return describe_choice(edition, kind, a)


def describe_choice(edition: Any, kind: int, a: int) -> Line:
    """A love interest, a bonus card, a victim, a roll, how to settle a tie, or a trait."""
    if kind == M.WOO:
        return line("move.woo", "WH-12", interest=a)
    if kind == M.PICK:
        return line("move.pick", "WH-18", bonus=a)
    if kind == M.TARGET:
        return line("move.target", "WH-63", who=a)
    if kind == M.COURT:
        return line("move.court", "WH-39")
    if kind == M.THROW:
        return line("move.throw", "WH-48")
    if kind == M.TIE:
        return line("move.tie-share" if a == M.SHARE else "move.tie-draw", "WH-72")
    if kind == M.INTERRUPT:
        return line("move.interrupt" if a == M.CUT_IN else "move.wait", "WH-59")
    key, clause = TRAIT_CHOICES[kind]
    return line(f"move.{key}", clause, trait=a)


TRAIT_CHOICES = {int(M.JOIN): ("join", "WH-65"), int(M.RAISE): ("raise", "WH-21"), int(M.LOWER): ("lower", "WH-R22")}


def describe_place(edition: Any, g: Any, kind: int, space: int) -> Line:
    """A destination, without telling what a tile covers (WH-R27)."""
    place = place_name(edition.content.spaces[space])
    if kind == M.PEEK:
        return line("move.peek", "WH-36", place=place, owner=g.tile[space])
    way, clause = WALKS[kind]
    if kind == M.STEP and is_taken(edition, g, space):
        return line("move.step-push", "WH-25", place=place)
    if g.tile[space] != NONE:
        return line(f"move.{way}-tiled", clause, place=place, owner=g.tile[space])
    return line(f"move.{way}", clause, space=space)


def is_taken(edition: Any, g: Any, space: int) -> bool:
    """Whether somebody stands on a walkway space."""
    return edition.content.spaces[space].is_walkway and space in g.space[: g.seats]


def ask(edition: Any, g: Any) -> Line:
    """The question of each phase."""
    phase = S.PHASES[g.phase]
    if g.phase == S.INTERRUPT and g.step != S.AT_ROLL:
        return line(INTERRUPTS[g.step], "WH-59", who=g.turn)
    if g.phase == S.HECKLE or g.phase == S.INTERRUPT:
        love = g.loves[g.actor]
        need = edition.plain.threshold[love][g.day]
        total = ask_rule(affection_sum, edition, g)
        return line("ask.heckle", "WH-63", who=g.actor, total=total, need=need, interest=love)
    if g.phase == S.COURTED:
        need = edition.plain.threshold[g.loves[g.actor]][g.day]
        return line("ask.courted", "WH-30", total=ask_rule(affection_sum, edition, g), need=need)
    if g.phase == S.SIX:
        return line("ask.six", "WH-28", who=g.turn)
    if g.phase == S.MOVE:
        return line("ask.move", "WH-48", n=g.roll)
    if phase in ASK_OF_EVENT:
        return line(ASK_OF_EVENT[phase], ASK_CLAUSES[phase], event=g.card)
    return line(ASKS[phase], ASK_CLAUSES.get(phase, "WH-63"))


INTERRUPTS = tuple(f"ask.interrupt-{step}" for step in S.TURN_STEPS[: int(S.AT_ROLL)])
ASK_OF_EVENT = {phase: f"ask.{phase}" for phase in ("answer", "group", "keep")}
ASKS = {
    phase: f"ask.{phase}"
    for phase in (
        "woo",
        "pick",
        "ready",
        "bump",
        "tile",
        "luck",
        "discard",
        "raise",
        "lower",
        "target",
        "step",
        "court",
        "done",
        "reply",
        "tie",
    )
}
ASK_CLAUSES = {
    "woo": "WH-12",
    "pick": "WH-18",
    "ready": "WH-48",
    "move": "WH-48",
    "bump": "WH-50",
    "tile": "WH-26",
    "luck": "WH-29",
    "discard": "WH-61",
    "keep": "WH-27",
    "answer": "WH-66",
    "group": "WH-65",
    "raise": "WH-21",
    "lower": "WH-R22",
    "step": "WH-28",
    "court": "WH-39",
    "interrupt": "WH-59",
    "reply": "WH-59",
    "tie": "WH-72",
}


# Why something cannot be done


def why_not(edition: Any, g: Any, m: int) -> Line:
    """Why the deciding seat may not play this now; from what it knows."""
    kind, a = int(kind_of(m)), int(a_of(m))
    phase = S.PHASES[g.phase]
    if kind in M.CHANCE_KINDS:
        return line("refusal.chance-only", "WH-7")
    if phase not in WHEN[kind]:
        return line("refusal.not-now", ASK_CLAUSES.get(phase, "WH-63"))
    if kind in (M.PLAY, M.DISCARD) and g.hand[g.seat][a] == NONE:
        return line("refusal.no-card", "WH-59", n=a + 1)
    if kind in (M.GO, M.BUMP, M.STEP, M.PEEK) and a >= len(edition.content.spaces):
        return line("refusal.no-space", "WH-43")
    key, clause = REASONS[kind]
    return line(f"refusal.{key}", clause)


# In which phases a kind of move can come up at all.
WHEN = {
    int(M.WOO): ("woo",),
    int(M.PICK): ("pick",),
    int(M.GO): ("move",),
    int(M.BUMP): ("bump",),
    int(M.STEP): ("step", "six"),
    int(M.PERK): ("move", "bump", "tile", "luck", "keep", "answer", "courted"),
    int(M.PLAY): ("ready", "move", "court", "courted", "done", "six", "heckle", "reply"),
    int(M.DISCARD): ("discard",),
    int(M.ANSWER): ("answer",),
    int(M.JOIN): ("group",),
    int(M.RAISE): ("raise",),
    int(M.LOWER): ("lower",),
    int(M.TARGET): ("target",),
    int(M.PEEK): ("move",),
    int(M.COURT): ("court",),
    int(M.THROW): ("ready",),
    int(M.TIE): ("tie",),
    int(M.PASS): ("tile", "luck", "keep", "court", "courted", "done", "six", "heckle", "reply"),
    int(M.INTERRUPT): ("interrupt",),
}
REASONS = {
    int(M.WOO): ("taken", "WH-11"),
    int(M.PICK): ("gone", "WH-R15"),
    int(M.GO): ("too-far", "WH-48"),
    int(M.BUMP): ("not-next", "WH-R6"),
    int(M.STEP): ("not-next", "WH-28"),
    int(M.PERK): ("no-perk", "WH-23"),
    int(M.PLAY): ("wrong-window", "WH-59"),
    int(M.DISCARD): ("not-now", "WH-61"),
    int(M.ANSWER): ("too-low", "WH-66"),
    int(M.JOIN): ("not-offered", "WH-65"),
    int(M.RAISE): ("at-top", "WH-21"),
    int(M.LOWER): ("at-bottom", "WH-R22"),
    int(M.TARGET): ("no-target", "WH-63"),
    int(M.PEEK): ("no-peek", "WH-36"),
    int(M.COURT): ("not-now", "WH-39"),
    int(M.THROW): ("not-now", "WH-48"),
    int(M.TIE): ("not-now", "WH-72"),
    int(M.INTERRUPT): ("not-now", "WH-59"),
    int(M.PASS): ("not-now", "WH-48"),
}
