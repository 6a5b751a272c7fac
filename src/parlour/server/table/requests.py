"""Handlers of a browser's messages to a table: one function per message, each a step of the table (`Door.act`)."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from typing import Any

from parlour.engine.match import CannotUndo, Match, NoSuchMove, NotLegal, NotYourTurn, Refusal
from parlour.engine.words import Line
from parlour.server import wire
from parlour.server.store.records import MAX_SAID
from parlour.server.store.store import InDoubt, StoreError
from parlour.server.table import chairs, sending, showing, taking_back
from parlour.server.table.chairs import can_deal, deal_when_compiled
from parlour.server.table.door import Forgotten, StepFailed
from parlour.server.table.live import LiveTable
from parlour.server.table.refusals import Denied, NotAllowed
from parlour.server.table.resting import Position
from parlour.server.table.resuming import fresh_match
from parlour.server.table.texts import tidy
from parlour.server.table.watching import Watcher

# How many chat messages a new connection is sent.
MAX_SAID_AGAIN = 50

# For whoever reads a language in which a game has no words.
ENGLISH = "en"

REFUSALS = {NoSuchMove: "not-a-move", NotYourTurn: "not-your-turn", NotLegal: "not-legal", CannotUndo: "undo"}
NOT_KEPT = "The house cannot write it down just now; nothing was played."
BROKEN = "Internal error on the server; the table is as it was before."


async def receive(table: LiveTable, watcher: Watcher, message: Any) -> None:
    """Handle one message to its end, even if the browser disconnects meanwhile."""
    await asyncio.shield(asyncio.ensure_future(carry_out(table, watcher, message)))


async def carry_out(table: LiveTable, watcher: Watcher, message: Any) -> None:
    """Handle a message, or say why not."""
    key, kind = getattr(message, "key", ""), type(message)
    try:
        await table.act(partial(HANDLERS[kind], table, watcher, message), f"carry out a {kind.__name__}")
    except Denied as denied:
        watcher.send(refusal(key, denied.kind, denied.text, denied.clause))
    except Refusal as refused:
        text = say(table, refused.line, watcher, getattr(message, "seat", None))
        watcher.send(refusal(key, REFUSALS[type(refused)], text, refused.clause))
    except (Forgotten, InDoubt):
        # Not answered: the browser sends it again with its key, and hears then whether it was stored.
        pass
    except StoreError:
        watcher.send(refusal(key, "busy", NOT_KEPT))
    except StepFailed:
        watcher.send(refusal(key, "busy", BROKEN))


def say(table: LiveTable, said: Line, watcher: Watcher, seat: int | None) -> str:
    """A refusal in the reader's language."""
    return table.running().say(said, seat, watcher.language)


def refusal(key: str, kind: Any, text: str, clause: str = "") -> wire.Refused:
    return wire.Refused(key=key, kind=kind, text=text, clause=clause)


# Sitting down and playing


async def hello(table: LiveTable, watcher: Watcher, message: wire.Hello) -> None:
    """A browser has connected: its seats are no longer absent, and the match may be able to start."""
    watcher.language = message.language if message.language in table.game.words.languages else ENGLISH
    returned = [s for s in watcher.mine if table.record.seats[s].away]
    for seat in returned:
        table.record.seats[seat] = table.record.seats[seat].back()
    unheard = [s for s in watcher.mine if table.record.seats[s].asked]
    for seat in unheard:
        table.record.seats[seat] = table.record.seats[seat].arrive()
    begins = bool(message.nonce) and table.match is None and not table.unplayable
    noted = begins and note_nonce(table, watcher, message.nonce or "")
    if returned or unheard or noted:
        # Another process may deal, or change the table from the command line; the number has to be there then.
        await table.keep(match=table.match_record if noted else None)
    # Only now: if another process was quicker, all of this is done again.
    fresh = not watcher.greeted
    watcher.greeted, watcher.base = True, None
    watcher.sent_ply = table.seen_at.get(message.last, 0) if fresh else 0
    if fresh and len(watcher.mine) < 2:
        watcher.eyes = showing.eyes(table, watcher)
    if can_deal(table) and table.services.games.is_warm(table.game.name):
        await table.start()
    elif returned or noted or (fresh and watcher.mine):
        table.show()
        deal_when_compiled(table)
    else:
        # Nothing is new to the others: a crowd that says hello must not cost them anything.
        sending.show_to(table, watcher)
    for seq, seat, text in table.chat[-MAX_SAID_AGAIN:] if fresh and table.record.chat else []:
        watcher.send(wire.Said(seat=seat, name=table.record.seats[seat].name, text=text, seq=seq))


def note_nonce(table: LiveTable, watcher: Watcher, nonce: str) -> bool:
    """Take a player's nonce for the draws, once; the commitment was sent before. Whether it was taken."""
    kept = table.match_record
    mark = f"{min(watcher.mine)}:{nonce}" if watcher.mine else ""
    taken = bool(mark) and not any(n.startswith(f"{min(watcher.mine)}:") for n in kept.nonces)
    if taken:
        kept.nonces = sorted([*kept.nonces, mark])
    return taken


