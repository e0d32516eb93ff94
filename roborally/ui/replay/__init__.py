"""Recorded matches in the window."""
