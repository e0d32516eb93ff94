"""Rates how a course plays: games of bots, figures, verdicts, and helpful changes."""
