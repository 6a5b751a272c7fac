"""Editions on paper: how many cards, where they are cut, what is printed again, and that no text is run."""

import json
import struct
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.engine import registry
from parlour.engine.deck import HEIGHT, WIDTH, Box, Card, Deck
from parlour.printing import art, press, sheets, simulator
from parlour.printing.paper import BLEEDS, PAPERS, grid

GAMES = registry.names(shelf_only=True)
# Physical cards by deck, counted in the rulebooks and in our editions.
CARDS = {
    "heartcatchers": {"deck": 20},
    "held_hands": {"feelings": 48, "objectives": 24},
    "labor_of_love": {"projects": 64, "reactions": 15},
    "perfect_match": {"deck": 126, "contestants": 18, "profiles": 20},
    "work_of_heart": {"action": 25, "interest": 12, "event": 60, "bonus": 12},
}
LOW = 15.0


def box_of(name: str, language: str = "en") -> tuple[Any, Box]:
    game = registry.load(name)
    return game, press.box_of(game, game.base, language)


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


@pytest.mark.parametrize("name", GAMES)
def test_a_box_has_every_card_of_the_edition(name: str) -> None:
    _, box = box_of(name)
    assert {deck.id: sum(card.copies for card in deck.cards) for deck in box.decks} == CARDS[name]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_game_is_printed_in_both_languages(name: str, language: str) -> None:
    game, box = box_of(name, language)
    data = sheets.laid_out(game, game.base, box, sheets.Order(language=language))
    pages = press.pressed(data, "png", LOW)
    # A rulebook may take more pages than one.
    assert len(pages) >= len(data["pages"])
    upright = (round(210 / 25.4 * LOW), round(297 / 25.4 * LOW))
    assert size_of(pages[0]) == pytest.approx(upright, abs=1)
    sheets_of_cards = [page for page in data["pages"] if page["kind"] == "cards"]
    fronts = [page for page in sheets_of_cards if not page["back"]]
    assert sum(len(page["cells"]) for page in fronts) == sum(CARDS[name].values())
    assert len(sheets_of_cards) == 2 * len(fronts)


def test_texts_are_those_of_the_language() -> None:
    _, english = box_of("labor_of_love")
    _, german = box_of("labor_of_love", "de")
    changed = [a.name != b.name for a, b in zip(english.decks[0].cards, german.decks[0].cards, strict=True)]
    assert sum(changed) > len(changed) / 2


@pytest.mark.parametrize(
    ("paper", "bleed", "each"),
    [("a4", 0, 9), ("a4", 3, 8), ("a4", 5, 8), ("letter", 0, 9), ("letter", 3, 8), ("letter", 5, 6)],
)
def test_so_many_cards_lie_on_a_sheet(paper: str, bleed: int, each: int) -> None:
    assert grid(paper, bleed).each == each


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("bleed", BLEEDS)
def test_cards_lie_on_the_paper_apart_by_their_bleed_and_behind_their_backs(paper: str, bleed: int) -> None:
    sheet = grid(paper, bleed)
    for i in range(sheet.each):
        x, y = sheet.place(i)
        assert bleed < x < sheet.width - WIDTH - bleed
        assert bleed < y < sheet.height - HEIGHT - bleed
        # Turned over the long edge of an upright sheet, the back lies behind its front.
        assert sheet.place(i, mirrored=True) == pytest.approx((sheet.width - x - WIDTH, y))
    cuts = {round(x, 3) for x, _, wide, _ in sheet.ticks() if not wide}
    assert cuts >= {round(sheet.place(i)[0], 3) for i in range(sheet.each)}
    for x, y, wide, high in sheet.ticks():
        assert 0 <= x <= x + wide <= sheet.width
        assert 0 <= y <= y + high <= sheet.height


def edited(name: str, old: str, new: str) -> tuple[Any, Any]:
    game = registry.load(name)
    text = (game.folder / "edition.toml").read_text("utf-8")
    assert text.count(old) >= 1
    return game, game.edition_from(text.replace(old, new, 1), "mine.toml")


def test_only_changed_prints_the_cards_that_differ() -> None:
    game, mine = edited("labor_of_love", 'name = "Stepladder"', 'name = "Tall Stepladder"')
    again = sheets.changed(press.box_of(game, mine), press.box_of(game, game.base))
    assert [card.name for deck in again.decks for card in deck.cards] == ["Tall Stepladder"]
    assert again.boards == ()


def test_only_changed_prints_the_copies_that_are_missing() -> None:
    game, mine = edited("heartcatchers", "copies = 3", "copies = 4")
    again = sheets.changed(press.box_of(game, mine), press.box_of(game, game.base))
    assert [(card.id, card.copies) for deck in again.decks for card in deck.cards] == [("blue-heart", 1)]


def test_cards_are_chosen_by_name_or_id_and_unknown_ones_are_named() -> None:
    _, box = box_of("labor_of_love")
    found = sheets.only(box, ["stepladder", "Egg Cosy"])
    assert [card.id for deck in found.decks for card in deck.cards] == ["egg-cosy", "stepladder"]
    with pytest.raises(ValueError, match="there is no card 'unicorn' in this edition"):
        sheets.only(box, ["unicorn"])
    with pytest.raises(ValueError, match="none differs"):
        sheets.changed(box, box)


