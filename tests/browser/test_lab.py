"""The rest of a designer's path: an edited edition in the lab, the report, and the changed card on paper."""

import pytest
from editing import parlour

import houses


@pytest.fixture
def own(tmp_path):
    """A house whose studies lie in a folder of the test's own."""
    opened = houses.House(str(tmp_path / "tables.db"), PARLOUR_HOME=str(tmp_path / "home"))
    yield opened
    opened.stop()


def test_an_edited_edition_is_compared_in_the_lab_and_its_changed_card_printed(visit, own, tmp_path):
    assert parlour(tmp_path, "init", "heartcatchers", "draft.toml", "--by", "Ada")[0] == 0
    draft = tmp_path / "draft.toml"
    draft.write_text(draft.read_text("utf-8").replace('"Blue Heartbreaker"', '"Blue Regret"', 1), "utf-8")

    page = visit(own)
    page.goto("/lab")
    page.locator("form select").first.select_option("heartcatchers")
    page.get_by_label("Compare it with another one").check()
    page.locator("input[type=file]").nth(1).set_input_files(draft)
    page.get_by_text("Draft is good to play.").wait_for()
    page.get_by_label("400 games").check()
    page.get_by_role("button", name="Compare the two").click()
    page.get_by_role("progressbar").or_(page.get_by_role("link", name="Report")).first.wait_for()
    # Nobody has to look for it to go on.
    page.goto("/about")

    page = visit(own, width=390, height=844)
    page.goto("/lab")
    report = page.get_by_role("link", name="Report").first
    report.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    with page.context.expect_page() as opened:
        report.click()
    opened.value.get_by_text("Draft", exact=False).first.wait_for()
    # It asks every second how the studies are, and the house closes first.
    page.close()

    assert "Blue Regret" in parlour(tmp_path, "diff", "base", "draft.toml")[1]
    printed = parlour(tmp_path, "print", "draft.toml", "--only", "changed", "--out", "changed.pdf")
    assert printed == (0, "changed.pdf has 1 card.\n")
    assert (tmp_path / "changed.pdf").read_bytes().startswith(b"%PDF")
