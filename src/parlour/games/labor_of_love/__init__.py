"""Labor of Love: an evening of handicraft in which whoever is furthest behind goes next."""

from parlour.engine.about import About, Mode, Ruling

ABOUT = About(
    title="Labor of Love",
    promise="Make things with your hands, light up four bulbs, and let your friends gasp at the result.",
    mood="engine",
    minutes="20-30",
    credit="The designer and publisher of Labor of Love could not be found; the cards and boards here are ours.",
    modes=(Mode("workshop", (2, 3, 4), "Workshop"),),
    version=2,
    clauses="LL",
    rulings=(
        Ruling("long-chains", "LL-R6", True, "A bulb that was moved by a chain or by the track starts chains too"),
    ),
    open=True,
)
