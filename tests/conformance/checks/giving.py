"""The log, and everything that a seat is given: views, words, refusals, taking back (invariants 8 and 10)."""

import itertools
import random
from collections import defaultdict
from typing import Any

import msgspec
import numpy as np

from checks.tables import Table, now_and_then, sample
from parlour.engine.chance import stream
from parlour.engine.log import Frozen, decode, encode
from parlour.engine.match import Match, NoSuchMove, NotLegal, NotYourTurn, Refusal, verify
from parlour.engine.record import OVER

# How often a match is saved and loaded again.
LOADS = 6


def check_log(table: Table) -> None:
    """A match saved and loaded at any ply is the same match, byte for byte, and goes on the same."""
    match = table.match(19)
    pick = random.Random(19)
    looks = now_and_then(table, 19, LOADS)
    while not match.over:
        match.play(pick.choice(match.moves(match.deciders[0])), match.deciders[0])
        if next(looks) or match.over:
            save = decode(encode(match.as_save()), "memory")
            again = Match.thaw(Frozen(save), "memory", table.e)
            assert again.state.tobytes() == match.state.tobytes()
            assert again.log.hash == match.log.hash
            assert verify_own(save, table) == match.ply


def verify_own(save: Any, table: Table) -> int:
    counts = verify(save, "memory")
    assert counts["draws"] == counts["unrevealed"]
    return counts["moves"]


def given(table: Table, g: np.ndarray, seat: int, probes: list[int]) -> bytes:
    """Every byte that a seat is given at a position: view, moves, words, question and refusals."""
    match = Match(table.game, edition=table.e, seats=table.seats, mode=table.game.about.modes[table.mode].name)
    match.states = [g]
    look = match.look(seat)
    parts: list[Any] = [look.view, look.question, look.moves]
    for m in probes:
        if seat >= 0 and m not in look.legal:
            parts.append(refusal(match, m, seat))
    return msgspec.json.encode(parts)


def refusal(match: Match, m: int, seat: int) -> tuple[str, str, str]:
    try:
        match.play(m, seat)
    except Refusal as error:
        return type(error).__name__, str(error), error.clause
    raise AssertionError("an illegal move was played")


def check_no_leak(table: Table, positions: int = 40, worlds: int = 2) -> int:
    """Every byte that a watcher is given is the same in every world that it cannot tell apart."""
    rng = stream(27)
    pick = random.Random(27)
    every = table.game.moves.every()
    found: list[np.ndarray] = []
    for seed in itertools.count(27):
        found += sample(table, seed, 1)
        if len(found) >= positions:
            break
    compared = 0
    for g in pick.sample(found, min(positions, len(found))):
        probes = pick.sample(every, min(8, len(every)))
        for seat in table.watchers:
            h = table.hide(g, seat)
            truth = given(table, g, seat, probes)
            for _ in range(worlds):
                w = table.imagine(h, seat, rng)
                assert given(table, w, seat, probes) == truth, f"seat {seat} is told a secret"
                compared += 1
                check_seen_alike(table, g, w, seat)
    return compared


def check_seen_alike(table: Table, g: np.ndarray, w: np.ndarray, seat: int) -> None:
    """`see` does not change when cards that the seat does not know are exchanged."""
    if g["seat"][0] == OVER:
        return
    for m in set(table.legal(g)) & set(table.legal(w)):
        assert table.see(g, m, seat) == table.see(w, m, seat), "what is seen of a move depends on a secret"


def check_words(table: Table) -> None:
    """Every move can be described, asked for and told, to every watcher, in every language."""
    match = table.match(28)
    pick = random.Random(28)
    words = table.game.words
    looks = now_and_then(table, 28)
    while not match.over:
        seat = match.deciders[0]
        moves = match.legal(seat)
        if next(looks):
            look = match.look(seat)
            assert all(choice.words.strip() for choice in look.moves)
            assert look.say(look.question)
        match.play(pick.choice(moves), seat)
    for watcher in table.watchers:
        told = match.story(watcher)
        for language in words.languages:
            assert all(words.say(said, table.e, language, watcher).strip() for said in told)


def check_same_words_same_move(table: Table) -> None:
    """Moves that are described alike lead to tables that look alike: lists of moves show only the first of them."""
    match = table.match(34)
    pick = random.Random(34)
    looks = now_and_then(table, 34)
    while not match.over:
        seat = match.deciders[0]
        moves = match.legal(seat)
        if next(looks):
            for alike in described_alike(match, seat):
                seen = {looks_after(table, match.state, m, seat) for m in alike}
                assert len(seen) == 1, f"{[table.game.moves.text(m) for m in alike]} differ but sound alike"
        match.play(pick.choice(moves), seat)


