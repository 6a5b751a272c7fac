"""What somebody is told of an edition that they bring."""

import msgspec

from parlour.editions.checking import check_text

# Faults and remarks that are told of a file, and characters of each.
MOST_TOLD, MOST_SAID = 40, 400


class Verdict(msgspec.Struct, kw_only=True):
    """What somebody is told of an edition; `hash` is empty if it cannot be used."""

    hash: str = ""
    id: str = ""
    title: str = ""
    by: str = ""
    faults: list[str] = []
    remarks: list[str] = []
    # How many faults there are beside those that are told.
    more: int = 0


def verdict_on(game: str, text: str, file: str) -> Verdict:
    """Check an edition's text in this process."""
    found = check_text(game, text, file)
    told = [str(fault)[:MOST_SAID] for fault in found.faults[:MOST_TOLD]]
    remarks = [str(remark)[:MOST_SAID] for remark in found.remarks[:MOST_TOLD]]
    if found.content is None:
        return Verdict(faults=told, more=len(found.faults) - len(told))
    content = found.content
    return Verdict(hash=found.hash, id=content.id, title=content.title, by=content.by, remarks=remarks)
