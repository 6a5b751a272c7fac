"""Lessons: every step of every game can be played as it is written, and a mistake in one is that game's alone."""

import pytest

from parlour import lesson as lessons
from parlour.engine import registry
from parlour.engine.edition import EditionError
from parlour.engine.registry import package
from parlour.server.http import shelf


@pytest.mark.parametrize("name", registry.names())
def test_every_step_can_be_played(name):
    lessons.check_lesson(name)


@pytest.fixture
def written(monkeypatch, tmp_path):
    """Heartcatchers with another lesson; the folder has nothing else of it."""

    def write(change):
        text = (lessons.Path(package("heartcatchers").__path__[0]) / lessons.FILE).read_text("utf-8")
        path = tmp_path / lessons.FILE
        path.write_text(change(text), "utf-8")
        other = lessons.file_of
        monkeypatch.setattr(lessons, "file_of", lambda name: path if name == "heartcatchers" else other(name))
        for cached in (lessons.lesson_of, shelf.steps_of_lesson):
            cached.cache_clear()

    yield write
    for cached in (lessons.lesson_of, shelf.steps_of_lesson):
        cached.cache_clear()


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("goal = ", "gaol = ", "lesson.toml:11: steps[0].gaol: there is no field 'gaol' here; the nearest is 'goal'"),
        ("seat = 0", "seat = ", "lesson.toml:2: this is not TOML"),
        ("lay c7", "lay c99", "lesson.toml:7: steps[0].script: 'c99' is not a card"),
        ("lay c7", "lay c13", "steps[0].script: the lesson plays 'lay c13', which is not legal there"),
        ("catch h1 s1", "catch h1 s2", "steps[0].goal: 'catch h1 s2' is not legal there"),
        ('"draw c15",', "", "steps[0].script: seat 0 has nothing to decide after it"),
        ("en = ", "eng = ", "steps[0].text: there is no text in English (en)"),
    ],
)
def test_a_mistake_is_named_with_its_line(written, before, after, said):
    written(lambda text: text.replace(before, after, 1))
    with pytest.raises(EditionError) as error:
        lessons.check_lesson("heartcatchers")
    assert said in str(error.value)


def test_a_bad_lesson_takes_nothing_else_off_the_shelf(written, caplog):
    games = [game.name for game in shelf.shelf("en")]
    written(lambda text: text.replace("goal = ", "gaol = "))
    there = {game.name: game.lesson for game in shelf.shelf("en")}
    assert list(there) == games
    assert there.pop("heartcatchers") == 0
    assert all(there.values())
    assert "heartcatchers is shown without its lesson: lesson.toml:" in caplog.text
