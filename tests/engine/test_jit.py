"""How rules are compiled: linked late, cached for all clones, and a fault says where in the rules it is."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import waiting
from parlour.engine import jit

SOURCES = Path(jit.__file__).parents[2]

compiled_only = pytest.mark.skipif(bool(jit.CONFIG.DISABLE_JIT), reason="nothing is compiled")

NUMBERS = '''
"""Numbers."""
from parlour.engine.jit import rule

@rule
def twice(n):
    """Two of it."""
    return 2 * n
'''
RULES = """
from numbers_of.numbers import twice
from parlour.engine.jit import rule

@rule
def total(values):
    found = 0
    for value in values:
        found += twice(value) + twice(3)
    return found
"""
CALL = """
import sys, time
import numpy as np
from parlour.engine.jit import watch_compiling
watch_compiling(lambda name: print("compiling", name, flush=True))
from numbers_of.rules import total
print(total(np.arange(5, dtype=np.int8)), "done")
"""


def write_package(outer):
    folder = outer / "one" / "numbers_of"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "numbers.py").write_text(NUMBERS)
    (folder / "rules.py").write_text(RULES)
    return folder


@pytest.fixture
def package(tmp_path):
    """A package with one rule that calls another, in another file."""
    return write_package(tmp_path)


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory):
    package = write_package(tmp_path_factory.mktemp("compiled"))
    run(package)
    return package.parents[1] / "cache"


@pytest.fixture
def cached(package, compiled_once):
    """The same package, compiled; the sources may lie anywhere."""
    shutil.copytree(compiled_once, package.parents[1] / "cache")
    return package


def environment(package, **more):
    path = f"{SOURCES}{os.pathsep}{package.parent}"
    return {**os.environ, "PYTHONPATH": path, "PARLOUR_CACHE": str(package.parents[1] / "cache"), **more}


def run(package, code=CALL, **more):
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(package, **more), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done


def test_this_numba_links_late():
    assert jit.linking is not None


@compiled_only
def test_without_numbas_private_parts_the_results_are_the_same_and_a_line_is_logged(package):
    late = run(package)
    missing = "import sys; sys.modules['parlour.engine.linking'] = None\n"
    stock = run(package, missing + CALL, PARLOUR_CACHE=str(package.parent / "other"))
    assert "cannot link late" in stock.stderr
    assert "cannot link late" not in late.stderr
    assert late.stdout.splitlines()[-1] == stock.stdout.splitlines()[-1] == "50 done"


@compiled_only
def test_only_what_python_calls_is_compiled_for_it_and_cached(package):
    assert run(package).stdout == "compiling total\n50 done\n"
    assert run(package).stdout == "50 done\n"
    cached = [file.name for file in (package.parents[1] / "cache").rglob("*.nbc")]
    assert [name.split("-")[0] for name in cached] == ["rules.total"]


@compiled_only
def test_a_nested_function_can_be_called_from_python_too(package):
    code = CALL + "from numbers_of.numbers import twice; print(twice(21), twice(np.int8(100)))"
    told = run(package, code).stdout.splitlines()
    assert told[2:] == ["compiling twice", "compiling twice", "42 200"]
    assert run(package, code).stdout.splitlines() == ["50 done", "42 200"]


@compiled_only
def test_comments_docstrings_and_another_path_compile_nothing(cached):
    numbers = cached / "numbers.py"
    numbers.write_text("# A comment.\n" + NUMBERS.replace("Two of it.", "Two times the number.\n\n    And more."))
    assert "compiling" not in run(cached).stdout
    other = cached.parent.parent / "two"
    shutil.copytree(cached.parent, other)
    assert "compiling" not in run(other / cached.name).stdout


@compiled_only
@pytest.mark.parametrize("imported", ["from numbers_of.numbers import", "from .numbers import"])
def test_a_change_in_a_file_that_a_rule_imports_compiles_it_again(package, imported):
    (package / "rules.py").write_text(RULES.replace("from numbers_of.numbers import", imported))
    run(package)
    (package / "numbers.py").write_text(NUMBERS.replace("2 * n", "5 * n"))
    assert run(package).stdout == "compiling total\n125 done\n"


@pytest.mark.parametrize(
    "line",
    ["from . import numbers", "from .numbers import twice", "from ..numbers import twice", "from .. import numbers"],
)
def test_relative_imports_are_followed(package, line):
    """Else whoever writes them keeps running old machine code."""
    folder = package / "inner" if ".." in line else package
    folder.mkdir(exist_ok=True)
    (folder / "__init__.py").write_text("")
    (folder / "other.py").write_text(line)
    assert package / "numbers.py" in jit.closure(frozenset({folder / "other.py"}))


def test_packages_that_lie_beside_it_do_not_count(package):
    """An installed Parlour lies beside Numba: it read all of that at every start, and shared nothing with a clone."""
    beside = package.parent / "beside"
    beside.mkdir()
    (beside / "__init__.py").write_text("")
    rules = package / "rules.py"
    rules.write_text("import beside\n" + RULES)
    found = jit.closure(frozenset({rules}))
    assert {path for path in found if package.parent in path.parents} == {rules, package / "numbers.py"}


@pytest.mark.skipif(os.name != "posix", reason="modes of folders are POSIX")
@compiled_only
def test_nobody_else_can_read_or_write_the_cache(package):
    """But the folder that holds it may be anybody's: it was closed to others, be it /tmp."""
    outer = package.parents[1] / "cache"
    outer.mkdir()
    outer.chmod(0o755)
    run(package)
    (cache,) = outer.iterdir()
    folders = [cache, *cache.iterdir()]
    assert len(folders) > 1
    assert {folder.stat().st_mode & 0o777 for folder in folders} == {0o700}
    assert outer.stat().st_mode & 0o777 == 0o755


