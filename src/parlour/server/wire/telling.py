"""Replays of a match and steps of a lesson, over HTTP."""

from msgspec import Struct

from parlour.engine.view import Printed, View
from parlour.server.wire.kinds import AnyMove, Language, Strict
from parlour.server.wire.to_browser import Fairness, LegalMove, Sentence


class ReplayStep(Struct, kw_only=True):
    ply: int
    view: View
    story: list[Sentence]


class DrawCheck(Struct, kw_only=True):
    """A draw of chance: everything that is needed to check its index with the revealed secret."""

    ply: int
    index: int
    n: int
    undos: int


class Replay(Struct, kw_only=True):
    """A match as one seat saw it, step by step. Other seats' views only after the end."""

    id: str
    game: str
    title: str
    eyes: int
    allowed: list[int]
    names: list[str]
    over: bool
    # What the edition prints; the pieces of all steps refer to it.
    edition: Printed
    steps: list[ReplayStep]
    fairness: Fairness
    # After the end: the log's header and lines, from which a browser recomputes every hash and every draw.
    header: str = ""
    lines: list[str] = []
    draws: list[DrawCheck] = []


class LessonStep(Struct, kw_only=True):
    """A position to try something in, and what to try."""

    number: int
    count: int
    text: str
    # What the edition prints; the pieces of the view refer to it.
    edition: Printed
    view: View
    moves: list[LegalMove]


class Attempt(Strict):
    move: AnyMove
    language: Language = "en"


class LessonAnswer(Struct, kw_only=True):
    """The result of a try; the view is the position after it, if it was right."""

    done: bool
    text: str
    clause: str
    view: View | None
    story: list[str]
    # What the move brings by what the learner knows.
    facts: list[str] = []
