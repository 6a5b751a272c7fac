"""Things: every game names what its moves are about; and a bot that is banned from one chooses it only if it must."""

import json

import numpy as np
import pytest
from studies import plan_of, play

from parlour.engine import registry
from parlour.engine.chance import below, stream
from parlour.engine.kernels import END
from parlour.engine.record import CHANCE, OVER, WIN
from parlour.engine.things import MOST_WAYS, both, first_thing, second_thing
from parlour.lab import estimates, sections
from parlour.lab.kernels.book import CHOSEN, COUNTS, OFFERED, ROW, WHEN
from parlour.lab.kernels.book import GAMES as IN_GAMES
from parlour.lab.measures import Played
from parlour.lab.plan import arms_of
from parlour.lab.playing import Piece, play_piece
from parlour.lab.results import Results
from parlour.lab.things import families_of, rule_of, things_of, ways_of, ways_rule_of

GAMES = [name for name in registry.names(shelf_only=True) if families_of(registry.load(name))]
# What random games may never bring up.
RARE = {"discard", "bonus"}


def test_every_game_of_the_house_has_things():
    own = {"heartcatchers", "held_hands", "labor_of_love", "perfect_match", "work_of_heart"}
    assert own <= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_every_move_is_about_a_thing_that_the_edition_names(name):
    game = registry.load(name)
    edition = game.base
    things, thing = things_of(game, edition), rule_of(game)
    rooms = sum(family.room for family in families_of(game))
    assert things.ways == rooms
    met, about = set(), 0
    for index in range(3):
        mode, seats = list(game.variants())[index % len(list(game.variants()))]
        rng = stream(7, index)
        g = game.new(edition, seats, mode, game.about.ruling_bits({}))
        while g["seat"][0] != OVER:
            moves = game.legal(edition, g)
            for m in moves:
                t = thing(edition.record[0], g[0], m)
                for one in (int(first_thing(t)), int(second_thing(t))):
                    assert -1 <= one < rooms
                    if one >= 0:
                        family, label = things.labels[one]
                        assert label, (game.moves.text(m), family)
                        met.add(family)
                about += int(first_thing(t)) >= 0 and g["seat"][0] != CHANCE
            g = game.play(edition, g, moves[int(below(rng, len(moves)))])
    assert about > 50
    assert {family.name for family in families_of(game)} - met <= RARE


def test_one_number_holds_two_things():
    t = both(3, 900)
    assert (first_thing(t), second_thing(t)) == (3, 900)
    assert (first_thing(both(3, -1)), second_thing(both(3, -1))) == (3, -1)
    assert (first_thing(both(-1, 5)), second_thing(both(-1, 5))) == (5, -1)
    assert (first_thing(-1), second_thing(-1)) == (-1, -1)


def test_copies_of_a_card_are_one_thing():
    game = registry.load("heartcatchers")
    things = things_of(game, game.base)
    copies = [i for i, (_, name) in enumerate(things.labels) if name == "blue-heart"]
    assert len(copies) > 1
    assert {int(things.fold[i]) for i in copies} == {copies[0]}
    assert things.numbers("blue-heart") == things.numbers("card:blue-heart") == copies


def test_what_is_banned_is_chosen_only_where_nothing_else_is_legal():
    plan = plan_of(bots=["greedy"], ban=["card:blue-heart", "card"], ban_games=60)
    free, one, all_ = list(arms_of(plan))[1:]
    assert (free.name, one.name, all_.name) == ("free", "ban card:blue-heart", "ban card")
    things = things_of(plan.game, plan.editions[0])
    (first, *_) = things.numbers("card:blue-heart")
    piece = play_piece(one, 0, 60)
    banned, other = piece.sums[0, first], piece.sums[1, first]
    # Only with nothing but blue hearts in hand, which is late in the game; then nothing else is on offer.
    assert banned[COUNTS + CHOSEN] == banned[COUNTS + OFFERED] == piece.rows["forced"].sum()
    assert other[COUNTS + CHOSEN] < other[COUNTS + OFFERED]
    assert banned[WHEN] / banned[IN_GAMES] > 1.2 * other[WHEN] / other[IN_GAMES]
    # Where every card is banned every choice is forced, and nothing changes.
    piece = play_piece(all_, 0, 60)
    assert piece.rows["forced"].sum() == 60 * 7


def test_a_ban_is_told_as_an_effect_with_its_range(tmp_path):
    play(plan_of(bots=["greedy"], ban=["card"], ban_games=400), tmp_path)
    text = (tmp_path / "report.md").read_text("utf-8")
    assert "Who never chooses card wins as often; chosen all the same 2,800 times, when nothing else was legal" in text
    assert "An effect: one bot may never choose it" in text
    assert "| Without card | 0.0 |" in text


