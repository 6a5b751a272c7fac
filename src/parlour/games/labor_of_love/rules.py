"""The rules of Labor of Love. Clause ids are those of README.md."""

import numpy as np

from parlour.engine.bits import WORD, all_bits, has_bit
from parlour.engine.jit import rule
from parlour.engine.moves import NEXT_A, a_of, kind_of, make
from parlour.engine.record import CHANCE, NONE
from parlour.engine.seats import has_ruling
from parlour.games.labor_of_love import moves as M
from parlour.games.labor_of_love import state as S
from parlour.games.labor_of_love.bulbs import can_move_bulb, count_lines, light_bulbs, move_bulb, run_chain
from parlour.games.labor_of_love.ending import score_game
from parlour.games.labor_of_love.setup import clear_boards, hang_bulb, lay_button, lay_table, list_opening


@rule
def setup(e, g):
    """LL-4 to LL-7 An empty table; chance stacks the buttons, hangs the bulbs and deals the row."""
    g.mover = NONE
    g.laid = 0
    g.board = 0
    g.hook = 0
    g.gap = NONE
    g.blind = 0
    g.bonus = 0
    g.owed = 0
    g.pile = e.cards
    g.deck = all_bits(e.cards)
    g.deeper = all_bits(max(np.int64(0), np.int64(e.cards) - WORD))
    g.home[:] = NONE
    for card in range(np.int64(e.cards)):
        g.home[card] = S.IN_PILE
    g.depth[:] = NONE
    g.row[:] = NONE
    g.left[:] = NONE
    g.left[: e.emojis] = e.copies
    g.fan[:, :] = NONE
    clear_boards(e, g)
    if g.first != NONE:
        lay_button(g, np.int64(g.first))
    lay_table(e, g)


@rule
def legal(e, g, out):
    """LL-9 A project from the row or from the pile; or what is left to lay, to draw or to choose."""
    n = np.int64(0)
    if g.seat == CHANCE:
        if g.board < g.seats:
            return list_opening(e, g, out)
        draw = make(M.DRAW if g.blind > 0 else M.DEAL, 0, NONE, NONE)
        if e.cards > WORD:
            return list_large_pile(e, g, draw, out)
        # `list_bits` by hand: with a running move and set random play is a twentieth faster.
        deck = np.int64(g.deck)
        for _ in range(np.int64(e.cards)):
            out[n] = draw
            draw += NEXT_A
            n += deck & 1
            deck >>= 1
        return n
    if g.bonus > 0:
        return list_glows(e, g, out)
    if g.owed > 0:
        return list_reactions(e, g, out)
    for slot in range(np.int64(e.row)):
        out[n] = make(M.TAKE, slot, NONE, NONE)
        n += np.int64(g.row[slot] != NONE)
    if g.pile > 0:
        out[n] = make(M.BLIND, NONE, NONE, NONE)
        n += 1
    return n


@rule
def list_large_pile(e, g, draw, out):
    """The draws from a pile of both words. Apart, because the loop over one word is a seventh slower with a second."""
    n = np.int64(0)
    for card in range(np.int64(e.cards)):
        out[n] = draw
        draw += NEXT_A
        n += has_bit(g.deck, card) if card < WORD else has_bit(g.deeper, card - WORD)
    return n


@rule
def play(e, g, m):
    kind = kind_of(m)
    a = a_of(m)
    if kind == M.DEAL:
        deal_card(e, g, a)
    elif kind == M.TAKE:
        take_project(e, g, a)
    elif kind == M.BLIND:
        g.blind = 1
        g.seat = CHANCE
    elif kind == M.DRAW:
        draw_project(e, g, a)
    elif kind == M.REACT:
        take_reaction(e, g, a)
    elif kind == M.GLOW:
        move_last_bulb(e, g, a)
    elif kind == M.HANG:
        hang_bulb(e, g, a)
        lay_table(e, g)
    else:
        lay_button(g, a)
        lay_table(e, g)


# What a project leaves to choose


@rule
def list_reactions(e, g, out):
    """LL-20, LL-R9 The top card of any pile that still has one."""
    n = 0
    for emoji in range(e.emojis):
        if g.left[emoji] > 0:
            out[n] = make(M.REACT, emoji, NONE, NONE)
            n += 1
    return n


@rule
def list_glows(e, g, out):
    """LL-22, LL-R18 Any of your bulbs that can still move."""
    n = 0
    for colour in range(e.colours):
        if can_move_bulb(e, g, g.mover, colour):
            out[n] = make(M.GLOW, colour, NONE, NONE)
            n += 1
    return n


# A turn


@rule
def deal_card(e, g, card):
    """LL-5 Four cards lie open. LL-R4 One that was taken is replaced at once, while the pile lasts."""
    take_from_pile(g, card)
    g.row[g.gap] = card
    g.home[card] = S.ON_ROW
    g.gap = NONE
    if g.mover != NONE:
        go_on(e, g)
        return
    for slot in range(e.row):
        if g.row[slot] == NONE and g.pile > 0:
            g.gap = slot
            return
    pass_turn(e, g)


@rule
def take_from_pile(g, card):
    """LL-5 A card that was drawn is in the pile no more."""
    if card < WORD:
        g.deck ^= np.int64(1) << card
    else:
        g.deeper ^= np.int64(1) << (card - WORD)
    g.pile -= 1


@rule
def take_project(e, g, slot):
    """LL-9 One of the face-up cards; its place in the row is filled again before anything else is decided."""
    card = np.int64(g.row[slot])
    g.row[slot] = NONE
    if g.pile > 0:
        g.gap = slot
    make_project(e, g, card)


@rule
def draw_project(e, g, card):
    """LL-R16 What was drawn blind is kept."""
    take_from_pile(g, card)
    g.blind = 0
    make_project(e, g, card)


