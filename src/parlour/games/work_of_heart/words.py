"""Work of Heart in words: what happened, what can be done, and why something cannot."""

from collections.abc import Iterator
from typing import Any

from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import HIDDEN, NONE, OVER
from parlour.engine.words import Line, line
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.affection import count_affection
from parlour.games.work_of_heart.view import DAY_NAMES, place_name, rewards


def name_card(edition: Any, card: int, language: str) -> str:
    return "a card" if card == HIDDEN else edition.content.actions[card].name


def name_space(edition: Any, space: int, language: str) -> str:
    return edition.content.space_name(space)


def name_trait(edition: Any, trait: int, language: str) -> str:
    return S.TRAITS[trait].capitalize()


def name_perk(edition: Any, perk: int, language: str) -> str:
    return S.PERKS[perk].replace("-", " ").capitalize()


def name_event(edition: Any, event: int, language: str) -> str:
    return edition.content.events[event].name


def name_bonus(edition: Any, bonus: int, language: str) -> str:
    return edition.content.bonuses[bonus].name


def name_interest(edition: Any, interest: int, language: str) -> str:
    return edition.content.interests[interest].name


def name_face(edition: Any, face: int, language: str) -> str:
    """The ranks on a face of the trait die, such as 1+3."""
    return "+".join(map(str, edition.content.numbers.trait_die[face]))


def name_day(edition: Any, day: int, language: str) -> str:
    return DAY_NAMES[day]


NAMERS = {
    "card": name_card,
    "space": name_space,
    "trait": name_trait,
    "perk": name_perk,
    "event": name_event,
    "bonus": name_bonus,
    "interest": name_interest,
    "face": name_face,
    "day": name_day,
}

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
    if kind in (M.GO, M.BUMP, M.STEP) and g.tile[a] != NONE:
        key, clause, _, _ = SIMPLE[kind]
        return line(f"story.{key}-tiled", clause, who=who, place=place_name(edition.content.spaces[a]))
    if kind in SIMPLE:
        key, clause, field, speaker = SIMPLE[kind]
        return line(f"story.{key}", clause, who=getattr(g, speaker), **({field: a} if field else {}))
    if kind == M.DRAW:
        return line("story.draw-unseen" if a == NONE else "story.draw", "WH-46", who=g.drawer, card=a)
    if kind == M.PICK:
        return line("story.pick-unseen" if a == NONE else "story.pick", "WH-18", who=who, bonus=a)
    if kind == M.JOIN:
        return line("story.answers", "WH-R28", who=who)
    if kind == M.TIE:
        return line("story.answers", "WH-72", who=who)
    if kind == M.ANSWER:
        return line("story.answer", "WH-66", who=who, text=edition.content.events[g.card].answers[a].text)
    if kind == M.EVENT:
        return line("story.event", "WH-64", who=g.actor, event=a, text=edition.content.events[a].text)
    if kind == M.PASS and g.phase in PASSES:
        key = PASSES[int(g.phase)]
        return line(f"story.pass-{key}", PASS_CLAUSES[key], who=who)
    return None


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


# Kinds whose story is one template: key, clause, the argument's field, and who is spoken of.
SIMPLE = {
    int(M.WOO): ("woo", "WH-12", "interest", "seat"),
    int(M.GO): ("go", "WH-48", "space", "seat"),
    int(M.BUMP): ("bump", "WH-50", "space", "seat"),
    int(M.STEP): ("step", "WH-28", "space", "seat"),
    int(M.PERK): ("perk", "WH-23", "perk", "seat"),
    int(M.RAISE): ("choose", "WH-21", "trait", "seat"),
    int(M.LOWER): ("lower", "WH-R22", "trait", "seat"),
    int(M.TARGET): ("target", "WH-63", "victim", "seat"),
    int(M.PEEK): ("peek", "WH-36", "space", "seat"),
    int(M.COURT): ("court", "WH-39", "", "seat"),
    int(M.FACE): ("face", "WH-41", "face", "actor"),
    int(M.REVEAL): ("reveal", "WH-70", "bonus", "seat"),
}


