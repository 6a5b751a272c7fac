"""What people see of Keepsakes: the terminal's table, the question, the faults of an edition."""

import random

import pytest
from rich.console import Console

from parlour.engine import registry
from parlour.engine.edition import EditionError
from parlour.engine.match import Match
from parlour.games.template.drawing import draw
from support import Driver


def drawn(match: Match, seat: int, width: int) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as caught:
        console.print(draw(match.look(seat).screen, lambda said: match.say(said, seat)))
    return caught.get()


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("mode", ["rivals", "together"])
def test_the_table_fits_and_shows_every_place(mode, width):
    match = Match.deal("template", seed=4, seats=3, mode=mode)
    pick = random.Random(4)
    while not match.over:
        text = drawn(match, 0, width)
        assert max(map(len, text.splitlines())) <= width
        places = [piece["id"] for zone in match.look(0).screen["zones"] for piece in zone["pieces"]]
        assert all(place in text for place in places)
        assert ("goal together" in text) == (mode == "together")
        match.play(pick.choice(match.moves(match.deciders[0])), match.deciders[0])


def test_the_table_says_what_is_known_of_a_letter():
    d = Driver("template", first=0).do(*(f"deal c{card}" for card in (2, 5, 20, 1, 8, 6)))
    match = d.do("give h1", "give h1", "post c24", "filch p2", "tuck h3").match
    text = drawn(match, 0, 80)
    assert "? vow/verse" in text, "a tucked letter is no farewell"
    assert "read by P2" in text


FAULTS = [
    ("hand = 3", "hand = 9", "numbers.hand"),
    ("limit = 6", "limit = 2", "numbers.limit"),
    ("bold = 3", "bold = 6\nfaced = 1", "numbers.faced"),
    ("faces = 6", "faces = 2", "numbers.bold"),
    ('id = "rose-verse"', 'id = "rose-vow"', "cards[1].id"),
    ('kind = "vow"\nseal = "ivy"', 'kind = "novel"\nseal = "ivy"', "cards[3].kind"),
    ('kind = "vow"\nseal = "ivy"', 'kind = "vow"\nseal = "oak"', "cards[3].seal"),
    ("copies = 5", "copies = 32", "cards"),
]


@pytest.mark.parametrize(("good", "bad", "place"), FAULTS)
def test_a_faulty_edition_names_the_place(good, bad, place):
    game = registry.load("template")
    assert game.base.text.count(good) == 1
    with pytest.raises(EditionError) as caught:
        game.edition_from(game.base.text.replace(good, bad), "mine.toml")
    assert caught.value.field == place
    assert str(caught.value).startswith(f"mine.toml:{caught.value.line}: ")
