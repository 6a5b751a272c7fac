"""Dramas that find nothing to work on."""

import pytest

from games.perfect_match.stage import SHOW, Stage, done, with_drama
from support import clause

IDLE = ("overheard", "group-chat", "its-not-you", "wrong-coat", "moved-seats", "second-thoughts", "new-haircut")
IDLE += ("mutual-friend", "borrowed", "clean-slate", "long-talk", "lost-property")


@clause("PM-12")
@pytest.mark.parametrize("id", IDLE)
def test_every_drama_that_finds_nothing_is_discarded_at_once(id):
    s = with_drama(Stage(), id)
    assert s.g.actions == 2
    assert s.seat == 0
    assert [s.id_of(c) for c in s.g.discards[: s.g.gone]] == [id]
    done(s)


@clause("PM-12", "PM-R7")
def test_a_drama_that_draws_into_a_full_hand_draws_nothing(tmp_path):
    edition = tmp_path / "show.toml"
    text = SHOW.read_text("utf-8").replace('effect = "rummage"\namount = 3', 'effect = "draw"\namount = 9')
    edition.write_text(text, "utf-8")
    s = with_drama(Stage(edition=edition).give(0, *["tender"] * 4), "lost-property")
    assert (s.g.held[0], s.g.due, s.g.gone) == (8, 0, 1)
    assert s.seat == 0
    done(s)
    s = with_drama(Stage(edition=edition), "lost-property")
    assert (s.g.held[0], s.g.due) == (4, 9)


@clause("PM-12")
def test_a_drama_that_spills_while_no_rival_holds_a_card_is_discarded_at_once(tmp_path):
    edition = tmp_path / "show.toml"
    text = SHOW.read_text("utf-8").replace('effect = "rummage"\namount = 3', 'effect = "spill"\namount = 2')
    edition.write_text(text, "utf-8")
    s = with_drama(Stage(edition=edition, seats=3), "lost-property")
    assert s.told(1) == ["Player 1 makes a drama: Lost Property. Nothing comes of it."]
    assert (s.g.rival, s.g.gone, s.seat) == (-1, 1, 0)
    done(s)
    s = with_drama(Stage(edition=edition, seats=3).give(2, "musical"), "lost-property")
    assert s.legal() == ["face p3"]
    s.do("face p3", "discard h1")
    assert ([s.id_of(c) for c in s.g.discards[: s.g.gone]], s.seat) == (["musical", "lost-property"], 0)
    done(s)
