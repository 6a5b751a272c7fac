"""The command line: what it prints."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.main import get_command

from parlour import bench, cli, cli_lab
from parlour.engine import jit, registry
from parlour.engine.jit import cache_root
from parlour.engine.match import Match
from parlour.terminal.reports import announced

GAME = "heartcatchers"
OURS = ["bench", "compile", "doctor", "edition", "games", "play", "replay", "rules", "sim", "verify"]


def commands(group: Any, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command with the words that lead to it."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*before, name))
        else:
            yield *before, name


COMMANDS = list(commands(get_command(cli.app)))


def loaded_by(*arguments: str) -> set[str]:
    """The modules that a command loads, asked of a fresh process."""
    code = (
        "import sys, json, atexit; sys.argv = ['parlour', *sys.argv[1:]]\n"
        "atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr))\n"
        "from parlour.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize("arguments", [["--help"], ["games", "--json"], ["rules", GAME, "HC-8"], ["lab", "--help"], []])
def test_light_commands_load_no_compiler(arguments: list[str]) -> None:
    assert not {"numba", "numpy", "llvmlite", "pyarrow", "altair"} & loaded_by(*arguments)


def test_help_loads_nothing_heavy_at_all() -> None:
    assert not {"rich", "msgspec", "parlour.engine.registry"} & loaded_by("--help")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_has_help_with_an_example(command: tuple[str, ...], run) -> None:
    code, out, _ = run(*command, "--help")
    assert code == 0
    assert f"Example: parlour {' '.join(command)}" in " ".join(out.split())


def test_the_list_of_commands_is_whole(run) -> None:
    _, out, _ = run("--help")
    listed = re.findall(r"^  (\w+)  ", out, re.MULTILINE)
    assert sorted(listed) == sorted({command[0] for command in COMMANDS})
    assert set(OURS) <= set(listed)


def test_the_docs_list_every_command() -> None:
    page = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text("utf-8")
    rows = "\n".join(row.split("|")[1] for row in page.splitlines() if row.startswith("| `parlour "))
    for first, *more in COMMANDS:
        assert f"`parlour {first}" in rows
        assert all(re.search(rf"`(parlour )?({first} )?{name}\b", rows) for name in more), (first, *more)


def test_games(run) -> None:
    code, out, _ = run("games", "--json")
    assert code == 0
    assert [game["name"] for game in json.loads(out)] == registry.names(shelf_only=True)
    _, table, _ = run("games")
    assert all(name in table for name in registry.names(shelf_only=True))


def test_rules(run) -> None:
    code, out, _ = run("rules", GAME, "HC-12")
    assert code == 0
    assert out.startswith("HC-12  ")
    assert out.count("\n") == 1
    assert run("rules", GAME, "hc-12")[1] == out
    assert run("rules", GAME, "12")[1] == out
    whole = run("rules", GAME)[1]
    assert "HC-12" in whole
    assert "HC-R6" in whole


def test_the_rules_say_where_our_defaults_differ_from_the_letter(run) -> None:
    code, out, _ = run("rules", "held_hands", "--printed")
    assert code == 0
    assert "in 2 things that a switch changes" in out
    assert "  HH-R3  over-the-edge=on: " in out
    assert "parlour play held_hands --ruling over-the-edge=on --ruling from-memory=on" in out
    assert "  HH-R17  Instead of asking about your past, chance draws who begins." in out
    assert "deal-first" not in out, "the default is what is printed"
    assert "in one thing that" in run("rules", "perfect_match", "--printed")[1]
    assert "our defaults play it" in run("rules", GAME, "--printed")[1]


@pytest.mark.parametrize("game", registry.names())
def test_the_switches_that_play_the_letter_are_taken(game: str, run) -> None:
    """What the rules say can be typed is a game that can be dealt."""
    lines = [line for line in run("rules", game, "--printed")[1].splitlines() if "parlour play" in line]
    chosen = [word.split("=") for line in lines for word in line.split() if "=" in word]
    about = registry.about(game)
    bits = about.ruling_bits({name: value == "on" for name, value in chosen})
    assert all(bool(bits >> i & 1) == (r.on if r.printed is None else r.printed) for i, r in enumerate(about.rulings))


@pytest.mark.parametrize("game", registry.names())
def test_every_clause_of_every_rulebook_is_found(game: str, run) -> None:
    readme = (registry.load(game).folder / "README.md").read_text("utf-8")
    letters = registry.about(game).clauses
    ids = re.findall(rf"\*\*({letters}-R?\d+)\*\*", readme)
    assert len(ids) == len(set(ids)) > 0
    for id in ids:
        code, out, _ = run("rules", game, id)
        assert code == 0
        assert len(out) > len(id) + 10


def test_sim(run) -> None:
    code, out, err = run("sim", GAME, "--games", "200", "--bots", "random,random", "--seed", "5", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["game"], found["games"], found["seed"]) == (GAME, 200, 5)
    again = json.loads(run("sim", GAME, "--games", "200", "--seed", "5", "--threads", "2", "--json")[1])
    assert {**found, "seconds": 0} == {**again, "seconds": 0}
    assert "95% interval" in run("sim", GAME, "--games", "20")[1]


def test_no_name_of_a_file_moves_the_cursor(run, saved: Path) -> None:
    named = saved.rename(saved.with_name("\x1b[2J\x1b[31m\x9b2J\udcffred.json"))
    for command, name in (("verify", named.name), ("verify", f"{named.name}.not"), ("replay", f"{named.name}.not")):
        for as_json in ((), ("--json",)):
            code, *said = run(command, name, *as_json)
            assert code == (0 if name == named.name else 2)
            assert "red.json" in "".join(said)
            assert not {"\x1b", "\x9b", "\udcff"} & set("".join(said))


def test_replay_and_verify(run, saved: Path) -> None:
    code, out, _ = run("verify", saved.name)
    assert code == 0
    assert "is a true record" in out
    counts = json.loads(run("verify", saved.name, "--json")[1])
    assert counts["verified"] == counts["draws"] > 0
    everything = json.loads(run("replay", saved.name, "--json")[1])
    one_seat = json.loads(run("replay", saved.name, "--json", "--seat", "1")[1])
    assert len(everything["moves"]) == len(one_seat["moves"]) == counts["moves"]
    assert "?" not in "".join(step["move"] for step in everything["moves"])
    assert "?" in "".join(step["move"] for step in one_seat["moves"])
    told = run("replay", saved.name, "--all")[1]
    assert all(line["text"].split()[0] in told for step in everything["moves"] for line in step["story"])


def test_edition_check(run, tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    text = (registry.load(GAME).folder / "edition.toml").read_text("utf-8")
    deck.write_text(text, "utf-8")
    code, out, _ = run("edition", "check", GAME, "deck.toml")
    assert code == 0
    assert "is a good edition" in out
    assert "limits: Heartcatchers has room for cards 32, columns 3, hand 5" in out
    told = json.loads(run("edition", "check", GAME, "deck.toml", "--json")[1])
    assert (told["id"], told["limits"]) == ("edition", {"cards": 32, "columns": 3, "hand": 5})
    deck.write_text(text.replace("hand = 3", "hand = 99").replace('"blue"', '"blew"', 1), "utf-8")
    code, _, err = run("edition", "check", GAME, "deck.toml")
    assert code == 2
    assert re.match(r"deck\.toml:\d+: numbers\.hand: .*\ndeck\.toml:\d+: catches\[1\].catches\[0\]: .*\n2 faults", err)
    told = json.loads(run("edition", "check", GAME, "deck.toml", "--json")[1])
    assert [fault["field"] for fault in told["faults"]] == ["numbers.hand", "catches[1].catches[0]"]


@pytest.mark.skipif(sys.platform == "win32", reason="there folders of users are private by themselves")
def test_nobody_else_may_look_into_the_folder_of_running_games(run, tmp_path: Path) -> None:
    run("db", "check")
    assert (tmp_path / "home").stat().st_mode & 0o077 == 0


def test_an_unknown_clause_names_the_nearest(run) -> None:
    _, _, err = run("rules", GAME, "HC-111")
    assert "the nearest are HC-" in err


def test_doctor(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    code, out, _ = run("doctor", "--json")
    findings = {finding["what"]: finding for finding in json.loads(out)}
    assert {"Python", "numba", "compiled rules", "terminal", *registry.names(shelf_only=True)} <= set(findings)
    assert code == (0 if all(finding["good"] for finding in findings.values()) else 1)
    monkeypatch.setenv("COLUMNS", "40")
    code, out, _ = run("doctor")
    assert code == 1
    assert "WRONG" in out


DOCTOR = """
import sys
sys.modules.update(dict.fromkeys(sys.argv[1:]))
from parlour import cli, cli_lab
cli.app(["doctor", "--json"])
"""


@pytest.mark.parametrize(
    ("missing", "cache", "wrong"),
    [(["numba"], None, {"numba", "compiling"}), ([], "/proc/nothing", {"compiled rules", GAME})],
)
def test_doctor_reports_what_it_could_die_of(tmp_path: Path, missing, cache, wrong) -> None:
    environment = {**os.environ, "PARLOUR_HOME": str(tmp_path), "PARLOUR_CACHE": cache or str(tmp_path / "cache")}
    command = [sys.executable, "-c", DOCTOR, *missing]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    findings = {finding["what"]: finding for finding in json.loads(done.stdout)}
    assert wrong <= {what for what, finding in findings.items() if not finding["good"]}
    assert {"Python", "sqlalchemy", "running games", "terminal"} <= set(findings)
    assert findings["sqlalchemy"]["good"]


@pytest.mark.parametrize("command", [["hint", "saved.json"], ["bots", "match", GAME, "--games", "1"]])
def test_compiling_is_announced(run, monkeypatch: pytest.MonkeyPatch, capsys, command) -> None:
    """Whoever waits for Numba is told so, and only while somebody listens."""
    watchers: list[Any] = []
    monkeypatch.setattr(jit, "watch_compiling", watchers.append)

    def think(*_: Any, **__: Any) -> Any:
        watchers[-1](f"search__{GAME}")
        raise ValueError("enough")

    monkeypatch.setattr("parlour.bots.hint", think)
    monkeypatch.setattr("parlour.lab.arena.match", think)
    Match.deal(GAME, seed=1).save("saved.json")
    _, _, err = run(*command)
    assert "search ..." in err
    for watch in watchers:
        watch(f"search__{GAME}")
    assert capsys.readouterr().err == ""


def test_at_the_end_it_is_said_how_long_compiling_took(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    watchers: list[Any] = []
    monkeypatch.setattr(jit, "watch_compiling", watchers.append)
    with announced(Console(stderr=True)):
        for function in ("play_move", "search", "search"):
            watchers[0](f"{function}__{GAME}")
        assert "functions" not in capsys.readouterr().err
    assert re.fullmatch(r"Heartcatchers: functions compiled: 3; ready after \d+\.\d s\n", capsys.readouterr().err)


def test_after_a_change_of_a_rule_plain_games_are_played_without_compiling(tmp_path: Path) -> None:
    """In a copy of the sources, one of whose rules is changed, with an empty cache."""
    source = Path(str(registry.package(GAME).__file__)).parents[2]
    shutil.copytree(source, tmp_path / source.name, ignore=shutil.ignore_patterns("__pycache__", "pages"))
    rules = tmp_path / source.name / "games" / GAME / "rules.py"
    rules.write_text(rules.read_text("utf-8") + "\n\n@rule\ndef another(g):\n    return g.seat\n", "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PARLOUR_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "parlour", "sim", GAME, "--plain", "--games", "1", "--json"]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)
    assert "ompil" not in done.stderr
    assert not list((tmp_path / "cache").rglob("*.nb?"))


def test_bench_compiles_each_game_once_and_says_what_it_does(run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It compiled each game five times, silently for ten minutes."""
    processes: list[tuple[str, str]] = []
    monkeypatch.setattr(bench, "best_rate", lambda *_: (1.0, 1.0))
    monkeypatch.setattr(bench, "copy_rounds", lambda *_: [1.0])
    monkeypatch.setattr(bench, "process_seconds", lambda code, name, _: processes.append((name, code)) or 1.0)
    code, out, err = run("bench", "--json", "--rounds", "3")
    assert code == 0
    names = registry.names(shelf_only=True)
    assert list(json.loads(out)) == names
    assert [name for name, code in processes if code == bench.COMPILE] == names
    assert [line for line in err.splitlines() if "compiling" in line] == [f"Measuring {n}: compiling" for n in names]


