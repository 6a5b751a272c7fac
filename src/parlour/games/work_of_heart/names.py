"""How traits, days, spaces and rewards are called, by language; what an edition prints is in its own texts."""

from pathlib import Path
from typing import Any

from parlour.engine.plain import HIDDEN
from parlour.engine.words import line, names_in
from parlour.games.work_of_heart import state as S

# A line names an event and one of its answers by one number.
ANSWERS = int(S.ANSWERS)

TRAIT_NAMES = tuple(f"name.{trait}" for trait in S.TRAITS)
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAY_NAMES = tuple(f"name.{day}" for day in DAYS)
SHORT_DAYS = tuple(f"name.{day}-short" for day in DAYS)
DIFFICULTIES = tuple(f"name.{difficulty}" for difficulty in S.DIFFICULTIES)
SPACES = {"event": "name.event", "action": "name.action"}
# What an effect of an answer brings: with a trait and a number, with a number, or as it is.
TRAIT_REWARDS = {effect: f"reward.{effect}" for effect in ("raise", "together")}
COUNTED_REWARDS = {effect: f"reward.{effect}" for effect in ("liked", "lowest", "any", "draw", "spark")}
REWARDS = {
    effect: f"reward.{effect}"
    for effect in ("nothing", "trade", "draw-1", "refresh", "sweep", "home", "step", "banish", "swap", "pinch", "peek")
}
spoken = names_in(Path(__file__).with_name("words.toml"))


def place_name(space: Any) -> str:
    """A letter for the column and a number for the row."""
    return f"{chr(ord('A') + space.x)}{space.y + 1}"


def trait_name(trait: str, language: str) -> str:
    return spoken(line(TRAIT_NAMES[S.TRAITS.index(trait)]), language)


def traits_named(traits: Any, language: str) -> str:
    return ", ".join(trait_name(trait, language) for trait in traits)


def difficulty_name(difficulty: str, language: str) -> str:
    return spoken(line(DIFFICULTIES[S.DIFFICULTIES.index(difficulty)]), language)


def short_day(day: int, language: str) -> str:
    return spoken(line(SHORT_DAYS[day]), language)


def tiled_name(space: Any, language: str) -> str:
    """A space under a tile: only where it lies (WH-R27)."""
    return spoken(line("name.tiled", place=place_name(space)), language)


def reward_of(effect: Any, language: str) -> str:
    """What one effect brings, in a few words."""
    n, name = effect.amount, "draw-1" if (effect.effect, effect.amount) == ("draw", 1) else effect.effect
    if name in TRAIT_REWARDS:
        return spoken(line(TRAIT_REWARDS[name], trait=trait_name(effect.trait, language), n=n), language)
    if name in COUNTED_REWARDS:
        return spoken(line(COUNTED_REWARDS[name], n=n), language)
    return spoken(line(REWARDS[name]), language)


def rewards_of(answer: Any, language: str) -> str:
    """What an answer brings, in a few words."""
    effects = (answer,) if answer.also is None else (answer, answer.also)
    return ", ".join(reward_of(effect, language) for effect in effects)


# What lines call by number


def name_card(edition: Any, card: int, language: str) -> str:
    return spoken(line("name.card"), language) if card == HIDDEN else edition.content.actions[card].name


def name_about(edition: Any, card: int, language: str) -> str:
    """What an action card says."""
    return edition.content.actions[card].text


def name_space(edition: Any, space: int, language: str) -> str:
    here, school = edition.content.spaces[space], edition.content
    if here.building is not None:
        return school.buildings[here.building].name
    if here.kind == "quad":
        return spoken(line("name.quad"), language)
    if here.trait:
        trait = trait_name(here.trait, language)
        return spoken(line("name.trait", trait=trait, place=place_name(here)), language)
    return spoken(line(SPACES[here.kind], place=place_name(here)), language)


def name_toward(edition: Any, space: int, language: str) -> str:
    """A space as somewhere that one walks to."""
    here, school = edition.content.spaces[space], edition.content
    if here.building is not None:
        there = school.buildings[here.building]
        return there.toward or there.name
    if here.kind == "quad":
        return spoken(line("name.toward-quad"), language)
    return spoken(line("name.toward", space=name_space(edition, space, language)), language)


def name_trait(edition: Any, trait: int, language: str) -> str:
    return spoken(line(TRAIT_NAMES[trait]), language)


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
    return difficulty_name(edition.content.interests[interest].difficulty, language)


def name_face(edition: Any, face: int, language: str) -> str:
    """The ranks on a face of the trait die, such as 1+3."""
    return "+".join(map(str, edition.content.numbers.trait_die[face]))


def name_day(edition: Any, day: int, language: str) -> str:
    return spoken(line(DAY_NAMES[day]), language)


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
