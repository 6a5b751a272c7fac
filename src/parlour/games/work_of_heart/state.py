"""The table of Work of Heart.

Spaces are numbered row by row over the map, so a set of spaces is one 64-bit mask. Hand slots keep their
place: who has seen a card (`seen`) and which cards it can still be (`maybe`) belong to the slot and are public.
"""

import numpy as np

from parlour.engine.answers import answers_field
from parlour.engine.jit import places
from parlour.engine.record import HEADER, POINT, SEAT, SEATS, Names, field, record
from parlour.games.work_of_heart import ABOUT


def set_of(*members):
    """Constants as the bits of one integer: a group by name."""
    return np.int64(sum(1 << int(i) for i in members))


# Capacities: an edition may have fewer of each, never more. Sets of spaces, action cards and events are 64 bits wide.
SPACES = 63
NEAR = 6
FACES = 6
RANKS = 3
INTERESTS = 16
DAYS = 7
ACTIONS = 31
# There are only so many threes of six main traits.
GROUP_EVENTS = 20
STANDARD_EVENTS = 62
EVENTS = GROUP_EVENTS + STANDARD_EVENTS
ANSWERS = 4
BONUSES = 16
HAND = 8
LIMITS = {
    "spaces": SPACES,
    "interests": INTERESTS,
    "actions": ACTIONS,
    "group_events": GROUP_EVENTS,
    "standard_events": STANDARD_EVENTS,
    "bonuses": BONUSES,
    "days": DAYS,
}

TRAITS = ("charm", "brawn", "kindness", "smarts", "tenacity", "humor", "mojo")
CHARM, BRAWN, KINDNESS = places(TRAITS, "charm", "brawn", "kindness")
SMARTS, TENACITY, HUMOR, MOJO = places(TRAITS, "smarts", "tenacity", "humor", "mojo")
MAIN = len(TRAITS) - 1
PERKS = ("charm", "brawn", "kindness", "smarts", "tenacity", "humor", "mojo-1", "mojo-2")
MOJO_1, MOJO_2 = places(PERKS, "mojo-1", "mojo-2")

KINDS = ("trait", "event", "action", "quad", "trait-building", "love-building")
TRAIT_SPACE, EVENT_SPACE, ACTION_SPACE = places(KINDS, "trait", "event", "action")
QUAD, TRAIT_BUILDING, LOVE_BUILDING = places(KINDS, "quad", "trait-building", "love-building")
# The Quad is neither.
WALKWAYS = set_of(TRAIT_SPACE, EVENT_SPACE, ACTION_SPACE)
BUILT = set_of(TRAIT_BUILDING, LOVE_BUILDING)

DIFFICULTIES = ("easy", "medium", "hard")
MODES = ABOUT.mode_names
HAREM, RIVAL = places(MODES, "harem", "romantic-rival")
SOLO, DOUBLE = places(MODES, "flying-solo", "double-date")

STEP_LANDS, SHARE_TIES = places(ABOUT.ruling_names, "step-lands", "share-ties")
DRAW_TIES, FEW_WINDOWS = places(ABOUT.ruling_names, "draw-ties", "few-windows")

# Who is asked for what, or what chance draws; the last three only say where to go on.
PHASES = [
    "woo",
    "pick",
    "ready",
    "move",
    "bump",
    "tile",
    "luck",
    "discard",
    "keep",
    "answer",
    "group",
    "raise",
    "lower",
    "target",
    "step",
    "court",
    "courted",
    "done",
    "six",
    "heckle",
    "tie",
    "roll",
    "draw",
    "event",
    "face",
    "die",
    "snatch",
    "reveal",
    "interrupt",
    "reply",
    "entry",
    "landed",
    "refill",
]
WOO, PICK, READY, MOVE, BUMP, TILE, LUCK = places(PHASES, "woo", "pick", "ready", "move", "bump", "tile", "luck")
DISCARD, KEEP, ANSWER, GROUP = places(PHASES, "discard", "keep", "answer", "group")
RAISE, LOWER, TARGET, STEP = places(PHASES, "raise", "lower", "target", "step")
COURT, COURTED, DONE, SIX, HECKLE, TIE = places(PHASES, "court", "courted", "done", "six", "heckle", "tie")
ROLL, DRAW, EVENT, FACE, DIE = places(PHASES, "roll", "draw", "event", "face", "die")
SNATCH, REVEAL, INTERRUPT, REPLY = places(PHASES, "snatch", "reveal", "interrupt", "reply")
ENTRY, LANDED, REFILL = places(PHASES, "entry", "landed", "refill")


