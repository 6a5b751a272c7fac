"""A bot's move: its position is hidden once and its moves are listed once, for the bot, the pause and the rules."""

import pytest

from parlour.engine.game import Game
from parlour.server.table import bot_moves, requests
from sitting import any_move, sit_down
from waiting import soon


class Counted:
    """How often a position was hidden from its decider, and how often moves were listed from what came of that."""

    def __init__(self, monkeypatch) -> None:
        self.hides = self.lists = 0
        self.state, self.seat, self.hidden = None, None, []
        hide, legal = Game.hide, Game.legal

        def counted_hide(game, edition, g, seat):
            found = hide(game, edition, g, seat)
            if g is self.state and seat == self.seat:
                self.hides += 1
                self.hidden.append(found)
            return found

        def counted_legal(game, edition, g, seat=None):
            self.lists += any(g is found for found in (self.state, *self.hidden) if found is not None)
            return legal(game, edition, g, seat)

        monkeypatch.setattr(Game, "hide", counted_hide)
        monkeypatch.setattr(Game, "legal", counted_legal)

    def begin(self, match, seat):
        self.state, self.seat, self.hidden = match.state, seat, []
        self.hides = self.lists = 0


@pytest.mark.parametrize("game", ["heartcatchers", "work_of_heart"])
async def test_a_position_is_hidden_and_listed_once_for_a_bots_move(own_house, monkeypatch, game):
    table, watcher = await sit_down(own_house, "bot", game=game)
    counted, answer, answered = Counted(monkeypatch), bot_moves.answer, []

    async def counted_answer(table, seat):
        counted.begin(table.match, seat)
        await answer(table, seat)
        answered.append((counted.hides, counted.lists))

    monkeypatch.setattr(bot_moves, "answer", counted_answer)
    # Fewer than there are in a game: an answer is counted a little after its move can be seen.
    while len(answered) < 4:
        await soon(lambda: 0 in table.match.deciders, "the player's turn")
        await requests.receive(table, watcher, any_move(table))
        assert not table.forgotten
        assert not table.match.over
    assert set(answered) == {(1, 1)}
