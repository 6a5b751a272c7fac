"""Printing: an edition as sheets of cards, boards and a rulebook in PDF, and as files for Tabletop Simulator."""
