"""The rulebook in the window."""
