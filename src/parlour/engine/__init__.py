"""What every game stands on. Nothing in here names a game."""
