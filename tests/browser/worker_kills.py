"""Two browsers behind nginx at a house of two workers, one of which is killed again and again while they play."""

import contextlib
import json
import os
import random
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import clicks
import sqlalchemy as sa
from complaints import listen
from playwright.sync_api import TimeoutError

import houses
import postgres
import proxies
import waiting
from parlour.server.admin.command import check
from parlour.server.store.database import answers, moves, normal_url

# A worker dies at some moment while a move is played.
SOON = 0.4
# Seconds to lay a table and sit down, and how often that may fail.
LAYING, FAILURES = 20, 5


class Friends:
    """Ann and Bob in two browsers, and what they have sent and been told."""

    def __init__(self, browser, proxy):
        self.proxy = proxy
        self.pages = [self.come(browser), self.come(browser)]
        # By key the table, the ply and the move that was sent; and the keys that were acknowledged.
        self.sent, self.acknowledged, self.sent_at = {}, set(), 0.0
        self.laid, self.tries = 0, FAILURES
        for page in self.pages:
            page.on("websocket", self.overhear)
        self.sit_down()

    def come(self, browser):
        context = browser.new_context(base_url=f"{self.proxy.url}/", locale="en-GB", reduced_motion="reduce")
        context.set_default_timeout(waiting.TIMEOUT * 1000)
        context.add_init_script(clicks.AT_ONCE)
        listen(context)
        return context.new_page()

    def overhear(self, socket):
        table = socket.url.split("/")[-2]
        socket.on("framesent", lambda data: self.note_sent(table, json.loads(data)))
        socket.on("framereceived", lambda data: self.note_received(json.loads(data)))

    def note_sent(self, table, message):
        if message["type"] == "play":
            self.sent[message["key"]] = table, message["ply"], message["move"]
            self.sent_at = time.monotonic()

    def note_received(self, message):
        if message["type"] == "ack":
            self.acknowledged.add(message["key"])

    def sit_down(self):
        """A new table, dealt."""
        self.laid += 1
        for page in self.pages:
            page.set_default_timeout(LAYING * 1000)
        self.come_together()
        for page in self.pages:
            page.set_default_timeout(waiting.TIMEOUT * 1000)
            page.wait_for_selector("main[data-status=playing]")

    def come_together(self):
        """Both have a seat, by the same link however often Bob has to open it: no chair is lost with a worker."""
        ann, bob = self.pages
        path = self.persist(lambda: clicks.invite(ann, root=""))
        self.persist(lambda: sit_down(bob, path.removeprefix("/")))

    def persist(self, step):
        """Take a step again if the page itself could not be loaded, or the table not laid, since a worker died."""
        while True:
            try:
                return step()
            except TimeoutError:
                self.tries -= 1
                assert self.tries, "tables could not be laid"

    def decider(self):
        """The page that can play; with a new table if a match is over."""
        return clicks.until(self.pages[0], self.who_can_play)

    def who_can_play(self):
        if any(clicks.status(page) == "over" for page in self.pages):
            self.sit_down()
        return next((page for page in self.pages if page.locator(clicks.CARDS).count()), None)


def sit_down(page, link):
    """Open an invitation and take its chair, unless it was given before the worker died."""
    page.goto(link)
    chair, table = page.get_by_role("button", name="Sit down"), page.locator("main[data-status]")
    chair.or_(table).first.wait_for()
    if chair.count():
        chair.click()
    table.wait_for()


class Kill(threading.Thread):
    """One of the workers dies soon."""

    def __init__(self, house, pick):
        super().__init__(daemon=True)
        self.delay, self.victim = pick.uniform(0, SOON), pick.choice(houses.workers_of(house.process.pid))
        self.at = 0.0

    def run(self):
        time.sleep(self.delay)
        os.kill(self.victim, signal.SIGKILL)
        self.at = time.monotonic()


def play_through_kills(playwright, folder: Path, kills: int, seed: int) -> dict[str, float]:
    """How long the browsers took to go on after each kill; nothing that was acknowledged is lost or there twice."""
    pick, seconds = random.Random(seed), []
    with contextlib.ExitStack() as stack:
        url = stack.enter_context(postgres.postgres())
        options = ("--no-limits", "--workers", "2")
        proxy = stack.enter_context(proxies.behind_nginx(folder, options=options, store=url))
        browser = clicks.launch(playwright.chromium, *proxy.chromium_options)
        stack.callback(browser.close)
        friends = Friends(browser, proxy)
        for _ in range(kills):
            proxy.house.wait_for_workers(2)
            laid, took = friends.laid, one_kill(friends, Kill(proxy.house, pick))
            # Between two matches nobody goes on by itself: a table is laid by hand.
            if friends.laid == laid:
                seconds.append(took)
        for page in friends.pages:
            page.wait_for_timeout(100)
        result = compare(url, friends)
    seconds.sort()
    return {"in a match": len(seconds), "median": seconds[len(seconds) // 2], "longest": seconds[-1], **result}


def one_kill(friends, kill):
    """Seconds from a kill until both browsers show a move that was sent after it, or once more after it."""
    kill.start()
    while True:
        page = friends.decider()
        before = clicks.ply(page)
        clicks.play_something(page)
        for other in friends.pages:
            clicks.moved(other, before)
        shown = time.monotonic()
        if kill.at and friends.sent_at > kill.at:
            return shown - kill.at


def compare(url, friends):
    """Every acknowledged move stands where it was played, every key counts once, and the store can be replayed."""
    engine = sa.create_engine(normal_url(url))
    with engine.connect() as c:
        kept = {row.key for row in c.execute(sa.select(answers.c.key))}
        lines = {(row.table_id, row.ply): row.line for row in c.execute(sa.select(moves))}
    engine.dispose()
    assert friends.acknowledged <= kept, "an acknowledged move is not in the store"
    places = [friends.sent[key][:2] for key in kept & friends.sent.keys()]
    assert len(places) == len(set(places)), "a ply was played twice"
    for key in friends.acknowledged & friends.sent.keys():
        table, ply, move = friends.sent[key]
        assert lines[table, ply] == move
    with ThreadPoolExecutor() as apart:
        # Playwright has a loop of its own here.
        assert apart.submit(check, url).result()["faults"] == []
    return {"acknowledged": len(friends.acknowledged)}
