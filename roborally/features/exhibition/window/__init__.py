"""Exhibitions of bots in the window: a game, and the standings."""