def test_a_diff_says_what_changed_and_what_did_not(tmp_path):
    game = registry.load("heartcatchers")
    (tmp_path / "mine.toml").write_text(game.base.text.replace("love = 3", "love = 9", 1))
    plan = plan_of(bots=["random"], games=1000, editions=["edition", str(tmp_path / "mine.toml")])
    play(plan, tmp_path / "out")
    text = (tmp_path / "out" / "report.md").read_text("utf-8")
    changed, _, rest = text.partition("## Did not change")
    assert "Heartcatchers: mine against the base" in changed
    assert "- numbers.love: 3, now 9" in changed
    assert "<li>numbers.love <s>3</s> <b>9</b></li>" in (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "**Winning score: higher, " in changed
    assert "**Times the lead changes: the same**" in rest
    assert "things are taken as often as before" in rest


def test_a_report_is_one_file_that_runs_and_fetches_nothing(tmp_path):
    play(plan_of(bots=["greedy"], chances=True), tmp_path)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert page.count("<svg") > 6
    assert "<script" not in page
    outside = page.replace("http://www.w3.org/", "")
    assert "http://" not in outside
    assert "https://" not in outside
    assert 'role="img" aria-label="' in page


@pytest.mark.parametrize("name", GAMES)
def test_every_way_to_end_has_a_name(name):
    game = registry.load(name)
    things, families = things_of(game, game.base), ways_of(game)
    rooms = sum(family.room for family in families)
    assert len(things.labels) - things.ways == rooms
    out, told = np.zeros(MOST_WAYS, np.int64), set()
    for index in range(2):
        g = game.new(game.base, *reversed(list(game.variants())[-1]), game.about.ruling_bits({}))
        rng = stream(3, index)
        while g["seat"][0] != OVER:
            moves = game.legal(game.base, g)
            g = game.play(game.base, g, moves[int(below(rng, len(moves)))])
        for seat in range(int(g["seats"][0])):
            count = ways_rule_of(game)(game.base.record[0], g[0], np.int64(seat), out)
            assert 0 <= count <= MOST_WAYS
            ended = [things.labels[things.ways + int(way)] for way in out[:count]]
            assert all(label for _, label in ended)
            told |= {family for family, _ in ended}
    assert told == {family.name for family in families}


def test_ways_to_end_are_counted_with_who_won():
    """Of two seats one has the last turn, and never the starter: its wins are those of whoever goes last."""
    (arm, *_) = plan_of(bots=["random"], games=300).arms
    played = Played(arm, play_piece(arm, 0, 300))
    things = things_of(plan_of().game, plan_of().editions[0])
    rows = {row["way"]: row for row in estimates.way_rows(played, things)}
    last, value, error = rows["the last turn"], *estimates.mean_of(100 * played.by_place()[:, 1])
    assert (last["seats"], last["share"]) == (300, 50.0)
    assert last["won"] == pytest.approx(value)
    assert last["error"] == pytest.approx(error, rel=0.01)
    assert sum(row["seats"] for row in rows.values() if row["family"] == "secrets") == 600
    assert "the last turn" not in {row["thing"] for row in estimates.thing_rows(played, things)}


def test_what_is_drawn_is_chosen_at_random_by_all():
    """A greedy bot whose cards are drawn wins no more than a random one."""
    bots = ["greedy", "random"]
    free, drawn = (plan_of(bots=bots, games=600, draw=draw).arms[0] for draw in ([], ["card"]))
    shares = [Played(arm, play_piece(arm, 0, 600)).by_bot(0).mean() for arm in (free, drawn)]
    assert shares[0] > 0.7
    assert 0.45 < shares[1] < 0.55


def test_a_ruling_is_tried_on_the_same_deals_and_other_bots_play_beside(tmp_path):
    plan = plan_of(bots=["random"], tries=["white-scores=off"], also=["greedy"])
    play(plan, tmp_path)
    text = (tmp_path / "report.md").read_text("utf-8")
    assert "ith white-scores off nothing else changes" in text
    _, _, section = text.partition("\n## With white-scores off")
    assert "\n| Winning score | −0." in section
    assert "| Whoever starts, greedy | 3" in text
    assert "--also greedy --also-games 400 --try white-scores=off" in text
    manifest = json.loads((tmp_path / "manifest.json").read_text("utf-8"))
    assert [arm["rulings"] for arm in manifest["arms"]] == [["white-safe", "white-scores"]] * 2 + [["white-safe"]]


def test_who_wins_together_has_no_even_share():
    """Half of these games are won by both; a ladder among partners says how often they win, and no verdict."""
    plan = plan_of(bots=["random"], ladder=["random", "greedy"], games=4, ladder_games=4)
    arms = {}
    for arm in plan.arms:
        ends, rows = np.zeros(arm.games, END), np.zeros(arm.games, ROW)
        ends["result"][::2, :2] = WIN
        rows["over"] = 1
        arms[arm.name] = Played(arm, Piece(ends, rows, np.zeros((2, 1, 1))))
    assert list(estimates.ladder(arms, plan.margins)) == []
    told = sections.together(Results(plan, arms))
    assert told.title == "Random wins 50.0 of 100 together"
    assert [row[0] for row in told.rows] == ["random", "greedy and random"]
