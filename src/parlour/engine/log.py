"""The log of a match: its header and its moves, chance included, from which every State is derived.

A line is a move's text. A line of chance also says which index it was out of how many: `draw c7 @3/14`. The hash of
the log so far goes into every live draw, so no line can be changed without changing what follows.

In logs of header 1 a draw also follows from how often moves had been taken back by then, which its line says
(`draw c7 @3/14~1`). Such matches go on as they began.
"""

import copy
import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import msgspec

from parlour.engine.bounded import MAX_TOML_BYTES, decode_json, read_bounded
from parlour.engine.chance import Chance, Live
from parlour.engine.record import NONE
from parlour.engine.words import one_sentence

FORMAT = 2
# The format of the log's header and lines, over which hashes and draws are made; and the last one in which draws also
# follow from how often moves were taken back.
HEADER = 2
COUNTS_UNDOS = 1
NOTICE = "This file shows everything: every hand, every secret, every draw."
MAX_SAVE_BYTES = 5_000_000
# Moves of one match, chance included: every game ends long before by its rules.
MAX_ENTRIES = 10_000
# How often moves of one match may be taken back: a story tells of it.
MAX_UNDOS = 1000
# How many ways that were tried and taken back at one ply are remembered.
MAX_SEEN = 20
CHANCE_LINE = re.compile(r"(?P<move>.+) @(?P<index>\d{1,6})/(?P<n>\d{1,6})(?:~(?P<undos>\d{1,6}))?")


# Six digits, as in a line of chance.
Count = Annotated[int, msgspec.Meta(ge=0, le=999_999)]
Short = Annotated[str, msgspec.Meta(max_length=200)]
# A logged move; whoever wrote a longer one than there is gets to hear which move it was.
Line = Annotated[str, msgspec.Meta(max_length=10_000)]
Run = Annotated[tuple[Line, ...], msgspec.Meta(max_length=MAX_ENTRIES)]
# A State as base64.
StateText = Annotated[str, msgspec.Meta(max_length=100_000)]


class SaveError(ValueError):
    """A saved game that cannot be used, in one sentence, which may quote what is hidden; and after which ply."""

    def __init__(self, sentence: str, ply: int | None = None) -> None:
        super().__init__(one_sentence(sentence))
        self.ply = ply


@dataclass(frozen=True)
class Entry:
    """One move; for chance, its index out of n, and in older logs the number of undos so far."""

    move: int
    text: str
    index: int | None = None
    n: int = 0
    undos: int = 0

    @classmethod
    def of(cls, line: str) -> "Entry":
        """A logged line whose move nobody has looked up yet."""
        drawn = CHANCE_LINE.fullmatch(line)
        if not drawn:
            return cls(int(NONE), line)
        return cls(int(NONE), drawn["move"], int(drawn["index"]), int(drawn["n"]), int(drawn["undos"] or 0))

    @property
    def is_chance(self) -> bool:
        return self.index is not None

    @property
    def line(self) -> str:
        if self.index is None:
            return self.text
        return f"{self.text} @{self.index}/{self.n}" + (f"~{self.undos}" if self.undos else "")


@dataclass
class Log:
    """The moves of one match and the running hash over them."""

    header: dict[str, Any]
    entries: list[Entry] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.hashes = [hashlib.sha256(self.start.encode()).hexdigest()]
        entries, self.entries = self.entries, []
        for entry in entries:
            self.add(entry)

    @property
    def start(self) -> str:
        """The text that the first hash is taken of."""
        return json.dumps(self.header, sort_keys=True, separators=(",", ":"), ensure_ascii=True)

    @property
    def hash(self) -> str:
        return self.hashes[-1]

    def clone(self) -> "Log":
        """A log that goes on by itself."""
        twin = copy.copy(self)
        twin.entries, twin.hashes = list(self.entries), list(self.hashes)
        return twin

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.hashes.append(hashlib.sha256(f"{self.hash}\n{entry.line}".encode()).hexdigest())

    def cut(self, plies: int) -> None:
        """Drop everything after so many plies."""
        del self.entries[plies:]
        del self.hashes[plies + 1 :]


