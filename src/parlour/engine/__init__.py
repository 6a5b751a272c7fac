"""What all games use. Nothing in here names a game."""
