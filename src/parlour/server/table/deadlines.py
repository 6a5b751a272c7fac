"""When the time of whoever decides is over: by the pace of the table, and within its playing hours alone.

A table at the pace of days may say between which hours its deadlines run, in a time zone: then three days are three
days of these hours. They are hours of the clock on the wall there, which goes forward and back once a year.
"""

from datetime import datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from parlour.server import wire

# How long a seat may think before a bot answers for it, in seconds.
PACES = {"unhurried": 30 * 60.0, "brisk": 60.0, "days": 3 * 86400.0}
DAY_HOURS = 24
# After so many days without playing hours something is wrong with the time zone.
MAX_DAYS = 400


@cache
def zones() -> frozenset[str]:
    """The time zones that this machine knows."""
    return frozenset(available_timezones())


def deadline(now: float, pace: str, hours: wire.PlayingHours | None) -> float:
    """When a seat that is asked now has to have answered, in seconds since 1970."""
    if hours is None:
        return now + PACES[pace]
    left = PACES[pace] * (hours.end - hours.start) / DAY_HOURS
    zone = ZoneInfo(hours.zone)
    today = datetime.fromtimestamp(now, zone).date()
    for number in range(MAX_DAYS):
        day = today + timedelta(days=number)
        opens = datetime.combine(day, time(hours.start), zone).timestamp()
        closes = datetime.combine(day + timedelta(days=hours.end // DAY_HOURS), time(hours.end % DAY_HOURS), zone)
        begin = max(now, opens)
        lasts = max(0.0, closes.timestamp() - begin)
        if left <= lasts:
            return begin + left
        left -= lasts
    raise ValueError(f"{hours.zone} has no hours from {hours.start} to {hours.end}")
