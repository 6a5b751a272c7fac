"""Play in a terminal: a table drawn as text, numbered moves, and a cleared screen between two people who share it."""
