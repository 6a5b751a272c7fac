"""Deadlines that run between certain hours of a time zone alone."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.server import wire
from parlour.server.table.deadlines import PACES, deadline, zones
from parlour.server.table.refusals import DoesNotFit
from sitting import seat, sit_down

BERLIN = ZoneInfo("Europe/Berlin")
HOURS = wire.PlayingHours(start=9, end=21, zone="Europe/Berlin")


def at(*when):
    return datetime(*when, tzinfo=BERLIN).timestamp()


def ends(*when, hours=HOURS, pace="days"):
    found = datetime.fromtimestamp(deadline(at(*when), pace, hours), BERLIN)
    return (found.year, found.month, found.day, found.hour, found.minute)


def test_three_days_are_three_days_of_these_hours():
    assert ends(2026, 6, 1, 12, 0) == (2026, 6, 4, 12, 0)
    assert ends(2026, 6, 1, 3, 0) == (2026, 6, 3, 21, 0), "the clock stands still until nine"
    assert ends(2026, 6, 1, 23, 30) == (2026, 6, 4, 21, 0)


@pytest.mark.parametrize(
    ("asked", "ended"),
    [
        ((2026, 3, 28, 10, 0), (2026, 3, 31, 10, 0)),  # the clock goes forward in the night of the 29th
        ((2026, 10, 24, 10, 0), (2026, 10, 27, 10, 0)),  # and back in that of the 25th
    ],
)
def test_a_change_of_the_clock_moves_no_hour(asked, ended):
    assert ends(*asked) == ended


def test_hours_over_a_change_of_the_clock_are_as_long_as_they_are():
    """From one to four on the 29th of March are two hours, and on the 25th of October four."""
    night = wire.PlayingHours(start=1, end=4, zone="Europe/Berlin")
    assert ends(2026, 3, 28, 12, 0, hours=night) == (2026, 4, 1, 2, 0)
    assert ends(2026, 10, 24, 12, 0, hours=night) == (2026, 10, 27, 3, 0)


def test_a_whole_day_of_playing_hours_is_none():
    whole = wire.PlayingHours(start=0, end=24, zone="UTC")
    assert deadline(1000.0, "days", whole) == pytest.approx(1000.0 + PACES["days"])
    assert deadline(1000.0, "brisk", None) == 1060.0


@given(
    st.floats(1e9, 4e9),
    st.integers(0, 23),
    st.integers(1, 24),
    st.sampled_from(["UTC", "Europe/Berlin", "Pacific/Apia", "America/St_Johns", "Asia/Kathmandu"]),
)
def test_no_deadline_lies_outside_the_hours_or_in_the_past(now, start, end, zone):
    if start >= end:
        return
    hours = wire.PlayingHours(start=start, end=end, zone=zone)
    until = deadline(now, "days", hours)
    local = datetime.fromtimestamp(until, ZoneInfo(zone))
    hour = local.hour + local.minute / 60 + local.second / 3600
    assert until > now
    assert start <= hour <= end or (end == 24 and hour == 0)
    # Three times these hours, and at most a night before them, a change of the clock aside.
    assert until - now <= 4 * 86400 + 2 * 3600 + (86400 if zone == "Pacific/Apia" else 0)


@pytest.mark.parametrize(
    ("pace", "hours", "says"),
    [
        ("brisk", HOURS, "at the pace of days"),
        ("days", wire.PlayingHours(start=21, end=9, zone="Europe/Berlin"), "begin before they end"),
        ("days", wire.PlayingHours(start=9, end=21, zone="Europe/Atlantis"), "no time zone that this house knows"),
    ],
)
async def test_hours_that_mean_nothing_get_a_sentence(own_house, pace, hours, says):
    wish = wire.NewTable(game="heartcatchers", seats=[seat("me"), seat("same")], pace=pace, hours=hours)
    with pytest.raises(DoesNotFit, match=says):
        await own_house.tables.lay(wish)


async def test_a_table_keeps_its_hours(own_house):
    table, _ = await sit_down(own_house, pace="days", hours=HOURS)
    asked = own_house.clock.now()
    assert table.record.deadline == pytest.approx(deadline(asked, "days", HOURS), abs=60)
    table.forget()
    again = await own_house.tables.find(table.id)
    assert again.record.hours == HOURS
    assert zones() >= {"Europe/Berlin", "UTC"}
