"""What each field of an edition of Labor of Love is for, for whoever writes one."""

FIELDS = {
    "numbers.row": "projects that lie face up",
    "numbers.least_hours": "what a project costs at least",
    "numbers.passion": "points for a project by the place of its craft in your stack; one number for each craft",
    "numbers.reactions": "points for an emoji by a reaction card; as many cards as numbers",
    "numbers.lines": "the columns behind which a reaction line runs; the first column is 0",
    "track.spaces": "the spaces between start and end, with the bulb that glows there, or - for none",
    "bulbs.colour": "its colour; every bulb has a row",
    "rows.spaces": "its spaces: a value, perhaps with a bulb's colour behind it, or - for a gap; values never fall",
    "crafts.colour": "the colour of its cards",
    "emojis.sign": "the sign itself",
    "cards.craft": "the id of its craft",
    "cards.hours": "the hourglasses that it costs",
    "cards.bulbs": "the bulbs that it moves, from top to bottom",
    "cards.emojis": "the ids of its emojis; one may stand there twice",
}
