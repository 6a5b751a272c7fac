"""How traits, days, spaces and rewards are called, by language; what an edition prints is in its own texts."""

from typing import Any

from parlour.engine.plain import HIDDEN
from parlour.games.work_of_heart import state as S

# A line names an event and one of its answers by one number.
ANSWERS = int(S.ANSWERS)

TRAIT_NAMES = {
    "en": ("Charm", "Brawn", "Kindness", "Smarts", "Tenacity", "Humor", "Mojo"),
    "de": ("Charme", "Muskeln", "Güte", "Grips", "Biss", "Humor", "Mojo"),
}
DAY_NAMES = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "de": ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"),
}
SHORT_DAYS = {
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    "de": ("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"),
}
DIFFICULTIES = {"en": S.DIFFICULTIES, "de": ("leicht", "mittel", "schwer")}
# The kinds of space that are not named by a trait or a building, and how one says that somebody walks there.
SPACES = {
    "en": {"quad": "the Quad", "event": "Event ", "action": "Action ", "joint": " ", "space": "{kind}space {place}"},
    "de": {"quad": "Innenhof", "event": "Ereignis-", "action": "Aktions-", "joint": "-", "space": "{kind}Feld {place}"},
}
TOWARDS = {"en": {"quad": "the Quad", "space": "{space}"}, "de": {"quad": "zum Innenhof", "space": "zum {space}"}}
TILED = {"en": "Tiled space {place}", "de": "Gepflastertes Feld {place}"}
CARD = {"en": "a card", "de": "eine Karte"}
# What an effect of an answer brings.
REWARDS = {
    "en": {
        "nothing": "nothing but the memory",
        "raise": "{trait} +{n}",
        "liked": "your love interest's trait no. {n} +1",
        "lowest": "your lowest trait +{n}",
        "any": "any trait +{n}",
        "trade": "any trait -1, another +1",
        "draw": "draw {n} action cards",
        "draw-1": "draw 1 action card",
        "refresh": "all your perks are ready again",
        "spark": "+{n} on your next affection roll",
        "sweep": "tiles around you are swept away",
        "home": "back to the Quad",
        "step": "take a step",
        "banish": "send somebody to the Quad",
        "swap": "change places with somebody",
        "pinch": "steal a card",
        "peek": "look at a hand",
        "together": "{trait} +1 for you and for somebody else",
    },
    "de": {
        "nothing": "nur eine Erinnerung",
        "raise": "{trait} +{n}",
        "liked": "Eigenschaft Nr. {n} deines Schwarms +1",
        "lowest": "deine niedrigste Eigenschaft +{n}",
        "any": "eine Eigenschaft deiner Wahl +{n}",
        "trade": "eine Eigenschaft -1, eine andere +1",
        "draw": "zieh {n} Aktionskarten",
        "draw-1": "zieh 1 Aktionskarte",
        "refresh": "alle deine Vorteile sind wieder bereit",
        "spark": "+{n} auf deinen nächsten Herzenswurf",
        "sweep": "die Platten um dich herum werden weggefegt",
        "home": "zurück in den Innenhof",
        "step": "mach einen Schritt",
        "banish": "schick jemanden in den Innenhof",
        "swap": "tausch mit jemandem den Platz",
        "pinch": "stiehl eine Karte",
        "peek": "sieh dir eine Hand an",
        "together": "{trait} +1 für dich und für jemand anderen",
    },
}


def spoken(table: dict[str, Any], language: str) -> Any:
    """What a table says in a language, or in English."""
    return table.get(language, table["en"])


def place_name(space: Any) -> str:
    """A letter for the column and a number for the row."""
    return f"{chr(ord('A') + space.x)}{space.y + 1}"


def trait_name(trait: str, language: str) -> str:
    return str(spoken(TRAIT_NAMES, language)[S.TRAITS.index(trait)])


def traits_named(traits: Any, language: str) -> str:
    return ", ".join(trait_name(trait, language) for trait in traits)


def tiled_name(space: Any, language: str) -> str:
    """A space under a tile: only where it lies (WH-R27)."""
    return str(spoken(TILED, language)).format(place=place_name(space))


