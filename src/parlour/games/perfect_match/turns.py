"""Who decides next in Perfect Match, and how a turn begins.

Nothing says "phase": whoever is to decide follows from what is missing on the table (`move_on`).
"""

import numpy as np

from parlour.engine.jit import inlined
from parlour.engine.record import CHANCE, NONE, OVER
from parlour.engine.seats import seat_after
from parlour.games.perfect_match.effects import finish_effect, is_finished
from parlour.games.perfect_match.ending import end_game
from parlour.games.perfect_match.setup import is_setting_up, is_stage_short


@inlined
def move_on(e, g):
    """Who decides next: chance while something has to be drawn, then whoever's turn it is."""
    if g.seat == OVER:
        return
    if g.due > 0:
        draw_or_end(e, g, g.pile > 0)
    elif is_setting_up(e, g):
        g.seat = CHANCE
    elif g.turn == NONE:
        begin_game(e, g)
        draw_or_end(e, g, g.pile > 0)
    elif is_stage_short(e, g):
        draw_or_end(e, g, g.waiting != 0)
    else:
        ask_player(e, g)


@inlined
def ask_player(e, g):
    """Steps 2 and 3 of a turn; then the next player's begins."""
    if g.effect != NONE and is_finished(e, g):
        finish_effect(g)
    if g.effect != NONE and g.rival != NONE:
        g.seat = g.rival
    elif g.effect != NONE or g.actions > 0 or g.held[g.turn] > e.limit:
        g.seat = g.turn
    else:
        begin_turn(e, g, seat_after(g, g.turn))
        draw_or_end(e, g, g.pile > 0)


@inlined
def draw_or_end(e, g, can_draw):
    """PM-21 Whoever has to draw from an empty deck ends the game. PM-R6 The cards before that are drawn."""
    if can_draw:
        g.seat = CHANCE
    else:
        end_game(e, g)


@inlined
def begin_game(e, g):
    """PM-R1 Five cards for the starter too, unless an edition deals a few and two are drawn to them."""
    begin_turn(e, g, np.int64(g.first))
    g.due = e.opening[g.seats]


@inlined
def begin_turn(e, g, seat):
    """PM-6 Draw two, or five with an empty hand. PM-R17 The hand is looked at only now."""
    g.turn = seat
    g.actions = e.turn_actions
    g.due = e.draws_empty if g.held[seat] == 0 else e.draws
