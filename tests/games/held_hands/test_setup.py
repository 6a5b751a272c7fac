"""The board, the decks and the deal."""

from collections import Counter

import pytest

from games.held_hands.deals import LETTERS, MINE, deal, draw, reveal, shown
from parlour.engine import registry
from parlour.engine.edition import EditionError
from support import Driver, clause


def story():
    return registry.load("held_hands").base.content


@clause("HH-1")
def test_two_play_for_one_result_at_a_silent_table():
    about = registry.about("held_hands")
    assert [mode.seats for mode in about.modes] == [(2,)]
    assert about.silent


@clause("HH-2")
def test_four_emotions_of_four_colours():
    assert {x.name: x.colour for x in story().emotions} == {
        "Happy": "green",
        "Calm": "blue",
        "Anger": "red",
        "Sad": "black",
    }


@clause("HH-3")
def test_three_rings_round_the_heart():
    assert Counter(story().ring_of) == {0: 32, 1: 16, 2: 8, 3: 1}
    assert [ring.title for ring in story().rings] == ["Outer Ring", "Middle Ring", "Inner Ring"]
    assert story().numbers.limit == 2


@clause("HH-3")
def test_every_colour_is_fourteen_nodes_and_no_ring_neighbours_share_one():
    assert Counter(story().colours[:-1]) == {0: 14, 1: 14, 2: 14, 3: 14}
    for ring in story().rings:
        colours = ring.colours
        assert all(a != b for a, b in zip(colours, colours[1:] + colours[:1], strict=True))
        assert set(Counter(colours).values()) == {len(colours) // 4}


@clause("HH-R20")
def test_links_and_degrees_are_those_of_the_measured_board():
    links = story().board.links
    assert len(links) == 132
    degree = [len(story().neighbours(n)) for n in range(57)]
    assert [set(degree[start:32:2]) for start in (0, 1)] == [{3}, {4}]
    assert [set(degree[start:48:2]) for start in (32, 33)] == [{6}, {7}]
    assert [set(degree[start:56:2]) for start in (48, 49)] == [{6}, {5}]
    assert degree[56] == 4


@clause("HH-R20")
def test_a_path_that_ends_between_two_nodes_leads_to_both():
    assert {33, 34} <= {n + 1 for n in story().neighbours(1)}
    assert {1, 2, 32} <= {n + 1 for n in story().neighbours(32)}


@clause("HH-20")
def test_the_heart_is_joined_to_one_inner_node_of_each_colour():
    around = story().neighbours(story().heart)
    assert {story().ring_of[n] for n in around} == {2}
    assert sorted(story().colours[n] for n in around) == [0, 1, 2, 3]


@clause("HH-4")
def test_tokens_begin_in_the_middle_of_their_own_sides_at_balance_0():
    d = Driver("held_hands", first=0)
    assert [int(n) + 1 for n in d.g.node] == [17, 1]
    assert d.g.balance.tolist() == [0, 0]
    assert story().angles[16] == 180.0
    assert story().angles[0] == 0.0


@clause("HH-5", "HH-R22")
def test_twelve_cards_are_dealt_open_and_then_both_fan():
    d = Driver("held_hands", first=1)
    assert len(d.legal("draw")) == len(d.legal()) == 48
    d.do(*draw(*["RG"] * 4, "GB", "BK"))
    assert (d.g.card[1] >= 0).all()
    assert (d.g.card[0] == -1).all()
    assert d.told(0)[-1] == f"Player 2 is dealt {d.match.game.words.namers['card'](d.match.edition, 7, 'en')}."
    d.do(*draw(*["KB"] * 4, "BR", "KG"))
    for seat in (0, 1, -3):
        hidden = d.match.hidden(seat)[0]
        assert hidden.card.tolist() == d.g.card.tolist()
        assert (hidden.half >= 0).all()
    assert (d.seat, d.legal()) == (1, ["left", "right"])
    d.do("right")
    assert (d.seat, d.legal()) == (0, ["left", "right"])
    d.do("left")
    assert shown(d, 1) == "GGGGBK"
    assert shown(d, 0) == "KKKKBK"
    assert len(d.legal("reveal")) == 24
    d.do(reveal("K"))
    assert d.seat == 1


@clause("HH-R22")
def test_a_refill_shows_one_half_only():
    d = deal("KG BR GR GB GK BK", "RG RB RK BG BR KB", goal="R", rulings={"deal-first": True})
    d.do("step p1 h1 n18", "step p2 h5 n19", "stop", *draw("RB"))
    assert d.match.hidden(0)[0].card[0, 0] == -2
    assert d.told(0) == ["You draw a card; it shows Anger (red)."]


@clause("HH-5", "HH-R22")
def test_switched_off_fans_are_chosen_before_six_cards_each_are_dealt():
    d = Driver("held_hands", first=0, rulings={"deal-first": False})
    assert d.legal() == ["left", "right"]
    d.do("left")
    assert (d.seat, d.legal()) == (1, ["left", "right"])
    d.do("right")
    assert len(d.legal()) == 48
    d.do(*draw(*["RG"] * 4, "GB", "BK"))
    assert (d.g.card[0] >= 0).all()
    assert (d.g.card[1] == -1).all()
    d.do(*draw(*["KB"] * 4, "BR", "KG"))
    assert shown(d, 0) == "RRRRGB"
    assert shown(d, 1) == "BBBBRG"


@clause("HH-5")
def test_every_pair_of_two_emotions_is_there_four_times():
    e = registry.load("held_hands").base.record[0]
    pairs = {divmod(k, 4): int(n) for k, n in enumerate(e.copies)}
    assert pairs == {(a, b): 4 if a != b else 0 for a in range(4) for b in range(4)}


@clause("HH-6", "HH-19")
def test_four_objectives_each_for_three_rings():
    d = Driver("held_hands", first=0)
    assert d.g.goals.tolist() == [4, 4]
    assert d.g.aims.tolist() == [6, 6, 6, 6]
    assert 2 * int(d.e.goals) * int(d.e.rings) == 24


@clause("HH-7", "HH-R17")
def test_chance_draws_who_begins_unless_it_is_given():
    d = Driver("held_hands")
    assert d.legal() == ["starts p1", "starts p2"]
    d.do("starts p2", *draw(*MINE.split() * 2))
    assert d.seat == 1
    assert Driver("held_hands", first=1, rulings={"deal-first": False}).seat == 1


@clause("HH-8", "HH-R22")
def test_the_first_objective_comes_from_whoever_begins():
    d = Driver("held_hands", first=1).do(*draw(*MINE.split() * 2), "left", "left")
    assert len(d.legal("reveal")) == 24
    assert d.g.goal == -1
    d.do(reveal("K"))
    assert d.g.goal == LETTERS.index("K")
    assert d.g.goals.tolist() == [4, 3]
    assert d.seat == 1


@clause("HH-8")
def test_nobody_sees_a_covered_half_and_both_see_the_same():
    d = deal()
    for seat in (0, 1, -3):
        hidden = d.match.hidden(seat)[0]
        assert (hidden.card == -2).all()
        assert hidden.half[:, :, 1].tolist() == [[-1] * 6] * 2
        assert hidden.tobytes() == d.match.hidden(0)[0].tobytes()


BROKEN = {
    "axis = [1, 17]": ("axis = [1]", "axis"),
    "start = [17, 1]": ("start = [17, 40]", "start"),
    "[53, 57], [55, 57],": ("[53, 57], [53, 57],", "links"),
    "[49, 57], [51, 57], [53, 57], [55, 57],": ("", "Heart"),
    'left = "happy"': ('left = "hungry"', "left"),
    "copies = 4": ("copies = 99", "copies"),
    'colour = "blue"': ('colour = "green"', "colour"),
    "objectives = 6": ("objectives = 1", "objectives"),
    "[1, 2], [1, 32],": ("[1, 1], [1, 32],", "links"),
}


@pytest.mark.parametrize("right", BROKEN)
def test_a_board_that_cannot_be_played_is_refused_with_its_place(right):
    game = registry.load("held_hands")
    wrong, name = BROKEN[right]
    assert right in game.base.text
    with pytest.raises(EditionError, match=name):
        game.edition_from(game.base.text.replace(right, wrong))


@pytest.mark.parametrize(("name", "cards", "hand", "goals"), [("hard", 36, 5, 4), ("short", 48, 6, 2)])
def test_variants_of_ours_say_that_they_are_ours(name, cards, hand, goals):
    edition = registry.load("held_hands").edition(name)
    e = edition.record[0]
    assert (e.cards, e.hand, e.goals) == (cards, hand, goals)
    assert edition.content.source == "invented"
    assert "Our" in edition.content.about
