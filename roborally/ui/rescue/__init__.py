"""Matches that survive errors, crashes and closed windows."""
