"""A session at the terminal: a match or a series, with people and bots, from the deal to the end."""

from pathlib import Path

from rich.rule import Rule
from rich.text import Text

from parlour.bots import Bot
from parlour.engine.chance import Live
from parlour.engine.match import CannotUndo, Match, Series, winners_counted
from parlour.engine.record import PUBLIC
from parlour.terminal import running
from parlour.terminal.drawing import draw_sheet, draw_table, name_of
from parlour.terminal.page import GOOD_STORY, largest, tail
from parlour.terminal.players import Player, as_option, mode_title
from parlour.terminal.screen import DIM, STRONG, WARN, Left, Rows, Screen, command, told
from parlour.terminal.turn import Turn
from parlour.terminal.words import language, say


class Session:
    """The people and bots of one match or series, and the file that it is saved in."""

    def __init__(
        self,
        series: Series,
        players: list[Player],
        screen: Screen,
        keeper: running.Keeper,
        bots: dict[int, Bot],
        seed: int | None = None,
    ) -> None:
        self.series, self.players, self.screen, self.keeper = series, players, screen, keeper
        self.bots, self.seed = bots, seed
        self.facing: int | None = None
        # By person the steps of others' turns at which they are asked whether to interrupt.
        self.stops: dict[int, tuple[str, ...]] = {}
        self.start_match()

    @property
    def match(self) -> Match:
        return self.series.match

    @property
    def people(self) -> list[int]:
        return [s for s, p in enumerate(self.players) if p.person]

    @property
    def shared(self) -> bool:
        """Whether several people share this screen."""
        return len(self.people) > 1

    @property
    def over(self) -> bool:
        """Whether nothing is left to play; a game that is not part of a series may end in a tie."""
        return self.series.over or (self.match.over and self.series.best_of == 1)

    def start_match(self) -> None:
        """Reset the ply up to which each seat has been told the story."""
        self.heard = [0] * self.match.seats

    def run(self) -> None:
        """Play until the series is over or everybody leaves."""
        try:
            while True:
                self.play_match()
                if self.over:
                    break
                self.end_match(say("prompt.next"))
                self.series.next()
                self.start_match()
            self.keeper.drop()
            self.end_match(say("prompt.over"))
        except (Left, KeyboardInterrupt) as left:
            self.leave()
            if isinstance(left, KeyboardInterrupt):
                raise
        finally:
            self.keeper.close()

    def leave(self) -> None:
        """Say how to go on, if there is anything to go on with."""
        if not self.over:
            self.keep()
            self.screen.line()
            command = f"parlour play --resume {self.keeper.path}"
            self.screen.line(say("play.kept", command=command), WARN)

    def introduction(self) -> list[Text]:
        """How the draws are made, so that they can be checked."""
        if isinstance(self.match.chance, Live):
            return [Text(say("play.committed", commitment=self.match.chance.commitment), DIM)]
        return [] if self.seed is None else [Text(say("play.seeded", seed=self.seed), DIM)]

    def keep(self) -> None:
        self.keeper.keep(running.as_running(self.series, self.players, self.seed))

    # Playing

    def play_match(self) -> None:
        self.keep()
        while not self.match.over:
            deciders = self.match.deciders
            waiting = [s for s in deciders if s in self.bots] or deciders
            if waiting[0] in self.bots:
                self.play_bot(waiting[0])
            else:
                self.play_person(waiting[0])
            self.keep()

    def play_bot(self, seat: int) -> None:
        match, since, look = self.match, self.match.ply, self.match.look(seat)
        move = self.bots[seat].choose(match.edition, look.hidden, look.legal, seat)
        stops = match.game.stops
        if stops and stops.stop_of(match.state[0]) and not stops.has_reason(look):
            move = stops.WAIT
        match.play(move, seat)
        # On a shared screen the story is shown when its reader is there.
        if not self.shared and not self.screen.fast:
            self.watch(since)

    def stops_of(self, seat: int) -> tuple[str, ...]:
        found: tuple[str, ...] = self.stops.get(seat, self.match.game.stops.USUAL)
        return found

    def lets_go_by(self, seat: int) -> bool:
        """Whether a seat is asked about a step of another's turn at which its person does not want to be."""
        stops = self.match.game.stops
        step = stops.stop_of(self.match.state[0]) if stops else ""
        return bool(step) and not stops.asks_at(self.stops_of(seat), step)

    def play_person(self, seat: int) -> None:
        if self.lets_go_by(seat):
            self.match.play(self.match.game.stops.WAIT, seat)
            return
        if self.shared and self.facing != seat and not self.curtain(seat):
            return
        self.facing = seat
        ply = self.match.ply
        if Turn(self, seat).run():
            self.heard[seat] = ply
            self.offer_undo(seat)
            self.linger(seat, ply)

    def linger(self, seat: int, since: int) -> None:
        """After a person's move: show what asks to be seen before the table goes on."""
        held = [line for line in self.match.story(seat, since) if line.hold]
        if held and not self.match.over and not self.screen.fast:
            if self.screen.room is None:
                self.tell(seat, since)
            else:
                self.show_story(seat, since)
            self.screen.pace(max(line.hold for line in held))

    def watch(self, since: int) -> None:
        """A bot has moved: the table as it is now, and what has happened since one's own last move."""
        seat = self.people[0] if self.people else int(PUBLIC)
        hold = max((line.hold for line in self.match.story(seat, since)), default=0)
        if self.screen.room is None:
            self.tell(seat, since)
        else:
            self.show_story(seat, self.heard[seat] if self.people else since)
        self.screen.pace(hold)

    def show_story(self, seat: int, since: int, below: int = 0) -> None:
        """On a screen: the table, and below it as much of the story as fits over so many rows."""
        board = self.table(seat, GOOD_STORY + below)
        most = (self.screen.room or 0) - len(board) - below - 1
        self.screen.clear()
        self.screen.put_lines(board + tail(self.screen, say("story.since"), self.lines(seat, since), most))

    # Handing a shared screen over

    def curtain(self, seat: int) -> bool:
        """Cover the table until the next person is there; False if a move was taken back instead.

        Enter alone lifts it: whoever mistypes must not see another's hand.
        """
        name = self.players[seat].name
        before, self.facing = self.facing, None
        self.screen.wipe()
        self.screen.forget_typed()
        free = before is not None and self.can_undo(before)
        while True:
            typed = self.screen.ask(say("prompt.curtain-undo" if free else "prompt.curtain", name=name))
            if typed == "":
                self.screen.wipe()
                return True
            if command(typed) == ("q", ""):
                raise Left
            if command(typed) == ("u", "") and before is not None and self.undo(before):
                self.facing = before
                return False

    # Taking back

    def can_undo(self, seat: int) -> bool:
        """Whether a seat's last move could be taken back now."""
        if seat in self.match.pending:
            return True
        ply = self.match.last_decision(seat)
        try:
            if ply is not None:
                self.match.check_undo(seat, ply)
        except CannotUndo:
            return False
        return ply is not None

    def offer_undo(self, seat: int) -> None:
        """Before a bot answers, let a move that nobody has learnt from be taken back."""
        deciders = self.match.deciders
        if self.screen.fast or self.shared or not deciders or seat in deciders or not self.can_undo(seat):
            return
        self.keep()
        if self.screen.room is not None:
            self.show_story(seat, self.heard[seat], below=1)
        if command(self.screen.ask(say("prompt.pause"))) == ("u", ""):
            self.undo(seat)

    def undo(self, seat: int) -> bool:
        try:
            self.match.undo(seat)
        except CannotUndo as refusal:
            why = self.match.say(refusal.line, seat, language())
            self.screen.line(say("play.again", why=why), WARN)
            return False
        self.heard = [min(ply, self.match.ply) for ply in self.heard]
        self.screen.line(say("play.undone"), STRONG)
        self.keep()
        return True

    # Showing

    def table(self, seat: int, below: int = 0) -> Rows:
        """The table in rows, as large as so many rows below it allow."""
        about, match = self.match.game.about, self.match
        mode = about.mode(match.mode)[1]
        best = self.series.best_of
        part = say("table.series", n=len(self.series.matches), best=best) if best > 1 else ""
        title = say("table.title", game=about.title, mode=mode_title(match.game.name, mode), series=part)
        return largest(self.screen, Rule(Text(title), align="left"), draw_table(match, seat), below)

    def lines(self, seat: int, since: int) -> list[Text]:
        """The story that a seat has seen since a ply, each sentence with its clause."""
        look = self.match.look(seat, language=language())
        return [told(one.words, one.line.clause) for one in look.story(since)]

    def tell(self, seat: int, since: int) -> None:
        """The story that a seat has seen since a ply."""
        for line in self.lines(seat, since):
            self.screen.indented(line)

    # Saving

    def save(self, file: str) -> None:
        """Save the match under a name that is not taken."""
        path = Path(file)
        if path.suffix != ".json":
            path = path.with_name(f"{path.name}.json")
        if path.exists():
            self.screen.line(say("play.exists", file=path), WARN)
            return
        try:
            self.match.save(path)
        except OSError as error:
            self.screen.line(say("play.not-saved", file=path, why=error.strerror), WARN)
            return
        if not self.over:
            self.keep()
        self.screen.line(say("play.saved", file=path), STRONG)
        if not self.match.over:
            command = f"parlour play --resume {path} --seats {as_option(self.players)}"
            self.screen.line(say("play.resume-saved", command=command), DIM)
            if isinstance(self.match.chance, Live):
                self.screen.put(*self.introduction())

    # The end

    def end_match(self, prompt: str) -> None:
        """The last position, the sheet, who has won, and how the draws can be checked."""
        match = self.match
        seat = int(PUBLIC) if self.shared or not self.people else self.people[0]
        self.screen.wipe() if self.shared else self.screen.clear()
        self.screen.put_lines(self.table(seat))
        self.tell(seat, match.last_decision(int(match.states[-2]["seat"][0])) or 0)
        self.screen.put(draw_sheet(match, seat))
        self.screen.line(self.verdict(seat), STRONG)
        if self.series.best_of > 1:
            self.screen.line(self.tally(seat), STRONG)
        if isinstance(match.chance, Live):
            self.screen.line(say("end.secret", secret=match.chance.secret.hex()), DIM)
            self.screen.line(say("end.verify"), DIM)
        self.last_words(seat, prompt)

    def last_words(self, seat: int, prompt: str) -> None:
        while typed := self.screen.ask(prompt):
            word, rest = command(typed)
            if word == "q":
                raise Left
            if word == "s":
                self.save(rest or self.screen.ask(say("prompt.file")) or self.match.game.name)
            elif word == "l":
                self.tell(seat, 0)

    def verdict(self, seat: int) -> str:
        winners = self.match.winners
        if not winners:
            return say("end.nobody")
        if winners == [seat]:
            return say("end.you-win")
        if len(winners) == self.match.seats and winners_counted(self.match):
            return say("end.all")
        names = say("count.and").join(name_of(s, seat, self.match.names) for s in winners)
        return say("end.wins" if len(winners) == 1 else "end.shared", names=names[:1].upper() + names[1:])

    def tally(self, seat: int) -> str:
        wins = self.series.wins
        parts = [f"{name_of(s, seat, self.match.names)} {w}" for s, w in enumerate(wins)]
        said = say("end.tally", best=self.series.best_of, tally=", ".join(parts))
        if not self.series.over:
            return said
        best = [name_of(s, seat, self.match.names) for s, w in enumerate(wins) if w == max(wins)]
        if len(best) > 1:
            return f"{said} {say('end.series-open')}"
        return f"{said} {say('end.series', names=best[0][:1].upper() + best[0][1:])}"
