"""The contract of a game: what its rules promise and what everybody else may rely on.

A game is a package with these modules. Conformance tests (tests/conformance) hold every game to every
sentence below; in brackets is the test (test_) or the check (check_, in tests/conformance/checks) that does.

    __init__.py    ABOUT: title, modes, seats, rulings, version.
    edition.toml   The content. `tiny.toml` is an edition small enough to enumerate every game of it.
    edition.py     CONTENT, EDITION, fill(content, e); check(content) for what the shape cannot say; warn(content) for
                   what is allowed and hardly meant.
    fields.py      FIELDS: what each field of an edition is for, by its path. Optional.
    state.py       STATE: the record, beginning with HEADER; LIMITS: what editions there is room for.
    moves.py       MOVES: the table of moves; MOST: the longest legal list that can occur.
    rules.py       setup, legal, play.
    knowledge.py   hide, see, imagine.
    worth.py       worth: the heuristic value of a State for bots. Optional; without it one half until the end.
                   futile: moves that come to nothing. Optional; without it there are none.
    stops.py       STOPS, USUAL, PAUSED, WAIT, stop_of, turn_of, asks_at, has_reason: steps at which others may
                   interrupt a turn, for people to choose from, and whether a bot has a reason to. Optional.
    view.py        view(sight): a hidden record as a View; printed(edition, text): what the edition prints.
    words.py       NAMERS, tell, describe, ask, why_not; templates in words.toml.
    drawing.py     draw(view, say): the table for a terminal. Optional.
    README.md      The rulebook in our own words, by clause.

The rules, all compiled, all on records `e` (the Edition) and `g` (the State):

setup(e, g)
    Called with the header written and everything else zero or left over from another game. Writes every
    other byte (check_setup_writes_every_byte); unused cells hold NONE. Sets `g.seat` to who decides first.
    Honours `g.first`: NONE lets chance draw the starter, if the rulebook wants one (check_first).

legal(e, g, out) -> n
    Writes the moves of whoever decides into `out`, in strictly ascending order, and returns how many.
    Never empty until OVER, never more than MOST (check_legal). If a player decides, the list is the same from
    that seat's hidden record (check_legal_needs_no_secret). While `asked` is not 0, it depends on nothing that
    the other asked seats answered (check_answers_in_any_order). If chance decides, its moves are physical things,
    all equally likely.

play(e, g, m)
    Plays one legal move. Pure: the same bytes and the same move give the same bytes (check_play_is_pure). The
    engine has already counted `ply`, and `news` for a move of chance; `play` adds to `news` when a
    player's move lets anybody learn something (check_learning_is_news). At OVER, `winners`, `result` and `points`
    are final (check_results).

hide(e, g, seat)
    Erases from `g`, which is a copy, everything that the seat does not know; HIDDEN stands where something
    lies. The header stays. Idempotent (check_hide). Keeps what the seat has once learnt (perfect
    recall). `seat` may be PUBLIC.

see(e, g, m, seat) -> m
    The move `m`, about to be played in `g`, with the arguments erased (NONE) that the seat cannot know
    (check_see, check_erased_stays_hidden).

imagine(e, g, seat, rng)
    Fills a hidden record with a world that the seat cannot tell from the true one, each as likely as
    chance made it (test_imagine_is_exact on the tiny edition, check_imagine_round_trip on all).

Rules that views, words and previews ask are marked `@askable` (engine/asking.py). What one says of a hidden record, it
says of every world that the seat can imagine (check_askable_rules).

worth(e, g, seat) -> float
    The heuristic value of the State for the seat, from 0 to 1; at OVER result/WIN, or finer where progress counts
    (check_worth).

futile(e, g, m) -> bool
    Whether a move of the seat that decides comes to nothing, as far as its hidden record says. A search plays one
    only if every legal move is one (tests/bots).
"""

import importlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from parlour.engine import defaults, kernels, registry
from parlour.engine.about import About
from parlour.engine.asking import MOVE, Askable, askable_rules
from parlour.engine.edition import Edition, parse_edition, read_edition, read_texts, text_hash, with_texts_of
from parlour.engine.explain import explain
from parlour.engine.jit import explain_faults, source_file, specialise
from parlour.engine.moves import Moves
from parlour.engine.record import CHANCE, OVER, Record, copied
from parlour.engine.sight import Sight, voice_for
from parlour.engine.words import Words

explain_faults(explain)

RULES = {"rules": ("setup", "legal", "play"), "knowledge": ("hide", "see", "imagine"), "worth": ("worth", "futile")}


