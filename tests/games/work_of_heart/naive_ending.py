"""The end of the slow Work of Heart: bonus cards, ties and winners."""

from typing import Any

from games.work_of_heart.naive_cards import TRAITS


class Ending:
    """How a naive game ends; it relies on the rest of the game for everything else."""

    school: Any
    n: Any
    mode: str
    rulings: Any
    players: Any
    winners: list[int]
    group: Any
    points: Any

    def finish(self):
        left = {p.pick for p in self.players}
        for _ in range(self.n.bonus_cards):
            yield from self.reveal(left, range(len(self.players)))
        sharing: set[int] = set()
        while left and not self.rulings["share-ties"]:
            if not self.rulings["draw-ties"]:
                sharing |= yield from self.ask_to_share(sharing)
            tied = [s for s in self.tied() if s not in sharing]
            if not tied:
                break
            yield from self.reveal(left, tied)
        self.winners = self.best()

    def ask_to_share(self, sharing: set[int]):
        """Everybody who is tied says whether to share; one who does not is enough to spoil it for his rivals."""
        answers = {}
        for seat in sorted(s for s in self.tied() if s not in sharing):
            answers[seat] = (yield seat, ["tie 1", "tie 2"]) == "tie 2"
        together = (
            [[*answers]]
            if self.mode == "double-date"
            else [[s for s in answers if self.group(s) == group] for group in {self.group(s) for s in answers}]
        )
        return {s for group in together if all(answers[x] for x in group) for s in group}

    def reveal(self, left: set[Any], rivals: Any):
        card = int((yield "chance", [f"reveal b{c + 1}" for c in left]).split("b")[1]) - 1
        left.remove(card)
        scores = [self.score(seat, self.school.bonuses[card].criterion) for seat in range(len(self.players))]
        for seat in rivals:
            if scores[seat] == max(scores) > 0:
                self.players[seat].bonus += self.n.bonus_points

    def score(self, seat: int, criterion: str) -> int:
        p = self.players[seat]
        if criterion == "buildings":
            return len(p.buildings)
        if criterion == "mojo":
            return p.levels["mojo"]
        if criterion == "hand":
            return p.cards
        if criterion == "strays":
            return sum(p.levels[t] for t in TRAITS[:6] if t not in p.love.traits)
        return p.counts[criterion]

    def sides(self) -> list[list[list[int]]]:
        """Who competes: contests of sides of seats."""
        seats = range(len(self.players))
        if self.mode == "double-date":
            return [[[s for s in seats if s % 2 == k] for k in (0, 1)]]
        return [[[s] for s in seats if self.group(s) == k] for k in sorted({self.group(s) for s in seats})]

    def leading(self) -> list[list[list[int]]]:
        found = []
        for contest in self.sides():
            sums = [sum(self.points(s) for s in side) for side in contest]
            found.append([side for side, total in zip(contest, sums, strict=True) if total == max(sums)])
        return found

    def tied(self) -> list[int]:
        if self.mode == "flying-solo":
            return []
        return [s for best in self.leading() if len(best) > 1 for side in best for s in side]

    def best(self) -> list[int]:
        if self.mode == "flying-solo":
            return [s for s in range(len(self.players)) if self.points(s) >= self.n.solo_goal]
        return sorted(s for best in self.leading() for side in best for s in side)
