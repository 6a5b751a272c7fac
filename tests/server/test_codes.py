"""Codes to type: to a free chair of a table that waits, for a quarter of an hour, and few wrong ones."""

import asyncio

import httpx
import pytest
import sqlalchemy as sa

import waiting
from parlour.server.http import app
from parlour.server.store import codes, database
from parlour.server.store.database import codes as kept_codes
from parlour.server.store.store import Store, StoreError
from stores import lay as lay_kept

THREE = {"game": "work_of_heart", "seats": [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]}
TWO = {"game": "heartcatchers", "seats": [{"kind": "me"}, {"kind": "friend"}]}


async def lay(ann: httpx.AsyncClient, wish=TWO) -> tuple[str, str]:
    """A table with a code."""
    id = (await ann.post("/api/tables", json=wish)).json()["id"]
    made = await ann.post(f"/api/tables/{id}/code")
    assert made.status_code == 201
    return id, made.json()["code"]


async def try_code(browser: httpx.AsyncClient, code: str) -> tuple[int, str]:
    answer = await browser.post("/api/join", json={"code": code})
    return answer.status_code, answer.text


async def test_a_code_leads_to_a_free_chair_as_often_as_there_are_any(browse, own_house):
    id, code = await lay(browse(), THREE)
    assert len(code) == 6
    assert set(code) <= set(codes.SIGNS)
    assert len(codes.SIGNS) == 32
    bob = browse()
    typed = f" {code[:3]}-{code[3:]} ".lower()
    joined = await bob.post("/api/join", json={"code": typed, "name": "Bob"})
    assert joined.json() == {"id": id, "path": f"/t/{id}", "seat": 1}
    assert (await bob.post("/api/join", json={"code": code})).json()["seat"] == 1
    assert [card["id"] for card in (await bob.get("/api/tables")).json()] == [id]
    assert (await own_house.tables.find(id)).record.seats[1].name == "Bob"
    assert (await browse().post("/api/join", json={"code": code})).json()["seat"] == 2
    assert (await try_code(browse(), code))[0] == 404


async def test_looking_at_a_code_says_where_it_leads_and_takes_nothing(browse):
    ann, bob = browse(), browse()
    id, code = await lay(ann)
    seen = (await bob.post("/api/join/look", json={"code": code})).json()
    assert seen == {
        "game": "heartcatchers",
        "title": "Heartcatchers",
        "chair": "Player 2",
        "names": ["Player 1"],
        "moves": False,
        "yours": False,
        "used_by": "",
        "edition": None,
    }
    assert (await bob.get("/api/tables")).json() == []
    assert (await bob.post("/api/join", json={"code": code})).json()["id"] == id
    for _ in range(5):
        assert (await browse().post("/api/join/look", json={"code": "ZZZZZZ"})).status_code == 404
    assert (await browse().post("/api/join/look", json={"code": "ZZZZZZ"})).status_code == 429


async def test_the_link_of_a_chair_that_was_taken_by_code_is_void(browse):
    ann = browse()
    made = (await ann.post("/api/tables", json=TWO)).json()
    code = (await ann.post(f"/api/tables/{made['id']}/code")).json()["code"]
    assert (await try_code(browse(), code))[0] == 200
    token = made["links"][0]["path"].partition("#")[2]
    late = await browse().post(f"/api/tables/{made['id']}/claim", json={"token": token})
    assert late.status_code == 403


async def test_wrong_expired_replaced_and_full_are_the_same_answer(browse, monkeypatch):
    ann = browse()
    id, first = await lay(ann)
    again = (await ann.post(f"/api/tables/{id}/code")).json()["code"]
    assert again == first, "a table has one code as long as it lives"
    answers = [await try_code(browse("a"), "ZZZZZZ")]
    now = codes.time()
    monkeypatch.setattr(codes, "time", lambda: now + codes.LIFETIME + 1)
    answers.append(await try_code(browse("a"), first))
    second = (await ann.post(f"/api/tables/{id}/code")).json()["code"]
    assert second != first
    answers.append(await try_code(browse("a"), first))
    assert (await try_code(browse("a"), second))[0] == 200
    answers.append(await try_code(browse("a"), second))
    assert len(set(answers)) == 1
    assert answers[0][0] == 404


async def test_only_who_sits_there_gets_a_code_and_only_while_a_chair_is_free(browse):
    ann = browse()
    id, code = await lay(ann)
    assert (await browse().post(f"/api/tables/{id}/code")).status_code == 403
    assert (await try_code(browse(), code))[0] == 200
    assert (await ann.post(f"/api/tables/{id}/code")).status_code == 403


async def test_after_five_wrong_codes_an_address_waits_a_minute(browse, monkeypatch):
    _, code = await lay(browse())
    guesser = browse("a")
    assert [(await try_code(guesser, "000000"))[0] for _ in range(6)] == [404] * 5 + [429]
    assert (await try_code(guesser, code))[0] == 429
    now = codes.time()
    monkeypatch.setattr(codes, "time", lambda: now + codes.MINUTE + 1)
    assert (await try_code(guesser, code))[0] == 200