class Game:
    """One game, ready to be played: its modules, its table of moves and its own copy of every kernel."""

    def __init__(self, name: str, package: ModuleType, **replaced: Any) -> None:
        """`replaced` puts other functions in the place of rules, to try a change (or a fault) on a whole game."""
        self.name = name
        self.package = package
        self.replaced = replaced
        self.folder = Path(package.__path__[0])
        self.about: About = package.ABOUT
        self.state: Record = self.part("state").STATE
        self.moves: Moves = self.part("moves").MOVES
        self.most = int(self.part("moves").MOST)
        self.kernels = self.specialised(kernels.KERNELS)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> Any:
        """Pickled by its name: another process loads its own kernels."""
        if self.replaced:
            raise TypeError(f"{self.name} has replaced rules and cannot be pickled")
        return registry.load, (self.name,)

    def __copy__(self) -> "Game":
        """Another Game with the same parts; by way of `__reduce__` it would be the loaded one itself."""
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        return twin

    def part(self, module: str) -> Any:
        """One of the game's modules."""
        return importlib.import_module(f"{self.package.__name__}.{module}")

    def has(self, module: str) -> bool:
        """Whether the game has such a module; it need not be a source."""
        return find_spec(f"{self.package.__name__}.{module}") is not None

    @cached_property
    def stops(self) -> Any:
        """The game's module about steps at which a turn may be interrupted, or None."""
        return self.part("stops") if self.has("stops") else None

    def rules_in(self, module: str) -> Any:
        """One of the game's modules with rules; the engine's own worth for a game that has none."""
        return defaults if module == "worth" and not self.has("worth") else self.part(module)

    def rule(self, module: str, name: str) -> Any:
        """One of the game's rules; the engine's own where the game has none by this name."""
        return getattr(self.rules_in(module), name, None) or getattr(defaults, name)

    def specialised(self, sources: tuple[Any, ...], **more: Any) -> SimpleNamespace:
        """Kernels with this game's rules in them; later ones may call earlier ones."""
        names: dict[str, Any] = {"MOST": np.int64(self.most), "G_TYPE": self.state.dtype, **more}
        for module, rules in RULES.items():
            names |= {rule: self.rule(module, rule) for rule in rules}
        names |= self.replaced
        made: dict[str, Any] = {}
        files = {source_file(self.rules_in(module).__dict__[rules[0]]) for module, rules in RULES.items()}
        # Kernels call one another by name, without importing one another.
        files |= {source_file(fn) for fn in (*self.replaced.values(), *sources)}
        for source in sources:
            made[source.__name__] = specialise(source, names | made, self.name, *files)
        return SimpleNamespace(**made)

    # Editions

    @cached_property
    def base(self) -> Edition:
        """The edition that is played unless another one is chosen."""
        return self.edition("edition")

    @property
    def editions(self) -> list[str]:
        """The names of the editions that come with the game."""
        return registry.editions_in(self.folder)

    def edition(self, name: str | Path) -> Edition:
        """An edition by its name, or by the path of a file."""
        if str(name) in self.editions:
            path = self.folder / f"{name}.toml"
            return replace(read_edition(path, self.part("edition")), texts=read_texts(path))
        return with_texts_of(read_edition(Path(name), self.part("edition")), self.own_editions.values())

    @property
    def limits(self) -> dict[str, int]:
        """How much room there is for an edition's content: LIMITS of the game's state.py."""
        return dict(self.part("state").LIMITS)

    @cached_property
    def own_editions(self) -> dict[str, Edition]:
        """The editions that come with the game, by their hash."""
        return {e.hash: e for e in map(self.edition, self.editions)}

    def edition_from(self, text: str, file: str = "edition") -> Edition:
        """An edition from its text, with whatever the game's own have in other languages that it still says."""
        if own := self.own_editions.get(text_hash(text)):
            return own
        return with_texts_of(parse_edition(text, file, self.part("edition")), self.own_editions.values())

    @property
    def askable(self) -> list[Askable]:
        """The rules that views, words and previews may ask."""
        # Views and previews import them, and nothing else may have done so yet.
        self.part("view")
        return askable_rules(self.package.__name__)

    # States, by way of the compiled kernels

    def new(self, edition: Edition, seats: int, mode: int = 0, rulings: int = 0, first: int = -1) -> np.ndarray:
        """A State at ply 0, as an array of one record."""
        g = self.state.new()
        self.kernels.new_game(edition.record, g, seats, mode, rulings, first)
        return g

    def legal(self, edition: Edition, g: np.ndarray, seat: int | None = None) -> list[int]:
        """The legal moves of whoever decides, or of one of several seats that are asked together."""
        out = np.empty(self.most, np.int64)
        if g["seat"][0] == OVER:
            return []
        if seat is None or seat == g["seat"][0]:
            n = self.kernels.legal_moves(edition.record, g, out)
        else:
            n = self.kernels.legal_moves_of(edition.record, g, seat, out)
        found: list[int] = out[:n].tolist()
        return found

    def play(self, edition: Edition, g: np.ndarray, m: int) -> np.ndarray:
        """The State after a legal move; the one before stays as it was."""
        after = copied(g)
        self.kernels.play_move(edition.record, after, m)
        return after

    def hide(self, edition: Edition, g: np.ndarray, seat: int) -> np.ndarray:
        """What a seat knows of a State."""
        h = self.state.new()
        self.kernels.hide_from(edition.record, g, h, seat)
        return h

    def see(self, edition: Edition, g: np.ndarray, m: int, seat: int) -> int:
        """What a seat sees of a move about to be played."""
        return int(self.kernels.see_move(edition.record, g, m, seat))

    def imagine(self, edition: Edition, h: np.ndarray, seat: int, rng: np.ndarray) -> np.ndarray:
        """A world that the seat cannot tell from the true one."""
        w = self.state.new()
        self.kernels.imagine_world(edition.record, h, w, seat, rng)
        return w

    def worth(self, edition: Edition, g: np.ndarray, seat: int) -> float:
        """What a State is worth to a seat, from 0 to 1."""
        return float(self.kernels.worth_to(edition.record, g, seat))

    # Words and screens: everything from a hidden record

    @cached_property
    def words(self) -> Words:
        return Words(self.folder / "words.toml", self.part("words").NAMERS)

    def look(self, edition: Edition, h: np.ndarray, seat: int, language: str = "en") -> Sight:
        """What a seat's screen shows of a hidden record that is in no match."""
        return Sight(edition, h, int(seat), voice_for(self, edition, language, int(seat), ()))

    # Which tables there can be

    def variants(self) -> Iterator[tuple[int, int]]:
        """Every mode, by its place in the list, with every number of seats that it allows."""
        for i, mode in enumerate(self.about.modes):
            for seats in mode.seats:
                yield i, seats

    def compile(self) -> None:
        """Compile and cache every kernel, but those for tests and benchmarks, which are compiled when called."""
        self.compile_play()
        mode, seats = next(self.variants())
        self.random_games(self.base, 1, seats=seats, mode=mode)

    def compile_play(self) -> None:
        """Compile and cache what people need to play, by calling it once."""
        from parlour.engine.chance import stream

        mode, seats = next(self.variants())
        e = self.base
        g = self.new(e, seats, mode, self.about.ruling_bits({}))
        # At least once: chance does not begin every game.
        g = self.play(e, g, self.legal(e, g)[0])
        while g["seat"][0] == CHANCE:
            g = self.play(e, g, self.legal(e, g)[0])
        seat = int(g["seat"][0])
        self.kernels.legal_moves_of(e.record, g, seat, np.empty(self.most, np.int64))
        h = self.hide(e, g, seat)
        m = self.legal(e, g)[0]
        self.see(e, g, m, seat)
        self.worth(e, self.imagine(e, h, seat, stream(0)), seat)
        for asked in self.askable:
            asked.kernel(e.record, h, *(m if count == MOVE else 0 for count in asked.arguments))

    def random_games(
        self,
        edition: Edition,
        count: int,
        *,
        seats: int,
        mode: int = 0,
        rulings: int | None = None,
        first: int = -1,
        seed: int = 0,
        first_index: int = 0,
    ) -> dict[str, Any]:
        """Play many random games at full speed; what they add up to."""
        bits = self.about.ruling_bits({}) if rulings is None else rulings
        run = np.array([(seats, mode, bits, first, seed, first_index, count)], kernels.RUN)
        ends = np.zeros(count, kernels.END)
        self.kernels.random_games(edition.record, run, ends)
        return {
            "games": count,
            "steps": int(ends["plies"].sum()),
            "decisions": int(ends["decisions"].sum()),
            "longest": int(ends["plies"].max(initial=0)),
            # A seat after the other: NumPy takes six times as long for all of them at once.
            "results": [int(ends["result"][:, s].sum()) for s in range(seats)],
            "points": [int(ends["points"][:, s].sum()) for s in range(seats)],
        }
