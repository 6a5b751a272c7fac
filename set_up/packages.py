"""The folder .venv: Python, the locked packages, Parlour as it is in src, and the command `parlour`."""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from set_up import clone, shared

LOCKS = {"play": "requirements.lock", "lab": "requirements-lab.lock", "test": "requirements-test.lock"}
# What is installed beside them when it is needed: a Node for the pages, and what builds a wheel.
NODE, BUILD = "requirements-node.lock", "requirements-build.lock"
# In .venv while something is installed into it, and while packages are at hand that are about to be.
INSTALLING = ".installing"
FETCHED = ".fetched"
# The file by which .venv finds Parlour in src; what says there that it is installed; both name this clone.
SOURCES = "parlour.pth"
INSTALLED = "parlour-*.dist-info"

# Finds the Python beside itself, so that a path with spaces does no harm, nor a link from another folder.
COMMAND = """#!/bin/sh
me=$0
while [ -L "$me" ]; do
    to=$(readlink "$me")
    case $to in
        /*) me=$to ;;
        *) me=$(dirname "$me")/$to ;;
    esac
done
exec "$(dirname "$me")/python" -m parlour "$@"
"""


def is_installed(kind: str) -> bool:
    stamp = stamp_of(kind)
    return clone.is_current(stamp, wanted(kind)) and clone.PYTHON.exists() and not was_interrupted()


def stamp_of(kind: str) -> Path:
    return clone.VENV / f".installed-{kind}"


def wanted(kind: str) -> str:
    """What a stamp says if the packages fit these files; the folder counts, since .venv names it in many places."""
    return clone.digest(clone.ROOT / LOCKS[kind], clone.ROOT / "pyproject.toml", salt=str(clone.VENV.resolve()))


def install(kind: str) -> None:
    """Install the locked packages into .venv."""
    clone.say(f"installing packages from {LOCKS[kind]}")
    stamps = {each: wanted(each) for each in LOCKS if each == kind or is_installed(each)}
    with fetched(LOCKS[kind]) as found, changing():
        for each in LOCKS:
            stamp_of(each).unlink(missing_ok=True)
        pip("install", *found)
        link_sources()
        write_command()
        for each, text in stamps.items():
            stamp_of(each).write_text(text)


@contextmanager
def changing() -> Iterator[None]:
    """Note in .venv that it is being changed: one in which that did not come to its end is made anew."""
    begun = clone.VENV / INSTALLING
    begun.touch()
    yield
    begun.unlink()


@contextmanager
def fetched(lock: str) -> Iterator[tuple[str, ...]]:
    """Download what a lock names before a .venv that works is changed; pip's options to install that, by its hashes.

    So no network, or no room for them, leaves it as it was. At a first start nothing is at stake.
    """
    locked = ("--require-hashes", "--only-binary", ":all:", "-r", str(clone.ROOT / lock))
    if not any(stamp_of(kind).exists() for kind in LOCKS):
        yield locked
        return
    folder = clone.VENV / FETCHED
    shutil.rmtree(folder, ignore_errors=True)
    try:
        pip("download", "--dest", str(folder), *locked)
        yield ("--no-index", "--find-links", str(folder), *locked)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def is_whole() -> bool:
    """Whether .venv can be installed into: nothing was interrupted, and the clone was not moved or copied."""
    return has_pip() and not was_interrupted() and not is_moved()


def was_interrupted() -> bool:
    """Whether something was being installed into .venv, or it was being cleared, and that has not come to its end."""
    return (clone.VENV / INSTALLING).exists() or not (clone.VENV / "pyvenv.cfg").exists()


def is_moved() -> bool:
    """Whether .venv was made in another folder: its programs would run the Python there. Python notes the command."""
    about = (clone.VENV / "pyvenv.cfg").read_text("utf-8")
    noted = [line for line in about.splitlines() if line.startswith("command = ")]
    return bool(noted) and not noted[0].endswith(f" {clone.VENV.resolve()}")


