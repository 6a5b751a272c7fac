"""Match: one game being played, by everybody who plays it: its moves, refusals, saves, checks and series."""

from parlour.engine.match.playing import Match
from parlour.engine.match.replaying import OlderRules, layout_of
from parlour.engine.match.series import Series, standing, winners_counted
from parlour.engine.match.verifying import verify
from parlour.engine.refusals import CannotUndo, NoSuchMove, NotLegal, NotYourTurn, Refusal

__all__ = [
    "CannotUndo",
    "Match",
    "NoSuchMove",
    "NotLegal",
    "NotYourTurn",
    "OlderRules",
    "Refusal",
    "Series",
    "layout_of",
    "standing",
    "verify",
    "winners_counted",
]
