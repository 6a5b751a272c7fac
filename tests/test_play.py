"""Set-up: the command that it leaves behind, and what was interrupted is done again."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def play(tmp_path, monkeypatch):
    """play.py with a .venv of its own."""
    spec = importlib.util.spec_from_file_location("play", ROOT / "play.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    folder = tmp_path / "a folder"
    bin = folder / module.BIN.name
    bin.mkdir(parents=True)
    monkeypatch.setattr(module, "VENV", folder)
    monkeypatch.setattr(module, "BIN", bin)
    monkeypatch.setattr(module, "PYTHON", bin / module.PYTHON.name)
    return module


@pytest.mark.skipif(os.name == "nt", reason="a script of the shell")
def test_the_command_stands_beside_python_and_passes_everything_on(play):
    play.PYTHON.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    play.PYTHON.chmod(0o755)
    play.write_command()
    done = subprocess.run(
        [play.BIN / "parlour", "rules", "heartcatchers", "HC-1"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("HC-1  ")


def test_a_venv_whose_making_was_interrupted_is_made_again(play):
    play.PYTHON.write_text("")
    assert not play.has_pip()
    play.make_venv()
    assert play.has_pip()


@pytest.mark.parametrize(
    ("fault", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "run the same command again"),
        (OSError(28, "No space left on device", "cache"), 2, "cache: No space left on device."),
    ],
)
def test_what_stops_set_up_is_one_sentence(play, monkeypatch, capsys, fault, code, said):
    def stopped(_):
        raise fault

    monkeypatch.setattr(play, "main", stopped)
    with pytest.raises(SystemExit) as ended:
        play.main_in_one_sentence([])
    assert ended.value.code == code
    assert said in capsys.readouterr().err


def test_packages_that_cannot_be_had_are_one_sentence(play, capsys):
    play.make_venv()
    with pytest.raises(SystemExit):
        play.pip("--index-url", "http://127.0.0.1:9/", "--retries", "0", "no-such-package-of-ours")
    assert "The packages could not be installed" in capsys.readouterr().err
