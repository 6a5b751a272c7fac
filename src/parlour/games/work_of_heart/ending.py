"""The end: bonus cards, ties, and who has won in each mode."""

import numpy as np

from parlour.engine.answers import ask_together, keep_answer
from parlour.engine.bits import all_bits, count_bits, has_bit, list_bits
from parlour.engine.jit import inlined, rule
from parlour.engine.moves import make
from parlour.engine.record import CHANCE, NONE, OVER, WIN
from parlour.engine.seats import has_ruling
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.traits import group_of, update_points


@inlined
def legal(e, g, phase, out):
    return list_reveals(e, g, out) if phase == S.REVEAL else list_tie(out)


@inlined
def play(e, g, phase, a):
    if phase == S.REVEAL:
        play_reveal(e, g, a)
    else:
        play_tie(e, g, a)


@rule
def begin_ending(e, g):
    """WH-69 After the last turn of the last day the bonus cards decide."""
    g.turn = NONE
    g.phase = S.REVEAL
    g.seat = CHANCE


@rule
def list_reveals(e, g, out):
    """WH-70 Any picked card that is still face down."""
    return list_bits(M.REVEAL, picked(g) & ~np.int64(g.shown), e.bonuses, out, 0)


@rule
def picked(g):
    """The cards of the bonus deck as bits."""
    cards = np.int64(0)
    for seat in range(np.int64(g.seats)):
        cards |= np.int64(1) << np.int64(g.pick[seat])
    return cards


@rule
def play_reveal(e, g, card):
    """WH-70, WH-72 The first cards are for everybody, further ones only for those who are still tied."""
    rivals = contenders(g) if count_bits(g.shown) >= e.bonus_cards else everybody(g)
    award_bonus(e, g, card, rivals)
    g.shown = np.int64(g.shown) | (np.int64(1) << card)
    shown = count_bits(g.shown)
    if shown < e.bonus_cards:
        return
    if shown == g.seats or has_ruling(g, S.SHARE_TIES) or contenders(g) == 0:
        decide_winners(e, g)
    elif not has_ruling(g, S.DRAW_TIES):
        ask_tied(g)


# Ties


@rule
def contenders(g):
    """WH-72 The tied seats that have not agreed to share."""
    return tied(g) & ~np.int64(g.shared)


@rule
def ask_tied(g):
    """WH-72 All who are tied are asked together whether to share or to draw on."""
    g.phase = S.TIE
    ask_together(g, contenders(g))


@rule
def list_tie(out):
    out[0] = make(M.TIE, M.DRAW_ON, NONE, NONE)
    out[1] = make(M.TIE, M.SHARE, NONE, NONE)
    return 2


@rule
def play_tie(e, g, choice):
    """WH-72, WH-R28 Kept secret until all tied players have chosen; who does not agree draws on."""
    if not keep_answer(g, choice):
        return
    g.shared = np.int64(g.shared) | agreed(g)
    g.answer[:] = NONE
    if contenders(g) == 0:
        decide_winners(e, g)
    else:
        g.phase = S.REVEAL
        g.seat = CHANCE


@rule
def agreed(g):
    """The tied seats whose rivals have all chosen to share, as they have; WH-R24 each pair for itself."""
    seats = np.int64(0)
    for seat in range(np.int64(g.seats)):
        willing = g.answer[seat] != NONE
        for other in range(np.int64(g.seats)):
            bound = other == seat or competes(g, seat, other) or g.mode == S.DOUBLE
            if g.answer[other] == M.DRAW_ON and bound:
                willing = False
        if willing:
            seats |= np.int64(1) << seat
    return seats


@rule
def everybody(g):
    return all_bits(g.seats)


@rule
def award_bonus(e, g, card, rivals):
    """WH-70 Two points to each seat that the card describes."""
    described = described_by(e, g, np.int64(e.criterion[card])) & rivals
    for seat in range(np.int64(g.seats)):
        if has_bit(described, seat):
            g.bonus[seat] += e.bonus_points
            update_points(e, g, seat)


