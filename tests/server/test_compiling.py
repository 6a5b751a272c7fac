"""What the server does while games are compiled beside it; tests/browser/test_cold_start.py sees it from a page."""

import asyncio
import os
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest

import houses
from parlour import compiler as compilers
from parlour import compiling
from parlour.compiler import CannotCompile, Compiler
from parlour.engine import jit, registry
from parlour.server.http import app
from waiting import TIMEOUT, soon, turns, until

pytestmark = pytest.mark.skipif(bool(jit.CONFIG.DISABLE_JIT), reason="nothing is compiled")

GAME = "heartcatchers"


def compilers_using(cache):
    """The processes that compile games into a cache."""
    return [command for command in houses.using(cache) if "parlour.compiling" in command]


def house_that_compiles(folder, **options):
    """A house with an empty cache, when a compiler has run for long enough to have kept a function there."""
    cache = folder / "cache"
    house = houses.House(str(folder / "tables.db"), PARLOUR_CACHE=str(cache), **options)
    until(
        lambda: compilers_using(cache) and [path for path in cache.rglob("*") if path.is_file()], "a compiled function"
    )
    assert compilers_using(cache), "it compiles on"
    return house, cache


def test_a_house_that_is_closed_ends_its_compilers(tmp_path):
    house, cache = house_that_compiles(tmp_path)
    house.stop()
    assert not compilers_using(cache)


def test_ctrl_c_while_games_are_compiled_is_no_fault(tmp_path):
    """A terminal sends it to every process of the command."""
    house, cache = house_that_compiles(tmp_path, before=["setsid"])
    os.killpg(house.process.pid, signal.SIGINT)
    house.process.wait(TIMEOUT)
    printed = house.printed()
    house.check_output()
    assert "could not be compiled" not in printed
    assert "Traceback" not in printed
    assert not compilers_using(cache)


async def test_a_compiler_that_fails_says_so_and_is_tried_again(caplog):
    compiler = Compiler(["no_such_game"])
    compiler.start()
    with pytest.raises(CannotCompile):
        await compiler.wait("no_such_game", "rules")
    compiler.hurry("no_such_game")
    assert not compiler.games["no_such_game"].failed
    with pytest.raises(CannotCompile):
        await compiler.wait("no_such_game", "rules")
    await compiler.close()
    assert caplog.text.count("no_such_game could not be compiled") == 2


async def test_an_error_beside_the_compiler_is_heard_by_whoever_waits(caplog, monkeypatch):
    """It was not: a table that somebody came back to was never shown."""

    def is_broken(name):
        raise SystemError("AST constructor recursion depth mismatch")

    monkeypatch.setattr(compilers, "is_compiled", is_broken)
    compiler = Compiler([GAME])
    compiler.start()
    with pytest.raises(CannotCompile):
        await compiler.wait(GAME, "rules")
    monkeypatch.setattr(compilers, "is_compiled", lambda name: True)
    compiler.hurry(GAME)
    await compiler.wait(GAME, "rules")
    await compiler.close()
    assert "recursion depth mismatch" in caplog.text


@pytest.fixture
def scripted(monkeypatch):
    """Processes that print what a test says, by game, in place of compiling; the games and processes as begun."""
    begun, processes, real = [], [], asyncio.create_subprocess_exec

    async def script(python, *arguments, **options):
        begun.append(arguments[2])
        processes.append(await real(python, "-c", scripts[arguments[2]], **options))
        return processes[-1]

    scripts = {"early": "", "late": "", "broken": ""}
    monkeypatch.setattr(compilers.asyncio, "create_subprocess_exec", script)
    monkeypatch.setattr(compilers, "is_compiled", lambda name: False)
    return SimpleNamespace(scripts=scripts, begun=begun, processes=processes)


FOR_EVER = "import time; time.sleep(600)"
ALL_PARTS = "for part in ('rules', 'bots', 'arena'): print('part', part, flush=True)"


async def test_what_somebody_waits_for_is_compiled_first(scripted):
    """With one core and two games before it, which take for ever."""
    scripted.scripts |= {"early": FOR_EVER, "broken": FOR_EVER, "late": ALL_PARTS}
    compiler = Compiler(["early", "broken", "late"], cores=1)
    compiler.start()
    await soon(lambda: scripted.begun)
    compiler.hurry("late")
    await compiler.wait("late", "arena")
    await compiler.close()
    assert scripted.begun == ["early", "late"]


async def test_processes_have_ended_when_the_compiler_is_closed_by_two(scripted):
    """A second cancellation left them, and Python wrote a traceback when it met their open pipes."""
    scripted.scripts["early"] = FOR_EVER
    compiler = Compiler(["early"])
    compiler.start()
    finishing = asyncio.ensure_future(compiler.finish())
    await soon(lambda: scripted.processes)
    finishing.cancel()
    # By then the process is being ended.
    await turns()
    await compiler.close()
    assert scripted.processes[0].returncode == -signal.SIGKILL


