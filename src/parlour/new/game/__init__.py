"""Blank Game: what a list of games loads, so no rules and no NumPy here."""

from parlour.engine.about import About, Mode

ABOUT = About(
    title="Blank Game",
    promise="Keep your card or trade it; the most points win.",
    mood="calm",
    minutes="2",
    credit="Your name.",
    modes=(Mode("rivals", (2, 3, 4), "Rivals"),),
    version=1,
    clauses="BLK",
)
