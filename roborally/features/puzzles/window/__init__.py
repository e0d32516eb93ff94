"""Puzzles in the window: their list, and the screen for solving one."""
