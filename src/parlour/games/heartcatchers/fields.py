"""What each field of an edition of Heartcatchers is for, for whoever writes one."""

FIELDS = {
    "numbers": "the numbers of the rulebook",
    "numbers.columns": "stacks on each side",
    "numbers.hand": "cards that a hand is filled to",
    "numbers.love": "points for an Ultimate Love",
    "numbers.breaker": "points that a Heartbreaker costs",
    "catches.suit": "the suit that catches",
    "catches.catches": "the suits that it catches",
    "cards.suit": "its colour; white is caught by nothing",
    "cards.heart": "what it does as a Secret: nothing, a point more, a point less, or another side",
}
