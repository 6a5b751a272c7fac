"""Keepsakes with a fault in `hide`, `see` or `imagine`."""

from collections.abc import Callable
from typing import Any

import numpy as np

import checks
from games.template.faults import WHOLE, caught_by, exact, no_leak
from parlour.engine.chance import below
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import HIDDEN, NONE, OVER, PUBLIC
from parlour.games.template.moves import DEAL, GIVE, MOVES, POST, TUCK
from parlour.games.template.state import HAND, MANTELPIECE

# hide


@caught_by(checks.check_imagine_round_trip)
def hide_forgets_the_drawer():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        H["deck"] = G["deck"]

    return {"hide_from": hide_from}


@caught_by(checks.check_hide, checks.check_answers_in_any_order)
def hide_shows_answers():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        H["answer"] = G["answer"]

    return {"hide_from": hide_from}


@caught_by(checks.check_answers_in_any_order)
def hide_shows_that_somebody_answered():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        if G["asked"][0]:
            H["answer"][G["answer"] == NONE] = NONE

    return {"hide_from": hide_from}


@caught_by(exact)
def hide_forgets_a_peek_when_the_turn_is_over():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        if G["turn"][0] != (seat + 1) % 2 and G["seat"][0] != OVER:
            cells = H["card"][0][MANTELPIECE:]
            cells[cells >= 0] = HIDDEN

    return {"hide_from": hide_from}


@caught_by(exact)
def hide_forgets_what_was_given_away():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        if G["seat"][0] != OVER:
            for slot in range(MANTELPIECE):
                if slot // HAND != seat and H["card"][0][slot] != NONE:
                    H["card"][0][slot] = HIDDEN

    return {"hide_from": hide_from}


@caught_by(checks.check_hide)
def hide_changes_the_header():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        H["news"] = 0

    return {"hide_from": hide_from}


@caught_by(checks.check_hide)
def hide_is_not_idempotent():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        if G["seat"][0] != OVER:
            H["deck"] = G["deck"] + 1

    return {"hide_from": hide_from}


@caught_by(checks.check_erased_stays_hidden)
def hide_shows_a_slot_of_a_rival():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        H["card"][0][HAND] = G["card"][0][HAND]

    return {"hide_from": hide_from}


@caught_by(checks.check_erased_stays_hidden, checks.check_spectator_knows_least)
def hide_shows_a_spectator_everything():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        if seat == PUBLIC:
            H["card"] = G["card"]

    return {"hide_from": hide_from}


@caught_by(checks.check_erased_stays_hidden)
def hide_shows_the_post():
    def hide_from(E, G, H, seat):
        WHOLE.hide_from(E, G, H, seat)
        H["card"][0][MANTELPIECE:] = G["card"][0][MANTELPIECE:]

    return {"hide_from": hide_from}


# see


def seeing(show: Callable[[Any, int, int], bool]) -> dict[str, Any]:
    """See that shows some moves whole."""
    return {"see_move": lambda E, G, m, seat: int(m) if show(G, m, seat) else WHOLE.see_move(E, G, m, seat)}


@caught_by(exact)
def see_shows_a_dealt_card():
    return seeing(lambda G, m, seat: kind_of(m) == DEAL)


@caught_by(exact)
def see_shows_the_post():
    return seeing(lambda G, m, seat: kind_of(m) == POST)


@caught_by(exact)
def see_shows_an_answer():
    return seeing(lambda G, m, seat: kind_of(m) == GIVE)


@caught_by(checks.check_see)
def see_erases_a_move_for_its_own_seat():
    return {"see_move": lambda E, G, m, seat: int(m) >> 24 << 24}


@caught_by(no_leak, exact)
def see_depends_on_a_secret():
    """A tuck is seen whole only if it was a vow."""

    def see_move(E, G, m, seat):
        if kind_of(m) == TUCK and seat != G["seat"][0]:
            card = G["card"][0][int(G["victim"][0]) * HAND + a_of(m)]
            if E["kind"][0][card] != 0:
                return MOVES.make("tuck", NONE)
        return WHOLE.see_move(E, G, m, seat)

    return {"see_move": see_move}


# imagine


