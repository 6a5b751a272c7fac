"""Who is not answered: other sites, other names for this machine, and what no database should keep."""

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

WISH = {"game": "heartcatchers", "seats": [{"kind": "me"}, {"kind": "bot"}]}


OTHERS = pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://127.0.0.1:1", "http://["])


@OTHERS
def test_other_sites_change_nothing(people, origin):
    answer = people().http.post("/api/tables", json=WISH, headers={"Origin": origin})
    assert answer.status_code == 403
    assert answer.headers["content-type"] == "application/problem+json"


def test_another_name_for_this_machine_gets_nothing(people, house):
    host = f"elsewhere.example:{house.port}"
    headers = {"Host": host, "Origin": f"http://{host}"}
    assert people().http.post("/api/tables", json=WISH, headers=headers).status_code == 421
    assert people().http.get("/api/games", headers={"Host": host}).status_code == 421


@OTHERS
def test_other_sites_open_no_line(people, house, origin):
    ann = people()
    ann.lay("me", "bot")
    address = f"ws://127.0.0.1:{house.port}/api/tables/{ann.id}/socket"
    with pytest.raises(InvalidStatus) as refused, connect(address, origin=origin):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("name", ["\x00", "a\nb", "\x7f", "", "x" * 25])
def test_names_are_short_and_printable(people, name):
    seats = [{"kind": "me", "name": name}, {"kind": "bot"}]
    assert people().http.post("/api/tables", json={**WISH, "seats": seats}).status_code == 422


def test_every_page_says_what_it_may_load(people):
    for path in ("/", "/api/games", "/nowhere"):
        headers = people().http.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-opener-policy"] == "same-origin"


def test_cookies_are_out_of_reach_for_scripts(people):
    answer = people().http.post("/api/tables", json=WISH)
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=lax" in answer.headers["set-cookie"]
