"""The invariants of every game as plain functions, so that they can also be tried on broken games.

Each takes a Table, which names one way to play a game, and raises AssertionError.
"""

from checks.asked import check_askable_rules
from checks.giving import (
    check_log,
    check_no_leak,
    check_refusals,
    check_same_words_same_move,
    check_undo,
    check_view,
    check_words,
)
from checks.histories import check_imagine_is_exact
from checks.knowledge import (
    check_answers_in_any_order,
    check_erased_stays_hidden,
    check_hide,
    check_imagine_round_trip,
    check_learning_is_news,
    check_legal_needs_no_secret,
    check_open,
    check_see,
    check_spectator_knows_least,
)
from checks.play import (
    check_chance,
    check_conservation,
    check_first,
    check_legal,
    check_play_is_pure,
    check_record,
    check_results,
    check_setup_writes_every_byte,
    check_worth,
)
from checks.tables import Table, tiny_tables

__all__ = [
    "CHECKS",
    "Table",
    "check_answers_in_any_order",
    "check_askable_rules",
    "check_chance",
    "check_conservation",
    "check_erased_stays_hidden",
    "check_first",
    "check_hide",
    "check_imagine_is_exact",
    "check_imagine_round_trip",
    "check_learning_is_news",
    "check_legal",
    "check_legal_needs_no_secret",
    "check_log",
    "check_no_leak",
    "check_open",
    "check_play_is_pure",
    "check_record",
    "check_refusals",
    "check_results",
    "check_same_words_same_move",
    "check_see",
    "check_setup_writes_every_byte",
    "check_spectator_knows_least",
    "check_undo",
    "check_view",
    "check_words",
    "check_worth",
    "tiny_tables",
]

CHECKS = [
    check_record,
    check_setup_writes_every_byte,
    check_legal,
    check_play_is_pure,
    check_chance,
    check_results,
    check_first,
    check_hide,
    check_see,
    check_erased_stays_hidden,
    check_spectator_knows_least,
    check_open,
    check_learning_is_news,
    check_imagine_round_trip,
    check_legal_needs_no_secret,
    check_answers_in_any_order,
    check_askable_rules,
    check_log,
    check_conservation,
    check_no_leak,
    check_words,
    check_same_words_same_move,
    check_view,
    check_refusals,
    check_undo,
    check_worth,
]
