"""Everything that a game can say at a table is said, in every language, at every number of seats."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.perfect_match.stage import Stage
from parlour.engine import registry
from parlour.engine.match import Match, Refusal
from parlour.engine.record import CHANCE, NONE, PUBLIC
from parlour.engine.words import FAILED

NAMES = ("Ann", "Bo", "Chris", "Dee")


def texts_of(view: dict[str, Any]) -> Iterator[str]:
    """Every sentence of a view: labels, facts and the score sheet."""
    for part in (*view["zones"], *view["sheet"]):
        yield part["text"]
    for zone in view["zones"]:
        for part in (zone, *zone["pieces"]):
            yield from part["facts"]


def hear(match: Match, since: int, views: bool = True) -> set[str]:
    """Say all that every watcher is shown now and was told since; return the keys."""
    keys = set()
    for watcher in (*range(match.seats), int(PUBLIC)):
        look = match.look(watcher)
        lines = [look.question, *match.story(watcher, since), *(choice.line for choice in look.moves)]
        for language in match.game.words.languages if views else ():
            assert all(text.strip() for text in texts_of(match.look(watcher, language=language).screen))
        keys |= {said.key for said in lines}
        for said in lines:
            for language in match.game.words.languages:
                text = match.say(said, watcher, language)
                assert text.strip()
                assert text != said.key
    assert not FAILED
    return keys


VARIANTS = [(n, m.name, s) for n in registry.names() for m in registry.about(n).modes for s in m.seats]


@pytest.mark.parametrize(("name", "mode", "seats"), VARIANTS)
@pytest.mark.parametrize("seed", [1, 2])
def test_random_games_can_be_said(name: str, mode: str, seats: int, seed: int) -> None:
    match = Match.deal(name, mode=mode, seats=seats, seed=seed, names=NAMES[:seats])
    pick, since, every = random.Random(seed), 0, match.game.moves.every()
    hear(match, 0)
    while not match.over:
        since = match.ply
        seat = match.deciders[0]
        match.play(pick.choice(match.legal(seat)), seat)
        if pick.random() < 0.2 or match.over:
            hear(match, since)
        refuse(match, pick, every)
    assert not FAILED


def refuse(match: Match, pick: random.Random, every: list[int]) -> None:
    """Whatever cannot be played is refused in words."""
    if not match.deciders:
        return
    seat = match.deciders[0]
    for m in set(pick.sample(every, 3)) - set(match.legal(seat)):
        with pytest.raises(Refusal) as refused:
            match.accept(m, seat)
        for language in match.game.words.languages:
            assert match.say(refused.value.line, seat, language) != refused.value.line.key


# Perfect Match: every favour and every drama by name

CONTENT = registry.load("perfect_match").edition("edition").content
FAVOURS = [who.id for who in CONTENT.contestants]
DRAMAS = [drama.id for drama in CONTENT.dramas]
HAND = ("musical", "tender", "own-karaoke")


def laid_out(seats: int, favour: str = "ada") -> Stage:
    """A position in which every effect finds something to work on; seat 0 has wooed one contestant."""
    on_stage = [who for who in FAVOURS if who != favour][:3]
    s = Stage(seats=seats, edition="edition", stage=on_stage, names=NAMES[:seats]).wooed(0, favour)
    # Also the starter of two draws five cards here.
    s.g.due = 5
    s.lay(1, 1, "musical", by=1).lay(1, 2, "tender", up=True).lay(2, 1, "funny", by=0).lay(3, 1, "eleven-cats", by=1)
    s.flag("reply-all", favour).flag("shared-password", on_stage[0])
    s.g.discards[:2] = [s.take("orderly"), s.take("daring")]
    s.g.gone = 2
    for seat in range(1, seats):
        s.give(seat, "bookish", "daring")
    return s


def explore(s: Stage, since: int) -> set[str]:
    """Say everything on the ways through an effect: the first and the last move of every kind at each choice."""
    keys = hear(s.match, since, views=False)
    if s.g.effect == NONE or s.seat == CHANCE:
        return keys
    kinds = {text.split()[0] for text in s.legal()}
    tried = {moves[at] for kind in kinds for at in (0, -1) if (moves := s.legal(kind))}
    for text in sorted(tried):
        ply = s.match.ply
        keys |= explore(s.do(text), ply)
        del s.match.states[ply + 1 :]
        s.match.log.cut(ply)
    return keys


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("id", FAVOURS)
def test_every_favour_can_be_said(id: str, seats: int) -> None:
    s = laid_out(seats, favour=id).turn("bookish", *HAND, "claps-at-films")
    assert "move.favour" in hear(s.match, 0)
    since = s.match.ply
    assert "story.favour" in explore(s.favour(id), since)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("id", DRAMAS)
def test_every_drama_can_be_said(id: str, seats: int) -> None:
    s = laid_out(seats).turn(id, *HAND, "claps-at-films")
    assert "move.drama" in hear(s.match, 0)
    since = s.match.ply
    assert "story.drama" in explore(s.drama(id), since)


def test_all_that_an_effect_asks_is_said() -> None:
    """The ways above lead to every question that an effect can ask."""
    asked = set()
    for id in FAVOURS:
        s = laid_out(3, favour=id).turn("bookish", *HAND, "claps-at-films")
        asked |= explore(s.favour(id), s.match.ply)
    s = laid_out(3).turn("lost-property", *HAND, "claps-at-films")
    asked |= explore(s.drama("lost-property"), s.match.ply)
    words = registry.load("perfect_match").part("words")
    assert asked >= {"ask.spilled", *words.ASK_OFTEN.values(), *words.ASK_ONCE.values(), *words.ASK_THEN.values()}


def test_a_spilled_soup_asks_first_whom_and_then_which_card() -> None:
    """With three seats the question once lacked a field, which ended the connection."""
    s = laid_out(3, favour="percy").turn("bookish", *HAND, "claps-at-films").favour("percy")
    assert s.match.say(s.match.look(0).question, 0) == "Who drops a card?"
    s.do("face p3")
    assert s.match.say(s.match.look(2).question, 2) == "Ann made you drop a card. Which one?"
    assert s.told(2) == ["Ann makes you drop something."]
    assert s.told(1) == ["Ann makes Chris drop something."]


def test_who_has_seen_a_card_is_said_by_name() -> None:
    s = laid_out(3).turn("bookish", *HAND, "claps-at-films")
    s.g.seen[0] |= 0b110
    said = {choice.words for choice in s.match.look(0).moves}
    assert any("Bookish (seen by Bo and Chris)" in text for text in said)
