"""`parlour dev GAME --terminal`: the game on the screen goes on after its files were changed."""

import os
import re
import shutil
from pathlib import Path

from driver import Terminal

ROOT = Path(__file__).resolve().parents[2]
GAME = "heartcatchers"


def test_the_game_on_the_screen_goes_on_after_each_change(tmp_path: Path) -> None:
    sources = tmp_path / "src"
    shutil.copytree(ROOT / "src", sources, ignore=shutil.ignore_patterns("__pycache__", "pages"))
    folder = sources / "parlour/games" / GAME
    command = ("dev", GAME, "--terminal", "--seats", "Ann=you,Bo=you")
    with Terminal(*command, home=tmp_path, PYTHONPATH=str(sources)) as terminal:
        terminal.wait()
        assert "Ann, your move" in lifted(terminal) or "Bo, your move" in terminal.shown[-1]
        terminal.type("1")
        assert "Mint" not in lifted(terminal)

        change(folder / "edition.toml", r'name = "', 'name = "Mint ')
        assert "changed: edition.toml" in terminal.wait()
        at = goes_on_at(terminal)
        assert "Mint" in lifted(terminal)

        rules = (folder / "rules.py").read_text("utf-8")
        last = "    return list_secrets(e, g, out, n)\n"
        first_is_gone = "    n = list_secrets(e, g, out, n)\n    out[: n - 1] = out[1:n]\n    return n - 1\n"
        change(folder / "rules.py", re.escape(last), first_is_gone)
        terminal.wait()
        said = " ".join(terminal.shown[-1].split())
        assert re.search(r"move \d+ \(.*\) no longer fits: it is not legal there now", said)
        assert goes_on_at(terminal) < at
        terminal.type("")

        (folder / "rules.py").write_text(f"{rules}\ndef broken(\n", "utf-8")
        terminal.child.expect(rb"heartcatchers does not load: rules.py, line \d+: SyntaxError: [^\r]*goes on\.\r")
        assert "your move" in lifted(terminal)

        os.replace(written(tmp_path / "rules.py", rules), folder / "rules.py")
        terminal.wait()
        assert goes_on_at(terminal) == at
        lifted(terminal)
        terminal.type("q")
        assert "Nothing is lost" in terminal.shown[-1]
        assert terminal.status == 0
        assert "Traceback" not in "".join(terminal.shown)


def lifted(terminal: Terminal) -> str:
    """What the person sees whose turn it is; the curtain is lifted if it is down."""
    return terminal.type("") if "Pass to" in terminal.shown[-1] else terminal.shown[-1]


def goes_on_at(terminal: Terminal) -> int:
    return int(re.findall(r"The game goes on at move (\d+)", terminal.shown[-1])[-1])


def change(file: Path, old: str, new: str) -> None:
    text, times = re.subn(old, new, file.read_text("utf-8"))
    assert times
    file.write_text(text, "utf-8")


def written(file: Path, text: str) -> Path:
    file.write_text(text, "utf-8")
    return file
