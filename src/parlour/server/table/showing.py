"""Snapshots of a table for a browser, made from the hidden record of its seat.

To make one changes nothing, neither at the table nor of what is known of the browser (`sending.py`).
"""

import string

from parlour.engine.chance import Live
from parlour.engine.look import Look
from parlour.engine.match import Match, standing
from parlour.engine.record import PUBLIC
from parlour.engine.view import View
from parlour.server import wire
from parlour.server.table import absence, raised_hands
from parlour.server.table.resting import RestingTable
from parlour.server.table.watched import WatchedTable
from parlour.server.table.watching import Watcher

# The seat of a shared screen while it is handed over: it shows only what is public.
CURTAIN = -1


def eyes(table: WatchedTable, watcher: Watcher) -> int:
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
    if watcher.looking in match.deciders or (watcher.looking in watcher.mine and has_news(match, watcher.looking)):
        return int(watcher.looking or 0)
    return CURTAIN if any(s in match.deciders for s in watcher.mine) else int(PUBLIC)


def has_news(match: Match, seat: int) -> bool:
    """Whether a seat has learnt something since it decided that not everybody knows: a card that it drew."""
    ply = match.last_decision(seat)
    if ply is None:
        return False
    mine, all = (match.look(eyes).story(ply) for eyes in (seat, int(PUBLIC)))
    return [told.line for told in mine] != [told.line for told in all]


def snapshot(
    table: WatchedTable, watcher: Watcher, notice: wire.Notice | None = None, bare: bool = False
) -> wire.Snapshot:
    """The whole table for one browser; a `bare` one has nothing that is drawn from the match, and costs little."""
    match, me = table.match, eyes(table, watcher)
    seat = int(PUBLIC) if me == CURTAIN else me
    since = max(watcher.sent_ply if me == watcher.eyes else 0, match.begin if match else 0)
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
        # Sent once, and again when the language changes.
        edition=look.printed if look and look.printed is not watcher.printed else None,
        view=shown(table, look) if look else None,
        deciders=deciders(table, watcher),
        moves=legal_moves(look, table.undo_is_free(me)) if look and not raised_hands.passes(table, me) else [],
        ask=asked(table, look) if look else wire.Sentence(text="", key="ask.waiting"),
        story=story(look, since) if look else [],
        story_from=since,
        undo_seat=undo_seat(table, watcher),
        undo_asked_by=table.undo_asked_by,
        undo_until=table.record.undo.until if table.record.undo else 0.0,
        laid=laid_by(table),
        doubled=doubled(table),
        private=table.record.private,
        foreign=table.record.foreign,
        watching=sum(not w.mine for w in table.watchers),
        chat=table.record.chat and not table.game.about.silent,
        silent=table.game.about.silent,
        pace=table.record.pace,
        stops=list(table.game.stops.STOPS) if table.game.stops and me >= 0 else [],
        stops_mine=list(raised_hands.stops_of(table, me)) if table.game.stops and me >= 0 else [],
        deadline=0 if raised_hands.stop(table) else table.record.deadline,
        fairness=fairness(table),
        series=series(table),
        winners=winners(table),
        match=table.record.number,
        again=table.record.again,
        undos_told=match.undos_told if match else 0,
        notice=notice or standing_notice(table),
        compiled=compiled,
        bots_compiled=bots_compiled,
    )


def shown(table: RestingTable, look: Look) -> View:
    """The view; at a table that plays from memory without the game's reading helps."""
    view = look.view
    for name in () if table.record.help else getattr(look.game.part("view"), "HELP", ()):
        setattr(view, name, None)
    return view


def standing_notice(table: WatchedTable) -> wire.Notice | None:
    """What the table is told for as long as it is so."""
    if table.unplayable:
        return wire.OlderRules()
    return wire.NotPrepared() if table.unprepared else None


def seats(table: WatchedTable, watcher: Watcher) -> list[wire.SeatInfo]:
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
            absent=table.status == "playing" and not seat.away and i in table.long_gone,
            resigned=seat.resigned,
            mine=i in watcher.mine,
            advised=seat.advised,
        )
        for i, seat in enumerate(table.record.seats)
    ]


def laid_by(table: RestingTable) -> list[int]:
    """The seats of the session that laid the table."""
    laid = table.record.laid
    return [i for i, seat in enumerate(table.record.seats) if laid and seat.claimed and seat.token_hash == laid]


def doubled(table: WatchedTable) -> list[int]:
    """The seats that are open in more than one browser."""
    open = [s for w in table.watchers if w.greeted for s in w.mine] + table.services.peers.elsewhere(table.id)
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


def asked(table: WatchedTable, look: Look) -> wire.Sentence:
    """The question; a person who lets a step go by is not asked."""
    said = look.unnamed if raised_hands.passes(table, look.seat) else look.question
    return wire.sentence(said, look.say(said))


def deciders(table: WatchedTable, watcher: Watcher) -> list[int]:
    """Who is to decide; nobody is told who else is asked about a step."""
    if raised_hands.stop(table):
        return [seat for seat in raised_hands.asked(table) if seat in watcher.mine]
    return table.match.deciders if table.match else []


def story(look: Look, since: int) -> list[wire.Sentence]:
    return [wire.sentence(told.line, told.words, told.ply) for told in look.story(since)]


def undo_seat(table: RestingTable, watcher: Watcher) -> int:
    """The seat of this browser that acted last and could take that back, or -1; the others may have to agree."""
    match = table.match
    if match is None or match.over:
        return -1
    last = {ply: s for s in watcher.mine if (ply := match.last_decision(s)) is not None}
    return last[max(last)] if last else -1


def fairness(table: RestingTable) -> wire.Fairness:
    kept = table.match_record
    chance = Live(tuple(kept.nonces), bytes.fromhex(kept.secret))
    secret = kept.secret if kept.over else None
    return wire.Fairness(commitment=chance.commitment, nonces=kept.nonces, secret=secret, begins=kept.begins)


def series(table: RestingTable) -> wire.SeriesInfo:
    results = [*table.record.results, *([table.match_record.winners] if table.match_record.over else [])]
    best_of = table.record.best_of
    wins, over = standing(results, len(table.record.seats), best_of)
    return wire.SeriesInfo(best_of=best_of, wins=wins, played=len(results), over=over)


def winners(table: RestingTable) -> list[int]:
    """Who has won a match that is over: all who did not give up, where all are level."""
    if not table.match_record.over:
        return []
    kept = table.match_record.winners
    return [i for i, s in enumerate(table.record.seats) if not s.resigned] if kept is None else kept


def series_over(table: RestingTable) -> bool:
    return series(table).over
