"""The heuristic value of a position of Work of Heart for a seat that can see this much of it.

A seat's prospects are counted in points: those it has, and those expected from its levels and from affection rolls.
Worth then compares prospects as the mode does.
"""

import numpy as np

from parlour.engine.bits import count_bits, has_bit
from parlour.engine.jit import rule
from parlour.engine.record import NONE, OVER, WIN
from parlour.engine.seats import has_ruling
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.affection import is_won, quirk_bonus
from parlour.games.work_of_heart.ending import competes, contenders, described_by, picked
from parlour.games.work_of_heart.traits import group_of, has_perk, has_quirk

# A lead of this many points counts as a certain win.
SURE = 12.0
# What things are worth in points.
CARD = 0.14
MOJO_STEP = 0.03
READY = 0.03
DISTURBED = 0.003
EVENT = 0.35
RAISE = 0.3
SPARK_STEP = 0.15
# How far an average roll takes you, and how often a later day's building is reached.
WALK = 3.0
LATER = 0.8
# The share of Mojo's re-rolls expected from a level below the perk; what the second of two re-rolls adds to the first.
MOJO_START = 0.4
SECOND = 0.5
# Levels by face are packed into one number.
BYTE = np.int64(8)
MASK = np.int64(255)
# Turns that it takes to bring a trait to the top.
CLIMB = 6.0


@rule
def worth(e, g, seat):
    if g.seat == OVER:
        return np.float64(g.result[seat]) / np.float64(WIN)
    if is_breaking_tie(e, g, seat):
        return tie_chance(e, g, seat)
    mine = prospects(e, g, seat)
    if g.mode == S.SOLO:
        return min(1.0, max(0.0, mine / (2.0 * np.float64(e.solo_goal))))
    others = 0.0
    count = 0.0
    best = 0.0
    for other in range(np.int64(g.seats)):
        if other != seat:
            theirs = prospects(e, g, other)
            if g.mode == S.DOUBLE and group_of(g, other) == group_of(g, seat):
                mine += theirs
            elif g.mode == S.DOUBLE or group_of(g, other) == group_of(g, seat):
                others += theirs
                count += 1.0
                best = max(best, theirs)
    rivals = others if g.mode == S.DOUBLE else 0.7 * best + 0.3 * others / max(1.0, count)
    return min(1.0, max(0.0, 0.5 + (mine - rivals) / (2.0 * SURE)))


@rule
def is_breaking_tie(e, g, seat):
    """Whether a further bonus card decides about this seat."""
    return g.turn == NONE and count_bits(g.shown) >= e.bonus_cards and has_bit(contenders(g), seat)


@rule
def tie_chance(e, g, seat):
    """The seat's share of the win after the next bonus card, if whoever is still tied then shares."""
    left = picked(g) & ~np.int64(g.shown)
    shares = 0.0
    for card in range(np.int64(e.bonuses)):
        if has_bit(left, card):
            shares += share_after(g, seat, described_by(e, g, np.int64(e.criterion[card])) & contenders(g))
    return shares / np.float64(max(np.int64(1), count_bits(left)))


@rule
def share_after(g, seat, described):
    """A seat's share if these tied seats get the points of a bonus card."""
    ours = np.int64(0)
    theirs = np.int64(0)
    for other in range(np.int64(g.seats)):
        if has_bit(contenders(g), other):
            mine = other == seat or (g.mode == S.DOUBLE and not competes(g, seat, other))
            if mine:
                ours += has_bit(described, other)
            elif g.mode == S.DOUBLE:
                theirs += has_bit(described, other)
            elif competes(g, seat, other):
                theirs = max(theirs, np.int64(has_bit(described, other)))
    if g.mode == S.DOUBLE or ours != theirs:
        return 1.0 if ours > theirs else 0.0 if ours < theirs else 0.5
    return 1.0 / np.float64(count_level(g, seat, described))


@rule
def count_level(g, seat, described):
    """How many tied rivals are described as the seat is, itself included."""
    count = np.int64(0)
    for other in range(np.int64(g.seats)):
        rival = other == seat or competes(g, seat, other)
        if rival and has_bit(contenders(g), other) and has_bit(described, other) == has_bit(described, seat):
            count += 1
    return count