HOSTILE = (
    '#read("/etc/passwd")',
    "#panic()",
    "$ x^2",
    "= Heading",
    "[link](file:///etc/passwd)",
    '"},{"',
    "*b _i `c",
    "\\u{0}",
)


def test_texts_of_an_edition_are_never_read_as_markup() -> None:
    """What Typst would run, were it part of its source, is printed as it stands."""
    game, box = box_of("heartcatchers")
    plain = box.decks[0].cards[0]
    cards = tuple(
        msgspec.structs.replace(plain, id=str(i), name=text, flavour=text, text=(text,))
        for i, text in enumerate(HOSTILE)
    )
    hostile = Box(decks=(Deck(id="deck", title=HOSTILE[0], cards=cards),))
    order = sheets.Order(boards=False, rules=False, backs=False)
    pages = press.pressed(sheets.laid_out(game, game.base, hostile, order), "png", LOW)
    assert len(pages) == -(-sum(card.copies for card in cards) // 9)


def test_the_press_sees_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Even a template that asks for a file of this computer gets none."""
    secret = tmp_path / "secret.txt"
    secret.write_text("secret", "utf-8")
    template = tmp_path / "reads.typ"
    template.write_text(f'#read("{secret.as_posix()}")', "utf-8")
    monkeypatch.setattr(press, "TEMPLATE", template)
    with pytest.raises(Exception, match="not found"):
        press.pressed({}, "png")


def test_every_picture_that_is_named_exists() -> None:
    """Cards of our editions have pictures of their own; a card that somebody adds has one as well."""
    for name in GAMES:
        game, box = box_of(name)
        sheets.laid_out(game, game.base, box, sheets.Order())
    with pytest.raises(ValueError, match="there is no picture 'icons/unicorn'"):
        art.drawn(art.Art("icons/unicorn"))


def test_a_card_of_ones_own_has_a_picture() -> None:
    game, mine = edited("perfect_match", 'id = "overheard"', 'id = "eavesdropped"')
    sheets.laid_out(game, mine, press.box_of(game, mine), sheets.Order())
    game, mine = edited("perfect_match", 'id = "ada"', 'id = "zora"')
    sheets.laid_out(game, mine, press.box_of(game, mine), sheets.Order())


def test_a_saved_object_of_the_simulator_names_every_card(tmp_path: Path) -> None:
    game, box = box_of("held_hands")
    files = simulator.write(game, game.base, box, "en", tmp_path, url="https://cards.example/deck")
    saved = json.loads(files[-1].read_text("utf-8"))
    assert [thing["Name"] for thing in saved["ObjectStates"]] == ["DeckCustom", "DeckCustom"]
    for deck, made in zip(box.decks, saved["ObjectStates"], strict=True):
        check_deck(deck, made, tmp_path)
    sheets_used = [sheet for made in saved["ObjectStates"] for sheet in made["CustomDeck"]]
    assert len(sheets_used) == len(set(sheets_used))


def check_deck(deck: Deck, made: dict[str, Any], folder: Path) -> None:
    names = {card["CardID"]: card["Nickname"] for card in made["ContainedObjects"]}
    assert len(made["DeckIDs"]) == sum(card.copies for card in deck.cards)
    assert [card["CardID"] for card in made["ContainedObjects"]] == made["DeckIDs"]
    assert list(names.values()) == [card.name for card in deck.cards]
    for number in made["DeckIDs"]:
        sheet = made["CustomDeck"][str(number // 100)]
        assert number % 100 < sheet["NumWidth"] * sheet["NumHeight"]
    for sheet in made["CustomDeck"].values():
        address, name = sheet["FaceURL"].rsplit("/", 1)
        assert address == "https://cards.example/deck"
        wide, high = size_of((folder / name).read_bytes())
        assert max(wide, high) <= 4096
        # A card on the sheet has the shape of a card.
        assert wide / sheet["NumWidth"] / (high / sheet["NumHeight"]) == pytest.approx(WIDTH / HEIGHT, rel=0.01)
        assert (folder / sheet["BackURL"].rsplit("/", 1)[1]).exists()


def test_a_sheet_of_the_simulator_is_split_after_seventy_faces() -> None:
    cards = tuple(Card(id=str(i), name=str(i), copies=2) for i in range(75))
    made = simulator.deck_object(Deck(id="deck", title="deck", cards=cards), 3, ["b", "f1", "f2"], 0.0)
    assert list(made["CustomDeck"]) == ["3", "4"]
    assert made["DeckIDs"][:3] == [300, 300, 301]
    assert made["DeckIDs"][-1] == 404


def test_a_game_without_a_deck_says_so() -> None:
    game = registry.load("template")
    with pytest.raises(ValueError, match="has nothing to print"):
        press.box_of(game, game.base)


def test_papers_and_bleeds_that_there_are_not_are_named() -> None:
    with pytest.raises(ValueError, match="no paper 'b7'; there are a4 and letter"):
        grid("b7", 0)
    with pytest.raises(ValueError, match="4 mm is none of 0, 3, 5"):
        grid("a4", 4)
