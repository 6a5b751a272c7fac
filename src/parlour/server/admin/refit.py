"""Running tables after a change of their game's rules or cards: each goes on at the same position, if its moves fit.

For authors (`parlour dev`): the log of every running table is played again by the present rules and edition
(`parlour.engine.match.refitting`), and cut before the first move that no longer fits.
"""

import sys
from pathlib import Path

import msgspec

from parlour.engine import registry
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.log import EditionMark, Frozen
from parlour.engine.match import Match, layout_of
from parlour.engine.match.refitting import add_fitting, edition_now, hash_of, longest_log
from parlour.server.store.records import Change, Kept
from parlour.server.store.store import Store, apply_change, keep_edition, list_tables, read_edition_text, read_table
from parlour.server.table.laying import foreign
from parlour.server.table.resuming import save_of


def refit(store: Store, name: str, folder: Path | None = None) -> list[str]:
    """Play every running table of a game again; a sentence for each. `folder` has editions beside those of the game."""
    game: Game = registry.load(name)
    told = []
    for id in store.read_now(list_tables):
        kept = store.read_now(read_table(id))
        if kept is None or kept.table.game != name:
            continue
        last = kept.matches[kept.table.number]
        if last.started and not last.over:
            told.append(refit_table(store, game, kept, folder))
    return told


def refit_table(store: Store, game: Game, kept: Kept, folder: Path | None = None) -> str:
    """Write one table's match anew; where it goes on, and why not later."""
    last, hash = kept.matches[kept.table.number], kept.table.edition
    lines = longest_log(kept.lines, last.unfit, last.unfit_after)
    try:
        edition = edition_now(game, hash, store.read_now(read_edition_text(hash)) or "", folder)
        match = deal_again(game, edition, kept)
    except Exception as error:  # whatever a half-written setup or edition raises
        return f"table {kept.id} is left as it was: {type(error).__name__}: {error}"
    told = add_fitting(match, lines)
    fitting = [entry.line for entry in match.log.entries]
    record = msgspec.structs.replace(
        last,
        version=game.about.version,
        layout=layout_of(game),
        state=match.state_text,
        pending={},
        renewals=[],
        unfit=lines[len(fitting) :],
        unfit_after=hash_of(fitting),
    )
    new = {"edition": edition.hash, "foreign": foreign(game, edition), "seq": kept.table.seq + 1}
    table = msgspec.structs.replace(kept.table, **new)
    store.submit(keep_edition(edition.hash, edition.text)).result()
    change = Change(id=kept.id, table=table, match=record, cut=0, lines=fitting)
    store.submit(apply_change(change)).result()
    return f"table {kept.id} {told}"


def deal_again(game: Game, edition: Edition, kept: Kept) -> Match:
    """The match of a table before its first move."""
    last = kept.matches[kept.table.number]
    save = save_of(kept.table, last, EditionMark(edition.id, edition.hash), kept.lines)
    return Match.deal_again(Frozen(save, last.secret), game, edition)


def main(url: str, name: str, folder: str = "") -> None:
    store = Store(url)
    try:
        for sentence in refit(store, name, Path(folder) if folder else None):
            print(sentence, flush=True)
    finally:
        store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