@rule
def make_project(e, g, card):
    """LL-10, LL-12, LL-16 Put it on your board, walk the track, light your bulbs; in this order."""
    seat = np.int64(g.mover)
    hours = count_hours(e, g, seat, card)
    place_project(e, g, seat, card)
    walk(e, g, seat, hours)
    light_bulbs(e, g, seat, card)
    settle_seat(e, g, seat)
    go_on(e, g)


@rule
def count_hours(e, g, seat, card):
    """LL-13, LL-R11 One hourglass less for every earlier project of the craft, but never less than the least."""
    hours = np.int64(e.hours[card]) - np.int64(g.made[seat, e.craft[card]])
    return max(hours, np.int64(e.least_hours))


@rule
def place_project(e, g, seat, card):
    """LL-10 A new craft begins a stack on the next free spot. LL-R15 The project is complete at once."""
    craft = np.int64(e.craft[card])
    if g.spot[seat, craft] == NONE:
        g.spot[seat, craft] = g.stacks[seat]
        g.stacks[seat] += 1
    g.home[card] = seat
    g.depth[card] = g.made[seat, craft]
    g.made[seat, craft] += 1
    points = np.int64(e.passion[g.spot[seat, craft]])
    for emoji in range(np.int64(e.emojis)):
        g.cheers[seat, emoji] += e.cheer[card, emoji]
        points += np.int64(e.cheer[card, emoji]) * np.int64(g.applause[seat, emoji])
    g.points[seat] += points


@rule
def walk(e, g, seat, hours):
    """LL-12 Along the track, and LL-15 the bulb of the space where that ends."""
    arrive(e, g, seat, hours)
    colour = track_bulb(e, g, seat)
    if colour != NONE:
        run_chain(e, g, seat, move_bulb(e, g, seat, colour, has_ruling(g, S.LONG_CHAINS)))


@rule
def arrive(e, g, seat, hours):
    """LL-12 The button moves on. LL-22 Exact end: a bonus."""
    space = np.int64(g.place[seat]) + hours
    if space == e.end:
        g.bonus = 1
    move_button(e, g, seat, min(space, np.int64(e.end)))


@rule
def track_bulb(e, g, seat):
    """LL-15 The bulb that a seat's space moves: none if an opponent is there."""
    colour = np.int64(e.stop[g.place[seat]])
    return colour if g.level[seat] == 0 else NONE


@rule
def move_button(e, g, seat, space):
    """LL-14 On top of whoever is there already."""
    g.place[seat] = NONE
    level = np.int64(0)
    for other in range(np.int64(g.seats)):
        level += np.int64(g.place[other] == space)
    g.place[seat] = space
    g.level[seat] = level


@rule
def go_on(e, g):
    """LL-R4 Refill the row; then the turn's own choices (LL-22, LL-20); then the next turn."""
    if g.gap != NONE:
        g.seat = CHANCE
    elif g.bonus > 0 or g.owed > 0:
        g.seat = g.mover
    else:
        pass_turn(e, g)


@rule
def pass_turn(e, g):
    """LL-8 Furthest back is next. LL-R5 With no card left to take, the button goes straight to the end."""
    while True:
        seat = find_last(e, g)
        if seat == NONE:
            score_game(e, g)
            return
        if has_card_to_take(e, g):
            g.mover = seat
            g.seat = seat
            return
        move_button(e, g, seat, np.int64(e.end))


@rule
def find_last(e, g):
    """LL-8 Furthest back, and of several on a space the top one. LL-R12 Whoever has arrived is done."""
    seats = np.int64(g.seats)
    found = NONE
    # Place and level in one number, and more than any button on the way can have.
    least = (np.int64(e.end) - 1) * seats + 1
    for seat in range(seats):
        behind = np.int64(g.place[seat]) * seats - np.int64(g.level[seat])
        if behind < least:
            least = behind
            found = np.int64(seat)
    return found


@rule
def has_card_to_take(e, g):
    """LL-9 A card in the pile or in the row."""
    slot = 0
    while slot < e.row and g.row[slot] == NONE:
        slot += 1
    return g.pile > 0 or slot < e.row


# Bonus and reactions


@rule
def move_last_bulb(e, g, colour):
    """LL-22 One more step of a bulb of your choice."""
    seat = np.int64(g.mover)
    run_chain(e, g, seat, move_bulb(e, g, seat, colour, has_ruling(g, S.LONG_CHAINS)))
    g.bonus = 0
    settle_seat(e, g, seat)
    go_on(e, g)


@rule
def settle_seat(e, g, seat):
    """LL-20, LL-R9 Count the reaction cards to take. LL-R18 Nothing can move: no bonus."""
    lines = count_lines(e, g, seat) - np.int64(g.claimed[seat])
    g.owed = min(lines, count_reactions_left(e, g)) if lines > 0 else np.int64(0)
    if g.bonus > 0:
        g.bonus = 0
        for colour in range(e.colours):
            if can_move_bulb(e, g, seat, colour):
                g.bonus = 1


@rule
def count_reactions_left(e, g):
    left = np.int64(0)
    for emoji in range(e.emojis):
        left += g.left[emoji]
    return left


@rule
def take_reaction(e, g, emoji):
    """LL-6, LL-20 The best card left of that emoji; one card for each line."""
    seat = np.int64(g.mover)
    copy = np.int64(e.copies) - np.int64(g.left[emoji])
    g.fan[emoji, copy] = seat
    g.applause[seat, emoji] += e.reaction[copy]
    g.left[emoji] -= 1
    g.claimed[seat] += 1
    g.owed -= 1
    g.points[seat] += np.int64(e.reaction[copy]) * np.int64(g.cheers[seat, emoji])
    go_on(e, g)