def tell_changes(edition: Any, before: Any, after: Any) -> Iterator[Line]:
    """Dice, levels, hearts, bonus points and pawns that went home."""
    e = edition.record[0]
    if after.roll != NONE and before.phase == S.ROLL:
        yield line("story.roll", "WH-48", who=after.turn, n=after.roll)
    if after.die != NONE and after.die != before.die:
        yield line("story.die", "WH-40", who=after.actor, n=after.die, total=count_affection(e, after))
    if won_or_lost(before, after):
        yield tell_court(before, after)
    for seat in range(before.seats):
        for trait in range(len(S.TRAITS)):
            was, now = int(before.level[seat, trait]), int(after.level[seat, trait])
            if now > was:
                yield line("story.raise", "WH-21", who=seat, trait=trait, n=now)
        if after.tally[seat, S.EXILES] > before.tally[seat, S.EXILES]:
            yield line("story.exile", "WH-25", who=seat)
        if after.bonus[seat] > before.bonus[seat]:
            yield line("story.bonus", "WH-70", who=seat, n=after.bonus[seat] - before.bonus[seat])


def won_or_lost(before: Any, after: Any) -> bool:
    """Whether an affection roll was settled by this move."""
    return bool((after.hearts != before.hearts).any() or (after.tally[:, S.FAILS] != before.tally[:, S.FAILS]).any())


def tell_court(before: Any, after: Any) -> Line:
    who = int(before.actor)
    key = "won" if after.hearts[who] > before.hearts[who] else "lost"
    return line(f"story.{key}", "WH-42", who=who, interest=before.loves[who], n=after.hearts[who])


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
        card = g.hand[g.seat, a]
        text = edition.content.actions[card].text
        key, clause = ("play", "WH-63") if kind == M.PLAY else ("discard", "WH-61")
        return line(f"move.{key}", clause, card=card, text=text)
    if kind == M.PERK:
        return line(f"move.perk-{S.PERKS[a]}", "WH-23")
    if kind == M.ANSWER:
        answer = edition.content.events[g.card].answers[a]
        return line("move.answer", "WH-66", text=answer.text, at=answer.at, reward=rewards(answer))
    if kind == M.JOIN and a == M.NO_TRAIT:
        return line("move.join-none", "WH-65")
    if kind == M.PASS:
        key = "done" if g.phase == S.DONE else PASSES.get(int(g.phase), "window")
        return line(f"move.pass-{key}", "WH-39" if g.phase == S.COURT else "WH-63")
    if kind == M.TIE:
        return line("move.tie-share" if a == M.SHARE else "move.tie-draw", "WH-72")
    key, clause, field = CHOICES[kind]
    fields = {field: a} if field else {}
    if kind == M.WOO:
        fields["level"] = edition.content.interests[a].difficulty
    if kind == M.PICK:
        fields["text"] = edition.content.bonuses[a].text
    return line(f"move.{key}", clause, **fields)


CHOICES = {
    int(M.WOO): ("woo", "WH-12", "interest"),
    int(M.PICK): ("pick", "WH-18", "bonus"),
    int(M.JOIN): ("join", "WH-65", "trait"),
    int(M.RAISE): ("raise", "WH-21", "trait"),
    int(M.LOWER): ("lower", "WH-R22", "trait"),
    int(M.TARGET): ("target", "WH-63", "who"),
    int(M.COURT): ("court", "WH-39", ""),
    int(M.THROW): ("throw", "WH-48", ""),
}


def describe_place(edition: Any, g: Any, kind: int, space: int) -> Line:
    """A destination, without telling what a tile covers (WH-R27)."""
    key = {int(M.GO): "go", int(M.BUMP): "bump", int(M.STEP): "step", int(M.PEEK): "peek"}[kind]
    clause = {"go": "WH-48", "bump": "WH-50", "step": "WH-28", "peek": "WH-36"}[key]
    if g.tile[space] != NONE:
        place = place_name(edition.content.spaces[space])
        return line(f"move.{key}-tiled", clause, place=place, owner=g.tile[space])
    return line(f"move.{key}", clause, space=space)


