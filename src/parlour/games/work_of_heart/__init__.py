"""Work of Heart: five days at an art school of doubtful repute, and one heart to win."""

from parlour.engine.about import About, Mode, Ruling

ABOUT = About(
    title="Work of Heart",
    promise="Five days, one campus, seven traits and a heart that keeps office hours.",
    mood="comic",
    minutes="30-45",
    credit="Designed by Chris Eli, Michael Russoniello and Brandon Lopez (Droms Media, 2025).",
    modes=(
        Mode("harem", (2, 3, 4), "Harem"),
        Mode("romantic-rival", (4,), "Romantic Rival"),
        Mode("flying-solo", (2, 3, 4), "Flying Solo"),
        Mode("double-date", (4,), "Double Date"),
    ),
    version=3,
    clauses="WH",
    rulings=(
        Ruling("step-lands", "WH-R11", False, "A Tenacity step counts as a full landing, with tile and reward"),
        Ruling("share-ties", "WH-72", False, "Tied players share their love interest without being asked"),
        Ruling("draw-ties", "WH-72", False, "Ties are broken by further bonus cards without asking"),
        Ruling("few-windows", "WH-59", False, "Others play cards on your turn only at a six and at an affection roll"),
    ),
    extra={"age": "16+"},
)