@rule
def prospects(e, g, seat):
    """Points that a seat can expect at the end."""
    if g.loves[seat] == NONE:
        return 0.0
    total = np.float64(g.points[seat]) + CARD * np.float64(g.held[seat]) + MOJO_STEP * np.float64(g.level[seat, S.MOJO])
    total += SPARK_STEP * np.float64(g.spark[seat]) - READY * np.float64(count_bits(g.used[seat]))
    return total + climbing(e, g, seat) + courting(e, g, seat) + pending(e, g, seat) + interrupting(e, g, seat)


@rule
def turns_left(e, g):
    return np.float64((np.int64(e.days) - g.day) * np.int64(e.laps) - g.lap)


@rule
def climbing(e, g, seat):
    """Points expected from main traits below the top, less if few turns are left."""
    time = min(1.0, turns_left(e, g) / CLIMB)
    total = 0.0
    for trait in range(S.MAIN):
        if g.level[seat, trait] < e.cap:
            done = np.float64(g.level[seat, trait]) / np.float64(e.cap)
            total += time * np.float64(e.trait_points) * done * (0.3 + 0.5 * done)
    return total


@rule
def courting(e, g, seat):
    """Points of affection rolls, by how likely each day brings one that succeeds."""
    levels, luck = levels_by_face(e, g, seat), luck_of(e, g, seat)
    total = 0.0
    for day in range(np.int64(g.day) + 1, np.int64(e.days)):
        total += LATER * lifted(roll_chance(e, levels, need_of(e, g, seat, np.int64(day))), luck)
    if g.tried[seat] == 0:
        today = roll_chance(e, levels, need_of(e, g, seat, np.int64(g.day)) - g.spark[seat])
        total += reaching(e, g, seat) * lifted(today, luck_today(e, g, seat))
    return total * np.float64(e.heart_points)


@rule
def reaching(e, g, seat):
    """How likely it is to get to the building in the rest of the day."""
    far = np.float64(e.far[g.space[seat], e.where[g.loves[seat], g.day]])
    left = np.float64(np.int64(e.laps) - g.lap - (1 if has_moved(g, seat) else 0))
    if left <= 0.0:
        return 0.0
    return min(0.97, max(0.0, 1.05 - 0.75 * far / (WALK * left + 1.0)))


@rule
def has_moved(g, seat):
    """Whether a seat has had its turn in this round; with its landing over, its own turn counts too."""
    if g.turn == NONE:
        return False
    if seat == g.turn:
        return g.phase == S.DONE or g.window == S.AT_LANDED or g.window == S.AT_SIX
    seats = np.int64(g.seats)
    return (seat - g.first) % seats < (np.int64(g.turn) - g.first) % seats


@rule
def need_of(e, g, seat, day):
    """The threshold of a day, with swagger."""
    love = np.int64(g.loves[seat])
    need = np.int64(e.threshold[love, day])
    if e.quirk[love] == S.SWAGGER and g.level[seat, S.MOJO] >= e.perk_level:
        need -= e.quirk_amount[love]
    return need


@rule
def levels_by_face(e, g, seat):
    """What each face of the trait die counts for now, a byte a face."""
    levels = np.int64(0)
    for face in range(np.int64(e.trait_faces)):
        levels |= shown_levels(e, g, seat, np.int64(face)) << (BYTE * face)
    return levels


@rule
def roll_chance(e, levels, need):
    """How likely an affection roll succeeds that needs so much."""
    ways = np.int64(0)
    faces, sides = np.int64(e.trait_faces), np.int64(e.die_faces)
    for face in range(faces):
        level = (levels >> (BYTE * face)) & MASK
        ways += min(sides, max(np.int64(0), sides - need + level + 1))
    return np.float64(ways) / np.float64(faces * sides)


@rule
def luck_of(e, g, seat):
    """How much of Mojo's two re-rolls a seat can count on in a day to come."""
    if g.level[seat, S.MOJO] >= e.perk_level:
        return 1.0
    return MOJO_START * np.float64(g.level[seat, S.MOJO]) / np.float64(e.perk_level)


