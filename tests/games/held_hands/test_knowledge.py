"""What attentive players know of a covered half, beyond the colours that are left."""

from collections import Counter

import pytest

from games.held_hands.deals import LETTERS, deal, draw, kind
from parlour.engine.chance import stream
from support import Driver, clause


def imagined(d, seat, slot, worlds=400):
    """How often each kind is imagined in a slot, as letters."""
    rng, found = stream(1), Counter()
    hidden = d.match.hidden(0)
    for _ in range(worlds):
        card = int(d.match.game.imagine(d.match.edition, hidden, 0, rng)[0].card[seat, slot])
        found[LETTERS[card // 4] + LETTERS[card % 4]] += 1
    return found


def test_a_covered_half_is_any_that_the_seen_one_allows():
    found = imagined(deal("GR BR KR RK BK RB", "BG KG RG RB BK KB"), 0, 0)
    assert set(found) == {"GR", "GB", "GK"}


def test_it_is_none_of_the_cards_that_lay_open_meanwhile_though_they_are_in_the_deck_again():
    d = deal("GR BR KR RK BK RB", "BG KG RG RB BK KB")
    for gone in ("GB", "GK"):
        d.g.found[0, kind(gone)] = d.g.back[1, kind(gone)] = 4
    d.g.shuffles = 1
    assert imagined(d, 0, 0) == {"GR": 400}


def test_equal_cards_are_not_told_apart():
    """Two of four lay open and went back: which of the four is in the deck twice over, nobody can say."""
    d = deal("GR BR KR RK BK RB", "BG KG RG RB BK KB")
    d.g.found[0, kind("GB")] = d.g.back[1, kind("GB")] = 4
    d.g.found[0, kind("GK")] = d.g.back[1, kind("GK")] = 2
    d.g.shuffles = 1
    found = imagined(d, 0, 0, 800)
    assert set(found) == {"GR", "GK"}
    # Four reds that never came out against the two blacks that did not.
    assert found["GK"] / 800 == pytest.approx(1 / 3, abs=0.05)
    d.g.found[1, kind("GK")] = 2
    d.g.deck[kind("GK")] -= 2
    d.g.stock -= 2
    d.g.pile[0, kind("GK")] = 2
    # Two blacks more came out of four, so that half of what it could have been is gone.
    assert imagined(d, 0, 0, 800)["GK"] / 800 == pytest.approx(1 / 5, abs=0.05)


def test_both_players_and_a_spectator_know_the_same():
    d = deal(goal="R").do("step p1 h4 n16", "stop", "step p2 h4 n2", "stop", "reveal o1 x1")
    records = {d.match.hidden(seat).tobytes() for seat in (0, 1, -3)}
    assert len(records) == 1


def test_a_drawn_card_is_seen_by_its_open_half_alone():
    d = deal("KG BR GR GB GK BK", "RG RB RK BG BR KB", goal="R")
    d.do("step p1 h1 n18", "step p2 h5 n19", "stop")
    see = d.match.game.see
    moves = d.match.game.moves
    texts = {moves.text(see(d.match.edition, d.match.state, moves.parse(t), 0)) for t in d.legal()}
    assert texts == {"draw ? ?"}
    d.do(*draw("RB"))
    assert d.told(0) == ["You draw a card; it shows Anger (red)."]


def halves_shown(d, owner=0):
    """The halves of a hand on the screen, as letters; a dot for one that it does not show."""
    pieces = next(z for z in d.match.look(1).screen["zones"] if z["id"] == f"hand-{owner}")["pieces"]
    return [
        "".join("." if half is None else LETTERS[half] for half in map(piece.get, ("left", "right")))
        for piece in pieces
    ]


@clause("HH-R23")
@pytest.mark.parametrize("memory", [False, True])
def test_from_memory_only_the_half_that_lies_open_is_shown(memory):
    """Hands dealt open, then fanned: both halves of all cards were seen by both."""
    d = deal("GR BR KR RK BK RB", "BG KG RG RB BK KB", rulings={"deal-first": True, "from-memory": memory})
    whole = ["GR", "BR", "KR", "RK", "BK", "RB"]
    assert halves_shown(d) == (["G.", "B.", "K.", "R.", "B.", "R."] if memory else whole)
    d.g.side[0] = 1
    assert halves_shown(d) == ([".R", ".R", ".R", ".K", ".K", ".B"] if memory else whole)
    hand = next(z for z in d.match.look(0).screen["zones"] if z["id"] == "hand-0")["pieces"]
    assert all((piece.get("card") is None) == memory for piece in hand)


@clause("HH-R23")
def test_from_memory_the_record_and_the_moves_stay_as_they_are():
    tables = [deal(rulings={"deal-first": True, "from-memory": memory}) for memory in (False, True)]
    plain, memory = (d.match.hidden(0).copy() for d in tables)
    memory["rulings"] = plain["rulings"]
    assert memory.tobytes() == plain.tobytes()
    assert tables[0].legal() == tables[1].legal()


@clause("HH-R23")
def test_from_memory_all_cards_are_turned_up_at_the_end_and_dealt_open():
    d = Driver("held_hands", first=0, rulings={"from-memory": True}).do(*draw("GR"))
    assert halves_shown(d) == ["GR"]
    d = deal("GR BR KR RK BK RB", "BG KG RG RB BK KB", rulings={"from-memory": True})
    d.g.seat = -2
    assert halves_shown(d) == ["GR", "BR", "KR", "RK", "BK", "RB"]
