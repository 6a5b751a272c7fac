"""The balance of Work of Heart, measured: the figures of docs/games/work_of_heart.md.

python bench/balance_work_of_heart.py seats [--mode harem] [--seats 4] [--games 10000] [--bot greedy]
python bench/balance_work_of_heart.py interests [--games 4000]
python bench/balance_work_of_heart.py exercise [--games 4000]
"""

import argparse
import json
from typing import Any

import numpy as np

from parlour.bots.bot import read_spec, room_of
from parlour.bots.kernels import arena, choice, greedy
from parlour.bots.kernels.choice import stand_in
from parlour.bots.stats import Z95, wilson
from parlour.engine import kernels as engine
from parlour.engine import registry
from parlour.engine.chance import start_stream
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import CHANCE, NONE, OVER, SEATS
from parlour.games.work_of_heart.affection import quirk_bonus
from parlour.games.work_of_heart.moves import (
    M_ANSWER,
    M_DRAW,
    M_GO,
    M_JOIN,
    M_PEEK,
    M_PERK,
    M_PLAY,
    M_STEP,
    NO_TRAIT,
)
from parlour.games.work_of_heart.state import (
    ACCIDENTS,
    EFFECTS,
    FAILS,
    GAMBLE,
    GOSSIP,
    MAGPIE,
    MOVE,
    MUSE,
    PERKS,
    QUIRKS,
    REFILL,
    SIX,
    SOLACE,
    STORYTELLER,
    STROLL,
    TENACITY,
    TIDY,
    WOO,
)
from parlour.games.work_of_heart.traits import has_quirk

# Stand-ins for what the kernel gets when it is specialised.
begin = step = hide = random_move = list_moves = stand_in
start_bot = greedy_values = pick_best = bot_key = stand_in
# Enough of the bots for greedy play.
KERNELS = (
    engine.begin,
    engine.step,
    engine.random_move,
    *choice.KERNELS,
    *greedy.KERNELS,
    arena.list_moves,
    arena.bot_key,
)

# What is counted: a row for each family, a column for each member.
PERK, CARD, EFFECT, QUIRK, JOINED = range(5)
WIDTH = 64


def keep_games(edition, table, spec, seed, room, ends, asked, decisions, counts):
    """Play a game for each of `ends` and keep its last State.

    Love interests are drawn at random, so that all twelve are courted. `asked` counts decisions out of turn
    and `decisions` all of them, by game and seat; `counts` how often each perk, card, effect and quirk came up.
    """
    e = edition[0]
    rng = np.zeros(1, np.uint64)
    for i in range(len(ends)):
        g = ends[i]
        start_stream(rng, seed, i)
        begin(e, g, table[0], table[1], table[2], table[3])
        while g.seat != OVER:
            if g.seat == CHANCE or g.phase == WOO:
                m = random_move(e, g, rng, room.moves)
            else:
                seat = np.int64(g.seat)
                room.hidden[0] = g
                hide(e, room.hidden[0], seat)
                n = list_moves(e, seat, room)
                decisions[i, seat] += n > 1
                if g.turn != NONE and g.turn != seat:
                    asked[i, seat] += 1
                start_bot(room, bot_key(seed, np.int64(i), seat), seat)
                greedy_values(e, seat, spec, room, n)
                m = room.moves[pick_best(room.values, n, room.rng)]
            note_move(e, g, kind_of(m), a_of(m), counts)
            hearts, fails = g.hearts.sum(), g.tally[:, FAILS].sum()
            extra = quirk_bonus(e, g, np.int64(g.actor)) if g.actor >= 0 and g.loves[g.actor] >= 0 else 0
            die = np.int64(g.die)
            actor = np.int64(g.actor)
            step(e, g, m)
            if g.hearts.sum() > hearts or g.tally[:, FAILS].sum() > fails:
                note_court(e, g, actor, g.hearts.sum() > hearts, extra, die, counts)