def has_pip() -> bool:
    """Whether .venv is whole; one whose making was interrupted has no pip."""
    asking = [str(clone.PYTHON), "-m", "pip", "--version"]
    try:
        return subprocess.run(asking, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def make_venv() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        clone.fail("This Python cannot make a virtual environment; install its venv package (Debian: python3-venv).")
    clear_venv()
    with changing():
        # What `venv` does for `with_pip`, but as a child that holds the lock.
        adding_pip = [clone.PYTHON, "-Im", "ensurepip", "--upgrade", "--default-pip"]
        done = clone.child(adding_pip, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            sys.stderr.write(done.stdout.decode(errors="replace"))
            clone.fail("The folder .venv could not be made; the lines above say why.")


def clear_venv() -> None:
    """Make a .venv in which there is Python and nothing else."""
    # First, since the rest goes in any order: without it nobody takes what is left for whole.
    (clone.VENV / "pyvenv.cfg").unlink(missing_ok=True)
    venv.create(clone.VENV, clear=True)


def has_taken_packages(kind: str) -> bool:
    """Whether a clone that has the same lock was there to take a new .venv's packages from."""
    if kind != "play" or is_whole():
        return False
    return share("packages", shared.has, shared_packages()) and share("packages", take_packages)


def take_packages() -> None:
    """Make .venv from the packages of a clone that has the same lock, pip included."""
    clone.say("taking the packages of another clone")
    clear_venv()
    with changing():
        shared.take(shared_packages(), find_site_packages())
        link_sources()
        stamp_of("play").write_text(wanted("play"))


def shared_packages() -> str:
    """What the packages are called in the cache; programs in .venv/bin, which name its path, are not shared."""
    return f"packages-{clone.digest(clone.ROOT / LOCKS['play'], salt=sysconfig.get_platform())[:16]}"


def share(what: str, step: Callable[..., bool | None], *arguments: object) -> bool:
    """Share something with other clones, or take it from them; whether that was done. It can be done without."""
    try:
        return step(*arguments) is not False
    except OSError as error:
        clone.say(f"{what} cannot be shared with other clones: {error}")
        return False


def find_site_packages() -> Path:
    where = [str(clone.PYTHON), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    return Path(subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip())


def link_sources() -> None:
    """Install Parlour as it is in src: a change there is in force at once, and other packages can depend on it."""
    packages = find_site_packages()
    for older in packages.glob(INSTALLED):
        shutil.rmtree(older)
    project = tomllib.loads((clone.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    info = packages / INSTALLED.replace("*", project["version"])
    info.mkdir()
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}"]
    lines += [f"Requires-Dist: {needed}" for needed in project["dependencies"]]
    files = {
        SOURCES: f"{clone.ROOT / 'src'}\n",
        f"{info.name}/METADATA": "\n".join(lines),
        f"{info.name}/INSTALLER": "play.py",
    }
    files[f"{info.name}/RECORD"] = "".join(f"{name},,\n" for name in (*files, f"{info.name}/RECORD"))
    for name, text in files.items():
        (packages / name).write_text(text, "utf-8")


def write_command() -> None:
    """Put `parlour` beside .venv's Python."""
    script = clone.BIN / ("parlour.cmd" if os.name == "nt" else "parlour")
    text = '@"%~dp0python.exe" -m parlour %*\n' if os.name == "nt" else COMMAND
    if not script.exists() or script.read_text("utf-8") != text:
        # In this order: what is interrupted in between is done again.
        script.touch(0o755)
        script.write_text(text, "utf-8")


def pip(verb: str, *arguments: str) -> None:
    command = [clone.PYTHON, "-m", "pip", verb, "--quiet", "--disable-pip-version-check", *arguments]
    if clone.child(command).returncode == 0:
        return
    if verb == "download":
        clone.fail("The packages could not be downloaded; the lines above say why. Nothing was changed.")
    clone.fail("The packages could not be installed; the lines above say why. The next start makes .venv anew.")
