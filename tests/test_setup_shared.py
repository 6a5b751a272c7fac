"""What clones share: kept whole or not at all, in a folder of this user alone, and not for ever."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import set_up.shared

from parlour.engine.jit import cache_root

ROOT = Path(__file__).parent.parent


@pytest.fixture
def shared(tmp_path, monkeypatch):
    """The module, with a cache of its own."""
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))
    return set_up.shared


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "packages"
    (made / "one").mkdir(parents=True)
    for i in range(9):
        (made / "one" / str(i)).write_text(str(i))
    (made / "own").write_text("of this clone")
    return made


def read(folder):
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_is_taken_as_it_was_kept_but_for_what_is_left_out(shared, folder, tmp_path):
    assert not shared.has("it")
    shared.keep(folder, "it", "own")
    shared.keep(folder, "it", "own")
    assert shared.has("it")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "old").touch()
    shared.take("it", tmp_path / "other")
    assert read(tmp_path / "other") == {f"one/{i}": str(i) for i in range(9)}
    assert [path.name for path in shared.private_folder().iterdir()] == ["it"]


def test_files_are_copied_where_they_cannot_be_linked(shared, folder, tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(shared.os, "link", refuse)
    shared.keep(folder, "it", "own")
    shared.take("it", tmp_path / "other")
    assert read(tmp_path / "other") == {f"one/{i}": str(i) for i in range(9)}


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_what_a_killed_process_has_half_kept_is_not_there(shared, folder):
    code = """
import os, pathlib, signal, sys
from set_up import shared
def link(source, target, link=shared.link):
    if source.endswith("5"):
        os.kill(os.getpid(), signal.SIGKILL)
    link(source, target)
shared.link = link
shared.keep(pathlib.Path(sys.argv[1]), "it")
"""
    done = subprocess.run([sys.executable, "-c", code, folder], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    assert not shared.has("it")
    (half,) = shared.private_folder().iterdir()
    os.utime(half, (0, time.time() - 2 * 86400))
    shared.keep(folder, "it")
    assert shared.has("it")
    assert not half.exists()


def test_half_of_it_deleted_is_a_sentence_once(shared, folder):
    shared.keep(folder, "it")
    (shared.private_folder() / "it" / "files" / "one" / "3").unlink()
    with pytest.raises(OSError, match="files were missing"):
        shared.has("it")
    assert not shared.has("it")


def test_a_full_disk_is_one_reason_and_leaves_nothing(shared, folder, monkeypatch):
    def refuse(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shared, "link", refuse)
    with pytest.raises(OSError, match=r"^\[Errno 28\] No space left on device$"):
        shared.keep(folder, "it")
    assert not list(shared.private_folder().iterdir())


@pytest.mark.skipif(os.name != "posix", reason="modes and owners of POSIX")
def test_nobody_else_may_put_code_there(shared, monkeypatch):
    place = shared.private_folder()
    place.chmod(0o777)
    assert shared.private_folder().stat().st_mode & 0o777 == 0o700
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(OSError, match="belongs to another user"):
        shared.has("it")


def test_what_no_clone_takes_is_deleted_in_the_end(shared, folder, tmp_path):
    for name in ("used", "unused"):
        shared.keep(folder, name)
    for name in ("used", "unused"):
        os.utime(shared.private_folder() / name, (0, time.time() - (shared.KEPT_DAYS + 1) * 86400))
    shared.take("used", tmp_path / "other")
    shared.keep(folder, "new")
    assert {path.name for path in shared.private_folder().iterdir()} == {"used", "new"}


@pytest.mark.parametrize("chosen", [None, "somewhere"])
def test_it_lies_beside_the_compiled_rules(shared, monkeypatch, tmp_path, chosen):
    monkeypatch.delenv("PARLOUR_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path)) if chosen else monkeypatch.delenv("XDG_CACHE_HOME", False)
    assert shared.cache_folder() == cache_root().parent
