"""Whose seat it is: invitations that work once, one session for the server, and names that show as they read."""

import unicodedata
from types import SimpleNamespace

import httpx
import msgspec
import pytest
from msgspec.structs import replace
from starlette.requests import HTTPConnection

import houses
from parlour.server import wire
from parlour.server.fleet.house import House
from parlour.server.http.sessions import tokens_for
from parlour.server.settings import Settings
from parlour.server.store.database import holders
from parlour.server.store.tokens import new_token, token_hash
from parlour.server.table import requests
from parlour.server.table.seating import seats_of
from parlour.server.table.texts import free_name, tidy
from sitting import sit_down

WISH = {"game": "heartcatchers", "seats": [{"kind": "me"}, {"kind": "friend"}]}


def claim(person: houses.Person, path: str, **fields: str) -> httpx.Response:
    id, _, token = path.removeprefix("/t/").partition("#")
    return person.http.post(f"/api/tables/{id}/claim", json={"token": token, **fields})


def test_a_link_works_once(people):
    """Whoever laid the table cannot use the friend's link later to see the hand."""
    ann, bob = people(), people()
    link = ann.lay("me", "friend")["links"][0]["path"]
    assert claim(bob, link).json() == {"seat": 1}
    refused = claim(ann, link, name="Bob")
    assert (refused.status_code, refused.json()) == (200, {"seat": 0})
    assert claim(people(), link).status_code == 403
    ann.open()
    assert ann.table["mine"] == [0]
    bob.id = ann.id
    assert bob.open()["mine"] == [1]


def test_an_invitation_is_no_seat(people):
    """The invitation itself opens nothing, before it is used and afterwards."""
    ann, eve = people(), people()
    made = ann.lay("me", "friend")
    token = made["links"][0]["path"].partition("#")[2]
    eve.id = ann.id
    for name in ("parlour", f"parlour-{ann.id}"):
        eve.http.cookies.set(name, token)
    assert eve.open()["mine"] == []


def test_whoever_has_the_seat_may_follow_the_link_again(people):
    ann, bob = people(), people()
    link = ann.lay("me", "friend")["links"][0]["path"]
    assert [claim(bob, link).status_code for _ in range(2)] == [200, 200]
    assert len(bob.http.cookies) == 1


def lost(person: houses.Person, path: str, wish: dict[str, str]) -> int:
    """Make a request whose answer, with its cookie, never arrives."""
    cookies = httpx.Cookies(person.http.cookies)
    status = person.http.post(path, json=wish).status_code
    person.http.cookies = cookies
    return status


def look(person: houses.Person, path: str) -> httpx.Response:
    id, _, token = path.removeprefix("/t/").partition("#")
    return person.http.post(f"/api/tables/{id}/invited", json={"token": token})


def test_a_used_link_says_whose_chair_it_is_to_those_at_the_table(people):
    ann, bob, eve = people(), people(), people()
    link = ann.lay("me", "friend")["links"][0]["path"]
    assert claim(bob, link, name="Bob").status_code == 200
    told = [look(person, link) for person in (ann, bob, eve)]
    assert [(answer.json().get("used_by"), answer.json().get("yours")) for answer in told[:2]] == [
        ("Bob", False),
        ("Bob", True),
    ]
    assert told[2].status_code == 403
    assert "Bob" not in told[2].text


def test_whoever_has_not_heard_of_a_seat_asks_again(people):
    """By an invitation, and by a link that moves the seat on; nobody else gets it."""
    ann, bob, phone = people(), people(), people()
    link = ann.lay("me", "friend")["links"][0]["path"]
    for person in (bob, phone):
        assert look(person, link).status_code == 200
        id, _, token = link.removeprefix("/t/").partition("#")
        assert lost(person, f"/api/tables/{id}/claim", {"token": token, "name": "Bob"}) == 200
        assert claim(people(), link).status_code == 403
        assert look(person, link).status_code == 200, "the page may have been opened anew"
        assert claim(person, link, name="Bob").json() == {"seat": 1}
        person.id = ann.id
        assert [(seat["name"], seat["mine"]) for seat in person.open()["seats"]][1] == ("Bob", True)
        link = person.http.post(f"/api/tables/{ann.id}/move").json()["path"]
    assert claim(bob, link).status_code == 200, "the last link is still good"


def test_asking_again_for_a_second_chair_leaves_the_first_alone(people):
    ann = people()
    link = ann.lay("me", "friend")["links"][0]["path"]
    assert [claim(ann, link, name="Bob").json() for _ in range(2)] == [{"seat": 1}] * 2
    assert [seat["name"] for seat in ann.open()["seats"]] == ["Player 1", "Bob"]


