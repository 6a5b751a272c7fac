"""Set-up: the command that it leaves behind, and what was interrupted is done again."""

import ast
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import set_up.clone
from set_up import browser, commands, packages, programs

import waiting

ROOT = Path(__file__).parent.parent
MAKE_VENV = packages.make_venv


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A clone with a .venv of its own."""
    put_venv(monkeypatch, tmp_path / "a folder")
    set_up.clone.BIN.mkdir(parents=True)
    yield set_up.clone
    set_up.clone.INTERRUPTED.clear()


def put_venv(monkeypatch, folder):
    bin, python = folder / set_up.clone.BIN.name, set_up.clone.PYTHON.name
    for name, path in {"VENV": folder, "BIN": bin, "PYTHON": bin / python}.items():
        monkeypatch.setattr(set_up.clone, name, path)


@pytest.mark.skipif(os.name == "nt", reason="a script of the shell")
def test_the_command_stands_beside_python_and_passes_everything_on(clone):
    clone.PYTHON.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    clone.PYTHON.chmod(0o755)
    packages.write_command()
    done = subprocess.run(
        [clone.BIN / "parlour", "rules", "heartcatchers", "HC-1"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("HC-1  ")


@pytest.mark.skipif(os.name == "nt", reason="a script of the shell")
def test_the_command_works_through_links(clone, tmp_path):
    clone.PYTHON.write_text('#!/bin/sh\necho "$@"\n')
    clone.PYTHON.chmod(0o755)
    packages.write_command()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "parlour").symlink_to(clone.BIN / "parlour")
    (tmp_path / "link").symlink_to("other/parlour")
    assert subprocess.check_output([tmp_path / "link", "games"], text=True) == "-m parlour games\n"


@pytest.fixture
def steps(clone, monkeypatch, tmp_path):
    """What set-up does, step by step, in a clone whose packages cost nothing."""
    done = []
    root = tmp_path / "clone"
    root.mkdir()
    for name in (*packages.LOCKS.values(), packages.NODE, packages.BUILD, "pyproject.toml"):
        (root / name).write_text(name)

    def make_venv():
        done.append("make")
        shutil.rmtree(clone.VENV)
        clone.BIN.mkdir(parents=True)
        clone.PYTHON.touch()
        (clone.VENV / "pyvenv.cfg").write_text(f"command = python -m venv {clone.VENV.resolve()}\n")

    monkeypatch.setattr(clone, "ROOT", root)
    monkeypatch.setattr(packages, "make_venv", make_venv)
    monkeypatch.setattr(packages, "has_pip", clone.PYTHON.exists)
    monkeypatch.setattr(packages, "pip", lambda verb, *_: done.append(verb))
    monkeypatch.setattr(packages, "link_sources", lambda: None)
    monkeypatch.setattr(packages, "find_site_packages", lambda: clone.VENV)
    monkeypatch.setattr(packages, "share", lambda *_: False)
    monkeypatch.setattr(browser, "build_pages", lambda: done.append("build"))
    monkeypatch.setattr(clone, "become", lambda *arguments: done.append(arguments[2]))
    return done


def test_set_up_is_done_once_for_each_kind(clone, steps):
    for kind in ("play", "test", "play", "test"):
        commands.set_up(kind, pages=False)
    assert steps == ["make", "install", "download", "install"]


def test_an_install_that_was_interrupted_begins_with_a_new_venv(clone, steps, monkeypatch):
    commands.set_up("play", pages=False)
    (clone.ROOT / "pyproject.toml").write_text("another")
    with monkeypatch.context() as patched:
        patched.setattr(packages, "pip", lambda verb, *_: pytest.fail("interrupted") if verb == "install" else None)
        with pytest.raises(pytest.fail.Exception):
            commands.set_up("play", pages=False)
    # Back to what was installed before: half of that is overwritten.
    (clone.ROOT / "pyproject.toml").write_text("pyproject.toml")
    commands.set_up("play", pages=False)
    assert steps == ["make", "install"] * 2


@pytest.mark.parametrize("more", [browser.find_npm, commands.install_build_tools])
def test_node_and_build_tools_that_were_interrupted_begin_with_a_new_venv(clone, steps, monkeypatch, more):
    commands.set_up("play", pages=False)
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with monkeypatch.context() as patched:
        patched.setattr(packages, "pip", lambda verb, *_: pytest.fail("interrupted") if verb == "install" else None)
        with pytest.raises(pytest.fail.Exception):
            more()
    commands.set_up("play", pages=False)
    assert steps == ["make", "install"] * 2


def test_whatever_is_installed_is_installed_by_its_hash(clone, steps, monkeypatch):
    """Node and what builds a wheel too; a lock names no place where packages lie."""
    asked = []
    monkeypatch.setattr(packages, "pip", lambda *arguments: asked.append(arguments))
    monkeypatch.setattr(shutil, "which", lambda name, path=None: "npm" if path and asked[2:] else None)
    packages.install("play")
    browser.find_npm()
    commands.install_build_tools()
    locks = [packages.LOCKS["play"], packages.NODE, packages.NODE, packages.BUILD, packages.BUILD]
    assert [Path(arguments[-1]).name for arguments in asked] == locks
    assert all(arguments[-5:-1] == ("--require-hashes", "--only-binary", ":all:", "-r") for arguments in asked)
    for name in set(locks):
        text = (ROOT / name).read_text()
        assert "--hash=sha256:" in text
        assert "://" not in text


def test_packages_that_cannot_be_downloaded_leave_everything_as_it_was(clone, steps, monkeypatch):
    commands.set_up("play", pages=False)
    monkeypatch.setattr(packages, "pip", lambda verb, *_: clone.fail(verb))
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    for more in (lambda: commands.set_up("test", pages=False), browser.find_npm, commands.install_build_tools):
        with pytest.raises(clone.Failed, match="download"):
            more()
    commands.set_up("play", pages=False)
    assert steps == ["make", "install"]


def test_a_venv_of_which_half_was_cleared_is_made_anew(clone, steps, monkeypatch):
    """It is cleared in any order: what says that it is not whole may go first."""
    commands.set_up("play", pages=False)
    (clone.VENV / packages.INSTALLING).touch()

    def cleared(folder, **_):
        (folder / packages.INSTALLING).unlink()
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(packages, "make_venv", MAKE_VENV)
        patched.setattr(packages.venv, "create", cleared)
        with pytest.raises(KeyboardInterrupt):
            commands.set_up("play", pages=False)
    clone.INTERRUPTED.clear()
    commands.set_up("play", pages=False)
    assert steps == ["make", "install"] * 2


def test_nothing_more_is_started_after_ctrl_c(clone):
    with pytest.raises(KeyboardInterrupt), clone.children_ending_with_us():
        raise KeyboardInterrupt
    with pytest.raises(clone.Failed, match="Interrupted"):
        clone.child(["true"])


def test_a_clone_that_was_copied_gets_a_venv_of_its_own(clone, steps, monkeypatch, tmp_path):
    """It ran the sources of the first clone."""
    commands.set_up("play", pages=False)
    other = tmp_path / "copied"
    shutil.copytree(clone.VENV, other)
    put_venv(monkeypatch, other)
    commands.set_up("play", pages=False)
    assert steps == ["make", "install"] * 2


def test_dev_builds_the_pages(clone, steps):
    commands.main(["dev", "heartcatchers"])
    assert "build" in steps


def test_two_set_ups_in_one_clone_wait_for_each_other(clone, monkeypatch, tmp_path):
    monkeypatch.setattr(clone, "ROOT", tmp_path)
    inside, leave, said = threading.Event(), threading.Event(), []

    def first():
        with clone.alone():
            inside.set()
            leave.wait(waiting.TIMEOUT)

    def say(text):
        said.append(text)
        leave.set()

    monkeypatch.setattr(clone, "say", say)
    thread = threading.Thread(target=first)
    thread.start()
    assert inside.wait(waiting.TIMEOUT)
    with clone.alone():
        assert leave.is_set()
    thread.join()
    assert said == ["another play.py is setting up; waiting"]


def test_a_python_that_makes_no_venv_is_told_so(clone, monkeypatch):
    monkeypatch.setattr(packages.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(clone.Failed, match=r"install its venv package \(Debian: python3-venv\)"):
        packages.make_venv()


@pytest.mark.parametrize(
    ("version", "fits"),
    [
        *(("v18.20.4", False), ("v20.18.1", False), ("v20.19.0", True), ("v21.7.3", False), ("v22.11.0", False)),
        *(("v22.12.0", True), ("v23.11.0", False), ("v24.0.0", True), ("v26.1.0", True), ("", False)),
    ],
)
def test_a_node_builds_the_pages_if_vite_supports_it(clone, monkeypatch, version, fits):
    monkeypatch.setattr(shutil, "which", lambda name: name)
    answer = subprocess.CompletedProcess([], 0, f"{version}\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: answer)
    assert browser.node_is_new_enough() == fits


@pytest.mark.parametrize(
    ("fault", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "run the same command again"),
        (OSError(28, "No space left on device", "cache"), 2, "cache: No space left on device."),
    ],
)
def test_what_stops_set_up_is_one_sentence(clone, monkeypatch, capsys, fault, code, said):
    def stopped(_):
        raise fault

    monkeypatch.setattr(commands, "main", stopped)
    assert commands.main_in_one_sentence([]) == code
    assert said in capsys.readouterr().err


def test_programs_that_cannot_be_had_are_one_sentence(clone, monkeypatch):
    """apt-get is asked for no more than the tests need, and its failure is not left to a test."""
    asked = []
    monkeypatch.setattr(programs, "find_program", lambda name: None if name == "nginx" else name)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: asked.append(command))
    monkeypatch.setattr(commands, "set_up", lambda kind, pages: asked.append(kind))
    monkeypatch.setattr(commands, "test", lambda _: asked.append("tests were run"))
    with pytest.raises(clone.Failed, match="nginx-light could not be installed"):
        commands.main(["test"])
    assert "test" in asked
    assert "tests were run" not in asked
    (install,) = (command for command in asked if "install" in command)
    assert "--no-install-recommends" in install
    assert "postgresql" not in install


@pytest.mark.skipif(os.name == "nt", reason="Windows has no exec")
def test_whoever_ends_play_py_ends_parlour():
    """One process: a server that outlived the command would keep its port and its store."""
    code = (
        f"from set_up import clone as p; p.PYTHON = {sys.executable!r}; p.become('-c', 'import os; print(os.getpid())')"
    )
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
