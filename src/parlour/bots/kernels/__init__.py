"""The compiled part of the bots: generic kernels that are specialised for every game.

They import nothing but one another and the engine: changing a level or a study recompiles nothing.
"""

from parlour.bots.kernels import choice, entries, greedy, playout, search, tree
from parlour.bots.kernels.choice import stand_in
from parlour.engine import kernels as engine

# In the order in which they call one another.
KERNELS = (
    engine.begin,
    engine.step,
    engine.random_move,
    *choice.KERNELS,
    *greedy.KERNELS,
    *playout.KERNELS,
    *tree.KERNELS,
    *search.KERNELS,
    *entries.KERNELS,
)

__all__ = ["KERNELS", "stand_in"]
