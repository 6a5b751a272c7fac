"""Starting to play: from a command's options, from a file, or by choosing at the prompt."""

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console

from parlour import bots
from parlour.bots.bot import compile_bots
from parlour.bots.spec import NAMED
from parlour.engine import registry
from parlour.engine.game import Game
from parlour.engine.match import Match, Series
from parlour.shelf import shelf_text
from parlour.terminal import running
from parlour.terminal.players import PERSON, RIVAL, Player, either, mode_title, read_players, seat_players
from parlour.terminal.reports import announced
from parlour.terminal.screen import DIM, STRONG, WARN, Left, Screen, command, use_line_editing
from parlour.terminal.session import Session
from parlour.terminal.words import language, plain, say


@dataclass(frozen=True)
class Options:
    """What `parlour play` was asked for."""

    seats: str | None = None
    mode: str | None = None
    edition: str | None = None
    rulings: dict[str, bool] = field(default_factory=dict)
    best_of: int = 1
    seed: int | None = None


def play(game: str, options: Options, screen: Screen, ask_resume: bool = False, path: Path | None = None) -> None:
    """Deal a new game and play it, or resume one that was left. `path` is where it is saved, if not in a new file."""
    mode, players = seat_players(registry.about(game), options.seats, options.mode)
    found = registry.load(game)
    edition = found.base if options.edition is None else found.edition(options.edition)
    if ask_resume and (left := offer_left(game, screen)) is not None:
        return resume(left, None, screen)
    prepare(found, any(p.kind not in (PERSON, "random") for p in players))
    series = Series(
        game,
        options.best_of,
        edition=edition,
        seats=len(players),
        mode=mode.name,
        rulings=options.rulings,
        seed=options.seed,
        names=tuple(p.name for p in players),
    )
    return sit_down(series, players, screen, path or running.new_path(game), options.seed)


def resume(path: Path, seats: str | None, screen: Screen, game: str | None = None) -> None:
    """Go on with a running or a saved game."""
    if running.is_running(path):
        return resume_running(path, screen, game)
    with announced(Console(stderr=True)):
        match = Match.load(path)
    check_game(path, match.game.name, game)
    default = ",".join([PERSON] + [RIVAL] * (match.seats - 1))
    players = read_players(seats or default)
    if len(players) != match.seats:
        raise ValueError(say("fault.modes", game=match.game.about.title, counts=match.seats, n=len(players)))
    match.names = match.names or tuple(p.name for p in players)
    series = Series(
        match.game.name, matches=[match], edition=match.edition, seats=match.seats, mode=match.mode, names=match.names
    )
    return sit_down(series, named(players, match.names), screen, running.new_path(match.game.name))


def resume_running(path: Path, screen: Screen, game: str | None) -> None:
    kept = running.read_running(path)
    check_game(path, kept.now.save.game, game)
    with announced(Console(stderr=True)):
        series = running.restore(kept, path.name)
    players = named(read_players(",".join(kept.players)), series.match.names)
    sit_down(series, players, screen, path, kept.seed)


def check_game(path: Path, played: str, asked: str | None) -> None:
    if asked is not None and asked != played:
        raise ValueError(say("fault.other-game", file=path.name, title=played, game=registry.about(asked).title))


def named(players: list[Player], names: tuple[str, ...]) -> list[Player]:
    return [Player(p.kind, plain(names[s]) if s < len(names) else p.name) for s, p in enumerate(players)]


def sit_down(series: Series, players: list[Player], screen: Screen, path: Path, seed: int | None = None) -> None:
    """Make the players, then lock the file: wrong players are reported before anything is written."""
    use_line_editing()
    seated = seat_bots(players, series.match.game, seed)
    keeper = running.Keeper(path)
    if keeper.lock is None:
        raise ValueError(say("fault.played-elsewhere", file=path.name))
    screen.line(say("play.laying"), DIM)
    Session(series, players, screen, keeper, seated, seed).run()


def prepare(game: Game, with_bots: bool) -> None:
    """Compile before the first card is shown what was not compiled before, and say so."""
    with announced(Console(stderr=True)):
        game.compile_play()
        if with_bots:
            compile_bots(game)


