"""Codes to type: to a free chair of a table that waits, for a quarter of an hour, and few wrong ones."""

import asyncio

import httpx
import pytest
import sqlalchemy as sa

from parlour.server import app, codes, database
from parlour.server.app import make_app
from parlour.server.database import codes as kept_codes
from parlour.server.house import House
from parlour.server.store import Store, StoreError
from stores import lay as lay_kept

THREE = {"game": "work_of_heart", "seats": [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]}
TWO = {"game": "heartcatchers", "seats": [{"kind": "me"}, {"kind": "friend"}]}


@pytest.fixture
def inside(tmp_path):
    """Runs an asynchronous test with a function that makes browsers, each with cookies and an address of its own."""

    def run(test):
        async def whole() -> None:
            house = House(Store(str(tmp_path / "tables.db")), bot_wait=0)
            made = make_app(house)

            def browser(address: str = "127.0.0.1") -> httpx.AsyncClient:
                return httpx.AsyncClient(
                    transport=httpx.ASGITransport(made, client=(address, 1)), base_url="http://localhost"
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
        now = codes.time()
        monkeypatch.setattr(codes, "time", lambda: now + codes.MINUTE + 1)
        assert (await try_code(guesser, code))[0] == 200

    inside(test)


def test_wrong_codes_that_come_at_once_count_like_others(inside):
    async def test(browser, house):
        _, code = await lay(browser())
        guesser = browser("a")
        answers = await asyncio.gather(*(try_code(guesser, "000000") for _ in range(40)))
        statuses = [status for status, _ in answers]
        assert set(statuses) <= {404, 429}
        assert statuses.count(404) <= codes.OF_ONE
        assert (await try_code(browser("b"), code))[0] == 200, "what was refused keeps nobody else out"

    inside(test)


def test_right_codes_do_not_count(inside):
    async def test(browser, house):
        bob = browser("a")
        for _ in range(2 * codes.OF_ONE):
            _, code = await lay(browser())
            assert (await try_code(bob, code))[0] == 200

    inside(test)


@pytest.mark.parametrize("addresses", [["192.0.2.1"], [f"192.0.2.{i}" for i in range(40)]], ids=["one", "many"])
def test_processes_count_wrong_codes_together(postgres_url, addresses):
    """With 5 for an address and 60 for all, whichever process is asked."""

    async def whole() -> None:
        stores = [Store(postgres_url), Store(postgres_url)]
        try:
            at = [codes.Tries(store) for store in stores]
            asked = [at[i % 2].begin(addresses[i // 2 % len(addresses)]) for i in range(160)]
            counted = [one for one in await asyncio.gather(*asked) if one]
            most = codes.OF_ONE if len(addresses) == 1 else codes.OF_ALL
            assert len(counted) <= most
            # One after the other as many get in as may.
            counted += [one for address in addresses * codes.OF_ONE if (one := await at[0].begin(address))]
            assert len(counted) == most
            assert [await each.begin(addresses[0]) for each in at] == [None, None]
        finally:
            for store in stores:
                store.close()

    asyncio.run(whole())


def test_the_store_has_no_address_and_forgets_who_tried(inside, monkeypatch):
    async def test(browser, house):
        await try_code(browser("192.0.2.77"), "000000")
        every = sa.select(database.tries)
        [row] = await house.store.read(lambda c: c.execute(every).all())
        assert 0 <= row.visitors < 2**16
        now = codes.time()
        monkeypatch.setattr(codes, "time", lambda: now + codes.MINUTE + 1)
        await house.store.write(codes.delete_old_tries)
        assert await house.store.read(lambda c: c.execute(every).all()) == []

    inside(test)


def test_after_sixty_wrong_codes_all_wait(inside):
    async def test(browser, house):
        _, code = await lay(browser())
        for i in range(12):
            for _ in range(5):
                assert (await try_code(browser(f"10.0.0.{i}"), "000000"))[0] == 404
        assert (await try_code(browser("10.0.1.1"), code))[0] == 429

    inside(test)


def test_codes_and_tries_are_deleted_when_their_time_is_over(inside, monkeypatch):
    """Though nobody asks for a code any more."""

    async def test(browser, house):
        await lay(browser())
        assert (await try_code(browser(), "000000"))[0] == 404
        now = codes.time()
        monkeypatch.setattr(codes, "time", lambda: now + codes.LIFETIME + 1)
        monkeypatch.setattr(app, "HOUR", 0.01)
        expiring = asyncio.ensure_future(app.every_hour(house))
        async with asyncio.timeout(60):
            while any(house.store.read_now(count_rows)):
                await asyncio.sleep(0.01)
        expiring.cancel()

    inside(test)


def count_rows(c: sa.Connection) -> list[int]:
    return [len(c.execute(sa.select(table)).all()) for table in (kept_codes, database.tries)]


def test_a_code_is_of_no_use_when_the_last_chair_is_taken_by_link(inside):
    async def test(browser, house):
        ann = browser()
        made = (await ann.post("/api/tables", json=TWO)).json()
        code = (await ann.post(f"/api/tables/{made['id']}/code")).json()["code"]
        token = made["links"][0]["path"].partition("#")[2]
        assert (await browser().post(f"/api/tables/{made['id']}/claim", json={"token": token})).status_code == 200
        assert (await try_code(browser(), code))[0] == 404

    inside(test)


def test_a_table_has_one_code_whichever_process_gives_it(store_url):
    """Two processes have both looked and found none."""
    store = Store(store_url)
    lay_kept(store)
    given = [asyncio.run(codes.Codes(store).give("t1")) for _ in range(2)]
    assert given[0] == given[1]
    second = kept_codes.insert().values(code="SECOND", table_id="t1", until=given[0][1])
    with pytest.raises(StoreError):
        store.submit(lambda c: c.execute(second).rowcount).result()
    store.close()
