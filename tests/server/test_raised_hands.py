"""Raising a hand at a table of Work of Heart: who is asked about a step of another's turn, and what shows of it."""

import asyncio
import secrets
from types import SimpleNamespace

import msgspec
import pytest

import waiting
from games.work_of_heart.campus_stage import INTERRUPT, WAIT, asking, at, give
from games.work_of_heart.campus_stage import table as campus_table
from parlour.server import wire
from parlour.server.fleet.house import House
from parlour.server.store.store import Store
from parlour.server.table import raised_hands, requests, showing
from parlour.server.table.bot_moves import Thought
from parlour.server.table.seating import seats_of
from parlour.server.table.watching import Watcher
from support import clause

GAME = "work_of_heart"
EVERY = ("step",)


class Sitting:
    """A table with a browser for each person, and one that looks on."""

    def __init__(self, house, table, browsers) -> None:
        self.house, self.table, self.browsers = house, table, browsers
        self.looker = Watcher([], lambda message: None)

    @property
    def match(self):
        return self.table.match

    async def play(self, seat, move) -> None:
        message = wire.Play(seat=seat, ply=self.match.ply, key=secrets.token_hex(8), move=move)
        await requests.receive(self.table, self.browsers[seat], message)

    async def raise_hand(self, seat, *stops) -> None:
        await requests.receive(self.table, self.browsers[seat], wire.RaiseHand(seat=seat, stops=stops))

    async def settled(self) -> None:
        """Until the server has nothing more to answer by itself."""
        answers = raised_hands.answers_by_itself
        await waiting.soon(lambda: not any(answers(self.table, seat) for seat in self.match.deciders))

    async def begin_week(self) -> None:
        """Everybody chooses; it is seat 0's own roll."""
        while self.match.state["phase"][0] != 2:
            seat = self.match.deciders[0]
            if self.table.is_bot(seat):
                await asyncio.sleep(0.01)
            else:
                await self.play(seat, self.match.moves(seat)[0])

    def shown(self, watcher) -> wire.Snapshot:
        return showing.snapshot(self.table, watcher)


@pytest.fixture
def sitting(tmp_path):
    """Runs an asynchronous test at a table for two persons, or more seats."""

    def run(test, *kinds):
        async def whole() -> None:
            house = House(Store(str(tmp_path / "tables.db")), bot_wait=0.0)
            try:
                seats = [wire.SeatWish(kind=kind, level="easy") for kind in kinds]
                made, tokens = await house.tables.lay(wire.NewTable(game=GAME, seats=seats))
                table = await house.tables.find(made.id)
                mine = seats_of(table.record, tokens)
                browsers = {seat: Watcher([seat], lambda message: None) for seat in mine}
                for browser in browsers.values():
                    await table.join(browser)
                    await requests.receive(table, browser, wire.Hello(nonce=secrets.token_hex(16)))
                await waiting.soon(lambda: table.match, "a deal")
                at = Sitting(house, table, browsers)
                await at.begin_week()
                await test(at)
            finally:
                house.close()

        asyncio.run(whole())

    return run


@clause("WH-59")
def test_who_has_not_raised_a_hand_is_not_asked_between(sitting):
    async def test(at):
        await at.play(0, "throw")
        await at.settled()
        assert raised_hands.stop(at.table) == ""
        assert at.match.deciders == [0], "player 2 has let both steps go by"

    sitting(test, "me", "same")


@clause("WH-59")
def test_who_has_is_asked_and_nobody_else_is_told_who(sitting):
    async def test(at):
        await at.raise_hand(1, *EVERY)
        await at.play(0, "throw")
        await at.settled()
        assert (raised_hands.stop(at.table), raised_hands.asked(at.table)) == ("step", [1])
        own = at.shown(at.browsers[1])
        assert own.deciders == [1]
        assert [m.move for m in own.moves] == ["interrupt 1", "interrupt 2"]
        for other in (at.browsers[0], at.looker):
            told = at.shown(other)
            assert (told.deciders, told.moves, told.ask.key) == ([], [], "ask.moment")
            assert (told.view.asked, told.view.turn) == ((), 0)
        await at.play(1, "interrupt 1")
        await at.settled()
        assert raised_hands.asked(at.table) == [1], "after the roll"

    sitting(test, "me", "same")


@clause("WH-59")
def test_what_somebody_has_chosen_is_told_to_nobody(sitting):
    async def test(at):
        def seen(watcher):
            told = at.shown(watcher)
            told.seq = 0
            return msgspec.json.encode(told)

        before = seen(at.browsers[0]), seen(at.looker)
        await at.raise_hand(1, "landing")
        assert (seen(at.browsers[0]), seen(at.looker)) == before
        assert at.shown(at.browsers[1]).stops_mine == ["landing"]

    sitting(test, "me", "same")


