"""Matches in the window: board, panels, questions, log and result."""
