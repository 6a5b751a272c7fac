"""How a server is reached: settings from three places, who is answered, and whose headers are believed."""

import json
import os
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

import houses
import namespaces
from parlour.cli import app
from parlour.server.http import restarting, serving
from parlour.server.settings import Settings, explain, read_settings, sources, without_password
from parlour.server.store.database import address_of

URL = "https://games.example.org"
ROOT = Path(__file__).parents[2]


def test_without_a_word_only_this_machine_is_answered():
    settings = read_settings({}, {})
    assert settings == Settings()
    assert (settings.bind, settings.address, settings.local_only) == ("127.0.0.1", "http://127.0.0.1:8000", True)


def test_options_overrule_the_environment_and_that_the_file(tmp_path):
    file = tmp_path / "parlour.toml"
    file.write_text('port = 1\nurl = "https://a.example"\nbot_threads = 3\ntrusted_proxy = ["10.0.0.0/8"]\n')
    environment = {"PARLOUR_SETTINGS": str(file), "PARLOUR_PORT": "2", "PARLOUR_URL": "https://b.example"}
    settings = read_settings({"port": None, "url": URL}, environment)
    assert (settings.port, settings.url, settings.bot_threads) == (2, URL, 3)
    assert settings.trusted_proxy == ("10.0.0.0/8",)
    assert read_settings({}, {"PARLOUR_TRUSTED_PROXY": "10.0.0.0/8 ::1"}).trusted_proxy == ("10.0.0.0/8", "::1")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"url": "games.example.org"}, "no address of a server"),
        ({"url": "https://example.org/path"}, "no address of a server"),
        ({"url": "https://example.org:70000"}, "no address of a server"),
        ({"url": "https://ann:hunter2@example.org"}, "no user and no password"),
        ({"trusted_proxy": ["everybody"]}, "no network"),
        ({"port": 99_999}, "no port"),
        ({"colour": "red"}, "unknown field"),
    ],
)
def test_settings_that_mean_nothing_get_a_sentence(options, why):
    with pytest.raises(ValueError, match=why):
        read_settings(options, {})


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "localhost", "[::1]:1", "games.example.org", "games.example.org:44"]
)
def test_names_of_ours(host):
    assert Settings(url=URL).is_ours(host)


@pytest.mark.parametrize("host", [None, "", "example.org", "192.168.0.7", "[", "games.example.org.evil.example"])
def test_names_of_others(host):
    assert not Settings(url=URL).is_ours(host)
    assert not Settings().is_ours(host)


def test_the_address_that_was_connected_to_is_ours():
    assert Settings(host="192.168.0.7").is_ours("192.168.0.7:8000", "192.168.0.7")
    assert not Settings(host="192.168.0.7").is_ours("rebound.example:8000", "192.168.0.7")


def test_pages_of_the_public_address_may_ask_whatever_host_the_proxy_sends():
    settings = Settings(url="https://games.example.org:8443")
    assert settings.is_same_origin("https://games.example.org:8443", "games.example.org")
    assert settings.is_same_origin("https://games.example.org:8443", "127.0.0.1:8000")
    assert not settings.is_same_origin("https://games.example.org", "127.0.0.1:8000")
    assert not settings.is_same_origin("http://games.example.org:8443", "127.0.0.1:8000")
    assert not settings.is_same_origin("null", "127.0.0.1:8000")
    assert not settings.is_same_origin("http://games.example.org", "games.example.org")
    assert settings.is_same_origin("http://127.0.0.1:8000", "127.0.0.1:8000")


def test_the_check_explains_and_warns():
    assert "only this computer" in "\n".join(explain(Settings()))
    assert "share one rate limit" in "\n".join(explain(Settings(url=URL)))
    assert "without TLS" in "\n".join(explain(Settings(host="192.0.2.7")))
    well = "\n".join(explain(Settings(url=URL, trusted_proxy=("127.0.0.1",))))
    assert "WARNING" not in well
    assert f"links begin with {URL}/" in well