async def play(table: LiveTable, watcher: Watcher, message: wire.Play) -> None:
    came = monotonic()
    table.check_seat(watcher, message.seat)
    if answered(table, watcher, message.key):
        return
    match = table.running()
    if message.ply != match.ply and not answers_together(match, message):
        raise Denied("stale", "The table has moved on since; have another look.")

    def acknowledge() -> None:
        watcher.send(wire.Ack(key=message.key, seq=table.record.seq))
        table.services.acknowledged(monotonic() - came)

    await table.play_move(message.seat, message.move, message.key, acknowledge)


def answered(table: LiveTable, watcher: Watcher, key: str) -> bool:
    """Whether this message was handled before; then it is only acknowledged again."""
    if key in table.answers:
        watcher.send(wire.Ack(key=key, seq=table.answers[key]))
    return key in table.answers


def answers_together(match: Match, message: wire.Play) -> bool:
    """While several seats are asked at once, another's answer does not make mine stale."""
    asked = int(match.state["asked"][0])
    return bool(asked >> message.seat & 1) and match.ply - message.ply < match.seats


# Taking back


async def undo(table: LiveTable, watcher: Watcher, message: wire.Undo) -> None:
    table.check_seat(watcher, message.seat)
    if answered(table, watcher, message.key):
        return
    await taking_back.wish(table, message.seat, message.key)
    watcher.send(wire.Ack(key=message.key, seq=table.record.seq))


async def answer_undo(table: LiveTable, watcher: Watcher, message: wire.UndoAnswer) -> None:
    table.check_seat(watcher, message.seat)
    await taking_back.answer(table, watcher.mine, message.seat, message.agree)


# Life at the table


async def look(table: LiveTable, watcher: Watcher, message: wire.Look) -> None:
    """At a shared screen only a seat that decides now is shown, and only when it is asked for."""
    table.check_seat(watcher, message.seat)
    match = table.running()
    if message.seat not in match.deciders and not match.over:
        raise Denied("not-your-turn", "The curtain lifts for whoever decides now.")
    watcher.looking = message.seat
    watcher.sent_ply = 0
    sending.show_to(table, watcher)


async def talk(table: LiveTable, watcher: Watcher, message: wire.Say) -> None:
    table.check_seat(watcher, message.seat)
    if not table.record.chat or table.game.about.silent:
        raise NotAllowed("There is no talking at this table.")
    text = tidy(message.text)
    if not text:
        raise Denied("invalid", "There is nothing to read in that.")
    await table.keep(said=(message.seat, text))
    table.chat = [*table.chat, (table.record.seq, message.seat, text)][-MAX_SAID:]
    name = table.record.seats[message.seat].name
    for other in table.watchers:
        other.send(wire.Said(seat=message.seat, name=name, text=text, seq=table.record.seq))


async def rename(table: LiveTable, watcher: Watcher, message: wire.Rename) -> None:
    table.check_seat(watcher, message.seat)
    if table.names_are_fixed:
        raise NotAllowed("Names stay as they are at a silent table.")
    table.name_seat(message.seat, message.name)
    await table.keep_and_show()


async def advise(table: LiveTable, watcher: Watcher, message: wire.Advise) -> None:
    table.check_seat(watcher, message.seat)
    table.record.seats[message.seat] = table.record.seats[message.seat].advise(message.on)
    await table.keep_and_show()


async def raise_hand(table: LiveTable, watcher: Watcher, message: wire.RaiseHand) -> None:
    """Only this player's browsers are shown it."""
    table.check_seat(watcher, message.seat)
    offered = table.game.stops.STOPS if table.game.stops else ()
    if not set(message.stops) <= set(offered):
        raise NotAllowed(f"One can be asked at these steps: {', '.join(offered) or 'none'}.")
    table.record.seats[message.seat] = table.record.seats[message.seat].raise_hand(message.stops)
    await table.keep()
    sending.show_own(table, message.seat)


async def leave(table: LiveTable, watcher: Watcher, message: wire.Leave) -> None:
    table.check_seat(watcher, message.seat)
    await set_away(table, message.seat, True)


async def come_back(table: LiveTable, watcher: Watcher, message: wire.Return) -> None:
    table.check_seat(watcher, message.seat)
    await set_away(table, message.seat, False)


async def set_away(table: LiveTable, seat: int, away: bool) -> None:
    before = table.record.seats[seat]
    table.record.seats[seat] = before.leave() if away else before.back()
    await table.keep_and_show()


async def rematch(table: LiveTable, watcher: Watcher, message: wire.Rematch) -> None:
    """Another match is offered, or accepted: it is laid when everybody who plays here would like it."""
    if answered(table, watcher, message.key):
        return
    if not watcher.mine:
        raise NotAllowed("Only those who sit at the table can lay it again.")
    if table.match is None or not table.match.over:
        raise NotAllowed("The match is still being played.")
    table.record.again = sorted({*table.record.again, *watcher.mine})
    if waits_for(table):
        await table.keep_and_show(key=message.key)
    else:
        await lay_again(table, message.key)
    watcher.send(wire.Ack(key=message.key, seq=table.record.seq))