# The steps of a turn at which others may interrupt.
TURN_STEPS = ("start", "rolled", "landed", "six", "roll")
AT_START, AT_ROLLED, AT_LANDED, AT_SIX, AT_ROLL = places(TURN_STEPS, "start", "rolled", "landed", "six", "roll")

# What an edition says of when a card may be played: own turn, own affection roll, another's six, another's affection
# roll; without a window, any time.
TIMINGS = ("own", "other", "any")
WINDOWS = ("move", "court", "six", "heckle")
# The same in full: five moments of one's own turn and four of another's; a guest makes a roll on another's turn.
MOMENTS = ("ready", "move", "court", "courted", "done", "step", "six", "heckle", "guest")
IN_READY, IN_MOVE, IN_COURT, IN_COURTED = (
    np.int64(1) << i for i in places(MOMENTS, "ready", "move", "court", "courted")
)
IN_DONE, IN_STEP, IN_SIX, IN_HECKLE = (np.int64(1) << i for i in places(MOMENTS, "done", "step", "six", "heckle"))
AS_GUEST = np.int64(1) << places(MOMENTS, "guest")[0]

EFFECTS = [
    "nothing",
    "raise",
    "liked",
    "lowest",
    "any",
    "trade",
    "draw",
    "refresh",
    "spark",
    "sweep",
    "home",
    "step",
    "banish",
    "swap",
    "pinch",
    "peek",
    "together",
    "hurry",
    "freestyle",
    "cab",
    "barefoot",
    "boost",
    "again",
    "triple",
    "encore",
    "heckle",
    "jinx",
    "cheer",
]
NOTHING, RAISES, LIKED, LOWEST, ANY, TRADE = places(EFFECTS, "nothing", "raise", "liked", "lowest", "any", "trade")
DRAWS, REFRESH, SPARK, SWEEP, HOME, STEPS = places(EFFECTS, "draw", "refresh", "spark", "sweep", "home", "step")
BANISH, SWAP, PINCH, PEEK, TOGETHER = places(EFFECTS, "banish", "swap", "pinch", "peek", "together")
HURRY, FREESTYLE, CAB, BAREFOOT = places(EFFECTS, "hurry", "freestyle", "cab", "barefoot")
BOOST, AGAIN, TRIPLE, ENCORE = places(EFFECTS, "boost", "again", "triple", "encore")
HECKLES, JINX, CHEER = places(EFFECTS, "heckle", "jinx", "cheer")
# Effects on somebody else, on one's own walk, on an affection roll, and those by which one leaves where one is.
ON_OTHERS = set_of(BANISH, SWAP, PINCH, PEEK, TOGETHER)
ON_WALK = set_of(HURRY, FREESTYLE, CAB, BAREFOOT)
ON_ROLL = set_of(BOOST, AGAIN, TRIPLE, ENCORE, HECKLES, JINX)
LEAVING = set_of(SWAP, HOME)

QUIRKS = [
    "accidents",
    "muse",
    "owl",
    "lark",
    "solace",
    "magpie",
    "stroll",
    "storyteller",
    "gossip",
    "gamble",
    "tidy",
    "swagger",
]
ACCIDENTS, MUSE, OWL, LARK, SOLACE, MAGPIE = places(QUIRKS, "accidents", "muse", "owl", "lark", "solace", "magpie")
STROLL, STORYTELLER, GOSSIP = places(QUIRKS, "stroll", "storyteller", "gossip")
GAMBLE, TIDY, SWAGGER = places(QUIRKS, "gamble", "tidy", "swagger")

# What bonus cards look at: some things are counted as they happen, by the column of `tally` that the constant
# names; the others can be read off the table.
TALLIED = [
    "tiles",
    "events",
    "actions",
    "fails",
    "sixes",
    "exiles",
    "perks",
    "distance",
]
TALLIES = len(TALLIED)
CRITERIA = [*TALLIED, "buildings", "mojo", "hand", "strays"]
TILES, EVENTS_DRAWN, ACTIONS_PLAYED, FAILS = places(CRITERIA, "tiles", "events", "actions", "fails")
SIXES, EXILES, PERKS_USED, DISTANCE = places(CRITERIA, "sixes", "exiles", "perks", "distance")
BUILDINGS, MOJO_LEVEL, HAND_LEFT, STRAYS = places(CRITERIA, "buildings", "mojo", "hand", "strays")