def seat_bots(players: list[Player], game: Game, seed: int | None) -> dict[int, bots.Bot]:
    """A bot for every seat that is nobody's."""
    key = secrets.randbits(63) if seed is None else seed
    return {s: bots.make(p.kind, game, key + s) for s, p in enumerate(players) if not p.person}


def offer_left(game: str, screen: Screen) -> Path | None:
    """A game that was left, if the person wants to go on with it."""
    for path, kept in running.left_over(game):
        screen.line(describe_left(kept), WARN)
        typed = screen.ask(say("prompt.resume")).lower()
        if typed in ("", *say("prompt.yes").split()):
            return path
        if typed in say("prompt.delete").split():
            running.Keeper(path).drop()
    return None


def describe_left(kept: running.Running) -> str:
    save = kept.now.save
    title = registry.about(save.game).title if save.game in registry.names() else save.game
    return say("chooser.left", title=title, players=", ".join(save.names or kept.players), ply=len(save.log))


# The chooser


def choose(screen: Screen) -> None:
    """Show what there is to play, and play it."""
    try:
        left, games = running.left_over(), registry.names(shelf_only=True)
        show_shelf(screen, left, games)
        path, game = pick(screen, left, games)
        if path is not None:
            return resume(path, None, screen)
        assert game is not None
        return play(game, ask_options(screen, game), screen)
    except Left:
        return None


def show_shelf(screen: Screen, left: list[tuple[Path, running.Running]], games: list[str]) -> None:
    screen.line(say("chooser.title"), STRONG)
    for number, name in enumerate(games, 1):
        about = registry.about(name)
        players = either(sorted({n for mode in about.modes for n in mode.seats}))
        promise = shelf_text(name, "promise", about.promise, language())
        row = say("chooser.row", title=about.title, promise=promise, players=players, minutes=about.minutes)
        screen.line(f"{number:>3}  {row}")
    for number, (_, kept) in enumerate(left, len(games) + 1):
        screen.line(f"{number:>3}  {describe_left(kept)}", WARN)


def pick(screen: Screen, left: list[tuple[Path, running.Running]], games: list[str]) -> tuple[Path | None, str | None]:
    """A game that was left, or the name of one to deal."""
    while True:
        typed = screen.ask(say("prompt.game"))
        if command(typed) == ("q", ""):
            raise Left
        if typed in games:
            return None, typed
        number = int(typed[:4]) if typed.isascii() and typed.isdigit() else 0
        if 1 <= number <= len(games):
            return None, games[number - 1]
        if len(games) < number <= len(games) + len(left):
            return left[number - len(games) - 1][0], None
        screen.line(say("chooser.bad"), WARN)


def ask_options(screen: Screen, game: str) -> Options:
    """How to play, one question at a time; enter takes what stands in brackets."""
    about = registry.about(game)
    modes = {m.name: say("chooser.mode", title=mode_title(game, m), players=either(m.seats)) for m in about.modes}
    for name, title in modes.items() if len(modes) > 1 else ():
        screen.line(f"  {name}: {title}", DIM)
    mode = about.mode(one_of(screen, say("prompt.mode"), list(modes)))[1]
    count = one_of(screen, say("prompt.seats"), [str(n) for n in mode.seats])
    while True:
        rival = screen.ask(f"{say('prompt.rivals', bots=', '.join(NAMED))} [{RIVAL}]") or RIVAL
        try:
            check_bot(game, rival)
        except ValueError as error:
            screen.line(f"{error}", WARN)
            continue
        return Options(seats=",".join([PERSON] + [rival] * (int(count) - 1)), mode=mode.name)


def one_of(screen: Screen, question: str, allowed: list[str]) -> str:
    """One of some answers; not asked at all if there is only one."""
    while len(allowed) > 1:
        typed = screen.ask(f"{question} ({', '.join(allowed)}) [{allowed[0]}]") or allowed[0]
        if typed in allowed:
            return typed
        screen.line(say("chooser.bad"), WARN)
    return allowed[0]


def check_bot(game: str, kind: str) -> None:
    """Raise before the deal if a bot does not exist."""
    if kind != PERSON:
        bots.make(kind, registry.load(game), 0)
