"""What everybody at a table is told is on the page, in the reader's language."""

import contextlib
import json
import sqlite3

import clicks
import pytest

import houses

# The same server, in which no game can be compiled.
NOTHING_COMPILES = """
import parlour.compiler
def fails(name):
    raise RuntimeError("no compiler")
parlour.compiler.load_and_try = fails
"""
NOT_PREPARED = {
    "en-GB": "This game could not be prepared here",
    "de-DE": "Dieses Spiel ließ sich hier nicht vorbereiten",
}
OLDER_RULES = [
    ("en-GB", "This table was played by older rules", "cannot go on"),
    ("de-DE", "An diesem Tisch wurde nach älteren Regeln gespielt", "kann nicht weitergehen"),
]


@pytest.fixture(scope="module")
def broken_house(tmp_path_factory):
    opened = houses.House(
        str(tmp_path_factory.mktemp("broken") / "tables.db"), after=NOTHING_COMPILES, expects_faults=True
    )
    yield opened
    opened.end()


@pytest.mark.parametrize(("locale", "said"), NOT_PREPARED.items())
def test_who_waits_for_a_game_that_cannot_be_prepared_reads_so(visit, broken_house, locale, said, tmp_path):
    page = visit(at=broken_house, locale=locale)
    page.goto("/")
    page.click("[data-play=heartcatchers]")
    alert = page.get_by_role("alert").filter(has_text=said)
    alert.wait_for()
    page.screenshot(path=tmp_path / f"{locale}.png")
    page.reload()
    alert.wait_for()


def played_by_older_rules(path):
    """Make every match of a store one of rules that the server does not have."""
    with contextlib.closing(sqlite3.connect(path)) as c, c:
        for id, record in c.execute("SELECT table_id, record FROM matches").fetchall():
            older = json.dumps({**json.loads(record), "version": 0})
            c.execute("UPDATE matches SET record = ? WHERE table_id = ?", [older, id])


@pytest.mark.parametrize(("locale", "said", "on_the_shelf"), OLDER_RULES)
def test_a_table_that_cannot_go_on_says_so_on_its_page_and_on_the_shelf(visit, locale, said, on_the_shelf, tmp_path):
    house = houses.House(str(tmp_path / "tables.db"))
    try:
        page = visit(at=house, locale=locale)
        page.goto("/")
        page.click("[data-play=heartcatchers]")
        clicks.until(page, lambda: clicks.status(page) == "playing")
        table = page.url
        page.goto("about:blank")
        house.kill()
        played_by_older_rules(house.store)
        house.start()
        page.goto(table)
        page.locator("main[data-status=frozen]").get_by_text(said).wait_for()
        page.screenshot(path=tmp_path / f"{locale}.png")
        page.goto("/")
        page.locator("[data-table]").get_by_text(on_the_shelf).wait_for()
    finally:
        house.stop()
