"""Damaged and hostile files: a thousand saves and a thousand editions of every game, each a sentence or fine."""

import json
import random
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from parlour.engine import registry
from parlour.engine.edition import EditionError
from parlour.engine.log import SaveError, read_save
from parlour.engine.match import Match, NoSuchMove, verify

FILES = 1000
JUNK: list[Any] = [
    None, True, -1, 0, 1, 7, 127, 128, 10**6, 2**63, -(2**63), 10**30, 1.5, 1e300, "", "x", "\x00", "\x1b[2J", "é" * 50,
    "a" * 5000, "9" * 5000, "\ud7ff", [], [[]], {}, {"": 0}, [None] * 50, "draw c1 @0/1", "secret h1 s1", "../../etc",
]  # fmt: skip
VALUES = (
    *("0", "-1", "99", "128", "40000", "9" * 30, "1.5", "nan", "true", "1979-05-27"),
    *('""', '"x"', '"\\u001b[2J"', "[]", "[[]]", "{}"),
)


@cache
def saved(game: str, plies: int) -> bytes:
    """A save after so many decisions at random."""
    match = Match(registry.load(game))
    match.settle()
    rng = random.Random(plies)
    for _ in range(plies):
        if not match.over:
            match.play(rng.choice(match.legal()), match.seat)
    with tempfile.TemporaryDirectory() as folder:
        match.save(Path(folder) / "x.json")
        return (Path(folder) / "x.json").read_bytes()


def mutate_bytes(data: bytes, rng: random.Random) -> bytes:
    """Some bytes changed, cut out, doubled, swapped or cut off."""
    out = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        i = rng.randrange(len(out) + 1)
        j = min(len(out), i + rng.choice((1, 2, 8, 60)))
        how = rng.randrange(6)
        if how == 0:
            out[i:j] = rng.randbytes(j - i)
        elif how == 1:
            del out[i:j]
        elif how == 2:
            out[i:i] = out[i:j] * rng.choice((1, 50))
        elif how == 3:
            out[i:i] = rng.choice((b'"', b"{", b"[" * 3000, b"\xff", b"\\ud800", b"9" * 400, b"\n", b"-", b"="))
        elif how == 4:
            out = out[:i]
        elif i < j:
            out[i] = rng.choice(b"0123456789abcxyz-")
    return bytes(out)


def mutate_json(data: bytes, rng: random.Random) -> bytes:
    """A place somewhere in the tree replaced, removed, doubled or moved."""
    tree = json.loads(data)
    for _ in range(rng.randint(1, 2)):
        holder: Any = tree
        while True:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            if not keys:
                break
            key = rng.choice(keys)
            if isinstance(holder[key], dict | list) and rng.random() < 0.7:
                holder = holder[key]
                continue
            disturb(holder, key, keys, rng)
            break
    return json.dumps(tree).encode()


def disturb(holder: Any, key: Any, keys: list[Any], rng: random.Random) -> None:
    how = rng.randrange(4)
    if how == 0:
        del holder[key]
    elif how == 1:
        other = rng.choice(keys)
        holder[key], holder[other] = holder[other], holder[key]
    elif how == 2 and isinstance(holder[key], int):
        holder[key] = holder[key] + rng.choice((-1, 1, 100))
    else:
        holder[key] = rng.choice(JUNK)


def mutate_toml(data: bytes, rng: random.Random) -> bytes:
    """A line removed, doubled or moved, or its value replaced."""
    lines = data.decode().splitlines()
    for _ in range(rng.randint(1, 2)):
        i, how = rng.randrange(len(lines)), rng.randrange(4)
        if how == 0:
            del lines[i]
        elif how == 1:
            lines.insert(rng.randrange(len(lines)), lines[i])
        elif "=" in lines[i]:
            key = lines[i].partition("=")[0]
            values = (
                "0",
                "-1",
                "99",
                "128",
                "40000",
                "9" * 30,
                "1.5",
                "nan",
                '""',
                '"x"',
                '"\\u001b[2J"',
                "[]",
                "[[]]",
            )
            lines[i] = f"{key}= {rng.choice((*values, '{}', 'true', '1979-05-27', lines[rng.randrange(len(lines))]))}"
    return "\n".join(lines).encode()


def assert_one_sentence(error: Exception) -> None:
    assert "\n" not in str(error)
    assert 10 < len(str(error)) < 600
    assert str(error).isprintable()


def assert_names_a_place(error: EditionError, data: bytes) -> None:
    assert_one_sentence(error)
    assert error.file == "damaged.toml"
    assert 1 <= error.line <= data.count(b"\n") + 2


@pytest.mark.parametrize("game", registry.names())
def test_a_damaged_save_is_a_sentence_and_stays_as_it_is(game: str, tmp_path: Path) -> None:
    path = tmp_path / "damaged.json"
    refused = 0
    for i in range(FILES):
        rng = random.Random(i)
        data = saved(game, rng.choice((0, 3, 12, 400)))
        data = (mutate_bytes if i % 2 else mutate_json)(data, rng)
        path.write_bytes(data)
        try:
            Match.load(path)
            verify(read_save(path), path.name)
        except SaveError as error:
            assert_one_sentence(error)
            refused += 1
        assert path.read_bytes() == data
        assert [p.name for p in tmp_path.iterdir()] == ["damaged.json"]
    assert refused > FILES // 2


@pytest.mark.parametrize("game", registry.names())
def test_a_damaged_edition_is_a_sentence_and_stays_as_it_is(game: str, tmp_path: Path) -> None:
    found = registry.load(game)
    path = tmp_path / "damaged.toml"
    refused = 0
    for i in range(FILES):
        rng = random.Random(i)
        base = found.folder / f"{found.editions[i % len(found.editions)]}.toml"
        data = (mutate_bytes if i % 2 else mutate_toml)(base.read_bytes(), rng)
        path.write_bytes(data)
        try:
            found.edition(path)
        except EditionError as error:
            assert_names_a_place(error, data)
            refused += 1
        assert path.read_bytes() == data
    assert refused > FILES // 4


def test_files_that_are_not_there_are_a_sentence_too(tmp_path: Path) -> None:
    game = registry.load(registry.names()[0])
    for path in (tmp_path / "nothing.toml", tmp_path):
        with pytest.raises(EditionError, match="cannot be read"):
            game.edition(path)
        with pytest.raises(SaveError, match="cannot be read"):
            Match.load(path)


@pytest.mark.parametrize("game", registry.names())
def test_a_number_too_long_for_python_is_no_move(game: str, tmp_path: Path) -> None:
    match = Match(registry.load(game))
    match.settle()
    kind = next(k for k in match.game.moves.kinds if k.args)
    first, *others = kind.args
    # Python reads no more than 4,300 digits; a save has no text of more than 10,000 letters.
    text = " ".join([kind.name, first.mark + "9" * 5000, *(a.mark + "1" for a in others)])
    with pytest.raises(NoSuchMove) as caught:
        match.play(text)
    assert_one_sentence(caught.value)
    tree = json.loads(saved(game, 3))
    tree["log"].append(text)
    (tmp_path / "long.json").write_text(json.dumps(tree))
    with pytest.raises(SaveError, match="damaged at move"):
        Match.load(tmp_path / "long.json")
