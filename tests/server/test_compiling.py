"""What the server does while games are compiled beside it; tests/browser/test_cold_start.py sees it from a page."""

import os
import signal
import time

import pytest

import houses
from parlour.engine import jit

pytestmark = pytest.mark.skipif(bool(jit.CONFIG.DISABLE_JIT), reason="nothing is compiled")

GAME = "heartcatchers"


def test_a_house_that_is_closed_ends_its_compilers(tmp_path):
    house = houses.House(str(tmp_path / "tables.db"), PARLOUR_CACHE=str(tmp_path / "cache"))
    time.sleep(1)
    house.stop()
    before = sorted(path.name for path in (tmp_path / "cache").rglob("*"))
    time.sleep(4)
    assert sorted(path.name for path in (tmp_path / "cache").rglob("*")) == before


def test_ctrl_c_while_games_are_compiled_is_no_fault(tmp_path):
    """A terminal sends it to every process of the command."""
    house = houses.House(str(tmp_path / "tables.db"), before=["setsid"], PARLOUR_CACHE=str(tmp_path / "cache"))
    time.sleep(1)
    os.killpg(house.process.pid, signal.SIGINT)
    house.process.wait(20)
    printed = house.printed()
    house.check_output()
    assert "could not be compiled" not in printed
    assert "Traceback" not in printed


def test_a_compiler_that_fails_says_so_and_is_tried_again(caplog, monkeypatch):
    import asyncio

    from parlour.compiler import CannotCompile, Compiler

    async def run():
        compiler = Compiler(["no_such_game"])
        compiler.start()
        with pytest.raises(CannotCompile):
            await compiler.wait("no_such_game", "rules")
        compiler.hurry("no_such_game")
        assert not compiler.games["no_such_game"].failed
        with pytest.raises(CannotCompile):
            await compiler.wait("no_such_game", "rules")
        await compiler.close()

    asyncio.run(run())
    assert caplog.text.count("no_such_game could not be compiled") == 2


def test_an_error_beside_the_compiler_is_heard_by_whoever_waits(caplog, monkeypatch):
    """It was not: a table that somebody came back to was never shown."""
    import asyncio

    from parlour import compiler as compilers

    def is_broken(name):
        raise SystemError("AST constructor recursion depth mismatch")

    async def run():
        compiler = compilers.Compiler([GAME])
        compiler.start()
        with pytest.raises(compilers.CannotCompile):
            await asyncio.wait_for(compiler.wait(GAME, "rules"), 60)
        monkeypatch.setattr(compilers, "is_compiled", lambda name: True)
        compiler.hurry(GAME)
        await asyncio.wait_for(compiler.wait(GAME, "rules"), 60)
        await compiler.close()

    monkeypatch.setattr(compilers, "is_compiled", is_broken)
    asyncio.run(run())
    assert "recursion depth mismatch" in caplog.text
