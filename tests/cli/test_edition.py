"""A designer's path at the command line: init, change, check, compare, sheets, play."""

import json
from pathlib import Path

from parlour.editions.comparing import compare
from parlour.editions.listing import by_hash, list_editions
from parlour.engine import registry
from parlour.engine.match import Match


def test_from_a_new_file_by_way_of_sheets_to_a_game(run, tmp_path: Path) -> None:
    assert run("edition", "init", "heartcatchers", "deck.toml", "--by", "Ada")[0] == 0
    assert "is a good edition of Heartcatchers: Deck (deck)" in run("edition", "check", "deck.toml")[1]
    assert run("edition", "export", "deck.toml", "--csv", "sheets")[1].split() == [
        f"sheets/{name}.csv" for name in ("settings", "catches", "cards")
    ]
    cards = tmp_path / "sheets" / "cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("Blue Heart,blue,blank,3", "Blue Heart,blue,blank,5"), "utf-8")
    assert "deck.toml" in run("edition", "import", "deck.toml", "--csv", "sheets")[1]
    code, told, _ = run("edition", "diff", "base", "deck.toml")
    assert (code, told) == (0, "cards blue-heart, Blue Heart:\n  copies: 3 is now 5\n")
    game = registry.load("heartcatchers")
    edition = game.edition("deck.toml")
    assert int(edition.record["cards"][0]) == 22
    match = Match(game, edition=edition)
    match.settle()
    assert match.look(match.seat, language="de").printed.cards[0].name == "Blaues Herz"
    assert '"games": 2' in run("sim", "heartcatchers", "--edition", "deck.toml", "--games", "2", "--json")[1]


def test_a_broken_sheet_changes_nothing(run, tmp_path: Path) -> None:
    run("edition", "init", "heartcatchers", "deck.toml")
    run("edition", "export", "deck.toml", "--csv", "sheets")
    before = (tmp_path / "deck.toml").read_text("utf-8")
    cards = tmp_path / "sheets" / "cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("blue,blank,3", "bleu,blank,many"), "utf-8")
    code, _, err = run("edition", "import", "deck.toml", "--csv", "sheets")
    assert code == 2
    assert "cards.csv, row 2, column suit (C2): 'bleu' does not fit" in err
    assert "cards.csv, row 2, column copies (E2): 'many' does not fit" in err
    assert "deck.toml stays as it was." in err
    assert (tmp_path / "deck.toml").read_text("utf-8") == before


def test_no_file_is_written_over(run, tmp_path: Path) -> None:
    (tmp_path / "deck.toml").write_text("mine")
    code, _, err = run("edition", "init", "heartcatchers", "deck.toml")
    assert (code, (tmp_path / "deck.toml").read_text()) == (2, "mine")
    assert "is already there" in err


def test_editions_are_listed_by_name_hash_and_maker(run, tmp_path: Path) -> None:
    run("edition", "init", "held_hands", "mine/deck.toml") if (tmp_path / "mine").mkdir() else None
    run("edition", "init", "held_hands", "mine/deck.toml", "--by", "Ada", "--from", "hard")
    (tmp_path / "mine" / "broken.toml").write_text("[[[")
    told = json.loads(run("edition", "list", "--game", "held_hands", "mine", "--json")[1])
    assert [(one["name"], one["by"], one["own"]) for one in told] == [
        ("edition", "", True),
        ("hard", "", True),
        ("short", "", True),
        ("broken", "", False),
        ("deck", "Ada", False),
    ]
    listed = list_editions("held_hands")
    assert listed[0].hash == registry.load("held_hands").base.hash
    assert by_hash(listed[1].hash[:8]) == listed[1]
    assert "(unverified)" in run("edition", "list", "mine")[1]


def test_a_card_is_shown_and_one_that_is_not_there_gets_a_sentence(run) -> None:
    assert (
        json.loads(run("edition", "show", "base", "blue-love", "--game", "heartcatchers", "--json")[1])["suit"]
        == "blue"
    )
    assert "name: Blue Ultimate Love" in run("edition", "show", "base", "blue-love", "--game", "heartcatchers")[1]
    assert "cards (13): blue-heart" in run("edition", "show", "base", "--game", "heartcatchers")[1]
    assert run("edition", "show", "base", "purple", "--game", "heartcatchers")[0] == 2


def test_a_comparison_names_what_is_new_and_what_is_gone() -> None:
    game = registry.load("heartcatchers")
    old = game.base.text
    new = old.replace('id = "red-love"', 'id = "red-like"').replace("hand = 3", "hand = 4")
    found = compare("heartcatchers", game.base.content, game.edition_from(new).content)
    assert found.settings == {"numbers.hand": (3, 4)}
    assert (found.added, found.removed) == ([("cards", "red-like")], [("cards", "red-love")])
    assert found.new_ids("cards") == ["red-like"]


def test_our_words_in_other_languages_outlast_a_change_of_an_edition() -> None:
    """A running table keeps the edition that it was dealt with; the game's own has changed since."""
    for name in ("heartcatchers", "held_hands", "labor_of_love", "perfect_match", "work_of_heart"):
        game = registry.load(name)
        older = game.edition_from(f"{game.base.text}\n# as it was before\n")
        assert older.hash not in game.own_editions
        assert older.in_language("de").content == game.base.in_language("de").content
        assert older.in_language("de").content != older.content
