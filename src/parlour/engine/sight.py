"""Sight: one hidden record of one seat, with what makes words and a view of it.

A game's `view(sight)` gets it. Match adds moves, questions and the story: that is a Look.
"""

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from sys import getsizeof
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakSet

import numpy as np

from parlour.engine.asking import ask_rule
from parlour.engine.plain import OVER, Plain, bits
from parlour.engine.view import Printed, View, as_dict, whole
from parlour.engine.words import Line

if TYPE_CHECKING:
    from parlour.engine.edition import Edition
    from parlour.engine.game import Game

# How many voices are remembered, and what all sentences of all voices may take together, in bytes.
MAX_VOICES, MAX_SENTENCE_BYTES = 500, 16_000_000
# What a place in a dict takes, its part of the empty ones included.
PLACE = 104


class Sentences:
    """What voices have said; all of it is forgotten when it takes too much. Used by several threads."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.voices: WeakSet[Voice] = WeakSet()
        self.size = 0

    def keep(self, voice: "Voice", asked: tuple[Any, ...], found: str) -> None:
        with self.lock:
            self.size += getsizeof(found) + getsizeof(asked) + sum(map(getsizeof, asked[1:])) + PLACE
            if self.size > MAX_SENTENCE_BYTES:
                for each in self.voices:
                    each.said = {}
                self.size = 0
            self.voices.add(voice)
            voice.said[asked] = found


SENTENCES = Sentences()


class Voice:
    """Says lines to one reader. Most of what a table says it says again and again, so sentences are kept."""

    def __init__(self, game: "Game", edition: "Edition", language: str, reader: int | None, names: tuple[str, ...]):
        self.game, self.edition, self.language = game, edition.in_language(language), language
        self.untranslated = edition
        self.reader, self.names = reader, names
        self.said: dict[Any, str] = {}

    @cached_property
    def printed(self) -> Printed:
        """What the edition prints, in this language: sent once a table."""
        return printed_in(self.game, self.untranslated, self.language)

    def say(self, said: Line) -> str:
        """A line as a sentence."""
        return self.text(said.key, **said.fields)

    def text(self, key: str, /, **fields: Any) -> str:
        """The sentence of a key, without making a line of it first."""
        asked = (key, *fields.items())
        found = self.said.get(asked)
        if found is None:
            line = Line(key, fields)
            found = self.game.words.say(line, self.edition, self.language, self.reader, self.names)
            SENTENCES.keep(self, asked, found)
        return found


@lru_cache(MAX_VOICES)
def voice_for(game: "Game", edition: "Edition", language: str, reader: int | None, names: tuple[str, ...]) -> Voice:
    """The voice for a reader, the same at every look."""
    return Voice(game, edition, language, reader, names)


@lru_cache(200)
def printed_in(game: "Game", edition: "Edition", language: str) -> Printed:
    """What the edition prints, in a language."""
    found: Printed = game.part("view").printed(
        edition.in_language(language), voice_for(game, edition, language, None, ()).text
    )
    return found


@lru_cache(200)
def prints_in(game: "Game", edition: "Edition", language: str) -> dict[str, Any]:
    """The same as plain dicts, which all screens share."""
    return as_dict(printed_in(game, edition, language))


class Step(NamedTuple):
    """A move as one seat saw it, and who made it; what the seat knew before and after is hidden when asked for."""

    ply: int
    # A seat, or chance.
    who: int
    move: int
    record_at: Callable[[int], Plain]

    @property
    def before(self) -> Plain:
        return self.record_at(self.ply)

    @property
    def after(self) -> Plain:
        return self.record_at(self.ply + 1)


class Sight:
    """One hidden record of one seat: what a game's view is made from."""

    def __init__(self, edition: "Edition", hidden: np.ndarray, seat: int, voice: Voice) -> None:
        self.game, self.edition, self.seat, self.voice = voice.game, edition, seat, voice
        self.hidden = hidden
        # A sentence in the reader's language by its key and fields.
        self.text = voice.text

    @cached_property
    def g(self) -> Plain:
        """The hidden record as plain values."""
        return Plain(self.hidden).whole()

    @property
    def e(self) -> Plain:
        """The edition's record as plain values."""
        return self.edition.plain

    @property
    def printed(self) -> Printed:
        """What the edition prints, in the reader's language: sent once a table."""
        return self.voice.printed

    def ask(self, rule: Any, *arguments: int) -> Any:
        """What an askable rule says of what this seat knows, or None if that depends on what it does not know."""
        return ask_rule(rule, self.edition, self.g, *arguments)

    @cached_property
    def view(self) -> View:
        """What the seat's screen shows now."""
        found: View = self.game.part("view").view(self)
        return found

    def steps_back(self) -> Iterator[Step]:
        """Every move so far, the last one first; none outside a match."""
        return iter(())

    def last_step(self) -> Step | None:
        return next(self.steps_back(), None)

    @property
    def screen(self) -> dict[str, Any]:
        """View and edition put together as plain dicts, for screens that get everything at once and change nothing."""
        return whole(self.view, prints_in(self.game, self.edition, self.voice.language))

    def common(self) -> dict[str, Any]:
        """What the views of all games have, by the names of View's fields."""
        g = self.g
        return {
            "game": self.game.name,
            "me": self.seat,
            "turn": g.seat,
            "asked": bits(g.asked, g.seats),
            "over": g.seat == OVER,
            "seats": g.seats,
            "mode": self.game.about.modes[g.mode].name,
            "first": g.first,
            "ply": g.ply,
            "points": tuple(g.points[: g.seats]),
            "winners": bits(g.winners, g.seats),
        }