@pytest.mark.skipif(os.name != "posix", reason="owners of folders are POSIX")
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a folder away")
def test_nothing_is_run_from_a_cache_that_belongs_to_somebody_else(package):
    """Root would else run what another user has put there."""
    cache = package.parents[1] / "cache" / "compiled-rules"
    cache.mkdir(parents=True)
    os.chown(cache, 12345, 12345)
    done = subprocess.run(
        [sys.executable, "-c", CALL], env=environment(package), capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert f"{cache} belongs to another user" in done.stderr
    assert "name a folder of your own in PARLOUR_CACHE" in done.stderr
    assert not list(cache.iterdir())


# Holds the lock of a function for as long as Numba would need for a large one.
SLOW = CALL.replace("watch_compiling(lambda name: print", "watch_compiling(lambda name: time.sleep(2) or print")


def start(package, code):
    return subprocess.Popen([sys.executable, "-c", code], env=environment(package), stdout=subprocess.PIPE, text=True)


@compiled_only
def test_two_processes_at_once_compile_once(package):
    both = [start(package, SLOW) for _ in range(2)]
    told = [process.communicate(timeout=waiting.TIMEOUT)[0] for process in both]
    assert [text.splitlines()[-1] for text in told] == ["50 done"] * 2
    assert sum("compiling total" in text for text in told) == 1


@compiled_only
def test_a_process_killed_while_it_compiles_leaves_a_cache_that_works(package):
    hang = CALL.replace('print("compiling", name, flush=True)', "print('begun', flush=True) or time.sleep(600)")
    first = start(package, hang)
    assert first.stdout is not None
    assert first.stdout.readline() == "begun\n"
    second = start(package, CALL)
    time.sleep(0.5)
    assert second.poll() is None
    first.send_signal(signal.SIGKILL)
    first.communicate()
    assert second.communicate(timeout=waiting.TIMEOUT)[0] == "compiling total\n50 done\n"
    assert run(package).stdout == "50 done\n"


KILLED = """
import os, signal
from numba.core.caching import IndexDataCacheFile
IndexDataCacheFile._save_data = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
"""


@compiled_only
def test_a_process_killed_while_it_saves_leaves_a_cache_that_works(package):
    """Numba writes the index before the machine code."""
    killed = start(package, KILLED + CALL)
    assert killed.communicate(timeout=waiting.TIMEOUT)[0] == "compiling total\n"
    assert killed.returncode == -signal.SIGKILL
    cache = package.parents[1] / "cache"
    assert list(cache.rglob("*.nbi"))
    assert not list(cache.rglob("*.nbc"))
    assert run(package).stdout == "compiling total\n50 done\n"
    assert run(package).stdout == "50 done\n"


DAMAGES = {
    "missing": lambda file: file.unlink(),
    "emptied": lambda file: file.write_bytes(b""),
    "cut": lambda file: file.write_bytes(file.read_bytes()[: file.stat().st_size // 2]),
    "garbled": lambda file: file.write_bytes(bytes(255 - byte for byte in file.read_bytes())),
}


@compiled_only
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("damaged", ["*.nbc", "*.nbi"])
def test_a_file_that_is_damaged_is_made_again(cached, damaged, damage):
    """All but the missing one ended every later start with an EOFError or an UnpicklingError."""
    (file,) = (cached.parents[1] / "cache").rglob(damaged)
    DAMAGES[damage](file)
    again = run(cached)
    assert again.stdout == "compiling total\n50 done\n"
    assert ("is damaged" in again.stderr) == (damage != "missing")
    assert run(cached).stdout == "50 done\n"


FULL = """
from numba.core.caching import IndexDataCacheFile
def save(self, key, data):
    raise OSError(28, "No space left on device")
IndexDataCacheFile.save = save
"""


@compiled_only
def test_on_a_full_disk_rules_are_compiled_and_not_cached(package):
    asked = CALL + "from parlour.engine import jit; print(jit.is_all_saved())"
    done = run(package, FULL + asked)
    assert done.stdout == "compiling total\n50 done\nFalse\n"
    assert "total is compiled, but cannot be cached: [Errno 28] No space left on device" in done.stderr
    assert run(package, asked).stdout == "compiling total\n50 done\nTrue\n"


def test_pruning_spares_what_a_clone_used_this_week(tmp_path, monkeypatch):
    """And whatever is not ours: it deleted every old folder with a dash before 16 characters, and files of others."""
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    cache = jit.cache_root()
    used, unused = (cache / f"engine-{'0' * 15}{i}" for i in range(2))
    others = [tmp_path / unused.name, cache / "my-0123456789notes"]
    for folder, days in ((used, 6), (unused, 30), *((other, 30) for other in others)):
        folder.mkdir(parents=True)
        half_written = folder / "rules.total.nbc.tmp.0123"
        half_written.write_text("")
        then = time.time() - days * 86400
        os.utime(half_written, (then, then))
        os.utime(folder, (then, then))
    jit.prune_cache()
    assert sorted(cache.iterdir()) == [used, others[1]]
    assert not list(used.iterdir())
    assert all(list(other.iterdir()) for other in others)


@compiled_only
def test_whatever_a_process_loads_counts_as_used(cached):
    (cache,) = (cached.parents[1] / "cache").iterdir()
    long_ago = time.time() - 20 * 86400
    for folder in cache.iterdir():
        os.utime(folder, (long_ago, long_ago))
    assert "compiling" not in run(cached).stdout
    holding = [folder for folder in cache.iterdir() if jit.holds_code(folder)]
    assert holding
    assert not [folder for folder in holding if jit.is_older(folder, 1)]


# Faults

FAULTY = """
import numpy as np
import parlour.engine.game
from parlour.engine.jit import rule

STATE = np.dtype((np.record, [("seat", "i1"), ("hand", "i1", (3,))]))

@rule
def draw(g):
    g.hnad[0] = 1

@rule
def play(G):
    draw(G[0])

play(np.zeros(1, STATE))
"""


@compiled_only
def test_a_typo_in_a_field_shows_file_line_and_field(package):
    (package / "faulty.py").write_text(FAULTY)
    done = subprocess.run(
        [sys.executable, "-c", "import numbers_of.faulty"],
        env=environment(package),
        cwd=package.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    told = done.stderr.splitlines()
    assert told[-2:] == [
        "parlour.engine.explain.RuleFault: numbers_of/faulty.py, line 10, in draw: g.hnad[0] = 1",
        "AttributeError: 'record' object has no attribute 'hnad'",
    ]
    assert len(told) < 25


@compiled_only
def test_what_numba_alone_refuses_shows_file_and_line(package):
    (package / "faulty.py").write_text(FAULTY.replace("g.hnad[0] = 1", "g.hand[0] = int('1')"))
    done = subprocess.run(
        [sys.executable, "-c", "import numbers_of.faulty"],
        env=environment(package),
        cwd=package.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "numbers_of/faulty.py, line 10: Numba cannot compile this; interpreted it runs." in done.stderr
