"""...and then we held hands...: two people, three rings, one heart, and not a word."""

from parlour.engine.about import About, Mode, Ruling

ABOUT = About(
    title="...and then we held hands...",
    promise="Two people walk round each other in silence and try to reach the heart together.",
    mood="together",
    minutes="30-45",
    credit="Designed by David Chircop and Yannick Massa (print-and-play edition, 2014).",
    modes=(Mode("together", (2,), "Together"),),
    version=2,
    clauses="HH",
    rulings=(
        Ruling(
            "over-the-edge", "HH-R3", False, "A step beyond the Balance scale may be taken, and breaks you up", True
        ),
        Ruling("last-card", "HH-R9", False, "A refill that the Emotions Deck cannot complete breaks you up"),
        Ruling(
            "either-stuck",
            "HH-R11",
            True,
            "You break up when a turn begins and either of you cannot move",
            printed=True,
        ),
        Ruling(
            "deal-first",
            "HH-R22",
            True,
            "Cards are dealt open with both halves, and then both of you fan them",
            printed=True,
        ),
        Ruling(
            "from-memory",
            "HH-R23",
            False,
            "Play from memory: of each card the screen shows the half that lies open now, and none from before",
            printed=True,
        ),
    ),
    silent=True,
    open=True,
)