def imagining(change: Callable[[Any, Any, int, Any], None]) -> dict[str, Any]:
    """Imagine, then spoil the world."""

    def imagine_world(E, H, W, seat, rng):
        WHOLE.imagine_world(E, H, W, seat, rng)
        if H["seat"][0] != OVER:
            change(E, H, seat, W)

    return {"imagine_world": imagine_world}


def fill_in_turn(E, H, W, seat, rng, fits) -> None:
    """Hidden slots in order, each with a random unseen card that fits; begins again when one is stuck."""
    # As plain numbers: exactness asks for hundreds of thousands of worlds.
    shown, seal, kind = H["card"][0].tolist(), E["seal"][0].tolist(), E["kind"][0].tolist()
    left = [c for c in range(int(E["cards"][0])) if c not in shown]
    shows, maybe = H["shows"][0].tolist(), H["maybe"][0].tolist()
    fitting = {
        slot: [c for c in left if fits(shows[slot], maybe[slot], seal[c], kind[c])]
        for slot, card in enumerate(shown)
        if card == HIDDEN
    }
    while True:
        cards, unseen = shown.copy(), left.copy()
        for slot, those in fitting.items():
            choice = [c for c in those if c in unseen]
            if not choice:
                break
            cards[slot] = choice[below(rng, len(choice))]
            unseen.remove(cards[slot])
        else:
            break
    W[0] = H[0]
    W["card"][0] = cards
    W["deck"] = sum(1 << c for c in unseen)
    for other in range(int(H["seats"][0])):
        held = np.flatnonzero(H["card"][0][other * HAND : (other + 1) * HAND] != NONE)
        if H["answer"][0][other] == HIDDEN:
            asked = int(H["asked"][0]) >> other & 1
            W["answer"][0][other] = NONE if asked else held[below(rng, len(held))]


def fits_seal(shows: int, seal: int) -> bool:
    return shows in (NONE, seal)


def fits_kind(maybe: int, kind: int) -> bool:
    return bool(maybe >> kind & 1)


def filling(fits) -> dict[str, Any]:
    def imagine_world(E, H, W, seat, rng):
        if H["seat"][0] == OVER:
            W[0] = H[0]
        else:
            fill_in_turn(E, H, W, seat, rng, fits)

    return {"imagine_world": imagine_world}


@caught_by(exact)
def imagine_fills_crossing_constraints_in_turn():
    return filling(lambda shows, maybe, seal, kind: fits_seal(shows, seal) and fits_kind(maybe, kind))


@caught_by(exact, checks.check_imagine_round_trip)
def imagine_ignores_the_seal():
    return filling(lambda shows, maybe, seal, kind: fits_kind(maybe, kind))


@caught_by(exact, checks.check_imagine_round_trip)
def imagine_ignores_what_it_cannot_be():
    return filling(lambda shows, maybe, seal, kind: fits_seal(shows, seal))


@caught_by(exact)
def imagine_always_says_the_same():
    def imagine_world(E, H, W, seat, rng):
        WHOLE.imagine_world(E, H, W, seat, np.zeros(1, np.uint64))

    return {"imagine_world": imagine_world}


@caught_by(exact)
def imagine_likes_low_cards():
    """Of two worlds it takes the one with the lower cards in the hands."""

    def imagine_world(E, H, W, seat, rng):
        other = W.copy()
        WHOLE.imagine_world(E, H, W, seat, rng)
        WHOLE.imagine_world(E, H, other, seat, rng)
        if below(rng, 4) == 0 and other["card"][0][:MANTELPIECE].sum() < W["card"][0][:MANTELPIECE].sum():
            W[0] = other[0]

    return {"imagine_world": imagine_world}


@caught_by(exact)
def imagine_forgets_answers():
    def change(E, H, seat, W):
        W["answer"] = H["answer"]

    return imagining(change)


@caught_by(exact)
def imagine_supposes_the_first_answer():
    def change(E, H, seat, W):
        for other in range(2):
            if other != seat and W["answer"][0][other] != NONE:
                W["answer"][0][other] = 0

    return imagining(change)


@caught_by(checks.check_imagine_round_trip)
def imagine_loses_a_card():
    def change(E, H, seat, W):
        W["deck"] &= W["deck"] - 1

    return imagining(change)


@caught_by(checks.check_imagine_round_trip)
def imagine_changes_who_has_seen_what():
    def change(E, H, seat, W):
        W["seen"][0][W["card"][0] != NONE] |= 2

    return imagining(change)
