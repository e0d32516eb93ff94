"""Puzzles in the window: their list, and one that is being solved."""
