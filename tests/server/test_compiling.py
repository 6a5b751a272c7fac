"""With nothing compiled the shelf is open at once, tables are laid, and the deal waits for the chosen game alone."""

import time

import pytest

import houses
from parlour.engine import jit

pytestmark = pytest.mark.skipif(bool(jit.CONFIG.DISABLE_JIT), reason="nothing is compiled")

GAME = "heartcatchers"


@pytest.fixture(scope="module")
def cold_house(tmp_path_factory):
    """A house whose cache of compiled rules is empty."""
    folder = tmp_path_factory.mktemp("cold")
    opened = houses.House(str(folder / "tables.db"), PARLOUR_CACHE=str(folder / "cache"))
    yield opened
    opened.stop()


def shelf(person):
    return {game["name"]: game for game in person.http.get("/api/games").json()}


def test_a_game_is_chosen_while_nothing_is_compiled_and_played_when_its_rules_are(cold_house):
    person = houses.Person(cold_house, "Ann")
    boxes = shelf(person)
    assert all(box["compiled"] < 1 for box in boxes.values())
    assert person.http.get(f"/api/games/{GAME}/rules").status_code == 200
    person.lay("me", "bot", game=GAME)
    first = person.open(ready=0.0)
    assert first["status"] == "waiting"
    assert first["view"] is None
    shares = [first["compiled"]]
    until = time.monotonic() + houses.PATIENCE
    while (now := person.until(lambda t: True))["status"] == "waiting":
        assert time.monotonic() < until
        shares.append(now["compiled"])
    assert shares == sorted(shares)
    assert len(set(shares)) > 2
    assert now["status"] == "playing"
    assert shelf(person)[GAME]["compiled"] == 1.0
    assert min(box["compiled"] for box in shelf(person).values()) < 1
    person.close()
    person.http.close()


def test_a_house_that_is_closed_ends_its_compilers(tmp_path):
    house = houses.House(str(tmp_path / "tables.db"), PARLOUR_CACHE=str(tmp_path / "cache"))
    time.sleep(1)
    house.stop()
    before = sorted(path.name for path in (tmp_path / "cache").rglob("*"))
    time.sleep(4)
    assert sorted(path.name for path in (tmp_path / "cache").rglob("*")) == before


def test_a_compiler_that_fails_says_so_and_is_tried_again(caplog, monkeypatch):
    import asyncio

    from parlour.server.compiler import CannotCompile, Compiler

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

    from parlour.server import compiler as compilers

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
