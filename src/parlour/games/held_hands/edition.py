"""Board and decks of ...and then we held hands...: what an edition file may say, and the record of it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from parlour.engine.edition import Content, Name, Prose, Slug, Source, fill_rows, unknown
from parlour.engine.record import NONE, field, record
from parlour.games.held_hands import state as S

Node = Annotated[int, Meta(ge=1, le=S.NODES)]


class Numbers(Struct, forbid_unknown_fields=True, frozen=True):
    hand: Annotated[int, Meta(ge=1, le=S.HAND)]
    limit: Annotated[int, Meta(ge=1, le=9)]
    chain: Annotated[int, Meta(ge=1, le=S.NODES)]
    goals: Annotated[int, Meta(ge=1, le=S.AIMS // S.PLAYERS)]


class Emotion(Struct, forbid_unknown_fields=True, frozen=True):
    id: Slug
    name: Name
    colour: Literal["green", "blue", "red", "black"]
    balance: Literal[-1, 1]
    objectives: Annotated[int, Meta(ge=0, le=S.AIMS)]


class Ring(Struct, forbid_unknown_fields=True, frozen=True):
    id: Slug
    title: Name
    nodes: Annotated[str, Meta(pattern=r"^[GBRK]( [GBRK])*$", max_length=2 * S.NODES)]
    axis: list[Node]

    @property
    def colours(self) -> list[int]:
        """The colours of the ring's nodes, clockwise from the far seat."""
        return [S.LETTERS.index(letter) for letter in self.nodes.split()]


class Board(Struct, forbid_unknown_fields=True, frozen=True):
    source: Source
    start: tuple[Node, Node]
    links: list[tuple[Node, Node]]


class Card(Struct, forbid_unknown_fields=True, frozen=True):
    id: Slug
    name: Name
    left: Slug
    right: Slug
    copies: Annotated[int, Meta(ge=1, le=S.COPIES)]
    source: Source
    flavour: Prose = ""


class Story(Content, forbid_unknown_fields=True, frozen=True, kw_only=True, dict=True):
    numbers: Numbers
    emotions: Annotated[list[Emotion], Meta(min_length=len(S.COLOURS), max_length=len(S.COLOURS))]
    rings: Annotated[list[Ring], Meta(min_length=1, max_length=S.RINGS)]
    board: Board
    cards: Annotated[list[Card], Meta(min_length=1, max_length=S.KINDS)]

    @cached_property
    def colours(self) -> list[int]:
        """The colour of every node by its number from 0; the Heart's is NONE."""
        return [c for ring in self.rings for c in ring.colours] + [int(NONE)]

    @cached_property
    def ring_of(self) -> list[int]:
        """The ring of every node; the Heart comes after the last ring."""
        return [r for r, ring in enumerate(self.rings) for _ in ring.colours] + [len(self.rings)]

    @cached_property
    def angles(self) -> list[float]:
        """Where every node lies, in degrees clockwise from the far seat; the Heart's angle means nothing."""
        return [360 * k / len(ring.colours) for ring in self.rings for k in range(len(ring.colours))] + [0.0]

    @property
    def heart(self) -> int:
        return len(self.colours) - 1

    def emotion(self, colour: int) -> Emotion:
        """The emotion of a colour."""
        return next(x for x in self.emotions if x.colour == S.COLOURS[colour])

    def colour(self, emotion: str) -> int:
        """The colour of an emotion, NONE if there is no such emotion."""
        return next((S.COLOURS.index(x.colour) for x in self.emotions if x.id == emotion), int(NONE))

    def kind(self, card: Card) -> int:
        """The kind of a card as the rules count them: its left and its right colour."""
        return self.colour(card.left) * len(S.COLOURS) + self.colour(card.right)

    def card_of(self, kind: int) -> Card | None:
        """The card of a kind, if the edition has one."""
        return next((card for card in self.cards if self.kind(card) == kind), None)

    def neighbours(self, node: int) -> list[int]:
        """The nodes linked to a node, ascending, all numbered from 0."""
        pairs = self.board.links + [(b, a) for a, b in self.board.links]
        return sorted(b - 1 for a, b in pairs if a - 1 == node)

    def steps_to(self, targets: Iterable[int], ring: int) -> list[int]:
        """How many steps every node is away from the nearest target through rings up to this one; NONE if never."""
        away = [int(NONE)] * len(self.colours)
        edge = list(targets)
        for node in edge:
            away[node] = 0
        for node in edge:
            for near in self.neighbours(node):
                if away[near] == NONE and self.ring_of[near] <= ring:
                    away[near] = away[node] + 1
                    edge.append(near)
        return away


CONTENT = Story

