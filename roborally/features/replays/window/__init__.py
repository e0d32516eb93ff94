"""Recorded matches in the window: their list, watching one, and making films of it."""
