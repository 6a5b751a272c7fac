"""Reads a QR code as a camera would, from its dark modules; without error correction: a drawn one has no errors."""

import re

# By version from 1: all codewords, error correction codewords of a block and blocks at level M, alignment patterns.
VERSIONS = (
    (26, 10, 1, ()),
    (44, 16, 1, (6, 18)),
    (70, 26, 1, (6, 22)),
    (100, 18, 2, (6, 26)),
    (134, 24, 2, (6, 30)),
    (172, 16, 4, (6, 34)),
    (196, 18, 4, (6, 22, 38)),
    (242, 22, 4, (6, 24, 42)),
    (292, 22, 5, (6, 26, 46)),
)
LEVEL_M, BYTES, FORMAT_MASK = 0, 4, 0x5412
MASKS = (
    lambda x, y: (x + y) % 2,
    lambda x, y: y % 2,
    lambda x, y: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (x // 3 + y // 2) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)


def read_svg(path: str) -> str:
    """The text of a code that is drawn as squares of one unit."""
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    left, top = min(x for x, _ in dark), min(y for _, y in dark)
    size = max(x for x, _ in dark) - left + 1
    return read({(x - left, y - top) for x, y in dark}, size)


def read(dark: set[tuple[int, int]], size: int) -> str:
    version = (size - 17) // 4
    mask = MASKS[mask_number(dark)]
    total, correction, blocks, alignment = VERSIONS[version - 1]
    bits = [((x, y) in dark) ^ (mask(x, y) == 0) for x, y in way(size, fixed(size, version, alignment))]
    words = [number(bits[i : i + 8]) for i in range(0, total * 8, 8)]
    data = [bit for word in in_order(words, total, correction, blocks) for bit in f"{word:08b}"]
    assert number(data[:4]) == BYTES
    length = number(data[4:12])
    return bytes(number(data[12 + 8 * i : 20 + 8 * i]) for i in range(length)).decode()


def number(bits) -> int:
    return int("".join(str(int(bit)) for bit in bits), 2)


def mask_number(dark: set[tuple[int, int]]) -> int:
    places = [*((x, 8) for x in (0, 1, 2, 3, 4, 5, 7, 8)), *((8, y) for y in (7, 5, 4, 3, 2, 1, 0))]
    found = number(place in dark for place in places) ^ FORMAT_MASK
    assert found >> 13 == LEVEL_M
    return found >> 10 & 7


def fixed(size: int, version: int, alignment) -> set[tuple[int, int]]:
    """Everything that is no data: finders with their format, timing, alignment and version."""
    found = {(x, y) for x in range(9) for y in range(9)}
    found |= {(x, y) for x in range(size - 8, size) for y in range(9)}
    found |= {(x, y) for x in range(9) for y in range(size - 8, size)}
    found |= {(6, i) for i in range(size)} | {(i, 6) for i in range(size)}
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    for x, y in ((x, y) for x in alignment for y in alignment if (x, y) not in corners):
        found |= {(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3)}
    if version >= 7:
        found |= {(x, y) for x in range(6) for y in range(size - 11, size - 8)}
        found |= {(x, y) for x in range(size - 11, size - 8) for y in range(6)}
    return found


def way(size: int, taken: set[tuple[int, int]]):
    """The data modules in order: up and down in columns of two, from the right."""
    for column in range(size - 1, 0, -2):
        right = column - 1 if column <= 6 else column
        up = (right + 1) & 2 == 0
        for step in range(size):
            y = size - 1 - step if up else step
            yield from ((x, y) for x in (right, right - 1) if (x, y) not in taken)


def in_order(words: list[int], total: int, correction: int, blocks: int) -> list[int]:
    """The data of all blocks, one after the other, as they were before they were shuffled."""
    short, few = total // blocks - correction, blocks - total % blocks
    found: list[list[int]] = [[] for _ in range(blocks)]
    at = iter(words)
    for i in range(short + 1):
        for block in range(blocks):
            if i < short or block >= few:
                found[block].append(next(at))
    return [word for block in found for word in block]
