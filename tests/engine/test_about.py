"""What a game says about itself is checked when it is loaded."""

import pytest

from parlour.engine import registry
from parlour.engine.about import Mode


@pytest.mark.parametrize(("seats", "said"), [((2, 5), "for 2 or 5 players"), ((0,), "for 0 players"), ((), "for no")])
def test_a_mode_has_as_many_seats_as_a_state_has_room_for(seats, said):
    with pytest.raises(ValueError, match=f"the mode crowd is {said}.*a mode is for 1 to 4"):
        Mode("crowd", seats)


def test_a_game_that_cannot_be_loaded_hides_no_other(monkeypatch, caplog):
    there = registry.names(shelf_only=True)
    monkeypatch.setitem(registry.packages(), "broken", "parlour.games.no_such_package")
    assert registry.names(shelf_only=True) == there
    assert "the game broken cannot be loaded" in caplog.text
    registry.is_for_players.cache_clear()