def note_move(e, g, kind, a, counts):
    """Perks, cards and answers with their effects, and the quirks that show in a move."""
    seat = np.int64(g.seat)
    if kind == M_PERK:
        counts[PERK, a] += 1
    elif kind == M_STEP and g.phase == SIX:
        counts[PERK, TENACITY] += 1
    elif kind == M_PLAY:
        card = np.int64(g.hand[seat, a])
        counts[CARD, card] += 1
        counts[EFFECT, e.act_effect[card]] += 1
    elif kind == M_ANSWER:
        note_answer(e, g, seat, a, counts)
    elif kind == M_JOIN and a != NO_TRAIT:
        counts[JOINED, a] += 1
        counts[QUIRK, GOSSIP] += has_quirk(e, g, seat, GOSSIP)
    elif kind == M_PEEK:
        counts[QUIRK, ACCIDENTS] += 1
    elif kind == M_DRAW and g.back == REFILL and has_quirk(e, g, np.int64(g.drawer), MAGPIE):
        counts[QUIRK, MAGPIE] += g.held[g.drawer] >= e.refill
    elif kind == M_GO and g.phase == MOVE:
        within = (np.int64(e.reach[g.space[seat], g.roll]) >> a) & 1
        counts[QUIRK, STROLL] += has_quirk(e, g, seat, STROLL) and within == 0
        counts[QUIRK, TIDY] += has_quirk(e, g, seat, TIDY) and g.tile[a] == seat


def note_answer(e, g, seat, answer, counts):
    for k in range(2):
        if e.effect[g.card, answer, k] != NONE:
            counts[EFFECT, e.effect[g.card, answer, k]] += 1
    level = np.int64(g.level[seat, e.tests[g.card, 0]])
    if e.tests[g.card, 1] != NONE:
        level += g.level[seat, e.tests[g.card, 1]]
    counts[QUIRK, STORYTELLER] += has_quirk(e, g, seat, STORYTELLER) and e.at[g.card, answer] > level


def note_court(e, g, actor, won, extra, die, counts):
    """Quirks that show in an affection roll."""
    if extra > 0:
        counts[QUIRK, e.quirk[g.loves[actor]]] += 1
    counts[QUIRK, MUSE] += won and has_quirk(e, g, actor, MUSE)
    counts[QUIRK, SOLACE] += not won and has_quirk(e, g, actor, SOLACE)
    counts[QUIRK, GAMBLE] += has_quirk(e, g, actor, GAMBLE) and (die == 1 or die == e.die_faces)


def play(mode: str, seats: int, games: int, bot: str, seed: int) -> dict[str, np.ndarray]:
    """Last States, questions out of turn, decisions, and counts of what came up."""
    game = registry.load("work_of_heart")
    spec = read_spec(bot)
    made = game.specialised((*KERNELS, note_answer, note_move, note_court, keep_games))
    found = {
        "ends": game.state.new(games),
        "asked": np.zeros((games, SEATS), np.int64),
        "decisions": np.zeros((games, SEATS), np.int64),
        "counts": np.zeros((5, WIDTH), np.int64),
    }
    table = np.array([seats, game.about.mode(mode)[0], game.about.ruling_bits({}), NONE], np.int64)
    made.keep_games(game.base.record, table, spec.row, np.uint64(seed), room_of(game, spec), *found.values())
    return found


def rate(hits: float, trials: float) -> dict[str, float]:
    """A share with its 95% interval."""
    low, high = wilson(hits, trials)
    return {"share": round(hits / trials, 4), "low": round(low, 4), "high": round(high, 4)}


def mean(numbers: np.ndarray) -> dict[str, float]:
    half = Z95 * float(numbers.std(ddof=1)) / numbers.size**0.5
    return {"mean": round(float(numbers.mean()), 2), "half": round(half, 2)}