@clause("WH-59")
def test_it_can_be_changed_while_a_step_is_open(sitting):
    async def test(at):
        await at.raise_hand(1, *EVERY)
        await at.play(0, "throw")
        await at.settled()
        await at.raise_hand(1)
        await at.settled()
        assert raised_hands.stop(at.table) == ""

    sitting(test, "me", "same")


@clause("WH-59")
def test_the_time_for_a_step_ends_and_the_absent_let_it_go_by(sitting):
    async def test(at):
        await at.raise_hand(1, *EVERY)
        await at.play(0, "throw")
        await at.settled()
        assert at.table.record.deadline <= at.house.clock.now() + raised_hands.ANSWER_TIMEOUT
        await at.table.tick(at.table.record.deadline + 1)
        await at.settled()
        assert not at.table.record.seats[1].away, "nobody is replaced for it"
        assert at.match.state["roll"][0] > 0
        await at.table.part(at.browsers[1])
        await at.settled()
        assert raised_hands.stop(at.table) == ""

    sitting(test, "me", "same")


@clause("WH-59")
def test_bots_are_asked_at_every_step(sitting):
    async def test(at):
        asked = []
        quick = at.table.services.bots.choose_as

        async def noted(level, table, look):
            if raised_hands.stop(table):
                asked.append((look.seat, raised_hands.stop(table), level))
            return await quick(level, table, look)

        at.table.services.bots.choose_as = noted
        await at.play(0, "throw")
        await at.settled()
        assert {(seat, stop) for seat, stop, _ in asked} >= {(1, "step"), (2, "step")}

    sitting(test, "me", "bot", "bot")


def at_a_table(match):
    """As much of a table as the pause looks at."""
    return SimpleNamespace(
        game=match.game,
        match=match,
        running=lambda: match,
        record=SimpleNamespace(number=1),
        services=SimpleNamespace(bots=SimpleNamespace(pauses=SimpleNamespace(shortest=0.4))),
        paused=(),
    )


# A six, and a stay where the love interest is: the roll for its heart comes first, and the six when all is done.
SIX_AND_ROLL = (
    ("throw",),
    (WAIT, "roll 6"),
    (WAIT, "go {}", "court", "face 1", "die 1", "pass"),
    (WAIT, "pass"),
)


@clause("WH-59")
@pytest.mark.parametrize("hand", [("tailwind", "cough-drop"), ("rollerblades", "mixtape")])
def test_a_table_pauses_once_a_turn_whoever_holds_what(hand):
    d = asking(give(give(campus_table(), 1, *hand), 0, "take-two"))
    d.g.space[0] = d.e.where[d.g.loves[0], d.g.day]
    table, stay = at_a_table(d.match), f"s{int(d.g.space[0]) + 1}"
    paused = []
    for moves in SIX_AND_ROLL:
        d.do(*(move.format(stay) for move in moves))
        paused.append((raised_hands.stop(table), raised_hands.pause(table), raised_hands.pause(table)))
    once = raised_hands.PAUSE
    assert paused == [("step", 0.0, 0.0), ("step", 0.0, 0.0), ("roll", once, 0.0), ("six", 0.0, 0.0)]
    d.do(WAIT)
    assert d.g.turn == 1
    give(give(d, 1), 0, "tailwind").do("throw", WAIT, "roll 6", WAIT, f"go {at(d, 'D2')}")
    assert (raised_hands.stop(table), raised_hands.pause(table)) == ("six", once), "the next turn has one of its own"


@clause("WH-59")
def test_a_bot_thinks_in_any_case_and_interrupts_with_a_reason(sitting):
    """How long it takes tells nothing of its hand."""

    async def test(at):
        asked, wanted = [], int(at.match.game.moves.parse(INTERRUPT))

        async def eager(level, table, look):
            if raised_hands.stop(table):
                asked.append(table.game.stops.has_reason(look))
            return Thought(wanted, 0.0, 0.0)

        at.table.services.bots.choose_as = eager
        await at.play(0, "throw")
        await at.settled()
        assert asked
        assert not any(asked), "before the roll every card can wait"
        assert at.match.state["voices"][0] == 0

    sitting(test, "me", "bot", "bot")


def test_a_step_that_there_is_not_is_refused_with_those_that_there_are(sitting):
    async def test(at):
        said = []
        at.browsers[1].send = said.append
        await at.raise_hand(1, "lunch")
        assert "six, roll, landing, step" in said[-1].text
        assert at.table.record.seats[1].stops is None

    sitting(test, "me", "same")
