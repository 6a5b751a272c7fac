"""Saved games: replayed move by move, or verified."""

import sys
from pathlib import Path
from typing import Any

from parlour.engine.log import Frozen, read_save
from parlour.engine.match import Match
from parlour.engine.match import verify as verify_save
from parlour.engine.plain import Plain
from parlour.engine.record import PUBLIC
from parlour.engine.words import Line
from parlour.terminal.screen import DIM, Left, Screen, command, told
from parlour.terminal.words import language, plain, say


def verify(path: Path) -> dict[str, Any]:
    """Verify a whole record; returns the counts and a sentence about them."""
    save = read_save(path)
    counts = verify_save(save, path.name)
    return {"file": path.name, "game": save.game, "true": True, **counts}


def replay(path: Path, seat: int | None) -> tuple[Match, list[dict[str, Any]]]:
    """Every move of a saved game with its story, as one seat saw it or with everything shown."""
    match = Match.thaw(Frozen(read_save(path)), path.name)
    if seat is not None and not 0 <= seat < match.seats:
        raise ValueError(say("fault.no-such-seat", seat=seat + 1, seats=match.seats))
    return match, [step(match, ply, seat) for ply in range(match.ply)]


def step(match: Match, ply: int, seat: int | None) -> dict[str, Any]:
    """One move of a record as data."""
    game, m = match.game, match.log.entries[ply].move
    before, after = match.states[ply], match.states[ply + 1]
    if seat is None:
        tell = game.part("words").tell
        lines = list(tell(match.edition, Plain(before), m, Plain(after), int(PUBLIC)))
    else:
        m = game.see(match.edition, before, m, seat)
        lines = [told.line for told in match.look(seat, ply + 1).story(ply)]
    return {
        "ply": ply + 1,
        "seat": int(before["seat"][0]),
        "move": game.moves.text(m),
        "story": [as_data(match, line, seat) for line in lines],
    }


def as_data(match: Match, line: Line, seat: int | None) -> dict[str, Any]:
    return {
        "text": plain(match.say(line, seat, language())),
        "key": line.key,
        "fields": line.fields,
        "clause": line.clause,
    }


def show_replay(match: Match, steps: list[dict[str, Any]], screen: Screen, at_once: bool) -> None:
    """The story on the screen, waiting after each move of a player unless all of it is wanted at once."""
    waits = not at_once and sys.stdin.isatty()
    for one in steps:
        screen.line(say("check.ply", n=one["ply"], who=who(match, one["seat"]), text=one["move"]), DIM)
        for line in one["story"]:
            screen.indented(told(line["text"], line["clause"]))
        if waits and one["seat"] >= 0 and stops(screen):
            return
    screen.line(say("check.ended"), DIM)


def who(match: Match, seat: int) -> str:
    if seat < 0:
        return say("check.chance")
    return match.names[seat] if seat < len(match.names) else say("seat.player", n=seat + 1)


def stops(screen: Screen) -> bool:
    try:
        return command(screen.ask(say("prompt.step"))) == ("q", "")
    except Left:
        return True
