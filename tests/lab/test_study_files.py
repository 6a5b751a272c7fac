"""What a study may say, and the sentences for what it may not."""

import re
from pathlib import Path

import pytest
from studies import plan_of

from parlour.lab.plan import make_plan, read_file

STUDIES = Path(__file__).parents[2] / "docs" / "lab" / "studies"
STUDY = 'game = "heartcatchers"\nbots = ["greedy"]\ngames = 500\n'


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("games = ", "study.toml:4: this is not TOML"),
        ("gamse = 3\n", "study.toml:4: gamse: there is no field 'gamse' here; the nearest is 'game'"),
        ("seats = 9\n", "study.toml:4: seats: 9 does not fit: a whole number from 1 to 4"),
        ('mode = "trio"\n', "Heartcatchers has no mode 'trio'; it has duel"),
        ("seats = 3\n", "Heartcatchers (duel) is for 2 players, not 3"),
        ('ban = ["bleu-love"]\n', "there is no thing 'bleu-love' in this edition; near it are blue-love"),
        ('ladder = ["greedy", "wizard"]\n', "there is no bot 'wizard'"),
        ('ladder = ["greedy", "hard"]\n', "'hard' thinks by the clock"),
        ("[margins]\nfun = 1\n", "there is no margin 'fun'; there are share, "),
        ('editions = ["mine.toml"]\n', "mine.toml:1: this cannot be read: No such file or directory"),
        ('editions = ["edition", "base"]\n', "is named twice"),
        ('tries = ["white-safe=on"]\n', "white-safe is on in the base already; try the other"),
        ('tries = ["white-safe"]\n', "a ruling is tried by white-safe=on or white-safe=off, not by 'white-safe'"),
        ('draw = ["crad"]\n', "there is no thing 'crad' in this edition"),
        ('also = ["hard"]\n', "'hard' thinks by the clock"),
        ("[rulings]\nwhite = true\n", "Heartcatchers has no ruling 'white'"),
    ],
)
def test_a_broken_study_is_told_in_a_sentence(tmp_path, more, sentence):
    file = tmp_path / "study.toml"
    file.write_text(STUDY + more)
    with pytest.raises(ValueError, match=re.escape(sentence)):
        make_plan(read_file(file), tmp_path)


def test_a_study_that_is_not_there_or_no_text(tmp_path):
    with pytest.raises(ValueError, match=r"none.toml:1: this cannot be read"):
        read_file(tmp_path / "none.toml")
    (tmp_path / "study.toml").write_bytes(b"\xff")
    with pytest.raises(ValueError, match="not UTF-8"):
        read_file(tmp_path / "study.toml")


def test_a_file_plays_what_its_flags_would(tmp_path):
    file = tmp_path / "study.toml"
    file.write_text(STUDY)
    assert make_plan(read_file(file), tmp_path).arms == plan_of(games=500, seed=0, chances=True).arms


def test_different_bots_play_every_deal_in_each_others_seats():
    same, other = plan_of(bots=["greedy", "greedy"]), plan_of(bots=["greedy", "random"])
    assert (same.arms[0].rotations, same.arms[0].bots) == (1, ("greedy",))
    assert (other.arms[0].rotations, other.arms[0].bots) == (2, ("greedy", "random"))


@pytest.mark.parametrize("study", sorted(STUDIES.glob("*.toml")), ids=lambda study: study.stem)
def test_the_studies_of_our_own_games_can_be_planned(study):
    plan = make_plan(read_file(study), study.parent)
    assert plan.arms[0].name == "base"
