"""A terminal of 80 columns and 24 rows: the board stays in sight at every decision, in both languages."""

import random
from pathlib import Path

import pytest
from decks import unmistakable, write_deck
from driver import Terminal

from parlour.bot_names import BOT_NAMES
from parlour.engine import registry
from parlour.terminal import words

COLUMNS, ROWS = 80, 24
GAMES = registry.names(shelf_only=True)
LARGEST = {name: max(n for mode in registry.about(name).modes for n in mode.seats) for name in GAMES}
TABLES = sorted({(name, seats) for name in GAMES for seats in (2, LARGEST[name])})
# What has to be in sight of each table: both ends of the board, and what decides.
BOARD = {
    "heartcatchers": ("s1", "s3", "s4", "s6"),
    "held_hands": ("♥57", "P1", "P2", "R2", "R17"),
    "labor_of_love": ("◎", "r1", "B ", "┃", "😍"),
    "perfect_match": ("s1", "s3", "♥", "P2"),
    "work_of_heart": ("A    B", "\n 1 ", "\n 9 ", "P1", "P2"),
}


def small(*arguments: str, home: Path, **more: str) -> Terminal:
    return Terminal(*arguments, home=home, columns=COLUMNS, rows=ROWS, **more)


def assert_in_sight(terminal: Terminal, game: str) -> None:
    shown = terminal.display
    assert shown.startswith(registry.about(game).title), shown
    # A node of held hands shows its token in place of its letter, or brackets.
    assert all(sign in shown or sign.startswith("R") for sign in BOARD[game]), shown


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_board_stays_in_sight_at_every_decision(game: str, seats: int, language: str, tmp_path: Path) -> None:
    rng, asked = random.Random(f"{game} {seats}"), 0
    players = ",".join(["you"] + ["random"] * (seats - 1))
    arguments = ("play", game, "--fast", "--seed", "4", "--seats", players, "--language", language)
    with small(*arguments, home=tmp_path) as terminal:
        terminal.wait()
        while terminal.numbers and asked < 60:
            assert_in_sight(terminal, game)
            asked += 1
            terminal.type(str(rng.randint(1, terminal.numbers)))
        assert asked >= 5
        assert "Traceback" not in "".join(terminal.shown)


def test_bots_and_ones_own_moves_leave_the_board_in_sight(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck.toml", unmistakable(8), columns=2, hand=2)
    arguments = ("play", "heartcatchers", "--seed", "1", "--seats", "you,random", "--edition", str(deck))
    with small(*arguments, home=tmp_path) as terminal:
        terminal.wait()
        assert "u takes your move back" in terminal.type("secret h1 s1")
        assert terminal.display.startswith("Heartcatchers"), terminal.display
        told = terminal.type("")
        assert terminal.display.startswith("Heartcatchers"), terminal.display
        # Once for what the bot did, before it is asked again.
        assert told.count("Heartcatchers, ") == 2


def test_a_long_list_of_moves_has_pages(tmp_path: Path) -> None:
    with small("play", "heartcatchers", "--seed", "1", "--fast", "--seats", "you,random", home=tmp_path) as terminal:
        terminal.wait()
        pages = [terminal.type(typed) for typed in ("secret", "", "")]
        for number, page in zip((1, 2, 1), pages, strict=True):
            assert f"Page {number} of 2" in page
            assert ("secret h1 s1" in page) is (number == 1)
            assert ("secret h2 s6" in page) is (number == 2)
        assert_in_sight(terminal, "heartcatchers")


def test_words_refusals_and_clauses_leave_the_board_in_sight(tmp_path: Path) -> None:
    with small("play", "heartcatchers", "--seed", "1", "--fast", "--seats", "you,random", home=tmp_path) as terminal:
        terminal.wait()
        for typed in ("secret", "catch h1 s6", "?", "999", ""):
            terminal.type(typed)
            assert_in_sight(terminal, "heartcatchers")


def test_help_names_the_hint_command_and_enter_shows_the_board_again(tmp_path: Path) -> None:
    with small("play", "heartcatchers", "--seed", "1", "--fast", "--seats", "you,random", home=tmp_path) as terminal:
        terminal.wait()
        assert "parlour hint FILE" in terminal.type("h")
        assert "parlour hint FILE" in terminal.display
        terminal.type("")
        assert_in_sight(terminal, "heartcatchers")


def test_a_bot_has_the_name_that_it_has_in_the_browser(tmp_path: Path) -> None:
    players = "Cyrano=you,easy,medium,hard"
    with small("play", "labor_of_love", "--seed", "1", "--fast", "--seats", players, home=tmp_path) as terminal:
        terminal.wait()
        assert "Cyrano, your move" in terminal.display
        for name in (BOT_NAMES[2], BOT_NAMES[3]):
            assert name in terminal.display
        assert not [level for level in ("Easy", "Medium", "Hard") if level in terminal.display]


def english() -> list[str]:
    """What only the English sentences of a terminal say: of each that differs in German, its longest piece."""
    german = "\n".join(text for part in words.templates("de").values() for text in part.values())
    found = []
    for texts in words.templates("en").values():
        for text in texts.values():
            pieces = text.replace("{", "\n{").replace("}", "}\n").splitlines()
            longest = max((piece for piece in pieces if not piece.startswith("{")), key=len, default="").strip()
            found += [longest] if len(longest) > 8 and longest not in german else []
    return found


@pytest.mark.parametrize(
    ("option", "environment"),
    [(["--language", "de"], {}), ([], {"LC_ALL": "de_DE.UTF-8"}), ([], {"LC_ALL": "", "LANG": "de_AT.UTF-8"})],
)
def test_a_whole_game_in_german(option: list[str], environment: dict[str, str], tmp_path: Path) -> None:
    rng = random.Random(1)
    arguments = ("play", "heartcatchers", "--fast", "--seed", "1", "--seats", "you,random", *option)
    with small(*arguments, home=tmp_path, **environment) as terminal:
        terminal.wait()
        for typed in ("h", "l", "?", "999", "catch h1 s6", "u", "secret"):
            terminal.type(typed)
        for _ in range(40):
            if not terminal.numbers:
                break
            terminal.type(str(rng.randint(1, terminal.numbers)))
        assert "Wertung" in terminal.shown[-1]
        assert "Enter geht" in terminal.shown[-1]
    said = " ".join("".join(terminal.shown).split())
    assert "dein Zug" in said
    assert "Deine Hand" in said
    assert len(english()) > 60
    assert not [piece for piece in english() if piece in said]


def test_the_option_goes_before_what_the_system_says(tmp_path: Path) -> None:
    arguments = ("--language", "en", "play", "heartcatchers", "--fast", "--seed", "1")
    with small(*arguments, home=tmp_path, LC_ALL="de_DE.UTF-8") as terminal:
        assert "your move" in terminal.wait()


def test_a_language_that_is_not_spoken_is_refused(tmp_path: Path) -> None:
    with small("games", "--language", "fr", home=tmp_path) as terminal:
        assert "Parlour does not speak 'fr'; it speaks en, de." in " ".join(terminal.wait().split())
        assert terminal.status == 2
