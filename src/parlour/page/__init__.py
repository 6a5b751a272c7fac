"""Parlour as a page: a folder of static files in which bots play, without a server. `parlour pages` writes it."""
