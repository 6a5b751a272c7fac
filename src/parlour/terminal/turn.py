"""One decision of one person: the table, the question, the moves, and what is typed until one is played."""

from typing import TYPE_CHECKING

from rich.text import Text

from parlour.engine.match import Refusal
from parlour.terminal import rulebook
from parlour.terminal.menu import Listing, choices_of, narrowed
from parlour.terminal.page import GOOD_MOVES, GOOD_STORY, LEAST_MOVES, LEAST_STORY, tail
from parlour.terminal.screen import DIM, MARK, STRONG, WARN, Left, Rows, command, told
from parlour.terminal.words import language, say

if TYPE_CHECKING:
    from parlour.terminal.session import Session


class Turn:
    """A person's turn; `run` ends when a move is played, or when one was taken back."""

    def __init__(self, session: "Session", seat: int) -> None:
        self.session, self.seat = session, seat
        self.screen, self.match = session.screen, session.match
        self.about = self.match.game.about
        self.look = self.match.look(seat, language=language())
        self.choices = choices_of(self.look)
        self.question = self.look.question
        self.clause = self.question.clause
        # What the list shows: all moves or some, which page, and whether something else stands in its place.
        self.listed, self.page, self.pages, self.hidden = self.choices, 0, 1, False
        name, most = session.players[seat].name, len(self.choices)
        self.prompt = say("prompt.move" if most > 1 else "prompt.only", name=name, most=most)

    def run(self) -> bool:
        """True if a move was played."""
        self.show()
        while True:
            played = self.answer(self.screen.ask(self.prompt))
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
        elif word == "r" and self.match.game.stops:
            self.raise_hand(rest.split())
        elif word == "l" and not rest:
            self.session.tell(self.seat, 0)
            self.hidden = True
        elif word == "q" and not rest:
            raise Left
        else:
            return self.choose(typed)
        return None

    # Showing

    def show(self, note: Text | None = None) -> None:
        """The board, a note or else the story, the question, and the moves: a page of them if there are many."""
        asked = self.screen.lines(told(self.look.say(self.question), self.question.clause, STRONG))
        moves = Listing.of(self.listed, self.screen, len(self.listed) < len(self.choices))
        above = self.screen.lines(note) if note else self.story(None)
        fixed = len(asked) + len(self.screen.lines(Text(f"{self.prompt}{MARK}")))
        board = self.session.table(self.seat, fixed + min(len(above), GOOD_STORY) + min(moves.fewest, GOOD_MOVES))
        room = None if self.screen.room is None else self.screen.room - len(board) - fixed
        self.screen.clear()
        if note and room is not None and room - len(above) < LEAST_MOVES:
            self.show_alone(above)
            return
        if not note and room is not None:
            above = self.story(room - moves.fewest if room > moves.fewest else LEAST_STORY)
        self.screen.put_lines([*board, *above, *asked])
        self.show_moves(moves, None if room is None else room - len(above))

    def show_alone(self, rows: Rows) -> None:
        """A text too long to stand beside the board."""
        self.screen.put_lines(rows)
        self.screen.line(say("moves.hidden"), DIM)
        self.hidden = True

    def story(self, most: int | None) -> Rows:
        """How the draws are made, at first; then what has happened, in so many rows."""
        since, rows = self.session.heard[self.seat], Rows()
        if since == 0:
            rows += self.screen.lines(*self.session.introduction())
        if since == self.match.ply:
            return rows
        limit = self.screen.rows // 3
        heading = say("story.since" if since else "story.start")
        most = limit if most is None else min(limit, most - len(rows))
        return rows + tail(self.screen, heading, self.session.lines(self.seat, since), most)

    def show_moves(self, moves: Listing, room: int | None) -> None:
        """The page of the moves that is turned to, and how the others can be seen."""
        found = moves.pages(room)
        self.page, self.pages, self.hidden = self.page % len(found), len(found), False
        self.screen.put_lines(found[self.page])
        if self.pages > 1:
            self.screen.line(say("moves.page", n=self.page + 1, pages=self.pages), DIM)
        elif not moves.whole:
            self.screen.line(say("moves.many"), DIM)
        elif moves.fewer:
            self.screen.line(say("moves.fewer", n=len(self.listed), total=len(self.choices)), DIM)

    def help(self) -> None:
        example, letters = self.choices[0].text, self.about.clauses
        stops = self.match.game.stops
        raising = [say("play.help-stops", names=", ".join(stops.STOPS))] if stops else []
        self.show(Text("\n".join([say("play.help", example=example, letters=letters), *raising])))

    def raise_hand(self, stops: list[str]) -> None:
        """At which steps of others' turns to be asked, `none` for none of them; by itself what was said last."""
        offered = self.match.game.stops.STOPS
        if stops and stops != ["none"] and not set(stops) <= set(offered):
            self.screen.line(say("play.stops-wrong", names=", ".join(offered)), WARN)
            return
        if stops:
            self.session.stops[self.seat] = tuple(s for s in stops if s in offered)
        self.screen.line(say("play.stops", names=", ".join(self.session.stops_of(self.seat)) or "none"), DIM)

    # Choosing

    def enter(self) -> bool | None:
        """Enter alone plays the only move there is, turns the page, or shows everything again."""
        if len(self.choices) == 1:
            return self.play(self.choices[0].text)
        if self.pages > 1 and not self.hidden:
            self.page += 1
        elif not self.hidden:
            self.listed = self.choices
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
            self.listed, self.page = fewer, 0
            self.show()
            return None
        return self.play(typed)

    def play(self, text: str) -> bool | None:
        try:
            self.match.play(text, self.seat)
        except Refusal as refusal:
            self.clause = refusal.clause or self.clause
            self.refused(self.look.say(refusal.line), refusal.clause)
            return None
        return True

    def refused(self, sentence: str, clause: str = "") -> None:
        self.show(told(sentence, clause, WARN))

    # Explaining

    def explain(self, asked: str) -> None:
        """A clause by its id, the clause of a numbered move, or the one named last."""
        if asked.isascii() and asked.isdigit() and 1 <= int(asked[:6]) <= len(self.choices):
            asked = self.choices[int(asked[:6]) - 1].clause
        id = asked or self.clause
        if not id:
            self.show(Text(say("play.clause-none"), WARN))
            return
        try:
            id, text = rulebook.clause(self.match.game.name, id)
        except ValueError as error:
            self.show(Text(f"{error}.", WARN))
            return
        self.clause = id
        self.show(Text.assemble((f"{id}  ", STRONG), text))
