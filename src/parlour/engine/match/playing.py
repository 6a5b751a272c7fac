"""Match: one game being played. It judges, plays, logs, tells, saves and replays; it knows no people.

Only a Match writes the log, and everything that it gives to a seat comes from that seat's hidden record.
"""

import base64
import copy
import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from parlour.engine import registry
from parlour.engine.chance import Chance, Live, Seeded
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.log import (
    FORMAT,
    HEADER,
    NOTICE,
    EditionMark,
    Entry,
    Frozen,
    Ledger,
    Log,
    Renewal,
    Save,
    SaveError,
    TakenBack,
    encode,
    read_save,
    write_safely,
)
from parlour.engine.look import REMEMBERED, AnyMove, Look, Memory
from parlour.engine.match.replaying import (
    chance_of,
    edition_of,
    game_of,
    layout_of,
    read_line,
    read_state,
    renewals_of,
)
from parlour.engine.moves import NotAMove
from parlour.engine.plain import bits
from parlour.engine.record import CHANCE, NONE, OVER
from parlour.engine.refusals import CannotUndo, Refusal
from parlour.engine.sight import voice_for
from parlour.engine.words import Line, line


class Match:
    """One game being played, from the deal to the score."""

    def __init__(
        self,
        game: Game,
        *,
        edition: Edition | None = None,
        seats: int | None = None,
        mode: str | None = None,
        rulings: dict[str, bool] | None = None,
        first: int | None = None,
        chance: Chance | None = None,
        names: tuple[str, ...] = (),
        version: int | None = None,
    ) -> None:
        self.game = game
        # The rules that the match began with, and where newer ones took their place.
        self.version = game.about.version if version is None else version
        self.renewals: list[Renewal] = []
        self.edition = edition or game.base
        place, allowed = game.about.mode(mode)
        self.mode = allowed.name
        self.seats = seats or allowed.seats[0]
        game.about.check_seats(allowed, self.seats)
        if first is not None and not 0 <= first < self.seats:
            raise ValueError(f"the first seat is 0 to {self.seats - 1}, not {first}")
        chosen = game.about.ruling_bits(rulings or {})
        self.rulings = {r.name: bool(chosen >> i & 1) for i, r in enumerate(game.about.rulings)}
        self.start_seat = int(NONE) if first is None else first
        self.names = names
        self.chance = chance or Live()
        self.undos = 0
        # What was taken back, in the order in which it was.
        self.taken: list[TakenBack] = []
        self.draws = Ledger()
        self.draws.begin(0, self.chance)
        self.pending: dict[int, int] = {}
        # By seat: what it saw of the last plies. Each moment knows its State, so what is taken back is not remembered.
        self.memories: dict[int, Memory] = {}
        self.states = [game.new(self.edition, self.seats, place, chosen, self.start_seat)]
        self.log = Log(self.header())

    @classmethod
    def deal(cls, game: str, *, seed: int | None = None, **options: Any) -> "Match":
        """A new match of a game by its name; a seed makes it repeatable."""
        match = cls(registry.load(game), chance=None if seed is None else Seeded(seed), **options)
        match.settle()
        return match

    # Asking

    @property
    def state(self) -> np.ndarray:
        """The State now, as an array of one record. Secret: seats get `hidden`."""
        return self.states[-1]

    @property
    def ply(self) -> int:
        return len(self.log.entries)

    @property
    def seat(self) -> int:
        """Who decides: a seat, CHANCE or OVER."""
        return int(self.state["seat"][0])

    @property
    def over(self) -> bool:
        return bool(self.seat == OVER)

    @property
    def deciders(self) -> list[int]:
        """The seats that are to decide and have not: one, or several at the same time."""
        decides = self.seat
        if decides < 0:
            return []
        seats = bits(int(self.state["asked"][0]), self.seats) or (decides,)
        return [s for s in seats if s not in self.pending]

    @property
    def result(self) -> list[int]:
        """What each seat has got at the end: 12 for a win, shared in a tie, else 0."""
        return [int(r) for r in self.state["result"][0][: self.seats]]

    @property
    def points(self) -> list[int]:
        return [int(p) for p in self.state["points"][0][: self.seats]]

    @property
    def winners(self) -> list[int]:
        return [s for s in range(self.seats) if int(self.state["winners"][0]) >> s & 1]

    def hidden(self, seat: int, ply: int | None = None) -> np.ndarray:
        """What a seat knows, now or at an earlier ply."""
        return self.game.hide(self.edition, self.states[-1 if ply is None else ply], seat)

    def memory_of(self, seat: int) -> Memory:
        """What a seat saw of the last plies, as far as anybody has asked."""
        return self.memories.get(seat) or self.memories.setdefault(seat, [None] * REMEMBERED)

    def look(self, seat: int, ply: int | None = None, language: str = "en") -> Look:
        """What a seat sees, now or at an earlier ply: its view, moves, question, story and refusals."""
        return Look(self, seat, ply, language)

    def legal(self, seat: int | None = None) -> list[int]:
        """The legal moves of a deciding seat as integers; none if it is not to decide."""
        return self.look(self.seat if seat is None else seat).legal

    def moves(self, seat: int | None = None) -> list[str]:
        """The legal moves of a deciding seat as text."""
        return [self.game.moves.text(m) for m in self.legal(seat)]

    def story(self, seat: int, since: int = 0) -> list[Line]:
        """What a seat has seen happen since a ply."""
        return [told.line for told in self.look(seat).story(since)]

    def say(self, said: Line, seat: int | None = None, language: str = "en") -> str:
        """A line as a sentence for a reader."""
        return voice_for(self.game, self.edition, language, seat, self.names).say(said)

    @property
    def state_text(self) -> str:
        """The State's bytes as text, for files and the store."""
        return base64.b64encode(self.state.tobytes()).decode()

    def digest(self) -> str:
        """A hash of the State's bytes."""
        return hashlib.sha256(self.state.tobytes()).hexdigest()

    # Playing

    def play(self, move: AnyMove, seat: int | None = None) -> None:
        """Play a move for a seat, then whatever chance has to add; or refuse and change nothing."""
        self.accept(move, self.seat if seat is None else seat)
        self.settle()

    def play_without_chance(self, move: AnyMove, seat: int) -> None:
        """Play one move and leave whatever follows it to the caller."""
        self.accept(move, seat)
        self.play_answer()

    def accept(self, move: AnyMove, who: int) -> None:
        """Take a seat's decision if it is legal; or refuse it and change nothing."""
        look = self.look(who)
        if refused := look.refusal(move):
            raise refused
        self.pending[who] = look.read(move)

    def refuse(self, kind: type[Refusal], said: Line, who: int) -> Refusal:
        return kind(said, self.say(said, who))

    def settle(self) -> None:
        """Play what is already decided: answers that are in, in seat order, and chance."""
        while True:
            if self.seat == CHANCE:
                self.play_chance()
            elif self.seat in self.pending:
                self.play_answer()
            else:
                return

    def play_answer(self) -> None:
        m = self.pending.pop(self.seat)
        self.add(Entry(m, self.game.moves.text(m)))

    def play_chance(self) -> None:
        moves = self.game.legal(self.edition, self.state)
        index = self.chance.pick(len(moves), self.ply, self.undos, self.log.hash)
        m = moves[index]
        self.add(Entry(m, self.game.moves.text(m), index, len(moves), self.undos))

    def add(self, entry: Entry) -> None:
        self.states.append(self.game.play(self.edition, self.state, entry.move))
        self.log.add(entry)

    # Copying

    def clone(self) -> "Match":
        """A match that goes on by itself from here: what is played in one is not played in the other."""
        twin = copy.copy(self)
        twin.states, twin.pending, twin.renewals = list(self.states), dict(self.pending), list(self.renewals)
        twin.memories = {}
        twin.log, twin.draws, twin.chance = self.log.clone(), self.draws.clone(), copy.deepcopy(self.chance)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """For pickle: the edition as its text, so that the rules' record is made anew."""
        edition = (self.edition.text, self.edition.file, self.edition.hash)
        return self.__dict__ | {"edition": edition, "memories": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        text, file, hash = state["edition"]
        game: Game = state["game"]
        own = game.base if game.base.hash == hash else game.own_editions.get(hash)
        self.__dict__.update(state, edition=own or game.edition_from(text, file))

    # Taking back

    def undo(self, seat: int, consent: bool = False) -> int:
        """Take back a seat's last move: free while nobody has learnt anything or acted since.

        With everybody's consent any last move can be taken back; chance then draws anew. Returns the ply that
        is to be decided again.
        """
        if seat in self.pending:
            del self.pending[seat]
            return self.ply
        ply = self.last_decision(seat)
        if ply is None:
            raise self.refuse(CannotUndo, line("refusal.undo-nothing"), seat)
        if not consent:
            self.check_undo(seat, ply)
        self.pending.clear()
        del self.states[ply + 1 :]
        self.log.cut(ply)
        self.undos += 1
        self.taken = [*self.taken, TakenBack(ply, seat)]
        self.draws.cut(ply, self.chance)
        return ply

    def last_decision(self, seat: int) -> int | None:
        plies = (p for p in reversed(range(self.begin, self.ply)) if int(self.states[p]["seat"][0]) == seat)
        return next(plies, None)

    def check_undo(self, seat: int, ply: int) -> None:
        for later in range(ply + 1, self.ply):
            actor = int(self.states[later]["seat"][0])
            if actor not in (seat, CHANCE):
                raise self.refuse(CannotUndo, line("refusal.undo-acted", who=actor), seat)
        if self.state["news"][0] != self.states[ply]["news"][0]:
            raise self.refuse(CannotUndo, line("refusal.undo-news"), seat)

    # Saving and loading

    def header(self) -> dict[str, Any]:
        """What the log's hash begins with."""
        return {
            "parlour": HEADER,
            "game": self.game.name,
            "version": self.version,
            "edition": self.edition.hash,
            "seats": self.seats,
            "mode": self.mode,
            "rulings": self.rulings,
            "first": self.start_seat,
        }

    def as_save(self, reveal: bool = False) -> Save:
        """The match as a file shows it; `reveal` tells the secret of the draws so far and the edition's text.

        The text goes with it although we ship the edition, so that the file can be opened when ours has changed.
        """
        draws = self.draws.clone()
        if reveal:
            draws.reveal(self.chance)
        text = self.edition.text if reveal or self.edition.hash not in self.game.own_editions else None
        return Save(
            parlour=FORMAT,
            notice=NOTICE,
            game=self.game.name,
            version=self.version,
            edition=EditionMark(self.edition.id, self.edition.hash, text),
            seats=self.seats,
            mode=self.mode,
            rulings=self.rulings,
            first=int(self.start_seat),
            names=list(self.names),
            draws=draws.stretches,
            undos=self.undos,
            layout=layout_of(self.game),
            state=self.state_text,
            log=[entry.line for entry in self.log.entries],
            renewals=self.renewals,
            taken=self.taken,
        )

    def save(self, path: str | Path) -> None:
        """Write the match to a file, whole or not at all. The file shows everything.

        The secret of the draws so far goes into the file, so that they can be verified; what is still to
        come is drawn from a new secret, which the file does not have.
        """
        write_safely(Path(path), encode(self.as_save(reveal=True)))
        if isinstance(self.chance, Live) and not self.over:
            self.draws.reveal(self.chance)
            self.chance = Live(self.chance.nonces)
            self.draws.begin(self.ply, self.chance)

    @classmethod
    def load(cls, path: str | Path, edition: Edition | None = None) -> "Match":
        """A saved match, replayed and checked move by move; or SaveError in one sentence."""
        match = cls.thaw(Frozen(read_save(Path(path))), Path(path).name, edition)
        match.settle()
        return match

    def freeze(self) -> Frozen:
        """The match as it stands, to be thawed later; secret, since it tells what is still to be drawn."""
        frozen = Frozen(self.as_save(reveal=self.over))
        if isinstance(self.chance, Live):
            frozen.secret = self.chance.secret.hex()
        elif isinstance(self.chance, Seeded):
            frozen.seed, frozen.index, frozen.stream = self.chance.seed, self.chance.index, int(self.chance.rng[0])
        frozen.pending = {str(seat): self.game.moves.text(m) for seat, m in self.pending.items()}
        return frozen

    @classmethod
    def thaw(cls, frozen: Frozen, name: str, edition: Edition | None = None) -> "Match":
        """A frozen match, replayed and checked move by move; or SaveError in one sentence about `name`."""
        save = frozen.save
        game = game_of(save, name)
        played = edition_of(game, save, name, edition)
        try:
            match = cls(
                game,
                edition=played,
                seats=save.seats,
                mode=save.mode,
                rulings=save.rulings,
                first=None if save.first == NONE else save.first,
                chance=chance_of(frozen),
                names=tuple(save.names),
                version=save.version,
            )
        except (ValueError, OverflowError) as error:
            raise SaveError(f"{name} is damaged: {error}") from None
        match.undos, match.taken = save.undos, save.taken
        match.carry_on(save, name)
        match.draws = Ledger(save.draws)
        if not match.over:
            match.draws.begin(match.ply, match.chance)
        for seat, text in frozen.pending.items():
            match.answer_again(seat, text, name)
        return match

    def carry_on(self, save: Save, name: str) -> None:
        """Replay the moves of the present rules; what older rules played is taken as it stands."""
        self.renewals = renewals_of(save, self.game, name)
        begin = self.begin
        if self.renewals:
            state = read_state(self.renewals[-1].state, self.game, name)
            self.states = [state] * (begin + 1)
            for text in save.log[:begin]:
                self.log.add(Entry.of(text))
        self.replay(save.log[begin:], name)
        # The same rules in another layout have other bytes: then the moves alone say where the match stands.
        if self.state_text != save.state and save.layout == layout_of(self.game):
            raise SaveError(f"{name} is damaged: its moves do not lead to the position that it was saved in")

    @property
    def begin(self) -> int:
        """The first ply that the present rules know: 0, or where they took the place of older ones."""
        return self.renewals[-1].ply if self.renewals else 0

    def replay(self, lines: list[str], name: str) -> None:
        """Play logged lines, each checked against the rules."""
        for text in lines:
            try:
                self.add(read_line(self.game, self.edition, self.state, text))
            except NotAMove as error:
                said = f"{name} is damaged at move {self.ply + 1} ({text[:40]!r}): {error}"
                raise SaveError(said, self.ply) from None

    def answer_again(self, seat: str, text: str, name: str) -> None:
        """Take an answer that was in while others were still being waited for."""
        try:
            self.accept(text, int(seat))
        except ValueError as error:
            raise SaveError(f"{name} is damaged: {error}") from None
