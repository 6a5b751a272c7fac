"""One decision of one person: the table, the question, the moves, and what is typed until one is played."""

from typing import TYPE_CHECKING

from rich.text import Text

from parlour.engine.match import Refusal
from parlour.terminal import rulebook
from parlour.terminal.menu import Choice, choices_of, listing, narrowed
from parlour.terminal.screen import DIM, STRONG, WARN, Left, command, told
from parlour.terminal.words import say

if TYPE_CHECKING:
    from parlour.terminal.session import Session


class Turn:
    """A person's turn; `run` ends when a move is played, or when one was taken back."""

    def __init__(self, session: "Session", seat: int) -> None:
        self.session, self.seat = session, seat
        self.screen, self.match = session.screen, session.match
        self.about = self.match.game.about
        self.look = self.match.look(seat)
        self.choices = choices_of(self.look)
        self.question = self.look.ask
        self.clause = self.question.clause

    def run(self) -> bool:
        """True if a move was played."""
        self.show()
        name, most = self.session.players[self.seat].name, len(self.choices)
        prompt = say("prompt.move" if most > 1 else "prompt.only", name=name, most=most)
        while True:
            played = self.answer(self.screen.ask(prompt))
            if played is not None:
                return played

    def answer(self, typed: str) -> bool | None:
        """What one typed line does: True played, False taken back, None asks again."""
        word, rest = command(typed)
        if typed == "":
            return self.enter()
        if word == "u" and not rest:
            return False if self.session.undo(self.seat) else None
        if typed.startswith("?"):
            self.explain(typed[1:].strip())
        elif word == "s":
            self.session.save(rest or self.screen.ask(say("prompt.file")) or self.match.game.name)
        elif word == "h" and not rest:
            self.help()
        elif word == "l" and not rest:
            self.session.tell(self.seat, 0)
        elif word == "q" and not rest:
            raise Left
        else:
            return self.choose(typed)
        return None

    # Showing

    def show(self) -> None:
        self.screen.clear()
        self.session.show_table(self.seat)
        since = self.session.heard[self.seat]
        if since == 0:
            self.session.introduce()
        if since < self.match.ply:
            self.screen.line(say("story.since" if since else "story.start"), DIM)
            self.session.tell(self.seat, since, self.screen.rows // 3)
        self.screen.put(told(self.look.say(self.question), self.question.clause, STRONG))
        self.show_moves(self.choices)

    def show_moves(self, choices: list[Choice]) -> None:
        shown, whole = listing(choices, self.screen.width, self.screen.rows)
        self.screen.put(shown)
        if not whole:
            self.screen.line(say("moves.many"), DIM)
        elif len(choices) < len(self.choices):
            self.screen.line(say("moves.fewer", n=len(choices), total=len(self.choices)), DIM)

    def help(self) -> None:
        example, letters = self.choices[0].text, self.about.clauses
        self.screen.put(Text(say("play.help", example=example, letters=letters)))

    # Choosing

    def enter(self) -> bool | None:
        """Enter alone plays the only move there is, or shows everything again."""
        if len(self.choices) == 1:
            return self.play(self.choices[0].text)
        self.show()
        return None

    def choose(self, typed: str) -> bool | None:
        """A number or a move's text plays; other words leave the moves that fit them."""
        if typed.isascii() and typed.isdigit():
            number = int(typed[:6])
            if not 1 <= number <= len(self.choices):
                self.refused(say("moves.no-number", n=typed[:6], most=len(self.choices)))
                return None
            return self.play(self.choices[number - 1].text)
        fewer = narrowed(self.choices, typed)
        if fewer and typed not in [c.text for c in fewer]:
            self.show_moves(fewer)
            return None
        return self.play(typed)

    def play(self, text: str) -> bool | None:
        try:
            self.match.play(text, self.seat)
        except Refusal as refusal:
            self.clause = refusal.clause or self.clause
            self.refused(str(refusal), refusal.clause)
            return None
        return True

    def refused(self, sentence: str, clause: str = "") -> None:
        self.screen.put(told(sentence, clause, WARN))

    # Explaining

    def explain(self, asked: str) -> None:
        """A clause by its id, the clause of a numbered move, or the one named last."""
        if asked.isascii() and asked.isdigit() and 1 <= int(asked[:6]) <= len(self.choices):
            asked = self.choices[int(asked[:6]) - 1].clause
        id = asked or self.clause
        if not id:
            self.screen.line(say("play.clause-none"), WARN)
            return
        try:
            id, text = rulebook.clause(self.match.game.name, id)
        except ValueError as error:
            self.screen.line(f"{error}.", WARN)
            return
        self.clause = id
        self.screen.put(Text.assemble((f"{id}  ", STRONG), text))
