"""Bells: a seat hears that it is its turn while its page is closed, once, in its language, and never of a card."""

import asyncio
import json

import pytest

import sitting
from parlour.server.bells import webpush
from parlour.server.bells.ringing import decide, quiet_until
from parlour.server.http.app import make_app
from parlour.server.options import Bells
from parlour.server.settings import Settings
from parlour.server.store import bells
from parlour.server.store.bells import Bell, BellRecord
from parlour.server.store.tokens import token_hash
from parlour.server.table import requests
from parlour.server.wire import BellWish, QuietHours
from receiver import Receiver

WISH = {"occasions": ["turn", "dealt", "over", "talk"]}
# A Tuesday of winter, twelve o'clock in Berlin.
NOON = 1_768_302_000.0


@pytest.fixture
def receiver(tmp_path, monkeypatch):
    opened = Receiver(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(opened.certificate))
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(opened.certificate))
    yield opened
    opened.close()


class Ann:
    """A browser at a table for two persons, who has a bell there; and Ben, who sits opposite."""

    def __init__(self, house, bells):
        self.house = house
        self.app = make_app(house, Settings(bells=bells))
        self.ringing = self.app.state.ringing
        self.http, self.ben = sitting.client(self.app), sitting.client(self.app)

    async def lay(self, game="heartcatchers"):
        wish = {"game": game, "seats": [{"kind": "me", "name": "Ann"}, {"kind": "friend", "name": "Ben"}]}
        made = (await self.http.post("/api/tables", json=wish)).json()
        self.id, (link,) = made["id"], made["links"]
        token = link["path"].partition("#")[2]
        assert (await self.ben.post(f"/api/tables/{self.id}/claim", json={"token": token, "name": "Ben"})).is_success
        self.table = await self.house.tables.find(self.id)
        self.hash = self.table.record.seats[0].token_hash
        return self

    async def deal(self):
        """Everybody comes, which deals the cards, and leaves."""
        there = [
            await sitting.come(self.table, http.cookies.get("parlour").split(".")) for http in (self.http, self.ben)
        ]
        await sitting.dealt(self.table)
        for visitor in there:
            await self.table.part(visitor)

    async def hang(self, push=None, address="", **wish):
        return await self.http.post(
            f"/api/tables/{self.id}/bells",
            json={"wish": WISH | wish, **({"push": push} if push else {"address": address})},
        )

    async def bells(self):
        return (await self.http.get(f"/api/tables/{self.id}/bells")).json()

    async def ring(self):
        """What a second brings, until everything is sent."""
        await self.ringing.look()
        await asyncio.gather(*self.ringing.busy.values())

    async def play(self, seat):
        """Moves of a seat, until it is another one's turn."""
        table = self.table
        visitor = await sitting.come(table, (self.http, self.ben)[seat].cookies.get("parlour").split("."))
        while table.match.deciders == [seat] and not table.match.over:
            await requests.receive(table, visitor, sitting.any_move(table))
        await table.part(visitor)

    async def play_until(self, seat):
        """Until it is a seat's turn that was not the last to play."""
        await self.play(self.table.match.deciders[0])
        while self.table.match.deciders != [seat]:
            await self.play(self.table.match.deciders[0])


@pytest.fixture
async def ann(own_house, receiver):
    push = Bells(push=True, schemes=("ntfys",), pause=0, allow=("127.0.0.0/8",), contact="mailto:host@example.org")
    return await Ann(own_house, push).lay()


# Web push


