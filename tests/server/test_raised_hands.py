"""Raising a hand at a table of Work of Heart: who is asked about a step of another's turn, and what shows of it."""

from types import SimpleNamespace

import msgspec
import pytest

import waiting
from games.work_of_heart.campus_stage import INTERRUPT, WAIT, asking, at, give
from games.work_of_heart.campus_stage import table as campus_table
from parlour.games.work_of_heart import state as S
from parlour.server import wire
from parlour.server.table import raised_hands, requests, showing
from parlour.server.table.bot_moves import Thought
from parlour.server.table.seating import seats_of
from parlour.server.table.watching import Watcher
from seeds import NONCE
from sitting import Visitor, any_move, dealt, seat
from support import clause

EVERY = ("step",)


class Sitting:
    """A table with a browser for each person, and one that looks on."""

    def __init__(self, house, table, browsers) -> None:
        self.house, self.table, self.browsers = house, table, browsers
        self.looker = Watcher([], lambda message: None)

    @property
    def match(self):
        return self.table.match

    async def play(self, move="") -> None:
        await requests.receive(self.table, self.browsers[self.match.deciders[0]], any_move(self.table, move))

    async def raise_hand(self, seat, *stops) -> None:
        await requests.receive(self.table, self.browsers[seat], wire.RaiseHand(seat=seat, stops=stops))

    async def settled(self) -> None:
        """Until the server has nothing more to answer by itself."""
        answers = raised_hands.answers_by_itself
        await waiting.soon(lambda: not any(answers(self.table, seat) for seat in self.match.deciders))

    async def begin_week(self) -> None:
        """Until it is a person's own roll, whoever begins: `mine`; `other` is the seat after it."""
        while self.table.is_bot(self.match.deciders[0]) or self.match.state["phase"][0] != S.READY:
            await waiting.soon(lambda: not self.table.is_bot(self.match.deciders[0]))
            if self.match.state["phase"][0] != S.READY:
                await self.play()
        self.mine = self.match.deciders[0]
        self.other = (self.mine + 1) % self.match.seats

    def shown(self, watcher) -> wire.Snapshot:
        return showing.snapshot(self.table, watcher)


@pytest.fixture
def sit(own_house):
    """Sits people and bots down at a table, each person with a browser of their own, and begins the week."""

    async def sit(*kinds):
        wish = wire.NewTable(game="work_of_heart", seats=[seat(kind) for kind in kinds])
        made, tokens = await own_house.tables.lay(wish)
        table = await own_house.tables.find(made.id)
        browsers = {mine: Visitor([mine]) for mine in seats_of(table.record, tokens)}
        for browser in browsers.values():
            await table.join(browser)
            await requests.receive(table, browser, wire.Hello(nonce=NONCE))
        await dealt(table)
        sitting = Sitting(own_house, table, browsers)
        await sitting.begin_week()
        return sitting

    return sit


@clause("WH-59")
async def test_who_has_not_raised_a_hand_is_not_asked_between(sit):
    sitting = await sit("me", "same")
    await sitting.play("throw")
    await sitting.settled()
    assert raised_hands.stop(sitting.table) == ""
    assert sitting.match.deciders == [sitting.mine], "the other has let both steps go by"


@clause("WH-59")
async def test_who_has_is_asked_and_nobody_else_is_told_who(sit):
    sitting = await sit("me", "same")
    await sitting.raise_hand(sitting.other, *EVERY)
    await sitting.play("throw")
    await sitting.settled()
    assert (raised_hands.stop(sitting.table), raised_hands.asked(sitting.table)) == ("step", [sitting.other])
    own = sitting.shown(sitting.browsers[sitting.other])
    assert own.deciders == [sitting.other]
    assert [m.move for m in own.moves] == ["interrupt 1", "interrupt 2"]
    for other in (sitting.browsers[sitting.mine], sitting.looker):
        told = sitting.shown(other)
        assert (told.deciders, told.moves, told.ask.key) == ([], [], "ask.moment")
        assert (told.view.asked, told.view.turn) == ((), sitting.mine)
    await sitting.play("interrupt 1")
    await sitting.settled()
    assert raised_hands.asked(sitting.table) == [sitting.other], "after the roll"


@clause("WH-59")
async def test_what_somebody_has_chosen_is_told_to_nobody(sit):
    sitting = await sit("me", "same")

    def seen(watcher):
        told = sitting.shown(watcher)
        told.seq = 0
        return msgspec.json.encode(told)

    before = seen(sitting.browsers[sitting.mine]), seen(sitting.looker)
    await sitting.raise_hand(sitting.other, "landing")
    assert (seen(sitting.browsers[sitting.mine]), seen(sitting.looker)) == before
    assert sitting.shown(sitting.browsers[sitting.other]).stops_mine == ["landing"]


@clause("WH-59")
async def test_it_can_be_changed_while_a_step_is_open(sit):
    sitting = await sit("me", "same")
    await sitting.raise_hand(sitting.other, *EVERY)
    await sitting.play("throw")
    await sitting.settled()
    await sitting.raise_hand(sitting.other)
    await sitting.settled()
    assert raised_hands.stop(sitting.table) == ""


@clause("WH-59")
async def test_the_time_for_a_step_ends_and_the_absent_let_it_go_by(sit):
    sitting = await sit("me", "same")
    await sitting.raise_hand(sitting.other, *EVERY)
    await sitting.play("throw")
    await sitting.settled()
    assert sitting.table.record.deadline <= sitting.house.clock.now() + raised_hands.ANSWER_TIMEOUT
    await sitting.table.tick(sitting.table.record.deadline + 1)
    await sitting.settled()
    assert not sitting.table.record.seats[sitting.other].away, "nobody is replaced for it"
    assert sitting.match.state["roll"][0] > 0
    await sitting.table.part(sitting.browsers[sitting.other])
    await sitting.settled()
    assert raised_hands.stop(sitting.table) == ""


@clause("WH-59")
async def test_bots_are_asked_at_every_step(sit):
    sitting = await sit("me", "bot", "bot")
    asked = []
    quick = sitting.table.services.bots.choose_as

    async def noted(level, table, look):
        if raised_hands.stop(table):
            asked.append((look.seat, raised_hands.stop(table), level))
        return await quick(level, table, look)

    sitting.table.services.bots.choose_as = noted
    await sitting.play("throw")
    await sitting.settled()
    assert {(seat, stop) for seat, stop, _ in asked} >= {(seat, "step") for seat in (1, 2)}


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
async def test_a_bot_thinks_in_any_case_and_interrupts_with_a_reason(sit):
    """How long it takes tells nothing of its hand."""
    sitting = await sit("me", "bot", "bot")
    asked, wanted = [], int(sitting.match.game.moves.parse(INTERRUPT))

    async def eager(level, table, look):
        if raised_hands.stop(table):
            asked.append(table.game.stops.has_reason(look))
        return Thought(wanted, 0.0, 0.0)

    sitting.table.services.bots.choose_as = eager
    await sitting.play("throw")
    await sitting.settled()
    assert asked
    assert not any(asked), "before the roll every card can wait"
    assert sitting.match.state["voices"][0] == 0


async def test_a_step_that_there_is_not_is_refused_with_those_that_there_are(sit):
    sitting = await sit("me", "same")
    await sitting.raise_hand(sitting.other, "lunch")
    assert "six, roll, landing, step" in sitting.browsers[sitting.other].sent[-1].text
    assert sitting.table.record.seats[sitting.other].stops is None
