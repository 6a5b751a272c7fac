"""What browsers complain about: errors that nothing caught, and errors and warnings of the console."""


class Complaints:
    """A test fails on each of them, unless it names a part of its text: `@pytest.mark.complains("404")`."""

    def __init__(self):
        self.heard, self.allowed = [], []

    def listen(self, context):
        """To all pages of a context, those that it opens later too."""
        context.on("weberror", lambda said: self.heard.append(f"uncaught: {said.error}"))
        context.on("console", self.note)

    def note(self, said):
        if said.type in ("error", "warning"):
            self.heard.append(f"{said.type}: {said.text} ({said.location.get('url', '')})")

    def allow(self, *names):
        """What the test that runs brings about by what it does now."""
        self.allowed += names

    def unnamed(self, names):
        """What was heard in this test and no name explains."""
        heard, names = self.heard, [*names, *self.allowed]
        self.heard, self.allowed = [], []
        return [text for text in heard if not any(name in text for name in names)]


# What Chromium says of a line that is cut, and of a server that is gone.
CUT = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_INTERNET_DISCONNECTED", "WebSocket connection to")
# All browsers of a run talk to one listener: contexts outlive the tests of a module that share them.
complaints = Complaints()
listen = complaints.listen
