"""Recorded matches in the window: their list, one that is watched, and films."""
