"""What bots are called at a table, in the browser and at a terminal alike."""

# By seat.
BOT_NAMES = ("Rosalind", "Cyrano", "Beatrice", "Orlando")
