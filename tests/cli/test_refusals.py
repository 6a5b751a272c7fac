"""How the command line refuses: one sentence, and nothing has changed."""

import json
import re
from pathlib import Path

import pytest

from parlour.engine.match import Match

GAME = "heartcatchers"


def refusals() -> dict[str, list[str]]:
    return {
        "no such game": ["rules", "chess"],
        "no such game to play": ["play", "chess"],
        "no such game to simulate": ["sim", "chess"],
        "no such command": ["dance"],
        "no such option": ["games", "--loud"],
        "no such clause": ["rules", GAME, "HC-999"],
        "no such mode": ["play", GAME, "--mode", "solo"],
        "no such mode to simulate": ["sim", GAME, "--mode", "solo"],
        "too many seats": ["play", GAME, "--seats", "you,random,random"],
        "an empty seat": ["play", GAME, "--seats", "you,"],
        "no such bot": ["play", GAME, "--seats", "you,deepthought"],
        "no such bot to simulate": ["sim", GAME, "--bots", "deepthought"],
        "no such ruling": ["play", GAME, "--ruling", "tea=on"],
        "half a ruling": ["play", GAME, "--ruling", "white-safe=perhaps"],
        "an even series": ["play", GAME, "--best-of", "2"],
        "no games": ["sim", GAME, "--games", "0"],
        "no number": ["sim", GAME, "--games", "many"],
        "no edition": ["play", GAME, "--edition", "nothing.toml"],
        "a bad edition": ["play", GAME, "--edition", "bad.toml"],
        "no save": ["verify", "nothing.json"],
        "a folder": ["verify", "."],
        "no JSON": ["verify", "text.json"],
        "a foreign file": ["replay", "foreign.json"],
        "a save from the future": ["verify", "future.json"],
        "rules of another version": ["replay", "version.json"],
        "an edition with another hash": ["verify", "hash.json"],
        "a changed move": ["verify", "changed.json"],
        "a draw that is not what the secret gives": ["verify", "secret.json"],
        "a damaged game to go on with": ["play", "--resume", "version.json"],
        "a damaged running game": ["play", "--resume", "running.json"],
        "another game's save": ["play", "template", "--resume", "saved.json"],
        "nothing to play": ["play"],
        "options for a game that goes on": ["play", "--resume", "saved.json", "--seed", "1"],
        "a seat that is not there": ["replay", "saved.json", "--seat", "4"],
        "a hint after the end": ["hint", "saved.json"],
        "a hint for whoever waits": ["hint", "begun.json", "--seat", "2"],
        "no such port": ["serve", "--port", "70000"],
        "no store": ["db", "check", "--store", "nothing.db"],
        "no store to copy": ["db", "to-postgres", "copy.db", "--store", "nothing.db"],
        "a database that nobody answers at": ["db", "check", "--store", "postgresql://127.0.0.1:1/parlour"],
        "no driver for a database": ["db", "check", "--store", "mysql://127.0.0.1/parlour"],
        "no database": ["db", "check", "--store", "text.json"],
        "no database to back up": ["db", "backup", "copy.db", "--store", "text.json"],
        "no database to copy": ["db", "to-postgres", "copy.db", "--store", "text.json"],
    }


@pytest.mark.parametrize("case", refusals())
def test_a_refusal_is_one_sentence_and_changes_nothing(case: str, run, saved: Path) -> None:
    write_bad_files(saved)
    before = {p: p.read_bytes() for p in saved.parent.rglob("*") if p.is_file()}
    code, out, err = run(*refusals()[case])
    assert code == 2
    assert out == ""
    assert re.fullmatch(r"\S[^\n]{8,500}[.?!]\n", err)
    assert "Traceback" not in err
    assert {p: p.read_bytes() for p in saved.parent.rglob("*") if p.is_file()} == before


def write_bad_files(saved: Path) -> None:
    folder, tree = saved.parent, json.loads(saved.read_text())
    (folder / "bad.toml").write_text('id = "x"\ntitle = 7\n')
    (folder / "text.json").write_text("Dear diary,")
    Match.deal(GAME, seed=1, first=0).save(folder / "begun.json")
    (folder / "foreign.json").write_text('{"chess": 1}')
    (folder / "running.json").write_text('{"running": 1, "players": "nobody"}')
    broken = {
        "future": {"parlour": 99},
        "version": {"version": 99},
        "hash": {"edition": {**tree["edition"], "hash": "0" * 64}},
        "changed": {"log": [*tree["log"][:-1], tree["log"][0]]},
        "secret": {"draws": [{**tree["draws"][0], "secret": "00" * 32}]},
    }
    for name, change in broken.items():
        (folder / f"{name}.json").write_text(json.dumps({**tree, **change}))
