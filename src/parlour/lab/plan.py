"""What a study is to find out: a file or flags, checked, and the sets of games that it asks for."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec

from parlour.bots.kernels.room import SEARCH
from parlour.bots.spec import read_spec
from parlour.engine import registry
from parlour.engine.bounded import MAX_TOML_BYTES, read_bounded
from parlour.engine.edition import Edition, EditionError, parse_content
from parlour.engine.game import Game
from parlour.lab.kernels.book import BOTS
from parlour.lab.playing import MAX_PLIES, Arm
from parlour.lab.things import margins_of, things_of

# Chances are estimated in about so many games of an arm, spread evenly, unless the study says otherwise.
LOOKED_AT = 200
# What nobody would notice, unless the game or the study says something else: in points of a hundred, or in what the
# measure counts in.
MARGINS = {
    "share": 2.0,
    "effect": 2.0,
    "taken": 3.0,
    "edge": 5.0,
    "score": 1.0,
    "lead": 1.0,
    "plies": 3.0,
    "choices": 1.0,
    "fan": 1.0,
    "leads": 0.5,
    "drama": 2.0,
    "settled": 5.0,
    "surprise": 0.1,
    "ties": 1.0,
}
# What the arm of a ruling that is tried is called, before its name.
TRIED = "with "
# And the arm of other bots at all seats.
ALSO = "also "
# Verdicts begin with so many games.
FEWEST = 400

Count = Annotated[int, msgspec.Meta(ge=1, le=100_000_000)]


class File(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A study as a file may describe it; docs/lab/studies.md explains every field."""

    game: str
    title: str = ""
    editions: Annotated[list[str], msgspec.Meta(min_length=1, max_length=8)] = msgspec.field(
        default_factory=lambda: ["edition"]
    )
    mode: str | None = None
    seats: Annotated[int, msgspec.Meta(ge=1, le=4)] | None = None
    rulings: dict[str, bool] = {}
    bots: Annotated[list[str], msgspec.Meta(min_length=1, max_length=BOTS)] = msgspec.field(
        default_factory=lambda: ["greedy"]
    )
    games: Count = 2000
    precision: Annotated[float, msgspec.Meta(gt=0, le=50)] | None = None
    seed: int = 0
    draw: Annotated[list[str], msgspec.Meta(max_length=8)] = []
    ban: Annotated[list[str], msgspec.Meta(max_length=20)] = []
    ban_games: Count = 2000
    also: Annotated[list[str], msgspec.Meta(max_length=4)] = []
    also_games: Count = 400
    tries: Annotated[list[str], msgspec.Meta(max_length=8)] = []
    ladder: Annotated[list[str], msgspec.Meta(max_length=8)] = []
    ladder_games: Count = 400
    margins: dict[str, Annotated[float, msgspec.Meta(gt=0)]] = {}
    things: bool = True
    chances: bool = True
    chances_games: Count = LOOKED_AT
    cap: Annotated[int, msgspec.Meta(ge=10, le=MAX_PLIES)] = 5000
    by_the_clock: bool = False


def read_file(path: Path) -> File:
    """A study's file, or a sentence with the line that does not fit."""
    try:
        data = read_bounded(path, MAX_TOML_BYTES)
    except OSError as error:
        raise EditionError(path.name, 1, "", f"this cannot be read: {error.strerror}") from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise EditionError(path.name, 1, "", "this is not UTF-8 text") from None
    return parse_content(text, path.name, File)


@dataclass(frozen=True)
class Plan:
    """A checked study: its game, its editions, and the arms that are played. The first arm is the base."""

    file: File
    game: Game
    editions: tuple[Edition, ...]
    mode: str
    seats: int
    rulings: int
    arms: tuple[Arm, ...]

    @property
    def margins(self) -> dict[str, float]:
        return {**MARGINS, **margins_of(self.game), **self.file.margins}

    @property
    def key(self) -> str:
        """Tells studies apart: with the same key every byte of the results is the same."""
        return hashlib.sha256(repr((self.game.about.version, *self.arms)).encode()).hexdigest()[:16]

    @property
    def title(self) -> str:
        return self.file.title or f"{self.game.about.title}, {self.seats} seats"


def make_plan(file: File, folder: Path) -> Plan:
    """The study that a file describes; editions are looked for beside it. Refuses what does not fit together."""
    game: Game = registry.load(file.game)
    _, mode = game.about.mode(file.mode)
    bots = tuple(file.bots)
    check_bots(file, (*bots, *file.also, *file.ladder))
    seats = file.seats or (len(bots) if len(bots) in mode.seats else mode.seats[-1])
    game.about.check_seats(mode, seats)
    check_margins(file)
    rulings = game.about.ruling_bits(dict(file.rulings))
    editions = tuple(find_edition(game, name, folder) for name in file.editions)
    check_names(editions)
    plan = Plan(file, game, editions, mode.name, seats, rulings, ())
    return Plan(file, game, editions, mode.name, seats, rulings, tuple(arms_of(plan)))


