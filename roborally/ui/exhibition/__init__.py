"""Exhibitions of bots in the window."""