# What the numbers below name, for observations.
PHASE = Names("phase", len(PHASES))
YES = Names("yes", 2)
SPACE = Names("space", SPACES, "spaces")
TRAIT = Names("trait", len(TRAITS))
STOP = Names("step", len(TURN_STEPS))
WINDOW = Names("window")
EFFECT = Names("effect", len(EFFECTS))
LEVEL = Names("level")
TRAIT_FACE = Names("face", FACES, "trait_faces")
INTEREST = Names("interest", INTERESTS, "interests")
EVENT_CARD = Names("event", EVENTS, "event_cards")
CARD = Names("card", ACTIONS, "actions")
BONUS = Names("bonus", BONUSES, "bonuses")
SLOT = Names("slot", HAND)

STATE = record(
    *HEADER,
    field("phase", "i1", (), "all", "phase", "what is being decided or drawn", PHASE),
    field("back", "i1", (), "all", "choice", "where play goes on after a choice or a draw", PHASE),
    field("turn", "i1", (), "all", "seat", "whose turn it is; NONE until the first day begins", SEAT),
    field("actor", "i1", (), "all", "seat", "whose landing or affection roll is being resolved", SEAT),
    field("agent", "i1", (), "all", "seat", "whose card or answer is being carried out", SEAT),
    field("day", "i1", (), "all", "count", "the day, Monday being 0", Names("day", DAYS, "days")),
    field("lap", "i1", (), "all", "count", "the round of the day, the first being 0", Names("lap")),
    field("roll", "i1", (), "all", "count", "the movement roll; NONE before it", Names("pip")),
    field(
        "paces", "i2", (), "all", "bits", "bit k: k steps may be walked; bit 0: any building by cab", Names("pace", 16)
    ),
    field("origin", "i1", (), "all", "place", "where the walk began", SPACE),
    field("goal", "i1", (), "all", "place", "the taken space that was walked to", SPACE),
    field("contested", "i1", (), "all", "place", "the taken space that is being left again", SPACE),
    field("bumped", "i8", (), "all", "bits", "taken spaces that this walk has met at its end", SPACE),
    field("lifted", "i1", (), "all", "choice", "1: tiles do not count for the walker this turn", YES),
    field("peeked", "i1", (), "all", "place", "the space that the walker has looked under this turn", SPACE),
    field("stepped", "i1", (), "all", "choice", "1: a step from an event was resolved as a landing this turn", YES),
    field("opened", "i1", (), "all", "bits", "steps of this turn at which others were asked", STOP),
    field(
        "window", "i1", (), "all", "choice", "the step at which others interrupt the turn; NONE if they do not", STOP
    ),
    field(
        "step", "i1", (), "all", "choice", "the step that others were asked about last; an affection roll is one", STOP
    ),
    answers_field("polled", SEAT),
    field("eager", "i1", (), "all", "bits", "seats that interrupt the turn and have not had their say", SEAT),
    field(
        "jeering", "i1", (), "all", "bits", "seats that interrupt the affection roll and have not had their say", SEAT
    ),
    field("voices", "i1", (), "all", "bits", "the seats that interrupted when they were last asked", SEAT),
    field("heard", "i1", (), "all", "choice", "1: somebody has interrupted this step of the turn", YES),
    field("entered", "i1", (), "all", "bits", "seats that have entered a building and may court there", SEAT),
    field("resume", "i1", (), "all", "choice", "where play goes on when they have had it", PHASE),
    # With few windows only.
    field("windows", "i1", (), "all", "count", "reaction windows opened this turn", WINDOW),
    field(
        "called",
        "i1",
        (SEATS,),
        "all",
        "count",
        "questions in reaction windows that a seat was asked today",
        WINDOW,
        SEAT,
    ),
    field(
        "open", "i1", (), "all", "choice", "1: cards may answer this six, if the seat's limit of the day allows it", YES
    ),
    field("offered", "i1", (), "all", "choice", "1: whoever is answering may play a card", YES),
    field("wanted", "i1", (), "all", "choice", "the effect that waits for a target", EFFECT),
    field("amount", "i1", (), "all", "count", "levels to raise, or the effect's number", LEVEL),
    field(
        "given",
        "i1",
        (),
        "all",
        "choice",
        "the trait that a level was given up of, for another; NONE if none was",
        TRAIT,
    ),
    field("mark", "i1", (), "all", "seat", "the seat that a card is stolen from", SEAT),
    field("drawer", "i1", (), "all", "seat", "who draws action cards; NONE if nobody", SEAT),
    field("owed", "i1", (), "all", "count", "action cards still to be drawn", CARD),
    field("face", "i1", (), "all", "choice", "the trait die", TRAIT_FACE),
    field("die", "i1", (), "all", "count", "the movement die of an affection roll", Names("pip")),
    field("extra", "i1", (), "all", "number", "what cards add to the affection roll", LEVEL),
    field("less", "i1", (), "all", "number", "what cards take from it", LEVEL),
    field("encore", "i1", (), "all", "choice", "1: a failed roll does not use up the day's attempt", YES),
    field("card", "i1", (), "all", "card", "the event that was drawn last", EVENT_CARD),
    field(
        "events",
        "i8",
        (2,),
        "all",
        "bits",
        "group and standard events that were not drawn since the last shuffle",
        Names("event", STANDARD_EVENTS),
        Names("deck", 2),
    ),
    field("pile", "i1", (), "all", "count", "cards in the action deck", CARD),
    field("deck", "i8", (), "nobody", "bits", "bit c: card c is in the action deck", CARD),
    field("fresh", "i8", (), "all", "bits", "bit c: card c was in the deck when it was last shuffled", CARD),
    field("thrown", "i8", (), "all", "bits", "bit c: card c lies face up among the discards", CARD),
    field("loves", "i1", (SEATS,), "all", "choice", "whom a seat courts", INTEREST, SEAT),
    field("space", "i1", (SEATS,), "all", "place", "where a seat's pawn stands", SPACE, SEAT),
    field("level", "i1", (SEATS, len(TRAITS)), "all", "count", "trait levels", LEVEL, SEAT, TRAIT),
    field("used", "i2", (SEATS,), "all", "bits", "bit p: perk p was used today", Names("perk", len(PERKS)), SEAT),
    field("hearts", "i1", (SEATS,), "all", "count", "successful affection rolls", Names("heart"), SEAT),
    field("tried", "i1", (SEATS,), "all", "choice", "1: today's attempt is used", YES, SEAT),
    field("spark", "i1", (SEATS,), "all", "count", "what is added to the next affection roll", LEVEL, SEAT),
    field("bonus", "i1", (SEATS,), "all", "count", "points from bonus cards", POINT, SEAT),
    field(
        "tally",
        "i2",
        (SEATS, TALLIES),
        "all",
        "count",
        "what bonus cards may ask about",
        Names("time"),
        SEAT,
        Names("tally", TALLIES),
    ),
    field("visited", "i8", (SEATS,), "all", "bits", "bit b: the seat has ended a move in this building", SPACE, SEAT),
    field("held", "i1", (SEATS,), "all", "count", "action cards in hand", CARD, SEAT),
    field("hand", "i1", (SEATS, HAND), "seen", "card", "action cards by slot", CARD, SEAT, SLOT),
    field("seen", "i1", (SEATS, HAND), "all", "bits", "bit s: seat s has seen the card in this slot", SEAT, SEAT, SLOT),
    field(
        "maybe",
        "i4",
        (SEATS, HAND),
        "all",
        "bits",
        "bit c: this slot can hold card c, as far as all know",
        CARD,
        SEAT,
        SLOT,
    ),
    field("pick", "i1", (SEATS,), "owner", "card", "the bonus card that a seat has put into the deck", BONUS, SEAT),
    field("gone", "i4", (SEATS,), "owner", "bits", "bonus cards that were gone when the seat picked", BONUS, SEAT),
    field("shown", "i4", (), "all", "bits", "bonus cards turned up at the end", BONUS),
    field("shared", "i1", (), "all", "bits", "tied seats that have agreed to share", SEAT),
    answers_field("answer", SEAT, Names("answer", len(TRAITS) + 1)),
    field("tile", "i1", (SPACES,), "all", "seat", "whose tile lies on a space", SEAT, SPACE),
)