def measure_seats(mode: str, seats: int, games: int, bot: str, seed: int) -> dict[str, Any]:
    """Who wins by seat, the points, and how often a person would be asked."""
    found = play(mode, seats, games, bot, seed)
    ends = found["ends"]
    results = ends["result"][:, :seats] / 12
    asked, decisions = found["asked"][:, :seats], found["decisions"][:, :seats]
    return {
        "table": f"{mode}, {seats} seats, {bot}, {games} games, seed {seed}",
        "share by seat": [rate(float(results[:, s].sum()), games) for s in range(seats)],
        "points": mean(ends["points"][:, :seats].astype(float).ravel()),
        "hearts": mean(ends["hearts"][:, :seats].astype(float).ravel()),
        "asked out of turn, mean and most": [round(float(asked.mean()), 1), int(asked.max())],
        "asked out of turn more than 40 times": rate(float((asked > 40).sum()), asked.size),
        "decisions a player": round(float(decisions.mean()), 1),
        "plies": mean(ends["ply"].astype(float)),
        "bonus cards": bonus_rates(ends, seats) if mode == "harem" else {},
    }


def bonus_rates(ends: np.ndarray, seats: int) -> dict[str, Any]:
    """How often each bonus card was turned up, and how often the winners would be others without it."""
    game = registry.load("work_of_heart")
    from parlour.games.work_of_heart.ending import described_by

    e = game.base.record[0]
    shown: dict[str, list[int]] = {b.id: [0, 0] for b in game.base.content.bonuses}
    for g in ends:
        points = g["points"][:seats].astype(int)
        best = points == points.max()
        for c, b in enumerate(game.base.content.bonuses):
            if int(g["shown"]) >> c & 1:
                described = int(described_by(e, g, np.int64(e.criterion[c])))
                less = points - 2 * np.array([described >> s & 1 for s in range(seats)])
                shown[b.id][0] += 1
                shown[b.id][1] += not np.array_equal(less == less.max(), best)
    return {id: [n, round(changed / max(n, 1), 3)] for id, (n, changed) in shown.items()}


def measure_interests(games: int, bot: str, seed: int) -> dict[str, Any]:
    """How often each love interest is won in Flying Solo, and each difficulty."""
    ends = play("flying-solo", 4, games, bot, seed)["ends"]
    school = registry.load("work_of_heart").base.content
    won, tried = np.zeros(12), np.zeros(12)
    hearts = np.zeros(12)
    for s in range(4):
        np.add.at(tried, ends["loves"][:, s], 1)
        np.add.at(won, ends["loves"][:, s], ends["result"][:, s] > 0)
        np.add.at(hearts, ends["loves"][:, s], ends["hearts"][:, s])
    names = [who.id for who in school.interests]
    found: dict[str, Any] = {"table": f"flying-solo, 4 seats, {bot}, {games} games, seed {seed}"}
    for level in ("easy", "medium", "hard"):
        ours = [i for i, who in enumerate(school.interests) if who.difficulty == level]
        found[level] = rate(float(won[ours].sum()), float(tried[ours].sum()))
    for i, id in enumerate(names):
        found[id] = rate(float(won[i]), float(tried[i])) | {"hearts": round(float(hearts[i] / tried[i]), 2)}
    return found


def measure_exercise(games: int, bot: str, seed: int) -> dict[str, Any]:
    """How often everything came up, for each game of four."""
    school = registry.load("work_of_heart").base.content
    counts = np.zeros((5, WIDTH), np.int64)
    for mode in ("harem", "romantic-rival", "flying-solo", "double-date"):
        counts += play(mode, 4, games // 4, bot, seed)["counts"]
    families = {
        "perks": (PERK, list(PERKS)),
        "cards": (CARD, [c.id for c in school.actions]),
        "effects": (EFFECT, list(EFFECTS)),
        "quirks": (QUIRK, list(QUIRKS)),
    }
    found: dict[str, Any] = {"table": f"all modes, 4 seats, {bot}, {games} games, seed {seed}"}
    for family, (row, names) in families.items():
        found[family] = {name: round(int(counts[row, i]) / games, 3) for i, name in enumerate(names)}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["seats", "interests", "exercise"])
    parser.add_argument("--mode", default="harem")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.what == "seats":
        found = measure_seats(chosen.mode, chosen.seats, chosen.games, chosen.bot, chosen.seed)
    elif chosen.what == "interests":
        found = measure_interests(chosen.games, chosen.bot, chosen.seed)
    else:
        found = measure_exercise(chosen.games, chosen.bot, chosen.seed)
    for key, value in found.items():
        print(f"{key}: {json.dumps(value)}")


if __name__ == "__main__":
    main()
