"""What looks on while games are played for nothing but their ends: nothing does."""


def begin_notes(books, index, turn):
    pass


def leave_out(e, g, n, bot, room, books):
    return n


def is_drawn(e, g, room, books):
    return False


def note_step(e, states, m, working, books, row):
    pass


def note_outcome(e, g, books, row):
    pass


def note_game(e, run, states, working, books, row, sums):
    pass


KERNELS = (begin_notes, leave_out, is_drawn, note_step, note_outcome, note_game)
