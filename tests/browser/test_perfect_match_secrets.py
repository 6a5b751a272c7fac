"""What a page of Perfect Match is sent: no card that its seat has not seen."""

import json
import random

import clicks
import matchplay
import msgspec
import pytest

from parlour.engine import registry
from parlour.engine.chance import Seeded
from parlour.engine.match import Match
from parlour.server.table import showing


def test_four_browsers_and_a_spectator(visit):
    pages = [visit() for _ in range(5)]
    heard = [clicks.overhear(page) for page in pages]
    made = matchplay.lay(pages[0], "me", "friend", "friend", "friend", edition="edition")
    pages[4].goto(made["path"])
    for page, link in zip(pages[1:4], made["links"], strict=True):
        clicks.sit_down(page, link["path"])
    pages[0].goto(made["path"])
    for page in pages:
        page.wait_for_selector("main[data-status=playing]")
    pick = random.Random(5)
    for _ in range(10):
        now = max(clicks.ply(page) for page in pages)
        for page in pages:
            clicks.moved(page, now - 1)
        at = next(i for i in range(4) if pages[i].locator(matchplay.DECIDES).count())
        matchplay.make(pages[at], matchplay.choose(heard[at], pick))
    for eyes, frames in zip((0, 1, 2, 3, -3), heard, strict=True):
        check_frames(frames, eyes)


def check_frames(frames, eyes):
    """No message shows a card that a seat has not seen: in a hand, in a profile, or in the story."""
    shown, seen = [m for m in clicks.tables(frames) if m["status"] == "playing"], set()
    assert len(shown) > 5
    for message in shown:
        assert message["fairness"]["secret"] is None
        for line in message["story"]:
            if line["key"] in ("story.draw", "story.play"):
                # A drama may have shown it what another holds, and then it sees that card being played.
                assert line["fields"]["who"] == eyes or named(line) <= seen
        for zone in message["view"]["zones"]:
            for piece in zone.get("pieces", ()):
                if piece.get("seen") is not None and eyes not in piece["seen"] and len(piece["seen"]) < 4:
                    assert not {"card", "name", "mark"} & piece.keys()
                elif zone["id"].startswith("hand") and "card" in piece:
                    seen.add((zone["owner"], piece["card"]))


def named(line):
    """The cards of somebody's hand that a line of the story tells."""
    return {(line["fields"]["who"], card) for card in flat(line["fields"]["card"])}


def flat(cards):
    return cards if isinstance(cards, list) else [cards]


def frames_of_a_deal(seed, eyes):
    """What a seat is sent of a game of random moves."""
    match, pick, frames = Match(registry.load("perfect_match"), seats=4, chance=Seeded(seed)), random.Random(seed), []
    match.settle()
    for _ in range(130):
        before, seat = match.ply, match.deciders[0]
        match.play(pick.choice(match.legal(seat)), seat)
        look = match.look(eyes)
        shown = {"type": "table", "status": "playing", "fairness": {"secret": None}, "view": look.view}
        frames.append(json.loads(msgspec.json.encode(shown | {"story": showing.story(look, before)})))
    return frames


@pytest.mark.parametrize(("seed", "eyes"), [(12, 0), (13, 2)])
def test_what_a_drama_has_shown_is_no_leak_and_anything_else_is(seed, eyes):
    """In these deals a seat sees a card in another hand and later sees it being played."""
    frames = frames_of_a_deal(seed, eyes)
    check_frames(frames, eyes)
    for zone in (zone for frame in frames for zone in frame["view"]["zones"] if zone["id"].startswith("hand")):
        zone["pieces"] = []
    with pytest.raises(AssertionError):
        check_frames(frames, eyes)
