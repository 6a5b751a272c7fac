"""One table: who sits there, what they ask, what they are shown, and what bots play."""
