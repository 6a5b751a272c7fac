"""Parlour in a terminal: a table drawn in text, numbered moves, and a curtain between two who share a screen."""
