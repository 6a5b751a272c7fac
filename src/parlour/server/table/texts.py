"""What people type, names and talk, in a form that shows as it reads."""

import unicodedata
from collections.abc import Iterable, Iterator

MAX_NAME = 24
PLAYER = {"en": "Player", "de": "Spieler"}
MAX_MARKS = 2

# Control, format and surrogate characters and line separators: most of them turn the direction of writing or show
# nothing.
LEFT_OUT = {"Cc", "Cf", "Cs", "Zl", "Zp"}
# What shows nothing as well and is in other categories: fillers, empty signs, and what Unicode says is ignorable.
BLANK = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2065, 0x2065),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFC),
    (0x1D159, 0x1D159),
    (0xE0000, 0xE0FFF),
)
# Emoji are joined into one, and shown in colour or not.
JOINER, AS_EMOJI, AS_TEXT = "\u200d", "\ufe0f", "\ufe0e"
EMOJI = range(0x1F000, 0x1FB00)

# Letters of other alphabets, and signs, that are drawn like one of a to z, in upper or in lower case.
LOOK_ALIKES = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0456\u0458\u04bb\u04cf\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03f2"
    "\u0131\u0251\u0261l1|0",
    "abekmhopctyxsijhidqw" + "abezhikmnoptyxc" + "iagiiio",
)


def tidy(text: str) -> str:
    """Composed, without what shows nothing or turns the direction, with single spaces; may be empty."""
    kept = "".join(few_marks(visible(unicodedata.normalize("NFC", text))))
    return unicodedata.normalize("NFC", " ".join(kept.split()))


def visible(text: str) -> Iterator[str]:
    """The characters that show, and between emoji what joins them or chooses their look."""
    before = ""
    for i, c in enumerate(text):
        joins = c == JOINER and is_emoji(before.removesuffix(AS_EMOJI)[-1:]) and is_emoji(text[i + 1 : i + 2])
        chooses = c in (AS_EMOJI, AS_TEXT) and is_emoji(before[-1:])
        if joins or chooses or not is_blank(c):
            yield c
            before = before[-1:] + c


def few_marks(text: Iterable[str]) -> Iterator[str]:
    """At most two combining marks on a letter, and none without one; vowel signs that take room are letters here."""
    room = 0
    for c in text:
        if unicodedata.category(c) not in ("Mn", "Me") or c in (AS_EMOJI, AS_TEXT):
            room = 0 if c.isspace() else MAX_MARKS
            yield c
        elif room:
            room -= 1
            yield c


def is_blank(c: str) -> bool:
    """Whether a character, other than a space, shows nothing by itself."""
    blank = unicodedata.category(c) in LEFT_OUT or any(first <= ord(c) <= last for first, last in BLANK)
    return blank and not c.isspace()


def is_emoji(c: str) -> bool:
    """Whether a character can be part of an emoji; those that are newer than this Python are in the same range."""
    return c != "" and (unicodedata.category(c) == "So" or ord(c) in EMOJI)


def skeleton(name: str) -> str:
    """What names that look the same have in common: no case, no accents, letters of other alphabets as they look."""
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).casefold())
    bare = (c for c in apart if not (unicodedata.combining(c) or unicodedata.category(c) == "Me" or is_blank(c)))
    return " ".join("".join(bare).translate(LOOK_ALIKES).split())


def player_name(seat: int, language: str) -> str:
    """What somebody is called who has not said a name, at a table that is laid in this language."""
    return f"{PLAYER.get(language, PLAYER['en'])} {seat + 1}"


def free_name(name: str, taken: Iterable[str]) -> str:
    """The name, or with a number behind it if somebody at the table has one that looks the same."""
    used = {skeleton(other) for other in taken}
    for number in range(1, len(used) + 2):
        ending = f" {number}" if number > 1 else ""
        found = name[: MAX_NAME - len(ending)].rstrip(JOINER + " ") + ending
        if skeleton(found) not in used:
            return found
    raise AssertionError("one of n + 1 names is free among n")
