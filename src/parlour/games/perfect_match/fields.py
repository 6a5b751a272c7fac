"""What each field of an edition of Perfect Match is for, for whoever writes one."""

FIELDS = {
    "numbers.stage": "contestants on the stage",
    "numbers.profile": "traits that a profile asks for",
    "numbers.draw": "cards drawn at the start of a turn",
    "numbers.draw_empty": "cards drawn with an empty hand",
    "numbers.actions": "actions in a turn",
    "numbers.limit": "cards that may stay in hand after a turn",
    "numbers.goals": "hearts that win, with two, three and four players",
    "numbers.starter": "what whoever starts holds before the first turn, with two, three and four players",
    "*.copies": "how many are in the deck with two, three and four players; never fewer with more",
    "traits.letter": "the letter on its cards; each trait has another one",
    "dramas.effect": "what it does",
    "dramas.amount": "how often it does it",
    "profiles.traits": "the ids of the traits that it asks for; one may stand there twice",
    "contestants.hearts": "the hearts that whoever matches them gets",
    "contestants.action": "what their favour is called",
    "contestants.effect": "what their favour does",
    "contestants.amount": "how often it does it",
}
