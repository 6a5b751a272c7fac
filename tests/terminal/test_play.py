"""Whole games through a real pseudo-terminal."""

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from decks import unmistakable, write_deck
from driver import Terminal, without_codes

from parlour.engine import registry
from parlour.engine.match import Match
from parlour.terminal import running

HEARTS = ("play", "heartcatchers", "--fast")


def play_out(terminal: Terminal, rng: random.Random, most: int = 2000) -> None:
    """Play random moves by their numbers until something else than a move is asked for at the end."""
    for _ in range(most):
        if terminal.over or "Enter leaves" in terminal.shown[-1] or "Enter deals" in terminal.shown[-1]:
            return
        terminal.type(str(rng.randint(1, terminal.numbers)) if terminal.numbers else "")
    raise AssertionError(f"no end after {most} moves")


def kept(home: Path) -> list[Path]:
    return sorted((home / "running").glob("*.json"))


def kept_match(home: Path) -> Match:
    """The match as it stands on disk, with everything in it."""
    (path,) = kept(home)
    return running.restore(running.read_running(path), path.name).match


@pytest.mark.parametrize("game", registry.names())
def test_every_game_can_be_played_to_the_end(game: str, tmp_path: Path) -> None:
    with Terminal("play", game, "--fast", "--seed", "1", "--seats", "you,easy", home=tmp_path) as terminal:
        terminal.wait()
        play_out(terminal, random.Random(1))
        assert "Score sheet" in terminal.shown[-1]
        terminal.type("")
        assert terminal.over
        assert terminal.status == 0
        assert "Traceback" not in "".join(terminal.shown)
        assert kept(tmp_path) == []


@pytest.mark.parametrize("game", registry.names())
def test_every_game_can_be_played_by_people_who_share_a_screen(game: str, tmp_path: Path) -> None:
    seats = ",".join(["you"] * registry.about(game).modes[-1].seats[-1])
    with Terminal("play", game, "--fast", "--seed", "2", "--seats", seats, home=tmp_path) as terminal:
        terminal.wait()
        play_out(terminal, random.Random(2))
        assert "Score sheet" in terminal.shown[-1]
        curtains = [piece for piece in terminal.shown if "Pass to" in piece]
        assert len(curtains) >= seats.count("you")


