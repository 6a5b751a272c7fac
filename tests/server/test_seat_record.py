"""A seat's record says one thing at a time, whatever is done with it in whatever order."""

from dataclasses import dataclass

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from parlour.server.store.seats import BELONGS, EMPTY, SeatRecord, WrongSeat

SESSIONS, LINKS = st.sampled_from(["ann", "bob"]), st.sampled_from(["link", "other"])


@dataclass
class Model:
    """Who sits on a chair, in as few words as there are."""

    # A session, "bot", or nobody; an erased session is known to be somebody's.
    holder: str = ""
    gave_up: str | None = None
    invitation: str = ""
    offered: str = ""
    came_by: str = ""
    asked: str = ""
    bot_plays: bool = False
    by_others: bool = False
    hints: bool = False
    stops: tuple[str, ...] | None = None


class Chair(RuleBasedStateMachine):
    """All verbs in all orders; each that means nothing is refused, and changes nothing."""

    @initialize(invitation=st.sampled_from(["", "sealed"]))
    def lay(self, invitation):
        self.seat = SeatRecord(kind="person", name="chair", invitation=invitation)
        self.model = Model(invitation=invitation)

    def is_persons(self):
        return self.model.holder != "bot"

    def is_taken(self):
        return self.model.holder not in ("", "bot")

    def is_free(self):
        return not self.model.holder

    def may_move(self):
        return self.is_taken() and bool(self.model.offered)

    @precondition(is_persons)
    @rule(session=SESSIONS, link=st.sampled_from(["", "link"]), asked=st.sampled_from(["", "before"]))
    def give(self, session, link, asked):
        self.seat = self.seat.give(session, link, asked)
        self.model.holder, self.model.came_by, self.model.invitation = session, link, ""
        self.model.asked = asked

    @precondition(is_persons)
    @rule(invitation=LINKS)
    def free(self, invitation):
        self.seat = self.seat.free(invitation)
        away, others = self.model.bot_plays, self.model.by_others
        self.model = Model(invitation=invitation, bot_plays=away, by_others=others)

    @precondition(is_free)
    @rule(level=st.sampled_from(["easy", "hard"]))
    def to_bot(self, level):
        self.seat = self.seat.to_bot("Cyrano", level)
        assert (self.seat.name, self.seat.level) == ("Cyrano", level)
        self.model = Model(holder="bot")

    @precondition(is_taken)
    @rule()
    def resign(self):
        holder = "" if self.model.holder == "erased" else self.model.holder
        self.seat = self.seat.resign()
        self.model = Model(holder="bot", gave_up=holder)

    @precondition(is_taken)
    @rule(link=LINKS)
    def offer(self, link):
        self.seat = self.seat.offer(link)
        self.model.offered = link

    @precondition(may_move)
    @rule(session=SESSIONS, asked=st.sampled_from(["", "before"]))
    def move_to(self, session, asked):
        self.seat = self.seat.move_to(session, asked)
        self.model.holder, self.model.came_by, self.model.offered = session, self.model.offered, ""
        self.model.asked = asked

    @precondition(is_taken)
    @rule()
    def arrive(self):
        self.seat = self.seat.arrive()
        self.model.asked = ""

    @rule(before=SESSIONS, after=SESSIONS)
    def pass_on(self, before, after):
        self.seat = self.seat.pass_on(before, after)
        if self.model.holder == before:
            self.model.holder = after
        if self.model.gave_up == before:
            self.model.gave_up = after

    @precondition(is_persons)
    @rule(others=st.booleans())
    def leave(self, others):
        self.seat = self.seat.leave(others)
        self.model.bot_plays, self.model.by_others = True, others

    @precondition(is_persons)
    @rule()
    def back(self):
        self.seat = self.seat.back()
        self.model.bot_plays = self.model.by_others = False

    @precondition(is_taken)
    @rule(on=st.booleans())
    def advise(self, on):
        self.seat = self.seat.advise(on)
        self.model.hints = on

    @precondition(is_taken)
    @rule(stops=st.sampled_from([(), ("draw",)]))
    def raise_hand(self, stops):
        self.seat = self.seat.raise_hand(stops)
        self.model.stops = stops

    @rule()
    def forget(self):
        self.seat = self.seat.forget()
        if self.is_taken():
            self.model.holder, self.model.offered, self.model.came_by = "erased", "", ""
            self.model.asked = ""
        elif self.model.gave_up is not None:
            self.model.gave_up = ""

    @rule(name=st.sampled_from(["Ann", "Bob"]))
    def rename(self, name):
        before, self.seat = self.seat, self.seat.rename(name)
        assert self.seat == msgspec.structs.replace(before, name=name)

    @invariant()
    def what_means_nothing_is_refused(self):
        verbs = {
            "give": lambda seat: seat.give("eve"),
            "free": lambda seat: seat.free(),
            "to_bot": lambda seat: seat.to_bot("Cyrano", "easy"),
            "resign": lambda seat: seat.resign(),
            "offer": lambda seat: seat.offer("link"),
            "arrive": lambda seat: seat.arrive(),
            "move_to": lambda seat: seat.move_to("eve"),
            "leave": lambda seat: seat.leave(),
            "back": lambda seat: seat.back(),
            "advise": lambda seat: seat.advise(True),
            "raise_hand": lambda seat: seat.raise_hand(()),
        }
        allowed = {"give", "free", "leave", "back"} if self.is_persons() else set()
        allowed |= {"to_bot"} if self.is_free() else set()
        allowed |= {"resign", "offer", "arrive", "advise", "raise_hand"} if self.is_taken() else set()
        allowed |= {"move_to"} if self.may_move() else set()
        for name in verbs.keys() - allowed:
            before = msgspec.json.encode(self.seat)
            with pytest.raises(WrongSeat):
                verbs[name](self.seat)
            assert msgspec.json.encode(self.seat) == before

    @invariant()
    def it_says_what_the_model_says(self):
        seat, model = self.seat, self.model
        holder = "" if model.holder in ("bot", "erased") else model.holder
        assert (seat.kind == "bot", seat.claimed) == (not self.is_persons(), self.is_taken())
        assert (seat.token_hash, seat.invitation) == (holder, model.invitation)
        assert (seat.moving, seat.used, seat.asked) == (model.offered, model.came_by, model.asked)
        assert (seat.away, seat.replaced, seat.advised) == (model.bot_plays, model.by_others, model.hints)
        assert seat.stops == model.stops
        assert (seat.resigned, seat.was) == (model.gave_up is not None, model.gave_up or "")

    @invariant()
    def it_is_read_as_it_was_written(self):
        assert msgspec.json.decode(msgspec.json.encode(self.seat), type=SeatRecord) == self.seat


TestChair = Chair.TestCase
TestChair.settings = settings(max_examples=150, stateful_step_count=30, deadline=None)

VALUES = {False: st.booleans(), "": st.sampled_from(["", "x"]), None: st.sampled_from([None, (), ("x",)])}
ANYTHING = {name: VALUES[empty] for name, empty in EMPTY.items()}


@given(st.fixed_dictionaries({"kind": st.sampled_from(["person", "bot"]), "name": st.just("Ann"), **ANYTHING}))
def test_what_older_versions_left_on_a_seat_is_dropped_when_it_is_read(fields):
    seat = msgspec.json.decode(msgspec.json.encode(fields), type=SeatRecord)
    said = {name for name, empty in EMPTY.items() if getattr(seat, name) != empty}
    assert said <= BELONGS[seat.state]
    assert all(getattr(seat, name) == fields[name] for name in said | {"kind", "claimed", "resigned"} & said)
    assert seat.away or not seat.replaced
    assert SeatRecord(**fields) == seat


def test_nothing_on_a_seat_is_set_from_outside():
    seat = SeatRecord(kind="person", name="Ann")
    with pytest.raises(AttributeError):
        seat.claimed = True
