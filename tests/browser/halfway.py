"""A choice that is half made when the page is reloaded or the line is lost."""

import clicks
import positions


def interrupted(page, match, half, held, finish):
    """Interrupt a choice at a staged position; the one move that was sent in the end.

    A reload puts it back and plays nothing; a lost line leaves it, and what is finished without a line is sent once.
    """
    played = positions.stage(page, match)
    for _ in range(2):
        page.reload()
        page.wait_for_selector("main[data-status=playing] .prompt.mine")
        assert page.locator(held).count() == 0
        half()
        page.wait_for_selector(held)
    clicks.cut(page)
    clicks.mend(page)
    assert page.locator(held).count()
    assert played == []
    clicks.cut(page)
    finish()
    page.get_by_text("One move is waiting to be sent.").wait_for()
    clicks.mend(page)
    clicks.until(page, lambda: played)
    page.wait_for_timeout(100)
    assert len(played) == 1
    return played[0]
