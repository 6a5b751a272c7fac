"""The sections of a report, each with a finding as its title, a plot, and the numbers behind it."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from parlour.lab import estimates, measures, plots
from parlour.lab.estimates import mean_of
from parlour.lab.kernels.book import PARTS
from parlour.lab.measures import Played
from parlour.lab.plan import ALSO
from parlour.lab.results import Results
from parlour.lab.stats import wilson
from parlour.lab.telling import Section, Story
from parlour.lab.verdicts import ALPHA, NORMAL, Estimate, number

HEAD = ("", "estimate", "range", "so")
VERDICTS = {"same": "the same", "touch": "a touch off", "edge": "a little off", "look": "worth a look", "open": "open"}
HALF = PARTS // 2


def add(story: Story, results: Results, found: list[Estimate], rows: list[dict[str, Any]]) -> None:
    base = results.base
    by_section: dict[str, list[Estimate]] = {}
    for e in found:
        by_section.setdefault(e.section, []).append(e)
    if by_section.get("seats"):
        story.sections.append(seats(by_section["seats"], by_section.get("others", [])))
    for name, make in (("bans", bans), ("ladder", ladder)):
        if by_section.get(name):
            story.sections.append(make(by_section[name]))
    if base.is_shared:
        story.sections.append(together(results))
    for mine in results.edited:
        name = mine.arm.name
        story.sections.append(changes(by_section[f"changes {name}"], name))
        if rows and by_section.get(f"taken {name}"):
            story.sections.append(paired(results, mine, rows, by_section[f"taken {name}"]))
    if not results.edited:
        story.sections += [s for s in (points(base), known(base), lengths(base)) if s]
        if any(r["gap"] for r in rows) and not base.is_shared:
            story.sections.append(scatter(rows, by_section.get("edges", [])))
        if by_section.get("ways"):
            story.sections.append(ways(by_section["ways"]))
    story.sections += [tried(by_section[mine.arm.name], mine.arm.name) for mine in results.tried]
    if rows:
        story.sections.append(taken(rows, base))
    story.sections.append(ten(base))
    story.unmeasured = ["people, and whether it is fun"]
    story.unmeasured += [] if by_section.get("ladder") else ["skill: name bots with --ladder"]
    story.unmeasured += [] if by_section.get("bans") else ["what anything costs or brings: name it with --ban"]
    story.unmeasured += [] if len(base.looked) else ["chances through the game"]


def table(found: list[Estimate]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            e.name,
            number(e.value),
            f"{number(e.low)} to {number(e.high)}",
            "skill pays" if e.welcome and e.low > e.middle else VERDICTS[e.verdict],
        )
        for e in found
    )


def so(e: Estimate) -> str:
    """The verdict in a word."""
    return "skill pays" if e.welcome and e.low > e.middle else VERDICTS[e.verdict]


def plotted(found: list[Estimate], axis: str) -> Callable[[], str]:
    return lambda: plots.rows(found, axis)


def loudest(found: list[Estimate], otherwise: str) -> str:
    """The title of a section: its loudest finding."""
    loud = [e for e in found if e.column == "look"]
    return max(loud, key=lambda e: abs(e.value - e.middle)).sentence if loud else otherwise


def seats(found: list[Estimate], others: list[Estimate]) -> Section:
    open_ = any(e.verdict == "open" for e in found)
    title = loudest(found, "Whose seat is better cannot be told yet" if open_ else "No seat is better than another")
    text = "How often each place wins. The pale band is what nobody would notice, about an even share."
    told = [*found, *others]
    return Section(title, text, plotted(told, "games won, of 100"), HEAD, table(told))


def bans(found: list[Estimate]) -> Section:
    text = (
        "An effect: one bot may never choose it, the others may, every deal in every seat, beside the same deals "
        "without the ban. What a game goes with and what causes it are kept apart."
    )
    return Section(
        loudest(found, "What was banned is not missed"),
        text,
        plotted(found, "points of 100 lost or won"),
        HEAD,
        table(found),
    )


def ladder(found: list[Estimate]) -> Section:
    seats = round(100 / (found[0].null or 50))
    ahead = measures.skill_ahead([e.value / 100 for e in found if doubles(e.name)], seats)
    text = "One stronger bot among weaker ones, every deal in every seat."
    if ahead is not None:
        more = number(100 * ahead)
        text += f" If every further doubling gives as much less as the last one did, all of them add {more} points."
    title = loudest(found, "More thinking does not pay") if len(found) == 1 else climbed(found)
    return Section(title, text, plotted(found, "games won, of 100"), HEAD, table(found))


def doubles(name: str) -> bool:
    """Whether a step of a ladder is from a search to one with twice the budget."""
    budgets = [int(found) for found in re.findall(r"search:(\d+)it", name)]
    return len(budgets) == 2 and budgets[0] == 2 * budgets[1]


def climbed(found: list[Estimate]) -> str:
    paid = sum(e.low > e.middle for e in found)
    return "Skill pays at every step" if paid == len(found) else f"Skill pays at {paid} of {len(found)} steps"


def together(results: Results) -> Section:
    """How often all win, by who plays; there is nothing that it should be."""
    rows = []
    for name, played in results.arms.items():
        if not played.is_shared:
            continue
        won = float(played.shares.mean(axis=1).sum())
        low, high = (100 * end for end in wilson(won, played.games))
        only_bots = name.startswith(("base", ALSO, "ladder ")) and not results.edited
        who = " and ".join(dict.fromkeys(played.arm.bots)) if only_bots else name
        rows.append((who, number(100 * won / played.games), f"{number(low)} to {number(high)}", f"{played.games:,}"))
    head = ("", "won, of 100", "95%", "games")
    text = "All win or lose together: there is no even share and no verdict. How hard it should be is for you to say."
    return Section(f"{rows[0][0].capitalize()} wins {rows[0][1]} of 100 together", text, None, head, tuple(rows))


def ways(found: list[Estimate]) -> Section:
    title = loudest(found, "Every way to end wins as often as another, as far as can be told")
    text = (
        "How often seats won by what they ended with. This is company, not cause: whoever is ahead has more of "
        "everything."
    )
    return Section(title, text, plotted(found, "games won, of 100"), HEAD, table(found))


def tried(found: list[Estimate], name: str) -> Section:
    what = name[0].upper() + name[1:]
    text = "One ruling is switched, all else and every deal is the same. Each bar is the difference to the base."
    same = "the game is the same, within the margins" if quiet(found) else "nothing is seen to change"
    title = loudest(found, f"{what} {same}")
    return Section(title, text, None, HEAD, table(found), wide=True, ruled=tuple(found))


def quiet(found: list[Estimate]) -> bool:
    """Whether all of it is inside the margins."""
    return all(e.column == "fine" for e in found)


def changes(found: list[Estimate], name: str) -> Section:
    same = "The game around it is the same, within the margins"
    title = loudest(found, same if quiet(found) else "Nothing is seen to change; some of it cannot be told yet")
    text = f"Each bar is {name} less base, on the same deals; the pale band is what nobody would notice."
    return Section(title, text, None, HEAD, table(found), wide=True, ruled=tuple(found))


def paired(results: Results, mine: Played, rows: list[dict[str, Any]], found: list[Estimate]) -> Section:
    now = estimates.thing_rows(mine, results.things(mine))
    loud = {e.name.removesuffix(" is taken") for e in found if e.column == "look"}
    lead = f"{mine.arm.name}: " if len(results.edited) > 1 else ""
    title = f"{lead}{len(loud)} left the line; {len(found) - len(loud)} stayed on it, or cannot be told"
    margin = results.plan.margins["taken"]
    text = f"On the dotted line a thing is taken as often as before, give or take {number(margin)}."
    return Section(title, text, lambda: plots.paired(rows, now, margin, loud), HEAD, table(found))


def points(base: Played) -> Section | None:
    if base.is_shared or not base.points.any() or base.arm.seats < 2:
        return None
    found = measures.scores(base)
    (winner, w), (lead, m) = mean_of(found["score"]), mean_of(found["lead"])
    z = NORMAL.inv_cdf(1 - ALPHA / 2)
    text = (
        f"The best score is {number(winner)} on average (± {number(z * w)}), {number(lead)} ahead of the second "
        f"(± {number(z * m)})."
    )
    return Section(f"Winners lead by {number(lead)} points", text, lambda: plots.scores(base))


def known(base: Played) -> Section | None:
    if not len(base.looked) or base.is_shared or base.arm.seats < 2:
        return None
    rows = plots.known_rows(base)
    half = rows[HALF]
    text = (
        f"Chances were estimated by playouts at {len(rows)} moments of {len(base.looked):,} games. At half time "
        f"whoever has the best chance wins {number(half['low'])} to {number(half['high'])} of 100."
    )
    cells = tuple(
        (f"{r['part']:.0f} of 100", number(r["share"]), f"{number(r['low'])} to {number(r['high'])}") for r in rows
    )
    title = f"Half-time favourites win {number(half['share'])} of 100"
    return Section(title, text, lambda: plots.known(base), ("played", "favourite wins", "95%"), cells)


def lengths(base: Played) -> Section:
    plies = base.piece.ends["plies"].astype(int)
    low, middle, high = (int(v) for v in np.percentile(plies, [10, 50, 90]))
    most = f"eight of ten have {low} to {high}, the longest {plies.max():,}"
    text = f"Half have {middle} moves or more, chance included; {most}."
    if low == plies.max():
        return Section("Every game is equally long", f"{low} moves, chance included.")
    return Section(f"Eight of ten games have {low} to {high} moves", text, lambda: plots.length(base))


def scatter(rows: list[dict[str, Any]], found: list[Estimate]) -> Section:
    loud = {e.name for e in found if e.column == "look"}
    text = (
        "An association and no effect, less what the family has on average, since who takes more is ahead. Ranges are "
        "corrected for the whole report. What something costs or brings is told by --ban."
    )
    title = loudest(found, "Nothing goes with winning or losing by more than the margin")
    level = min((e.level for e in found), default=ALPHA)
    return Section(title, text, lambda: plots.scatter(rows, loud, level), wide=True)


def taken(rows: list[dict[str, Any]], base: Played) -> Section:
    z = NORMAL.inv_cdf(1 - ALPHA / 2)
    ordered = sorted(rows, key=lambda r: (r["family"], -r["taken"]))
    cells = []
    for r in ordered:
        gap = f"{number(r['gap'][0])} ± {number(z * r['gap'][1])}" if r["gap"] and not base.is_shared else ""
        taken = f"{number(r['taken'])} ± {number(z * r['taken_error'])}"
        cells.append((r["thing"], r["family"], f"{r['offered']:,}", taken, gap))
    most = max(rows, key=lambda r: r["taken"])
    title = f"{most['thing'].capitalize()} is taken most: {number(most['taken'])} of 100 times"
    head = ("", "family", "on offer", "taken of 100", "takers win more by")
    text = "One count a decision, copies of a card together; what must be taken does not count. Ranges of 95%."
    return Section(title, text, None, head, tuple(cells), wide=True)


def ten(base: Played) -> Section:
    """Every measure with its mean and range."""
    z = NORMAL.inv_cdf(1 - ALPHA / 2)
    cells = []
    own = {f"{name}, as seats see it": v for name, v in named(measures.by_chances(base, True)).items()}
    for name, values in {**named(measures.by_game(base)), **named(measures.by_chances(base)), **own}.items():
        value, error = mean_of(values)
        low, high = np.percentile(values, [10, 90])
        cells.append((name, number(value), f"± {number(z * error)}", f"{number(low)} to {number(high)}"))
    head = ("a game", "mean", "95%", "middle 80% of games")
    return Section("The ten measures", "How each is computed stands in docs/lab/measures.md.", None, head, tuple(cells))


NAMES = {
    "plies": "length, in moves",
    "completion": "comes to an end, of 1",
    "choices": "decisions with a choice",
    "choice": "decisions with a choice, of 100",
    "fan": "branching: moves to choose from",
    "size": "size: bits of choice",
    "leads": "lead changes, by points",
    "ties": "shared wins, of 100",
    "drama": "drama: how far the winner was behind",
    "settled": "decisiveness: settled after, of 100",
    "swings": "lead changes, by chances",
    "surprise": "surprise",
    "suspense": "suspense",
    "killers": "killer moves, of 100",
}


def named(found: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {NAMES[key]: values for key, values in found.items()}