@rule
def luck_today(e, g, seat):
    """The share of Mojo's re-rolls that is ready."""
    luck = 0.0
    for perk in (S.MOJO_1, S.MOJO_2):
        if has_perk(e, g, seat, perk):
            luck += 0.5
    return luck


@rule
def lifted(chance, luck):
    """What re-rolls make of a chance: about as good as two and a half throws."""
    miss = 1.0 - chance
    return chance + luck * miss * (1.0 - miss * (1.0 - SECOND * chance))


@rule
def pending(e, g, seat):
    """Points expected from what is being resolved: dice to be rolled, cards to be drawn, levels to be chosen."""
    total = 0.0
    if g.phase == S.DRAW and g.drawer == seat:
        total += CARD * np.float64(g.owed)
    elif g.phase == S.EVENT and g.actor == seat:
        total += EVENT
    elif (g.phase == S.RAISE or g.phase == S.LOWER) and g.agent == seat:
        total += RAISE * np.float64(g.amount)
    elif (g.phase == S.TARGET or g.phase == S.STEP) and g.agent == seat:
        total += READY
    elif g.actor == seat and (g.phase == S.FACE or g.phase == S.DIE or g.phase == S.COURTED or g.phase == S.HECKLE):
        total += np.float64(e.heart_points) * dice_chance(e, g, seat)
    elif g.phase == S.COURT and g.actor == seat:
        total += READY
    return total


@rule
def interrupting(e, g, seat):
    """A little for interrupting with a step, or with a card that cannot wait for one's own turn; without, as much less.

    Who has interrupted has disturbed: what was then done has to be worth more than that.
    """
    if has_ruling(g, S.FEW_WINDOWS):
        return 0.0
    wants = has_bit(np.int64(g.eager) | np.int64(g.jeering), seat)
    if g.phase == S.INTERRUPT:
        wants = wants or g.answer[seat] == M.CUT_IN
    elif g.phase == S.REPLY or g.phase == S.SIX or g.phase == S.HECKLE:
        wants = wants or g.seat == seat
    if not wants:
        return -DISTURBED if has_bit(g.voices, seat) else 0.0
    if g.step == S.AT_SIX and has_perk(e, g, seat, S.TENACITY):
        return READY
    for slot in range(S.HAND):
        card = np.int64(g.hand[seat, slot])
        if card >= 0 and has_bit(e.answering[g.step], card) and np.int64(e.act_moments[card]) & S.IN_READY == 0:
            return READY
    return -READY


@rule
def dice_chance(e, g, seat):
    """How likely the roll on the table succeeds."""
    if g.phase == S.FACE or g.phase == S.DIE:
        return lifted(throw_chance(e, g, seat), luck_today(e, g, seat))
    return 0.95 if is_won(e, g) else 0.05


@rule
def throw_chance(e, g, seat):
    """Both dice are still to be rolled, or one of them is rolled again."""
    if g.face == NONE or g.die == NONE:
        more = np.int64(g.extra) - np.int64(g.less)
        return roll_chance(e, levels_by_face(e, g, seat), need_of(e, g, seat, np.int64(g.day)) - more)
    again = g.phase == S.FACE
    count = np.int64(e.trait_faces) if again else np.int64(e.die_faces)
    ways = 0.0
    for i in range(count):
        face = np.int64(i) if again else np.int64(g.face)
        die = np.int64(g.die) if again else np.int64(i) + 1
        if is_enough(e, g, seat, face, die):
            ways += 1.0
    return ways / np.float64(count)


@rule
def is_enough(e, g, seat, face, die):
    """WH-42 Whether these two dice would succeed."""
    if has_quirk(e, g, seat, S.GAMBLE) and (die == 1 or die == e.die_faces):
        return die == e.die_faces
    more = np.int64(g.extra) - np.int64(g.less) + quirk_bonus(e, g, seat)
    return shown_levels(e, g, seat, face) + die + more >= e.threshold[g.loves[seat], g.day]


@rule
def shown_levels(e, g, seat, face):
    """WH-40 The levels in the traits that a face shows."""
    total = np.int64(0)
    for rank in range(S.RANKS):
        if has_bit(e.shows[face], rank):
            total += g.level[seat, e.liked[g.loves[seat], rank]]
    return total