def described_alike(match: Match, seat: int) -> list[list[int]]:
    """The moves by what they are called, in every language."""
    found = defaultdict(list)
    for language in match.game.words.languages:
        for choice in match.look(seat, language=language).moves:
            found[language, choice.words].append(choice.move)
    return [alike for alike in found.values() if len(alike) > 1]


def looks_after(table: Table, g: np.ndarray, m: int, seat: int) -> bytes:
    """What a seat sees after its move, whichever of several equal cards lies where in a zone."""
    asked = g.copy()
    asked["seat"] = seat
    after = table.play(asked, m)
    view = table.game.look(table.e, table.hide(after, seat), seat).screen
    for zone in view["zones"]:
        faces = [{k: v for k, v in piece.items() if k not in ("id", "slot", "card")} for piece in zone["pieces"]]
        zone["pieces"] = sorted(msgspec.json.encode(face, order="sorted") for face in faces)
    return msgspec.json.encode(view)


def check_view(table: Table) -> None:
    """A view is JSON with zones of pieces whose ids are unique in their zone; facts can be said; the sheet adds up."""
    for g in sample(table, 29, 3):
        for seat in table.watchers:
            view = table.game.look(table.e, table.hide(g, seat), seat).screen
            ids = [zone["id"] for zone in view["zones"]]
            assert len(set(ids)) == len(ids)
            for zone in view["zones"]:
                assert zone["text"]
                pieces = [piece["id"] for piece in zone["pieces"]]
                assert len(set(pieces)) == len(pieces)
                facts = [fact for part in (zone, *zone["pieces"]) for fact in part["facts"]]
                assert all(isinstance(fact, str) and fact for fact in facts)
            check_sheet(table, view)


def check_sheet(table: Table, view: dict[str, Any]) -> None:
    if not view["over"]:
        return
    for seat in range(table.seats):
        total = sum(row["points"] for row in view["sheet"] if row["seat"] == seat)
        assert total == view["points"][seat], f"the sheet of seat {seat} does not add up"
    assert all(row["text"] for row in view["sheet"])


def check_refusals(table: Table) -> None:
    """Three refusals that differ, and none of them changes anything."""
    match = table.match(30)
    pick = random.Random(30)
    every = table.game.moves.every()
    looks = now_and_then(table, 30)
    while not match.over:
        seat = match.deciders[0]
        if next(looks):
            check_refusals_now(table, match, pick, every)
        match.play(pick.choice(match.moves(seat)), seat)
    assert refusal_of(match, table.game.moves.text(every[0]), 0) is NotLegal


def check_refusals_now(table: Table, match: Match, pick: random.Random, every: list[int]) -> None:
    before = (match.state.tobytes(), match.log.hash)
    seat = match.deciders[0]
    legal = match.legal(seat)
    for m in pick.sample(every, min(25, len(every))):
        if m not in legal:
            kind, sentence, _ = refusal(match, m, seat)
            assert kind == NotLegal.__name__
            assert sentence
    for text in ("", "dance", f"{table.game.moves.kinds[0].name} x", "\x00"):
        assert refusal_of(match, text, seat) is NoSuchMove
    for other in set(range(table.seats)) - set(match.deciders):
        assert refusal_of(match, table.game.moves.text(legal[0]), other) is NotYourTurn
    assert before == (match.state.tobytes(), match.log.hash), "a refusal changed something"


def refusal_of(match: Match, text: str, seat: int) -> type[Refusal]:
    try:
        match.play(text, seat)
    except Refusal as error:
        return type(error)
    raise AssertionError(f"{text!r} was played")


def check_undo(table: Table) -> None:
    """Taking back is free until something new is known or another seat has acted; then it is refused."""
    match = table.match(31)
    pick = random.Random(31)
    while not match.over:
        seat = match.deciders[0]
        before, ply, news = match.state.tobytes(), match.ply, int(match.state["news"][0])
        alone = len(match.deciders) == 1
        move = pick.choice(match.moves(seat))
        match.play(move, seat)
        free = int(match.state["news"][0]) == news
        if not alone:
            continue
        if free:
            match.undo(seat)
            assert match.state.tobytes() == before
            assert match.ply == ply
            match.play(move, seat)
        else:
            try:
                match.undo(seat)
            except Refusal:
                continue
            raise AssertionError("a move was taken back although somebody had learnt from it")