@rule
def described_by(e, g, criterion):
    """The seats that have most of something, as bits; nobody if nobody has any."""
    best = np.int64(1)
    seats = np.int64(0)
    for seat in range(np.int64(g.seats)):
        count = count_for(e, g, seat, criterion)
        if count > best:
            best = count
            seats = np.int64(0)
        if count == best:
            seats |= np.int64(1) << seat
    return seats


@rule
def count_for(e, g, seat, criterion):
    """WH-8 What a bonus card asks about, from recorded play."""
    if criterion < S.TALLIES:
        return np.int64(g.tally[seat, criterion])
    if criterion == S.BUILDINGS:
        return count_bits(g.visited[seat])
    if criterion == S.MOJO_LEVEL:
        return np.int64(g.level[seat, S.MOJO])
    if criterion == S.HAND_LEFT:
        return np.int64(g.held[seat])
    return count_strays(e, g, seat)


@rule
def count_strays(e, g, seat):
    """Levels in main traits that the love interest never asked for."""
    count = np.int64(0)
    for trait in range(S.MAIN):
        count += g.level[seat, trait]
    for rank in range(S.RANKS):
        count -= g.level[seat, e.liked[g.loves[seat], rank]]
    return count


@rule
def strength(g, seat):
    """WH-R1 What a seat competes with: its own points, or its team's."""
    if g.mode != S.DOUBLE:
        return np.int64(g.points[seat])
    total = np.int64(0)
    for other in range(np.int64(g.seats)):
        if group_of(g, other) == group_of(g, seat):
            total += g.points[other]
    return total


@rule
def competes(g, seat, other):
    """WH-9, WH-10 Whom a seat must beat: rivals for the same heart; in a Double Date the other team."""
    return (group_of(g, seat) == group_of(g, other)) != (g.mode == S.DOUBLE)


@rule
def leaders(g):
    """The seats that nobody they compete with is ahead of."""
    seats = np.int64(0)
    for seat in range(np.int64(g.seats)):
        ahead = True
        for other in range(np.int64(g.seats)):
            if competes(g, seat, other) and strength(g, other) > strength(g, seat):
                ahead = False
        if ahead:
            seats |= np.int64(1) << seat
    return seats


@rule
def tied(g):
    """WH-72, WH-R17, WH-R24 The leaders who share the lead with somebody they compete with."""
    if g.mode == S.SOLO:
        return np.int64(0)
    best = leaders(g)
    seats = np.int64(0)
    for seat in range(np.int64(g.seats)):
        for other in range(np.int64(g.seats)):
            if other != seat and has_bit(best, seat) and has_bit(best, other) and competes(g, seat, other):
                seats |= np.int64(1) << seat
    return seats


@rule
def decide_winners(e, g):
    """WH-71 By mode; WH-R16 a tie that no card can break is shared."""
    g.seat = OVER
    g.news += 1
    winners = solo_winners(e, g) if g.mode == S.SOLO else leaders(g)
    g.winners = winners
    for seat in range(np.int64(g.seats)):
        if has_bit(winners, seat):
            g.result[seat] = WIN // count_sharers(g, winners, seat)


@rule
def count_sharers(g, winners, seat):
    """How many share one win: those of a group, or the two teams of a drawn Double Date."""
    if g.mode == S.SOLO:
        return np.int64(1)
    count = np.int64(0)
    for other in range(np.int64(g.seats)):
        if has_bit(winners, other) and (other == seat or competes(g, seat, other)):
            count += 1
    if g.mode == S.DOUBLE and count > 1:
        return np.int64(2)
    return count


@rule
def solo_winners(e, g):
    """WH-11, WH-R20 Everybody with enough points after the bonus."""
    seats = np.int64(0)
    for seat in range(np.int64(g.seats)):
        if g.points[seat] >= e.solo_goal:
            seats |= np.int64(1) << seat
    return seats
