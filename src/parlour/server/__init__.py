"""Tables for people: the lobby over HTTP, the table over a socket, everything kept in a database."""
