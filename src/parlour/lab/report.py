"""The reports of a study: one HTML file that needs nothing else, and the same as text."""

from base64 import b64encode
from html import escape
from importlib.resources import files
from pathlib import Path

from parlour.lab.results import Results, command_of
from parlour.lab.ruler import ruler
from parlour.lab.telling import TOLD, Item, Section, Story, tell

COLUMNS = {"look": "Worth a look", "fine": "Fine", "open": "Cannot tell yet"}
DIFF_COLUMNS = {"look": "Changed", "fine": "Did not change", "open": "Cannot tell yet"}
HOW_TO = (
    "<b>How to read a ruler.</b> The pale band is the margin: what nobody would notice. The bar is the range, the dot "
    "the estimate. <b>Inside</b> is fine, <b>outside</b> is worth a look, <b>over the edge</b> cannot be told yet."
)
# Edits that are told one by one.
EDITS = 12
# Tables with more rows are folded, on a screen.
LONG = 20
# Fonts of the browser's pages, where these were built; elsewhere the reader's own serve.
FONTS = {"Fraunces Variable": "fraunces-latin-wght", "Source Sans 3 Variable": "source-sans-3-latin-wght"}


def write_reports(results: Results, folder: Path) -> str:
    """Write report.html and report.md; the verdict in a sentence."""
    story = tell(results)
    (folder / "report.html").write_text(page(results, story), "utf-8")
    (folder / "report.md").write_text(text(results, story), "utf-8")
    return story.title


def page(results: Results, story: Story) -> str:
    css = files("parlour.lab").joinpath("page.css").read_text("utf-8")
    names = DIFF_COLUMNS if results.edited else COLUMNS
    facts = "".join(f"<dt>{escape(a)}</dt><dd>{escape(b)}</dd>" for a, b in story.facts)
    columns = "".join(column(key, names[key], story.columns[key]) for key in names)
    sections = "".join(section(k + 1, s) for k, s in enumerate(story.sections))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(story.over)}</title><style>{fonts()}{css}</style></head><body><div class='page'>"
        "<header class='bar'>Parlour <span>the lab</span></header>"
        f"<main><div class='top'><div><p class='over'>{escape(story.over)}</p><h1>{escape(story.title)}</h1>"
        f"<p class='std'>{escape(story.standfirst)}</p>{edits(story)}</div><dl class='facts'>{facts}</dl></div>"
        f"<div class='verdict'>{columns}</div><p class='howto'>{HOW_TO}</p>{sections}{method(results, story)}"
        f"<pre>{escape(command_of(results.plan))}</pre></main></div></body></html>\n"
    )


def edits(story: Story) -> str:
    """What was edited, the old value struck."""
    rows = "".join(
        f"<li>{escape(e.what)} <s>{escape(e.old)}</s> <b>{escape(e.new)}</b></li>" for e in story.edits[:EDITS]
    )
    more = len(story.edits) - EDITS
    rows += f"<li>and {more} more</li>" if more > 0 else ""
    return f"<ul class='edits'>{rows}</ul>" if rows else ""


def fonts() -> str:
    """The two fonts of the house, inside the file."""
    folder = files("parlour.server").joinpath("pages", "assets")
    found = []
    for family, stem in FONTS.items():
        for file in sorted(folder.iterdir(), key=lambda f: f.name) if folder.is_dir() else ():
            if file.name.startswith(stem) and file.name.endswith(".woff2"):
                data = b64encode(file.read_bytes()).decode()
                found.append(
                    f"@font-face{{font-family:'{family}';font-weight:200 900;"
                    f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
                )
    return "".join(found)


def column(key: str, name: str, items: list[Item]) -> str:
    listed = "".join(item(one) for one in items[:TOLD])
    more = len(items) - TOLD
    listed += f"<li><p>and {more} more below</p></li>" if more > 0 else ""
    listed = listed or "<li><p>Nothing.</p></li>"
    return f"<div class='col {key}'><h2>{name}<span>{len(items)}</span></h2><ul>{listed}</ul></div>"


def item(one: Item) -> str:
    drawn = ruler(one.estimate, 132) if one.estimate else ""
    note = f"<p>{escape(one.note)}</p>" if one.note else ""
    return f"<li><h3>{escape(one.title)}</h3>{note}<div class='foot'>{drawn}<span>{escape(one.sure)}</span></div></li>"


