"""The same seed gives the same draws, every failure names it, and nothing outside of tests can give a house one."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import houses
import parlour
from parlour.server.fleet.house import House
from parlour.server.settings import Settings
from parlour.server.store.store import Store
from seeds import SeededDraws, count_start

SOURCES = Path(parlour.__file__).parent
HERE = Path(__file__).parent


def dealt(house) -> dict:
    """A fresh deal, as whoever decides first sees it."""
    person = houses.Person(house)
    try:
        person.lay("me", "same")
        return person.open()["view"]
    finally:
        person.close()
        person.http.close()


def test_a_seed_gives_the_same_deals_once_more(tmp_path, seed):
    deals = []
    house = houses.House(str(tmp_path / "tables.db"))
    try:
        for text in ("one", "two", "one"):
            seed.use(text)
            deals.append([dealt(house) for _ in range(3)])
    finally:
        house.stop()
    assert deals[0] == deals[2] != deals[1]
    assert deals[0][0] != deals[0][1], "a house deals anew for every table"


def test_a_house_that_is_started_again_draws_anew(tmp_path, seed):
    """Else matches before and after a restart had the same secret, and could not be told apart by their commitment."""
    deals = []
    seed.use("one")
    for number in range(2):
        house = houses.House(str(tmp_path / f"{number}.db"))
        try:
            deals.append(dealt(house))
        finally:
            house.stop()
    assert deals[0] != deals[1]


def test_what_a_second_start_draws_follows_from_the_seed_too(seed):
    secrets = []
    for _ in range(2):
        seed.use("one")
        secrets.append([SeededDraws(seed.read, count_start(seed.file.parent)).secret() for _ in range(3)])
    assert secrets[0] == secrets[1]
    assert len(set(secrets[0])) == 3


def test_draws_of_one_kind_do_not_move_those_of_another():
    some, other = (SeededDraws(lambda: "a seed") for _ in range(2))
    other.bot_seed(), other.choose([1, 2, 3])
    assert some.secret() == other.secret() != some.secret()


def test_a_house_draws_what_nobody_can_foresee(tmp_path):
    drawn = set()
    for number in range(2):
        house = House(Store(str(tmp_path / f"{number}.db")))
        draws = house.services.draws
        drawn |= {draws.secret(), draws.bot_seed()}
        house.close()
    assert len(drawn) == 4


def test_no_setting_option_or_variable_gives_a_house_its_draws():
    """Whoever could choose them could forge its matches: they are an argument that only tests give."""
    assert not [field.name for field in msgspec.structs.fields(Settings) if re.search("seed|draw", field.name)]
    trees = [ast.parse(path.read_text("utf-8")) for path in SOURCES.rglob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    made = [node for node in calls if ast.unparse(node.func).split(".")[-1] == "House"]
    assert made
    assert not [ast.unparse(node) for node in made for keyword in node.keywords if keyword.arg in ("draws", None)]


def unseeded(text: str) -> list[str]:
    """Houses of this process that a file builds, and that draw what no seed repeats."""
    nodes = ast.walk(ast.parse(text)) if f"from {House.__module__} import" in text else ()
    calls = [node for node in nodes if isinstance(node, ast.Call) and ast.unparse(node.func) == "House"]
    return [ast.unparse(call) for call in calls if "draws" not in {keyword.arg for keyword in call.keywords}]


def test_every_house_that_a_test_builds_draws_by_a_seed():
    found = {path: unseeded(path.read_text("utf-8")) for path in HERE.rglob("*.py")}
    assert len(found.pop(Path(__file__))) == 1, "the one above, which shows just that"
    assert not any(found.values()), {path.name: houses for path, houses in found.items() if houses}


@pytest.mark.parametrize("number", ["0", "7"])
def test_a_failure_says_how_to_repeat_its_draws(tmp_path, number):
    (tmp_path / "test_failing.py").write_text("def test_it(seed):\n    assert seed.read() == ''\n")
    command = [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", "--seed", number, "-q"]
    environment = {**os.environ, "PYTHONPATH": str(HERE), "PYTEST_ADDOPTS": ""}
    ran = subprocess.run([*command, str(tmp_path)], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert f"play.py test 'test_failing.py::test_it' --seed {number}" in ran.stdout, ran.stdout + ran.stderr
    assert f"'{number} test_failing.py::test_it' == ''" in ran.stdout
