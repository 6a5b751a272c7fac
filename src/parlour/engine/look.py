"""Look: what one seat sees of a match, as one value.

`match.look(seat)` hides the present State once, when it is first needed. View, moves in words, question and refusals
are made from that one hidden record. The story needs the records before and after each ply that it tells, and some
views need those of the last turn: earlier States are hidden for them. What a seat was told of the last REMEMBERED plies
is kept by the match and not made again. Screens, lessons, hints and replays use a look and nothing else.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from parlour.engine.log import MAX_ENTRIES, TakenBack
from parlour.engine.moves import NotAMove
from parlour.engine.plain import CHANCE, OVER, Plain, bits
from parlour.engine.previews import Preview, committing, previews
from parlour.engine.refusals import NoSuchMove, NotLegal, NotYourTurn, Refusal
from parlour.engine.sight import Sight, Step, voice_for
from parlour.engine.view import LastMove, TurnTold, View
from parlour.engine.words import Line, joined, line

if TYPE_CHECKING:
    from parlour.engine.game import Game
    from parlour.engine.match.playing import Match
    from parlour.engine.match.undoing import Undone

# What a move's text has for an argument that the seat has not seen.
UNSEEN = "?"

AnyMove = int | str | dict[str, Any]


class Choice(NamedTuple):
    """One legal move: as an integer, as text, as data, as a line and in words."""

    move: int
    text: str
    data: dict[str, Any]
    line: Line
    words: str
    clause: str


class Told(NamedTuple):
    """One line of the story: what it says of which ply, as a line and in words."""

    ply: int
    line: Line
    words: str


class Moment:
    """One move as a seat saw it, known by the State that it led to; its lines are made when they are asked for."""

    __slots__ = ("lines", "move", "state")

    def __init__(self, state: np.ndarray, move: int) -> None:
        self.state, self.move = state, move
        self.lines: tuple[Line, ...] | None = None


# What one seat saw of the last plies, each at its number modulo the length.
Memory = list[Moment | None]
REMEMBERED = 32
# How many earlier records a look keeps.
MAX_RECORDS = 8


@lru_cache(50_000)
def written(game: "Game", m: int) -> tuple[str, dict[str, Any]]:
    """A move as text and as data: the same in every match."""
    return game.moves.text(m), game.moves.json(m)


class Look(Sight):
    """What a seat sees of a match, now or at an earlier ply. `seat` may be PUBLIC."""

    def __init__(self, match: "Match", seat: int, ply: int | None = None, language: str = "en") -> None:
        self.match, self.seat, self.ply = match, int(seat), match.ply if ply is None else ply
        self.now = ply is None or ply == match.ply
        self.game, self.edition = match.game, match.edition
        self.voice = voice_for(match.game, match.edition, language, self.seat, match.names)
        self.text, self.say = self.voice.text, self.voice.say
        self.records: dict[int, Plain] = {}

    @cached_property
    def hidden(self) -> np.ndarray:  # type: ignore[override]
        """What the seat knows; hidden once, when it is first needed."""
        return self.match.hidden(self.seat, None if self.now else self.ply)

    @cached_property
    def view(self) -> View:
        """What the seat's screen shows: the game's view, the last move, and what happened since the seat's own."""
        found = super().view
        found.last, found.since = last_move(self), since_own(self)
        return found

    def steps_back(self) -> Iterator[Step]:
        for ply in reversed(range(self.match.begin, self.ply)):
            yield Step(ply, self.decided(ply), self.seen(ply), self.record_at)

    def seen(self, ply: int) -> int:
        """The move of a ply as the seat saw it."""
        return self.moment(ply).move

    def moment(self, ply: int) -> Moment:
        """A ply as the seat saw it, from the match's memory if the State after it is still the same."""
        match = self.match
        memory, place = match.memory_of(self.seat), ply % REMEMBERED
        found = memory[place]
        if found is None or found.state is not match.states[ply + 1]:
            seen = self.game.see(self.edition, match.states[ply], match.log.entries[ply].move, self.seat)
            found = memory[place] = Moment(match.states[ply + 1], seen)
        return found

    def lines(self, ply: int) -> tuple[Line, ...]:
        """What the seat was told of a ply."""
        moment = self.moment(ply)
        if moment.lines is None:
            before, after = self.record_at(ply), self.record_at(ply + 1)
            tell = self.game.part("words").tell
            moment.lines = tuple(tell(self.edition, before, moment.move, after, self.seat))
        return moment.lines

    def decided(self, ply: int) -> int:
        """Who decided at a ply: a seat, or chance, of which the log knows without a look into the State."""
        return CHANCE if self.match.log.entries[ply].is_chance else int(self.match.states[ply]["seat"][0])

    def acted(self, ply: int) -> int:
        """Who decided at a ply, chance in place of a seat that gave a quiet answer."""
        quiet = self.game.moves.kind(self.match.log.entries[ply].move).quiet
        return CHANCE if quiet else self.decided(ply)

    @cached_property
    def deciders(self) -> list[int]:
        """The seats that are to decide at this ply and have not."""
        return self.match.deciders if self.now else deciders_of(self.g)

    @cached_property
    def own(self) -> Plain:
        """The hidden record with `seat` its own, even if another seat is asked at the same time."""
        return self.g if self.g.seat == self.seat else self.g.with_seat(self.seat)

    @cached_property
    def legal(self) -> list[int]:
        """The legal moves as integers; none if the seat is not to decide."""
        return self.game.legal(self.edition, self.hidden, self.seat) if self.seat in self.deciders else []

    @cached_property
    def moves(self) -> list[Choice]:
        """The legal moves in every form, in the order of the rules."""
        return [self.choice(m) for m in self.legal]

    def choice(self, m: int) -> Choice:
        """One legal move in every form."""
        said: Line = self.game.part("words").describe(self.edition, self.own, m)
        text, data = written(self.game, m)
        return Choice(m, text, data, said, self.say(said), said.clause or self.game.moves.kind(m).clause)

    @cached_property
    def previews(self) -> list[Preview]:
        """What each legal move would do, as far as the seat can know."""
        return previews(self)

    @cached_property
    def committing(self) -> dict[int, bool]:
        """The legal moves that cannot be taken back without the others' consent, and whether they may end the game."""
        return committing(self)

    @cached_property
    def question(self) -> Line:
        """The question that the seat is asked, or whom it waits for."""
        if self.g.seat == OVER:
            return line("ask.over")
        if self.seat not in self.deciders and self.game.stops and self.game.stops.stop_of(self.g):
            return self.unnamed
        if self.seat not in self.deciders:
            return line("ask.wait", who=self.deciders[0] if self.deciders else CHANCE)
        asked: Line = self.game.part("words").ask(self.edition, self.own)
        return asked

    @property
    def unnamed(self) -> Line:
        """What is said instead of a question while others are asked whom nobody names."""
        return line("ask.moment")

    def story(self, since: int = 0) -> list[Told]:
        """What the seat has seen happen from a ply up to this one, one line for one action."""
        plies = range(since, self.ply)
        told = in_a_row((ply, said) for ply in plies for said in (*self.told_back(ply), *self.lines(ply)))
        if self.now:
            told += [(self.ply, said) for said in self.told_back(self.ply)]
        return [Told(ply, said, self.say(said)) for ply, said in told]

    def told_back(self, ply: int) -> list[Line]:
        """Who took moves back to a ply, and what these had shown."""
        told: list[Line] = []
        for t in self.taken_back.get(ply, ()):
            often = line("story.taken-back-often", who=t.seat, times=t.times)
            told.append(line("story.taken-back", who=t.seat) if t.times == 1 else often)
            shown = [self.say(said) for run in t.seen for said in self.told_of(ply, run)]
            told += [line("story.taken-shown", what=" ".join(shown))] if shown else []
        return told

    @cached_property
    def taken_back(self) -> dict[int, list[TakenBack]]:
        """By ply what was taken back to it."""
        found: dict[int, list[TakenBack]] = {}
        for t in self.match.taken:
            found.setdefault(t.ply, []).append(t)
        return found

    def told_of(self, ply: int, run: tuple[str, ...]) -> list[Line]:
        """What the seat was told of moves that were taken back to a ply; made once for a match."""
        key = self.seat, self.match.log.hashes[ply], run
        found = self.match.recalled.get(key)
        if found is None:
            undone = self.match.undone(ply, run)
            told = in_a_row((ply, said) for each in undone for said in self.told_one(each))
            found = self.match.recalled[key] = [said for _, said in told]
        return found

    def told_one(self, undone: "Undone") -> tuple[Line, ...]:
        game, e, seat = self.game, self.edition, self.seat
        before, after = (Plain(game.hide(e, g, seat)) for g in (undone.before, undone.after))
        return tuple(game.part("words").tell(e, before, game.see(e, undone.before, undone.move, seat), after, seat))

    def record_at(self, ply: int) -> Plain:
        """What the seat knew at a ply up to this one."""
        if ply == self.ply:
            return self.g
        found = self.records.get(ply)
        if found is None:
            if len(self.records) >= MAX_RECORDS:
                self.records.clear()
            found = self.records[ply] = Plain(self.match.hidden(self.seat, ply))
        return found

    # Refusing

    def refusal(self, move: AnyMove) -> Refusal | None:
        """Why the seat may not play this now, or None if it may."""
        try:
            m = self.read(move)
        except NoSuchMove as error:
            return error
        return self.turn_refusal() or (None if m in self.legal else self.refused(NotLegal, self.why_not(m)))

    def read(self, move: AnyMove) -> int:
        """A move in any form as its integer, or NoSuchMove."""
        table = self.game.moves
        try:
            if isinstance(move, str):
                return table.parse(move)
            return table.from_json(move) if isinstance(move, dict) else table.check(move)
        except NotAMove as error:
            raise self.refused(NoSuchMove, line("refusal.not-a-move", reason=str(error))) from None

    def turn_refusal(self) -> Refusal | None:
        """Why the seat may not play anything now."""
        if self.match.over:
            return self.refused(NotLegal, line("refusal.over"))
        if self.match.ply >= MAX_ENTRIES:
            return self.refused(NotLegal, line("refusal.too-long", n=MAX_ENTRIES))
        if self.seat in self.match.pending:
            return self.refused(NotYourTurn, line("refusal.not-asked"))
        if self.seat in self.deciders:
            return None
        decides = self.deciders[0] if self.deciders else CHANCE
        key = "chance" if decides == CHANCE else "not-your-turn"
        return self.refused(NotYourTurn, line(f"refusal.{key}", who=decides))

    def why_not(self, m: int) -> Line:
        """Why a deciding seat may not play a move, from what it knows."""
        said: Line = self.game.part("words").why_not(self.edition, self.own, m)
        return said

    def refused(self, kind: type[Refusal], said: Line) -> Refusal:
        return kind(said, self.say(said))