def test_the_check_names_all_that_was_set_and_where_but_no_secret(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('port = 1\nlog = "json"\nmetrics_token = "sesame"\nstore = "postgresql://ann:hunter2@db/parlour"\n')
    options, environment = {"workers": 3, "limits": None}, {"PARLOUR_LIMITS": "false", "PARLOUR_PORT": "2"}
    settings = read_settings(options, environment, str(file))
    lines = explain(settings, sources(options, environment, str(file)))
    for line in (
        "keeps its tables in postgresql://ann:***@db/parlour",
        "serves with 3 processes",
        "does not limit what one address may ask for",
        "logs one JSON object a line",
        f"from {file}: metrics_token, store, log",
        "from the environment: port, limits",
        "from the command line: workers",
    ):
        assert line in lines
    (unset,) = (line for line in lines if line.startswith("not set: "))
    assert "url" in unset
    assert not {"hunter2", "sesame"} & set(re.split(r"\W", "\n".join(lines)))


@pytest.mark.parametrize(
    ("store", "shown"),
    [
        ("postgresql://ann:a@b@db/parlour", "postgresql://ann:***@db/parlour"),
        ("postgresql://db/parlour?user=ann&password=secret&x=1", "postgresql://db/parlour?user=ann&password=***&x=1"),
        ("postgresql://ann:se/cr/et@db/parlour", "postgresql://ann:***@db/parlour"),
        ("postgresql://ann:se@cr:et@db/parlour", "postgresql://ann:***@db/parlour"),
        ("postgresql://ann@/parlour", "postgresql://ann@/parlour"),
        ("postgresql://ann:se/cr:et", "postgresql://ann:***"),
        ("postgresql://db:5432/parlour?sslpassword=secret", "postgresql://db:5432/parlour?sslpassword=***"),
        ("postgresql://[::1]:5432/parlour", "postgresql://[::1]:5432/parlour"),
        ("/var/lib/parlour/tables.db", "/var/lib/parlour/tables.db"),
    ],
)
def test_a_store_is_shown_without_its_password(store, shown):
    assert without_password(store) == shown


@pytest.mark.parametrize("store", ["postgresql://ann:sesame", "postgresql://ann:x@db:sesame/parlour"])
def test_an_address_that_does_not_fit_is_not_quoted(store):
    with pytest.raises(ValueError, match="this is no address of a store") as error:
        address_of(store)
    assert "sesame" not in str(error.value)
    assert error.value.__suppress_context__


def test_every_address_is_no_name():
    lines = "\n".join(explain(Settings(host="0.0.0.0")))
    assert "listens on every IPv4 address of this machine" in lines
    assert "localhost, every address of this machine" in lines
    assert "0.0.0.0" not in lines


def run(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "parlour", "serve", "--check", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env={**os.environ})


def test_the_command_line_checks_settings_without_starting(tmp_path):
    done = run("--url", URL, "--trusted-proxy", "127.0.0.1")
    assert done.returncode == 0
    assert f"links begin with {URL}/" in done.stdout
    assert run("--url", "nothing").returncode == 2


@pytest.fixture
def taken():
    """A port that another program listens on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.mark.parametrize(("name", "what"), [("home", "the data"), ("cache", "compiled rules")])
def test_a_folder_that_cannot_be_written_is_told_before_anything_starts(tmp_path, monkeypatch, name, what):
    for variable in ("PARLOUR_HOME", "PARLOUR_CACHE"):
        monkeypatch.setenv(variable, str(tmp_path))
    (tmp_path / "a file").write_text("in the way")
    folder = tmp_path / "a file" / "folder"
    monkeypatch.setenv(f"PARLOUR_{name.upper()}", str(folder))
    monkeypatch.setattr(serving, "serve", lambda *a, **k: pytest.fail("it has started"))
    told = CliRunner().invoke(app, ["serve"])
    said = f"the folder of {what}, {folder}, cannot be written by user {os.getuid()} (Not a directory): give it to"
    assert said in str(told.exception)


def test_a_taken_port_is_refused_where_somebody_counts_on_it(taken, monkeypatch):
    """A proxy would find another program there, or nobody."""
    served = []
    monkeypatch.setattr(serving, "run_server", lambda settings, announced: served.append(settings.port))
    serving.serve(Settings(port=taken))
    assert served[0] != taken
    with pytest.raises(ValueError, match=f"port {taken} is taken .* choose another port with --port"):
        serving.serve(Settings(port=taken, url=URL))
    for options, environment in ((["--port", str(taken)], {}), ([], {"PARLOUR_PORT": str(taken)})):
        done = CliRunner().invoke(app, ["serve", *options], env=environment)
        assert f"port {taken} is taken" in str(done.exception)
    assert len(served) == 1


# More than a burst, and than what a slow machine is allowed meanwhile.
REPLAYS = 120


def codes_with_a_rotating_header(house: houses.House) -> set[int]:
    with httpx.Client(base_url=house.url) as client:
        asked = [
            client.get("/api/tables/none/replay", headers={"X-Forwarded-For": f"198.51.100.{i}"})
            for i in range(REPLAYS)
        ]
    return {answer.status_code for answer in asked}


def test_a_rotating_header_does_not_get_round_the_rate_limit(tmp_path):
    house = houses.House(str(tmp_path / "tables.db"), options=["--limits"])
    try:
        assert codes_with_a_rotating_header(house) == {404, 429}
    finally:
        house.stop()


def test_a_named_proxy_says_for_whom_it_asks(tmp_path):
    options = ["--limits", "--trusted-proxy", "127.0.0.1", "--url", URL]
    house = houses.House(str(tmp_path / "tables.db"), options=options)
    try:
        assert codes_with_a_rotating_header(house) == {404}
        with httpx.Client(base_url=house.url) as client:
            headers = {"Host": "games.example.org", "Origin": URL}
            wish = {"game": "heartcatchers", "seats": [{"kind": "me"}, {"kind": "bot"}]}
            assert client.post("/api/tables", json=wish, headers=headers).status_code == 201
    finally:
        house.stop()


def test_another_machine_of_the_local_network_enters_with_lan_only(tmp_path):
    """Without an address of the network the other machine reaches nothing, with it the games."""
    with namespaces.two_machines() as (here, there):
        closed = houses.House(str(tmp_path / "a.db"), place=here)
        with pytest.raises(OSError, match="refused"):
            there.get(f"http://{here.address}:{closed.port}/api/health")
        said = json.loads(here.get(f"{closed.url}/api/reach"))["command"]
        closed.stop()
        # As the page says: with its own port and store, whatever stands before.
        python, play, serve, *options = shlex.split(said)
        assert (python, Path(play).resolve(), serve) == ("python3", ROOT / "play.py", "serve")
        opened = houses.House(str(tmp_path / "b.db"), closed.port, options, place=here)
        assert not (tmp_path / "b.db").exists()
        assert "process" in there.get(f"http://{here.address}:{opened.port}/api/health")
        assert f"Parlour is open at http://{here.address}:{opened.port}/" in opened.printed()
        assert "WARNING: without TLS everybody on the network" in opened.printed()
        opened.stop()


def test_the_command_to_open_it_keeps_what_was_given_and_shows_no_password(monkeypatch, tmp_path):
    given = [
        "--store",
        "postgresql://ann:hunter2@db/parlour",
        "--workers=2",
        "--host",
        "::1",
        "--url=https://a.example",
    ]
    monkeypatch.setattr(sys, "argv", ["parlour", "serve", "--lan", *given, "--no-limits"])
    kept = ["--store", "postgresql://ann:***@db/parlour", "--workers=2", "--no-limits"]
    monkeypatch.chdir(ROOT)
    assert shlex.split(restarting.for_this_machine()) == ["python3", "play.py", "serve", "--lan", *kept]
    monkeypatch.chdir(tmp_path)
    assert shlex.split(restarting.for_this_machine())[1] == str(ROOT / "play.py")


def test_whoever_comes_from_elsewhere_sees_nothing_of_the_command_line(house):
    """Also if they come by a proxy that nobody has named."""
    here = httpx.get(f"{house.url}/api/reach").json()["command"]
    assert f"--port {house.port} --store {house.store} --no-limits" in here
    there = httpx.get(f"{house.url}/api/reach", headers={"X-Forwarded-For": "192.0.2.7"}).json()["command"]
    assert there == "python3 play.py serve --lan"


def test_the_settings_that_we_ship_need_no_warning():
    settings = read_settings({}, {}, str(ROOT / "deploy" / "parlour.toml"))
    assert settings.secure
    assert not [line for line in explain(settings) if "WARNING" in line]


def test_a_path_to_live_under_stands_in_links_and_is_checked():
    settings = read_settings({"url": URL, "root_path": "/parlour"}, {})
    assert settings.address == f"{URL}/parlour"
    for wrong in ("parlour", "/parlour/", "/a b", '/"', "/a\n"):
        with pytest.raises(ValueError, match="no path"):
            read_settings({"root_path": wrong}, {})
