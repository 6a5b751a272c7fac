"""A designer's path: a new edition, a number changed in a sheet, a table of it, a friend by link, what was changed."""

import clicks
from editing import parlour

GAME = "heartcatchers"


def drop(page, file):
    """Let a file fall on the form."""
    data = page.evaluate_handle(
        "([name, text]) => { const data = new DataTransfer(); data.items.add(new File([text], name)); return data; }",
        [file.name, file.read_text("utf-8")],
    )
    page.dispatch_event("form", "drop", {"dataTransfer": data})


def test_from_a_sheet_to_a_game_with_a_friend(visit, tmp_path):
    assert parlour(tmp_path, "init", GAME, "draft.toml", "--by", "Ada <b>Lovelace</b>")[0] == 0
    assert parlour(tmp_path, "export", "draft.toml", "--csv", "sheets")[0] == 0
    settings = tmp_path / "sheets" / "settings.csv"
    good = settings.read_text("utf-8")
    settings.write_text(good.replace("numbers.hand,3", "numbers.hand,9"), "utf-8")
    code, told = parlour(tmp_path, "import", "draft.toml", "--csv", "sheets")
    assert code == 2
    assert "settings.csv, row 9, column value (B9): 9 does not fit: a whole number from 1 to 5." in told
    settings.write_text(good.replace("numbers.hand,3", "numbers.hand,4"), "utf-8")
    assert parlour(tmp_path, "import", "draft.toml", "--csv", "sheets")[0] == 0
    assert "is a good edition" in parlour(tmp_path, "check", "draft.toml")[1]
    assert parlour(tmp_path, "diff", "base", "draft.toml") == (0, "numbers.hand: 3 is now 4\n")

    page = visit()
    page.goto(f"/new/{GAME}")
    page.get_by_role("button", name="Deal").wait_for()
    (tmp_path / "broken.toml").write_text(
        (tmp_path / "draft.toml").read_text("utf-8").replace('"red"', '"rod"', 1), "utf-8"
    )
    drop(page, tmp_path / "broken.toml")
    page.get_by_text("broken.toml cannot be played yet. All that is wrong with it:").wait_for()
    page.get_by_text("catches[0].suit: 'rod' does not fit: blue, red, green or white; the nearest is 'red'").wait_for()
    drop(page, tmp_path / "draft.toml")
    page.get_by_text("Draft is good to play. It says that Ada <b>Lovelace</b> made it").wait_for()
    page.get_by_label("Seat 2").select_option("friend")
    page.get_by_role("button", name="Deal").click()
    named = "Edition: Draft. It says that Ada <b>Lovelace</b> made it; nobody has checked that."
    page.get_by_role("main").get_by_text(named).wait_for()
    link = page.evaluate(
        "JSON.parse(localStorage.getItem(Object.keys(localStorage).find((k) => k.startsWith('links-'))))[0].path"
    )

    friend = visit(width=390, height=844)
    friend.goto(link)
    friend.get_by_text(named).wait_for()
    friend.get_by_role("button", name="Sit down").click()
    clicks.until(page, lambda: page.locator(".page.playing").count() == 1)
    hands = [each.locator(".hand.near button") for each in (page, friend)]
    clicks.until(page, lambda: max(hand.count() for hand in hands) == 4)
    assert page.locator("b", has_text="Lovelace").count() == 0