def ask(edition: Any, g: Any) -> Line:
    """The question of each phase."""
    phase = S.PHASES[g.phase]
    if g.phase == S.HECKLE:
        love = g.loves[g.actor]
        need = edition.record[0].threshold[love, g.day]
        total = count_affection(edition.record[0], g)
        return line("ask.heckle", "WH-63", who=g.actor, total=total, need=need, interest=love)
    if g.phase == S.COURTED:
        need = edition.record[0].threshold[g.loves[g.actor], g.day]
        return line("ask.courted", "WH-30", total=count_affection(edition.record[0], g), need=need)
    if g.phase == S.SIX:
        return line("ask.six", "WH-28", who=g.turn)
    if g.phase == S.TIE:
        return line("ask.tie", "WH-72")
    fields = {"n": g.roll} if phase == "move" else {}
    if phase in ("answer", "group", "keep"):
        fields = {"event": g.card}
    return line(f"ask.{phase}", ASK_CLAUSES.get(phase, "WH-63"), **fields)


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
}


# Why something cannot be done


def why_not(edition: Any, g: Any, m: int) -> Line:
    """Why the deciding seat may not play this now; from what it knows."""
    kind, a = int(kind_of(m)), int(a_of(m))
    phase = S.PHASES[g.phase]
    if kind in M.CHANCE_KINDS:
        return line("refusal.chance-only", "WH-7")
    if phase not in WHEN[kind]:
        return line("refusal.not-now", ASK_CLAUSES.get(phase, "WH-63"), phase=phase)
    if kind in (M.PLAY, M.DISCARD) and g.hand[g.seat, a] == NONE:
        return line("refusal.no-card", "WH-59", n=a + 1)
    if kind in (M.GO, M.BUMP, M.STEP, M.PEEK) and a >= len(edition.content.spaces):
        return line("refusal.no-space", "WH-43")
    key, clause = REASONS[kind]
    return line(f"refusal.{key}", clause, n=a + 1, phase=phase)


# In which phases a kind of move can come up at all.
WHEN = {
    int(M.WOO): ("woo",),
    int(M.PICK): ("pick",),
    int(M.GO): ("move",),
    int(M.BUMP): ("bump",),
    int(M.STEP): ("step", "six"),
    int(M.PERK): ("move", "bump", "tile", "luck", "keep", "answer", "courted"),
    int(M.PLAY): ("ready", "move", "court", "courted", "done", "six", "heckle"),
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
    int(M.PASS): ("tile", "luck", "keep", "court", "courted", "done", "six", "heckle"),
}
REASONS = {
    int(M.WOO): ("taken", "WH-11"),
    int(M.PICK): ("gone", "WH-R15"),
    int(M.GO): ("too-far", "WH-48"),
    int(M.BUMP): ("not-next", "WH-R6"),
    int(M.STEP): ("not-next", "WH-28"),
    int(M.PERK): ("no-perk", "WH-23"),
    int(M.PLAY): ("wrong-window", "WH-59"),
    int(M.DISCARD): ("no-card", "WH-61"),
    int(M.ANSWER): ("too-low", "WH-66"),
    int(M.JOIN): ("not-offered", "WH-65"),
    int(M.RAISE): ("at-top", "WH-21"),
    int(M.LOWER): ("at-bottom", "WH-R22"),
    int(M.TARGET): ("no-target", "WH-63"),
    int(M.PEEK): ("no-peek", "WH-36"),
    int(M.COURT): ("not-now", "WH-39"),
    int(M.THROW): ("not-now", "WH-48"),
    int(M.TIE): ("not-now", "WH-72"),
    int(M.PASS): ("not-now", "WH-48"),
}
