"""What it takes to win Work of Heart, why somebody has, and the score sheet."""

from functools import lru_cache

from parlour.engine.plain import Plain, bits
from parlour.engine.sight import Sight, Voice
from parlour.engine.view import Score
from parlour.games.work_of_heart import state as S

GOALS = {mode: f"goal.{mode}" for mode in S.MODES if mode != "flying-solo"}


@lru_cache(1_000)
def goal_of(voice: Voice, number: int) -> str:
    """WH-9, WH-10, WH-11, WH-R1 What it takes to win in a mode."""
    e, text, mode = voice.edition.plain, voice.text, S.MODES[number]
    wins = text("goal.flying-solo", n=e.solo_goal) if mode == "flying-solo" else text(GOALS[mode])
    return f"{wins} {text('goal.points', heart=e.heart_points, trait=e.trait_points)}"


def why_of(sight: Sight) -> str:
    """WH-71 Why somebody has won, in one sentence."""
    g, text = sight.g, sight.text
    points = g.points[: g.seats]
    if g.mode == S.SOLO:
        return text("why.solo", n=sight.e.solo_goal) if g.winners else text("why.nobody", n=sight.e.solo_goal)
    if g.mode == S.DOUBLE:
        odd, even = sum(points[::2]), sum(points[1::2])
        return text("why.teams", n=max(odd, even), less=min(odd, even))
    if g.mode == S.RIVAL:
        return text("why.rivals")
    won = bits(g.winners, g.seats)
    others = [p for s, p in enumerate(points) if s not in won]
    if len(won) > 1:
        return text("why.shared", seats=g.winners, n=max(points))
    return text("why.most", who=won[0], n=max(points), less=max(others, default=0))


def sides(sight: Sight) -> tuple[tuple[int, ...], ...]:
    """WH-10, WH-R1 Teams, or those who court the same person, where that is not everybody."""
    return ((0, 2), (1, 3)) if sight.g.mode in (S.RIVAL, S.DOUBLE) else ()


def verdict(sight: Sight) -> str:
    """WH-71, WH-72 Who has won whose heart, in a few words; whoever ties shares it."""
    g, text = sight.g, sight.text
    won = bits(g.winners, g.seats)
    if not won:
        return text("verdict.nobody")
    if g.mode == S.DOUBLE:
        odd, even = sum(g.points[: g.seats : 2]), sum(g.points[1 : g.seats : 2])
        if odd == even:
            return text("verdict.level", n=odd)
        return text("verdict.team", seats=g.winners, n=max(odd, even), less=min(odd, even))
    if g.mode == S.HAREM and len(won) > 1:
        return text("verdict.shared", seats=g.winners, interest=g.loves[won[0]])
    if g.mode == S.HAREM:
        return text("verdict.one", who=won[0], interest=g.loves[won[0]])
    return text("verdict.single", who=won[0]) if len(won) == 1 else text("verdict.each", seats=g.winners)


def sheet(sight: Sight) -> tuple[Score, ...]:
    """WH-31, WH-37, WH-70 The final score, line by line."""
    g, e, text = sight.g, sight.e, sight.text
    lines = []
    for seat in range(g.seats):
        won, top = g.hearts[seat], sum(level == e.cap for level in g.level[seat][: S.MAIN])
        lines.append(Score(seat, text("sheet.hearts", n=won), won * e.heart_points, "WH-37", mark=f"hearts {won}"))
        lines.append(Score(seat, text("sheet.traits", n=top), top * e.trait_points, "WH-31", mark=tops_of(g, e, seat)))
        lines.append(Score(seat, text("sheet.bonus"), g.bonus[seat], "WH-70", mark="bonus"))
    return tuple(lines)


def tops_of(g: Plain, e: Plain, seat: int) -> str:
    """The main traits of a seat that are at the top, as a mark of the sheet."""
    levels = enumerate(g.level[seat][: S.MAIN])
    return " ".join(["traits", *(S.TRAITS[trait] for trait, level in levels if level == e.cap)])
