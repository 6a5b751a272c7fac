"""Two editions of a game, card by card: what was changed, what was added and what was left out."""

from dataclasses import dataclass, field
from typing import Any

import msgspec

from parlour.editions.shapes import key_of, tables_of


@dataclass(frozen=True)
class Changed:
    """One card, space or person that is in both editions, with the fields that differ: the old value and the new."""

    table: str
    id: str
    name: str
    fields: dict[str, tuple[Any, Any]]


@dataclass(frozen=True)
class Difference:
    """What one edition has otherwise than another. `settings` are all fields outside of the tables, by their paths."""

    settings: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    changed: list[Changed] = field(default_factory=list)
    added: list[tuple[str, str]] = field(default_factory=list)
    removed: list[tuple[str, str]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.settings or self.changed or self.added or self.removed)

    def new_ids(self, table: str) -> list[str]:
        """The ids of a table that are new or changed: what has to be printed again."""
        changed = [one.id for one in self.changed if one.table == table]
        return changed + [id for name, id in self.added if name == table]


# What an edition says about itself, and what no card shows.
ABOUT_ITSELF = ("id", "title", "about", "source", "game", "by")


def compare(game: str, old: Any, new: Any) -> Difference:
    """What differs between the contents of two editions."""
    before, after = msgspec.to_builtins(old), msgspec.to_builtins(new)
    found = Difference()
    for table in tables_of(game):
        compare_table(table, before.pop(table), after.pop(table), found)
    flat_before, flat_after = flat(before), flat(after)
    for path in sorted({*flat_before, *flat_after}):
        pair = (flat_before.get(path), flat_after.get(path))
        if pair[0] != pair[1] and path not in ABOUT_ITSELF:
            found.settings[path] = pair
    return found


def compare_table(table: str, before: list[Any], after: list[Any], found: Difference) -> None:
    was, now = ({key_of(one): one for one in members} for members in (before, after))
    for id, one in now.items():
        if id not in was:
            found.added.append((table, id))
            continue
        old, new = flat(was[id]), flat(one)
        fields = {p: (old.get(p), new.get(p)) for p in {**old, **new} if old.get(p) != new.get(p)}
        if fields:
            found.changed.append(Changed(table, id, str(one.get("name", id)), fields))
    found.removed.extend((table, id) for id in was if id not in now)


def flat(table: dict[str, Any], before: str = "") -> dict[str, Any]:
    """The fields of a table and of those within it, by their paths."""
    found: dict[str, Any] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            found |= flat(value, f"{before}{name}.")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for i, one in enumerate(value):
                found |= flat(one, f"{before}{name}[{i}].")
        else:
            found[f"{before}{name}"] = value
    return found