def test_whoever_has_not_heard_of_the_last_chair_types_the_code_again(people):
    ann, bob = people(), people()
    ann.lay("me", "friend")
    wish = {"code": ann.http.post(f"/api/tables/{ann.id}/code").json()["code"]}
    assert bob.http.post("/api/session").status_code == 200
    assert lost(bob, "/api/join", wish) == 200
    assert people().http.post("/api/join", json=wish).status_code == 404
    assert bob.http.post("/api/join", json=wish).json()["seat"] == 1


def test_one_cookie_for_all_tables(people):
    ann = people()
    laid = {ann.lay("me", "bot")["id"] for _ in range(5)}
    assert len(ann.http.cookies) == 1
    assert {card["id"] for card in ann.http.get("/api/tables").json()} == laid


def test_opening_a_table_renews_the_cookie(people):
    ann, eve = people(), people()
    ann.lay("me", "bot")
    ann.open()
    cookie = ann.line.response.headers["Set-Cookie"]
    assert cookie.startswith(f"parlour={ann.http.cookies['parlour']};")
    assert f"Max-Age={90 * 86400}" in cookie
    eve.id = ann.id
    eve.open()
    assert "Set-Cookie" not in eve.line.response.headers, "who only looks on has nothing to renew"


def test_a_visitor_gets_no_cookie(people):
    eve = people()
    assert eve.http.get("/api/tables").json() == []
    assert not eve.http.cookies


async def lay_as_before(house: House) -> tuple[str, list[str]]:
    """A table as it was kept when every seat had its own token, also the friend's before it was taken."""
    seats = [wire.SeatWish(kind="me"), wire.SeatWish(kind="friend")]
    made, _ = await house.tables.lay(wire.NewTable(game="heartcatchers", seats=seats))
    table, tokens = await house.tables.find(made.id), [new_token(), new_token()]
    before = zip(table.record.seats, tokens, strict=True)
    table.record.seats = [replace(seat, token_hash=token_hash(token), invitation="") for seat, token in before]
    await table.keep()
    await house.store.write(lambda c: c.execute(holders.delete()).rowcount)
    table.forget()
    return made.id, tokens


async def test_older_cookies_are_taken_over(own_house, browse):
    client = browse()
    id, tokens = await lay_as_before(own_house)
    client.cookies.set(f"parlour-{id}", tokens[0], domain="localhost.local")
    assert [card["id"] for card in (await client.get("/api/tables")).json()] == [id]
    assert list(client.cookies) == ["parlour"]
    assert [card["id"] for card in (await client.get("/api/tables")).json()] == [id]
    assert seats_of((await own_house.tables.find(id)).record, [client.cookies["parlour"]]) == [0]


async def test_older_links_are_taken_over_and_work_once(own_house, browse):
    client = browse()
    id, tokens = await lay_as_before(own_house)
    codes = []
    for _ in range(2):
        codes.append((await client.post(f"/api/tables/{id}/claim", json={"token": tokens[1]})).status_code)
        client.cookies.clear()
    assert codes == [200, 403]
    assert seats_of((await own_house.tables.find(id)).record, [tokens[1]]) == []


async def test_behind_tls_the_cookie_is_bound_to_the_host(browse):
    client = browse(settings=Settings(url="https://games.example.org"))
    headers = {"Host": "games.example.org", "Origin": "https://games.example.org"}
    made = await client.post("/api/tables", json=WISH, headers=headers)
    cookie = made.headers["set-cookie"]
    assert cookie.startswith("__Host-parlour=")
    assert "Secure" in cookie
    assert "Path=/" in cookie
    assert made.json()["links"][0]["url"].startswith("https://games.example.org/t/")
    plain = await client.post("/api/tables", json=WISH)
    assert "Secure" not in plain.headers["set-cookie"]


async def test_behind_tls_a_session_that_another_site_may_have_set_counts_for_nothing(own_house, browse):
    client = browse(settings=Settings(url="https://games.example.org"))
    public = {"Host": "games.example.org", "Origin": "https://games.example.org"}
    planted = new_token()
    client.cookies.set("parlour", planted, domain="localhost.local")
    made = await client.post("/api/tables", json=WISH, headers=public)
    assert planted not in made.headers["set-cookie"]
    record = (await own_house.tables.find(made.json()["id"])).record
    assert seats_of(record, [planted]) == []
    plain = (await client.post("/api/tables", json=WISH)).json()["id"]
    mine = [card["id"] for card in (await client.get("/api/tables", headers=public)).json()]
    assert plain not in mine


