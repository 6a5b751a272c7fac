"""The rules against a slow and obvious twin, and the couple that knows everything against every line of play."""

import itertools

from games.held_hands.naive import COLOURS, Table, World, play_twins
from games.held_hands.naive_search import can_win
from parlour.engine import registry
from parlour.engine.record import OVER


def test_twins_play_the_same_games():
    assert play_twins(500, seed=1) > 20_000


def small_edition(game):
    """The tiny edition with one Happy and one Anger objective, so that the order of the decks decides."""
    text = game.edition("tiny").text.replace("objectives = 2", "objectives = 1")
    anger = 'colour = "red"\nbalance = 1\nobjectives = '
    return game.edition_from(text.replace(f"{anger}0", f"{anger}1"))


def orders(counts):
    """Every order of a deck that holds so many of each."""
    things = [thing for thing, count in enumerate(counts) for _ in range(count)]
    return sorted(set(itertools.permutations(things)))


def is_won_by_some_line(game, edition, cards, goals):
    """Every line of play with the fast rules, whatever was seen before; the decks lie as given."""
    todo = [(game.new(edition, 2, 0, game.about.ruling_bits({}), 0), cards, goals, ((), ()))]
    while todo:
        g, cards, goals, piles = todo.pop()
        if g["seat"][0] == OVER:
            if g["result"][0][0]:
                return True
            continue
        for m, later in lines(game, edition, g, cards, goals):
            todo.append(follow(game, edition, g, m, later, piles))
    return False


def lines(game, edition, g, cards, goals):
    """The moves of whoever decides, each with the decks after it; chance brings what lies on top."""
    moves = game.legal(edition, g)
    if g["seat"][0] >= 0:
        return [(m, (cards, goals)) for m in moves]
    if game.moves.kind(moves[0]).name == "draw":
        return [(game.moves.make("draw", cards[0], 0), (cards[1:], goals))]
    return [(game.moves.make("reveal", goals[0], 0), (cards, goals[1:]))]


def follow(game, edition, g, m, decks, piles):
    """Play a move; a pile that is shuffled back goes under the deck as it was played."""
    after, walker = game.play(edition, g, m), int(g["turn"][0])
    cards, goals = decks
    if game.moves.kind(m).name == "step":
        played = int((after["pile"][0] - g["pile"][0]).max(axis=0).argmax())
        piles = tuple((*pile, played) if s == walker else pile for s, pile in enumerate(piles))
    if after["shuffles"][0] > g["shuffles"][0]:
        back = next(s for s in range(2) if piles[s] and not after["pile"][0][s].any())
        cards = cards + piles[back]
        piles = tuple(() if s == back else pile for s, pile in enumerate(piles))
    return after, cards, goals, piles


def test_the_couple_that_knows_everything_wins_exactly_where_some_line_wins():
    game = registry.load("held_hands")
    edition = small_edition(game)
    world, e = World(edition.text), edition.record[0]
    answers = []
    for cards, goals in itertools.product(orders(e.copies), orders(e.aims)):
        names = [(COLOURS[k // 4], COLOURS[k % 4]) for k in cards]
        answers.append(can_win(Table(world, 0), names, [COLOURS[c] for c in goals]))
        assert answers[-1] == is_won_by_some_line(game, edition, cards, goals)
    assert (answers.count(True), answers.count(False)) == (12, 12)
