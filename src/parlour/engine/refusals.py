"""Refusals: why a move was not played, in words and by clause."""

from parlour.engine.words import Line


class Refusal(ValueError):
    """A move that was not played. Nothing has changed. `line` says why, `str()` says it in English."""

    def __init__(self, said: Line, sentence: str) -> None:
        self.line = said
        super().__init__(sentence)

    @property
    def clause(self) -> str:
        return self.line.clause


class NoSuchMove(Refusal):
    """The text is not a move of this game at all."""


class NotYourTurn(Refusal):
    """A move of this game, but somebody else decides now."""


class NotLegal(Refusal):
    """Your turn, but not possible now; the clause says why."""


class CannotUndo(Refusal):
    """Taking back is not free here."""
