"""What the view of Perfect Match tells beyond what lies there: what fits, half-made choices, how a date went."""

import msgspec

from games.perfect_match.stage import Stage
from parlour.engine.record import PUBLIC
from support import clause


def fit(s, seat, place=1, of=None):
    found = s.match.look(seat).view.fits
    return next(f for f in found if f.place == place - 1 and f.seat == (seat if of is None else of))


def previews(s, text):
    look = s.match.look(s.seat)
    found = next(p for p in look.previews if look.game.moves.text(p.move) == text)
    return found.after, [look.say(fact) for fact in found.facts]


@clause("PM-14")
def test_what_fits_rests_on_what_a_seat_knows():
    s = Stage().lay(1, 1, "bookish").lay(1, 2, "daring", by=1).turn()
    assert fit(s, 0).covered == (0,)
    assert not fit(s, 0).out
    # Seat 1 knows the other card, which is none of its wishes.
    assert fit(s, 1).covered == ()
    assert fit(s, 1).out
    assert fit(s, 1, of=0).covered == (1,)
    assert all(f.covered == () and not f.out for f in s.match.look(int(PUBLIC)).view.fits)


@clause("PM-R9")
def test_an_open_profile_says_whom_it_suits():
    s = Stage()
    for k, id in enumerate(("bookish", "daring", "funny"), 1):
        s.lay(1, k, id, up=True)
    s.turn()
    for seat in (0, 1, int(PUBLIC)):
        assert [(f.place, f.seat) for f in s.match.look(seat).view.suits] == [(0, 0)]


@clause("PM-R3")
def test_from_memory_there_is_no_help():
    s = Stage(rulings={"from-memory": True}).lay(1, 1, "bookish").turn("bookish", *("orderly",) * 4)
    view = s.match.look(0).view
    assert view.fits is None
    assert view.suits is None
    after, facts = previews(s, "play h1 s1")
    assert after.covered is None
    assert after.seen is None
    assert facts == ["2 of 3: 1 card short of a date."]


def test_a_place_says_where_the_next_card_lies_and_how_many_are_short():
    s = Stage().lay(1, 1, "bookish").lay(1, 3, "funny", up=True).flag("eleven-cats", "ada").turn()
    place = next(z for z in s.match.look(0).view.zones if z.id == "s1")
    assert (place.next, place.short, place.net) == (1, 1, s.hearts("ada") - 1)


@clause("PM-12")
def test_half_a_choice_is_told():
    s = Stage().lay(1, 2, "musical", by=1).lay(2, 1, "tender", by=1).turn("wrong-coat", *("orderly",) * 4)
    s.drama("wrong-coat")
    doing = s.match.look(1).view.doing
    assert (doing.effect, doing.left, doing.place, doing.slot) == ("swap", 1, None, None)
    s.do("pick s1 k2")
    doing = s.match.look(1).view.doing
    assert (doing.place, doing.slot) == (0, 1)


@clause("PM-9")
def test_before_a_card_is_slipped_in_the_seat_is_told_what_it_knows():
    s = Stage().lay(1, 1, "bookish").lay(1, 2, "daring").turn("funny", "eleven-cats", *("orderly",) * 3)
    after, facts = previews(s, "play h1 s1")
    assert (after.cards, after.short, after.seen, after.covered) == (3, 0, (0,), (0, 1, 2))
    assert after.match is True
    assert after.suits == (0,)
    assert facts == ["3 of 3: anybody may ask for a date then.", "Only you will know it.", "It is right for you."]
    after, facts = previews(s, "play h2 s1")
    assert after.match is False
    assert facts[-1] == "A date would fail."
    after, facts = previews(s, "play h1 s2")
    assert facts[0] == "1 of 3: 2 cards short of a date."


@clause("PM-13")
def test_before_a_date_the_seat_is_told_what_it_does_not_know():
    s = Stage().lay(1, 1, "bookish").lay(1, 2, "daring").lay(1, 3, "funny", by=1)
    s.turn(*("orderly",) * 5)
    after, facts = previews(s, "date s1")
    assert (after.match, after.unknown, after.hearts) == (None, 1, s.hearts("ada"))
    assert facts[0] == "Cards that you do not know: 1."
    s.lay(2, 1, "bookish").lay(2, 2, "daring").lay(2, 3, "funny", up=True)
    after, facts = previews(s, "date s2")
    assert after.match is True
    assert facts == [f"You know every card: a match, {s.hearts('boris')} hearts for you."]


@clause("PM-13", "PM-15")
def test_a_date_is_told_card_by_card_to_everybody():
    s = Stage().lay(1, 1, "bookish", by=1).lay(1, 2, "daring").lay(1, 3, "funny", up=True).turn()
    s.do("date s1").enter("kiko")
    told = [s.match.look(seat).view.date for seat in (0, 1, int(PUBLIC))]
    assert told[0] == told[1] == told[2]
    date = told[0]
    # What lay open first, then what the dater knew, then what nobody but the other seat did.
    assert [s.id_of(c.card) for c in date.cards] == ["funny", "daring", "bookish"]
    assert all(c.fits for c in date.cards)
    assert (date.match, date.hearts, date.points) == (True, s.hearts("ada"), (0, 0))
    s.do("rest")
    assert s.match.look(0).view.date is None


@clause("PM-17")
def test_a_red_flag_on_a_date_is_told():
    s = Stage().lay(1, 1, "bookish").lay(1, 2, "eleven-cats", by=1).lay(1, 3, "daring", by=1).turn()
    s.do("date s1")
    for seat in (0, 1, int(PUBLIC)):
        date = s.match.look(seat).view.date
        assert {s.id_of(c.card): (c.fits, c.flag) for c in date.cards} == {
            "bookish": (True, False),
            "eleven-cats": (False, True),
            "daring": (True, False),
        }
        assert not date.match
        assert date.missing == (2,)


@clause("PM-R2")
def test_a_failed_date_for_a_secret_profile_judges_no_card():
    s = Stage(rulings={"open-profiles": False}).lay(1, 1, "tender").lay(1, 2, "tender").lay(1, 3, "orderly").turn()
    s.do("date s1")
    assert s.match.look(0).view.date.judged
    theirs = s.match.look(1).view.date
    assert not theirs.judged
    assert theirs.missing == ()
    assert not any(c.fits for c in theirs.cards)


@clause("PM-20")
def test_the_end_says_why():
    s = Stage().wooed(0, "boris", "farid").turn()
    for k, id in enumerate(("bookish", "daring", "funny"), 1):
        s.lay(1, k, id)
    s.do("date s1")
    assert s.match.look(0).view.why == "You reached the goal of 8 hearts with 8."
    assert msgspec.json.encode(s.match.look(1).view)
