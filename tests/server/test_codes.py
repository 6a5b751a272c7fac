"""Codes to type: to a free chair of a table that waits, for a quarter of an hour, and few wrong ones."""

import asyncio

import httpx
import pytest

from parlour.server import codes
from parlour.server.app import make_app
from parlour.server.house import House
from parlour.server.store import Store

THREE = {"game": "work_of_heart", "seats": [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]}
TWO = {"game": "heartcatchers", "seats": [{"kind": "me"}, {"kind": "friend"}]}


@pytest.fixture
def inside(tmp_path):
    """Runs an asynchronous test with a function that makes browsers, each with cookies and an address of its own."""

    def run(test):
        async def whole() -> None:
            house = House(Store(str(tmp_path / "tables.db")), bot_wait=0)
            app = make_app(house)

            def browser(address: str = "127.0.0.1") -> httpx.AsyncClient:
                return httpx.AsyncClient(
                    transport=httpx.ASGITransport(app, client=(address, 1)), base_url="http://localhost"
                )

            try:
                await test(browser, house)
            finally:
                house.close()

        asyncio.run(whole())

    return run


async def lay(ann: httpx.AsyncClient, wish=TWO) -> tuple[str, str]:
    """A table with a code."""
    id = (await ann.post("/api/tables", json=wish)).json()["id"]
    made = await ann.post(f"/api/tables/{id}/code")
    assert made.status_code == 201
    return id, made.json()["code"]


async def try_code(browser: httpx.AsyncClient, code: str) -> tuple[int, str]:
    answer = await browser.post("/api/join", json={"code": code})
    return answer.status_code, answer.text


def test_a_code_leads_to_a_free_chair_as_often_as_there_are_any(inside):
    async def test(browser, house):
        id, code = await lay(browser(), THREE)
        assert len(code) == 6
        assert set(code) <= set(codes.SIGNS)
        assert len(codes.SIGNS) == 32
        bob = browser()
        typed = f" {code[:3]}-{code[3:]} ".lower()
        joined = await bob.post("/api/join", json={"code": typed, "name": "Bob"})
        assert joined.json() == {"id": id, "path": f"/t/{id}", "seat": 1}
        assert (await bob.post("/api/join", json={"code": code})).json()["seat"] == 1
        assert [card["id"] for card in (await bob.get("/api/tables")).json()] == [id]
        assert (await house.table(id)).record.seats[1].name == "Bob"
        assert (await browser().post("/api/join", json={"code": code})).json()["seat"] == 2
        assert (await try_code(browser(), code))[0] == 404

    inside(test)


def test_the_link_of_a_chair_that_was_taken_by_code_is_void(inside):
    async def test(browser, house):
        ann = browser()
        made = (await ann.post("/api/tables", json=TWO)).json()
        code = (await ann.post(f"/api/tables/{made['id']}/code")).json()["code"]
        assert (await try_code(browser(), code))[0] == 200
        token = made["links"][0]["path"].partition("#")[2]
        late = await browser().post(f"/api/tables/{made['id']}/claim", json={"token": token})
        assert late.status_code == 403

    inside(test)


def test_wrong_expired_replaced_and_full_are_the_same_answer(inside, monkeypatch):
    async def test(browser, house):
        ann = browser()
        id, first = await lay(ann)
        again = (await ann.post(f"/api/tables/{id}/code")).json()["code"]
        assert again == first, "a table has one code as long as it lives"
        answers = [await try_code(browser("a"), "ZZZZZZ")]
        now = codes.time()
        monkeypatch.setattr(codes, "time", lambda: now + codes.LIFETIME + 1)
        answers.append(await try_code(browser("a"), first))
        second = (await ann.post(f"/api/tables/{id}/code")).json()["code"]
        assert second != first
        answers.append(await try_code(browser("a"), first))
        assert (await try_code(browser("a"), second))[0] == 200
        answers.append(await try_code(browser("a"), second))
        assert len(set(answers)) == 1
        assert answers[0][0] == 404

    inside(test)


def test_only_who_sits_there_gets_a_code_and_only_while_a_chair_is_free(inside):
    async def test(browser, house):
        ann = browser()
        id, code = await lay(ann)
        assert (await browser().post(f"/api/tables/{id}/code")).status_code == 403
        assert (await try_code(browser(), code))[0] == 200
        assert (await ann.post(f"/api/tables/{id}/code")).status_code == 403

    inside(test)


def test_after_five_wrong_codes_an_address_waits_a_minute(inside, monkeypatch):
    async def test(browser, house):
        _, code = await lay(browser())
        guesser = browser("a")
        assert [(await try_code(guesser, "000000"))[0] for _ in range(6)] == [404] * 5 + [429]
        assert (await try_code(guesser, code))[0] == 429
        now = codes.monotonic()
        monkeypatch.setattr(codes, "monotonic", lambda: now + codes.MINUTE + 1)
        assert (await try_code(guesser, code))[0] == 200

    inside(test)


def test_after_sixty_wrong_codes_all_wait(inside):
    async def test(browser, house):
        _, code = await lay(browser())
        for i in range(12):
            for _ in range(5):
                assert (await try_code(browser(f"10.0.0.{i}"), "000000"))[0] == 404
        assert (await try_code(browser("10.0.1.1"), code))[0] == 429

    inside(test)
