"""Set-up: the command that it leaves behind, and what was interrupted is done again."""

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def play(tmp_path, monkeypatch):
    """What play.py runs, with a .venv of its own."""
    spec = importlib.util.spec_from_file_location("setup_parlour", ROOT / "setup_parlour.py")
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


@pytest.mark.skipif(os.name == "nt", reason="a script of the shell")
def test_the_command_works_through_links(play, tmp_path):
    play.PYTHON.write_text('#!/bin/sh\necho "$@"\n')
    play.PYTHON.chmod(0o755)
    play.write_command()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "parlour").symlink_to(play.BIN / "parlour")
    (tmp_path / "link").symlink_to("other/parlour")
    assert subprocess.check_output([tmp_path / "link", "games"], text=True) == "-m parlour games\n"


@pytest.fixture
def steps(play, monkeypatch, tmp_path):
    """What set-up does, step by step, in a clone whose packages cost nothing."""
    done = []
    root = tmp_path / "clone"
    root.mkdir()
    for name in (*play.LOCKS.values(), play.NODE, play.BUILD, "pyproject.toml"):
        (root / name).write_text(name)

    def make_venv():
        done.append("make")
        shutil.rmtree(play.VENV)
        play.BIN.mkdir(parents=True)
        play.PYTHON.touch()
        (play.VENV / "pyvenv.cfg").write_text(f"command = python -m venv {play.VENV.resolve()}\n")

    monkeypatch.setattr(play, "ROOT", root)
    play.make_venv_for_real = play.make_venv
    monkeypatch.setattr(play, "make_venv", make_venv)
    monkeypatch.setattr(play, "has_pip", play.PYTHON.exists)
    monkeypatch.setattr(play, "pip", lambda verb, *_: done.append(verb))
    monkeypatch.setattr(play, "link_sources", lambda: None)
    monkeypatch.setattr(play, "find_site_packages", lambda: play.VENV)
    monkeypatch.setattr(play, "share", lambda *_: False)
    monkeypatch.setattr(play, "build_pages", lambda: done.append("build"))
    monkeypatch.setattr(play, "become", lambda *arguments: done.append(arguments[2]))
    return done


def test_set_up_is_done_once_for_each_kind(play, steps):
    for kind in ("play", "test", "play", "test"):
        play.set_up(kind, pages=False)
    assert steps == ["make", "install", "download", "install"]


def test_an_install_that_was_interrupted_begins_with_a_new_venv(play, steps, monkeypatch):
    play.set_up("play", pages=False)
    (play.ROOT / "pyproject.toml").write_text("another")
    with monkeypatch.context() as patched:
        patched.setattr(play, "pip", lambda verb, *_: pytest.fail("interrupted") if verb == "install" else None)
        with pytest.raises(pytest.fail.Exception):
            play.set_up("play", pages=False)
    # Back to what was installed before: half of that is overwritten.
    (play.ROOT / "pyproject.toml").write_text("pyproject.toml")
    play.set_up("play", pages=False)
    assert steps == ["make", "install"] * 2


@pytest.mark.parametrize("more", ["find_npm", "install_build_tools"])
def test_node_and_build_tools_that_were_interrupted_begin_with_a_new_venv(play, steps, monkeypatch, more):
    play.set_up("play", pages=False)
    monkeypatch.setattr(play.shutil, "which", lambda *_, **__: None)
    with monkeypatch.context() as patched:
        patched.setattr(play, "pip", lambda verb, *_: pytest.fail("interrupted") if verb == "install" else None)
        with pytest.raises(pytest.fail.Exception):
            getattr(play, more)()
    play.set_up("play", pages=False)
    assert steps == ["make", "install"] * 2


def test_whatever_is_installed_is_installed_by_its_hash(play, steps, monkeypatch):
    """Node and what builds a wheel too; a lock names no place where packages lie."""
    asked = []
    monkeypatch.setattr(play, "pip", lambda *arguments: asked.append(arguments))
    monkeypatch.setattr(play.shutil, "which", lambda name, path=None: "npm" if path and asked[2:] else None)
    play.install("play")
    play.find_npm()
    play.install_build_tools()
    locks = [play.LOCKS["play"], play.NODE, play.NODE, play.BUILD, play.BUILD]
    assert [Path(arguments[-1]).name for arguments in asked] == locks
    assert all(arguments[-5:-1] == ("--require-hashes", "--only-binary", ":all:", "-r") for arguments in asked)
    for name in set(locks):
        text = (Path(play.__file__).parent / name).read_text()
        assert "--hash=sha256:" in text
        assert "://" not in text


def test_packages_that_cannot_be_downloaded_leave_everything_as_it_was(play, steps, monkeypatch):
    play.set_up("play", pages=False)
    monkeypatch.setattr(play, "pip", lambda verb, *_: play.fail(verb))
    monkeypatch.setattr(play.shutil, "which", lambda *_, **__: None)
    for more in (lambda: play.set_up("test", pages=False), play.find_npm, play.install_build_tools):
        with pytest.raises(play.Failed, match="download"):
            more()
    play.set_up("play", pages=False)
    assert steps == ["make", "install"]