def waits_for(table: LiveTable) -> list[int]:
    """The seats whose players have not said that they would like another match; bots always would."""
    here = [i for i in table.persons() if table.record.seats[i].token_hash and not table.is_bot(i)]
    return [i for i in here if i not in table.record.again]


async def lay_again(table: LiveTable, key: str) -> None:
    """The next match: the starter moves on, and there is a new secret and new nonces."""
    note_result(table)
    table.record.again = []
    first = (int(table.running().state["first"][0]) + 1) % len(table.record.seats)
    table.matches.append(fresh_match(table.game, first, table.services.draws.secret()))
    table.record.number += 1
    table.match, table.seen_at = None, {}
    for other in table.watchers:
        other.sent_ply, other.looking = 0, None
    await table.keep_and_show(match=table.match_record, key=key)


def note_result(table: LiveTable) -> None:
    """The results of the series so far; empty after a series is over."""
    if table.record.best_of == 1 or showing.series_over(table):
        table.record.results = []
    else:
        table.record.results = [*table.record.results, table.match_record.winners]


# Hints


async def hint(table: LiveTable, watcher: Watcher, message: wire.HintWish) -> None:
    """Compute hints in a task outside the table's lock, one at a time per seat."""
    seat = message.seat
    table.check_seat(watcher, seat)
    match = table.running()
    if seat not in match.deciders:
        raise Denied("not-your-turn", "Hints are for whoever decides now.")
    if showing.eyes(table, watcher) != seat:
        raise NotAllowed("The curtain is down: hints show when it is lifted.")
    if hints_are_off(table):
        raise NotAllowed("People who play in silence get hints only if all of them would like to.")
    if seat in table.thinking:
        raise Denied("busy", "The last hint is still being thought out.")
    task = asyncio.get_running_loop().create_task(think(table, watcher, seat, table.position, match.clone()))
    table.thinking[seat] = task
    task.add_done_callback(lambda _: table.thinking.pop(seat, None))


def hints_are_off(table: LiveTable) -> bool:
    """Whether people play in silence here, and not all of them would like hints."""
    seats = table.record.seats
    return table.game.about.silent and all(s.kind == "person" for s in seats) and not all(s.advised for s in seats)


async def think(table: LiveTable, watcher: Watcher, seat: int, asked: Position, match: Match) -> None:
    """Compute the best moves of a seat, and send them."""
    try:
        found = await table.services.bots.hints(match, seat, watcher.address or table.id)
    except Exception as error:
        table.services.faults.note("hint-failed", "no hint was found at table %s", table.id, error=error)
        return
    await table.try_act(partial(send_hints, table, watcher, seat, asked, found))


async def send_hints(
    table: LiveTable, watcher: Watcher, seat: int, asked: Position, found: list[tuple[int, float]]
) -> None:
    """Send hints if whoever asked at this position still looks at it."""
    # A shared screen may show another seat by now, whose player must not read this.
    if table.position != asked or seat not in table.running().deciders or showing.eyes(table, watcher) != seat:
        return
    look = table.running().look(seat, language=watcher.language)
    hints = [(look.choice(m), value) for m, value in found]
    lines = [wire.HintLine(move=m.text, text=m.words, value=value) for m, value in hints]
    watcher.send(wire.Hints(seat=seat, hints=lines))


# Previews


async def preview(table: LiveTable, watcher: Watcher, message: wire.PreviewsWish) -> None:
    """What each legal move would do, for the browser that shows the deciding seat; made once for a position."""
    seat, match = message.seat, table.running()
    table.check_seat(watcher, seat)
    if seat not in match.deciders or table.is_bot(seat) or showing.eyes(table, watcher) != seat:
        raise Denied("not-your-turn", "Previews are for whoever decides now.")
    if message.ply != match.ply:
        raise Denied("stale", "The table has moved on since; have another look.")
    if table.previewed != table.position:
        table.previews, table.previewed = {}, table.position
    wish = seat, watcher.language
    if wish not in table.previews:
        found = showing.previews(match.look(seat, language=watcher.language), table.record.help)
        table.previews[wish] = wire.Previews(seat=seat, ply=match.ply, previews=found)
    watcher.send(table.previews[wish])


async def ping(table: LiveTable, watcher: Watcher, message: wire.Ping) -> None:
    watcher.send(wire.Pong())


HANDLERS: dict[type, Callable[..., Awaitable[None]]] = {
    wire.Hello: hello,
    wire.Play: play,
    wire.Undo: undo,
    wire.UndoAnswer: answer_undo,
    wire.Look: look,
    wire.Say: talk,
    wire.Rename: rename,
    wire.Advise: advise,
    wire.RaiseHand: raise_hand,
    wire.Rematch: rematch,
    wire.Leave: leave,
    wire.Return: come_back,
    wire.StandIn: chairs.stand_in,
    wire.HintWish: hint,
    wire.PreviewsWish: preview,
    wire.SeatBot: chairs.seat_bot,
    wire.SeatHere: chairs.seat_here,
    wire.Unseat: chairs.unseat,
    wire.Resign: chairs.resign,
    wire.CloseTable: chairs.close_table,
    wire.Ping: ping,
}
