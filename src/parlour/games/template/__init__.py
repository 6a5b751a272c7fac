"""Keepsakes: the game to learn from. Small, but with every kind of secret that a game here can have.

This file is all that a list of games loads, so it stays light: no rules, no NumPy. `parlour new` writes a blank game;
docs/add-a-game.md says what to change in it, and in which order.
"""

from parlour.engine.about import About, Mode, Ruling

ABOUT = About(
    title="Keepsakes",
    promise="Waltz, peek and pilfer until the letters worth keeping are yours.",
    mood="mischief",
    minutes="5-10",
    credit="Made for Parlour, to be copied.",
    # State holds a mode by its place in this list; state.py names the places RIVALS and TOGETHER.
    modes=(Mode("rivals", (2, 3), "Rivals"), Mode("together", (2, 3), "Together")),
    version=1,
    clauses="TG",
    # State holds a ruling as a bit by its place in this list; state.py names the place SEAL_UP.
    rulings=(Ruling("seal-up", "TG-R1", True, "The post is laid seal up, for everybody to see"),),
    # A real game leaves this line out; it keeps the template off the players' shelf.
    shelf=False,
)
