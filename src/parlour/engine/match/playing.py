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
    COUNTS_UNDOS,
    FORMAT,
    HEADER,
    MAX_UNDOS,
    NOTICE,
    EditionMark,
    Entry,
    Frozen,
    Ledger,
    Log,
    Renewal,
    Save,
    TakenBack,
    encode,
    read_save,
    write_safely,
)
from parlour.engine.look import REMEMBERED, AnyMove, Look, Memory
from parlour.engine.match import thawing, undoing
from parlour.engine.match.replaying import chance_of, layout_of, options_of
from parlour.engine.match.undoing import Undone
from parlour.engine.plain import bits
from parlour.engine.record import CHANCE, NONE, OVER
from parlour.engine.refusals import CannotUndo, Refusal
from parlour.engine.sight import voice_for
from parlour.engine.words import Line


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
        header: int = HEADER,
    ) -> None:
        self.game = game
        self.log_format = header
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
        # What is told of taking back, in the order in which it was.
        self.taken: list[TakenBack] = []
        # How often something was taken back that had shown somebody something.
        self.undos_told = 0
        self.draws = Ledger()
        self.draws.begin(0, self.chance)
        self.pending: dict[int, int] = {}
        # By seat: what it saw of the last plies. Each moment knows its State, so what is taken back is not remembered.
        self.memories: dict[int, Memory] = {}
        # What seats were told of moves that were taken back: by seat, hash of the log before them, and moves.
        self.recalled: dict[tuple[int, str, tuple[str, ...]], list[Line]] = {}
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

    def play(self, move: AnyMove, seat: int | None = None, look: Look | None = None) -> None:
        """Play a move for a seat, then whatever chance has to add; or refuse and change nothing.

        Whoever has looked at this position for the seat already may give that look; nothing is hidden or listed again.
        """
        self.accept(move, self.seat if seat is None else seat, look)
        self.settle()

    def play_without_chance(self, move: AnyMove, seat: int) -> None:
        """Play one move and leave whatever follows it to the caller."""
        self.accept(move, seat)
        self.play_answer()

    def accept(self, move: AnyMove, who: int, look: Look | None = None) -> None:
        """Take a seat's decision if it is legal; or refuse it and change nothing."""
        look = look or self.look(who)
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
            elif self.seat in self.pending and not self.waits_for_others:
                self.play_answer()
            else:
                return

    @property
    def waits_for_others(self) -> bool:
        """Whether the next answer is quiet and others of those who are asked together have not answered."""
        return self.game.moves.kind(self.pending[self.seat]).quiet and bool(self.deciders)

    def play_answer(self) -> None:
        m = self.pending.pop(self.seat)
        self.add(Entry(m, self.game.moves.text(m)))

    def play_chance(self) -> None:
        moves = self.game.legal(self.edition, self.state)
        # Else the same moves bring the same draws, however often they were tried.
        undos = self.undos if self.log_format == COUNTS_UNDOS else 0
        index = self.chance.pick(len(moves), self.ply, undos, self.log.hash)
        m = moves[index]
        self.add(Entry(m, self.game.moves.text(m), index, len(moves), undos))

    def add(self, entry: Entry) -> None:
        self.states.append(self.game.play(self.edition, self.state, entry.move))
        self.log.add(entry)

    # Copying

    def clone(self) -> "Match":
        """A match that goes on by itself from here: what is played in one is not played in the other."""
        twin = copy.copy(self)
        twin.states, twin.pending, twin.renewals = list(self.states), dict(self.pending), list(self.renewals)
        twin.memories, twin.recalled = {}, {}
        twin.log, twin.draws, twin.chance = self.log.clone(), self.draws.clone(), copy.deepcopy(self.chance)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """For pickle: the edition as its text, so that the rules' record is made anew."""
        edition = (self.edition.text, self.edition.file, self.edition.hash)
        return self.__dict__ | {"edition": edition, "memories": {}, "recalled": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        text, file, hash = state["edition"]
        game: Game = state["game"]
        own = game.base if game.base.hash == hash else game.own_editions.get(hash)
        self.__dict__.update(state, edition=own or game.edition_from(text, file))

    # Taking back

    def undo(self, seat: int, consent: bool = False) -> int:
        """Take back a seat's last move: free while nobody has learnt anything or acted since.

        With everybody's consent any last move can be taken back. Returns the ply that is to be decided again.
        """
        return undoing.undo(self, seat, consent)

    def go_back(self, ply: int, seat: int, told: bool) -> None:
        """Take back for a seat everything after a ply; `told` if that has shown somebody something."""
        undoing.go_back(self, ply, seat, told)

    def may_undo(self, seat: int) -> bool:
        """Whether a seat has anything to take back, with everybody's consent at least."""
        return self.undos < MAX_UNDOS and self.last_decision(seat) is not None

    def last_decision(self, seat: int) -> int | None:
        return undoing.last_decision(self, seat)

    def check_undo(self, seat: int, ply: int) -> None:
        """Refuse if anybody has learnt something or acted since a ply of the seat's."""
        if said := undoing.why_not(self, seat, ply):
            raise self.refuse(CannotUndo, said, seat)

    def undone(self, ply: int, run: tuple[str, ...]) -> list[Undone]:
        """Moves that were taken back to a ply, with the States around them."""
        return list(undoing.undone(self, ply, run))

    # Saving and loading

    def header(self) -> dict[str, Any]:
        """What the log's hash begins with."""
        return {
            "parlour": self.log_format,
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
            header=self.log_format,
            undos_told=self.undos_told,
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
    def deal_again(cls, frozen: Frozen, game: Game, edition: Edition, version: int | None = None) -> "Match":
        """A frozen match as it was before its first move; by the present rules unless a version is named."""
        save = frozen.save
        match = cls(game, edition=edition, chance=chance_of(frozen), version=version, **options_of(save))
        # The log's hash begins with the rulings that there were then; what was added since is off or as it was.
        match.rulings = {name: on for name, on in match.rulings.items() if name in save.rulings}
        match.log = Log(match.header())
        match.undos, match.undos_told = save.undos, save.undos_told
        return match

    @classmethod
    def thaw(cls, frozen: Frozen, name: str, edition: Edition | None = None) -> "Match":
        """A frozen match, replayed and checked move by move; or SaveError in one sentence about `name`."""
        return thawing.thaw(cls.deal_again, frozen, name, edition)

    @property
    def begin(self) -> int:
        """The first ply that the present rules know: 0, or where they took the place of older ones."""
        return self.renewals[-1].ply if self.renewals else 0
