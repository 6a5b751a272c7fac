"""Verifying: a whole record against the rules and against the secrets that were revealed."""

import hashlib

from parlour.engine.chance import live_index
from parlour.engine.log import COUNTS_UNDOS, Draws, Entry, Frozen, Save, SaveError
from parlour.engine.match.playing import Match


def verify(save: Save, name: str) -> dict[str, int]:
    """Check a whole record: every move legal, every draw as the revealed secrets say.

    Returns how many draws there are, how many were verified and how many cannot be (secret not revealed).
    """
    match = Match.thaw(Frozen(save), name)
    counts = {"moves": match.ply, "draws": 0, "verified": 0, "unrevealed": 0}
    for ply, entry in enumerate(match.log.entries):
        if entry.index is None:
            continue
        counts["draws"] += 1
        stretch = next((d for d in reversed(save.draws) if d.start <= ply), None)
        if stretch is None or stretch.secret is None:
            counts["unrevealed"] += 1
            continue
        if entry.undos and save.header != COUNTS_UNDOS:
            raise SaveError(f"{name} does not verify: move {ply + 1} was drawn anew after something was taken back")
        check_draw(stretch, entry, ply, match.log.hashes[ply], name)
        counts["verified"] += 1
    return counts


def check_draw(stretch: Draws, entry: Entry, ply: int, log_hash: str, name: str) -> None:
    """One draw against its secret and commitment."""
    try:
        secret = bytes.fromhex(stretch.secret or "")
    except ValueError:
        raise SaveError(f"{name} is damaged: a secret is not a hexadecimal number") from None
    if hashlib.sha256(secret).hexdigest() != stretch.commitment:
        raise SaveError(f"{name} does not verify: the secret is not the one that was committed to")
    if live_index(secret, tuple(stretch.nonces), entry.n, ply, entry.undos, log_hash) != entry.index:
        raise SaveError(f"{name} does not verify: move {ply + 1} is not what the secret draws")