def test_a_message_is_encrypted_as_the_example_of_rfc_8291():
    body = webpush.encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        webpush.to_bytes("DGv6ra1nlYgDCS1FRnbzlw"),
        "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    )
    assert webpush.to_text(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
        "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


async def test_a_closed_page_hears_once_a_turn_of_table_and_turn_and_of_nothing_else(ann, receiver):
    assert (await ann.hang(receiver.push(), occasions=["turn"])).status_code == 201
    await ann.deal()
    await ann.play_until(0)
    await ann.ring()
    await ann.ring()
    assert len(receiver.came) == 1
    said = receiver.read()
    assert said.pop("tag")
    assert said == {
        "title": "Heartcatchers",
        "body": "It is your turn, Ann. At the table of Ann and Ben.",
        "path": f"/t/{ann.id}",
        "url": "",
    }
    claims = receiver.claims((await ann.bells())["key"])
    assert (claims["aud"], claims["sub"]) == (receiver.address, "mailto:host@example.org")
    await ann.play_until(0)
    await ann.ring()
    assert len(receiver.came) == 2
    assert ann.ringing.counts == {"sent": 2, "gone": 0, "failed": 0}


async def test_notices_are_in_the_language_of_whoever_hears_them(ann, receiver):
    await ann.hang(receiver.push(), language="de", occasions=["turn"])
    await ann.deal()
    await ann.play_until(0)
    await ann.ring()
    assert receiver.read()["body"] == "Du bist am Zug, Ann. Am Tisch von Ann und Ben."


async def test_an_address_hears_it_too(ann, receiver):
    address = f"ntfys://127.0.0.1:{receiver.port}/knock"
    assert (await ann.hang(address=address, occasions=["turn"])).status_code == 201
    await ann.deal()
    await ann.play_until(0)
    await ann.ring()
    assert len(receiver.came) == 1
    body = receiver.came[0][2]
    assert "It is your turn, Ann. At the table of Ann and Ben." in body.decode()
    assert ann.ringing.counts["sent"] == 1


async def test_whoever_looks_is_not_rung_for_unless_always(ann, receiver):
    await ann.hang(receiver.push(), occasions=["turn"])
    await ann.deal()
    await ann.play_until(0)
    here = await sitting.come(ann.table, ann.http.cookies.get("parlour").split("."))
    await ann.ring()
    assert not receiver.came
    await ann.hang(receiver.push(), occasions=["turn"], always=True)
    await ann.ring()
    assert len(receiver.came) == 1
    await ann.table.part(here)
    await ann.ring()
    assert len(receiver.came) == 1


async def test_a_turn_that_is_over_before_the_pause_rings_nowhere(ann, receiver):
    await ann.hang(receiver.push(), occasions=["turn"])
    await ann.deal()
    await ann.play_until(0)
    await ann.play(0)
    await ann.ring()
    assert not receiver.came


async def test_the_deal_and_the_end_ring_for_whoever_wants_it(ann, receiver):
    await ann.lay("held_hands")
    await ann.hang(receiver.push(), occasions=["dealt", "over"])
    await ann.deal()
    first = ann.table.match.deciders[0]
    if first == 0:
        # Whoever begins is told of the turn instead, and did not ask for that.
        await ann.play(0)
    await ann.ring()
    assert [receiver.read(n)["body"].split(",")[0] for n in range(len(receiver.came))] in ([], ["Everybody is here"])
    for _ in range(400):
        if ann.table.match.over:
            break
        await ann.play(ann.table.match.deciders[0])
    await ann.ring()
    assert receiver.read()["body"] == "The match is over, Ann. At the table of Ann and Ben."


async def test_a_bell_that_leads_nowhere_any_more_is_taken_down(ann, receiver):
    await ann.hang(receiver.push(), occasions=["turn"])
    await ann.deal()
    receiver.status = 410
    await ann.play_until(0)
    await ann.ring()
    assert (await ann.bells())["mine"] == []
    assert ann.ringing.counts["gone"] == 1


async def test_failures_are_for_whoever_runs_the_house_and_name_no_address(ann, receiver, caplog):
    await ann.hang(receiver.push("/secret-place"), occasions=["turn"])
    await ann.deal()
    receiver.status = 500
    await ann.play_until(0)
    await ann.ring()
    assert [r.getMessage() for r in caplog.records if "notice" in r.getMessage()] == [
        f"a notice of table {ann.id} was not sent (push)"
    ]
    assert "secret-place" not in caplog.text
    assert 'parlour_notices_total{outcome="failed"} 1.0' in ann.app.state.metrics.text().decode()


async def test_the_test_button_says_only_whether_it_was_sent_and_is_limited(ann, receiver):
    await ann.hang(receiver.push())
    answers = [await ann.http.post(f"/api/tables/{ann.id}/bells/test", json={"kind": "push"}) for _ in range(2)]
    assert [(a.status_code, a.json().get("sent")) for a in answers] == [(200, True), (429, None)]
    assert receiver.read()["body"] == "This is how it rings, Ann. At the table of Ann and Ben."


async def test_where_a_bell_leads_is_never_shown_again(ann, receiver):
    await ann.hang(receiver.push("/secret-place"))
    await ann.hang(address="ntfys://ntfy.example/secret-topic")
    shown = [await ann.bells(), (await ann.http.get("/api/tables")).json()]
    assert [bell["kind"] for bell in shown[0]["mine"]] == ["address", "push"]
    assert "secret" not in json.dumps(shown)
    visitor = await sitting.come(ann.table, ann.ben.cookies.get("parlour").split("."))
    assert "hears" not in repr(visitor.sent)


async def test_others_have_no_part_in_a_bell(ann, receiver):
    await ann.hang(receiver.push())
    assert (await ann.ben.get(f"/api/tables/{ann.id}/bells")).json()["mine"] == []
    stranger = sitting.client(ann.app)
    assert (await stranger.get(f"/api/tables/{ann.id}/bells")).status_code == 403
    asked = await ann.ben.post(f"/api/tables/{ann.id}/bells/test", json={"kind": "push"})
    assert asked.status_code == 404


async def stored(ann):
    return await ann.house.store.read(bells.list_bells(ann.id, [ann.hash]))


async def test_a_bell_goes_with_its_session(ann, receiver):
    await ann.hang(receiver.push())
    assert len(await stored(ann)) == 1
    await sitting.move_all(ann.table, "another device")
    assert await stored(ann) == []
    assert not ann.table.record.seats[0].hears


async def test_a_bell_goes_with_whoever_gives_up(ann, receiver):
    await ann.hang(receiver.push())
    await ann.deal()
    assert (await ann.http.post(f"/api/tables/{ann.id}/drop", json={})).is_success
    assert await stored(ann) == []


async def test_a_bell_stays_with_the_same_browser_by_a_newer_token(ann, receiver):
    await ann.hang(receiver.push())
    from parlour.server.table.seating import act_at, pass_on

    async def renew(table):
        await pass_on(table, ann.hash, token_hash("newer"))

    await act_at(ann.house.tables, ann.id, renew)
    found = await ann.house.store.read(bells.list_bells(ann.id, [token_hash("newer")]))
    assert [bell.kind for bell in found] == ["push"]


async def test_a_bell_that_is_taken_down_rings_no_more(ann, receiver):
    await ann.hang(receiver.push(), occasions=["turn"])
    await ann.http.post(f"/api/tables/{ann.id}/bells/stop", json={"kind": "push"})
    assert not ann.table.record.seats[0].hears
    await ann.deal()
    await ann.play_until(0)
    await ann.ring()
    assert not receiver.came


async def test_a_house_without_bells_is_as_it_was(own_house):
    ann = await Ann(own_house, Bells()).lay()
    assert await ann.bells() == {"push": False, "key": "", "schemes": [], "most": 20, "mine": []}
    push = {"endpoint": "https://push.example/x", "p256dh": "A" * 87, "auth": "A" * 22}
    for wanted in ({"push": push}, {"address": "ntfys://ntfy.example/topic"}):
        refused = await ann.hang(**wanted)
        assert (refused.status_code, refused.json()["title"]) == (422, "This house sends no notices there.")


# When a bell rings


def bell(occasion="turn 0 4", sent=0, day=int(NOON // 86400), **wish):
    wanted = BellWish(**{"occasions": ["turn"], **wish})
    record = BellRecord(to="https://push.example/x", wish=wanted)
    return Bell(table_id="t", hash="h", kind="push", record=record, occasion=occasion, since=1.0, day=day, sent=sent)


@pytest.mark.parametrize(
    ("given", "here", "expected"),
    [
        (bell(), False, ("ring", 0)),
        (bell(), True, ("later", NOON)),
        (bell(always=True), True, ("ring", 0)),
        (bell("talk 3"), False, ("never", 0)),
        (bell(sent=10), False, ("never", 0)),
        (bell(sent=10, day=1), False, ("ring", 0)),
        (bell(sent=4, most=100), False, ("ring", 0)),
        (bell(sent=5, most=100), False, ("never", 0)),
        (bell(quiet=QuietHours(start=11, end=14, zone="Europe/Berlin")), False, ("later", NOON + 2 * 3600)),
        (bell(quiet=QuietHours(start=22, end=8, zone="Europe/Berlin")), False, ("ring", 0)),
    ],
)
def test_when_a_bell_rings(given, here, expected):
    assert decide(given, NOON, here, 5 if given.record.wish.most == 100 else 20) == expected


@pytest.mark.parametrize(("hour", "left"), [(21, 0), (22, 10), (23, 9), (0, 8), (7, 1), (8, 0)])
def test_quiet_hours_go_beyond_midnight(hour, left):
    at = NOON + (hour - 12) * 3600
    until = quiet_until(QuietHours(start=22, end=8, zone="Europe/Berlin"), at)
    assert until == (at + left * 3600 if left else 0)


# Many processes


async def test_of_two_processes_one_rings(open_house, postgres_url, receiver):
    settings = Bells(push=True, pause=0, allow=("127.0.0.0/8",))
    first = await Ann(open_house(postgres_url), settings).lay()
    await first.hang(receiver.push(), occasions=["turn"])
    other = Ann(open_house(postgres_url), settings)
    await first.deal()
    await first.play_until(0)
    assert await other.ringing.own_key() == await first.ringing.own_key()
    due = await first.house.store.read(bells.list_due(first.house.clock.now()))
    assert len(due) == 1
    await asyncio.gather(*(each.ringing.look_at(bell) for each in (first, other) for bell in due))
    assert len(receiver.came) == 1
    assert first.ringing.counts["sent"] + other.ringing.counts["sent"] == 1


async def test_a_notice_outlives_the_process_at_which_the_turn_began(own_house, open_house, receiver, tmp_path):
    settings = Bells(push=True, pause=0, allow=("127.0.0.0/8",))
    ann = await Ann(own_house, settings).lay()
    await ann.hang(receiver.push(), occasions=["turn"])
    await ann.deal()
    await ann.play_until(0)
    own_house.close()
    later = Ann(open_house(), settings)
    await later.ring()
    assert receiver.read()["path"] == f"/t/{ann.id}"
    await later.ring()
    assert len(receiver.came) == 1
