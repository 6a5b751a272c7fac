"""Running tables after a change of their game's rules or cards: each goes on at the same position, if its moves fit.

For authors (`parlour dev`): the log of every running table is played again by the present rules and edition.
It is cut before the first move that no longer fits. What was cut off is kept and tried again after the next change,
until somebody plays another move there: a rule that is broken for a moment costs nothing. Draws keep their cards and
get new numbers, so a record of such a table cannot be verified.
"""

import hashlib
import sys
import tomllib
from dataclasses import replace

import msgspec

from parlour.engine import registry
from parlour.engine.chance import Live
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.log import Entry
from parlour.engine.match import Match, layout_of
from parlour.engine.moves import NotAMove
from parlour.server.records import Change, Kept
from parlour.server.store import Store, apply_change, keep_edition, list_tables, read_edition_text, read_table


def refit(store: Store, name: str) -> list[str]:
    """Play every running table of a game again; a sentence for each."""
    game: Game = registry.load(name)
    told = []
    for id in store.read_now(list_tables):
        kept = store.read_now(read_table(id))
        if kept is None or kept.table.game != name:
            continue
        last = kept.matches[kept.table.number]
        if last.started and not last.over:
            told.append(refit_table(store, game, kept))
    return told


def refit_table(store: Store, game: Game, kept: Kept) -> str:
    """Write one table's match anew; where it goes on, and why not later."""
    lines = longest_log(kept)
    try:
        edition = edition_now(store, game, kept.table.edition)
        match, fault = replayed(game, edition, kept, lines)
    except Exception as error:  # whatever a half-written setup or edition raises
        return f"table {kept.id} is left as it was: {type(error).__name__}: {error}"
    fitting = [entry.line for entry in match.log.entries]
    record = msgspec.structs.replace(
        kept.matches[kept.table.number],
        version=game.about.version,
        layout=layout_of(game),
        state=match.state_text,
        pending={},
        renewals=[],
        unfit=lines[len(fitting) :],
        unfit_after=hash_of(fitting),
    )
    table = msgspec.structs.replace(kept.table, edition=edition.hash, seq=kept.table.seq + 1)
    store.submit(keep_edition(edition.hash, edition.text)).result()
    change = Change(id=kept.id, table=table, match=record, cut=0, lines=fitting)
    store.submit(apply_change(change)).result()
    where = f"table {kept.id} goes on at move {match.ply}"
    return f"{where}: {fault}" if fault else where


def longest_log(kept: Kept) -> list[str]:
    """The moves of a table, with those that were cut off if nothing was played or taken back since."""
    last = kept.matches[kept.table.number]
    return kept.lines + last.unfit if last.unfit_after == hash_of(kept.lines) else kept.lines


def hash_of(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def edition_now(store: Store, game: Game, hash: str) -> Edition:
    """The edition that a table was dealt with, or what its file says now."""
    if hash in game.own_editions:
        return game.own_editions[hash]
    text = store.read_now(read_edition_text(hash)) or ""
    id = tomllib.loads(text).get("id")
    changed = (edition for edition in game.own_editions.values() if edition.id == id)
    return next(changed, None) or game.edition_from(text, f"edition {hash[:12]}")


def replayed(game: Game, edition: Edition, kept: Kept, lines: list[str]) -> tuple[Match, str]:
    """The match as far as its moves fit, and why the next one does not."""
    last, table = kept.matches[kept.table.number], kept.table
    match = Match(
        game,
        edition=edition,
        seats=len(table.seats),
        mode=table.mode,
        rulings=table.rulings,
        first=None if last.first < 0 else last.first,
        chance=Live(tuple(last.nonces), bytes.fromhex(last.secret)),
        names=tuple(seat.name for seat in table.seats),
    )
    for line in lines:
        try:
            match.add(fitted(game, edition, match, Entry.of(line)))
        except Exception as error:  # whatever a half-written rule raises
            return match, f"move {match.ply + 1} ({Entry.of(line).text}) no longer fits: {error}"
    return match, ""


def fitted(game: Game, edition: Edition, match: Match, entry: Entry) -> Entry:
    """A logged move as the rules list it now."""
    legal = [int(m) for m in game.legal(edition, match.state)]
    move = game.moves.parse(entry.text)
    if move not in legal:
        raise NotAMove("it is not legal there now")
    if entry.index is None:
        return replace(entry, move=move)
    return replace(entry, move=move, index=legal.index(move), n=len(legal))


def main(url: str, name: str) -> None:
    store = Store(url)
    try:
        for sentence in refit(store, name):
            print(sentence, flush=True)
    finally:
        store.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