async def test_what_is_ready_stays_so_when_the_rest_cannot_be_compiled(scripted, caplog):
    """It did not: bots that were ready played random moves until the server was started again."""
    scripted.scripts["broken"] = "print('part rules'); print('part bots'); raise SystemExit(3)"
    compiler = Compiler(["broken"])
    compiler.start()
    await compiler.finish()
    for part in ("rules", "bots"):
        await compiler.wait("broken", part)
    with pytest.raises(CannotCompile):
        await compiler.wait("broken", "arena")
    scripted.scripts["broken"] = ALL_PARTS
    compiler.hurry("broken")
    await compiler.wait("broken", "arena")
    await compiler.close()
    assert caplog.text.count("broken could not be compiled: its process ended with code 3") == 1


def test_that_nothing_can_be_deleted_is_no_failure(monkeypatch, caplog):
    def no_right():
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(compiling, "prune_cache", no_right)
    monkeypatch.setattr(compiling, "compile_game", lambda name, tell: None)
    compiling.main(GAME)
    assert "could not be deleted: [Errno 13] Permission denied" in caplog.text


async def test_the_cache_is_in_use_as_long_as_the_server_runs(monkeypatch):
    """Marks were read once, at the start; two weeks later another process deleted the machine code."""
    looked = []
    monkeypatch.setattr(compilers, "is_compiled", looked.append)
    house = SimpleNamespace(games=SimpleNamespace(compiler=Compiler(["early", "late"])), store=None)
    house.games.compiler.games["early"].set_ready("rules", "bots", "arena")
    hourly = asyncio.ensure_future(app.every_hour(house))
    await soon(lambda: looked)
    hourly.cancel()
    assert looked == ["early"]


def lines_of(name, **environment):
    """What the process says that compiles a game."""
    command = [sys.executable, "-m", "parlour.compiling", name]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_progress_is_counted_in_functions_that_there_are():
    """Found or compiled: a bar that counts to another number stops early, or at the end."""
    first, *lines = lines_of(GAME)
    word, askable = first.split()
    assert word == "askable"
    for part, count in compiling.FUNCTIONS.items():
        before = lines[: lines.index(f"part {part}")]
        functions = len([line for line in before if not line.startswith("part")])
        assert abs(functions - count - int(askable)) <= 1
    assert compiling.is_compiled(GAME)


async def test_progress_goes_on_where_it_was(scripted):
    """After a restart with half of a game in the cache it began at nothing."""
    found, askable = compiling.FUNCTIONS["rules"] - 1, 5
    said = f"askable {askable}\n" + "found f\n" * found
    scripted.scripts["early"] = f"print({said!r}, end=''); print('function g', flush=True); {FOR_EVER}"
    compiler = Compiler(["early"])
    compiler.start()
    game = compiler.games["early"]
    await soon(lambda: game.compiled >= 1)
    rules, bots = game.share("rules"), game.share("bots")
    await compiler.close()
    assert rules == pytest.approx(found / (compiling.FUNCTIONS["rules"] + askable))
    assert bots == pytest.approx(found / (compiling.FUNCTIONS["bots"] + askable))


def test_every_worker_knows_how_far_the_games_are(monkeypatch):
    """All but the first said that everything was compiled, and compiled inside themselves."""
    from parlour.server.http import serving
    from parlour.server.settings import Settings

    made = []
    monkeypatch.setattr(serving, "open_store", lambda url: SimpleNamespace(faults=None))
    monkeypatch.setattr(app, "make_app", lambda house, settings: made.append(house) or (lambda *_: None))
    monkeypatch.setattr(serving, "server_that_closes", lambda config: SimpleNamespace(run=lambda sockets: None))
    serving.run_server(Settings(store="none"), warm_first=True)
    (house,) = made
    assert set(house.games.compiler.games) == set(registry.names(shelf_only=True))
    assert {house.games.progress(name) for name in house.games.compiler.games} == {0.0}


DEAL = """
from parlour import Match
from parlour.engine.jit import watch_compiling
watch_compiling(lambda name: print("compiling", name))
match = Match.deal("template", seed=1)
for _ in range(5):
    match.play(match.moves()[0])
print(match.state.tobytes().hex())
"""


def test_compiling_that_is_killed_at_any_moment_does_no_harm(tmp_path):
    """The next process finds what was finished, compiles the rest, and plays the same game."""
    cold = {"PARLOUR_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "parlour.compiling", "template"]
    compiling = subprocess.Popen(command, env={**os.environ, **cold}, stdout=subprocess.PIPE, text=True)
    assert compiling.stdout is not None
    assert [compiling.stdout.readline().split()[0] for _ in range(4)] == ["askable", *["function"] * 3]
    compiling.kill()
    compiling.communicate()
    found = [
        subprocess.run(
            [sys.executable, "-c", DEAL], env={**os.environ, **more}, capture_output=True, text=True, check=True
        )
        for more in (cold, {})
    ]
    after_kill, whole = (done.stdout.splitlines() for done in found)
    assert after_kill[-1] == whole[-1]
    assert found[0].stderr == ""


def test_a_compiler_whose_server_was_killed_leaves_no_traceback():
    """It tells of what it finds, and nobody reads that any more."""
    command = [sys.executable, "-m", "parlour.compiling", "heartcatchers"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 1
