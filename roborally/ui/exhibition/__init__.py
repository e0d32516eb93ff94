"""Exhibitions of bots in the window: a game with comments, and the standings."""
