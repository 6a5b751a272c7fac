"""The compiled part of the bots: generic kernels that are specialised for every game.

They live in a folder of their own because compiled code is cached by the folder of its source: changing the
arena or a level recompiles nothing.
"""

from parlour.bots.kernels import arena, choice, greedy, playout, search, tree
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
    *arena.KERNELS,
)