def section(number: int, one: Section) -> str:
    plot = one.plot() if one.plot else ""
    rows = table(one)
    if rows and (plot or len(one.rows) > LONG):
        rows = f"<details><summary>The numbers: {len(one.rows)} rows</summary>{rows}</details>"
    kind = "wide" if one.wide else ""
    return (
        f"<section class='{kind}'><div class='say'><p class='num'>{number}</p><h2>{escape(one.title)}</h2>"
        f"<p>{escape(one.text)}</p></div><div class='sheet'>{plot}{rows}</div></section>"
    )


def table(one: Section) -> str:
    """The rows of a section, with a ruler where there is an estimate."""
    if not one.rows:
        return ""
    found = {e.name: e for e in one.ruled}
    ruled = bool(found)
    head = "".join(f"<th scope='col'>{escape(cell)}</th>" for cell in one.head)
    body = ""
    for row in one.rows:
        e = found.get(row[0])
        cells = [f"<td>{escape(cell)}</td>" for cell in row[1:]]
        if ruled:
            cells[-1] = cells[-1].replace("<td>", "<td class='so'>")
            cells.append(f"<td class='r'>{ruler(e, 240) if e else ''}</td>")
        kind = e.column if e else ""
        body += f"<tr class='{kind}'><th scope='row'>{escape(row[0])}</th>{''.join(cells)}</tr>"
    extra = "<th scope='col'>on its margin</th>" if ruled else ""
    return f"<table><thead><tr>{head}{extra}</tr></thead><tbody>{body}</tbody></table>"


def method_rows(results: Results, story: Story) -> list[tuple[str, str]]:
    plan, base = results.plan, results.base
    margins = ", ".join(f"{name} {size:g}" for name, size in plan.margins.items())
    rows = [
        (
            "Games",
            f"{base.games:,} of each edition, seed {plan.file.seed}; number and seed decide every draw and bot.",
        ),
        ("Margins", f"{margins}. The game's own, unless the study says otherwise."),
        ("Ranges", "95% for the whole report: each at the level that Holm's correction leaves it."),
        ("Chances", f"Playouts at 11 moments of {len(base.looked):,} games, {2 * base.arm.playouts} each."),
        ("Not measured", "; ".join(story.unmeasured) + "."),
    ]
    if story.promise:
        rows.append(("Promise", story.promise))
    if plan.file.precision:
        rows.append(
            (
                "Stopping",
                f"When the leading share was known to {plan.file.precision:g} points, by ranges that hold at every "
                f"look at once (5%), or at {plan.file.games:,} games.",
            )
        )
    return rows


def method(results: Results, story: Story) -> str:
    rows = "".join(f"<div><dt>{a}</dt><dd>{escape(b)}</dd></div>" for a, b in method_rows(results, story))
    head = "<div class='say'><h2>How this was measured</h2></div>"
    return f"<section class='wide'>{head}<dl class='method'>{rows}</dl></section>"


def text(results: Results, story: Story) -> str:
    """The report as Markdown: the same sentences, ranges and rows."""
    names = DIFF_COLUMNS if results.edited else COLUMNS
    lines = [f"# {story.title}", "", story.over, "", story.standfirst, ""]
    lines += [f"- {a}: {b}" for a, b in story.facts]
    lines += [f"- {e.what}: {e.old}, now {e.new}" if e.old else f"- {e.what}: {e.new}" for e in story.edits]
    for key, name in names.items():
        lines += ["", f"## {name}", ""]
        lines += [f"- **{i.title}** ({i.sure}) {i.note}".rstrip() for i in story.columns[key]] or ["Nothing."]
    for one in story.sections:
        lines += ["", f"## {one.title}", "", one.text]
        if one.rows:
            lines += ["", f"| {' | '.join(one.head)} |", f"|{'---|' * len(one.head)}"]
            lines += [f"| {' | '.join(row)} |" for row in one.rows]
    lines += ["", "## How this was measured", ""]
    lines += [f"- {a}: {b}" for a, b in method_rows(results, story)]
    return "\n".join([*lines, "", f"    {command_of(results.plan)}", ""])
