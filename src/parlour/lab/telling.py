"""What a study says, before it is drawn: its findings in three columns, its sections, and the rows behind them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from parlour.editions.comparing import compare
from parlour.lab import estimates
from parlour.lab.measures import Played
from parlour.lab.plan import FEWEST
from parlour.lab.results import Results
from parlour.lab.verdicts import EDGE, LOOK, Estimate, corrected, number, promised

# Items of a column that are told one by one.
TOLD = 6


@dataclass(frozen=True)
class Section:
    """One finding with its plot and the numbers behind it; `plot` draws it when it is wanted."""

    title: str
    text: str
    plot: Callable[[], str] | None = None
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    wide: bool = False
    # What its rows are about, for a ruler in each.
    ruled: tuple[Estimate, ...] = ()


@dataclass(frozen=True)
class Item:
    """An entry of the verdict: a sentence, how sure it is, and its ruler if one says it all."""

    title: str
    sure: str
    estimate: Estimate | None = None
    note: str = ""


@dataclass(frozen=True)
class Edit:
    """What an edited edition has otherwise: one field of a card, a number, or a card of its own."""

    what: str
    old: str
    new: str


@dataclass
class Story:
    """All that a report says."""

    over: str
    title: str
    standfirst: str
    facts: list[tuple[str, str]]
    columns: dict[str, list[Item]] = field(default_factory=lambda: {"look": [], "fine": [], "open": []})
    sections: list[Section] = field(default_factory=list)
    unmeasured: list[str] = field(default_factory=list)
    edits: list[Edit] = field(default_factory=list)
    promise: str = ""


def tell(results: Results) -> Story:
    """The story of a study."""
    plan, base = results.plan, results.base
    margins = plan.margins
    rows = estimates.thing_rows(base, results.things(base))
    found = corrected(list(all_estimates(results, rows, margins)))
    story = Story(
        over_of(results),
        "",
        standfirst_of(results, found),
        facts_of(results),
    )
    if found:
        far = number(promised(found[0], len(found)))
        story.promise = f"{found[0].name}: {far} off or more would be found worth a look nine times of ten."
    enough = base.games >= FEWEST
    for played in results.arms.values():
        endless(story, played)
    if enough:
        fill_columns(story, found)
    story.edits = list(edits_of(results))
    story.title = title_of(results, story, found, enough)
    add_sections(story, results, found, rows)
    return story


def all_estimates(results: Results, rows: list[dict[str, Any]], margins: dict[str, float]) -> Any:
    base = results.base
    if not results.edited:
        yield from estimates.seats(base, margins)
        for played in results.also:
            yield from estimates.others_seats(played, margins)
        yield from estimates.things(base, rows, margins)
        if not base.is_shared:
            yield from estimates.ways(base, estimates.way_rows(base, results.things(base)), margins)
    yield from estimates.bans(results.arms, margins)
    yield from estimates.ladder(results.arms, margins)
    for mine in results.edited:
        name = mine.arm.name
        lead = name if len(results.edited) > 1 else ""
        yield from estimates.changes(base, mine, margins, f"changes {name}", lead)
        now = estimates.thing_rows(mine, results.things(mine))
        yield from estimates.taken_changes(rows, now, margins, mine.games, f"taken {name}", lead)
    for mine in results.tried:
        name = mine.arm.name
        group = f"{name[0].upper()}{name[1:]} nothing else changes"
        yield from estimates.changes(base, mine, margins, name, name, group)


def edits_of(results: Results) -> Iterator[Edit]:
    """What the edited editions have otherwise than the base, field by field."""
    plan = results.plan
    for edition, mine in zip(plan.editions[1:], results.edited, strict=True):
        lead = f"{mine.arm.name}, " if len(results.edited) > 1 else ""
        found = compare(plan.game.name, plan.editions[0].content, edition.content)
        for one in found.changed:
            for name, (old, new) in one.fields.items():
                yield Edit(f"{lead}{one.name}: {name}", told(old), told(new))
        for path, (old, new) in found.settings.items():
            yield Edit(f"{lead}{path}", told(old), told(new))
        yield from (Edit(f"{lead}{table}", "", f"{id} is new") for table, id in found.added)
        yield from (Edit(f"{lead}{table}", id, "left out") for table, id in found.removed)


def told(value: Any) -> str:
    """A value of an edition for the eye."""
    if value is None:
        return "nothing"
    return ", ".join(map(told, value)) if isinstance(value, list) else str(value)


def endless(story: Story, played: Played) -> None:
    """Games that did not end come first, with what is needed to look at one."""
    broken = np.flatnonzero(~played.over)
    if not len(broken):
        return
    arm = played.arm
    number_of = int(broken[0])
    game = f"seed {arm.seed}, game {number_of // arm.rotations}"
    story.columns["look"].insert(
        0,
        Item(
            f"{len(broken):,} of {played.games:,} games do not end",
            f"broken off after {arm.cap:,} moves; look at {game} ({arm.name})",
        ),
    )


def fill_columns(story: Story, found: list[Estimate]) -> None:
    """Estimates by their verdicts, effects before company, loudest first; what is quiet of a group in one sentence."""
    quiet: dict[tuple[str, str], list[Estimate]] = {}
    for e in sorted(found, key=lambda e: (e.association, loudness(e))):
        # An association that may be too little to notice is not worth a sentence of its own.
        column = "open" if e.association and e.verdict == EDGE else e.column
        if e.group and column != "look":
            quiet.setdefault((column, e.group), []).append(e)
            continue
        note = "This goes together; it need not be because of it." if e.association else ""
        story.columns[column].append(Item(e.sentence[0].upper() + e.sentence[1:], e.how_sure, e, note))
    for (column, group), members in quiet.items():
        if column == "fine":
            story.columns[column].append(Item(group, f"{len(members)} inside the margin"))
        else:
            worst = max(members, key=lambda e: e.reach)
            count = "One more is" if len(members) == 1 else f"{len(members)} more are"
            more = f"the widest is {worst.name}, {worst.how_sure}"
            story.columns[column].append(Item(f"{count} open: {group[0].lower()}{group[1:]}?", more))


def loudness(e: Estimate) -> float:
    """How far beyond its margin an estimate lies, in margins; loudest first."""
    low, high = e.band
    return -max(low - e.value, e.value - high) / max(high - low, 1e-9)


def title_of(results: Results, story: Story, found: list[Estimate], enough: bool) -> str:
    looks = len(story.columns["look"])
    if not enough:
        return f"Too few games to say anything; the first ranges come at {FEWEST}."
    words = {0: "Nothing here needs a look.", 1: "One thing deserves a look."}
    count = words.get(looks, f"{spelled(looks)} things deserve a look.")
    if results.edited:
        changed = {0: "Nothing that was measured has changed.", 1: "One thing has changed."}
        return changed.get(looks, f"{spelled(looks)} things have changed.")
    seats = [e for e in found if e.section == "seats"]
    fair = all(e.column == "fine" for e in seats)
    lead = "" if not seats else "Fair seats. " if fair else uneven(seats)
    return lead + count


def uneven(seats: list[Estimate]) -> str:
    loud = [e for e in seats if e.verdict == LOOK]
    if not loud:
        return ""
    worst = max(loud, key=lambda e: abs(e.value - e.middle))
    return f"{worst.name} {'wins' if worst.value > worst.middle else 'loses'} too often. "


def spelled(count: int) -> str:
    names = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")
    return names[count - 2] if count - 2 < len(names) else str(count)


def over_of(results: Results) -> str:
    plan = results.plan
    if results.edited:
        others = " and ".join(mine.arm.name for mine in results.edited)
        return f"{plan.game.about.title}: {others} against the base"
    return f"{plan.title}: balance report"


def standfirst_of(results: Results, found: list[Estimate]) -> str:
    base = results.base
    bots = " and ".join(dict.fromkeys(base.arm.bots))
    bots = bots[0].upper() + bots[1:]
    each = " of each edition" if results.edited else ""
    clock = " They think by the clock, so nobody can repeat this." if results.plan.file.by_the_clock else ""
    return (
        f"{bots} bots played {base.games:,} games{each} at {base.arm.seats} seats.{clock} Bots count well and do "
        "not feel: read this as what players of their strength would meet. "
        f"All {len(found)} verdicts are corrected together (Holm): of twenty reports like this, at most one has a "
        "verdict that is not so."
    )


def facts_of(results: Results) -> list[tuple[str, str]]:
    plan, base = results.plan, results.base
    each = " an edition" if results.edited else ""
    facts = [
        ("game", f"{plan.game.about.title}, {plan.mode}"),
        ("seats", str(plan.seats)),
        ("bots", ", ".join(dict.fromkeys(base.arm.bots))),
        ("games", f"{base.games:,}{each}"),
        ("seed", str(plan.file.seed)),
    ]
    names = list(results.arms)[: len(plan.editions)]
    facts += [(name, f"edition {e.hash[:8]}") for name, e in zip(names, plan.editions, strict=True)]
    return facts


def add_sections(story: Story, results: Results, found: list[Estimate], rows: list[dict[str, Any]]) -> None:
    """The sections that there are numbers for, in the order of the story."""
    from parlour.lab import sections

    sections.add(story, results, found, rows)
