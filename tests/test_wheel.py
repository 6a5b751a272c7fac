"""A wheel just runs: built with the pages inside, installed into an empty environment, without Node."""

import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import tarfile
import urllib.error
import urllib.request
import venv
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from set_up import clone, commands

import houses
import waiting
from parlour.engine import registry

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "src" / "parlour" / "server" / "pages"
GAMES = registry.names(shelf_only=True)
# `bench/pythons.py` installs into the others that the machine has.
PYTHON = os.environ.get("PARLOUR_PYTHON", sys.executable)

pytestmark = pytest.mark.skipif(not (PAGES / "index.html").exists(), reason="the pages are not built")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """What `play.py wheel` builds, with an environment of its own for the tools that it installs."""
    folder = tmp_path_factory.mktemp("built")
    venv.create(folder / "tools")
    python = folder / "tools" / "bin" / "python"
    # Our own pip serves there too: an environment gets another only in seconds.
    places = [subprocess.check_output([p, "-c", PURELIB], text=True).strip() for p in (python, sys.executable)]
    Path(places[0], "pip.pth").write_text(places[1])
    # The programs of set-up, but with an environment of its own.
    with pytest.MonkeyPatch.context() as patched:
        for name, path in {"VENV": folder / "tools", "BIN": python.parent, "PYTHON": python}.items():
            patched.setattr(clone, name, path)
        assert commands.wheel(folder / "dist") == 0
    return folder / "dist"


PURELIB = "import sysconfig; print(sysconfig.get_path('purelib'))"


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """An empty environment into which the wheel was installed."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([PYTHON, "-m", "venv", "--without-pip", folder], check=True)
    install(folder / "bin" / "python", next(built.glob("*.whl")))
    return folder / "bin"


def install(python, *what):
    """By our own pip, since an environment gets another only in seconds; Python compiles what it will import."""
    command = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-compile", *what]
    subprocess.run(command, check=True)


def environment(installed, tmp_path):
    """Nothing of the source tree, no Node, and no way to a registry."""
    kept = {k: v for k, v in os.environ.items() if k in ("HOME", "PARLOUR_CACHE", "XDG_CACHE_HOME", "LANG")}
    assert not shutil.which("node", path=str(installed))
    return {**kept, "PATH": str(installed), "PARLOUR_HOME": str(tmp_path), "PIP_NO_INDEX": "1"}


def test_an_installed_parlour_knows_its_games_and_finds_nothing_wrong(installed, tmp_path):
    where = environment(installed, tmp_path)
    games = subprocess.run(
        [installed / "parlour", "games", "--json"], env=where, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert [game["name"] for game in json.loads(games.stdout)] == GAMES
    doctor = subprocess.run(
        [installed / "parlour", "doctor", "--json"],
        env=where,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    wrong = [f for f in json.loads(doctor.stdout) if not f["good"]]
    assert wrong == []


def test_a_wheel_carries_what_it_prints_cards_with(built):
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
    assert {
        "parlour/art/icons/ladder.svg",
        "parlour/art/perfect_match/cards.json",
        "parlour/printing/deck.typ",
    } <= names


MARKS = "import numpy; from parlour.compiling import mark_of; print(numpy.__version__, *map(mark_of, {}))"


@pytest.mark.skipif(sys.executable != PYTHON, reason="compiled by another Python")
def test_an_installed_parlour_uses_what_clones_have_compiled(installed, tmp_path):
    asked = [(installed / "python", environment(installed, tmp_path)), (sys.executable, os.environ)]
    found = [
        subprocess.run(
            [python, "-c", MARKS.format(GAMES)], env=where, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        for python, where in asked
    ]
    ours, theirs = (done.stdout.split() for done in found)
    if ours[0] != theirs[0]:
        pytest.skip("another NumPy was installed with it")
    assert ours == theirs
    assert len(ours) == 1 + len(GAMES)


def test_an_installed_parlour_plays_every_game(installed, tmp_path):
    port = houses.free_port()
    server = subprocess.Popen(
        [installed / "parlour", "serve", "--port", str(port), "--no-open"],
        env={**environment(installed, tmp_path), "PARLOUR_BOT_WAIT": "0"},
        cwd=tmp_path,
    )
    house = SimpleNamespace(url=f"http://127.0.0.1:{port}", port=port)
    try:
        assert b"<title>" in wait_for(house.url, server)
        reach = json.loads(urllib.request.urlopen(f"{house.url}/api/reach").read())
        assert reach["command"] == f"parlour serve --lan --port {port} --no-open"
        shelf = json.loads(urllib.request.urlopen(f"{house.url}/api/games").read())
        assert sorted(game["name"] for game in shelf) == GAMES
        for game in shelf:
            play_some(houses.Person(house, "Ann"), game["name"], game["modes"][0]["seats"][0])
    finally:
        server.terminate()
        server.wait(waiting.TIMEOUT)


def test_an_installed_lab_plays_a_study_once_it_has_its_packages(installed, tmp_path):
    """Without them it names the one command; they are lent here from the environment of the tests."""
    asked = [installed / "parlour", "lab", "run", "--game", "heartcatchers", "--games", "400", "--out", "out"]
    where = environment(installed, tmp_path)
    refused = subprocess.run(asked, env=where, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "install them by: pip install 'parlour[lab]'" in refused.stderr
    lent = subprocess.check_output([sys.executable, "-c", PURELIB], text=True).strip()
    where["PYTHONPATH"] = lent
    told = subprocess.run(asked, env=where, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert told.stdout.startswith("Whoever starts loses too often.")
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    # The fonts come out of the wheel, too.
    assert "@font-face" in page
    assert page.count("<svg") > 6
    kept = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert kept == ["games.parquet", "manifest.json", "report.html", "report.md", "study.json", "things.parquet"]


def play_some(person, game, seats, most=5):
    """A few decisions against bots, or the whole match if it is shorter."""
    person.lay("me", *["bot"] * (seats - 1), game=game)
    person.open()
    for _ in range(most):
        if not person.table["moves"] and person.table["status"] != "over":
            person.until(lambda t: t["moves"] or t["status"] == "over")
        if person.table["status"] != "over":
            ply = person.table["ply"]
            person.play(random.Random(1).choice(person.table["moves"])["move"])
            person.until(lambda t, ply=ply: t["ply"] > ply)
    person.close()
    person.http.close()


def wait_for(url, server):
    def look():
        assert server.poll() is None
        with contextlib.suppress(urllib.error.URLError):
            return urllib.request.urlopen(url).read()

    return waiting.until(look, "the house opened")


def test_the_sdist_holds_the_pages_too(built):
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = archive.getnames()
    assert any(name.endswith("src/parlour/server/pages/index.html") for name in names)
    assert not any("node_modules" in name or "__pycache__" in name for name in names)
