"""The window: the only part of the game that imports arcade.

Screens lie on a stack (`app`); a match is shown from its events alone (`display`, `animation`) and talks to a session.
"""
