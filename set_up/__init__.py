"""Setting up a clone and what it is used for: what play.py does. Needs Python alone."""
