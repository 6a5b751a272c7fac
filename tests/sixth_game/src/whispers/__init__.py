"""Whispers: what a list of games loads, so no rules and no NumPy here."""

from parlour.engine.about import About, Mode

ABOUT = About(
    title="Whispers",
    promise="Guess, peep and waltz until yours is the last secret at the ball.",
    mood="intrigue",
    minutes="5",
    credit="Made for Parlour's tests.",
    modes=(Mode("rivals", (2, 3, 4), "Rivals"),),
    version=1,
    clauses="WS",
    # It shows that a game can be added from outside; it is not for players.
    shelf=False,
)
