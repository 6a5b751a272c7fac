"""What a browser is shown of a table: made from the hidden record of the seat that it looks through."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from parlour.engine.chance import Live
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.match import standing
from parlour.engine.record import PUBLIC
from parlour.engine.words import Line
from parlour.server import wire

if TYPE_CHECKING:
    from parlour.server.live import LiveTable, Watcher

# The eyes of a shared screen while it is handed over: it shows what everybody may see.
CURTAIN = -1


def eyes(table: "LiveTable", watcher: "Watcher") -> int:
    """The seat that a browser looks through: its own, the public's, or the curtain of a shared screen."""
    if not watcher.mine:
        return int(PUBLIC)
    if len(watcher.mine) == 1:
        return watcher.mine[0]
    match = table.match
    if match is None or match.over:
        return watcher.mine[0]
    if watcher.looking in match.deciders:
        return int(watcher.looking or 0)
    watcher.looking = None
    return CURTAIN if any(s in match.deciders for s in watcher.mine) else int(PUBLIC)


def snapshot(table: "LiveTable", watcher: "Watcher", notice: str = "") -> wire.Snapshot:
    """The whole table as one browser may see it now."""
    match, me = table.match, eyes(table, watcher)
    seat = int(PUBLIC) if me == CURTAIN else me
    since = max(watcher.told if me == watcher.eyes else 0, match.begin if match else 0)
    watcher.eyes = me
    return wire.Snapshot(
        seq=table.record.seq,
        id=table.id,
        game=table.game.name,
        title=table.game.about.title,
        status=table.status,  # type: ignore[arg-type]
        me=me,
        mine=watcher.mine,
        seats=seats(table, watcher),
        ply=match.ply if match else 0,
        view=localised(table, match.view(seat), watcher, seat) if match else None,
        deciders=match.deciders if match else [],
        moves=legal_moves(table, seat, watcher),
        ask=asked(table, watcher, seat),
        story=story(table, watcher, seat, since) if match else [],
        story_from=since,
        undo_seat=undo_seat(table, watcher),
        undo_asked_by=table.undo_asked_by,
        chat=table.record.chat and not table.game.about.silent,
        silent=table.game.about.silent,
        pace=table.record.pace,
        deadline=table.record.deadline,
        fairness=fairness(table),
        series=series(table),
        notice=notice or table.frozen,
    )


def seats(table: "LiveTable", watcher: "Watcher") -> list[wire.SeatInfo]:
    here = {s for w in table.watchers for s in w.mine}
    return [
        wire.SeatInfo(
            seat=i,
            name=seat.name,
            kind="open" if seat.kind == "person" and not seat.claimed else seat.kind,  # type: ignore[arg-type]
            level=seat.level,
            here=i in here,
            away=seat.away,
            mine=i in watcher.mine,
        )
        for i, seat in enumerate(table.record.seats)
    ]


def legal_moves(table: "LiveTable", seat: int, watcher: "Watcher") -> list[wire.LegalMove]:
    """What a seat may play now, in words too; all from one look at what it knows."""
    match = table.match
    if match is None or seat not in match.deciders:
        return []
    known, names = match.hidden_to_decide(seat)[0], table.game.part("words")
    found = []
    for m in match.legal(seat):
        said = names.describe(table.edition, known, m)
        text, data = written(table.game, m)
        words = say(table, said, watcher, seat)
        found.append(wire.LegalMove(move=text, data=data, text=words, clause=said.clause))
    return found


@lru_cache(50_000)
def written(game: Game, m: int) -> tuple[str, dict[str, Any]]:
    """A move as text and as data: the same at every table, so it is written once."""
    return game.moves.text(m), game.moves.json(m)


def asked(table: "LiveTable", watcher: "Watcher", seat: int) -> wire.Sentence:
    if table.match is None:
        return wire.Sentence(text="", key="ask.waiting")
    said = table.match.ask(seat)
    return wire.sentence(said, say(table, said, watcher, seat))


def story(table: "LiveTable", watcher: "Watcher", seat: int, since: int) -> list[wire.Sentence]:
    match = table.running()
    return [
        wire.sentence(said, say(table, said, watcher, seat), ply)
        for ply in range(since, match.ply)
        for said in match.story_of(seat, ply)
    ]


def say(table: "LiveTable", said: Line, watcher: "Watcher", seat: int | None) -> str:
    names = tuple(s.name for s in table.record.seats)
    fields = tuple(said.fields.items())
    return said_before(table.game, table.edition, watcher.language, seat, names, said.key, fields)


@lru_cache(50_000)
def said_before(
    game: Game,
    edition: Edition,
    language: str,
    seat: int | None,
    names: tuple[str, ...],
    key: str,
    fields: tuple[Any, ...],
) -> str:
    """A line in words. Most of what a table says it says again and again, and so do other tables."""
    return game.words.say(Line(key, dict(fields)), edition, language, seat, names)


def localised(table: "LiveTable", view: dict[str, Any], watcher: "Watcher", seat: int) -> dict[str, Any]:
    """A view with its labels and facts in the reader's language."""
    for part in (*view["zones"], *view["sheet"]):
        part["text"] = say(table, part["label"], watcher, seat)
    for part in (part for zone in view["zones"] for part in (zone, *zone["pieces"]) if "facts" in part):
        part["facts"] = [say(table, fact, watcher, seat) for fact in part["facts"]]
    return view


def undo_seat(table: "LiveTable", watcher: "Watcher") -> int:
    """The seat of this browser that acted last and could take that back, or -1; the others may have to agree."""
    match = table.match
    if match is None or match.over:
        return -1
    last = {ply: s for s in watcher.mine if (ply := match.last_decision(s)) is not None}
    return last[max(last)] if last else -1


def fairness(table: "LiveTable") -> wire.Fairness:
    kept = table.match_record
    chance = Live(tuple(kept.nonces), bytes.fromhex(kept.secret))
    return wire.Fairness(commitment=chance.commitment, nonces=kept.nonces, secret=kept.secret if kept.over else None)


def series(table: "LiveTable") -> wire.SeriesInfo:
    results = [*table.record.results, *([table.match_record.winners] if table.match_record.over else [])]
    best_of = table.record.best_of
    wins, over = standing(results, len(table.record.seats), best_of)
    return wire.SeriesInfo(best_of=best_of, wins=wins, played=len(results), over=over)


def series_over(table: "LiveTable") -> bool:
    return series(table).over
