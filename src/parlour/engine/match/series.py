"""A series: several matches for one result."""

from typing import Any

from parlour.engine.match.playing import Match
from parlour.engine.record import WIN


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
        """Matches won by each seat."""
        return self.standing[0]

    @property
    def over(self) -> bool:
        """Whether somebody has more than half of the series, or all of it is played."""
        return self.match.over and self.standing[1]

    @property
    def standing(self) -> tuple[list[int], bool]:
        results = [winners_counted(match) for match in self.matches if match.over]
        return standing(results, self.match.seats, self.best_of)

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


def winners_counted(match: Match) -> list[int] | None:
    """Who has won a match that is over; None if all are level, which a series does not count.

    That all win together, or that nobody wins, is a result like any other.
    """
    level = len(match.winners) == match.seats and sum(match.result) <= int(WIN)
    return None if level else match.winners


def standing(results: list[list[int] | None], seats: int, best_of: int) -> tuple[list[int], bool]:
    """Matches won by each seat, and whether the series is over."""
    counted = [winners for winners in results if winners is not None]
    wins = [sum(seat in winners for winners in counted) for seat in range(seats)]
    return wins, max(wins) > best_of // 2 or len(counted) >= best_of
