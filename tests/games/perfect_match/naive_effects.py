"""The effects of Perfect Match once more: what each can work on, what is chosen next, and what it does."""

from dataclasses import dataclass, field
from typing import Any

NEEDS_PROFILE_CARD = ("peek", "reveal", "sniff", "remove", "return", "exchange", "move", "swap")


@dataclass(eq=False)
class Card:
    """A physical card of the main deck."""

    number: int
    entry: Any
    sort: str
    up: bool = False
    seen: set[int] = field(default_factory=set)
    not_drama: bool = False
    surely_trait: bool = False
    by: int | None = None


@dataclass(eq=False)
class Contestant:
    number: int
    entry: Any
    flags: list[Card] = field(default_factory=list)

    @property
    def hearts(self) -> int:
        return self.entry.hearts - len(self.flags)


class Effects:
    """The part of a table that dramas and favours use; whoever has it also has the cards."""

    def possible(self, effect: str, amount: int) -> bool:
        """Whether an effect has anything to work on."""
        if effect in NEEDS_PROFILE_CARD:
            return bool(self.targets(effect))
        if effect == "plant":
            return any(None in cards for cards in self.profiles)
        if effect == "sweep":
            return bool(self.on_stage())
        if effect == "trade":
            return bool(self.on_stage()) and len(self.stage) > 1
        if effect in ("steal", "spy", "spill"):
            return bool(self.rivals(effect))
        if effect in ("clear", "baggage"):
            return bool(self.flagged(effect))
        if effect == "draw":
            return self.room() >= amount
        if effect == "rummage":
            return bool(self.discards) and self.room() >= 1
        return True

    def targets(self, effect: str) -> list[tuple[int, int]]:
        """The profile cards that an effect may be used on."""
        found = []
        for p, k, card in self.on_stage():
            others = [cards for q, cards in enumerate(self.profiles) if q != p]
            fits = {
                "peek": not card.up and self.turn not in card.seen,
                "reveal": not card.up,
                "sniff": not card.up and not card.surely_trait and not self.known_trait(card),
                "return": self.room() >= 1,
                "move": any(None in cards for cards in others),
                "swap": any(any(cards) for cards in others),
            }
            if fits.get(effect, True):
                found.append((p, k))
        return found

    def known_trait(self, card: Card) -> bool:
        """Everybody knows a card that has lain in the open before."""
        return len(card.seen) > self.players and card.sort == "trait"

    def rivals(self, effect: str) -> list[int]:
        others = [p for p in range(self.players) if p != self.turn and any(self.hands[p])]
        if effect == "spy":
            return [p for p in others if any(card and self.turn not in card.seen for card in self.hands[p])]
        if effect == "steal" and not self.room():
            return []
        return others

    def flagged(self, effect: str) -> list[Contestant]:
        people = list(self.own[self.turn])
        if effect == "clear":
            people += [c for c in self.stage if c]
        return sorted((c for c in people if c.flags), key=lambda c: c.number)

    def choices(self) -> list[str]:
        """The next small choice of the effect that is going on."""
        effect = self.effect
        name, half = effect["name"], effect["half"]
        if name == "plant":
            return [*self.plays(), "stop"]
        if name == "rummage":
            return [f"fetch d{d + 1}" for d in range(min(effect["left"], len(self.discards)))]
        if name == "steal":
            hands = [(p, self.hands[p]) for p in self.rivals("steal")]
            return [f"grab p{p + 1} h{h + 1}" for p, hand in hands for h, card in enumerate(hand) if card]
        if name == "spill" and effect["rival"] is not None:
            return [f"discard h{h + 1}" for h, card in enumerate(self.hands[effect["rival"]]) if card]
        if name in ("spill", "spy"):
            return [f"face p{p + 1}" for p in self.rivals(name)]
        if name == "exchange" and half:
            hand = self.hands[self.turn]
            return [*(f"offer h{h + 1}" for h, c in enumerate(hand) if c and c.sort != "drama"), "stop"]
        if name in ("clear", "baggage") and half is None:
            return [f"name c{c.number + 1}" for c in self.flagged(name)]
        if name in ("sweep", "trade", "baggage") or (name == "move" and half):
            return [f"point s{p + 1}" for p in self.pointable(name, half)]
        picks = [(p, k) for p, k in self.targets(name) if not half or p != half[0]]
        return [f"pick s{p + 1} k{k + 1}" for p, k in picks] + (["stop"] if effect["used"] else [])

    def pointable(self, name: str, half: Any) -> list[int]:
        places = range(len(self.stage))
        if name == "move":
            return [p for p in places if p != half[0] and None in self.profiles[p]]
        if name == "baggage":
            return list(places)
        if name == "trade" and half is not None:
            return [p for p in places if p != half]
        return [p for p in places if any(self.profiles[p])]

    def close_effect(self) -> None:
        effect = self.effect
        if not effect or effect["half"] is not None or effect["rival"] is not None:
            return
        if effect["left"] == 0 or not self.possible(effect["name"], effect["left"]):
            self.end_effect()

    def end_effect(self) -> None:
        if self.effect["card"]:
            self.discard(self.effect["card"])
        self.effect = None

    def do_drama(self, held: int) -> None:
        card = self.hands[self.turn][held]
        self.hands[self.turn][held] = None
        self.actions -= 1
        self.begin(card.entry.effect, card.entry.amount, card)

    def do_favour(self, number: int) -> None:
        person = next(c for c in self.own[self.turn] if c.number == number)
        self.actions -= 1
        self.begin(person.entry.effect, person.entry.amount, None)

    def begin(self, name: str, amount: int, card: Card | None) -> None:
        self.effect = {"name": name, "left": amount, "used": 0, "half": None, "rival": None, "card": card}
        if name == "draw":
            self.due, self.effect["left"] = amount if self.possible(name, amount) else 0, 0
        if name == "encore":
            self.actions += amount
            self.effect["left"] = 0

    def used(self) -> None:
        self.effect["left"] -= 1
        self.effect["used"] += 1
        self.effect["half"] = None

    def do_stop(self) -> None:
        self.end_effect()

    def do_pick(self, place: int, k: int) -> None:
        effect, card = self.effect, self.profiles[place][k]
        name, half = effect["name"], effect["half"]
        if half:
            p, j = half
            self.profiles[p][j], self.profiles[place][k] = card, self.profiles[p][j]
        elif name in ("move", "swap", "exchange"):
            effect["half"] = (place, k)
            return
        elif name == "peek":
            card.seen.add(self.turn)
        elif name == "reveal" or (name == "sniff" and card.sort == "flag"):
            self.turn_up(place, k)
        elif name == "sniff":
            card.surely_trait = True
        else:
            self.profiles[place][k] = None
            if name == "remove":
                self.discard(card)
            else:
                self.take(card, self.turn)
        self.used()

    def do_offer(self, held: int) -> None:
        place, k = self.effect["half"]
        hand = self.hands[self.turn]
        given, got = hand[held], self.profiles[place][k]
        given.not_drama = True
        given.by, got.by = self.turn, None
        got.seen.add(self.turn)
        got.up = False
        hand[held], self.profiles[place][k] = got, given
        self.used()

    def do_point(self, place: int) -> None:
        effect = self.effect
        name, half = effect["name"], effect["half"]
        if name == "move":
            p, k = half
            card, self.profiles[p][k] = self.profiles[p][k], None
            self.profiles[place][self.profiles[place].index(None)] = card
        elif name == "sweep":
            for k, card in enumerate(self.profiles[place]):
                if card:
                    self.profiles[place][k] = None
                    self.discard(card)
        elif name == "baggage":
            self.stage[place].flags.append(half.flags.pop(half.flags.index(min(half.flags, key=lambda f: f.number))))
            self.check_goal()
        elif half is None:
            effect["half"] = place
            return
        else:
            self.profiles[half], self.profiles[place] = self.profiles[place], self.profiles[half]
        self.used()

    def do_name(self, number: int) -> None:
        people = [*self.own[self.turn], *(c for c in self.stage if c)]
        person = next(c for c in people if c.number == number)
        if self.effect["name"] == "baggage":
            self.effect["half"] = person
            return
        flag = min(person.flags, key=lambda f: f.number)
        person.flags.remove(flag)
        self.discard(flag)
        self.used()
        self.check_goal()

    def do_face(self, player: int) -> None:
        if self.effect["name"] == "spill":
            self.effect["rival"] = player
            return
        for card in self.hands[player]:
            if card:
                card.seen.add(self.turn)
        self.used()

    def do_grab(self, player: int, held: int) -> None:
        card = self.hands[player][held]
        self.hands[player][held] = None
        self.take(card, self.turn)
        self.used()

    def do_fetch(self, depth: int) -> None:
        self.take(self.discards.pop(-1 - depth), self.turn)
        self.effect["left"] = 0
