"""What a house draws: the secrets of its matches, the seeds of its bots, and a move where none was found in time.

Nobody can foresee them. There is no setting, option or variable for them: whoever could choose a house's draws could
forge its matches. Tests give a `House` draws of their own, as an argument.
"""

import secrets
from collections.abc import Sequence


class Draws:
    """Draws from the system, which cannot be repeated."""

    def secret(self) -> bytes:
        """The secret of a match, from which all its draws follow."""
        return secrets.token_bytes(32)

    def bot_seed(self) -> int:
        return secrets.randbits(60)

    def choose(self, moves: Sequence[int]) -> int:
        """One of these moves, each equally likely."""
        return secrets.choice(moves)
