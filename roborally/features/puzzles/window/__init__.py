"""Puzzles in the window: their list, and the guidance while one is solved."""
