"""Recorded matches in the window and as films."""
