"""Snapshots of a table for a browser, made from the hidden record of its seat."""

import string
from typing import TYPE_CHECKING

from parlour.engine.chance import Live
from parlour.engine.look import Look
from parlour.engine.match import standing
from parlour.engine.record import PUBLIC
from parlour.engine.view import Printed, View
from parlour.server import absence, wire

if TYPE_CHECKING:
    from parlour.server.live import LiveTable, Watcher

# The seat of a shared screen while it is handed over: it shows only what is public.
CURTAIN = -1


def eyes(table: "LiveTable", watcher: "Watcher") -> int:
    """The seat whose view a browser gets: its own, PUBLIC, or the curtain of a shared screen."""
    if not watcher.mine:
        return int(PUBLIC)
    if len(watcher.mine) == 1:
        return watcher.mine[0]
    match = table.match
    if match is None or match.over:
        return watcher.mine[0]
    if table.game.about.open:
        return next((s for s in watcher.mine if s in match.deciders), watcher.mine[0])
    if watcher.looking in match.deciders:
        return int(watcher.looking or 0)
    watcher.looking = None
    return CURTAIN if any(s in match.deciders for s in watcher.mine) else int(PUBLIC)


def snapshot(table: "LiveTable", watcher: "Watcher", notice: str = "", bare: bool = False) -> wire.Snapshot:
    """The whole table for one browser; a `bare` one has nothing that is drawn from the match, and costs little."""
    match, me = table.match, eyes(table, watcher)
    seat = int(PUBLIC) if me == CURTAIN else me
    since = max(watcher.told if me == watcher.eyes else 0, match.begin if match else 0)
    watcher.eyes = me
    look = match.look(seat, language=watcher.language) if match and not bare else None
    compiled, bots_compiled = table.compiled()
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
        edition=prints(look, watcher) if look else None,
        view=shown(table, look) if look else None,
        deciders=match.deciders if match else [],
        moves=legal_moves(look, table.undo_is_free(me)) if look else [],
        ask=asked(look) if look else wire.Sentence(text="", key="ask.waiting"),
        story=story(look, since) if look else [],
        story_from=since,
        undo_seat=undo_seat(table, watcher),
        undo_asked_by=table.undo_asked_by,
        undo_until=table.record.undo.until if table.record.undo else 0.0,
        laid=laid_by(table),
        doubled=doubled(table),
        private=table.record.private,
        watching=sum(not w.mine for w in table.watchers),
        chat=table.record.chat and not table.game.about.silent,
        silent=table.game.about.silent,
        pace=table.record.pace,
        deadline=table.record.deadline,
        fairness=fairness(table),
        series=series(table),
        winners=winners(table),
        notice=notice or table.frozen,
        compiled=compiled,
        bots_compiled=bots_compiled,
    )


def shown(table: "LiveTable", look: Look) -> View:
    """The view; at a table that plays from memory without the game's reading helps."""
    view = look.view
    for name in () if table.record.help else getattr(look.game.part("view"), "HELP", ()):
        setattr(view, name, None)
    return view


def prints(look: Look, watcher: "Watcher") -> Printed | None:
    """What the edition prints: for the first snapshot of a match, and again when the language changes."""
    has, watcher.printed = watcher.printed, look.printed
    return None if has is look.printed else look.printed


def seats(table: "LiveTable", watcher: "Watcher") -> list[wire.SeatInfo]:
    absence.note(table)
    here = absence.present(table)
    marks = letters([seat.name for seat in table.record.seats])
    return [
        wire.SeatInfo(
            seat=i,
            name=seat.name,
            letter=marks[i],
            kind="open" if seat.kind == "person" and not seat.claimed else seat.kind,  # type: ignore[arg-type]
            level=seat.level,
            here=i in here,
            away=seat.away,
            replaced=seat.replaced,
            absent=table.status == "playing" and not seat.away and absence.is_long_gone(table, i),
            resigned=seat.resigned,
            mine=i in watcher.mine,
            advised=seat.advised,
        )
        for i, seat in enumerate(table.record.seats)
    ]


def laid_by(table: "LiveTable") -> list[int]:
    """The seats of the session that laid the table."""
    laid = table.record.laid
    return [i for i, seat in enumerate(table.record.seats) if laid and seat.claimed and seat.token_hash == laid]


def doubled(table: "LiveTable") -> list[int]:
    """The seats that are open in more than one browser."""
    open = [s for w in table.watchers if w.greeted for s in w.mine] + table.house.elsewhere(table.id)
    return sorted({s for s in open if open.count(s) > 1})


def letters(names: list[str]) -> list[str]:
    """A letter for each name that no other has: its first one that is free, else the next of the alphabet."""
    taken: list[str] = []
    for name in names:
        wanted = [c for c in name.upper() if len(c) == 1 and c.isalnum()]
        taken.append(next(c for c in (*wanted, *string.ascii_uppercase) if c not in taken))
    return taken


def legal_moves(look: Look, free: bool = False) -> list[wire.LegalMove]:
    """What a seat may play now, in words too; `free` if it may take back everything but the end."""
    commits = {m for m, ends in look.committing.items() if ends or not free}
    return [
        wire.LegalMove(move=m.text, data=m.data, text=m.words, clause=m.clause, commits=m.move in commits)
        for m in look.moves
    ]


def previews(look: Look, help: bool = True) -> list[wire.MovePreview]:
    """What each legal move of a deciding seat would do; without the game's reading helps at a table that has none."""
    for name in () if help else getattr(look.game.part("view"), "HELP_AFTER", ()):
        for found in look.previews:
            setattr(found.after, name, None)
    return [
        wire.MovePreview(
            move=look.game.moves.text(found.move),
            after=found.after,
            facts=[wire.sentence(fact, look.say(fact)) for fact in found.facts],
        )
        for found in look.previews
    ]


def asked(look: Look) -> wire.Sentence:
    return wire.sentence(look.ask, look.say(look.ask))


def story(look: Look, since: int) -> list[wire.Sentence]:
    return [wire.sentence(told.line, told.words, told.ply) for told in look.story(since)]


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


def winners(table: "LiveTable") -> list[int]:
    """Who has won a match that is over: all who did not give up, where all are level."""
    if not table.match_record.over:
        return []
    kept = table.match_record.winners
    return [i for i, s in enumerate(table.record.seats) if not s.resigned] if kept is None else kept


def series_over(table: "LiveTable") -> bool:
    return series(table).over
