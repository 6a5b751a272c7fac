"""The command `parlour` with draws that a seed repeats: the text of the file `seed` beside this program.

`seeds.Seed` copies it to where it writes that file. The workers of a house run this program too.
"""

from functools import partial
from pathlib import Path

from parlour.server.fleet import house
from seeds import SeededDraws, count_start

HERE = Path(__file__).parent
DRAWS = SeededDraws(partial((HERE / "seed").read_text, "utf-8"), count_start(HERE))

house.House = partial(house.House, draws=DRAWS)

if __name__ == "__main__":
    from parlour.cli import main

    main()
