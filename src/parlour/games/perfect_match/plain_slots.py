"""Slots and cards as plain numbers, as views and words count them."""

from parlour.engine.plain import NONE, Plain
from parlour.games.perfect_match import state as S

ON_STAGE, HAND, PROFILE, SORTS = int(S.ON_STAGE), int(S.HAND), int(S.PROFILE), S.SORTS


def hand_slot(seat: int, held: int) -> int:
    return seat * HAND + held


def stage_slot(place: int, k: int) -> int:
    return ON_STAGE + place * PROFILE + k


def place_of(slot: int) -> int:
    """The place on the stage that a profile slot belongs to."""
    return (slot - ON_STAGE) // PROFILE


def sort_of(e: Plain, card: int) -> str:
    """PM-2 Traits, red flags and dramas come from one deck; their numbers tell them apart."""
    return SORTS[(card >= e.flags_from) + (card >= e.dramas_from)]


def profile_slots(e: Plain, g: Plain, place: int) -> list[int]:
    """The slots of a contestant's profile in which a card lies."""
    return [at for k in range(e.wants) if g.card[at := stage_slot(place, k)] != NONE]
