"""Links one WebAssembly object of LLVM into a module that runs, so that nobody has to install a linker.

An object is almost a module: its functions, types and tables have their final numbers, because there is nothing else to
link it with. What is missing is memory (an object imports it), the stack and the data's place in it, and exports. The
stack lies below the data, so that one that overflows is a fault and overwrites nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

PAGE = 65536
STACK = 1 << 20

TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, CODE, DATA, COUNT = range(1, 13)
# In which order a module has its sections.
ORDER = (TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, COUNT, CODE, DATA)
FUNCTION_KIND, TABLE_KIND, MEMORY_KIND, GLOBAL_KIND = range(4)
I32, CONST, END = 0x7F, 0x41, 0x0B

# Subsections and flags of the section `linking`.
SYMBOLS = 8
UNDEFINED, NAMED = 0x10, 0x40
DATA_SYMBOL, SECTION_SYMBOL = 1, 3

# Relocations: whole addresses of memory move with the data; those of functions, types and tables stay as they are.
MOVED = {3: "leb", 4: "leb", 5: "i32"}
KEPT = {0, 1, 2, 6, 7, 10, 13, 18, 20}
WITH_ADDEND = {3, 4, 5, 8, 9}


class CannotLink(RuntimeError):
    """Something in an object that this linker does not know; says what."""


class Reader:
    """Reads numbers and names from bytes, one after the other."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        """An unsigned number in LEB128."""
        found = shift = 0
        while True:
            one = self.byte()
            found |= (one & 127) << shift
            shift += 7
            if one < 128:
                return found

    def signed(self) -> int:
        found = shift = 0
        while True:
            one = self.byte()
            found |= (one & 127) << shift
            shift += 7
            if one < 128:
                return found - (1 << shift) if one & 64 else found

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def name(self) -> str:
        return self.take(self.number()).decode()

    def limits(self) -> tuple[int, int]:
        """The least of a memory or a table, and its flags."""
        flags = self.byte()
        least = self.number()
        if flags & 1:
            self.number()
        return least, flags


def leb(value: int) -> bytes:
    out = bytearray()
    while True:
        one, value = value & 127, value >> 7
        out.append(one | (128 if value else 0))
        if not value:
            return bytes(out)


def signed_leb(value: int) -> bytes:
    out = bytearray()
    while True:
        one, value = value & 127, value >> 7
        done = (value == 0 and not one & 64) or (value == -1 and one & 64)
        out.append(one | (0 if done else 128))
        if done:
            return bytes(out)


def padded(value: int) -> bytes:
    """A number of 32 bits in five bytes, as objects have those that a linker may change; signed and unsigned alike."""
    return bytes(((value >> 7 * i) & 127) | (128 if i < 4 else 0) for i in range(5))


def named(text: str) -> bytes:
    return leb(len(text.encode())) + text.encode()


def section(id: int, rows: Iterable[bytes]) -> bytes:
    kept = list(rows)
    body = leb(len(kept)) + b"".join(kept)
    return bytes([id]) + leb(len(body)) + body


@dataclass
class Object:
    """The sections of an object, by number and those with names by name, and where its functions are."""

    parts: dict[int, bytearray] = field(default_factory=dict)
    named: dict[str, bytes] = field(default_factory=dict)
    # In the order of the file: relocations name sections by it.
    order: list[int | str] = field(default_factory=list)


def read_object(data: bytes) -> Object:
    if data[:8] != b"\0asm\1\0\0\0":
        raise CannotLink("this is no WebAssembly object")
    found, reader = Object(), Reader(data, 8)
    while reader.at < len(data):
        id = reader.byte()
        body = reader.take(reader.number())
        if id == 0:
            inner = Reader(body)
            name = inner.name()
            found.named[name] = body[inner.at :]
            found.order.append(name)
        else:
            found.parts[id] = bytearray(body)
            found.order.append(id)
    return found


def link(data: bytes, exports: Iterable[str]) -> bytes:
    """A module that exports its memory, its stack's pointer and these functions, and imports only functions."""
    found = read_object(data)
    functions, base = function_numbers(found), STACK
    for name, body in found.named.items():
        if name.startswith("reloc."):
            move(found, body, base)
    imports, tables = imported(found)
    data_rows, top = placed(found, base)
    pages = -(-top // PAGE)
    made: dict[int, bytes] = {id: bytes([id]) + leb(len(body)) + bytes(body) for id, body in found.parts.items()}
    made[IMPORT] = section(IMPORT, imports)
    made[TABLE] = section(TABLE, tables)
    made[MEMORY] = section(MEMORY, [b"\0" + leb(pages)])
    made[GLOBAL] = section(GLOBAL, [bytes([I32, 1, CONST]) + signed_leb(STACK) + bytes([END])])
    wanted = [*exports]
    if missing := [name for name in wanted if name not in functions]:
        raise CannotLink(f"the object has no {', '.join(missing)}")
    # The stack's pointer goes out too: after a fault the host puts it back.
    rows = [named("memory") + bytes([MEMORY_KIND]) + leb(0), named("stack") + bytes([GLOBAL_KIND]) + leb(0)]
    rows += [named(name) + bytes([FUNCTION_KIND]) + leb(functions[name]) for name in wanted]
    made[EXPORT] = section(EXPORT, rows)
    made[DATA] = section(DATA, data_rows)
    return data[:8] + b"".join(made[id] for id in ORDER if id in made)


def function_numbers(found: Object) -> dict[str, int]:
    """The functions that the object defines, by name."""
    reader = Reader(found.named["linking"])
    if reader.number() != 2:
        raise CannotLink("this object is of another version than 2")
    numbers: dict[str, int] = {}
    while reader.at < len(reader.data):
        kind = reader.byte()
        end = reader.number() + reader.at
        for _ in range(reader.number() if kind == SYMBOLS else 0):
            read_symbol(reader, numbers)
        reader.at = end
    return numbers


def read_symbol(reader: Reader, numbers: dict[str, int]) -> None:
    kind, flags = reader.byte(), reader.number()
    if kind == DATA_SYMBOL:
        name = reader.name()
        if flags & UNDEFINED:
            raise CannotLink(f"{name} is in no part of the module")
        for _ in range(3):
            reader.number()
    elif kind == SECTION_SYMBOL:
        reader.number()
    else:
        number = reader.number()
        if not flags & UNDEFINED or flags & NAMED:
            name = reader.name()
            if kind == 0 and not flags & UNDEFINED:
                numbers[name] = number


def move(found: Object, body: bytes, base: int) -> None:
    """Add the place of the data to every address that a section's relocations name."""
    reader = Reader(body)
    id = found.order[reader.number()]
    if not isinstance(id, int):
        # What debuggers read is left out.
        return
    target = found.parts[id]
    for _ in range(reader.number()):
        kind, at = reader.byte(), reader.number()
        reader.number()
        if kind in WITH_ADDEND:
            reader.signed()
        if kind in MOVED:
            if MOVED[kind] == "leb":
                target[at : at + 5] = padded(Reader(bytes(target), at).number() + base)
            else:
                moved = int.from_bytes(target[at : at + 4], "little") + base
                target[at : at + 4] = (moved & 0xFFFFFFFF).to_bytes(4, "little")
        elif kind not in KEPT:
            raise CannotLink(f"relocation {kind} is not known here")


def imported(found: Object) -> tuple[list[bytes], list[bytes]]:
    """What stays imported, and the tables that were; memory and the stack's pointer are defined by the module."""
    reader = Reader(bytes(found.parts.get(IMPORT, b"\0")))
    functions: list[bytes] = []
    tables: list[bytes] = []
    for _ in range(reader.number()):
        begin = reader.at
        reader.name()
        name, kind = reader.name(), reader.byte()
        if kind == FUNCTION_KIND:
            reader.number()
            functions.append(reader.data[begin : reader.at])
        elif kind == TABLE_KIND:
            shape = reader.byte()
            least, _ = reader.limits()
            tables.append(bytes([shape, 0]) + leb(least))
        elif kind == MEMORY_KIND:
            reader.limits()
        elif kind == GLOBAL_KIND:
            reader.at += 2
            if name != "__stack_pointer":
                raise CannotLink(f"a global called {name}")
        else:
            raise CannotLink(f"an import of kind {kind}")
    return functions, tables


def placed(found: Object, base: int) -> tuple[list[bytes], int]:
    """The pieces of data at their places, and where they end."""
    reader = Reader(bytes(found.parts.get(DATA, b"\0")))
    rows, top = [], base
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.byte() != CONST:
            raise CannotLink("data whose place is not a number")
        at = reader.signed() + base
        reader.byte()
        body = reader.take(reader.number())
        rows.append(b"\0" + bytes([CONST]) + signed_leb(at) + bytes([END]) + leb(len(body)) + body)
        top = max(top, at + len(body))
    return rows, top
