"""The one way in which games between bots are played: for their ends alone, or with a study that looks on."""

from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from parlour.bots.bot import kernels_of, room_of
from parlour.bots.kernels.room import SEARCH
from parlour.bots.spec import Spec, read_spec
from parlour.engine import registry
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.kernels import END
from parlour.lab.kernels import chances, games, notes, quiet
from parlour.lab.kernels.book import BOTS, COLUMNS, ROW, book_type
from parlour.lab.study import Variant
from parlour.lab.things import marks, rule_of, things_of, ways_rule_of

# The most plies that a game's header can count, with some to spare.
MAX_PLIES = 32_000


@cache
def arena_kernels_of(game: Game) -> SimpleNamespace:
    """The loop with one game's rules and bots in it, and nothing that looks on."""
    return game.specialised((*quiet.KERNELS, *games.KERNELS), **vars(kernels_of(game)))


@cache
def study_kernels_of(game: Game) -> SimpleNamespace:
    """The loop with what a study notes."""
    told = {"thing": rule_of(game), "ways": ways_rule_of(game)}
    # As sources, too, so that whatever calls them is compiled again when they change.
    sources = (*(getattr(rule, "py_func", rule) for rule in told.values()), *chances.KERNELS, *notes.KERNELS)
    return game.specialised((*sources, *games.KERNELS), **told, **vars(kernels_of(game)))


def house(rotations: int = 0, cap: int = MAX_PLIES) -> np.ndarray:
    return np.array([(rotations, cap)], games.HOUSE)


def play_quietly(variant: Variant, seed: int, index: int, specs: list[Spec], ends: np.ndarray) -> None:
    """Games for their ends, from number `index` on; bots move one seat on from game to game."""
    rows, none = np.zeros(len(ends), np.int8), np.zeros(1, np.int8)
    play_noted(arena_kernels_of(variant.game), variant, seed, index, specs, ends, none, rows)


def play_noted(
    kernels: SimpleNamespace,
    variant: Variant,
    seed: int,
    index: int,
    specs: list[Spec],
    ends: np.ndarray,
    books: np.ndarray,
    rows: np.ndarray,
) -> None:
    """The same with functions of one's own in the loop, which write into one book and into each game's row.

    They are those of `quiet`, with other bodies: the game's kernels are specialised with them and with `games.KERNELS`.
    """
    run, room = variant.run(seed, index, len(ends)), room_of(variant.game, *specs)
    states, sums = np.zeros(1, variant.game.state.dtype), np.zeros(1, np.int8)
    records = np.concatenate([spec.record for spec in specs])
    kernels.play_games(variant.edition.record, run, house(), records, room, states, ends, books, rows, sums)


@dataclass(frozen=True)
class Arm:
    """One set of games of a study, in plain values, so that any process can play any of them.

    `banned` are the things that the first bot may not choose, `drawn` those that all bots choose at random. `every`:
    chances are estimated in every so many games, by `playouts` twice.
    """

    name: str
    game: str
    edition: str
    file: str
    mode: str
    seats: int
    rulings: int
    bots: tuple[str, ...]
    seed: int
    games: int
    rotations: int
    cap: int
    banned: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    counting: bool = True
    every: int = 0
    playouts: int = 4
    sieve: int = 3

    @property
    def variant(self) -> Variant:
        game, edition = load_edition(self.game, self.edition, self.file)
        return Variant(game, edition, self.seats, game.about.mode(self.mode)[0], self.rulings)


@cache
def load_edition(game: str, text: str, file: str) -> tuple[Game, Edition]:
    found: Game = registry.load(game)
    return found, found.edition_from(text, file)


@dataclass(frozen=True)
class Piece:
    """What came of some games of an arm: an END and a ROW for each, and the sums of what was counted."""

    ends: np.ndarray
    rows: np.ndarray
    sums: np.ndarray


def play_piece(arm: Arm, first: int, count: int) -> Piece:
    """Some games of an arm; the same wherever and beside whatever they are played."""
    variant = arm.variant
    game, edition = variant.game, variant.edition
    specs = [read_spec(bot) for bot in arm.bots]
    things = things_of(game, edition)
    book = make_book(arm, things, len(specs))
    piece = Piece(
        np.zeros(count, END),
        np.zeros(count, ROW),
        np.zeros((len(specs), max(1, len(things.labels)), COLUMNS), np.int64),
    )
    # The game itself; if chances are estimated, each of its States; and one to look ahead in.
    states = np.zeros(arm.cap + 3 if arm.every else 1, game.state.dtype)
    run, room = variant.run(arm.seed, first, count), room_of(game, *specs)
    records = np.concatenate([spec.record for spec in specs])
    play = study_kernels_of(game).play_games
    set_up: Any = (edition.record, run, house(arm.rotations, arm.cap), records, room, states)
    play(*set_up, piece.ends, book, piece.rows, piece.sums)
    return piece


def make_book(arm: Arm, things: Any, bots: int) -> np.ndarray:
    """An empty book for an arm's games."""
    count = len(things.labels)
    book = np.zeros(1, book_type(count))
    book["bots"], book["things"], book["every"], book["playouts"] = bots, count, arm.every, arm.playouts
    book["ways"] = things.ways
    book["counting"] = 0 if not count or not arm.counting else 2 if arm.banned else 1
    # To the end of the game, and not for ever.
    book["spec"][0, 0] = Spec("", SEARCH, sieve=arm.sieve, cut=arm.cap).record[0]
    if count:
        book["fold"][0] = things.fold
        book["ban"][0, 0] = marks(things, arm.banned)
        book["drawing"], book["drawn"][0] = len(arm.drawn) > 0, marks(things, arm.drawn)
    assert bots <= BOTS
    return book
