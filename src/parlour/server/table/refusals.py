"""What somebody is answered in place of what they asked for. It is no fault, and nothing has changed."""


class NoSuchTable(KeyError):
    """There is no table with that id."""


class Denied(Exception):
    """A request or message that is denied: kind, sentence, clause."""

    def __init__(self, kind: str, text: str, clause: str = "") -> None:
        super().__init__(text)
        self.kind, self.text, self.clause = kind, text, clause


class NotAllowed(Denied):
    """It needs a seat or a right that whoever asks does not have, or another moment."""

    def __init__(self, text: str) -> None:
        super().__init__("not-allowed", text)


class Busy(Denied):
    """Too many expensive requests at once."""

    def __init__(self, text: str) -> None:
        super().__init__("busy", text)


class DoesNotFit(ValueError):
    """A wish for a table that the game cannot fulfil, in a sentence for whoever wishes it."""