def test_bench(run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures of one game; compiling afresh is left to the real thing."""
    monkeypatch.setattr(bench, "COMPILE", bench.START)
    monkeypatch.setattr(bench, "SECONDS", 0.02)
    cache = str(cache_root())
    seconds = bench.process_seconds
    monkeypatch.setattr(bench, "process_seconds", lambda code, name, _: seconds(code, name, cache))
    code, out, err = run("bench", GAME, "--json", "--rounds", "1")
    assert code == 0
    assert "Traceback" not in err
    found = json.loads(out)
    keys = ("steps_per_second", "games_per_second", "state_bytes", "copy_ns", "compile_s", "start_s")
    assert all(found[key] > 0 for key in keys)
    assert found["state_bytes"] == registry.load(GAME).state.dtype.itemsize


def test_a_closed_pipe_is_no_fault() -> None:
    command = f"{sys.executable} -m parlour rules {GAME} | head -n 1"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_without_its_packages_the_lab_names_the_one_command(run, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    there = find("parlour")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pyarrow" else find(name) or there)
    monkeypatch.setattr(cli_lab, "install_command", lambda: f"install them by: {cli_lab.FROM_A_WHEEL}")
    code, out, err = run("lab", "run", "--game", GAME, "--out", "here")
    assert (code, out) == (2, "")
    assert (
        err == "the lab needs packages that are not installed (pyarrow); install them by: pip install 'parlour[lab]'.\n"
    )
    assert not Path("here").exists()
