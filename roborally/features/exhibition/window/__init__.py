"""Exhibitions of bots in the window: setting one up, its games, and the standings."""
