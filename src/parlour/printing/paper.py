"""Paper: how many cards lie on a sheet, where, and where to cut."""

from dataclasses import dataclass

from parlour.engine.deck import HEIGHT, WIDTH

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
BLEEDS = (0, 3, 5)
# What stays free round the cards, and how long a mark is at most.
MIN_MARGIN, MARK = 1.6, 4.0


@dataclass(frozen=True)
class Grid:
    """Places for cards on one sheet, in millimetres."""

    width: float
    height: float
    columns: int
    rows: int
    bleed: int

    @property
    def each(self) -> int:
        return self.columns * self.rows

    @property
    def left(self) -> float:
        return (self.width - self.columns * (WIDTH + 2 * self.bleed)) / 2

    @property
    def top(self) -> float:
        return (self.height - self.rows * (HEIGHT + 2 * self.bleed)) / 2

    def place(self, i: int, mirrored: bool = False) -> tuple[float, float]:
        """Where the card in place i is cut at its upper left; mirrored, for sheets that are turned over."""
        row, column = divmod(i, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        x = self.left + column * (WIDTH + 2 * self.bleed) + self.bleed
        return x, self.top + row * (HEIGHT + 2 * self.bleed) + self.bleed

    def ticks(self) -> list[tuple[float, float, float, float]]:
        """Marks at the sheet's edges, one for each cut: x, y, and how far they reach to the right and down."""
        columns = sorted({edge for i in range(self.columns) for edge in (self.place(i)[0], self.place(i)[0] + WIDTH)})
        first = range(0, self.each, self.columns)
        rows = sorted({edge for i in first for edge in (self.place(i)[1], self.place(i)[1] + HEIGHT)})
        long, high = min(MARK, self.left - 0.5), min(MARK, self.top - 0.5)
        found = []
        for x in columns:
            found += [(x, self.top - 0.5 - high, 0.0, high), (x, self.height - self.top + 0.5, 0.0, high)]
        for y in rows:
            found += [(self.left - 0.5 - long, y, long, 0.0), (self.width - self.left + 0.5, y, long, 0.0)]
        return found


def grid(paper: str, bleed: int) -> Grid:
    """The way to lay a sheet that has room for most cards, upright where both ways have the same."""
    if paper not in PAPERS:
        raise ValueError(f"there is no paper {paper!r}; there are {' and '.join(PAPERS)}")
    if bleed not in BLEEDS:
        raise ValueError(f"a bleed of {bleed} mm is none of {', '.join(map(str, BLEEDS))}")
    width, height = PAPERS[paper]
    return max(filled(width, height, bleed), filled(height, width, bleed), key=lambda found: found.each)


def filled(width: float, height: float, bleed: int) -> Grid:
    room = 2 * MIN_MARGIN
    columns, rows = int((width - room) // (WIDTH + 2 * bleed)), int((height - room) // (HEIGHT + 2 * bleed))
    return Grid(width, height, columns, rows, bleed)
