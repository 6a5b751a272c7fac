"""Editions for people who make them: written as a file or as sheets, checked whole, compared, and listed.

Nothing here loads a game's rules or the compiler: only the module that says what an edition of that game may hold.
"""
