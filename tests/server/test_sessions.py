"""A seat belongs to a session that nobody knew before, also if somebody has planted the cookie it was taken with."""

import httpx
import pytest

from parlour.server.store.tokens import new_token, token_hash
from parlour.server.table import seating
from parlour.server.table.seating import seats_of
from sitting import come

WISH = {"game": "heartcatchers", "seats": [{"kind": "me"}, {"kind": "friend"}]}
DOMAIN = "localhost.local"


@pytest.fixture
def planted(browse):
    """A victim's browser with a cookie in it that somebody else knows, and that one's own browser."""
    victim, thief, cookie = browse(), browse(), new_token()
    for one in (victim, thief):
        one.cookies.set("parlour", cookie, domain=DOMAIN)
    return victim, thief


async def laid(one):
    made = await one.post("/api/tables", json=WISH)
    assert made.status_code == 201
    return made.json()


def token_in(made):
    return made["links"][0]["path"].partition("#")[2]


async def claimed(one, id, token):
    answer = await one.post(f"/api/tables/{id}/claim", json={"token": token})
    return answer.json()["seat"] if answer.status_code == 200 else answer.status_code


async def mine(house, id, one):
    """The seats that a browser has at a table, by all of its cookies."""
    return seats_of((await house.tables.find(id)).record, one.cookies["parlour"].split("."))


async def tables_of(one):
    return {card["id"] for card in (await one.get("/api/tables")).json()}


async def lay_own(browse, victim):
    id = (await laid(victim))["id"]
    return id, 0


async def sit_by_link(browse, victim):
    made = await laid(browse())
    assert await claimed(victim, made["id"], token_in(made)) == 1
    return made["id"], 1


async def sit_by_code(browse, victim):
    host = browse()
    id = (await laid(host))["id"]
    code = (await host.post(f"/api/tables/{id}/code")).json()["code"]
    assert (await victim.post("/api/join", json={"code": code})).json()["seat"] == 1
    return id, 1


async def move_here(browse, victim):
    phone = browse()
    id = (await laid(phone))["id"]
    link = (await phone.post(f"/api/tables/{id}/move")).json()["path"].partition("#")[2]
    assert await claimed(victim, id, link) == 0
    return id, 0


@pytest.mark.parametrize("take", [lay_own, sit_by_link, sit_by_code, move_here])
async def test_whoever_planted_a_cookie_has_no_part_in_the_seat(own_house, browse, planted, take):
    victim, thief = planted
    id, seat = await take(browse, victim)
    assert await mine(own_house, id, victim) == [seat]
    assert await mine(own_house, id, thief) == []
    assert id in await tables_of(victim)
    assert id not in await tables_of(thief)
    assert (await thief.post(f"/api/tables/{id}/move")).status_code == 403


async def test_nor_does_one_who_plants_it_between_two_seats(own_house, browse):
    """A whole cookie, with the token of a seat in it, is planted before the next seat is taken."""
    victim, thief = browse(), browse()
    first = (await laid(thief))["id"]
    victim.cookies.set("parlour", thief.cookies["parlour"], domain=DOMAIN)
    second = (await laid(victim))["id"]
    assert await mine(own_house, second, thief) == []
    assert await tables_of(thief) == {first}


async def test_the_seats_taken_before_stay_with_the_browser(own_house, browse):
    ann = browse()
    ids = [(await laid(ann))["id"] for _ in range(4)]
    assert await tables_of(ann) == set(ids)
    tokens = ann.cookies["parlour"].split(".")
    assert len(set(tokens)) == 4
    assert [await mine(own_house, id, ann) for id in ids] == [[0]] * 4


async def test_what_holds_nothing_any_more_leaves_the_cookie(own_house, browse):
    ann = browse()
    await ann.post("/api/session")
    ids = [(await laid(ann))["id"] for _ in range(3)]
    for id in ids[:2]:
        assert (await ann.post(f"/api/tables/{id}/drop")).status_code == 200
    last = (await laid(ann))["id"]
    assert len(ann.cookies["parlour"].split(".")) == 2
    assert await tables_of(ann) == {ids[2], last}


async def test_a_cookie_of_many_seats_stays_short(own_house, browse, monkeypatch):
    """The oldest tokens pass on what they hold, whose table it was too; what was given up can be forgotten still."""
    monkeypatch.setattr(seating, "MAX_KEPT", 3)
    ann = browse()
    ids = [(await laid(ann))["id"] for _ in range(9)]
    assert len(ann.cookies["parlour"].split(".")) == 4
    assert await tables_of(ann) == set(ids)
    for id in ids:
        record = (await own_house.tables.find(id)).record
        assert record.laid == record.seats[0].token_hash
        assert record.laid in {token_hash(token) for token in ann.cookies["parlour"].split(".")}


async def lost(one, path, wish):
    """Make a request whose answer, with its cookie, never arrives."""
    cookies = httpx.Cookies(one.cookies)
    answer = await one.post(path, json=wish)
    one.cookies = cookies
    return answer.status_code


@pytest.mark.parametrize("way", ["link", "code"])
async def test_asking_again_takes_the_seat_from_whoever_asked_first_and_only_until_somebody_arrives(
    own_house, browse, planted, way
):
    """Whoever knows both the cookie and the way in could have taken the seat; nobody ever shares one."""
    victim, thief = planted
    host = browse()
    made = await laid(host)
    id = made["id"]
    if way == "link":
        path, wish = f"/api/tables/{id}/claim", {"token": token_in(made)}
    else:
        path, wish = "/api/join", {"code": (await host.post(f"/api/tables/{id}/code")).json()["code"]}
    assert (await victim.post(path, json=wish)).status_code == 200
    assert (await thief.post(path, json=wish)).status_code == 200
    assert await mine(own_house, id, thief) == [1]
    assert await mine(own_house, id, victim) == []
    table = await own_house.tables.find(id)
    table.record.seats[1] = table.record.seats[1].arrive()
    assert (await victim.post(path, json=wish)).status_code in (403, 404)
    assert await mine(own_house, id, victim) == []


async def test_arriving_is_noted_once(own_house, browse):
    """From then on the cookie that was there before is worth nothing, after a restart too."""
    ann = browse()
    made = await laid(browse())
    await ann.post("/api/session")
    assert await lost(ann, f"/api/tables/{made['id']}/claim", {"token": token_in(made)}) == 200
    assert await claimed(ann, made["id"], token_in(made)) == 1
    table = await own_house.tables.find(made["id"])
    assert table.record.seats[1].asked
    await come(table, ann.cookies["parlour"].split("."))
    assert not table.record.seats[1].asked
    number = table.record.seq
    table.forget()
    table = await own_house.tables.find(made["id"])
    assert not table.record.seats[1].asked
    await come(table, ann.cookies["parlour"].split("."))
    assert table.record.seq == number
