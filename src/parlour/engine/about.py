"""What a game says about itself. Imports nothing heavy: listing the games must not load their rules."""

from dataclasses import dataclass, field

# A State has room for so many.
MAX_SEATS = 4


@dataclass(frozen=True)
class Ruling:
    """A gap or contradiction of the rulebook where people may choose; `on` is our default.

    `printed` is what the letter of the rulebook would play; None where it is silent or disagrees with itself.
    """

    name: str
    clause: str
    on: bool
    title: str
    printed: bool | None = None


@dataclass(frozen=True)
class Mode:
    """One way to play a game, and for how many."""

    name: str
    seats: tuple[int, ...]
    title: str = ""

    def __post_init__(self) -> None:
        if not self.seats or not all(1 <= seats <= MAX_SEATS for seats in self.seats):
            counts = " or ".join(map(str, self.seats)) or "no"
            raise ValueError(f"the mode {self.name} is for {counts} players; a mode is for 1 to {MAX_SEATS}")


@dataclass(frozen=True)
class About:
    """A game's entry on the shelf."""

    title: str
    promise: str
    mood: str
    minutes: str
    credit: str
    modes: tuple[Mode, ...]
    # Rises when the same moves would give another game: saved games then say so instead of going wrong.
    version: int
    clauses: str
    # Older versions whose running matches go on under the present rules, from their last State.
    carries: tuple[int, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    # Silent tables have no chat; games off the shelf exist for developers.
    silent: bool = False
    # Every seat and every spectator knows the same: a shared screen needs no curtain.
    open: bool = False
    shelf: bool = True
    extra: dict[str, str] = field(default_factory=dict)

    def mode(self, name: str | None) -> tuple[int, Mode]:
        """A mode and its place in the list, which is what State holds; without a name the first."""
        for i, mode in enumerate(self.modes):
            if mode.name == (name or self.modes[0].name):
                return i, mode
        raise ValueError(f"{self.title} has no mode {name!r}; it has {', '.join(self.mode_names)}")

    @property
    def mode_names(self) -> tuple[str, ...]:
        return tuple(mode.name for mode in self.modes)

    @property
    def ruling_names(self) -> tuple[str, ...]:
        return tuple(ruling.name for ruling in self.rulings)

    def check_seats(self, mode: Mode, seats: int) -> None:
        """So many can play a mode, or a sentence says how many can."""
        if seats not in mode.seats:
            counts = " or ".join(map(str, mode.seats))
            raise ValueError(f"{self.title} ({mode.name}) is for {counts} players, not {seats}")

    def ruling_bits(self, chosen: dict[str, bool]) -> int:
        """The rulings in force as a bit mask: our defaults, but for those chosen otherwise."""
        known = self.ruling_names
        for name in chosen:
            if name not in known:
                has = f"it has {', '.join(known)}" if known else "it has none"
                raise ValueError(f"{self.title} has no ruling {name!r}; {has}")
        return sum(1 << i for i, r in enumerate(self.rulings) if chosen.get(r.name, r.on))
