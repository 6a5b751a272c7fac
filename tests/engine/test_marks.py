"""Marks that a game is compiled, and a second clone that uses what is."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from parlour import compiling
from parlour.engine import jit, registry

SOURCES = Path(jit.__file__).parents[2]

compiled_only = pytest.mark.skipif(bool(jit.CONFIG.DISABLE_JIT), reason="nothing is compiled")


@pytest.fixture
def marked(tmp_path, monkeypatch):
    """A cache in which a game is marked as compiled into one folder."""
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    monkeypatch.setattr(jit.CONFIG, "DISABLE_JIT", 0)
    code = jit.cache_root() / f"engine-{'0' * 16}"
    (code / "engine").mkdir(parents=True)
    (code / "engine" / "kernels.play.1.nbc").write_bytes(b"code")
    monkeypatch.setattr(compiling, "FOLDERS", {code, code.with_name(f"games-{'0' * 16}")})
    compiling.write_mark("template")
    return code


def test_a_mark_keeps_the_machine_code_that_it_speaks_of(marked):
    """The mark stayed young and its machine code did not: the server compiled inside itself."""
    assert compiling.is_compiled("template")
    long_ago = time.time() - 20 * 86400
    for folder in marked.parent.iterdir():
        os.utime(folder, (long_ago, long_ago))
    # As a server does every hour, that has asked before.
    assert compiling.is_compiled("template")
    jit.prune_cache()
    assert jit.holds_code(marked)
    assert compiling.is_compiled("template")


def test_what_was_compiled_for_another_processor_is_not_compiled_for_this_one(marked, monkeypatch):
    """The mark said that it was, and the server compiled inside itself."""
    monkeypatch.setattr(jit.CONFIG, "CPU_NAME", "another")
    assert not compiling.is_compiled("template")


@pytest.mark.parametrize("name", registry.names())
def test_a_mark_depends_on_every_source_that_can_change_what_is_compiled(name):
    """Marks are named by the bytes of whole packages, machine code by what the syntax trees of those import."""
    found = set(compiling.sources(name))
    imported = {f for f in jit.closure(frozenset(found)) if "games" not in f.parts or f.parent.name == name}
    assert {f for f in imported if f.name != "__init__.py"} <= found


def test_a_game_whose_machine_code_was_deleted_is_not_compiled(marked):
    shutil.rmtree(marked)
    assert not compiling.is_compiled("template")
    marked.mkdir()
    assert not compiling.is_compiled("template")


START = """
from parlour import Match
from parlour.engine.jit import watch_compiling
watch_compiling(lambda name: print("compiling", name))
match = Match.deal("heartcatchers", seed=1)
match.play(match.moves()[0])
print(match.ply)
"""


@compiled_only
def test_a_second_clone_starts_without_compiling(tmp_path):
    from parlour import Match

    match = Match.deal("heartcatchers", seed=1)
    match.play(match.moves()[0])
    ignored = shutil.ignore_patterns("__pycache__", "pages")
    shutil.copytree(SOURCES / "parlour", tmp_path / "src" / "parlour", ignore=ignored)
    done = subprocess.run(
        [sys.executable, "-c", START],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{match.ply}\n"
