"""Requests and responses of the lab's page: studies, and what is known of them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from parlour.server.wire.kinds import GameName, Strict

StudyBots = Literal["random", "easy", "greedy", "search:100it", "search:400it"]
StudyState = Literal["waiting", "running", "stopped", "done", "failed"]


class StudyWish(Strict):
    """A study of one edition, or of two that are compared; all of it by names that this house knows."""

    game: GameName
    seats: Annotated[int, Meta(ge=1, le=4)]
    editions: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(min_length=1, max_length=2)]
    bots: StudyBots = "greedy"
    games: Annotated[int, Meta(ge=100, le=100_000)] = 2000
    seed: Annotated[int, Meta(ge=0, le=1_000_000)] = 1
    rulings: dict[Annotated[str, Meta(max_length=40)], bool] = field(default_factory=dict)


class StudyBegun(Struct):
    """The study's id."""

    id: str


class StudyChange(Strict):
    """Stop a study, go on with it, or delete it."""

    do: Literal["stop", "go", "delete"]


class StudyCard(Struct, kw_only=True):
    """A study: what it asks, how far it is, and what it knows so far."""

    id: str
    state: StudyState
    game: str
    editions: list[str]
    seats: int
    bots: str
    games: int
    # Seconds since 1970.
    began: float
    # What it found, in a sentence; or why it was not played.
    verdict: str = ""
    fault: str = ""
    played: int = 0
    of: int = 0
    # The share that all seats would have, and what nobody would notice.
    even: float = 0.0
    margin: float = 0.0
    # By edition: games, share, and how far that may be off, whenever one looks.
    looks: dict[str, list[tuple[int, float, float]]] = field(default_factory=dict)


class Lab(Struct, kw_only=True):
    """Whether whoever asks may use the lab here, and its studies."""

    open: bool
    why: str = ""
    max_games: int = 0
    studies: list[StudyCard] = []
