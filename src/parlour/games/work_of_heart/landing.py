"""Landing: tiles, what a space gives, the two kinds of building, and the last word of a turn."""

import numpy as np

from parlour.engine.bits import all_bits
from parlour.engine.jit import inlined, rule
from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.engine.seats import has_ruling
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.affection import begin_entry
from parlour.games.work_of_heart.hands import list_plays
from parlour.games.work_of_heart.movement import is_taken, is_walkway, move_pawn, shove
from parlour.games.work_of_heart.traits import has_perk, has_quirk, raise_trait, use_perk
from parlour.games.work_of_heart.turns import ask_chance, ask_seat, begin_draw, can_draw
from parlour.games.work_of_heart.windows import end_landing, end_move


@inlined
def legal(e, g, phase, out):
    if phase == S.DONE:
        return list_done(e, g, out)
    if phase == S.TILE:
        return list_perk_or_pass(S.KINDNESS, out)
    return list_perk_or_pass(S.HUMOR, out)


@inlined
def play(e, g, phase, kind):
    if phase == S.DONE:
        end_move(e, g)
        return
    if kind == M.PERK:
        use_perk(g, np.int64(g.seat), S.KINDNESS if phase == S.TILE else S.HUMOR)
    if phase == S.LUCK:
        draw_reward(e, g, np.int64(e.humor_cards if kind == M.PERK else 1))
    elif kind == M.PERK:
        give_reward(e, g, np.int64(g.space[g.actor]))
    else:
        end_landing(e, g)


@rule
def list_done(e, g, out):
    """WH-63 A card for any time after landing, or nothing more."""
    n = list_plays(e, g, S.IN_DONE, out, 0)
    out[n] = make(M.PASS, NONE, NONE, NONE)
    return n + 1


@rule
def land(e, g, seat, space):
    """WH-51, WH-52 An untiled walkway space gets your tile and gives its reward; a tiled one gives nothing."""
    move_pawn(e, g, seat, space)
    g.actor = seat
    if not is_walkway(e, space):
        enter(e, g, seat, space)
    elif g.tile[space] == NONE:
        lay_tile(e, g, seat, space)
        give_reward(e, g, space)
    elif ignores_tile(e, g, seat, space):
        give_reward(e, g, space)
    elif has_perk(e, g, seat, S.KINDNESS):
        ask_seat(g, S.TILE, seat)
    else:
        end_landing(e, g)


@rule
def lay_tile(e, g, seat, space):
    """WH-51 A tile of your colour; WH-3 if all of yours lie on the map, none."""
    if g.tally[seat, S.TILES] < e.tiles or count_tiles(e, g, seat) < e.tiles:
        g.tile[space] = seat
        g.tally[seat, S.TILES] += 1


@rule
def count_tiles(e, g, seat):
    """How many tiles of a seat lie on the map."""
    count = 0
    for space in range(np.int64(e.spaces)):
        if g.tile[space] == seat:
            count += 1
    return count


@rule
def ignores_tile(e, g, seat, space):
    """A card, a peek (WH-36) or a tidy heart's own tile let you take what lies under it."""
    return (g.lifted == 1 and seat == g.turn) or (g.tile[space] == seat and has_quirk(e, g, seat, S.TIDY))


@rule
def enter(e, g, seat, space):
    """WH-57 A trait building raises its trait. WH-58 The others only house love interests. WH-R7 The Quad: nothing."""
    if e.kind[space] == S.TRAIT_BUILDING:
        raise_trait(e, g, seat, np.int64(e.trait[space]), np.int64(1))
        end_landing(e, g)
    else:
        begin_entry(e, g, seat, S.LANDED)


@rule
def give_reward(e, g, space):
    """WH-44 A level, WH-45 an event, or WH-46 an action card."""
    seat = np.int64(g.actor)
    if e.kind[space] == S.TRAIT_SPACE:
        raise_trait(e, g, seat, np.int64(e.trait[space]), np.int64(1))
        end_landing(e, g)
    elif e.kind[space] == S.EVENT_SPACE:
        begin_event(e, g)
    elif has_perk(e, g, seat, S.HUMOR):
        ask_seat(g, S.LUCK, seat)
    else:
        draw_reward(e, g, np.int64(1))


@rule
def begin_event(e, g):
    """WH-R18 From the event deck, which begins anew when it is empty."""
    if g.events[0] == 0 and g.events[1] == 0:
        shuffle_events(e, g)
    ask_chance(g, S.EVENT)


@rule
def shuffle_events(e, g):
    """All events, group events in one set and standard events in the other."""
    g.events[0] = all_bits(e.groups)
    g.events[1] = all_bits(np.int64(e.event_cards) - e.groups)


@rule
def draw_reward(e, g, count):
    if can_draw(g):
        begin_draw(g, np.int64(g.actor), count, S.LANDED)
    else:
        end_landing(e, g)


@rule
def is_landing_step(g, seat):
    """WH-R29 Whether a step ends a turn; WH-R11 or counts as if it did."""
    return has_ruling(g, S.STEP_LANDS) or (seat == g.turn and g.stepped == 0)


@rule
def take_step(e, g, seat, space):
    """WH-R11 A step on another's turn is not the end of one: no tile and no reward, but a love interest may be there.

    WH-R29 A step of one's own turn is where that turn ends, so it is a landing; but only the first.
    """
    if is_taken(e, g, seat, space):
        use_perk(g, seat, S.BRAWN)
        shove(e, g, seat, space)
    if is_landing_step(g, seat):
        g.stepped = 1
        land(e, g, seat, space)
    else:
        move_pawn(e, g, seat, space)
        begin_entry(e, g, seat, S.LANDED)


@rule
def list_perk_or_pass(perk, out):
    """A perk that fits now, or not."""
    out[0] = make(M.PERK, perk, NONE, NONE)
    out[1] = make(M.PASS, NONE, NONE, NONE)
    return 2