def test_a_venv_of_which_half_was_cleared_is_made_anew(play, steps, monkeypatch):
    """It is cleared in any order: what says that it is not whole may go first."""
    play.set_up("play", pages=False)
    (play.VENV / play.INSTALLING).touch()

    def cleared(folder, **_):
        (folder / play.INSTALLING).unlink()
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(play, "make_venv", play.make_venv_for_real)
        patched.setattr(play.venv, "create", cleared)
        with pytest.raises(KeyboardInterrupt):
            play.set_up("play", pages=False)
    play.INTERRUPTED.clear()
    play.set_up("play", pages=False)
    assert steps == ["make", "install"] * 2


def test_nothing_more_is_started_after_ctrl_c(play):
    with pytest.raises(KeyboardInterrupt), play.children_ending_with_us():
        raise KeyboardInterrupt
    with pytest.raises(play.Failed, match="Interrupted"):
        play.child(["true"])


def test_a_clone_that_was_copied_gets_a_venv_of_its_own(play, steps, monkeypatch, tmp_path):
    """It ran the sources of the first clone."""
    play.set_up("play", pages=False)
    other = tmp_path / "copied"
    shutil.copytree(play.VENV, other)
    monkeypatch.setattr(play, "VENV", other)
    monkeypatch.setattr(play, "BIN", other / play.BIN.name)
    monkeypatch.setattr(play, "PYTHON", other / play.BIN.name / play.PYTHON.name)
    play.set_up("play", pages=False)
    assert steps == ["make", "install"] * 2


def test_dev_builds_the_pages(play, steps):
    play.main(["dev", "heartcatchers"])
    assert "build" in steps


def test_two_set_ups_in_one_clone_wait_for_each_other(play, monkeypatch, tmp_path):
    monkeypatch.setattr(play, "ROOT", tmp_path)
    inside, leave, said = threading.Event(), threading.Event(), []

    def first():
        with play.alone():
            inside.set()
            leave.wait(30)

    def say(text):
        said.append(text)
        leave.set()

    monkeypatch.setattr(play, "say", say)
    thread = threading.Thread(target=first)
    thread.start()
    assert inside.wait(30)
    with play.alone():
        assert leave.is_set()
    thread.join()
    assert said == ["another play.py is setting up; waiting"]


def test_a_python_that_makes_no_venv_is_told_so(play, monkeypatch):
    monkeypatch.setattr(play.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(play.Failed, match=r"install its venv package \(Debian: python3-venv\)"):
        play.make_venv()


@pytest.mark.parametrize(
    ("version", "fits"),
    [
        *(("v18.20.4", False), ("v20.18.1", False), ("v20.19.0", True), ("v21.7.3", False), ("v22.11.0", False)),
        *(("v22.12.0", True), ("v23.11.0", False), ("v24.0.0", True), ("v26.1.0", True), ("", False)),
    ],
)
def test_a_node_builds_the_pages_if_vite_supports_it(play, monkeypatch, version, fits):
    monkeypatch.setattr(play.shutil, "which", lambda name: name)
    answer = subprocess.CompletedProcess([], 0, f"{version}\n")
    monkeypatch.setattr(play.subprocess, "run", lambda *_, **__: answer)
    assert play.node_is_new_enough() == fits


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
    assert play.main_in_one_sentence([]) == code
    assert said in capsys.readouterr().err


def test_programs_that_cannot_be_had_are_one_sentence(play, monkeypatch):
    """apt-get is asked for no more than the tests need, and its failure is not left to a test."""
    asked = []
    monkeypatch.setattr(play, "find_program", lambda name: None if name == "nginx" else name)
    monkeypatch.setattr(play.shutil, "which", lambda name: name)
    monkeypatch.setattr(play.os, "geteuid", lambda: 0)
    monkeypatch.setattr(play.subprocess, "run", lambda command, **_: asked.append(command))
    monkeypatch.setattr(play, "set_up", lambda kind, pages: asked.append(kind))
    monkeypatch.setattr(play, "test", lambda _: asked.append("tests were run"))
    with pytest.raises(play.Failed, match="nginx-light could not be installed"):
        play.main(["test"])
    assert "test" in asked
    assert "tests were run" not in asked
    (install,) = (command for command in asked if "install" in command)
    assert "--no-install-recommends" in install
    assert "postgresql" not in install


@pytest.mark.skipif(os.name == "nt", reason="Windows has no exec")
def test_whoever_ends_play_py_ends_parlour():
    """One process: a server that outlived the command would keep its port and its store."""
    code = f"import setup_parlour as p; p.PYTHON = {sys.executable!r}; p.become('-c', 'import os; print(os.getpid())')"
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert int(process.communicate()[0]) == process.pid


PYENV = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
OLD = [p for p in sorted(PYENV.glob("*/bin/python")) if re.match(r"2\.|3\.(\d|10)\.", p.parts[-3])]


@pytest.mark.parametrize("python", OLD, ids=lambda path: path.parts[-3])
def test_an_old_python_is_told_so_in_one_sentence(python):
    done = subprocess.run([python, ROOT / "play.py", "games"], capture_output=True, text=True, check=False)
    version = python.parts[-3]
    assert (done.returncode, done.stderr) == (2, f"Parlour needs Python 3.11 or newer; this is {version}.\n")


def test_play_py_holds_nothing_that_an_old_python_cannot_read():
    """Also where no old Python is at hand; play.py needs no function, so none can be annotated."""
    text = (ROOT / "play.py").read_text("ascii")
    tree = ast.parse(text, feature_version=(3, 4))
    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Match, ast.FunctionDef, ast.AsyncFunctionDef)
    assert not [node for node in ast.walk(tree) if isinstance(node, newer)]
