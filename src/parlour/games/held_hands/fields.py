"""What each field of an edition of ...and then we held hands... is for, for whoever writes one."""

FIELDS = {
    "numbers.hand": "cards that a hand is filled to",
    "numbers.limit": "how far Balance may go from 0",
    "numbers.chain": "steps of a turn that bring Balance back to 0",
    "numbers.goals": "objectives that each player gets for a ring",
    "emotions.colour": "the colour of its nodes and cards; each emotion has another one",
    "emotions.balance": "what a card of it does to Balance",
    "emotions.objectives": "how many objectives ask for it",
    "rings.nodes": "the colours of its nodes, clockwise from the far seat: G B R K for green, blue, red, black",
    "rings.axis": "the nodes between the seats, which belong to neither half; those at the ends must be here",
    "board.start": "where the near and the far token begin",
    "board.links": "which nodes are joined; they are numbered ring by ring, and the Heart comes last",
    "cards.left": "the emotion of its left half",
    "cards.right": "the emotion of its right half",
}