EDITION = record(
    field("rings", "i1", (), "all", "count", "rings round the Heart"),
    field("nodes", "i1", (), "all", "count", "nodes, the Heart included"),
    field("heart", "i1", (), "all", "place", "the Heart, the last of the nodes"),
    field("hand", "i1", (), "all", "count", "cards that a hand is filled to"),
    field("limit", "i1", (), "all", "number", "how far Balance may go from 0"),
    field("chain", "i1", (), "all", "count", "steps of a turn that bring Balance back to 0"),
    field("goals", "i1", (), "all", "count", "objectives that each player gets for a ring"),
    field("cards", "i1", (), "all", "count", "emotion cards"),
    field("copies", "i1", (S.KINDS,), "all", "count", "cards of each kind"),
    field("aims", "i1", (len(S.COLOURS),), "all", "count", "objectives of each colour"),
    field("most_copies", "i1", (), "all", "count", "cards of the commonest kind"),
    field("most_aims", "i1", (), "all", "count", "objectives of the commonest colour"),
    field("sign", "i1", (len(S.COLOURS),), "all", "number", "what a card of a colour does to Balance"),
    field("start", "i1", (S.PLAYERS,), "all", "place", "where each token begins"),
    field("colour", "i1", (S.NODES,), "all", "choice", "a node's colour"),
    field("ring", "i1", (S.NODES,), "all", "place", "a node's ring"),
    field(
        "half", "i1", (S.PLAYERS, S.NODES), "all", "choice", "on which side of a player a node lies; NONE on the axis"
    ),
    field("degree", "i1", (S.NODES,), "all", "count", "how many neighbours a node has"),
    field("near", "i1", (S.NODES, S.DEGREE), "all", "place", "the neighbours of a node, ascending"),
    field("links", "i8", (S.NODES,), "all", "bits", "the neighbours of a node"),
    field("painted", "i8", (S.NO_COLOUR + 1,), "all", "bits", "the nodes of a colour; none for what is no colour"),
    field("raising", "i8", (), "all", "bits", "the nodes whose colours raise Balance"),
    field("lowering", "i8", (), "all", "bits", "the nodes whose colours lower Balance"),
    field("open", "i8", (S.RINGS + 1,), "all", "bits", "where tokens may go while a ring is played"),
    field(
        "away",
        "i1",
        (S.RINGS + 1, S.NODES, len(S.COLOURS)),
        "all",
        "count",
        "steps to the nearest objective of a colour",
    ),
)


def check(story: Story) -> Iterator[tuple[str, str]]:
    """What the shape of the file cannot say."""
    yield from check_emotions(story)
    yield from check_cards(story)
    yield from check_nodes(story)
    yield from check_links(story)
    yield from check_ways(story)


def check_emotions(story: Story) -> Iterator[tuple[str, str]]:
    """HH-2 Four emotions of four colours. HH-19 Enough objectives for every ring."""
    for i, emotion in enumerate(story.emotions):
        if emotion.id in [other.id for other in story.emotions[:i]]:
            yield f"emotions[{i}].id", f"{emotion.id!r} is already the id of another emotion"
        if emotion.colour in [other.colour for other in story.emotions[:i]]:
            yield f"emotions[{i}].colour", f"{emotion.colour} is already the colour of another emotion"
    count = sum(emotion.objectives for emotion in story.emotions)
    needed = S.PLAYERS * story.numbers.goals * len(story.rings)
    if count < needed:
        yield "emotions", f"{count} objectives are fewer than the {needed} that the rings need"


def check_cards(story: Story) -> Iterator[tuple[str, str]]:
    """HH-5 Cards of two known emotions, each pair listed once, and enough of them to deal."""
    for i, card in enumerate(story.cards):
        for side in ("left", "right"):
            if story.colour(getattr(card, side)) == NONE:
                known = [emotion.id for emotion in story.emotions]
                yield f"cards[{i}].{side}", unknown(getattr(card, side), "the id of an emotion", known)
        if card.id in [other.id for other in story.cards[:i]]:
            yield f"cards[{i}].id", f"{card.id!r} is already the id of another card"
        if story.kind(card) in [story.kind(other) for other in story.cards[:i]]:
            yield f"cards[{i}].left", "another card has the same two emotions in the same order"
    count = sum(card.copies for card in story.cards)
    if not S.PLAYERS * story.numbers.hand <= count <= S.CARDS:
        yield "cards", f"there must be {S.PLAYERS * story.numbers.hand} to {S.CARDS} cards, not {count}"


def check_nodes(story: Story) -> Iterator[tuple[str, str]]:
    """HH-4 Two different start nodes in the first ring. HH-16 What is not on the axis lies left or right of it."""
    if len(story.colours) > S.NODES:
        yield "rings", f"{len(story.colours)} nodes are more than the {S.NODES} that there is room for"
    for r, ring in enumerate(story.rings):
        middle = [n + 1 for n in nodes_of(story, r) if story.angles[n] % 180 == 0]
        for node in ring.axis:
            if node - 1 not in nodes_of(story, r):
                yield f"rings[{r}].axis", f"node {node} is not in this ring"
        for node in middle:
            if node not in ring.axis:
                yield f"rings[{r}].axis", f"node {node} lies between the seats, so it must be on the axis"
    for node in story.board.start:
        if node - 1 not in nodes_of(story, 0):
            yield "board.start", f"node {node} is not in the first ring"
    if story.board.start[0] == story.board.start[1]:
        yield "board.start", "the two tokens cannot begin on the same node"


