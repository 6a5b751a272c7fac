"""Notices while the page is closed, by a real Chromium: the seat's menu, the service worker, and the home screen."""

import json

import clicks
import pytest
from test_seat_menu import meet, open_menu

import houses
from receiver import Receiver

# In place of the browser's own service, which is not of this machine: ours. The headless browser allows no notices by
# itself, and shows none.
SUBSCRIBE = """
Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
Notification.requestPermission = async () => 'granted';
PushManager.prototype.subscribe = async function (options) {
  window.asked = { ...options };
  return { toJSON: () => ({ endpoint: %s, keys: { p256dh: %s, auth: %s } }) };
};
"""
SHOWN = """
() => {
  self.shown = [];
  registration.showNotification = async (title, given) => void self.shown.push([title, given.body, given.data.path]);
}
"""


@pytest.fixture(scope="module")
def receiver(tmp_path_factory):
    opened = Receiver(tmp_path_factory.mktemp("receiver"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def ringing(tmp_path_factory, receiver):
    folder = tmp_path_factory.mktemp("ringing")
    (folder / "parlour.toml").write_text(
        '[bells]\npush = true\nschemes = ["ntfys"]\npause = 0\nallow = ["127.0.0.0/8"]\n'
    )
    where = {"SSL_CERT_FILE": str(receiver.certificate), "REQUESTS_CA_BUNDLE": str(receiver.certificate)}
    options = ("--no-limits", "--config", str(folder / "parlour.toml"))
    opened = houses.House(str(folder / "tables.db"), options=options, **where)
    yield opened
    opened.stop()


def come(visit, ringing, receiver, **options):
    page = visit(ringing, **options)
    push = receiver.push()
    page.context.add_init_script(SUBSCRIBE % tuple(json.dumps(push[key]) for key in ("endpoint", "p256dh", "auth")))
    return page


def deliver(page, origin, data):
    """What a browser's service has for this page arrives, as DevTools lets it; what its worker shows then."""
    worker = clicks.until(page, lambda: page.context.service_workers)[0]
    worker.evaluate(SHOWN)
    devtools, found = page.context.new_cdp_session(page), []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    devtools.send("ServiceWorker.enable")
    clicks.until(page, lambda: found)
    arriving = {"origin": origin, "registrationId": found[0]["registrationId"], "data": data}
    devtools.send("ServiceWorker.deliverPushMessage", arriving)
    return clicks.until(page, lambda: worker.evaluate("self.shown"))


def told(ann, bob, receiver):
    """Both play until Ann is told of her turn, whose page is closed."""
    while not receiver.came:
        clicks.until(bob, lambda: receiver.came or bob.locator(clicks.CARDS).count())
        if not receiver.came:
            clicks.play_something(bob)
    return receiver.read()


@pytest.mark.parametrize(
    ("language", "tell", "hung", "turn"),
    [
        ("en", "Tell this device", "This device is told", "It is your turn"),
        ("de", "Diesem Gerät Bescheid geben", "Dieses Gerät bekommt Bescheid", "Du bist am Zug"),
    ],
)
def test_whoever_has_closed_the_page_is_told_of_their_turn(visit, ringing, receiver, language, tell, hung, turn):
    receiver.came.clear()
    ann, bob = come(visit, ringing, receiver), visit(ringing)
    meet(ann, bob)
    table = ann.url
    open_menu(ann)
    ann.evaluate("language => localStorage.setItem('language', language)", language)
    ann.reload()
    ann.locator("details summary svg, details summary").last.wait_for()
    ann.evaluate("document.querySelector('header details').open = true")
    ann.get_by_role("button", name=("Seats and leaving" if language == "en" else "Plätze und Gehen")).click()
    ann.get_by_role("button", name=tell).click()
    ann.get_by_text(hung).wait_for()
    assert ann.evaluate("window.asked.userVisibleOnly")
    ann.goto("/about")
    said = told(ann, bob, receiver)
    assert said["body"].startswith(turn)
    shown = deliver(ann, ringing.url, receiver.decrypt(receiver.came[-1][2]).decode())
    assert shown == [[said["title"], said["body"], said["path"]]]
    assert table.endswith(said["path"])
