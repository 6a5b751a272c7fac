"""Integer, text and JSON are three names of one move."""

import itertools

import pytest

from parlour.engine import registry
from parlour.engine.moves import Arg, Kind, Moves, NotAMove, a_of, b_of, c_of, kind_of, make
from parlour.engine.record import NONE

TABLE = Moves(
    Kind("pass", "X-1"),
    Kind("ask", "X-2", (Arg("seat", 4, "p"),)),
    Kind("move", "X-3", (Arg("slot", 5, "h"), Arg("place", 254), Arg("card", 60, "c"))),
)


@pytest.mark.parametrize("name", registry.names())
def test_every_move_of_every_game_has_three_names(name):
    table = registry.load(name).moves
    every = table.every()[:200_000]
    assert all(a < b for a, b in itertools.pairwise(every))
    assert len({table.text(m) for m in every}) == len(every)
    for place, m in enumerate(every):
        assert table.parse(table.text(m)) == m
        assert table.from_json(table.json(m)) == m
        assert table.index(m) == place
    assert table.size == len(table.every())


def test_arguments_come_back():
    for values in ((0, 0, 0), (4, 253, 59), (NONE, 7, NONE)):
        m = make(2, *values)
        assert (kind_of(m), a_of(m), b_of(m), c_of(m)) == (2, *values)


def test_unknown_arguments_are_written_as_question_marks():
    m = TABLE.make("move", 1, NONE, 3)
    assert TABLE.text(m) == "move h2 ? c4"
    assert TABLE.json(m) == {"kind": "move", "slot": 1, "place": None, "card": 3}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "moves begin with pass, ask, move"),
        ("jump", "moves begin with pass, ask, move"),
        ("ask", "expected ask p<seat>"),
        ("ask p5", "'p5' is not a seat: expected p1 to p4"),
        ("ask p0", "expected p1 to p4"),
        ("ask p1 p2", "expected ask p<seat>"),
        ("move h1 ? c1", "'?' is not a place"),
        ("ask p²", "'p²' is not a seat"),
    ],
)
def test_what_is_not_a_move_is_told_what_would_be(text, sentence):
    with pytest.raises(NotAMove, match=sentence.replace("?", r"\?").replace("²", ".")):
        TABLE.parse(text)


@pytest.mark.parametrize(
    "data",
    [None, 7, [], {}, {"kind": "jump"}, {"kind": "ask"}, {"kind": "ask", "seat": 4}, {"kind": "ask", "seat": True},
     {"kind": "ask", "seat": "1"}, {"kind": "ask", "seat": None}, {"kind": "ask", "seat": 1, "more": 2}],
)  # fmt: skip
def test_data_that_is_not_a_move_is_refused(data):
    with pytest.raises(NotAMove):
        TABLE.from_json(data)


def test_a_table_refuses_what_does_not_fit_into_a_move():
    with pytest.raises(ValueError, match="at most three arguments"):
        Moves(Kind("huge", "X-1", (Arg("card", 255),)))
