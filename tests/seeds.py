"""Draws that a seed repeats, for the houses of tests.

A house draws as nobody can foresee, and no setting, option or variable changes that. Tests build theirs by
`sitting.open_house`, or as a program by `seeded_parlour.py`; both give `House` the draws below. Every test has a seed
of its own: the number of `pytest --seed` and the test's name. So its deals depend on no other test.
"""

import contextlib
import hashlib
import itertools
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from parlour.server.table.draws import Draws

# Files beside the seed's, one for each program that began under it.
STARTED = "started-"


class Seed:
    """The seed of the test that runs, in a file that servers in processes of their own read too."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="parlour-seed-")
        here = Path(self.folder.name)
        for name in ("seeds.py", "seeded_parlour.py"):
            shutil.copy(Path(__file__).with_name(name), here)
        self.file, self.program = here / "seed", here / "seeded_parlour.py"

    def use(self, text: str) -> None:
        """From now on the houses of this process of pytest, and those it has started, draw by this seed."""
        for begun in self.file.parent.glob(f"{STARTED}*"):
            begun.unlink()
        self.file.write_text(text, "utf-8")

    def read(self) -> str:
        return self.file.read_text("utf-8")


class SeededDraws(Draws):
    """Draws that follow from a seed, from how many houses began before under it, and how many draws of their kind."""

    def __init__(self, read_seed: Callable[[], str], begun: int = 0) -> None:
        self.read_seed, self.seed, self.begun = read_seed, "", begun
        self.drawn: Counter[str] = Counter()

    def draw(self, kind: str) -> bytes:
        seed = self.read_seed()
        if seed != self.seed:
            # A house that is older than the seed draws as the first one does.
            self.begun = 0 if self.seed else self.begun
            self.seed, self.drawn = seed, Counter()
        self.drawn[kind] += 1
        return hashlib.sha256(f"{seed} {self.begun} {kind} {self.drawn[kind]}".encode()).digest()

    def secret(self) -> bytes:
        return self.draw("secret")

    def bot_seed(self) -> int:
        return int.from_bytes(self.draw("bot")[:7], "big")

    def choose(self, moves: Sequence[int]) -> int:
        return moves[int.from_bytes(self.draw("choice"), "big") % len(moves)]


def count_start(folder: Path) -> int:
    """How many programs began before this one under the present seed: one that is started again draws anew."""
    for number in itertools.count():
        with contextlib.suppress(FileExistsError):
            (folder / f"{STARTED}{number}").touch(exist_ok=False)
            return number
    raise AssertionError


# What a player adds to the draws, always the same in tests: `Person` and the pages of tests send it.
NONCE = "07" * 16
# The length tells a nonce from the keys of moves, which must differ.
SAME_NONCE = f"""{{ const fill = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (into) => (into.length === {len(NONCE) // 2} ? into.fill(7) : fill(into)); }}"""