def check_links(story: Story) -> Iterator[tuple[str, str]]:
    """Every link joins two different nodes, once; no node has more neighbours than there is room for."""
    seen = Counter(tuple(sorted(pair)) for pair in story.board.links)
    for a, b in story.board.links:
        if a == b or max(a, b) > len(story.colours):
            yield "board.links", f"[{a}, {b}] does not join two of the {len(story.colours)} nodes"
        if seen[min(a, b), max(a, b)] > 1:
            yield "board.links", f"[{a}, {b}] is listed more than once"
    for node in range(len(story.colours)):
        if len(story.neighbours(node)) > S.DEGREE:
            yield "board.links", f"node {node + 1} has more than {S.DEGREE} neighbours"


def check_ways(story: Story) -> Iterator[tuple[str, str]]:
    """Both tokens can reach every node of a ring once it is open, and in it every objective; then the Heart."""
    first = story.board.start[0] - 1
    for r, ring in enumerate(story.rings):
        away = story.steps_to([first], r)
        for node in nodes_of(story, r):
            if away[node] == NONE:
                yield "board.links", f"node {node + 1} cannot be reached when the {ring.title} is open"
        for emotion in story.emotions:
            if emotion.objectives and S.COLOURS.index(emotion.colour) not in ring.colours:
                yield f"rings[{r}].nodes", f"no node is {emotion.colour}, but there are such objectives"
    if story.steps_to([first], len(story.rings))[story.heart] == NONE:
        yield "board.links", f"the Heart (node {story.heart + 1}) cannot be reached"


def warn(story: Story) -> Iterator[tuple[str, str]]:
    """A ring with nodes of a colour that no card pays for."""
    paid = {story.colour(emotion) for card in story.cards for emotion in (card.left, card.right)}
    for r, ring in enumerate(story.rings):
        for colour in sorted({*ring.colours} - paid):
            yield f"rings[{r}].nodes", f"no card pays for its {S.COLOURS[colour]} nodes"


def nodes_of(story: Story, ring: int) -> list[int]:
    """The nodes of one ring, numbered from 0."""
    return [n for n, r in enumerate(story.ring_of) if r == ring]


def fill(story: Story, e: Any) -> None:
    """Compile the file into the record."""
    e.rings, e.nodes, e.heart = len(story.rings), len(story.colours), story.heart
    e.hand, e.limit = story.numbers.hand, story.numbers.limit
    e.chain, e.goals = story.numbers.chain, story.numbers.goals
    e.cards = sum(card.copies for card in story.cards)
    e.copies[:] = 0
    for card in story.cards:
        e.copies[story.kind(card)] = card.copies
    for colour in range(len(S.COLOURS)):
        e.aims[colour] = story.emotion(colour).objectives
        e.sign[colour] = story.emotion(colour).balance
    e.most_copies, e.most_aims = max(e.copies), max(e.aims)
    fill_board(story, e)
    fill_ways(story, e)


def fill_board(story: Story, e: Any) -> None:
    """Nodes, halves and links, both as lists and as bits."""
    e.start[:] = [node - 1 for node in story.board.start]
    fill_rows(e.colour, story.colours)
    fill_rows(e.ring, story.ring_of)
    axis = {node - 1 for ring in story.rings for node in ring.axis} | {story.heart}
    for node, angle in enumerate(story.angles):
        east = node not in axis and angle < 180
        for seat, side in ((0, S.RIGHT if east else S.LEFT), (1, S.LEFT if east else S.RIGHT)):
            e.half[seat, node] = NONE if node in axis else side
        e.degree[node] = len(story.neighbours(node))
        fill_rows(e.near[node], story.neighbours(node))
        e.links[node] = bits(story.neighbours(node))
    for colour in range(len(e.painted)):
        e.painted[colour] = bits(n for n, c in enumerate(story.colours) if c == colour)
    signs = [int(e.sign[c]) if c >= 0 else 0 for c in story.colours]
    e.raising = bits(n for n, sign in enumerate(signs) if sign > 0)
    e.lowering = bits(n for n, sign in enumerate(signs) if sign < 0)
    for ring in range(len(story.rings) + 1):
        e.open[ring] = bits(n for n, r in enumerate(story.ring_of) if r <= ring)


def fill_ways(story: Story, e: Any) -> None:
    """How far it is to an objective of each colour in each ring; in the end, to the Heart."""
    for colour in range(len(S.COLOURS)):
        for ring in range(len(story.rings)):
            targets = [n for n in nodes_of(story, ring) if story.colours[n] == colour]
            fill_rows(e.away[ring, :, colour], story.steps_to(targets, ring))
        fill_rows(e.away[len(story.rings), :, colour], story.steps_to([story.heart], len(story.rings)))


def bits(nodes: Iterable[int]) -> int:
    """A set of nodes as bits."""
    return sum(1 << node for node in nodes)