def check_bots(file: File, bots: tuple[str, ...]) -> None:
    """A bot by the clock plays another game on another machine."""
    clocks = [bot for bot in bots if read_spec(bot).milliseconds]
    if clocks and not file.by_the_clock:
        raise ValueError(
            f"{clocks[0]!r} thinks by the clock, so no study of it can be repeated; "
            "take a number of iterations, such as search:1000it, or add --by-the-clock"
        )


def check_margins(file: File) -> None:
    for name in file.margins:
        if name not in MARGINS:
            raise ValueError(f"there is no margin {name!r}; there are {', '.join(MARGINS)}")


def check_names(editions: tuple[Edition, ...]) -> None:
    seen = [edition.hash for edition in editions]
    for edition in editions:
        if seen.count(edition.hash) > 1:
            raise ValueError(f"the edition {edition.id} is named twice; a study compares different ones")


def find_edition(game: Game, name: str, folder: Path) -> Edition:
    """An edition by its name, or by a path from the study's folder; `base` is the one that is played."""
    if name == "base" or name in game.editions:
        return game.base if name == "base" else game.edition(name)
    return game.edition(folder / name)


def arms_of(plan: Plan) -> Iterator[Arm]:
    """The sets of games that a study asks for."""
    file, bots = plan.file, tuple(plan.file.bots)
    names = arm_names(plan.editions)
    for edition, name in zip(plan.editions, names, strict=True):
        yield arm(plan, name, edition, bots, file.games, chances=file.chances)
    base, first = plan.editions[0], bots[:1]
    for text in file.draw:
        things_of(plan.game, base).numbers(text)
    for bot in file.also:
        yield arm(plan, f"{ALSO}{bot}", base, (bot,), file.also_games, things=False)
    for text in file.tries:
        yield replace(arm(plan, "", base, bots, file.games), **tried(plan, text))
    for text in file.ban:
        things_of(plan.game, base).numbers(text)
    if file.ban:
        # What the bots do that may choose everything, on the same deals.
        yield arm(plan, "free", base, first, -(-file.ban_games // plan.seats))
        for text in file.ban:
            yield arm(plan, f"ban {text}", base, first * plan.seats, file.ban_games, (text,), plan.seats)
    for lower, higher in zip(file.ladder, file.ladder[1:], strict=False):
        rung = (higher, *[lower] * (plan.seats - 1))
        yield arm(plan, f"ladder {lower} {higher}", base, rung, file.ladder_games, rotations=plan.seats, things=False)


def tried(plan: Plan, text: str) -> dict[str, Any]:
    """What `name=on` or `name=off` changes: the ruling, and what the arm is called."""
    name, _, value = text.partition("=")
    if value not in ("on", "off"):
        raise ValueError(f"a ruling is tried by {name}=on or {name}=off, not by {text!r}")
    chosen = {**plan.file.rulings, name: value == "on"}
    rulings = plan.game.about.ruling_bits(chosen)
    if rulings == plan.rulings:
        raise ValueError(f"{name} is {value} in the base already; try the other")
    return {"name": f"{TRIED}{name} {value}", "rulings": rulings}


def arm_names(editions: tuple[Edition, ...]) -> list[str]:
    """What the arms of editions are called: base, and the others by their file; by number where that is taken."""
    names = ["base"]
    for edition in editions[1:]:
        name = Path(edition.file).stem
        names.append(name if name not in names else f"{name} {len(names)}")
    return names


def arm(
    plan: Plan,
    name: str,
    edition: Edition,
    bots: tuple[str, ...],
    games: int,
    banned: tuple[str, ...] = (),
    rotations: int = 0,
    chances: bool = False,
    things: bool = True,
) -> Arm:
    """One set of games. Different bots play every deal once in each other's seats."""
    rotations = rotations or (len(bots) if len(set(bots)) > 1 else 1)
    games = -(-games // rotations) * rotations
    return Arm(
        name=name,
        game=plan.game.name,
        edition=edition.text,
        file=edition.file,
        mode=plan.mode,
        seats=plan.seats,
        rulings=plan.rulings,
        bots=bots if rotations > 1 else bots[:1],
        seed=plan.file.seed,
        games=games,
        rotations=rotations,
        cap=plan.file.cap,
        banned=banned,
        drawn=tuple(plan.file.draw),
        counting=things and plan.file.things,
        every=max(1, games // plan.file.chances_games) if chances else 0,
    )


def thinks(arm: Arm) -> int:
    """How many iterations the bots of an arm take for a move, at most."""
    return max((s.iterations for s in map(read_spec, arm.bots) if s.kind == SEARCH), default=0)