@pytest.mark.parametrize(
    ("scheme", "host", "counts"),
    [("ws", "games.example.org", False), ("wss", "localhost", False), ("ws", "localhost", True)],
)
def test_nor_does_it_for_a_socket(scheme, host, counts):
    planted = new_token()
    app = SimpleNamespace(state=SimpleNamespace(settings=Settings(url="https://games.example.org")))
    headers = [(b"host", host.encode()), (b"cookie", f"parlour={planted}".encode())]
    scope = {"type": "websocket", "app": app, "scheme": scheme, "path": "/", "headers": headers}
    assert (planted in tokens_for(HTTPConnection(scope), "x")) is counts


# Names and talk


def test_names_and_talk_are_shown_as_they_read():
    assert tidy("  Zoe\u0308 \u00a0 B ") == "Zoë B"
    assert tidy("ab\u202ecd\u2066e\u200b") == "abcde"
    assert tidy("\u200f\u200d ") == ""
    assert tidy("👩\u200d🌾") == "👩\u200d🌾"


@pytest.mark.parametrize("blank", ["\u3164", "\u2800", "\u115f", "\uffa0", "\u17b4", "\ufe0f", "\U000e0100", "\u0301"])
def test_what_shows_nothing_is_no_name(blank):
    assert tidy(blank) == ""
    assert tidy(f"An{blank}n") in ("Ann", "Ańn")


def test_a_letter_has_at_most_two_marks():
    assert tidy("Z" + "\u0363" * 22) == "Z" + "\u0363" * 2
    assert tidy("a \u0308b") == "a b"


@pytest.mark.parametrize(
    "name",
    [
        "An\u200dn",
        "Ann\u3164",
        "Ann\u2800",
        "A\u034fnn",
        "Ann\ufe0f",
        "\u0410nn",
        "\u0391\u039d\u039d",
        "Änn",
        "ａｎｎ",
    ],
)
def test_a_name_that_looks_the_same_is_taken(name):
    assert free_name(tidy(name), ["Ann"]).endswith(" 2")
    assert free_name("Ann", [name]) == "Ann 2"


NAMES = [
    "한글이름",
    "ज़िंदगी",
    "श्रीकांत",
    "مُحَمَّد",
    "שָׁלוֹם",
    "สมชาย ใจดี",
    "Nguyễn Thị Hằng",
    "Дарья",
    "Ελένη",
    "小林さくら",
    "👨\u200d👩\u200d👧\u200d👦",
    "👩🏽\u200d🚀",
    "🏳\ufe0f\u200d🌈",
    "❤\ufe0f\u200d🔥 Zoe",
    "👁\ufe0f\u200d🗨\ufe0f",
]


def test_names_of_all_scripts_stay_as_they_are():
    for name in NAMES:
        assert tidy(name) == unicodedata.normalize("NFC", name)
        others = [other for other in NAMES if other != name]
        assert free_name(tidy(name), others) == unicodedata.normalize("NFC", name)


def test_no_name_is_taken_twice():
    assert free_name("Ann", ["Bob"]) == "Ann"
    assert free_name("ann", ["Ann", "Ann 2"]) == "ann 3"
    assert len(free_name("x" * 24, ["x" * 24])) == 24


def test_names_at_a_table_differ(people):
    ann = people()
    seats = [{"kind": "me", "name": "Beatrice"}, {"kind": "friend", "name": "Bea\u202etrice"}]
    made = ann.http.post("/api/tables", json={**WISH, "seats": seats}).json()
    ann.id = made["id"]
    assert [s["name"] for s in ann.open()["seats"]] == ["Beatrice", "Beatrice 2"]


@pytest.mark.parametrize("key", ["k" * 8 + "\n", "k" * 8 + "\r\n"])
def test_a_key_with_a_line_feed_does_not_fit(key):
    message = {"type": "play", "seat": 0, "ply": 0, "key": key, "move": "x"}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(message, wire.ToServer)


async def test_talk_without_anything_to_read_is_refused(own_house):
    table, ann = await sit_down(own_house)
    await requests.receive(table, ann, wire.Say(seat=0, text="\u200b"))
    assert isinstance(ann.sent[-1], wire.Refused)
    await requests.receive(table, ann, wire.Say(seat=0, text="a\u202eb"))
    assert ann.sent[-1].text == "ab"
