"""The plots of a report: made by Altair, rendered to static SVG by vl-convert, once wide and once for a phone."""

import json
from typing import Any

import numpy as np

from parlour.lab.estimates import SELDOM, usual_gaps
from parlour.lab.kernels.book import PARTS
from parlour.lab.measures import Played
from parlour.lab.verdicts import NORMAL, Estimate, number

WIDE, NARROW = 776, 342
INK, QUIET, MUTE, BAND, LOUD, LINE = "#38203a", "#634a63", "#8b7787", "#e9e0cd", "#9d4508", "#cdb99b"
SANS = "Source Sans 3 Variable, Source Sans 3, system-ui, sans-serif"
# Rows of a plot, and names in the scatter at most.
ROW, NAMED = 34, 24

CONFIG = {
    "font": SANS,
    "background": None,
    "view": {"stroke": None},
    "legend": {"disable": True},
    "axis": {
        "labelFontSize": 14,
        "titleFontSize": 14,
        "titleFontWeight": "normal",
        "labelColor": QUIET,
        "titleColor": QUIET,
        "gridColor": LINE,
        "gridOpacity": 0.5,
        "domainColor": LINE,
        "tickColor": LINE,
        "labelLimit": 260,
    },
    "text": {"fontSize": 14, "color": INK},
}


def svg(chart: Any, label: str) -> str:
    """A chart as SVG that says what it shows."""
    import vl_convert

    spec = {**json.loads(chart.to_json()), "config": CONFIG}
    text = str(vl_convert.vegalite_to_svg(json.dumps(spec)))
    words = label.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return text.replace("<svg ", f'<svg role="img" aria-label="{words}" ', 1)


def both_widths(make: Any, label: str) -> str:
    """The same plot for a desk and for a phone; the page shows one."""
    wide, narrow = (svg(make(width), label) for width in (WIDE, NARROW))
    return f'<div class="plot wide-only">{wide}</div><div class="plot narrow-only">{narrow}</div>'


def wide(width: int) -> bool:
    return width > NARROW


