"""Every game that is whole in other languages says everything about itself on the shelf in each of them."""

import json
from pathlib import Path

import pytest

from parlour.server.http.shelf import game_info
from parlour.shelf import words
from places import in_german

PAGES = Path(__file__).parents[2] / "web/src/words"
LANGUAGES = sorted(path.stem for path in PAGES.glob("*.json") if path.stem != "en")


def spoken(name):
    """What a game's box and its new table say, by the keys that another language needs."""
    info = game_info(name)
    several = info.editions if len(info.editions) > 1 else []
    return {
        "promise": info.promise,
        "mood": info.mood,
        **({"series": info.series} if info.series else {}),
        **{f"mode.{m.name}": m.title for m in info.modes},
        **{f"ruling.{r.name}": r.title for r in info.rulings},
        **{f"edition.{e.name}": e.title for e in several},
    }


@pytest.mark.parametrize("name", in_german())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_box_speaks_every_language(name, language):
    there = {key for key in words(name)[language] if key.startswith("shelf.")}
    assert there == {f"shelf.{key}" for key in spoken(name)}


@pytest.mark.parametrize("name", in_german())
def test_the_box_is_told_in_the_language_that_was_asked_for(name):
    german, english = game_info(name, "de"), game_info(name, "en")
    assert german.promise != english.promise
    assert all(g.title != e.title for g, e in zip(german.rulings, english.rulings, strict=True))
    assert game_info(name, "xx") == english


def test_the_only_other_language_is_german():
    assert LANGUAGES == ["de"], "places.in_german says which games a language is demanded of"


def test_the_lobby_gives_the_shelf_in_german(people):
    games = people().http.get("/api/games", params={"language": "de"}).json()
    assert {g["name"]: g["promise"] for g in games} == {g["name"]: game_info(g["name"], "de").promise for g in games}
    assert json.dumps(games) != people().http.get("/api/games").text
