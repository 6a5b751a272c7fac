"""How often a report is wrong: the same edition twice, and one in which something was changed on purpose."""

from dataclasses import replace

from studies import plan_of

from parlour.engine import registry
from parlour.lab import estimates
from parlour.lab.measures import Played
from parlour.lab.playing import play_piece
from parlour.lab.things import things_of
from parlour.lab.verdicts import LOOK, Estimate, corrected, promised

# Ultimate Loves worth five points, and not three.
PLANTED = ("love = 3", "love = 5")
# Games from which the error of one game is known well.
KNOWN_BY = 20_000


class Comparison:
    """Two editions of Heartcatchers with independent streams."""

    def __init__(self, bot: str = "random") -> None:
        self.bot, self.plan = bot, plan_of(bots=[bot])
        self.text = registry.load("heartcatchers").base.text
        self.edited = self.text.replace(*PLANTED, 1)
        assert self.edited != self.text

    def played(self, edition: str, seed: int, games: int) -> Played:
        (arm, *_) = plan_of(bots=[self.bot], seed=seed, games=games).arms
        arm = replace(arm, edition=edition)
        return Played(arm, play_piece(arm, 0, games))

    def found(self, edition: str, seed: int, games: int) -> list[Estimate]:
        """What a report finds between the base and an edition."""
        before, after = self.played(self.text, seed, games), self.played(edition, 10_000 + seed, games)
        things = things_of(self.plan.game, self.plan.editions[0])
        rows = [estimates.thing_rows(played, things) for played in (before, after)]
        found = estimates.changes(before, after, self.plan.margins)
        return corrected([*found, *estimates.taken_changes(*rows, self.plan.margins, games)])

    def is_wrong(self, seed: int, games: int) -> bool:
        """Whether the same edition twice brings a finding; without any margin, so that every difference counts."""
        return any(e.p <= e.level for e in self.found(self.text, seed, games))

    def winning_score(self, seed: int, games: int) -> tuple[Estimate, int]:
        """What was planted, as a report sees it, and among how many numbers."""
        found = self.found(self.edited, seed, games)
        (score,) = (e for e in found if e.name == "Winning score")
        return score, len(found)

    def games_that_promise(self) -> int:
        """How many games promise to find what was planted nine times of ten."""
        known, comparisons = self.winning_score(99, KNOWN_BY)
        games = 100
        while promised(replace(known, error=known.error * (KNOWN_BY / games) ** 0.5), comparisons) > known.value:
            games += 10
        return games

    def is_found(self, seed: int, games: int) -> bool:
        return self.winning_score(seed, games)[0].verdict == LOOK
