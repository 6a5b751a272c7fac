"""A series: several matches for one result."""

from typing import Any

from parlour.engine.match.playing import Match


class Series:
    """Several matches for one result: best of 1, 3, 5 ...; the first seat moves on after each match."""

    def __init__(self, game: str, best_of: int = 1, matches: list[Match] | None = None, **options: Any) -> None:
        """`matches` are those already played, the last perhaps not to its end; without them one is dealt."""
        if best_of < 1 or best_of % 2 == 0:
            raise ValueError(f"a series is best of 1, 3, 5 and so on, not {best_of}")
        self.best_of = best_of
        self.options = {"game": game, **options}
        self.matches: list[Match] = list(matches or [])
        if not self.matches:
            self.next()

    @property
    def match(self) -> Match:
        """The match being played, or the last one."""
        return self.matches[-1]

    @property
    def wins(self) -> list[int]:
        """Matches won by each seat; a match that is tied counts for nobody, unless all win together."""
        return [sum(s in m.winners for m in self.matches if decided(m)) for s in range(self.match.seats)]

    @property
    def over(self) -> bool:
        """Whether somebody has more than half of the series, or all of it is played."""
        played = sum(map(decided, self.matches))
        return self.match.over and (max(self.wins) > self.best_of // 2 or played >= self.best_of)

    def next(self) -> Match:
        """Deal the next match; whoever sits after the last starter starts."""
        options = dict(self.options)
        if self.matches:
            if not self.match.over:
                raise ValueError("the match before is still being played")
            options["first"] = (int(self.match.state["first"][0]) + 1) % self.match.seats
            if options.get("seed") is not None:
                options["seed"] += len(self.matches)
        self.matches.append(Match.deal(**options))
        return self.match


def decided(match: Match) -> bool:
    """Whether a match is over with a result that a series counts."""
    return match.over and (len(match.winners) < match.seats or sum(match.result) > 12)