def rows(estimates: list[Estimate], axis: str) -> str:
    """Estimates with their ranges over the margin, a row each."""
    data = [
        {
            "name": e.name,
            "low": e.low,
            "high": e.high,
            "value": e.value,
            "from": e.band[0],
            "to": e.band[1],
            "null": e.null,
            "loud": e.column == "look",
            "text": number(e.value),
        }
        for e in estimates
    ]

    def make(width: int) -> Any:
        import altair as alt

        base = alt.Chart(alt.Data(values=data)).encode(
            y=alt.Y(
                "name:N",
                sort=None,
                axis=alt.Axis(
                    title=None, grid=False, ticks=False, domain=False, labelLimit=230 if wide(width) else 120
                ),
            )
        )
        shade = alt.condition("datum.loud", alt.value(LOUD), alt.value(INK))
        x = alt.X("low:Q", scale=alt.Scale(zero=False, nice=True), axis=alt.Axis(title=axis, tickCount=width // 110))
        return alt.layer(
            base.mark_rect(color=BAND, height=ROW - 6).encode(x=alt.X("from:Q"), x2="to:Q"),
            base.mark_tick(color=QUIET, thickness=1.25, height=ROW - 6).encode(x="null:Q"),
            base.mark_rule(strokeWidth=3, strokeCap="round").encode(x=x, x2="high:Q", color=shade),
            base.mark_point(filled=True, size=90, opacity=1).encode(x="value:Q", color=shade),
            base.mark_text(dy=-12, fontWeight=600).encode(x="value:Q", text="text:N", color=shade),
        ).properties(width=width - (250 if wide(width) else 140), height=alt.Step(ROW + 10))

    worst = max(estimates, key=lambda e: abs(e.value - e.middle))
    return both_widths(make, f"{len(estimates)} ranges; furthest off: {worst.name}, {number(worst.value)}")


def length(played: Played) -> str:
    """How long games are: nine of ten lie in the dark part."""
    plies = played.piece.ends["plies"].astype(int)
    low, high = (int(v) for v in np.percentile(plies, [10, 90]))
    step = max(1, int(np.ceil((plies.max() - plies.min() + 1) / 40)))
    edges = np.arange(plies.min(), plies.max() + step + 1, step)
    counts, _ = np.histogram(plies, edges)
    data = [
        {"from": int(a), "to": int(a) + step, "games": int(n), "middle": bool(low <= a <= high)}
        for a, n in zip(edges, counts, strict=False)
    ]

    def make(width: int) -> Any:
        import altair as alt

        return (
            alt.Chart(alt.Data(values=data))
            .mark_bar(binSpacing=1)
            .encode(
                x=alt.X(
                    "from:Q", bin="binned", axis=alt.Axis(title="moves in a game", grid=False, tickCount=width // 90)
                ),
                x2="to:Q",
                y=alt.Y("games:Q", axis=None),
                color=alt.condition("datum.middle", alt.value(QUIET), alt.value(LINE)),
            )
            .properties(width=width - 40, height=150)
        )

    return both_widths(make, f"Moves in a game: eight of ten have {low} to {high}")


def known(played: Played) -> str:
    """When the winner is known: how often whoever has the best chance so far wins in the end."""
    data = known_rows(played)

    def make(width: int) -> Any:
        import altair as alt

        base = alt.Chart(alt.Data(values=data)).encode(
            x=alt.X("part:Q", axis=alt.Axis(title="part of the game played, of 100", tickCount=5)),
        )
        scale = alt.Scale(domain=[0, 100])
        return alt.layer(
            base.mark_area(color=BAND).encode(y=alt.Y("low:Q", scale=scale, title=None), y2="high:Q"),
            base.mark_line(color=INK, strokeWidth=3).encode(
                y=alt.Y("share:Q", scale=scale, axis=alt.Axis(title="whoever has the best chance wins, of 100"))
            ),
            base.mark_point(color=INK, filled=True, size=60, opacity=1).encode(y="share:Q"),
        ).properties(width=width - 70, height=220)

    half = data[len(data) // 2]
    return both_widths(make, f"At half time whoever has the best chance wins {number(half['share'])} of 100")


def known_rows(played: Played) -> list[dict[str, float]]:
    """At each part of a game how often the seat with the best chance won, with its range."""
    from parlour.lab.stats import wilson

    shares = played.shares[played.looked]
    found = []
    chances = np.asarray(played.piece.rows["truth"][played.looked], float)[:, :, :, : played.arm.seats].mean(axis=1)
    for k in range(PARTS + 1):
        at = chances[:, k]
        best = at == at.max(axis=1, keepdims=True)
        won = float((np.where(best, shares, 0).sum(axis=1) / best.sum(axis=1)).sum()) if len(at) else 0.0
        low, high = wilson(won, len(at))
        found.append(
            {"part": 100 * k / PARTS, "share": 100 * won / max(1, len(at)), "low": 100 * low, "high": 100 * high}
        )
    return found


def scatter(rows: list[dict[str, Any]], loud: set[str], level: float) -> str:
    """Every thing by how often it is taken and what goes with it."""
    reach = NORMAL.inv_cdf(1 - level / 2)
    usual = usual_gaps(rows)
    shown = [r for r in rows if r["gap"] and r["offered"] >= SELDOM]
    data: list[dict[str, Any]] = [
        {
            "name": r["thing"],
            "taken": r["taken"],
            "gap": r["gap"][0] - usual[r["family"]],
            "low": r["gap"][0] - usual[r["family"]] - reach * r["gap"][1],
            "high": r["gap"][0] - usual[r["family"]] + reach * r["gap"][1],
            "family": r["family"],
            "loud": f"{r['thing']} ({r['family']})" in loud,
        }
        for r in shown
    ]
    outermost = sorted(data, key=lambda d: (not d["loud"], -abs(d["gap"])))
    for place, row in enumerate(outermost):
        row["label"] = row["name"] if place < NAMED else ""
        row["near"] = row["name"] if place < 6 and row["loud"] else ""

    def make(width: int) -> Any:
        import altair as alt

        base = alt.Chart(alt.Data(values=data)).encode(
            x=alt.X("taken:Q", scale=alt.Scale(zero=False), axis=alt.Axis(title="taken, of 100 times on offer")),
        )
        shade = alt.condition("datum.loud", alt.value(LOUD), alt.value(INK))
        y = alt.Y("gap:Q", axis=alt.Axis(title="takers win more than those of its like, of 100"))
        return alt.layer(
            alt.Chart(alt.Data(values=[{"y": 0}])).mark_rule(color=QUIET, strokeDash=[2, 3]).encode(y="y:Q"),
            base.mark_rule(opacity=0.35, strokeWidth=1.5).encode(y="low:Q", y2="high:Q", color=shade),
            base.mark_point(filled=True, size=70, opacity=1).encode(y=y, shape="family:N", color=shade),
            base.mark_text(align="left", dx=8, fontSize=13).encode(
                y="gap:Q", text="label:N" if wide(width) else "near:N", color=shade
            ),
        ).properties(width=width - 80, height=420 if wide(width) else 320)

    ends = sorted(data, key=lambda d: d["gap"])
    told = f"; {ends[0]['name']} {number(ends[0]['gap'])}, {ends[-1]['name']} {number(ends[-1]['gap'])}" if ends else ""
    return both_widths(make, f"{len(data)} things by how often they are taken and who wins{told}")


def paired(before: list[dict[str, Any]], after: list[dict[str, Any]], margin: float, loud: set[str]) -> str:
    """Taken before and now: what an edit left alone lies on the line."""
    then = {(r["family"], r["thing"]): r["taken"] for r in before}
    data = [
        {"name": r["thing"], "was": then[key], "now": r["taken"], "loud": f"{r['thing']} ({r['family']})" in loud}
        for r in after
        if (key := (r["family"], r["thing"])) in then and r["offered"] >= SELDOM
    ]
    most = max([*(d["was"] for d in data), *(d["now"] for d in data), 1.0])
    line = [{"x": v, "low": v - margin, "high": v + margin} for v in (0.0, most)]

    def make(width: int) -> Any:
        import altair as alt

        band = alt.Chart(alt.Data(values=line)).encode(x="x:Q")
        base = alt.Chart(alt.Data(values=data)).encode(
            x=alt.X("was:Q", axis=alt.Axis(title="taken before, of 100 times on offer")),
            y=alt.Y("now:Q", axis=alt.Axis(title="taken now")),
        )
        shade = alt.condition("datum.loud", alt.value(LOUD), alt.value(INK))
        side = min(520, width - 80)
        return alt.layer(
            band.mark_area(color=BAND, clip=True).encode(y="low:Q", y2="high:Q"),
            band.mark_line(color=QUIET, strokeDash=[2, 3], strokeWidth=1).encode(y="x:Q"),
            base.mark_point(filled=True, size=70, opacity=1).encode(color=shade),
            base.transform_filter("datum.loud").mark_text(align="left", dx=9, color=LOUD).encode(text="name:N"),
        ).properties(width=side, height=min(side, 420))

    return both_widths(make, f"{len(data)} things, taken before and now; {len(loud)} left the line")


def scores(played: Played) -> str:
    """How points are spread, by rank."""
    ranked = np.sort(played.points, axis=1)[:, ::-1]
    names = ["winner", "second", "third", "last"]
    low, high = int(ranked.min()), int(ranked.max())
    step = max(1, (high - low + 1) // 40)
    edges = np.arange(low, high + step + 1, step)
    data = []
    for k in range(ranked.shape[1]):
        counts, _ = np.histogram(ranked[:, k], edges)
        name = names[k] if k < ranked.shape[1] - 1 else names[-1]
        data += [{"rank": name, "points": int(e), "games": int(n)} for e, n in zip(edges, counts, strict=False)]

    def make(width: int) -> Any:
        import altair as alt

        return (
            alt.Chart(alt.Data(values=data))
            .mark_area(interpolate="monotone", color=BAND, line={"color": MUTE})
            .encode(
                x=alt.X("points:Q", axis=alt.Axis(title="points at the end", grid=False)),
                y=alt.Y("games:Q", axis=None),
                row=alt.Row(
                    "rank:N",
                    sort=None,
                    header=alt.Header(title=None, labelAngle=0, labelAlign="left", labelFontSize=14, labelColor=INK),
                    spacing=4,
                ),
            )
            .properties(width=width - 110, height=54)
        )

    middle = float(np.median(ranked[:, 0]))
    return both_widths(make, f"Points by rank; half of the winners have {number(middle)} or more")