def reward_of(effect: Any, language: str) -> str:
    """What one effect brings, in a few words."""
    n = effect.amount
    key = "draw-1" if (effect.effect, n) == ("draw", 1) else effect.effect
    trait = trait_name(effect.trait, language) if effect.trait else ""
    return str(spoken(REWARDS, language)[key]).format(trait=trait, n=n)


def rewards_of(answer: Any, language: str) -> str:
    """What an answer brings, in a few words."""
    effects = (answer,) if answer.also is None else (answer, answer.also)
    return ", ".join(reward_of(effect, language) for effect in effects)


# What lines call by number


def name_card(edition: Any, card: int, language: str) -> str:
    return str(spoken(CARD, language)) if card == HIDDEN else edition.content.actions[card].name


def name_about(edition: Any, card: int, language: str) -> str:
    """What an action card says."""
    return edition.content.actions[card].text


def name_space(edition: Any, space: int, language: str) -> str:
    here, school = edition.content.spaces[space], edition.content
    said = spoken(SPACES, language)
    if here.building is not None:
        return school.buildings[here.building].name
    if here.kind == "quad":
        return said["quad"]
    kind = trait_name(here.trait, language) + said["joint"] if here.trait else said[here.kind]
    return said["space"].format(kind=kind, place=place_name(here))


def name_toward(edition: Any, space: int, language: str) -> str:
    """A space as somewhere that one walks to."""
    here, school = edition.content.spaces[space], edition.content
    said = spoken(TOWARDS, language)
    if here.building is not None:
        there = school.buildings[here.building]
        return there.toward or there.name
    if here.kind == "quad":
        return said["quad"]
    return said["space"].format(space=name_space(edition, space, language))


def name_trait(edition: Any, trait: int, language: str) -> str:
    return spoken(TRAIT_NAMES, language)[trait]


def name_perk(edition: Any, perk: int, language: str) -> str:
    """A perk by its trait; those of Mojo have a number."""
    trait = min(perk, int(S.MOJO))
    return name_trait(edition, trait, language) + (f" {perk - trait + 1}" if trait == S.MOJO else "")


def name_event(edition: Any, event: int, language: str) -> str:
    return edition.content.events[event].name


def name_scene(edition: Any, event: int, language: str) -> str:
    """What an event says."""
    return edition.content.events[event].text


def name_answer(edition: Any, number: int, language: str) -> str:
    """What an answer says; the number names event and answer."""
    return edition.content.events[number // ANSWERS].answers[number % ANSWERS].text


def name_reward(edition: Any, number: int, language: str) -> str:
    """What an answer brings."""
    return rewards_of(edition.content.events[number // ANSWERS].answers[number % ANSWERS], language)


def name_bonus(edition: Any, bonus: int, language: str) -> str:
    return edition.content.bonuses[bonus].name


def name_prize(edition: Any, bonus: int, language: str) -> str:
    """What a bonus card says."""
    return edition.content.bonuses[bonus].text


def name_interest(edition: Any, interest: int, language: str) -> str:
    return edition.content.interests[interest].name


def name_hard(edition: Any, interest: int, language: str) -> str:
    """How hard somebody is to win."""
    return spoken(DIFFICULTIES, language)[S.DIFFICULTIES.index(edition.content.interests[interest].difficulty)]


def name_face(edition: Any, face: int, language: str) -> str:
    """The ranks on a face of the trait die, such as 1+3."""
    return "+".join(map(str, edition.content.numbers.trait_die[face]))


def name_day(edition: Any, day: int, language: str) -> str:
    return spoken(DAY_NAMES, language)[day]


NAMERS = {
    "card": name_card,
    "about": name_about,
    "space": name_space,
    "toward": name_toward,
    "trait": name_trait,
    "perk": name_perk,
    "event": name_event,
    "scene": name_scene,
    "answer": name_answer,
    "reward": name_reward,
    "bonus": name_bonus,
    "prize": name_prize,
    "interest": name_interest,
    "hard": name_hard,
    "face": name_face,
    "day": name_day,
}