def in_a_row(told: Iterable[tuple[int, Line]]) -> list[tuple[int, Line]]:
    """Lines with their plies, those of one action as one."""
    found: list[tuple[int, Line]] = []
    for ply, said in told:
        whole = joined(found[-1][1], said) if found else None
        if whole is None:
            found.append((ply, said))
        else:
            found[-1] = (found[-1][0], whole)
    return found


def last_move(look: Look) -> LastMove | None:
    """The last move that a player and not chance has made."""
    for ply in reversed(range(look.match.begin, look.ply)):
        if (seat := look.acted(ply)) >= 0:
            kind, places = named(look.game, look.seen(ply))
            return LastMove(seat, kind, ply, places)
    return None


@lru_cache(50_000)
def named(game: "Game", m: int) -> tuple[str, tuple[str, ...]]:
    """The kind of a move, and the places in it that are known."""
    kind, *places = game.moves.text(m).split()
    return kind, tuple(place for place in places if UNSEEN not in place)


def since_own(look: Look) -> tuple[TurnTold, ...]:
    """By turns what happened since the last decision of a seat that decides now; nothing before its first."""
    if look.seat not in look.deciders:
        return ()
    acted: dict[int, int] = {}
    for ply in reversed(range(look.match.begin, look.ply)):
        who = look.acted(ply)
        if who == look.seat:
            break
        if who >= 0:
            acted[ply] = who
    else:
        return ()
    if not acted:
        return ()
    # What chance brings belongs to the move before it; after the seat's own move that is its own draw.
    turns: dict[int, list[str]] = {}
    for told in look.story(min(acted)):
        turns.setdefault(max(p for p in acted if p <= told.ply), []).append(told.words)
    return tuple(TurnTold(acted[ply], ply, tuple(lines)) for ply, lines in turns.items())


def deciders_of(g: Plain) -> list[int]:
    """The seats that a record asks."""
    return [] if g.seat < 0 else list(bits(g.asked, g.seats)) or [g.seat]
