"""Words: a game as a conversation, for players that read and write, such as language models.

    game = WordGame("heartcatchers", opponents="greedy", seed=1)
    text = game.reset()
    while not game.over:
        text = game.step(model(text))

The seat reads the same sentences as a person at that seat, and nothing else. It writes a move, such as `catch h1 s2`,
or `moves` to be told what is legal; that is told on request only. What is malformed, illegal or not its turn is told
and counted apart, and changes nothing. `transcript` is the whole conversation.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from parlour import bots
from parlour.bots import Policy
from parlour.engine.look import Look
from parlour.engine.match import Match, NoSuchMove, NotYourTurn
from parlour.engine.record import WIN
from parlour.engine.refusals import Refusal
from parlour.research.picture import lines_of

ASK = "moves"
MALFORMED, ILLEGAL, NOT_YOUR_TURN, ASKED = "malformed", "illegal", "not your turn", "asked for moves"
# Whoever writes nothing that can be played so often in a row has lost the thread: the game ends, and is lost.
MAX_FAILED = 20
# No answer is read beyond this.
MAX_TEXT = 2000


@dataclass
class WordGame:
    """One seat of a game in words; the others are bots or policies. `options` are those of a Match: mode, seats, ..."""

    game: str
    seat: int = 0
    opponents: str | Policy | Sequence[str | Policy] = "medium"
    language: str = "en"
    seed: int = 0
    max_failed: int = MAX_FAILED
    options: dict[str, Any] = field(default_factory=dict)

    def reset(self, seed: int | None = None) -> str:
        """A new game: what the seat is told before it first writes."""
        self.seed = self.seed if seed is None else seed
        self.match = Match.deal(self.game, seed=self.seed, **self.options)
        if not 0 <= self.seat < self.match.seats:
            raise ValueError(f"the seat is 0 to {self.match.seats - 1}, not {self.seat}")
        others = [s for s in range(self.match.seats) if s != self.seat]
        one = isinstance(self.opponents, str) or callable(self.opponents)
        sitting: list[Any] = [self.opponents] * len(others) if one else list(self.opponents)  # type: ignore[arg-type]
        pairs = zip(others, sitting, strict=True)
        self.bots = {s: bots.make(who, self.match.game, self.seed + s) for s, who in pairs}
        self.counts: Counter[str] = Counter()
        self.transcript: list[tuple[str, str]] = []
        self.told, self.failed, self.given_up = 0, 0, False
        self.let_others_play()
        about = self.match.game.about
        head = f"{about.title}. You are player {self.seat + 1} of {self.match.seats}. Write one move, or `{ASK}`."
        return self.say(f"{head}\n\n{self.news()}")

    def step(self, text: str) -> str:
        """What comes of what the seat writes."""
        if self.over:
            raise ValueError("the game is over: call reset()")
        written = str(text)[:MAX_TEXT].strip()
        self.transcript.append(("player", written))
        if written.lower() == ASK:
            self.counts[ASKED] += 1
            return self.say(self.fail() or "\n".join(f"{c.text}: {c.words}" for c in self.look().moves))
        try:
            self.match.play(written, self.seat)
        except Refusal as refused:
            self.counts[kind_of(refused)] += 1
            said = self.match.say(refused.line, self.seat, self.language)
            return self.say(self.fail() or f"{said}\n{self.look().say(self.look().question)}")
        self.failed = 0
        self.let_others_play()
        return self.say(self.news())

    def fail(self) -> str:
        """Count what cannot be played; the sentence that ends the game once it is too often."""
        self.failed += 1
        self.given_up = self.failed >= self.max_failed
        return f"The game ends here: {self.failed} answers in a row were no move." if self.given_up else ""

    @property
    def over(self) -> bool:
        return self.match.over or self.given_up

    @property
    def reward(self) -> float:
        """1 for a win, -1 for none or for a game given up, between them for a shared one; 0 until then."""
        if self.given_up:
            return -1.0
        return 2.0 * self.match.result[self.seat] / int(WIN) - 1.0 if self.match.over else 0.0

    def look(self) -> Look:
        return self.match.look(self.seat, language=self.language)

    def let_others_play(self) -> None:
        match = self.match
        while not match.over and self.seat not in match.deciders:
            seat = match.deciders[0]
            look = match.look(seat)
            match.play(self.bots[seat].choose(match.edition, look.hidden, look.legal, seat), seat)

    def news(self) -> str:
        """The story since the seat was last told, the table, and the question."""
        look = self.look()
        story = [told.words for told in look.story(self.told)]
        self.told = self.match.ply
        parts = ["\n".join(story), "\n".join(lines_of(look.screen)), look.say(look.question)]
        return "\n\n".join(part for part in parts if part)

    def say(self, text: str) -> str:
        self.transcript.append(("game", text))
        return text

    # As the arenas of others ask for it

    def get_legal_moves(self) -> list[str]:
        """What may be written now."""
        return [] if self.over else [c.text for c in self.look().moves]

    def make_prompt(self) -> str:
        """The whole story of the seat, the table now, and the question: for players that remember nothing."""
        look = self.look()
        parts = [self.transcript[0][1].partition("\n")[0], "\n".join(told.words for told in look.story())]
        return "\n\n".join([*parts, "\n".join(lines_of(look.screen)), look.say(look.question)])

    def parse_response(self, response: str) -> str | None:
        """The last line of an answer that is a legal move, or None."""
        legal = set(self.get_legal_moves())
        lines = [line.strip().strip("`*. ") for line in response[-MAX_TEXT:].splitlines()]
        return next((line for line in reversed(lines) if line in legal), None)


def kind_of(refused: Refusal) -> str:
    """What was wrong with an answer."""
    if isinstance(refused, NoSuchMove):
        return MALFORMED
    return NOT_YOUR_TURN if isinstance(refused, NotYourTurn) else ILLEGAL
