"""Who sits where: people at this screen and bots, and what a seat is called. Imports no rules."""

from dataclasses import dataclass

from parlour.bot_names import BOT_NAMES
from parlour.engine.about import About, Mode
from parlour.shelf import shelf_text
from parlour.terminal.words import language, say

PERSON = "you"
# Who sits at the other seats unless somebody says otherwise; the same as in the browser.
RIVAL = "medium"


@dataclass(frozen=True)
class Player:
    """One seat's player: `you`, or a bot by its name."""

    kind: str
    name: str

    @property
    def person(self) -> bool:
        return self.kind == PERSON


def read_players(seats: str) -> list[Player]:
    """Players from a text such as `you,random` or `Ann=you,Bo=you`."""
    kinds, names = [], []
    for part in seats.split(","):
        name, _, kind = part.strip().rpartition("=")
        if not kind:
            raise ValueError(say("fault.seat", seat=part))
        kinds.append(kind)
        names.append(name.strip())
    for seat, name in enumerate(names):
        names[seat] = name or default_name(kinds[seat], seat, names)
    return [Player(kind, name) for kind, name in zip(kinds, names, strict=True)]


def default_name(kind: str, seat: int, names: list[str]) -> str:
    """What a seat is called if nobody says: bots have names, and no two at a table the same."""
    usual = BOT_NAMES[seat:] + BOT_NAMES[:seat] if kind != PERSON else ()
    return next((name for name in usual if name not in names), say("seat.player", n=seat + 1))


def seat_players(about: About, seats: str | None, mode: str | None) -> tuple[Mode, list[Player]]:
    """The mode and the players that a command's options mean."""
    if seats is None:
        chosen = about.mode(mode)[1]
        return chosen, read_players(",".join([PERSON] + [RIVAL] * (chosen.seats[0] - 1)))
    players = read_players(seats)
    if mode is not None:
        return fitting(about, about.mode(mode)[1], players, seats), players
    for chosen in about.modes:
        if len(players) in chosen.seats:
            return chosen, players
    counts = sorted({n for m in about.modes for n in m.seats})
    raise ValueError(say("fault.modes", game=about.title, counts=either(counts), n=len(players)))


def fitting(about: About, mode: Mode, players: list[Player], seats: str) -> Mode:
    if len(players) not in mode.seats:
        counts, n = either(mode.seats), len(players)
        raise ValueError(say("fault.seats", seats=seats, n=n, game=about.title, mode=mode.name, counts=counts))
    return mode


def either(counts: tuple[int, ...] | list[int]) -> str:
    """Numbers of players in words: 2, 2 or 4, 2 to 4."""
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return say("count.from-to", first=counts[0], last=counts[-1])
    return say("count.or").join(map(str, counts))


def mode_title(game: str, mode: Mode) -> str:
    """What a mode is called in the language that is spoken."""
    return shelf_text(game, f"mode.{mode.name}", mode.title or mode.name, language())


def as_option(players: list[Player]) -> str:
    """Players as the text that `--seats` takes."""
    return ",".join(p.kind for p in players)
