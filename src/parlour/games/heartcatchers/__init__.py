"""Heartcatchers: two players, twenty cards, and what lies face down under them."""

from parlour.engine.about import About, Mode, Ruling

ABOUT = About(
    title="Heartcatchers",
    promise="Catch hearts, steal stacks, and hide the one card that changes everything.",
    mood="bluff",
    minutes="5-15",
    credit="Designed by Emma Larkins (Brooklyn Indie Games, 2016).",
    modes=(Mode("duel", (2,), "Duel"),),
    version=2,
    clauses="HC",
    rulings=(
        Ruling("white-safe", "HC-R3", True, "An Uncatchable that is dealt to the table cannot be caught"),
        Ruling("white-scores", "HC-R6", True, "A face-up Uncatchable scores a point like any other card"),
    ),
)
