"""Perfect Match: three contestants, face-down traits, and everybody's idea of a perfect evening."""

from parlour.engine.about import About, Mode, Ruling

ABOUT = About(
    title="Perfect Match",
    promise="Dress up a stranger's dating profile until it matches yours, before somebody else hides a red flag in it.",
    mood="deduction",
    minutes="20-40",
    credit="From a dating card game whose title page is lost; designer unknown. Cards and names are ours.",
    modes=(Mode("dating", (2, 3, 4), "Dating"),),
    version=3,
    carries=(2,),
    clauses="PM",
    rulings=(
        Ruling("open-profiles", "PM-R2", True, "Everybody's own profile lies open"),
        Ruling(
            "from-memory",
            "PM-R3",
            False,
            "Play from memory: the screen never shows a face-down card again, nor who slipped it in or has seen it",
            printed=True,
        ),
    ),
)
