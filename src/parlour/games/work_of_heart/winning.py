"""What it takes to win Work of Heart, why somebody has, and the score sheet."""

from functools import lru_cache

from parlour.engine.plain import bits
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


def sheet(sight: Sight) -> tuple[Score, ...]:
    """WH-31, WH-37, WH-70 The final score, line by line."""
    g, e, text = sight.g, sight.e, sight.text
    lines = []
    for seat in range(g.seats):
        won, top = g.hearts[seat], sum(level == e.cap for level in g.level[seat][: S.MAIN])
        lines.append(Score(seat, text("sheet.hearts", n=won), won * e.heart_points, "WH-37"))
        lines.append(Score(seat, text("sheet.traits", n=top), top * e.trait_points, "WH-31"))
        lines.append(Score(seat, text("sheet.bonus"), g.bonus[seat], "WH-70"))
    return tuple(lines)
