"""Boards and courses: reads their notation, checks them, and draws them as pictures (docs/formats.md)."""
