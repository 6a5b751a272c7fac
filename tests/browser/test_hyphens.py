"""German words on narrow cards: they break at a hyphen, never inside a syllable."""

import random
from types import SimpleNamespace

import heart_clicks
import heart_stage
import pytest

from parlour.engine.match import Match

# Every place where two letters of a word stand on different lines, though no hyphen is between them.
BROKEN = """() => {
  const found = [], range = document.createRange();
  const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const top = (node, k) => {
    range.setStart(node, k), range.setEnd(node, k + 1);
    return [...range.getClientRects()].at(-1)?.top;
  };
  while (walk.nextNode()) {
    const node = walk.currentNode, text = node.data;
    for (const { index } of text.matchAll(/\\p{L}(?=\\p{L})/gu)) {
      const [one, next] = [top(node, index), top(node, index + 1)];
      if (one !== undefined && next - one > 4) found.push(text.slice(0, index + 1) + '|' + text.slice(index + 1));
    }
  }
  return found;
}"""


def played(game, mode, decisions):
    """A match of seeded moves in which the first seat is asked."""
    match, pick = Match.deal(game, seed=3, seats=4, mode=mode), random.Random(3)
    while not match.over and (decisions > 0 or match.deciders[0] != 0):
        seat = match.deciders[0]
        match.play(pick.choice(match.legal(seat)), seat)
        decisions -= 1
    return SimpleNamespace(match=match)


@pytest.mark.parametrize(
    ("game", "mode"), [("perfect_match", "dating"), ("labor_of_love", "workshop"), ("work_of_heart", "harem")]
)
@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (1280, 800)])
def test_no_german_word_breaks_inside_a_syllable(visit, game, mode, width, height):
    page = visit(width=width, height=height, locale="de-DE")
    stage = heart_stage.Stage(page, "de")
    page.goto("/")
    heart_clicks.lay(page, "me", "bot", "bot", "bot", game=game, mode=mode)
    page.wait_for_selector("main[data-status=playing]")
    for decisions in (4, 14, 24):
        stage.show(played(game, mode, decisions))
        assert page.evaluate(BROKEN) == []