async def test_wrong_codes_that_come_at_once_count_like_others(browse):
    _, code = await lay(browse())
    guesser = browse("a")
    answers = await asyncio.gather(*(try_code(guesser, "000000") for _ in range(40)))
    statuses = [status for status, _ in answers]
    assert set(statuses) <= {404, 429}
    assert statuses.count(404) <= codes.MAX_OF_ONE
    assert (await try_code(browse("b"), code))[0] == 200, "what was refused keeps nobody else out"


async def test_right_codes_do_not_count(browse):
    bob = browse("a")
    for _ in range(2 * codes.MAX_OF_ONE):
        _, code = await lay(browse())
        assert (await try_code(bob, code))[0] == 200


@pytest.mark.parametrize("addresses", [["192.0.2.1"], [f"192.0.2.{i}" for i in range(40)]], ids=["one", "many"])
async def test_processes_count_wrong_codes_together(postgres_url, addresses):
    """With 5 for an address and 60 for all, whichever process is asked."""

    stores = [Store(postgres_url), Store(postgres_url)]
    try:
        at = [codes.Tries(store) for store in stores]
        asked = [at[i % 2].begin(addresses[i // 2 % len(addresses)]) for i in range(160)]
        counted = [one for one in await asyncio.gather(*asked) if one]
        most = codes.MAX_OF_ONE if len(addresses) == 1 else codes.MAX_OF_ALL
        assert len(counted) <= most
        # One after the other as many get in as may.
        counted += [one for address in addresses * codes.MAX_OF_ONE if (one := await at[0].begin(address))]
        assert len(counted) == most
        assert [await each.begin(addresses[0]) for each in at] == [None, None]
    finally:
        for store in stores:
            store.close()


async def test_the_store_has_no_address_and_forgets_who_tried(browse, own_house, monkeypatch):
    await try_code(browse("192.0.2.77"), "000000")
    every = sa.select(database.tries)
    [row] = await own_house.store.read(lambda c: c.execute(every).all())
    assert 0 <= row.visitors < 2**18
    now = codes.time()
    monkeypatch.setattr(codes, "time", lambda: now + codes.MINUTE + 1)
    await own_house.store.write(codes.delete_old_tries)
    assert await own_house.store.read(lambda c: c.execute(every).all()) == []


NETS = {
    "one net of IPv6": [f"2001:db8:1:{i:x}::1" for i in range(12)],
    "one net of IPv4": [f"10.0.0.{i}" for i in range(12)],
    "twelve nets": [f"10.{i}.0.1" for i in range(12)],
}


@pytest.mark.parametrize("which", NETS)
async def test_after_sixty_wrong_codes_only_other_nets_are_answered(browse, which):
    _, code = await lay(browse())
    for address in NETS[which]:
        for _ in range(codes.MAX_OF_ONE):
            assert (await try_code(browse(address), "000000"))[0] == 404
    beside = NETS[which][0].removesuffix("1").removesuffix("0") + "99"
    assert (await try_code(browse(beside), "000000"))[0] == 429, "of a net from which wrong ones have come"
    assert (await try_code(browse("198.51.100.7"), "000000"))[0] == 404
    assert (await try_code(browse("198.51.100.8"), code))[0] == 429
    assert (await try_code(browse("2001:db8:2::8"), code))[0] == 200


async def test_the_reserve_for_other_nets_ends_too(own_house):
    counted = codes.Tries(own_house.store)
    nets = [f"10.{i // 256}.{i % 256}.1" for i in range(1200)]
    begun = [net for net in nets if await counted.begin(net)]
    assert len(begun) == codes.MAX_OF_ALL + codes.RESERVE


async def test_codes_and_tries_are_deleted_when_their_time_is_over(browse, own_house, monkeypatch):
    """Though nobody asks for a code any more."""
    await lay(browse())
    assert (await try_code(browse(), "000000"))[0] == 404
    now = codes.time()
    monkeypatch.setattr(codes, "time", lambda: now + codes.LIFETIME + 1)
    monkeypatch.setattr(app, "HOUR", 0.01)
    expiring = asyncio.ensure_future(app.every_hour(own_house))
    await waiting.soon(lambda: not any(own_house.store.read_now(count_rows)))
    expiring.cancel()


def count_rows(c: sa.Connection) -> list[int]:
    return [len(c.execute(sa.select(table)).all()) for table in (kept_codes, database.tries)]


async def test_a_code_is_of_no_use_when_the_last_chair_is_taken_by_link(browse):
    ann = browse()
    made = (await ann.post("/api/tables", json=TWO)).json()
    code = (await ann.post(f"/api/tables/{made['id']}/code")).json()["code"]
    token = made["links"][0]["path"].partition("#")[2]
    assert (await browse().post(f"/api/tables/{made['id']}/claim", json={"token": token})).status_code == 200
    assert (await try_code(browse(), code))[0] == 404


async def test_a_table_has_one_code_whichever_process_gives_it(store_url):
    """Two processes have both looked and found none."""
    store = Store(store_url)
    lay_kept(store)
    given = [await codes.Codes(store).give("t1") for _ in range(2)]
    assert given[0] == given[1]
    second = kept_codes.insert().values(code="SECOND", table_id="t1", until=given[0][1])
    with pytest.raises(StoreError):
        store.submit(lambda c: c.execute(second).rowcount).result()
    store.close()