def test_a_game_at_eighty_columns_without_colour(tmp_path: Path) -> None:
    with Terminal(*HEARTS, home=tmp_path, columns=80, rows=40, NO_COLOR="1") as terminal:
        first = terminal.wait()
        assert "Fair draws" in first
        play_out(terminal, random.Random(2))
        end = terminal.shown[-1]
        terminal.type("s record")
        terminal.type("")
        assert terminal.status == 0
    assert max(len(line) for line in "".join(terminal.shown).splitlines()) <= 80
    assert not re.search(rb"\x1b\[[0-9;]*(3[0-7]|9[0-7]|4[0-7])m", terminal.raw)
    commitment = re.search(r"SHA-256 is\s+([0-9a-f]{64})", first)
    secret = re.search(r"secret of the draws was\s+([0-9a-f]{64})", end)
    assert commitment
    assert secret
    record = json.loads((tmp_path / "record.json").read_text())
    assert [d["commitment"] for d in record["draws"]] == [commitment[1]]
    assert [d["secret"] for d in record["draws"]] == [secret[1]]
    done = subprocess.run(
        [sys.executable, "-m", "parlour", "verify", "record.json", "--json"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    counts = json.loads(done.stdout)
    assert counts["verified"] == counts["draws"] > 0
    assert counts["unrevealed"] == 0


def test_the_other_hand_is_never_on_the_screen(tmp_path: Path) -> None:
    """Every card has a name of its own; each screenful is held against what its reader may know."""
    names = unmistakable(20)
    deck = write_deck(tmp_path / "deck.toml", names, columns=3, hand=3)
    rng = random.Random(3)
    curtains = set()
    with Terminal(*HEARTS, "--seats", "Ann=you,Bo=you", "--edition", str(deck), home=tmp_path) as terminal:
        terminal.wait()
        while "Score sheet" not in terminal.shown[-1]:
            if terminal.numbers == 0:
                curtains.add(re.findall(r"Pass to (\w+)", terminal.shown[-1])[-1])
                assert_nothing_secret(terminal, names)
                terminal.type("")
                continue
            match = kept_match(tmp_path)
            known = json.dumps(match.look(match.seat).screen, default=str)
            told = [match.say(line, match.seat) for line in match.story(match.seat)]
            for name in names:
                if name in terminal.shown[-1]:
                    assert name in known or any(name in line for line in told)
            terminal.type(str(rng.randint(1, terminal.numbers)))
    assert curtains == {"Ann", "Bo"}


def test_the_curtain_lifts_for_enter_alone(tmp_path: Path) -> None:
    names = unmistakable(8)
    deck = write_deck(tmp_path / "deck.toml", names, columns=2, hand=2)
    with Terminal(*HEARTS, "--seats", "Ann=you,Bo=you", "--edition", str(deck), home=tmp_path) as terminal:
        terminal.wait()
        for typed in ("help", "1", "quit it"):
            assert not [name for name in names if name in terminal.type(typed)]
            assert "Pass to" in terminal.shown[-1]
        assert [name for name in names if name in terminal.type("")]
        terminal.type("1")
        assert not [name for name in names if name in terminal.type("quit")]
        assert terminal.status == 0


def assert_nothing_secret(terminal: Terminal, names: list[str]) -> None:
    """While the curtain is down there is no card on the screen, nor anything to scroll back to."""
    assert not [name for name in names if name in terminal.display]
    assert not [name for name in names if name in terminal.shown[-1].split("Pass to")[-1]]
    assert terminal.raw.rpartition(b"Pass to")[0].endswith(b"\x1b[3J\x1b[2J\x1b[H")


def test_a_move_that_told_nobody_anything_can_be_taken_back(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck.toml", unmistakable(8), columns=2, hand=2)
    with Terminal(*HEARTS, "--seats", "Ann=you,Bo=you", "--edition", str(deck), home=tmp_path) as terminal:
        terminal.wait()
        terminal.type("")
        before = kept_match(tmp_path)
        first, other = before.names[before.seat], before.names[1 - before.seat]
        terminal.type("secret h1 s1")
        assert f"Pass to {other} and press enter (or u" in terminal.shown[-1]
        assert "Taken back." in terminal.type("u")
        assert f"{first}, your move" in terminal.shown[-1]
        assert kept_match(tmp_path).digest() == before.digest()
        terminal.type("secret h1 s2")
        terminal.type("")
        assert "has acted" not in terminal.shown[-1]
        assert "There is nothing of yours to take back" in terminal.type("u")


def test_before_a_bot_answers_a_move_can_be_taken_back(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck.toml", unmistakable(8), columns=2, hand=2)
    with Terminal("play", "heartcatchers", "--seed", "1", "--edition", str(deck), home=tmp_path) as terminal:
        terminal.wait()
        before = kept_match(tmp_path)
        mine = before.moves(before.seat)
        assert "u takes your move back" in terminal.type(next(m for m in mine if m.startswith("secret")))
        terminal.type("u")
        assert kept_match(tmp_path).digest() == before.digest()


def test_taking_back_is_refused_with_the_reason(tmp_path: Path) -> None:
    with Terminal(*HEARTS, "--seed", "1", home=tmp_path) as terminal:
        terminal.wait()
        assert "nothing of yours" in terminal.type("u")
        terminal.type("1")
        digest = kept_match(tmp_path).digest()
        assert "Cyrano has acted since" in " ".join(terminal.type("u").split())
        assert kept_match(tmp_path).digest() == digest


def test_clauses_are_explained(tmp_path: Path) -> None:
    with Terminal(*HEARTS, "--seed", "1", home=tmp_path) as terminal:
        terminal.wait()
        refusal = terminal.type("catch h1 s6")
        clause = re.findall(r"\[(HC-\d+)\]", refusal)[0]
        assert re.search(rf"^{clause}  \w", terminal.type("?"), re.MULTILINE)
        assert re.search(r"^HC-8  \w", terminal.type("? hc-8"), re.MULTILINE)
        assert re.search(r"^HC-7  \w", terminal.type("? 1"), re.MULTILINE)
        assert "has no clause 'HC-999'; the nearest are HC-" in terminal.type("? HC-999")


def test_what_is_no_move_changes_nothing(tmp_path: Path) -> None:
    with Terminal(*HEARTS, "--seed", "1", home=tmp_path) as terminal:
        terminal.wait()
        digest = kept_match(tmp_path).digest()
        assert "is not a move" in terminal.type("dance with me")
        assert "There is no move 999" in terminal.type("999")
        assert "There is no move 0" in terminal.type("0")
        assert "is not a place" in terminal.type("catch h1 s99")
        assert "Only chance deals cards" in terminal.type("draw c1")
        assert "of 28 moves" in terminal.type("1-3")
        assert "Hide Red Heart" in terminal.type("hide red")
        assert "Catch Green" not in terminal.shown[-1]
        assert "A number plays that move" in terminal.type("h")
        assert "A number plays that move" in terminal.type("help")
        assert "You start." in terminal.type("l")
        assert "Catch" in terminal.type("")
        assert kept_match(tmp_path).digest() == digest


@pytest.mark.clause("WH-59")
@pytest.mark.parametrize(
    ("typed", "told", "called"),
    [
        ("r", "six, roll.", False),
        ("r lunch", "There are these steps: six, roll, landing, step;", False),
        ("r none", "others' turns: none.", False),
        ("r landing step", "others' turns: landing, step.", True),
    ],
)
def test_a_hand_is_raised_by_a_command(tmp_path: Path, typed: str, told: str, called: bool) -> None:
    """Before Ann's roll Bo is called to the screen if he stops at every step, and not by default."""
    week = ("play", "work_of_heart", "--fast", "--seed", "1", "--seats", "Ann=you,Bo=you")
    with Terminal(*week, home=tmp_path) as terminal:
        terminal.wait()
        while "Bo, your move" not in terminal.shown[-1]:
            terminal.type("1" if terminal.numbers else "")
        assert told in terminal.type(typed)
        while "throw" not in kept_match(tmp_path).moves(0):
            terminal.type("1" if terminal.numbers else "")
        terminal.type("")
        assert ("Pass to Bo" in terminal.type("throw")) is called


def test_save_and_go_on(tmp_path: Path) -> None:
    with Terminal(*HEARTS, home=tmp_path) as terminal:
        terminal.wait()
        terminal.type("1")
        said = terminal.type("s evening")
        assert "The file shows everything" in said
        assert "is already there" in terminal.type("s evening")
        digest = kept_match(tmp_path).digest()
        terminal.type("1")
        terminal.type("quit")
        assert terminal.status == 0
    kept(tmp_path)[0].unlink()
    assert Match.load(tmp_path / "evening.json").digest() == digest
    arguments = ("play", "--resume", "evening.json", "--seats", "you,random", "--fast")
    with Terminal(*arguments, home=tmp_path) as terminal:
        terminal.wait()
        assert kept_match(tmp_path).digest() == digest
        play_out(terminal, random.Random(4))
        assert "Score sheet" in terminal.shown[-1]


def test_nothing_is_lost_by_ctrl_c(tmp_path: Path) -> None:
    with Terminal(*HEARTS, home=tmp_path) as terminal:
        terminal.wait()
        terminal.type("1")
        digest = kept_match(tmp_path).digest()
        said = terminal.interrupt()
        assert terminal.over
        assert "Nothing is lost" in said
        assert terminal.status == 130
    with Terminal(*HEARTS, home=tmp_path) as terminal:
        assert "You left a game: Heartcatchers" in terminal.wait()
        terminal.type("y")
        assert kept_match(tmp_path).digest() == digest
        play_out(terminal, random.Random(5))
        terminal.type("s record")
        terminal.type("")
    record = json.loads((tmp_path / "record.json").read_text())
    assert len(record["draws"]) == 1, "an interruption must not change what was committed to"
    assert kept(tmp_path) == []


def test_nothing_is_lost_when_the_terminal_is_killed(tmp_path: Path) -> None:
    with Terminal(*HEARTS, "--seed", "7", home=tmp_path) as terminal:
        terminal.wait()
        terminal.type("1")
        terminal.type("2")
        digest = kept_match(tmp_path).digest()
        terminal.child.kill(9)
        terminal.wait()
    with Terminal(*HEARTS, home=tmp_path) as terminal:
        terminal.wait()
        terminal.type("y")
        assert kept_match(tmp_path).digest() == digest


def test_a_game_that_was_left_can_be_declined_or_thrown_away(tmp_path: Path) -> None:
    for answer, files in (("q", 1), ("n", 2), ("d", 1)):
        with Terminal(*HEARTS, home=tmp_path) as terminal:
            while "y goes on" in terminal.wait().splitlines()[-1]:
                terminal.child.sendline(answer)
            terminal.type("q")
            assert terminal.status == 0
        assert len(kept(tmp_path)) == files


def test_a_game_in_another_terminal_is_not_offered(tmp_path: Path) -> None:
    with Terminal(*HEARTS, home=tmp_path) as first, Terminal(*HEARTS, home=tmp_path) as second:
        first.wait()
        second.wait()
        assert "You left a game" not in second.shown[-1]
        assert second.numbers > 0


def test_a_series_changes_the_first_seat_and_counts(tmp_path: Path) -> None:
    rng = random.Random(6)
    starters = []
    with Terminal(*HEARTS, "--seed", "3", "--best-of", "3", home=tmp_path) as terminal:
        terminal.wait()
        while not terminal.over:
            starters.append(int(kept_match(tmp_path).state["first"][0]))
            play_out(terminal, rng)
            assert re.search(r"Best of 3: you \d, Cyrano \d", terminal.shown[-1])
            if len(starters) == 1:
                terminal.interrupt()
                break
            terminal.type("")
    with Terminal(*HEARTS, home=tmp_path) as terminal:
        terminal.wait()
        terminal.type("y")
        while not terminal.over:
            starters.append(int(kept_match(tmp_path).state["first"][0])) if terminal.numbers else None
            play_out(terminal, rng)
            last = terminal.shown[-1]
            terminal.type("")
    assert "takes the series" in last or "no winner" in last
    assert starters[0] != starters[1]


def test_the_chooser(tmp_path: Path) -> None:
    with Terminal(home=tmp_path) as terminal:
        shelf = terminal.wait()
        for name in registry.names(shelf_only=True):
            assert registry.about(name).title in shelf
        assert "not one of them" in terminal.type("99")
        terminal.type("heartcatchers")
        assert "there is no bot 'nobody'" in terminal.type("nobody")
        terminal.type("")
        assert terminal.numbers > 0
        terminal.type("q")
    with Terminal(home=tmp_path) as terminal:
        number = re.findall(r"(\d+)  You left a game", terminal.wait())[0]
        terminal.type(number)
        assert terminal.numbers > 0


def test_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    names = [f"[/red] \\u001b[31m{i}" for i in range(20)]
    deck = write_deck(tmp_path / "deck.toml", names, columns=3, hand=3)
    with Terminal(*HEARTS, "--seats", "you,you", "--edition", str(deck), home=tmp_path, NO_COLOR="1") as terminal:
        terminal.wait()
        terminal.type("")
        assert "[/red]" in terminal.shown[-1]
        assert b"\x1b[31m" not in terminal.raw
        assert "Traceback" not in without_codes(terminal.raw.decode())


def test_input_may_end(tmp_path: Path) -> None:
    """Without a terminal too: the moves from a pipe, and when it ends the game is kept."""
    done = subprocess.run(
        [sys.executable, "-m", "parlour", *HEARTS, "--seed", "1"],
        input="1\n", env={**os.environ, "PARLOUR_HOME": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert "Nothing is lost" in done.stdout
    assert done.stderr == ""
    assert len(kept(tmp_path)) == 1