class EditionMark(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Which edition was played; the text is there when the edition is not one of the game's own."""

    id: Short
    hash: Short
    text: Annotated[str, msgspec.Meta(max_length=MAX_TOML_BYTES)] | None = None


class Draws(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A stretch of live chance from one ply on: what was committed to, and the secret once revealed."""

    start: Count
    commitment: Short
    nonces: Annotated[list[Short], msgspec.Meta(max_length=8)] = []
    secret: Short | None = None


class Ledger:
    """The stretches of live chance of a match, each with its own commitment; seeded chance leaves it empty."""

    def __init__(self, stretches: Iterable[Draws] = ()) -> None:
        self.stretches = list(stretches)

    def begin(self, ply: int, chance: Chance) -> None:
        """From this ply on draws come from this chance; nothing to note if they already do."""
        if isinstance(chance, Live) and not self.holds(chance):
            self.stretches.append(Draws(ply, chance.commitment, list(chance.nonces)))

    def clone(self) -> "Ledger":
        return Ledger(map(copy.copy, self.stretches))

    def holds(self, chance: Live) -> bool:
        return bool(self.stretches) and self.stretches[-1].commitment == chance.commitment

    def cut(self, ply: int, chance: Chance) -> None:
        """Moves from this ply on were taken back; later stretches go with them."""
        self.stretches = [d for d in self.stretches if d.start <= ply]
        self.begin(ply, chance)

    def reveal(self, chance: Chance) -> None:
        """Tell the secret of the stretch that is being drawn from."""
        if isinstance(chance, Live) and self.holds(chance):
            self.stretches[-1].secret = chance.secret.hex()


class Renewal(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """From this ply on a match is played by another version of the rules, beginning with this State (base64)."""

    ply: Count
    version: int
    state: StateText


class TakenBack(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """That a seat took moves back, to which ply, and how often.

    `seen`: what had shown somebody something by then, as lines of the log from that ply on, once for each way that was
    tried.
    """

    ply: Count
    seat: Annotated[int, msgspec.Meta(ge=0, le=3)]
    times: Count = 1
    seen: Annotated[tuple[Run, ...], msgspec.Meta(max_length=MAX_SEEN)] = ()

    def with_more(self, times: int, seen: Iterable[Run]) -> "TakenBack":
        """This, and more that was taken back to the same ply: of ways tried only the longest, the last ones."""
        runs = list(dict.fromkeys((*self.seen, *seen)))
        longest = [run for run in runs if not any(run == other[: len(run)] and run != other for other in runs)]
        return msgspec.structs.replace(self, times=self.times + times, seen=tuple(longest[-MAX_SEEN:]))


def with_taken(taken: Iterable[TakenBack], one: TakenBack, cut: Run) -> list[TakenBack]:
    """What is told of taking back, and one more: a run is one entry.

    What was itself taken back is not told, but what it had shown is: it followed on some of the lines that are `cut`.
    """
    kept: list[TakenBack] = []
    for t in taken:
        if t.ply > one.ply:
            one = one.with_more(0, ((*cut[: t.ply - one.ply], *run) for run in t.seen))
        elif (t.ply, t.seat) == (one.ply, one.seat):
            one = t.with_more(one.times, one.seen)
        else:
            kept.append(t)
    return [*kept, one]


class Save(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A match as a file. `version` is that of the rules it began with, `state` the last State (base64)."""

    parlour: int
    notice: str
    game: Short
    version: int
    edition: EditionMark
    seats: Annotated[int, msgspec.Meta(ge=1, le=4)]
    mode: Short
    rulings: Annotated[dict[Short, bool], msgspec.Meta(max_length=100)]
    first: int
    names: Annotated[list[Short], msgspec.Meta(max_length=4)]
    draws: Annotated[list[Draws], msgspec.Meta(max_length=MAX_ENTRIES)]
    undos: Count
    layout: Short
    state: StateText
    log: Annotated[list[Line], msgspec.Meta(max_length=MAX_ENTRIES)]
    renewals: Annotated[list[Renewal], msgspec.Meta(max_length=1000)] = []
    taken: Annotated[list[TakenBack], msgspec.Meta(max_length=MAX_ENTRIES)] = []
    # The format of the log.
    header: Annotated[int, msgspec.Meta(ge=1, le=HEADER)] = 1
    # How often something was taken back that had shown somebody something.
    undos_told: Count = 0


class Frozen(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A match exactly as it stands, with what only the machine that deals may know: where chance goes on.

    Without a secret and without a seed it goes on with a new secret.
    """

    save: Save
    secret: str | None = None
    seed: int | None = None
    index: int = 0
    stream: int | None = None
    # Answers that are in while other seats are still asked at the same time.
    pending: dict[str, str] = {}


def encode(save: Any) -> bytes:
    """A save as JSON that a person can read: one move a line."""
    return msgspec.json.format(msgspec.json.encode(save), indent=1) + b"\n"


def read_save(path: Path) -> Save:
    """Read a save from a file, or say in one sentence why not."""
    try:
        return decode(read_bounded(path, MAX_SAVE_BYTES), path.name)
    except OSError as error:
        raise SaveError(f"{path.name} cannot be read: {error.strerror}") from None


class Marked(msgspec.Struct):
    """What says that a file is one of ours; everything else in it is skipped, and nothing made of it."""

    parlour: msgspec.Raw = msgspec.Raw()


def decode(data: bytes, name: str) -> Save:
    """Read a save, or say in one sentence what is wrong with it."""
    if len(data) > MAX_SAVE_BYTES:
        raise SaveError(f"{name} is too large to be a saved game (at most {MAX_SAVE_BYTES:,} bytes)")
    try:
        found = bytes(decode_json(data, Marked).parlour).decode()
    except msgspec.ValidationError:
        raise SaveError(f"{name} is not a saved game of Parlour") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SaveError(f"{name} is not a saved game: it is damaged or not JSON ({error})") from None
    if not found:
        raise SaveError(f"{name} is not a saved game of Parlour")
    if found != str(FORMAT):
        raise SaveError(f"{name} was saved in format {found[:20]}; this Parlour reads format {FORMAT}")
    try:
        return decode_json(data, Save)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SaveError(f"{name} is damaged: {error}") from None


def write_safely(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, whatever happens in between."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
