"""The lab's page: studies beside the tables, one at a time, for this machine alone unless the house allows it."""

import json

import pytest

import sitting
import waiting
from parlour.server.admin import studies
from parlour.server.admin.studies import MAX_WAITING, Laboratory
from parlour.server.http import lab
from parlour.server.http.app import make_app
from parlour.server.settings import Settings

WISH = {"game": "heartcatchers", "seats": 2, "editions": ["edition"], "bots": "random", "games": 200}
OPEN, CLOSED = Settings(url="https://games.example.org", lab=True), Settings(url="https://games.example.org")
FAR = "192.0.2.7"


@pytest.fixture
async def laboratory(tmp_path):
    found = Laboratory(tmp_path / "lab")
    yield found
    await found.close()


@pytest.fixture
def visit(own_house, laboratory):
    """Makes browsers of a house whose studies lie in a folder of the test's own."""

    def come(address="127.0.0.1", settings=None):
        app = make_app(own_house, settings)
        app.state.laboratory = laboratory
        return sitting.client(app, address)

    return come


@pytest.fixture
def browser(visit):
    """A browser of this machine."""
    return visit()


async def begin(browser, **wish):
    answer = await browser.post("/api/lab/studies", json=WISH | wish)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def study(browser, id):
    found = (await browser.get("/api/lab")).json()
    return next(one for one in found["studies"] if one["id"] == id)


async def until(laboratory, id, *states):
    """Wait for a study without asking over HTTP, whose limits count."""
    return await waiting.soon(lambda: next((c for c in laboratory.studies() if c.id == id and c.state in states), None))


async def done(laboratory, id):
    card = await until(laboratory, id, "done", "failed")
    assert card.state == "done", card.fault


async def test_a_study_is_played_beside_the_house_and_its_report_can_be_read(browser, laboratory):
    id = await begin(browser)
    await done(laboratory, id)
    told = await study(browser, id)
    assert told["verdict"]
    assert (told["played"], told["of"]) == (200, 200)
    games, share, half = told["looks"]["base"][-1]
    assert games == 200
    assert 0 < share - half < share + half < 1
    report = await browser.get(f"/api/lab/studies/{id}/report")
    assert "Heartcatchers" in report.text
    assert "script-src 'self'" in report.headers["content-security-policy"]
    assert "<script" not in report.text


async def test_one_study_runs_at_a_time_and_what_is_stopped_goes_on(browser, laboratory):
    long = await begin(browser, games=100_000, bots="search:400it")
    short = await begin(browser)
    await until(laboratory, long, "running")
    assert (await study(browser, short))["state"] == "waiting"
    assert (await browser.post(f"/api/lab/studies/{long}", json={"do": "stop"})).status_code == 200
    await until(laboratory, short, "running", "done")
    assert (await study(browser, long))["state"] == "stopped"
    assert (await browser.post(f"/api/lab/studies/{long}", json={"do": "delete"})).status_code == 200
    assert not (laboratory.folder / long).exists()


async def test_a_study_that_takes_too_long_is_stopped_with_a_sentence(browser, laboratory):
    laboratory.minutes = 0.0001
    id = await begin(browser, games=100_000)
    assert "stopped after" in (await until(laboratory, id, "failed")).fault


async def test_a_study_goes_on_after_its_process_was_killed(browser, laboratory, caplog):
    id = await begin(browser, games=100_000, bots="search:400it")
    await waiting.soon(lambda: laboratory.process)
    laboratory.process.kill()
    assert "ended by itself" in (await until(laboratory, id, "failed")).fault
    assert "ended by itself" in caplog.text
    assert (await browser.post(f"/api/lab/studies/{id}", json={"do": "go"})).status_code == 200
    await until(laboratory, id, "running", "done")


async def test_only_so_many_studies_wait(browser, laboratory, monkeypatch):
    monkeypatch.setattr(studies, "MAX_WAITING", 1)
    await begin(browser, games=100_000, bots="search:400it")
    await waiting.soon(lambda: laboratory.running)
    await begin(browser)
    refused = await browser.post("/api/lab/studies", json=WISH)
    assert refused.status_code == 403
    assert refused.json()["title"] == studies.TOO_MANY_WAIT
    assert MAX_WAITING > 1


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess"},
        {"seats": 3},
        {"editions": ["../../etc/passwd"]},
        {"editions": ["/etc/passwd"]},
        {"bots": "engine:mybot"},
        {"bots": "search:1000000it"},
        {"games": 1_000_000},
        {"rulings": {"no-such": True}},
        {"cluster": "tcp://127.0.0.1:8786"},
        {"out": "/tmp"},
    ],
)
async def test_a_study_names_nothing_but_what_the_house_knows(browser, wish, laboratory):
    answer = await browser.post("/api/lab/studies", json=WISH | wish)
    assert answer.status_code == 422
    assert list(laboratory.kept()) == []


DOORS = [
    ("GET", "/api/lab/studies/abc/report", None),
    ("POST", "/api/lab/studies", WISH),
    ("POST", "/api/lab/studies/abc", {"do": "stop"}),
]


@pytest.mark.parametrize(("method", "path", "body"), DOORS)
async def test_the_lab_is_closed_to_other_machines_and_behind_a_proxy(visit, method, path, body):
    site = {"Host": "games.example.org", "Origin": "https://games.example.org"}
    proxied = {**site, "X-Forwarded-For": FAR}
    for browser, headers in ((visit(FAR, CLOSED), site), (visit(settings=CLOSED), proxied)):
        answer = await browser.request(method, path, json=body, headers=headers)
        assert (answer.status_code, answer.json()["title"]) == (403, lab.CLOSED)
        said = (await browser.get("/api/lab", headers=headers)).json()
        assert (said["open"], said["why"], said.get("studies", [])) == (False, lab.CLOSED, [])


async def test_whoever_runs_the_house_may_open_the_lab_to_others(visit):
    said = await visit(FAR, OPEN).get("/api/lab", headers={"Host": "games.example.org"})
    assert said.json()["open"] is True


async def test_there_is_no_study_by_another_name(browser):
    for path in ("/api/lab/studies/nothing/report", "/api/lab/studies/..%2F..%2Fetc/report"):
        assert (await browser.get(path)).status_code == 404
    assert (await browser.post("/api/lab/studies/nothing", json={"do": "go"})).status_code == 404


def test_texts_of_a_study_are_quoted():
    text = studies.study_of(studies.wire.StudyWish(**WISH | {"rulings": {}}), ["base.toml"])
    assert json.dumps("heartcatchers") in text
